/* Calls and returns: frames, parameters, results, functions without a body. */
#include "symex/step/call.h"

#include "symex/core/naming.h"
#include "symex/memory/invalid.h"
#include "symex/observer.h"
#include "symex/step/apart.h"
#include "symex/step/check/endless.h"
#include "symex/step/check/leak.h"
#include "symex/step/check/signal_safe.h"
#include "symex/step/entry.h"
#include "symex/step/frame.h"
#include "symex/step/intrinsic.h"
#include "symex/step/lifetime.h"
#include "symex/step/loop.h"
#include "symex/step/unmodelled.h"
#include "symex/step/value/eval.h"
#include "symex/step/value/havoc.h"

enum { MAX_PRUNE_WAIT = 256 };

/* Recursion is bounded as loops are: by an option, or by deepening, which counts calls under
 * undecided conditions.  *partial: go on behind the call as if the function had returned an
 * arbitrary value. */
static bool too_deep(struct symex *x, struct state *st, const struct frame *fr, bool *partial) {
	bool by_user;
	const char *name = fr->function->loop_name;
	uint32_t bound = step_bound(x, st->tid, fr->function, name, &by_user);
	uint32_t n = by_user ? fr->recursion - 1 : fr->symbolic_recursion;
	if (fr->recursion == 1)
		return false;
	bool used_up = endless_call(x, st, fr);
	if (!(n >= bound || (used_up && !by_user)) || (symex_is_concrete(x) && !by_user))
		return false;
	*partial = step_cut(x, st, NULL, name, bound, fr->recursion - 1, by_user);
	return true;
}

static bool skip_call(struct symex *x, struct state *st, const struct ins *call) {
	if (call->lhs)
		step_havoc(x, st, call->lhs, CHOICE_UNINIT);
	return step_jump(x, st, st->pc + 1);
}

/* Recursion multiplies paths, so infeasible ones are to be found early.  The solver is asked less
 * often while it finds all of them feasible. */
static bool is_infeasible_recursion(struct symex *x, struct state *st, const struct frame *fr) {
	if (!fr->symbolic_recursion || fr->activity == fr->up->activity)
		return false;
	if (x->step.prune.skip) {
		x->step.prune.skip--;
		return false;
	}
	if (!x->engine->feasible(x, state_guard(x, st))) {
		x->step.prune.wait = 0;
		return true;
	}
	x->step.prune.wait = x->step.prune.wait ? 2 * x->step.prune.wait : 1;
	x->step.prune.skip = x->step.prune.wait < MAX_PRUNE_WAIT ? x->step.prune.wait : MAX_PRUNE_WAIT;
	return false;
}

static bool call_symbol(struct symex *x, struct state *st, const struct ins *i, struct symbol *s,
                        const struct argument *arg) {
	if (!signal_safe_call(x, st, s))
		return false;
	if (s->function) {
		bool partial;
		struct frame *fr = frame_new(x, st, s->function, i, false);
		if (too_deep(x, st, fr, &partial))
			return partial && skip_call(x, st, i);
		if (is_infeasible_recursion(x, st, fr))
			return false;
		frame_enter(x, st, fr, arg, i->nargs);
		observe(x, call, st);
		return frame_begin(x, st);
	}
	if (intrinsic_is_executed(s->intrinsic))
		return step_intrinsic(x, st, i, s->intrinsic);
	return unmodelled_call(x, st, i, s, arg);
}

/* --- Calls. --- */

static struct argument *eval_arguments(struct symex *x, struct state *st, const struct ins *i) {
	struct argument *arg = mem_alloc((i->nargs + 1) * sizeof *arg);
	for (uint32_t k = 0; k < i->nargs; k++) {
		arg[k].type = i->arg[k]->type;
		if (type_is_scalar(arg[k].type)) {
			arg[k].value = eval(x, st, i->arg[k]);
		} else {
			struct lvalue p = eval_lvalue(x, st, i->arg[k]);
			arg[k].value = lvalue_pointer(x, &p);
		}
	}
	return arg;
}

/* A call through a pointer: forks into one state per function that it may point to. */
static bool call_pointer(struct symex *x, struct state *st, const struct ins *i,
                         const struct argument *arg) {
	struct pointees t;
	ptr_targets(x, eval(x, st, i->rhs), &t);
	term wrong = term_bool(x->ts, !t.complete);
	bool goes_on = false;
	const struct symbol *only = x->engine->paths.callee ? x->engine->paths.callee(x, st) : NULL;
	struct state start = *st;
	pmap_snapshot(&x->pool);
	for (size_t k = 0; k < t.list.n; k++) {
		const struct object *o = &x->object.at[t.list.at[k].object];
		invalid_end_number(x, &start, &t.list.at[k], term_true(x->ts));
		term guard = t.list.at[k].guard;
		if (invalid_is_null(x, &t.list.at[k])) {
			invalid_end(x, &start, guard);
			continue;
		}
		if (o->kind != OBJECT_FUNCTION) {
			wrong = term_or(x->ts, wrong, guard);
			continue;
		}
		struct state one;
		struct symbol *callee = o->symbol;
		if (only && callee != only)
			continue;
		state_fork(x, &start, &one);
		bool known, sure = state_implies(x, &one, guard, &known);
		if (sure && !known)
			continue;
		if (only)
			state_require(x, &one, guard);
		else if (!sure) {
			state_assume(x, &one, guard);
			one.activity++;
		}
		if (!call_symbol(x, &one, i, callee, arg)) {
			if (x->engine->paths.dead_end)
				x->engine->paths.dead_end(x, &one);
			continue;
		}
		if (goes_on)
			x->engine->enqueue(x, &one);
		else
			*st = one;
		goes_on = true;
	}
	vec_free(&t.list);
	if (!term_is_false(x->ts, wrong))
		symex_unsupported(x, &start, wrong, "call through a pointer that is no function");
	return goes_on;
}

bool step_call(struct symex *x, struct state *st, const struct ins *i) {
	struct argument *arg = eval_arguments(x, st, i);
	bool goes_on;
	if (i->rhs->kind == EXPR_SYMBOL && i->rhs->symbol->storage == STORAGE_FUNCTION)
		goes_on = call_symbol(x, st, i, i->rhs->symbol, arg);
	else
		goes_on = call_pointer(x, st, i, arg);
	mem_free(arg);
	return goes_on;
}

/* --- Returns. --- */

bool step_return(struct symex *x, struct state *st, const struct ins *i) {
	if (i->rhs) {
		term value;
		const struct type *t = i->rhs->type;
		if (type_is_aggregate(t)) {
			uint32_t choice = symex_choice(x, st, CHOICE_MEMORY, state_guard(x, st));
			struct object o = {.kind = OBJECT_AUTO,
			                   .type = t,
			                   .size = term_u64(x->ts, x->address_bits, t->size),
			                   .align = t->align,
			                   .choice = choice,
			                   .loc = i->loc};
			value = frame_object(x, st, o, choice);
			struct lvalue from = eval_lvalue(x, st, i->rhs);
			memory_copy(x, st, value, lvalue_pointer(x, &from), t->size);
		} else {
			value = eval(x, st, i->rhs);
		}
		pmap_set(&x->pool, &st->reg, frame_result(st->frame), reg_of(x, value));
	}
	observe(x, returns, st);
	return step_jump(x, st, (uint32_t)st->frame->function->ins.n - 1);
}

static void deliver(struct symex *x, struct state *st, const struct ins *call,
                    const struct type *type, uint64_t result) {
	struct lvalue to = eval_lvalue(x, st, call->lhs);
	if (!result || !frame_can_pass(type, call->lhs->type)) {
		/* The function returned no value, or one of another kind: the result is arbitrary. */
		step_havoc(x, st, call->lhs, CHOICE_UNINIT);
		return;
	}
	term value = reg_term(x, result);
	const char *before = observe_before(x, st, call->lhs);
	if (type_is_scalar(type)) {
		lvalue_write(x, st, &to, eval_cast(x, st, value, type, call->lhs->type));
	} else {
		memory_copy(x, st, lvalue_pointer(x, &to), value, call->lhs->type->size);
		memory_end(x, st, value);
	}
	observe(x, assign, st, call->lhs, before);
}

bool step_end(struct symex *x, struct state *st) {
	const struct frame *fr = st->frame;
	uint64_t result = pmap_get(&st->reg, frame_result(fr));
	const struct type *type = fr->function->symbol->type->elem;
	bool is_init = fr->function->symbol == x->prog->init && x->prog->entry;
	x->current.main_returns = !fr->up && !st->tid && !is_init;
	step_leave(x, st);
	x->current.main_returns = false;
	if (!fr->up && st->tid) {
		thread_end(x, st);
		return true;
	}
	if (!fr->up) {
		if (is_init) {
			pmap_snapshot(&x->pool);
			x->initial_memory = st->mem;
			st->frame = NULL;
			st->steps = 0;
			step_enter(x, st, x->prog->entry->function);
			return true;
		}
		step_program_end(x, st);
		return false;
	}
	st->frame = fr->up;
	st->pc = frame_call_pc(fr);
	if (fr->is_interrupt)
		return true;
	step_returns_apart(st, fr->call->lhs);
	if (fr->call->lhs)
		deliver(x, st, fr->call, type, result);
	return step_jump(x, st, fr->return_pc);
}
