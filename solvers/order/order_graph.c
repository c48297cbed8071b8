#include "solvers/order/order_graph.h"

#include <string.h>

#include "util/text/diag.h"

bool order_graph_init(struct order_graph *g, uint32_t n, const struct order_arc *arc,
                      size_t narcs) {
	*g = (struct order_graph){0};
	if (!order_chains_init(&g->chains, n, arc, narcs))
		return false;
	size_t words = (size_t)n * g->chains.nchains;
	g->clock = mem_alloc((words + 1) * sizeof *g->clock);
	memcpy(g->clock, g->chains.clock, words * sizeof *g->clock);
	g->out = mem_alloc((n + 1) * sizeof *g->out);
	g->in = mem_alloc((n + 1) * sizeof *g->in);
	g->watch = mem_alloc((n + 1) * sizeof *g->watch);
	g->seen = mem_alloc((g->chains.nchains + 1) * sizeof *g->seen);
	return true;
}

void order_graph_free(struct order_graph *g) {
	if (g->watch)
		for (uint32_t i = 0; i < g->chains.n; i++)
			vec_free(&g->watch[i]);
	mem_free(g->watch);
	mem_free(g->clock);
	mem_free(g->out);
	mem_free(g->in);
	mem_free(g->seen);
	vec_free(&g->edge);
	vec_free(&g->change);
	vec_free(&g->news);
	vec_free(&g->todo);
	vec_free(&g->gains);
	vec_free(&g->visit);
	order_chains_free(&g->chains);
	*g = (struct order_graph){0};
}

static uint64_t watch_key(uint32_t chain, uint32_t position) {
	return (uint64_t)chain << 32 | position;
}

/* The first watch with at least this key. */
static size_t find_watch(const struct order_watches *w, uint64_t key) {
	size_t low = 0, high = w->n;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (w->at[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void order_graph_watch(struct order_graph *g, uint32_t from, uint32_t to, int label) {
	const struct order_chains *c = &g->chains;
	struct order_watches *w = &g->watch[to];
	struct order_watch x = {watch_key(c->chain[from], c->position[from]), from, label};
	size_t i = find_watch(w, x.key);
	vec_push(w, x);
	memmove(w->at + i + 1, w->at + i, (w->n - 1 - i) * sizeof x);
	w->at[i] = x;
	if (order_graph_reach(g, from, to))
		vec_push(&g->news, ((struct order_news){from, to, label}));
}

/* Nodes of the chain up to this position are now before the node. */
static void set_clock(struct order_graph *g, uint32_t node, uint32_t chain, uint32_t position) {
	size_t ix = (size_t)node * g->chains.nchains + chain;
	uint32_t old = g->clock[ix];
	vec_push(&g->change, ((struct order_change){ix, old}));
	g->clock[ix] = position;
	const struct order_watches *w = &g->watch[node];
	if (!w->n)
		return;
	uint64_t last = watch_key(chain, position);
	for (size_t i = find_watch(w, watch_key(chain, old + 1)); i < w->n && w->at[i].key <= last; i++)
		vec_push(&g->news, ((struct order_news){w->at[i].from, node, w->at[i].label}));
}

/* What is before a, as far as it is in the chains that the new edge is about, is before b; if that
 * is new, b is to be visited. */
static void merge(struct order_graph *g, uint32_t a, uint32_t b) {
	uint32_t nchains = g->chains.nchains;
	const uint32_t *from = g->clock + (size_t)a * nchains, *to = g->clock + (size_t)b * nchains;
	bool changed = false;
	for (size_t k = 0; k < g->gains.n; k++) {
		uint32_t i = g->gains.at[k];
		if (from[i] > to[i]) {
			set_clock(g, b, i, from[i]);
			changed = true;
		}
	}
	if (changed)
		vec_push(&g->todo, b);
}

/* The chains of which more nodes are before a than before b. */
static void find_gains(struct order_graph *g, uint32_t a, uint32_t b) {
	uint32_t nchains = g->chains.nchains;
	const uint32_t *from = g->clock + (size_t)a * nchains, *to = g->clock + (size_t)b * nchains;
	g->gains.n = 0;
	for (uint32_t i = 0; i < nchains; i++)
		if (from[i] > to[i])
			vec_push(&g->gains, i);
}

static void update(struct order_graph *g) {
	const struct order_chains *c = &g->chains;
	while (g->todo.n) {
		uint32_t x = vec_pop(&g->todo), chain = c->chain[x];
		for (uint32_t e = g->out[x]; e; e = g->edge.at[e - 1].next_out)
			merge(g, x, g->edge.at[e - 1].to);
		for (uint32_t i = c->out_first[x]; i < c->out_first[x + 1]; i++)
			merge(g, x, c->out[i]);
		uint32_t next = c->first[chain] + c->position[x];
		if (next < c->first[chain + 1])
			merge(g, x, c->node[next]);
	}
}

bool order_graph_add(struct order_graph *g, uint32_t from, uint32_t to, int label) {
	if (order_graph_reach(g, to, from))
		return false;
	struct order_graph_edge e = {from, to, label, 0, g->in[to], g->change.n};
	bool known = order_graph_reach(g, from, to);
	if (!known)
		e.next_out = g->out[from];
	else
		e.next_out = UINT32_MAX; /* is not in the list */
	vec_push(&g->edge, e);
	g->in[to] = (uint32_t)g->edge.n;
	if (known)
		return true;
	g->out[from] = (uint32_t)g->edge.n;
	find_gains(g, from, to);
	merge(g, from, to);
	update(g);
	return true;
}

void order_graph_undo(struct order_graph *g, size_t nedges) {
	if (g->edge.n <= nedges)
		return;
	size_t keep = g->edge.at[nedges].undo;
	while (g->change.n > keep) {
		struct order_change x = vec_pop(&g->change);
		g->clock[x.ix] = x.old;
	}
	while (g->edge.n > nedges) {
		struct order_graph_edge e = vec_pop(&g->edge);
		g->in[e.to] = e.next_in;
		if (e.next_out != UINT32_MAX)
			g->out[e.from] = e.next_out;
	}
	g->news.n = 0;
}

/* Backwards and breadth first: from a node, all edges are followed that end at nodes which fixed
 * edges order before it.  Nodes of a chain are seen from its begin on, each once. */
void order_graph_path(struct order_graph *g, uint32_t from, uint32_t to, size_t nedges,
                      struct order_labels *labels) {
	const struct order_chains *c = &g->chains;
	memset(g->seen, 0, c->nchains * sizeof *g->seen);
	g->visit.n = 0;
	vec_push(&g->visit, ((struct order_visit){to, 0, 0}));
	size_t at = 0, end = 0;
	bool found = order_chains_reach(c, from, to);
	for (; at < g->visit.n && !found; at++) {
		const uint32_t *clock = order_chains_clock(c, g->visit.at[at].node);
		for (uint32_t k = 0; k < c->nchains && !found; k++)
			while (g->seen[k] < clock[k] && !found) {
				uint32_t node = c->node[c->first[k] + g->seen[k]++];
				for (uint32_t e = g->in[node]; e && !found; e = g->edge.at[e - 1].next_in) {
					uint32_t start = g->edge.at[e - 1].from;
					if (e > nedges || !order_graph_reach(g, from, start))
						continue;
					vec_push(&g->visit, ((struct order_visit){start, e - 1, (uint32_t)at}));
					found = order_chains_reach(c, from, start);
				}
			}
	}
	if (!found)
		BUG("should have a path from node %u to node %u", from, to);
	for (end = g->visit.n - 1; end; end = g->visit.at[end].parent)
		vec_push(labels, g->edge.at[g->visit.at[end].edge].label);
}
