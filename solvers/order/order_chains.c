#include "solvers/order/order_chains.h"

#include <string.h>

#include "util/base/vec.h"

/* Nodes are visited in topological order, and each is appended to a chain whose last node is before
 * it, to that of a direct predecessor if possible; if there is none, it begins a chain. */

struct row { /* a clock while the number of chains grows: what is beyond n is 0 */
	uint32_t *at;
	size_t n, cap;
};

struct build {
	struct order_chains *c;
	uint32_t *in, *in_first; /* starts of edges, by their end */
	uint32_t *sorted;        /* topologically */
	struct row *row;         /* by node */
	VEC(uint32_t) last;      /* by chain: its last node */
	VEC(uint32_t) size;      /* by chain */
};

/* Edges by one of their ends. */
static void group(uint32_t n, const struct order_arc *arc, size_t narcs, bool by_end, uint32_t **to,
                  uint32_t **first) {
	*to = mem_alloc((narcs + 1) * sizeof **to);
	*first = mem_alloc((n + 2) * sizeof **first);
	for (size_t i = 0; i < narcs; i++)
		(*first)[(by_end ? arc[i].to : arc[i].from) + 2]++;
	for (uint32_t i = 2; i < n + 2; i++)
		(*first)[i] += (*first)[i - 1];
	for (size_t i = 0; i < narcs; i++) {
		uint32_t key = by_end ? arc[i].to : arc[i].from;
		(*to)[(*first)[key + 1]++] = by_end ? arc[i].from : arc[i].to;
	}
}

/* The node that became free last comes first, so that a chain is followed to its end. */
static bool sort(struct build *b) {
	const struct order_chains *c = b->c;
	uint32_t *missing = mem_alloc((c->n + 1) * sizeof *missing), count = 0;
	VEC(uint32_t) ready = {0};
	for (uint32_t i = c->n; i-- > 0;) {
		missing[i] = b->in_first[i + 1] - b->in_first[i];
		if (!missing[i])
			vec_push(&ready, i);
	}
	while (ready.n) {
		uint32_t x = vec_pop(&ready);
		b->sorted[count++] = x;
		for (uint32_t i = c->out_first[x]; i < c->out_first[x + 1]; i++)
			if (!--missing[c->out[i]])
				vec_push(&ready, c->out[i]);
	}
	vec_free(&ready);
	mem_free(missing);
	return count == c->n;
}

static void merge(struct row *to, const struct row *from) {
	while (to->n < from->n)
		vec_push(to, 0);
	for (size_t i = 0; i < from->n; i++)
		if (to->at[i] < from->at[i])
			to->at[i] = from->at[i];
}

static uint32_t choose_chain(struct build *b, uint32_t x) {
	struct order_chains *c = b->c;
	for (uint32_t i = b->in_first[x]; i < b->in_first[x + 1]; i++) {
		uint32_t chain = c->chain[b->in[i]];
		if (b->last.at[chain] == b->in[i])
			return chain;
	}
	for (size_t i = 0; i < b->row[x].n; i++)
		if (b->row[x].at[i] == b->size.at[i])
			return (uint32_t)i;
	vec_push(&b->last, x);
	vec_push(&b->size, 0);
	return (uint32_t)b->last.n - 1;
}

static void place(struct build *b, uint32_t x) {
	struct order_chains *c = b->c;
	struct row *row = &b->row[x];
	for (uint32_t i = b->in_first[x]; i < b->in_first[x + 1]; i++)
		merge(row, &b->row[b->in[i]]);
	uint32_t chain = choose_chain(b, x);
	while (row->n <= chain)
		vec_push(row, 0);
	b->last.at[chain] = x;
	c->chain[x] = chain;
	c->position[x] = row->at[chain] = ++b->size.at[chain];
}

/* The chains one after the other, and clocks of full size. */
static void finish(struct build *b) {
	struct order_chains *c = b->c;
	c->nchains = (uint32_t)b->last.n;
	c->first = mem_alloc((c->nchains + 1) * sizeof *c->first);
	for (uint32_t i = 0; i < c->nchains; i++)
		c->first[i + 1] = c->first[i] + b->size.at[i];
	c->node = mem_alloc((c->n + 1) * sizeof *c->node);
	c->clock = mem_alloc(((size_t)c->n * c->nchains + 1) * sizeof *c->clock);
	for (uint32_t x = 0; x < c->n; x++) {
		c->node[c->first[c->chain[x]] + c->position[x] - 1] = x;
		memcpy(c->clock + (size_t)x * c->nchains, b->row[x].at, b->row[x].n * sizeof *c->clock);
	}
	uint32_t kept = 0, from = 0;
	for (uint32_t x = 0; x < c->n; x++) {
		uint32_t end = c->out_first[x + 1];
		c->out_first[x] = kept;
		for (uint32_t i = from; i < end; i++)
			if (c->chain[c->out[i]] != c->chain[x])
				c->out[kept++] = c->out[i];
		from = end;
	}
	c->out_first[c->n] = kept;
}

bool order_chains_init(struct order_chains *c, uint32_t n, const struct order_arc *arc,
                       size_t narcs) {
	*c = (struct order_chains){.n = n};
	struct build b = {.c = c};
	group(n, arc, narcs, false, &c->out, &c->out_first);
	group(n, arc, narcs, true, &b.in, &b.in_first);
	b.sorted = mem_alloc((n + 1) * sizeof *b.sorted);
	bool good = sort(&b);
	if (good) {
		c->chain = mem_alloc((n + 1) * sizeof *c->chain);
		c->position = mem_alloc((n + 1) * sizeof *c->position);
		b.row = mem_alloc((n + 1) * sizeof *b.row);
		for (uint32_t i = 0; i < n; i++)
			place(&b, b.sorted[i]);
		finish(&b);
		for (uint32_t i = 0; i < n; i++)
			vec_free(&b.row[i]);
	}
	mem_free(b.row);
	mem_free(b.in);
	mem_free(b.in_first);
	mem_free(b.sorted);
	vec_free(&b.last);
	vec_free(&b.size);
	if (!good)
		order_chains_free(c);
	return good;
}

void order_chains_free(struct order_chains *c) {
	mem_free(c->chain);
	mem_free(c->position);
	mem_free(c->first);
	mem_free(c->node);
	mem_free(c->out);
	mem_free(c->out_first);
	mem_free(c->clock);
	*c = (struct order_chains){0};
}
