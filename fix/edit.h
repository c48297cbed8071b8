/* fix/edit.h -- changes of texts, and how people read them.
 *
 * An edit replaces bytes of a file (result/fix.h).  Several are applied together: they must not
 * overlap, and two insertions at one place stay in the order in which they were added.
 */
#ifndef FIX_EDIT_H
#define FIX_EDIT_H

#include "result/fix.h"
#include "util/base/arena.h"

/* By file and offset; stable. */
void edits_sort(struct source_edit *, size_t n);
/* Of sorted ones: does any touch bytes of another? */
bool edits_overlap(const struct source_edit *, size_t n);
/* The text with those of the sorted edits that are of this file. */
char *edits_apply(struct arena *, const char *file, const char *text, const struct source_edit *,
                  size_t n);
/* The lines in which the texts differ, with three around, as 'diff -u' prints them: "--- a/PATH".
 * "": they are equal. */
char *edits_diff(struct arena *, const char *path, const char *before, const char *after);
/* How many lines of a unified diff add or remove something. */
unsigned edits_diff_lines(const char *diff);

#endif
