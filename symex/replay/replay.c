#include "symex/replay/replay.h"

#include "goto/slice/slice.h"
#include "result/pairs.h"
#include "symex/config.h"
#include "symex/core/next_ins.h"
#include "symex/explore/explore.h"
#include "symex/explore/vector_clock.h"
#include "symex/library/history.h"
#include "symex/model/model.h"
#include "symex/observer.h"
#include "symex/replay/consistent.h"
#include "symex/replay/logged.h"
#include "symex/replay/spins.h"
#include "symex/replay/store_buffer.h"
#include "symex/symex_stats.h"
#include "symex/step/thread/buffer.h"
#include "symex/step/calls.h"
#include "symex/step/check/condition.h"
#include "symex/step/switch.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"
#include "util/base/intern.h"

/* --- The engine. --- */

static void fail(struct symex *x, const char *why) {
	struct replay *r = x->self;
	r->why = why;
	x->give_up = true;
}

/* --- What the slice does not have. --- */

enum { EXTRA_STEPS = 100000, MORE_STEPS = 10000 };

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

bool replay_drops(struct symex *x, const struct state *st) {
	return is_dropped(x->self, st);
}

static uint32_t extra_choice(struct symex *x, struct state *st, enum choice_kind kind) {
	struct replay *r = x->self;
	struct choice c = {.kind = kind,
	                   .guard = term_true(x->ts),
	                   .ins = next_ins(st),
	                   .number = REPLAY_EXTRA_CHOICES + r->extra++};
	if (x->naming && !naming_by_location(x))
		x->naming->serial.at[st->tid]--; /* the next number is for the next choice of the slice */
	observe(x, choice, st, &c);
	return c.number;
}

/* --- Variations. --- */

enum { MOST_SKIPPED = 1000 }; /* choices that are looked through for one of an instruction */

/* The next choice of the model that the instruction makes; NO_CHOICE: there is none. */
#define NO_CHOICE SIZE_MAX
static size_t same_choice(struct symex *x, const struct state *st, enum choice_kind kind) {
	struct replay *r = x->self;
	const struct symex *f = r->found;
	const struct ins *ins = next_ins(st);
	while (r->next < f->choice.n &&
	       (r->taken[r->next] || !model_holds(x->model, f->choice.at[r->next].guard)))
		r->next++;
	for (size_t i = r->next; i < f->choice.n && i < r->next + MOST_SKIPPED; i++) {
		const struct choice *c = &f->choice.at[i];
		if (!r->taken[i] && c->kind == kind && c->ins == ins && model_holds(x->model, c->guard))
			return i;
	}
	return NO_CHOICE;
}

static uint32_t varied_choice(struct symex *x, struct state *st, enum choice_kind kind) {
	struct replay *r = x->self;
	size_t i = same_choice(x, st, kind);
	if (i == NO_CHOICE)
		return extra_choice(x, st, kind);
	r->taken[i] = true;
	if (!r->variation->changed[i])
		return r->found->choice.at[i].number;
	return (r->variation->writes_nothing ? CHOICE_OF_NOTHING : REPLAY_OTHER_CHOICES) + (uint32_t)i;
}

static term other_value(struct symex *x, term var) {
	struct replay *r = x->self;
	struct variable v = variable_of(x->ts, var);
	uint32_t number = v.number;
	if (number < REPLAY_OTHER_CHOICES || number & CHOICE_OF_SYMBOL)
		return NO_TERM;
	size_t index = number - (number < CHOICE_OF_NOTHING ? REPLAY_OTHER_CHOICES : CHOICE_OF_NOTHING);
	v.number = r->found->choice.at[index].number;
	term then = variable_term(x->ts, term_sort(x->ts, var), v);
	struct bits was = model_value(x->model, then);
	return term_const(x->ts, r->variation->value(r->variation->context, x, var, &was));
}

/* The thread stops where that of the model did, or ends. */
static bool varied_stops(struct symex *x, struct state *st) {
	struct replay *r = x->self;
	bool resumed = st->resumed;
	st->resumed = false;
	if (resumed || !r->target.function || !st->frame || st->frame->function != r->target.function ||
	    st->pc != r->target.pc)
		return false;
	return r->variation->at_first || !--r->target.arrivals;
}

static uint64_t place_key(const struct function *f, uint32_t pc) {
	return (uint64_t)f->symbol->id << 32 | pc;
}

enum { MOST_PASSED = 1 << 20 }; /* places of a block that are noted */

static void note_place(struct replay *r, const struct state *st) {
	if (replay_records(r) && !st->resumed && st->frame && r->passed.n < MOST_PASSED)
		vec_push(&r->passed, place_key(st->frame->function, st->pc));
}

void replay_note_block(struct replay *r, const struct state *st) {
	struct replay_block b = {.tid = st->tid};
	if (st->frame) {
		b.function = st->frame->function;
		b.pc = st->pc;
	}
	for (size_t i = 0; b.function && i < r->passed.n; i++)
		b.arrivals += r->passed.at[i] == place_key(b.function, b.pc);
	b.arrivals += !b.arrivals;
	r->passed.n = 0;
	vec_push(&r->variation->block, b);
}

/* The value of the last choice, if it is one that others may share; NO_TERM: it is none. */
static term calculated_value(struct symex *x, struct variable v) {
	const struct replay *r = x->self;
	const struct choice *c = r->next ? &r->found->choice.at[r->next - 1] : NULL;
	bool is_shared = c && c->kind == CHOICE_CALCULATED && c->value.ix && !replay_varies(r) &&
	                 v.kind == VARIABLE_UNINIT && v.number == c->number;
	return is_shared ? symex_settle(x, c->value) : NO_TERM;
}

/* An address that the model does not give might be that of another object. */
static term replay_value(struct symex *x, term var) {
	const struct replay *r = x->self;
	struct variable v = variable_of(x->ts, var);
	term shared = calculated_value(x, v);
	if (shared.ix)
		return shared;
	uint64_t address;
	bool is_address = variable_is_address(v.kind);
	if ((r->is_sliced || replay_varies(r)) && is_address &&
	    term_get_u64(x->ts, symex_settle(x, var), &address) && !address &&
	    (r->is_sliced || (v.kind == VARIABLE_ADDRESS && v.number >= REPLAY_EXTRA_CHOICES)))
		fail(x, "the slice does not use the address of this object");
	return replay_varies(r) && !is_address ? other_value(x, var) : NO_TERM;
}

static bool replay_counts(struct symex *x) {
	struct replay *r = x->self;
	if (r->is_sliced && ++r->steps > r->found->stats->steps + EXTRA_STEPS)
		fail(x, "the execution does not end");
	if (replay_varies(r) && x->stats->steps > 2 * r->variation->steps + MORE_STEPS)
		fail(x, "the execution does not end");
	return !x->give_up;
}

static bool replay_arrive(struct symex *x, struct state *st, uint32_t from) {
	(void)st, (void)from;
	return replay_counts(x);
}

static void replay_iteration(struct symex *x, struct state *st) {
	(void)st;
	replay_counts(x);
}

/* --- The engine's operations. --- */

static uint32_t replay_choice(struct symex *x, struct state *st, enum choice_kind kind) {
	struct replay *r = x->self;
	const struct symex *f = r->found;
	if (is_dropped(r, st) || (r->round.frame && kind == CHOICE_UNINIT))
		return extra_choice(x, st, kind);
	if (replay_varies(r))
		return varied_choice(x, st, kind);
	while (r->next < f->choice.n && !model_holds(x->model, f->choice.at[r->next].guard))
		r->next++;
	if (r->next == f->choice.n) {
		fail(x, "the execution asks for more choices than were made");
		return 0;
	}
	const struct choice *c = &f->choice.at[r->next];
	if (c->kind != kind || c->ins != next_ins(st))
		fail(x, "the execution makes other choices");
	r->next++;
	observe(x, choice, st, c);
	return c->number;
}

/* Accesses of a peek, or of an observer, are not accesses of the execution. */
static void replay_access(struct symex *x, struct state *st, const struct access *a) {
	bool peeks = x->naming && x->naming->peeks;
	clock_access(x, st, a);
	if (!x->observation.depth && !peeks)
		observe(x, access, st, a);
	if (a->ends && !peeks)
		observe(x, ends, st, a->object);
}

bool replay_feasible(struct symex *x, term guard) {
	(void)x, (void)guard;
	return true;
}

/* Is the race of the plan one, and does the memory model allow the execution?  NULL: yes. */
static const char *judge(struct symex *x, struct replay *r) {
	struct execution *e = &r->log.execution;
	event_log_finish(&r->log, r->plan.has_race ? r->told.raced : NULL);
	if (e->event.n > CONSISTENT_MOST)
		r->log.broken = event_log_too_long;
	const char *bad = r->log.broken ? r->log.broken : consistent_violated(x->result->arena, e);
	if (bad)
		return bad;
	struct pairs hb = execution_hb(e);
	uint32_t a = e->raced[0], b = e->raced[1];
	bool is_ordered = r->plan.has_race && (pairs_has(&hb, a, b) || pairs_has(&hb, b, a) ||
	                                       !execution_conflict(&e->event.at[a], &e->event.at[b]));
	if (!r->plan.has_race)
		execution_find_race(e, &hb, e->raced);
	pairs_close(&hb);
	return is_ordered ? "one of the two accesses happens before the other" : NULL;
}

static bool replay_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	struct replay *r = x->self;
	if (!term_is_false(x->ts, condition))
		return !x->give_up;
	enum property_class class = properties_at(x->properties, property)->class;
	if (property != r->goal->property && replay_varies(r) && class == PROPERTY_ASSERTION)
		return !x->give_up;
	if (property != r->goal->property) {
		fail(x, intern_printf("the execution violates another property first: %s",
		                      properties_at(x->properties, property)->text));
		return false;
	}
	const char *bad = r->logs ? judge(x, r) : NULL;
	if (bad) {
		fail(x, bad);
		return false;
	}
	if (r->logs)
		observe(x, execution, &r->log.execution);
	observe(x, violation, st, property);
	r->reached = true;
	x->give_up = true;
	return false;
}

static bool stops_here(struct symex *x, struct state *st) {
	struct replay *r = x->self;
	bool runs_on;
	if (replay_varies(r))
		return varied_stops(x, st);
	note_place(r, st);
	if (buffer_stops(x, st) && !naming_by_location(x))
		return true;
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
	bool stops = r->round.frame ? spins_stop(x, st, resumed)
	                            : !resumed && r->until && r->until == location_of(x, st);
	if (!stops && st->calling && switch_point(x, st) != SWITCH_NONE)
		calls_open(x, st);
	return stops;
}

static bool replay_stops(struct symex *x, struct state *st) {
	if (stops_here(x, st))
		return true;
	clock_instruction(x, st);
	return false;
}

static void replay_spawned(struct symex *x, struct state *creator, const struct state *thread) {
	thread_put(x, creator, thread);
	clock_spawned(x, creator, thread->tid);
}

/* Replays do what the plan says, and look whether it was so. */
#define REPLAY_ENGINE                                                                              \
	REPLAY_PATH, .check = replay_check,                                                            \
	             .choices = {.choice = replay_choice, .value = replay_value},                      \
	             .loops = {.iteration_begins = replay_iteration, .arrive = replay_arrive}

static const struct engine threads_engine = {
    .name = "replay of a schedule",
    REPLAY_ENGINE,
    .wait = step_assume_wait,
    .memory = {.access = replay_access, .fence = clock_fence, .synchronise = clock_synchronise},
    REPLAY_THREADS(.stops = replay_stops, .spawned = replay_spawned),
};

static const struct engine sequential_engine = {
    .name = "replay",
    REPLAY_ENGINE,
    .wait = wait_alone,
    .memory = {.access = replay_access},
};

static void buffered_access(struct symex *x, struct state *st, const struct access *a) {
	replay_access(x, st, a);
	if (a->ends && logged_is_on(x))
		event_log_drop(&((struct replay *)x->self)->log, st->tid, a->object);
	buffer_access(x, st, a);
}

static bool buffered_stops(struct symex *x, struct state *st) {
	const struct replay *r = x->self;
	bool goes_on = st->resumed;
	if (replay_stops(x, st))
		return true;
	/* The plan may stop the thread later, and have others go on before its stores leave. */
	if (!goes_on && r->until && store_buffer_waits(x, st))
		return true;
	store_buffer_step(x, st);
	logged_instruction(x, st);
	return false;
}

/* The same with store buffers: which store a load finds comes out by itself. */
static const struct engine buffers_engine = {
    .name = "replay of a schedule with store buffers",
    REPLAY_ENGINE,
    .wait = logged_wait,
    .memory = {.by_scalar = true,
               .access = buffered_access,
               .read = logged_load,
               .write = logged_store,
               .fence = logged_buffer_fence,
               .flush = logged_flush,
               .synchronise = logged_synchronise},
    REPLAY_THREADS(.stops = buffered_stops, .spawned = logged_spawned),
};

/* --- Reads are told their sources. --- */

static void told_access(struct symex *x, struct state *st, const struct access *a) {
	replay_access(x, st, a);
	if (a->ends)
		told_end(x, st, a);
}

static bool told_stops(struct symex *x, struct state *st) {
	if (replay_stops(x, st))
		return true;
	logged_instruction(x, st);
	return false;
}

static const struct engine told_engine = {
    .name = "replay of an execution graph",
    REPLAY_ENGINE,
    .wait = logged_wait,
    .memory = {.by_scalar = true,
               .keeps_initial = true,
               .access = told_access,
               .read = told_read,
               .write = told_write,
               .is_ended = told_is_ended,
               .fence = logged_fence,
               .synchronise = logged_synchronise},
    REPLAY_THREADS(.stops = told_stops, .spawned = logged_spawned),
};

/* --- The run. --- */

static void exchange(const struct replay *r) {
	if (r->is_sliced)
		goto_slice_exchange(r->found->prog);
}

void replay_plan_free(struct plan *p) {
	vec_free(&p->step);
	vec_free(&p->store);
	vec_free(&p->access);
	vec_free(&p->source);
	vec_free(&p->spin);
}

static enum execution_model model_of(const struct symex *x) {
	switch (model_id(model_or_sc(x->config->schedules.model))) {
	case MODEL_TSO: return EXECUTION_TSO;
	case MODEL_PSO: return EXECUTION_PSO;
	case MODEL_C11: return EXECUTION_C11;
	case MODEL_SC:
	case MODEL_N: break;
	}
	return EXECUTION_SC;
}

/* The graph is recorded if it is not an interleaving, or reads are told their sources. */
static void open_log(struct symex *x, struct replay *r) {
	r->logs = (r->plan.tells || buffer_exists(x)) && !replay_varies(r);
	if (r->plan.tells)
		x->engine = &told_engine;
	if (r->plan.tells)
		told_open(&r->told, &r->plan);
	if (r->logs)
		event_log_open(&r->log, model_of(x));
}

static void close_log(struct replay *r) {
	if (!r->why && (r->plan.tells || r->logs))
		r->why = r->told.failed ? r->told.failed : r->log.broken;
	if (r->plan.tells)
		told_close(&r->told);
	if (r->logs)
		event_log_close(&r->log);
}

static void run(struct symex *x, struct replay *r) {
	if (r->found->engine->threads.plan) {
		x->engine = buffer_exists(x) ? &buffers_engine : &threads_engine;
		r->found->engine->threads.plan(r->found, x->model, r->goal, &r->plan);
		open_log(x, r);
		exchange(r);
		if (r->plan.tells && replay_varies(r))
			fail(x, "the sources of reads are those of one execution");
		else
			replay_schedule(x);
		exchange(r);
		close_log(r);
		replay_plan_free(&r->plan);
		return;
	}
	x->engine = &sequential_engine;
	symex_forget(x);
	exchange(r);
	struct state st = explore_begin(x);
	explore(x, &st);
	exchange(r);
}

struct symex replay_symex(const struct symex *like, struct symex_stats *stats) {
	return (struct symex){.prog = like->prog,
	                      .config = like->config,
	                      .result = like->result,
	                      .stats = stats,
	                      .properties = like->properties,
	                      .ts = like->ts,
	                      .address.cache = like->address.cache,
	                      .address_bits = like->address_bits,
	                      .pointer_bits = like->pointer_bits,
	                      .step.rounding = like->step.rounding,
	                      .unknown.null_at = like->unknown.null_at,
	                      .live = like->live};
}

bool replay_run(struct symex *found, struct model *model, const struct vc *goal,
                const struct observer *observer, void *observing, const char **why) {
	return replay_vary(found, model, goal, observer, observing, why, NULL);
}

bool replay_vary(struct symex *found, struct model *model, const struct vc *goal,
                 const struct observer *observer, void *observing, const char **why,
                 struct replay_variation *variation) {
	struct replay r = {.found = found,
	                   .goal = goal,
	                   .is_sliced = goto_is_sliced(found->prog),
	                   .variation = variation};
	if (replay_varies(&r))
		r.taken = mem_alloc(found->choice.n * sizeof *r.taken + 1);
	struct symex_stats stats = {0};
	struct symex x = replay_symex(found, &stats);
	x.loops.unwind = found->loops.unwind;
	x.content.array_view = found->content.array_view;
	x.content.fresh_bytes = found->content.fresh_bytes;
	x.step.heads.of = found->step.heads.of;
	x.switches.without = found->switches.without;
	x.only_race = goal ? goal->property + 1 : 0;
	x.self = &r;
	x.observation.observer = observer;
	x.observation.data = observing;
	x.model = model;
	for (size_t i = 0; i < found->unknown.block.n; i++)
		vec_push(&x.unknown.block, found->unknown.block.at[i]);
	run(&x, &r);
	/* Maps that both executions share may have been reallocated. */
	found->content.array_view = x.content.array_view;
	found->content.fresh_bytes = x.content.fresh_bytes;
	found->step.heads.of = x.step.heads.of;
	x.content.array_view = x.content.fresh_bytes = x.step.heads.of = (struct map){0};
	x.unknown.null_at = (struct map){0};
	symex_free(&x);
	if (replay_records(&r))
		variation->steps = stats.steps;
	mem_free(r.taken);
	vec_free(&r.passed);
	*why = r.why ? r.why : "the execution ends without the violation";
	return r.reached && !r.why;
}
