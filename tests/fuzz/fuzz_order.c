/* fuzz_order -- random orders of events: the ways of solvers/order against all orders and values.
 *
 *   fuzz_order [ROUNDS [SEED]]
 *
 * A round makes a small problem in a few parts (tests/unit/order_oracle.h).  After each part every
 * way is asked, perhaps under assumptions: all must give the answer that trying everything gives; a
 * model must satisfy everything, with the order of the ranks; a core must be unsatisfiable.  A
 * round is one case.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/order_oracle.h"

static unsigned long sat, unsat;

static bool run_round(uint64_t seed, uint64_t round) {
	struct oracle p;
	const char *wrong = NULL;
	/* Each round can be repeated alone from its seed and number. */
	oracle_state = (seed * 1000003 + round + 1) * UINT64_C(0x9e3779b97f4a7c15);
	/* Z3 takes longest. */
	unsigned ways = 1 << ORDER_BY_THEORY | 1 << ORDER_BY_EAGER;
	if (round % 10 == 0)
		ways |= 1 << ORDER_BY_CLOCKS;
	oracle_open(&p, ways, NULL);
	for (int part = 1 + oracle_below(5); part > 0 && !wrong; part--) {
		oracle_grow(&p);
		for (int i = 1 + oracle_below(3); i > 0 && !wrong; i--)
			wrong = oracle_ask(&p);
	}
	if (wrong)
		printf("seed %llu, round %llu: %s\n", (unsigned long long)seed, (unsigned long long)round,
		       wrong);
	sat += p.sat;
	unsat += p.unsat;
	oracle_close(&p);
	return !wrong;
}

int main(int argc, char **argv) {
	uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 400;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, round = 0;
	unsigned long bad = 0;
	for (; round < rounds && bad < 5; round++)
		bad += !run_round(seed, round);
	printf("%lu satisfiable, %lu not\n", sat, unsat);
	printf("fuzz_order: %lu passed, %lu failed\n", (unsigned long)round - bad, bad);
	return bad != 0;
}
