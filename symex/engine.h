/* symex/engine.h -- the interface between steps and the engine that executes them.
 *
 * symex/step implements the semantics of instructions, which all engines share.  Where engines
 * differ, a step calls one of the 45 operations below, through x->engine; core/, memory/ and step/
 * do not depend on an engine in any other way.
 *
 *   group       operations  what for
 *   (required)      4       feasible paths, properties, states still to be executed, waits
 *   (optional)      4       what else an engine does about conditions
 *   memory          9       accesses to memory that threads may share; memory/gate.c calls them
 *   choices         3       nondeterministic values: where the values come from elsewhere
 *   paths           5       which way a path goes, and what the engine keeps in its state
 *   loops           4       iterations of loops, where a bound is not all there is to say
 *   threads         5       more than one thread: where they stop, how they begin and end
 *   summaries       3       objects and threads that stand for several (proofs)
 *   calls           8       the client of a library: operations are called and return
 *
 * An operation may be NULL, and states what that means; a group that an engine leaves out is NULL
 * throughout.  What an engine can do that others cannot is a field of its own (a bool), so nobody
 * has to guess it from an operation.
 *
 *   engine         folder        executes
 *   sequential     sequential/   one thread; paths are merged at join points
 *   induction      sequential/   the same, with the variables that loops change made arbitrary
 *   lazy           lazy/         one step of one thread, an edge of the reachability tree
 *   precondition   lazy/         the same step, for all states in which it takes the same path
 *   schedule       schedule/     one thread through one context, for all schedules at once
 *   events         events/       each thread alone; a read of shared memory yields a fresh symbol
 *   proof          proof/        one step of a thread, from every state at a control point
 *   trial          explore/      an atomic section, to find out which memory it accesses
 *   specification  library/      the specification of an operation, in a memory of its own
 *   replay, replay of a schedule
 *                  replay/       one concrete execution; a model settles every choice
 *   run            concrete/     one concrete execution; a plan settles every choice
 *
 * The engine's own data is x->self.
 */
#ifndef SYMEX_ENGINE_H
#define SYMEX_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "goto/program/prog.h"
#include "solvers/term/term.h"

struct symex;
struct state;
struct model;
struct plan;
struct vc;
struct library_call;

/* EXISTENCE: a check reads whether the lifetime of the object has ended. */
enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_EXISTENCE };

struct access { /* to bytes that another thread may reach */
	uint32_t object;
	term offset;    /* NO_TERM: the whole object */
	uint32_t bytes; /* unless whole */
	enum access_kind kind;
	term guard;                   /* the pointer points to these bytes; NO_TERM: it does for sure */
	enum mem_order order;         /* MEM_PLAIN: not atomic, unless in an atomic section */
	enum mem_order failure_order; /* of a compare-exchange's READ, if it fails; or PLAIN */
	bool ends; /* WRITE of the whole object: its lifetime ends, where 'guard' holds */
};

/* The source of a nondeterministic value: __VERIFIER_nondet_* and the environment, an uninitialised
 * variable, fresh memory, a function without a body, a function of numbers
 * (step/value/calculate.h). */
enum choice_kind {
	CHOICE_INPUT,
	CHOICE_UNINIT,
	CHOICE_MEMORY,
	CHOICE_UNMODELLED,
	CHOICE_CALCULATED
};

/* COUNTS: the iteration counts for the bound of the loop.  REPEATS: the engine has set the state to
 * execute the iteration again, which does not count.  STAYS: the path ends in the loop.  IS_LAST:
 * the loop is cut, as at its bound. */
enum iteration { ITERATION_COUNTS, ITERATION_REPEATS, ITERATION_STAYS, ITERATION_IS_LAST };

/* --- Groups. --- */

struct engine_memory {
	/* Every scalar that is read or written is read and written by 'read' and 'write', which are
	 * then required; so objects are copied and set scalar by scalar, and memory has no shortcut for
	 * constant offsets.  Blocks of symbolic length remain: the gate reads and writes these in the
	 * state's memory, so 'access' has to refuse a whole object of which that is not the content.
	 * false: they are NULL, and the state's memory is all there is. */
	bool by_scalar;
	bool keeps_initial; /* threads that have not made an object still find its initial content */
	/* Is the access one that no other thread can notice, since it ends in the thread's own store
	 * buffer?  Then it is no part of the step's footprint.  Asked before 'access', of accesses that
	 * are logged.  NULL: false. */
	bool (*is_own)(struct symex *, struct state *, const struct access *);
	/* Called before each access: of a scalar, of a whole object, to its existence, and for the end
	 * of its lifetime.  NULL: no effect. */
	void (*access)(struct symex *, struct state *, const struct access *);
	/* Returns the value of a read, a pointer or not; NO_TERM: what the state's memory holds.  Not
	 * called for blocks of symbolic length, which are accesses to whole objects. */
	term (*read)(struct symex *, struct state *, const struct access *, bool is_pointer);
	/* Called when 'value' is written.  true: the state's memory need not hold it, since 'read' will
	 * return the value of every read of these bytes. */
	bool (*write)(struct symex *, struct state *, const struct access *, term value);
	/* Returns the condition that the lifetime of the object has ended, where the state says 'own'.
	 * Requires by_scalar.  NULL: that condition. */
	term (*is_ended)(struct symex *, struct state *, uint32_t object, term own);
	/* May another thread have stored a pointer at this offset of the object?  Then a copy of memory
	 * reads a pointer there.  NULL: false. */
	bool (*holds_pointer)(struct symex *, uint32_t object, uint64_t offset);
	/* A fence.  NULL: no effect; right where the memory model has none (model_has_fences). */
	void (*fence)(struct symex *, struct state *, enum mem_order);
	/* A store of the thread is about to leave its buffer (step/thread/buffer.h), at this position.
	 * NULL: no effect. */
	void (*flush)(struct symex *, struct state *, uint32_t tid, uint32_t position);
	/* An atomic section of the library, in which 'st' is, releases the word, which it has written;
	 * or acquires it, having read it (__mc_order_release, __mc_order_acquire).  NULL: no effect;
	 * right where nobody asks what happens before what. */
	void (*synchronise)(struct symex *, struct state *, term word, bool acquires);
};

struct engine_choices {
	/* May the number, which mentions no address, be one all the same?  NULL: no, which is right
	 * where what is read from memory mentions the addresses in it. */
	bool (*may_be_address)(struct symex *, term number);
	/* Returns the number of the choice that the instruction at st->pc makes, in a replay.  NULL:
	 * the choice is recorded, and its number is the one that naming yields. */
	uint32_t (*choice)(struct symex *, struct state *, enum choice_kind);
	/* The value of the variable of a choice; NO_TERM, and NULL: that of the model in a concrete
	 * execution, and the variable itself in others. */
	term (*value)(struct symex *, term var);
	/* An address, or a size, on which the path of 'st' depends: returns the value that the engine
	 * requires it to have.  NULL: the term itself. */
	term (*settle)(struct symex *, struct state *st, term);
};

struct engine_paths {
	bool merges_locks; /* states are merged even if they hold different locks */
	bool splits;       /* states are explored one by one: choices of models are made in each */
	/* The path goes one way at a condition, and *holds says which; the engine requires it.  false:
	 * the condition decides.  Called for every conditional jump and for the choice of a spurious
	 * wakeup.  NULL: false. */
	bool (*follows)(struct symex *, struct state *, term condition, bool *holds);
	/* The function that the path calls through a pointer.  NULL: whatever it points to. */
	const struct symbol *(*callee)(struct symex *, struct state *);
	/* Called before an undecided condition forks 'st'.  NULL: no effect. */
	void (*fork)(struct symex *, struct state *st);
	/* The path has ended at the instruction st->pc.  NULL: no effect. */
	void (*dead_end)(struct symex *, struct state *);
	/* Merges what the engine itself keeps in states.  NULL: it keeps nothing. */
	void (*join)(struct symex *, struct state *into, const struct state *other);
};

struct engine_loops {
	bool counts_endless; /* every iteration of a loop without an exit counts for its bound */
	/* An iteration begins at st->pc.  NULL: no effect. */
	void (*iteration_begins)(struct symex *, struct state *);
	/* The iteration that began at 'head' ends.  NULL: ITERATION_COUNTS. */
	enum iteration (*iteration_ends)(struct symex *, struct state *, uint32_t head);
	/* true: the engine itself handles the loop, and no bound applies.  NULL: false. */
	bool (*treats_loop)(struct symex *, const struct loop *);
	/* Control came from instruction 'from' to st->pc; false: the path ends.  NULL: true. */
	bool (*arrive)(struct symex *, struct state *, uint32_t from);
};

struct engine_threads {
	bool exist;         /* the engine has threads; then 'stops' and 'spawned' are required */
	bool takes_signals; /* signal handlers may interrupt the running thread at switch points */
	/* true: the running thread stops before st->pc, since a context switch is possible. */
	bool (*stops)(struct symex *, struct state *);
	/* The running thread has reached a bound of loops and stays disabled.  NULL: the path ends. */
	void (*bounded)(struct symex *, const struct state *);
	/* 'creator' has created 'thread'. */
	void (*spawned)(struct symex *, struct state *creator, const struct state *thread);
	/* true: the other thread has ended on every path of the state.  NULL: joins are not recorded.
	 */
	bool (*has_ended)(const struct symex *, const struct state *, uint32_t tid);
	/* Computes the schedule that a replay of the violation follows.  NULL: only one thread. */
	void (*plan)(struct symex *, struct model *, const struct vc *, struct plan *);
};

struct engine_summaries {
	bool exist; /* one thread stands for any number of them; then all three are required */
	/* The condition that two pointers are equal, if objects stand for several; NO_TERM, and NULL:
	 * they are equal as their objects and offsets are. */
	term (*equal)(struct symex *, term, term);
	/* The number by which the program knows a thread: the running one, or one that it creates.
	 * NULL: 'tid'. */
	term (*number)(struct symex *, struct state *, uint32_t tid);
	/* The argument of the body of the thread with this number; null: there is none.  NULL: the
	 * threads of the state. */
	term (*thread_data)(struct symex *, struct state *, term number);
};

/* symex/step/calls.h; what a struct library_call is, symex/core/state.h.  Where a bool is returned,
 * false: the path ends. */
struct engine_calls {
	bool exist;            /* the engine executes clients of libraries; then 'opens' is required */
	bool is_specification; /* it executes the specification of one (symex/library/spec.h) */
	bool by_input;         /* values that the client chooses are inputs; else the state forks */
	/* Each value of __mt_choose is an outcome of the specification: a new number for one.  NULL:
	 * the value is an input. */
	uint32_t (*chooses)(struct symex *);
	/* The threads of the client are about to begin.  NULL: no effect. */
	void (*begin)(struct symex *, struct state *);
	/* The running thread is idle, and calls an operation whose bit is in 'mask', or none: assigns
	 * the number, or -1, to the left side of the instruction.  NULL: the state forks. */
	bool (*op)(struct symex *, struct state *, const struct ins *, uint64_t mask);
	/* __mt_call is executed.  NULL: the call is in st->calling until its first visible step. */
	bool (*called)(struct symex *, struct state *, const struct library_call *);
	/* The call in st->calling begins, with the instruction at st->pc. */
	void (*opens)(struct symex *, struct state *);
	/* The operation returns.  NULL: no effect. */
	bool (*returned)(struct symex *, struct state *, const struct library_call *);
	/* All threads wait: does the specification of the library say that they have to?  NULL: no. */
	bool (*may_wait)(struct symex *, struct state *);
	/* A function of a specification has this result.  NULL: the path ends. */
	bool (*result)(struct symex *, struct state *, const struct library_call *);
};

/* --- An engine. --- */

struct engine {
	const char *name;
	bool is_duplicate; /* another engine executes the same instructions, and reports for both */

	/* --- Required. --- */
	/* false: no execution satisfies 'guard'.  true: one does, or this is not known. */
	bool (*feasible)(struct symex *, term guard);
	/* The property requires 'condition' in 'st'; false: the path ends. */
	bool (*check)(struct symex *, struct state *st, uint32_t property, term condition);
	/* Adds a state to those that are still to be executed; copies it. */
	void (*enqueue)(struct symex *, const struct state *);
	/* The running thread is at a wait with condition 'c'; false: the path ends. */
	bool (*wait)(struct symex *, struct state *, const struct ins *, term c);

	/* --- Optional. --- */
	/* true: no execution satisfies 'guard'.  NULL: always false. */
	bool (*excludes)(struct symex *, term guard);
	/* The execution goes on from 'st' only if the condition holds.  NULL: symex_assume. */
	void (*assume)(struct symex *, struct state *st, term condition);
	/* 'st' has come to an instruction that vacuity.h watches, or, NULL, to the end of the program.
	 * The engine itself calls vacuity_reached if an execution does, now or later.  NULL: 'feasible'
	 * is asked. */
	void (*comes_to)(struct symex *, struct state *st, const struct ins *);
	/* A function that has neither a body nor a model is called; the engine itself has it reported,
	 * if an execution does so (unmodelled_report).  NULL: 'feasible' is asked. */
	void (*unmodelled)(struct symex *, struct state *st, const struct symbol *);

	struct engine_memory memory;
	struct engine_choices choices;
	struct engine_paths paths;
	struct engine_loops loops;
	struct engine_threads threads;
	struct engine_summaries summaries;
	struct engine_calls calls;
};

#endif
