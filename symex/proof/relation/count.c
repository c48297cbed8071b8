#include "symex/proof/relation/count.h"

#include <string.h>

#include "symex/proof/relation/flow.h"
#include "symex/proof/relation/object.h"
#include "symex/proof/relation/part.h"

enum { MAX_WEIGHT = 3, UNWEIGHED = 127, MAX_TURNS = 5, ALL_TEMPLATES = UINT32_MAX };

static bool is_number(const struct relation *r, uint32_t part) {
	const struct part *p = &r->part.at[part];
	return p->kind == PART_CELL && !p->is_pointer && p->width <= 64 && part_is_used(r, part);
}

/* --- Potentials. --- */

struct potential_search {
	struct relation *r;
	struct ghost_counters *to;
	struct flows flows;
	struct weights *weight; /* by point */
	int8_t *start, *end;    /* by template: weights of its threads in the beginning, at the end */
	bool *failed;           /* by template */
};

/* What the counter is to follow. */
struct followed {
	uint32_t plus, minus;
	bool is_sum;
	uint32_t tid; /* only steps of this template; ALL_TEMPLATES: of all */
};

static void set(struct potential_search *f, uint32_t tid, int8_t *at, int weight) {
	f->failed[tid] |=
	    weight > MAX_WEIGHT || weight < -MAX_WEIGHT || (*at != UNWEIGHED && *at != weight);
	if (!f->failed[tid])
		*at = (int8_t)weight;
}

static uint32_t tid_of(const struct potential_search *f, uint32_t point) {
	return f->r->point.at[point].tid;
}

static void set_point(struct potential_search *f, uint32_t point, int weight) {
	if (point == NO_POINT)
		return;
	for (uint32_t i = 0; i < 1u << f->weight[point].nflags; i++)
		set(f, tid_of(f, point), &f->weight[point].at[i], weight);
}

/* What a step adds to what is followed, less what it gives to threads that it creates. */
static bool change_of(const struct potential_search *f, const struct followed *t,
                      const struct flag_flow *w, int *by) {
	const struct edge *e = &f->r->edge.at[w->edge];
	int minus = 0;
	*by = 0;
	if (t->tid == ALL_TEMPLATES || t->tid == tid_of(f, e->from)) {
		if (!flow_adds(&f->flows, w, t->plus, by) ||
		    (t->minus != NO_PART && !flow_adds(&f->flows, w, t->minus, &minus)))
			return false;
		*by += t->is_sum ? minus : -minus;
	}
	for (uint32_t i = 0; i < e->nspawned; i++)
		if (e->spawned[i].point != NO_POINT)
			*by -= f->start[tid_of(f, e->spawned[i].point)];
	return true;
}

/* A step that sets the variable, rather than adding to it, is followed only if nothing else leads
 * to where it does: the invariant may begin behind it. */
static bool weigh(struct potential_search *f, const struct followed *t, const struct flag_flow *w,
                  bool sets) {
	const struct edge *e = &f->r->edge.at[w->edge];
	int from = f->weight[e->from].at[w->from], by;
	uint32_t tid = tid_of(f, e->from);
	if (from == UNWEIGHED || f->failed[tid])
		return false;
	bool is_known = change_of(f, t, w, &by);
	int8_t *to = e->to.point == NO_POINT ? &f->end[tid] : &f->weight[e->to.point].at[w->to];
	bool is_new = *to == UNWEIGHED;
	if (is_known)
		set(f, tid, to, from + by);
	else if (sets && is_new && e->to.point != NO_POINT)
		set(f, tid, to, from);
	return is_new && *to != UNWEIGHED;
}

static void weigh_all(struct potential_search *f, const struct followed *t) {
	for (bool grew = true; grew;) {
		grew = false;
		for (size_t i = 0; i < f->flows.at.n; i++)
			grew |= weigh(f, t, &f->flows.at.at[i], false);
		for (size_t i = 0; i < f->flows.at.n && !grew; i++)
			grew = weigh(f, t, &f->flows.at.at[i], true);
	}
}

static void begin_weights(struct potential_search *f) {
	const struct relation *r = f->r;
	memset(f->failed, 0, r->template.n * sizeof *f->failed);
	memset(f->end, UNWEIGHED, r->template.n);
	for (size_t i = 0; i < r->point.n; i++)
		memset(f->weight[i].at, UNWEIGHED, sizeof f->weight[i].at);
	for (size_t i = 0; i < r->begin.n; i++)
		set_point(f, r->begin.at[i].to.point, f->start[0]);
	for (size_t i = 0; i < r->edge.n; i++)
		for (uint32_t k = 0; k < r->edge.at[i].nspawned; k++) {
			uint32_t point = r->edge.at[i].spawned[k].point;
			if (point != NO_POINT)
				set_point(f, point, f->start[tid_of(f, point)]);
		}
}

/* By how much the weights of a template are too large: threads end with weight 0.  One that is the
 * only one of its kind and does not end has no weight below 0. */
static int excess(const struct potential_search *f, uint32_t tid) {
	if (f->end[tid] != UNWEIGHED || f->r->template.at[tid].is_many)
		return f->end[tid] == UNWEIGHED ? 0 : f->end[tid];
	int least = UNWEIGHED;
	for (uint32_t i = 0; i < f->r->point.n; i++)
		for (uint32_t k = 0; k < 1u << f->weight[i].nflags && tid_of(f, i) == tid; k++)
			if (f->weight[i].at[k] < least)
				least = f->weight[i].at[k];
	return least == UNWEIGHED ? 0 : least;
}

/* Weights of a template may fit only when those of threads that it creates do. */
static bool find_weights(struct potential_search *f, const struct followed *t) {
	const struct relation *r = f->r;
	memset(f->start, 0, r->template.n);
	for (int turn = 0; turn < MAX_TURNS; turn++) {
		bool moved = false, failed = false;
		begin_weights(f);
		weigh_all(f, t);
		for (uint32_t tid = 0; tid < r->template.n; tid++) {
			int more = f->failed[tid] ? 0 : excess(f, tid);
			moved |= more != 0;
			failed |= f->failed[tid];
			f->start[tid] = (int8_t)(f->start[tid] - more);
			if (f->start[tid] > MAX_WEIGHT || f->start[tid] < -MAX_WEIGHT)
				return false;
		}
		if (!moved)
			return !failed;
	}
	return false;
}

/* --- Counters. --- */

static bool same_weights(const struct relation *r, const struct weights *a,
                         const struct weights *b) {
	for (size_t i = 0; i < r->point.n; i++)
		if (memcmp(a[i].at, b[i].at, 1u << a[i].nflags))
			return false;
	return true;
}

/* The counter with the weights that were found; MAX_COUNTERS: there are too many, or it counts only
 * threads that are the only ones of their kind.  If weights are below 0, it has the negative ones.
 */
static uint32_t add_counter(struct potential_search *f, bool *is_negative) {
	struct relation *r = f->r;
	bool below = false, above = false, counts = false;
	for (size_t i = 0; i < r->point.n; i++)
		for (uint32_t k = 0; k < 1u << MAX_FLAGS; k++) {
			int8_t *at = &f->weight[i].at[k];
			*at = *at == UNWEIGHED || k >= 1u << f->weight[i].nflags ? 0 : *at;
			below |= *at < 0;
			above |= *at > 0;
			counts |= *at != 0 && r->template.at[tid_of(f, (uint32_t)i)].is_many;
		}
	*is_negative = below && !above;
	for (size_t i = 0; i < r->point.n && *is_negative; i++)
		for (uint32_t k = 0; k < 1u << MAX_FLAGS; k++)
			f->weight[i].at[k] = (int8_t)-f->weight[i].at[k];
	if (!counts)
		return MAX_COUNTERS;
	for (uint32_t i = 0; i < f->to->at.n; i++)
		if (same_weights(r, f->to->at.at[i].weight, f->weight))
			return i;
	if (f->to->at.n == MAX_COUNTERS)
		return MAX_COUNTERS;
	struct ghost_counter n = {.is_natural = !below || !above};
	n.weight = arena_copy(r->x->pool.arena, f->weight, r->point.n * sizeof *f->weight);
	n.part = part_counter(r, (uint32_t)f->to->at.n, COUNTER_BITS);
	vec_push(&f->to->at, n);
	return (uint32_t)f->to->at.n - 1;
}

static void add_follower(struct potential_search *f, struct counter_follower w) {
	for (size_t i = 0; i < f->to->follower.n; i++) {
		const struct counter_follower *o = &f->to->follower.at[i];
		if (o->counter == w.counter && o->plus == w.plus && o->minus == w.minus &&
		    o->is_sum == w.is_sum && o->is_potential == w.is_potential)
			return;
	}
	if (f->to->follower.n < MAX_FOLLOWERS)
		vec_push(&f->to->follower, w);
}

/* The value that a shared part has in the beginning; 0 if it is not constant. */
static int64_t first_value(const struct relation *r, uint32_t part) {
	uint64_t value = 0;
	for (size_t i = 0; i < r->begin.n; i++)
		for (uint32_t k = 0; k < r->begin.at[i].nshared; k++)
			if (r->begin.at[i].shared[k].part == part)
				term_get_u64(r->x->ts, r->begin.at[i].shared[k].value, &value);
	return (int64_t)value;
}

static void find_potential(struct potential_search *f, struct followed t) {
	bool is_negative;
	if (!find_weights(f, &t))
		return;
	uint32_t counter = add_counter(f, &is_negative);
	if (counter == MAX_COUNTERS)
		return;
	struct counter_follower w = {.counter = counter,
	                             .is_potential = true,
	                             .plus = t.plus,
	                             .minus = t.minus,
	                             .is_sum = t.is_sum,
	                             .is_falling = is_negative,
	                             .first = first_value(f->r, t.plus)};
	if (t.minus != NO_PART)
		w.first += t.is_sum ? first_value(f->r, t.minus) : -first_value(f->r, t.minus);
	add_follower(f, w);
}

/* Single variables, then pairs of them. */
static void find_potentials(struct potential_search *f) {
	const struct relation *r = f->r;
	size_t n = r->part.n;
	bool *is_target = mem_alloc(n + 1);
	for (uint32_t i = 0; i < n; i++)
		is_target[i] = is_number(r, i) && flows_count_in(&f->flows, i);
	for (uint32_t i = 0; i < n; i++)
		if (is_target[i])
			find_potential(f, (struct followed){i, NO_PART, false, ALL_TEMPLATES});
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t tid = 0; tid < r->template.n && is_target[i]; tid++)
			if (r->template.at[tid].is_many)
				find_potential(f, (struct followed){i, NO_PART, false, tid});
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < i; k++)
			for (int sum = 0; sum < 2; sum++)
				if (is_target[i] && is_target[k] && r->part.at[i].width == r->part.at[k].width)
					find_potential(f, (struct followed){i, k, sum, ALL_TEMPLATES});
	mem_free(is_target);
}

/* --- Threads before a step. --- */

static bool find_before(struct potential_search *f, const struct edge *e) {
	const struct relation *r = f->r;
	for (size_t i = 0; i < r->point.n; i++)
		memset(f->weight[i].at, 0, sizeof f->weight[i].at);
	memset(f->weight[e->from].at, 1, sizeof f->weight[e->from].at);
	for (bool grew = true; grew;) {
		grew = false;
		for (size_t i = 0; i < r->edge.n; i++) {
			const struct edge *before = &r->edge.at[i];
			if (before->to.point == NO_POINT || !f->weight[before->to.point].at[0] ||
			    f->weight[before->from].at[0])
				continue;
			memset(f->weight[before->from].at, 1, sizeof f->weight[0].at);
			grew = true;
		}
	}
	/* The step itself must leave the points before it. */
	return e->to.point == NO_POINT || !f->weight[e->to.point].at[0];
}

static void find_befores(struct potential_search *f) {
	struct relation *r = f->r;
	for (size_t i = 0; i < r->edge.n; i++) {
		const struct edge *e = &r->edge.at[i];
		bool is_negative;
		if (!r->template.at[tid_of(f, e->from)].is_many || !flow_is_live(&f->flows, (uint32_t)i))
			continue;
		for (uint32_t k = 0; k < e->nshared; k++) {
			uint32_t part = e->shared[k].part;
			if (!is_number(r, part) || term_kind(r->x->ts, e->shared[k].value) != TERM_ADD ||
			    !find_before(f, e))
				continue;
			uint32_t counter = add_counter(f, &is_negative);
			if (counter != MAX_COUNTERS)
				add_follower(f, (struct counter_follower){
				                    .counter = counter, .plus = part, .minus = NO_PART});
		}
	}
}

/* --- Counters in the relation. --- */

/* The weight at the point, where flags have the values that 'own' gives; NULL: their variables. */
static term weight_term(const struct relation *r, const struct weights *w, const struct arrival *a,
                        uint32_t flag, uint32_t values) {
	struct terms *ts = r->x->ts;
	if (flag == w->nflags)
		return term_i64(ts, COUNTER_BITS, w->at[values]);
	const struct part *p = &r->part.at[w->flag[flag]];
	term is = p->var[1];
	for (uint32_t i = 0; a && i < a->nown; i++)
		if (a->own[i].part == w->flag[flag])
			is = a->own[i].value;
	return term_ite(ts, term_equal(ts, is, term_u64(ts, p->width, 0)),
	                weight_term(r, w, a, flag + 1, values),
	                weight_term(r, w, a, flag + 1, values | 1u << flag));
}

/* The weight of thread 1 at a point, as a term over its flags. */
static term weight_at(const struct relation *r, const struct ghost_counter *c, uint32_t point) {
	return weight_term(r, &c->weight[point], NULL, 0, 0);
}

static term weight_after(const struct relation *r, const struct ghost_counter *c,
                         const struct arrival *a) {
	if (a->point == NO_POINT)
		return term_i64(r->x->ts, COUNTER_BITS, 0);
	return weight_term(r, &c->weight[a->point], a, 0, 0);
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

static term value_after(const struct relation *r, const struct ghost_counter *c,
                        const struct edge *e) {
	struct terms *ts = r->x->ts;
	term value = weight_after(r, c, &e->to);
	if (e->from != NO_POINT)
		value =
		    term_add(ts, r->part.at[c->part].var[0], term_sub(ts, value, weight_at(r, c, e->from)));
	for (uint32_t s = 0; s < e->nspawned; s++) {
		term guard = e->spawned[s].guard;
		if (has_conjunct(ts, e->to.guard, guard)) /* the step always creates it */
			guard = term_true(ts);
		term more = weight_after(r, c, &e->spawned[s]);
		value = term_ite(ts, guard, term_add(ts, value, more), value);
	}
	return value;
}

static void count_edge(struct relation *r, const struct ghost_counters *c, size_t first,
                       struct edge *e) {
	struct new_value *shared =
	    arena_array(r->x->pool.arena, struct new_value, e->nshared + c->at.n + 1);
	uint32_t n = e->nshared;
	memcpy(shared, e->shared, n * sizeof *shared);
	for (size_t i = first; i < c->at.n; i++) {
		term value = value_after(r, &c->at.at[i], e);
		if (!term_eq(value, r->part.at[c->at.at[i].part].var[0]))
			shared[n++] = (struct new_value){c->at.at[i].part, value};
	}
	e->shared = shared;
	e->nshared = n;
}

/* Adds the counters that 'find' finds to the edges. */
static bool add_counters(struct relation *r, struct ghost_counters *c,
                         void (*find)(struct potential_search *)) {
	struct potential_search f = {.r = r, .to = c};
	size_t first = c->at.n, before = c->follower.n;
	flows_open(&f.flows, r);
	f.weight = mem_alloc((r->point.n + 1) * sizeof *f.weight);
	memcpy(f.weight, f.flows.flag, r->point.n * sizeof *f.weight);
	f.start = mem_alloc(r->template.n + 1);
	f.end = mem_alloc(r->template.n + 1);
	f.failed = mem_alloc(r->template.n + 1);
	find(&f);
	for (size_t i = 0; i < r->edge.n && c->at.n > first; i++)
		count_edge(r, c, first, &r->edge.at[i]);
	for (size_t i = 0; i < r->begin.n && c->at.n > first; i++)
		count_edge(r, c, first, &r->begin.at[i]);
	flows_close(&f.flows);
	mem_free(f.weight);
	mem_free(f.start);
	mem_free(f.end);
	mem_free(f.failed);
	return c->follower.n != before;
}

bool counters_add(struct relation *r, struct ghost_counters *c) {
	return add_counters(r, c, find_potentials);
}

bool counters_add_before(struct relation *r, struct ghost_counters *c) {
	return add_counters(r, c, find_befores);
}

void counters_mark(const struct relation *r, const struct ghost_counters *c, bool *symbolic) {
	for (size_t i = 0; i < r->point.n; i++)
		for (size_t k = 0; k < r->point.at[i].part.n && !r->point.at[i].tid; k++)
			symbolic[r->point.at[i].part.at[k]] |=
			    r->part.at[r->point.at[i].part.at[k]].kind == PART_REGISTER;
	for (size_t i = 0; i < c->follower.n; i++) {
		symbolic[c->follower.at[i].plus] = true;
		if (c->follower.at[i].minus != NO_PART)
			symbolic[c->follower.at[i].minus] = true;
	}
}

void counters_free(struct ghost_counters *c) {
	vec_free(&c->at);
	vec_free(&c->follower);
}
