/* symex/step/check/condition.h -- what must hold and what is assumed. */
#ifndef SYMEX_STEP_CHECK_CONDITION_H
#define SYMEX_STEP_CHECK_CONDITION_H

#include "symex/core/state.h"

/* The property requires 'condition': calls the engine's 'check'.  false: the path ends. */
bool step_check(struct symex *, struct state *st, uint32_t property, term condition);
/* Records a verification condition and assumes 'condition' from here on; false: the condition is
 * false.  'vc' has the property and the context.  The second function implements the engine
 * operation 'check'. */
bool step_record_vc(struct symex *, struct state *st, struct vc vc, term condition);
bool step_record(struct symex *, struct state *st, uint32_t property, term condition);
/* Assumes the condition of a wait; false: it is false.  Implements the engine operation 'wait'. */
bool step_assume_wait(struct symex *, struct state *st, const struct ins *, term condition);

#endif
