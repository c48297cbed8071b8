/* symex/memory/memory.h -- the memory of a program, through pointers.
 *
 * Finds the objects that a pointer may point to, and whether the access is valid there; what is
 * read or written in one object passes the gate (symex/memory/gate.h).
 */
#ifndef SYMEX_MEMORY_MEMORY_H
#define SYMEX_MEMORY_MEMORY_H

#include "symex/memory/store.h"

uint32_t memory_static(struct symex *, struct symbol *); /* of a static variable or function */

/* Accesses through a pointer, to every object that it may point to. */
term memory_read(struct symex *, struct state *, term pointer, struct scalar);
void memory_write(struct symex *, struct state *, term pointer, struct scalar, term value);
/* The same where the condition holds; elsewhere there is no access at all, and the value that is
 * read is arbitrary. */
term memory_read_if(struct symex *, struct state *, term pointer, struct scalar, term condition);
void memory_write_if(struct symex *, struct state *, term pointer, struct scalar, term value,
                     term condition);
/* The same at a constant offset of one object; false: memory_read or memory_write must be called,
 * and nothing has happened. */
bool memory_read_known(struct symex *, struct state *, uint32_t object, uint64_t offset,
                       struct scalar, struct value *);
bool memory_write_known(struct symex *, struct state *, uint32_t object, uint64_t offset,
                        struct scalar, const struct value *);
void memory_copy(struct symex *, struct state *, term to, term from, uint64_t bytes);
/* Of a structure that an atomic operation loads or stores, as one word if the machine has it. */
void memory_copy_atomic(struct symex *, struct state *, term to, term from, const struct type *,
                        enum mem_order load, enum mem_order store);
void memory_set(struct symex *, struct state *, term to, term byte, uint64_t bytes);
/* The same if each pointer is to the start of an object of this size, which may be symbolic; false:
 * they are not, and memory is unchanged. */
bool memory_copy_whole(struct symex *, struct state *, term to, term from, term bytes);
bool memory_set_whole(struct symex *, struct state *, term to, term byte, term bytes);
/* Under the condition the whole object becomes arbitrary. */
void memory_havoc(struct symex *, struct state *, uint32_t object, term condition,
                  enum choice_kind);
void memory_end(struct symex *, struct state *, term pointer); /* the lifetime of the object ends */

#endif
