/* symex/step/unmodelled.h -- calls of functions that have no body. */
#ifndef SYMEX_STEP_UNMODELLED_H
#define SYMEX_STEP_UNMODELLED_H

#include "symex/step/frame.h"

bool unmodelled_call(struct symex *, struct state *st, const struct ins *, const struct symbol *,
                     const struct argument *arg);
/* Warns of it, and has the verdict name what is assumed of it. */
void unmodelled_report(struct symex *, struct loc, const struct symbol *);
bool unmodelled_is_reported(const struct symex *, const struct symbol *);

#endif
