#include "symex/explore/explore.h"

#include <stdlib.h>
#include <string.h>

#include "symex/step/interrupt.h"
#include "symex/replay/replay.h"
#include "symex/step/step.h"
#include "symex/schedule/context.h"
#include "symex/core/location.h"
#include "symex/step/wait.h"
#include "symex/core/wild.h"

enum { STOP_CHECK = 1024 }; /* steps between looks at symex_stop */

/* Locks and atomic sections are not merged: two states meet only if both hold the same. */
static bool can_meet(const struct state *a, const struct state *b) {
	return a->atomic == b->atomic && a->cut == b->cut && a->held == b->held &&
	       a->joined == b->joined && a->wakeup == b->wakeup && a->order.root == b->order.root;
}

static struct meeting *find_meeting(struct symex *x, const struct state *st) {
	for (size_t i = x->pending.n; i-- > 0;) {
		struct meeting *m = &x->pending.at[i];
		if (m->frame == st->frame && m->pc == st->pc && can_meet(m->state.at[0], st))
			return m;
	}
	/* Slots behind the end keep the memory of their lists. */
	size_t had = x->pending.cap;
	vec_reserve(&x->pending, x->pending.n + 1);
	if (x->pending.cap > had)
		memset(x->pending.at + had, 0, (x->pending.cap - had) * sizeof *x->pending.at);
	struct meeting *m = &x->pending.at[x->pending.n++];
	m->frame = st->frame;
	m->pc = st->pc;
	m->state.n = 0;
	return m;
}

void explore_add(struct symex *x, const struct state *st) {
	if (x->tree && x->tree->recording && !x->tree->trial) {
		context_add(x, st);
		return;
	}
	struct state *copy = arena_new(x->pool.arena, struct state);
	state_fork(x, st, copy);
	struct meeting *m = find_meeting(x, st);
	vec_push(&m->state, copy);
}

static bool goes_first(const struct meeting *a, const struct meeting *b) {
	if (a->frame->depth != b->frame->depth)
		return a->frame->depth > b->frame->depth;
	return a->pc < b->pc;
}

static int longest_path_first(const void *a, const void *b) {
	const struct guard *p = (*(struct state *const *)a)->guard;
	const struct guard *q = (*(struct state *const *)b)->guard;
	uint32_t dp = p ? p->depth : 0, dq = q ? q->depth : 0;
	return dp > dq ? -1 : dp < dq;
}

static struct state take_first(struct symex *x) {
	size_t best = 0;
	for (size_t i = 1; i < x->pending.n; i++)
		if (goes_first(&x->pending.at[i], &x->pending.at[best]))
			best = i;
	struct meeting m = x->pending.at[best];
	x->pending.at[best] = x->pending.at[x->pending.n - 1];
	x->pending.at[--x->pending.n] = m;
	if (m.state.n > 1)
		qsort(m.state.at, m.state.n, sizeof *m.state.at, longest_path_first);
	struct state st = *m.state.at[0];
	for (size_t i = 1; i < m.state.n; i++)
		state_merge(x, &st, m.state.at[i]);
	return st;
}

/* The smallest instruction of this frame at which another state waits. */
static uint32_t meeting_point(const struct symex *x, const struct frame *frame) {
	uint32_t pc = UINT32_MAX;
	for (size_t i = 0; i < x->pending.n; i++)
		if (x->pending.at[i].frame == frame && x->pending.at[i].pc < pc)
			pc = x->pending.at[i].pc;
	return pc;
}

static bool stopped(struct symex *x) {
	if (x->stats->steps % STOP_CHECK == 0 && symex_stop)
		x->give_up = true;
	if (x->replay && replay_failed(x->replay))
		x->give_up = true;
	return x->give_up;
}

/* What a new thread does before the user's function begins is part of its creation. */
static bool is_start(const struct state *st) {
	return st->tid && !st->frame->up && st->frame->function->is_model;
}

static bool is_call_of(const struct ins *i, const struct symbol *s) {
	return s && i->kind == INS_CALL && i->rhs->kind == EXPR_SYMBOL && i->rhs->symbol == s;
}

/* Does the whole execution end here, or may it?  Then others can come first. */
static bool is_end(const struct symex *x, const struct state *st, const struct ins *i) {
	if (wild_stops(x, i))
		return true;
	switch (i->kind) {
	case INS_ASSUME: return true;
	case INS_ASSERT: return !i->hidden && x->config->multi_property;
	case INS_END: return !st->frame->up && !st->tid;
	case INS_CALL: return is_call_of(i, x->tree->exit) || is_call_of(i, x->tree->abort);
	default: return false;
	}
}

bool explore_may_end(const struct symex *x, const struct state *st) {
	return is_end(x, st, &st->frame->function->ins.at[st->pc]);
}

/* A section that creates a thread writes memory that nobody else knows yet. */
static bool is_creation(const struct symex *x, const struct ins *i, const struct state *st) {
	const struct function *f = st->frame->function;
	if (i->kind != INS_ATOMIC_BEGIN || i->rhs || !f->is_model)
		return false;
	for (const struct ins *end = f->ins.at + f->ins.n; i < end && i->kind != INS_ATOMIC_END; i++)
		if (is_call_of(i, x->tree->spawn))
			return true;
	return false;
}

/* Is this where the checks before a wait begin, or a wait that no visible check precedes? */
static bool is_wait(const struct state *st, const struct ins *i) {
	if (i->visible)
		return wait_ins(st) != NULL;
	if (i->kind != INS_ATOMIC_BEGIN || !i->rhs)
		return false;
	const struct ins *first = st->frame->function->ins.at;
	while (i > first && i[-1].kind == INS_ASSERT && i[-1].hidden)
		i--;
	return !i->visible;
}

bool explore_stops(struct symex *x, struct state *st) {
	if (!x->tree || st->resumed) {
		st->resumed = false;
		return false;
	}
	const struct ins *i = &st->frame->function->ins.at[st->pc];
	bool loops = st->loops && !st->atomic;
	st->loops &= !loops;
	if (x->tree->places) {
		if (x->replay && !x->tree->trial)
			return x->tree->until && x->tree->until == location_of(x, st);
	} else if (loops || is_call_of(i, x->tree->spawn)) {
		return true;
	}
	if (st->atomic || is_start(st) || is_creation(x, i, st))
		return false;
	if (is_wait(st, i)) /* even alone a thread may wait for ever */
		return true;
	if (!i->visible && !is_end(x, st, i))
		return false;
	if (st->nlive > 1 && !x->tree->hurries)
		return true;
	if (!x->tree->runs_on)
		x->tree->first_touch = x->tree->touched.n;
	x->tree->runs_on = true;
	return false;
}

/* May other threads come first here, and handlers of signals? */
static bool is_point(struct symex *x, const struct state *st) {
	const struct ins *i = &st->frame->function->ins.at[st->pc];
	if (!x->prog->interrupt.function || !x->tree || x->tree->trial || st->atomic || is_start(st) ||
	    is_creation(x, i, st))
		return false;
	return is_wait(st, i) || i->visible || is_end(x, st, i);
}

bool explore_interrupted(struct symex *x, struct state *st) {
	return is_point(x, st) && interrupt(x, st);
}

void explore_stop(struct symex *x, struct state *st) {
	for (size_t i = 0; i < x->tree->stopped.n && st->frame; i++) {
		struct state *other = x->tree->stopped.at[i];
		if (other->frame == st->frame && other->pc == st->pc && can_meet(other, st)) {
			state_merge(x, other, st);
			return;
		}
	}
	struct state *copy = arena_new(x->pool.arena, struct state);
	state_fork(x, st, copy);
	vec_push(&x->tree->stopped, copy);
}

/* Steps one state until it ends, stops, or reaches a place where another one waits. */
static void run(struct symex *x, struct state *st) {
	const struct frame *frame = NULL;
	size_t waiting = 0;
	uint32_t meet = UINT32_MAX;
	bool chosen = true;
	for (;;) {
		if (frame != st->frame || waiting != x->pending.n) {
			frame = st->frame;
			waiting = x->pending.n;
			meet = meeting_point(x, frame);
		}
		/* The state that was chosen makes a step in any case: another may wait at the same place
		 * that it cannot become one with. */
		if (st->pc >= meet && !chosen) {
			explore_add(x, st);
			return;
		}
		chosen = false;
		if (explore_stops(x, st)) {
			explore_stop(x, st);
			return;
		}
		if (explore_interrupted(x, st))
			continue;
		x->stats->steps++;
		if (stopped(x))
			return;
		if (x->tree && x->tree->trial)
			x->tree->trial(x, st);
		if (!step(x, st)) {
			if (x->tree)
				x->tree->dead_end = true;
			return;
		}
		if (!st->frame) {
			if (x->tree)
				explore_stop(x, st);
			return;
		}
	}
}

void explore(struct symex *x, struct state *first) {
	explore_add(x, first);
	while (x->pending.n && !x->give_up) {
		struct state st = take_first(x);
		run(x, &st);
	}
	x->pending.n = 0; /* given up: whoever explores next has nothing to do with these */
}
