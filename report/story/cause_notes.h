/* report/story/cause_notes.h -- the events of a cause as positions with texts, for formats that
 * list positions.
 */
#ifndef REPORT_STORY_CAUSE_NOTES_H
#define REPORT_STORY_CAUSE_NOTES_H

#include "report/story/conflict.h"
#include "result/result.h"

/* Adds "T1 reads left (2)" for each event of the roles, else of the facts, once each, in the order
 * of time as far as it is known.  Events without a position have none, nor have those of which the
 * list has a note of the same thread and position (conflict_list).  The caller frees the list. */
void cause_notes(struct arena *, const struct property_result *, struct conflict_notes *);

/* "deadlock: 2 threads wait for ever: T1 and T2 wait for each other": what is violated, and what a
 * deadlock comes to. */
char *cause_claim(struct arena *, const struct property_result *);
/* "Why: T1 read ... It holds if ..."; NULL: no cause is known. */
char *cause_reason(struct arena *, const struct property_result *);
/* Both. */
char *cause_message(struct arena *, const struct property_result *);

#endif
