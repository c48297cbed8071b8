/* result/proof.h -- an invariant that proves a program for any number of threads, as plain data.
 *
 * Threads of one template run the same function.  The invariant says what holds whenever a thread
 * is at a place, and whenever two threads are at two places; a pair of places that is not listed
 * may occur together, with nothing known beyond what holds at each of the two.  Places that are not
 * listed are never reached between two steps.  Strings are the arena's of the result.
 */
#ifndef RESULT_PROOF_H
#define RESULT_PROOF_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/loc.h"
#include "util/base/vec.h"

/* A line of a thread's function at which the thread may be between two steps. */
struct proof_place {
	const char *function; /* display name of the function of the user */
	const char *thread;   /* the template: its start function, "main" or "worker" */
	struct loc loc;
	/* C expressions over globals and locals of this thread, where holds(m) says that it holds the
	 * lock, and held(m) that some thread does; sorted. */
	const char **holds;
	uint32_t nholds;
	bool only_one; /* at most one thread of all is here at a time */
};

/* Two different threads at two places. */
struct proof_pair {
	uint32_t a, b;      /* indices of places, a <= b */
	bool never;         /* no two threads are at these places at the same time */
	const char **holds; /* C expressions over globals, t1.x and t2.x: t1 is at a, t2 at b */
	uint32_t nholds;
};

/* A line that adds a number to a counter, whenever it is executed. */
struct proof_update {
	const char *function;   /* display name; or NULL */
	struct loc first, last; /* places on the line, from left to right */
	int32_t by;
};

/* A ghost variable: the number of threads between two places. */
struct proof_counter {
	const char *name, *meaning;
	int32_t initial;
	struct proof_update *update; /* none: no lines change it so, and a witness cannot have it */
	uint32_t nupdates;
};

struct proof {
	VEC(struct proof_place) place;
	VEC(struct proof_pair) pair;
	VEC(struct proof_counter) counter;
	const char *method; /* "one thread", "pairs of threads", "pairs, with counters" */
	uint32_t atoms, queries;
};

#endif
