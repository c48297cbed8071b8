#include "solvers/order/order_linear.h"

/* Lists of numbers, one per node. */
struct lists {
	size_t *first; /* by node, and one more */
	size_t *at;
};

struct sort {
	struct order_linear *l;
	const struct order_graph *g;
	struct lists opens, closes, forbids; /* holds; of the last, indices in 'forbidden' */
	size_t *hold_of;                     /* by index in 'forbidden' */
	uint32_t *missing;                   /* by node: edges from nodes that have no place yet */
	uint32_t *forbidden;                 /* by node: open holds that forbid it */
	bool *open;                          /* by hold */
	VEC(uint32_t) ready;
};

/* 'key' gives the node of a number. */
static struct lists make_lists(uint32_t nodes, size_t n, const uint32_t *key) {
	struct lists x = {mem_alloc((nodes + 2) * sizeof *x.first), mem_alloc((n + 1) * sizeof *x.at)};
	for (size_t i = 0; i < n; i++)
		x.first[key[i] + 2]++;
	for (size_t i = 2; i < (size_t)nodes + 2; i++)
		x.first[i] += x.first[i - 1];
	for (size_t i = 0; i < n; i++)
		x.at[x.first[key[i] + 1]++] = i;
	return x;
}

static void free_lists(struct lists *x) {
	mem_free(x->first);
	mem_free(x->at);
}

/* Calls 'edge' for each edge from the node. */
static void each_edge(struct sort *s, uint32_t x, void (*edge)(struct sort *, uint32_t to)) {
	const struct order_graph *g = s->g;
	const struct order_chains *c = &g->chains;
	uint32_t next = c->first[c->chain[x]] + c->position[x];
	for (uint32_t e = g->out[x]; e; e = g->edge.at[e - 1].next_out)
		edge(s, g->edge.at[e - 1].to);
	for (uint32_t i = c->out_first[x]; i < c->out_first[x + 1]; i++)
		edge(s, c->out[i]);
	if (next < c->first[c->chain[x] + 1])
		edge(s, c->node[next]);
}

static void count_edge(struct sort *s, uint32_t to) {
	s->missing[to]++;
}

static void pass_edge(struct sort *s, uint32_t to) {
	if (!--s->missing[to])
		vec_push(&s->ready, to);
}

static void forbid(struct sort *s, size_t hold, bool open) {
	const struct order_hold *h = &s->l->hold.at[hold];
	s->open[hold] = open;
	for (size_t i = h->first; i < h->first + h->n; i++)
		s->forbidden[s->l->forbidden.at[i]] += open ? 1u : UINT32_MAX;
}

static void place(struct sort *s, uint32_t x, uint32_t rank) {
	struct order_linear *l = s->l;
	l->rank.at[x] = rank;
	for (size_t i = s->closes.first[x]; i < s->closes.first[x + 1]; i++)
		if (s->open[s->closes.at[i]])
			forbid(s, s->closes.at[i], false);
	for (size_t i = s->forbids.first[x]; i < s->forbids.first[x + 1] && s->forbidden[x]; i++) {
		size_t k = s->forbids.at[i];
		if (s->open[s->hold_of[k]])
			vec_push(&l->violation, ((struct order_violation){s->hold_of[k], k}));
	}
	for (size_t i = s->opens.first[x]; i < s->opens.first[x + 1]; i++)
		forbid(s, s->opens.at[i], true);
	each_edge(s, x, pass_edge);
}

static uint32_t choose(struct sort *s) {
	size_t best = s->ready.n - 1;
	for (size_t i = s->ready.n; i-- > 0;)
		if (!s->forbidden[s->ready.at[i]]) {
			best = i;
			break;
		}
	uint32_t x = s->ready.at[best];
	s->ready.at[best] = vec_last(&s->ready);
	s->ready.n--;
	return x;
}

static void open_sort(struct sort *s) {
	struct order_linear *l = s->l;
	uint32_t n = s->g->chains.n;
	uint32_t *key = mem_alloc((l->hold.n + 1) * sizeof *key);
	for (size_t i = 0; i < l->hold.n; i++)
		key[i] = l->hold.at[i].from;
	s->opens = make_lists(n, l->hold.n, key);
	for (size_t i = 0; i < l->hold.n; i++)
		key[i] = l->hold.at[i].to;
	s->closes = make_lists(n, l->hold.n, key);
	s->forbids = make_lists(n, l->forbidden.n, l->forbidden.at);
	mem_free(key);
	s->hold_of = mem_alloc((l->forbidden.n + 1) * sizeof *s->hold_of);
	for (size_t i = 0; i < l->hold.n; i++)
		for (size_t k = 0; k < l->hold.at[i].n; k++)
			s->hold_of[l->hold.at[i].first + k] = i;
	s->missing = mem_alloc((n + 1) * sizeof *s->missing);
	s->forbidden = mem_alloc((n + 1) * sizeof *s->forbidden);
	s->open = mem_alloc((l->hold.n + 1) * sizeof *s->open);
	for (uint32_t i = 0; i < n; i++)
		each_edge(s, i, count_edge);
	for (uint32_t i = n; i-- > 0;)
		if (!s->missing[i])
			vec_push(&s->ready, i);
}

static void close_sort(struct sort *s) {
	free_lists(&s->opens);
	free_lists(&s->closes);
	free_lists(&s->forbids);
	mem_free(s->hold_of);
	mem_free(s->missing);
	mem_free(s->forbidden);
	mem_free(s->open);
	vec_free(&s->ready);
}

void order_linear_sort(struct order_linear *l, const struct order_graph *g) {
	struct sort s = {.l = l, .g = g};
	vec_reserve(&l->rank, g->chains.n + 1);
	l->rank.n = g->chains.n;
	l->violation.n = 0;
	open_sort(&s);
	for (uint32_t rank = 0; s.ready.n; rank++)
		place(&s, choose(&s), rank);
	close_sort(&s);
}

void order_linear_free(struct order_linear *l) {
	vec_free(&l->hold);
	vec_free(&l->forbidden);
	vec_free(&l->rank);
	vec_free(&l->violation);
}
