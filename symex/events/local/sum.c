/* Counters: bounds of what a read of one may return.
 *
 * If every write of some bytes is a constant, or what a read of these bytes in the same thread
 * returned plus or minus 1, then a value that is read is a constant plus and minus some of the
 * additions that happen: a read takes its value from an addition, that from a read before it, and
 * so on; no addition comes twice.  So with P the number of increments that happen and may be before
 * the read, and N that of decrements, the value is between K - N and K + P for a constant K that is
 * written.  The solver would have to try all orders of the additions to find that out.  Even with
 * these bounds it may try orders first; so queries are put to the bounds alone before.
 *
 * If the additions exclude each other, since each is within a section of one mutex, or a node, none
 * is lost: a read that comes after some of them, and before all others, returns the sum. */
#include "symex/events/local/sum.h"

#include "solvers/sat/sat.h"
#include "symex/config.h"
#include "symex/events/encode/candidates.h"
#include "symex/events/encode/section.h"
#include "symex/events/record/before.h"
#include "util/base/threshold.h"

enum { MOST_BASES = 16, MOST_ADDITIONS = 500, FEWEST_ADDITIONS = THRESHOLD(3, 1), MOST_BITS = 64 };
enum { COUNT_BITS = 10 };                      /* enough for twice as many additions */
enum { MOST_LIMITED = 10000, MANY_BITS = 16 }; /* where only constants are counted */

struct addition { /* of 1 or -1 */
	uint32_t read, write;
	bool is_negative;
};

struct base { /* a constant that is written; write NO_EVENT: initially */
	uint32_t write;
	term value;
};

struct sum_counter { /* bytes */
	uint32_t object;
	struct event_bytes at;
	VEC(struct base) base;
	VEC(struct addition) addition;
	VEC(uint32_t) read;
	bool is_none; /* something else is written */
};

struct sum_counters {
	struct events *e;
	struct map reader; /* symbol -> read event */
	struct map of;     /* object -> index + 1 in 'at'; 0: no counter */
	VEC(struct sum_counter) at;
};

/* The counter that the object is; NULL: none. */
static struct sum_counter *counter_of(struct sum_counters *c, const struct event *ev) {
	uint64_t index;
	if (!map_get(&c->of, ev->object, &index)) {
		struct sum_counter new = {.object = ev->object, .at = ev->at};
		new.is_none = ev->at.step || ev->at.n * 8 > MOST_BITS || ev->at.from == LIFETIME;
		vec_push(&c->at, new);
		index = c->at.n - 1;
		map_put(&c->of, ev->object, index);
	}
	struct sum_counter *k = &c->at.at[index];
	k->is_none |= !bytes_equal(k->at, ev->at) || !ev->value.ix;
	return k->is_none ? NULL : k;
}

/* Is the value what a read of the same bytes by the same thread returned, plus or minus 1? */
static bool is_addition(struct sum_counters *c, const struct event *w, struct addition *out) {
	struct terms *ts = c->e->x->ts;
	uint64_t read, amount;
	if (term_kind(ts, w->value) != TERM_ADD || term_nargs(ts, w->value) != 2)
		return false;
	term a = term_arg(ts, w->value, 0), b = term_arg(ts, w->value, 1);
	if (term_is_const(ts, a)) {
		term t = a;
		a = b;
		b = t;
	}
	if (!term_get_u64(ts, b, &amount) || !map_get(&c->reader, a.ix, &read))
		return false;
	const struct event *r = &c->e->event.at[read];
	if (r->object != w->object || !bytes_equal(r->at, w->at) ||
	    c->e->node.at[r->node].tid != c->e->node.at[w->node].tid)
		return false;
	out->read = (uint32_t)read;
	out->is_negative = amount != 1;
	return amount == 1 || term_eq(b, term_u64(ts, term_width(ts, b), UINT64_MAX));
}

static void add_write(struct sum_counters *c, struct sum_counter *k, uint32_t write) {
	const struct event *w = &c->e->event.at[write];
	struct addition a = {.write = write};
	if (term_width(c->e->x->ts, w->value) != w->at.n * 8) {
		k->is_none = true;
	} else if (term_is_const(c->e->x->ts, w->value)) {
		vec_push(&k->base, ((struct base){write, w->value}));
	} else if (is_addition(c, w, &a)) {
		vec_push(&k->addition, a);
	} else {
		k->is_none = true;
	}
}

static void find_counters(struct sum_counters *c) {
	struct events *e = c->e;
	for (uint32_t i = 0; i < e->event.n; i++)
		if (e->event.at[i].kind == EVENT_READ && e->event.at[i].value.ix &&
		    term_kind(e->x->ts, e->event.at[i].value) == TERM_VAR)
			map_put(&c->reader, e->event.at[i].value.ix, i);
	for (uint32_t i = 0; i < e->event.n; i++) {
		const struct event *ev = &e->event.at[i];
		struct sum_counter *k = counter_of(c, ev);
		if (!k)
			continue;
		if (ev->kind == EVENT_WRITE)
			add_write(c, k, i);
		else if (!ev->is_sliced)
			vec_push(&k->read, i);
	}
}

static bool may_precede(const struct events *e, const struct addition *a, uint32_t read) {
	const struct event *r = &e->event.at[read], *w = &e->event.at[a->write];
	bool same = e->node.at[w->node].tid == e->node.at[r->node].tid;
	return !(same && a->write > read) && !issue_before(e, r->node, w->node);
}

/* The number of increments, or decrements, that happen and may come before the read. */
static term count(struct events *e, const struct sum_counter *k, uint32_t read, bool negative) {
	struct terms *ts = e->x->ts;
	const struct event *r = &e->event.at[read];
	term all = term_u64(ts, COUNT_BITS, 0);
	for (size_t i = 0; i < k->addition.n; i++) {
		const struct addition *a = &k->addition.at[i];
		const struct event *w = &e->event.at[a->write];
		bool same = e->node.at[w->node].tid == e->node.at[r->node].tid;
		if (a->is_negative != negative || !may_precede(e, a, read))
			continue;
		/* The thread itself sees what it has written before it gets past the node. */
		term happens = same ? w->guard : term_and(ts, w->guard, node_happens(e, w->node));
		term one = term_u64(ts, COUNT_BITS, 1), zero = term_u64(ts, COUNT_BITS, 0);
		all = term_add(ts, all, term_ite(ts, happens, one, zero));
	}
	return term_zext(ts, all, k->at.n * 8);
}

static void add_lemma(struct events *e, term lemma) {
	order_add(e->order, lemma);
	if (!e->queries.bounds)
		e->queries.bounds = solver_sat.open(e->x->ts, &e->x->config->solver_config);
	e->queries.bounds->ops->add(e->queries.bounds, lemma);
}

/* The value is between a constant less 'less' and the same constant plus 'more'. */
static term bounds_of(struct events *e, const struct sum_counter *k, uint32_t read, term less,
                      term more) {
	struct terms *ts = e->x->ts;
	const struct event *r = &e->event.at[read];
	term range = term_add(ts, more, less);
	term any = term_false(ts);
	for (size_t i = 0; i < k->base.n; i++) {
		const struct base *b = &k->base.at[i];
		const struct event *w = b->write == NO_EVENT ? NULL : &e->event.at[b->write];
		if (w && issue_before(e, r->node, w->node))
			continue;
		term above = term_add(ts, term_sub(ts, r->value, b->value), less);
		term within = term_ule(ts, above, range);
		any = term_or(ts, any, w ? term_and(ts, w->guard, within) : within);
	}
	return any;
}

static void bound_read(struct events *e, const struct sum_counter *k, uint32_t read) {
	term less = count(e, k, read, true), more = count(e, k, read, false);
	term within = bounds_of(e, k, read, less, more);
	add_lemma(e, term_implies(e->x->ts, e->event.at[read].guard, within));
}

/* The same with the numbers of additions that may happen, which are constants. */
static void limit_read(struct local_facts *l, const struct sum_counter *k, uint32_t read) {
	struct events *e = l->e;
	uint32_t width = k->at.n * 8;
	uint64_t n[2] = {0};
	if (term_width(e->x->ts, e->event.at[read].value) != width)
		return;
	for (size_t i = 0; i < k->addition.n; i++)
		n[k->addition.at[i].is_negative] += may_precede(e, &k->addition.at[i], read);
	term more = term_u64(e->x->ts, width, n[0]), less = term_u64(e->x->ts, width, n[1]);
	local_add(l, read, bounds_of(e, k, read, less, more), 0);
}

/* Is what the node reads what is there when it writes? */
static bool is_undivided(const struct events *e, uint32_t node) {
	const struct event_node *n = &e->node.at[node];
	return model_interleaves(e->model) || n->modifies || n->in_model ||
	       (n->is_section && buffers_are_used(e));
}

/* Is each addition within a section of the mutex?  NULL: within a node? */
static bool are_within(const struct events *e, const struct sum_counter *k,
                       const struct lock *mutex) {
	for (size_t i = 0; i < k->addition.n; i++) {
		const struct addition *a = &k->addition.at[i];
		bool is = mutex ? section_has(mutex, a->read, a->write)
		                : e->event.at[a->read].node == e->event.at[a->write].node &&
		                      is_undivided(e, e->event.at[a->write].node);
		if (!is)
			return false;
	}
	return true;
}

static bool exclude_each_other(const struct events *e, const struct sum_counter *k) {
	if (are_within(e, k, NULL))
		return true;
	for (size_t i = 0; i < e->sections->lock.n; i++)
		if (e->sections->lock.at[i].is_mutex && are_within(e, k, &e->sections->lock.at[i]))
			return true;
	return false;
}

/* Is it certain for each addition whether it comes before the read? */
static bool is_settled(const struct events *e, const struct sum_counter *k, uint32_t read) {
	uint32_t r = e->event.at[read].node;
	for (size_t i = 0; i < k->addition.n; i++) {
		uint32_t w = e->event.at[k->addition.at[i].write].node;
		if (e->node.at[w].tid != e->node.at[r].tid && !issue_before(e, w, r) &&
		    !issue_before(e, r, w))
			return false;
	}
	return true;
}

static void sum_read(struct events *e, const struct sum_counter *k, uint32_t read) {
	struct terms *ts = e->x->ts;
	const struct event *r = &e->event.at[read];
	term more = count(e, k, read, false), less = count(e, k, read, true);
	term sum = term_add(ts, k->base.at[0].value, term_sub(ts, more, less));
	add_lemma(e, term_implies(ts, r->guard, term_equal(ts, r->value, sum)));
}

/* Does the write happen before every read of the counter? */
static bool is_first(const struct events *e, const struct sum_counter *k, uint32_t write) {
	const struct event *w = &e->event.at[write];
	if (!term_is_true(e->x->ts, w->guard) || e->node.at[w->node].may_stop)
		return false;
	for (size_t i = 0; i < k->read.n; i++)
		if (!issue_before(e, w->node, e->event.at[k->read.at[i]].node))
			return false;
	return true;
}

/* Removes the constants that no read finds, since another one has overwritten them before. */
static void drop_overwritten(const struct events *e, struct sum_counter *k) {
	uint32_t last = NO_EVENT;
	for (size_t i = 0; i < k->base.n; i++) {
		uint32_t w = k->base.at[i].write;
		if (w != NO_EVENT && is_first(e, k, w) &&
		    (last == NO_EVENT || issue_before(e, e->event.at[last].node, e->event.at[w].node)))
			last = w;
	}
	for (size_t i = 0; last != NO_EVENT && i < k->base.n;) {
		uint32_t w = k->base.at[i].write;
		if (w == NO_EVENT || issue_before(e, e->event.at[w].node, e->event.at[last].node))
			k->base.at[i] = vec_pop(&k->base);
		else
			i++;
	}
}

/* Is the only constant there before all additions and reads? */
static bool is_base_first(const struct events *e, const struct sum_counter *k) {
	uint32_t w = k->base.at[0].write;
	if (w == NO_EVENT)
		return true;
	for (size_t i = 0; i < k->addition.n; i++)
		if (!issue_before(e, e->event.at[w].node, e->event.at[k->addition.at[i].read].node))
			return false;
	return is_first(e, k, w);
}

/* Of a counter that is worth it: adds the initial value to the constants.  false: it is none. */
static bool add_initial(struct events *e, struct sum_counter *k) {
	term initial = k->read.n ? read_initial(e, k->read.at[0]) : NO_TERM;
	if (!initial.ix || !term_is_const(e->x->ts, initial))
		return false;
	vec_push(&k->base, ((struct base){NO_EVENT, initial}));
	drop_overwritten(e, k);
	return true;
}

static bool is_worth_it(const struct sum_counter *k, size_t most) {
	return !k->is_none && k->addition.n >= FEWEST_ADDITIONS && k->addition.n <= most &&
	       k->base.n < MOST_BASES && k->at.n * 8 > COUNT_BITS;
}

static void forget(struct sum_counters *c) {
	for (size_t i = 0; i < c->at.n; i++) {
		vec_free(&c->at.at[i].base);
		vec_free(&c->at.at[i].addition);
		vec_free(&c->at.at[i].read);
	}
	vec_free(&c->at);
	map_free(&c->of);
	map_free(&c->reader);
}

void sum_encode(struct events *e) {
	struct sum_counters c = {.e = e};
	find_counters(&c);
	for (size_t i = 0; i < c.at.n; i++) {
		struct sum_counter *k = &c.at.at[i];
		if (!is_worth_it(k, MOST_ADDITIONS) || !add_initial(e, k))
			continue;
		bool is_exact = events_reduce_by(e, REDUCTION_SUMS) && k->base.n == 1 &&
		                is_base_first(e, k) && exclude_each_other(e, k);
		for (size_t n = 0; n < k->read.n; n++) {
			bound_read(e, k, k->read.at[n]);
			if (is_exact && is_settled(e, k, k->read.at[n]))
				sum_read(e, k, k->read.at[n]);
		}
	}
	forget(&c);
}

void sum_limits(struct local_facts *l) {
	struct sum_counters c = {.e = l->e};
	find_counters(&c);
	for (size_t i = 0; i < c.at.n; i++) {
		struct sum_counter *k = &c.at.at[i];
		size_t most = k->at.n * 8 > MANY_BITS ? MOST_LIMITED : MOST_ADDITIONS;
		if (!is_worth_it(k, most) || !add_initial(l->e, k))
			continue;
		for (size_t n = 0; n < k->read.n; n++)
			limit_read(l, k, k->read.at[n]);
	}
	forget(&c);
}
