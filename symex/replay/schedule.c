/* A schedule once more, with every choice of the environment settled. */
#include "symex/replay/replay.h"

#include "symex/explore/explore.h"
#include "symex/step/show.h"
#include "symex/step/thread.h"
#include "symex/schedule/schedule.h"
#include "symex/lazy/tree.h"
#include "symex/step/wait.h"

static term look_at_waits(struct tree *t, struct state *st, uint8_t *status) {
	uint32_t unused = 0;
	struct replay_look look = replay_look_begin(t->x);
	term undecided = node_status(t, st, status, &unused);
	replay_look_end(t->x, look);
	return undecided;
}

/* The last state itself is what is wrong: somebody waits for ever, or two accesses collide. */
static void look_at_end(struct tree *t, struct state *st) {
	uint8_t *status = arena_array(t->x->pool.arena, uint8_t, st->nthreads);
	if (look_at_waits(t, st, status).ix)
		return;
	struct replay_look look = replay_look_begin(t->x);
	node_deadlock(t, st, status);
	replay_look_end(t->x, look);
	if (t->config->race_check && !t->x->give_up)
		node_race(t, st);
}

/* Does switching to 'tid' count? */
static bool has_choice(struct tree *t, struct state *st, uint32_t tid) {
	uint8_t *status = arena_array(t->x->pool.arena, uint8_t, st->nthreads);
	look_at_waits(t, st, status);
	return node_has_choice(st, status, tid);
}

/* Lets 'tid' run until it stops; false: the replay is over, or will be found to have failed. */
static bool run_thread(struct tree *t, struct state *st, uint32_t tid) {
	struct symex *x = t->x;
	if (tid != st->tid) {
		if (!thread_parked(st, tid))
			return false;
		if (has_choice(t, st, tid))
			replay_switch(x);
		thread_switch(x, st, tid);
	}
	st->resumed = true;
	t->stepping.stopped.n = 0;
	explore(x, st);
	if (x->give_up || t->stepping.stopped.n != 1)
		return false;
	*st = *t->stepping.stopped.at[0];
	st->guard = NULL;
	replay_stop(x, st);
	return true;
}

static void run_schedule(struct tree *t, const struct stepping *found) {
	struct state st = tree_start(t);
	for (size_t i = 0; i < found->schedule.n; i++) {
		t->stepping.hurries = found->schedule.at[i] & HURRIES;
		if (!run_thread(t, &st, found->schedule.at[i] & ~HURRIES))
			return;
	}
	look_at_end(t, &st);
}

/* The moment of a context that is true in the model; NULL: none. */
static const struct moment *true_moment(struct symex *x, const struct moment *m, size_t n,
                                        uint32_t context) {
	for (size_t i = 0; i < n; i++)
		if (m[i].context == context && term_is_true(x->ts, replay_value(x->replay, m[i].when)))
			return &m[i];
	return NULL;
}

/* Which thread of this run that of the recording is. */
static uint32_t thread_of(const struct tree *t, const struct state *st, uint32_t slot) {
	for (uint32_t tid = 1; tid < st->nthreads && tid < t->stepping.slot.n; tid++)
		if (t->stepping.slot.at[tid] == slot)
			return tid;
	return 0;
}

/* The schedule that the model chooses from those of a recording. */
static void run_recorded(struct tree *t, const struct recording *r) {
	struct symex *x = t->x;
	const struct vc *goal = replay_goal(x);
	struct state st = tree_start(t);
	for (uint32_t i = 0; i <= goal->context; i++) {
		const struct moment *who = true_moment(x, r->chosen.at, r->chosen.n, i);
		const struct moment *end = true_moment(x, r->finished.at, r->finished.n, i);
		if (!who)
			return;
		t->stepping.until = end ? end->place : 0;
		if (i == goal->context && goal->until)
			t->stepping.until = goal->until;
		if (!run_thread(t, &st, thread_of(t, &st, who->tid)))
			return;
	}
	look_at_end(t, &st);
}

void tree_replay(struct symex *x, const struct stepping *found) {
	struct tree t = {.x = x, .config = &x->config->schedules};
	t.stepping.spawn = found->spawn;
	t.stepping.exit = found->exit;
	t.stepping.abort = found->abort;
	/* What is only tried makes choices of the same numbers as then. */
	for (size_t i = 0; i < found->number.cap; i++)
		if (found->number.at[i].used)
			map_put(&t.stepping.number, found->number.at[i].key, found->number.at[i].value);
	t.stepping.numbers = found->numbers;
	x->tree = &t.stepping;
	symex_forget(x);
	t.stepping.places = found->places;
	if (found->recording)
		run_recorded(&t, found->recording);
	else
		run_schedule(&t, found);
	vec_free(&t.stepping.stopped);
	vec_free(&t.stepping.serial);
	vec_free(&t.stepping.slot);
	map_free(&t.stepping.number);
	map_free(&t.stepping.object);
	x->tree = NULL;
}
