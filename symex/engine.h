/* symex/engine.h -- the interface between steps and the engine that executes them.
 *
 * symex/step implements the semantics of instructions, which all engines share.  Where engines
 * differ, a step calls an operation of the table below, through x->engine; core/ and step/ do not
 * depend on an engine in any other way.  Each operation states what NULL means; without such a
 * statement the operation is required.
 *
 *   engine        folder        executes
 *   sequential    sequential/   one thread; paths are merged at join points
 *   induction     sequential/   the same, with the variables that loops change made arbitrary
 *   lazy          lazy/         one step of one thread, an edge of the reachability tree
 *   precondition  lazy/         the same step, for all states in which it takes the same path
 *   schedule      schedule/     one thread through one context, for all schedules at once
 *   events        events/       each thread alone; a read of shared memory yields a fresh symbol
 *   proof         proof/        one step of a thread, from every state in which it is at a place
 *   trial         explore/      an atomic section, to find out which memory it accesses
 *   replay        replay/       one concrete execution; a model settles every choice
 *   run           replay/       one concrete execution; a plan settles every choice
 *
 * The engine's own data is x->self.
 */
#ifndef SYMEX_ENGINE_H
#define SYMEX_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "goto/prog.h"
#include "solvers/term/term.h"

struct symex;
struct state;
struct held;
struct model;
struct plan;
struct vc;

/* EXISTENCE: a check reads whether the lifetime of the object has ended. */
enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_EXISTENCE };

struct access { /* to bytes that another thread may reach */
	uint32_t object;
	term offset;    /* NO_TERM: the whole object */
	uint32_t bytes; /* unless whole */
	enum access_kind kind;
	term guard;           /* the pointer points to these bytes; NO_TERM: it does for sure */
	enum mem_order order; /* MEM_PLAIN: not atomic, unless in an atomic section */
};

/* The source of a nondeterministic value: __VERIFIER_nondet_* and the environment, an uninitialised
 * variable, fresh memory, a function without a body. */
enum choice_kind { CHOICE_INPUT, CHOICE_UNINIT, CHOICE_MEMORY, CHOICE_UNMODELLED };

/* COUNTS: the round counts for the bound of the loop.  REPEATS: the engine has set the state to
 * execute the round again, which does not count.  STAYS: the path ends in the loop.  IS_LAST: the
 * loop is cut, as at its bound. */
enum round { ROUND_COUNTS, ROUND_REPEATS, ROUND_STAYS, ROUND_IS_LAST };

struct engine {
	const char *name;
	bool is_duplicate; /* another engine executes the same instructions, and reports for both */

	/* --- Shared memory. --- */
	/* Called before an access.  NULL: no effect. */
	void (*access)(struct symex *, struct state *, const struct access *);
	/* Returns the value of a read, a pointer or not; NO_TERM, and NULL: what the state's memory
	 * holds.  With this operation, objects are copied scalar by scalar.  Reads of layers
	 * (memory/layer.c) do not call it. */
	term (*read)(struct symex *, struct state *, const struct access *, bool is_pointer);
	/* Called when 'value' is written.  true: the state's memory need not hold it, since 'read' will
	 * return the value of every read of these bytes.  NULL: false. */
	bool (*write)(struct symex *, struct state *, const struct access *, term value);
	/* May another thread have stored a pointer at this offset of the object?  Then a copy of memory
	 * reads a pointer there.  NULL: false. */
	bool (*holds_pointer)(struct symex *, uint32_t object, uint64_t offset);
	/* The lifetime of the object ends under 'guard'.  NULL: a write access to the whole object. */
	void (*object_ends)(struct symex *, struct state *, uint32_t object, term guard);
	/* Returns the condition that the lifetime of the object has ended, where the state says 'own'.
	 * NULL: that condition. */
	term (*is_ended)(struct symex *, struct state *, uint32_t object, term own);
	/* The condition that two pointers are equal, if objects stand for several; NO_TERM, and NULL:
	 * they are equal as their objects and offsets are. */
	term (*equal)(struct symex *, term, term);
	bool keeps_initial; /* threads that have not made an object still find its initial content */

	/* --- Choices and conditions. --- */
	/* Returns the number of the choice that the instruction at st->pc makes, in a replay.  NULL:
	 * the choice is recorded, and its number is the one that naming yields. */
	uint32_t (*choice)(struct symex *, struct state *, enum choice_kind);
	/* The value of the variable 'name' of a choice; NO_TERM, and NULL: that of the model in a
	 * concrete execution, and the variable itself in others. */
	term (*value)(struct symex *, term var, const char *name);
	/* An address, or a size, on which the path of 'st' depends: returns the value that the engine
	 * requires it to have.  NULL: the term itself. */
	term (*settle)(struct symex *, struct state *st, term);
	/* false: no execution satisfies 'guard'.  true: one does, or this is not known. */
	bool (*feasible)(struct symex *, term guard);
	/* true: no execution satisfies 'guard'.  NULL: always false. */
	bool (*excludes)(struct symex *, term guard);
	/* 'st' has come to an instruction that vacuity.h watches, or, NULL, to the end of the program.
	 * The engine itself calls vacuity_reached if an execution does, now or later.  NULL: 'feasible'
	 * is asked. */
	void (*comes_to)(struct symex *, struct state *st, const struct ins *);
	/* The execution goes on from 'st' only if the condition holds.  NULL: symex_assume. */
	void (*assume)(struct symex *, struct state *st, term condition);
	/* A function that has neither a body nor a model is called; the engine itself has it reported,
	 * if an execution does so (unmodelled_report).  NULL: 'feasible' is asked. */
	void (*unmodelled)(struct symex *, struct state *st, const struct symbol *);
	/* The property requires 'condition' in 'st'; false: the path ends. */
	bool (*check)(struct symex *, struct state *st, uint32_t property, term condition);

	/* --- Paths. --- */
	/* The path goes one way at a condition, and *holds says which; the engine requires it.  false:
	 * the condition decides.  Called for every conditional jump and for the choice of a spurious
	 * wakeup.  NULL: false. */
	bool (*follows)(struct symex *, struct state *, term condition, bool *holds);
	/* The function that the path calls through a pointer.  NULL: whatever it points to. */
	const struct symbol *(*callee)(struct symex *, struct state *);
	/* Called before an undecided condition forks 'st'.  NULL: no effect. */
	void (*fork)(struct symex *, struct state *st);
	/* Adds a state to those that are still to be executed; copies it. */
	void (*enqueue)(struct symex *, const struct state *);
	/* true: the running thread stops before st->pc, since a context switch is possible.  NULL: it
	 * stops nowhere. */
	bool (*stops)(struct symex *, struct state *);
	/* The path has ended at the instruction st->pc.  NULL: no effect. */
	void (*dead_end)(struct symex *, struct state *);
	/* The running thread has reached a bound of loops and stays disabled.  NULL: the path ends. */
	void (*bounded)(struct symex *, const struct state *);
	bool merges_locks; /* states are merged even if they hold different locks */
	/* Merges what the engine itself keeps in states.  NULL: it keeps nothing. */
	void (*join)(struct symex *, struct state *into, const struct state *other);

	/* --- Loops. --- */
	/* A round begins at st->pc.  NULL: no effect. */
	void (*round_begins)(struct symex *, struct state *);
	/* The round that began at 'head' ends.  NULL: ROUND_COUNTS. */
	enum round (*round_ends)(struct symex *, struct state *, uint32_t head);
	/* true: the engine itself handles the loop, and no bound applies.  NULL: false. */
	bool (*treats_loop)(struct symex *, const struct loop *);
	/* Control came from instruction 'from' to st->pc; false: the path ends.  NULL: true. */
	bool (*arrive)(struct symex *, struct state *, uint32_t from);
	bool counts_endless; /* every round of a loop without an exit counts for its bound */

	/* --- Threads. --- */
	/* 'creator' has created 'thread'.  NULL: the engine has no threads. */
	void (*spawned)(struct symex *, struct state *creator, const struct state *thread);
	/* The running thread ends; its frames are still there.  NULL: no effect. */
	void (*ended)(struct symex *, struct state *);
	/* The number by which the program knows a thread: the running one, or one that it creates.
	 * NULL: 'tid'. */
	term (*number)(struct symex *, struct state *, uint32_t tid);
	/* The argument of the body of the thread with this number; null: there is none.  NULL: the
	 * threads of the state. */
	term (*thread_data)(struct symex *, struct state *, term number);
	/* true: the other thread has ended on every path of the state.  NULL: joins are not recorded.
	 */
	bool (*has_ended)(const struct symex *, const struct state *, uint32_t tid);
	/* The running thread is at a wait with condition 'c'; false: the path ends. */
	bool (*wait)(struct symex *, struct state *, const struct ins *, term c);
	/* The running thread has acquired a lock; releases one.  NULL: no effect. */
	void (*acquired)(struct symex *, struct state *, const struct held *);
	void (*released)(struct symex *, struct state *, term lock);
	/* A fence.  NULL: no effect, since all accesses are sequentially consistent. */
	void (*fence)(struct symex *, struct state *, enum mem_order);
	bool takes_signals; /* signal handlers may interrupt the running thread at switch points */

	/* --- Violations. --- */
	/* Computes the schedule that a replay of the violation follows.  NULL: only one thread. */
	void (*plan)(struct symex *, struct model *, const struct vc *, struct plan *);
};

#endif
