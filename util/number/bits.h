/* util/number/bits.h -- bit-vector values of any width, by value; GMP does the wide ones.
 *
 *   width <= 64: the value is 'lo' and 'limb' is NULL
 *   width >  64: limb[0 .. (width + 63) / 64), least significant first, and 'lo' is limb[0]
 *
 * Invariant: bits above 'width' are zero.  Wide results live in the arena that is passed.
 * Operations follow SMT-LIB: udiv by zero is all ones, urem by zero the dividend, shifts by
 * width or more give zero (or the sign).  Both operands of a binary operation have one width.
 */
#ifndef UTIL_NUMBER_BITS_H
#define UTIL_NUMBER_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"

struct bits {
	uint32_t width;
	uint64_t lo;
	const uint64_t *limb;
};

struct bits bits_u64(struct arena *, uint32_t width, uint64_t value); /* zero-extends, truncates */
struct bits bits_i64(struct arena *, uint32_t width, int64_t value);  /* sign-extends, truncates */
struct bits bits_parse(struct arena *, uint32_t width, const char *text, int base);
struct bits bits_ones(struct arena *, uint32_t width);
struct bits bits_copy(struct arena *, struct bits); /* same value, limbs in this arena */

bool bits_eq(struct bits, struct bits);
bool bits_is_zero(struct bits);
bool bits_is_ones(struct bits);
bool bits_test(struct bits, uint32_t i);
bool bits_fits_u64(struct bits);
bool bits_ult(struct bits, struct bits);
bool bits_slt(struct bits, struct bits);
int64_t bits_to_i64(struct bits); /* low 64 bits, sign-extended from width when narrower */
uint64_t bits_hash(struct bits);
uint32_t bits_clz(struct bits); /* width when zero */
uint32_t bits_ctz(struct bits); /* width when zero */

struct bits bits_not(struct arena *, struct bits);
struct bits bits_neg(struct arena *, struct bits);
struct bits bits_and(struct arena *, struct bits, struct bits);
struct bits bits_or(struct arena *, struct bits, struct bits);
struct bits bits_xor(struct arena *, struct bits, struct bits);
struct bits bits_add(struct arena *, struct bits, struct bits);
struct bits bits_sub(struct arena *, struct bits, struct bits);
struct bits bits_mul(struct arena *, struct bits, struct bits);
struct bits bits_udiv(struct arena *, struct bits, struct bits);
struct bits bits_urem(struct arena *, struct bits, struct bits);
struct bits bits_sdiv(struct arena *, struct bits, struct bits);
struct bits bits_srem(struct arena *, struct bits, struct bits); /* sign of the dividend */
struct bits bits_shl(struct arena *, struct bits, struct bits);
struct bits bits_lshr(struct arena *, struct bits, struct bits);
struct bits bits_ashr(struct arena *, struct bits, struct bits);
struct bits bits_concat(struct arena *, struct bits high, struct bits low);
struct bits bits_extract(struct arena *, struct bits, uint32_t high, uint32_t low);
struct bits bits_zext(struct arena *, struct bits, uint32_t width);
struct bits bits_sext(struct arena *, struct bits, uint32_t width);

char *bits_print(struct arena *, struct bits, bool is_signed, int base); /* digits only, '-' */

#endif
