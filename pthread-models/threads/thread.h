/* pthread-models/threads/thread.h -- what the models of POSIX and C11 threads share.
 *
 * Rules of these models
 * - Whatever a function does to memory that other threads see is one atomic section, and what may
 *   block is a single __mc_wait_until.  There are no counters of waiting threads.
 * - The objects of the user (pthread_mutex_t and so on) are opaque.  A model keeps its own struct
 *   in their first bytes, small enough for every target.  Where POSIX has a static initialiser, all
 *   bytes zero is the initial state; semaphores, barriers and spinlocks need a mark that init
 * leaves.
 * - A thread that holds something is written as its number + 1, so that 0 means nobody; pthread_t
 *   and thrd_t are also the number + 1, so that no thread is 0.
 * - What POSIX leaves undefined is reported as a violation of class "lock"; what it gives an error
 *   number to is returned.
 * - A wait with a time limit never blocks: if it is scheduled before what it waits for has
 *   happened, the limit was over.
 */
#ifndef PTHREAD_MODELS_THREADS_THREAD_H
#define PTHREAD_MODELS_THREADS_THREAD_H

#include "../errors.h"
#include "../mc.h"

struct moment { /* struct timespec */
	long seconds, nanoseconds;
};

enum { THREAD_DETACHED = 1, THREAD_JOINED = 2 };

/* Has the lifetime of its identifier ended? */
#define ID_IS_OVER(t)                                                                              \
	(((t)->use & THREAD_JOINED) != 0 || ((t)->has_ended && ((t)->use & THREAD_DETACHED) != 0))

enum { CANCEL_PENDING = 1, CANCEL_DISABLED = 2, CANCEL_ASYNCHRONOUS = 4 };

struct thread { /* what others may ask about a thread; read and written in atomic sections */
	void (*start)(void); /* of its real type in the body that calls it */
	void *argument;
	void *value;   /* the result */
	int code;      /* the result of a C11 thread */
	int has_ended; /* only the thread writes it: who joins it waits for that alone */
	int use;       /* of THREAD_: what others have done with it */
	int cancel;    /* of CANCEL_ */
};

/* To initialise an object twice is undefined.  Memory on the heap or on a stack may look like an
 * initialised object by chance, static storage may not. */
#define NEED_NEW(object, is_initialised, text)                                                     \
	__mc_assert(!(__mc_is_static(object) && (is_initialised)), "lock", text)

/* A wait that is a cancellation point ends also when this holds. */
#define CANCELLED(t) (((t)->cancel & (CANCEL_PENDING | CANCEL_DISABLED)) == CANCEL_PENDING)

struct cleanup { /* laid over struct _pthread_cleanup_buffer and __pthread_unwind_buf_t of glibc */
	void (*routine)(void *);
	void *argument;
	int type; /* of cancellation, before the handler was pushed */
	struct cleanup *below;
};

extern _Thread_local struct cleanup *__model_cleanups;
/* Set by who needs it: runs when the thread ends, before it counts as ended and in the same atomic
 * section. */
extern _Thread_local void (*__model_before_end)(void);
extern _Thread_local void (*__model_at_end)(void);
/* Set by who needs it: called with the number of a new thread, in the section that makes it. */
extern void (*__model_at_create)(int thread);
extern int __model_handles_signals; /* a handler was set, so calls may end with EINTR */

struct thread *__model_self(void);
struct thread *__model_find_thread(unsigned long id); /* NULL: there is none */
void __model_need_thread(const struct thread *);      /* what was found is one */
int __model_cannot_create(unsigned long *thread);
void __model_end_thread(void *value) __attribute__((noreturn));
/* Returns in an atomic section, and with 0 if the thread has ended and was joined by nobody else.
 */
int __model_join(struct thread *, unsigned long id);
void __model_cancel_self(void) __attribute__((noreturn));
void __model_cleanup_push(struct cleanup *, void (*routine)(void *), void *argument);
void __model_cleanup_pop(struct cleanup *, int execute);

enum { /* of a mutex, as in glibc's __kind; the last ones are ours */
	   MUTEX_NORMAL = 0,
	   MUTEX_RECURSIVE = 1,
	   MUTEX_ERRORCHECK = 2,
	   MUTEX_ADAPTIVE = 3,
	   MUTEX_TYPE = 3, /* mask */
	   MUTEX_ROBUST = 16,
	   MUTEX_OWNER_DIED = 1 << 20,
	   MUTEX_LOST = 1 << 21, /* not recoverable */
	   MUTEX_KINDS = MUTEX_TYPE | MUTEX_ROBUST | MUTEX_OWNER_DIED | MUTEX_LOST,
	   MUTEX_DESTROYED = -1,
};

/* What init writes into an object.  Semaphores and spinlocks need it; of others, whose static
 * initialisers are zero, it tells that they are initialised twice. */
enum { INITIALISED = 0x1a2b0000 };

struct mutex { /* pthread_mutex_t, mtx_t */
	int owner;
	unsigned again; /* how many more locks than one a recursive mutex has */
	int made;       /* INITIALISED by pthread_mutex_init, else 0 */
#if __SIZEOF_LONG__ == 8 || defined(__x86_64__)
	int unused;
#endif
	int kind; /* where glibc has it: static initialisers set it */
#if __SIZEOF_LONG__ == 8
	int gap;
#endif
	struct mutex *next; /* of the robust ones that the owner holds */
};

int __model_unlock(struct mutex *, int me); /* inside an atomic section */
int pthread_mutex_lock(struct mutex *);
int pthread_mutex_trylock(struct mutex *);
int pthread_mutex_timedlock(struct mutex *, const struct moment *);
int pthread_mutex_unlock(struct mutex *);

/* 0, or with --resources-may-fail any of two error numbers: the system has none left. */
int __model_lack(int one, int other);
int __model_is_moment(const struct moment *);
/* Clocks that a wait with a limit may have: CLOCK_REALTIME and CLOCK_MONOTONIC. */
#define IS_WAIT_CLOCK(clock) ((clock) == 0 || (clock) == 1)
/* A limit that is no moment need not be looked at if nothing has to be waited for; glibc does. */
#define REFUSES_LIMIT(until) (!__model_is_moment(until) && __mc_nondet_bool())
int *__errno_location(void);

/* system/process/process.h; kept only if the program calls fork */
extern int __model_threads; /* of this process, that have not ended */
/* This is the only thread of a child whose parent has others. */
extern _Thread_local int __model_is_alone;

#endif
