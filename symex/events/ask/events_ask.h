/* symex/events/ask/events_ask.h -- questions about the formula of the events, and models of it.
 *
 * After events_ask said SAT: events_model, then events_plan for the schedule.
 */
#ifndef SYMEX_EVENTS_ASK_EVENTS_ASK_H
#define SYMEX_EVENTS_ASK_EVENTS_ASK_H

#include "symex/events/record/events.h"

enum answer events_ask(struct events *, const term *assume, size_t n);
/* A query with at most so many units of work (process/work.h); false: it was not asked, since there
 * are none, or the solver has no such limit. */
bool events_ask_within(struct events *, term query, uint64_t units, enum answer *);
/* From now on, queries are asked that no verdict needs: the check of the formula, arrivals. */
void events_begin_extra(struct events *);
/* A query that no verdict needs; false: it was not asked, since these have taken long enough. */
bool events_ask_extra(struct events *, term query, enum answer *);
bool events_in_core(struct events *, term assumed); /* after UNSAT */
struct model *events_model(struct events *);

#endif
