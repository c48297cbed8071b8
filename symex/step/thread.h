/* symex/step/thread.h -- the threads of a state: one runs, the others are parked.
 *
 * A state holds the running thread's registers and place directly (symex/core/state.h); switching
 * parks them and brings another thread's forth.  Threads are numbered as they are created, main is
 * 0.
 */
#ifndef SYMEX_STEP_THREAD_H
#define SYMEX_STEP_THREAD_H

#include "symex/core/state.h"

struct parked { /* what a thread owns while another one runs */
	const struct frame *frame;
	uint32_t pc;
	uint32_t atomic;
	uint32_t interrupts;
	uint32_t activity;
	bool cut;
	const struct held *held;
	const struct joined *joined;
	const struct wakeup *wakeup;
	struct pmap reg, stack, tls;
	uint32_t canon;  /* its number (symex/lazy/key.c); 0: not known */
	uint32_t rounds; /* of its loops, likewise; their number + 1 */
};

struct created {             /* how a thread came to be */
	term data;               /* what its body is called with */
	struct symbol *function; /* what the user calls it; or NULL */
	uint32_t by;
	bool maybe; /* recording: or not, on paths that have met */
	struct loc loc;
};

struct race_access { /* that a thread is about to make */
	uint32_t tid;
	term pointer;
	term bytes; /* how many, of address width */
	bool is_write, is_atomic;
	term guard;                /* it makes it only if this holds */
	term gate;                 /* the thread's prog.race_gate; NO_TERM: there is none */
	const struct expr *lvalue; /* as the program says it; or NULL */
	const struct ins *ins;
};

/* Where a thread is; NULL: it has ended, or does not exist. */
const struct parked *thread_parked(const struct state *, uint32_t tid);
/* The state as 'tid' sees it when it runs; to look at, not to step.  frame NULL: it has ended. */
struct state thread_view(const struct state *, uint32_t tid);
/* Makes 'tid' the running thread.  Requires that it lives. */
void thread_switch(struct symex *, struct state *, uint32_t tid);
/* A new thread at the first instruction of 'body'; returns its number. */
uint32_t thread_spawn(struct symex *, struct state *, struct function *body, struct created);
/* The running thread has reached a bound of loops or recursion: it stays disabled, and the others
 * go on.  Inside an atomic section no other thread can run, so the execution ends there. */
void thread_cut(struct symex *, const struct state *);
void thread_end(struct symex *, struct state *); /* of the running one; st->frame becomes NULL */

/* The object that a thread-local variable is in the running thread. */
uint32_t thread_local_object(struct symex *, const struct state *, struct symbol *);

/* The running thread goes on after a join of 'tid', which counts if that has ended. */
void thread_joined(struct symex *, struct state *, uint32_t tid);
/* The running thread takes a lock of 'bytes' bytes; it releases one. */
void thread_acquired(struct symex *, struct state *, const char *what, term object, uint32_t bytes);
void thread_released(struct symex *, struct state *, term object);
/* It writes bytes that another thread may reach; NO_TERM: the whole object, or ends it. */
void thread_wrote(struct symex *, const struct state *, uint32_t object, term offset,
                  uint32_t bytes);

#endif
