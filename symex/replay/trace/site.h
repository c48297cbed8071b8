/* symex/replay/trace/site.h -- what the instruction that a thread executes is to the user: the
 * function that the user's code has called, and the lvalue that an access is.
 *
 * All that record an execution ask: counterexamples (symex/replay/trace/), runs
 * (symex/concrete/run_record.c) and stories (symex/why/tell.c).
 */
#ifndef SYMEX_REPLAY_TRACE_SITE_H
#define SYMEX_REPLAY_TRACE_SITE_H

#include "symex/core/state.h"

struct access;

/* The variable that an lvalue is part of; NULL: none. */
const struct symbol *site_root(const struct expr *lvalue);
/* Has the expression, which may be NULL, a temporary that lowering made?  A string is none. */
bool site_has_temp(const struct expr *);
/* The library function that the user's code calls with this instruction, or in which it is; of a
 * call in the user's code any function.  NULL: none. */
const struct symbol *site_callee(const struct state *);

/* Is 'e' valid to read and part of the user's program?  A condition may contain an invalid "p->n"
 * that is not evaluated, and errno is a variable of a model. */
bool site_is_readable(struct symex *, struct state *, const struct expr *e);

/* Has the lvalue the bytes of the access? */
bool site_is_of(struct symex *, struct state *, const struct expr *, const struct access *);
/* The lvalue below 'e', which may be NULL, that has them; is_plain: a scalar without temporaries.
 * NULL: there is none. */
const struct expr *site_find(struct symex *, struct state *, const struct expr *e,
                             const struct access *, bool is_plain);
/* The same in the instruction, unless that is a call. */
const struct expr *site_lvalue(struct symex *, struct state *, const struct access *,
                               bool is_plain);

#endif
