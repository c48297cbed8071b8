#include "symex/step/thread/held.h"

#include "symex/core/pointer.h"
#include "symex/memory/discipline.h"

void thread_acquired(struct symex *x, struct state *st, enum sync_kind kind, term object,
                     uint32_t bytes) {
	struct held *h = arena_new(x->pool.arena, struct held);
	*h = (struct held){
	    .up = st->held, .kind = kind, .object = object, .bytes = bytes, .loc = state_user_loc(st)};
	st->held = h;
	if (x->discipline)
		discipline_acquired(x, h);
}

static bool is_in(const struct held *list, term object) {
	for (; list; list = list->up)
		if (term_eq(list->object, object))
			return true;
	return false;
}

/* The list without its youngest entry for 'object', which it has. */
static const struct held *without(struct symex *x, const struct held *list, term object) {
	if (term_eq(list->object, object))
		return list->up;
	struct held *copy = arena_copy(x->pool.arena, list, sizeof *list);
	copy->up = without(x, list->up, object);
	return copy;
}

/* The list after a release through a pointer that is none of its terms, but may be equal to one.
 * *is_ours: condition under which it is. */
static const struct held *release_aliases(struct symex *x, const struct held *list, term object,
                                          term *is_ours) {
	if (!list)
		return NULL;
	const struct held *rest = release_aliases(x, list->up, object, is_ours);
	term same = ptr_equal(x, list->object, object);
	*is_ours = term_or(x->ts, *is_ours, same);
	if (term_is_true(x->ts, same))
		return rest;
	if (rest == list->up && term_is_false(x->ts, same))
		return list;
	struct held *copy = arena_copy(x->pool.arena, list, sizeof *list);
	copy->up = rest;
	if (!term_is_false(x->ts, same))
		copy->released = list->released.ix ? term_or(x->ts, list->released, same) : same;
	return copy;
}

void thread_released(struct symex *x, struct state *st, term object) {
	if (is_in(st->held, object)) {
		st->held = without(x, st->held, object);
		return;
	}
	term is_ours = term_false(x->ts);
	st->held = release_aliases(x, st->held, object, &is_ours);
	bool alone = st->nthreads == 1; /* no other thread can hold the lock */
	if (x->discipline && !alone && !term_is_true(x->ts, is_ours))
		discipline_released(x, st, object);
}
