/* Multiplication adds one shifted copy of b for each digit of a.  A digit is a literal times +1 or
 * -1: a run of equal bits s...s from i to j is s * 2^(j+1) - s * 2^i, two digits instead of many.
 * So a sign-extended operand has no more digits than the narrow one.  A constant is written in
 * non-adjacent form, which has the fewest digits. */
#include "solvers/blast/circuit.h"

struct digit {
	uint32_t position;
	lit bit;
	bool negative;
};

typedef VEC(struct digit) digits;

enum { SHORTEST_RUN = 3 };

static void put(digits *d, uint32_t position, lit bit, bool negative) {
	struct digit x = {position, bit, negative};
	vec_push(d, x);
}

static bool is_constant(uint32_t n, const lit *a) {
	for (uint32_t i = 0; i < n; i++)
		if (a[i] != LIT_TRUE && a[i] != LIT_FALSE)
			return false;
	return true;
}

/* No two neighbours are non-zero: 1 followed by 1 becomes -1 and carries. */
static void recode_constant(uint32_t n, const lit *a, digits *d) {
	bool carry = false;
	for (uint32_t i = 0; i < n; i++) {
		bool bit = a[i] == LIT_TRUE, next = i + 1 < n && a[i + 1] == LIT_TRUE;
		if (bit != carry)
			put(d, i, LIT_TRUE, next);
		carry = (bit && carry) || ((bit || carry) && next);
	}
}

static void recode(uint32_t n, const lit *a, digits *d) {
	if (is_constant(n, a)) {
		recode_constant(n, a, d);
		return;
	}
	for (uint32_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && a[j] == a[i]; j++)
			;
		if (a[i] == LIT_FALSE)
			continue;
		if (j - i >= SHORTEST_RUN || (j == n && j - i > 1)) {
			put(d, i, a[i], true);
			if (j < n)
				put(d, j, a[i], false);
			continue;
		}
		for (uint32_t k = i; k < j; k++)
			put(d, k, a[k], false);
	}
}

/* sum += b times the digit */
static void add_digit(struct gates *g, uint32_t n, const lit *b, struct digit d, lit *sum) {
	lit carry = d.negative ? LIT_TRUE : LIT_FALSE;
	for (uint32_t i = d.position; i < n; i++) {
		lit x = gate_and(g, d.bit, b[i - d.position]);
		if (d.negative)
			x = -x;
		lit s = gate_xor3(g, sum[i], x, carry);
		carry = gate_maj(g, sum[i], x, carry);
		sum[i] = s;
	}
}

void circuit_multiply(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *out) {
	digits of_a = {0}, of_b = {0};
	recode(n, a, &of_a);
	recode(n, b, &of_b);
	const digits *d = of_a.n <= of_b.n ? &of_a : &of_b;
	const lit *by = of_a.n <= of_b.n ? b : a;
	lit *sum = mem_alloc((n + 1) * sizeof *sum);
	for (uint32_t i = 0; i < n; i++)
		sum[i] = LIT_FALSE;
	/* What is added to zero costs nothing, what is taken from zero does. */
	for (int negative = 0; negative < 2; negative++)
		for (size_t i = 0; i < d->n && !g->spent; i++)
			if (d->at[i].negative == (negative == 1))
				add_digit(g, n, by, d->at[i], sum);
	for (uint32_t i = 0; i < n; i++)
		out[i] = sum[i];
	mem_free(sum);
	vec_free(&of_a);
	vec_free(&of_b);
}

/* Long division: the remainder so far, with one more bit of a, is compared with b; if it is not
 * less, b is taken off and the bit of the quotient is one.  After k steps the remainder is below
 * 2^k, so a row needs k subtractors only, and b above its low k bits must be zero.  A divisor of
 * zero fits every time and takes nothing off: the quotient is all ones, the remainder is a. */
void circuit_divide(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *q, lit *r) {
	lit *less = mem_alloc((n + 1) * sizeof *less);   /* difference */
	lit *above = mem_alloc((n + 1) * sizeof *above); /* above[k]: b is 2^k or more */
	above[n] = LIT_FALSE;
	for (uint32_t k = n; k-- > 0;)
		above[k] = gate_or(g, above[k + 1], b[k]);
	for (uint32_t k = 1; k <= n && !g->spent; k++) {
		for (uint32_t i = k - 1; i > 0; i--)
			r[i] = r[i - 1];
		r[0] = a[n - k];
		lit carry = LIT_TRUE;
		for (uint32_t i = 0; i < k; i++) {
			less[i] = gate_xor3(g, r[i], -b[i], carry);
			carry = gate_maj(g, r[i], -b[i], carry);
		}
		lit fits = gate_and(g, carry, -above[k]);
		q[n - k] = fits;
		circuit_choose(g, k, fits, less, r, r);
	}
	mem_free(less);
	mem_free(above);
}

/* Signs apart, the remainder taking that of a. */
void circuit_divide_signed(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *q,
                           lit *r) {
	lit *x = mem_alloc(n * sizeof *x), *y = mem_alloc(n * sizeof *y);
	lit sa = a[n - 1], sb = b[n - 1];
	circuit_negate_if(g, n, sa, a, x);
	circuit_negate_if(g, n, sb, b, y);
	circuit_divide(g, n, x, y, q, r);
	circuit_negate_if(g, n, gate_xor(g, sa, sb), q, q);
	circuit_negate_if(g, n, sa, r, r);
	mem_free(x);
	mem_free(y);
}
