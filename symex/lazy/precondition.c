#include "symex/lazy/precondition.h"

#include <stdlib.h>

#include "solvers/rewrite/substitute.h"
#include "symex/explore/explore.h"
#include "symex/memory/content.h"
#include "symex/query/vc.h"
#include "symex/symex_stats.h"
#include "symex/step/check/condition.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"
#include "util/base/intern.h"

enum { MAX_PASSES = 6, MAX_TERMS = 4000 };

struct known_bytes { /* bytes of an object that hold variables, or what the step has written */
	uint32_t object, from, to;
};

struct general { /* an execution from a general state */
	struct tree *t;
	struct state start;                  /* the actual state, with the thread of the step running */
	struct state_variable_reader reader; /* of 'start' */
	struct substitution actual;          /* of state variables by what they hold in 'start' */
	struct condition_list holds;         /* conditions collected so far */
	VEC(struct known_bytes) covered;
	VEC(term) wanted; /* variables that hold their own value from the start */
	size_t given;     /* those that hold them in this execution */
	bool failed;
	bool again; /* 'wanted' has grown: the execution must be repeated */
};

static void fail(struct general *g) {
	g->failed = true;
}

static struct terms *terms_of(const struct general *g) {
	return g->t->x->ts;
}

/* --- Actual values. --- */

/* The value of the term in the actual state; NO_TERM: there is none. */
static term actual(struct general *g, term t) {
	if (term_is_const(terms_of(g), t))
		return t;
	term value = substitute(&g->actual, t);
	if (!value.ix)
		fail(g);
	return value;
}

static void require_always(struct general *g, term condition) {
	conditions_push(&g->t->guided.conditions, &g->holds, condition);
}

static void require(struct general *g, const struct state *st, term condition) {
	require_always(g, term_implies(terms_of(g), state_guard(g->t->x, st), condition));
}

static term general_settle(struct symex *x, struct state *st, term value) {
	struct general *g = x->self;
	term known = actual(g, value);
	if (!known.ix || term_eq(known, value))
		return value;
	require(g, st, term_equal(x->ts, value, known));
	return known;
}

/* --- Memory. --- */

enum overlap { COVERED, UNCOVERED, OVERLAPS };

static enum overlap coverage(const struct general *g, uint32_t object, uint32_t from,
                             uint32_t bytes) {
	enum overlap c = UNCOVERED;
	for (size_t i = g->covered.n; i-- > 0;) {
		const struct known_bytes *r = &g->covered.at[i];
		if (r->object != object || r->from >= from + bytes || r->to <= from)
			continue;
		if (r->from <= from && r->to >= from + bytes)
			return COVERED;
		c = OVERLAPS;
	}
	return c;
}

static void cover(struct general *g, uint32_t object, uint32_t from, uint32_t bytes) {
	vec_push(&g->covered, ((struct known_bytes){object, from, from + bytes}));
}

/* Is there only one path so far, so that its state may still be changed for all? */
static bool is_single(const struct symex *x, const struct state *st) {
	return !st->guard && !x->paths.pending.n && !x->paths.stopped.n;
}

static void want(struct general *g, term var) {
	for (size_t i = 0; i < g->wanted.n; i++) {
		if (!term_eq(g->wanted.at[i], var))
			continue;
		if (i < g->given) /* it did not help */
			fail(g);
		return;
	}
	vec_push(&g->wanted, var);
	g->again = true;
}

static void put_variable(struct general *g, struct state *st, const struct state_variable *p) {
	struct symex *x = g->t->x;
	struct content *c = content_own(x, memory_get(x, st, p->owner));
	content_write(x, c, p->at, (struct scalar){p->bytes, p->is_pointer}, p->var);
	memory_put(x, st, p->owner, c);
	cover(g, p->owner, p->at, p->bytes);
}

/* Does the object exist before the step, and may it change? */
static bool is_old(const struct general *g, uint32_t object) {
	struct symex *x = g->t->x;
	return !x->object.at[object].is_constant && memory_get(x, &g->start, object);
}

static bool is_fixed(const struct symex *x, const struct access *a, uint64_t *at) {
	return a->offset.ix && term_get_u64(x->ts, a->offset, at) && *at + a->bytes < UINT32_MAX;
}

static term general_read(struct symex *x, struct state *st, const struct access *a,
                         bool is_pointer) {
	struct general *g = x->self;
	struct scalar s = {a->bytes, is_pointer};
	uint64_t at;
	if (!is_fixed(x, a, &at)) {
		fail(g);
		return NO_TERM;
	}
	if (!is_old(g, a->object))
		return NO_TERM;
	enum overlap c = coverage(g, a->object, (uint32_t)at, a->bytes);
	if (c != COVERED) {
		term var = state_variable_memory(&g->t->guided.variables, x, a->object, (uint32_t)at, s);
		if (c == OVERLAPS || !is_single(x, st))
			want(g, var);
		else
			put_variable(g, st, state_variable_of(&g->t->guided.variables, var));
	}
	term value = content_read(x, memory_get(x, st, a->object), at, s);
	return is_pointer ? general_settle(x, st, value) : value;
}

static bool general_write(struct symex *x, struct state *st, const struct access *a, term value) {
	struct general *g = x->self;
	uint64_t at;
	if (!is_fixed(x, a, &at)) {
		fail(g);
		return false;
	}
	if (!is_old(g, a->object))
		return false;
	enum overlap c = coverage(g, a->object, (uint32_t)at, a->bytes);
	bool is_certain = !a->guard.ix || term_is_true(x->ts, a->guard);
	if (c == UNCOVERED && is_single(x, st) && is_certain) {
		cover(g, a->object, (uint32_t)at, a->bytes);
	} else if (c != COVERED) {
		bool is_pointer = term_width(x->ts, value) == x->pointer_bits;
		struct scalar s = {a->bytes, is_pointer};
		want(g, state_variable_memory(&g->t->guided.variables, x, a->object, (uint32_t)at, s));
	}
	return false;
}

static void general_access(struct symex *x, struct state *st, const struct access *a) {
	(void)st;
	if (a->ends) {
		if (!term_is_const(x->ts, a->guard))
			fail(x->self);
	} else if (a->kind != ACCESS_EXISTENCE && !a->offset.ix && is_old(x->self, a->object))
		fail(x->self); /* the whole object at once */
}

/* --- Paths. --- */

static bool general_follows(struct symex *x, struct state *st, term condition, bool *holds) {
	struct general *g = x->self;
	term known = actual(g, condition);
	*holds = false;
	if (!known.ix)
		return true;
	if (!term_is_const(x->ts, known))
		return false;
	*holds = term_is_true(x->ts, known);
	require(g, st, *holds ? condition : term_not(x->ts, condition));
	return true;
}

static void general_assume(struct symex *x, struct state *st, term condition) {
	struct general *g = x->self;
	term known = actual(g, condition);
	if (!known.ix) {
		x->current.path_ends = true;
	} else if (term_is_const(x->ts, known)) {
		bool holds = term_is_true(x->ts, known);
		require(g, st, holds ? condition : term_not(x->ts, condition));
		x->current.path_ends |= !holds;
	} else {
		symex_assume(x, state_guard(x, st), condition);
	}
}

/* A condition that is constant in the actual state does not count as undecided in loops here
 * either. */
static bool general_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	struct general *g = x->self;
	term known = actual(g, condition);
	if (!known.ix || term_is_false(x->ts, known)) {
		fail(g);
		return false;
	}
	if (!term_is_true(x->ts, known))
		return step_record(x, st, property, condition);
	require(g, st, condition);
	return true;
}

static bool general_feasible(struct symex *x, term guard) {
	struct general *g = x->self;
	term known = actual(g, guard);
	if (!known.ix || vc_path_feasible(x, known))
		return true;
	require_always(g, term_not(x->ts, guard));
	return false;
}

static bool general_excludes(struct symex *x, term guard) {
	struct general *g = x->self;
	term known = actual(g, guard);
	if (!known.ix || !vc_path_excludes(x, known))
		return false;
	require_always(g, term_not(x->ts, guard));
	return true;
}

static bool general_stops(struct symex *x, struct state *st) {
	struct general *g = x->self;
	bool runs_on;
	if (g->failed)
		x->give_up = true;
	return explore_stops(x, st, st->nlive == 1 || g->t->path.undivided, &runs_on);
}

static const struct engine general_engine = {
    .name = "precondition",
    .is_duplicate = true,
    .feasible = general_feasible,
    .check = general_check,
    .enqueue = explore_add,
    .wait = step_assume_wait,
    .excludes = general_excludes,
    .assume = general_assume,
    .memory = {.by_scalar = true,
               .access = general_access,
               .read = general_read,
               .write = general_write},
    .choices = {.settle = general_settle},
    .paths = {.follows = general_follows},
    .threads = {.exist = true,
                .stops = general_stops,
                .bounded = explore_stop,
                .spawned = thread_put,
                .has_ended = thread_has_ended},
};

/* --- The general state. --- */

/* Registers that hold no pointer get their variables; pointers are part of the
 * control state. */
static void generalise_registers(struct general *g, struct state *st) {
	struct symex *x = g->t->x;
	uint32_t key;
	uint64_t raw;
	const struct pmap old = st->reg;
	pmap_snapshot(&x->pool);
	for (uint32_t at = 0; pmap_next(&old, at, &key, &raw); at = key + 1) {
		if (!reg_has_value(raw))
			continue;
		uint32_t width = term_width(x->ts, reg_term(x, raw));
		if (width == x->pointer_bits)
			continue;
		term var = state_variable_register(&g->t->guided.variables, x, st->tid, key, width);
		pmap_set(&x->pool, &st->reg, key, reg_make(REG_TERM, var.ix));
	}
}

static int larger_first(const void *a, const void *b) {
	const struct state_variable *p = *(const struct state_variable *const *)a,
	                            *q = *(const struct state_variable *const *)b;
	return p->bytes > q->bytes ? -1 : p->bytes < q->bytes;
}

static void generalise_memory(struct general *g, struct state *st) {
	struct symex *x = g->t->x;
	const struct state_variable **p =
	    arena_array(x->pool.arena, const struct state_variable *, g->wanted.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < g->wanted.n; i++) {
		p[n] = state_variable_of(&g->t->guided.variables, g->wanted.at[i]);
		n += !p[n]->is_register && is_old(g, p[n]->owner);
	}
	qsort(p, n, sizeof *p, larger_first);
	for (size_t i = 0; i < n && !g->failed; i++) {
		enum overlap c = coverage(g, p[i]->owner, p[i]->at, p[i]->bytes);
		if (c == UNCOVERED)
			put_variable(g, st, p[i]);
		else if (c == OVERLAPS)
			fail(g);
	}
}

/* --- Conditions of children. --- */

struct after_step { /* the state that a step leaves */
	struct general *g;
	const struct state *child;
	struct map value; /* variable -> what it holds then, over the variables before */
};

static term find_value(struct after_step *a, const struct state_variable *p) {
	struct general *g = a->g;
	if (p->is_register && p->owner != g->start.tid && p->owner < g->start.nthreads)
		return p->var; /* of another thread */
	if (!p->is_register && is_old(g, p->owner)) {
		enum overlap c = coverage(g, p->owner, p->at, p->bytes);
		if (c == UNCOVERED)
			return p->var;
		if (c == OVERLAPS)
			want(g, p->var);
	}
	return state_variable_value(g->t->x, a->child, p);
}

static term value_after(void *context, term var) {
	struct after_step *a = context;
	const struct state_variable *p = state_variable_of(&a->g->t->guided.variables, var);
	uint64_t known;
	if (!p)
		return var;
	if (!map_get(&a->value, var.ix, &known)) {
		known = find_value(a, p).ix;
		map_put(&a->value, var.ix, known);
	}
	return (term){(uint32_t)known};
}

/* Does the step change what the condition speaks of? */
static bool is_changed(struct after_step *a, term condition) {
	struct guided *guided = &a->g->t->guided;
	uint32_t n;
	bool inputs;
	const uint32_t *variable = conditions_variables(&guided->conditions, condition, &n, &inputs);
	for (uint32_t i = 0; i < n; i++) {
		term var = guided->variables.at.at[variable[i]].var;
		if (!term_eq(value_after(a, var), var))
			return true;
	}
	return false;
}

/* Adds the conditions of the child, as they are before the step, under 'when'. */
static void add_conditions(struct general *g, const struct state *child, uint32_t below, term when,
                           struct condition_list *to) {
	struct conditions *all = &g->t->guided.conditions;
	struct terms *ts = terms_of(g);
	struct after_step a = {.g = g, .child = child};
	struct substitution s = {ts, value_after, &a, MAX_TERMS, false, {0}};
	uint32_t n;
	const uint32_t *members = conditions_members(all, below, &n);
	uint32_t *member = arena_array(g->t->x->pool.arena, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		member[i] = members[i];
	if (below == CONDITIONS_FALSE)
		conditions_push(all, to, term_not(ts, when));
	for (uint32_t i = 0; i < n && !to->is_false; i++) {
		term c = {member[i]};
		if (is_changed(&a, c))
			c = substitute(&s, c);
		conditions_push(all, to, c.ix ? term_implies(ts, when, c) : term_not(ts, when));
	}
	map_free(&a.value);
	substitution_free(&s);
}

/* The pointers in registers are part of the control state of the child. */
static term same_pointers(struct general *g, const struct state *view) {
	struct symex *x = g->t->x;
	term same = term_true(x->ts);
	uint32_t key;
	uint64_t raw;
	for (uint32_t at = 0; view->frame && pmap_next(&view->reg, at, &key, &raw); at = key + 1) {
		if (reg_kind(raw) != REG_TERM)
			continue;
		term value = reg_term(x, raw);
		if (term_is_const(x->ts, value) || term_width(x->ts, value) != x->pointer_bits)
			continue;
		term known = actual(g, value);
		same =
		    known.ix ? term_and(x->ts, same, term_equal(x->ts, value, known)) : term_false(x->ts);
	}
	return same;
}

static term same_control(struct general *g, const struct state *child) {
	struct terms *ts = terms_of(g);
	struct state view = thread_view(child, g->start.tid);
	term same = same_pointers(g, &view);
	for (uint32_t tid = g->start.nthreads; tid < child->nthreads; tid++) {
		view = thread_view(child, tid);
		same = term_and(ts, same, same_pointers(g, &view));
	}
	return same;
}

/* --- Inputs. --- */

struct step_inputs { /* choices that the step makes */
	struct symex *x;
	size_t first;
};

static term quantified(void *context, term var) {
	struct step_inputs *in = context;
	struct symex *x = in->x;
	struct variable v = variable_of(x->ts, var);
	if (!variable_is_of_choice(v.kind) || variable_is_address(v.kind))
		return var;
	for (size_t i = in->first; i < x->choice.n; i++)
		if (x->choice.at[i].number == v.number)
			return term_var(x->ts, term_sort(x->ts, var),
			                intern_printf("below!%s", term_name(x->ts, var)));
	return var;
}

/* Renames the inputs of the step, so that no state has them. */
static void quantify(struct general *g, size_t first, struct condition_list *l) {
	struct conditions *all = &g->t->guided.conditions;
	struct step_inputs in = {g->t->x, first};
	struct substitution s = {terms_of(g), quantified, &in, MAX_TERMS, false, {0}};
	for (size_t i = 0; i < l->at.n && first < in.x->choice.n; i++) {
		uint32_t n;
		bool has_inputs;
		conditions_variables(all, (term){l->at.at[i]}, &n, &has_inputs);
		if (!has_inputs)
			continue;
		l->at.at[i] = substitute(&s, (term){l->at.at[i]}).ix;
		l->is_false |= !l->at.at[i];
	}
	substitution_free(&s);
}

/* --- Steps. --- */

/* Are the outcomes those of the first execution? */
static bool has_outcomes(const struct tree *t, size_t first) {
	const struct symex *x = t->x;
	if (x->paths.stopped.n != t->guided.after.n - first)
		return false;
	for (size_t i = 0; i < x->paths.stopped.n; i++) {
		const struct state *st = x->paths.stopped.at[i];
		const struct step_outcome *a = &t->guided.after.at[first + i];
		if (a->function != (st->frame ? st->frame->function : NULL) || a->pc != st->pc)
			return false;
	}
	return true;
}

/* The verification conditions hold under the assumptions before them, and the children's
 * preconditions under all. */
static void add_below(struct general *g, const struct trail *before, size_t first,
                      struct condition_list *to) {
	struct symex *x = g->t->x;
	struct terms *ts = x->ts;
	struct conditions *all = &g->t->guided.conditions;
	term given = term_true(ts);
	size_t vc = before->nvcs;
	for (size_t i = before->nassumed; i <= x->assumption.n; i++) {
		for (; vc < x->vc.n && x->vc.at[vc].nassumed == i; vc++)
			conditions_push(all, to, term_implies(ts, given, term_not(ts, x->vc.at[vc].violated)));
		if (i < x->assumption.n)
			given = term_and(ts, given, x->assumption.at[i]);
	}
	for (size_t i = 0; i < x->paths.stopped.n; i++) {
		const struct state *child = x->paths.stopped.at[i];
		term when = term_and(ts, given, state_guard(x, child));
		conditions_push(all, to, term_implies(ts, when, same_control(g, child)));
		add_conditions(g, child, g->t->guided.after.at[first + i].wp, when, to);
	}
}

static struct precondition execute(struct general *g, const struct state *st, uint32_t tid,
                                   size_t first) {
	struct symex *x = g->t->x;
	struct conditions *all = &g->t->guided.conditions;
	struct trail before = trail_mark(x, tid);
	struct state general;
	state_fork(x, st, &general);
	thread_switch(x, &general, tid);
	g->start = general;
	g->covered.n = 0;
	g->given = g->wanted.n;
	g->again = false;
	g->holds.at.n = 0;
	g->holds.is_false = false;
	generalise_registers(g, &general);
	generalise_memory(g, &general);
	general.resumed = true;
	x->paths.stopped.n = 0;
	explore(x, &general);
	struct precondition made = {CONDITIONS_FALSE, CONDITIONS_FALSE};
	struct condition_list below = {0};
	g->failed |= !g->again && (!has_outcomes(g->t, first) || x->cut.n != before.ncuts);
	if (!g->failed && !g->again)
		add_below(g, &before, first, &below);
	if (!g->failed && !g->again) {
		quantify(g, before.nchoices, &g->holds);
		quantify(g, before.nchoices, &below);
		made.steps = conditions_set(all, &g->holds);
		made.all = conditions_union(all, made.steps, conditions_set(all, &below));
	}
	vec_free(&below.at);
	trail_undo(x, &before);
	return made;
}

/* The execution from a general state leaves no trace in these. */
struct saved {
	const struct engine *engine;
	void *self;
	struct discipline *discipline;
	struct effects effects;
	bool give_up, path_ends, record;
	uint64_t steps, forks;
};

static struct saved begin(struct general *g) {
	struct symex *x = g->t->x;
	struct saved s = {x->engine,       x->self,         x->discipline,
	                  x->effects,      x->give_up,      x->current.path_ends,
	                  access_pause(x), x->stats->steps, x->stats->forks};
	x->engine = &general_engine;
	x->self = g;
	x->discipline = NULL;
	g->reader = (struct state_variable_reader){&g->t->guided.variables, x, &g->start};
	g->actual =
	    (struct substitution){x->ts, state_variable_read, &g->reader, MAX_TERMS, false, {0}};
	return s;
}

static void end(struct general *g, const struct saved *s) {
	struct symex *x = g->t->x;
	x->engine = s->engine;
	x->self = s->self;
	x->discipline = s->discipline;
	x->effects = s->effects;
	x->give_up = s->give_up;
	x->current.path_ends = s->path_ends;
	access_resume(x, s->record);
	x->stats->steps = s->steps;
	x->stats->forks = s->forks;
	substitution_free(&g->actual);
	vec_free(&g->covered);
	vec_free(&g->wanted);
	vec_free(&g->holds.at);
}

static bool is_hopeless(const struct tree *t, size_t first) {
	const struct step_outcome *a = t->guided.after.at + first;
	return t->guided.after.n == first + 1 && a->wp == CONDITIONS_FALSE;
}

struct precondition precondition_step(struct tree *t, const struct state *st, uint32_t tid,
                                      bool undivided, size_t first) {
	struct precondition made = {CONDITIONS_FALSE, CONDITIONS_FALSE};
	struct general g = {.t = t};
	if (is_hopeless(t, first))
		return made;
	struct saved s = begin(&g);
	t->path.undivided = undivided;
	g.again = true;
	for (int pass = 0; pass < MAX_PASSES && g.again && !g.failed; pass++) {
		t->x->give_up = false;
		made = execute(&g, st, tid, first);
	}
	t->path.undivided = false;
	end(&g, &s);
	return made;
}

/* --- Waits. --- */

static term decided_value(const struct tree *t, term condition) {
	struct terms *ts = t->x->ts;
	if (term_is_const(ts, condition))
		return condition;
	term opposite = term_not(ts, condition);
	for (size_t i = t->path.decided.n; i-- > 0;) {
		if (term_eq(t->path.decided.at[i], condition))
			return term_true(ts);
		if (term_eq(t->path.decided.at[i], opposite))
			return term_false(ts);
	}
	return NO_TERM;
}

static void require_wait(struct general *g, struct state *view) {
	struct symex *x = g->t->x;
	const struct ins *wait = wait_ins(view);
	struct state general;
	state_fork(x, view, &general);
	g->start = *view;
	g->covered.n = 0;
	generalise_registers(g, &general);
	term condition = wait_condition(x, &general);
	term known = actual(g, condition);
	term value = known.ix ? decided_value(g->t, known) : NO_TERM;
	if (!value.ix) {
		fail(g);
		return;
	}
	require(g, &general, term_is_true(x->ts, value) ? condition : term_not(x->ts, condition));
	for (uint32_t i = 0; i < wait->nargs && i < 2 && !g->failed; i++)
		general_settle(x, &general, eval(x, &general, wait->arg[i]));
	substitution_free(&g->actual); /* the registers of the next thread have other variables */
}

uint32_t precondition_waits(struct tree *t, const struct state *st) {
	struct symex *x = t->x;
	struct general g = {.t = t};
	struct trail before = trail_mark(x, st->tid);
	struct saved s = begin(&g);
	x->paths.stopped.n = 0;
	for (uint32_t tid = 0; tid < st->nthreads && !g.failed; tid++) {
		struct state view = thread_view(st, tid);
		if (view.frame && !view.cut && wait_ins(&view))
			require_wait(&g, &view);
	}
	g.holds.is_false |= g.failed || g.again;
	uint32_t set = conditions_set(&t->guided.conditions, &g.holds);
	end(&g, &s);
	trail_undo(x, &before);
	return set;
}
