/* Booleans are graphs of AND and NOT.  The rules look two levels deep on both sides, and some way
 * down a conjunction, because path conditions are long conjunctions to which one conjunct is
 * added at a time. */
#include "solvers/term/node.h"

enum { WALK = 24 }; /* conjuncts looked at */

enum known { UNKNOWN, HOLDS, FAILS };

static enum known flip(enum known k) {
	return k == UNKNOWN ? UNKNOWN : k == HOLDS ? FAILS : HOLDS;
}

term mk_not(struct terms *ts, term a) {
	if (is_const(ts, a))
		return term_bool(ts, term_is_false(ts, a));
	if (is_kind(ts, a, TERM_NOT))
		return arg_of(ts, a, 0);
	return node1(ts, TERM_NOT, WIDTH_BOOL, a);
}

term mk_or(struct terms *ts, term a, term b) {
	return mk_not(ts, mk_and(ts, mk_not(ts, a), mk_not(ts, b)));
}

/* x compared with a constant of at most 64 bits. */
struct atom {
	enum term_kind kind; /* EQ, ULT, SLT */
	term x;
	uint64_t k;
	uint32_t width;
};

static bool read_atom(const struct terms *ts, term t, struct atom *out) {
	enum term_kind kind = kind_of(ts, t);
	if (kind != TERM_EQ && kind != TERM_ULT && kind != TERM_SLT)
		return false;
	term k = arg_of(ts, t, 1);
	if (!is_small(ts, k) || width_of(ts, k) == WIDTH_BOOL)
		return false;
	*out = (struct atom){kind, arg_of(ts, t, 0), small_value(ts, k), width_of(ts, k)};
	return true;
}

/* What 'given' being true (false: !positive) says about 'asked'; both atoms on the same x. */
static enum known atom_implies(struct atom given, bool positive, struct atom asked) {
	bool is_signed = given.kind == TERM_SLT || asked.kind == TERM_SLT;
	if (is_signed && (given.kind == TERM_ULT || asked.kind == TERM_ULT))
		return UNKNOWN;
	/* Adding half the range turns the signed order into the unsigned one. */
	uint64_t bias = is_signed ? UINT64_C(1) << (given.width - 1) : 0;
	uint64_t k = given.k ^ bias, max = width_mask(given.width), lo = 0, hi = max;
	if (given.kind == TERM_EQ) {
		if (!positive)
			return UNKNOWN;
		lo = hi = k;
	} else if (positive) {
		hi = k - 1; /* k is not the least value: that comparison folds */
	} else {
		lo = k;
	}
	uint64_t ask = asked.k ^ bias;
	if (asked.kind == TERM_EQ)
		return ask < lo || ask > hi ? FAILS : lo == hi ? HOLDS : UNKNOWN;
	return hi < ask ? HOLDS : lo >= ask ? FAILS : UNKNOWN;
}

/* What the literal 'given', known to be true, says about c. */
static enum known literal_implies(const struct terms *ts, term given, term c) {
	if (term_eq(given, c))
		return HOLDS;
	bool positive = !is_kind(ts, given, TERM_NOT), ask_positive = !is_kind(ts, c, TERM_NOT);
	if (!positive)
		given = arg_of(ts, given, 0);
	if (!ask_positive)
		c = arg_of(ts, c, 0);
	if (term_eq(given, c))
		return FAILS;
	struct atom g, a;
	if (!read_atom(ts, given, &g) || !read_atom(ts, c, &a) || !term_eq(g.x, a.x))
		return UNKNOWN;
	enum known r = atom_implies(g, positive, a);
	return ask_positive ? r : flip(r);
}

/* What several atoms say about one x together: x >= 0 and x < 10, both signed, bound it as an
 * unsigned number too. */
struct bounds {
	uint64_t lo, hi; /* unsigned */
	int64_t least, most;
	int atoms;
};

static int64_t as_signed(uint64_t k, uint32_t width) {
	return (int64_t)(k << (64 - width)) >> (64 - width);
}

static void bound(struct bounds *b, struct atom a, bool positive) {
	int64_t k = as_signed(a.k, a.width);
	if (a.kind == TERM_EQ && !positive)
		return;
	b->atoms++;
	if (a.kind != TERM_SLT) { /* canonical atoms never make k - 1 wrap */
		if (a.kind == TERM_EQ || !positive)
			b->lo = a.k > b->lo ? a.k : b->lo;
		if (a.kind == TERM_EQ || positive)
			b->hi = a.k - (a.kind == TERM_ULT) < b->hi ? a.k - (a.kind == TERM_ULT) : b->hi;
	}
	if (a.kind != TERM_ULT) {
		if (a.kind == TERM_EQ || !positive)
			b->least = k > b->least ? k : b->least;
		if (a.kind == TERM_EQ || positive)
			b->most = k - (a.kind == TERM_SLT) < b->most ? k - (a.kind == TERM_SLT) : b->most;
	}
}

/* Carries the bounds from one reading of x to the other, where x is not negative. */
static void exchange(struct bounds *b, uint32_t width) {
	uint64_t half = UINT64_C(1) << (width - 1);
	if (b->least >= 0) {
		b->lo = (uint64_t)b->least > b->lo ? (uint64_t)b->least : b->lo;
		b->hi = (uint64_t)b->most < b->hi ? (uint64_t)b->most : b->hi;
	}
	if (b->hi < half) {
		b->least = (int64_t)b->lo > b->least ? (int64_t)b->lo : b->least;
		b->most = (int64_t)b->hi < b->most ? (int64_t)b->hi : b->most;
	}
}

static enum known bounds_imply(struct bounds b, struct atom asked) {
	exchange(&b, asked.width);
	int64_t k = as_signed(asked.k, asked.width);
	switch (asked.kind) {
	case TERM_ULT: return b.hi < asked.k ? HOLDS : b.lo >= asked.k ? FAILS : UNKNOWN;
	case TERM_SLT: return b.most < k ? HOLDS : b.least >= k ? FAILS : UNKNOWN;
	default:
		if (asked.k < b.lo || asked.k > b.hi || k < b.least || k > b.most)
			return FAILS;
		return b.lo == b.hi || b.least == b.most ? HOLDS : UNKNOWN;
	}
}

static term strip_not(const struct terms *ts, term t, bool *positive) {
	*positive = !is_kind(ts, t, TERM_NOT);
	return *positive ? t : arg_of(ts, t, 0);
}

/* What the conjunction 'given', known to be true, says about c. */
static enum known implies(const struct terms *ts, term given, term c) {
	term stack[WALK + 2];
	int n = 0;
	bool ask_positive, positive;
	struct atom ask, a;
	bool is_atom = read_atom(ts, strip_not(ts, c, &ask_positive), &ask);
	struct bounds b = {0, UINT64_MAX, INT64_MIN, INT64_MAX, 0};
	stack[n++] = given;
	for (int seen = 0; n > 0 && seen < WALK; seen++) {
		term t = stack[--n];
		if (is_kind(ts, t, TERM_AND) && !term_eq(t, c) && n < WALK) {
			stack[n++] = arg_of(ts, t, 0);
			stack[n++] = arg_of(ts, t, 1);
			continue;
		}
		enum known k = literal_implies(ts, t, c);
		if (k != UNKNOWN)
			return k;
		if (is_atom && read_atom(ts, strip_not(ts, t, &positive), &a) && term_eq(a.x, ask.x))
			bound(&b, a, positive);
	}
	if (!b.atoms)
		return UNKNOWN;
	enum known k = bounds_imply(b, ask);
	return ask_positive ? k : flip(k);
}

static bool is_nand(const struct terms *ts, term t) {
	return is_kind(ts, t, TERM_NOT) && is_kind(ts, arg_of(ts, t, 0), TERM_AND);
}

/* x and !(p and q), when x decides p or q. */
static term and_nand(struct terms *ts, term x, term nand) {
	term in = arg_of(ts, nand, 0);
	for (uint32_t i = 0; i < 2; i++) {
		switch (implies(ts, x, arg_of(ts, in, i))) {
		case FAILS: return x;
		case HOLDS: return spend(ts) ? mk_and(ts, x, mk_not(ts, arg_of(ts, in, 1 - i))) : NO_TERM;
		case UNKNOWN: break;
		}
	}
	return NO_TERM;
}

/* !(x and y) and !(x and z) is !(x and (y or z)), and !x when y is !z. */
static term and_nands(struct terms *ts, term a, term b) {
	term in_a = arg_of(ts, a, 0), in_b = arg_of(ts, b, 0);
	for (uint32_t i = 0; i < 2; i++)
		for (uint32_t j = 0; j < 2; j++) {
			term x = arg_of(ts, in_a, i);
			if (!term_eq(x, arg_of(ts, in_b, j)) || !spend(ts))
				continue;
			term y = arg_of(ts, in_a, 1 - i), z = arg_of(ts, in_b, 1 - j);
			return mk_not(ts, mk_and(ts, x, mk_or(ts, y, z)));
		}
	return NO_TERM;
}

/* a and (p and q), when a decides p or q. */
static term and_and(struct terms *ts, term a, term b) {
	for (uint32_t i = 0; i < 2; i++) {
		switch (implies(ts, a, arg_of(ts, b, i))) {
		case FAILS: return term_false(ts);
		case HOLDS: return spend(ts) ? mk_and(ts, a, arg_of(ts, b, 1 - i)) : NO_TERM;
		case UNKNOWN: break;
		}
	}
	return NO_TERM;
}

static term and_rules(struct terms *ts, term a, term b) {
	switch (implies(ts, a, b)) {
	case HOLDS: return a;
	case FAILS: return term_false(ts);
	case UNKNOWN: break;
	}
	switch (implies(ts, b, a)) {
	case HOLDS: return b;
	case FAILS: return term_false(ts);
	case UNKNOWN: break;
	}
	term r = NO_TERM;
	if (is_kind(ts, b, TERM_AND))
		r = and_and(ts, a, b);
	if (!r.ix && is_kind(ts, a, TERM_AND))
		r = and_and(ts, b, a);
	if (!r.ix && is_nand(ts, b))
		r = and_nand(ts, a, b);
	if (!r.ix && is_nand(ts, a))
		r = and_nand(ts, b, a);
	if (!r.ix && is_nand(ts, a) && is_nand(ts, b))
		r = and_nands(ts, a, b);
	return r;
}

term mk_and(struct terms *ts, term a, term b) {
	if (is_const(ts, a))
		return term_is_true(ts, a) ? b : a;
	if (is_const(ts, b))
		return term_is_true(ts, b) ? a : b;
	if (term_eq(a, b))
		return a;
	order(ts, &a, &b);
	struct node n = {TERM_AND, WIDTH_BOOL, {a.ix, b.ix}};
	term found = node_find(ts, n);
	if (found.ix)
		return found; /* made before, so no rule applies */
	term r = and_rules(ts, a, b);
	return r.ix ? r : node_make(ts, n);
}

static term ite_bool(struct terms *ts, term c, term a, term b) {
	if (term_is_true(ts, a) || term_eq(a, c))
		return mk_or(ts, c, b);
	if (term_is_false(ts, b) || term_eq(b, c))
		return mk_and(ts, c, a);
	if (term_is_false(ts, a) || complements(ts, a, c))
		return mk_and(ts, mk_not(ts, c), b);
	if (term_is_true(ts, b) || complements(ts, b, c))
		return mk_or(ts, mk_not(ts, c), a);
	if (complements(ts, a, b))
		return mk_equal(ts, c, a);
	if (is_kind(ts, a, TERM_NOT) && is_kind(ts, b, TERM_NOT) && spend(ts))
		return mk_not(ts, mk_ite(ts, c, arg_of(ts, a, 0), arg_of(ts, b, 0)));
	return NO_TERM;
}

/* Two ITEs that share a branch become one with a richer condition. */
static term ite_merge(struct terms *ts, term c, term a, term b) {
	if (is_kind(ts, a, TERM_ITE)) {
		term d = arg_of(ts, a, 0), x = arg_of(ts, a, 1), y = arg_of(ts, a, 2);
		if (term_eq(y, b) && spend(ts))
			return mk_ite(ts, mk_and(ts, c, d), x, b);
		if (term_eq(x, b) && spend(ts))
			return mk_ite(ts, mk_and(ts, c, mk_not(ts, d)), y, b);
	}
	if (is_kind(ts, b, TERM_ITE)) {
		term d = arg_of(ts, b, 0), x = arg_of(ts, b, 1), y = arg_of(ts, b, 2);
		if (term_eq(x, a) && spend(ts))
			return mk_ite(ts, mk_or(ts, c, d), a, y);
		if (term_eq(y, a) && spend(ts))
			return mk_ite(ts, mk_or(ts, c, mk_not(ts, d)), a, x);
	}
	return NO_TERM;
}

/* An extension of both branches, or of one with a constant that fits, moves out. */
static term ite_extension(struct terms *ts, term c, term a, term b) {
	enum term_kind k = kind_of(ts, a);
	if (k != TERM_ZEXT && k != TERM_SEXT)
		return NO_TERM;
	term x = arg_of(ts, a, 0), y;
	uint32_t w = width_of(ts, a), wx = width_of(ts, x);
	if (is_kind(ts, b, k) && width_of(ts, arg_of(ts, b, 0)) == wx) {
		y = arg_of(ts, b, 0);
	} else if (is_const(ts, b)) {
		y = fold_extract(ts, b, wx - 1, 0);
		if (!term_eq(fold_extend(ts, k, y, w), b))
			return NO_TERM;
	} else {
		return NO_TERM;
	}
	if (!spend(ts))
		return NO_TERM;
	term in = mk_ite(ts, c, x, y);
	return k == TERM_ZEXT ? mk_zext(ts, in, w) : mk_sext(ts, in, w);
}

/* Branches that agree in one part of a concatenation: pointers into one object. */
static term ite_concat(struct terms *ts, term c, term a, term b) {
	if (!is_kind(ts, a, TERM_CONCAT))
		return NO_TERM;
	term ah = arg_of(ts, a, 0), al = arg_of(ts, a, 1), bh, bl;
	uint32_t w = width_of(ts, a), wl = width_of(ts, al);
	if (is_kind(ts, b, TERM_CONCAT) && width_of(ts, arg_of(ts, b, 1)) == wl) {
		bh = arg_of(ts, b, 0);
		bl = arg_of(ts, b, 1);
	} else if (is_const(ts, b)) {
		bh = fold_extract(ts, b, w - 1, wl);
		bl = fold_extract(ts, b, wl - 1, 0);
	} else {
		return NO_TERM;
	}
	if ((!term_eq(ah, bh) && !term_eq(al, bl)) || !spend(ts))
		return NO_TERM;
	return mk_concat(ts, mk_ite(ts, c, ah, bh), mk_ite(ts, c, al, bl));
}

static term ite_rules(struct terms *ts, term c, term a, term b) {
	term r = NO_TERM;
	uint32_t w = width_of(ts, a);
	if (w == WIDTH_BOOL)
		r = ite_bool(ts, c, a, b);
	else if (w & ARRAY_SORT)
		r = ite_array(ts, c, a, b);
	else if (!(r = ite_extension(ts, c, a, b)).ix && is_const(ts, a))
		r = ite_extension(ts, mk_not(ts, c), b, a);
	if (!r.ix)
		r = ite_merge(ts, c, a, b);
	if (!r.ix)
		r = ite_concat(ts, c, a, b);
	if (!r.ix && is_const(ts, a))
		r = ite_concat(ts, mk_not(ts, c), b, a);
	return r;
}

/* What c being false says about d, the condition of an ITE. */
static enum known refuted_implies(const struct terms *ts, term c, term d) {
	if (implies(ts, d, c) == HOLDS)
		return FAILS;
	struct atom g, a;
	if (!read_atom(ts, c, &g) || !read_atom(ts, d, &a) || !term_eq(g.x, a.x))
		return UNKNOWN;
	return atom_implies(g, false, a);
}

/* A branch of an ITE on c: inner ITEs whose condition c decides are one of their branches. */
static term strip_decided(struct terms *ts, term c, bool value, term t) {
	while (is_kind(ts, t, TERM_ITE)) {
		term d = arg_of(ts, t, 0);
		enum known k = value ? implies(ts, c, d) : refuted_implies(ts, c, d);
		if (k == UNKNOWN || !spend(ts))
			break;
		t = arg_of(ts, t, k == HOLDS ? 1 : 2);
	}
	return t;
}

term mk_ite(struct terms *ts, term c, term a, term b) {
	if (is_const(ts, c))
		return term_is_true(ts, c) ? a : b;
	if (is_kind(ts, c, TERM_NOT)) {
		c = arg_of(ts, c, 0);
		term t = a;
		a = b;
		b = t;
	}
	a = strip_decided(ts, c, true, a);
	b = strip_decided(ts, c, false, b);
	if (term_eq(a, b))
		return a;
	struct node n = {TERM_ITE, width_of(ts, a), {c.ix, a.ix, b.ix}};
	term found = node_find(ts, n);
	if (found.ix)
		return found;
	term r = ite_rules(ts, c, a, b);
	return r.ix ? r : node_make(ts, n);
}
