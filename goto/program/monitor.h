/* goto/program/monitor.h -- a monitor says which violations count, and which thread is best
 * scheduled next.
 *
 * A monitor is a witness that was instrumented into the program (witness/): its state is kept in
 * variables of the program, and assertions were weakened by passes.  About whatever is no assertion
 * (a race, a deadlock, a leak, a schedule) symex asks the hooks of the monitor.  The answers are
 * expressions over the program, which symex evaluates in the state at hand; they stay the same
 * during a run.
 */
#ifndef GOTO_PROGRAM_MONITOR_H
#define GOTO_PROGRAM_MONITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr;

#define MONITOR_ANY_THREAD UINT32_MAX

struct monitor_state { /* in which a thread is to be scheduled */
	uint32_t nthreads;
	/* As the thread sees it that ran last; false: the value is not a constant. */
	bool (*value)(const struct monitor_state *, const struct expr *, uint64_t *value);
};

struct monitor_hooks { /* all are required */
	/* A deadlock or leak counts only where this holds; NULL: everywhere. */
	const struct expr *(*end_condition)(const void *context);
	/* A race counts only where this holds; NULL: everywhere. */
	const struct expr *(*race_condition)(const void *context);
	/* The sides of the race, as bits of a value that each thread has: one thread has the first bit
	 * set and the other the last of n; with one side, either has the bit.  NULL: any race counts.
	 */
	const struct expr *(*race_sides)(const void *context, uint32_t *n);
	/* The number of the thread to be tried first; or MONITOR_ANY_THREAD. */
	uint32_t (*next_thread)(const void *context, const struct monitor_state *);
};

struct monitor {
	const struct monitor_hooks *hooks; /* NULL: there is no monitor */
	const void *context;
};

static inline const struct expr *monitor_end_condition(const struct monitor *o) {
	return o->hooks ? o->hooks->end_condition(o->context) : NULL;
}

static inline const struct expr *monitor_race_condition(const struct monitor *o) {
	return o->hooks ? o->hooks->race_condition(o->context) : NULL;
}

static inline const struct expr *monitor_race_sides(const struct monitor *o, uint32_t *n) {
	return o->hooks ? o->hooks->race_sides(o->context, n) : NULL;
}

static inline uint32_t monitor_next_thread(const struct monitor *o,
                                           const struct monitor_state *state) {
	return o->hooks ? o->hooks->next_thread(o->context, state) : MONITOR_ANY_THREAD;
}

#endif
