/* harness/turns.h -- one thread runs at a time, in the order of the schedule.
 *
 *   turn      of the thread of the next element, once the thread that ran last has arrived
 *             elsewhere
 *
 * A program that does not follow the schedule is not held up: a warning says so, and from there on
 * its threads run freely.
 */
#ifndef HARNESS_TURNS_H
#define HARNESS_TURNS_H

#include <pthread.h>

#include "harness/test.h"

#pragma GCC visibility push(hidden)

enum { NOBODY = -1 };

struct turns {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int (*lock_call)(pthread_mutex_t *), (*unlock_call)(pthread_mutex_t *); /* of the library */
	int (*wake_call)(pthread_cond_t *);
	bool ready, is_free, is_watched, tells, tells_end, tells_missing;
	size_t next;           /* element of the test */
	int threads;           /* created so far */
	int live, blocked;     /* threads that have not ended; that wait in a function of the library */
	unsigned long changes; /* of these */
	int running;           /* the thread that has the turn; or NOBODY */
};

/* The linker's names are none that variables of the program have. */
extern struct turns turns __asm__("cbmc_mt_harness_turns");
extern _Thread_local int self __asm__("cbmc_mt_harness_self"); /* main is 0 */

void turns_start(void); /* reads the test, once */

void turns_lock(void);
void turns_unlock(void);

/* With turns.lock held. */
void turns_wake_all(void);
void turns_diverge(const char *what, const char *file, unsigned line);
struct element *turns_next(void);  /* the next element of the thread; NULL: it has none */
void turns_take(struct element *); /* it has happened */
void turns_miss(struct element *); /* the program leaves it out */
void turns_wait(void);             /* until the next element is one of this thread's */
/* What the thread still does inside a call, up to an element of a kind; true: there was one. */
bool turns_drain(enum kind until);

#pragma GCC visibility pop

#endif
