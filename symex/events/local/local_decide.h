/* symex/events/local/local_decide.h -- what facts that need no order decide, before there is a
 * formula.
 */
#ifndef SYMEX_EVENTS_LOCAL_LOCAL_DECIDE_H
#define SYMEX_EVENTS_LOCAL_LOCAL_DECIDE_H

#include "symex/events/local/local.h"

/* Marks the conditions that facts which need no order exclude, derives bounds, and finds out
 * whether there is no deadlock.  true: everything is excluded, all cuts, too. */
bool local_decide(struct events *);

#endif
