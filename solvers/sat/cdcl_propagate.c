/* Assignment and unit propagation with two watched literals per clause. */
#include "solvers/sat/cdcl_core.h"

#include <string.h>

static void grow(struct cdcl *s, struct cdcl_watches *w) {
	size_t before = w->cap;
	vec_reserve(w, w->n + 1);
	s->watch_bytes += (w->cap - before) * sizeof *w->at;
}

static inline void add_watch(struct cdcl *s, cdcl_lit a, cdcl_lit blocker, uint32_t ref) {
	struct cdcl_watches *w = &s->watch.at[a];
	if (w->n == w->cap)
		grow(s, w);
	w->at[w->n++] = (struct cdcl_watch){blocker, ref};
}

static void watch(struct cdcl *s, cdcl_lit a, cdcl_lit blocker, uint32_t ref) {
	add_watch(s, a, blocker, ref);
}

uint32_t cdcl_store(struct cdcl *s, const cdcl_lit *at, size_t n, unsigned flags, uint32_t lbd) {
	size_t cref = s->arena.n;
	vec_reserve(&s->arena, cref + CDCL_HEADER + n);
	s->arena.n = cref + CDCL_HEADER + n;
	s->arena.at[cref] = (uint32_t)n;
	s->arena.at[cref + 1] = lbd << CDCL_LBD_SHIFT | flags;
	memcpy(s->arena.at + cref + CDCL_HEADER, at, n * sizeof *at);
	if (s->arena.n >= CDCL_BINARY / 2)
		s->full = true;
	return (uint32_t)cref;
}

uint32_t cdcl_attach(struct cdcl *s, const cdcl_lit *at, size_t n, unsigned flags, uint32_t lbd) {
	if (n == 2) {
		watch(s, at[0], at[1], CDCL_BINARY);
		watch(s, at[1], at[0], CDCL_BINARY);
		return CDCL_BINARY | at[1];
	}
	uint32_t cref = cdcl_store(s, at, n, flags, lbd);
	watch(s, at[0], at[1], cref);
	watch(s, at[1], at[0], cref);
	return cref;
}

static inline void assign(struct cdcl *s, cdcl_lit a, uint32_t reason) {
	struct cdcl_variable *v = &s->variable.at[a >> 1];
	v->level = cdcl_level(s);
	v->reason = v->level ? reason : CDCL_NO_REASON;
	v->position = (uint32_t)s->trail.n;
	s->value.at[a] = 1;
	s->value.at[a ^ 1] = -1;
	s->trail.at[s->trail.n++] = a; /* has room for all variables */
	if (!v->level)
		cdcl_prove(s, CDCL_STEP_LEARNT, &a, 1);
}

void cdcl_assign(struct cdcl *s, cdcl_lit a, uint32_t reason) {
	assign(s, a, reason);
}

static void set_conflict(struct cdcl *s, const cdcl_lit *at, size_t n, uint32_t ref) {
	vec_reserve(&s->conflict, n);
	memcpy(s->conflict.at, at, n * sizeof *at);
	s->conflict.n = n;
	s->conflict_ref = ref;
}

/* What becomes of a clause one of whose watched literals is now false. */
enum visit { VISIT_KEPT, VISIT_MOVED, VISIT_CONFLICT };

static enum visit visit(struct cdcl *s, cdcl_lit falsified, struct cdcl_watch *w) {
	const int8_t *value = s->value.at;
	cdcl_lit *at = cdcl_literals(s, w->ref);
	cdcl_lit other = at[0] ^ at[1] ^ falsified;
	if (value[other] > 0) {
		w->blocker = other;
		return VISIT_KEPT;
	}
	uint32_t n = s->arena.at[w->ref], k = 2;
	while (k < n && value[at[k]] < 0)
		k++;
	if (k < n) {
		cdcl_lit next = at[k];
		at[0] = other;
		at[1] = next;
		at[k] = falsified;
		add_watch(s, next, other, w->ref);
		return VISIT_MOVED;
	}
	if (value[other] < 0) {
		set_conflict(s, at, n, w->ref);
		return VISIT_CONFLICT;
	}
	assign(s, other, w->ref);
	return VISIT_KEPT;
}

static enum visit visit_binary(struct cdcl *s, cdcl_lit falsified, cdcl_lit other) {
	if (s->value.at[other] < 0) {
		set_conflict(s, (cdcl_lit[]){falsified, other}, 2, CDCL_NO_REASON);
		return VISIT_CONFLICT;
	}
	assign(s, other, CDCL_BINARY | falsified);
	return VISIT_KEPT;
}

static bool propagate_one(struct cdcl *s, cdcl_lit falsified) {
	struct cdcl_watches *list = &s->watch.at[falsified];
	struct cdcl_watch *from = list->at, *to = from, *end = from + list->n;
	bool conflict = false;
	while (from < end && !conflict) {
		struct cdcl_watch *w = to++;
		*w = *from++;
		if (s->value.at[w->blocker] > 0)
			continue;
		enum visit v =
		    w->ref == CDCL_BINARY ? visit_binary(s, falsified, w->blocker) : visit(s, falsified, w);
		if (v == VISIT_MOVED)
			to--;
		conflict = v == VISIT_CONFLICT;
	}
	s->ticks += (uint64_t)(from - list->at) + 1;
	if (from != to)
		memmove(to, from, (size_t)(end - from) * sizeof *to);
	list->n -= (size_t)(from - to);
	return !conflict;
}

bool cdcl_propagate(struct cdcl *s) {
	bool good = true;
	size_t before = s->head;
	while (good && s->head < s->trail.n)
		good = propagate_one(s, s->trail.at[s->head++] ^ 1);
	s->stats.propagations += s->head - before;
	return good;
}
