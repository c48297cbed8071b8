/* symex/core/state.h -- a symbolic state: plain data, copied by assignment.
 *
 * A copy shares its maps with the original; state_fork makes copies safe to change.
 *
 * Registers hold the automatic variables of all active calls: a frame owns the keys
 * [base, base + size), one per local, then some per loop, then the result.  A scalar whose address
 * is never taken lives in its register; any other local is an object, and its register holds the
 * pointer to it.  Register values:
 *
 *   | width: 24 | kind: 8 | payload: 32 |
 *
 *   REG_TERM    the value is a term
 *   REG_ANY     the variable was never assigned; the payload is a choice, which names the value
 *   REG_CONST   the value is a constant of at most 32 bits, the payload; it is never REG_TERM
 *   REG_COUNT   iterations of a loop that count for its bound
 *   REG_NOTE    other counters of a loop; two states that differ only in these are equal
 *
 * A guard is the list of branch conditions of the path, youngest first.  Two states that are merged
 * share the older part of their lists; the condition of the merge is made of the younger parts.
 */
#ifndef SYMEX_CORE_STATE_H
#define SYMEX_CORE_STATE_H

#include "symex/core/execution.h"

struct guard {
	const struct guard *up; /* NULL: the empty path, 'all' is true */
	term condition;
	term all; /* conjunction from here to the root */
	uint32_t depth;
	const struct guard *jump; /* one further up, for guard_implies; NULL: the empty path */
};

struct frame {
	const struct frame *up;
	struct function *function;
	const struct ins *call; /* the caller's instruction; NULL: the entry */
	uint32_t return_pc;
	bool is_interrupt; /* a signal handler, not called; return_pc: the interrupted instruction */
	uint32_t base, size;
	uint32_t depth;
	uint32_t recursion;          /* active calls of the same function, this one included */
	uint32_t symbolic_recursion; /* those of them entered under an undecided condition */
	uint32_t activity;           /* state.activity at the call */
	term varargs;                /* pointer to the variable arguments, or NO_TERM */
	uint32_t canon;              /* canonical number (symex/core/canon.h); 0: not computed */
};

/* The call in the caller, or the instruction that was interrupted. */
static inline uint32_t frame_call_pc(const struct frame *f) {
	return f->is_interrupt ? f->return_pc : f->return_pc - 1;
}

struct held { /* a lock that a thread holds */
	const struct held *up;
	enum sync_kind kind;
	term object;    /* pointer to the lock */
	term released;  /* condition under which the thread has released it since, through another
	                   pointer that may point to it; NO_TERM: never */
	uint32_t bytes; /* size of the lock */
	struct loc loc;
};

struct joined { /* a thread that this one has joined: all its steps happen before */
	const struct joined *up;
	term data; /* created.data of the joined thread, which identifies it */
};

/* A call of an operation of a library: the arguments; or what it, or its specification, returns. */
struct library_call {
	uint32_t op;
	uint32_t n;
	const term *value;
	const struct ins *ins; /* with the types of the values, behind that of the number; or NULL */
};

/* What lazy/ compares a parked thread by, once it is computed; 0: it is not. */
struct parked_keys {
	uint64_t shape;      /* of all of it (symex/lazy/states/shape.h) */
	uint32_t iterations; /* canonical number of its loop counters, + 1 */
	uint32_t control;    /* canonical number of its control state */
};

struct parked { /* the part of a state that a thread owns, saved while another thread runs */
	const struct frame *frame;
	uint32_t pc;
	uint32_t atomic;
	uint32_t interrupts;
	uint32_t activity;
	uint32_t laps;
	bool cut;
	const struct held *held;
	const struct joined *joined;
	const struct wakeup *wakeup;
	uint32_t operation;
	const struct library_call *calling;
	struct pmap reg, stack, tls;
	struct parked_keys keys;
};

struct created {             /* how a thread was created */
	term data;               /* argument of its body */
	struct symbol *function; /* the user's start function; or NULL */
	bool is_conditional;     /* schedule encoding: only on some of the paths merged */
	struct loc loc;
	uint64_t shape; /* of the above (symex/lazy/states/shape.h); 0: not computed */
};

/* What schedule/ keeps for the thread that runs through a context; zero in the other engines.  A
 * location is a point of the unwound program (symex/core/location.h). */
struct context_note {
	uint32_t since;     /* location of the last visible instruction; 0: several were merged */
	uint32_t waits;     /* enum footprint_kind: how the step from there waited */
	term waits_for;     /* lock held after that wait, or thread joined; NO_TERM: none */
	uint32_t locks;     /* set of locks held before that step (symex/explore/footprint.h) */
	uint32_t footprint; /* of the context so far */
	uint32_t
	    iteration; /* location and registers at the start of the loop's iteration; 0: several */
	uint32_t iteration_context; /* context in which the iteration started */
	uint32_t member;            /* of the configurations with which the context begins: the last */
	bool at_visible;            /* the thread came to a visible instruction in this iteration */
};

/* What events/ keeps for the thread that it executes; zero in the other engines. */
struct event_note {
	uint32_t node; /* of the current section, + 1; 0: none yet */
	uint32_t
	    iteration; /* location and registers at the start of the loop's iteration; 0: several */
};

/* Of a check of termination (symex/step/check/lasso.h). */
struct termination_note {
	const struct lasso *lasso; /* an earlier state of the path; or NULL */
	uint32_t iterations;       /* of all loops */
	term defined;              /* no behaviour so far was undefined; NO_TERM: true */
};

/* Why a path is not merged with others for now (symex/step/apart.h); all-zero: it may be. */
struct kept_apart {
	uint32_t since;  /* the call that made it so */
	uint32_t tests;  /* conditional jumps of the user's code that are still to come */
	uint32_t choice; /* made in this step, + 1; 0: none */
};

/* What a step did, of what cycles of states are judged by (symex/lazy/cycles/graph.h): the
 * environment did what it does not do for ever; a wait with a limit gave up; an operation of a
 * library returned. */
enum step_mark { STEP_UNFAIR = 1, STEP_TIMEOUT = 2, STEP_RETURNED = 4 };

/* The first part belongs to the running thread; a context switch saves it
 * (symex/step/thread/thread.h). */
struct state {
	const struct frame *frame; /* NULL: the thread has ended */
	uint32_t pc;
	uint32_t tid;
	uint32_t atomic;     /* open atomic sections */
	uint32_t interrupts; /* signal handlers run so far, if names depend on the location */
	uint32_t activity;   /* number of forks and recorded verification conditions so far */
	uint32_t laps;       /* iterations of loops and recursive calls since the last switch point */
	bool wrote;          /* the thread wrote memory or made a choice in this iteration of a loop */
	bool waited;         /* the last atomic section began with a wait */
	bool resumed;        /* the next instruction is executed even if it is a switch point */
	bool chose;    /* the step began where the thread chose an operation (symex/step/calls.h) */
	bool cut;      /* a bound of loops or recursion is reached: disabled from here on */
	bool loops;    /* a long loop: the explorer stops, to see whether the state recurs */
	uint8_t marks; /* enum step_mark: what happened in the step so far */
	const struct ins *section; /* where the open atomic section began, if the engine notes it */
	term section_lock;         /* the exclusive lock that the section has waited for; or NO_TERM */
	struct kept_apart apart;
	struct context_note note;
	struct event_note event;
	struct termination_note termination;
	const struct held *held;
	const struct joined *joined;
	const struct wakeup *wakeup; /* last spurious wakeup (symex/step/wakeup.h); NULL: none, or the
	                                thread has changed something since */
	uint32_t operation; /* of a library that the thread is in, + 1; 0: idle, or no client */
	const struct library_call *calling; /* its call has not begun: symex/step/calls.h; or NULL */
	struct pmap reg;
	struct pmap stack; /* object of alloca -> depth of its frame + 1 */
	struct pmap tls;   /* symbol -> this thread's object */

	struct pmap mem;     /* object -> struct content * */
	struct pmap ended;   /* object -> term: condition under which it no longer exists */
	struct pmap parked;  /* thread + 1 -> struct parked *; absent: it has ended */
	struct pmap created; /* thread -> const struct created *; absent: main */
	struct pmap order;   /* number -> struct lock_edge * (symex/step/check/lock_order.h) */
	struct pmap pending; /* thread + 1 -> const struct pending * (symex/memory/pending.h) */
	struct pmap begun; /* thread + 1 -> 1: another thread has run since it did, or it begins with a
	                      wait; absent, and it does not run: it has not begun, and is enabled */
	uint32_t holders;  /* parked threads that hold a lock */
	uint32_t steps;    /* with --depth: instructions since main began, of all threads, that count */
	uint32_t nthreads; /* created so far, main included */
	uint32_t nlive;    /* threads that have not ended */
	const struct history_set
	    *history; /* of a library (symex/library/history.h); NULL: none is kept */
	const struct guard *guard;
	const struct clocks *clocks; /* symex/explore/vector_clock.h; NULL: none are kept */
};

enum { REG_TERM = 1, REG_ANY, REG_CONST, REG_COUNT, REG_NOTE, LOOP_REGISTERS = 6 };
#define REG_LEAST ((uint64_t)1 << 40) /* of a REG_NOTE: a merge keeps the smaller one */

static inline uint64_t reg_make(uint64_t kind, uint32_t payload) {
	return kind << 32 | payload;
}
static inline uint64_t reg_any(uint32_t width, uint32_t choice) {
	return (uint64_t)width << 40 | reg_make(REG_ANY, choice);
}
static inline uint64_t reg_constant(uint32_t width, uint32_t bits) {
	return (uint64_t)width << 40 | reg_make(REG_CONST, bits);
}
static inline uint32_t reg_width(uint64_t value) { /* REG_ANY, REG_CONST */
	return (uint32_t)(value >> 40);
}
static inline uint32_t reg_kind(uint64_t value) {
	return (uint32_t)(value >> 32) & 0xff;
}
static inline bool reg_has_value(uint64_t value) { /* not absent, and no counter of a loop */
	return reg_kind(value) >= REG_TERM && reg_kind(value) <= REG_CONST;
}
static inline uint32_t reg_payload(uint64_t value) {
	return (uint32_t)value;
}
/* The value in a register, REG_TERM, REG_ANY or REG_CONST; and the other way round. */
term reg_term(struct symex *, uint64_t value);
uint64_t reg_of(const struct symex *, term);

/* NULL: the thread runs, has ended, or does not exist. */
static inline const struct parked *state_parked(const struct state *st, uint32_t tid) {
	return (const struct parked *)(uintptr_t)pmap_get(&st->parked, tid + 1);
}

/* The first thread >= 'from' that has begun, as far as 'begun' says; false: there is none.  All
 * others that do not run are enabled, and nothing has to be asked about them: a program may have
 * thousands. */
static inline bool state_next_begun(const struct state *st, uint32_t from, uint32_t *tid) {
	uint32_t key;
	uint64_t is;
	uint32_t next = pmap_next(&st->begun, from + 1, &key, &is) ? key - 1 : UINT32_MAX;
	*tid = st->tid >= from && st->tid < next ? st->tid : next;
	return *tid < st->nthreads;
}

/* Is the guard of the path 'old' one of the conditions of 'path'? */
bool guard_implies(const struct guard *path, const struct guard *old);
term state_guard(const struct symex *, const struct state *);      /* conjunction */
void state_assume(struct symex *, struct state *, term condition); /* one more branch condition */
/* The execution goes on from the state only if the condition holds. */
void state_require(struct symex *, struct state *, term condition);
/* true: the branch conditions of the path decide the condition, and *value is its value. */
bool state_implies(const struct symex *, const struct state *, term condition, bool *value);
void state_fork(struct symex *, const struct state *from, struct state *to);

/* Termination: the condition that no behaviour on the path so far was undefined. */
term state_defined(const struct symex *, const struct state *);

struct loc state_loc(const struct state *);      /* of the instruction at pc */
struct loc state_user_loc(const struct state *); /* of the youngest call that is not in a model */

/* Records a cut of executions of 'st' (NULL: any state), all of them unless 'guard' is set; path
 * and assumptions are filled in here, and the position, if there is none.
 *
 * The rule: a cut is recorded before what is assumed because of it.  A cut counts if its guard can
 * hold under the assumptions before it, so one that came later would be hidden by what it is to
 * report: where that contradicts the state, nobody would hear of the executions that are lost.  In
 * an execution from the beginning this hides some executions; in a step of a proof, which begins in
 * any state of an invariant, it can hide all. */
void symex_cut(struct symex *, const struct state *st, struct cut);
/* Cuts the executions of 'st' (NULL: all) in which 'guard' holds: 'text' is not supported. */
void symex_unsupported(struct symex *, struct state *st, term guard, const char *text);

#endif
