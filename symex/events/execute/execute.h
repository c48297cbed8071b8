/* symex/events/execute/execute.h -- executes all threads, each alone. */
#ifndef SYMEX_EVENTS_EXECUTE_EXECUTE_H
#define SYMEX_EVENTS_EXECUTE_EXECUTE_H

#include "symex/events/record/events.h"

/* Executes all threads, with loops unwound x->loops.unwind times. */
void events_execute(struct events *);

#endif
