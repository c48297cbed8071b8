/* symex/step/value/havoc.h -- values that the environment chooses. */
#ifndef SYMEX_STEP_VALUE_HAVOC_H
#define SYMEX_STEP_VALUE_HAVOC_H

#include "symex/core/state.h"

void step_havoc(struct symex *, struct state *st, const struct expr *lhs, enum choice_kind);
/* The same of a scalar; observers are told of it. */
void step_havoc_scalar(struct symex *, struct state *st, const struct expr *lhs, enum choice_kind);

#endif
