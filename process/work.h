/* process/work.h -- a clock of work: the same in every run of the same program.
 *
 * Engines add units for what they do: instructions executed, looks of a SAT solver at its flag.
 * A unit is about a tenth of a microsecond of CPU time, but never measured: whoever decides by this
 * clock decides alike each time.  A process that works by time slices (process/turns.h) waits in
 * work_add when its slice is used up.
 */
#ifndef PROCESS_WORK_H
#define PROCESS_WORK_H

#include <stdbool.h>
#include <stdint.h>

/* Units: of a term that is made or found, a gate that is, a clause, a query of a SAT solver, an
 * instruction that is executed symbolically, a node of the tree of schedules. */
enum {
	WORK_TERM = 2,
	WORK_GATE = 1,
	WORK_CLAUSE = 5,
	WORK_QUERY = 50,
	WORK_STEP = 10,
	WORK_NODE = 100
};

#define WORK_SECOND 10000000 /* units of a second */

struct work {
	uint64_t done, limit; /* limit: where 'reached' is called; UINT64_MAX: never */
	void (*reached)(void);
	bool is_doubtful; /* what this process does may well have no end: others are to have more */
};

extern struct work work;

static inline void work_add(uint64_t units) {
	work.done += units;
	if (work.done >= work.limit)
		work.reached();
}

static inline void work_doubt(void) {
	work.is_doubtful = true;
}

/* About as many seconds of CPU time. */
static inline double work_seconds(void) {
	return (double)work.done / WORK_SECOND;
}

#endif
