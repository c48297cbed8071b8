/* tasks/confirm/harness_files.h -- what has to be compiled for a program that runs: which sources,
 * with which flags. */
#ifndef TASKS_CONFIRM_HARNESS_FILES_H
#define TASKS_CONFIRM_HARNESS_FILES_H

#include <stdio.h>

#include "cli/options/config.h"

/* A line for each source: folder, file, flags, quoted for a shell.  A source below the working
 * directory is named as seen from 'folder', if that lies there, too: then all of it can be moved.
 * *compiler: the one that a compile_commands.json names, or NULL.  false: *error. */
bool harness_files(FILE *, const struct options *, const struct config *, const char *folder,
                   const char **compiler, const char **error);
/* -l and -L of the command line, on one line, quoted. */
/* The name in the folder and the text of the client that --api makes; NULL: there is none. */
const char *harness_client(const struct config *, const char **text);

void harness_libraries(FILE *, const struct options *);

#endif
