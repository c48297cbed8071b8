/* cli/help.h -- what the option table says to people and shells. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/option_table.h"

/* What is said about an option: its help text, or that of the strategy or reduction of its name,
 * and which strategies take it if not all do.  A group: its remark. */
void help_text(char *to, size_t size, const struct option_info *);
enum { MAX_HELP = 1024 };

/* Prints the words of a text from column 'at' on; further lines begin at column 'indent'. */
void help_wrap(FILE *, const char *text, size_t at, size_t indent);

void help_print(FILE *);                         /* --help */
void help_man(FILE *);                           /* the manual page */
bool help_completion(FILE *, const char *shell); /* bash or zsh; false: another */

#endif
