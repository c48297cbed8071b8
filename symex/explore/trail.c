#include "symex/explore/trail.h"

#include "symex/core/naming.h"
#include "symex/core/pointer.h"
#include "symex/step/value/access.h"

struct trail trail_mark(const struct symex *x, uint32_t tid) {
	const struct naming *n = x->naming;
	return (struct trail){.arena = arena_mark(x->pool.arena),
	                      .nassumed = x->assumption.n,
	                      .nvcs = x->vc.n,
	                      .ncuts = x->cut.n,
	                      .nchoices = x->choice.n,
	                      .nexposed = x->address.exposed.n,
	                      .nlog = x->log ? x->log->at.n : 0,
	                      .nserials = n->serial.n,
	                      .tid = tid,
	                      .serial = tid < n->serial.n ? n->serial.at[tid] : 0};
}

void trail_undo(struct symex *x, const struct trail *m) {
	struct naming *n = x->naming;
	while (x->address.exposed.n > m->nexposed)
		ptr_forget_base(x, vec_pop(&x->address.exposed));
	symex_keep_assumptions(x, m->nassumed);
	x->vc.n = m->nvcs;
	x->cut.n = m->ncuts;
	x->choice.n = m->nchoices;
	if (x->log)
		x->log->at.n = m->nlog;
	n->serial.n = m->nserials;
	if (m->tid < n->serial.n)
		n->serial.at[m->tid] = m->serial;
	arena_release(x->pool.arena, m->arena);
}

void trail_forget(struct symex *x) {
	while (x->address.exposed.n)
		ptr_forget_base(x, vec_pop(&x->address.exposed));
	symex_keep_assumptions(x, 0);
	x->vc.n = x->cut.n = x->choice.n = x->paths.pending.n = 0;
	x->give_up = false;
}
