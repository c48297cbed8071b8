/* util/number/fp_number.h -- concrete floats taken apart into GMP integers; shared by fp_*.c only.
 */
#ifndef UTIL_NUMBER_FP_NUMBER_H
#define UTIL_NUMBER_FP_NUMBER_H

#include <gmp.h>

#include "util/number/fp.h"

enum number_kind { NUMBER_FINITE, NUMBER_INF, NUMBER_NAN };

struct number { /* (-1)^negative * m * 2^e when finite; m >= 0 */
	enum number_kind kind;
	bool negative;
	mpz_t m;
	long e;
};

void number_init(struct number *); /* zero */
void number_clear(struct number *);
void number_read(struct number *, const struct fp_format *, struct bits);
void number_align(struct number *, struct number *); /* finite ones: gives both the same e */
/* The float for the number, plus something below one unit of m when 'sticky' (then m must have
 * at least two bits more than the precision).  Infinity and NaN pass through. */
struct bits number_round(struct arena *, const struct fp_format *, enum fp_round,
                         const struct number *, bool sticky);
/* numerator / denominator * 2^e; both positive. */
struct bits number_round_ratio(struct arena *, const struct fp_format *, enum fp_round,
                               bool negative, const mpz_t numerator, const mpz_t denominator,
                               long e);
void number_to_integer(struct number *, enum fp_round); /* afterwards e >= 0, if finite */

struct bits bits_of_mpz(struct arena *, uint32_t width, const mpz_t); /* modulo 2^width */
void mpz_of_bits(mpz_t, struct bits);                                 /* as unsigned */

#endif
