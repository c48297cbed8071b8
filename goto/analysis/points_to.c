/* Sets of objects at nodes, propagated along uses until nothing changes.  A set only grows at its
 * end, so what is behind 'done' is the difference that still has to travel. */
#include "goto/analysis/points_to.h"

enum { FEW_MEMBERS = 16 };

static uint32_t add_node(struct points_to *pt) {
	struct pt_node n = {.instance = NO_INSTANCE};
	vec_push(&pt->node, n);
	return (uint32_t)pt->node.n - 1;
}

uint32_t pt_node(struct points_to *pt) {
	return pt->only ? pt->only : add_node(pt);
}

uint32_t pt_object(struct points_to *pt, struct symbol *symbol, uint32_t instance) {
	uint32_t o = add_node(pt);
	pt->node.at[o].merged = pt->only;
	pt->node.at[o].is_object = true;
	pt->node.at[o].symbol = symbol;
	pt->node.at[o].instance = instance;
	pt->node.at[o].number = pt->nobjects++;
	return o;
}

uint32_t pt_find(struct points_to *pt, uint32_t node) {
	struct pt_node *n = &pt->node.at[node];
	while (n->merged != NO_NODE) {
		uint32_t next = pt->node.at[n->merged].merged;
		node = n->merged;
		if (next != NO_NODE)
			n->merged = next; /* shorter for the next one */
		n = &pt->node.at[node];
	}
	return node;
}

struct pt_set points_to_set(const struct points_to *pt, uint32_t node) {
	while (pt->node.at[node].merged != NO_NODE)
		node = pt->node.at[node].merged;
	return (struct pt_set){pt->node.at[node].set.at, pt->node.at[node].set.n};
}

static uint64_t pair(uint32_t a, uint32_t b) {
	return (uint64_t)a << 32 | b;
}

static void set_bit(struct pt_node *n, uint32_t bit) {
	while (n->bits.n <= bit / 64)
		vec_push(&n->bits, UINT64_C(0));
	n->bits.at[bit / 64] |= UINT64_C(1) << bit % 64;
}

static bool has_member(const struct pt_node *n, uint32_t object, uint32_t bit) {
	if (n->bits.n)
		return bit / 64 < n->bits.n && n->bits.at[bit / 64] >> bit % 64 & 1;
	for (size_t i = 0; i < n->set.n; i++)
		if (n->set.at[i] == object)
			return true;
	return false;
}

void pt_add(struct points_to *pt, uint32_t node, uint32_t object) {
	node = pt_find(pt, node);
	struct pt_node *n = &pt->node.at[node];
	uint32_t bit = pt->node.at[object].number;
	if (node == NO_NODE || has_member(n, object, bit))
		return;
	vec_push(&n->set, object);
	if (n->bits.n)
		set_bit(n, bit);
	for (size_t i = 0; n->set.n == FEW_MEMBERS && i < n->set.n; i++)
		set_bit(n, pt->node.at[n->set.at[i]].number);
	if (n->is_queued)
		return;
	n->is_queued = true;
	vec_push(&pt->todo, node);
}

void pt_copy(struct points_to *pt, uint32_t from, uint32_t to) {
	from = pt_find(pt, from);
	to = pt_find(pt, to);
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
	node = pt_find(pt, node);
	if (node == NO_NODE || (pt->only && use != PT_CALL) || pt->work > pt->most_work)
		return;
	/* what has been propagated already would not come by again */
	uint32_t done = pt->node.at[node].done;
	pt->work += done;
	vec_push(&pt->node.at[node].use, ((struct pt_use){use, other}));
	for (uint32_t i = 0; i < done; i++)
		apply(pt, (struct pt_use){use, other}, pt->node.at[node].set.at[i]);
}

static void propagate(struct points_to *pt, uint32_t node) {
	uint32_t from = pt->node.at[node].done, to = (uint32_t)pt->node.at[node].set.n;
	size_t nuses = pt->node.at[node].use.n; /* later ones see the members below 'done' */
	pt->node.at[node].done = to;
	pt->work += nuses * (to - from);
	for (size_t u = 0; u < nuses && pt->work <= pt->most_work; u++)
		for (uint32_t i = from; i < to; i++)
			apply(pt, pt->node.at[node].use.at[u], pt->node.at[node].set.at[i]);
}

void pt_solve(struct points_to *pt) {
	while (pt->todo.n && pt->work <= pt->most_work) {
		uint32_t node = vec_pop(&pt->todo);
		pt->node.at[node].is_queued = false;
		if (pt->node.at[node].merged == NO_NODE)
			propagate(pt, node);
		if (pt->work < pt->next_merge)
			continue;
		pt_merge_cycles(pt);
		pt->next_merge = pt->work + 8 * (pt->node.n + pt->edge.n);
	}
}
