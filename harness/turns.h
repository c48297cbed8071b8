/* harness/turns.h -- one thread runs at a time, in the order of the schedule.
 *
 *   turn      of the thread of the next element, once the thread that ran last has arrived
 *             elsewhere
 *   phase     FOLLOWING the schedule; at its end, of a test that violates something, only the
 *             thread that does it goes on (LAST), or two threads go to the accesses of the race
 *             (RACING); FREE: all threads run
 *
 * A program that does not follow the schedule is ended, with what was expected and what happened.
 */
#ifndef HARNESS_TURNS_H
#define HARNESS_TURNS_H

#include "harness/test.h"

#pragma GCC visibility push(hidden)

enum { NOBODY = -1 };

enum phase { FOLLOWING, LAST, RACING, FREE };

enum access { LOAD = 1, STORE = 2, ATOMIC = 4 };

struct pending {  /* an access that the thread is about to make */
	unsigned how; /* 0: none */
	uintptr_t at;
	size_t size;
	const void *caller;
};

enum { STACK = 32 };

struct thread {
	bool exists, has_ended;
	bool is_released; /* has no element left, and another thread waits for its end */
	bool is_blocked;  /* waits in a function of the library */
	char waits_for[NAME];
	int holder;               /* of what it waits for; NOBODY: not known */
	struct pending pending;   /* while it waits for its turn */
	uintptr_t stack_end;      /* the thread's variables are below it; 0: not known */
	const void *caller;       /* of the last access or call: a place of the program */
	const void *stack[STACK]; /* while it is blocked */
	int nstack;
	size_t next;     /* no element of the thread before it is open */
	char name[NAME]; /* "main", "T1 worker" */
};

struct turns {
	uint32_t lock, changed; /* futex.h */
	bool ready, tells, tells_end;
	bool is_free;     /* the thread that reads it does not follow the schedule any more */
	bool lets_all;    /* LAST: others may run, too */
	bool is_circular; /* some threads wait for each other */
	enum phase phase;
	size_t next;           /* element of the test */
	int threads;           /* created so far */
	int live, blocked;     /* threads that have not ended; that wait in a function of the library */
	unsigned long changes; /* of anything: a step is not over while there is none */
	int running;           /* the thread that has the turn; or NOBODY */
	unsigned limit;        /* of a step, in seconds; 0: none, under a debugger */
};

/* The linker's names are none that variables of the program have. */
extern struct turns turns __asm__("cbmc_mt_harness_turns");
extern struct thread threads[MAX_THREADS] __asm__("cbmc_mt_harness_threads");
extern _Thread_local int self __asm__("cbmc_mt_harness_self"); /* main is 0 */

void turns_start(void); /* reads the test, once */

void turns_lock(void);
void turns_unlock(void);

/* With turns.lock held. */
void turns_wake_all(void);
void turns_changed(void); /* something has happened: the limit of the step begins again */
/* Ends the program: it does something else than the schedule says. */
_Noreturn void turns_diverge(const char *what, const char *file, unsigned line);
/* The same, of a thread that is in a call: what comes after the call is not left out. */
_Noreturn void turns_diverge_in_call(const char *what, const char *file, unsigned line);
struct element *turns_next(void);  /* the next element of the thread; NULL: it has none */
void turns_take(struct element *); /* it has happened */
void turns_miss(struct element *); /* the program leaves it out */
void turns_wait(void);             /* until the next element is one of this thread's */
void turns_leave(void);            /* the thread has not the turn any more */
/* What the thread still does inside a call, up to an element of a kind; true: there was one.
 * Afterwards turns.is_free says whether the thread follows the schedule. */
bool turns_drain(enum kind until);

/* Between them, the thread may have to wait in a function of the library: without turns.lock and
 * without the turn.  'holder' is the thread that it waits for; NOBODY: not known. */
void turns_block(const char *what, int holder);
void turns_unblock(void);

/* The program ends: are there only elements of this thread left, or none?  Writes what became of
 * the schedule. */
bool turns_finish(const char *how);

const char *turns_name(int thread);                               /* "main", "T1" */
void turns_expect(const struct element *, char *to, size_t room); /* "T1 reads x at a.c:9" */

#pragma GCC visibility pop

/* For debuggers: the element that is next, and the step of the report that it belongs to; a
 * function that is called before each step of the report. */
extern volatile unsigned cbmc_mt_step, cbmc_mt_row;
void cbmc_mt_at(unsigned row);

#endif
