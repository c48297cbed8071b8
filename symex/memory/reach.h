/* symex/memory/reach.h -- which objects can be reached through pointers stored in memory.
 *
 *   reach_open --> reach_object, reach_pointer ... --> reach_close
 *
 * Pointers stored in objects are followed, each under the condition that the cell points there.
 */
#ifndef SYMEX_MEMORY_REACH_H
#define SYMEX_MEMORY_REACH_H

#include "symex/core/execution.h"
#include "symex/core/pointer.h"
#include "symex/memory/memory.h"

struct reach {
	struct symex *x;
	struct state *st;
	term *condition; /* by object: under which it is reached */
	uint32_t *visits;
	VEC(uint32_t) todo;
	bool each;      /* set by the caller: elements of an SMT array have separate conditions */
	bool too_large; /* each: an array had too many elements for that */
};

void reach_open(struct reach *, struct symex *, struct state *);
void reach_object(struct reach *, uint32_t object, term condition);
void reach_pointer(struct reach *, term pointer, term condition);
void reach_content(struct reach *, uint32_t object, term condition); /* its pointers */
/* By object: the condition under which it is reached; the caller frees it. */
term *reach_close(struct reach *);

#endif
