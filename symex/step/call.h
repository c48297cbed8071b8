/* symex/step/call.h -- calls and returns. */
#ifndef SYMEX_STEP_CALL_H
#define SYMEX_STEP_CALL_H

#include "symex/core/state.h"

bool step_call(struct symex *, struct state *st, const struct ins *);
bool step_return(struct symex *, struct state *st, const struct ins *);
bool step_end(struct symex *, struct state *st);

#endif
