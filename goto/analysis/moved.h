/* goto/analysis/moved.h -- are values only moved, and compared with each other for equality?
 *
 * Then a library treats all values alike (data independence): what holds for values that differ
 * holds for all.  Values are followed from parameters of functions through variables, fields of
 * structures (by the field, whatever the object), memory that is only known by its type, calls and
 * results.  What happens to them in models of the library is not followed, it counts as a use.
 */
#ifndef GOTO_ANALYSIS_MOVED_H
#define GOTO_ANALYSIS_MOVED_H

#include "goto/program/prog.h"

struct moved_source {
	const char *function; /* as the user calls it */
	uint32_t param;
};

struct moved_use {
	struct loc loc;
	const char *what; /* "is computed with", "is compared with a constant"; NULL: no other use */
};

/* The first use of a value that is none of these. */
struct moved_use goto_find_use(const struct goto_prog *, const struct moved_source *, size_t n);

#endif
