/* The steps of a counterexample under store buffers: what waits in one, and what reaches memory. */
#include <string.h>

#include "symex/memory/pending.h"
#include "symex/core/next_ins.h"
#include "symex/replay/trace/trace.h"
#include "symex/step/value/eval.h"
#include "symex/step/value/show.h"

/* Where an lvalue is, as an access; false: it is not one of memory at a known place. */
static bool find_bytes(struct symex *x, struct state *st, const struct expr *e,
                       struct access *found) {
	struct lvalue p = eval_lvalue(x, st, e);
	if (p.is_register || !p.is_known)
		return false;
	*found = (struct access){.object = p.object,
	                         .offset = term_u64(x->ts, x->address_bits, p.offset),
	                         .bytes = (uint32_t)e->type->size,
	                         .kind = ACCESS_READ};
	return true;
}

void trace_assigned(struct symex *x, struct state *st, const struct expr *lhs, struct step *step) {
	const struct pending *youngest = st->pending.root ? pending_of(st, st->tid) : NULL;
	struct access at;
	if (!youngest || youngest->ins != next_ins(st) || !find_bytes(x, st, lhs, &at) ||
	    at.object != youngest->object)
		return;
	step->buffer = INTO_BUFFER;
	struct trace *t = trace_of(x);
	struct trace_store store = {st->tid, youngest->object, youngest->offset,
	                            (size_t)(step - t->cex->step.at)};
	vec_push(&t->store, store);
}

void trace_read(struct symex *x, struct state *st, const struct expr *from, struct step *step) {
	struct access at;
	if (st->pending.root && find_bytes(x, st, from, &at) && pending_part(x, st, &at) == PENDING_ALL)
		step->buffer = FROM_BUFFER;
}

/* The step of the store; NULL: it had none. */
static const struct step *take_store(struct trace *t, uint32_t tid, const struct pending *p) {
	for (size_t i = 0; i < t->store.n; i++) {
		const struct trace_store s = t->store.at[i];
		if (s.tid != tid || s.object != p->object || !term_eq(s.offset, p->offset))
			continue;
		for (size_t k = i + 1; k < t->store.n; k++)
			t->store.at[k - 1] = t->store.at[k];
		t->store.n--;
		return &t->cex->step.at[s.step];
	}
	return NULL;
}

void trace_flush(struct symex *x, struct state *st, uint32_t tid, uint32_t position) {
	struct trace *t = trace_of(x);
	const struct step *store = take_store(t, tid, pending_at(st, tid, position));
	if (!store)
		return;
	struct step flush = {.kind = STEP_FLUSH,
	                     .thread = tid,
	                     .loc = store->loc,
	                     .function = store->function,
	                     .depth = store->depth,
	                     .other = NO_THREAD,
	                     .lhs = store->lhs,
	                     .value = store->value,
	                     .memory = store->memory,
	                     .shared = true};
	vec_push(&t->cex->step, flush);
}

void trace_mark_flushes(struct cex *cex) {
	for (size_t i = 0; i < cex->step.n; i++) {
		struct step *flush = &cex->step.at[i];
		if (flush->kind != STEP_FLUSH)
			continue;
		flush->aside = false;
		for (size_t k = i; k-- > 0;) {
			const struct step *s = &cex->step.at[k];
			if (s->buffer == INTO_BUFFER && s->thread == flush->thread && s->memory &&
			    flush->memory && !strcmp(s->memory, flush->memory)) {
				flush->aside = s->aside;
				break;
			}
		}
	}
}
