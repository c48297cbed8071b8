/* goto/analysis/threads.h -- which threads a program may have, and what each of them may run.
 *
 * A thread class is main, or one instruction (in one instance of its function) that creates
 * threads. A class may stand for many threads.  Main's instructions that run only before the first
 * thread is created are distinguished, because no other thread observes them.
 */
#ifndef GOTO_ANALYSIS_THREADS_H
#define GOTO_ANALYSIS_THREADS_H

#include "goto/analysis/points_to.h"

/* Sets of threads, abstracted. */
#define THREAD_NONE 0
#define THREAD_MAIN 1
#define THREAD_MANY UINT32_MAX /* two or more; in between: the one thread of a class */

static inline uint32_t thread_join(uint32_t a, uint32_t b) {
	return a == b || b == THREAD_NONE ? a : a == THREAD_NONE ? b : THREAD_MANY;
}

/* Before a call that makes the first thread there is none; when its result is stored there is. */
enum { LATE_BEFORE = 1, LATE_AFTER = 2 };

struct instance_runs { /* by instance */
	uint32_t others;   /* threads other than main that may run it */
	bool in_main;      /* main may run it */
	bool is_late;      /* in main: all of it may run after a thread was made */
	bool makes;        /* it, or what it calls, may make threads */
	uint8_t times;     /* 0, 1, 2: many */
	uint8_t *late;     /* in main, by instruction, if only some of it may: LATE_ */
};

struct threads {
	struct instance_runs *run;
	size_t n;
};

void threads_open(struct threads *, const struct points_to *);
void threads_close(struct threads *);
/* Who may run the instruction: ever; while another thread may exist. */
uint32_t threads_all(const struct threads *, uint32_t instance);
uint32_t threads_late(const struct threads *, uint32_t instance, uint32_t ins);

#endif
