#include "symex/step/step.h"

#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/next_ins.h"
#include "symex/core/note_progress.h"
#include "symex/core/naming.h"
#include "symex/core/vacuity.h"
#include "symex/memory/gate.h"
#include "symex/observer.h"
#include "symex/symex_stats.h"
#include "symex/step/value/access.h"
#include "symex/step/apart.h"
#include "symex/step/call.h"
#include "symex/step/check/condition.h"
#include "symex/step/frame.h"
#include "symex/step/value/havoc.h"
#include "symex/step/check/lasso.h"
#include "symex/step/lifetime.h"
#include "symex/step/loop.h"
#include "symex/step/wait.h"
#include "util/text/diag.h"
#include "util/base/intern.h"

/* --- Branches, assumptions, assertions. --- */

static bool step_goto(struct symex *x, struct state *st, const struct ins *i) {
	if (!i->rhs)
		return step_jump(x, st, i->target);
	term c = eval_condition(x, st, i->rhs);
	bool taken;
	step_tests_apart(st);
	if (x->engine->paths.follows && x->engine->paths.follows(x, st, c, &taken))
		return step_jump(x, st, taken ? i->target : st->pc + 1);
	if (state_implies(x, st, c, &taken)) {
		observe(x, branch, st, taken);
		step_tested(x, st, i, taken);
		return step_jump(x, st, taken ? i->target : st->pc + 1);
	}
	if (symex_is_concrete(x))
		BUG("a branch is not decided in a concrete execution");
	x->stats->forks++;
	st->activity++;
	progress_fork(x, st, i, c);
	step_undecided(x, st, i);
	if (x->engine->paths.fork)
		x->engine->paths.fork(x, st);
	struct state other;
	state_fork(x, st, &other);
	state_assume(x, &other, c);
	if (step_jump(x, &other, i->target))
		x->engine->enqueue(x, &other);
	else if (x->engine->paths.dead_end)
		x->engine->paths.dead_end(x, &other);
	state_assume(x, st, term_not(x->ts, c));
	return step_jump(x, st, st->pc + 1);
}

static bool step_assume(struct symex *x, struct state *st, const struct ins *i) {
	term c = eval_condition(x, st, i->rhs);
	if (term_is_false(x->ts, c)) {
		if (i->watched)
			vacuity_fails(x, i);
		x->effects.excluded = true;
		return false;
	}
	x->vacuity.assumes = x->vacuity.assumes || !term_is_true(x->ts, c);
	state_require(x, st, c);
	if (i->watched)
		vacuity_note(x, st, i);
	return step_jump(x, st, st->pc + 1);
}

static bool step_wait(struct symex *x, struct state *st, const struct ins *i) {
	if (!x->engine->wait(x, st, i, eval_condition(x, st, i->rhs)))
		return false;
	if (x->engine->threads.has_ended && i->sync == SYNC_JOIN)
		thread_joined(x, st, wait_holder(x, st));
	return true;
}

/* --- Variables. --- */

/* Does the next instruction assign the variable?  Then no choice is made for the value before. */
static bool assigned_next(const struct state *st, const struct symbol *s) {
	const struct ins *next = next_ins(st) + 1;
	return (next->kind == INS_ASSIGN || next->kind == INS_CALL) && next->lhs &&
	       next->lhs->kind == EXPR_SYMBOL && next->lhs->symbol == s;
}

static void step_dead(struct symex *x, struct state *st, struct symbol *s) {
	uint32_t key = st->frame->base + s->slot;
	uint64_t reg = pmap_get(&st->reg, key);
	if (!reg)
		return;
	if (local_is_object(s))
		memory_end(x, st, reg_term(x, reg));
	pmap_set(&x->pool, &st->reg, key, 0);
}

static void step_decl(struct symex *x, struct state *st, struct symbol *s) {
	uint32_t key = st->frame->base + s->slot;
	uint64_t value = 0;
	step_dead(x, st, s);
	if (local_is_object(s)) {
		uint32_t choice = symex_choice(x, st, CHOICE_MEMORY, state_guard(x, st));
		uint32_t id = memory_object(x, step_local_object(x, st, s, choice));
		memory_put(x, st, id, memory_fresh(x, choice));
		term zero = term_u64(x->ts, x->address_bits, 0);
		value = reg_of(x, ptr_make(x, id, zero));
	} else if (!s->is_temp && !assigned_next(st, s)) {
		uint32_t choice = symex_choice(x, st, CHOICE_UNINIT, state_guard(x, st));
		value = reg_any(type_width(x, s->type), choice);
	}
	pmap_set(&x->pool, &st->reg, key, value);
}

static void step_copy(struct symex *x, struct state *st, const struct ins *i, term to, term from) {
	const struct type *t = i->lhs->type;
	enum mem_order load = i->rhs->order, store = i->lhs->order;
	if (load != MEM_PLAIN || store != MEM_PLAIN)
		memory_copy_atomic(x, st, to, from, t, load, store);
	else
		memory_copy(x, st, to, from, t->size);
}

static void step_assign(struct symex *x, struct state *st, const struct ins *i) {
	if (i->rhs->kind == EXPR_NONDET) {
		step_havoc_scalar(x, st, i->lhs, CHOICE_INPUT);
		return;
	}
	struct lvalue to = eval_lvalue(x, st, i->lhs);
	const char *before = observe_before(x, st, i->lhs);
	if (type_is_aggregate(i->lhs->type)) {
		struct lvalue from = eval_lvalue(x, st, i->rhs);
		step_copy(x, st, i, lvalue_pointer(x, &to), lvalue_pointer(x, &from));
	} else {
		struct value v = eval_value(x, st, i->rhs);
		lvalue_assign(x, st, &to, &v);
	}
	observe(x, assign, st, i->lhs, before);
}

bool step_counts(const struct symex *x, const struct function *f) {
	return !f->is_model && f->symbol != x->prog->init;
}

/* --depth.  A merged state has the steps of the shorter path, so the longer one may exceed the
 * bound; a replay is not bounded, and follows it as far. */
static bool is_deep(struct symex *x, struct state *st) {
	uint32_t bound = x->config->bounds.depth;
	if (bound == NO_BOUND || symex_is_concrete(x) || !step_counts(x, st->frame->function) ||
	    st->steps++ < bound)
		return false;
	symex_cut(x, st, (struct cut){.kind = GAP_DEPTH, .by_user = true, .bound = bound});
	return true;
}

/* Termination of threads: what follows something undefined is not looked at. */
static bool require_defined(struct symex *x, struct state *st, term condition) {
	if (!term_is_true(x->ts, condition))
		symex_unsupported(x, st, term_not(x->ts, condition),
		                  "something undefined, where termination is asked");
	return !term_is_false(x->ts, condition);
}

static bool execute(struct symex *x, struct state *st) {
	const struct ins *i = next_ins(st);
	if (is_deep(x, st))
		return false;
	naming_restart(x);
	if (i->watched && i->kind != INS_ASSUME)
		vacuity_note(x, st, i);
	switch (i->kind) {
	case INS_SKIP: break;
	case INS_FENCE: gate_fence(x, st, i->order); break;
	case INS_ATOMIC_BEGIN:
		if (i->rhs && !step_wait(x, st, i))
			return false;
		wait_beside_readers(x, st, i);
		st->atomic++;
		st->waited = i->rhs != NULL;
		break;
	case INS_ATOMIC_END: st->atomic -= st->atomic > 0; break;
	case INS_DECL: step_decl(x, st, i->sym); break;
	case INS_DEAD: step_dead(x, st, i->sym); break;
	case INS_ASSIGN:
		x->current.adds =
		    access_is_logged(x) && access_is_addition(i) && !x->config->schedules.race_orders;
		x->current.half = (i->loads_sum || i->stores_sum) && !x->config->schedules.race_orders;
		step_assign(x, st, i);
		x->current.adds = x->current.half = false;
		break;
	case INS_ASSUME: return step_assume(x, st, i);
	case INS_ASSERT:
		if (x->config->termination && x->engine->threads.exist)
			return require_defined(x, st, eval_condition(x, st, i->rhs)) &&
			       step_jump(x, st, st->pc + 1);
		if (x->config->termination)
			lasso_assert(x, st, eval_condition(x, st, i->rhs));
		else if (!step_check(x, st, i->property, eval_condition(x, st, i->rhs)))
			return false;
		break;
	case INS_GOTO: return step_goto(x, st, i);
	case INS_CALL: return step_call(x, st, i);
	case INS_RETURN: return step_return(x, st, i);
	case INS_UNSUPPORTED: symex_unsupported(x, st, term_true(x->ts), i->text); return false;
	case INS_HAVOC: step_havoc(x, st, i->lhs, i->sym ? CHOICE_UNINIT : CHOICE_INPUT); break;
	case INS_END: return step_end(x, st);
	}
	return step_jump(x, st, st->pc + 1);
}

bool step(struct symex *x, struct state *st) {
	x->current.path_ends = false;
	observe(x, step, st);
	return execute(x, st) && !x->current.path_ends;
}
