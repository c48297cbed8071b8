#include "symex/replay/spins.h"

#include "symex/config.h"
#include "symex/core/server.h"
#include "symex/explore/enabled.h"
#include "symex/observer.h"
#include "symex/replay/replay.h"
#include "symex/step/check/condition.h"
#include "symex/step/check/same_state.h"
#include "symex/step/thread/thread.h"

enum { MOST_STEPS = 1000000 }; /* of a round */

bool spins_stop(struct symex *x, const struct state *st, bool resumed) {
	struct replay *r = x->self;
	if (++r->round.steps > MOST_STEPS) {
		r->why = "a loop does not come back to its begin";
		x->give_up = true;
		return true;
	}
	return !resumed && st->frame == r->round.frame && st->pc == r->round.pc;
}

/* One round of each thread that spins; *why: it is none. */
static bool run_rounds(struct symex *x, struct state *st, const bool *spins,
                       bool (*run)(struct symex *, struct state *, uint32_t tid)) {
	struct replay *r = x->self;
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		if (!spins[tid])
			continue;
		struct state view = thread_view(st, tid);
		r->round = (struct replay_round){.frame = view.frame, .pc = view.pc};
		if (!view.frame || !run(x, st, tid)) {
			r->why = r->why ? r->why : "a thread that spins does not go on to do so";
			return false;
		}
	}
	r->round.frame = NULL;
	return true;
}

void spins_check(struct symex *x, struct state *st, const uint8_t *status, const bool *spins,
                 bool (*run)(struct symex *, struct state *, uint32_t tid)) {
	struct replay *r = x->self;
	uint32_t stuck = NO_THREAD, last = NO_THREAD;
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		if (status[tid] == THREAD_ENDED)
			continue;
		if (!spins[tid] && status[tid] != THREAD_DISABLED) {
			r->why = "a thread can still go on";
			return;
		}
		last = spins[tid] ? tid : last;
		/* Rather one that spins than one that waits for it. */
		if (!server_is(x, &st->created, tid) &&
		    (stuck == NO_THREAD || (spins[tid] && !spins[stuck])))
			stuck = tid;
	}
	if (stuck == NO_THREAD)
		return;
	struct earlier then;
	if (last != NO_THREAD) { /* the state is compared where the same thread runs */
		if (st->tid != last)
			thread_switch(x, st, last);
		same_remember(x, st, &then);
		observe(x, loop, st);
		if (!run_rounds(x, st, spins, run))
			return;
		if (!same_threads(x, &then, st)) {
			r->why = "the state does not come back after a round of each thread";
			return;
		}
	}
	struct state there;
	state_fork(x, st, &there);
	if (there.tid != stuck)
		thread_switch(x, &there, stuck);
	step_check(x, &there, r->goal->property, term_false(x->ts));
}
