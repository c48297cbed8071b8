/* symex/events/ask/executions.h -- the number of executions. */
#ifndef SYMEX_EVENTS_ASK_EXECUTIONS_H
#define SYMEX_EVENTS_ASK_EXECUTIONS_H

#include "symex/events/record/events.h"

/* Of what is encoded; false: some of them are cut, and were not counted. */
bool count_executions(struct events *);

#endif
