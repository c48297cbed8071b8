/* symex/step/intrinsic.h -- what intrinsics do, other than those that the frontend lowers. */
#ifndef SYMEX_STEP_INTRINSIC_H
#define SYMEX_STEP_INTRINSIC_H

#include "goto/program/intrinsics.h"
#include "symex/core/state.h"

bool step_intrinsic(struct symex *, struct state *st, const struct ins *, enum intrinsic);

#endif
