/* report/base/source.h -- the user's own words for a step: the statement that begins at a position.
 *
 *   9 |   t = x;   // the old value        at 9:3: "t = x", bytes 2 to 7 of the line
 *
 * Found lexically, from the position on: up to ';', ',' or ':' outside of brackets, to the '{' of a
 * body, to the closing bracket of what the position is in, or of 'if (...)' and its kin.  Comments
 * are left out, blanks and line ends become one blank, braces "{...}".  The source may be another
 * than what was verified (line markers of a preprocessed file point anywhere), so whatever looks
 * odd gives no statement, and the report goes without.
 *
 * util/text/lines.h has whole lines.
 */
#ifndef REPORT_BASE_SOURCE_H
#define REPORT_BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/arena.h"
#include "util/base/loc.h"

#define SOURCE_MAX 240 /* bytes of a statement; longer ones end in "..." */

struct statement {
	const char *text; /* valid UTF-8 on one line, never empty; the arena's */
	size_t from, to;  /* the bytes it covers on its first line, counted from 0, without 'to' */
};

/* false: there is none, and *statement is empty. */
bool source_statement(struct arena *, struct loc, struct statement *statement);

/* The same, but from where the statement or declaration begins that the position is in, if that is
 * on its line: "int n = f()" at the 'f'. */
bool source_whole(struct arena *, struct loc, struct statement *statement);

/* Is the position between the brackets of a 'for' that begins on its line? */
bool source_in_for(struct loc);

#endif
