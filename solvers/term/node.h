/* solvers/term/node.h -- inside of the term table; for term.c and the simplifier only.
 *
 * A node is 20 bytes.  What 'arg' holds depends on the kind:
 *
 *   CONST, width <= 64 (or boolean)   the value, low half in arg[0], high half in arg[1]
 *   CONST, width > 64                 arg[0]: index into 'wide'
 *   VAR                               arg[0]: index into 'name'
 *   EXTRACT                           operand, high bit, low bit
 *   all others                        operands
 *
 * Layers:  simplify.c   the public constructors: they check sorts and refill 'fuel'
 *          simplify_*.c the rules, functions mk_*; they call one another and end in node1..node3
 *          term.c       node1..node3: the table itself, no rule
 *
 * Bounded work: a rule that goes below its operands' operands calls 'spend' first and is skipped
 * when no fuel is left, so neither time nor stack depends on the size of a term.
 *
 * Canonical forms that the rules keep and rely on:
 *   - booleans are built of AND and NOT only, or is not-and-not; no NOT under NOT
 *   - operands of commutative operations are ordered by handle, a constant comes last
 *   - x - y is x + -y; a constant summand is outermost: (x + y) + 1
 *   - a comparison with one constant has it on the right
 *   - the condition of ITE is no NOT
 *   - shifts by constants, masks and multiplications by powers of two are slices and CONCATs
 *   - CONCAT with zeros above is ZEXT
 */
#ifndef SOLVERS_TERM_NODE_H
#define SOLVERS_TERM_NODE_H

#include "solvers/term/term.h"
#include "util/base/map.h"
#include "util/base/vec.h"

#define ARRAY_SORT UINT32_C(0x80000000) /* 'width' of an array: this | index into array_sort */
#define WIDTH_BOOL 0
#define WIDTH_MAX  (ARRAY_SORT - 1)

struct node {
	uint32_t kind, width;
	uint32_t arg[3];
};

struct node_slot {
	uint32_t ix, hash; /* ix 0: free */
};

/* What a node that was asked for became; for rules that walk through trees of ITE. */
struct rewrite {
	struct node asked;
	term result;
};

enum { REWRITES = 1 << 12 };

enum { RECENT = 512 };

struct recent_const { /* most constants come again at once */
	uint64_t value;
	uint32_t width;
	term term;
};

struct terms {
	struct recent_const recent[RECENT];
	VEC(struct node) node; /* [0] is no term, [1] false, [2] true */
	struct node_slot *slot;
	size_t nslots;           /* a power of two */
	struct rewrite *rewrite; /* REWRITES entries, each overwritten by the next with its hash */
	uint32_t fuel;
	uint64_t nfresh;
	VEC(struct bits) wide;
	VEC(const char *) name;
	VEC(struct term_origin) origin; /* by index in 'name' */
	VEC(struct sort) array_sort;
	struct map name_ix; /* interned name -> index into 'name' */
	struct arena *arena;
	struct arena *scratch; /* empty between calls */
};

/* Table. */
uint32_t node_width(struct terms *, struct sort);
term node_make(struct terms *, struct node);
term node_const(struct terms *, uint32_t width, uint64_t value); /* width <= 64; no boolean */
term node_find(const struct terms *, struct node);               /* NO_TERM: not in the table */

term node_rewrite(const struct terms *, const struct node *asked); /* or NO_TERM */
void node_rewritten(struct terms *, const struct node *asked, term result);

static inline const struct node *node_at(const struct terms *ts, term t) {
	return &ts->node.at[t.ix];
}

static inline enum term_kind kind_of(const struct terms *ts, term t) {
	return (enum term_kind)node_at(ts, t)->kind;
}

static inline bool is_kind(const struct terms *ts, term t, enum term_kind k) {
	return node_at(ts, t)->kind == (uint32_t)k;
}

static inline uint32_t width_of(const struct terms *ts, term t) {
	return node_at(ts, t)->width;
}

static inline term arg_of(const struct terms *ts, term t, uint32_t i) {
	return (term){node_at(ts, t)->arg[i]};
}

static inline bool is_const(const struct terms *ts, term t) {
	return is_kind(ts, t, TERM_CONST);
}

/* A constant of at most 64 bits: the fast path, without struct bits. */
static inline bool is_small(const struct terms *ts, term t) {
	return is_const(ts, t) && width_of(ts, t) <= 64;
}

static inline uint64_t small_value(const struct terms *ts, term t) {
	const struct node *n = node_at(ts, t);
	return n->arg[0] | (uint64_t)n->arg[1] << 32;
}

static inline uint64_t width_mask(uint32_t width) {
	return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static inline bool spend(struct terms *ts) {
	if (!ts->fuel)
		return false;
	ts->fuel--;
	return true;
}

static inline term node1(struct terms *ts, enum term_kind k, uint32_t width, term a) {
	return node_make(ts, (struct node){.kind = k, .width = width, .arg = {a.ix}});
}

static inline term node2(struct terms *ts, enum term_kind k, uint32_t width, term a, term b) {
	return node_make(ts, (struct node){.kind = k, .width = width, .arg = {a.ix, b.ix}});
}

static inline term node3(struct terms *ts, enum term_kind k, uint32_t width, term a, term b,
                         term c) {
	return node_make(ts, (struct node){.kind = k, .width = width, .arg = {a.ix, b.ix, c.ix}});
}

/* Orders the operands of a commutative operation. */
static inline void order(const struct terms *ts, term *a, term *b) {
	bool swap =
	    is_const(ts, *a) ? !is_const(ts, *b) || a->ix > b->ix : !is_const(ts, *b) && a->ix > b->ix;
	if (swap) {
		term t = *a;
		*a = *b;
		*b = t;
	}
}

/* Constants: fold.c. */
bool const_is_zero(const struct terms *, term); /* false also for what is no constant */
bool const_is_ones(const struct terms *, term);
bool const_is_one(const struct terms *, term);
bool const_power(const struct terms *, term, uint32_t *log); /* a power of two */
term const_zero(struct terms *, uint32_t width);
term const_ones(struct terms *, uint32_t width);
term const_u64(struct terms *, uint32_t width, uint64_t value);
term fold1(struct terms *, enum term_kind, term);       /* BVNOT, BVNEG of a constant */
term fold2(struct terms *, enum term_kind, term, term); /* binary operations of two constants */
term fold_extract(struct terms *, term, uint32_t high, uint32_t low);
term fold_concat(struct terms *, term high, term low);
term fold_extend(struct terms *, enum term_kind, term, uint32_t width); /* ZEXT, SEXT */
bool fold_less(const struct terms *, enum term_kind, term, term);       /* ULT, SLT */

/* Rules.  Operands have the right sorts; results are canonical. */
term mk_not(struct terms *, term);
term mk_and(struct terms *, term, term);
term mk_or(struct terms *, term, term);
term mk_ite(struct terms *, term c, term a, term b);
term ite_array(struct terms *, term c, term a, term b); /* or NO_TERM */
term mk_equal(struct terms *, term, term);
term equal_sums(struct terms *, term, term);              /* or NO_TERM */
term mk_less(struct terms *, enum term_kind, term, term); /* ULT, SLT */
term mk_bvnot(struct terms *, term);
term mk_neg(struct terms *, term);
term mk_bitwise(struct terms *, enum term_kind, term, term); /* BVAND, BVOR, BVXOR */
term mk_add(struct terms *, term, term);
term mk_mul(struct terms *, term, term);
term mk_divide(struct terms *, enum term_kind, term, term); /* UDIV, UREM, SDIV, SREM */
term mk_shift(struct terms *, enum term_kind, term, term);  /* SHL, LSHR, ASHR */
term mk_shl_const(struct terms *, term, uint32_t by);
term mk_concat(struct terms *, term high, term low);
term mk_extract(struct terms *, term, uint32_t high, uint32_t low);
term mk_zext(struct terms *, term, uint32_t width);
term mk_sext(struct terms *, term, uint32_t width);
term mk_select(struct terms *, term array, term index);
term mk_store(struct terms *, term array, term index, term value);
term mk_const_array(struct terms *, uint32_t sort, term value);

/* !a without making a node: true if b is it. */
static inline bool complements(const struct terms *ts, term a, term b) {
	return (is_kind(ts, a, TERM_NOT) && node_at(ts, a)->arg[0] == b.ix) ||
	       (is_kind(ts, b, TERM_NOT) && node_at(ts, b)->arg[0] == a.ix);
}

/* The slice if it is a constant or a term that exists already as a part of t (possibly under the
 * same ITEs), else NO_TERM: slicing there would only make t larger. */
term slice_of_parts(struct terms *, term, uint32_t high, uint32_t low);

/* Operations on small trees of ITE with constant leaves move into the leaves; else NO_TERM. */
term lift1(struct terms *, enum term_kind, term, uint32_t width); /* also ZEXT, SEXT */
term lift2(struct terms *, enum term_kind, term, term);

#endif
