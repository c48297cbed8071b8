/* fuzz_sat -- random formulas: our SAT solver against CaDiCaL.
 *
 *   fuzz_sat [ROUNDS [SEED]]
 *
 * A round makes a formula of one family and gives it to both in a few parts.  After each part both
 * are asked, perhaps under assumptions, and must give the same answer.  A model of ours must
 * satisfy all clauses and assumptions, a core must be unsatisfiable for CaDiCaL too; and in small
 * rounds every clause that ours learns must follow by unit propagation (tests/unit/rup.h).  A round
 * is one case.  A build without CaDiCaL checks models, cores and proofs.
 */
#include <stdio.h>
#include <stdlib.h>

#include "solvers/sat/cdcl.h"
#include "solvers/sat/sat_engine.h"
#include "tests/unit/rup.h"
#include "util/base/vec.h"

enum { PROOF_VARIABLES = 60 }; /* the checker is slow: larger formulas only now and then */

struct fuzz {
	struct cdcl *ours;
	void *theirs;
	struct rup rup;
	VEC(int) clause;  /* of the formula; each ends with 0 */
	VEC(int) assumed; /* now */
	size_t sent;      /* literals of 'clause' that the solvers have */
	int nvars;
	const char *family;
	uint64_t seed, round;
	unsigned long failed, sat, unsat, proofs;
};

static uint64_t state;

static int below(int n) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int)((state >> 33) % (unsigned)n);
}

static int some_literal(const struct fuzz *f) {
	int v = 1 + below(f->nvars);
	return below(2) ? v : -v;
}

static void put(struct fuzz *f, int literal) {
	vec_push(&f->clause, literal);
}

#define CLAUSE(f, ...) put_all((f), (const int[]){__VA_ARGS__, 0})

static void put_all(struct fuzz *f, const int *at) {
	while (*at)
		put(f, *at++);
	put(f, 0);
}

/* Clauses of k different variables, about as many as leave it open whether there is a model. */
static void make_uniform(struct fuzz *f) {
	static const struct {
		int k, most;
		double ratio;
	} kind[] = {{2, 200, 1.0}, {3, 120, 4.26}, {4, 50, 9.9}, {5, 35, 21}, {7, 18, 88}};
	int i = below(2) ? 1 : below(5), k = kind[i].k;
	f->family = "uniform";
	f->nvars = k + 1 + below(kind[i].most - k);
	int clauses = (int)(f->nvars * kind[i].ratio) + below(9) - 4;
	while (clauses-- > 0) {
		size_t first = f->clause.n;
		while (f->clause.n < first + (size_t)k) {
			int a = some_literal(f);
			bool twice = false;
			for (size_t j = first; j < f->clause.n; j++)
				twice = twice || abs(f->clause.at[j]) == abs(a);
			if (!twice)
				put(f, a);
		}
		put(f, 0);
	}
}

/* All lengths, literals twice, clauses that always hold. */
static void make_mixed(struct fuzz *f) {
	f->family = "mixed";
	f->nvars = 3 + below(60);
	for (int clauses = f->nvars * (2 + below(3)); clauses > 0; clauses--) {
		int n = below(20) ? 2 + below(3) : 1 + below(12);
		while (n-- > 0)
			put(f, some_literal(f));
		put(f, 0);
	}
}

static void put_xor(struct fuzz *f, int a, int b, int c) {
	CLAUSE(f, -a, b, c);
	CLAUSE(f, a, -b, c);
	CLAUSE(f, a, b, -c);
	CLAUSE(f, -a, -b, -c);
}

static void put_and(struct fuzz *f, int g, int a, int b) {
	CLAUSE(f, -g, a);
	CLAUSE(f, -g, b);
	CLAUSE(f, g, -a, -b);
}

/* Sums of three variables modulo 2. */
static void make_parity(struct fuzz *f) {
	f->family = "parity";
	f->nvars = 6 + below(26);
	for (int n = f->nvars - 3 + below(7); n > 0; n--) {
		int a = some_literal(f), b = some_literal(f), c = some_literal(f);
		if (abs(a) != abs(b) && abs(b) != abs(c) && abs(a) != abs(c))
			put_xor(f, a, b, c);
	}
}

/* Two circuits over the same inputs that perhaps differ: the second is a copy in which each gate
 * may be written in another way, and seldom is a wrong one. */
static void make_circuit(struct fuzz *f) {
	int inputs = 4 + below(8), gates = 10 + below(50);
	VEC(int) one = {0}, two = {0};
	f->family = "circuit";
	f->nvars = inputs;
	for (int i = 1; i <= inputs; i++) {
		vec_push(&one, i);
		vec_push(&two, i);
	}
	for (int i = 0; i < gates; i++) {
		int x = below((int)one.n), y = below((int)one.n), p = below(2) ? 1 : -1,
		    q = below(2) ? 1 : -1;
		int g = ++f->nvars, h = ++f->nvars;
		bool wrong = !below(150), add = below(3) == 0;
		if (add) {
			put_xor(f, -g, p * one.at[x], q * one.at[y]);
			put_xor(f, wrong ? h : -h, -p * two.at[y], -q * two.at[x]);
		} else {
			put_and(f, g, p * one.at[x], q * one.at[y]);
			put_and(f, h, q * two.at[y], wrong ? -p * two.at[x] : p * two.at[x]);
		}
		vec_push(&one, g);
		vec_push(&two, h);
	}
	int last = f->nvars;
	for (int i = 0; i < 4; i++) {
		size_t k = one.n - 1 - (size_t)i;
		put_xor(f, -++f->nvars, one.at[k], two.at[k]);
	}
	CLAUSE(f, last + 1, last + 2, last + 3, last + 4);
	vec_free(&one);
	vec_free(&two);
}

/* Each thing in one of few places, and some pairs of things not in the same: colours of a graph, or
 * pigeons in holes if all pairs are apart. */
static void make_places(struct fuzz *f) {
	int places = 3 + below(4), things = below(3) ? places * (2 + below(4)) : places + below(2);
	bool all = things <= places + 1;
	f->family = all ? "pigeons" : "colours";
	f->nvars = things * places;
	for (int i = 0; i < things; i++) {
		for (int p = 0; p < places; p++)
			put(f, i * places + p + 1);
		put(f, 0);
		for (int j = 0; j < i; j++)
			if (all || below(things) < 2 * places - 1 - places / 3)
				for (int p = 0; p < places; p++)
					CLAUSE(f, -(i * places + p + 1), -(j * places + p + 1));
	}
}

static void complain(struct fuzz *f, const char *what) {
	f->failed++;
	fprintf(stderr, "fuzz_sat: %s (%s, %d variables, seed %llu, round %llu)\n", what, f->family,
	        f->nvars, (unsigned long long)f->seed, (unsigned long long)f->round);
}

static void send(struct fuzz *f, size_t end) {
	for (; f->sent < end || (f->sent && f->sent < f->clause.n && f->clause.at[f->sent - 1]);
	     f->sent++) {
		cdcl_add(f->ours, f->clause.at[f->sent]);
#ifndef NO_CADICAL
		sat_cadical.add(f->theirs, f->clause.at[f->sent]);
#endif
	}
}

/* What CaDiCaL says about the same clauses, under the literals. */
static int ask_theirs(struct fuzz *f, const int *at, size_t n, int without) {
#ifndef NO_CADICAL
	for (size_t i = 0; i < n; i++)
		sat_cadical.assume(f->theirs, at[i]);
	return sat_cadical.solve(f->theirs);
#else
	(void)f, (void)at, (void)n;
	return without;
#endif
	(void)without;
}

static bool holds(const struct fuzz *f, int literal) {
	int v = cdcl_value(f->ours, abs(literal));
	return literal < 0 ? v <= 0 : v > 0;
}

static void check_model(struct fuzz *f) {
	bool some = false, all = true;
	for (size_t i = 0; i < f->sent; i++) {
		int a = f->clause.at[i];
		all = all && (a || some);
		some = a && (some || holds(f, a));
	}
	for (size_t i = 0; i < f->assumed.n; i++)
		all = all && holds(f, f->assumed.at[i]);
	if (!all)
		complain(f, "the model does not satisfy the clauses");
}

static void check_core(struct fuzz *f) {
	VEC(int) core = {0};
	for (size_t i = 0; i < f->assumed.n; i++)
		if (cdcl_failed(f->ours, f->assumed.at[i]))
			vec_push(&core, f->assumed.at[i]);
	if (ask_theirs(f, core.at, core.n, CDCL_UNSAT) != CDCL_UNSAT)
		complain(f, "the core is satisfiable");
	for (size_t i = 0; i < core.n; i++)
		cdcl_assume(f->ours, core.at[i]);
	if (cdcl_solve(f->ours) != CDCL_UNSAT)
		complain(f, "the core is no longer unsatisfiable");
	vec_free(&core);
}

static void ask(struct fuzz *f) {
	f->assumed.n = 0;
	for (int n = below(3) ? 0 : below(6); n > 0; n--)
		vec_push(&f->assumed, some_literal(f));
	for (size_t i = 0; i < f->assumed.n; i++)
		cdcl_assume(f->ours, f->assumed.at[i]);
	enum cdcl_answer answer = cdcl_solve(f->ours);
	if (ask_theirs(f, f->assumed.at, f->assumed.n, answer) != (int)answer) {
		complain(f, "the answers differ");
	} else if (answer == CDCL_SAT) {
		f->sat++;
		check_model(f);
	} else if (answer == CDCL_UNSAT) {
		f->unsat++;
		check_core(f);
	} else {
		complain(f, "no answer");
	}
}

static void run_round(struct fuzz *f) {
	static void (*const family[])(struct fuzz *) = {make_uniform, make_uniform, make_mixed,
	                                                make_parity,  make_circuit, make_places};
	f->clause.n = f->sent = 0;
	family[below(6)](f);
	f->ours = cdcl_open();
	bool proof = f->nvars <= PROOF_VARIABLES || !below(10);
	if (proof)
		cdcl_set_proof(f->ours, &f->rup, rup_step);
#ifndef NO_CADICAL
	f->theirs = sat_cadical.open();
#endif
	for (int parts = 1 + below(3); parts > 0; parts--) {
		send(f, f->clause.n / (size_t)parts);
		for (int asks = 1 + below(2); asks > 0; asks--)
			ask(f);
	}
	if (f->rup.wrong)
		complain(f, "the proof is wrong");
	f->proofs += proof;
	cdcl_close(f->ours);
	rup_free(&f->rup);
	f->rup = (struct rup){0};
#ifndef NO_CADICAL
	sat_cadical.close(f->theirs);
#endif
}

int main(int argc, char **argv) {
	struct fuzz f = {.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
	uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 400;
	unsigned long bad = 0;
	for (; f.round < rounds && bad < 5; f.round++) {
		/* Each round can be repeated alone from its seed and number. */
		state = (f.seed * 1000003 + f.round + 1) * UINT64_C(0x9e3779b97f4a7c15);
		unsigned long before = f.failed;
		run_round(&f);
		bad += f.failed > before;
	}
	printf("%lu satisfiable, %lu not, %lu rounds with proofs\n", f.sat, f.unsat, f.proofs);
#ifdef NO_CADICAL
	printf("left out: comparison with CaDiCaL, which this build does not have\n");
#endif
	vec_free(&f.clause);
	vec_free(&f.assumed);
	printf("fuzz_sat: %lu passed, %lu failed\n", (unsigned long)f.round - bad, bad);
	return bad != 0;
}
