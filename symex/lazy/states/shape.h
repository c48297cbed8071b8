/* symex/lazy/states/shape.h -- parts of states without the names of objects.
 *
 * A dynamic object (a local with its address taken, a block of the heap, the arguments of a
 * variadic call) has a number that depends on the path, and so does the arbitrary content of fresh
 * memory.  The shape of a part of a state separates these names from the rest:
 *
 *   form    canonical number (symex/core/canon.h) of the part with a blank for each name
 *   names   the names in the order of their blanks, a list in the same struct canon; 0: none
 *
 * Two parts with the same form are equal up to the names; they are equal if their names are.
 *
 * A name in a term other than a pointer to a known object cannot be replaced by a blank; it stays
 * in the form, and is listed as a pinned one: such an object has to keep its name.
 *
 * The variable of an input, or of uninitialised memory, is named after a choice.  A value that is
 * just such a variable has a blank, too.  A choice is pinned if its variables occur in other terms.
 *
 * The numbers of threads are names, too, where it is known that a value is one (symmetry.h).
 *
 * The shape of a map is computed per subtree and kept by the canonical number of the subtree, so a
 * state that differs little from an earlier one costs little.  The form of a part without names is
 * its canonical number.
 */
#ifndef SYMEX_LAZY_STATES_SHAPE_H
#define SYMEX_LAZY_STATES_SHAPE_H

#include "symex/core/canon.h"
#include "symex/core/state.h"
#include "symex/memory/memory.h"

struct shape {
	uint32_t form, names;
};

static inline uint64_t shape_pack(struct shape s) {
	return (uint64_t)s.form << 32 | s.names;
}
static inline struct shape shape_unpack(uint64_t packed) {
	return (struct shape){(uint32_t)(packed >> 32), (uint32_t)packed};
}

enum name_kind {
	NAME_OBJECT,
	NAME_PINNED_OBJECT,
	NAME_CHOICE,
	NAME_PINNED_CHOICE,
	NAME_THREAD,
	NAME_JOINED, /* a thread, whose place among others of this kind makes no difference (joins.h) */
	NAME_THREADS, /* a set of threads: bit n stands for thread n */
};
enum { NAME_BITS = 29 };

static inline uint32_t name_make(enum name_kind kind, uint32_t number) {
	return (uint32_t)kind << NAME_BITS | number;
}
static inline enum name_kind name_kind(uint32_t name) {
	return (enum name_kind)(name >> NAME_BITS);
}
static inline uint32_t name_number(uint32_t name) {
	return name & ((1u << NAME_BITS) - 1);
}

/* Numbers of threads (symmetry.h): a kind of register besides those of state.h, and numbers for the
 * thread whose register it is, and for one that is not known. */
enum { REG_THREAD = REG_NOTE + 1 };
enum { THREAD_MAX = 1 << 20, THREAD_SELF = (1 << NAME_BITS) - 2, THREAD_UNKNOWN };

/* In states with more threads than that, neither threads nor objects are renamed: threads from 63
 * on share a bit in sets of threads, and what each thread leads to would be looked at in every
 * state (node_key). */
enum { MAX_RENAMED = 62 };

struct shapes;
struct shapes *shapes_open(struct symex *, struct canon *);
void shapes_close(struct shapes *);

/* Does the path determine the number of the object?  Otherwise it is a static one. */
bool shape_is_dynamic(const struct symex *, uint32_t object);

/* Of a map that canon_map has numbered.  shape_memory and shape_ended leave out the entries of
 * dynamic objects. */
struct shape shape_registers(struct shapes *, const struct pmap *);
struct shape shape_memory(struct shapes *, const struct pmap *);
struct shape shape_ended(struct shapes *, const struct pmap *);
/* Without the choice of a fresh content. */
struct shape shape_content(struct shapes *, const struct content *);
/* Does the path determine the choice that names the bytes of the content? */
static inline bool shape_is_fresh(const struct content *c) {
	return c->fill == FILL_ANY && !(c->choice & CHOICE_OF_SYMBOL);
}

/* The object holds numbers of threads: shape_memory leaves it out, and its content is composed cell
 * by cell.  Marking an object invalidates nothing but what is kept here. */
void shape_mark(struct shapes *, uint32_t object);
void shape_unmark(struct shapes *); /* all */
bool shape_is_marked(const struct shapes *, uint32_t object);
struct shape_cells {
	size_t begin;
	uint32_t form;
};
/* false: the shape is known. */
bool shape_cells_begin(struct shapes *, struct shape_cells *, uint32_t object,
                       const struct content *, struct shape *known);
void shape_cells_add(struct shapes *, struct shape_cells *, uint32_t offset, uint64_t cell);
/* kind: NAME_THREAD, NAME_JOINED or NAME_THREADS. */
void shape_cells_add_thread(struct shapes *, struct shape_cells *, uint32_t offset, enum name_kind,
                            uint32_t number);
struct shape shape_cells_end(struct shapes *, struct shape_cells *, uint32_t object,
                             const struct content *);

/* Composition: shape_begin, then shape_add and shape_add_term for the parts, whose forms the caller
 * puts together, then shape_end with the number of the whole.  Calls nest. */
size_t shape_begin(struct shapes *);
uint32_t shape_add(struct shapes *, struct shape); /* returns its form */
void shape_add_name(struct shapes *, enum name_kind, uint32_t number);
void shape_add_term(struct shapes *, term, uint32_t form[2]); /* NO_TERM: nothing */
struct shape shape_end(struct shapes *, size_t begin, uint32_t form);

/* What has been computed for a part with this number. */
enum { SHAPE_OF_FRAME = 8, SHAPE_OF_THREAD };
bool shape_find(const struct shapes *, uint32_t kind, uint32_t number, struct shape *);
void shape_keep(struct shapes *, uint32_t kind, uint32_t number, struct shape);

#endif
