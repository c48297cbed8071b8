/* Read-write locks and semaphores: sections that exclude each other, as facts about the order.
 *
 * A read-write lock has a word with the number of its writer, or 0, and a word that counts readers;
 * a semaphore has a word that counts down.  Both remain words that are read and written, as their
 * models say; added is, for each pair of sections of which one is not a reader's, that one is over
 * before the other begins (section.c).  The solver would find that out pair by pair, from the
 * values of the words under every order.
 *
 * That it follows is shown by induction over the order of nodes, thread by thread.  As long as
 *   - the writer's word is 0 unless a thread holds it, and then that thread's number, and
 *   - the count of readers is the number of read locks held; that of a semaphore, its initial
 * value, at most 1, less those who hold it, a thread that reads a word knows what follows from what
 * it holds itself: 'known'.  With that, each write must be
 *   - one that cannot happen,
 *   - an acquire: the node has found that no section is open that it excludes, and the thread holds
 *     nothing; or
 *   - a release of what the thread holds.
 * Then everything stays true after the write.  If one write is something else, nothing is added.
 *
 * The model of a read-write lock also has a word with a bit for each thread that reads, so that it
 * can tell who unlocks without holding the lock.  As long as the bits of all readers are set, a
 * write to it may set the bit of its thread, clear that when the thread has released the lock, or
 * clear all when there are no readers left.
 *
 * Of other words, such as the one that says that the lock was destroyed, it is known in which
 * interval they are (interval.c). */
#include "symex/events/encode/exclusion.h"

#include "solvers/model.h"
#include "solvers/sat/sat.h"
#include "symex/config.h"
#include "symex/events/encode/section.h"
#include "symex/events/record/before.h"
#include "symex/memory/content.h"
#include "symex/memory/memory.h"

enum { MOST_ACQUIRES = 60, EFFORT = 20 };

enum lock_change { CHANGE_NONE, CHANGE_UP, CHANGE_DOWN };

struct exclusion { /* a lock that is being looked at */
	struct events *e;
	const uint32_t *begin; /* by node: its first event */
	struct solver *known;
	const struct lock *writer; /* NULL: a semaphore */
	const struct lock *count;
	const struct lock *mask;     /* of who reads; NULL: there is none */
	VEC(term) fact;              /* about what is read */
	VEC(struct acquire) acquire; /* of all threads */
	size_t first;                /* of the thread that is being looked at */
	uint64_t number;             /* that it writes to the writer's word; 0: it does not */
	uint64_t bit;                /* that it sets in the mask; 0: it does not */
	term holds, shares;          /* it holds the lock: as a writer or the semaphore, as a reader */
};

static const struct event *event_of(const struct exclusion *x, uint32_t event) {
	return &x->e->event.at[event];
}

static uint32_t thread_of(const struct exclusion *x, uint32_t event) {
	return x->e->node.at[event_of(x, event)->node].tid;
}

static bool is_of(const struct event *ev, const struct lock *l) {
	return l && ev->object == l->object && bytes_equal(ev->at, l->at);
}

/* Has the node written the word before the event? */
static bool is_written(const struct exclusion *x, const struct lock *l, uint32_t event) {
	uint32_t node = event_of(x, event)->node;
	for (uint32_t i = x->begin[node]; i < event; i++) {
		const struct event *ev = event_of(x, i);
		if (ev->node == node && ev->kind == EVENT_WRITE && is_of(ev, l) &&
		    !section_alternatives(x->e, i, event))
			return true;
	}
	return false;
}

/* The last read of the word in the node before the event; NULL: there is none, or the word was
 * written. */
static const struct event *found_at(const struct exclusion *x, const struct lock *l,
                                    uint32_t event) {
	const struct event *r = NULL;
	uint32_t node = event_of(x, event)->node;
	for (uint32_t i = x->begin[node]; i < event; i++) {
		const struct event *ev = event_of(x, i);
		if (ev->node == node && ev->kind == EVENT_READ && is_of(ev, l) &&
		    !section_alternatives(x->e, i, event))
			r = ev;
	}
	return is_written(x, l, event) ? NULL : r;
}

/* Does the write add 1 to what the node has found, or take 1 away? */
static enum lock_change change_of(const struct exclusion *x, const struct lock *l, uint32_t event) {
	struct terms *ts = x->e->x->ts;
	const struct event *w = event_of(x, event), *r = found_at(x, l, event);
	if (!r || !w->value.ix || !term_is_true(ts, r->pointer_guard))
		return CHANGE_NONE;
	term one = term_u64(ts, term_width(ts, w->value), 1);
	if (term_width(ts, r->value) != term_width(ts, w->value))
		return CHANGE_NONE;
	return term_eq(w->value, term_add(ts, r->value, one))   ? CHANGE_UP
	       : term_eq(w->value, term_sub(ts, r->value, one)) ? CHANGE_DOWN
	                                                        : CHANGE_NONE;
}

static bool is_const(const struct exclusion *x, uint32_t event, uint64_t *value) {
	const struct event *w = event_of(x, event);
	return w->value.ix && term_get_u64(x->e->x->ts, w->value, value);
}

/* --- What a thread knows. --- */

/* Is it known that the condition is false wherever the event happens? */
static bool excludes(struct exclusion *x, const struct event *ev, term condition) {
	term assume[] = {ev->guard, condition};
	struct terms *ts = x->e->x->ts;
	if (term_is_false(ts, term_and(ts, ev->guard, condition)))
		return true;
	return x->known->ops->check(x->known, assume, 2) == ANSWER_UNSAT;
}

static bool implies(struct exclusion *x, const struct event *ev, term condition) {
	return excludes(x, ev, term_not(x->e->x->ts, condition));
}

/* The writer's word is 0 or a number that is written to it; that of the thread if it holds it. */
static term fact_of_writer(struct exclusion *x, term value) {
	struct terms *ts = x->e->x->ts;
	uint32_t width = term_width(ts, value);
	uint64_t number;
	term any = term_is_zero(ts, value), own = term_u64(ts, width, x->number);
	for (size_t i = 0; i < x->writer->write.n; i++)
		if (is_const(x, x->writer->write.at[i], &number))
			any = term_or(ts, any, term_equal(ts, value, term_u64(ts, width, number)));
	if (x->number)
		any = term_and(ts, any, term_equal(ts, x->holds, term_equal(ts, value, own)));
	return any;
}

/* The bit of the thread is not set in the mask. */
static term has_no_bit(struct exclusion *x, term mask) {
	struct terms *ts = x->e->x->ts;
	term bit = term_u64(ts, term_width(ts, mask), x->bit);
	return x->bit ? term_is_zero(ts, term_bvand(ts, mask, bit)) : term_false(ts);
}

static const struct lock *lock_of(const struct exclusion *x, const struct event *ev) {
	return is_of(ev, x->writer)  ? x->writer
	       : is_of(ev, x->count) ? x->count
	       : is_of(ev, x->mask)  ? x->mask
	                             : NULL;
}

static void add_fact(struct exclusion *x, term fact) {
	vec_push(&x->fact, fact);
	x->known->ops->add(x->known, fact);
}

/* A node reads again what it has written. */
static void note_own(struct exclusion *x, const struct lock *l, uint32_t read) {
	struct terms *ts = x->e->x->ts;
	const struct event *r = event_of(x, read);
	for (uint32_t i = read; i-- > x->begin[r->node];) {
		const struct event *w = event_of(x, i);
		if (w->node != r->node || w->kind != EVENT_WRITE || !is_of(w, l))
			continue;
		if (w->value.ix && term_width(ts, w->value) == term_width(ts, r->value))
			add_fact(x, term_implies(ts, term_and(ts, r->guard, w->guard),
			                         term_equal(ts, r->value, w->value)));
		return;
	}
}

static void note_read(struct exclusion *x, uint32_t read) {
	struct terms *ts = x->e->x->ts;
	const struct event *r = event_of(x, read);
	const struct lock *l = lock_of(x, r);
	const struct event *old = found_at(x, l, read);
	term fact, zero = term_is_zero(ts, r->value);
	if (old)
		add_fact(x, term_implies(ts, term_and(ts, r->guard, old->guard),
		                         term_equal(ts, r->value, old->value)));
	if (is_written(x, l, read)) {
		note_own(x, l, read);
		return;
	}
	if (l == x->writer)
		fact = fact_of_writer(x, r->value);
	else if (l == x->mask)
		fact = term_implies(ts, x->shares, term_not(ts, has_no_bit(x, r->value)));
	else if (x->writer)
		fact = term_implies(ts, x->shares, term_not(ts, zero));
	else
		fact = term_implies(ts, x->holds, zero);
	add_fact(x, term_implies(ts, r->guard, fact));
}

/* --- Sections. --- */

/* Has the node set the bit of the thread where it acquires the lock? */
static bool sets_bit(struct exclusion *x, const struct event *acquire, uint32_t event) {
	for (uint32_t i = x->begin[acquire->node]; i < event; i++) {
		const struct event *w = event_of(x, i);
		if (w->node == acquire->node && w->kind == EVENT_WRITE && is_of(w, x->mask))
			return implies(
			    x, acquire,
			    term_and(x->e->x->ts, w->guard, term_not(x->e->x->ts, has_no_bit(x, w->value))));
	}
	return false;
}

static bool add_acquire(struct exclusion *x, uint32_t event, bool is_shared) {
	struct terms *ts = x->e->x->ts;
	const struct event *w = event_of(x, event);
	struct acquire a = {.event = event, .node = w->node, .is_shared = is_shared};
	const struct event *count = found_at(x, x->count, event);
	const struct event *writer = x->writer ? found_at(x, x->writer, event) : NULL;
	term free = term_true(ts);
	if ((x->writer && !writer) || (!is_shared && !count))
		return false;
	if (writer)
		free = term_and(ts, writer->guard, term_is_zero(ts, writer->value));
	if (!is_shared) {
		term none = term_is_zero(ts, count->value);
		free =
		    term_and(ts, free, term_and(ts, count->guard, x->writer ? none : term_not(ts, none)));
	}
	if (!implies(x, w, free) || !excludes(x, w, term_or(ts, x->holds, x->shares)))
		return false;
	if (is_shared && x->mask && !sets_bit(x, w, event))
		return false;
	a.happens = section_happens(x->e, w);
	term *held = is_shared ? &x->shares : &x->holds;
	*held = term_or(ts, *held, w->guard);
	vec_push(&x->acquire, a);
	return x->acquire.n < MOST_ACQUIRES;
}

static bool add_release(struct exclusion *x, uint32_t event, bool is_shared) {
	struct terms *ts = x->e->x->ts;
	const struct event *w = event_of(x, event);
	term *held = is_shared ? &x->shares : &x->holds;
	if (!implies(x, w, *held))
		return false;
	for (size_t i = x->first; i < x->acquire.n; i++) {
		struct acquire *a = &x->acquire.at[i];
		term over = term_false(ts), began = event_of(x, a->event)->guard;
		for (size_t k = 0; k < a->release.n; k++)
			over = term_or(ts, over, event_of(x, a->release.at[k])->guard);
		if (a->is_shared != is_shared || excludes(x, w, term_and(ts, began, term_not(ts, over))))
			continue;
		if (!excludes(x, w, term_and(ts, began, over)) || a->node == w->node)
			return false;
		vec_push(&a->release, event);
	}
	*held = term_and(ts, *held, term_not(ts, w->guard));
	return true;
}

/* Has the node left no readers, where it writes this? */
static bool leaves_none(struct exclusion *x, uint32_t event) {
	const struct event *at = event_of(x, event);
	for (uint32_t i = event; i-- > x->begin[at->node];) {
		const struct event *w = event_of(x, i);
		if (w->node == at->node && w->kind == EVENT_WRITE && is_of(w, x->count))
			return w->value.ix && implies(x, at, w->guard) &&
			       implies(x, at, term_is_zero(x->e->x->ts, w->value));
	}
	return false;
}

/* A write to the mask leaves the bits of other readers as they are, and that of the thread if it
 * reads; or there are no readers. */
static bool keeps_mask(struct exclusion *x, uint32_t event) {
	struct terms *ts = x->e->x->ts;
	const struct event *w = event_of(x, event), *r = found_at(x, x->mask, event);
	if (!w->value.ix || !term_is_true(ts, w->pointer_guard))
		return false;
	uint32_t width = term_width(ts, w->value);
	term bit = term_u64(ts, width, x->bit);
	if (x->bit && r && term_eq(w->value, term_bvor(ts, r->value, bit)))
		return true;
	if (!excludes(x, w, x->shares))
		return false;
	if (x->bit && r && term_eq(w->value, term_bvand(ts, r->value, term_bvnot(ts, bit))))
		return true;
	return leaves_none(x, event);
}

/* false: the write is none of those that a lock has. */
static bool classify(struct exclusion *x, uint32_t event) {
	const struct event *w = event_of(x, event);
	const struct lock *l = lock_of(x, w);
	uint64_t value;
	if (section_is_initial(x->e, l, event) && is_const(x, event, &value))
		return value <= (x->writer ? 0 : 1);
	if (excludes(x, w, term_true(x->e->x->ts)))
		return true;
	if (l == x->mask)
		return keeps_mask(x, event);
	if (!term_is_true(x->e->x->ts, w->pointer_guard))
		return false;
	if (l == x->writer) {
		if (!is_const(x, event, &value) || (value && value != x->number))
			return false;
		return value ? add_acquire(x, event, false) : add_release(x, event, false);
	}
	enum lock_change s = change_of(x, l, event);
	if (!s)
		return false;
	return (s == CHANGE_UP) == (x->writer != NULL) ? add_acquire(x, event, x->writer != NULL)
	                                               : add_release(x, event, x->writer != NULL);
}

/* The number that the thread writes to the writer's word.  false: there are several, or another
 * thread writes it, too. */
static bool find_number(struct exclusion *x, uint32_t tid) {
	uint64_t value;
	x->number = 0;
	for (size_t i = 0; x->writer && i < x->writer->write.n; i++) {
		uint32_t w = x->writer->write.at[i];
		if (thread_of(x, w) != tid || !is_const(x, w, &value) || !value)
			continue;
		if (x->number && x->number != value)
			return false;
		x->number = value;
	}
	for (size_t i = 0; x->number && i < x->writer->write.n; i++) {
		uint32_t w = x->writer->write.at[i];
		if (thread_of(x, w) != tid && is_const(x, w, &value) && value == x->number)
			return false;
	}
	return true;
}

/* The bits that the write sets in what the node has found; 0: it does something else. */
static uint64_t bit_set(const struct exclusion *x, const struct lock *l, uint32_t event) {
	struct terms *ts = x->e->x->ts;
	const struct event *w = event_of(x, event), *r = found_at(x, l, event);
	uint64_t bits;
	if (!r || !w->value.ix || term_kind(ts, r->value) != TERM_VAR ||
	    term_width(ts, w->value) != term_width(ts, r->value) || term_width(ts, r->value) > 64)
		return 0;
	struct model *m = model_open(ts); /* in which everything is 0 */
	term found = term_const(ts, model_value(m, w->value));
	model_close(m);
	bool sets = term_eq(w->value, term_bvor(ts, r->value, found));
	return sets && term_get_u64(ts, found, &bits) ? bits : 0;
}

/* The bit that the thread sets in the mask.  false: there are several, or it is that of another
 * thread. */
static bool find_bit(struct exclusion *x, uint32_t tid) {
	uint64_t others = 0;
	x->bit = 0;
	for (size_t i = 0; x->mask && i < x->mask->write.n; i++) {
		uint32_t event = x->mask->write.at[i];
		uint64_t bit = bit_set(x, x->mask, event);
		if (thread_of(x, event) != tid)
			others |= bit;
		else if (bit && x->bit && bit != x->bit)
			return false;
		else if (bit)
			x->bit = bit;
	}
	return !(x->bit & others);
}

static bool look_at_thread(struct exclusion *x, uint32_t tid) {
	struct terms *ts = x->e->x->ts;
	x->holds = x->shares = term_false(ts);
	x->first = x->acquire.n;
	if (!find_number(x, tid) || !find_bit(x, tid))
		return false;
	for (uint32_t i = 0; i < x->e->event.n; i++) {
		const struct event *ev = event_of(x, i);
		if (thread_of(x, i) != tid || !lock_of(x, ev))
			continue;
		if (ev->kind == EVENT_READ)
			note_read(x, i);
		else if (!classify(x, i))
			return false;
	}
	return true;
}

static bool starts_at_most(const struct exclusion *x, const struct lock *l, uint64_t most) {
	struct symex *s = x->e->x;
	const struct content *c = s->object.at[l->object].initial;
	uint64_t value;
	return c && !l->at.step && l->at.from != LIFETIME && !section_is_mixed(x->e->sections, l) &&
	       term_get_u64(s->ts, content_read(s, c, l->at.from, (struct scalar){l->at.n, false}),
	                    &value) &&
	       value <= most;
}

/* --- What is added. --- */

/* Was the semaphore 1 at first, as a wait at the node finds it? */
static bool starts_at_one(const struct exclusion *x, uint32_t node) {
	uint64_t value = 0;
	for (size_t i = 0; i < x->count->write.n; i++) {
		uint32_t event = x->count->write.at[i];
		const struct event *w = event_of(x, event);
		if (section_is_initial(x->e, x->count, event) && is_const(x, event, &value))
			return value == 1 && term_is_true(x->e->x->ts, w->guard) &&
			       !x->e->node.at[w->node].may_stop && issue_before(x->e, w->node, node);
	}
	return !starts_at_most(x, x->count, 0);
}

/* The condition that a section which has the lock does not end; 'found': what the wait has found
 * there. */
static term held_for_ever(const struct exclusion *x, uint32_t node, bool by_readers, term found) {
	struct events *e = x->e;
	struct terms *ts = e->x->ts;
	term any = term_false(ts);
	for (size_t i = 0; i < x->acquire.n; i++) {
		const struct acquire *a = &x->acquire.at[i];
		if (a->is_shared != by_readers || issue_before(e, node, a->node))
			continue;
		term held = term_and(ts, a->happens, term_not(ts, section_released(e, a)));
		if (x->writer && !by_readers)
			held = term_and(ts, held, term_equal(ts, found, event_of(x, a->event)->value));
		any = term_or(ts, any, held);
	}
	return any;
}

/* A wait that is in vain because somebody has the lock, and for nothing else. */
static void add_blocked(struct exclusion *x, const struct waiting *wait) {
	struct terms *ts = x->e->x->ts;
	const struct event *writer = NULL, *count = NULL;
	for (uint32_t i = x->begin[wait->node]; i < x->e->event.n && (!writer || !count); i++) {
		const struct event *ev = event_of(x, i);
		if (ev->node != wait->node || ev->kind != EVENT_READ || !term_eq(ev->guard, wait->guard))
			continue;
		if (is_of(ev, x->writer) && !writer)
			writer = ev;
		if (is_of(ev, x->count) && !count)
			count = ev;
	}
	if (x->writer ? !writer : !count || !starts_at_one(x, wait->node))
		return;
	term free = x->writer ? term_is_zero(ts, writer->value) : term_true(ts);
	term held = held_for_ever(x, wait->node, false, x->writer ? writer->value : NO_TERM);
	if (count) {
		term zero = term_is_zero(ts, count->value);
		free = term_and(ts, free, x->writer ? zero : term_not(ts, zero));
	}
	if (count && x->writer)
		held = term_or(ts, held, held_for_ever(x, wait->node, true, NO_TERM));
	term assume[] = {wait->guard, term_not(ts, wait->condition), free};
	if (x->known->ops->check(x->known, assume, 3) == ANSWER_UNSAT)
		vec_push(&x->e->sections->blocked, ((struct blocked){wait->node, held}));
}

static void add_all(struct exclusion *x) {
	for (size_t i = 0; i < x->e->waiting.n; i++)
		add_blocked(x, &x->e->waiting.at[i]);

	for (size_t i = 0; i < x->fact.n; i++)
		order_add(x->e->order, x->fact.at[i]);
	for (size_t i = 0; i < x->acquire.n; i++)
		for (size_t k = 0; k < i; k++) {
			const struct acquire *a = &x->acquire.at[k], *b = &x->acquire.at[i];
			if ((!a->is_shared || !b->is_shared) &&
			    thread_of(x, a->event) != thread_of(x, b->event))
				section_exclude(x->e, a, b);
		}
}

/* Other words of the lock, such as one that says that it was destroyed, have few values, too. */
static void add_intervals(struct exclusion *x) {
	struct events *e = x->e;
	for (size_t i = 0; i < e->facts.interval.n; i++) {
		const struct event *r = event_of(x, e->facts.interval.at[i].read);
		if (r->object == x->count->object || (x->writer && r->object == x->writer->object))
			add_fact(x, term_implies(e->x->ts, r->guard, e->facts.interval.at[i].within));
	}
}

static bool look_at_lock(struct events *e, const uint32_t *begin, const struct lock *writer,
                         const struct lock *count, const struct lock *mask) {
	struct solver_config config = e->x->config->solver_config;
	struct exclusion x = {.e = e, .begin = begin, .writer = writer, .count = count, .mask = mask};
	bool good =
	    starts_at_most(&x, count, writer ? 0 : 1) && (!writer || starts_at_most(&x, writer, 0));
	config.effort = EFFORT;
	x.known = solver_sat.open(e->x->ts, &config);
	add_intervals(&x);
	for (uint32_t tid = 0; tid < e->thread.n && good; tid++)
		good = look_at_thread(&x, tid);
	if (good)
		add_all(&x);
	x.known->ops->close(x.known);
	for (size_t i = 0; i < x.acquire.n; i++)
		vec_free(&x.acquire.at[i].release);
	vec_free(&x.acquire);
	vec_free(&x.fact);
	return good;
}

/* Is the word counted up and down? */
static bool is_count(struct events *e, const uint32_t *begin, const struct lock *l) {
	struct exclusion x = {.e = e, .begin = begin};
	bool up = false, down = false;
	for (size_t i = 0; i < l->write.n; i++) {
		uint64_t value;
		enum lock_change s = change_of(&x, l, l->write.at[i]);
		if (!s && !is_const(&x, l->write.at[i], &value))
			return false;
		up |= s == CHANGE_UP;
		down |= s == CHANGE_DOWN;
	}
	return up && down;
}

/* A word of constants that the nodes which count read, too: the writer's. */
static const struct lock *next_writer(struct events *e, const uint32_t *begin,
                                      const struct lock *count, size_t *from) {
	struct exclusion x = {.e = e, .begin = begin};
	for (; *from < e->sections->lock.n; ++*from) {
		const struct lock *l = &e->sections->lock.at[*from];
		size_t reads = 0, constants = 0;
		uint64_t value;
		for (size_t i = 0; i < l->write.n; i++)
			constants += is_const(&x, l->write.at[i], &value);
		bool fits = !l->is_users && l != count && constants == l->write.n;
		for (size_t i = 0; i < count->write.n && fits; i++) {
			uint32_t w = count->write.at[i];
			reads += found_at(&x, l, w) != NULL;
		}
		if (reads) {
			++*from;
			return l;
		}
	}
	return NULL;
}

/* A word in which bits are set. */
static const struct lock *next_mask(struct events *e, const uint32_t *begin,
                                    const struct lock *count, size_t *from) {
	struct exclusion x = {.e = e, .begin = begin, .count = count};
	while (*from < e->sections->lock.n) {
		const struct lock *l = &e->sections->lock.at[(*from)++];
		bool sets = false;
		bool fits = !l->is_users && l != count && l->object == count->object;
		for (size_t k = 0; k < l->write.n && fits; k++)
			sets |= bit_set(&x, l, l->write.at[k]) != 0;
		if (sets)
			return l;
	}
	return NULL;
}

/* With a mask, if there is one. */
static bool look_at_words(struct events *e, const uint32_t *begin, const struct lock *writer,
                          const struct lock *count) {
	const struct lock *mask;
	for (size_t i = 0; (mask = next_mask(e, begin, count, &i));)
		if (look_at_lock(e, begin, writer, count, mask))
			return true;
	return look_at_lock(e, begin, writer, count, NULL);
}

void exclusion_encode(struct events *e) {
	uint32_t *begin = mem_alloc((e->node.n + 1) * sizeof *begin);
	for (uint32_t i = (uint32_t)e->event.n; i-- > 0;)
		begin[e->event.at[i].node] = i;
	for (size_t i = 0; i < e->sections->lock.n; i++) {
		const struct lock *l = &e->sections->lock.at[i], *writer;
		if (l->is_users || !is_count(e, begin, l))
			continue;
		bool found = false;
		for (size_t k = 0; !found && (writer = next_writer(e, begin, l, &k));)
			found = look_at_words(e, begin, writer, l);
		if (!found)
			look_at_lock(e, begin, NULL, l, NULL);
	}
	mem_free(begin);
}
