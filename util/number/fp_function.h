/* util/number/fp_function.h -- what the functions of math.h may return for given arguments.
 *
 * C fixes the results of pow, sin and their kin at some arguments only (pow(x, 0), infinities);
 * elsewhere a library returns a number near the exact value.  A range says how near: its numbers
 * are all those, of the format, whose distance to the exact value is at most the error of the
 * function, in units in the last place.  The errors are those of glibc since 2.28, as its manual
 * lists them and as others have measured them, with a margin; long double has those of the worst
 * target.  Where the error is below 0.6 units, a value that is clearly nearest to one number has
 * that number alone; an exact value that is a number of the format is what is returned, if the
 * library is known to do so (pow(2, 3) is 8).  If the mode is not to nearest, one unit is added,
 * and no result is taken for exact.
 *
 * GNU MPFR computes the exact values, to 64 bits more than the format has.  GMP alone, which is
 * used everywhere else, has integers only: the series and the argument reductions of thirty
 * functions would be ours to write and to trust; MPFR has them with proofs, and Debian has MPFR
 * wherever it has gcc, which needs it.
 */
#ifndef UTIL_NUMBER_FP_FUNCTION_H
#define UTIL_NUMBER_FP_FUNCTION_H

#include "util/number/fp.h"

struct fp_function;

struct fp_range { /* low to high; one number if they are equal; of NaN both are */
	struct bits low, high;
};

const struct fp_function *fp_function_find(const char *name); /* "pow"; NULL: no such function */
const struct fp_function *fp_function_at(size_t);             /* the same, of all; NULL: no more */
const char *fp_function_name(const struct fp_function *);
uint32_t fp_function_operands(const struct fp_function *);
struct fp_range fp_function_range(struct arena *, const struct fp_function *,
                                  const struct fp_format *, bool to_nearest,
                                  const struct bits *arg);
/* Does the function rise (1) or fall (-1) on all of its domain?  0: neither. */
int fp_function_direction(const struct fp_function *);
/* Of such a function: what it returns for smaller arguments is at most 'high', if it rises, and for
 * larger ones at least 'low'; the other way round if it falls. */
struct fp_range fp_function_limits(struct arena *, const struct fp_function *,
                                   const struct fp_format *, bool to_nearest,
                                   const struct bits *arg);
/* Is the number in the range?  Zeros of either sign count as different, NaNs do not. */
bool fp_range_has(const struct fp_format *, const struct fp_range *, struct bits);
bool fp_range_is_single(const struct fp_range *);

#endif
