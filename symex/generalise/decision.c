#include "symex/generalise/decision.h"

#include <stdlib.h>

#include "symex/concrete/known.h"

void decisions_free(struct decisions *d) {
	vec_free(&d->at);
}

void decisions_copy(struct decisions *to, const struct decisions *from) {
	for (size_t i = 0; i < from->at.n; i++)
		vec_push(&to->at, from->at.at[i]);
}

bool decisions_find(const struct decisions *set, uint32_t location, bool *jumps) {
	for (size_t i = 0; i < set->at.n; i++)
		if (set->at.at[i].location == location) {
			*jumps = set->at.at[i].jumps;
			return true;
		}
	return false;
}

bool decisions_have(const struct decisions *set, struct decision d) {
	bool jumps;
	return decisions_find(set, d.location, &jumps) && jumps == d.jumps;
}

/* --- Of runs. --- */

static bool is_user(const struct run_decision *d) {
	return d->kind == DECISION_BRANCH && known_is_users(d->function, &d->function->ins.at[d->pc]);
}

void decisions_of_thread(const struct run_trace *t, uint32_t tid, struct decisions *out) {
	const struct run_thread *th = &t->thread.at[tid];
	for (size_t i = 0; i < th->decision.n; i++)
		if (is_user(&th->decision.at[i]))
			vec_push(&out->at,
			         ((struct decision){th->decision.at[i].location, th->decision.at[i].taken}));
}

struct timed {
	struct decision decision;
	uint64_t when;
};

static int by_time(const void *a, const void *b) {
	const struct timed *p = a, *q = b;
	return p->when < q->when ? -1 : p->when > q->when;
}

void decisions_of_run(const struct run_trace *t, struct decisions *out) {
	VEC(struct timed) all = {0};
	for (size_t i = 0; i < t->thread.n; i++)
		for (size_t k = 0; k < t->thread.at[i].decision.n; k++) {
			const struct run_decision *d = &t->thread.at[i].decision.at[k];
			if (is_user(d))
				vec_push(&all, ((struct timed){{d->location, d->taken}, d->when}));
		}
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_time);
	for (size_t i = 0; i < all.n; i++)
		vec_push(&out->at, all.at[i].decision);
	vec_free(&all);
}

/* --- Of formulas. --- */

static void add_way(struct terms *ts, struct map *ways, uint32_t location, term when) {
	uint64_t t;
	if (map_get(ways, location, &t))
		when = term_or(ts, (term){(uint32_t)t}, when);
	map_put(ways, location, when.ix);
}

void ways_find(struct ways *w, struct events *e) {
	struct terms *ts = e->x->ts;
	map_clear(&w->jumps);
	map_clear(&w->goes_on);
	for (size_t i = 0; i < e->branches.fork.n; i++) {
		const struct fork *f = &e->branches.fork.at[i];
		add_way(ts, &w->jumps, f->location, term_and(ts, f->guard, f->jumps));
		add_way(ts, &w->goes_on, f->location, term_and(ts, f->guard, term_not(ts, f->jumps)));
	}
}

void ways_free(struct ways *w) {
	map_free(&w->jumps);
	map_free(&w->goes_on);
}

term ways_condition(const struct ways *w, struct decision d) {
	uint64_t t;
	return map_get(d.jumps ? &w->jumps : &w->goes_on, d.location, &t) ? (term){(uint32_t)t}
	                                                                  : NO_TERM;
}
