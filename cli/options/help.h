/* cli/options/help.h -- what the option table says to people and shells.
 *
 * --help shows the options that most people need (cli/options/common.def), --help all every option,
 * --help WORD those that have the word in their name or text.  The manual page has them all, with
 * those of other tools.  No text is cut: all of them are as long as they need to be.
 */
#ifndef CLI_OPTIONS_HELP_H
#define CLI_OPTIONS_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options/option_table.h"

enum { HELP_WIDTH = 80 }; /* columns; only a single word can be longer */

/* What is said about an option: its help text, or that of the strategy or reduction of its name,
 * and which strategies take it if not all do.  A group: its remark. */
const char *help_text(struct arena *, const struct option_info *);

/* "-q, --quiet", "--unwind N", "--trace[=full|compact|none]", "--[no-]bounds-check". */
const char *help_spelling(struct arena *, const struct option_info *);

/* Prints the words of a text from column 'at' on; further lines begin at column 'indent'. */
void help_wrap(FILE *, const char *text, size_t at, size_t indent);

/* word: "", "all" or another one; false: no option has it, *error says so. */
bool help_print(FILE *, struct arena *, const char *word, const char **error);
void help_man(FILE *, struct arena *);                           /* the manual page */
bool help_completion(FILE *, struct arena *, const char *shell); /* bash or zsh; false: another */

/* The options that --help shows; groups have a text only. */
struct common_option {
	const char *name; /* in the option table; NULL: a group */
	const char *text; /* one line, in short */
	const char *title;
};

extern const struct common_option common_table[];
extern const size_t common_table_n;

#endif
