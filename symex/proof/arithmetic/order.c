#include "symex/proof/arithmetic/order.h"

#include <string.h>

struct order_comparison order_compares(struct terms *ts, term t) {
	struct order_comparison c = {ORDER_OTHER, false, t, t};
	bool negated = term_kind(ts, t) == TERM_NOT;
	term atom = negated ? term_arg(ts, t, 0) : t;
	enum term_kind k = term_kind(ts, atom);
	if (k != TERM_EQ && k != TERM_ULT && k != TERM_SLT)
		return c;
	c.a = term_arg(ts, atom, 0);
	c.b = term_arg(ts, atom, 1);
	if (term_sort(ts, c.a).kind != SORT_BV)
		return c;
	c.is_signed = k == TERM_SLT;
	if (k == TERM_EQ) {
		c.relation = negated ? ORDER_DISTINCT : ORDER_EQUAL;
	} else if (negated) { /* not a < b: b <= a */
		c.relation = ORDER_BELOW;
		term a = c.a;
		c.a = c.b;
		c.b = a;
	} else {
		c.relation = ORDER_STRICTLY_BELOW;
	}
	return c;
}

void order_begin(struct order_facts *o, struct terms *ts) {
	o->ts = ts;
	o->n = 0;
	o->is_false = false;
}

static uint64_t bit(uint32_t i) {
	return (uint64_t)1 << i;
}

/* MAX_ORDERED: there is no room. */
static uint32_t point(struct order_facts *o, term t) {
	for (uint32_t i = 0; i < o->n; i++)
		if (term_eq(o->term[i], t))
			return i;
	if (o->n == MAX_ORDERED)
		return MAX_ORDERED;
	uint32_t at = o->n;
	o->term[at] = t;
	o->below[0][o->n] = o->below[1][o->n] = bit(o->n);
	o->distinct[o->n] = 0;
	o->n++;
	if (term_kind(o->ts, t) == TERM_ADD) /* a sum is related to what is added to */
		for (uint32_t i = 0; i < 2; i++)
			if (!term_is_const(o->ts, term_arg(o->ts, t, i)))
				point(o, term_arg(o->ts, t, i));
	return at;
}

static void set_below(struct order_facts *o, bool is_signed, uint32_t a, uint32_t b) {
	o->below[is_signed][a] |= bit(b);
}

static void set_distinct(struct order_facts *o, uint32_t a, uint32_t b) {
	o->distinct[a] |= bit(b);
	o->distinct[b] |= bit(a);
}

static bool is_below(const struct order_facts *o, bool is_signed, uint32_t a, uint32_t b) {
	return o->below[is_signed][a] >> b & 1;
}

static bool are_distinct(const struct order_facts *o, uint32_t a, uint32_t b) {
	return o->distinct[a] >> b & 1;
}

void order_fact(struct order_facts *o, term t) {
	struct order_comparison c = order_compares(o->ts, t);
	if (c.relation == ORDER_OTHER)
		return;
	uint32_t a = point(o, c.a), b = point(o, c.b);
	if (a == MAX_ORDERED || b == MAX_ORDERED)
		return;
	if (c.relation == ORDER_EQUAL)
		for (int s = 0; s < 2; s++) {
			set_below(o, s, a, b);
			set_below(o, s, b, a);
		}
	if (c.relation == ORDER_BELOW || c.relation == ORDER_STRICTLY_BELOW)
		set_below(o, c.is_signed, a, b);
	if (c.relation == ORDER_DISTINCT || c.relation == ORDER_STRICTLY_BELOW)
		set_distinct(o, a, b);
}

bool order_is_comparison(struct terms *ts, term t) {
	return order_compares(ts, t).relation != ORDER_OTHER;
}

void order_mention(struct order_facts *o, term t) {
	struct order_comparison c = order_compares(o->ts, t);
	if (c.relation == ORDER_OTHER)
		return;
	point(o, c.a);
	point(o, c.b);
}

/* --- Constants. --- */

static void relate_constants(struct order_facts *o) {
	for (uint32_t i = 0; i < o->n; i++)
		for (uint32_t k = 0; k < o->n; k++) {
			term a = o->term[i], b = o->term[k];
			uint64_t u, v;
			if (i == k || !term_is_small(o->ts, a, &u) ||
			    term_width(o->ts, a) != term_width(o->ts, b))
				continue;
			uint32_t up = 64 - term_width(o->ts, a);
			uint64_t sign = (uint64_t)1 << 63, most = UINT64_MAX >> up;
			if (!term_is_small(o->ts, b, &v)) {
				if (u == 0)
					set_below(o, false, i, k);
				if (u == most)
					set_below(o, false, k, i);
				if (u << up == sign)
					set_below(o, true, i, k);
				if (u == most >> 1)
					set_below(o, true, k, i);
				continue;
			}
			set_distinct(o, i, k);
			if (u < v)
				set_below(o, false, i, k);
			if ((int64_t)(u << up) < (int64_t)(v << up))
				set_below(o, true, i, k);
		}
}

/* --- Terms that differ by 1. --- */

/* The term as a sum of another one and a constant. */
static term split(struct terms *ts, term t, uint64_t *constant) {
	if (term_kind(ts, t) == TERM_ADD && term_is_small(ts, term_arg(ts, t, 1), constant))
		return term_arg(ts, t, 0);
	*constant = 0;
	return t;
}

/* Is x strictly below (above) some term, so that x + 1 (x - 1) does not overflow? */
static bool has_room(const struct order_facts *o, bool is_signed, uint32_t x, bool plus) {
	for (uint32_t i = 0; i < o->n; i++)
		if (are_distinct(o, x, i) &&
		    (plus ? is_below(o, is_signed, x, i) : is_below(o, is_signed, i, x)))
			return true;
	return false;
}

/* Terms i and x, where i is x + 1 (plus) or x - 1. */
static void relate_next(struct order_facts *o, uint32_t i, uint32_t x, bool plus) {
	set_distinct(o, x, i);
	for (int s = 0; s < 2; s++) {
		if (!has_room(o, s, x, plus))
			continue;
		set_below(o, s, plus ? x : i, plus ? i : x);
		for (uint32_t y = 0; y < o->n; y++) {
			if (!are_distinct(o, x, y))
				continue;
			if (plus && is_below(o, s, x, y))
				set_below(o, s, i, y);
			if (!plus && is_below(o, s, y, x))
				set_below(o, s, y, i);
		}
	}
}

static void relate_sums(struct order_facts *o) {
	term base[MAX_ORDERED];
	uint64_t constant[MAX_ORDERED];
	for (uint32_t i = 0; i < o->n; i++)
		base[i] = split(o->ts, o->term[i], &constant[i]);
	for (uint32_t i = 0; i < o->n; i++)
		for (uint32_t x = 0; x < o->n; x++) {
			if (i == x || !term_eq(base[i], base[x]))
				continue;
			uint64_t most = UINT64_MAX >> (64 - term_width(o->ts, base[i]));
			uint64_t difference = (constant[i] - constant[x]) & most;
			if (difference == 1 || difference == most)
				relate_next(o, i, x, difference == 1);
		}
}

/* --- Closure. --- */

static bool close_once(struct order_facts *o) {
	struct order_facts old = *o;
	for (int s = 0; s < 2; s++)
		for (uint32_t k = 0; k < o->n; k++)
			for (uint32_t i = 0; i < o->n; i++)
				if (is_below(o, s, i, k))
					o->below[s][i] |= o->below[s][k];
	for (uint32_t i = 0; i < o->n; i++)
		for (uint32_t k = 0; k < o->n; k++) {
			bool same = false;
			for (int s = 0; s < 2; s++) {
				same |= is_below(o, s, i, k) && is_below(o, s, k, i);
				if (!is_below(o, s, i, k) || !are_distinct(o, i, k))
					continue;
				/* i < k <= j: i differs from j */
				uint64_t above = o->below[s][k];
				for (uint32_t j = 0; j < o->n; j++)
					if (above >> j & 1)
						set_distinct(o, i, j);
				for (uint32_t j = 0; j < o->n; j++)
					if (is_below(o, s, j, i))
						set_distinct(o, j, k);
			}
			if (!same || i == k)
				continue;
			for (int s = 0; s < 2; s++) {
				set_below(o, s, i, k);
				set_below(o, s, k, i);
			}
			for (uint32_t j = 0; j < o->n; j++)
				if (are_distinct(o, k, j))
					set_distinct(o, i, j);
		}
	relate_sums(o);
	return memcmp(old.below, o->below, sizeof o->below) != 0 ||
	       memcmp(old.distinct, o->distinct, sizeof o->distinct) != 0;
}

void order_conclude(struct order_facts *o) {
	for (uint32_t i = o->n; i < MAX_ORDERED; i++)
		o->below[0][i] = o->below[1][i] = o->distinct[i] = 0;
	relate_constants(o);
	while (close_once(o) && !o->is_false)
		for (uint32_t i = 0; i < o->n; i++)
			o->is_false |= are_distinct(o, i, i);
}

bool order_implies(const struct order_facts *o, term t) {
	struct order_comparison c = order_compares(o->ts, t);
	uint32_t a = MAX_ORDERED, b = MAX_ORDERED;
	for (uint32_t i = 0; i < o->n; i++) {
		a = term_eq(o->term[i], c.a) ? i : a;
		b = term_eq(o->term[i], c.b) ? i : b;
	}
	if (c.relation == ORDER_OTHER || a == MAX_ORDERED || b == MAX_ORDERED)
		return false;
	bool below = is_below(o, c.is_signed, a, b);
	switch (c.relation) {
	case ORDER_EQUAL: return is_below(o, false, a, b) && is_below(o, false, b, a);
	case ORDER_DISTINCT: return are_distinct(o, a, b);
	case ORDER_BELOW: return below;
	default: return below && are_distinct(o, a, b);
	}
}

/* --- Reduction. --- */

static bool are_equal(const struct order_facts *o, uint32_t a, uint32_t b) {
	return is_below(o, false, a, b) && is_below(o, false, b, a);
}

static uint32_t first_equal(const struct order_facts *o, uint32_t a) {
	for (uint32_t i = 0; i < a; i++)
		if (are_equal(o, i, a))
			return i;
	return a;
}

struct reducing {
	const struct order_facts *o;
	uint64_t firsts; /* one term of each set of equal ones */
	term *out;
	uint32_t n;
};

static void emit(struct reducing *r, term t) {
	if (!term_is_true(r->o->ts, t) && r->n < MAX_REDUCED)
		r->out[r->n++] = t;
}

/* The terms strictly between two others in the order. */
static uint64_t between(const struct reducing *r, bool is_signed, uint32_t a, uint32_t b) {
	uint64_t found = r->o->below[is_signed][a] & r->firsts & ~bit(a) & ~bit(b);
	for (uint32_t k = 0; k < r->o->n; k++)
		if (found >> k & 1 && !is_below(r->o, is_signed, k, b))
			found &= ~bit(k);
	return found;
}

/* Do the facts that are emitted for smaller intervals make these distinct? */
static bool is_strict_inside(const struct reducing *r, bool is_signed, uint32_t a, uint32_t b) {
	uint64_t inside = between(r, is_signed, a, b);
	for (uint32_t k = 0; k < r->o->n; k++)
		if (inside >> k & 1 && (are_distinct(r->o, a, k) || are_distinct(r->o, k, b)))
			return true;
	return false;
}

static void reduce_pair(struct reducing *r, uint32_t a, uint32_t b) {
	const struct order_facts *o = r->o;
	bool distinct = are_distinct(o, a, b), said = false;
	for (int s = 0; s < 2; s++)
		for (int turned = 0; turned < 2; turned++) {
			uint32_t low = turned ? b : a, high = turned ? a : b;
			if (!is_below(o, s, low, high))
				continue;
			said |= distinct && is_strict_inside(r, s, low, high);
			if (between(r, s, low, high))
				continue;
			term x = o->term[low], y = o->term[high];
			if (distinct)
				emit(r, s ? term_slt(o->ts, x, y) : term_ult(o->ts, x, y));
			else
				emit(r, s ? term_sle(o->ts, x, y) : term_ule(o->ts, x, y));
			said |= distinct;
		}
	if (distinct && !said)
		emit(r, term_distinct(o->ts, o->term[a], o->term[b]));
}

uint32_t order_reduce(const struct order_facts *o, term *out) {
	struct reducing r = {o, 0, out, 0};
	for (uint32_t i = 0; i < o->n; i++) {
		uint32_t first = first_equal(o, i);
		if (first == i)
			r.firsts |= bit(i);
		else
			emit(&r, term_equal(o->ts, o->term[first], o->term[i]));
	}
	for (uint32_t i = 0; i < o->n; i++)
		for (uint32_t k = 0; k < i; k++)
			if (r.firsts >> i & r.firsts >> k & 1 &&
			    term_width(o->ts, o->term[i]) == term_width(o->ts, o->term[k]) &&
			    !(term_is_const(o->ts, o->term[i]) && term_is_const(o->ts, o->term[k])))
				reduce_pair(&r, k, i);
	return r.n;
}
