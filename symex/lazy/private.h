/* symex/lazy/private.h -- dynamic objects that only the thread that made them has accessed.
 *
 * An object belongs to the thread that makes it, until static memory or another thread has a
 * pointer to it, or an integer made of its address, directly or through other objects: then it is
 * published, for the rest of the path.  (That nobody has a pointer to it any more is not enough: a
 * thread that read its pointer has executed the accesses that need no switch point in the same
 * step, although it might make them later.)  Which objects are published is part of the state.
 *
 * An integer that mentions an address but is none (the exclusive or of two, say) may become a
 * pointer to any object whose address was converted; then all such objects are published.
 *
 * What the thread has written must be in memory when the pointer is there: a memory model says
 * whether it is (PRIVATE_OBJECTS, symex/model/shortcuts.def).
 */
#ifndef SYMEX_LAZY_PRIVATE_H
#define SYMEX_LAZY_PRIVATE_H

#include "symex/core/state.h"

struct tree;
struct private;

/* A state, as far as it is compared with later ones. */
struct private_point {
	struct pmap mem;
	uint32_t nthreads;
};

struct private_mark { /* how to undo what a node has found */
	size_t nchanges;
	struct private_point node;
	struct pmap published;
};

struct private *private_open(void);
void private_close(struct private *);

/* At a node: finds the objects that are published since the node before, after a step of the
 * running thread.  The result is for private_undo, when the search leaves the node. */
struct private_mark private_mark(struct tree *, struct state *);
void private_undo(struct private *, struct private_mark before);
bool private_is_published(const struct private *, uint32_t object);
/* The published objects, as keys. */
const struct pmap *private_published(const struct private *);

/* A thread begins a step in this state.  It writes to memory that is not private. */
void private_begin(struct private *, const struct state *);
void private_wrote(struct private *);
/* In a step: is the object private to the running thread? */
bool private_is(struct tree *, struct state *, uint32_t object);

#endif
