/* The SAT solver: answers, models, cores and proofs of small formulas. */
#include "solvers/sat/cdcl.h"
#include "tests/unit/check.h"
#include "tests/unit/rup.h"

/* A solver, the clauses it was given, and the checker of its proof. */
struct bench {
	struct cdcl *s;
	struct rup rup;
	VEC(int) clause; /* each ends with 0 */
	VEC(int) assumed;
};

static void open_bench(struct bench *b) {
	*b = (struct bench){.s = cdcl_open()};
	cdcl_set_proof(b->s, &b->rup, rup_step);
}

static void close_bench(struct bench *b) {
	CHECK(!b->rup.wrong);
	cdcl_close(b->s);
	rup_free(&b->rup);
	vec_free(&b->clause);
	vec_free(&b->assumed);
}

static void add(struct bench *b, int literal) {
	vec_push(&b->clause, literal);
	cdcl_add(b->s, literal);
}

#define CLAUSE(b, ...) add_clause((b), (const int[]){__VA_ARGS__, 0})

static void add_clause(struct bench *b, const int *at) {
	while (*at)
		add(b, *at++);
	add(b, 0);
}

static void assume(struct bench *b, int literal) {
	vec_push(&b->assumed, literal);
	cdcl_assume(b->s, literal);
}

static bool holds(const struct bench *b, int literal) {
	int v = cdcl_value(b->s, abs(literal));
	return literal < 0 ? v <= 0 : v > 0;
}

static bool is_model(const struct bench *b) {
	bool satisfied = false;
	for (size_t i = 0; i < b->clause.n; i++) {
		if (b->clause.at[i]) {
			satisfied = satisfied || holds(b, b->clause.at[i]);
		} else if (!satisfied) {
			return false;
		} else {
			satisfied = false;
		}
	}
	for (size_t i = 0; i < b->assumed.n; i++)
		if (!holds(b, b->assumed.at[i]))
			return false;
	return true;
}

static void check_core(struct bench *b);

/* Solves, and checks the model or the core. */
static enum cdcl_answer solve(struct bench *b) {
	enum cdcl_answer answer = cdcl_solve(b->s);
	if (answer == CDCL_SAT)
		CHECK(is_model(b));
	if (answer == CDCL_UNSAT)
		check_core(b);
	b->assumed.n = 0;
	return answer;
}

/* What failed was assumed, the proof ends with the clause that says so, and it fails again alone.
 */
static void check_core(struct bench *b) {
	VEC(int) core = {0};
	for (size_t i = 0; i < b->assumed.n; i++) {
		bool twice = false;
		for (size_t k = 0; k < i; k++)
			twice = twice || b->assumed.at[k] == b->assumed.at[i];
		if (!twice && cdcl_failed(b->s, b->assumed.at[i]))
			vec_push(&core, -b->assumed.at[i]);
	}
	if (core.n) {
		CHECK(rup_same(core.at, core.n, b->rup.last.at, b->rup.last.n));
		for (size_t i = 0; i < core.n; i++)
			cdcl_assume(b->s, -core.at[i]);
	} else {
		CHECK(b->rup.empty);
	}
	CHECK(cdcl_solve(b->s) == CDCL_UNSAT);
	vec_free(&core);
}

static void test_small(void) {
	struct bench b;
	open_bench(&b);
	CHECK(solve(&b) == CDCL_SAT); /* no clause at all */
	CHECK(cdcl_value(b.s, 1) == 0 && !cdcl_failed(b.s, 1));
	CLAUSE(&b, 1);
	CLAUSE(&b, -1, 2);
	CLAUSE(&b, -2, -3, -3);
	CLAUSE(&b, 4, -4, 5); /* always holds */
	CHECK(solve(&b) == CDCL_SAT);
	CHECK(cdcl_value(b.s, 1) == 1 && cdcl_value(b.s, 2) == 1 && cdcl_value(b.s, 3) == -1);
	CLAUSE(&b, 3, -2);
	CHECK(solve(&b) == CDCL_UNSAT && b.rup.empty);
	CLAUSE(&b, 7);
	CHECK(solve(&b) == CDCL_UNSAT); /* for ever */
	close_bench(&b);

	open_bench(&b);
	add(&b, 0); /* the empty clause */
	CHECK(solve(&b) == CDCL_UNSAT && b.rup.empty);
	close_bench(&b);
}

/* Pigeon p sits in hole h: variable p * holes + h + 1. */
static void add_pigeons(struct bench *b, int pigeons, int holes) {
	for (int p = 0; p < pigeons; p++) {
		for (int h = 0; h < holes; h++)
			add(b, p * holes + h + 1);
		add(b, 0);
	}
	for (int h = 0; h < holes; h++)
		for (int p = 0; p < pigeons; p++)
			for (int q = 0; q < p; q++)
				CLAUSE(b, -(p * holes + h + 1), -(q * holes + h + 1));
}

static void test_pigeons(void) {
	for (int n = 1; n <= 6; n++) {
		struct bench b;
		open_bench(&b);
		add_pigeons(&b, n, n);
		CHECK(solve(&b) == CDCL_SAT);
		close_bench(&b);
		open_bench(&b);
		add_pigeons(&b, n + 1, n);
		CHECK(solve(&b) == CDCL_UNSAT && b.rup.empty);
		close_bench(&b);
	}
}

/* Large enough for restarts and reductions, which the proof has as deleted clauses. */
static void test_large(void) {
	struct bench b;
	open_bench(&b);
	add_pigeons(&b, 8, 7);
	CHECK(solve(&b) == CDCL_UNSAT && b.rup.empty && b.rup.deleted > 100);
	const struct cdcl_stats *stats = cdcl_stats(b.s);
	CHECK(stats->conflicts > 2000 && stats->restarts && stats->reductions && stats->deleted);
	CHECK(stats->decisions && stats->propagations > stats->conflicts);
	CHECK(cdcl_bytes(b.s) > b.clause.n * sizeof(int));
	close_bench(&b);
}

static void test_assumptions(void) {
	struct bench b;
	open_bench(&b);
	CLAUSE(&b, -1, 2);
	CLAUSE(&b, -2, 3);
	CLAUSE(&b, -4, -3);
	assume(&b, 5);
	assume(&b, 1);
	assume(&b, 6);
	assume(&b, 4);
	CHECK(solve(&b) == CDCL_UNSAT);
	assume(&b, 5);
	assume(&b, 1);
	assume(&b, 4);
	CHECK(cdcl_solve(b.s) == CDCL_UNSAT);
	CHECK(cdcl_failed(b.s, 1) && cdcl_failed(b.s, 4) && !cdcl_failed(b.s, 5));
	CHECK(!cdcl_failed(b.s, -4) && !cdcl_failed(b.s, 100));
	b.assumed.n = 0;
	CHECK(solve(&b) == CDCL_SAT); /* they are gone */
	assume(&b, 1);
	assume(&b, 1);
	CHECK(solve(&b) == CDCL_SAT && cdcl_value(b.s, 3) == 1 && cdcl_value(b.s, 4) == -1);
	assume(&b, 7);
	assume(&b, -7);
	CHECK(solve(&b) == CDCL_UNSAT);
	CLAUSE(&b, 4);
	assume(&b, 5);
	assume(&b, 1);
	CHECK(solve(&b) == CDCL_UNSAT); /* alone against the clauses */
	assume(&b, -1);
	CHECK(solve(&b) == CDCL_SAT);
	close_bench(&b);
}

static uint64_t state = 1;

static int below(int n) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int)(state >> 33) % n;
}

static int random_literal(int nvars) {
	int v = 1 + below(nvars);
	return below(2) ? v : -v;
}

static bool satisfiable(const struct bench *b, int nvars) {
	for (unsigned model = 0; model < 1u << nvars; model++) {
		bool all = true, some = false;
		for (size_t i = 0; i < b->clause.n && all; i++) {
			int a = b->clause.at[i];
			if (!a) {
				all = some;
				some = false;
			} else {
				some = some || (model >> (abs(a) - 1) & 1) == (a > 0);
			}
		}
		for (size_t i = 0; i < b->assumed.n && all; i++)
			all = (model >> (abs(b->assumed.at[i]) - 1) & 1) == (b->assumed.at[i] > 0);
		if (all)
			return true;
	}
	return false;
}

/* Clauses and questions with assumptions in turn, against all assignments. */
static void test_sequences(void) {
	for (int round = 0; round < 200; round++) {
		struct bench b;
		open_bench(&b);
		int nvars = 4 + below(6);
		for (int step = 0; step < 15; step++) {
			for (int i = below(8); i > 0; i--) {
				for (int k = 1 + below(4); k >= 0; k--)
					add(&b, random_literal(nvars));
				add(&b, 0);
			}
			for (int i = below(4); i > 0; i--)
				assume(&b, random_literal(nvars));
			const int one = random_literal(nvars), preferred[] = {one, random_literal(nvars)};
			if (below(2))
				cdcl_prefer(b.s, preferred, (size_t)below(3));
			bool expected = satisfiable(&b, nvars);
			CHECK(solve(&b) == (expected ? CDCL_SAT : CDCL_UNSAT));
		}
		close_bench(&b);
	}
}

/* Random clauses with three literals, near the threshold; long enough to delete clauses. */
static void test_random(void) {
	for (int round = 0; round < 6; round++) {
		struct bench b;
		open_bench(&b);
		for (int i = 0; i < 330; i++) {
			int p = random_literal(75), q = random_literal(75);
			CLAUSE(&b, p, q, random_literal(75));
		}
		CHECK(solve(&b) != CDCL_UNKNOWN);
		CLAUSE(&b, random_literal(75));
		CLAUSE(&b, random_literal(75));
		CHECK(solve(&b) != CDCL_UNKNOWN);
		close_bench(&b);
	}
}

static int looks;

static int stop_at_second_look(void *context) {
	(void)context;
	return ++looks >= 2;
}

/* The model has as many preferred literals as fit together, the first ones first; an answer does
 * not depend on them. */
static void test_preferred(void) {
	struct bench b;
	open_bench(&b);
	CLAUSE(&b, -1, -2);
	CLAUSE(&b, -3, -4);
	CLAUSE(&b, -5, -1, -3);
	const int first[] = {1, 2, 3, 4, 5, 6}, second[] = {-6, 5, 2, 4, 1};
	cdcl_prefer(b.s, first, 6);
	CHECK(solve(&b) == CDCL_SAT);
	CHECK(cdcl_value(b.s, 1) > 0 && cdcl_value(b.s, 2) < 0 && cdcl_value(b.s, 3) > 0);
	CHECK(cdcl_value(b.s, 4) < 0 && cdcl_value(b.s, 5) < 0 && cdcl_value(b.s, 6) > 0);
	cdcl_prefer(b.s, second, 5);
	CHECK(solve(&b) == CDCL_SAT);
	CHECK(cdcl_value(b.s, 6) < 0 && cdcl_value(b.s, 5) > 0 && cdcl_value(b.s, 2) > 0);
	CHECK(cdcl_value(b.s, 4) > 0 && cdcl_value(b.s, 1) < 0 && cdcl_value(b.s, 3) < 0);
	assume(&b, 1);
	CHECK(solve(&b) == CDCL_SAT && cdcl_value(b.s, 1) > 0 && cdcl_value(b.s, 2) < 0);
	assume(&b, 1);
	assume(&b, 3);
	assume(&b, 5);
	CHECK(solve(&b) == CDCL_UNSAT);
	cdcl_prefer(b.s, NULL, 0);
	CHECK(solve(&b) == CDCL_SAT);
	close_bench(&b);
}

static void test_stop(void) {
	struct bench b = {.s = cdcl_open()};
	add_pigeons(&b, 12, 11);
	cdcl_set_stop(b.s, NULL, stop_at_second_look);
	CHECK(cdcl_solve(b.s) == CDCL_UNKNOWN && looks == 2);
	uint64_t before = cdcl_stats(b.s)->conflicts;
	CHECK(before > 0);
	for (int p = 0; p < 12; p++) /* goes on with what it has learnt, and ends */
		CLAUSE(&b, -(p * 11 + 1));
	for (int p = 0; p < 12; p++)
		CLAUSE(&b, -(p * 11 + 2));
	for (int h = 2; h < 11; h++)
		CLAUSE(&b, -(h + 1));
	looks = -1000;
	CHECK(cdcl_solve(b.s) == CDCL_UNSAT);
	close_bench(&b);
}

int main(void) {
	test_small();
	test_pigeons();
	test_large();
	test_assumptions();
	test_sequences();
	test_random();
	test_preferred();
	test_stop();
	return check_done("cdcl");
}
