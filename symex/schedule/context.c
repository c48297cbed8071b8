#include "symex/schedule/context.h"

#include "symex/explore/explore.h"
#include "symex/step/step.h"
#include "symex/core/location.h"
#include "symex/schedule/uw.h"
#include "symex/step/wait.h"
#include "util/intern.h"

enum { STOP_CHECK = 256 }; /* steps between looks at symex_stop */

struct waiting { /* a state to go on with */
	struct state st;
	term start; /* it begins here, under this condition; NO_TERM: it came here */
};

struct context {
	struct recording *r;
	struct symex *x;
	const struct world *others;
	VEC(struct waiting) heap; /* the first place is on top */
	struct stops *stops;
};

/* --- States that wait, ordered by place. --- */

static bool goes_first(const struct waiting *a, const struct waiting *b) {
	return location_compare(&a->st, &b->st) < 0;
}

static void heap_push(struct context *c, const struct waiting *w) {
	vec_push(&c->heap, *w);
	size_t i = c->heap.n - 1;
	for (; i && goes_first(w, &c->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
		c->heap.at[i] = c->heap.at[(i - 1) / 2];
	c->heap.at[i] = *w;
}

static struct waiting heap_pop(struct context *c) {
	struct waiting top = c->heap.at[0], last = vec_pop(&c->heap);
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
	struct waiting w = {.start = start};
	state_fork(c->x, st, &w.st);
	heap_push(c, &w);
}

bool context_ended(const struct symex *x, uint32_t tid) {
	const struct context *c = x->tree->recording->context;
	const struct thread *th = c && tid < c->others->n ? &c->others->thread[tid] : NULL;
	return th && th->n == 1 && !th->stop->place && term_is_true(x->ts, th->stop->here);
}

void context_add(struct symex *x, const struct state *st) {
	add(x->tree->recording->context, st, NO_TERM);
}

void context_born(struct symex *x, const struct state *creator, const struct state *thread) {
	struct birth b = {thread->tid, {.place = location_of(x, thread), .awake = true}};
	b.stop.here = state_guard(x, creator);
	b.stop.can_go = term_true(x->ts);
	state_fork(x, thread, &b.stop.st);
	vec_push(&x->tree->recording->born, b);
}

static bool can_meet(const struct state *a, const struct state *b) {
	return a->atomic == b->atomic && a->waited == b->waited && a->wakeup == b->wakeup;
}

/* --- Stops. --- */

struct stop *stops_find(const struct stops *s, uint32_t place) {
	for (size_t i = s->at.n; i-- > 0;)
		if (s->at.at[i].place == place)
			return &s->at.at[i];
	return NULL;
}

static void leave(struct context *c, const struct state *st, uint32_t place, term here,
                  bool awake) {
	struct symex *x = c->x;
	struct stop *known = stops_find(c->stops, place);
	if (term_is_false(x->ts, here))
		return;
	struct stop s = {.place = place, .here = here, .can_go = term_true(x->ts), .awake = awake};
	state_fork(x, st, &s.st);
	node_clean(c->r->t, &s.st);
	s.st.guard = NULL;
	if (!known) {
		vec_push(&c->stops->at, s);
		return;
	}
	term before = term_not(x->ts, here);
	state_join_own(x, &known->st, &s.st, before);
	state_join_shared(x, &known->st, &s.st, before);
	known->awake |= awake;
	known->here = term_or(x->ts, known->here, here);
}

/* If it looks at something in the loop, it can stop before that; see asleep.c.  Otherwise it is
 * here for ever, but others can come in. */
void context_stays(struct symex *x, const struct state *st) {
	struct recording *r = x->tree->recording;
	uint32_t place = st->looked ? st->since : location_of(x, st);
	x->tree->stutters = true;
	asleep_stays(r, st, place);
	if (!st->looked)
		leave(r->context, st, place, state_guard(x, st), false);
}

void context_cut(struct symex *x, const struct state *st) {
	leave(x->tree->recording->context, st, location_of(x, st), state_guard(x, st), true);
}

/* The thread may stop here; true: it must. */
static bool stop(struct context *c, struct state *st) {
	struct symex *x = c->x;
	struct terms *ts = x->ts;
	struct recording *r = c->r;
	uint32_t place = location_of(x, st);
	recording_arrives(r, c->others, st, place);
	term can_go = wait_ins(st) ? recording_can_go(r, st, place) : term_true(ts);
	term goes_on = can_go, here = state_guard(x, st);
	if (!asleep_matters(r, st, place)) {
		here = term_and(ts, here, term_not(ts, goes_on));
	} else if (!term_is_false(ts, goes_on)) {
		term stays = term_var(ts, sort_bool(), intern_printf("stop!%u!%u", r->number, place));
		if (r->widening)
			uw_control_stop(r, stays);
		goes_on = term_and(ts, goes_on, term_not(ts, stays));
		here = term_and(ts, here, term_not(ts, goes_on));
	}
	leave(c, st, place, here, !term_is_true(ts, can_go) || asleep_may_end(r, place));
	asleep_begin(r, st, place);
	st->looked = true;
	state_assume(x, st, goes_on);
	return term_is_false(ts, state_guard(x, st));
}

/* A state that came to the place where another one begins.  It may stop there, that one may not: a
 * context in which nothing happens would be none. */
static void meet_start(struct context *c, struct waiting *start, struct state *came) {
	struct symex *x = c->x;
	if (explore_stops(x, came) && stop(c, came))
		return;
	/* With what came here before, if there was anything. */
	term mine = state_guard(x, &start->st), any = term_or(x->ts, mine, state_guard(x, came));
	x->stats->merges++;
	state_join_own(x, &start->st, came, mine);
	state_join_shared(x, &start->st, came, mine);
	start->st.guard = NULL;
	state_assume(x, &start->st, any);
}

/* The state at the first place, with all others that are there as well. */
static struct state take_first(struct context *c) {
	struct waiting first = heap_pop(c);
	VEC(struct waiting) apart = {0};
	while (c->heap.n && !location_compare(&first.st, &c->heap.at[0].st)) {
		struct waiting w = heap_pop(c);
		if (!can_meet(&first.st, &w.st) || (first.start.ix && w.start.ix))
			vec_push(&apart, w);
		else if (first.start.ix)
			meet_start(c, &first, &w.st);
		else if (w.start.ix) {
			meet_start(c, &w, &first.st);
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

/* Steps one state until it ends, must stop, or comes to a place where others wait. */
static void run(struct context *c, struct state *st) {
	struct symex *x = c->x;
	for (bool first = true;; first = false) {
		if (!first && c->heap.n && location_compare(st, &c->heap.at[0].st) >= 0) {
			add(c, st, NO_TERM);
			return;
		}
		if (explore_stops(x, st) && stop(c, st))
			return;
		struct state before = *st;
		if (explore_interrupted(x, st)) {
			asleep_touched(c->r, &before, st, false);
			continue;
		}
		x->stats->steps++;
		before = *st;
		x->tree->dead_end = x->tree->stutters = false;
		bool goes_on = !is_over(x) && step(x, st);
		bool ends = !goes_on && !x->tree->stutters;
		asleep_touched(c->r, &before, st, ends || x->tree->dead_end);
		if (!goes_on)
			return;
		if (!st->frame) {
			leave(c, st, 0, state_guard(x, st), true);
			return;
		}
	}
}

void context_run(struct recording *r, uint32_t tid, const struct stops *from,
                 const struct world *others, struct stops *to) {
	struct symex *x = r->t->x;
	struct context c = {.r = r, .x = x, .others = others, .stops = to};
	for (size_t i = 0; i < from->at.n; i++) {
		const struct stop *s = &from->at.at[i];
		struct state st = s->st;
		st.tid = tid;
		st.resumed = true;
		st.guard = NULL;
		st.touched = SUMMARY_EMPTY;
		state_assume(x, &st, s->here);
		asleep_begin(r, &st, s->place);
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
