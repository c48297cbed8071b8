/* Bounds of the values that reads return, from the order alone.
 *
 * A read returns the value of one of its sources, which is a term over what other reads returned
 * that are before the source, and so on.  A source comes before the read, so whatever it depends on
 * does, too: nodes that are after the read do not count.  So the dependencies end, although those
 * of the program, where each thread adds to what the other wrote, go round in circles; and the hull
 * of the intervals of all sources contains the value.  The SAT solver would find that out bit by
 * bit: that a high bit is never set needs a proof of its own for each bit of each read.
 *
 * Two kinds of facts are added:
 *   - a read returns a value of few bits, the rest of which are zero or copies of the sign;
 *   - if the read is before a certain rival, its value is in a smaller interval.
 *
 * Intervals of operations are those of term/range.h. symex/events/local/interval.c does without an
 * order: its bounds hold for every order and are found before there is a formula, these
 * follow from one. */
#include <string.h>

#include "solvers/order/order_chains.h"
#include "solvers/order/order_impl.h"
#include "solvers/term/range.h"

/* Operations of a value that are looked at; reads that one depends on through others; work for all
 * of them, in words of cuts. */
enum { MOST_OPERATIONS = 60, MOST_DEPTH = 400, MOST_WORK = 3000000 };

/* A cut says by chain up to where nodes may be before what is being looked at: those of lower
 * positions.  'cut' holds them one after the other, each of nchains words, named by its index. */

struct memo { /* what a read returns under a cut */
	uint32_t read;
	size_t cut;
	size_t next; /* of the same hash, plus 1 */
	bool busy, known;
	struct range range;
};

struct ranges {
	struct order *order;
	struct order_chains chains;
	struct map reader; /* by variable: the read that returns it, plus 1 */
	VEC(uint32_t) cut;
	VEC(struct memo) memo;
	struct map memo_at; /* by hash: index plus 1 */
	unsigned depth;
	size_t work;
};

struct frame { /* a source, whose value is being looked at */
	struct ranges *x;
	uint32_t node;
	size_t cut;
};

/* The first position in the chain that is the node or after it. */
static uint32_t first_after(const struct order_chains *c, uint32_t node, uint32_t chain) {
	uint32_t low = 1, high = c->first[chain + 1] - c->first[chain] + 1;
	if (c->chain[node] == chain)
		return c->position[node];
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (order_chains_reach(c, node, c->node[c->first[chain] + middle - 1]))
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* A new cut, of what is before the node, too. */
static size_t narrow(struct ranges *x, size_t cut, uint32_t node) {
	uint32_t n = x->chains.nchains;
	size_t at = x->cut.n;
	vec_reserve(&x->cut, at + n);
	x->cut.n = at + n;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t first = first_after(&x->chains, node, k);
		x->cut.at[at + k] = first < x->cut.at[cut + k] ? first : x->cut.at[cut + k];
	}
	x->work += 4 * n;
	return at;
}

static bool may_precede(const struct ranges *x, uint32_t node, size_t cut) {
	return x->chains.position[node] < x->cut.at[cut + x->chains.chain[node]];
}

/* The memo of the read and the cut; false: it is new. */
static bool find_memo(struct ranges *x, uint32_t read, size_t cut, size_t *index) {
	uint32_t n = x->chains.nchains;
	uint64_t hash = map_hash(read), first = 0;
	for (uint32_t k = 0; k < n; k++)
		hash = map_hash(hash ^ x->cut.at[cut + k]);
	map_get(&x->memo_at, hash, &first);
	for (size_t i = first; i; i = x->memo.at[i - 1].next) {
		const struct memo *m = &x->memo.at[i - 1];
		*index = i - 1;
		if (m->read == read && !memcmp(x->cut.at + m->cut, x->cut.at + cut, n * sizeof *x->cut.at))
			return true;
	}
	vec_push(&x->memo, ((struct memo){.read = read, .cut = cut, .next = first, .busy = true}));
	*index = x->memo.n - 1;
	map_put(&x->memo_at, hash, x->memo.n);
	return false;
}

static bool returned(struct ranges *x, uint32_t read, size_t cut, struct range *r);

/* Implements 'of' of struct range_given. */
static bool range_of_variable(void *context, term var, struct range *r) {
	const struct frame *f = context;
	uint64_t read;
	if (!map_get(&f->x->reader, var.ix, &read))
		return false;
	uint32_t node = f->x->order->read.at[read - 1].node;
	if (node != f->node && !order_chains_reach(&f->x->chains, node, f->node))
		return false;
	return returned(f->x, (uint32_t)read - 1, f->cut, r);
}

/* The hull of all sources that may be before the read; false: nothing is known. */
static bool hull_of_sources(struct ranges *x, uint32_t read, size_t cut, struct range *r) {
	const struct order_read *at = &x->order->read.at[read];
	bool any = false;
	for (size_t i = 0; i < at->source.n; i++) {
		const struct order_access *w = &at->source.at[i];
		struct range value;
		if (w->node != at->node && !may_precede(x, w->node, cut))
			continue;
		if (!w->value.ix)
			return false;
		struct frame f = {x, w->node, narrow(x, cut, w->node)};
		struct range_given given = {range_of_variable, &f, MOST_OPERATIONS};
		if (!range_signed_given(x->order->terms, w->value, &given, &value))
			return false;
		if (!any || value.lo < r->lo)
			r->lo = value.lo;
		if (!any || value.hi > r->hi)
			r->hi = value.hi;
		any = true;
	}
	return any;
}

/* What the read returns if only nodes of the cut are before it; false: nothing is known. */
static bool returned(struct ranges *x, uint32_t read, size_t cut, struct range *r) {
	size_t memo, own = narrow(x, cut, x->order->read.at[read].node);
	if (find_memo(x, read, own, &memo)) {
		x->cut.n = own;
		*r = x->memo.at[memo].range;
		return x->memo.at[memo].known && !x->memo.at[memo].busy;
	}
	bool known = false;
	if (x->depth < MOST_DEPTH && x->work < MOST_WORK) {
		x->depth++;
		known = hull_of_sources(x, read, own, r);
		x->depth--;
	}
	struct memo *m = &x->memo.at[memo];
	m->busy = false;
	m->known = known;
	m->range = *r;
	return known;
}

/* --- What is added. --- */

static uint32_t bits_of(__int128 n) {
	uint32_t bits = 0;
	for (; n > 0; n >>= 1)
		bits++;
	return bits;
}

/* The read returns a number of few bits. */
static void add_width(struct ranges *x, term value, struct range r) {
	struct terms *ts = x->order->terms;
	uint32_t width = term_width(ts, value), bits = bits_of(r.lo < 0 ? ~r.lo : r.lo);
	if (bits_of(r.hi) > bits)
		bits = bits_of(r.hi);
	bits += r.lo < 0;
	if (bits >= width)
		return;
	term few = bits ? term_fresh(ts, sort_bv(bits), "few") : term_u64(ts, width, 0);
	if (bits)
		few = r.lo < 0 ? term_sext(ts, few, width) : term_zext(ts, few, width);
	order_add(x->order, term_equal(ts, value, few));
}

static term within(struct terms *ts, term value, struct range r) {
	uint32_t width = term_width(ts, value);
	term low = term_u64(ts, width, (uint64_t)r.lo), high = term_u64(ts, width, (uint64_t)r.hi);
	if (r.lo >= 0)
		return term_and(ts, term_ule(ts, low, value), term_ule(ts, value, high));
	return term_and(ts, term_sle(ts, low, value), term_sle(ts, value, high));
}

/* Before a rival, the read returns less than in general. */
static void add_before(struct ranges *x, uint32_t read, size_t open, struct range all) {
	const struct order_read *at = &x->order->read.at[read];
	struct terms *ts = x->order->terms;
	const struct order_chains *c = &x->chains;
	for (size_t i = 0; i < at->rival.n && x->work < MOST_WORK; i++) {
		uint32_t v = at->rival.at[i].node;
		struct range r;
		if (order_chains_reach(c, v, at->node) || order_chains_reach(c, at->node, v))
			continue;
		size_t cut = x->cut.n;
		vec_reserve(&x->cut, cut + c->nchains);
		memcpy(x->cut.at + cut, x->cut.at + open, c->nchains * sizeof *x->cut.at);
		x->cut.n += c->nchains;
		x->cut.at[cut + c->chain[v]] = c->position[v];
		if (returned(x, read, cut, &r) && (r.lo > all.lo || r.hi < all.hi))
			order_add(x->order, term_implies(ts, order_before(x->order, at->node, v),
			                                 within(ts, at->value, r)));
	}
}

static bool open_ranges(struct ranges *x) {
	struct order *o = x->order;
	VEC(struct order_arc) fixed = {0};
	for (size_t i = 0; i < o->edge.n; i++)
		if (term_is_true(o->terms, o->edge.at[i].when))
			vec_push(&fixed, ((struct order_arc){o->edge.at[i].from, o->edge.at[i].to}));
	bool good = order_chains_init(&x->chains, o->nnodes, fixed.at, fixed.n);
	vec_free(&fixed);
	for (uint32_t i = 0; i < o->read.n && good; i++) {
		term value = o->read.at[i].value;
		if (value.ix && term_kind(o->terms, value) == TERM_VAR && term_width(o->terms, value) <= 64)
			map_put(&x->reader, value.ix, i + 1);
	}
	return good;
}

void order_bound_reads(struct order *o, bool before_rivals) {
	struct ranges x = {.order = o};
	if (open_ranges(&x)) {
		for (uint32_t k = 0; k < x.chains.nchains; k++)
			vec_push(&x.cut, UINT32_MAX);
		for (uint32_t i = 0; i < o->read.n && x.work < MOST_WORK; i++) {
			struct range r;
			uint64_t reader;
			term value = o->read.at[i].value;
			if (!map_get(&x.reader, value.ix, &reader) || reader != i + 1 ||
			    !returned(&x, i, 0, &r))
				continue;
			add_width(&x, value, r);
			order_add(o, within(o->terms, value, r));
			if (before_rivals)
				add_before(&x, i, 0, r);
		}
		order_chains_free(&x.chains);
	}
	vec_free(&x.cut);
	vec_free(&x.memo);
	map_free(&x.reader);
	map_free(&x.memo_at);
}
