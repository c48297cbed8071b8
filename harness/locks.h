/* harness/locks.h -- what threads synchronise by: who holds what, and who waits.
 *
 * The table is what counts, not the object of the library in the program's memory: calls on such
 * objects never block in the library, so that the schedule alone says who goes on, and a deadlock
 * or a misuse is known with its threads.  Where that can be done without waiting, the library's
 * object is kept in the same state (library_... in calls_locks.c), for debuggers and for
 * ThreadSanitizer.
 *
 * All with turns.lock held.
 */
#ifndef HARNESS_LOCKS_H
#define HARNESS_LOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum lock_kind {
	LOCK_MUTEX,
	LOCK_SPIN,
	LOCK_READ_WRITE,
	LOCK_CONDITION,
	LOCK_SEMAPHORE,
	LOCK_BARRIER,
	LOCK_ONCE
};

enum lock_state { LOCK_UNKNOWN, LOCK_MADE, LOCK_DESTROYED };

enum { LOCK_SET = 1024 / 64, LOCKS = 4096 };

struct lock_set { /* of threads */
	uint64_t word[LOCK_SET];
};

/* Debuggers read this. */
struct cbmc_mt_lock {
	const void *at; /* in the program's memory; NULL: no entry any more */
	enum lock_kind kind;
	enum lock_state state;
	int holder;     /* thread, or -1: of a mutex, spinlock, writer, once that runs */
	unsigned again; /* a recursive mutex: locked so many times more; rwlock: readers may say
	                 * too much, as a thread has it several times */
	unsigned count; /* semaphore: value; barrier: threads it needs; rwlock: read locks */
	unsigned type;  /* mutex: of the library, as in pthread_mutexattr_settype */
	bool is_robust, owner_died, is_lost, is_done, prefers_writers;
	unsigned waiting_writers;
	struct lock_set readers, waiting, woken; /* woken: may go on, and have not yet */
	const void *mutex;                       /* condition: of those that wait */
};

extern struct cbmc_mt_lock cbmc_mt_locks[LOCKS];
extern unsigned cbmc_mt_nlocks;

#pragma GCC visibility push(hidden)

bool set_has(const struct lock_set *, int thread);
void set_add(struct lock_set *, int thread);
void set_remove(struct lock_set *, int thread);
int set_next(const struct lock_set *, int thread); /* the first one from there on; NOBODY: none */
unsigned set_count(const struct lock_set *);

struct cbmc_mt_lock *locks_find(const void *at, enum lock_kind); /* a new entry, if there is none */
void locks_renew(struct cbmc_mt_lock *, enum lock_state);        /* free, and nobody waits */
void locks_forget(const void *from, size_t size);                /* the memory is freed */
void locks_abandon(int thread); /* robust mutexes of one that ends */

#pragma GCC visibility pop

#endif
