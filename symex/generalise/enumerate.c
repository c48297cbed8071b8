#include "symex/generalise/enumerate.h"

#include <stdio.h>
#include <stdlib.h>

#include "symex/events/ask/events_ask.h"
#include "symex/events/events_search.h"
#include "symex/query/verdict.h"
#include "util/text/diag.h"

enum { MOST_SHRINKING = 24 }; /* queries to make a core smaller */

void enumeration_open(struct enumeration *p, struct unfolding *u) {
	*p = (struct enumeration){.u = u};
}

void enumeration_close(struct enumeration *p) {
	for (size_t i = 0; i < p->made.n; i++)
		decisions_free(&p->made.at[i]);
	for (size_t i = 0; i < p->nogood.n; i++)
		vec_free(&p->nogood.at[i].set.at);
	vec_free(&p->made);
	vec_free(&p->nogood);
	ways_free(&p->ways);
}

/* --- Decisions. --- */

static term happens(const struct enumeration *p, struct decision d) {
	term t = ways_condition(&p->ways, d);
	return t.ix ? t : term_false(p->u->x->ts);
}

void enumeration_begin(struct enumeration *p) {
	struct events *e = &p->u->e;
	struct terms *ts = e->x->ts;
	events_no_limit(e);
	ways_find(&p->ways, e);
	p->is_execution = term_true(ts);
	for (size_t i = 0; i < e->stop.n; i++)
		if (e->stop.at[i].by_assumption)
			p->is_execution = term_and(ts, p->is_execution, term_not(ts, e->stop.at[i].when));
	for (size_t i = 0; i < e->branches.fork.n; i++) {
		const struct fork *f = &e->branches.fork.at[i];
		p->mark = (uint32_t)map_hash((uint64_t)p->mark << 32 | f->location);
		p->mark = (uint32_t)map_hash((uint64_t)p->mark << 32 | e->node.at[f->node].loc.line);
	}
}

/* Which of its decisions are part of a path, only the complete unfolding tells. */
void enumeration_note(struct enumeration *p, const struct run_trace *t) {
	struct decisions made = {0};
	if (t->end == RUN_ASSUMES)
		return;
	decisions_of_run(t, &made);
	vec_push(&p->made, made);
}

static bool has_all(const struct decisions *set, const struct decisions *of) {
	for (size_t i = 0; i < of->at.n; i++)
		if (!decisions_have(set, of->at.at[i]))
			return false;
	return true;
}

/* --- Texts: "mark: 12+ 45-".  The mark says which unfolding the locations are of. --- */

/* false: the item is of another unfolding. */
static bool parse(const struct enumeration *p, const char *text, struct decisions *to) {
	char *rest;
	*to = (struct decisions){0};
	if (!*text)
		return true;
	if (strtoul(text, &rest, 16) != p->mark || *rest != ':')
		return false;
	for (const char *s = rest + 1; *s;) {
		char *end;
		struct decision d = {.location = (uint32_t)strtoul(s, &end, 10)};
		d.jumps = *end == '+';
		vec_push(&to->at, d);
		s = *end ? end + 1 : end;
	}
	return true;
}

static const char *print(const struct enumeration *p, struct arena *a,
                         const struct decisions *set) {
	enum { MARK = 10, NUMBER = 12 };
	char *text = arena_alloc(a, MARK + NUMBER * (set->at.n + 1)), *end = text;
	end += sprintf(end, "%08x:", p->mark);
	for (size_t i = 0; i < set->at.n; i++)
		end += sprintf(end, " %u%c", set->at.at[i].location, set->at.at[i].jumps ? '+' : '-');
	return text;
}

static int by_location(const void *a, const void *b) {
	const struct decision *p = a, *q = b;
	return p->location < q->location ? -1 : p->location > q->location;
}

/* --- Items. --- */

static bool is_excluded(const struct enumeration *p, const struct decisions *item) {
	for (size_t i = 0; i < p->nogood.n; i++)
		if (has_all(item, &p->nogood.at[i].set))
			return true;
	return false;
}

static enum answer ask(struct enumeration *p, const struct decisions *set) {
	VEC(term) assume = {0};
	for (size_t i = 0; i < set->at.n; i++)
		vec_push(&assume, happens(p, set->at.at[i]));
	vec_push(&assume, p->is_execution);
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
static struct decisions core_of(struct enumeration *p, const struct decisions *set) {
	struct decisions core = {0};
	struct terms *ts = p->u->x->ts;
	for (size_t i = 0; i < set->at.n; i++)
		if (term_is_false(ts, happens(p, set->at.at[i]))) {
			vec_push(&core.at, set->at.at[i]);
			return core;
		}
	for (size_t i = 0; i < set->at.n; i++) {
		term t = happens(p, set->at.at[i]);
		if (!term_is_true(ts, t) && events_in_core(&p->u->e, t))
			vec_push(&core.at, set->at.at[i]);
	}
	return core;
}

/* Leaves out decisions that the contradiction does not need. */
static void learn(struct enumeration *p, const struct decisions *item) {
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
static struct decisions path_of(const struct enumeration *p, const struct decisions *made) {
	struct decisions out = {0};
	for (size_t i = 0; i < made->at.n; i++)
		if (ways_condition(&p->ways, made->at.at[i]).ix)
			vec_push(&out.at, made->at.at[i]);
	return out;
}

/* A run that makes the decisions of the item: an earlier one, or a new one.  false: there is none.
 */
static bool find_run(struct enumeration *p, const struct decisions *item, struct decisions *path,
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
	struct decisions made = {0};
	decisions_of_run(t, &made);
	*path = path_of(p, &made);
	vec_free(&made.at);
	bool is_run = t->end != RUN_ASSUMES;
	run_trace_close(t);
	if (has_all(path, item) && is_run)
		return true;
	vec_free(&path->at);
	*failed = true;
	return false;
}

static void add_items(const struct enumeration *p, const struct decisions *item,
                      const struct decisions *path, const struct path_calls *calls,
                      struct arena *a) {
	struct decisions next = {0};
	decisions_copy(&next, item);
	for (size_t i = 0; i < path->at.n; i++) {
		struct decision d = path->at.at[i];
		if (decisions_have(item, d))
			continue;
		vec_push(&next.at, ((struct decision){d.location, !d.jumps}));
		calls->add(calls->context, print(p, a, &next));
		vec_last(&next.at).jumps = d.jumps;
	}
	vec_free(&next.at);
}

bool enumeration_work(struct enumeration *p, const char *text, const struct path_calls *calls) {
	struct decisions item, path = {0};
	bool failed;
	if (!parse(p, text, &item))
		return false;
	if (find_run(p, &item, &path, &failed)) {
		struct arena *a = arena_open();
		add_items(p, &item, &path, calls, a);
		if (path.at.n)
			qsort(path.at.at, path.at.n, sizeof *path.at.at, by_location);
		calls->found(calls->context, print(p, a, &path));
		arena_close(a);
		vec_free(&path.at);
	}
	vec_free(&item.at);
	return !failed;
}
