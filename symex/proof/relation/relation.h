/* symex/proof/relation/relation.h -- the steps that threads can take, as formulas over parts of
 * states.
 *
 * A template is a creation of threads in the program: all threads that are created by the same call
 * have the same number here, as if they were one thread; main is template 0.  If the call may be
 * executed more than once, there may be any number of threads of the template.
 *
 * A part of a state is a state variable: a register of a thread, some bytes of an object, whether
 * an object still exists, or the number of a thread.  Its value is a variable.  A control point, or
 * point, is where a thread is between two steps: calls, instruction, and what the formulas do not
 * speak of (which registers have a value, to which objects pointers point).  A step is executed
 * once from each point, by symex/step, with the variables of all parts in the state; each way to
 * another point, or to the end of the thread, is an edge: a guard, and the new values of the parts,
 * over the variables before and inputs.  Threads stop at switch points and at the heads of loops,
 * so a loop is a cycle of points and needs no bound.
 *
 * What is shared, where pointers in memory point, and which threads exist, is found by executing
 * all points again until nothing is added.
 *
 * Memory is divided by how precisely it is known:
 *   shared     static objects, and those of a template with one thread whose address other threads
 *              have: the bytes that a step writes are parts
 *   own        objects of one thread that no other thread can reach: parts of the thread
 *   summary    objects of which there may be many, or with symbolic indices: any content;
 *              of the records of threads, the constants that were ever written
 */
#ifndef SYMEX_PROOF_RELATION_RELATION_H
#define SYMEX_PROOF_RELATION_RELATION_H

#include "symex/core/canon.h"
#include "symex/core/naming.h"
#include "symex/core/state.h"
#include "symex/memory/memory.h"

enum part_kind {
	PART_CELL,
	PART_OFFSET,
	PART_EXISTS,
	PART_REGISTER,
	PART_NUMBER,
	PART_COUNTER,
	PART_POSITION,
	PART_PREDICATE
};

/* Threads in view: 1 and 2, and a third one that steps. */
enum { MAX_VIEW = 3 };

struct part {
	enum part_kind kind;
	bool is_shared;  /* false: each thread has one */
	uint32_t owner;  /* object; or canonical number of the frame */
	uint32_t at;     /* byte; or register, counted from the first of its frame */
	uint32_t bytes;  /* CELL */
	bool is_pointer; /* CELL: the variable is an index of 'value' */
	uint32_t width;  /* of the variable */
	VEC(term) value; /* pointers that the cell may hold; with an offset that is a variable: any */
	uint32_t offset; /* pointer: part of the offset, if one of the values needs it; or NO_PART */
	term var[MAX_VIEW + 1];          /* of the thread in view; shared: all the same */
	const struct type *type;         /* of the variable of the program; or NULL */
	const char *name;                /* in C; NULL: none */
	const struct function *function; /* REGISTER: whose local it is */
};

struct new_value {
	uint32_t part;
	term value;
};

struct arrival {    /* a thread comes to a point */
	uint32_t point; /* NO_POINT: it has ended */
	term guard;
	const struct new_value *own; /* of all parts that the point has */
	uint32_t nown;
};

struct edge {
	uint32_t from;
	struct arrival to;
	const struct new_value *shared; /* of the shared parts that change */
	uint32_t nshared;
	const struct arrival *spawned; /* threads that the step creates; their guards are extra */
	uint32_t nspawned;
};

struct obligation { /* must not hold in any state in which a thread is at the point */
	term violated;
	uint32_t property; /* NO_PROPERTY: 'text' is not supported */
	const char *text;
	struct loc loc;
};

#define NO_POINT UINT32_MAX

struct foreign_call { /* of a function without a body: foreign.h */
	const struct symbol *function;
	uint32_t from; /* point at which the step begins; NO_POINT: the first one */
	term guard;    /* over the variables of thread 1 */
	struct loc loc;
};

struct control_point {
	uint32_t tid;                    /* template */
	struct state st;                 /* with the variables of thread 1 */
	struct loc loc;                  /* of the user's instruction */
	const struct function *function; /* of the user */
	VEC(uint32_t) part;              /* that a thread has here */
	VEC(uint32_t) edge;              /* that begin here */
	VEC(struct obligation) obligation;
	bool is_atomic; /* no other thread may step */
};

struct template {
	bool is_known;
	bool is_many;                  /* there may be more than one thread */
	term data;                     /* pointer that its body gets; NO_TERM: main, or many */
	uint32_t number;               /* PART_NUMBER; unless many: NO_PART */
	uint32_t record;               /* object behind 'data' */
	uint32_t creator;              /* template of the thread that created it first */
	const struct symbol *function; /* of the user */
	struct loc created_at;         /* the user's call */
	VEC(uint32_t) from;            /* points at which it is created */
};

#define NO_PART UINT32_MAX

struct summary_bytes { /* bytes of a summary object */
	uint32_t object, at, bytes;
	bool is_pointer;
	bool is_any;
	bool is_integer; /* pointer: also any integer */
	VEC(term) value; /* constants */
};

struct object_note {  /* by object */
	uint32_t creator; /* template + 1; 0: static */
	bool is_shared;   /* its address is known to other threads */
	bool is_summary;
	bool is_remade;      /* the thread that makes it may come to the same step again */
	bool is_dead;        /* it never exists */
	bool is_lent;        /* a thread-local variable of main whose address other threads may have */
	bool is_spoilt;      /* summary: anything may be anywhere */
	bool may_end;        /* summary: one of its objects may have ended */
	bool is_no_array;    /* it was an array (array.h) for a while */
	uint32_t array;      /* index + 1; 0: none */
	uint32_t stands_for; /* a summary shares the bytes of this object; 0: its own */
};

struct making_object { /* an edge makes an object */
	uint32_t edge, object;
};

struct array {               /* array.h */
	uint32_t object;         /* of the program */
	uint32_t bytes;          /* of an element */
	uint32_t element;        /* object that holds the cell */
	uint32_t written;        /* object that holds 1 if this step has written to the array */
	uint32_t cell, position; /* parts */
	uint32_t stored_part;
	uint32_t
	    stored; /* object that holds where a tracked identifier was stored; 0: none (track.h) */
};

struct array_access {
	uint32_t point;
	uint32_t array;
	term offset; /* over thread 1 */
	term value;  /* what was read before the step, unless at the position; NO_TERM: a write */
};

struct track {        /* track.h */
	uint32_t number;  /* part */
	uint32_t record;  /* object that is the record of the thread; 0: none yet */
	uint32_t created; /* object that holds 1 if the thread was created */
	uint32_t created_part;
	bool is_off;        /* it is not possible */
	bool reads_tracked; /* this step reads the record of the thread */
	struct map other;   /* the variables that it reads from those of others */
};

struct spawned {
	struct state st;
	term number;
};

struct relation {
	struct symex *x;
	struct naming naming;
	struct canon *canon;
	struct live *live;
	VEC(struct part) part;
	struct map part_of;
	VEC(struct control_point) point;
	struct map point_of;
	VEC(struct edge) edge;
	VEC(struct template) template;
	VEC(struct object_note) note;
	VEC(struct summary_bytes) summary;
	struct map offsets;     /* frame and register -> bits of constant offsets seen */
	VEC(struct edge) begin; /* where main begins; from NO_POINT */
	VEC(struct spawned) spawned;
	VEC(struct foreign_call) foreign;
	VEC(struct making_object) making;
	VEC(struct array) array;
	VEC(struct array_access) access;
	struct track track;
	term starting;      /* number of the thread whose first instructions are executed; or NO_TERM */
	struct state start; /* of the step being executed */
	uint32_t record, other_record; /* of the threads of many: the own one, another's; 0: none yet */
	uint32_t poison;               /* a pointer to it stands for any pointer; 0: none yet */
	uint32_t dead[OBJECT_FUNCTION + 1];
	uint32_t current;   /* point being executed */
	bool is_stale;      /* points of this pass are wrong: it ends */
	bool is_built;      /* what is executed from now on is recorded nowhere */
	bool grew;          /* something was added: all points are executed again */
	const char *failed; /* why there is no relation; or NULL */
	struct loc failed_loc;
};

#endif
