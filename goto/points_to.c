/* Sets of objects at nodes, propagated along uses until nothing changes.  A set only grows at its
 * end, so what is behind 'done' is the difference that still has to travel. */
#include "goto/points_to.h"

uint32_t pt_node(struct points_to *pt) {
	struct pt_node n = {.instance = NO_INSTANCE};
	vec_push(&pt->node, n);
	return (uint32_t)pt->node.n - 1;
}

uint32_t pt_object(struct points_to *pt, struct symbol *symbol, uint32_t instance) {
	uint32_t o = pt_node(pt);
	pt->node.at[o].is_object = true;
	pt->node.at[o].symbol = symbol;
	pt->node.at[o].instance = instance;
	return o;
}

static uint64_t pair(uint32_t a, uint32_t b) {
	return (uint64_t)a << 32 | b;
}

void pt_add(struct points_to *pt, uint32_t node, uint32_t object) {
	if (node == NO_NODE || map_get(&pt->member, pair(node, object), NULL))
		return;
	map_put(&pt->member, pair(node, object), 1);
	struct pt_node *n = &pt->node.at[node];
	vec_push(&n->set, object);
	if (n->is_queued)
		return;
	n->is_queued = true;
	vec_push(&pt->todo, node);
}

void pt_copy(struct points_to *pt, uint32_t from, uint32_t to) {
	if (from == NO_NODE || to == NO_NODE || from == to || map_get(&pt->edge, pair(from, to), NULL))
		return;
	map_put(&pt->edge, pair(from, to), 1);
	pt_use(pt, from, PT_COPY, to);
}

static void apply(struct points_to *pt, struct pt_use use, uint32_t object) {
	struct symbol *s = pt->node.at[object].symbol;
	bool is_function = s && s->storage == STORAGE_FUNCTION;
	uint32_t other = use.other;
	switch (use.kind) {
	case PT_COPY: pt_add(pt, other, object); return;
	case PT_LOAD:
		if (!is_function)
			pt_copy(pt, object, other);
		return;
	case PT_STORE:
		if (!is_function)
			pt_copy(pt, other, object);
		return;
	case PT_CALL:
		if (is_function)
			pt_call(pt, other, s);
		return;
	case PT_GUESS: pt_copy(pt, pt->exposed, other); return;
	}
}

void pt_use(struct points_to *pt, uint32_t node, enum pt_use_kind use, uint32_t other) {
	if (node == NO_NODE)
		return;
	/* what has been propagated already would not come by again */
	uint32_t done = pt->node.at[node].done;
	vec_push(&pt->node.at[node].use, ((struct pt_use){use, other}));
	for (uint32_t i = 0; i < done; i++)
		apply(pt, (struct pt_use){use, other}, pt->node.at[node].set.at[i]);
}

void pt_solve(struct points_to *pt) {
	while (pt->todo.n) {
		uint32_t node = vec_pop(&pt->todo);
		pt->node.at[node].is_queued = false;
		uint32_t from = pt->node.at[node].done, to = (uint32_t)pt->node.at[node].set.n;
		size_t nuses = pt->node.at[node].use.n; /* later ones see the members below 'done' */
		pt->node.at[node].done = to;
		for (size_t u = 0; u < nuses; u++)
			for (uint32_t i = from; i < to; i++)
				apply(pt, pt->node.at[node].use.at[u], pt->node.at[node].set.at[i]);
	}
}
