/* symex/core/touch.h -- which memory a step of a thread reads and writes, for the reductions of the
 * tree.
 *
 * Only memory that another thread may reach is recorded.  An offset that is not constant touches
 * the whole object.  An instruction that adds something to a variable, and does nothing else with
 * its value, is a use of its own: two of them can change places.
 */
#ifndef SYMEX_CORE_TOUCH_H
#define SYMEX_CORE_TOUCH_H

#include "symex/core/execution.h"

void touch_add(struct symex *, uint32_t object, uint32_t from, uint32_t to, bool is_write);
void touch_at(struct symex *, uint32_t object, term offset, uint32_t bytes, bool is_write);

static inline void touch(struct symex *x, uint32_t object, term offset, uint32_t bytes,
                         bool is_write) {
	if (x->tree && x->tree->record)
		touch_at(x, object, offset, bytes, is_write);
}
static inline void touch_whole(struct symex *x, uint32_t object, bool is_write) {
	if (x->tree && x->tree->record)
		touch_add(x, object, 0, UINT32_MAX, is_write);
}
/* Whether the object still exists: beyond its last byte, where only the end of an object reaches.
 */
static inline void touch_life(struct symex *x, uint32_t object) {
	if (x->tree && x->tree->record)
		touch_add(x, object, UINT32_MAX - 1, UINT32_MAX, false);
}

/* Does it matter which of the two comes first? */
static inline bool touch_conflict(const struct touch *a, const struct touch *b) {
	if (a->object != b->object || a->from >= b->to || b->from >= a->to)
		return false;
	if (a->use == TOUCH_ADD && b->use == TOUCH_ADD)
		return a->from != b->from || a->to != b->to;
	return a->use != TOUCH_READ || b->use != TOUCH_READ;
}

#endif
