#include "symex/schedule/context.h"

#include "process/work.h"
#include "symex/core/location.h"
#include "symex/explore/dead.h"
#include "symex/memory/merge.h"
#include "symex/replay/replay.h"
#include "symex/schedule/schedule.h"
#include "symex/schedule/uw.h"
#include "symex/symex_stats.h"
#include "symex/step/check/condition.h"
#include "symex/step/step.h"
#include "symex/step/switch.h"
#include "symex/step/wait.h"
#include "util/base/intern.h"

enum { STOP_CHECK = 256 }; /* steps between checks of symex_stop */

static struct encoding *encoding_of(const struct symex *x) {
	return x->self;
}

struct pending_state { /* a state to continue with */
	struct state st;
	term start; /* the context begins here under this condition; NO_TERM: the state came here */
};

struct context {
	struct encoding *r;
	struct symex *x;
	const struct configuration *others;
	VEC(struct pending_state) heap; /* the first location is on top */
	struct stops *stops;
};

/* --- Pending states, ordered by location. --- */

static bool goes_first(const struct pending_state *a, const struct pending_state *b) {
	return location_compare(&a->st, &b->st) < 0;
}

static void heap_push(struct context *c, const struct pending_state *w) {
	vec_push(&c->heap, *w);
	size_t i = c->heap.n - 1;
	for (; i && goes_first(w, &c->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
		c->heap.at[i] = c->heap.at[(i - 1) / 2];
	c->heap.at[i] = *w;
}

static struct pending_state heap_pop(struct context *c) {
	struct pending_state top = c->heap.at[0], last = vec_pop(&c->heap);
	size_t n = c->heap.n, i = 0, child;
	for (; (child = 2 * i + 1) < n; i = child) {
		child += child + 1 < n && goes_first(&c->heap.at[child + 1], &c->heap.at[child]);
		if (!goes_first(&c->heap.at[child], &last))
			break;
		c->heap.at[i] = c->heap.at[child];
	}
	if (n)
		c->heap.at[i] = last;
	return top;
}

static void add(struct context *c, const struct state *st, term start) {
	struct pending_state w = {.start = start};
	state_fork(c->x, st, &w.st);
	heap_push(c, &w);
}

static bool has_ended(const struct symex *x, const struct state *st, uint32_t tid) {
	const struct context *c = encoding_of(x)->context;
	(void)st;
	const struct thread *th = c && tid < c->others->n ? &c->others->thread[tid] : NULL;
	return th && th->n == 1 && !th->stop->location && term_is_true(x->ts, th->stop->here);
}

static void enqueue(struct symex *x, const struct state *st) {
	add(encoding_of(x)->context, st, NO_TERM);
}

static void spawned(struct symex *x, struct state *creator, const struct state *thread) {
	struct spawn b = {thread->tid, {.location = location_of(x, thread)}};
	b.stop.here = state_guard(x, creator);
	b.stop.enabled = term_true(x->ts);
	state_fork(x, thread, &b.stop.st);
	vec_push(&encoding_of(x)->spawned, b);
}

static bool can_merge(const struct state *a, const struct state *b) {
	return a->atomic == b->atomic && a->waited == b->waited && a->wakeup == b->wakeup;
}

/* --- Stops. --- */

static struct thread_stop *stops_find(const struct stops *s, uint32_t location) {
	for (size_t i = s->at.n; i-- > 0;)
		if (s->at.at[i].location == location)
			return &s->at.at[i];
	return NULL;
}

/* The thread may rest at the location until a later context. */
static void add_stop(struct context *c, const struct state *st, uint32_t location, term here,
                     bool in_sleep_set) {
	struct symex *x = c->x;
	struct thread_stop *known = stops_find(c->stops, location);
	if (term_is_false(x->ts, here))
		return;
	struct thread_stop s = {.location = location,
	                        .here = here,
	                        .enabled = term_true(x->ts),
	                        .in_sleep_set = in_sleep_set};
	state_fork(x, st, &s.st);
	dead_forget(x, c->r->t->live, &s.st);
	s.st.guard = NULL;
	if (!known) {
		vec_push(&c->stops->at, s);
		return;
	}
	term before = term_not(x->ts, here);
	state_join_own(x, &known->st, &s.st, before);
	state_join_shared(x, &known->st, &s.st, before);
	known->in_sleep_set &= in_sleep_set;
	known->here = term_or(x->ts, known->here, here);
}

/* The thread repeats a loop iteration that changes nothing, for ever.  If the iteration has a
 * visible instruction, the thread can stop before that (encode_reduction.c).  Otherwise it never
 * leaves the loop, but other threads can run. */
static void spins(struct symex *x, const struct state *st) {
	struct encoding *r = encoding_of(x);
	uint32_t location = st->note.at_visible ? st->note.since : location_of(x, st);
	x->effects.stays = true;
	reduction_spins(r, st, location);
	if (!st->note.at_visible)
		add_stop(r->context, st, location, state_guard(x, st), true);
}

static void bounded(struct symex *x, const struct state *st) {
	add_stop(encoding_of(x)->context, st, location_of(x, st), state_guard(x, st), false);
}

/* --- Iterations of loops. --- */

/* An iteration of a loop in which the thread changes neither memory nor its own registers has no
 * effect. Other threads may have changed memory meanwhile, so the loop continues, but the iteration
 * is not counted: busy waiting takes one iteration, however long it takes. */
static void iteration_begins(struct symex *x, struct state *st) {
	struct encoding *r = encoding_of(x);
	dead_forget(x, r->t->live, st);
	st->note.iteration = location_and_registers(x, st);
	st->note.iteration_context = r->current;
	st->wrote = st->note.at_visible = false;
}

static bool changed_nothing(struct symex *x, const struct state *st, uint32_t head) {
	struct state there = *st;
	if (!st->note.iteration || st->wrote)
		return false;
	there.pc = head;
	dead_forget(x, encoding_of(x)->t->live, &there);
	return st->note.iteration == location_and_registers(x, &there);
}

/* In the same context no other thread has changed anything either, so the loop repeats for ever. */
static enum iteration iteration_ends(struct symex *x, struct state *st, uint32_t head) {
	const struct encoding *r = encoding_of(x);
	if (!changed_nothing(x, st, head))
		return ITERATION_COUNTS;
	st->pc = head;
	if (st->note.iteration_context == r->current) {
		spins(x, st);
		return ITERATION_STAYS;
	}
	st->note.iteration_context = r->current;
	return ITERATION_REPEATS;
}

/* --- One context. --- */

static bool schedule_stops(struct symex *x, struct state *st) {
	if (st->resumed) {
		st->resumed = false;
		return false;
	}
	st->loops &= st->atomic > 0;
	enum switch_point point = switch_point(x, st);
	return point == SWITCH_WAIT || (point == SWITCH_VISIBLE && st->nlive > 1);
}

/* Encodes that the thread may stop before this visible instruction; true: it must. */
static bool encode_stop(struct context *c, struct state *st) {
	struct symex *x = c->x;
	struct terms *ts = x->ts;
	struct encoding *r = c->r;
	uint32_t location = location_of(x, st);
	encoding_check_races(r, c->others, st, location);
	term enabled = wait_ins(st) ? encoding_enabled(r, st, location) : term_true(ts);
	term goes_on = enabled, here = state_guard(x, st);
	if (!reduction_needs_stop(r, st, location)) {
		here = term_and(ts, here, term_not(ts, goes_on));
	} else if (!term_is_false(ts, goes_on)) {
		term stays = term_var(ts, sort_bool(), intern_printf("stop!%u!%u", r->number, location));
		if (r->widening)
			uw_control_stop(r, stays);
		goes_on = term_and(ts, goes_on, term_not(ts, stays));
		here = term_and(ts, here, term_not(ts, goes_on));
	}
	bool sleeps = term_is_true(ts, enabled) && !reduction_may_end(r, location);
	add_stop(c, st, location, here, sleeps);
	reduction_begin_step(r, st, location);
	st->note.at_visible = true;
	state_assume(x, st, goes_on);
	return term_is_false(ts, state_guard(x, st));
}

/* A state came to a location where the context may also begin.  It may stop there; the one that
 * begins there may not, because a context has at least one step. */
static void join_at_start(struct context *c, struct pending_state *start, struct state *came) {
	struct symex *x = c->x;
	if (schedule_stops(x, came) && encode_stop(c, came))
		return;
	term mine = state_guard(x, &start->st), any = term_or(x->ts, mine, state_guard(x, came));
	x->stats->merges++;
	state_join_own(x, &start->st, came, mine);
	state_join_shared(x, &start->st, came, mine);
	start->st.guard = NULL;
	state_assume(x, &start->st, any);
}

/* The state at the first location, joined with all others that are there. */
static struct state take_first(struct context *c) {
	struct pending_state first = heap_pop(c);
	VEC(struct pending_state) apart = {0};
	while (c->heap.n && !location_compare(&first.st, &c->heap.at[0].st)) {
		struct pending_state w = heap_pop(c);
		if (!can_merge(&first.st, &w.st) || (first.start.ix && w.start.ix))
			vec_push(&apart, w);
		else if (first.start.ix)
			join_at_start(c, &first, &w.st);
		else if (w.start.ix) {
			join_at_start(c, &w, &first.st);
			first = w;
		} else {
			state_merge(c->x, &first.st, &w.st);
		}
	}
	for (size_t i = 0; i < apart.n; i++)
		heap_push(c, &apart.at[i]);
	vec_free(&apart);
	return first.st;
}

static bool is_over(struct symex *x) {
	if (x->stats->steps % STOP_CHECK == 0 && symex_stop)
		x->give_up = true;
	return x->give_up;
}

/* Steps one state until it ends, must stop, or reaches a location with a pending state. */
static void run(struct context *c, struct state *st) {
	struct symex *x = c->x;
	for (bool first = true;; first = false) {
		if (!first && c->heap.n && location_compare(st, &c->heap.at[0].st) >= 0) {
			add(c, st, NO_TERM);
			return;
		}
		if (schedule_stops(x, st) && encode_stop(c, st))
			return;
		struct state before = *st;
		if (switch_interrupted(x, st)) {
			reduction_add_accesses(c->r, &before, st, false);
			continue;
		}
		x->stats->steps++;
		work_add(WORK_STEP);
		before = *st;
		x->effects.dead_end = x->effects.stays = false;
		bool goes_on = !is_over(x) && step(x, st);
		bool ends = !goes_on && !x->effects.stays;
		reduction_add_accesses(c->r, &before, st, ends || x->effects.dead_end);
		if (!goes_on)
			return;
		if (!st->frame) {
			add_stop(c, st, 0, state_guard(x, st), false);
			return;
		}
	}
}

void context_run(struct encoding *r, uint32_t tid, const struct stops *from,
                 const struct configuration *others, struct stops *to) {
	struct symex *x = r->t->x;
	struct context c = {.r = r, .x = x, .others = others, .stops = to};
	for (size_t i = 0; i < from->at.n; i++) {
		const struct thread_stop *s = &from->at.at[i];
		struct state st = s->st;
		st.tid = tid;
		st.resumed = true;
		st.guard = NULL;
		st.note.footprint = FOOTPRINT_NONE;
		state_assume(x, &st, s->here);
		reduction_begin_step(r, &st, s->location);
		add(&c, &st, s->here);
	}
	r->context = &c;
	while (c.heap.n && !x->give_up) {
		struct state st = take_first(&c);
		run(&c, &st);
	}
	r->context = NULL;
	vec_free(&c.heap);
}

/* --- The engine. --- */

static bool check(struct symex *x, struct state *st, uint32_t property, term condition) {
	struct encoding *r = encoding_of(x);
	struct vc_place place = {r->current, r->race_location};
	const struct vc_place *last = r->vc_place.n ? &vec_last(&r->vc_place) : NULL;
	if (!last || last->context != place.context || last->until != place.until)
		vec_push(&r->vc_place, place);
	struct vc vc = {.property = property, .tag = (uint32_t)r->vc_place.n - 1};
	return step_record_vc(x, st, vc, condition);
}

/* The accesses so far belong to both states. */
static void before_fork(struct symex *x, struct state *st) {
	reduction_add_accesses(encoding_of(x), st, st, false);
}

static void join(struct symex *x, struct state *into, const struct state *other) {
	struct context_note *a = &into->note;
	const struct context_note *b = &other->note;
	if (a->since != b->since)
		a->since = 0;
	if (a->iteration != b->iteration)
		a->iteration = 0;
	if (b->member > a->member)
		a->member = b->member;
	if (b->iteration_context < a->iteration_context)
		a->iteration_context = b->iteration_context;
	a->at_visible &= b->at_visible;
	if (a->footprint != b->footprint)
		a->footprint = footprint_union(encoding_of(x)->t->footprints, a->footprint, b->footprint);
}

/* Outside atomic sections a state is at a wait only under the wait's condition: encode_stop, or the
 * start of the context, has assumed it.  Inside, no other thread can make the condition true. */
static bool wait(struct symex *x, struct state *st, const struct ins *i, term c) {
	return st->atomic ? step_assume_wait(x, st, i, c) : !term_is_false(x->ts, c);
}

/* The point of a context that holds in the model; NULL: none. */
static const struct schedule_point *point_in_model(struct model *model,
                                                   const struct schedule_point *p, size_t n,
                                                   uint32_t context) {
	for (size_t i = 0; i < n; i++)
		if (p[i].context == context && model_holds(model, p[i].when))
			return &p[i];
	return NULL;
}

/* The schedule of the model. */
static void plan(struct symex *x, struct model *model, const struct vc *vc, struct plan *to) {
	const struct encoding *r = encoding_of(x);
	const struct vc_place *place = &r->vc_place.at[vc->tag];
	to->naming = &r->t->naming;
	for (uint32_t i = 0; i <= place->context; i++) {
		const struct schedule_point *begin =
		    point_in_model(model, r->context_begin.at, r->context_begin.n, i);
		const struct schedule_point *end =
		    point_in_model(model, r->context_end.at, r->context_end.n, i);
		if (!begin)
			return;
		struct plan_step s = {.tid = begin->tid, .until = end ? end->location : 0};
		if (i == place->context && place->until)
			s.until = place->until;
		vec_push(&to->step, s);
	}
	to->is_complete = true;
}

const struct engine schedule_engine = {
    .name = "schedule",
    .feasible = vc_feasible,
    .check = check,
    .enqueue = enqueue,
    .wait = wait,
    .excludes = vc_excludes,
    .paths = {.fork = before_fork, .join = join},
    .loops = {.counts_endless = true,
              .iteration_begins = iteration_begins,
              .iteration_ends = iteration_ends},
    .threads = {.exist = true,
                .takes_signals = true,
                .stops = schedule_stops,
                .bounded = bounded,
                .spawned = spawned,
                .has_ended = has_ended,
                .plan = plan},
};
