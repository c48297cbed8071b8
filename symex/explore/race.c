/* A data race: two threads are about to access the same memory, at least one writes it, and not
 * both accesses are atomic.
 *
 * The next accesses of a thread are those of its next instruction (step/value/access.h).  If that
 * begins an atomic section, they are all accesses of the section, found by executing it on trial.
 * The memory of models does not count, except for the hidden state of functions that need not be
 * thread-safe. */
#include "symex/explore/race.h"

#include <string.h>

#include "goto/program/monitor.h"
#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/explore/explore.h"
#include "symex/explore/trail.h"
#include "symex/observer.h"
#include "symex/step/check/condition.h"
#include "symex/step/interrupt.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/access.h"
#include "util/base/intern.h"

/* --- The next accesses of a thread. --- */

/* Adds the sides of a race for which the monitor (goto/program/monitor.h) accepts the accesses from
 * 'first' on. An access in an atomic section also has the sides of the section. */
static void add_monitor_sides(struct symex *x, struct state *view, size_t first,
                              struct access_list *to) {
	uint32_t n;
	const struct expr *sides = monitor_race_sides(&x->config->monitor, &n);
	for (; sides && first < to->at.n; first++) {
		struct next_access *a = &to->at.at[first];
		term side = eval(x, view, sides);
		a->sides = term_eq(a->sides, NO_TERM) ? side : term_bvor(x->ts, a->sides, side);
	}
}

/* A trial in the place of an engine.  What that engine answers about memory and threads, it answers
 * in the trial, too, so x->self stays its data; the trial finds its own behind its operations. */
struct race_trial {
	struct engine engine;
	struct access_list *to;
};

/* Called before each instruction of a trial, which begins with the hidden checks before the section
 * and ends with the section. */
static bool trial_stops(struct symex *x, struct state *st) {
	struct access_list *to = ((const struct race_trial *)x->engine)->to;
	const struct ins *i = next_ins(st);
	size_t first = to->at.n;
	if (st->resumed) {
		st->resumed = i->kind == INS_ASSERT && i->hidden;
		return false;
	}
	if (!st->atomic)
		return true;
	access_next(x, st, i, state_guard(x, st), to);
	add_monitor_sides(x, st, first, to);
	for (; first < to->at.n; first++) {
		to->at.at[first].is_atomic = true;
		to->at.at[first].lvalue = NULL; /* its variables have their values only in the trial */
	}
	return false;
}

/* The assumptions of a trial are undone, so the solver is not asked. */
static bool trial_feasible(struct symex *x, term guard) {
	(void)x, (void)guard;
	return true;
}

static bool trial_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	(void)property;
	symex_assume(x, state_guard(x, st), condition);
	return !term_is_false(x->ts, condition);
}

static bool trial_wait(struct symex *x, struct state *st, const struct ins *i, term c) {
	(void)st, (void)i;
	return !term_is_false(x->ts, c);
}

static const struct engine trial_engine = {
    .name = "trial",
    .is_duplicate = true,
    .feasible = trial_feasible,
    .check = trial_check,
    .enqueue = explore_add,
    .wait = trial_wait,
    .threads = {.exist = true, .stops = trial_stops, .spawned = thread_put},
};

/* The accesses of a trial are not made, so the engine does not hear of them. */
static struct race_trial trial_instead_of(const struct engine *e, struct access_list *to) {
	struct race_trial trial = {trial_engine, to};
	trial.engine.memory = e->memory;
	trial.engine.memory.access = NULL;
	trial.engine.summaries = e->summaries;
	return trial;
}

/* Executes an atomic section on trial to find its accesses, and undoes it. */
static void add_section(struct symex *x, struct state *st, uint32_t tid, struct access_list *to) {
	struct trail before = trail_mark(x, tid);
	const struct engine *engine = x->engine;
	const struct observer *observer = x->observation.observer;
	struct effects effects = x->effects;
	bool transient = x->naming->transient;
	struct state try;
	state_fork(x, st, &try);
	thread_switch(x, &try, tid);
	try.resumed = true;
	const struct race_trial trial = trial_instead_of(engine, to);
	x->engine = &trial.engine;
	x->observation.observer = NULL;
	x->naming->transient = true;
	x->paths.stopped.n = 0;
	explore(x, &try);
	x->engine = engine;
	x->observation.observer = observer;
	x->naming->transient = transient;
	x->effects = effects;
	x->give_up = false;
	trail_undo(x, &before);
}

static void add_accesses(struct symex *x, struct state *st, uint32_t tid, struct access_list *to) {
	struct state view = thread_view(st, tid);
	if (!view.frame || view.cut)
		return;
	const struct ins *i = guarded_ins(&view);
	size_t first = to->at.n;
	term stays = term_not(x->ts, interrupt_pending(x, &view));
	if (i->kind != INS_ATOMIC_BEGIN)
		access_next(x, &view, i, stays, to);
	else if (!view.frame->function->is_model)
		add_section(x, st, tid, to);
	add_monitor_sides(x, &view, first, to);
}

/* --- Pairs of accesses. --- */

/* The condition that two accesses overlap in memory. */

static term overlap(struct symex *x, const struct next_access *a, const struct next_access *b) {
	struct terms *ts = x->ts;
	struct pointees p, q;
	term overlaps = term_false(ts);
	ptr_targets(x, a->pointer, &p);
	ptr_targets(x, b->pointer, &q);
	for (size_t i = 0; i < p.list.n; i++)
		for (size_t k = 0; k < q.list.n; k++) {
			const struct pointee *s = &p.list.at[i], *o = &q.list.at[k];
			if (!s->object || s->object != o->object ||
			    x->object.at[s->object].kind == OBJECT_INTERNAL)
				continue;
			term end_a = term_add(ts, s->offset, a->bytes);
			term end_b = term_add(ts, o->offset, b->bytes);
			term both =
			    term_and(ts, term_ult(ts, s->offset, end_b), term_ult(ts, o->offset, end_a));
			both = term_and(ts, both, term_and(ts, s->guard, o->guard));
			overlaps = term_or(ts, overlaps, both);
		}
	vec_free(&p.list);
	vec_free(&q.list);
	return term_and(ts, overlaps, term_and(ts, a->guard, b->guard));
}

static bool mentions_temp(const struct expr *e) {
	bool found = e->kind == EXPR_SYMBOL && e->symbol->is_temp;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = mentions_temp(e->arg[i]);
	return found;
}

static const char *lvalue_name(struct symex *x, const struct next_access *a) {
	uint32_t object;
	term offset;
	bool known = ptr_known(x, a->pointer, &object, &offset);
	const struct symbol *s = known ? x->object.at[object].symbol : NULL;
	if (s && s->is_hidden_state)
		return s->display;
	if (a->lvalue && (a->lvalue->kind != EXPR_DEREF || !known) && !mentions_temp(a->lvalue))
		return expr_print(x->prog->arena, a->lvalue);
	if (s)
		return s->display;
	return a->lvalue && !mentions_temp(a->lvalue) ? expr_print(x->prog->arena, a->lvalue) : NULL;
}

/* Symmetric: the name of the pair does not depend on its order. */
static const char *name_of(struct symex *x, const struct next_access *a,
                           const struct next_access *b) {
	const char *p = lvalue_name(x, a), *q = lvalue_name(x, b);
	if (!p || !q)
		return p ? p : q ? q : "memory";
	return strcmp(p, q) < 0 ? p : q;
}

static const char *race_key(const struct next_access *a, const struct next_access *b) {
	const struct ins *low = a->ins < b->ins ? a->ins : b->ins;
	const struct ins *high = a->ins < b->ins ? b->ins : a->ins;
	return intern_printf("race %p %p", (const void *)low, (const void *)high);
}

uint32_t race_property(struct symex *x, const struct function *f, struct loc loc,
                       const struct next_access *a, const struct next_access *b) {
	const char *key = race_key(a, b);
	uint32_t property;
	if (properties_find(x->properties, key, &property))
		return property;
	const char *text = intern_printf("data race on '%s'", name_of(x, a, b));
	return properties_get(x->properties, key, f, PROPERTY_RACE, loc, text);
}

static term has_bit(struct symex *x, term sides, uint32_t bit) {
	return term_equal(x->ts, term_extract(x->ts, sides, bit, bit), term_u64(x->ts, 1, 1));
}

/* The condition under which the monitor accepts the race. */
static term monitor_condition(struct symex *x, struct state *st, const struct next_access *a,
                              const struct next_access *b) {
	struct terms *ts = x->ts;
	const struct monitor *m = &x->config->monitor;
	uint32_t nsides;
	if (!monitor_race_sides(m, &nsides))
		return term_true(ts);
	const struct expr *condition = monitor_race_condition(m);
	term when = condition ? eval_condition(x, st, condition) : term_true(ts);
	if (nsides < 2)
		return term_and(ts, when, term_or(ts, has_bit(x, a->sides, 0), has_bit(x, b->sides, 0)));
	term one_way = term_and(ts, has_bit(x, a->sides, 0), has_bit(x, b->sides, 1));
	term other_way = term_and(ts, has_bit(x, a->sides, 1), has_bit(x, b->sides, 0));
	return term_and(ts, when, term_or(ts, one_way, other_way));
}

static void check_pair(struct symex *x, struct state *st, const struct next_access *a,
                       const struct next_access *b, term when, uint32_t only) {
	if (!(a->is_write || b->is_write) || (a->is_atomic && b->is_atomic))
		return;
	term race =
	    term_and(x->ts, when, term_and(x->ts, monitor_condition(x, st, a, b), overlap(x, a, b)));
	if (term_is_false(x->ts, race))
		return;
	struct state there;
	state_fork(x, st, &there);
	thread_switch(x, &there, a->tid);
	uint32_t property;
	if (only == ANY_RACE)
		property = race_property(x, there.frame->function, state_user_loc(&there), a, b);
	else if (!properties_find(x->properties, race_key(a, b), &property) || property != only)
		return;
	observe(x, race, &there, a, b);
	step_check(x, &there, property, term_not(x->ts, race));
}

/* Checks the pairs of an access of 'tid' with one of another thread. */
static void check_thread(struct symex *x, struct state *st, uint32_t tid, uint32_t only) {
	struct access_list mine = {0}, theirs = {0};
	add_accesses(x, st, tid, &mine);
	for (uint32_t other = 0; mine.at.n && other < st->nthreads; other++)
		if (other != tid)
			add_accesses(x, st, other, &theirs);
	for (size_t i = 0; i < mine.at.n; i++)
		for (size_t k = 0; k < theirs.at.n && !x->give_up; k++)
			check_pair(x, st, &mine.at.at[i], &theirs.at.at[k], term_true(x->ts), only);
	vec_free(&mine.at);
	vec_free(&theirs.at);
}

void race_check(struct symex *x, struct state *st) {
	struct naming_peek look = naming_peek_begin(x);
	bool record = access_pause(x);
	check_thread(x, st, st->tid, ANY_RACE);
	access_resume(x, record);
	naming_peek_end(x, look);
}

void race_confirm(struct symex *x, struct state *st, uint32_t property) {
	struct naming_peek look = naming_peek_begin(x);
	for (uint32_t tid = 0; tid < st->nthreads && !x->give_up; tid++)
		check_thread(x, st, tid, property);
	naming_peek_end(x, look);
}

void race_check_with(struct symex *x, struct state *st, struct state *other, term when) {
	struct access_list mine = {0}, theirs = {0};
	struct naming_peek look = naming_peek_begin(x);
	bool record = access_pause(x);
	naming_restart(x);
	add_accesses(x, st, st->tid, &mine);
	naming_restart(x);
	if (mine.at.n)
		add_accesses(x, other, other->tid, &theirs);
	size_t assumptions = x->assumption.n;
	for (size_t i = 0; i < mine.at.n; i++)
		for (size_t k = 0; k < theirs.at.n && !x->give_up; k++) {
			check_pair(x, st, &mine.at.at[i], &theirs.at.at[k], when, ANY_RACE);
			/* Another pair may overlap in the same state. */
			symex_keep_assumptions(x, assumptions);
		}
	access_resume(x, record);
	naming_peek_end(x, look);
	vec_free(&mine.at);
	vec_free(&theirs.at);
}
