/* util/number/fp_decimal.h -- decimal numbers and floats: what strtod reads, and what printf
 * writes.
 *
 * A decimal number comes in the parts that fit into words: digits, at most 19 in each of two words,
 * a power of ten, and whether there are more digits than these.  Rounding is exact; if there are
 * more digits, the number lies between two others, and the range says which floats it may become
 * (one, unless a number at which the result changes lies there, too).  Who has all digits compares
 * the rest of them with those of that number, word by word (fp_decimal_boundary), and says how they
 * compare.
 */
#ifndef UTIL_NUMBER_FP_DECIMAL_H
#define UTIL_NUMBER_FP_DECIMAL_H

#include "util/number/fp_function.h"

enum fp_rest { FP_REST_UNKNOWN, FP_REST_BELOW, FP_REST_EQUAL, FP_REST_ABOVE };

struct fp_decimal {
	uint64_t high, low;  /* (high * 10^digits + low) * 10^scale; or 16 and 2 */
	uint32_t low_digits; /* at most 19; or 15 */
	long scale;
	bool has_more;     /* plus something below one unit of the last digit */
	bool negative;     /* the number is the opposite; what is asked is its absolute value */
	enum fp_rest rest; /* what the digits behind are, compared with those of the boundary */
};

#define FP_ANY_ROUND ((enum fp_round) - 1) /* every mode but FP_NEAREST_AWAY is possible */

struct fp_range fp_decimal_range(struct arena *, const struct fp_format *, enum fp_round,
                                 const struct fp_decimal *);

/* 19 decimal digits of the boundary, behind those of the number, from 19 * index on.
 * FP_BOUNDARY_END: these and all that follow are 0.  FP_BOUNDARY_NONE: there is no boundary. 10^19,
 * more than 19 digits are: whatever digits there are, the number is below. */
#define FP_BOUNDARY_END  UINT64_MAX
#define FP_BOUNDARY_NONE (UINT64_MAX - 1)
uint64_t fp_decimal_boundary(struct arena *, const struct fp_format *, enum fp_round,
                             const struct fp_decimal *, uint64_t index);

/* The same of hexadecimal digits, and a power of two. */
struct fp_range fp_binary_range(struct arena *, const struct fp_format *, enum fp_round,
                                const struct fp_decimal *);

/* Does strtod say that it is out of range?  Too large for any mode; or smaller than the normal
 * numbers, and not exactly a float: before it is rounded, or after, as if there were no least
 * exponent.  1, 0, or -1: that is not known.  The caller knows the result: infinity is out of
 * range. */
int fp_decimal_is_outside(struct arena *, const struct fp_format *, enum fp_round,
                          const struct fp_decimal *, bool is_binary, bool after);

/* The text of a finite number without its sign, as C's conversion 'kind' writes it: one of "aefg"
 * and capitals.  precision -1: none was given. */
char *fp_convert_text(struct arena *, const struct fp_format *, enum fp_round, struct bits,
                      char kind, bool alternate, int precision);

#endif
