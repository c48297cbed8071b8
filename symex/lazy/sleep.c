#include "symex/lazy/sleep.h"

uint64_t sleep_threads(const struct path *p) {
	uint64_t set = 0;
	for (const struct sleep_entry *s = p->sleep; s; s = s->up)
		if (s->footprint.tid < 64)
			set |= 1ull << s->footprint.tid;
	return set;
}

const struct sleep_entry *sleep_find(const struct path *p, uint32_t tid) {
	for (const struct sleep_entry *s = p->sleep; s; s = s->up)
		if (s->footprint.tid == tid)
			return s;
	return NULL;
}

const struct sleep_entry *sleep_after(struct tree *t, const struct sleep_entry *s,
                                      const struct footprint *step) {
	if (!s)
		return NULL;
	const struct sleep_entry *rest = sleep_after(t, s->up, step);
	bool removed = s->footprint.tid == step->tid;
	for (size_t i = 0; i < step->n && !removed; i++)
		for (size_t k = 0; k < s->footprint.n && !removed; k++)
			removed = span_conflict(&step->span[i], &s->footprint.span[k]);
	if (removed)
		return rest;
	if (rest == s->up)
		return s;
	struct sleep_entry *copy = arena_copy(t->x->pool.arena, s, sizeof *s);
	copy->up = rest;
	return copy;
}

void sleep_drop_waits(struct tree *t, struct path *p, uint32_t waits) {
	const struct sleep_entry *all = p->sleep;
	p->sleep = NULL;
	for (const struct sleep_entry *s = all; s; s = s->up) {
		if (footprint_conflicts(t->footprints, waits, &s->footprint, true))
			continue;
		struct sleep_entry *copy = arena_copy(t->x->pool.arena, s, sizeof *s);
		copy->up = p->sleep;
		p->sleep = copy;
	}
}

void sleep_add(struct tree *t, struct path *p, const struct footprint *footprint, uint32_t set,
               uint32_t wp) {
	struct arena *a = t->x->pool.arena;
	struct sleep_entry *s = arena_new(a, struct sleep_entry);
	*s = (struct sleep_entry){p->sleep, *footprint, set, wp};
	if (footprint->n)
		s->footprint.span = arena_copy(a, footprint->span, footprint->n * sizeof *footprint->span);
	p->sleep = s;
}
