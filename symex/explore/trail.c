#include "symex/explore/trail.h"

struct trail trail_mark(const struct symex *x, uint32_t tid) {
	const struct stepping *t = x->tree;
	return (struct trail){.arena = arena_mark(x->pool.arena),
	                      .nfacts = x->fact.n,
	                      .nvcs = x->vc.n,
	                      .ncuts = x->cut.n,
	                      .nchoices = x->choice.n,
	                      .nexposed = x->exposed.n,
	                      .ntouched = t->touched.n,
	                      .nsteps = t->schedule.n,
	                      .nserials = t->serial.n,
	                      .tid = tid,
	                      .serial = tid < t->serial.n ? t->serial.at[tid] : 0};
}

static void forget_address(struct symex *x, uint32_t id) {
	map_put(&x->base_object, x->object.at[id].base.ix, 0);
	x->object.at[id].base = NO_TERM;
}

void trail_undo(struct symex *x, const struct trail *m) {
	struct stepping *t = x->tree;
	while (x->exposed.n > m->nexposed)
		forget_address(x, vec_pop(&x->exposed));
	x->fact.n = m->nfacts;
	x->vc.n = m->nvcs;
	x->cut.n = m->ncuts;
	x->choice.n = m->nchoices;
	t->touched.n = m->ntouched;
	t->schedule.n = m->nsteps;
	t->serial.n = m->nserials;
	if (m->tid < t->serial.n)
		t->serial.at[m->tid] = m->serial;
	arena_release(x->pool.arena, m->arena);
}

void trail_forget(struct symex *x) {
	while (x->exposed.n)
		forget_address(x, vec_pop(&x->exposed));
	x->fact.n = x->vc.n = x->cut.n = x->choice.n = x->pending.n = 0;
	x->give_up = false;
}
