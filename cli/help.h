/* cli/help.h -- what the option table says to people and shells. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdbool.h>
#include <stdio.h>

void help_print(FILE *);                         /* --help */
void help_man(FILE *);                           /* the manual page */
bool help_completion(FILE *, const char *shell); /* bash or zsh; false: another */

#endif
