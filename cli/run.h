/* cli/run.h -- the whole program: a command line in, an exit code out. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

int cli_run(int argc, char **argv);

#endif
