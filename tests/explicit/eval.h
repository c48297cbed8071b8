/* tests/explicit/eval.h -- values of expressions in a concrete state.
 *
 * Integers are kept zero-extended from their width.  While st->log is set every access to memory
 * that another thread could reach is noted there; with log->dry nothing ends the program, a value
 * that does not exist is 0 then.
 */
#ifndef TESTS_EXPLICIT_EVAL_H
#define TESTS_EXPLICIT_EVAL_H

#include "tests/explicit/state.h"

struct access {
	uint32_t object, offset, size;
	bool is_write, is_atomic;
	struct loc loc; /* in user code */
};

struct access_log {
	VEC(struct access) list;
};

struct eval { /* one thread evaluates in one state */
	struct state *st;
	uint32_t tid;
	struct access_log *log; /* or NULL */
	bool dry;
	bool *astray; /* set when an object is accessed that is not there (any more); or NULL */
};

struct place {
	const struct type *type;
	bool is_register, is_private; /* private: no other thread can name it */
	bool is_atomic;               /* the access is; that of atomic_init is not */
	enum mem_order order;
	uint32_t slot;
	uint64_t pointer;
	uint32_t bit, width; /* of a bit-field: from which bit behind the pointer, and how many; or 0 */
};

wide eval(const struct eval *, const struct expr *);
struct place eval_place(const struct eval *, const struct expr *lvalue);
wide eval_cast(const struct eval *, wide value, const struct type *from, const struct type *to);

void place_write(const struct eval *, struct place, wide value);
void place_undefine(const struct eval *, struct place);
void place_touch(const struct eval *, struct place, bool is_write); /* only notes the access */
/* A block of memory, noted as accessed; NULL: it is not there (only when dry). */
struct object *memory_at(const struct eval *, uint64_t pointer, uint64_t size, bool is_write,
                         bool is_private, bool is_atomic);

/* A barrier behind the stores of the thread (pso). */
void buffer_barrier(const struct eval *);

/* Does the value, or where the lvalue lies, depend on memory that others might reach? */
bool touches_memory(const struct expr *);
bool place_touches_memory(const struct expr *lvalue); /* the lvalue itself included */

struct frame *eval_frame(const struct eval *);
struct loc eval_loc(const struct eval *); /* of the current instruction, or the user's call of it */

#endif
