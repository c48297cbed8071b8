/* The order of events: small random problems, each way against all orders and all values. */
#include "solvers/order/order.h"

#include "tests/unit/check.h"
#include "tests/unit/order_oracle.h"

/* A core with an assumption in it is rare, and which one it is is up to the solver: there are more
 * rounds until there was one. */
static void test_random(unsigned ways, int rounds) {
	unsigned long sat = 0, unsat = 0, in_core = 0;
	for (int round = 0; round < rounds || (!in_core && round < 10 * rounds); round++) {
		struct oracle p;
		oracle_open(&p, ways, NULL);
		for (int part = 1 + oracle_below(4); part > 0; part--) {
			oracle_grow(&p);
			for (int i = 1 + oracle_below(2); i > 0; i--) {
				const char *wrong = oracle_ask(&p);
				if (wrong)
					fprintf(stderr, "ways %u, round %d: %s\n", ways, round, wrong);
				CHECK(!wrong);
			}
		}
		sat += p.sat;
		unsat += p.unsat;
		in_core += p.in_core;
		oracle_close(&p);
	}
	CHECK(sat > (unsigned)rounds / 3 && unsat > (unsigned)rounds / 3 && in_core > 0);
}

int main(void) {
	test_random(1 << ORDER_BY_THEORY, 300);
	test_random(1 << ORDER_BY_EAGER, 100);
	test_random(1 << ORDER_BY_CLOCKS, 20);
	return check_done("order");
}
