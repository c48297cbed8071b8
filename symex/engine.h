/* symex/engine.h -- the boundary: what a step asks of the engine that executes it.
 *
 * symex/step says what an instruction means, the same for every engine.  Where engines differ, a
 * step asks the table of operations below, through x->engine; nothing else in core/ or step/ knows
 * which engine runs.  An operation that is NULL has the meaning given with it.
 *
 *   engine        folder        answers
 *   sequential    sequential/   one thread; branches merge
 *   induction     sequential/   the same, with loops made arbitrary
 *   lazy          lazy/         one thread makes one step of the reachability tree
 *   schedule      schedule/     one thread runs through one context, on all schedules
 *   trial         explore/      an atomic section is executed to see what it accesses
 *   replay        replay/       every choice is settled by a model
 *
 * An engine's own data is x->self.  tests/events/ holds a further engine that lets each thread run
 * alone and answers reads of shared memory with fresh symbols.
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

/* The kinds of accesses to an object.  EXISTENCE: whether it has ended, as a check reads it. */
enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_EXISTENCE };

struct access { /* of bytes that another thread may reach */
	uint32_t object;
	term offset;    /* NO_TERM: the whole object */
	uint32_t bytes; /* unless whole */
	enum access_kind kind;
	term guard;           /* the pointer that is followed points there; NO_TERM: for sure */
	enum mem_order order; /* MEM_PLAIN: not atomic, unless in an atomic section */
};

/* The values of CHOICE_*: what the environment chooses. */
enum choice_kind { CHOICE_INPUT, CHOICE_UNINIT, CHOICE_MEMORY, CHOICE_UNMODELLED };

/* What becomes of a round of a loop that ends. */
enum round { ROUND_COUNTS, ROUND_REPEATS, ROUND_STAYS };

struct engine {
	const char *name;
	bool is_duplicate; /* what is executed has been, or will be, executed by another engine */

	/* --- Shared memory. --- */
	/* Before an access is made.  NULL: nobody asks. */
	void (*access)(struct symex *, const struct state *, const struct access *);
	/* The value of a read where memory holds 'value'.  NULL: that value.  If there is one, objects
	 * are copied scalar by scalar; text (step/text.c) and layers (core/layer.c) do not ask. */
	term (*read)(struct symex *, struct state *, const struct access *, term value);
	/* 'value' is written.  NULL: to memory only. */
	void (*write)(struct symex *, struct state *, const struct access *, term value);

	/* --- Choices and conditions. --- */
	/* The number of the choice that the instruction at st->pc makes, where choices are settled.
	 * NULL: the choice is recorded under its own number. */
	uint32_t (*choice)(struct symex *, struct state *, enum choice_kind);
	/* Can 'guard' hold on the path, for all that is known?  false only if it cannot. */
	bool (*feasible)(struct symex *, term guard);
	/* Is it certain that it cannot?  NULL: never. */
	bool (*excludes)(struct symex *, term guard);
	/* 'condition' is to hold in 'st' by the property; false: the path ends. */
	bool (*check)(struct symex *, struct state *st, uint32_t property, term condition);

	/* --- Paths. --- */
	/* A condition that is not decided splits 'st' in two.  NULL: nothing to do before. */
	void (*fork)(struct symex *, struct state *st);
	/* One more state to go on with; it is copied. */
	void (*enqueue)(struct symex *, const struct state *);
	/* Is this where the running thread stops, since others may come first?  NULL: nowhere. */
	bool (*stops)(struct symex *, struct state *);
	/* The running thread rests for good at a bound of loops.  NULL: the execution ends there. */
	void (*bounded)(struct symex *, const struct state *);
	/* What the engine itself keeps in states that are joined. NULL: nothing. */
	void (*join)(struct symex *, struct state *into, const struct state *other);

	/* --- Loops. --- */
	/* A round begins at st->pc; one that began there ends.  NULL: it counts. */
	void (*round_begins)(struct symex *, struct state *);
	enum round (*round_ends)(struct symex *, struct state *, uint32_t head);
	/* Is the loop the engine's own business, so that no bound applies?  NULL: it is not. */
	bool (*treats_loop)(struct symex *, const struct loop *);
	/* Control came to st->pc from instruction 'from'; false: the path ends. NULL: nothing. */
	bool (*arrive)(struct symex *, struct state *, uint32_t from);
	bool counts_endless; /* rounds of a loop without an exit count, whatever is decided in them */

	/* --- Threads. --- */
	/* 'thread' was created by 'creator'.  NULL: there are no threads. */
	void (*spawned)(struct symex *, struct state *creator, const struct state *thread);
	/* Has the other thread ended for sure? */
	bool (*has_ended)(const struct symex *, const struct state *, uint32_t tid);
	/* The running thread is at a wait whose condition is 'c'; false: the path ends. */
	bool (*wait)(struct symex *, struct state *, const struct ins *, term c);
	/* It has taken a lock, and releases one.  NULL: nothing to do. */
	void (*acquired)(struct symex *, struct state *, const struct held *);
	void (*released)(struct symex *, struct state *, term lock);
	/* A fence.  NULL: every access is sequentially consistent, so it means nothing. */
	void (*fence)(struct symex *, struct state *, enum mem_order);
	bool takes_signals; /* handlers may interrupt the running thread where others may come first */

	/* --- Violations. --- */
	/* How the schedule of a violation is run once more.  NULL: there is only one thread. */
	void (*plan)(struct symex *, struct model *, const struct vc *, struct plan *);
};

#endif
