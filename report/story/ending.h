/* report/story/ending.h -- how a search ended that did not finish, for people: what is established,
 * what it was doing, and which options would help.
 */
#ifndef REPORT_STORY_ENDING_H
#define REPORT_STORY_ENDING_H

#include "result/result.h"

/* Fills the result from where the search stands; 'now' are the seconds since the start. */
void ending_fill(struct result *, const struct search_progress *, double now);
/* Is there anything to say? */
bool ending_is_told(const struct result *);
/* The lines before the verdict UNKNOWN; "": there is nothing to say. */
char *ending_lines(struct arena *, const struct result *);
/* The same without the heap; returns the length. */
size_t ending_format(char *to, size_t size, const char *reason, const struct search_progress *,
                     double now);

#endif
