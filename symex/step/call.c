/* Calls and returns: frames, parameters, results, functions without a body. */
#include "symex/step/endless.h"
#include "symex/step/step.h"

#include <string.h>

#include "symex/core/naming.h"
#include "symex/memory/invalid.h"
#include "symex/observer.h"
#include "symex/step/signal_safe.h"
#include "symex/step/thread.h"

enum { VARARG_SLOT = 16, MAX_PRUNE_WAIT = 256 };

static uint32_t frame_size(const struct function *f) {
	return (uint32_t)(f->local.n + LOOP_REGISTERS * f->loop.n + 1);
}

static uint32_t result_key(const struct frame *f) {
	return f->base + f->size - 1;
}

static term zero_offset(struct symex *x) {
	return term_u64(x->ts, x->address_bits, 0);
}

/* A new automatic object with arbitrary content; returns the pointer to it. */
static term auto_object(struct symex *x, struct state *st, struct object o, uint32_t choice) {
	uint32_t id = memory_object(x, o);
	memory_put(x, st, id, memory_fresh(x, choice));
	return ptr_make(x, id, zero_offset(x));
}

/* A call through a wrong pointer or declaration may pass an argument of another kind; the parameter
 * is then arbitrary. */
static bool can_pass(const struct type *from, const struct type *to) {
	if (!type_is_scalar(from) || !type_is_scalar(to))
		return type_is_aggregate(from) && type_is_aggregate(to) && from->size == to->size;
	bool floats = from->kind == TYPE_FLOAT || to->kind == TYPE_FLOAT;
	bool pointers = from->kind == TYPE_POINTER || to->kind == TYPE_POINTER;
	return !(floats && pointers);
}

static void write_argument(struct symex *x, struct state *st, term to, const struct type *t,
                           const struct argument *a) {
	if (type_is_scalar(t))
		memory_write(x, st, to, scalar_of(t), eval_cast(x, st, a->value, a->type, t));
	else
		memory_copy(x, st, to, a->value, t->size);
}

static void bind_parameter(struct symex *x, struct state *st, struct symbol *s, uint32_t choice,
                           const struct argument *a) {
	uint32_t key = st->frame->base + s->slot;
	term value;
	if (local_is_object(s)) {
		value = auto_object(x, st, step_local_object(x, st, s, choice), choice);
		if (a && can_pass(a->type, s->type))
			write_argument(x, st, value, s->type, a);
	} else if (a && can_pass(a->type, s->type)) {
		value = eval_cast(x, st, a->value, a->type, s->type);
	} else {
		pmap_set(&x->pool, &st->reg, key, reg_any(type_width(x, s->type), choice));
		return;
	}
	pmap_set(&x->pool, &st->reg, key, reg_of(x, value));
}

static uint64_t slot_size(const struct type *t) {
	return (t->size + VARARG_SLOT - 1) / VARARG_SLOT * VARARG_SLOT;
}

static term pass_varargs(struct symex *x, struct state *st, struct loc loc, uint32_t choice,
                         const struct argument *arg, uint32_t n) {
	uint64_t size = 0;
	for (uint32_t i = 0; i < n; i++)
		size += slot_size(arg[i].type);
	struct object o = {.kind = OBJECT_AUTO,
	                   .size = term_u64(x->ts, x->address_bits, size),
	                   .align = VARARG_SLOT,
	                   .choice = choice,
	                   .loc = loc};
	term start = auto_object(x, st, o, choice), at = start;
	for (uint32_t i = 0; i < n; i++) {
		write_argument(x, st, at, arg[i].type, &arg[i]);
		at = ptr_add(x, at, term_u64(x->ts, x->address_bits, slot_size(arg[i].type)));
	}
	return start;
}

static struct frame *new_frame(struct symex *x, const struct state *st, struct function *f,
                               const struct ins *call, bool is_interrupt) {
	struct frame *fr = arena_new(x->pool.arena, struct frame);
	const struct frame *up = st->frame;
	fr->up = up;
	fr->function = f;
	fr->call = call;
	fr->is_interrupt = is_interrupt;
	fr->return_pc = is_interrupt ? st->pc : st->pc + 1;
	fr->base = up ? up->base + up->size : 0;
	fr->size = frame_size(f);
	fr->depth = up ? up->depth + 1 : 0;
	fr->activity = st->activity;
	fr->recursion = 1;
	for (; up; up = up->up) {
		if (up->function != f)
			continue;
		fr->recursion = up->recursion + 1;
		fr->symbolic_recursion = up->symbolic_recursion + (up->activity != st->activity);
		break;
	}
	return naming_frame(x, st, fr);
}

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
	if (x->prune.skip) {
		x->prune.skip--;
		return false;
	}
	if (!x->engine->feasible(x, state_guard(x, st))) {
		x->prune.wait = 0;
		return true;
	}
	x->prune.wait = x->prune.wait ? 2 * x->prune.wait : 1;
	x->prune.skip = x->prune.wait < MAX_PRUNE_WAIT ? x->prune.wait : MAX_PRUNE_WAIT;
	return false;
}

static void enter(struct symex *x, struct state *st, struct frame *fr, const struct argument *arg,
                  uint32_t n) {
	struct function *f = fr->function;
	const struct ins *call = fr->call;
	bool variadic = f->symbol->type->is_variadic && n > f->nparams;
	uint32_t choice = 0;
	bool objects = variadic;
	for (uint32_t i = 0; i < f->nparams; i++)
		objects |= local_is_object(f->local.at[i]) || i >= n;
	struct state caller = *st;
	st->frame = fr;
	st->pc = 0; /* of the callee, to which accesses to arguments belong */
	for (uint32_t i = 0; i < f->nparams; i++) {
		if (objects)
			choice = call ? symex_choice(x, &caller, CHOICE_MEMORY, state_guard(x, st))
			              : CHOICE_OF_SYMBOL | f->local.at[i]->id;
		bind_parameter(x, st, f->local.at[i], choice, i < n ? &arg[i] : NULL);
	}
	if (variadic) {
		choice = symex_choice(x, &caller, CHOICE_MEMORY, state_guard(x, st));
		fr->varargs =
		    pass_varargs(x, st, state_loc(&caller), choice, arg + f->nparams, n - f->nparams);
	}
	st->wrote |= caller.wrote;
	if (!caller.wakeup)
		st->wakeup = NULL;
	const struct type *result = f->symbol->type->elem;
	if (call && x->config->bounds.partial_loops && type_is_scalar(result)) {
		/* Control may leave a loop that is cut and reach the end without a return. */
		choice = symex_choice(x, &caller, CHOICE_UNINIT, state_guard(x, st));
		pmap_set(&x->pool, &st->reg, result_key(fr), reg_any(type_width(x, result), choice));
	}
}

/* Control enters instruction 0 from outside of every loop. */
static bool begin(struct symex *x, struct state *st) {
	st->pc = UINT32_MAX;
	return step_arrive(x, st, 0);
}

void step_start(struct symex *x, struct state *st, struct function *f, const struct argument *arg,
                uint32_t n) {
	enter(x, st, new_frame(x, st, f, NULL, false), arg, n);
	begin(x, st);
}

void step_enter(struct symex *x, struct state *st, struct function *f) {
	struct argument *arg = mem_alloc((f->nparams + 1) * sizeof *arg);
	entry_arguments(x, st, f, arg);
	step_start(x, st, f, arg, f->nparams);
	observe(x, entry, st, f, arg);
	mem_free(arg);
}

void step_interrupt(struct symex *x, struct state *st, struct function *f) {
	const struct ins *at = &st->frame->function->ins.at[st->pc];
	observe(x, interrupt, st);
	if (naming_by_location(x))
		st->interrupts++;
	st->frame = new_frame(x, st, f, at, true);
	st->atomic++;
	begin(x, st);
}

static bool call_symbol(struct symex *x, struct state *st, const struct ins *i, struct symbol *s,
                        const struct argument *arg) {
	if (!signal_safe_call(x, st, s))
		return false;
	if (s->function) {
		bool partial;
		struct frame *fr = new_frame(x, st, s->function, i, false);
		if (too_deep(x, st, fr, &partial))
			return partial && skip_call(x, st, i);
		if (is_infeasible_recursion(x, st, fr))
			return false;
		enter(x, st, fr, arg, i->nargs);
		observe(x, call, st);
		return begin(x, st);
	}
	enum intrinsic which = intrinsic_find(s->name);
	if (which != INTRINSIC_NONE)
		return step_intrinsic(x, st, i, which);
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
			value = auto_object(x, st, o, choice);
			struct lvalue from = eval_lvalue(x, st, i->rhs);
			memory_copy(x, st, value, lvalue_pointer(x, &from), t->size);
		} else {
			value = eval(x, st, i->rhs);
		}
		pmap_set(&x->pool, &st->reg, result_key(st->frame), reg_of(x, value));
	}
	observe(x, returns, st);
	return step_jump(x, st, (uint32_t)st->frame->function->ins.n - 1);
}

void step_leave(struct symex *x, struct state *st) {
	const struct frame *fr = st->frame;
	for (uint32_t i = 0; i < fr->function->local.n; i++) {
		uint64_t reg;
		if (local_is_object(fr->function->local.at[i]) && (reg = pmap_get(&st->reg, fr->base + i)))
			memory_end(x, st, reg_term(x, reg));
	}
	if (fr->varargs.ix)
		memory_end(x, st, fr->varargs);
	uint32_t id, key;
	uint64_t depth, value;
	for (uint32_t at = fr->base; pmap_next(&st->reg, at, &key, &value); at = key + 1)
		pmap_set(&x->pool, &st->reg, key, 0); /* registers are reused by the next call */
	for (uint32_t at = 0; pmap_next(&st->stack, at, &id, &depth); at = id + 1)
		if (depth == fr->depth + 1) {
			memory_end(x, st, ptr_make(x, id, zero_offset(x)));
			pmap_set(&x->pool, &st->stack, id, 0);
		}
}

static void deliver(struct symex *x, struct state *st, const struct ins *call,
                    const struct type *type, uint64_t result) {
	struct lvalue to = eval_lvalue(x, st, call->lhs);
	if (!result || !can_pass(type, call->lhs->type)) {
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
	uint64_t result = pmap_get(&st->reg, result_key(fr));
	const struct type *type = fr->function->symbol->type->elem;
	bool is_init = fr->function->symbol == x->prog->init && x->prog->entry;
	x->main_returns = !fr->up && !st->tid && !is_init;
	step_leave(x, st);
	x->main_returns = false;
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
	if (fr->call->lhs)
		deliver(x, st, fr->call, type, result);
	return step_jump(x, st, fr->return_pc);
}
