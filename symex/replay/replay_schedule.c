/* Replays a schedule: the threads run in the order of the plan, with every choice settled. */
#include "symex/config.h"
#include "symex/explore/enabled.h"
#include "symex/explore/explore.h"
#include "symex/explore/race.h"
#include "symex/observer.h"
#include "symex/replay/replay.h"
#include "symex/replay/spins.h"
#include "symex/replay/store_buffer.h"
#include "symex/step/check/same_state.h"
#include "symex/step/switch.h"
#include "symex/step/thread/thread.h"

static term find_enabled(struct symex *x, struct state *st, uint8_t *status) {
	struct naming_peek look = naming_peek_begin(x);
	term undecided = enabled_status(x, st, &(struct enabled_query){0}, status);
	naming_peek_end(x, look);
	return undecided;
}

/* Checks the last state of the plan for a deadlock or a data race.  Threads of the plan that do not
 * wait for each other may have gone on after the last one that does; and a thread may stand before
 * its wait with stores that no other thread reads. */
static void check_last_state(struct symex *x, struct state *st) {
	const struct replay *r = x->self;
	enum property_class class = properties_at(x->properties, r->goal->property)->class;
	uint8_t *status = arena_array(x->pool.arena, uint8_t, st->nthreads);
	if (class == PROPERTY_DEADLOCK && naming_by_location(x))
		store_buffer_end(x, st);
	if (find_enabled(x, st, status).ix)
		return;
	struct naming_peek look = naming_peek_begin(x);
	enabled_deadlock(x, st, status);
	if (!x->give_up && class == PROPERTY_DEADLOCK)
		enabled_cycle(x, st, status);
	naming_peek_end(x, look);
	if (x->config->schedules.race_check && !x->give_up)
		race_confirm(x, st, r->goal->property);
}

/* The violation is one of a thread that does not get on. */
static void violate(struct symex *x, const struct state *st) {
	const struct replay *r = x->self;
	struct state there;
	state_fork(x, st, &there);
	thread_switch(x, &there, r->plan.stays);
	x->engine->check(x, &there, r->goal->property, term_false(x->ts));
}

static bool still_waits(struct symex *x, struct state *st) {
	const struct replay *r = x->self;
	uint8_t *status = arena_array(x->pool.arena, uint8_t, st->nthreads);
	return !find_enabled(x, st, status).ix && status[r->plan.stays] == THREAD_DISABLED;
}

/* The last state of an execution that never ends.  first: after the first round of the loop. */
static void end_progress(struct symex *x, struct state *st, const struct earlier *first) {
	struct replay *r = x->self;
	switch (r->plan.ending) {
	case PLAN_ENDS: return;
	case PLAN_ENDS_IN_LOOP:
		if (!same_but_names(x, first, st))
			r->why = "the execution does not come back to its state";
		break;
	case PLAN_ENDS_WAITING:
		if (!still_waits(x, st))
			r->why = "the thread does not wait";
		break;
	case PLAN_ENDS_THERE: break;
	}
	if (!r->why)
		violate(x, st);
}

/* Does a switch to 'tid' count as a context switch? */
static bool has_choice(struct symex *x, struct state *st, uint32_t tid) {
	uint8_t *status = arena_array(x->pool.arena, uint8_t, st->nthreads);
	find_enabled(x, st, status);
	return enabled_has_choice(st, status, tid);
}

bool replay_thread(struct symex *x, struct state *st) {
	st->resumed = true;
	x->paths.stopped.n = 0;
	explore(x, st);
	if (x->give_up || x->paths.stopped.n != 1)
		return false;
	*st = *x->paths.stopped.at[0];
	st->guard = NULL;
	return true;
}

/* Runs 'tid' until it stops; false: the replay has ended in the violation or failed. */
static bool run_thread(struct symex *x, struct state *st, uint32_t tid) {
	if (tid == st->tid && !st->frame)
		return false;
	if (tid != st->tid) {
		if (!state_parked(st, tid))
			return false;
		if (has_choice(x, st, tid))
			observe(x, context_switch, st);
		thread_switch(x, st, tid);
	}
	bool stops = replay_thread(x, st);
	if (stops)
		observe(x, stop, st);
	return stops;
}

static bool is_at_switch(struct symex *x, const struct state *st, uint32_t tid) {
	struct state view = thread_view(st, tid);
	return view.frame && (switch_is_spawn(&view) || switch_point(x, &view) != SWITCH_NONE);
}

/* Where paths were merged, the symbolic execution may have counted more iterations of a loop, and
 * stopped in it at others.  Between two switch points it makes no difference to other threads where
 * a thread stops. */
static bool run_step(struct symex *x, struct state *st, uint32_t tid, const struct plan_step *s) {
	if (s->in_loop && is_at_switch(x, st, tid))
		return true;
	while (s->at_switch && !is_at_switch(x, st, tid))
		if (!run_thread(x, st, tid))
			return false;
	return run_thread(x, st, tid);
}

/* The thread of the replay that was created at a location. */
static uint32_t thread_at(const struct naming *n, const struct state *st, uint32_t slot) {
	for (uint32_t tid = 1; tid < st->nthreads && tid < n->slot.n; tid++)
		if (n->slot.at[tid] == slot)
			return tid;
	return 0;
}

/* Has every thread ended, or waits, or spins?  Then liveness is violated. */
static void check_stuck(struct symex *x, struct state *st) {
	struct replay *r = x->self;
	const struct plan *plan = &r->plan;
	uint8_t *status = arena_array(x->pool.arena, uint8_t, st->nthreads);
	if (find_enabled(x, st, status).ix)
		return;
	bool *spins = arena_array(x->pool.arena, bool, st->nthreads);
	for (size_t i = 0; i < plan->spin.n; i++)
		spins[thread_at(x->naming, st, plan->spin.at[i])] = true;
	r->until = 0;
	spins_check(x, st, status, spins, run_thread);
}

static void run_plan(struct symex *x, const struct plan *plan) {
	struct replay *r = x->self;
	struct state st = explore_begin(x);
	uint32_t tid = 0;
	const struct observer *observer = x->observation.observer;
	struct earlier first;
	for (size_t i = 0; i < plan->step.n; i++) {
		const struct plan_step *s = &plan->step.at[i];
		if (plan->ending == PLAN_ENDS_IN_LOOP && i == plan->loop)
			observe(x, loop, &st);
		if (plan->ending == PLAN_ENDS_IN_LOOP && i == plan->again) {
			same_remember(x, &st, &first);
			x->observation.observer = NULL; /* one round is told */
		}
		r->until = s->until;
		r->undivided = s->undivided;
		tid = naming_by_location(x) ? thread_at(x->naming, &st, s->tid) : s->tid;
		if (replay_records(r) && i && tid != st.tid && !s->flushes)
			replay_note_block(r, &st);
		if (!(s->flushes ? store_buffer_flush(x, &st, tid, s) : run_step(x, &st, tid, s)))
			break;
		if (i + 1 == plan->step.n && plan->ending) {
			x->observation.observer = observer;
			end_progress(x, &st, &first);
			return;
		}
		if (i + 1 == plan->step.n && plan->is_complete) {
			if (replay_records(r))
				replay_note_block(r, &st);
			if (plan->is_stuck)
				check_stuck(x, &st);
			else
				check_last_state(x, &st);
			return;
		}
	}
	/* The last block ends in the violation: nothing else stops its thread. */
	if (replay_records(r))
		vec_push(&r->variation->block, ((struct replay_block){.tid = tid}));
}

static bool can_run(const struct state *st, uint32_t tid) {
	return tid == st->tid ? st->frame != NULL : state_parked(st, tid) != NULL;
}

/* The threads run in the same order; one that has ended already is left out. */
static void run_blocks(struct symex *x, bool is_complete) {
	struct replay *r = x->self;
	struct state st = explore_begin(x);
	for (size_t i = 0; i < r->variation->block.n; i++) {
		r->target = r->variation->block.at[i];
		if (can_run(&st, r->target.tid) && !run_thread(x, &st, r->target.tid))
			return;
	}
	if (is_complete)
		check_last_state(x, &st);
}

void replay_schedule(struct symex *x) {
	const struct replay *r = x->self;
	const struct naming *then = r->plan.naming;
	struct naming naming = {.numbers = then->numbers,
	                        .locations = then->locations,
	                        .in_order = true,
	                        .transient = true};
	/* Trials (explore/race.c) number their choices as in the symbolic execution. */
	for (size_t i = 0; i < then->number.cap; i++)
		if (then->number.at[i].used)
			map_put(&naming.number, then->number.at[i].key, then->number.at[i].value);
	x->naming = &naming;
	symex_forget(x);
	if (replay_varies(r))
		run_blocks(x, r->plan.is_complete);
	else
		run_plan(x, &r->plan);
	naming_free(&naming);
	x->naming = NULL;
}
