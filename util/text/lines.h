/* util/text/lines.h -- the lines of source files, for those who show them to people.
 *
 * A file is read once, when one of its lines is first asked for.  What is no ordinary file, cannot
 * be read, is huge, or was changed since the program read it has no lines: better none than wrong
 * ones.  Any thread may ask.
 */
#ifndef UTIL_TEXT_LINES_H
#define UTIL_TEXT_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "util/base/loc.h"

/* From here on, files that change are not shown any more. */
void lines_from_now(void);

/* A file that was made and is on no disk: its lines are those of this text, also if it had others
 * before. */
void lines_give(const char *file, const char *text);

/* Line 'line', from 1 on, of n bytes, whatever they are, without its end; NULL: there is none. */
const char *lines_get(const char *file, uint32_t line, size_t *n);
uint32_t lines_count(const char *file); /* 0: no such file */
/* The line and the column of a byte of the file; its end counts as one.  false: there is none. */
bool lines_at(const char *file, size_t offset, struct loc *);
void lines_free_all(void);

/* The line with a caret below, as compilers print it, and an underline of n bytes in all:
 *
 *     9 |   assert(x == 2);
 *       |   ^~~~~~~~~~~~~~
 *
 * colour: the escape code of the caret, or NULL.  false: nothing was printed, for want of the line
 * or since it is too long to look at. */
bool lines_caret(FILE *, struct loc, uint32_t n, const char *colour);

#endif
