#include "symex/step/frame.h"

#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/observer.h"
#include "symex/step/loop.h"
#include "symex/step/value/eval.h"

enum { VARARG_SLOT = 16 };

static uint32_t frame_size(const struct function *f) {
	return (uint32_t)(f->local.n + LOOP_REGISTERS * f->loop.n + 1);
}

uint32_t frame_result(const struct frame *f) {
	return f->base + f->size - 1;
}

static term zero_offset(struct symex *x) {
	return term_u64(x->ts, x->address_bits, 0);
}

term frame_object(struct symex *x, struct state *st, struct object o, uint32_t choice) {
	uint32_t id = memory_object(x, o);
	memory_put(x, st, id, memory_fresh(x, choice));
	return ptr_make(x, id, zero_offset(x));
}

struct object step_local_object(struct symex *x, struct state *st, struct symbol *s,
                                uint32_t choice) {
	return (struct object){.kind = OBJECT_AUTO,
	                       .symbol = s,
	                       .type = s->type,
	                       .size = symex_fix(x, st, eval_sizeof(x, st, s->type)),
	                       .align = symbol_align(s),
	                       .choice = choice,
	                       .loc = s->loc};
}

/* A call through a wrong pointer or declaration may pass an argument of another kind; the parameter
 * is then arbitrary. */
bool frame_can_pass(const struct type *from, const struct type *to) {
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
		value = frame_object(x, st, step_local_object(x, st, s, choice), choice);
		if (a && frame_can_pass(a->type, s->type))
			write_argument(x, st, value, s->type, a);
	} else if (a && frame_can_pass(a->type, s->type)) {
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
	term start = frame_object(x, st, o, choice), at = start;
	for (uint32_t i = 0; i < n; i++) {
		write_argument(x, st, at, arg[i].type, &arg[i]);
		at = ptr_add(x, at, term_u64(x->ts, x->address_bits, slot_size(arg[i].type)));
	}
	return start;
}

struct frame *frame_new(struct symex *x, const struct state *st, struct function *f,
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

void frame_enter(struct symex *x, struct state *st, struct frame *fr, const struct argument *arg,
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
		pmap_set(&x->pool, &st->reg, frame_result(fr), reg_any(type_width(x, result), choice));
	}
}

/* Control enters instruction 0 from outside of every loop. */
bool frame_begin(struct symex *x, struct state *st) {
	st->pc = UINT32_MAX;
	return step_arrive(x, st, 0);
}

void step_start(struct symex *x, struct state *st, struct function *f, const struct argument *arg,
                uint32_t n) {
	frame_enter(x, st, frame_new(x, st, f, NULL, false), arg, n);
	frame_begin(x, st);
}

void step_interrupt(struct symex *x, struct state *st, struct function *f) {
	const struct ins *at = next_ins(st);
	observe(x, interrupt, st);
	if (naming_by_location(x))
		st->interrupts++;
	st->frame = frame_new(x, st, f, at, true);
	st->atomic++;
	frame_begin(x, st);
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
