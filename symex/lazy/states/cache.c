#include "symex/lazy/states/cache.h"

#include "util/base/map.h"
#include "util/base/vec.h"

struct cache {
	struct map first; /* state -> its first visit */
	VEC(struct visit) visit;
	uint32_t free; /* list of removed visits, for reuse */
	uint32_t iteration;
	uint64_t others; /* iterations that will come again */
	const struct canon *canon;
};

struct cache *cache_open(const struct canon *canon) {
	struct cache *c = mem_alloc(sizeof *c);
	c->canon = canon;
	c->iteration = 1;
	vec_push(&c->visit, (struct visit){0}); /* visit 0 is none */
	return c;
}

void cache_close(struct cache *c) {
	if (!c)
		return;
	map_free(&c->first);
	vec_free(&c->visit);
	mem_free(c);
}

size_t cache_bytes(const struct cache *c) {
	return c->first.cap * sizeof *c->first.at + c->visit.cap * sizeof *c->visit.at;
}

size_t cache_states(const struct cache *c) {
	return c->first.n;
}

static bool covers(const struct visit *v, const struct budget *b, uint64_t sleep_set) {
	return v->budget.context >= b->context && v->budget.preemption >= b->preemption &&
	       v->budget.decision >= b->decision && !(v->sleep_set & ~sleep_set);
}

/* How the loop counters of a later state differ from those of a visit to the same state. */
struct difference {
	bool any, by_user; /* of any loop, of one that the user bounds */
	uint32_t more;     /* the most by which one of those is greater */
};

static void compare_thread(const struct cache *c, uint32_t visited, uint32_t later,
                           struct difference *d) {
	const struct loop_iterations *p =
	    (const struct loop_iterations *)(canon_tuple_at(c->canon, visited) + 1);
	const uint32_t *list = canon_tuple_at(c->canon, later);
	const struct loop_iterations *q = (const struct loop_iterations *)(list + 1);
	for (uint32_t i = 0; i < list[0]; i++) {
		if (p[i].iterations == q[i].iterations)
			continue;
		d->any = true;
		d->by_user |= p[i].by_user;
		if (p[i].by_user && q[i].iterations > p[i].iterations &&
		    q[i].iterations - p[i].iterations > d->more)
			d->more = q[i].iterations - p[i].iterations;
	}
}

static struct difference compare(const struct cache *c, uint32_t visited, uint32_t later) {
	struct difference d = {0};
	if (visited == later)
		return d;
	const uint32_t *p = canon_tuple_at(c->canon, visited), *q = canon_tuple_at(c->canon, later);
	for (uint32_t i = 1; i <= q[0]; i++)
		if (p[i] != q[i])
			compare_thread(c, p[i], q[i], &d);
	return d;
}

/* Whether a loop is cut below an unfinished visit is not known yet.  It counts nevertheless: if one
 * is cut, another iteration of deepening follows; but not if the user bounds the loop. */
static bool counts(const struct cache *c, const struct visit *v, uint32_t iterations) {
	struct difference d = compare(c, v->iterations, iterations);
	if (d.by_user && (!v->finished || d.more >= ~v->used_up))
		return false;
	if (d.any && v->finished && v->too_short)
		return false;
	return !v->iteration || v->iteration == c->iteration;
}

uint32_t cache_used_up(const struct cache *c, const struct visit *v, uint32_t iterations) {
	return v->used_up ? v->used_up + compare(c, v->iterations, iterations).more : 0;
}

uint32_t cache_find(const struct cache *c, uint32_t state, struct budget b, uint64_t sleep_set,
                    uint32_t iterations) {
	uint64_t first;
	uint32_t found = 0;
	if (!map_get(&c->first, state, &first))
		return 0;
	for (uint32_t i = (uint32_t)first; i; i = c->visit.at[i].next) {
		const struct visit *v = &c->visit.at[i];
		if (!covers(v, &b, sleep_set) || !counts(c, v, iterations))
			continue;
		found = i;
		if (v->finished && !v->cut && !v->too_short)
			break; /* no other is more informative */
	}
	return found;
}

static bool is_past(const struct cache *c, const struct visit *v) {
	return v->iteration && v->iteration != c->iteration &&
	       (v->iteration > 63 || !(c->others >> v->iteration & 1));
}

/* Removes the finished visits that the new one covers, and those of iterations that are over.  One
 * that counts only in another iteration is not covered. */
static uint32_t drop_covered(struct cache *c, uint32_t first, struct budget b, uint64_t sleep_set,
                             uint32_t iterations) {
	uint32_t kept = 0;
	for (uint32_t i = first, next; i; i = next) {
		struct visit *v = &c->visit.at[i];
		struct visit new = {.budget = b, .sleep_set = sleep_set};
		next = v->next;
		bool is_here = !v->iteration || v->iteration == c->iteration;
		bool same =
		    is_here && v->iterations == iterations && covers(&new, &v->budget, v->sleep_set);
		bool drop = v->finished && (is_past(c, v) || same);
		uint32_t *list = drop ? &c->free : &kept;
		v->next = *list;
		*list = i;
	}
	return kept;
}

struct visit cache_begin(const struct cache *c, struct budget b, uint64_t sleep_set,
                         uint32_t iterations, uint32_t depth) {
	return (struct visit){.budget = b,
	                      .sleep_set = sleep_set,
	                      .depth = depth,
	                      .iteration = c->iteration,
	                      .iterations = iterations,
	                      .wp = UINT32_MAX};
}

uint32_t cache_add(struct cache *c, uint32_t state, const struct visit *v) {
	uint64_t first = 0;
	map_get(&c->first, state, &first);
	uint32_t rest = drop_covered(c, (uint32_t)first, v->budget, v->sleep_set, v->iterations);
	uint32_t at = c->free;
	if (at)
		c->free = c->visit.at[at].next;
	else
		vec_push(&c->visit, (struct visit){0}), at = (uint32_t)c->visit.n - 1;
	c->visit.at[at] = *v;
	c->visit.at[at].next = rest;
	map_put(&c->first, state, at);
	return at;
}

bool cache_covers(const struct cache *c, const struct visit *v, const struct visit *later) {
	return covers(v, &later->budget, later->sleep_set) && counts(c, v, later->iterations);
}

void cache_set_wp(struct cache *c, uint32_t visit, uint32_t wp) {
	c->visit.at[visit].wp = wp;
}

void cache_finish(struct cache *c, uint32_t visit, uint32_t summary, bool cut, bool too_short,
                  uint32_t used_up) {
	visit_finish(&c->visit.at[visit], summary, cut, too_short, used_up);
}

void visit_finish(struct visit *v, uint32_t summary, bool cut, bool too_short, uint32_t used_up) {
	v->used_up = used_up;
	v->summary = summary;
	v->finished = true;
	v->cut = cut;
	v->too_short = too_short;
	if (!cut)
		v->budget = (struct budget){UINT32_MAX, UINT32_MAX, UINT32_MAX};
	if (!too_short)
		v->iteration = 0;
}

void cache_abandon(struct cache *c, uint32_t state, uint32_t visit) {
	uint64_t first = 0;
	map_get(&c->first, state, &first);
	uint32_t next = c->visit.at[visit].next;
	if (first == visit) {
		map_put(&c->first, state, next);
	} else {
		uint32_t i = (uint32_t)first;
		while (c->visit.at[i].next != visit)
			i = c->visit.at[i].next;
		c->visit.at[i].next = next;
	}
	c->visit.at[visit].next = c->free;
	c->free = visit;
}

void cache_forget(struct cache *c) {
	map_clear(&c->first);
	c->visit.n = 1;
	c->free = 0;
}

void cache_forget_summary(struct cache *c, uint32_t summary) {
	for (size_t i = 0; i < c->first.cap; i++) {
		uint32_t kept = 0, next = 0;
		for (uint32_t v = c->first.at[i].used ? (uint32_t)c->first.at[i].value : 0; v; v = next) {
			struct visit *at = &c->visit.at[v];
			next = at->next;
			uint32_t *list = at->finished && at->summary == summary ? &c->free : &kept;
			at->next = *list;
			*list = v;
		}
		if (c->first.at[i].used)
			c->first.at[i].value = kept;
	}
}

void cache_begin_iteration(struct cache *c, uint32_t iteration, uint64_t others) {
	c->iteration = iteration;
	c->others = others;
}

const struct visit *cache_at(const struct cache *c, uint32_t visit) {
	return &c->visit.at[visit];
}
