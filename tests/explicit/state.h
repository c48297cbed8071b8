/* tests/explicit/state.h -- one concrete state of a multi-threaded program, and its packed form.
 *
 * A pointer is a 64-bit number: the object's id above, an address below; id 0 is no object, so null
 * and small integers are themselves.  The address is one that only this object has, so that a
 * pointer whose halves come from two is invalid.  Ids follow from where an object comes from, never
 * from the schedule (a local: thread, depth, slot), so that equal states look equal:
 *
 *   static 1 + symbol    thread-local, automatic, heap: the kind, the thread, a number
 *
 * A byte that has no value yet is marked; reading it is an error, because the oracle does not
 * enumerate arbitrary contents.
 *
 * Two states are the same if and only if state_pack gives the same bytes.
 */
#ifndef TESTS_EXPLICIT_STATE_H
#define TESTS_EXPLICIT_STATE_H

#include "goto/program/prog.h"

enum { MAX_THREADS = 8 };

enum area { AREA_STATIC, AREA_THREAD, AREA_AUTO, AREA_HEAP, AREA_FUNCTION };

struct object {
	uint32_t id, size;
	uint8_t *byte, *undefined; /* size of each */
};

typedef unsigned __int128 wide; /* any scalar value */

struct frame {
	struct function *function;
	uint32_t pc;
	wide *reg;          /* one per local; scalars whose address is never taken live here */
	uint8_t *undefined; /* one per local: the register has no value yet */
	uint32_t *rounds;   /* one per loop: how often its back edge was taken; 0 without a bound */
	wide result;        /* of a scalar; a structure is an object, SLOT_RESULT */
	bool has_result;
};

/* Objects of a call that are no variables, by slots that no variable has. */
enum {
	SLOT_JUMPS = 4000, /* and those behind it: made by setjmp, the instruction to return to */
	MAX_JUMPS = 8,
	SLOT_VARARGS = 4094,
	SLOT_RESULT = 4095 /* outlives the call until its caller has copied it */
};

/* Under --mm tso or pso: a store that others do not see yet. */
struct waiting {
	uint64_t pointer;
	uint32_t size; /* 0: a barrier; stores behind it leave after those in front of it */
	wide value;
};

struct thread {
	VEC(struct frame) frame;    /* empty: the thread has ended */
	VEC(struct waiting) buffer; /* the oldest first */
	uint64_t data;              /* what __mc_spawn was given */
	uint32_t atomic;            /* depth of atomic sections */
	uint32_t cut;               /* 1: a bound of loops or recursion ends what it does */
	uint32_t blocks;            /* of the heap, that it has allocated */
};

enum buffering { BUFFERS_NONE, BUFFERS_TSO, BUFFERS_PSO };

struct limits {
	enum buffering buffers;
	uint32_t unwind;       /* of loops and recursion, as --unwind; 0: none */
	bool spurious_wakeups; /* waits on condition variables may end by themselves */
	bool weak_exchanges;   /* of a weak compare-exchange nobody knows whether it succeeds */
	bool usual;            /* calls of the system take their usual course (--environment usual) */
	const char *observe;   /* the function without a body whose arguments are listed; or NULL */
};

struct state {
	struct goto_prog *prog;
	struct arena *
	    arena; /* of registers and bytes; what came after state_freeze is emptied by state_unpack */
	struct arena_mark mark;
	struct thread thread[MAX_THREADS];
	uint32_t nthreads;
	VEC(struct object) object;   /* live ones, ascending by id */
	VEC(struct object) constant; /* those that no program writes: not part of a packed state */
	VEC(struct object) image;    /* thread-local objects as every thread finds them */
	bool process_ended;
	const struct limits *limits; /* set by who makes the state */
};

typedef VEC(uint8_t) blob;

void state_init(struct state *, struct goto_prog *); /* static objects; no thread yet */
void state_freeze(struct state *);                   /* static storage has its initial values */
void state_free(struct state *);
void state_pack(const struct state *, blob *);
void state_unpack(struct state *, const uint8_t *bytes);

uint64_t pointer_to(uint32_t id);
uint32_t pointer_object(uint64_t pointer);
uint32_t pointer_offset(uint64_t pointer);
bool pointer_is_torn(uint64_t pointer); /* its halves come from two objects */
enum area object_area(uint32_t id);
uint32_t static_id(const struct symbol *);
uint32_t function_id(const struct symbol *);
uint32_t thread_id(uint32_t tid, const struct symbol *);
uint32_t auto_id(uint32_t tid, uint32_t depth, uint32_t slot);
uint32_t auto_thread(uint32_t id); /* whose automatic object it is, and at which depth of calls */
uint32_t auto_depth(uint32_t id);
uint32_t heap_id(struct state *, uint32_t tid); /* of a new block: no two are alike */

struct object *state_find(const struct state *, uint32_t id); /* NULL: not alive */
/* A new object, its bytes without value (or zero). */
struct object *state_add(struct state *, uint32_t id, uint64_t size, bool zero);
void state_remove(struct state *, uint32_t id); /* nothing if it is not alive */

bool local_in_memory(const struct symbol *); /* and not in a register */
struct frame *state_push(struct state *, uint32_t tid, struct function *);
void state_pop(struct state *, uint32_t tid);   /* its automatic objects end */
void state_start(struct state *, uint32_t tid); /* thread-local objects come to life */
void state_end_thread(struct state *, uint32_t tid);

/* The store at this place of the thread's buffer reaches memory; may it? */
void state_flush(struct state *, uint32_t tid, size_t at);
bool state_may_flush(const struct state *, uint32_t tid, size_t at);
bool state_is_alone(const struct state *); /* one thread has not ended */

/* What the program does is beyond this interpreter: says so and exits with 5. */
_Noreturn void unsupported(struct loc, const char *what);

#endif
