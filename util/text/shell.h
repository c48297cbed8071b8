/* util/text/shell.h -- texts for a shell. */
#ifndef UTIL_TEXT_SHELL_H
#define UTIL_TEXT_SHELL_H

#include <stdio.h>

/* As a shell reads it: between quotes where it has to be. */
void shell_put(FILE *, const char *word);

#endif
