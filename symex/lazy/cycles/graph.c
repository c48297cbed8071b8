#include "symex/lazy/cycles/graph.h"

static void add_root(struct state_graph *g) {
	vec_push(&g->node, (struct graph_node){.nthreads = 1});
	vec_push(&g->key, 0);
}

void graph_open(struct state_graph *g) {
	*g = (struct state_graph){.number = {0}};
	add_root(g);
}

void graph_close(struct state_graph *g) {
	vec_free(&g->node);
	vec_free(&g->edge);
	vec_free(&g->key);
	map_free(&g->number);
}

void graph_forget(struct state_graph *g) {
	g->node.n = g->edge.n = g->key.n = 0;
	map_clear(&g->number);
	add_root(g);
}

uint32_t graph_find(const struct state_graph *g, uint32_t key) {
	uint64_t known;
	return map_get(&g->number, key, &known) ? (uint32_t)known : 0;
}

uint32_t graph_add(struct state_graph *g, uint32_t key, const struct graph_node *n) {
	uint32_t number = (uint32_t)g->node.n;
	map_put(&g->number, key, number);
	vec_push(&g->node, *n);
	vec_push(&g->key, key);
	return number;
}

void graph_connect(struct state_graph *g, uint32_t from, uint32_t to, uint32_t tid,
                   unsigned marks) {
	vec_push(&g->edge, ((struct graph_edge){from, to, (uint8_t)tid, (uint8_t)marks}));
}
