/* fuzz_order -- random orders of events: the ways of solvers/order against all orders and values.
 *
 *   fuzz_order [ROUNDS [SEED [CHECKER]]]
 *
 * A round makes a small problem in a few parts (tests/unit/order_oracle.h).  After each part every
 * way is asked, perhaps under assumptions: all must give the answer that trying everything gives; a
 * model must satisfy everything, with the order of the ranks; a core must be unsatisfiable.  In
 * every second round the proofs must pass CHECKER (./cbmc-mt-check); if that cannot be run, there
 * are no proofs.  A round is one case.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "solvers/proof_file.h"
#include "solvers/sat/sat_engine.h"
#include "tests/unit/order_oracle.h"

static unsigned long sat, unsat, proved;
static const char *checker;
static char folder[] = "/tmp/fuzz_order-XXXXXX";

/* Whether the proofs of a round are right; they are removed. */
static bool check_proofs(unsigned n) {
	char command[400];
	snprintf(command, sizeof command, /* 3: no query of the round was unsatisfiable */
	         "'%s' --quiet %s/*.proof > /dev/null || [ $? -eq 3 ] && rm %s/*.proof", checker,
	         folder, folder);
	proved += n;
	return !n || !system(command);
}

static bool run_round(uint64_t seed, uint64_t round) {
	struct oracle p;
	const char *wrong = NULL;
	/* Each round can be repeated alone from its seed and number. */
	oracle_state = (seed * 1000003 + round + 1) * UINT64_C(0x9e3779b97f4a7c15);
	/* Z3 takes longest. */
	unsigned ways = 1 << ORDER_BY_THEORY | 1 << ORDER_BY_EAGER;
	if (round % 10 == 0)
		ways |= 1 << ORDER_BY_CLOCKS;
	struct proof_folder proofs = {.path = folder};
	struct solver_config config = {.proofs = checker && round % 2 ? &proofs : NULL,
	                               .sat_engine = round % 4 == 1 ? &sat_own : NULL};
	oracle_open(&p, ways, &config);
	for (int part = 1 + oracle_below(5); part > 0 && !wrong; part--) {
		oracle_grow(&p);
		for (int i = 1 + oracle_below(3); i > 0 && !wrong; i--)
			wrong = oracle_ask(&p);
	}
	sat += p.sat;
	unsat += p.unsat;
	oracle_close(&p);
	if (!wrong && !check_proofs(proofs.next))
		wrong = "a proof was not accepted; it is still there";
	if (wrong)
		printf("seed %llu, round %llu: %s\n", (unsigned long long)seed, (unsigned long long)round,
		       wrong);
	return !wrong;
}

int main(int argc, char **argv) {
	uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 400;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, round = 0;
	unsigned long bad = 0;
	checker = argc > 3 ? argv[3] : "./cbmc-mt-check";
	if (access(checker, X_OK) || !mkdtemp(folder))
		checker = NULL;
	for (; round < rounds && bad < 5; round++)
		bad += !run_round(seed, round);
	if (checker)
		rmdir(folder); /* if it is empty */
	printf("%lu satisfiable, %lu not; %lu proofs\n", sat, unsat, proved);
	printf("fuzz_order: %lu passed, %lu failed\n", (unsigned long)round - bad, bad);
	return bad != 0;
}
