#include "symex/events/encode/candidates.h"

#include "symex/events/encode/protected_reads.h"
#include "symex/events/encode/section.h"
#include "symex/events/execute/sharing.h"
#include "symex/events/record/before.h"
#include "symex/memory/content.h"
#include "symex/memory/memory.h"
#include "util/number/divisor.h"
#include "util/text/diag.h"

/* --- Which bytes, which value. --- */

uint32_t piece_grain(const struct events *e, const struct read_piece *p, const uint32_t *write,
                     size_t n) {
	uint64_t all = p->at.n;
	for (size_t i = 0; i < n && all > 1; i++) {
		const struct event *w = &e->event.at[write[i]];
		if ((w->at.step || p->at.step) && w->value.ix && bytes_overlap(w->at, p->at))
			all = common_divisor(all, bytes_grain(w->at, p->at));
	}
	return (uint32_t)all;
}

struct read_piece piece_part(struct events *e, const struct read_piece *p, uint32_t from,
                             uint32_t n) {
	struct read_piece part = *p;
	part.at.from += from;
	part.at.least += from;
	part.at.most += from;
	part.at.n = n;
	part.value = term_extract(e->x->ts, p->value, (from + n) * 8 - 1, from * 8);
	return part;
}

static term piece_offset(struct events *e, const struct read_piece *p) {
	uint32_t width = term_width(e->x->ts, p->read->offset);
	return term_add(e->x->ts, p->read->offset,
	                term_u64(e->x->ts, width, p->at.from - p->read->at.from));
}

/* How far in the bytes of the write those of the piece begin. */
static term distance(struct events *e, const struct event *w, const struct read_piece *p) {
	return term_sub(e->x->ts, piece_offset(e, p), w->offset);
}

/* The condition that the write is to the bytes of the piece, all of them. */
static term piece_is_written(struct events *e, const struct event *w, const struct read_piece *p) {
	struct terms *ts = e->x->ts;
	if (!bytes_overlap(w->at, p->at))
		return term_false(ts);
	if (!w->at.step && !p->at.step)
		return term_true(ts);
	if (p->at.n != common_divisor(p->at.n, bytes_grain(w->at, p->at)))
		BUG("should be split: a read of %u bytes at an index", p->at.n);
	if (w->at.n == p->at.n)
		return term_equal(ts, w->offset, piece_offset(e, p));
	term far = distance(e, w, p);
	return term_ult(ts, far, term_u64(ts, term_width(ts, far), w->at.n));
}

bool piece_is_covered(const struct event *w, const struct read_piece *p) {
	return w->at.step || p->at.step ||
	       (w->at.from <= p->at.from && p->at.from + p->at.n <= w->at.from + w->at.n);
}

/* Of the bytes of a write, those of the piece; at an index, each of the places where they may be.
 */
static term bytes_of_piece(struct events *e, const struct event *w, const struct read_piece *p,
                           term all) {
	struct terms *ts = e->x->ts;
	uint32_t n = p->at.n * 8, width = term_width(ts, all);
	if (n >= width)
		return all;
	if (!p->at.step && !w->at.step) {
		uint32_t low = (uint32_t)(p->at.from - w->at.from) * 8;
		return term_extract(ts, all, low + n - 1, low);
	}
	term far = distance(e, w, p), value = term_extract(ts, all, n - 1, 0);
	for (uint32_t low = n; low + n <= width; low += n) {
		term here = term_equal(ts, far, term_u64(ts, term_width(ts, far), low / 8));
		value = term_ite(ts, here, term_extract(ts, all, low + n - 1, low), value);
	}
	return value;
}

term piece_value(struct events *e, const struct event *w, const struct read_piece *p) {
	struct symex *x = e->x;
	term value = w->value;
	bool is_pointer = term_width(x->ts, value) == x->pointer_bits;
	bool wants_pointer = term_width(x->ts, p->value) == x->pointer_bits;
	if (is_pointer && wants_pointer)
		return value;
	if (is_pointer)
		value = ptr_to_int(x, value);
	value = bytes_of_piece(e, w, p, value);
	if (!wants_pointer)
		return value;
	/* Where numbers may be addresses, the bytes that one was written to are read as a number. */
	if (sharing_has_parts(e) && !term_is_const(x->ts, value))
		events_unsupported(e, w->loc, "an address that is a number in memory");
	return ptr_integer(x, value);
}

term piece_initial(struct events *e, const struct read_piece *p) {
	struct symex *x = e->x;
	const struct event *r = p->read;
	bool is_pointer = term_width(x->ts, p->value) == x->pointer_bits;
	struct scalar unit = {p->at.n, is_pointer};
	const struct content *c = x->object.at[r->object].initial;
	if (p->at.from == LIFETIME)
		return term_u64(x->ts, 8, 0);
	if (!c)
		return p->value;
	if (!p->at.step)
		return content_read(x, c, p->at.from, unit);
	return content_read_at(x, r->object, &c, piece_offset(e, p), unit);
}

term read_initial(struct events *e, uint32_t read) {
	const struct event *r = &e->event.at[read];
	return piece_initial(e, &(struct read_piece){r, read, r->at, r->value});
}

/* --- Candidates. --- */

/* Must the write happen if the read does? */
static bool is_certain(const struct events *e, const struct event *w, const struct event *r) {
	if (!term_is_true(e->x->ts, w->pointer_guard) || e->node.at[w->node].may_stop)
		return w->node != r->node
		           ? false
		           : guard_implies(r->path, w->path) && term_is_true(e->x->ts, w->pointer_guard);
	return guard_implies(r->path, w->path) || term_is_true(e->x->ts, w->guard);
}

static bool must_precede(const struct events *e, uint32_t w, uint32_t later) {
	const struct event *a = &e->event.at[w], *b = &e->event.at[later];
	return a->node == b->node ? w < later : issue_before(e, a->node, b->node);
}

/* Must the write come before the read, and to all its bytes? */
static bool must_be_seen(const struct events *e, const struct rf_candidate *d,
                         const struct read_piece *p) {
	return d->write != NO_EVENT && term_is_true(e->x->ts, d->same) &&
	       is_certain(e, &e->event.at[d->write], p->read) && must_precede(e, d->write, p->index);
}

/* Marks the candidates that another one must overwrite.  Of each thread, only the last write that
 * must be seen matters. */
static void mark_covered(struct events *e, const struct read_piece *p, struct rf_candidates *list) {
	VEC(uint32_t) last = {0};
	if (!model_allows(e->model, LEMMA_OVERWRITTEN_SOURCE))
		return;
	for (size_t i = 0; i < list->at.n; i++) {
		const struct rf_candidate *d = &list->at.at[i];
		if (!must_be_seen(e, d, p))
			continue;
		uint32_t tid = e->node.at[d->node].tid;
		if (last.n && e->node.at[e->event.at[vec_last(&last)].node].tid == tid)
			last.n--;
		vec_push(&last, d->write);
	}
	for (size_t i = 0; i < list->at.n; i++) {
		struct rf_candidate *c = &list->at.at[i];
		for (size_t k = 0; k < last.n && !c->is_covered; k++)
			c->is_covered = c->write == NO_EVENT ||
			                (c->write != last.at[k] && must_precede(e, c->write, last.at[k]));
	}
	vec_free(&last);
}

static bool may_find(const struct events *e, uint32_t w, uint32_t r) {
	const struct event *a = &e->event.at[w], *b = &e->event.at[r];
	const struct event_node *m = &e->node.at[a->node], *n = &e->node.at[b->node];
	if (m->tid == n->tid)
		return w < r;
	if (!model_allows(e->model, LEMMA_NO_LATER_SOURCE))
		return true;
	if (m->joins == n->tid && guard_implies(a->path, m->joined))
		return false;
	return !issue_before(e, b->node, a->node);
}

void candidates_find(struct events *e, const struct read_piece *p, const uint32_t *write, size_t n,
                     struct rf_candidates *to) {
	struct symex *x = e->x;
	struct rf_candidate first = {.write = NO_EVENT, .same = term_true(x->ts)};
	first.happens = term_true(x->ts);
	vec_push(&to->at, first);
	for (size_t i = 0; i < n; i++) {
		const struct event *w = &e->event.at[write[i]];
		if (!bytes_overlap(w->at, p->at) || !may_find(e, write[i], p->index) ||
		    (i + 1 < n && protect_hides(e, write[i], write[i + 1], p->index)))
			continue;
		struct rf_candidate c = {.write = write[i], .node = w->node};
		if (!w->value.ix) {
			events_unsupported(e, w->loc, "a block of symbolic length in shared memory");
			return;
		}
		c.same = piece_is_written(e, w, p);
		c.happens = w->guard;
		if (w->node != p->read->node)
			c.happens = term_and(x->ts, w->guard, node_happens(e, w->node));
		if (term_is_false(x->ts, c.same) || term_is_false(x->ts, c.happens))
			continue;
		vec_push(&to->at, c);
	}
	mark_covered(e, p, to);
}

bool read_sources(struct events *e, uint32_t read, const uint32_t *write, size_t n, term *source,
                  size_t *sources, size_t most) {
	const struct event *r = &e->event.at[read];
	struct read_piece p = {r, read, r->at, r->value};
	struct rf_candidates list = {0};
	uint32_t overlapping[2 * READ_SOURCES];
	size_t writes = 0;
	*sources = 0;
	for (size_t i = 0; i < n; i++) {
		const struct event *w = &e->event.at[write[i]];
		if (!bytes_overlap(w->at, r->at))
			continue;
		if (writes == 2 * most || w->at.step || !bytes_equal(w->at, r->at) || !w->value.ix ||
		    term_width(e->x->ts, w->value) != term_width(e->x->ts, r->value))
			return false;
		overlapping[writes++] = write[i];
	}
	candidates_find(e, &p, overlapping, writes, &list);
	for (size_t i = 0; i < list.at.n && *sources <= most; i++) {
		const struct rf_candidate *c = &list.at.at[i];
		if (c->is_covered)
			continue;
		if (++*sources <= most)
			source[*sources - 1] =
			    c->write == NO_EVENT ? piece_initial(e, &p) : e->event.at[c->write].value;
	}
	vec_free(&list.at);
	return *sources <= most;
}
