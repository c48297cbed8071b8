#include "symex/lazy/experience.h"

#include "symex/core/next_ins.h"
#include "symex/memory/pending.h"
#include "symex/step/thread/thread.h"

struct experience {
	struct map of_instruction, of_local_state; /* -> how often first, how often not alone */
};

enum { WEIGHT = 4 }; /* of an instruction, in nodes of the local state */
/* What the thread that ran last is ahead of others, so that counterexamples switch less. */
static const double ADVANTAGE = 0.02;

struct experience *experience_open(void) {
	return mem_alloc(sizeof(struct experience));
}

void experience_close(struct experience *e) {
	if (!e)
		return;
	map_free(&e->of_instruction);
	map_free(&e->of_local_state);
	mem_free(e);
}

struct keys {
	uint64_t instruction, local_state;
};

/* Two of them may coincide; then the estimate is worse. */
static struct keys keys_of(struct tree *t, const struct state *st, struct actor a) {
	uint32_t tid = a.tid;
	if (a.kind == ACTOR_BUFFER) {
		uint64_t key = map_key(pending_at(st, tid, a.position)->ins) * 64 + actor_number(a);
		return (struct keys){key, key};
	}
	struct state view = thread_view(st, tid);
	struct shape shape = t->keys.canon ? node_thread_shape(t, st, tid) : (struct shape){0, 0};
	const struct ins *next = next_ins(&view);
	return (struct keys){map_key(next) * 64 + tid, shape_pack(shape) * 64 + tid + 1};
}

static double estimate(const struct map *m, uint64_t key, double prior, double weight) {
	uint64_t seen = 0;
	map_get(m, key, &seen);
	return ((double)(uint32_t)seen + prior * weight) / ((double)(seen >> 32) + weight);
}

/* The share of nodes at which the thread will not be the only one. */
static double likelihood(struct tree *t, const struct state *st, struct actor a) {
	const struct experience *e = t->experience;
	struct keys k = keys_of(t, st, a);
	double at_instruction = estimate(&e->of_instruction, k.instruction, 0.5, 2);
	return estimate(&e->of_local_state, k.local_state, at_instruction, WEIGHT);
}

void experience_sort(struct tree *t, const struct state *st, struct actor *order, uint32_t n) {
	double *at = arena_array(t->x->pool.arena, double, n);
	for (uint32_t i = 0; i < n; i++) {
		struct actor a = order[i];
		uint32_t k = i;
		double likely = likelihood(t, st, a) - (actor_number(a) == st->tid ? ADVANTAGE : 0);
		for (; k && likely < at[k - 1]; k--) {
			at[k] = at[k - 1];
			order[k] = order[k - 1];
		}
		at[k] = likely;
		order[k] = a;
	}
}

static void count(struct map *m, uint64_t key, bool others) {
	uint64_t seen = 0;
	map_get(m, key, &seen);
	map_put(m, key, seen + (1ull << 32) + others);
}

void experience_add(struct tree *t, const struct state *st, struct actor a, bool others) {
	struct keys k = keys_of(t, st, a);
	count(&t->experience->of_instruction, k.instruction, others);
	count(&t->experience->of_local_state, k.local_state, others);
}
