#include "solvers/blast/circuit.h"

#include <string.h>

lit circuit_equal(struct gates *g, uint32_t n, const lit *a, const lit *b) {
	lit all = LIT_TRUE;
	/* Constants decide first; no gates are made if they differ. */
	for (uint32_t i = 0; i < n; i++)
		if (a[i] == -b[i])
			return LIT_FALSE;
	for (uint32_t i = 0; i < n && all != LIT_FALSE; i++)
		all = gate_and(g, all, -gate_xor(g, a[i], b[i]));
	return all;
}

/* The borrow of a - b, as it ripples up. */
lit circuit_less(struct gates *g, uint32_t n, const lit *a, const lit *b) {
	lit borrow = LIT_FALSE;
	for (uint32_t i = 0; i < n; i++)
		borrow = gate_maj(g, -a[i], b[i], borrow);
	return borrow;
}

/* The top bit weighs -2^(n-1), so it counts the other way round. */
lit circuit_less_signed(struct gates *g, uint32_t n, const lit *a, const lit *b) {
	lit borrow = circuit_less(g, n - 1, a, b);
	return gate_maj(g, a[n - 1], -b[n - 1], borrow);
}

void circuit_choose(struct gates *g, uint32_t n, lit c, const lit *a, const lit *b, lit *out) {
	for (uint32_t i = 0; i < n; i++)
		out[i] = gate_ite(g, c, a[i], b[i]);
}

static void add_bit(struct gates *g, lit a, lit b, lit *carry, lit *sum) {
	lit c = *carry;
	*carry = gate_maj(g, a, b, c);
	*sum = gate_xor3(g, a, b, c);
}

void circuit_add(struct gates *g, uint32_t n, const lit *a, const lit *b, lit carry, lit *out) {
	for (uint32_t i = 0; i < n; i++)
		add_bit(g, a[i], b[i], &carry, &out[i]);
}

void circuit_subtract(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *out) {
	lit carry = LIT_TRUE;
	for (uint32_t i = 0; i < n; i++)
		add_bit(g, a[i], -b[i], &carry, &out[i]);
}

/* (a xor c) + c */
void circuit_negate_if(struct gates *g, uint32_t n, lit c, const lit *a, lit *out) {
	lit carry = c;
	for (uint32_t i = 0; i < n; i++)
		add_bit(g, gate_xor(g, a[i], c), LIT_FALSE, &carry, &out[i]);
}

/* The bits of 'by' that are within the word move it, one stage each; any bit above moves all of it
 * out.  Bit i of a stage comes from i + 2^k going right, i - 2^k going left. */
static void shift(struct gates *g, uint32_t n, const lit *a, const lit *by, bool left, lit fill,
                  lit *out) {
	lit *from = mem_alloc(n * sizeof *from), *to = mem_alloc(n * sizeof *to);
	memcpy(from, a, n * sizeof *from);
	lit beyond = LIT_FALSE;
	for (uint32_t k = 0; k < n; k++) {
		if (k >= 31 || UINT32_C(1) << k >= n) {
			beyond = gate_or(g, beyond, by[k]);
			continue;
		}
		uint32_t d = UINT32_C(1) << k;
		for (uint32_t i = 0; i < n; i++) {
			lit moved = left ? i >= d ? from[i - d] : fill : i < n - d ? from[i + d] : fill;
			to[i] = gate_ite(g, by[k], moved, from[i]);
		}
		lit *t = from;
		from = to;
		to = t;
	}
	for (uint32_t i = 0; i < n; i++)
		out[i] = gate_ite(g, beyond, fill, from[i]);
	mem_free(from);
	mem_free(to);
}

void circuit_shift_left(struct gates *g, uint32_t n, const lit *a, const lit *by, lit *out) {
	shift(g, n, a, by, true, LIT_FALSE, out);
}

void circuit_shift_right(struct gates *g, uint32_t n, const lit *a, const lit *by, lit fill,
                         lit *out) {
	shift(g, n, a, by, false, fill, out);
}
