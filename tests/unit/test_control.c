/* Postdominators against their definition, on random functions. */
#include "goto/analysis/control.h"

#include <stdlib.h>

#include "tests/unit/check.h"
#include "tests/unit/prog_fixture.h"

enum { MAX_INS = 14 };

static struct function *random_function(uint32_t seed) {
	srand(seed);
	struct function *f = make_function("f", INT);
	const struct expr *c = expr_symbol(A, local(f, "c", INT));
	uint32_t n = 2 + (uint32_t)rand() % (MAX_INS - 2);
	for (uint32_t i = 0; i + 1 < n; i++) {
		struct ins in = {.kind = INS_SKIP, .loc = line(1)};
		switch (rand() % 8) {
		case 0:
		case 1:
		case 2: in.kind = INS_GOTO, in.rhs = c; break;
		case 3: in.kind = INS_GOTO; break;
		case 4: in.kind = INS_RETURN; break;
		case 5: in.kind = INS_ASSUME, in.rhs = num(0); break;
		default: break;
		}
		in.target = in.kind == INS_GOTO ? (uint32_t)rand() % n : 0;
		ins_add(f, in);
	}
	ins_add(f, (struct ins){.kind = INS_END, .loc = line(1)});
	return f;
}

static uint32_t successors(const struct function *f, uint32_t i, uint32_t to[2]) {
	const struct ins *in = &f->ins.at[i];
	uint32_t n = 0, end = (uint32_t)f->ins.n - 1;
	if (i == end)
		return 0;
	if (in->kind == INS_RETURN || in->kind == INS_ASSUME)
		to[n++] = end;
	if (in->kind == INS_GOTO)
		to[n++] = in->target;
	if (in->kind == INS_SKIP || in->rhs == NULL ? in->kind == INS_SKIP : in->kind == INS_GOTO)
		to[n++] = i + 1;
	return n;
}

/* Is END reached from 'from' without passing 'without'?  returns: nor failing. */
static bool reaches_end(const struct function *f, uint32_t from, uint32_t without, bool returns) {
	bool seen[MAX_INS] = {false};
	uint32_t todo[MAX_INS * 2 + 1], n = 0;
	todo[n++] = from;
	while (n) {
		uint32_t at = todo[--n], to[2];
		if (at == without || seen[at] || (returns && f->ins.at[at].kind == INS_ASSUME))
			continue;
		seen[at] = true;
		if (at + 1 == f->ins.n)
			return true;
		for (uint32_t k = successors(f, at, to); k-- > 0;)
			todo[n++] = to[k];
	}
	return false;
}

static bool postdominates(const struct function *f, uint32_t by, uint32_t i) {
	return by == i || !reaches_end(f, i, by, false);
}

static bool is_exited(const struct function *f) {
	for (uint32_t i = 0; i < f->ins.n; i++)
		if (f->ins.at[i].kind != INS_ASSUME && !reaches_end(f, i, UINT32_MAX, true))
			return false;
	return true;
}

/* In a function without endless loops: the chain of 'next' is exactly what postdominates. */
static void check_chain(const struct function *f, const struct control *c) {
	for (uint32_t i = 0; i < f->ins.n; i++) {
		bool on_chain[MAX_INS] = {false};
		for (uint32_t k = i; !on_chain[k]; k = c->next[k])
			on_chain[k] = true;
		bool same = true;
		for (uint32_t k = 0; k < f->ins.n; k++)
			same &= on_chain[k] == postdominates(f, k, i);
		CHECK(same);
	}
}

/* j is control dependent on a branch b if it postdominates one of b's successors, and not b, or is
 * b itself. */
static void check_decides(const struct function *f, const struct control *c) {
	for (uint32_t b = 0; b < f->ins.n; b++) {
		if (f->ins.at[b].kind != INS_GOTO || !f->ins.at[b].rhs)
			continue;
		for (uint32_t j = 0; j < f->ins.n; j++) {
			bool mark[MAX_INS] = {false};
			mark[j] = true;
			bool depends =
			    (postdominates(f, j, b + 1) || postdominates(f, j, f->ins.at[b].target)) &&
			    (j == b || !postdominates(f, j, b));
			/* A branch with two equal ways decides nothing. */
			depends &= j != c->next[b];
			CHECK(control_decides(c, b, mark) == depends);
		}
	}
}

/* The marked instructions that come next, after i.  In the slice, a branch without a mark jumps to
 * its postdominator. */
static void find_next(const struct function *f, const struct control *c, const bool *mark,
                      bool in_slice, uint32_t i, bool *next) {
	bool seen[MAX_INS] = {false};
	uint32_t todo[MAX_INS * 2 + 2], n = 0;
	todo[n++] = i;
	for (bool first = true; n; first = false) {
		uint32_t at = todo[--n], to[2], nto = successors(f, at, to);
		if (!first && mark[at]) {
			next[at] = true;
			continue;
		}
		if (seen[at] || (f->ins.at[at].kind == INS_ASSUME && !in_slice))
			continue;
		seen[at] = true;
		if (in_slice && !mark[at] && f->ins.at[at].kind == INS_GOTO && f->ins.at[at].rhs) {
			to[0] = c->next[at];
			nto = 1;
		}
		for (uint32_t k = 0; k < nto; k++)
			todo[n++] = to[k];
	}
}

/* Also with endless loops: when all branches have marks that decide about marks, the others may
 * jump to their postdominators, and every marked instruction that comes next still does. */
static void check_slice(const struct function *f, const struct control *c) {
	bool mark[MAX_INS] = {false};
	for (uint32_t i = 0; i < f->ins.n; i++)
		mark[i] = rand() % 5 == 0;
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = 0; i < f->ins.n; i++)
			if (!mark[i] && control_is_branch(c, i) && control_decides(c, i, mark))
				mark[i] = more = true;
	}
	bool complete = true;
	for (uint32_t i = 0; i < f->ins.n; i++) {
		bool whole[MAX_INS] = {false}, slice[MAX_INS] = {false};
		find_next(f, c, mark, false, i, whole);
		find_next(f, c, mark, true, i, slice);
		for (uint32_t k = 0; k < f->ins.n; k++)
			complete &= !whole[k] || slice[k];
	}
	CHECK(complete);
}

int main(void) {
	uint32_t exited = 0;
	for (uint32_t seed = 0; seed < 3000; seed++) {
		fixture_open();
		struct function *f = random_function(seed);
		struct control c;
		control_open(&c, f);
		for (uint32_t i = 0; i < f->ins.n; i++)
			CHECK(c.next[i] < f->ins.n);
		check_slice(f, &c);
		if (is_exited(f)) {
			exited++;
			check_chain(f, &c);
			check_decides(f, &c);
		}
		control_close(&c);
		fixture_close();
	}
	CHECK(exited > 300);
	return check_done("control");
}
