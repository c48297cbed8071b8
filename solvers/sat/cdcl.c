#include "solvers/sat/cdcl_core.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_INTERVAL = 100000, LOOK_CONFLICT = 500 }; /* ticks between calls of 'stop' */

struct cdcl *cdcl_open(void) {
	struct cdcl *s = mem_alloc(sizeof *s);
	s->increment = 1;
	s->mode_limit = CDCL_MODE_UNIT;
	s->reduce_limit = CDCL_REDUCE_UNIT;
	return s;
}

void cdcl_close(struct cdcl *s) {
	if (!s)
		return;
	for (size_t i = 0; i < s->watch.n; i++)
		vec_free(&s->watch.at[i]);
	vec_free(&s->value);
	vec_free(&s->watch);
	vec_free(&s->failed);
	vec_free(&s->variable);
	vec_free(&s->phase);
	vec_free(&s->preferred);
	vec_free(&s->mark);
	vec_free(&s->activity);
	vec_free(&s->heap_at);
	vec_free(&s->arena);
	vec_free(&s->trail);
	vec_free(&s->level);
	vec_free(&s->heap);
	vec_free(&s->input);
	vec_free(&s->outer);
	vec_free(&s->assumption);
	vec_free(&s->conflict);
	vec_free(&s->learnt);
	vec_free(&s->seen);
	vec_free(&s->stamp);
	vec_free(&s->earliest);
	vec_free(&s->observed);
	vec_free(&s->told);
	vec_free(&s->lemma);
	vec_free(&s->explanation);
	mem_free(s);
}

void cdcl_set_stop(struct cdcl *s, void *context, int (*stop)(void *)) {
	s->stop = stop;
	s->stop_context = context;
}

void cdcl_set_proof(struct cdcl *s, void *context,
                    void (*step)(void *, enum cdcl_step, const int *, size_t)) {
	s->proof = step;
	s->proof_context = context;
}

size_t cdcl_bytes(const struct cdcl *s) {
	size_t by_literal = sizeof *s->value.at + sizeof *s->watch.at + sizeof *s->failed.at;
	size_t by_variable = sizeof *s->variable.at + sizeof *s->phase.at + sizeof *s->mark.at +
	                     sizeof *s->activity.at + sizeof *s->heap_at.at + sizeof *s->heap.at +
	                     sizeof *s->trail.at;
	return sizeof *s + s->value.cap * by_literal + s->variable.cap * by_variable +
	       s->arena.cap * sizeof *s->arena.at + s->watch_bytes;
}

const struct cdcl_stats *cdcl_stats(const struct cdcl *s) {
	return &s->stats;
}

void cdcl_prove(struct cdcl *s, enum cdcl_step step, const cdcl_lit *at, size_t n) {
	if (!s->proof)
		return;
	s->outer.n = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(&s->outer, cdcl_outer(at[i]));
	s->proof(s->proof_context, step, s->outer.at, n);
}

void cdcl_contradiction(struct cdcl *s) {
	if (!s->unsat)
		cdcl_prove(s, CDCL_STEP_LEARNT, NULL, 0);
	s->unsat = true;
}

static void add_variable(struct cdcl *s) {
	uint32_t v = (uint32_t)s->variable.n;
	for (int i = 0; i < 2; i++) {
		vec_push(&s->value, 0);
		vec_push(&s->watch, (struct cdcl_watches){0});
		vec_push(&s->failed, 0);
	}
	vec_push(&s->variable, (struct cdcl_variable){0});
	vec_push(&s->phase, -1); /* free choices become zeros: inputs should be small */
	vec_push(&s->mark, 0);
	vec_push(&s->observed, 0);
	vec_push(&s->activity, 0);
	vec_push(&s->heap_at, 0);
	vec_reserve(&s->trail, s->variable.n);
	if (v) {
		s->nvars = v;
		cdcl_heap_insert(s, v);
	}
}

cdcl_lit cdcl_known(struct cdcl *s, int literal) {
	int v = literal < 0 ? -literal : literal;
	if (v > CDCL_MAX_VARIABLE) {
		s->full = true;
		return 0;
	}
	while (s->variable.n <= (size_t)v)
		add_variable(s);
	return cdcl_inner(literal);
}

void cdcl_backtrack(struct cdcl *s, uint32_t level) {
	if (cdcl_level(s) <= level)
		return;
	size_t keep = s->level.at[level];
	for (size_t i = s->trail.n; i-- > keep;) {
		cdcl_lit a = s->trail.at[i];
		s->value.at[a] = s->value.at[a ^ 1] = 0;
		s->phase.at[a >> 1] = a & 1 ? -1 : 1;
		cdcl_heap_insert(s, a >> 1);
	}
	s->trail.n = keep;
	s->level.n = level;
	s->next_preferred = 0;
	if (s->head > keep)
		s->head = keep;
	if (s->theory)
		cdcl_theory_backtrack(s, keep);
}

static int compare(const void *a, const void *b) {
	const cdcl_lit *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* Without literals that are twice there or false; false if the clause always holds. */
static bool tidy_input(struct cdcl *s) {
	size_t kept = 0;
	cdcl_lit before = 0;
	if (s->input.n)
		qsort(s->input.at, s->input.n, sizeof *s->input.at, compare);
	for (size_t i = 0; i < s->input.n; i++) {
		cdcl_lit a = s->input.at[i];
		if (s->value.at[a] > 0 || (before && a == (before ^ 1)))
			return false;
		if (s->value.at[a] < 0 || a == before)
			continue;
		s->input.at[kept++] = before = a;
	}
	s->input.n = kept;
	return true;
}

static void add_input(struct cdcl *s) {
	size_t n = s->input.n;
	cdcl_prove(s, CDCL_STEP_INPUT, s->input.at, n);
	if (!tidy_input(s))
		return;
	if (s->input.n < n)
		cdcl_prove(s, CDCL_STEP_LEARNT, s->input.at, s->input.n);
	if (!s->input.n)
		cdcl_contradiction(s);
	else if (s->input.n == 1)
		cdcl_assign(s, s->input.at[0], CDCL_NO_REASON);
	else
		cdcl_attach(s, s->input.at, s->input.n, 0, 0);
}

void cdcl_add(struct cdcl *s, int literal) {
	cdcl_backtrack(s, 0);
	if (literal) {
		vec_push(&s->input, cdcl_known(s, literal));
		return;
	}
	if (!s->unsat && !s->full)
		add_input(s);
	s->input.n = 0;
}

/* Assumptions are kept after a solve, so that it can be asked which of them failed. */
void cdcl_assume(struct cdcl *s, int literal) {
	cdcl_backtrack(s, 0);
	if (s->asked)
		s->assumption.n = 0;
	s->asked = false;
	vec_push(&s->assumption, cdcl_known(s, literal));
}

int cdcl_value(const struct cdcl *s, int variable) {
	return (size_t)variable < s->variable.n ? s->value.at[2 * (uint32_t)variable] : 0;
}

bool cdcl_failed(const struct cdcl *s, int literal) {
	cdcl_lit a = cdcl_inner(literal);
	return a < s->failed.n && s->failed.at[a];
}

static bool stopping(struct cdcl *s) {
	if (s->full)
		return true;
	if (s->ticks < s->look_limit)
		return false;
	s->look_limit = s->ticks + LOOK_INTERVAL;
	return s->stop && s->stop(s->stop_context);
}

static void learn(struct cdcl *s) {
	s->stats.conflicts++;
	s->ticks += LOOK_CONFLICT;
	cdcl_analyze(s);
	cdcl_prove(s, CDCL_STEP_LEARNT, s->learnt.at, s->learnt.n);
	cdcl_learnt_lbd(s, s->learnt_lbd);
	cdcl_backtrack(s, s->learnt_level);
	uint32_t reason = CDCL_NO_REASON;
	if (s->learnt.n > 1)
		reason = cdcl_attach(s, s->learnt.at, s->learnt.n, CDCL_LEARNT | CDCL_USED, s->learnt_lbd);
	cdcl_assign(s, s->learnt.at[0], reason);
}

static void decide(struct cdcl *s, cdcl_lit a) {
	vec_push(&s->level, s->trail.n);
	if (a) /* 0: an assumption that holds already has a level without a literal */
		cdcl_assign(s, a, CDCL_NO_REASON);
}

void cdcl_prefer(struct cdcl *s, const int *literals, size_t n) {
	cdcl_backtrack(s, 0);
	s->preferred.n = s->next_preferred = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(&s->preferred, cdcl_known(s, literals[i]));
}

/* The next literal that is preferred and has no value; 0: there is none. */
static cdcl_lit next_preferred(struct cdcl *s) {
	while (s->next_preferred < s->preferred.n) {
		cdcl_lit a = s->preferred.at[s->next_preferred++];
		if (!s->value.at[a])
			return a;
	}
	return 0;
}

/* The next assumption that does not hold yet, or a decision of our own. */
static enum cdcl_answer decide_next(struct cdcl *s) {
	while (cdcl_level(s) < s->assumption.n) {
		cdcl_lit a = s->assumption.at[cdcl_level(s)];
		if (s->value.at[a] < 0) {
			cdcl_analyze_failed(s, a);
			cdcl_prove(s, CDCL_STEP_LEARNT, s->learnt.at, s->learnt.n);
			return CDCL_UNSAT;
		}
		bool holds = s->value.at[a] > 0;
		decide(s, holds ? 0 : a);
		if (!holds)
			return CDCL_UNKNOWN;
	}
	cdcl_lit first = next_preferred(s);
	s->stats.decisions++;
	if (first) {
		decide(s, first);
		return CDCL_UNKNOWN;
	}
	uint32_t v = cdcl_heap_pop(s);
	if (!v)
		return CDCL_SAT;
	decide(s, 2 * v + (s->phase.at[v] < 0));
	return CDCL_UNKNOWN;
}

/* Deletes clauses if it is time to. */
static void tidy(struct cdcl *s) {
	if (cdcl_reducing(s)) {
		cdcl_backtrack(s, 0);
		cdcl_reduce(s);
	} else if (!cdcl_level(s) && cdcl_collecting(s)) {
		cdcl_collect(s);
	}
}

/* By clauses, and when they imply nothing more, by the theory. */
static bool propagate(struct cdcl *s) {
	enum cdcl_progress p;
	do {
		if (!cdcl_propagate(s))
			return false;
		p = s->theory ? cdcl_theory_propagate(s) : CDCL_DONE;
	} while (p == CDCL_MORE);
	return p == CDCL_DONE;
}

static void resolve_conflict(struct cdcl *s) {
	if (cdcl_level(s))
		learn(s);
	else
		cdcl_contradiction(s);
}

static enum cdcl_answer search(struct cdcl *s) {
	while (!s->unsat) {
		if (!propagate(s)) {
			resolve_conflict(s);
			continue;
		}
		if (stopping(s))
			return CDCL_UNKNOWN;
		if (cdcl_restarting(s))
			cdcl_backtrack(s, (uint32_t)s->assumption.n);
		tidy(s);
		if (s->unsat || s->head < s->trail.n)
			continue;
		enum cdcl_answer answer = decide_next(s);
		if (answer == CDCL_SAT && s->theory) {
			enum cdcl_progress p = cdcl_theory_check(s);
			if (p == CDCL_CONFLICT)
				resolve_conflict(s);
			if (p != CDCL_DONE)
				continue;
		}
		if (answer != CDCL_UNKNOWN)
			return answer;
	}
	return CDCL_UNSAT;
}

enum cdcl_answer cdcl_solve(struct cdcl *s) {
	cdcl_backtrack(s, 0);
	if (s->asked)
		s->assumption.n = 0;
	s->asked = true;
	if (s->failed.n)
		memset(s->failed.at, 0, s->failed.n);
	if (s->full)
		return CDCL_UNKNOWN;
	enum cdcl_answer answer = search(s);
	if (answer != CDCL_SAT)
		cdcl_backtrack(s, 0);
	return answer;
}
