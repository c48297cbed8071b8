/* report/story/cause.h -- why a property is violated, in words: what every format says of a struct
 * cause.
 *
 *   T1 read left (pool.c:7) before T2 wrote it (pool.c:7) and wrote it back (pool.c:7): T2's change
 *   is lost, so main waits at pool.c:22 for ever.
 *
 * Sentences are made of the class, the kind, the roles of its events and the facts.  They say no
 * more than these do: an event that is not known has no words.  Texts are the arena's.
 */
#ifndef REPORT_STORY_CAUSE_H
#define REPORT_STORY_CAUSE_H

#include "report/base/paint.h"
#include "result/result.h"

/* One or two sentences, with a full stop; NULL: no cause is known. */
char *cause_sentence(struct arena *, const struct property_result *);

/* Of these, the one about the schedule alone, where the first ones are about calls of a library's
 * operations: how it came to that. */
char *cause_of_schedule(struct arena *, const struct property_result *);

/* The same with fewer words: positions in the file of the violation are ":7", and no values. */
char *cause_brief(struct arena *, const struct property_result *);

/* What comes after "it holds if: ", "T2 writes left (pool.c:7) before T1 reads it (pool.c:7)";
 * NULL: no execution that passes was run. */
char *cause_holds_if(struct arena *, const struct property_result *);

/* For notes at the position of an event: "T1 reads left (2)", "T2 would lock m". */
char *cause_event_text(struct arena *, const struct property_result *, const struct cause_event *);

/* A fact of the cause: "T1 read left (pool.c:7) before T2 wrote it (pool.c:7)". */
char *cause_fact_text(struct arena *, const struct property_result *, const struct cause_fact *);

/* "  why: ..." in at most three lines of the width, and "  it holds if: ..."; returns how many. */
size_t report_cause(const struct paint *, const struct property_result *, unsigned width);

#endif
