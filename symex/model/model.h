/* symex/model/model.h -- memory models: what the engines may rely on, as a const table.
 *
 * A memory model says which executions a program with threads has.  Everything that depends on it
 * is asked here; nobody assumes it.
 *
 *   sc    sequential consistency: the accesses of all threads happen one after the other, those of
 *         a thread in program order, and a read finds the last write
 *   tso   x86: a thread's stores wait in a buffer, first in, first out; its loads look there first
 *   pso   the same, but stores to different locations leave the buffer in any order
 *   c11   the memory orders of C11, as RC11 repairs them (Lahav, Vafeiadis, Kang, Hur, Dreyer,
 *         Repairing Sequential Consistency in C/C++11, PLDI 2017)
 *
 * Two orders are to be kept apart.
 *
 *   issue order    in which the threads execute their accesses.  It respects program order, the
 *                  creation and the join of threads, and the reads that find a write.  Every model
 *                  here has one: in no execution do these form a cycle.
 *   memory order   in which writes become visible to other threads.  Under sc it is the issue
 *                  order.  A model that delays stores, or that has no single order of all writes,
 *                  still has the issue order, and less than it in memory.
 *
 * So an argument of the kind "the value comes from a write before, that from reads before it" holds
 * under every model; one of the kind "nothing was written in between" holds under sc, and under
 * others for the words of the library only, which stay sequentially consistent: models of mutexes,
 * semaphores, threads.  Each shortcut of symex/model/shortcuts.def says which kind it is of, and
 * under which models it is right.  A model for which a shortcut was not decided does not have it.
 *
 * The code that depends on an enumeration here has a switch without a default, so a new value is a
 * warning of the compiler wherever something has to be done.  symex/model/README.md lists these
 * places, and those that only an argument connects with the model.
 */
#ifndef SYMEX_MODEL_MODEL_H
#define SYMEX_MODEL_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "goto/program/expr.h"
#include "symex/reductions.h"

enum model_id { MODEL_SC, MODEL_TSO, MODEL_PSO, MODEL_C11, MODEL_N };
#define MODEL_BIT(ID) (1u << MODEL_##ID)

/* Pairs of accesses of one thread, the earlier one first: bits. */
enum model_pair { PAIR_RR = 1, PAIR_RW = 2, PAIR_WR = 4, PAIR_WW = 8, PAIR_ALL = 15 };

/* Where a store is visible to other threads.  AT_ONCE: where it is issued.  BUFFERED: later, in the
 * order of the thread's stores; BY_LOCATION: later, in the order of the thread's stores to the same
 * bytes.  The last two have a second node in the formula of events, an actor of the tree that
 * brings the store to memory, and a buffer that is a part of the state. */
enum model_store { STORE_AT_ONCE, STORE_BUFFERED, STORE_BY_LOCATION };

/* Which of the writes before it a read finds.  LAST: the last one in the order of all accesses, so
 * that no rival, another write of these bytes, is between the source and the read.  For a store
 * that is not visible at once, in the order of where stores become visible, or the last one of the
 * reader's own that is not yet.  COHERENT: any one that the order of the writes of its location and
 * happens-before allow. */
enum model_source { SOURCE_LAST, SOURCE_COHERENT };

/* What the argument for a shortcut rests on.
 *   NOTHING   it does not mention an order of accesses
 *   ISSUE     the issue order, and that the writes of one location are in an order that respects it
 *   LIBRARY   that words of the library are sequentially consistent, and order what is around them
 *   STATE     that an execution is a sequence of steps, each a function of the state before it
 *   MEMORY    that all accesses are in one order, the issue order: only sc, or a case of its own */
enum model_need { NEEDS_NOTHING, NEEDS_ISSUE, NEEDS_LIBRARY, NEEDS_STATE, NEEDS_MEMORY };

/* Facts that the engines use and that have no name in symex/reductions.def. */
enum model_lemma {
#define LEMMA(ID, needs, models, what, why) LEMMA_##ID,
#include "symex/model/shortcuts.def"
	LEMMA_N
};

#define LEMMA_BIT(ID) (1u << LEMMA_##ID)

struct memory_model {
	const char *name; /* of --mm */
	const char *help;
	unsigned keeps; /* pairs that memory has in program order, whatever the accesses are */
	enum model_store store;
	enum model_source source;
	/* By memory order: pairs that memory has in program order if a fence is between the two; if
	 * the earlier or the later one is an atomic access with that order.  Beyond 'keeps'. */
	unsigned fence[MEM_ORDER_N], atomic[MEM_ORDER_N];
	uint64_t reductions; /* bits of those that change no verdict: symex/reduction.h asks */
	unsigned lemmas;     /* the same: bits of LEMMA_BIT */
};

extern const struct memory_model memory_model_sc, memory_model_tso, memory_model_pso,
    memory_model_c11;
extern const struct memory_model *const memory_model_table[MODEL_N];

struct model_shortcut { /* a row of symex/model/shortcuts.def */
	enum model_need needs;
	unsigned models;  /* bits of enum model_id */
	const char *what; /* of a lemma: is left out, or added */
	const char *why;  /* it changes no verdict; NULL: there is no row */
};
extern const struct model_shortcut model_reduction_table[REDUCTION_N];
extern const struct model_shortcut model_lemma_table[LEMMA_N];

/* Its place in the table, by its name; SC: it is not there. */
enum model_id model_id(const struct memory_model *);

/* The model of a configuration, which may leave it out: sc. */
static inline const struct memory_model *model_or_sc(const struct memory_model *m) {
	return m ? m : &memory_model_sc;
}

static inline bool model_allows(const struct memory_model *m, enum model_lemma which) {
	return m->lemmas >> which & 1;
}

static inline bool model_reduces_by(const struct memory_model *m, enum reduction which) {
	return m->reductions >> which & 1;
}

/* Are its executions the interleavings of the threads' accesses?  All engines rely on it but those
 * whose strategy names the model (struct strategy). */
static inline bool model_interleaves(const struct memory_model *m) {
	return m->keeps == PAIR_ALL && m->store == STORE_AT_ONCE && m->source == SOURCE_LAST;
}

/* Do the nodes of a thread form a chain, the issue order?  They do if nothing overtakes a read. */
static inline bool model_issues_in_order(const struct memory_model *m) {
	return (m->keeps & (PAIR_RR | PAIR_RW)) == (PAIR_RR | PAIR_RW);
}

/* Does a fence keep anything in order that is not so anyway? */
bool model_has_fences(const struct memory_model *);
/* Is an access with a weaker order the same as a sequentially consistent one? */
bool model_ignores_orders(const struct memory_model *);

#endif
