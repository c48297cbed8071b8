/* util/fp_decimal.h -- decimal numbers and floats: what strtod reads, and what printf writes.
 *
 * A decimal number comes in the parts that fit into words: digits, at most 19 in each of two words,
 * a power of ten, and whether there are more digits than these.  Rounding is exact; if there are
 * more digits, the number lies between two others, and the range says which floats it may become
 * (one, unless these digits are those of a number just between two floats).
 */
#ifndef UTIL_FP_DECIMAL_H
#define UTIL_FP_DECIMAL_H

#include "util/fp_function.h"

struct fp_decimal {
	uint64_t high, low;  /* (high * 10^digits + low) * 10^scale */
	uint32_t low_digits; /* at most 19 */
	long scale;
	bool has_more; /* plus something below one unit of the last digit */
};

#define FP_ANY_ROUND ((enum fp_round) - 1) /* every mode but FP_NEAREST_AWAY is possible */

struct fp_range fp_decimal_range(struct arena *, const struct fp_format *, enum fp_round,
                                 const struct fp_decimal *);

/* high * 2^scale, and possibly more; below the normal numbers, either neighbour. */
struct fp_range fp_binary_range(struct arena *, const struct fp_format *, enum fp_round,
                                const struct fp_decimal *);

/* The text of a finite number without its sign, as C's conversion 'kind' writes it: one of "aefg"
 * and capitals.  precision -1: none was given. */
char *fp_convert_text(struct arena *, const struct fp_format *, enum fp_round, struct bits,
                      char kind, bool alternate, int precision);

#endif
