/* Liveness against a search along all paths, and the cases that need a look of their own. */
#include "goto/analysis/live.h"

#include <stdlib.h>

#include "tests/unit/check.h"
#include "tests/unit/prog_fixture.h"

enum { MAX_INS = 40, MAX_LOCALS = 150 };

static struct function *F;
static struct live *L;

static const struct expr *var(const char *name, const struct type *t) {
	return expr_symbol(A, local(F, name, t));
}

static uint32_t add(struct ins in) {
	in.loc = line(1);
	return ins_add(F, in);
}

static bool has(const uint64_t *row, const struct expr *e) {
	return row[e->symbol->slot / 64] >> e->symbol->slot % 64 & 1;
}

static bool at(uint32_t pc, const struct expr *e) {
	return has(live_at(L, F, pc), e);
}

static bool during(uint32_t pc, const struct expr *e) {
	return has(live_during(L, F, pc), e);
}

static void begin(void) {
	fixture_open();
	F = make_function("main", INT);
	L = live_open();
}

static void end(void) {
	live_close(L);
	fixture_close();
}

static void test_straight(void) {
	begin();
	const struct expr *i = var("i", INT), *j = var("j", INT), *g = global_expr("g", INT);
	add((struct ins){.kind = INS_DECL, .sym = i->symbol});
	add((struct ins){.kind = INS_ASSIGN, .lhs = i, .rhs = num(1)});
	add((struct ins){.kind = INS_ASSIGN, .lhs = i, .rhs = bin(EXPR_ADD, i, j)});
	add((struct ins){.kind = INS_ASSIGN, .lhs = g, .rhs = i});
	add((struct ins){.kind = INS_DEAD, .sym = i->symbol});
	add((struct ins){.kind = INS_HAVOC, .lhs = j});
	add((struct ins){.kind = INS_RETURN, .rhs = j});
	add((struct ins){.kind = INS_ASSUME, .rhs = i}); /* nothing leads here, but it reads */
	add((struct ins){.kind = INS_END});
	CHECK(!at(0, i) && !at(1, i) && at(2, i) && at(3, i) && !at(4, i) && !at(5, i));
	CHECK(at(0, j) && at(1, j) && at(2, j) && !at(3, j) && !at(5, j) && at(6, j) && !at(8, j));
	CHECK(at(7, i) && !at(6, i));
	end();
}

static void test_loop(void) {
	begin();
	const struct expr *i = var("i", INT), *n = var("n", INT), *t = var("t", INT);
	add((struct ins){.kind = INS_ASSIGN, .lhs = i, .rhs = num(0)});
	add((struct ins){.kind = INS_GOTO, .rhs = bin(EXPR_GE, i, n), .target = 5});
	add((struct ins){.kind = INS_ASSIGN, .lhs = t, .rhs = i});
	add((struct ins){.kind = INS_ASSIGN, .lhs = i, .rhs = bin(EXPR_ADD, t, num(1))});
	add((struct ins){.kind = INS_GOTO, .target = 1});
	add((struct ins){.kind = INS_END});
	CHECK(!at(0, i) && at(1, i) && at(2, i) && !at(3, i) && at(4, i) && !at(5, i));
	CHECK(at(0, n) && at(1, n) && at(2, n) && at(3, n) && at(4, n) && !at(5, n));
	CHECK(!at(0, t) && !at(1, t) && !at(2, t) && at(3, t) && !at(4, t));
	end();
}

static void test_calls(void) {
	begin();
	const struct expr *i = var("i", INT), *k = var("k", INT);
	const struct expr *p = var("p", type_pointer(T, INT)), *q = var("q", type_pointer(T, INT));
	struct symbol *f = make_function("f", INT)->symbol;
	const struct expr *arg[] = {k};
	struct ins call = {.kind = INS_CALL, .rhs = expr_symbol(A, f), .arg = arg, .nargs = 1};
	call.lhs = i;
	add(call);
	call.lhs = expr_deref(A, p);
	add(call);
	add((struct ins){.kind = INS_ATOMIC_BEGIN, .rhs = i, .arg = &q, .nargs = 1});
	add((struct ins){.kind = INS_UNSUPPORTED, .text = "here"});
	add((struct ins){.kind = INS_END});
	CHECK(!at(0, i) && !during(0, i) && at(1, i) && during(1, i) && at(2, i) && !at(3, i));
	CHECK(at(0, k) && during(0, k) && at(1, k) && !during(1, k) && !at(2, k));
	CHECK(at(0, p) && at(1, p) && during(1, p) && !at(2, p));
	CHECK(at(0, q) && at(2, q) && !at(3, q));
	end();
}

/* What is no register is always live; the bounds of arrays are read where the array is. */
static void test_objects(void) {
	begin();
	const struct expr *taken = var("taken", INT), *array = var("array", type_array(T, INT, 4));
	const struct expr *n = var("n", INT), *m = var("m", INT), *i = var("i", INT);
	const struct expr *vla = var("vla", type_vla(T, INT, n));
	const struct type *row = type_vla(T, INT, m);
	const struct expr *p = var("p", type_pointer(T, row));
	taken->symbol->address_taken = true;
	add((struct ins){.kind = INS_DECL, .sym = vla->symbol});
	add((struct ins){.kind = INS_ASSIGN, .lhs = expr_index(A, array, i), .rhs = num(1)});
	add((struct ins){.kind = INS_ASSIGN, .lhs = taken, .rhs = num(1)});
	add((struct ins){.kind = INS_ASSUME, .rhs = expr_unary(A, EXPR_LNOT, INT, p)});
	add((struct ins){.kind = INS_DEAD, .sym = taken->symbol});
	add((struct ins){.kind = INS_END});
	bool always = true;
	for (uint32_t pc = 0; pc < 6; pc++)
		always &= at(pc, taken) && at(pc, array) && at(pc, vla);
	CHECK(always);
	CHECK(at(0, n) && !at(1, n));
	CHECK(at(0, m) && at(3, m) && !at(4, m));
	CHECK(at(1, i) && !at(2, i));
	end();
}

static void test_large(void) {
	begin();
	const struct expr *last = NULL;
	for (int i = 0; i < 3000; i++)
		last = var(intern_printf("v%d", i), INT);
	for (int i = 0; i < 3000; i++)
		add((struct ins){.kind = INS_SKIP});
	add((struct ins){.kind = INS_END});
	CHECK(at(0, last) && at(2999, last) && during(2999, last));
	end();
}

/* --- Random functions.  What each instruction does is noted as it is made. --- */

struct note {
	int read[3], write; /* locals; -1: none */
	uint32_t next[2], nnext;
};

static struct note note[MAX_INS];
static const struct expr *v[MAX_LOCALS];
static int nlocals;
static uint32_t nins;

static int pick(void) {
	return rand() % nlocals;
}

static void random_ins(uint32_t pc) {
	struct note *o = &note[pc];
	*o = (struct note){{-1, -1, -1}, -1, {pc + 1}, 1};
	int a = pick(), b = pick(), c = pick();
	switch (rand() % 7) {
	case 0:
		add((struct ins){.kind = INS_DECL, .sym = v[a]->symbol});
		o->write = a;
		break;
	case 1:
		add((struct ins){.kind = INS_DEAD, .sym = v[a]->symbol});
		o->write = a;
		break;
	case 2:
	case 3:
		add((struct ins){.kind = INS_ASSIGN, .lhs = v[a], .rhs = bin(EXPR_MUL, v[b], v[c])});
		o->write = a, o->read[0] = b, o->read[1] = c;
		break;
	case 4:
		add((struct ins){.kind = INS_ASSUME, .rhs = bin(EXPR_LT, v[a], num(3))});
		o->read[0] = a;
		break;
	case 5:
		o->next[o->nnext++] = (uint32_t)rand() % nins;
		add((struct ins){.kind = INS_GOTO, .rhs = v[a], .target = o->next[1]});
		o->read[0] = a;
		break;
	default:
		o->next[0] = rand() % 2 ? (uint32_t)rand() % nins : nins - 1;
		if (o->next[0] == nins - 1) {
			add((struct ins){.kind = INS_RETURN, .rhs = v[a]});
			o->read[0] = a;
		} else {
			add((struct ins){.kind = INS_GOTO, .target = o->next[0]});
		}
	}
}

static bool path_reads(uint32_t pc, int x, bool *seen) {
	if (seen[pc])
		return false;
	seen[pc] = true;
	const struct note *o = &note[pc];
	if (o->read[0] == x || o->read[1] == x || o->read[2] == x)
		return true;
	if (o->write == x)
		return false;
	for (uint32_t k = 0; k < o->nnext; k++)
		if (path_reads(o->next[k], x, seen))
			return true;
	return false;
}

static void test_random(unsigned seed) {
	begin();
	srand(seed);
	int most = rand() % 4 ? 5 : MAX_LOCALS;
	nlocals = 1 + rand() % most;
	nins = 2 + (uint32_t)rand() % (MAX_INS - 1);
	for (int i = 0; i < nlocals; i++)
		v[i] = var(intern_printf("v%d", i), INT);
	for (uint32_t pc = 0; pc + 1 < nins; pc++)
		random_ins(pc);
	note[nins - 1] = (struct note){{-1, -1, -1}, -1, {0}, 0};
	add((struct ins){.kind = INS_END});
	bool right = true;
	for (uint32_t pc = 0; pc < nins; pc++)
		for (int i = 0; i < nlocals; i++) {
			bool seen[MAX_INS] = {0};
			right &= at(pc, v[i]) == path_reads(pc, i, seen);
		}
	CHECK(right);
	end();
}

int main(void) {
	test_straight();
	test_loop();
	test_calls();
	test_objects();
	test_large();
	for (unsigned seed = 1; seed <= 300; seed++)
		test_random(seed);
	return check_done("live");
}
