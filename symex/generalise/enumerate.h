/* symex/generalise/enumerate.h -- enumerates the paths of a program that is unfolded.
 *
 * A path is, for each thread, the list of its decisions at conditional jumps of the user's code
 * whose conditions depend on inputs or on other threads.  Executions that differ only in the order
 * of steps, or in values, have the same path.
 *
 * An item of the work list is a set of decisions.  It stands for all paths that make them; items
 * exclude each other.  To do an item is to find one execution that makes its decisions, a model of
 * the formula, and to run it.  The run makes further decisions d1, ..., dn, in this order.  It has
 * covered one path; the others of the item are those of the items
 *
 *     item and not d1,   item and d1 and not d2,   ...,   item and d1 ... and not dn
 *
 * If there is no model, an unsatisfiable core says which decisions exclude each other, and no item
 * that has all of these is asked about again.
 *
 * Yi and Huang, Concurrency Verification with Maximal Path Causality (ESEC/FSE 2018), section 3.
 * Where we deviate:
 *
 *  - A formula of theirs has the events of one run, so it may say that a prefix is not reachable
 *    although an event that no run has met yet makes it so (overly-subsuming prefixes, section
 *    3.4).  Their strategy 2 extends other threads, as the core tells, until it knows.  Ours has
 * the events of the whole unfolding, in which every reachable branch is known
 * (symex/generalise/unfold.h); so what it says is final, and soundness needs no further argument.
 *  - They split a prefix into all combinations of the suffixes of threads, which are as many as the
 *    product of the lengths; the items above are as many as the sum.
 *  - Solvers give one core, not all; it is made smaller by leaving out decisions.
 */
#ifndef SYMEX_GENERALISE_ENUMERATE_H
#define SYMEX_GENERALISE_ENUMERATE_H

#include "symex/generalise/decision.h"
#include "symex/generalise/unfold.h"

struct nogood { /* decisions that no execution makes together */
	struct decisions set;
};

struct enumeration {
	struct unfolding *u;
	struct ways ways;
	term is_execution;          /* no assumption of the program is false */
	uint32_t mark;              /* of the unfolding: items of another one are refused */
	VEC(struct decisions) made; /* by the runs so far, in the order of each run */
	VEC(struct nogood) nogood;
};

/* What an item has led to.  The texts are those of items and paths. */
struct path_calls {
	void *context;
	void (*add)(void *context, const char *item);
	void (*found)(void *context, const char *path);
};

void enumeration_open(struct enumeration *, struct unfolding *);
void enumeration_close(struct enumeration *);
/* A run of the unfolding has been made; before enumeration_begin. */
void enumeration_note(struct enumeration *, const struct run_trace *);
/* The unfolding is complete, and its formula is encoded. */
void enumeration_begin(struct enumeration *);
/* Does an item; the first one is "".  false: the solver gave up, or a run did not do what a model
 * says. */
bool enumeration_work(struct enumeration *, const char *item, const struct path_calls *);

#endif
