#include "symex/proof/search/view.h"

uint32_t views_node(struct views *v, uint32_t shared, uint32_t a, uint32_t b) {
	uint32_t words[] = {shared, a < b ? a : b, a < b ? b : a, 0, 0, 0, 0};
	uint64_t known;
	uint32_t key = canon_tuple(v->canon, words, 7);
	return map_get(&v->node_of, key, &known) ? (uint32_t)known : UINT32_MAX;
}

void views_enqueue(struct views *v, uint32_t node) {
	if (v->node.at[node].is_queued)
		return;
	v->node.at[node].is_queued = true;
	vec_push(&v->queue, node);
}
