/* symex/core/state.h -- a symbolic state: plain data, copied by assignment.
 *
 * A copy shares its maps with the original; state_fork makes copies safe to change.
 *
 * Registers hold the automatic variables of all active calls: a frame owns the keys
 * [base, base + size), one per local, then some per loop, then the result.  A scalar whose address
 * is never taken lives in its register; any other local is an object, and its register holds the
 * pointer to it.  Register values:
 *
 *   | width: 24 | kind: 8 | payload: 32 |   REG_TERM: a term
 *                                           REG_ANY: never assigned; its choice, and its width
 *                                           REG_COUNT: rounds of a loop that count for its bound
 *                                           REG_NOTE: other notes on a loop; not part of the state
 *
 * A guard is the list of branch conditions on the path, youngest first.  Two states that meet
 * share the older part of their lists; only what is younger tells them apart.
 */
#ifndef SYMEX_CORE_STATE_H
#define SYMEX_CORE_STATE_H

#include "symex/core/execution.h"

struct guard {
	const struct guard *up; /* NULL: the empty path, 'all' is true */
	term condition;
	term all; /* conjunction from here to the root */
	uint32_t depth;
};

struct frame {
	const struct frame *up;
	struct function *function;
	const struct ins *call; /* the caller's instruction; NULL: the entry */
	uint32_t return_pc;
	bool is_interrupt; /* nobody called it; return_pc is where the thread was interrupted */
	uint32_t base, size;
	uint32_t depth;
	uint32_t recursion;          /* active calls of the same function, this one included */
	uint32_t symbolic_recursion; /* those of them entered under a condition not yet known */
	uint32_t activity;           /* at the call */
	term varargs;                /* pointer to the variable arguments, or NO_TERM */
	uint32_t canon;              /* its number; 0: not known */
};

/* The instruction of the caller that the frame belongs to. */
static inline uint32_t frame_call_pc(const struct frame *f) {
	return f->is_interrupt ? f->return_pc : f->return_pc - 1;
}

struct held { /* a lock that a thread holds */
	const struct held *up;
	enum sync_kind kind;
	term object;    /* pointer to it */
	term released;  /* under which condition the thread has released it since, through a pointer
	                   that may have pointed to it; NO_TERM: never */
	uint32_t bytes; /* of the lock, from there */
	struct loc loc;
};

struct joined { /* a thread that this one has joined: nothing it did comes after */
	const struct joined *up;
	term data; /* of its creation; tells it apart */
};

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
	bool is_conditional; /* recording: or not, on paths that have met */
	struct loc loc;
};

/* What schedule/ keeps for the thread that runs through a context; 0 and NULL elsewhere. */
struct context_note {
	uint32_t since;         /* location of the last visible instruction; 0: one of several */
	uint32_t waits;         /* enum footprint_kind: how the step from there waited */
	term waits_for;         /* what it holds from then on; NO_TERM: nothing */
	uint32_t locks;         /* set of locks held before (symex/explore/footprint.h) */
	uint32_t footprint;     /* of the context so far */
	uint32_t round;         /* location and registers when the loop's round began; 0: several */
	uint32_t round_context; /* in which context that was */
	bool at_visible;        /* the thread came to a visible instruction since then */
};

/* The first part belongs to the running thread; symex/step/thread.h parks it. */
struct state {
	const struct frame *frame; /* NULL: the thread has ended */
	uint32_t pc;
	uint32_t tid;
	uint32_t atomic;     /* open atomic sections */
	uint32_t interrupts; /* handlers run so far, where things are named by location */
	uint32_t activity;   /* forks and conditions so far: has anything symbolic happened? */
	bool wrote;          /* the thread changed something since the loop's round began */
	bool waited;         /* the last visible instruction began with a wait */
	bool resumed;        /* the next step is made even if it is visible */
	bool cut;            /* the thread came to a bound of loops or recursion, and stays here */
	bool loops;          /* a loop may run for ever here: see whether the state recurs */
	struct context_note note;
	const struct held *held;
	const struct joined *joined;
	const struct wakeup *wakeup; /* symex/step/wakeup.h; NULL: something was changed since */
	struct pmap reg;
	struct pmap stack; /* alloca'd objects -> depth of their frame + 1 */
	struct pmap tls;   /* symbol -> this thread's object */

	struct pmap mem;     /* object -> struct content * */
	struct pmap ended;   /* object -> term: condition under which it no longer exists */
	struct pmap parked;  /* thread + 1 -> struct parked *; absent: it has ended */
	struct pmap created; /* thread -> const struct created *; absent: main */
	struct pmap order;   /* number -> struct lock_edge *: see symex/step/lock_order.h */
	uint32_t steps;      /* if they are bounded: instructions since main began, of all threads */
	uint32_t nthreads;   /* ever made, main included */
	uint32_t nlive;      /* not ended, the running one included */
	const struct guard *guard;
	const struct lasso *lasso; /* where the path was a while ago: symex/step/lasso.h; or NULL */
	uint32_t rounds;           /* of all loops, if termination is looked at */
	term defined;              /* nothing undefined has happened so far; NO_TERM: true */
};

enum { REG_TERM = 1, REG_ANY = 2, REG_COUNT = 3, REG_NOTE = 4, LOOP_REGISTERS = 4 };

static inline uint64_t reg_make(uint64_t kind, uint32_t payload) {
	return kind << 32 | payload;
}
static inline uint64_t reg_any(uint32_t width, uint32_t choice) {
	return (uint64_t)width << 40 | reg_make(REG_ANY, choice);
}
static inline uint32_t reg_kind(uint64_t value) {
	return (uint32_t)(value >> 32) & 0xff;
}
static inline uint32_t reg_payload(uint64_t value) {
	return (uint32_t)value;
}
/* The value in a register, REG_TERM or REG_ANY. */
term reg_term(struct symex *, uint64_t value);

term state_guard(const struct symex *, const struct state *);      /* conjunction */
void state_assume(struct symex *, struct state *, term condition); /* one more branch condition */
/* true: the condition is decided by the path alone; *value then tells. */
bool state_implies(const struct symex *, const struct state *, term condition, bool *value);
void state_fork(struct symex *, const struct state *from, struct state *to);
/* Joins two states at one place: 'into' becomes either.  Requires the same frame and pc. */
void state_merge(struct symex *, struct state *into, const struct state *other);

/* The two parts of that: what the running thread owns, and what all share.  Where 'mine' holds, the
 * values of 'into' stay. */
void state_join_own(struct symex *, struct state *into, const struct state *other, term mine);
void state_join_shared(struct symex *, struct state *into, const struct state *other, term mine);

/* Termination: that nothing undefined has happened on the path so far. */
term state_defined(const struct symex *, const struct state *);

struct loc state_loc(const struct state *);      /* of the instruction at pc */
struct loc state_user_loc(const struct state *); /* the youngest place that is not in a model */

#endif
