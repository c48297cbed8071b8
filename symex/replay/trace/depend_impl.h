/* symex/replay/trace/depend_impl.h -- what a replay notes for depend.h: depend.c writes it,
 * depend_mark.c reads it. */
#ifndef SYMEX_REPLAY_TRACE_DEPEND_IMPL_H
#define SYMEX_REPLAY_TRACE_DEPEND_IMPL_H

#include "symex/core/state.h"

#define NO_RECORD 0

enum keeping { ASIDE, WEAK, KEPT }; /* WEAK: without what it depends on */

struct executed { /* of an instruction that was executed; [0] is none */
	uint32_t tid;
	uint32_t parent;   /* control */
	size_t use, over;  /* its first ones */
	uint32_t distance; /* of what is kept: from the violation */
	enum keeping mark;
	bool is_branch;
};

/* What a value is used for.  Flows of pointers are long, and say less than those of numbers. */
enum purpose { FOR_DATA, FOR_INDEX, FOR_POINTER };

struct value_use {
	uint32_t record;
	enum purpose purpose;
};

struct over { /* a write replaces the value of another one */
	uint32_t before;
	uint32_t object, byte;
};

struct open { /* a branch whose ways have not met yet, or a call that has not returned */
	uint32_t depth;
	uint32_t until; /* a branch: the instruction at which its ways meet */
	bool is_call;
	uint32_t record;
};

struct control_stack {
	VEC(struct open) open;
	uint32_t created; /* the record that created the thread */
	bool is_new;      /* it has done nothing so far */
};

struct last_writers { /* of an object: the records that have written them last */
	uint32_t whole;
	VEC(uint32_t) at;
};

struct step_owner { /* a step of the counterexample belongs to the record */
	size_t first;
	uint32_t record;
};

/* How much of what something depends on is kept.  The first that leaves a page to read is chosen.
 */
enum detail {
	KEEP_ALL,
	KEEP_NO_POINTERS,  /* not how a pointer came to where it points to */
	KEEP_NO_ADDRESSES, /* nor an index */
	KEEP_VALUES,       /* nor what a branch depends on */
	DETAIL_N,
};

struct depend {
	VEC(struct executed) record;
	VEC(struct value_use) use;
	VEC(struct over) over;
	VEC(struct control_stack) thread;
	VEC(struct last_writers) object;
	struct map reg;     /* thread << 32 | register -> record */
	struct map control; /* function -> struct control * */
	VEC(struct control *) controls;
	VEC(struct step_owner) owner;
	VEC(uint32_t) work; /* kept, and what it depends on is still to be */
	VEC(uint32_t) seed; /* the violation itself */
	enum detail detail;
	uint32_t distance; /* of what is kept next */
	bool gives_up;
};

/* The record of the instruction that is executed. */
static inline uint32_t depend_current(const struct depend *d) {
	return (uint32_t)d->record.n - 1;
}

#endif
