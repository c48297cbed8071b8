#include "symex/explore.h"

#include "symex/replay.h"
#include "symex/step.h"

enum { STOP_CHECK = 1024 }; /* steps between looks at symex_stop */

void explore_add(struct symex *x, const struct state *st) {
	for (size_t i = x->pending.n; i-- > 0;) {
		struct state *p = x->pending.at[i];
		if (p->frame == st->frame && p->pc == st->pc) {
			state_merge(x, p, st);
			return;
		}
	}
	struct state *copy = arena_new(x->pool.arena, struct state);
	state_fork(x, st, copy);
	vec_push(&x->pending, copy);
}

static bool goes_first(const struct state *a, const struct state *b) {
	if (a->frame->depth != b->frame->depth)
		return a->frame->depth > b->frame->depth;
	return a->pc < b->pc;
}

static struct state take_first(struct symex *x) {
	size_t best = 0;
	for (size_t i = 1; i < x->pending.n; i++)
		if (goes_first(x->pending.at[i], x->pending.at[best]))
			best = i;
	struct state st = *x->pending.at[best];
	x->pending.at[best] = vec_pop(&x->pending);
	return st;
}

/* The smallest instruction of this frame at which another state waits. */
static uint32_t meeting_point(const struct symex *x, const struct frame *frame) {
	uint32_t pc = UINT32_MAX;
	for (size_t i = 0; i < x->pending.n; i++)
		if (x->pending.at[i]->frame == frame && x->pending.at[i]->pc < pc)
			pc = x->pending.at[i]->pc;
	return pc;
}

static bool stopped(struct symex *x) {
	if (x->stats->steps % STOP_CHECK == 0 && symex_stop)
		x->give_up = true;
	if (x->replay && replay_failed(x->replay))
		x->give_up = true;
	return x->give_up;
}

/* Steps one state until it ends or reaches a place where another one waits. */
static void run(struct symex *x, struct state *st) {
	const struct frame *frame = NULL;
	size_t waiting = 0;
	uint32_t meet = UINT32_MAX;
	for (;;) {
		if (frame != st->frame || waiting != x->pending.n) {
			frame = st->frame;
			waiting = x->pending.n;
			meet = meeting_point(x, frame);
		}
		if (st->pc >= meet) {
			explore_add(x, st);
			return;
		}
		x->stats->steps++;
		if (stopped(x) || !step(x, st))
			return;
	}
}

void explore(struct symex *x, struct state *first) {
	explore_add(x, first);
	while (x->pending.n && !x->give_up) {
		struct state st = take_first(x);
		run(x, &st);
	}
}
