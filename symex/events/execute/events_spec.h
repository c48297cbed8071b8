/* symex/events/execute/events_spec.h -- the specification of a library along orders of its calls.
 */
#ifndef SYMEX_EVENTS_EXECUTE_EVENTS_SPEC_H
#define SYMEX_EVENTS_EXECUTE_EVENTS_SPEC_H

#include "symex/events/execute/events_history.h"

/* What happens if an operation takes effect in a state of the specification. */
struct history_outcome {
	term guard; /* it happens if this holds */
	uint32_t nresults;
	const term *result;
	uint32_t after; /* the state */
};

struct history_outcomes { /* they exclude each other, unless the specification chooses */
	VEC(struct history_outcome) at;
};

/* The outcomes of the call in the state with this number; 0: where the client begins.  NULL: the
 * specification cannot be executed: e->unsupported. */
const struct history_outcomes *history_run(struct events *, uint32_t state, uint32_t call);
void history_runs_close(struct events *);

#endif
