#include "symex/proof/count.h"

#include <string.h>

enum { MAX_WEIGHT = 3, UNWEIGHED = 127 };

/* --- What steps add. --- */

/* Does the step add a constant to the part?  A part that it does not change, it adds 0 to. */
static bool adds(const struct relation *r, const struct edge *e, uint32_t part, int *by) {
	struct terms *ts = r->x->ts;
	*by = 0;
	for (uint32_t i = 0; i < e->nshared; i++) {
		if (e->shared[i].part != part)
			continue;
		term value = e->shared[i].value, var = r->part.at[part].var[0];
		term difference = term_sub(ts, value, var);
		uint64_t bits;
		uint32_t width = r->part.at[part].width;
		if (!term_get_u64(ts, difference, &bits))
			return false;
		int64_t d = (int64_t)(bits << (64 - width)) >> (64 - width);
		*by = (int)d;
		return d >= -MAX_WEIGHT && d <= MAX_WEIGHT;
	}
	return true;
}

static bool is_number(const struct relation *r, uint32_t part) {
	const struct part *p = &r->part.at[part];
	return p->kind == PART_CELL && !p->is_pointer && p->width <= 64 && part_is_used(r, part);
}

static bool is_changed(const struct relation *r, uint32_t part) {
	for (size_t i = 0; i < r->edge.n; i++)
		for (uint32_t k = 0; k < r->edge.at[i].nshared; k++)
			if (r->edge.at[i].shared[k].part == part)
				return true;
	return false;
}

/* --- Potentials. --- */

struct weighing {
	const struct relation *r;
	uint32_t plus, minus;
	int8_t *weight;
	int8_t *end; /* by template */
	bool failed;
};

static void set_weight(struct weighing *w, uint32_t tid, uint32_t place, int weight) {
	if (place == NO_PLACE) {
		w->failed |= w->end[tid] != UNWEIGHED && w->end[tid] != weight;
		w->end[tid] = (int8_t)weight;
		return;
	}
	w->failed |= weight > MAX_WEIGHT || weight < -MAX_WEIGHT ||
	             (w->weight[place] != UNWEIGHED && w->weight[place] != weight);
	w->weight[place] = (int8_t)weight;
}

/* A step that sets the variable, rather than adding to it, is not followed: the invariant may begin
 * behind it. */
static bool weigh_edge(struct weighing *w, const struct edge *e) {
	int plus, minus = 0;
	if (w->weight[e->from] == UNWEIGHED)
		return false;
	bool known =
	    adds(w->r, e, w->plus, &plus) && (w->minus == NO_PART || adds(w->r, e, w->minus, &minus));
	uint32_t tid = w->r->place.at[e->from].tid;
	int8_t before = e->to.place == NO_PLACE ? 0 : w->weight[e->to.place];
	if (known)
		set_weight(w, tid, e->to.place, w->weight[e->from] + plus - minus);
	else if (e->to.place != NO_PLACE && before == UNWEIGHED)
		set_weight(w, tid, e->to.place, w->weight[e->from]);
	return e->to.place != NO_PLACE && before != w->weight[e->to.place];
}

static bool find_weights(struct weighing *w) {
	const struct relation *r = w->r;
	memset(w->weight, UNWEIGHED, r->place.n);
	memset(w->end, UNWEIGHED, r->template.n);
	for (size_t i = 0; i < r->begin.n; i++)
		set_weight(w, 0, r->begin.at[i].to.place, 0);
	for (size_t i = 0; i < r->edge.n; i++)
		for (uint32_t k = 0; k < r->edge.at[i].nspawned; k++)
			set_weight(w, 0, r->edge.at[i].spawned[k].place, 0);
	for (bool grew = true; grew && !w->failed;) {
		grew = false;
		for (size_t i = 0; i < r->edge.n; i++)
			grew |= weigh_edge(w, &r->edge.at[i]);
	}
	bool any = false;
	for (size_t i = 0; i < r->place.n; i++) {
		uint32_t tid = r->place.at[i].tid;
		if (w->weight[i] == UNWEIGHED)
			w->weight[i] = 0;
		else if (w->end[tid] != UNWEIGHED && !r->template.at[tid].is_many)
			w->weight[i] = (int8_t)(w->weight[i] - w->end[tid]); /* counted from its end */
		else
			w->failed |= w->end[tid] != UNWEIGHED && w->end[tid] != 0;
		w->failed |= w->weight[i] > MAX_WEIGHT || w->weight[i] < -MAX_WEIGHT;
		any |= w->weight[i] != 0;
	}
	return any && !w->failed;
}

/* --- Threads before a step. --- */

static bool find_before(const struct relation *r, const struct edge *e, int8_t *weight) {
	memset(weight, 0, r->place.n);
	weight[e->from] = 1;
	for (bool grew = true; grew;) {
		grew = false;
		for (size_t i = 0; i < r->edge.n; i++) {
			const struct edge *f = &r->edge.at[i];
			if (f->to.place == NO_PLACE || !weight[f->to.place] || weight[f->from])
				continue;
			weight[f->from] = 1;
			grew = true;
		}
	}
	/* The step itself must leave the places before it. */
	return e->to.place == NO_PLACE || !weight[e->to.place];
}

/* --- Counters in the relation. --- */

static bool is_known(const struct counters *c, const struct relation *r, uint32_t plus,
                     const int8_t *weight) {
	for (size_t i = 0; i < c->at.n; i++)
		if (c->at.at[i].plus == plus && !memcmp(c->at.at[i].weight, weight, r->place.n))
			return true;
	return false;
}

static void add(struct relation *r, struct counters *c, struct counter n, const int8_t *weight) {
	if (c->at.n == MAX_COUNTERS || is_known(c, r, n.plus, weight))
		return;
	n.is_natural = true;
	for (size_t i = 0; i < r->place.n; i++)
		n.is_natural &= weight[i] >= 0;
	n.weight = arena_copy(r->x->pool.arena, weight, r->place.n);
	n.part = part_counter(r, (uint32_t)c->at.n, COUNTER_BITS);
	vec_push(&c->at, n);
}

/* A counter that only rises below 0 is the negative of another. */
static bool is_negative(const struct relation *r, const int8_t *weight) {
	bool below = false;
	for (size_t i = 0; i < r->place.n; i++) {
		if (weight[i] > 0)
			return false;
		below |= weight[i] < 0;
	}
	return below;
}

static void find_potentials(struct relation *r, struct counters *c) {
	int8_t *weight = mem_alloc(r->place.n + 1), *end = mem_alloc(r->template.n + 1);
	size_t n = r->part.n;
	for (uint32_t plus = 0; plus < n; plus++) {
		if (!is_number(r, plus) || !is_changed(r, plus))
			continue;
		for (uint32_t minus = 0; minus <= n; minus++) {
			bool single = minus == n;
			if (!single && (minus == plus || !is_number(r, minus) || !is_changed(r, minus) ||
			                r->part.at[plus].width != r->part.at[minus].width))
				continue;
			struct weighing w = {r, plus, single ? NO_PART : minus, weight, end, false};
			if (find_weights(&w) && !is_negative(r, weight))
				add(r, c, (struct counter){.plus = plus, .minus = w.minus, .is_potential = true},
				    weight);
		}
	}
	mem_free(weight);
	mem_free(end);
}

static void find_befores(struct relation *r, struct counters *c) {
	int8_t *weight = mem_alloc(r->place.n + 1);
	for (size_t i = 0; i < r->edge.n; i++) {
		const struct edge *e = &r->edge.at[i];
		if (!r->template.at[r->place.at[e->from].tid].is_many)
			continue;
		for (uint32_t k = 0; k < e->nshared; k++)
			if (is_number(r, e->shared[k].part) &&
			    term_kind(r->x->ts, e->shared[k].value) == TERM_ADD && find_before(r, e, weight))
				add(r, c, (struct counter){.plus = e->shared[k].part, .minus = NO_PART}, weight);
	}
	mem_free(weight);
}

static int weight_at(const struct counter *c, uint32_t place) {
	return place == NO_PLACE ? 0 : c->weight[place];
}

/* Is each part of one conjunction a part of another? */
static bool has_conjunct(struct terms *ts, term all, term t) {
	if (term_kind(ts, t) == TERM_AND)
		return has_conjunct(ts, all, term_arg(ts, t, 0)) &&
		       has_conjunct(ts, all, term_arg(ts, t, 1));
	if (term_eq(all, t) || term_is_true(ts, t))
		return true;
	return term_kind(ts, all) == TERM_AND &&
	       (has_conjunct(ts, term_arg(ts, all, 0), t) || has_conjunct(ts, term_arg(ts, all, 1), t));
}

static void count_edge(struct relation *r, const struct counters *c, struct edge *e) {
	struct terms *ts = r->x->ts;
	struct new_value *shared =
	    arena_array(r->x->pool.arena, struct new_value, e->nshared + c->at.n + 1);
	uint32_t n = e->nshared;
	memcpy(shared, e->shared, n * sizeof *shared);
	for (size_t i = 0; i < c->at.n; i++) {
		const struct counter *k = &c->at.at[i];
		term var = r->part.at[k->part].var[0];
		int change = weight_at(k, e->to.place) - weight_at(k, e->from);
		term value = term_i64(ts, COUNTER_BITS, change);
		if (e->from != NO_PLACE)
			value = term_add(ts, var, value);
		for (uint32_t s = 0; s < e->nspawned; s++) {
			term more = term_i64(ts, COUNTER_BITS, weight_at(k, e->spawned[s].place));
			term guard = e->spawned[s].guard;
			if (has_conjunct(ts, e->to.guard, guard)) /* the step always creates it */
				guard = term_true(ts);
			value = term_ite(ts, guard, term_add(ts, value, more), value);
		}
		if (!term_eq(value, var))
			shared[n++] = (struct new_value){k->part, value};
	}
	e->shared = shared;
	e->nshared = n;
}

bool counters_add(struct relation *r, struct counters *c) {
	find_befores(r, c);
	find_potentials(r, c);
	for (size_t i = 0; i < r->edge.n && c->at.n; i++)
		count_edge(r, c, &r->edge.at[i]);
	for (size_t i = 0; i < r->begin.n && c->at.n; i++)
		count_edge(r, c, &r->begin.at[i]);
	return c->at.n != 0;
}

void counters_mark(const struct relation *r, const struct counters *c, bool *symbolic) {
	for (size_t i = 0; i < r->place.n; i++)
		for (size_t k = 0; k < r->place.at[i].part.n && !r->place.at[i].tid; k++)
			symbolic[r->place.at[i].part.at[k]] |=
			    r->part.at[r->place.at[i].part.at[k]].kind == PART_REGISTER;
	for (size_t i = 0; i < c->at.n; i++) {
		symbolic[c->at.at[i].plus] = true;
		if (c->at.at[i].minus != NO_PART)
			symbolic[c->at.at[i].minus] = true;
	}
}

void counters_free(struct counters *c) {
	vec_free(&c->at);
}
