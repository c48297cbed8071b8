#include "symex/replay/trace/call_conflict.h"

#include <string.h>

#include "util/base/vec.h"

#define NO_RUN UINT32_MAX

struct call_conflict_outcomes {
	size_t n;
	struct call_conflict_outcome at[CALL_CONFLICT_MOST_OUTCOMES];
};

/* A state that was reached, with what the calls do there as far as it was asked for. */
struct visited_state {
	uint32_t state;
	uint32_t *run; /* by call: index into 'outcomes'; NO_RUN: not asked for */
};

struct conflict_search {
	const struct call_conflict_input *in;
	struct arena *arena;
	const bool *result, *before; /* what an order has to keep */
	VEC(struct visited_state) state;
	VEC(struct call_conflict_outcomes) outcomes;
	size_t runs;
	bool gave_up;
	bool *placed;
	/* tries */
	struct call_conflict *to;
	uint32_t *order;
	bool is_full;
};

static struct visited_state *state_of(struct conflict_search *s, uint32_t state) {
	for (size_t i = 0; i < s->state.n; i++)
		if (s->state.at[i].state == state)
			return &s->state.at[i];
	struct visited_state fresh = {state, arena_array(s->arena, uint32_t, s->in->n + 1)};
	for (uint32_t i = 0; i < s->in->n; i++)
		fresh.run[i] = NO_RUN;
	vec_push(&s->state, fresh);
	return &vec_last(&s->state);
}

/* Each run is made once.  The list may move: callers copy what they need. */
static struct call_conflict_outcomes run(struct conflict_search *s, uint32_t state, uint32_t call) {
	struct call_conflict_outcomes none = {0};
	uint32_t ix = state_of(s, state)->run[call];
	if (ix != NO_RUN)
		return s->outcomes.at[ix];
	if (s->gave_up || s->runs++ >= s->in->most_runs) {
		s->gave_up = true;
		return none;
	}
	struct call_conflict_outcomes made = {0};
	made.n = s->in->run(s->in->context, state, call, made.at);
	if (made.n > CALL_CONFLICT_MOST_OUTCOMES) {
		s->gave_up = true;
		return none;
	}
	state_of(s, state)->run[call] = (uint32_t)s->outcomes.n;
	vec_push(&s->outcomes, made);
	return made;
}

static bool may_come(const struct conflict_search *s, uint32_t call) {
	for (uint32_t i = 0; i < s->in->n; i++)
		if (s->before[i * s->in->n + call] && !s->placed[i])
			return false;
	return !s->placed[call];
}

static bool is_complete(const struct conflict_search *s) {
	for (uint32_t i = 0; i < s->in->n; i++)
		if (s->in->returned[i] && !s->placed[i])
			return false;
	return true;
}

/* Is there an order of the calls that are left? */
static bool has_order(struct conflict_search *s, uint32_t state) {
	if (is_complete(s))
		return true;
	for (uint32_t i = 0; i < s->in->n && !s->gave_up; i++) {
		if (!may_come(s, i))
			continue;
		struct call_conflict_outcomes o = run(s, state, i);
		bool found = false;
		s->placed[i] = true;
		for (size_t k = 0; k < o.n && !found; k++)
			found = (o.at[k].fits || !s->result[i]) && has_order(s, o.at[k].state);
		s->placed[i] = false;
		if (found)
			return true;
	}
	return false;
}

/* Not known counts as an order, so that nothing is claimed. */
static bool is_explained(struct conflict_search *s, const bool *result, const bool *before) {
	s->result = result;
	s->before = before;
	return has_order(s, s->in->start) || s->gave_up;
}

/* Forgets one after the other, as long as there is no order. */
static void forget(struct conflict_search *s, struct call_conflict *to, bool *what, size_t n) {
	for (size_t i = 0; i < n && !s->gave_up; i++) {
		if (!what[i])
			continue;
		what[i] = false;
		what[i] = is_explained(s, to->result, to->before);
	}
}

/* --- Orders that were tried. --- */

static const char *expected(struct conflict_search *s, const struct call_conflict_outcomes *o) {
	const char *text = NULL;
	for (size_t i = 0; i < o->n; i++)
		text = text ? arena_printf(s->arena, "%s or %s", text, o->at[i].result) : o->at[i].result;
	return text;
}

static void add_try(struct conflict_search *s, uint32_t n, const struct call_conflict_outcomes *o) {
	struct call_conflict *to = s->to;
	s->is_full = to->ntries == CALL_CONFLICT_MOST_TRIES;
	if (s->is_full)
		return;
	struct call_conflict_try *t = &to->try[to->ntries++];
	t->call = arena_copy(s->arena, s->order, n * sizeof *s->order);
	t->n = n;
	t->expected = expected(s, o);
}

/* Every order that goes on as long as results are right. */
static void try_orders(struct conflict_search *s, uint32_t state, uint32_t depth) {
	for (uint32_t i = 0; i < s->in->n && !s->gave_up && !s->is_full; i++) {
		if (!may_come(s, i))
			continue;
		struct call_conflict_outcomes o = run(s, state, i);
		bool fits = false;
		s->placed[i] = true;
		s->order[depth] = i;
		for (size_t k = 0; k < o.n && !s->gave_up; k++) {
			if (!o.at[k].fits)
				continue;
			fits = true;
			try_orders(s, o.at[k].state, depth + 1);
		}
		/* a call that has not returned need not come at all */
		if (!fits && s->in->returned[i] && !s->gave_up)
			add_try(s, depth + 1, &o);
		s->placed[i] = false;
	}
}

bool call_conflict_is(struct arena *arena, const struct call_conflict_input *in, const bool *result,
                      const bool *before) {
	struct conflict_search s = {.in = in, .arena = arena};
	s.placed = arena_array(arena, bool, in->n + 1);
	bool is_conflict = !is_explained(&s, result, before);
	vec_free(&s.state);
	vec_free(&s.outcomes);
	return is_conflict;
}

static void reduce(struct conflict_search *s, struct call_conflict *to) {
	size_t n = s->in->n;
	forget(s, to, to->result, n);
	forget(s, to, to->before, n * n);
	to->is_minimal = !s->gave_up;
}

void call_conflict_reduce(struct arena *arena, const struct call_conflict_input *in,
                          struct call_conflict *to) {
	struct conflict_search s = {.in = in, .arena = arena};
	s.placed = arena_array(arena, bool, in->n + 1);
	reduce(&s, to);
	vec_free(&s.state);
	vec_free(&s.outcomes);
}

bool call_conflict_find(struct arena *arena, const struct call_conflict_input *in,
                        struct call_conflict *to) {
	size_t n = in->n;
	struct conflict_search s = {.in = in, .arena = arena, .to = to};
	*to = (struct call_conflict){.result = arena_array(arena, bool, n + 1),
	                             .before = arena_array(arena, bool, n *n + 1)};
	s.placed = arena_array(arena, bool, n + 1);
	s.order = arena_array(arena, uint32_t, n + 1);
	memcpy(to->result, in->returned, n);
	memcpy(to->before, in->before, n * n);
	bool is_conflict = !is_explained(&s, to->result, to->before);
	if (is_conflict) {
		try_orders(&s, in->start, 0);
		to->are_all = !s.is_full && !s.gave_up;
		reduce(&s, to);
	}
	vec_free(&s.state);
	vec_free(&s.outcomes);
	return is_conflict;
}
