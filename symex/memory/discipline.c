#include "symex/memory/discipline.h"

#include "symex/core/pointer.h"
#include "symex/memory/content.h"
#include "util/number/divisor.h"

void discipline_knows(struct symex *x, term lock) {
	uint32_t object;
	term offset;
	enum object_kind kind = OBJECT_HEAP;
	if (ptr_known(x, lock, &object, &offset))
		kind = object ? x->object.at[object].kind : OBJECT_STATIC;
	x->discipline->has_dynamic |= kind != OBJECT_STATIC && kind != OBJECT_FUNCTION;
}

void discipline_acquired(struct symex *x, const struct held *h) {
	struct discipline *d = x->discipline;
	struct taken_lock new = {h->object, h->bytes};
	discipline_knows(x, h->object);
	if (!d->any_holder || !sync_is_exclusive(h->kind))
		return;
	for (size_t i = 0; i < d->taken.n; i++)
		if (term_eq(d->taken.at[i].object, new.object) && d->taken.at[i].bytes == new.bytes)
			return;
	vec_push(&d->taken, new);
}

static bool may_be_held_by_another(struct symex *x, const struct state *st, term object) {
	for (uint32_t tid = 0; tid < st->nthreads && st->holders; tid++) {
		const struct parked *p = tid == st->tid ? NULL : state_parked(st, tid);
		for (const struct held *h = p ? p->held : NULL; h; h = h->up)
			if (!term_is_false(x->ts, ptr_equal(x, h->object, object)))
				return true;
	}
	return false;
}

void discipline_released(struct symex *x, const struct state *st, term lock) {
	if (x->discipline->any_holder || may_be_held_by_another(x, st, lock))
		x->discipline->violated = true;
}

/* --- Locks that are overwritten. --- */

/* May the bytes at offsets 'a' and 'b' overlap?  Offsets are compared by their congruences, which
 * separate the fields of records in an array. */
static bool may_overlap(struct symex *x, term a, uint64_t a_bytes, term b, uint64_t b_bytes) {
	struct stride p = content_stride(x, a), q = content_stride(x, b);
	uint64_t step = common_divisor(p.step, q.step);
	if (!step)
		return p.rest < q.rest + b_bytes && q.rest < p.rest + a_bytes;
	uint64_t apart = (p.rest % step + step - q.rest % step) % step;
	return apart < b_bytes || step - apart < a_bytes;
}

static bool may_hit(struct symex *x, const struct access *w, term lock, uint32_t bytes) {
	struct pointees t;
	bool found = false;
	ptr_targets(x, lock, &t);
	for (size_t i = 0; i < t.list.n && !found; i++)
		found = t.list.at[i].object == w->object &&
		        (!w->offset.ix || may_overlap(x, t.list.at[i].offset, bytes, w->offset, w->bytes));
	vec_free(&t.list);
	return found;
}

static bool may_hit_one_of(struct symex *x, const struct held *h, const struct access *w) {
	for (; h; h = h->up)
		if (sync_is_exclusive(h->kind) && may_hit(x, w, h->object, h->bytes))
			return true;
	return false;
}

static bool may_be_held(struct symex *x, const struct state *st, const struct access *w) {
	const struct discipline *d = x->discipline;
	for (size_t i = 0; d->any_holder && i < d->taken.n; i++)
		if (may_hit(x, w, d->taken.at[i].object, d->taken.at[i].bytes))
			return true;
	if (d->any_holder)
		return false;
	bool found = may_hit_one_of(x, st->held, w);
	for (uint32_t tid = 0; tid < st->nthreads && st->holders && !found; tid++) {
		const struct parked *p = tid == st->tid ? NULL : state_parked(st, tid);
		found = p && may_hit_one_of(x, p->held, w);
	}
	return found;
}

/* Writes in the atomic sections of models implement locking and unlocking. */
static bool is_in_section_of_model(const struct state *st) {
	for (const struct frame *f = st->frame; st->atomic && f && f->function->is_model; f = f->up)
		for (size_t i = 0; i < f->function->ins.n; i++)
			if (f->function->ins.at[i].kind == INS_ATOMIC_BEGIN)
				return true;
	return false;
}

void discipline_wrote(struct symex *x, const struct state *st, const struct access *w) {
	if (x->discipline->violated || !w->object)
		return;
	if (may_be_held(x, st, w) && !is_in_section_of_model(st))
		x->discipline->violated = true;
}
