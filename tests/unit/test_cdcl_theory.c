/* The SAT solver with a theory in its search: a strict order of a few events, whose variables say
 * which of two comes first.  The same questions with all cycles forbidden by clauses have the same
 * answers. */
#include "solvers/sat/cdcl.h"
#include "tests/unit/check.h"
#include "tests/unit/rup.h"

enum { EVENTS = 7, PAIRS = EVENTS * (EVENTS - 1) / 2, OTHERS = 6, VARIABLES = PAIRS + OTHERS };

/* How the theory says what it finds. */
enum way {
	IMPLY,       /* every order that follows */
	LEMMAS,      /* a clause for each cycle, when it is closed */
	KEPT_LEMMAS, /* the same, kept for ever */
	AT_THE_END,  /* a clause for one cycle, when everything is assigned */
	ONCE,        /* a clause for every cycle of three, all at the first end, and nothing after */
	BOTH,        /* orders that follow and lemmas, which know too much or too little at random */
	WAYS
};

struct order {
	struct cdcl *s;
	enum way way;
	size_t nobserved;
	bool said;                     /* ONCE */
	VEC(int) edge;                 /* literals that are true, as told */
	size_t implied[2 * PAIRS + 1]; /* by literal: edges that there were when it was implied */
	struct rup rup;
	unsigned long checks, explained, implications, lemmas;
	unsigned long wrong_clauses, wrong_calls;
};

static uint64_t state = 1;

static int below(int n) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int)((state >> 33) % (unsigned)n);
}

static int random_literal(void) {
	int variable = 1 + below(VARIABLES);
	return below(2) ? variable : -variable;
}

/* That a comes before b, for different events. */
static int before(int a, int b) {
	int low = a < b ? a : b, high = a < b ? b : a;
	int v = high * (high - 1) / 2 + low + 1;
	return a < b ? v : -v;
}

static void ends(int literal, int *from, int *to) {
	for (int a = 0; a < EVENTS; a++)
		for (int b = 0; b < EVENTS; b++)
			if (a != b && before(a, b) == literal) {
				*from = a;
				*to = b;
			}
}

/* A path over the first n of these edges, as literals; its length, 0: there is none. */
static size_t find_path(const int *edge, size_t n, int from, int to, int path[EVENTS]) {
	int came_by[EVENTS] = {0}, queue[EVENTS] = {from};
	size_t head = 0, tail = 1;
	while (head < tail) {
		int at = queue[head++];
		for (size_t i = 0; i < n; i++) {
			int a = 0, b = 0;
			ends(edge[i], &a, &b);
			if (a == at && b != from && !came_by[b]) {
				came_by[b] = edge[i];
				queue[tail++] = b;
			}
		}
	}
	size_t length = 0;
	for (int at = to; at != from && came_by[at]; length++) {
		int b = 0;
		path[length] = came_by[at];
		ends(came_by[at], &at, &b);
	}
	return length;
}

/* Not all of these, and perhaps this one (0: none). */
static size_t make_clause(const int *path, size_t n, int literal, int clause[EVENTS + 1]) {
	size_t k = 0;
	if (literal)
		clause[k++] = literal;
	for (size_t i = 0; i < n; i++)
		clause[k++] = -path[i];
	return k;
}

static void explain(void *context, int literal) {
	struct order *o = context;
	int path[EVENTS], clause[EVENTS + 1], a = 0, b = 0;
	ends(literal, &a, &b);
	size_t n = find_path(o->edge.at, o->implied[PAIRS + literal], a, b, path);
	o->wrong_calls += !n;
	o->explained++;
	cdcl_explain(o->s, clause, make_clause(path, n, literal, clause));
}

static void imply_all(struct order *o) {
	int path[EVENTS];
	for (int a = 0; a < EVENTS; a++)
		for (int b = 0; b < EVENTS; b++) {
			if (a == b || (o->way == BOTH && below(2)))
				continue;
			bool known = false;
			for (size_t i = 0; i < o->edge.n; i++)
				known = known || o->edge.at[i] == before(a, b);
			if (known || !find_path(o->edge.at, o->edge.n, a, b, path))
				continue;
			/* An order that was implied but not told yet keeps its reason. */
			if (cdcl_value(o->s, abs(before(a, b))) == (a < b ? 1 : -1))
				continue;
			o->implied[PAIRS + before(a, b)] = o->edge.n;
			o->implications++;
			if (!cdcl_imply(o->s, before(a, b)))
				return;
		}
}

/* Cycles through these edges, at most so many. */
static void forbid_cycles(struct order *o, const int *edge, size_t n, int most) {
	int path[EVENTS], clause[EVENTS + 1];
	for (size_t i = 0; i < n && most; i++) {
		int a = 0, b = 0;
		ends(edge[i], &a, &b);
		size_t k = find_path(o->edge.at, o->edge.n, b, a, path);
		if (!k)
			continue;
		cdcl_lemma(o->s, clause, make_clause(path, k, -edge[i], clause), o->way == KEPT_LEMMAS);
		o->lemmas++;
		most--;
	}
}

/* A clause that holds, whatever is assigned. */
static void say_anything(struct order *o) {
	int a = below(EVENTS), b = below(EVENTS), c = below(EVENTS);
	if (a == b || b == c || a == c)
		return;
	int clause[] = {before(b, a), before(c, b), before(a, c), before(c, b)};
	cdcl_lemma(o->s, clause, 4, below(2));
	o->lemmas++;
}

static void say_all(struct order *o) {
	for (int a = 0; a < EVENTS && !o->said; a++)
		for (int b = 0; b < EVENTS; b++)
			for (int c = 0; c < EVENTS; c++)
				if (a != b && b != c && a != c) {
					cdcl_lemma(o->s, (const int[]){before(b, a), before(c, b), before(a, c)}, 3,
					           true);
					o->lemmas++;
				}
	o->said = true;
}

static void assigned(void *context, const int *literals, size_t n) {
	struct order *o = context;
	for (size_t i = 0; i < n; i++) {
		o->wrong_calls += cdcl_value(o->s, abs(literals[i])) != (literals[i] > 0 ? 1 : -1);
		vec_push(&o->edge, literals[i]);
	}
	if (o->way == IMPLY || o->way == BOTH)
		imply_all(o);
	if (o->way == LEMMAS || o->way == KEPT_LEMMAS)
		forbid_cycles(o, literals, n, PAIRS);
	if (o->way == BOTH && !below(3))
		say_anything(o);
}

static void backtrack(void *context, size_t n) {
	struct order *o = context;
	o->wrong_calls += n >= o->edge.n;
	o->edge.n = n;
}

static void check_order(void *context) {
	struct order *o = context;
	o->checks++;
	o->wrong_calls += o->edge.n != o->nobserved;
	if (o->way == ONCE)
		say_all(o);
	else
		forbid_cycles(o, o->edge.at, o->edge.n, 1);
}

static const struct cdcl_theory theory = {assigned, backtrack, explain, check_order};
static const struct cdcl_theory theory_without_check = {assigned, backtrack, explain, NULL};

/* Clauses of the theory must forbid a cycle; the rest is the checker's. */
static void proof_step(void *context, enum cdcl_step step, const int *at, size_t n) {
	struct order *o = context;
	if (step == CDCL_STEP_THEORY) {
		VEC(int) edge = {0};
		bool cycle = false;
		int path[EVENTS];
		for (size_t i = 0; i < n; i++)
			vec_push(&edge, -at[i]);
		for (size_t i = 0; i < n && !cycle; i++) {
			int a = 0, b = 0;
			ends(edge.at[i], &a, &b);
			cycle = find_path(edge.at, edge.n, b, a, path);
		}
		vec_free(&edge);
		o->wrong_clauses += !cycle;
	}
	rup_step(&o->rup, step, at, n);
}

static void observe_all(struct order *o) {
	for (int v = PAIRS; v >= 1; v--)
		cdcl_observe(o->s, v);
	o->nobserved = PAIRS;
}

static void open_order(struct order *o, enum way way) {
	*o = (struct order){.s = cdcl_open(), .way = way};
	cdcl_set_proof(o->s, o, proof_step);
	bool check = way == AT_THE_END || way == ONCE || way == BOTH;
	cdcl_set_theory(o->s, check ? &theory : &theory_without_check, o);
	observe_all(o);
}

static void close_order(struct order *o) {
	CHECK(!o->rup.wrong && !o->wrong_clauses && !o->wrong_calls);
	cdcl_close(o->s);
	rup_free(&o->rup);
	vec_free(&o->edge);
}

static void add(struct cdcl *s, const int *at, size_t n) {
	for (size_t i = 0; i < n; i++)
		cdcl_add(s, at[i]);
	cdcl_add(s, 0);
}

static struct cdcl *open_eager(void) {
	struct cdcl *s = cdcl_open();
	for (int a = 0; a < EVENTS; a++)
		for (int b = 0; b < EVENTS; b++)
			for (int c = 0; c < EVENTS; c++)
				if (a != b && b != c && a != c)
					add(s, (const int[]){-before(a, b), -before(b, c), before(a, c)}, 3);
	return s;
}

static bool is_order(const struct order *o) {
	int place[EVENTS] = {0}, seen = 0;
	for (int a = 0; a < EVENTS; a++)
		for (int b = 0; b < EVENTS; b++)
			if (a != b)
				place[a] += cdcl_value(o->s, abs(before(a, b))) == (a < b ? -1 : 1);
	for (int a = 0; a < EVENTS; a++)
		seen |= 1 << place[a];
	return seen == (1 << EVENTS) - 1;
}

static void ask_both(struct order *o, struct cdcl *eager) {
	int assumed[5], n = below(3) ? below(5) : 0;
	for (int i = 0; i < n; i++) {
		assumed[i] = random_literal();
		cdcl_assume(o->s, assumed[i]);
		cdcl_assume(eager, assumed[i]);
	}
	enum cdcl_answer answer = cdcl_solve(o->s);
	CHECK(answer == cdcl_solve(eager));
	if (answer == CDCL_SAT)
		CHECK(is_order(o));
	if (answer != CDCL_UNSAT)
		return;
	for (int i = 0; i < n; i++)
		if (cdcl_failed(o->s, assumed[i]))
			cdcl_assume(eager, assumed[i]);
	CHECK(cdcl_solve(eager) == CDCL_UNSAT);
}

static unsigned long sat_rounds, unsat_rounds;

static void test_round(enum way way, struct order *sum) {
	struct order o;
	open_order(&o, way);
	struct cdcl *eager = open_eager();
	int parts = 1 + below(4), count = 40 + below(70);
	for (int part = 0; part < parts; part++) {
		for (int i = 0; i < count / parts; i++) {
			int clause[4], n = below(15) ? 3 : 1 + below(3);
			for (int k = 0; k < n; k++)
				clause[k] = random_literal();
			if (n == 1 && below(3))
				continue;
			add(o.s, clause, (size_t)n);
			add(eager, clause, (size_t)n);
		}
		ask_both(&o, eager);
		ask_both(&o, eager);
	}
	*(cdcl_solve(o.s) == CDCL_SAT ? &sat_rounds : &unsat_rounds) += 1;
	sum->checks += o.checks;
	sum->explained += o.explained;
	sum->implications += o.implications;
	sum->lemmas += o.lemmas;
	close_order(&o);
	cdcl_close(eager);
}

static void test_ways(void) {
	for (enum way way = 0; way < WAYS; way++) {
		struct order sum = {0};
		for (int round = 0; round < 60; round++)
			test_round(way, &sum);
		CHECK((sum.implications && sum.explained) == (way == IMPLY || way == BOTH));
		CHECK((sum.checks > 0) == (way == AT_THE_END || way == ONCE || way == BOTH));
		CHECK((sum.lemmas > 0) == (way != IMPLY));
	}
	CHECK(sat_rounds > 30 && unsat_rounds > 30);
}

/* A cycle of units: the contradiction is found on level 0, and what was fixed before a variable is
 * observed is told. */
static void test_fixed(void) {
	for (enum way way = 0; way < WAYS; way++) {
		struct order o = {.s = cdcl_open(), .way = way};
		cdcl_set_proof(o.s, &o, proof_step);
		cdcl_set_theory(o.s, &theory, &o);
		for (int a = 0; a + 1 < EVENTS; a++)
			add(o.s, (const int[]){before(a, a + 1)}, 1);
		CHECK(cdcl_solve(o.s) == CDCL_SAT && !o.edge.n);
		observe_all(&o);
		CHECK(cdcl_solve(o.s) == CDCL_SAT && is_order(&o));
		CHECK(cdcl_value(o.s, abs(before(0, EVENTS - 1))) == 1);
		add(o.s, (const int[]){before(EVENTS - 1, 0), VARIABLES}, 2);
		CHECK(cdcl_solve(o.s) == CDCL_SAT && cdcl_value(o.s, VARIABLES) == 1);
		add(o.s, (const int[]){-VARIABLES}, 1);
		CHECK(cdcl_solve(o.s) == CDCL_UNSAT && o.rup.empty);
		close_order(&o);
	}
}

int main(void) {
	test_ways();
	test_fixed();
	return check_done("cdcl_theory");
}
