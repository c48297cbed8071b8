/* solvers/term/range.h -- intervals that contain every value of a bit-vector term.
 *
 * A bounded look at the operations near the root, without models or path conditions: enough to see
 * that the sum of two bytes fits an int.  Widths up to 126 bits; wider terms have no interval.
 *
 * This is the arithmetic of intervals, for all. events/local/interval.c and order/order_range.c
 * apply it to what reads return; they differ in what a read may depend on.
 */
#ifndef SOLVERS_TERM_RANGE_H
#define SOLVERS_TERM_RANGE_H

#include <stdbool.h>

#include "solvers/term/term.h"

struct range {
	__int128 lo, hi; /* both inclusive */
};

/* Read as unsigned or signed numbers; false: nothing better than all values of the width. */
bool range_unsigned(const struct terms *, term, struct range *);
bool range_signed(const struct terms *, term, struct range *);

/* What is known about variables: read as signed numbers; false: nothing. */
struct range_given {
	bool (*of)(void *context, term var, struct range *);
	void *context;
	int budget; /* operations that are looked at */
};
bool range_signed_given(const struct terms *, term, const struct range_given *, struct range *);

#endif
