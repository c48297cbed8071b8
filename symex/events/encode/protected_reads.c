/* What a mutex protects: reads that need no source, and writes that no source can be.
 *
 * If a thread has accessed some bytes in a section before it reads them there, and nobody else can
 * have written them in between, since the others write them in sections of the same mutex, the read
 * finds what that access left.  And of the writes of a section, another section of the mutex can
 * only find the last. */
#include "symex/events/encode/protected_reads.h"

#include "symex/events/encode/section.h"
#include "symex/events/record/before.h"

static bool is_plain(const struct events *e, const struct event *ev) {
	return !ev->at.step && ev->value.ix && term_is_true(e->x->ts, ev->pointer_guard);
}

/* The access of the thread that left in the bytes what the read finds if nobody else writes;
 * NO_EVENT: it is not known which. */
static uint32_t last_access(const struct events *e, uint32_t read) {
	const struct event *r = &e->event.at[read];
	for (uint32_t i = read; i-- > 0;) {
		const struct event *ev = &e->event.at[i];
		if (!same_thread(e, ev, r))
			return NO_EVENT;
		if (ev->object != r->object || !bytes_overlap(ev->at, r->at))
			continue;
		bool fits = is_plain(e, ev) && !ev->is_sliced && bytes_equal(ev->at, r->at) &&
		            term_width(e->x->ts, ev->value) == term_width(e->x->ts, r->value) &&
		            guard_implies(r->path, ev->path);
		if (fits || ev->kind == EVENT_WRITE)
			return fits ? i : NO_EVENT;
	}
	return NO_EVENT;
}

/* Can none of the writes be between the two events, which are in a section of the mutex? */
static bool is_undisturbed(const struct events *e, const struct lock *mutex, uint32_t first,
                           uint32_t read, const uint32_t *write, size_t n) {
	const struct event *a = &e->event.at[first], *r = &e->event.at[read];
	for (size_t i = 0; i < n; i++) {
		const struct event *w = &e->event.at[write[i]];
		if (same_thread(e, w, r) || !bytes_overlap(w->at, r->at) ||
		    issue_before(e, w->node, a->node) || issue_before(e, r->node, w->node))
			continue;
		if (!section_has(mutex, write[i], write[i]))
			return false;
	}
	return true;
}

bool protect_settles(struct events *e, uint32_t read, const uint32_t *write, size_t n,
                     uint32_t *from) {
	const struct event *r = &e->event.at[read];
	if (!events_reduce_by(e, REDUCTION_PROTECTED_READS))
		return false;
	if (e->hb && r->order != MEM_PLAIN) /* it may synchronise with whom it reads from */
		return false;
	uint32_t first = is_plain(e, r) ? last_access(e, read) : NO_EVENT;
	for (size_t i = 0; first != NO_EVENT && i < e->sections->lock.n; i++) {
		const struct lock *l = &e->sections->lock.at[i];
		if (!l->is_mutex || l->object == r->object || !section_has(l, first, read) ||
		    !is_undisturbed(e, l, first, read, write, n))
			continue;
		*from = first;
		return true;
	}
	return false;
}

bool protect_hides(const struct events *e, uint32_t write, uint32_t later, uint32_t read) {
	const struct event *w = &e->event.at[write], *v = &e->event.at[later];
	if (!events_reduce_by(e, REDUCTION_PROTECTED_READS) || !same_thread(e, w, v) ||
	    same_thread(e, w, &e->event.at[read]) || !is_plain(e, v) || w->at.step ||
	    !bytes_equal(w->at, v->at) || !guard_implies(w->path, v->path))
		return false;
	for (size_t i = 0; i < e->sections->lock.n; i++) {
		const struct lock *l = &e->sections->lock.at[i];
		if (l->is_mutex && section_has(l, write, later) && section_has(l, read, read))
			return true;
	}
	return false;
}
