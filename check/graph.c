/* Which nodes fixed edges order is read off clocks.  Nodes are put into chains, in each of which
 * fixed edges lead from one to the next; the clock of a node has for each chain the position, from
 * 1, of its last node from which fixed edges lead to the node. */
#include "check/graph.h"

#include <stdlib.h>
#include <string.h>

struct neighbours { /* of node x: at[first[x]] ... at[first[x + 1] - 1] */
	uint32_t *first, *at;
};

#define MOST_CLOCKS ((size_t)1 << 30)

static void forget_clocks(struct graph *g) {
	free(g->chain);
	free(g->position);
	free(g->clock);
	g->chain = g->position = g->clock = NULL;
	g->n = g->nchains = 0;
}

void graph_free(struct graph *g) {
	forget_clocks(g);
	numbers_free(&g->node);
	free(g->fixed.at);
	free(g->edge.at);
	free(g->read.at);
	free(g->source.at);
	free(g->rival.at);
}

static struct neighbours neighbours(const struct graph *g, bool back) {
	struct neighbours x = {base_alloc((g->n + 2) * sizeof *x.first),
	                       base_alloc((g->fixed.n + 1) * sizeof *x.at)};
	for (size_t i = 0; i < g->fixed.n; i++)
		x.first[(back ? g->fixed.at[i].to : g->fixed.at[i].from) + 2]++;
	for (uint32_t i = 2; i < g->n + 2; i++)
		x.first[i] += x.first[i - 1];
	for (size_t i = 0; i < g->fixed.n; i++) {
		const struct graph_edge *e = &g->fixed.at[i];
		x.at[x.first[(back ? e->to : e->from) + 1]++] = back ? e->from : e->to;
	}
	return x;
}

/* Nodes in an order that the fixed edges allow; returns how many, which are all unless there is a
 * cycle. */
static uint32_t sort(const struct graph *g, struct neighbours after, struct neighbours before,
                     uint32_t *sorted) {
	uint32_t n = 0, *left = base_alloc((g->n + 1) * sizeof *left);
	for (uint32_t x = 0; x < g->n; x++) {
		left[x] = before.first[x + 1] - before.first[x];
		if (!left[x])
			sorted[n++] = x;
	}
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = after.first[sorted[i]]; k < after.first[sorted[i] + 1]; k++)
			if (!--left[after.at[k]])
				sorted[n++] = after.at[k];
	free(left);
	return n;
}

/* A node continues a chain that ends with a node right before it; if there is none, it begins one.
 */
static void make_chains(struct graph *g, struct neighbours after, struct neighbours before,
                        const uint32_t *sorted) {
	uint32_t *last = base_alloc((g->n + 1) * sizeof *last); /* by chain */
	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t x = sorted[i], c = g->nchains;
		if (before.first[x] == before.first[x + 1] && after.first[x] == after.first[x + 1]) {
			g->chain[x] = NO_NUMBER;
			continue;
		}
		for (uint32_t k = before.first[x]; k < before.first[x + 1] && c == g->nchains; k++)
			if (last[g->chain[before.at[k]]] == before.at[k])
				c = g->chain[before.at[k]];
		g->position[x] = c == g->nchains ? 1 : g->position[last[c]] + 1;
		g->nchains += c == g->nchains;
		g->chain[x] = c;
		last[c] = x;
	}
	free(last);
}

static void make_clocks(struct graph *g, struct neighbours before, const uint32_t *sorted) {
	size_t width = g->nchains;
	if (width && g->n > MOST_CLOCKS / width)
		base_die(EXIT_USAGE, "fixed edges order the nodes too little: %u chains of %u nodes",
		         g->nchains, g->n);
	g->clock = base_alloc((g->n * width + 1) * sizeof *g->clock);
	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t x = sorted[i], *row = g->clock + x * width;
		for (uint32_t k = before.first[x]; k < before.first[x + 1]; k++) {
			const uint32_t *other = g->clock + before.at[k] * width;
			for (size_t c = 0; c < width; c++)
				if (row[c] < other[c])
					row[c] = other[c];
		}
		if (g->chain[x] != NO_NUMBER)
			row[g->chain[x]] = g->position[x];
	}
}

static void rebuild(struct graph *g) {
	forget_clocks(g);
	g->outdated = false;
	g->n = g->node.n;
	g->chain = base_alloc((g->n + 1) * sizeof *g->chain);
	g->position = base_alloc((g->n + 1) * sizeof *g->position);
	struct neighbours after = neighbours(g, false), before = neighbours(g, true);
	uint32_t *sorted = base_alloc((g->n + 1) * sizeof *sorted);
	g->is_cyclic = sort(g, after, before, sorted) < g->n;
	if (!g->is_cyclic) {
		make_chains(g, after, before, sorted);
		make_clocks(g, before, sorted);
	}
	free(sorted);
	free(after.first);
	free(after.at);
	free(before.first);
	free(before.at);
}

/* It is the same node, or fixed edges lead there; or they have a cycle, and everything follows. */
static bool leads(struct graph *g, uint32_t from, uint32_t to) {
	if (g->outdated)
		rebuild(g);
	if (from == to || g->is_cyclic)
		return true;
	/* A node that came after the last fixed edge has none. */
	if (from >= g->n || to >= g->n || g->chain[from] == NO_NUMBER)
		return false;
	return g->clock[(size_t)to * g->nchains + g->chain[from]] >= g->position[from];
}

static const struct graph_edge *edge_of(const struct graph *g, uint32_t number) {
	return &g->edge.at[number - 1];
}

static void literal(struct graph_clause *c, int x) {
	if (x)
		list_push(c, x);
}

const char *graph_cycle(struct graph *g, struct graph_path path, struct graph_clause *clause) {
	size_t nwatches = 0;
	clause->n = 0;
	if (g->outdated)
		rebuild(g);
	if (!path.n && !g->is_cyclic)
		return "the fixed edges have no cycle";
	for (size_t i = 0; i < path.n; i++) {
		const struct graph_edge *x = edge_of(g, path.at[i]);
		if (!leads(g, x->to, edge_of(g, path.at[i + 1 < path.n ? i + 1 : 0])->from))
			return "the edges form no cycle";
		nwatches += x->is_watch;
		literal(clause, -x->literal);
	}
	return nwatches > 1 ? "the cycle has more than one edge of a watch" : NULL;
}

static const char *walk(struct graph *g, uint32_t from, uint32_t to, struct graph_path path,
                        struct graph_clause *clause) {
	for (size_t i = 0; i < path.n; i++) {
		const struct graph_edge *x = edge_of(g, path.at[i]);
		if (x->is_watch)
			return "a path has an edge of a watch";
		if (!leads(g, from, x->from))
			return "the edges form no path";
		from = x->to;
		literal(clause, -x->literal);
	}
	return leads(g, from, to) ? NULL : "the edges form no path";
}

const char *graph_between(struct graph *g, uint32_t source, uint32_t rival, struct graph_path there,
                          struct graph_path on, struct graph_clause *clause) {
	const struct graph_access *s = &g->source.at[source - 1], *v = &g->rival.at[rival - 1];
	clause->n = 0;
	if (s->read != v->read)
		return "the source and the rival are not of the same read";
	uint32_t n = g->read.at[s->read - 1];
	if (s->node == v->node || s->node == n || v->node == n)
		return "the source, the rival and the read are not at three nodes";
	literal(clause, -s->literal);
	literal(clause, -v->literal);
	const char *wrong = walk(g, s->node, v->node, there, clause);
	if (v->is_own)
		return wrong || !on.n ? wrong : "a rival of the reader's own has a second path";
	return wrong ? wrong : walk(g, v->node, n, on, clause);
}
