#include "symex/runs/paths.h"

#include <stdlib.h>

#include "symex/query/verdict.h"
#include "util/diag.h"

enum { MOST_SHRINKING = 24 }; /* queries to make a core smaller */

void enumeration_open(struct paths *p, struct unfolding *u) {
	*p = (struct paths){.u = u};
}

void enumeration_close(struct paths *p) {
	for (size_t i = 0; i < p->made.n; i++)
		vec_free(&p->made.at[i].at);
	for (size_t i = 0; i < p->nogood.n; i++)
		vec_free(&p->nogood.at[i].set.at);
	vec_free(&p->made);
	vec_free(&p->nogood);
	map_free(&p->jumps);
	map_free(&p->goes_on);
}

/* --- Decisions. --- */

static term happens(const struct paths *p, struct decision d) {
	uint64_t t;
	bool known = map_get(d.jumps ? &p->jumps : &p->goes_on, d.location, &t);
	return known ? (term){(uint32_t)t} : term_false(p->u->x->ts);
}

static void add_way(struct paths *p, struct map *ways, uint32_t location, term when) {
	struct terms *ts = p->u->x->ts;
	uint64_t t;
	if (map_get(ways, location, &t))
		when = term_or(ts, (term){(uint32_t)t}, when);
	map_put(ways, location, when.ix);
}

void enumeration_begin(struct paths *p) {
	const struct events *e = &p->u->e;
	struct terms *ts = p->u->x->ts;
	for (size_t i = 0; i < e->fork.n; i++) {
		const struct fork *f = &e->fork.at[i];
		add_way(p, &p->jumps, f->location, term_and(ts, f->guard, f->jumps));
		add_way(p, &p->goes_on, f->location, term_and(ts, f->guard, term_not(ts, f->jumps)));
	}
}

struct timed {
	struct decision decision;
	uint64_t when;
};

static int by_time(const void *a, const void *b) {
	const struct timed *p = a, *q = b;
	return p->when < q->when ? -1 : p->when > q->when;
}

/* All decisions of a run at locations, in order; those that are none of a path are left out later,
 * since only the complete unfolding tells. */
static struct decisions decisions_of(const struct run_trace *t) {
	VEC(struct timed) all = {0};
	for (size_t i = 0; i < t->thread.n; i++)
		for (size_t k = 0; k < t->thread.at[i].decision.n; k++) {
			const struct run_decision *d = &t->thread.at[i].decision.at[k];
			if (d->kind == DECISION_BRANCH && !d->function->is_model)
				vec_push(&all, ((struct timed){{d->location, d->taken}, d->when}));
		}
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_time);
	struct decisions out = {0};
	for (size_t i = 0; i < all.n; i++)
		vec_push(&out.at, all.at[i].decision);
	vec_free(&all);
	return out;
}

void enumeration_note(struct paths *p, const struct run_trace *t) {
	if (t->end != RUN_ASSUMES)
		vec_push(&p->made, decisions_of(t));
}

static bool has(const struct decisions *set, struct decision d) {
	for (size_t i = 0; i < set->at.n; i++)
		if (set->at.at[i].location == d.location)
			return set->at.at[i].jumps == d.jumps;
	return false;
}

static bool has_all(const struct decisions *set, const struct decisions *of) {
	for (size_t i = 0; i < of->at.n; i++)
		if (!has(set, of->at.at[i]))
			return false;
	return true;
}

/* --- Texts: "12+ 45-". --- */

static struct decisions parse(const char *text) {
	struct decisions out = {0};
	for (const char *s = text; *s;) {
		char *end;
		struct decision d = {.location = (uint32_t)strtoul(s, &end, 10)};
		d.jumps = *end == '+';
		vec_push(&out.at, d);
		s = *end ? end + 1 : end;
		s += *s == ' ';
	}
	return out;
}

static const char *print(struct arena *a, const struct decisions *set) {
	const char *text = "";
	for (size_t i = 0; i < set->at.n; i++)
		text = arena_printf(a, "%s%s%u%c", text, *text ? " " : "", set->at.at[i].location,
		                    set->at.at[i].jumps ? '+' : '-');
	return text;
}

static int by_location(const void *a, const void *b) {
	const struct decision *p = a, *q = b;
	return p->location < q->location ? -1 : p->location > q->location;
}

/* --- Items. --- */

static bool is_excluded(const struct paths *p, const struct decisions *item) {
	for (size_t i = 0; i < p->nogood.n; i++)
		if (has_all(item, &p->nogood.at[i].set))
			return true;
	return false;
}

static enum answer ask(struct paths *p, const struct decisions *set) {
	VEC(term) assume = {0};
	for (size_t i = 0; i < set->at.n; i++)
		vec_push(&assume, happens(p, set->at.at[i]));
	enum answer a = ANSWER_SAT;
	for (size_t i = 0; i < assume.n; i++)
		if (term_is_false(p->u->x->ts, assume.at[i]))
			a = ANSWER_UNSAT;
	if (a == ANSWER_SAT)
		a = events_ask(&p->u->e, assume.at, assume.n);
	vec_free(&assume);
	return a;
}

/* The decisions of the last query that contradict each other. */
static struct decisions core_of(struct paths *p, const struct decisions *set) {
	struct decisions core = {0};
	struct terms *ts = p->u->x->ts;
	for (size_t i = 0; i < set->at.n; i++)
		if (term_is_false(ts, happens(p, set->at.at[i]))) {
			vec_push(&core.at, set->at.at[i]);
			return core;
		}
	for (size_t i = 0; i < set->at.n; i++) {
		term t = happens(p, set->at.at[i]);
		if (!term_is_true(ts, t) && order_in_core(p->u->e.order, t))
			vec_push(&core.at, set->at.at[i]);
	}
	return core;
}

/* Leaves out decisions that the contradiction does not need. */
static void learn(struct paths *p, const struct decisions *item) {
	struct decisions core = core_of(p, item);
	for (size_t i = 0, n = 0; i < core.at.n && core.at.n > 1 && n < MOST_SHRINKING; n++) {
		struct decisions less = {0};
		for (size_t k = 0; k < core.at.n; k++)
			if (k != i)
				vec_push(&less.at, core.at.at[k]);
		if (ask(p, &less) == ANSWER_UNSAT) {
			struct decisions smaller = core_of(p, &less);
			vec_free(&core.at);
			core = smaller;
			i = 0;
		} else {
			i++;
		}
		vec_free(&less.at);
	}
	vec_push(&p->nogood, (struct nogood){core});
}

/* The decisions of a run that are part of its path. */
static struct decisions path_of(const struct paths *p, const struct decisions *made) {
	struct decisions out = {0};
	uint64_t t;
	for (size_t i = 0; i < made->at.n; i++)
		if (map_get(&p->jumps, made->at.at[i].location, &t))
			vec_push(&out.at, made->at.at[i]);
	return out;
}

/* A run that makes the decisions of the item: an earlier one, or a new one.  false: there is none.
 */
static bool find_run(struct paths *p, const struct decisions *item, struct decisions *path,
                     bool *failed) {
	*failed = false;
	for (size_t i = 0; i < p->made.n; i++)
		if (has_all(&p->made.at[i], item)) {
			*path = path_of(p, &p->made.at[i]);
			return true;
		}
	if (is_excluded(p, item))
		return false;
	enum answer a = ask(p, item);
	if (a == ANSWER_UNSAT)
		learn(p, item);
	*failed = a == ANSWER_UNKNOWN;
	if (a != ANSWER_SAT)
		return false;
	struct run_trace *t = run_trace_open();
	unfold_run(p->u, events_model(&p->u->e), NULL, t);
	struct decisions made = decisions_of(t);
	*path = path_of(p, &made);
	vec_free(&made.at);
	run_trace_close(t);
	if (has_all(path, item))
		return true;
	vec_free(&path->at);
	result_gap(p->u->x->result, GAP_REPLAY, NO_LOC, "no run makes the decisions of a model");
	*failed = true;
	return false;
}

static void add_items(const struct decisions *item, const struct decisions *path,
                      const struct path_calls *calls, struct arena *a) {
	struct decisions next = {0};
	for (size_t i = 0; i < item->at.n; i++)
		vec_push(&next.at, item->at.at[i]);
	for (size_t i = 0; i < path->at.n; i++) {
		struct decision d = path->at.at[i];
		if (has(item, d))
			continue;
		vec_push(&next.at, ((struct decision){d.location, !d.jumps}));
		calls->add(calls->context, print(a, &next));
		vec_last(&next.at).jumps = d.jumps;
	}
	vec_free(&next.at);
}

bool enumeration_work(struct paths *p, const char *text, const struct path_calls *calls) {
	struct decisions item = parse(text), path = {0};
	bool failed;
	if (find_run(p, &item, &path, &failed)) {
		struct arena *a = arena_open();
		add_items(&item, &path, calls, a);
		if (path.at.n)
			qsort(path.at.at, path.at.n, sizeof *path.at.at, by_location);
		calls->found(calls->context, print(a, &path));
		arena_close(a);
		vec_free(&path.at);
	}
	vec_free(&item.at);
	return !failed;
}
