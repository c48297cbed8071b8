/* The order of terms of proofs: random comparisons of small numbers, against all values. */
#include "symex/proof/arithmetic/order.h"

#include "tests/unit/check.h"
#include "tests/unit/small_numbers.h"

enum { ITERATIONS = 3000, MOST_FACTS = 7 };

static void add_facts(struct order_facts *o, struct truth *known, int n) {
	for (int i = 0; i < n; i++) {
		term t = random_comparison();
		if (!order_is_comparison(TS, t))
			continue;
		order_fact(o, t);
		restrict_to(known, t);
	}
}

static unsigned long implied, missed, contradictions;

static void check_conclusions(const struct order_facts *o, const struct truth *known) {
	if (o->is_false) {
		CHECK(is_empty(known));
		contradictions++;
		return;
	}
	for (uint32_t i = 0; i < o->n; i++)
		for (uint32_t k = 0; k < o->n; k++)
			for (int kind = 0; kind < 6; kind++) {
				if (term_width(TS, o->term[i]) != term_width(TS, o->term[k]))
					continue;
				term t = compare(kind, o->term[i], o->term[k]);
				if (!order_is_comparison(TS, t))
					continue;
				bool says = order_implies(o, t), is = is_within(known, t);
				CHECK(!says || is);
				implied += says && !HAS_DIFFERENCES;
				missed += is && !says && !HAS_DIFFERENCES;
			}
}

static void check_reduced(const struct order_facts *o, const struct truth *known) {
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

static void one_iteration(void) {
	struct order_facts o;
	struct truth known;
	for (int i = 0; i < WORDS; i++)
		known.word[i] = UINT64_MAX;
	order_begin(&o, TS);
	add_facts(&o, &known, 1 + below(MOST_FACTS));
	for (int i = below(3); i > 0; i--)
		order_mention(&o, random_comparison());
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
	small_numbers_open();
	for (int i = 0; i < 2 * ITERATIONS; i++) {
		HAS_DIFFERENCES = i >= ITERATIONS;
		one_iteration();
	}
	CHECK(implied > 10 * ITERATIONS);
	CHECK(implied > missed / 4);
	CHECK(contradictions > ITERATIONS / 10);
	small_numbers_close();
	return check_done("proof_order");
}
