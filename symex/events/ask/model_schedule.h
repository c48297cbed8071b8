/* symex/events/ask/model_schedule.h -- from a model to a schedule with few switches, for the
 * replay. */
#ifndef SYMEX_EVENTS_ASK_MODEL_SCHEDULE_H
#define SYMEX_EVENTS_ASK_MODEL_SCHEDULE_H

#include "symex/events/record/events.h"

struct plan;

void plan_make(struct symex *, struct model *, const struct vc *, struct plan *);
/* The schedule of a model of e->order: up to the node, and no further than needed; NO_NODE: all
 * nodes that happen. */
void plan_reach(struct events *, struct model *, uint32_t node, struct plan *);

#endif
