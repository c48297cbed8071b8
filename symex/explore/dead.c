#include "symex/explore/dead.h"

#include "symex/step/value/eval.h"

static void forget(struct symex *x, struct state *st, const struct frame *f, const uint64_t *live) {
	for (uint32_t i = 0; i < f->function->local.n; i++) {
		if (live[i / 64] >> (i % 64) & 1 || local_is_object(f->function->local.at[i]))
			continue;
		if (pmap_get(&st->reg, f->base + i))
			pmap_set(&x->pool, &st->reg, f->base + i, 0);
	}
}

void dead_forget(struct symex *x, struct live *live, struct state *st) {
	const struct frame *f = st->frame;
	if (!f || !live)
		return;
	forget(x, st, f, live_at(live, f->function, st->pc));
	for (; f->up && f->call; f = f->up)
		forget(x, st, f->up,
		       f->is_interrupt ? live_at(live, f->up->function, f->return_pc)
		                       : live_during(live, f->up->function, f->return_pc - 1));
}
