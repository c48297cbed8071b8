#include "symex/proof/arithmetic/integer.h"

#include <string.h>

#include "symex/proof/arithmetic/order.h"
#include "util/number/divisor.h"

enum { MAX_WORK = 400, MAX_FACTOR = 60, MAX_BITS = 32 };

/* --- Sets of facts. --- */

bool fact_set_has(const struct fact_set *s, uint32_t i) {
	return s->bits[i / 64] >> i % 64 & 1;
}

static void add_from(struct fact_set *s, const struct fact_set *more) {
	for (uint32_t i = 0; i < MAX_FACTS / 64; i++)
		s->bits[i] |= more->bits[i];
}

/* --- Elimination. --- */

struct work {
	struct inequality at[MAX_WORK];
	uint32_t n;
	bool is_full;
	bool is_false;
	struct fact_set core;
};

/* Divides by the common factor; the constant is rounded up, as the sum is an integer. */
static bool tighten(struct inequality *q) {
	int64_t common = 0;
	for (uint32_t i = 0; i < MAX_UNKNOWNS; i++)
		common = (int64_t)common_divisor(
		    (uint64_t)(q->factor[i] < 0 ? -q->factor[i] : q->factor[i]), (uint64_t)common);
	if (common > 1) {
		for (uint32_t i = 0; i < MAX_UNKNOWNS; i++)
			q->factor[i] = (int8_t)(q->factor[i] / common);
		bool iterations = q->constant > 0 && q->constant % common;
		q->constant = q->constant / common + iterations;
	}
	return common != 0;
}

static void insert(struct work *w, struct inequality q) {
	if (!tighten(&q)) {
		if (q.constant > 0) {
			w->is_false = true;
			w->core = q.from;
		}
		return;
	}
	for (uint32_t i = 0; i < w->n; i++)
		if (!memcmp(w->at[i].factor, q.factor, sizeof q.factor)) {
			if (q.constant > w->at[i].constant)
				w->at[i] = q;
			return;
		}
	w->is_full |= w->n == MAX_WORK;
	if (!w->is_full)
		w->at[w->n++] = q;
}

/* The sum of both in which the unknown has no factor. */
static void combine(struct work *w, const struct inequality *p, const struct inequality *q,
                    uint32_t unknown) {
	struct inequality sum = *p;
	int64_t a = -q->factor[unknown], b = p->factor[unknown];
	for (uint32_t i = 0; i < MAX_UNKNOWNS; i++) {
		int64_t factor = a * p->factor[i] + b * q->factor[i];
		if (factor > MAX_FACTOR || factor < -MAX_FACTOR)
			return;
		sum.factor[i] = (int8_t)factor;
	}
	if (__builtin_mul_overflow(a, p->constant, &sum.constant) ||
	    __builtin_mul_overflow(b, q->constant, &b) ||
	    __builtin_add_overflow(sum.constant, b, &sum.constant))
		return;
	add_from(&sum.from, &q->from);
	insert(w, sum);
}

/* The unknown whose elimination adds the fewest inequalities; MAX_UNKNOWNS: none is left. */
static uint32_t choose(const struct work *w) {
	uint32_t best = MAX_UNKNOWNS, least = UINT32_MAX;
	for (uint32_t k = 0; k < MAX_UNKNOWNS; k++) {
		uint32_t above = 0, below = 0;
		for (uint32_t i = 0; i < w->n; i++) {
			above += w->at[i].factor[k] > 0;
			below += w->at[i].factor[k] < 0;
		}
		if (above + below && above * below < least) {
			least = above * below;
			best = k;
		}
	}
	return best;
}

static void eliminate(struct work *w, uint32_t unknown) {
	struct work old;
	old.n = w->n;
	memcpy(old.at, w->at, w->n * sizeof *w->at);
	w->n = 0;
	for (uint32_t i = 0; i < old.n; i++)
		if (!old.at[i].factor[unknown])
			w->at[w->n++] = old.at[i];
	for (uint32_t i = 0; i < old.n && !w->is_false; i++)
		for (uint32_t k = 0; k < old.n && !w->is_false; k++)
			if (old.at[i].factor[unknown] > 0 && old.at[k].factor[unknown] < 0)
				combine(w, &old.at[i], &old.at[k], unknown);
}

/* The unknowns of an inequality, as bits. */
static uint32_t unknowns_in(const struct inequality *q) {
	uint32_t bits = 0;
	for (uint32_t i = 0; i < MAX_UNKNOWNS; i++)
		bits |= (uint32_t)(q->factor[i] != 0) << i;
	return bits;
}

/* Those that inequalities connect with these. */
static uint32_t connected(const struct integers *s, uint32_t bits) {
	for (uint32_t before = 0; before != bits;) {
		before = bits;
		for (uint32_t i = 0; i < s->n; i++) {
			uint32_t here = unknowns_in(&s->at[i]);
			bits |= here & bits ? here : 0;
		}
	}
	return bits;
}

/* Can the inequalities and 'more', if it is one, hold?  false: not, by the facts of 'core'.  Only
 * those are looked at that have some of these unknowns, or none at all. */
static bool can_hold(const struct integers *s, const struct inequality *more, uint32_t unknowns,
                     struct fact_set *core) {
	struct work w;
	w.n = 0;
	w.is_full = w.is_false = false;
	if (more)
		insert(&w, *more);
	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t here = unknowns_in(&s->at[i]);
		if (!here || (here & unknowns))
			insert(&w, s->at[i]);
	}
	for (uint32_t k; !w.is_false && !w.is_full && (k = choose(&w)) != MAX_UNKNOWNS;)
		eliminate(&w, k);
	if (w.is_false && core)
		add_from(core, &w.core);
	return !w.is_false;
}

/* --- Sums. --- */

static int64_t size_of(const struct integers *s, term t) {
	return (int64_t)1 << term_width(s->ts, t);
}

static void add_range(struct integers *s, uint32_t unknown) {
	int64_t size = size_of(s, s->unknown[unknown]), half = s->is_signed[unknown] ? size / 2 : 0;
	struct inequality low = {.constant = -half}, high = {.constant = -(size - 1 - half)};
	low.factor[unknown] = -1;
	high.factor[unknown] = 1;
	if (s->n + 2 > MAX_INEQUALITIES)
		return;
	s->at[s->n++] = low;
	s->at[s->n++] = high;
}

/* MAX_UNKNOWNS: there is no room. */
static uint32_t unknown_of(struct integers *s, term t, bool is_signed) {
	for (uint32_t i = 0; i < s->nunknown; i++)
		if (term_eq(s->unknown[i], t))
			return i;
	if (s->nunknown == MAX_UNKNOWNS)
		return MAX_UNKNOWNS;
	s->unknown[s->nunknown] = t;
	s->is_signed[s->nunknown] = is_signed;
	add_range(s, s->nunknown);
	return s->nunknown++;
}

/* Adds factor * t, as if nothing overflowed; false: it is too long. */
static bool add_term(struct integers *s, struct inequality *q, term t, int64_t factor,
                     bool is_signed, int depth) {
	struct terms *ts = s->ts;
	uint64_t value;
	if (!depth || factor > MAX_FACTOR || factor < -MAX_FACTOR)
		return false;
	if (term_is_small(ts, t, &value)) {
		int64_t size = size_of(s, t), number = (int64_t)value;
		q->constant += factor * (number >= size / 2 ? number - size : number);
		return true;
	}
	switch (term_kind(ts, t)) {
	case TERM_ADD:
		return add_term(s, q, term_arg(ts, t, 0), factor, is_signed, depth - 1) &&
		       add_term(s, q, term_arg(ts, t, 1), factor, is_signed, depth - 1);
	case TERM_BVNEG: return add_term(s, q, term_arg(ts, t, 0), -factor, is_signed, depth - 1);
	case TERM_BVNOT: /* -x - 1 */
		q->constant -= factor;
		return add_term(s, q, term_arg(ts, t, 0), -factor, is_signed, depth - 1);
	default: break;
	}
	uint32_t unknown = unknown_of(s, t, is_signed);
	if (unknown == MAX_UNKNOWNS)
		return false;
	int64_t sum = q->factor[unknown] + factor;
	q->factor[unknown] = (int8_t)sum;
	return sum <= MAX_FACTOR && sum >= -MAX_FACTOR;
}

static struct inequality negated(const struct inequality *q) {
	struct inequality n = *q;
	for (uint32_t i = 0; i < MAX_UNKNOWNS; i++)
		n.factor[i] = (int8_t)-q->factor[i];
	n.constant = -q->constant;
	return n;
}

/* Is the sum at least (at most) the bound in all solutions?  Its 'from' then says why, too. */
static bool is_bounded(const struct integers *s, struct inequality *sum, int64_t bound,
                       bool is_least) {
	struct fact_set core = {{0}};
	struct inequality outside = is_least ? *sum : negated(sum);
	outside.constant += is_least ? 1 - bound : bound + 1;
	memset(&outside.from, 0, sizeof outside.from);
	if (can_hold(s, &outside, connected(s, unknowns_in(&outside)), &core))
		return false;
	add_from(&sum->from, &core);
	return true;
}

/* A constant, or an unknown that is of this kind. */
static bool is_in_range(const struct integers *s, const struct inequality *q, term t,
                        bool is_signed) {
	for (uint32_t i = 0; i < s->nunknown; i++)
		if (term_eq(s->unknown[i], t))
			return s->is_signed[i] == is_signed;
	return term_is_const(s->ts, t) && (is_signed || q->constant >= 0);
}

/* The value of the term, as a signed or unsigned number; false: it may overflow. */
static bool read_value(struct integers *s, term t, bool is_signed, struct inequality *q) {
	static const int64_t turn[] = {0, 1, -1}; /* the range itself, and those beside it */
	int64_t size = size_of(s, t), low = is_signed ? -size / 2 : 0;
	*q = (struct inequality){.constant = 0};
	if (!add_term(s, q, t, 1, is_signed, 8))
		return false;
	if (is_in_range(s, q, t, is_signed))
		return true;
	for (uint32_t i = 0; i < 3; i++) {
		struct inequality shifted = *q;
		shifted.constant += turn[i] * size;
		if (is_bounded(s, &shifted, low, true) && is_bounded(s, &shifted, low + size - 1, false)) {
			*q = shifted;
			return true;
		}
	}
	return false;
}

static void subtract(struct inequality *a, const struct inequality *b, int64_t more) {
	for (uint32_t i = 0; i < MAX_UNKNOWNS; i++)
		a->factor[i] = (int8_t)(a->factor[i] - b->factor[i]);
	a->constant += more - b->constant;
	add_from(&a->from, &b->from);
}

/* a - b <= -more */
static bool read_difference(struct integers *s, const struct order_comparison *c, bool is_signed,
                            struct inequality *q) {
	struct inequality b;
	if (!read_value(s, c->a, is_signed, q) || !read_value(s, c->b, is_signed, &b))
		return false;
	subtract(q, &b, 0);
	return true;
}

/* --- Facts. --- */

static bool is_readable(const struct integers *s, const struct order_comparison *c) {
	return c->relation != ORDER_OTHER && term_width(s->ts, c->a) <= MAX_BITS;
}

/* The comparison as one or two inequalities; 0: it cannot be read yet. */
static uint32_t read_fact(struct integers *s, const struct order_comparison *c,
                          struct inequality *out) {
	bool either = c->relation == ORDER_EQUAL || c->relation == ORDER_DISTINCT;
	if (!read_difference(s, c, either || c->is_signed, &out[0]) &&
	    (!either || !read_difference(s, c, false, &out[0])))
		return 0;
	switch (c->relation) {
	case ORDER_BELOW: return 1;
	case ORDER_STRICTLY_BELOW: out[0].constant++; return 1;
	case ORDER_EQUAL: out[1] = negated(&out[0]); return 2;
	default: break;
	}
	for (uint32_t turned = 0; turned < 2; turned++) { /* a <= b and a != b: a < b */
		if (is_bounded(s, &out[0], 0, false)) {
			out[0].constant++;
			return 1;
		}
		out[0] = negated(&out[0]);
	}
	return 0;
}

static bool add_fact(struct integers *s, uint32_t fact) {
	struct order_comparison c = order_compares(s->ts, s->fact[fact]);
	struct inequality q[2];
	uint32_t n = read_fact(s, &c, q);
	for (uint32_t i = 0; i < n && s->n < MAX_INEQUALITIES; i++) {
		q[i].from.bits[fact / 64] |= (uint64_t)1 << fact % 64;
		s->at[s->n++] = q[i];
	}
	return s->is_read[fact] = n != 0;
}

void integers_begin(struct integers *s, struct terms *ts) {
	s->ts = ts;
	s->nfacts = s->nunknown = s->n = 0;
	s->is_false = false;
	memset(&s->core, 0, sizeof s->core);
}

void integers_fact(struct integers *s, term t) {
	struct order_comparison c = order_compares(s->ts, t);
	if (s->nfacts == MAX_FACTS || !is_readable(s, &c))
		return;
	s->is_read[s->nfacts] = false;
	s->fact[s->nfacts++] = t;
}

/* An unknown is signed if it is compared so somewhere. */
static void find_unknowns(struct integers *s, bool is_signed) {
	for (uint32_t i = 0; i < s->nfacts; i++) {
		struct order_comparison c = order_compares(s->ts, s->fact[i]);
		struct inequality ignored = {.constant = 0};
		if (c.is_signed != is_signed)
			continue;
		add_term(s, &ignored, c.a, 1, is_signed, 8);
		add_term(s, &ignored, c.b, 1, is_signed, 8);
	}
}

void integers_conclude(struct integers *s) {
	find_unknowns(s, true);
	find_unknowns(s, false);
	for (bool grew = true; grew;) {
		grew = false;
		for (uint32_t i = 0; i < s->nfacts; i++)
			grew |= !s->is_read[i] && add_fact(s, i);
	}
	s->is_false = !can_hold(s, NULL, UINT32_MAX, &s->core);
}

bool integers_imply(const struct integers *s, term t) {
	struct integers with = *s;
	struct order_comparison c = order_compares(s->ts, t);
	if (s->is_false)
		return true;
	if (!is_readable(s, &c) || s->nfacts == MAX_FACTS)
		return false;
	integers_fact(&with, term_not(s->ts, t));
	if (!add_fact(&with, with.nfacts - 1))
		return false;
	uint32_t unknowns = connected(&with, unknowns_in(&with.at[with.n - 1]));
	return !can_hold(&with, NULL, unknowns, NULL);
}
