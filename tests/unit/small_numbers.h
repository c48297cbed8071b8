/* tests/unit/small_numbers.h -- random comparisons of numbers of three bits, and in which models
 * they hold; for tests of what follows from comparisons. */
#ifndef TESTS_UNIT_SMALL_NUMBERS_H
#define TESTS_UNIT_SMALL_NUMBERS_H

#include <stdlib.h>

#include "solvers/term/eval.h"
#include "util/base/arena.h"
#include "util/base/vec.h"

enum { WIDTH = 3, VALUES = 1 << WIDTH, VARS = 3, MODELS = VALUES * VALUES * VALUES };
enum { WORDS = MODELS / 64 };

static struct terms *TS;
static struct model *MODEL[MODELS];
static term VAR[VARS];

struct truth { /* the models in which a condition holds */
	uint64_t word[WORDS];
};

static VEC(struct truth) TRUTH; /* by term */
static VEC(bool) KNOWN;

static struct truth truth_of(term t) {
	while (TRUTH.n <= t.ix) {
		vec_push(&TRUTH, ((struct truth){{0}}));
		vec_push(&KNOWN, false);
	}
	for (int i = 0; i < MODELS && !KNOWN.at[t.ix]; i++)
		if (model_holds(MODEL[i], t))
			TRUTH.at[t.ix].word[i / 64] |= (uint64_t)1 << i % 64;
	KNOWN.at[t.ix] = true;
	return TRUTH.at[t.ix];
}

static void restrict_to(struct truth *f, term t) {
	struct truth g = truth_of(t);
	for (int i = 0; i < WORDS; i++)
		f->word[i] &= g.word[i];
}

static bool is_empty(const struct truth *f) {
	for (int i = 0; i < WORDS; i++)
		if (f->word[i])
			return false;
	return true;
}

static bool is_within(const struct truth *f, term t) {
	struct truth g = truth_of(t);
	for (int i = 0; i < WORDS; i++)
		if (f->word[i] & ~g.word[i])
			return false;
	return true;
}

static int below(int n) {
	return rand() % n;
}

static bool HAS_DIFFERENCES; /* operands may be differences of variables */

static term random_operand(void) {
	term var = VAR[below(VARS)];
	switch (below(HAS_DIFFERENCES ? 9 : 6)) {
	case 6: return term_sub(TS, var, VAR[below(VARS)]);
	case 7: return term_sub(TS, random_operand(), var);
	case 8: return term_add(TS, var, term_u64(TS, WIDTH, 2));
	case 0: return term_u64(TS, WIDTH, (uint64_t)below(VALUES));
	case 1: return term_add(TS, var, term_u64(TS, WIDTH, 1));
	case 2: return term_add(TS, var, term_u64(TS, WIDTH, VALUES - 1));
	default: return var;
	}
}

static term compare(int kind, term a, term b) {
	switch (kind) {
	case 0: return term_equal(TS, a, b);
	case 1: return term_distinct(TS, a, b);
	case 2: return term_ult(TS, a, b);
	case 3: return term_ule(TS, a, b);
	case 4: return term_slt(TS, a, b);
	default: return term_sle(TS, a, b);
	}
}

static term random_comparison(void) {
	int kind = below(6);
	term a = random_operand();
	return compare(kind, a, random_operand());
}

static void small_numbers_open(void) {
	static const char *const name[VARS] = {"a", "b", "c"};
	TS = terms_open();
	srand(1);
	for (int i = 0; i < VARS; i++)
		VAR[i] = term_var(TS, sort_bv(WIDTH), name[i]);
	for (int i = 0; i < MODELS; i++) {
		MODEL[i] = model_open(TS);
		for (int k = 0, rest = i; k < VARS; k++, rest /= VALUES)
			model_set(MODEL[i], VAR[k], bits_u64(terms_arena(TS), WIDTH, (uint64_t)rest % VALUES));
	}
}

static void small_numbers_close(void) {
	for (int i = 0; i < MODELS; i++)
		model_close(MODEL[i]);
	vec_free(&TRUTH);
	vec_free(&KNOWN);
	terms_close(TS);
}

#endif
