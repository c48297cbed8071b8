/* The order of terms of proofs: random comparisons of small numbers, against all values. */
#include "symex/proof/order.h"

#include <stdlib.h>

#include "solvers/term/eval.h"
#include "tests/unit/check.h"
#include "util/arena.h"
#include "util/vec.h"

enum { WIDTH = 3, VALUES = 1 << WIDTH, VARS = 3, MODELS = VALUES * VALUES * VALUES };
enum { ROUNDS = 3000, MAX_FACTS = 7, WORDS = MODELS / 64 };

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

static term random_operand(void) {
	term var = VAR[below(VARS)];
	switch (below(6)) {
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

static void add_facts(struct order *o, struct truth *known, int n) {
	for (int i = 0; i < n; i++) {
		term t = compare(below(6), random_operand(), random_operand());
		if (!order_is_comparison(TS, t))
			continue;
		order_fact(o, t);
		restrict_to(known, t);
	}
}

static unsigned long implied, missed, contradictions;

static void check_conclusions(const struct order *o, const struct truth *known) {
	if (o->is_false) {
		CHECK(is_empty(known));
		contradictions++;
		return;
	}
	for (uint32_t i = 0; i < o->n; i++)
		for (uint32_t k = 0; k < o->n; k++)
			for (int kind = 0; kind < 6; kind++) {
				term t = compare(kind, o->term[i], o->term[k]);
				if (!order_is_comparison(TS, t))
					continue;
				bool says = order_implies(o, t), is = is_within(known, t);
				CHECK(!says || is);
				implied += says;
				missed += is && !says;
			}
}

static void check_reduced(const struct order *o, const struct truth *known) {
	term reduced[MAX_REDUCED];
	struct truth f = *known;
	if (o->is_false)
		return;
	uint32_t n = order_reduce(o, reduced);
	CHECK(n < MAX_REDUCED);
	for (int i = 0; i < WORDS; i++)
		f.word[i] = UINT64_MAX;
	for (uint32_t i = 0; i < n; i++)
		restrict_to(&f, reduced[i]);
	bool same = true;
	for (int i = 0; i < WORDS; i++)
		same &= f.word[i] == known->word[i];
	CHECK(same);
}

static void one_round(void) {
	struct order o;
	struct truth known;
	for (int i = 0; i < WORDS; i++)
		known.word[i] = UINT64_MAX;
	order_begin(&o, TS);
	add_facts(&o, &known, 1 + below(MAX_FACTS));
	for (int i = below(3); i > 0; i--)
		order_mention(&o, compare(below(6), random_operand(), random_operand()));
	order_conclude(&o);
	check_conclusions(&o, &known);
	check_reduced(&o, &known);
	if (below(3)) /* more facts, to what is concluded already */
		return;
	add_facts(&o, &known, 1 + below(3));
	order_conclude(&o);
	check_conclusions(&o, &known);
	check_reduced(&o, &known);
}

int main(void) {
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
	for (int i = 0; i < ROUNDS; i++)
		one_round();
	CHECK(implied > 10 * ROUNDS);
	CHECK(implied > missed / 4);
	CHECK(contradictions > ROUNDS / 10);
	for (int i = 0; i < MODELS; i++)
		model_close(MODEL[i]);
	vec_free(&TRUTH);
	vec_free(&KNOWN);
	terms_close(TS);
	return check_done("proof_order");
}
