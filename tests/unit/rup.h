/* tests/unit/rup.h -- a forward checker of the proofs of solvers/sat/cdcl.h.
 *
 *   struct rup r = {0}; cdcl_set_proof(s, &r, rup_step); ... CHECK(!r.wrong); rup_free(&r);
 *
 * Each learnt clause must follow by unit propagation from those that are there: when its literals
 * are false, propagation runs into a conflict.  A clause that is deleted must be there.  All
 * clauses are read again and again until nothing changes, so this is for small formulas.
 */
#ifndef TESTS_UNIT_RUP_H
#define TESTS_UNIT_RUP_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/sat/cdcl.h"
#include "util/base/vec.h"

struct rup_clause {
	size_t first, n;
	uint64_t hash; /* does not depend on the order of literals */
};

struct rup {
	VEC(struct rup_clause) clause;
	VEC(int) literal;
	VEC(int8_t) value; /* by variable, while a clause is checked */
	VEC(int) last;     /* the clause that was learnt last */
	bool empty;        /* the empty clause is there */
	unsigned long learnt, deleted, wrong;
};

static inline void rup_free(struct rup *r) {
	vec_free(&r->clause);
	vec_free(&r->literal);
	vec_free(&r->value);
	vec_free(&r->last);
}

static inline int8_t *rup_value(struct rup *r, int literal) {
	size_t v = (size_t)abs(literal);
	while (r->value.n <= v)
		vec_push(&r->value, 0);
	return &r->value.at[v];
}

static inline void rup_set(struct rup *r, int literal) {
	*rup_value(r, literal) = literal < 0 ? -1 : 1;
}

/* 1 true, -1 false, 0 unknown */
static inline int rup_holds(struct rup *r, int literal) {
	int v = *rup_value(r, literal);
	return literal < 0 ? -v : v;
}

/* One clause: 2 if it is false, 1 if it has made a literal true, else 0. */
static inline int rup_visit(struct rup *r, struct rup_clause c) {
	int unit = 0;
	for (size_t i = 0; i < c.n; i++) {
		int literal = r->literal.at[c.first + i], value = rup_holds(r, literal);
		if (value > 0 || (!value && unit && unit != literal))
			return 0;
		if (!value)
			unit = literal;
	}
	if (unit)
		rup_set(r, unit);
	return unit ? 1 : 2;
}

static inline bool rup_follows(struct rup *r, const int *at, size_t n) {
	if (r->value.n)
		memset(r->value.at, 0, r->value.n);
	for (size_t i = 0; i < n; i++) {
		if (rup_holds(r, at[i]) > 0)
			return true; /* it always holds */
		rup_set(r, -at[i]);
	}
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < r->clause.n; i++) {
			int what = rup_visit(r, r->clause.at[i]);
			if (what == 2)
				return true;
			more = more || what;
		}
	}
	return false;
}

static inline uint64_t rup_hash(const int *at, size_t n) {
	uint64_t hash = n;
	for (size_t i = 0; i < n; i++) {
		uint64_t x = (uint64_t)(int64_t)at[i] * UINT64_C(0x9e3779b97f4a7c15);
		hash += (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	}
	return hash;
}

static inline int rup_compare(const void *a, const void *b) {
	return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

/* Whether both have the same literals, in any order; sorts the first. */
static inline bool rup_same(int *at, size_t n, const int *with, size_t m) {
	if (n != m)
		return false;
	if (!n)
		return true;
	int *copy = mem_alloc(n * sizeof *copy);
	memcpy(copy, with, n * sizeof *copy);
	qsort(copy, n, sizeof *copy, rup_compare);
	qsort(at, n, sizeof *at, rup_compare);
	bool same = !memcmp(at, copy, n * sizeof *copy);
	mem_free(copy);
	return same;
}

static inline bool rup_delete(struct rup *r, const int *at, size_t n) {
	uint64_t hash = rup_hash(at, n);
	for (size_t i = r->clause.n; i-- > 0;) {
		struct rup_clause *c = &r->clause.at[i];
		if (c->hash == hash && rup_same(r->literal.at + c->first, c->n, at, n)) {
			*c = vec_last(&r->clause);
			r->clause.n--;
			return true;
		}
	}
	return false;
}

static inline void rup_add(struct rup *r, const int *at, size_t n) {
	struct rup_clause c = {r->literal.n, n, rup_hash(at, n)};
	for (size_t i = 0; i < n; i++)
		vec_push(&r->literal, at[i]);
	vec_push(&r->clause, c);
	r->empty = r->empty || !n;
}

static inline void rup_learn(struct rup *r, const int *at, size_t n) {
	r->learnt++;
	if (!rup_follows(r, at, n)) {
		r->wrong++;
		fprintf(stderr, "does not follow:");
		for (size_t i = 0; i < n; i++)
			fprintf(stderr, " %d", at[i]);
		fprintf(stderr, " (learnt %lu)\n", r->learnt);
	}
	r->last.n = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(&r->last, at[i]);
	rup_add(r, at, n);
}

static inline void rup_step(void *context, enum cdcl_step step, const int *at, size_t n) {
	struct rup *r = context;
	switch (step) {
	case CDCL_STEP_INPUT:
	case CDCL_STEP_THEORY: rup_add(r, at, n); break;
	case CDCL_STEP_LEARNT: rup_learn(r, at, n); break;
	case CDCL_STEP_DELETED:
		r->deleted++;
		if (!rup_delete(r, at, n)) {
			r->wrong++;
			fprintf(stderr, "a clause of %zu literals is deleted that is not there\n", n);
		}
		break;
	}
}

#endif
