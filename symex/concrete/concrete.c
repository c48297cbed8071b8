#include "symex/concrete/concrete.h"

#include <stdio.h>

#include "symex/bounds.h"
#include "symex/concrete/cycle.h"
#include "symex/concrete/retrace.h"
#include "symex/concrete/run_reply.h"
#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/core/vacuity.h"
#include "symex/explore/enabled.h"
#include "symex/explore/explore.h"
#include "symex/explore/race.h"
#include "symex/library/history.h"
#include "symex/memory/content.h"
#include "symex/memory/invalid.h"
#include "symex/observer.h"
#include "symex/replay/confirm.h"
#include "symex/replay/guess.h"
#include "symex/replay/replay.h"
#include "symex/replay/run/inputs.h"
#include "symex/replay/trace/trace.h"
#include "symex/step/check/condition.h"
#include "symex/step/switch.h"
#include "symex/step/thread/thread.h"
#include "symex/symex_stats.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/same.h"

enum { TURN_STEPS = 64, PAGE = 4096, MOST_INSTRUCTIONS = 1000000, MOST_BY_GUIDE = 100000000 };

struct concrete { /* x->self */
	const struct concrete_plan *plan;
	const struct symex *like; /* the engine of the model */
	struct recorder record;
	struct naming naming;
	struct map value;    /* variable -> term of its value */
	struct map followed; /* record_name of a variable -> index of its event in plan->follow, or in
	                        plan->detour->value */
	struct inputs inputs;
	uint64_t random; /* state of the generator of the schedule */
	uint32_t stays;  /* of 8 times, how often a thread goes on, with a random schedule */
	uint32_t turn;   /* steps of the running thread's turn */
	struct run_cycle of_turn, of_turns;
	size_t guided;      /* steps of the guide's plan, or parts of the retrace, that are over */
	uint32_t until;     /* location where the current one ends; 0: none */
	bool arrived;       /* the thread has been there */
	uint64_t by_guide;  /* instructions while the guide lasted */
	VEC(uint32_t) stop; /* by step of the trace: location where it ended; by location only */
	struct vc violated;
};

/* --- Values. --- */

struct extent { /* of an object that has an address */
	uint64_t base, end;
};

static struct extent extent_of(struct symex *x, size_t exposed) {
	const struct object *o = &x->object.at[x->address.exposed.at[exposed]];
	uint64_t base = 0, size = 0;
	term_get_u64(x->ts, o->base, &base);
	term_get_u64(x->ts, o->size, &size);
	return (struct extent){base, base + size};
}

/* From there to the next object, or to the last address; 0 within an object. */
static uint64_t room_behind(struct symex *x, uint64_t end, uint64_t last) {
	for (size_t i = 0; i < x->address.exposed.n; i++) {
		struct extent e = extent_of(x, i);
		if (e.base < end && end < e.end)
			return 0;
		last = e.base >= end && e.base < last ? e.base : last;
	}
	return last - end;
}

/* The address of a new object: the first page above all objects, or, if a model has placed one in
 * the upper half, the first page of the largest gap.  Solvers choose the lowest and the highest
 * addresses, so with a model the search for a page begins at a quarter of them: objects that the
 * run has not come to yet may have an address in the model. */
static struct bits next_address(struct symex *x, uint32_t width, bool has_model) {
	uint64_t last = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
	uint64_t end = has_model ? last / 4 : PAGE;
	for (size_t i = 0; i < x->address.exposed.n; i++)
		end = extent_of(x, i).end > end ? extent_of(x, i).end : end;
	if (end > last / 2) {
		end = has_model ? last / 4 : PAGE;
		for (size_t i = 0; i < x->address.exposed.n; i++)
			if (room_behind(x, extent_of(x, i).end, last) > room_behind(x, end, last))
				end = extent_of(x, i).end;
	}
	return bits_u64(x->pool.arena, width, (end / PAGE + 1) * PAGE);
}

/* A model has the values that matter; others are zero, but for addresses and argc. */
static struct bits completed(struct symex *x, struct bits value, enum variable_kind kind) {
	if (variable_is_address(kind) && bits_is_zero(value))
		return next_address(x, value.width, true);
	if (kind == VARIABLE_ARGC && bits_is_zero(value))
		return bits_u64(x->pool.arena, value.width, 1);
	return bits_copy(x->pool.arena, value);
}

/* The engine of the model may have an array variable for memory of which a run chooses byte by byte
 * (symex/memory/content.c): the part of it that the variable of a byte stands for; or that
 * variable.
 */
static term in_array(struct symex *x, const struct concrete *c, term var) {
	struct variable v = variable_of(x->ts, var);
	uint64_t elem, top = 0;
	if (v.kind != VARIABLE_MEMORY || !map_get(&c->like->content.array_view, v.number, &elem))
		return var;
	map_get(&c->like->content.fresh_bytes, v.number, &top);
	if (v.part < top)
		return var;
	term array = variable_term(x->ts, sort_array(x->address_bits, (uint32_t)elem * 8),
	                           (struct variable){VARIABLE_ARRAY, v.number, (uint32_t)elem});
	term element = term_select(x->ts, array, term_u64(x->ts, x->address_bits, v.part / elem));
	uint32_t low = (uint32_t)(v.part % elem) * 8;
	return term_extract(x->ts, element, low + 7, low);
}

static struct bits guided_value(struct symex *x, struct concrete *c, term var) {
	term there = in_array(x, c, var);
	return completed(x, model_value(c->plan->guide->model, there), variable_kind(x->ts, var));
}

/* The variable that the replay of the model has for the same choice of the same thread; one that no
 * model mentions: it has none. */
static term retraced_variable(struct symex *x, struct concrete *c, term var) {
	struct variable v = variable_of(x->ts, var);
	struct sort sort = term_sort(x->ts, var);
	uint64_t place;
	if (!record_place(x, &c->record, v, &place))
		return var;
	if (!retrace_choice(c->plan->retrace, place, &v.number))
		return term_var(x->ts, sort, record_name(x, &c->record, var));
	return variable_term(x->ts, sort, v);
}

static struct bits retraced_value(struct symex *x, struct concrete *c, term var) {
	term there = in_array(x, c, retraced_variable(x, c, var));
	return completed(x, model_value(c->plan->retrace->model, there), variable_kind(x->ts, var));
}

static struct bits choose_value(struct symex *x, struct concrete *c, term var) {
	struct arena *a = x->pool.arena;
	const struct concrete_plan *p = c->plan;
	enum variable_kind kind = variable_kind(x->ts, var);
	uint32_t width = term_width(x->ts, var);
	uint64_t ix;
	struct bits given;
	if (p->control && p->control->value &&
	    p->control->value(p->control->self, x, &c->record.at, var, &given))
		return given;
	if (p->vector && inputs_has(x, var))
		return term_bits(x->ts, inputs_value(p->vector, x, var));
	if (p->guide && p->guide->model)
		return guided_value(x, c, var);
	if (p->retrace)
		return retraced_value(x, c, var);
	if (p->follow && map_get(&c->followed, map_key(record_name(x, &c->record, var)), &ix) &&
	    p->follow->event.at[ix].bits.width == width)
		return p->follow->event.at[ix].bits;
	if (p->detour && map_get(&c->followed, map_key(record_name(x, &c->record, var)), &ix) &&
	    p->detour->value.at[ix].bits.width == width)
		return p->detour->value.at[ix].bits;
	if (variable_is_address(kind))
		return next_address(x, width, p->detour);
	if (kind == VARIABLE_ARGC)
		return bits_u64(a, width, 1);
	if (!p->follow && inputs_has(x, var))
		return term_bits(x->ts, inputs_value(&c->inputs, x, var));
	if (!p->follow && p->inputs == INPUTS_RANDOM)
		return inputs_random(a, width, p->input_seed, term_name(x->ts, var));
	return bits_u64(a, width, 0);
}

/* Is it the value that a run which follows the trace computes by itself? */
static bool is_default(struct symex *x, enum variable_kind kind, struct bits value) {
	if (kind == VARIABLE_ARGC)
		return value.lo == 1;
	if (variable_is_address(kind))
		return bits_eq(value, next_address(x, value.width, false));
	return bits_is_zero(value);
}

/* Inputs are recorded; of other values only those that a run which follows the trace does not
 * choose by itself. */
static term run_value(struct symex *x, term var) {
	struct concrete *c = x->self;
	enum variable_kind kind = variable_kind(x->ts, var);
	uint64_t known;
	if (map_get(&c->value, var.ix, &known))
		return (term){(uint32_t)known};
	struct bits value = choose_value(x, c, var);
	term constant = term_const(x->ts, value);
	map_put(&c->value, var.ix, constant.ix);
	model_set(x->model, var, value);
	if (kind == VARIABLE_INPUT || kind == VARIABLE_ARGUMENT || !is_default(x, kind, value))
		record_input(x, &c->record, var, value);
	if (c->record.replies && kind == VARIABLE_INPUT)
		replies_choice(c->record.replies, &c->record.at);
	else if (c->record.replies)
		replies_fresh(x, c->record.replies, &c->record.at, variable_of(x->ts, var), value);
	if (kind == VARIABLE_INPUT)
		record_wakeup(&c->record, value.lo == 1);
	return constant;
}

/* --- The engine. --- */

/* The value that memory holds; NO_TERM: the bytes are not all inside the object. */
static term value_at(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	uint64_t at, size;
	const struct content *c = memory_get(x, st, a->object);
	if (!c || !term_get_u64(x->ts, a->offset, &at) ||
	    !term_get_u64(x->ts, x->object.at[a->object].size, &size) || at > size ||
	    a->bytes > size - at)
		return NO_TERM;
	return content_read(x, c, at, (struct scalar){a->bytes, is_pointer});
}

/* Accesses of a peek, or of an observer, are not accesses of the run. */
static void tell_access(struct symex *x, struct state *st, const struct access *a, term value) {
	const struct run_control *control = ((struct concrete *)x->self)->plan->control;
	bool is_trial = !x->observation.observer; /* of race.c */
	if (control && control->access && !x->naming->peeks && !x->observation.depth && !is_trial &&
	    st->frame)
		control->access(control->self, x, st, a, value);
}

/* Scalars are told where their values are known. */
static void run_access(struct symex *x, struct state *st, const struct access *a) {
	struct replies *replies = ((struct concrete *)x->self)->record.replies;
	if (a->ends || !a->offset.ix || a->kind == ACCESS_EXISTENCE)
		tell_access(x, st, a, NO_TERM);
	if (replies && a->kind == ACCESS_WRITE)
		replies_write(x, replies, st, a);
}

static term run_read(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	struct concrete *c = x->self;
	if (c->plan->control)
		tell_access(x, st, a, value_at(x, st, a, is_pointer));
	else if (record_is_event(x, &c->record, st, a))
		record_access(x, &c->record, st, a, value_at(x, st, a, is_pointer));
	return NO_TERM;
}

static bool run_write(struct symex *x, struct state *st, const struct access *a, term value) {
	struct concrete *c = x->self;
	if (c->plan->control)
		tell_access(x, st, a, value);
	else if (record_is_event(x, &c->record, st, a))
		record_access(x, &c->record, st, a, value);
	return false;
}

static void run_comes_to(struct symex *x, struct state *st, const struct ins *i) {
	(void)st;
	vacuity_reached(x, i);
}

/* Has an earlier run violated the property? */
static bool is_reported(const struct symex *x, uint32_t property) {
	const struct result *r = x->result;
	return property < r->property.n && r->property.at[property].status == PROPERTY_VIOLATED;
}

/* The next step of the trace that is followed; NULL: round robin from here on, or always. */
static const struct run_step *followed_step(const struct concrete *c) {
	const struct run_trace *t = c->plan->follow;
	size_t ix = c->record.trace->step.n;
	return t && ix < t->step.n ? &t->step.at[ix] : NULL;
}

/* Is the run to end in another violation?  A test ends in its violation after its last step. */
static bool has_other_goal(struct symex *x, uint32_t property) {
	const struct concrete *c = x->self;
	if (c->plan->retrace)
		return c->plan->retrace->goal != property;
	if (c->plan->detour)
		return c->plan->detour->goal != property;
	return followed_step(c) && c->plan->follow->end == RUN_VIOLATES;
}

static void end_run(struct symex *x, const struct state *st, enum run_end end, const char *why) {
	struct run_trace *t = ((struct concrete *)x->self)->record.trace;
	t->end = end;
	t->why = why;
	t->end_loc = st && st->frame ? state_user_loc(st) : NO_LOC;
	x->give_up = true;
}

/* Has the step executed something that is not supported?  Then the run ends there, and what the
 * step did after it does not count. */
static bool ends_unsupported(struct symex *x, const struct state *st) {
	while (x->cut.n && x->cut.at[0].kind == GAP_UNWIND && x->cut.at[0].by_user)
		x->cut.at[0] = vec_pop(&x->cut); /* the thread stays there */
	if (!x->cut.n)
		return false;
	end_run(x, st, RUN_NOT_SUPPORTED, x->cut.at[0].text);
	((struct concrete *)x->self)->record.trace->end_loc = x->cut.at[0].loc;
	return true;
}

static bool run_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	struct concrete *c = x->self;
	if (!term_is_false(x->ts, symex_settle(x, condition)))
		return !x->give_up;
	if (ends_unsupported(x, st))
		return false;
	/* An execution goes on after a race, or where some of its threads have come to a deadlock. */
	enum property_class class = properties_at(x->properties, property)->class;
	bool goes_on = class == PROPERTY_RACE || class == PROPERTY_DEADLOCK;
	bool exceeds_bound = c->record.trace->switches > c->plan->context_bound;
	bool is_passed = has_other_goal(x, property) || (!c->plan->retrace && !c->plan->detour &&
	                                                 (exceeds_bound || is_reported(x, property)));
	if (goes_on && is_passed)
		return true;
	c->violated = (struct vc){.property = property,
	                          .violated = term_true(x->ts),
	                          .nassumed = (uint32_t)x->assumption.n,
	                          .loc = state_user_loc(st)};
	c->record.trace->end = RUN_VIOLATES;
	c->record.trace->end_loc = c->violated.loc;
	c->record.trace->property = property;
	c->record.trace->why = properties_at(x->properties, property)->text;
	c->record.trace->property_id = properties_at(x->properties, property)->id;
	c->record.trace->class_name = property_class_name(class);
	if (c->plan->control && c->plan->control->ends)
		c->plan->control->ends(c->plan->control->self, x, st, property);
	x->give_up = true;
	return false;
}

/* A jump that is made to go the other way. */
static bool run_follows(struct symex *x, struct state *st, term condition, bool *holds) {
	const struct run_control *control = ((struct concrete *)x->self)->plan->control;
	if (!control || !control->turns || !control->turns(control->self, x, st))
		return false;
	*holds = term_is_false(x->ts, condition);
	observe(x, branch, st, *holds);
	return true;
}

static bool run_stops(struct symex *x, struct state *st) {
	struct concrete *c = x->self;
	uint64_t most = c->plan->most_instructions;
	bool runs_on;
	uint64_t depth = c->plan->depth;
	if ((most && c->record.trace->instructions >= most + c->by_guide) ||
	    (depth && c->record.trace->depth >= depth)) {
		end_run(x, st, RUN_TOO_LONG, NULL);
		return true;
	}
	if (c->plan->visit)
		c->plan->visit(c->plan->visiting, x, st);
	c->arrived |= c->until && !st->resumed && c->until == location_of(x, st);
	const struct run_control *control = c->plan->control;
	bool is_chosen = control && control->choose;
	if (explore_stops(x, st, st->nlive == 1 && !is_chosen, &runs_on))
		return true;
	if (control && control->before)
		control->before(control->self, x, st);
	return false;
}

static bool run_wait(struct symex *x, struct state *st, const struct ins *i, term condition) {
	struct concrete *c = x->self;
	if (!step_assume_wait(x, st, i, condition))
		return false;
	record_wait(x, &c->record, st, i);
	return true;
}

static void run_plan(struct symex *x, struct model *model, const struct vc *vc, struct plan *plan) {
	const struct concrete *c = x->self;
	const struct run_trace *t = c->record.trace;
	(void)model, (void)vc;
	plan->naming = &c->naming;
	plan->is_complete = true;
	for (size_t i = 0; i < t->step.n; i++) {
		struct plan_step step = {.tid = t->step.at[i].thread};
		if (c->naming.locations) {
			step.until = i < c->stop.n ? c->stop.at[i] : 0;
			step.tid = naming_slot(&c->naming, step.tid);
		}
		vec_push(&plan->step, step);
	}
}

static const struct engine run_engine = {
    .name = "run",
    REPLAY_PATH,
    .check = run_check,
    .wait = run_wait,
    .comes_to = run_comes_to,
    .memory = {.by_scalar = true, .access = run_access, .read = run_read, .write = run_write},
    .paths = {.follows = run_follows},
    .choices = {.value = run_value},
    REPLAY_THREADS(.stops = run_stops, .spawned = thread_put, .plan = run_plan),
};

/* --- The schedule. --- */

static uint32_t next_enabled(const struct state *st, const uint8_t *status, uint32_t after) {
	for (uint32_t i = 1; i <= st->nthreads; i++) {
		uint32_t tid = (after + i) % st->nthreads;
		if (status[tid] == THREAD_ENABLED)
			return tid;
	}
	return NO_THREAD;
}

/* A thread's turn ends after some steps, or when it is where it was before in this turn. */
static uint32_t next_in_turn(struct symex *x, struct state *st, const uint8_t *status) {
	struct concrete *c = x->self;
	if (st->frame && status[st->tid] == THREAD_ENABLED && ++c->turn < TURN_STEPS &&
	    !cycle_closes(x, &c->of_turn, st))
		return st->tid;
	c->turn = 0;
	c->of_turn.points = 0;
	if (c->plan->ends_in_cycle && cycle_closes(x, &c->of_turns, st)) {
		end_run(x, st, RUN_TOO_LONG, NULL);
		c->record.trace->circles = true;
		return NO_THREAD;
	}
	return next_enabled(st, status, st->tid);
}

static uint32_t next_at_random(struct concrete *c, const struct state *st, const uint8_t *status) {
	uint64_t random = inputs_next_random(&c->random);
	if (status[st->tid] == THREAD_ENABLED && random % 8 < c->stays)
		return st->tid;
	return next_enabled(st, status, (uint32_t)((random >> 8) % st->nthreads));
}

/* The trace does not fit the program, and the run ends. */
static uint32_t not_followed(struct symex *x, struct state *st, const struct run_step *step,
                             const char *what) {
	struct run_trace *t = ((struct concrete *)x->self)->record.trace;
	end_run(x, st, RUN_NOT_FOLLOWED, arena_printf(t->arena, "thread %u %s", step->thread, what));
	t->wrong_line = step->line;
	return NO_THREAD;
}

static uint32_t follow(struct symex *x, struct state *st, const uint8_t *status,
                       const struct run_step *step) {
	uint32_t tid = step->thread;
	if (tid >= st->nthreads)
		return not_followed(x, st, step, "does not exist here");
	switch ((enum status)status[tid]) {
	case THREAD_ENDED: return not_followed(x, st, step, "has ended before");
	case THREAD_DRAINS:
	case THREAD_DISABLED: return not_followed(x, st, step, "waits here and cannot run");
	case THREAD_CUT: return not_followed(x, st, step, "has reached a bound of loops before");
	case THREAD_ENABLED: break;
	}
	return tid;
}

/* The thread of the run that was created at a location. */
static uint32_t thread_at(const struct naming *n, const struct state *st, uint32_t slot) {
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		if (naming_slot(n, tid) == slot)
			return tid;
	return NO_THREAD;
}

/* Is the thread at the location, or at a hidden check that guards the instruction there? */
static bool is_at(struct symex *x, const struct state *st, uint32_t tid, uint32_t location) {
	struct state view = tid == NO_THREAD ? (struct state){0} : thread_view(st, tid);
	if (!view.frame || !location)
		return false;
	for (;; view.pc++) {
		const struct ins *i = next_ins(&view);
		if (location_of(x, &view) == location)
			return true;
		if (i->kind != INS_ASSERT || !i->hidden)
			return false;
	}
}

/* The guide ends where a thread is about to reach the goal: that thread goes on, and no other one
 * before it.  NO_THREAD: it cannot. */
static uint32_t goal_thread(const struct concrete *c, const struct state *st,
                            const uint8_t *status) {
	uint32_t tid = thread_at(&c->naming, st, vec_last(&c->plan->guide->plan->step).tid);
	return tid != NO_THREAD && status[tid] == THREAD_ENABLED ? tid : NO_THREAD;
}

/* The thread that the guide lets run; NO_THREAD: the guide has come to its end, or the run cannot
 * follow it. */
static uint32_t guided(struct symex *x, const struct state *st, const uint8_t *status) {
	struct concrete *c = x->self;
	const struct plan *p = c->plan->guide ? c->plan->guide->plan : NULL;
	for (; p && c->guided < p->step.n; c->guided++, c->arrived = false) {
		const struct plan_step *s = &p->step.at[c->guided];
		uint32_t tid = thread_at(&c->naming, st, s->tid);
		bool ended = tid != NO_THREAD && status[tid] == THREAD_ENDED;
		bool is_last = c->guided + 1 == p->step.n;
		if (c->arrived || (ended && !s->until) || is_at(x, st, tid, s->until))
			continue;
		if (tid == NO_THREAD || status[tid] != THREAD_ENABLED)
			break;
		c->until = s->until;
		c->arrived = is_last && !s->until; /* after the goal, it goes on by itself */
		return tid;
	}
	bool is_over = p && p->step.n && c->guided == p->step.n;
	if (p && c->guided != SIZE_MAX)
		c->by_guide = c->record.trace->instructions;
	c->guided = SIZE_MAX;
	c->until = 0;
	return is_over ? goal_thread(c, st, status) : NO_THREAD;
}

/* The thread that runs next in the execution which the run repeats. */
static uint32_t retraced(struct symex *x, struct state *st, const uint8_t *status) {
	struct concrete *c = x->self;
	uint32_t tid = retrace_thread(c->plan->retrace, c->record.trace, &c->guided);
	if (tid < st->nthreads && status[tid] == THREAD_ENABLED)
		return tid;
	end_run(x, st, RUN_NOT_FOLLOWED, "the run differs from the counterexample");
	return NO_THREAD;
}

/* The next part of the detour that its thread can run; after the last one, threads take turns. */
static uint32_t detoured(struct symex *x, struct state *st, const uint8_t *status) {
	struct concrete *c = x->self;
	const struct detour *d = c->plan->detour;
	for (; c->guided < d->part.n; c->guided++, c->turn = 0) {
		const struct detour_part *p = &d->part.at[c->guided];
		if (c->turn < p->steps && p->thread < st->nthreads && status[p->thread] == THREAD_ENABLED) {
			c->turn++;
			return p->thread;
		}
	}
	return next_in_turn(x, st, status);
}

static uint32_t choose_thread(struct symex *x, struct state *st, const uint8_t *status) {
	struct concrete *c = x->self;
	const struct run_step *step = followed_step(c);
	if (step)
		return follow(x, st, status, step);
	if (c->plan->retrace)
		return retraced(x, st, status);
	if (c->plan->control && c->plan->control->choose) {
		uint32_t tid = c->plan->control->choose(c->plan->control->self, x, st, status);
		if (tid == NO_THREAD)
			end_run(x, st, RUN_STOPPED, "no thread may go on");
		return tid;
	}
	if (c->plan->detour)
		return detoured(x, st, status);
	uint32_t tid = guided(x, st, status);
	if (tid != NO_THREAD)
		return tid;
	if (c->plan->turns == TURNS_RANDOM && !c->plan->follow)
		return next_at_random(c, st, status);
	return next_in_turn(x, st, status);
}

/* Chooses the next thread, and counts the switch to it. */
static uint32_t switch_thread(struct symex *x, struct state *st, const uint8_t *status) {
	struct run_trace *t = ((struct concrete *)x->self)->record.trace;
	uint32_t tid = choose_thread(x, st, status);
	t->switches += tid != NO_THREAD && tid != st->tid && enabled_has_choice(st, status, tid);
	return tid;
}

/* The running thread goes on without a choice: main at first, and a thread that creates one. */
static uint32_t go_on(struct symex *x, struct state *st) {
	struct concrete *c = x->self;
	const struct run_step *step = followed_step(c);
	const struct detour *d = c->plan->detour;
	c->turn += d && c->guided < d->part.n && d->part.at[c->guided].thread == st->tid;
	if (step && step->thread != st->tid)
		return not_followed(x, st, step, "cannot run here, where another thread goes on");
	return st->tid;
}

/* Has the run come to a deadlock that was reported before? */
static bool is_deadlock(const struct symex *x, const struct state *st) {
	const struct concrete *c = x->self;
	return st->nlive && x->config->schedules.deadlock_check &&
	       c->record.trace->switches <= c->plan->context_bound;
}

/* Checks a state for deadlocks and races, as lazy exploration does; true: the run goes on. */
static bool check_state(struct symex *x, struct state *st, uint8_t *status) {
	struct naming_peek peek = naming_peek_begin(x);
	term undecided = enabled_status(x, st, &(struct enabled_query){0}, status);
	bool stuck = !undecided.ix && enabled_deadlock(x, st, status);
	naming_peek_end(x, peek);
	if (undecided.ix) {
		end_run(x, st, RUN_NOT_SUPPORTED, "a wait whose condition is not a constant");
		return false;
	}
	if (x->config->schedules.race_check && !x->give_up)
		race_check(x, st);
	if (stuck && !x->give_up)
		end_run(x, st, st->nlive ? RUN_BLOCKED : RUN_ENDS, is_deadlock(x, st) ? "deadlock" : NULL);
	return !x->give_up;
}

/* Does the program end at the instruction that was executed last? */
static bool ends_program(const struct symex *x) {
	const struct state *at = &((struct concrete *)x->self)->record.at;
	const struct ins *i = next_ins(at);
	return x->effects.program_end || ins_intrinsic(i) == INTRINSIC_ABORT;
}

/* Runs one step of a thread; false: the run ends in it. */
static bool run_step(struct symex *x, struct state *st, uint32_t tid) {
	struct concrete *c = x->self;
	struct run_trace *t = c->record.trace;
	vec_push(&t->step, ((struct run_step){.thread = tid, .event = t->event.n}));
	thread_switch(x, st, tid);
	x->effects = (struct effects){0};
	bool stops = replay_thread(x, st);
	if (x->give_up || ends_unsupported(x, st))
		return false;
	if (!stops) {
		end_run(x, st, ends_program(x) ? RUN_ENDS : RUN_ASSUMES, NULL);
		return false;
	}
	if (x->naming->locations)
		vec_push(&c->stop, st->frame ? location_of(x, st) : 0);
	return true;
}

static void run(struct symex *x) {
	struct state st = explore_begin(x);
	struct concrete *c = x->self;
	if (c->plan->guide && c->plan->guide->plan)
		c->by_guide = MOST_BY_GUIDE;
	if (c->plan->guide && c->plan->guide->plan && c->plan->guide->plan->step.n)
		c->until = c->plan->guide->plan->step.at[0].until;
	uint32_t tid = go_on(x, &st);
	while (tid != NO_THREAD && run_step(x, &st, tid)) {
		uint8_t *status = arena_array(x->pool.arena, uint8_t, st.nthreads);
		if (st.frame && switch_is_spawn(&st))
			tid = go_on(x, &st);
		else if (check_state(x, &st, status))
			tid = switch_thread(x, &st, status);
		else
			tid = NO_THREAD;
	}
}

/* --- The run as a whole. --- */

static void find_followed(struct concrete *c) {
	const struct run_trace *t = c->plan->follow;
	for (size_t i = 0; t && i < t->event.n; i++)
		if (t->event.at[i].kind == RUN_INPUT)
			map_put(&c->followed, map_key(intern(t->event.at[i].what)), i);
	const struct detour *d = c->plan->detour;
	for (size_t i = 0; d && i < d->value.n; i++)
		map_put(&c->followed, map_key(d->value.at[i].name), i);
}

/* A test has its inputs in a list of their own.  Traces of earlier versions have no signals. */
static bool is_compared(const struct run_trace *follow, const struct run_event *e) {
	if (e->kind == RUN_SIGNAL)
		return false;
	return !follow->is_brief || (run_event_is_brief(e) && e->kind != RUN_INPUT);
}

/* Does the run do what the trace that it follows says?  Where the trace ends, it may go on. */
static void compare_events(struct run_trace *run, const struct run_trace *follow) {
	size_t at = 0;
	for (size_t i = 0; i < follow->event.n; i++) {
		const struct run_event *there = &follow->event.at[i];
		if (!is_compared(follow, there))
			continue;
		while (at < run->event.n && !is_compared(follow, &run->event.at[at]))
			at++;
		const struct run_event *here = at < run->event.n ? &run->event.at[at++] : NULL;
		if (here && here->kind == there->kind && here->thread == there->thread &&
		    here->function == there->function && here->pc == there->pc &&
		    same_text_or_none(here->what, there->what) &&
		    same_text_or_none(here->value, there->value))
			continue;
		run->end = RUN_NOT_FOLLOWED;
		run->wrong_line = there->line;
		run->why = here ? "the program does something else here" : "the program ends before this";
		return;
	}
}

/* The counterexample of the result is this run, or a shorter one, which is given. */
static void run_confirmed(struct symex *x, struct model *model, const struct vc *vc,
                          struct run_trace *shorter) {
	struct run_trace *own = ((struct concrete *)x->self)->record.trace;
	own->confirmed = true;
	retrace_counterexample(x, model, vc, shorter ? shorter : own);
}

static struct symex make_symex(struct symex *like, struct concrete *c, struct symex_stats *stats) {
	struct symex x = replay_symex(like, stats);
	x.services.minimise = like->services.minimise;
	x.services.explain = like->services.explain;
	x.services.confirmed = like->services.confirmed ? run_confirmed : NULL;
	x.engine = &run_engine;
	x.self = c;
	x.naming = &c->naming;
	const struct run_control *control = c->plan->control;
	x.observation.observer = control && control->observer ? control->observer : &record_observer;
	x.observation.data = &c->record;
	c->record.watching = control ? control->self : NULL;
	x.model = model_open(like->ts);
	return x;
}

static void confirm(struct symex *x, struct concrete *c) {
	struct run_trace *t = c->record.trace;
	struct model *model = x->model;
	t->confirmed = is_reported(x, c->violated.property);
	if (t->confirmed)
		return;
	x->model = NULL;
	t->confirmed = t->is_new = confirm_violation(x, model, &c->violated);
}

/* What no instruction assumes, as that argc is positive, is not checked on the way. */
static bool assumptions_hold(const struct symex *x) {
	for (size_t i = 0; i < x->assumption.n; i++)
		if (!model_holds(x->model, x->assumption.at[i]))
			return false;
	return true;
}

/* A detour ends in its goal: the counterexample is made, and the result stays as it is. */
static void confirm_detour(struct symex *x, struct concrete *c) {
	const char *why;
	const struct detour *d = c->plan->detour;
	if (!d->trace || c->violated.property != d->goal)
		return;
	trace_open(d->trace, x->prog, x->result->arena, d->goal);
	*d->confirmed = replay_run(x, x->model, &c->violated, &trace_observer, d->trace, &why);
	if (*d->confirmed)
		guess_find(x, x->model, &c->violated, d->trace);
	trace_close(d->trace, *d->confirmed);
}

void concrete_limit(const struct symex *x, struct concrete_plan *plan) {
	uint32_t depth = x->config->bounds.depth;
	if (depth == NO_BOUND)
		plan->most_instructions = MOST_INSTRUCTIONS;
	else
		plan->depth = depth;
}

uint64_t concrete_limit_of(const struct concrete_plan *plan) {
	return plan->depth ? plan->depth : plan->most_instructions;
}

bool concrete_run(struct symex *like, const struct concrete_plan *plan, struct run_trace *out) {
	struct concrete c = {.plan = plan, .like = like, .record = {.trace = out}};
	out->multi_property = like->config->multi_property;
	const struct guide *guide = plan->guide;
	c.inputs = (struct inputs){.kind = plan->inputs,
	                           .seed = plan->input_seed,
	                           .given = plan->given,
	                           .ngiven = plan->ngiven};
	if (guide) {
		c.naming = (struct naming){.numbers = guide->naming->numbers,
		                           .number = guide->naming->number,
		                           .locations = guide->naming->locations,
		                           .in_order = true,
		                           .transient = true};
		c.record.known = guide->known;
	}
	struct symex_stats stats = {0};
	c.random = inputs_seeded(plan->turn_seed, 0) | 1;
	c.stays = (uint32_t)(inputs_seeded(plan->turn_seed, 1) % 8);
	find_followed(&c);
	if (like->config->cover)
		c.record.replies = replies_open(out);
	struct symex x = make_symex(like, &c, &stats);
	symex_forget(&x);
	run(&x);
	replies_end_run(c.record.replies);
	if (symex_stop)
		out->end = RUN_STOPPED;
	bool is_try = plan->detour || plan->retrace || plan->visit;
	if (is_try && out->end == RUN_VIOLATES && !assumptions_hold(&x))
		out->end = RUN_ASSUMES;
	bool reports = out->end == RUN_VIOLATES && out->switches <= plan->context_bound && !plan->visit;
	if (plan->detour && out->end == RUN_VIOLATES)
		confirm_detour(&x, &c);
	else if (reports)
		confirm(&x, &c);
	else if (plan->follow && out->end != RUN_NOT_FOLLOWED && out->end != RUN_STOPPED)
		compare_events(out, plan->follow);
	model_close(x.model);
	x.model = NULL;
	x.unknown.null_at = (struct map){0}; /* a run finds none */
	symex_free(&x);
	if (reports && out->confirmed)
		invalid_failed(like, c.violated.property);
	if (guide) {
		guide->naming->number = c.naming.number;
		guide->naming->numbers = c.naming.numbers;
		c.naming.number = (struct map){0};
	}
	naming_free(&c.naming);
	inputs_free(&c.inputs);
	vec_free(&c.stop);
	map_free(&c.value);
	replies_close(c.record.replies);
	map_free(&c.followed);
	map_free(&c.record.choice_of);
	return !reports && out->end != RUN_NOT_FOLLOWED;
}
