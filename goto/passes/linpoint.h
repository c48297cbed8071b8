/* goto/passes/linpoint.h -- linearization points as updates of a specification
 * (--strategy=any-threads).
 *
 * The client of a library (docs/internals.md, "Concurrent libraries") tells by __mt_call and
 * __mt_return when an operation is called and what it returns; __mt_spec_K is what operation K does
 * if it runs alone, over variables of its own.  Here each call gets a moment at which it takes
 * effect, a *linearization point*: the specification is run there, in one step with the instruction
 * before, and its result is kept; the return asserts that a point was passed, and that the result
 * is the one that was kept.  An execution that violates no such assertion is linearizable in the
 * order of its points, since each lies between its call and its return.  So linearizability is a
 * matter of assertions, which proofs for any number of threads know.
 *
 * A point at which the specification changes nothing may be followed by another one of the same
 * call, which then counts; after one that changes something no other may come.  Where the
 * specification is not defined (an assumption fails, __mt_result is not reached), there is none.
 * What may fail at any time without effect (__mt_choose is not 0) may do so at its return.
 *
 * Points are calls of __mt_linearize in the source.  Operations that come to none get them at
 * *sites*: atomic stores and read-modify-writes that write, unlock calls; and at loads, if nothing
 * changes there.  Which of the former counts for an operation is a guess of the caller.
 */
#ifndef GOTO_PASSES_LINPOINT_H
#define GOTO_PASSES_LINPOINT_H

#include "goto/program/prog.h"

enum linpoint_kind {
	POINT_STORE,  /* an atomic store, or a read-modify-write if it writes */
	POINT_UNLOCK, /* before an unlock call */
	POINT_LOAD,   /* an atomic load, also one of a read-modify-write: only if nothing changes */
};

struct linpoint_site {
	enum linpoint_kind kind;
	uint32_t function, pc; /* index in goto_prog.function, and in its instructions */
	bool is_before;        /* of the instruction; else after it */
	struct loc loc;
	const char *in; /* display name of the function; interned */
};

#define NO_SITE     UINT32_MAX
#define ALL_UNLOCKS (UINT32_MAX - 1) /* whichever comes first */
#define ALL_STORES  (UINT32_MAX - 2)

struct linpoint_operation {
	uint32_t number;      /* K */
	const char *name;     /* of the function that it calls first, interned */
	bool is_given;        /* it comes to a call of __mt_linearize: nothing is guessed */
	VEC(uint32_t) site;   /* all that it comes to */
	VEC(uint32_t) choice; /* a site, or one of those below: the likely ones first */
};

struct linpoint_sites {
	VEC(struct linpoint_site) at;
	VEC(struct linpoint_operation) operation;
};

/* Fills an empty record, of the program as it was loaded; a load of the same sources has the same
 * sites.  false: the program is no client of a library (it does not call __mt_call). */
bool linpoint_find(const struct goto_prog *, struct linpoint_sites *);
void linpoint_free(struct linpoint_sites *);

/* Puts the points and the assertions into the program.  chosen: by operation, what of its list
 * 'choice' counts, or NO_SITE.  Returns NULL, or why that is not possible (interned; the program
 * is not to be used then). */
const char *linpoint_insert(struct goto_prog *, const struct linpoint_sites *,
                            const uint32_t *chosen);
/* Without any: what is left of the client is a program that makes calls. */
void linpoint_drop(struct goto_prog *);

#endif
