/* process/turns.h -- processes that try different ways to one answer, by turns.
 *
 * Each member is a fork of the caller.  It works until its time slice is used up, says so, and
 * waits for the next one; or it ends with an answer, any bytes.  At most 'jobs' members have a time
 * slice at a time.  Slices are of CPU time, which a member looks at while it works
 * (process/work.h); with one job they are of work, so that then the order is the same in every run.
 * The next slice goes to the member that has had least for its weight. A member that doubts that it
 * gets far (work_doubt) has a quarter of its weight.
 *
 *   turns_run --> member 0: work(0), answer      caller: answered(0, bytes) --> true ends the rest
 *                 member 1: work(1), ...                 died(1, "killed by SIGKILL")
 *
 * Members share nothing but what the caller has mapped for them.  An answer counts when all of it
 * has arrived; a member that dies before has no answer, and the others go on.  What a member writes
 * to stderr is kept apart for the caller.
 *
 * process/pool.h is for many items of one kind; it says how the two differ.
 */
#ifndef PROCESS_TURNS_H
#define PROCESS_TURNS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TURNS_MAX = 16 };

struct turns_member {
	unsigned weight; /* a member of weight 2 has twice the work of one of weight 1 */
	uint64_t start;  /* units of work of all members together before it begins */
};

struct turns_config {
	const struct turns_member *member;
	size_t n;                          /* at most TURNS_MAX */
	unsigned jobs;                     /* at least 1 */
	uint64_t slice;                    /* units, times the weight of the member */
	uint64_t first;                    /* units that the first slice has at least */
	const volatile sig_atomic_t *stop; /* not 0: everything ends */
	double memory_interval;            /* seconds between calls of 'memory'; 0: never */
};

struct turns_out;                                                   /* the answer of a member */
void turns_answer(struct turns_out *, const void *bytes, size_t n); /* once, as the last thing */

struct turns_calls {
	void (*work)(void *context, size_t member, struct turns_out *); /* in the member's process */
	/* In the caller's; true: the other members are ended. */
	bool (*answered)(void *context, size_t member, const char *bytes, size_t n);
	/* Without an answer.  is_bug: by a mistake of ours, as child.h has it. */
	void (*died)(void *context, size_t member, bool is_bug, const char *how);
	/* Work was done: so much by all members.  true: they are ended. */
	bool (*worked)(void *context, uint64_t units);
	void (*memory)(void *context, uint64_t bytes); /* resident in all members together */
	/* Is the member still needed?  It is ended, or never begins, if not.  NULL: all are. */
	bool (*needed)(void *context, size_t member);
	/* A member that began is over; units: as far as it has told; seconds: of CPU.  May be NULL. */
	void (*over)(void *context, size_t member, uint64_t units, double seconds);
};

enum turns_end {
	TURNS_FAILED,      /* no process can be started */
	TURNS_INTERRUPTED, /* by the flag */
	TURNS_ANSWERED,    /* a call returned true */
	TURNS_OVER,        /* all members have answered or died */
};

/* log: receives for each member a file descriptor of what it wrote to stderr, or -1; the caller
 * closes them. */
enum turns_end turns_run(const struct turns_config *, const struct turns_calls *, void *context,
                         int log[TURNS_MAX]);

#endif
