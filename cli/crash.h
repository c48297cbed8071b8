/* cli/crash.h -- a crash is our bug: say how to reproduce it, exit 6, never a verdict. */
#ifndef CLI_CRASH_H
#define CLI_CRASH_H

/* Catches fatal signals on a stack of its own and lets the stack grow large.  'command_line' must
 * stay; NULL: the last one, to catch again what a library caught in between. */
void crash_catch(const char *command_line);

#endif
