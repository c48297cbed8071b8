/* result/fix.h -- changes of the source with which the program was proved to hold (--fix).
 *
 * Only what was verified is here: the whole program with the change, every property that was asked
 * for, deadlocks and races besides, and that it still does what it did.
 */
#ifndef RESULT_FIX_H
#define RESULT_FIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/vec.h"

struct fix_condition { /* of an if or a loop, or a part of one: a comparison */
	const char *file;
	size_t begin, end; /* in its text; end 0: there is none */
};

struct source_edit {
	const char *file;      /* as the user named it */
	size_t offset, length; /* bytes of the text that is replaced */
	const char *text;
};

struct fix {
	uint32_t property;            /* that it mends: index in result.property */
	const char *what;             /* "hold m around the decrement of left" */
	const char *diff;             /* unified, for patch -p1 */
	const char *verified;         /* "no violation, no deadlock; proved for all schedules" */
	double seconds;               /* that the proof took */
	VEC(struct source_edit) edit; /* by file and offset */
};

struct fixes {
	VEC(struct fix) fix; /* the best one first */
	uint32_t tried;      /* changes, those without success included */
	const char *note;    /* why none was looked for, or why the search ended early; or NULL */
};

void fixes_free(struct fixes *); /* its lists */

#endif
