/* symex/step/entry.h -- the entry function, and its arguments, which the environment chooses. */
#ifndef SYMEX_STEP_ENTRY_H
#define SYMEX_STEP_ENTRY_H

#include "symex/step/frame.h"

/* main, which does not look at its arguments */
bool entry_ignores_arguments(const struct function *);
bool entry_is_main(const struct function *); /* with argc and argv as in the C standard */
void step_enter(struct symex *, struct state *st, struct function *); /* the first frame */

#endif
