/* Which nodes must be issued before which others, by program order, creation and join of threads,
 * and what the memory model makes of it. */
#include "symex/events/record/before.h"

static bool raise_to(uint32_t *to, const uint32_t *from, size_t n) {
	bool changed = false;
	for (size_t i = 0; i < n; i++)
		if (from[i] > to[i]) {
			to[i] = from[i];
			changed = true;
		}
	return changed;
}

/* All nodes of thread 'of', and what happens before its last one, happen before 'node'. */
static bool raise_by_thread(struct events *e, uint32_t node, uint32_t of) {
	const struct event_thread *t = &e->thread.at[of];
	uint32_t *to = e->node.at[node].after, count = (uint32_t)t->node.n;
	bool changed = raise_to(to, e->node.at[vec_last(&t->node)].after, e->thread.n);
	changed |= to[of] < count;
	to[of] = to[of] < count ? count : to[of];
	return changed;
}

/* What a join that the thread has passed puts before a node. */
static bool raise_by_joins(struct events *e, uint32_t node) {
	const struct event_node *n = &e->node.at[node];
	bool changed = false;
	for (size_t i = 0; i < e->waiting.n; i++) {
		const struct waiting *w = &e->waiting.at[i];
		if (w->joins == NO_THREAD || w->joins >= e->thread.n || !e->thread.at[w->joins].node.n)
			continue;
		const struct event_node *at = &e->node.at[w->node];
		if (at->tid == n->tid && at->index < n->index && w->path && guard_implies(n->path, w->path))
			changed |= raise_by_thread(e, node, w->joins);
	}
	return changed;
}

static bool raise_node(struct events *e, uint32_t node) {
	struct event_node *n = &e->node.at[node];
	const struct event_thread *t = &e->thread.at[n->tid];
	bool changed = false;
	if (n->index) {
		/* What the node before has joined does not count: it may be on another path. */
		changed |= raise_to(n->after, e->node.at[t->node.at[0]].after, e->thread.n);
		if (n->after[n->tid] < n->index) {
			n->after[n->tid] = n->index;
			changed = true;
		}
	} else if (n->tid && t->spawner.n == 1) {
		const struct event_node *by = &e->node.at[t->spawn_node];
		changed |= raise_to(n->after, by->after, e->thread.n);
		if (n->after[by->tid] < by->index + 1) {
			n->after[by->tid] = by->index + 1;
			changed = true;
		}
	}
	return raise_by_joins(e, node) || changed;
}

void before_compute(struct events *e) {
	for (size_t i = 0; i < e->node.n; i++) {
		e->node.at[i].after = arena_array(e->x->pool.arena, uint32_t, e->thread.n);
		e->node.at[i].joins = NO_THREAD;
	}
	for (size_t i = 0; i < e->waiting.n; i++)
		if (e->waiting.at[i].path) {
			e->node.at[e->waiting.at[i].node].joins = e->waiting.at[i].joins;
			e->node.at[e->waiting.at[i].node].joined = e->waiting.at[i].path;
		}
	bool changed = true;
	for (size_t iteration = 0; changed && iteration <= e->thread.n; iteration++) {
		changed = false;
		for (size_t i = 0; i < e->node.n; i++)
			changed |= raise_node(e, (uint32_t)i);
	}
}

bool issue_before(const struct events *e, uint32_t a, uint32_t b) {
	const struct event_node *n = &e->node.at[a];
	return e->node.at[b].after[n->tid] > n->index && a != b;
}

bool memory_before(const struct events *e, uint32_t a, uint32_t b) {
	return model_allows(e->model, LEMMA_MEMORY_ORDER) && issue_before(e, a, b);
}

uint32_t memory_node(const struct events *e, uint32_t write) {
	switch (e->model->store) {
	case STORE_AT_ONCE: return e->event.at[write].node;
	case STORE_BUFFERED:
	case STORE_BY_LOCATION: return e->event.at[write].memory;
	}
	return NO_NODE;
}
