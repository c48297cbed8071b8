/* An equality of sums, written in whatever order: what both sides have in common cancels. */
#include "solvers/term/node.h"

enum { SUMMANDS = 16 };

struct sum {
	term at[SUMMANDS];
	bool negative[SUMMANDS];
	int n;
	term constant; /* NO_TERM: none so far */
};

static void add_constant(struct terms *ts, struct sum *s, term k, bool negative) {
	if (negative)
		k = fold1(ts, TERM_BVNEG, k);
	s->constant = s->constant.ix ? fold2(ts, TERM_ADD, s->constant, k) : k;
}

/* Adds what t is the sum of; false: too many.  *cancelled counts summands that are gone. */
static bool collect(struct terms *ts, struct sum *s, term t, bool negative, int *cancelled) {
	struct {
		term t;
		bool negative;
	} stack[SUMMANDS];
	int n = 0;
	stack[n].t = t;
	stack[n++].negative = negative;
	while (n > 0) {
		t = stack[--n].t;
		negative = stack[n].negative;
		if (is_const(ts, t)) {
			add_constant(ts, s, t, negative);
		} else if (is_kind(ts, t, TERM_BVNEG)) {
			stack[n].t = arg_of(ts, t, 0);
			stack[n++].negative = !negative;
		} else if (is_kind(ts, t, TERM_ADD)) {
			if (n + 2 > SUMMANDS)
				return false;
			for (uint32_t i = 0; i < 2; i++) {
				stack[n].t = arg_of(ts, t, i);
				stack[n++].negative = negative;
			}
		} else {
			int i = 0;
			while (i < s->n && !(term_eq(s->at[i], t) && s->negative[i] != negative))
				i++;
			if (i < s->n) {
				s->n--;
				s->at[i] = s->at[s->n];
				s->negative[i] = s->negative[s->n];
				++*cancelled;
			} else if (s->n == SUMMANDS) {
				return false;
			} else {
				s->at[s->n] = t;
				s->negative[s->n++] = negative;
			}
		}
	}
	return true;
}

static term side(struct terms *ts, const struct sum *s, bool negative) {
	term r = NO_TERM;
	for (int i = 0; i < s->n; i++)
		if (s->negative[i] == negative)
			r = r.ix ? mk_add(ts, r, s->at[i]) : s->at[i];
	return r;
}

/* What remains moves to the side where it needs no negation. */
term equal_sums(struct terms *ts, term a, term b) {
	struct sum s = {.n = 0};
	int cancelled = 0;
	if (!spend(ts) || !collect(ts, &s, a, false, &cancelled) ||
	    !collect(ts, &s, b, true, &cancelled) || !cancelled)
		return NO_TERM;
	uint32_t w = width_of(ts, a);
	term left = side(ts, &s, false), right = side(ts, &s, true);
	term zero = const_zero(ts, w), k = s.constant.ix ? s.constant : zero;
	if (!left.ix)
		return mk_equal(ts, right.ix ? right : zero, k);
	k = fold1(ts, TERM_BVNEG, k);
	return mk_equal(ts, left, right.ix ? mk_add(ts, right, k) : k);
}
