/* An argument that no thread waits for ever, which needs no order of nodes.
 *
 * It holds if every wait is for a mutex, or a join of a thread with a higher number; if a thread
 * that holds a mutex does not wait; and if it releases the mutex whenever it comes to its end.
 * Then who waits for a mutex waits for a thread that is neither blocked nor at its end.  And who
 * joins a thread waits for one that has not ended: if that is blocked, too, it waits for a mutex,
 * or joins a thread with a number that is higher still.  So there is neither a state where all
 * threads are blocked or have ended, nor a cycle of blocked ones. */
#include "symex/events/encode/section.h"
#include "symex/events/local/derive.h"
#include "symex/events/local/local.h"

enum { MOST_BRANCHES = 20 }; /* from the begin of a section to its end */

/* The condition that a thread which has come to 'from' goes on along the path; false: it has too
 * many branches. */
static bool find_way(struct terms *ts, const struct guard *path, const struct guard *from,
                     term *way) {
	*way = term_true(ts);
	for (unsigned n = 0; path != from; path = path->up) {
		if (!path || n++ == MOST_BRANCHES)
			return false;
		*way = term_and(ts, *way, path->condition);
	}
	return true;
}

/* Is the section over whenever its thread has ended? */
static bool ends(struct local_facts *l, const struct acquire *a) {
	struct events *e = l->e;
	struct terms *ts = e->x->ts;
	const struct guard *path = e->event.at[a->event].path;
	term none = term_true(ts);
	for (size_t i = 0; i < a->release.n; i++) {
		term way;
		if (!find_way(ts, e->event.at[a->release.at[i]].path, path, &way))
			return false;
		none = term_and(ts, none, term_not(ts, way));
	}
	return local_refute(l, path, none, NO_EVENT);
}

/* Does its thread wait for nothing in the section? */
static bool runs_through(const struct events *e, const struct acquire *a) {
	const struct event_node *begin = &e->node.at[a->node];
	uint32_t end = begin->index;
	for (size_t i = 0; i < a->release.n; i++) {
		uint32_t at = e->node.at[e->event.at[a->release.at[i]].node].index;
		end = at > end ? at : end;
	}
	for (size_t i = 0; i < e->waiting.n; i++) {
		const struct event_node *n = &e->node.at[e->waiting.at[i].node];
		if (n->tid == begin->tid && n->index > begin->index && n->index <= end &&
		    !term_is_false(e->x->ts, term_and(e->x->ts, n->guard, e->event.at[a->event].guard)))
			return false;
	}
	return true;
}

static bool is_for_later_thread(const struct events *e, const struct waiting *w) {
	return w->sync == SYNC_JOIN && w->joins != NO_THREAD && w->joins > e->node.at[w->node].tid &&
	       w->joins < e->thread.n && e->thread.at[w->joins].exists;
}

/* The nodes that wait for a mutex. */
static bool *find_lockings(const struct events *e) {
	const struct sections *s = e->sections;
	bool *locks = arena_array(e->x->pool.arena, bool, e->node.n + 1);
	for (size_t i = 0; i < s->lock.n; i++)
		for (size_t k = 0; k < s->lock.at[i].acquire.n && s->lock.at[i].is_mutex; k++)
			locks[s->lock.at[i].acquire.at[k].node] |= s->lock.at[i].acquire.at[k].waits;
	return locks;
}

bool progress_may_hold(const struct local_facts *l) {
	const struct events *e = l->e;
	if (e->follower || e->branches.known)
		return false;
	const bool *locks = find_lockings(e);
	for (size_t i = 0; i < e->waiting.n; i++) {
		const struct waiting *w = &e->waiting.at[i];
		if (w->for_signal || !(locks[w->node] || is_for_later_thread(e, w)))
			return false;
	}
	const struct sections *s = e->sections;
	for (size_t i = 0; i < s->lock.n; i++)
		for (size_t k = 0; k < s->lock.at[i].acquire.n && s->lock.at[i].is_mutex; k++)
			if (!runs_through(e, &s->lock.at[i].acquire.at[k]))
				return false;
	return true;
}

bool progress_holds(struct local_facts *l) {
	const struct sections *s = l->e->sections;
	for (size_t i = 0; i < s->lock.n; i++)
		for (size_t k = 0; k < s->lock.at[i].acquire.n && s->lock.at[i].is_mutex; k++)
			if (!ends(l, &s->lock.at[i].acquire.at[k]))
				return false;
	return true;
}
