/* Iterations of loops: which of them count, which bound cuts a loop, and jumps. */
#include "symex/step/loop.h"

#include "goto/analysis/counted_loop.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/core/iterations.h"
#include "symex/step/check/condition.h"
#include "symex/step/check/endless.h"
#include "symex/step/check/lasso.h"
#include "symex/step/thread/thread.h"
#include "util/base/intern.h"

/* --unwind bounds every iteration of the user's loops.  Of the loops of models it bounds those
 * iterations that depend on inputs (library_bound), and --unwindset all. */
uint32_t step_bound(const struct symex *x, uint32_t tid, const struct function *f, const char *id,
                    bool *by_user) {
	const struct bounds *b = &x->config->bounds;
	const struct unwind_rule *rule = NULL;
	for (size_t i = 0; i < b->nrules; i++) {
		const struct unwind_rule *r = &b->rule[i];
		bool is_for_all = r->thread == NO_THREAD;
		if ((is_for_all ? !rule : r->thread == tid) && intern(r->loop) == id)
			rule = r;
	}
	*by_user = true;
	if (rule)
		return rule->bound;
	*by_user = b->unwind != NO_BOUND && !f->is_model;
	return *by_user ? b->unwind : x->loops.unwind;
}

/* Does --unwind bound the loops of this function where inputs decide how long they run? */
static bool is_bounded_library(const struct symex *x, const struct function *f) {
	return f->is_model && x->config->bounds.unwind != NO_BOUND;
}

/* The model that the user called, if the state is inside one; or NULL. */
static const struct function *called_model(const struct state *st) {
	const struct function *model = NULL;
	for (const struct frame *f = st->frame; f && f->function->is_model; f = f->up)
		model = f->function;
	return model;
}

static uint32_t loop_property(struct symex *x, struct state *st, const struct cut *c) {
	uint32_t known;
	if (properties_find(x->properties, c->text, &known))
		return known;
	return properties_get(x->properties, c->text, st->frame->function, PROPERTY_UNWIND,
	                      state_loc(st), progress_cut_text(c));
}

/* The option that raises the bound of a loop. */
static const char *option_for(const struct symex *x, const struct function *f, const char *id,
                              bool by_user) {
	const struct bounds *b = &x->config->bounds;
	bool has_rule = false;
	for (size_t i = 0; i < b->nrules; i++)
		has_rule |= intern(b->rule[i].loop) == id;
	if (!by_user && b->unwind == NO_BOUND)
		return "--max-unwind";
	if (has_rule || f->is_model || b->unwind == NO_BOUND)
		return intern_printf("--unwindset %s:N", id);
	return "--unwind";
}

bool step_cut(struct symex *x, struct state *st, const struct loop *l, const char *id,
              uint32_t bound, uint32_t iterations, bool by_user) {
	const struct bounds *b = &x->config->bounds;
	struct cut c = {.kind = GAP_UNWIND,
	                .text = id,
	                .is_loop = l != NULL,
	                .by_user = by_user,
	                .bound = bound,
	                .iterations = iterations,
	                .model = called_model(st)};
	c.loc = l && !c.model ? l->loc : state_user_loc(st);
	c.option = option_for(x, st->frame->function, id, by_user);
	if (by_user && b->unwinding_assertions && !b->partial_loops) {
		step_check(x, st, loop_property(x, st, &c), term_false(x->ts));
		return false;
	}
	symex_cut(x, st, c);
	if (iterations < x->loops.shortest)
		x->loops.shortest = iterations;
	if (by_user && !b->partial_loops)
		thread_cut(x, st);
	/* A loop that deepening will unwind further must not go on as if it had ended. */
	return by_user && b->partial_loops;
}

static const uint8_t *loop_heads(struct symex *x, const struct function *f) {
	uint64_t known;
	if (f == x->step.heads.last)
		return x->step.heads.last_heads;
	x->step.heads.last = f;
	if (map_get(&x->step.heads.of, map_key(f), &known))
		return x->step.heads.last_heads = (const uint8_t *)(uintptr_t)known;
	uint8_t *heads = f->loop.n ? arena_alloc(x->prog->arena, f->ins.n) : NULL;
	for (size_t i = 0; i < f->loop.n; i++)
		heads[f->loop.at[i].head] = 1;
	map_put(&x->step.heads.of, map_key(f), map_key(heads));
	return x->step.heads.last_heads = heads;
}

bool step_is_loop_head(struct symex *x, const struct state *st) {
	const uint8_t *heads = loop_heads(x, st->frame->function);
	return heads && heads[st->pc];
}

/* Resets the counters of loops whose head is entered from outside; also from the end of a loop
 * around it that has the same head. */
static void enter_loops(struct symex *x, struct state *st, uint32_t from) {
	const struct function *f = st->frame->function;
	for (uint32_t i = 0; i < f->loop.n; i++) {
		const struct loop *l = &f->loop.at[i];
		if (l->head != st->pc || (from >= l->head && from <= l->back))
			continue;
		iterations_set(x, st, i, ITERATIONS_COUNTED, 0);
		iterations_set(x, st, i, ITERATIONS_ACTIVITY, st->activity);
		iterations_set(x, st, i, ITERATIONS_ALL, 0);
		iterations_set(x, st, i, ITERATIONS_THREADS, st->nthreads);
		iterations_set(x, st, i, ITERATIONS_TESTED, 0);
		if (is_bounded_library(x, f))
			iterations_set(x, st, i, ITERATIONS_OPEN, 0);
	}
}

enum { RECURRENCE_ITERATIONS = 64 };

static bool asks_for_input(const struct function *f, const struct loop *l) {
	for (uint32_t i = l->head; i < l->back; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->kind == INS_HAVOC || (in->kind == INS_ASSIGN && in->rhs->kind == EXPR_NONDET))
			return true;
	}
	return false;
}

/* A loop without switch points stops after every 64 iterations, so that the explorer can find out
 * that its state recurs.  A loop that reads inputs, and so may end in any iteration, is not unwound
 * that far: it stops also after 4, 8, 16 and 32 iterations. */
static bool checks_recurrence(const struct function *f, const struct loop *l, uint32_t iterations) {
	if (iterations % RECURRENCE_ITERATIONS == 0)
		return true;
	return iterations >= 4 && !(iterations & (iterations - 1)) && asks_for_input(f, l);
}

/* A loop whose exit condition always folds may be on an infeasible path, and run for ever there:
 * the solver is asked after 64, 256, 1024, ... iterations. */
static bool is_infeasible_loop(struct symex *x, struct state *st, uint32_t iterations) {
	if (iterations < 64 || (iterations & (iterations - 1)) || (iterations & 0x55555555u) == 0)
		return false;
	term guard = state_guard(x, st);
	return !term_is_true(x->ts, guard) && !x->engine->feasible(x, guard);
}

static bool never_ends(const struct function *f, const struct loop *l) {
	if (f->ins.at[l->back].rhs)
		return false;
	for (uint32_t i = l->head; i < l->back; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->kind == INS_RETURN ||
		    (in->kind == INS_GOTO && (in->target < l->head || in->target > l->back)))
			return false;
	}
	return true;
}

static bool is_within(const struct loop *l, uint32_t pc) {
	return pc >= l->head && pc <= l->back;
}

void step_tested(struct symex *x, struct state *st, const struct ins *i, bool taken) {
	const struct function *f = st->frame->function;
	if (!x->loops.tests_end_loops && !f->is_model)
		return;
	uint32_t to = taken ? i->target : st->pc + 1, other = taken ? st->pc + 1 : i->target;
	for (uint32_t k = 0; k < f->loop.n; k++) {
		const struct loop *l = &f->loop.at[k];
		if (is_within(l, st->pc) && is_within(l, to) && !is_within(l, other))
			iterations_set(x, st, k, ITERATIONS_TESTED,
			               iterations_get(st, st->frame, k, ITERATIONS_ALL) + 1);
	}
}

enum { MAX_STRAIGHT = 32 }; /* instructions on the way to a return */

/* Does the path from this instruction leave the loop without a further test? */
static bool leads_out(const struct function *f, const struct loop *l, uint32_t pc) {
	for (int n = 0; n < MAX_STRAIGHT && is_within(l, pc); n++) {
		const struct ins *i = &f->ins.at[pc];
		if (i->kind == INS_RETURN)
			return true;
		if (i->kind == INS_GOTO && (i->rhs || i->target <= pc))
			return false;
		pc = i->kind == INS_GOTO ? i->target : pc + 1;
	}
	return !is_within(l, pc);
}

/* ITERATIONS_OPEN: how many there were, and the low bits of the number of the last one. */
enum { OPEN_BITS = 16, OPEN_LAST = (1 << OPEN_BITS) - 1 };

uint32_t step_open_iterations(const struct state *st, const struct frame *f, uint32_t loop) {
	return iterations_get(st, f, loop, ITERATIONS_OPEN) >> OPEN_BITS;
}

void step_undecided(struct symex *x, struct state *st, const struct ins *i) {
	const struct function *f = st->frame->function;
	for (uint32_t k = 0; k < f->loop.n && is_bounded_library(x, f); k++) {
		const struct loop *l = &f->loop.at[k];
		if (!is_within(l, st->pc) || !(leads_out(f, l, i->target) || leads_out(f, l, st->pc + 1)))
			continue;
		uint32_t open = iterations_get(st, st->frame, k, ITERATIONS_OPEN);
		uint32_t now = (iterations_get(st, st->frame, k, ITERATIONS_ALL) + 1) & OPEN_LAST;
		uint32_t count = open >> OPEN_BITS;
		count += (open & OPEN_LAST) != now && count < OPEN_LAST;
		iterations_set(x, st, k, ITERATIONS_OPEN, count << OPEN_BITS | now);
	}
}

enum { CONSTANT_ROUNDS = 64, SHORT_LOOP = 24 };

/* The bound of a loop of the library whose next iteration is number 'all' + 1, if it is used up;
 * otherwise NO_BOUND.  Iterations count in which inputs decide that the loop goes on.  Where a test
 * that is decided will end it anyhow, as in the loop of scanf over its format, it may go on for
 * some time: the bound is then no reason to look away. */
static uint32_t library_bound(const struct symex *x, const struct state *st, uint32_t loop,
                              uint32_t all) {
	if (!is_bounded_library(x, st->frame->function))
		return NO_BOUND;
	uint32_t open = iterations_get(st, st->frame, loop, ITERATIONS_OPEN), n = open >> OPEN_BITS;
	uint32_t bound = x->config->bounds.unwind ? x->config->bounds.unwind : 1;
	bool will_end = iterations_get(st, st->frame, loop, ITERATIONS_TESTED) == all;
	if (will_end && bound < CONSTANT_ROUNDS)
		bound = CONSTANT_ROUNDS;
	return (open & OPEN_LAST) == (all & OPEN_LAST) && n >= bound ? bound : NO_BOUND;
}

/* Do branches inside the loop have no say in how long it runs?  In the library, a loop over the
 * letters of getopt or the characters of a number is short, and to unwind it further and further
 * would execute everything before it again each time. */
static bool is_tested(const struct symex *x, const struct state *st, uint32_t loop, uint32_t all) {
	bool is_short = st->frame->function->is_model && all < SHORT_LOOP;
	return (x->loops.tests_end_loops || is_short) &&
	       iterations_get(st, st->frame, loop, ITERATIONS_TESTED) == all;
}

/* A loop that creates threads and counts to a constant may create all of them. */
static uint32_t constant_budget(const struct symex *x, const struct function *f,
                                const struct loop *l, bool creates) {
	uint32_t most = x->loops.constant_iterations, last;
	if (!creates || !x->loops.creations || !loop_counts_to(f, l, &last))
		return most;
	return last < x->loops.creations && x->loops.creations > most ? x->loops.creations : most;
}

/* A bound by the user counts every iteration.  The bound of deepening counts only iterations with
 * an undecided condition, so that loops over constants run to their end.  A loop without an exit
 * that creates threads counts too, and stops in each iteration: otherwise it would run for ever
 * before the threads do.  A schedule encoding counts every iteration of a loop without an exit.
 * Below the user's bound (x->loops.below_bound), both count. */
static bool next_iteration(struct symex *x, struct state *st, uint32_t loop, uint32_t to) {
	bool by_user;
	const struct function *f = st->frame->function;
	const struct loop *l = &f->loop.at[loop];
	uint32_t bound = step_bound(x, st->tid, f, l->id, &by_user);
	uint32_t n = iterations_get(st, st->frame, loop, ITERATIONS_COUNTED);
	enum iteration what = x->engine->loops.iteration_ends && !by_user
	                          ? x->engine->loops.iteration_ends(x, st, to)
	                          : ITERATION_COUNTS;
	if (what == ITERATION_REPEATS || what == ITERATION_STAYS)
		return what == ITERATION_REPEATS;
	uint32_t all = iterations_get(st, st->frame, loop, ITERATIONS_ALL) + 1;
	if (by_user && x->loops.below_bound) {
		by_user = all >= bound;
		n = by_user ? all - 1 : n;
		bound = by_user ? bound : x->loops.unwind;
	}
	bool creates = iterations_get(st, st->frame, loop, ITERATIONS_THREADS) != st->nthreads;
	bool spawns = creates && never_ends(f, l);
	if (by_user || spawns || (x->engine->loops.counts_endless && never_ends(f, l)) ||
	    (iterations_get(st, st->frame, loop, ITERATIONS_ACTIVITY) != st->activity &&
	     !is_tested(x, st, loop, all)))
		n++;
	if (by_user && x->effects.used_up < ~(n < bound ? bound - n : 0))
		x->effects.used_up = ~(n < bound ? bound - n : 0);
	iterations_set(x, st, loop, ITERATIONS_COUNTED, n);
	iterations_set(x, st, loop, ITERATIONS_ACTIVITY, st->activity);
	iterations_set(x, st, loop, ITERATIONS_ALL, all);
	iterations_set(x, st, loop, ITERATIONS_THREADS, st->nthreads);
	bool used_up = endless_iteration(x, st, l, all);
	st->loops |= spawns || (x->engine->threads.exist && checks_recurrence(f, l, all));
	if (is_infeasible_loop(x, st, all))
		return false;
	if (x->config->termination && !x->engine->threads.exist && !lasso_iteration(x, st, to))
		return false;
	if (x->engine->calls.is_specification && lasso_recurs(x, st, to))
		return false;
	bool too_long = !by_user && (used_up || all >= constant_budget(x, f, l, creates) ||
	                             what == ITERATION_IS_LAST);
	uint32_t of_library = by_user ? NO_BOUND : library_bound(x, st, loop, all);
	bool is_given = of_library != NO_BOUND;
	if ((n >= bound || too_long || is_given) && (by_user || !symex_is_concrete(x))) {
		size_t before = x->cut.n;
		bool goes_on = step_cut(x, st, l, l->id, is_given ? of_library : bound, all, by_user);
		if (x->cut.n > before) {
			x->cut.at[before].over_constants = n < bound && !is_given && !never_ends(f, l);
			x->cut.at[before].by_user |= is_given;
		}
		if (!goes_on)
			return false;
		to = st->pc + 1;
	}
	uint32_t from = st->pc;
	st->pc = to;
	enter_loops(x, st, from);
	if (x->engine->loops.iteration_begins)
		x->engine->loops.iteration_begins(x, st);
	return true;
}

bool step_arrive(struct symex *x, struct state *st, uint32_t to) {
	uint32_t from = st->pc;
	st->pc = to;
	if (step_is_loop_head(x, st)) {
		enter_loops(x, st, from);
		if (x->engine->loops.iteration_begins)
			x->engine->loops.iteration_begins(x, st);
	}
	return !x->engine->loops.arrive || x->engine->loops.arrive(x, st, from);
}

bool step_jump(struct symex *x, struct state *st, uint32_t to) {
	const struct function *f = st->frame->function;
	const struct ins *i = &f->ins.at[st->pc];
	if (to <= st->pc && i->kind == INS_GOTO && i->loop != NO_LOOP &&
	    !(x->engine->loops.treats_loop && x->engine->loops.treats_loop(x, &f->loop.at[i->loop])))
		return next_iteration(x, st, i->loop, to);
	return step_arrive(x, st, to);
}
