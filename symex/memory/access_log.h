/* symex/memory/access_log.h -- the accesses to memory that steps have made; footprints are made of
 * it.
 *
 * An engine that wants one owns the log and sets x->log; the gate (symex/memory/gate.h) writes it.
 * Only memory that another thread may reach is considered.  An access at an offset that is not
 * constant is one to the whole object.  An instruction that only adds to a variable has a use of
 * its own, SPAN_ADD: two additions commute.  So has an addition in two instructions (x++ of memory
 * that is not atomic: load, store) of which both are in one step; access_close finds these.
 */
#ifndef SYMEX_MEMORY_ACCESS_LOG_H
#define SYMEX_MEMORY_ACCESS_LOG_H

#include "symex/core/state.h"

enum span_use {
	SPAN_READ,
	SPAN_WRITE,
	SPAN_ADD,
	/* Only while the step is executed (access_close): an instruction has read what the next one
	 * adds to; the same after an addition; both have been executed. */
	SPAN_ADD_BEGUN,
	SPAN_ADD_AGAIN,
	SPAN_ADD_DONE,
};

struct span { /* a range of bytes that a step accesses */
	uint32_t object;
	uint32_t from, to; /* bytes [from, to) */
	enum span_use use;
};

struct access_log {
	VEC(struct span) at; /* of all steps on the path, in order */
	size_t first;        /* first span of the current step */
	bool record;
	bool halves; /* the engine calls access_close after each step */
};

/* Does an engine keep a log, and record in it? */
static inline bool access_is_logged(const struct symex *x) {
	return x->log && x->log->record;
}

/* Adds the access to x->log, and checks the lock discipline for writes.  The gate calls it for
 * every access, if it is logged. */
void access_note(struct symex *, struct state *, const struct access *);

/* The step is over whose accesses begin at 'first'.  An addition in two instructions, both of them
 * in the step, is one: no other thread was between the two.  An addition that has only begun is a
 * read; its end, in another step, a write. */
void access_close(struct access_log *, size_t first);

/* If leaks are checked: which blocks exist is read at the end of the program, and changed by
 * allocating and freeing one.  In footprints it is the object 0; changes commute with each other.
 */
void access_blocks(struct symex *, enum span_use);

/* What a step reads or changes of a thread that is no memory: a byte of the object 0, from 1 on. */
void access_own(struct symex *, uint32_t at, enum span_use);

/* Real time between the calls of a library: bytes [from, to) of an object that no program has, one
 * for each thread. */
enum { ACCESS_THREADS = 1 << 30 }; /* behind those of all threads */
void access_history(struct symex *, uint32_t from, uint32_t to, enum span_use);

/* Stops recording; access_resume, with the value returned here, starts it again. */
bool access_pause(struct symex *);
void access_resume(struct symex *, bool record);

/* Are the two accesses dependent? */
static inline bool span_conflict(const struct span *a, const struct span *b) {
	if (a->object != b->object || a->from >= b->to || b->from >= a->to)
		return false;
	if (a->use == SPAN_ADD && b->use == SPAN_ADD)
		return a->from != b->from || a->to != b->to;
	return a->use != SPAN_READ || b->use != SPAN_READ;
}

#endif
