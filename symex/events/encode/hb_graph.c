#include "symex/events/encode/hb_graph.h"

#include "symex/events/record/before.h"
#include "util/base/intern.h"

uint32_t hb_node(const struct events *e, uint32_t node) {
	return e->hb->first + node;
}

void hb_add(struct events *e, uint32_t from, uint32_t to, term when, bool is_program) {
	if (from == to || term_is_false(e->x->ts, when))
		return;
	vec_push(&e->hb->edge, ((struct hb_edge){from, to, when, is_program}));
}

void hb_edge(struct events *e, uint32_t a, uint32_t b, term when) {
	hb_add(e, hb_node(e, a), hb_node(e, b), when, false);
}

/* --- Which nodes may be ordered. --- */

static void set_bit(uint64_t *row, uint32_t i) {
	row[i / 64] |= (uint64_t)1 << i % 64;
}

/* What each node may happen before, if all edges are there, cycles included: in rounds. */
static void find_reach(struct events *e) {
	struct happens_before *h = e->hb;
	uint32_t last = h->first;
	for (size_t i = 0; i < h->edge.n; i++) {
		last = h->edge.at[i].from > last ? h->edge.at[i].from : last;
		last = h->edge.at[i].to > last ? h->edge.at[i].to : last;
	}
	last = last < h->first + (uint32_t)e->node.n ? h->first + (uint32_t)e->node.n : last;
	h->nnodes = last - h->first + 1;
	h->nwords = (h->nnodes + 63) / 64;
	h->reach = mem_alloc((size_t)h->nnodes * h->nwords * sizeof *h->reach);
	bool changed = true;
	while (changed) {
		changed = false;
		for (size_t i = h->edge.n; i-- > 0;) {
			uint32_t a = h->edge.at[i].from - h->first, b = h->edge.at[i].to - h->first;
			uint64_t *to = h->reach + (size_t)a * h->nwords;
			const uint64_t *from = h->reach + (size_t)b * h->nwords;
			uint64_t more = ~to[b / 64] & (uint64_t)1 << b % 64;
			set_bit(to, b);
			for (uint32_t k = 0; k < h->nwords; k++) {
				more |= from[k] & ~to[k];
				to[k] |= from[k];
			}
			changed |= more != 0;
		}
	}
}

void hb_reach(struct events *e) {
	struct happens_before *h = e->hb;
	for (size_t i = 0; i < h->edge.n; i++)
		order_edge(e->order, h->edge.at[i].from, h->edge.at[i].to, h->edge.at[i].when);
	find_reach(e);
}

static bool may_reach(const struct happens_before *h, uint32_t a, uint32_t b) {
	return h->reach[(size_t)a * h->nwords + b / 64] >> b % 64 & 1;
}

term hb_nodes_ordered(struct events *e, uint32_t a, uint32_t b) {
	struct happens_before *h = e->hb;
	struct terms *ts = e->x->ts;
	uint64_t key = (uint64_t)a << 32 | b, known;
	const struct event_node *m = &e->node.at[a], *n = &e->node.at[b];
	if (m->tid == n->tid || a == b)
		return term_bool(ts, a != b && m->index < n->index);
	if (issue_before(e, a, b))
		return term_true(ts);
	if (!may_reach(h, a, b))
		return term_false(ts);
	if (map_get(&h->pair, key, &known))
		return (term){(uint32_t)known};
	term holds = term_var(ts, sort_bool(), intern_printf("hb!%u!%u", a, b));
	order_watch(e->order, hb_node(e, a), hb_node(e, b), holds);
	map_put(&h->pair, key, holds.ix);
	return holds;
}

void hb_free(struct events *e) {
	struct happens_before *h = e->hb;
	if (!h)
		return;
	vec_free(&h->edge);
	vec_free(&h->interruption);
	mem_free(h->reach);
	map_free(&h->pair);
	mem_free(h);
	e->hb = NULL;
}
