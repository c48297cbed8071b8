/* Tarjan's strongly connected components of the copies between nodes, without recursion. */
#include "goto/analysis/points_to.h"

struct component_visit {
	uint32_t node;
	size_t use; /* next to look at */
};

struct component_walk {
	struct points_to *pt;
	uint32_t *number, *low; /* by node; number 0: not met */
	bool *on_stack;
	VEC(uint32_t) stack;
	VEC(struct component_visit) path;
	uint32_t last;
};

static void meet(struct component_walk *w, uint32_t node) {
	w->number[node] = w->low[node] = ++w->last;
	w->on_stack[node] = true;
	vec_push(&w->stack, node);
	vec_push(&w->path, ((struct component_visit){node, 0}));
}

/* 'node' shall be a part of 'into'.  All members of the whole go through all uses again. */
static void merge(struct points_to *pt, uint32_t node, uint32_t into) {
	struct pt_node old = pt->node.at[node];
	pt->node.at[node] = (struct pt_node){.is_object = old.is_object,
	                                     .merged = into,
	                                     .instance = old.instance,
	                                     .symbol = old.symbol,
	                                     .number = old.number};
	pt->node.at[into].done = 0;
	for (size_t i = 0; i < old.set.n; i++)
		pt_add(pt, into, old.set.at[i]);
	for (size_t i = 0; i < old.use.n; i++)
		if (old.use.at[i].kind == PT_COPY)
			pt_copy(pt, into, old.use.at[i].other);
		else
			pt_use(pt, into, old.use.at[i].kind, old.use.at[i].other);
	if (pt->node.at[into].set.n && !pt->node.at[into].is_queued) {
		pt->node.at[into].is_queued = true;
		vec_push(&pt->todo, into);
	}
	vec_free(&old.set);
	vec_free(&old.bits);
	vec_free(&old.use);
}

struct component {
	uint32_t node, into;
};

struct components {
	VEC(struct component) at;
};

static void leave(struct component_walk *w, uint32_t node, struct components *found) {
	(void)vec_pop(&w->path);
	if (w->path.n && w->low[vec_last(&w->path).node] > w->low[node])
		w->low[vec_last(&w->path).node] = w->low[node];
	if (w->low[node] != w->number[node])
		return;
	for (uint32_t member = NO_NODE; member != node;) {
		member = vec_pop(&w->stack);
		w->on_stack[member] = false;
		if (member != node)
			vec_push(&found->at, ((struct component){member, node}));
	}
}

static void walk_from(struct component_walk *w, uint32_t root, struct components *found) {
	meet(w, root);
	while (w->path.n) {
		struct component_visit *v = &vec_last(&w->path);
		const struct pt_node *n = &w->pt->node.at[v->node];
		if (v->use == n->use.n) {
			leave(w, v->node, found);
			continue;
		}
		struct pt_use use = n->use.at[v->use++];
		uint32_t from = v->node, to = use.kind == PT_COPY ? pt_find(w->pt, use.other) : NO_NODE;
		if (to == NO_NODE)
			continue;
		if (!w->number[to])
			meet(w, to);
		else if (w->on_stack[to] && w->low[from] > w->number[to])
			w->low[from] = w->number[to];
	}
}

void pt_merge_cycles(struct points_to *pt) {
	struct component_walk w = {.pt = pt,
	                           .number = mem_alloc(pt->node.n * sizeof(uint32_t)),
	                           .low = mem_alloc(pt->node.n * sizeof(uint32_t)),
	                           .on_stack = mem_alloc(pt->node.n)};
	struct components found = {0};
	for (uint32_t i = 1; i < pt->node.n; i++)
		if (!w.number[i] && pt->node.at[i].merged == NO_NODE)
			walk_from(&w, i, &found);
	for (size_t i = 0; i < found.at.n; i++)
		merge(pt, found.at.at[i].node, found.at.at[i].into);
	vec_free(&found.at);
	vec_free(&w.stack);
	vec_free(&w.path);
	mem_free(w.number);
	mem_free(w.low);
	mem_free(w.on_stack);
}
