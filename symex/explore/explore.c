#include "symex/explore/explore.h"

#include <stdlib.h>
#include <string.h>

#include "process/work.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/iterations.h"
#include "symex/memory/memory.h"
#include "symex/memory/merge.h"
#include "symex/memory/pending.h"
#include "symex/symex_stats.h"
#include "symex/step/calls.h"
#include "symex/step/entry.h"
#include "symex/step/loop.h"
#include "symex/step/step.h"
#include "symex/step/switch.h"

enum { STOP_CHECK = 1024 }; /* steps between tests of symex_stop */

/* Numbers by location hold for one iteration each, so a state that a call has let go ahead does not
 * merge with one that comes to the same instruction an iteration later: the merged state would make
 * the same objects and choices again.  Calls around are parts of the frame already. */
static bool same_location(const struct symex *x, const struct state *a, const struct state *b) {
	if (!naming_by_location(x) || !a->frame)
		return true;
	for (uint32_t i = 0; i < a->frame->function->loop.n; i++)
		if (iterations_has(&a->frame->function->loop.at[i], a->pc) &&
		    iterations_get(a, a->frame, i, ITERATIONS_ALL) !=
		        iterations_get(b, a->frame, i, ITERATIONS_ALL))
			return false;
	return true;
}

/* Two states merge only if they are in the same atomic section and, unless the engine does not
 * care, hold the same locks. */
static bool can_merge(const struct symex *x, const struct state *a, const struct state *b) {
	bool same_locks = a->held == b->held && a->joined == b->joined;
	return a->atomic == b->atomic && (!a->atomic || a->event.node == b->event.node) &&
	       a->cut == b->cut && (same_locks || x->engine->paths.merges_locks) &&
	       a->wakeup == b->wakeup && a->operation == b->operation && a->calling == b->calling &&
	       a->history == b->history && a->order.root == b->order.root && pending_same(a, b) &&
	       a->clocks == b->clocks && a->marks == b->marks && a->apart.since == b->apart.since &&
	       a->apart.choice == b->apart.choice && same_location(x, a, b);
}

static struct join_point *find_join_point(struct symex *x, const struct state *st) {
	for (size_t i = x->paths.pending.n; i-- > 0;) {
		struct join_point *m = &x->paths.pending.at[i];
		if (m->frame == st->frame && m->pc == st->pc && can_merge(x, m->state.at[0], st))
			return m;
	}
	/* Slots behind the end keep the memory of their lists. */
	size_t had = x->paths.pending.cap;
	vec_reserve(&x->paths.pending, x->paths.pending.n + 1);
	if (x->paths.pending.cap > had)
		memset(x->paths.pending.at + had, 0,
		       (x->paths.pending.cap - had) * sizeof *x->paths.pending.at);
	struct join_point *m = &x->paths.pending.at[x->paths.pending.n++];
	m->frame = st->frame;
	m->pc = st->pc;
	m->state.n = 0;
	return m;
}

void explore_add(struct symex *x, const struct state *st) {
	struct state *copy = arena_new(x->pool.arena, struct state);
	state_fork(x, st, copy);
	struct join_point *m = find_join_point(x, st);
	vec_push(&m->state, copy);
}

static bool goes_first(const struct join_point *a, const struct join_point *b) {
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
	for (size_t i = 1; i < x->paths.pending.n; i++)
		if (goes_first(&x->paths.pending.at[i], &x->paths.pending.at[best]))
			best = i;
	struct join_point m = x->paths.pending.at[best];
	x->paths.pending.at[best] = x->paths.pending.at[x->paths.pending.n - 1];
	x->paths.pending.at[--x->paths.pending.n] = m;
	if (m.state.n > 1)
		qsort(m.state.at, m.state.n, sizeof *m.state.at, longest_path_first);
	struct state st = *m.state.at[0];
	for (size_t i = 1; i < m.state.n; i++)
		state_merge(x, &st, m.state.at[i]);
	return st;
}

/* The smallest instruction of this frame at which another state is pending. */
static uint32_t next_join_point(const struct symex *x, const struct frame *frame) {
	uint32_t pc = UINT32_MAX;
	for (size_t i = 0; i < x->paths.pending.n; i++)
		if (x->paths.pending.at[i].frame == frame && x->paths.pending.at[i].pc < pc)
			pc = x->paths.pending.at[i].pc;
	return pc;
}

/* Has a call returned from which other paths are still to return?  Those that were kept apart there
 * come first, so that all of them go on from the call together and merge when they may. */
static bool waits_for_others(const struct symex *x, const struct frame *before,
                             const struct frame *now) {
	if (!x->paths.are_kept_apart || !before || !now || now->depth >= before->depth)
		return false;
	for (size_t i = 0; i < x->paths.pending.n; i++)
		if (x->paths.pending.at[i].frame->depth > now->depth)
			return true;
	return false;
}

static bool stopped(struct symex *x) {
	if (x->stats->steps % STOP_CHECK)
		return x->give_up;
	if (x->config->work_end && work.done >= x->config->work_end && !symex_stop)
		symex_stop = SHARE_IS_OVER;
	if (symex_stop)
		x->give_up = true;
	return x->give_up;
}

bool explore_stops(struct symex *x, struct state *st, bool alone, bool *runs_on) {
	if (st->resumed) {
		st->resumed = false;
		st->chose = calls_idle(st);
		if (switch_point(x, st) != SWITCH_NONE) {
			st->laps = 0;
			calls_open(x, st);
		}
		return false;
	}
	bool loops = st->loops && !st->atomic;
	st->loops &= !loops;
	if (loops || switch_is_spawn(st))
		return true;
	enum switch_point point = switch_point(x, st);
	/* The step in which a thread chooses an operation goes on through the first visible instruction
	 * of it, unless that may have to wait, or races are pairs of next accesses (race.h). */
	const struct schedules *s = &x->config->schedules;
	bool looks_ahead = s->race_check && !s->race_orders;
	if (point == SWITCH_VISIBLE && (alone || (st->chose && !looks_ahead)) && calls_open(x, st)) {
		st->chose = false;
		return false;
	}
	if (point == SWITCH_WAIT || (point == SWITCH_VISIBLE && !alone))
		return true;
	*runs_on = point == SWITCH_VISIBLE;
	return false;
}

/* A thread stops in each iteration of a loop that has a switch point.  If the user bounds the loop,
 * states in different iterations are different: the merged state would be cut too early for one of
 * them, and a replay of that one would go on. */
static bool same_iterations(const struct symex *x, const struct state *a, const struct state *b) {
	const struct bounds *given = &x->config->bounds;
	if (given->unwind == NO_BOUND && !given->nrules)
		return true;
	uint32_t pc = a->pc;
	for (const struct frame *f = a->frame; f; pc = frame_call_pc(f), f = f->up)
		for (uint32_t i = 0; i < f->function->loop.n; i++) {
			const struct loop *l = &f->function->loop.at[i];
			bool by_user;
			if (iterations_has(l, pc) &&
			    step_open_iterations(a, f, i) != step_open_iterations(b, f, i))
				return false;
			if (!iterations_has(l, pc) || iterations_get(a, f, i, ITERATIONS_COUNTED) ==
			                                  iterations_get(b, f, i, ITERATIONS_COUNTED))
				continue;
			step_bound(x, a->tid, f->function, l->id, &by_user);
			if (by_user)
				return false;
		}
	return true;
}

void explore_stop(struct symex *x, const struct state *st) {
	for (size_t i = 0; i < x->paths.stopped.n && st->frame; i++) {
		struct state *other = x->paths.stopped.at[i];
		if (other->frame == st->frame && other->pc == st->pc && can_merge(x, other, st) &&
		    same_iterations(x, other, st)) {
			state_merge(x, other, st);
			return;
		}
	}
	struct state *copy = arena_new(x->pool.arena, struct state);
	state_fork(x, st, copy);
	vec_push(&x->paths.stopped, copy);
}

/* Steps one state until it ends, stops, or reaches a join point. */
static void run(struct symex *x, struct state *st) {
	const struct frame *frame = NULL;
	size_t npending = 0;
	uint32_t join_pc = UINT32_MAX;
	bool chosen = true;
	for (;;) {
		if (frame != st->frame && waits_for_others(x, frame, st->frame)) {
			explore_add(x, st);
			return;
		}
		if (frame != st->frame || npending != x->paths.pending.n) {
			frame = st->frame;
			npending = x->paths.pending.n;
			join_pc = next_join_point(x, frame);
		}
		/* The chosen state makes at least one step: a state that cannot merge with it may be
		 * pending at the same instruction. */
		if (st->pc >= join_pc && !chosen) {
			explore_add(x, st);
			return;
		}
		chosen = false;
		if (x->engine->threads.exist && x->engine->threads.stops(x, st)) {
			explore_stop(x, st);
			return;
		}
		if (switch_interrupted(x, st))
			continue;
		x->stats->steps++;
		work_add(WORK_STEP);
		if (stopped(x))
			return;
		if (!step(x, st)) {
			x->effects.dead_end = true;
			if (x->engine->paths.dead_end)
				x->engine->paths.dead_end(x, st);
			return;
		}
		if (!st->frame) {
			explore_stop(x, st);
			return;
		}
	}
}

void explore(struct symex *x, struct state *first) {
	explore_add(x, first);
	while (x->paths.pending.n && !x->give_up) {
		struct state st = take_first(x);
		run(x, &st);
	}
	x->paths.pending.n = 0; /* after giving up, the rest is dropped */
}

struct state explore_begin(struct symex *x) {
	for (size_t i = 0; x->naming && i < x->prog->symbol.n; i++) {
		struct symbol *s = x->prog->symbol.at[i];
		if (s->storage == STORAGE_STATIC || s->storage == STORAGE_THREAD)
			memory_static(x, s);
	}
	struct state st = {.nthreads = 1, .nlive = 1};
	struct symbol *first = x->prog->init ? x->prog->init : x->prog->entry;
	step_enter(x, &st, first->function);
	return st;
}
