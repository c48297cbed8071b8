/* symex/memory/gate.h -- the one gate to memory that threads may share.
 *
 * Every access to an object passes here, once: a scalar that is read or written, a block, which is
 * an access to the whole object, a look at whether the object still exists, the end of its
 * lifetime.  The caller has resolved the pointer to one object, and knows whether the access is
 * valid.  The gate
 *
 *   1. adds the access to the log, if the engine keeps one (symex/memory/access_log.h) and it is
 *      not one that others cannot notice (memory.is_own),
 *   2. tells the engine of it (memory.access in symex/engine.h),
 *   3. if a scalar is accessed, has the engine answer, or takes what the state's memory holds.
 *
 * An access that is invalid takes the first two steps only: whether it is valid depends on other
 * threads, so footprints need it.
 *
 *   caller                     its accesses
 *   memory/memory.c            scalars through pointers; copies; contents that become arbitrary;
 *                              ends of lifetimes
 *   memory/lazy_write.c        blocks of symbolic length; what a lazy copy holds is a snapshot,
 *                              so its later reads do not pass again
 *   memory/text.c              bytes of strings
 *   memory/pending.c           stores that leave a buffer; they passed when they were issued, too
 *   step/value/eval_builtin.c        existence, and protections of mappings, for assertions
 *   step/check/leak.c                all memory, at the end of the program
 *   step/step.c                fences
 *
 * No other file mentions the operations of struct engine_memory: scripts/check/check-includes.
 */
#ifndef SYMEX_MEMORY_GATE_H
#define SYMEX_MEMORY_GATE_H

#include "symex/memory/store.h"

/* Does the engine answer reads and writes?  Then every access is to a scalar, where it can be: the
 * functions for whole objects and for constant offsets below are not for what can be copied scalar
 * by scalar. */
static inline bool gate_is_by_scalar(const struct symex *x) {
	return x->engine->memory.by_scalar;
}

/* The value of a scalar of which 'c' is the content; NULL: the access is invalid, and the result is
 * NO_TERM.  Bytes behind the end of the object are arbitrary. */
term gate_read(struct symex *, struct state *, const struct access *, bool is_pointer,
               const struct content *c);
/* Writes the scalar, under the guard of the access; c NULL: the access is invalid. */
void gate_write(struct symex *, struct state *, const struct access *, bool is_pointer, term value,
                const struct content *c);
/* The same at a constant offset inside an object that certainly exists, without terms.  Requires
 * !gate_is_by_scalar. */
struct value gate_read_known(struct symex *, struct state *, uint32_t object, uint64_t offset,
                             struct scalar, const struct content *c);
void gate_write_known(struct symex *, struct state *, uint32_t object, uint64_t offset,
                      struct scalar, const struct value *, const struct content *c);

/* A store that was issued before reaches memory (symex/memory/pending.h).  If its object does not
 * exist any more, nothing happens. */
void gate_flush(struct symex *, struct state *, const struct access *, struct scalar, term value);

/* The store of the thread at this position of its buffer is about to do so. */
void gate_leaves(struct symex *, struct state *, uint32_t tid, uint32_t position);

/* A read or write of the whole object, which the caller makes. */
void gate_whole(struct symex *, struct state *, uint32_t object, enum access_kind);

/* A check reads whether the object exists: returns the condition that it does. */
term gate_exists(struct symex *, struct state *, uint32_t object);
/* The condition that the object has ended, for an access that passes the gate by itself. */
term gate_is_ended(struct symex *, struct state *, uint32_t object);
/* The lifetime of the object ends where the guard holds. */
void gate_end(struct symex *, struct state *, uint32_t object, term guard);

/* May another thread have stored a pointer there, so that a copy has to read one? */
bool gate_holds_pointer(struct symex *, uint32_t object, uint64_t offset);
void gate_fence(struct symex *, struct state *, enum mem_order);
/* A section of the library has released the word, or acquired it. */
void gate_synchronise(struct symex *, struct state *, term word, bool acquires);

#endif
