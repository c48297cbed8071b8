/* symex/library/history.h -- the calls of a library's operations so far, and the orders that
 * explain them.
 *
 * A configuration is what the specification may have done so far: its memory, and for each thread
 * whether it is idle, has called an operation that is not placed yet, or has called one that is
 * placed in the order and has a result.  state.history is a set of configurations.
 *
 *   call of t      t has called the operation, in each configuration
 *   return of t    from each configuration, called operations are placed (symex/library/spec.h) in
 *                  all orders, until that of t is; those with another result than t's are dropped.
 *                  None is left: no order that respects real time explains the results
 *
 * A configuration has a guard, which is true unless the specification branched on inputs or results
 * are inputs; what is checked at a return is that one of the guards holds.  Pending calls may be
 * placed or not, so nothing else is to be checked: prefixes of linearizable histories are.
 *
 * Sequentially consistent: only the order of each thread counts, so that a call may be placed long
 * after it has returned.  There is one configuration, in which nothing is placed: the memory at
 * __mt_begin and all calls with their results; each return asks for an order of all of them.
 * Quiescent: the same with the calls since the last moment at which no call was open, in any order;
 * at such a moment all are placed.
 *
 * Real time is a dependence between steps: a return writes a cell of its thread's that each call
 * reads, in the log of accesses.
 *
 * Everything here is in the arena of states, and never changed once it is in a state. */
#ifndef SYMEX_LIBRARY_HISTORY_H
#define SYMEX_LIBRARY_HISTORY_H

#include "symex/library/spec.h"
#include "symex/library_check.h"

enum slot_kind {
	SLOT_CALLED, /* not placed; without a result: pending */
	SLOT_PLACED, /* pending, and the specification has this result for it */
};

struct history_slot { /* a call */
	uint32_t tid;
	enum slot_kind kind;
	struct library_call call;     /* arguments */
	struct library_call result;   /* SLOT_PLACED: of the specification */
	bool has_returned;            /* never, if linearizability is asked for */
	struct library_call returned; /* has_returned: the results */
};

struct explanation {
	struct spec_memory memory;
	term guard;
	const struct history_slot *slot; /* in the order of the calls of each thread */
	uint32_t nslots;
	const uint32_t *made; /* by thread: spec_outcome.made of its calls */
};

struct history_set {
	struct spec_memory begin; /* at __mt_begin */
	uint32_t nthreads;        /* in 'made' */
	uint32_t n;
	const struct explanation *at;
	uint64_t shape; /* of it (symex/lazy/states/shape.h); 0: not computed */
};

/* What is asked of histories; NONE: they are not recorded. */
enum consistency library_asked(const struct symex *);
/* The property of histories. */
uint32_t library_property(struct symex *, const struct state *);

/* The group of operations of engines that execute clients (symex/engine.h). */
/* What a specification that is the library itself, used by one thread, cannot have. */
#define THREADS_OF_THE_LIBRARY "threads that 'create' has started, compared with the library itself"

void library_begin(struct symex *, struct state *);
void library_opens(struct symex *, struct state *);
bool library_returned(struct symex *, struct state *, const struct library_call *);
/* All threads wait.  true: those in operations do so because the specification says so, under one
 * of the explanations of the calls so far: no call that is open can happen. */
bool library_may_wait(struct symex *, struct state *);
#define LIBRARY_CALLS                                                                              \
	{                                                                                              \
		.exist = true, .begin = library_begin, .opens = library_opens,                             \
		.returned = library_returned, .may_wait = library_may_wait                                 \
	}

#endif
