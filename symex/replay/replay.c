#include "symex/replay/replay.h"

#include <string.h>

#include "goto/slice.h"
#include "symex/explore/explore.h"
#include "symex/observer.h"
#include "symex/step/step.h"
#include "symex/step/thread.h"
#include "symex/step/wait.h"
#include "util/intern.h"

/* --- The engine. --- */

static void fail(struct symex *x, const char *why) {
	struct replay *r = x->self;
	r->why = why;
	x->give_up = true;
}

/* --- What the slice does not have. --- */

enum { EXTRA_STEPS = 100000 };

static bool in_dropped_call(struct replay *r, const struct state *st) {
	const struct frame *f = st->frame;
	bool is_dropped = false;
	/* In a deep recursion the last answer is about a frame close by. */
	for (; f && f->up && f != r->asked && !is_dropped; f = f->up)
		is_dropped = slice_drops(f->up->function, frame_call_pc(f));
	if (f && f == r->asked && !is_dropped)
		is_dropped = r->asked_dropped;
	r->asked = st->frame;
	r->asked_dropped = is_dropped;
	return is_dropped;
}

/* Does the slice not execute the next instruction? */
static bool is_dropped(struct replay *r, const struct state *st) {
	return r->is_sliced && st->frame &&
	       (slice_drops(st->frame->function, st->pc) || in_dropped_call(r, st));
}

static uint32_t extra_choice(struct symex *x, struct state *st, enum choice_kind kind) {
	struct replay *r = x->self;
	struct choice c = {.kind = kind,
	                   .guard = term_true(x->ts),
	                   .ins = &st->frame->function->ins.at[st->pc],
	                   .number = REPLAY_EXTRA_CHOICES + r->extra++};
	if (x->naming && !naming_by_location(x))
		x->naming->serial.at[st->tid]--; /* the next number is for the next choice of the slice */
	observe(x, choice, st, &c);
	return c.number;
}

/* An address that the model does not give might be that of another object. */
static term replay_value(struct symex *x, term var, const char *name) {
	const struct replay *r = x->self;
	uint64_t address;
	if (r->is_sliced && !strncmp(name, "address!", 8) &&
	    term_get_u64(x->ts, symex_settle(x, var), &address) && !address)
		fail(x, "the slice does not use the address of this object");
	return NO_TERM;
}

static bool replay_counts(struct symex *x) {
	struct replay *r = x->self;
	if (r->is_sliced && ++r->steps > r->found->stats->steps + EXTRA_STEPS)
		fail(x, "the execution does not end");
	return !x->give_up;
}

static bool replay_arrive(struct symex *x, struct state *st, uint32_t from) {
	(void)st, (void)from;
	return replay_counts(x);
}

static void replay_round(struct symex *x, struct state *st) {
	(void)st;
	replay_counts(x);
}

/* --- The engine's operations. --- */

static uint32_t replay_choice(struct symex *x, struct state *st, enum choice_kind kind) {
	struct replay *r = x->self;
	const struct symex *f = r->found;
	if (is_dropped(r, st))
		return extra_choice(x, st, kind);
	while (r->next < f->choice.n && !model_holds(x->model, f->choice.at[r->next].guard))
		r->next++;
	if (r->next == f->choice.n) {
		fail(x, "the execution asks for more choices than were made");
		return 0;
	}
	const struct choice *c = &f->choice.at[r->next];
	if (c->kind != kind || c->ins != &st->frame->function->ins.at[st->pc])
		fail(x, "the execution makes other choices");
	r->next++;
	observe(x, choice, st, c);
	return c->number;
}

/* Accesses of a peek, or of an observer, are not accesses of the execution. */
static void replay_access(struct symex *x, struct state *st, const struct access *a) {
	if (!x->observes && (!x->naming || !x->naming->peeks))
		observe(x, access, st, a);
}

static void replay_object_ends(struct symex *x, struct state *st, uint32_t object, term guard) {
	(void)guard;
	replay_access(x, st, &(struct access){.object = object, .kind = ACCESS_WRITE});
	if (!x->naming || !x->naming->peeks)
		observe(x, ends, st, object);
}

static bool replay_feasible(struct symex *x, term guard) {
	(void)x, (void)guard;
	return true;
}

static bool replay_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	struct replay *r = x->self;
	if (!term_is_false(x->ts, condition))
		return !x->give_up;
	if (property != r->goal->property) {
		fail(x, intern_printf("the execution violates another property first: %s",
		                      properties_at(x->properties, property)->text));
		return false;
	}
	observe(x, violation, st, property);
	r->reached = true;
	x->give_up = true;
	return false;
}

static bool replay_stops(struct symex *x, struct state *st) {
	struct replay *r = x->self;
	bool runs_on;
	if (r->is_sliced && in_dropped_call(r, st))
		return false;
	if (is_dropped(r, st) && !naming_by_location(x)) { /* in the slice, it does nothing */
		bool loops = st->loops && !st->atomic && !st->resumed;
		st->loops &= !loops;
		st->resumed = false;
		return loops;
	}
	if (!naming_by_location(x))
		return explore_stops(x, st, st->nlive == 1 || r->undivided, &runs_on);
	bool resumed = st->resumed;
	st->resumed = false;
	return !resumed && r->until && r->until == location_of(x, st);
}

static const struct engine threads_engine = {
    .name = "replay of a schedule",
    .is_duplicate = true,
    .access = replay_access,
    .object_ends = replay_object_ends,
    .choice = replay_choice,
    .value = replay_value,
    .arrive = replay_arrive,
    .round_begins = replay_round,
    .feasible = replay_feasible,
    .check = replay_check,
    .enqueue = explore_add,
    .stops = replay_stops,
    .bounded = explore_stop,
    .spawned = thread_put,
    .has_ended = thread_has_ended,
    .wait = step_assume_wait,
    .takes_signals = true,
};

static const struct engine sequential_engine = {
    .name = "replay",
    .is_duplicate = true,
    .access = replay_access,
    .object_ends = replay_object_ends,
    .choice = replay_choice,
    .value = replay_value,
    .arrive = replay_arrive,
    .round_begins = replay_round,
    .feasible = replay_feasible,
    .check = replay_check,
    .enqueue = explore_add,
    .wait = wait_alone,
};

/* --- The run. --- */

static void exchange(const struct replay *r) {
	if (r->is_sliced)
		goto_slice_exchange(r->found->prog);
}

static void run(struct symex *x, struct replay *r) {
	if (r->found->engine->plan) {
		x->engine = &threads_engine;
		r->found->engine->plan(r->found, x->model, r->goal, &r->plan);
		exchange(r);
		replay_schedule(x);
		exchange(r);
		vec_free(&r->plan.step);
		return;
	}
	x->engine = &sequential_engine;
	symex_forget(x);
	exchange(r);
	struct state st = explore_begin(x);
	explore(x, &st);
	exchange(r);
}

bool replay_run(struct symex *found, struct model *model, const struct vc *goal,
                const struct observer *observer, void *observing, const char **why) {
	struct replay r = {.found = found, .goal = goal, .is_sliced = goto_is_sliced(found->prog)};
	struct symex_stats stats = {0};
	struct symex x = {.prog = found->prog,
	                  .config = found->config,
	                  .result = found->result,
	                  .stats = &stats,
	                  .properties = found->properties,
	                  .ts = found->ts,
	                  .pointers = found->pointers,
	                  .address_bits = found->address_bits,
	                  .pointer_bits = found->pointer_bits,
	                  .unwind = found->unwind,
	                  .rounding = found->rounding,
	                  .spawn = found->spawn,
	                  .exit = found->exit,
	                  .abort = found->abort,
	                  .array_view = found->array_view,
	                  .fresh_bytes = found->fresh_bytes,
	                  .loop_heads = found->loop_heads,
	                  .null_at = found->null_at,
	                  .protected = found->protected,
	                  .live = found->live,
	                  .self = &r,
	                  .observer = observer,
	                  .observing = observing,
	                  .model = model};
	for (size_t i = 0; i < found->unknown_block.n; i++)
		vec_push(&x.unknown_block, found->unknown_block.at[i]);
	run(&x, &r);
	/* Maps that both executions share may have been reallocated. */
	found->array_view = x.array_view;
	found->fresh_bytes = x.fresh_bytes;
	found->loop_heads = x.loop_heads;
	x.array_view = x.fresh_bytes = x.loop_heads = (struct map){0};
	x.null_at = (struct map){0};
	symex_free(&x);
	*why = r.why ? r.why : "the execution ends without the violation";
	return r.reached && !r.why;
}
