/* symex/step/jump.h -- setjmp and longjmp, see frontend/lower/lower_jump.c. */
#ifndef SYMEX_STEP_JUMP_H
#define SYMEX_STEP_JUMP_H

#include "symex/core/state.h"

/* step_setjmp returns the target
 * with which step_longjmp comes back to this instruction. */
term step_setjmp(struct symex *, struct state *st);
bool step_longjmp(struct symex *, struct state *st, term target, term value);

#endif
