/* The theory's part in the search.  While one of its functions runs, the solver only takes notes:
 * lemmas are added, and levels left, after it has returned. */
#include "solvers/sat/cdcl_core.h"

#include <stdlib.h>
#include <string.h>

#include "util/text/diag.h"

enum { OBSERVED = 1, TOLD = 2 }; /* of 'observed' */

void cdcl_set_theory(struct cdcl *s, const struct cdcl_theory *theory, void *context) {
	s->theory = theory;
	s->theory_context = context;
}

void cdcl_observe(struct cdcl *s, int variable) {
	cdcl_lit a = cdcl_known(s, variable);
	uint32_t v = a >> 1;
	if (!a || s->observed.at[v])
		return;
	if (s->value.at[a])
		cdcl_backtrack(s, 0);
	s->observed.at[v] = OBSERVED;
	if (s->value.at[a] && s->variable.at[v].position < s->told_head)
		s->told_head = 0; /* what was told before is marked TOLD and skipped */
}

void cdcl_reset(struct cdcl *s) {
	cdcl_backtrack(s, 0);
}

void cdcl_theory_backtrack(struct cdcl *s, size_t keep) {
	size_t n = s->told.n;
	while (n && s->variable.at[abs(s->told.at[n - 1])].position >= keep)
		s->observed.at[abs(s->told.at[--n])] = OBSERVED;
	if (n < s->told.n) {
		s->told.n = n;
		s->theory->backtrack(s->theory_context, n);
	}
	if (s->told_head > keep)
		s->told_head = keep;
}

/* Literals that became true since the last time; returns how many. */
static size_t collect_new(struct cdcl *s) {
	size_t before = s->told.n;
	for (; s->told_head < s->trail.n; s->told_head++) {
		cdcl_lit a = s->trail.at[s->told_head];
		if (s->observed.at[a >> 1] != OBSERVED)
			continue;
		s->observed.at[a >> 1] = TOLD;
		vec_push(&s->told, cdcl_outer(a));
	}
	return s->told.n - before;
}

void cdcl_explain(struct cdcl *s, const int *at, size_t n) {
	s->explanation.n = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(&s->explanation, cdcl_inner(at[i]));
}

/* Asks the theory for the clause that implies the literal, and checks that it does: every other
 * literal is false, and was so before the trail had 'before' literals. */
static void ask_reason(struct cdcl *s, cdcl_lit a, size_t before) {
	bool found = false;
	s->explanation.n = 0;
	s->theory->explain(s->theory_context, cdcl_outer(a));
	for (size_t i = 0; i < s->explanation.n; i++) {
		cdcl_lit b = s->explanation.at[i];
		if (b == a)
			found = true;
		else if (b >= s->value.n || s->value.at[b] >= 0 ||
		         s->variable.at[b >> 1].position >= before)
			BUG("should be false before literal %d: %d", cdcl_outer(a), cdcl_outer(b));
	}
	if (!found)
		BUG("should have literal %d in its explanation", cdcl_outer(a));
	cdcl_prove(s, CDCL_STEP_THEORY, s->explanation.at, s->explanation.n);
}

/* The clause is not watched, and garbage: it goes when clauses are next deleted, at level 0. */
static uint32_t store_explanation(struct cdcl *s) {
	return cdcl_store(s, s->explanation.at, s->explanation.n, CDCL_GARBAGE, 0);
}

uint32_t cdcl_theory_reason(struct cdcl *s, uint32_t v) {
	ask_reason(s, 2 * v + (s->value.at[2 * v] < 0), s->variable.at[v].position);
	return s->variable.at[v].reason = store_explanation(s);
}

bool cdcl_imply(struct cdcl *s, int literal) {
	cdcl_lit a = cdcl_known(s, literal);
	if (!a || s->theory_conflict)
		return false;
	if (s->value.at[a] > 0)
		return true;
	if (s->value.at[a] < 0) {
		ask_reason(s, a, s->trail.n);
		s->conflict.n = 0;
		for (size_t i = 0; i < s->explanation.n; i++)
			vec_push(&s->conflict, s->explanation.at[i]);
		s->conflict_ref = store_explanation(s);
		s->theory_conflict = true;
		return false;
	}
	if (!cdcl_level(s) && s->proof) { /* the proof has the literal as a unit clause at once */
		ask_reason(s, a, s->trail.n);
		store_explanation(s);
	}
	cdcl_assign(s, a, CDCL_THEORY);
	return true;
}

void cdcl_lemma(struct cdcl *s, const int *at, size_t n, bool keep) {
	vec_push(&s->lemma, keep);
	for (size_t i = 0; i < n; i++)
		vec_push(&s->lemma, at[i]);
	vec_push(&s->lemma, 0);
}

/* The level on which a literal became false; UINT32_MAX if it is not. */
static uint32_t falsified(const struct cdcl *s, cdcl_lit a) {
	return s->value.at[a] < 0 ? cdcl_level_of(s, a) : UINT32_MAX;
}

static bool is_fixed(const struct cdcl *s, cdcl_lit a) {
	return s->value.at[a] && !cdcl_level_of(s, a);
}

static int compare(const void *a, const void *b) {
	const cdcl_lit *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* Removes literals of 'input' that are twice there or false on level 0, and puts those that will be
 * watched first: literals that are not false, then those that became false on the highest level.
 * False: the lemma holds already on level 0, or always. */
static bool tidy_lemma(struct cdcl *s) {
	size_t kept = 0, n = s->input.n;
	if (n)
		qsort(s->input.at, n, sizeof *s->input.at, compare);
	for (size_t i = 0; i < n; i++) {
		cdcl_lit a = s->input.at[i];
		if ((is_fixed(s, a) && s->value.at[a] > 0) || (kept && a == (s->input.at[kept - 1] ^ 1)))
			return false;
		if (!is_fixed(s, a) && !(kept && a == s->input.at[kept - 1]))
			s->input.at[kept++] = a;
	}
	s->input.n = kept;
	for (size_t k = 0; k < 2; k++)
		for (size_t i = k + 1; i < kept; i++)
			if (falsified(s, s->input.at[i]) > falsified(s, s->input.at[k])) {
				cdcl_lit a = s->input.at[i];
				s->input.at[i] = s->input.at[k];
				s->input.at[k] = a;
			}
	return true;
}

/* A lemma of two or more literals.  If all but one are false, that one is implied on the level
 * where the last of the others became false. */
static enum cdcl_progress attach_lemma(struct cdcl *s, bool keep) {
	const cdcl_lit *at = s->input.at;
	uint32_t n = (uint32_t)s->input.n, first = falsified(s, at[0]), second = falsified(s, at[1]);
	bool conflict = first == second && first != UINT32_MAX;
	bool unit = second != UINT32_MAX && !conflict && s->value.at[at[0]] <= 0;
	if (unit || conflict)
		cdcl_backtrack(s, second);
	uint32_t ref = cdcl_attach(s, at, n, keep ? 0 : CDCL_LEARNT | CDCL_USED, n);
	if (unit)
		cdcl_assign(s, at[0], ref);
	if (!conflict)
		return CDCL_MORE;
	s->conflict.n = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(&s->conflict, at[i]);
	s->conflict_ref = n > 2 ? ref : CDCL_NO_REASON;
	return CDCL_CONFLICT;
}

static enum cdcl_progress add_lemma(struct cdcl *s, bool keep) {
	size_t n = s->input.n;
	cdcl_prove(s, CDCL_STEP_THEORY, s->input.at, n);
	if (!tidy_lemma(s))
		return CDCL_MORE;
	if (s->input.n < n)
		cdcl_prove(s, CDCL_STEP_LEARNT, s->input.at, s->input.n);
	if (s->input.n > 1)
		return attach_lemma(s, keep);
	cdcl_backtrack(s, 0);
	if (!s->input.n)
		return CDCL_CONFLICT; /* at level 0: a contradiction */
	cdcl_assign(s, s->input.at[0], CDCL_NO_REASON);
	return CDCL_MORE;
}

/* Up to the first that is a conflict; the others wait. */
static enum cdcl_progress add_lemmas(struct cdcl *s) {
	enum cdcl_progress p = CDCL_DONE;
	size_t i = 0;
	while (i < s->lemma.n && p != CDCL_CONFLICT && !s->full) {
		bool keep = s->lemma.at[i++];
		s->input.n = 0;
		for (; s->lemma.at[i]; i++)
			vec_push(&s->input, cdcl_known(s, s->lemma.at[i]));
		i++;
		if (!s->full)
			p = add_lemma(s, keep);
	}
	s->input.n = 0;
	if (i)
		memmove(s->lemma.at, s->lemma.at + i, (s->lemma.n - i) * sizeof *s->lemma.at);
	s->lemma.n -= i;
	return p;
}

/* After the theory has returned: its conflict, its lemmas, what it implied. */
static enum cdcl_progress take_notes(struct cdcl *s) {
	if (s->theory_conflict) {
		uint32_t level = 0;
		for (size_t i = 0; i < s->conflict.n; i++)
			if (cdcl_level_of(s, s->conflict.at[i]) > level)
				level = cdcl_level_of(s, s->conflict.at[i]);
		s->theory_conflict = false;
		cdcl_backtrack(s, level);
		return CDCL_CONFLICT;
	}
	enum cdcl_progress p = add_lemmas(s);
	return p == CDCL_DONE && s->head < s->trail.n ? CDCL_MORE : p;
}

enum cdcl_progress cdcl_theory_propagate(struct cdcl *s) {
	if (s->lemma.n)
		return take_notes(s);
	size_t n = collect_new(s);
	if (!n)
		return CDCL_DONE;
	s->theory->assigned(s->theory_context, s->told.at + s->told.n - n, n);
	return take_notes(s);
}

enum cdcl_progress cdcl_theory_check(struct cdcl *s) {
	if (!s->theory->check)
		return CDCL_DONE;
	s->theory->check(s->theory_context);
	return take_notes(s);
}
