#include "tests/explicit/step.h"

#include <stdio.h>
#include <string.h>

#include "util/base/intern.h"
#include "util/text/diag.h"

enum { MAX_STEPS = 100000, NO_HOLDER = -1 };

enum called {
	NO_INTRINSIC,
	MC_ALLOC,
	MC_FREE,
	MC_COPY,
	MC_SET,
	MC_HAVOC,
	MC_EXIT,
	MC_ABORT,
	MC_OPTION,
	MC_NOTE,
	MC_SMALL,
	MC_SELF,
	MC_KEPT_APART,
	MC_SPLITS,
	MC_CHOSEN,
	MC_SPAWN,
	MC_END_THREAD,
	MC_THREAD_DATA,
	MC_ACQUIRED,
	MC_RELEASED,
	MC_MAY_WAKE,
	MC_WOKE,
	MC_SETJMP,
	MC_LONGJMP,
};

static const struct {
	const char *name;
	enum called which;
	bool visible;
} intrinsics[] = {
    {"__mc_alloc", MC_ALLOC, false},
    {"__mc_free", MC_FREE, true},
    {"__mc_copy", MC_COPY, true},
    {"__mc_set", MC_SET, true},
    {"__mc_havoc", MC_HAVOC, true},
    {"__mc_havoc_input", MC_HAVOC, true},
    {"__mc_exit", MC_EXIT, true},
    {"__mc_abort", MC_ABORT, true},
    {"__mc_option", MC_OPTION, false},
    {"__mc_note", MC_NOTE, false},
    {"__mc_mark", MC_NOTE, false},
    {"__mc_small", MC_SMALL, false},
    {"__mc_self", MC_SELF, false},
    {"__mc_kept_apart", MC_KEPT_APART, false},
    {"__mc_splits", MC_SPLITS, false},
    {"__mc_chosen", MC_CHOSEN, false},
    {"__mc_spawn", MC_SPAWN, true},
    {"__mc_end_thread", MC_END_THREAD, true},
    {"__mc_thread_data", MC_THREAD_DATA, true},
    {"__mc_acquired", MC_ACQUIRED, false},
    {"__mc_released", MC_RELEASED, false},
    {"__mc_order_release", MC_NOTE, false},
    {"__mc_order_acquire", MC_NOTE, false},
    {"__mc_may_wake", MC_MAY_WAKE, false},
    {"__mc_woke", MC_WOKE, false},
    {"__mc_input", MC_NOTE, false},
    {"__mc_input_byte", MC_NOTE, false},
    {"__mc_setjmp", MC_SETJMP, false},
    {"__mc_longjmp", MC_LONGJMP, true},
};

static struct map by_symbol; /* symbol id -> index in intrinsics, plus 1 */

static bool joins_end_early; /* a thread may be detached, or the one that joins it cancelled */

void step_setup(struct goto_prog *prog) {
	for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
		const struct symbol *s = prog_find(prog, intrinsics[i].name);
		if (s)
			map_put(&by_symbol, s->id, i + 1);
	}
	for (size_t i = 0; i < prog->function.n; i++)
		for (size_t k = 0; k < prog->function.at[i]->ins.n; k++) {
			const struct ins *in = &prog->function.at[i]->ins.at[k];
			joins_end_early |= in->kind == INS_ATOMIC_BEGIN && !in->rhs && in->sync == SYNC_JOIN;
		}
}

static size_t find_intrinsic(const struct symbol *s) {
	uint64_t i;
	return map_get(&by_symbol, s->id, &i) ? (size_t)i : 0;
}

bool choices_next(struct choices *c) {
	while (c->digit.n && ++vec_last(&c->digit).value == vec_last(&c->digit).limit)
		c->digit.n--;
	c->used = 0;
	return c->digit.n > 0;
}

static uint32_t choose(struct choices *c, uint32_t limit) {
	if (c->used == c->digit.n) {
		struct digit new = {0, limit};
		vec_push(&c->digit, new);
	}
	return c->digit.at[c->used++].value;
}

bool finding_same(const struct finding *a, const struct finding *b) {
	return a->what == b->what && a->name == b->name && a->line == b->line;
}

static void find(struct findings *to, const char *what, const char *name, uint32_t line) {
	struct finding new = {intern(what), name ? intern(name) : NULL, line};
	for (size_t i = 0; i < to->list.n; i++)
		if (finding_same(&to->list.at[i], &new))
			return;
	vec_push(&to->list, new);
}

static void find_pointer(struct findings *to, const struct eval *x) {
	find(to, property_class_name(PROPERTY_POINTER), NULL, eval_loc(x).line);
}

static const struct ins *next_ins(const struct eval *x) {
	const struct frame *fr = eval_frame(x);
	return &fr->function->ins.at[fr->pc];
}

static const struct symbol *callee_symbol(const struct ins *in) {
	bool direct = in->rhs->kind == EXPR_SYMBOL && in->rhs->symbol->storage == STORAGE_FUNCTION;
	return direct ? in->rhs->symbol : NULL;
}

/* --- What can be seen from outside. --- */

static bool call_is_visible(const struct ins *in) {
	const struct symbol *s = callee_symbol(in);
	if (!s)
		return touches_memory(in->rhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		if (touches_memory(in->arg[i]))
			return true;
	size_t which = find_intrinsic(s);
	return which ? intrinsics[which - 1].visible || (in->lhs && place_touches_memory(in->lhs))
	             : s->function && s->function->is_atomic;
}

/* Do variables end with the call that others may have a pointer to? */
static bool call_has_memory(const struct frame *fr) {
	for (size_t i = 0; i < fr->function->local.n && !fr->function->is_model; i++)
		if (local_in_memory(fr->function->local.at[i]))
			return true;
	return false;
}

static bool is_visible(const struct eval *x) {
	const struct ins *in = next_ins(x);
	switch (in->kind) {
	case INS_SKIP:
	case INS_FENCE:
	case INS_DECL:
	case INS_ATOMIC_END: return false;
	case INS_DEAD: return local_in_memory(in->sym) && !eval_frame(x)->function->is_model;
	case INS_UNSUPPORTED:
	case INS_ATOMIC_BEGIN: return true;
	case INS_ASSERT:
	case INS_ASSUME: return touches_memory(in->rhs) || !eval(x, in->rhs);
	case INS_CALL: return call_is_visible(in);
	case INS_END:
		return (x->tid == 0 && x->st->thread[0].frame.n == 1) || /* the process ends */
		       call_has_memory(eval_frame(x));
	case INS_HAVOC: return place_touches_memory(in->lhs);
	case INS_ASSIGN:
	case INS_GOTO:
	case INS_RETURN: break;
	}
	return (in->rhs && in->rhs->kind != EXPR_NONDET && touches_memory(in->rhs)) ||
	       (in->lhs && place_touches_memory(in->lhs));
}

/* Does the thread come to the next instruction with an empty buffer only? */
static bool drains(const struct eval *x) {
	const struct ins *in = next_ins(x);
	const struct symbol *s = in->kind == INS_CALL ? callee_symbol(in) : NULL;
	if (x->st->thread[x->tid].atomic)
		return false;
	if (in->kind == INS_FENCE)
		return in->order == MEM_SEQ_CST;
	if (in->kind == INS_ATOMIC_BEGIN && in->operation && !in->modifies) {
		for (in++; in->kind != INS_ATOMIC_END; in++)
			if (in->kind == INS_ASSIGN && in->lhs->order == MEM_SEQ_CST)
				return true;
		return false;
	}
	return in->kind == INS_ATOMIC_BEGIN || (s && s->function && s->function->is_atomic) ||
	       (in->kind == INS_ASSIGN && in->lhs->order == MEM_SEQ_CST) ||
	       (eval_frame(x)->function->is_model && is_visible(x));
}

static bool waits_for_buffer(const struct eval *x) {
	const struct thread *t = &x->st->thread[x->tid];
	return t->buffer.n && !state_is_alone(x->st) && drains(x);
}

static bool waits(const struct eval *x) {
	const struct ins *in = next_ins(x);
	return in->kind == INS_ATOMIC_BEGIN && in->rhs && !eval(x, in->rhs);
}

bool step_is_enabled(struct state *st, uint32_t tid) {
	struct eval x = {.st = st, .tid = tid};
	return st->thread[tid].frame.n && !st->thread[tid].cut && !waits_for_buffer(&x) && !waits(&x);
}

/* --- Accesses. --- */

static void touch_intrinsic(const struct eval *x, const struct ins *in, enum called which) {
	if (which == MC_COPY || which == MC_SET || which == MC_HAVOC) {
		uint64_t n = (uint64_t)eval(x, in->arg[which == MC_HAVOC ? 1 : 2]);
		memory_at(x, (uint64_t)eval(x, in->arg[0]), n, true, false, false);
		if (which == MC_COPY)
			memory_at(x, (uint64_t)eval(x, in->arg[1]), n, false, false, false);
	}
	if (in->lhs)
		place_touch(x, eval_place(x, in->lhs), true);
}

/* A call through a pointer that is no function. */
static void touch_callee(const struct eval *x, const struct expr *callee) {
	uint64_t pointer = (uint64_t)eval(x, callee);
	if (x->astray && object_area(pointer_object(pointer)) != AREA_FUNCTION)
		*x->astray = true;
}

/* Notes what the next instruction accesses, and changes nothing. */
static void touch(struct eval *x) {
	const struct ins *in = next_ins(x);
	bool value = in->rhs && in->rhs->kind != EXPR_NONDET;
	x->dry = true;
	if (in->kind == INS_CALL) {
		const struct symbol *s = callee_symbol(in);
		for (uint32_t i = 0; i < in->nargs; i++)
			if (type_is_aggregate(in->arg[i]->type))
				place_touch(x, eval_place(x, in->arg[i]), false);
			else
				eval(x, in->arg[i]);
		if (!s)
			touch_callee(x, in->rhs);
		else if (find_intrinsic(s))
			touch_intrinsic(x, in, intrinsics[find_intrinsic(s) - 1].which);
	} else if (in->kind != INS_ATOMIC_BEGIN) {
		if (value && type_is_aggregate(in->rhs->type))
			place_touch(x, eval_place(x, in->rhs), false);
		else if (value)
			eval(x, in->rhs);
		if (in->lhs)
			place_touch(x, eval_place(x, in->lhs), true);
	}
	x->dry = false;
}

/* Does the next instruction access a variable or a block whose lifetime has ended, or none? */
static bool goes_astray(const struct eval *by) {
	bool astray = false;
	struct eval x = {.st = by->st, .tid = by->tid, .astray = &astray};
	touch(&x);
	return astray;
}

static void note_accesses(struct state *st, uint32_t tid, struct access_log *log) {
	struct eval x = {.st = st, .tid = tid, .log = log};
	if (st->thread[tid].frame.n && !st->thread[tid].cut)
		touch(&x);
}

static const char *object_name(const struct state *st, uint32_t id) {
	if (object_area(id) == AREA_HEAP)
		return "heap";
	return object_area(id) == AREA_STATIC ? st->prog->symbol.at[id - 1]->display : "local";
}

static void compare_accesses(const struct state *st, const struct access_log *a,
                             const struct access_log *b, struct findings *to) {
	for (size_t i = 0; i < a->list.n; i++)
		for (size_t k = 0; k < b->list.n; k++) {
			const struct access *p = &a->list.at[i], *q = &b->list.at[k];
			bool overlap = p->object == q->object && p->offset < q->offset + q->size &&
			               q->offset < p->offset + p->size;
			if (overlap && (p->is_write || q->is_write) && !(p->is_atomic && q->is_atomic))
				find(to, "race", object_name(st, p->object), 0);
		}
}

/* --- Deadlocks. --- */

/* The one thread that can end the wait, or none. */
static int holder(struct state *st, uint32_t tid) {
	struct eval x = {.st = st, .tid = tid};
	const struct ins *in = next_ins(&x);
	if (in->nargs < 2 || (in->sync == SYNC_JOIN && joins_end_early))
		return NO_HOLDER;
	return (int)(uint32_t)eval(&x, in->arg[1]);
}

static bool in_cycle(struct state *st, const bool *enabled, uint32_t start) {
	uint32_t t = start;
	for (uint32_t n = 0; n <= st->nthreads; n++) {
		if (enabled[t] || !st->thread[t].frame.n || st->thread[t].cut || st->thread[t].buffer.n)
			return false;
		int next = holder(st, t);
		if (next < 0 || (uint32_t)next >= st->nthreads)
			return false;
		t = (uint32_t)next;
		if (t == start)
			return true;
	}
	return false;
}

void step_find_deadlock(struct state *st, const bool *enabled, struct findings *to) {
	bool any_enabled = false, any_waits = false;
	for (uint32_t t = 0; t < st->nthreads; t++) {
		any_enabled |= enabled[t] || st->thread[t].cut; /* that would go on */
		any_enabled |= st->thread[t].buffer.n > 0;
		any_waits |= st->thread[t].frame.n && !enabled[t] && !st->thread[t].cut;
	}
	if (any_waits && !any_enabled)
		find(to, "deadlock", "global", 0);
	for (uint32_t t = 0; t < st->nthreads && any_waits; t++)
		if (in_cycle(st, enabled, t))
			find(to, "deadlock", "local", 0);
}

/* --- Instructions. --- */

static void declare(const struct eval *x, const struct symbol *s, bool alive) {
	struct frame *fr = eval_frame(x);
	if (!local_in_memory(s)) {
		fr->undefined[s->slot] = 1;
		return;
	}
	if (type_has_vla(s->type))
		unsupported(s->loc, "an array of variable length");
	uint32_t depth = (uint32_t)x->st->thread[x->tid].frame.n - 1;
	uint32_t id = auto_id(x->tid, depth, s->slot);
	if (alive)
		state_add(x->st, id, s->type->size, false);
	else
		state_remove(x->st, id);
}

static void copy_bytes(const struct eval *x, uint64_t to, uint64_t from, uint64_t n) {
	bool in_user = !eval_frame(x)->function->is_model && x->st->limits && x->st->limits->buffers;
	if (in_user && !state_is_alone(x->st))
		unsupported(eval_loc(x), "a block of memory, with store buffers");
	struct object *target = memory_at(x, to, n, true, false, false);
	const struct object *source = memory_at(x, from, n, false, false, false);
	uint32_t at = pointer_offset(to), with = pointer_offset(from);
	memmove(target->byte + at, source->byte + with, n);
	memmove(target->undefined + at, source->undefined + with, n);
}

static wide arbitrary(struct step *s, const struct type *t) {
	return choose(s->choices, t->kind == TYPE_BOOL ? 2 : s->choices->values);
}

static void assign(struct step *s, const struct eval *x, const struct ins *in) {
	struct place to = eval_place(x, in->lhs);
	if (in->rhs->kind == EXPR_NONDET)
		place_write(x, to, arbitrary(s, in->lhs->type));
	else if (type_is_aggregate(in->lhs->type))
		copy_bytes(x, to.pointer, eval_place(x, in->rhs).pointer, in->lhs->type->size);
	else
		place_write(x, to, eval(x, in->rhs));
}

static void havoc(struct step *s, const struct eval *x, const struct ins *in) {
	struct place to = eval_place(x, in->lhs);
	if (type_is_scalar(in->lhs->type))
		place_write(x, to, arbitrary(s, in->lhs->type));
	else
		place_undefine(x, to);
}

struct argument {
	const struct type *type;
	wide value; /* of a structure: where it lies */
};

static void write_argument(const struct eval *x, struct place to, const struct argument *a) {
	if (type_is_aggregate(to.type))
		copy_bytes(x, to.pointer, (uint64_t)a->value, to.type->size);
	else
		place_write(x, to, eval_cast(x, a->value, a->type, to.type));
}

/* Variable arguments lie behind each other, as symex/step/call.c has them: va_arg goes by that. */
static void pass_varargs(const struct eval *x, const struct argument *arg, uint32_t n) {
	enum { SLOT = 16 };
	uint64_t size = 0;
	uint32_t depth = (uint32_t)x->st->thread[x->tid].frame.n - 1;
	for (uint32_t i = 0; i < n; i++)
		size += (arg[i].type->size + SLOT - 1) / SLOT * SLOT;
	uint64_t at = pointer_to(auto_id(x->tid, depth, SLOT_VARARGS));
	state_add(x->st, pointer_object(at), size, false);
	for (uint32_t i = 0; i < n; i++) {
		write_argument(x, (struct place){.type = arg[i].type, .pointer = at}, &arg[i]);
		at += (arg[i].type->size + SLOT - 1) / SLOT * SLOT;
	}
}

/* The arguments belong to the caller, so they are evaluated before the frame is made. */
static void enter(struct state *st, uint32_t tid, struct function *f, const struct argument *arg,
                  uint32_t n) {
	struct eval x = {.st = st, .tid = tid};
	bool is_variadic = f->symbol->type->is_variadic;
	if (is_variadic ? n < f->nparams : n != f->nparams)
		unsupported(f->symbol->loc, "a call with another number of arguments");
	state_push(st, tid, f);
	for (uint32_t i = 0; i < f->nparams; i++) {
		const struct symbol *s = f->local.at[i];
		uint32_t depth = (uint32_t)st->thread[tid].frame.n - 1;
		struct place p = {.type = s->type, .is_register = !local_in_memory(s), .slot = i};
		if (!p.is_register) {
			p.pointer = pointer_to(auto_id(tid, depth, i));
			state_add(st, pointer_object(p.pointer), s->type->size, false);
		}
		write_argument(&x, p, &arg[i]);
	}
	if (is_variadic)
		pass_varargs(&x, arg + f->nparams, n - f->nparams);
	if (f->is_atomic)
		st->thread[tid].atomic++;
}

static struct function *function_at(const struct eval *x, uint64_t pointer) {
	uint32_t id = pointer_object(pointer);
	if (object_area(id) != AREA_FUNCTION)
		unsupported(eval_loc(x), "a call through a pointer that is no function");
	const struct symbol *s = x->st->prog->symbol.at[id - function_id(x->st->prog->symbol.at[0])];
	if (!s->function)
		unsupported(eval_loc(x), s->name);
	return s->function;
}

static uint32_t spawn(const struct eval *x, uint64_t body, uint64_t data) {
	struct state *st = x->st;
	struct function *f = function_at(x, body);
	uint32_t tid = st->nthreads++;
	if (tid >= MAX_THREADS)
		unsupported(eval_loc(x), "more threads than this interpreter has room for");
	st->thread[tid].data = data;
	st->thread[tid].atomic = st->thread[tid].cut = 0;
	enter(st, tid, f, &(struct argument){f->local.at[0]->type, data}, 1);
	state_start(st, tid);
	return tid;
}

static bool is_bounded(const struct state *st, const struct function *f) {
	return st->limits->unwind && !f->is_model;
}

static bool recurses_too_deep(const struct eval *x, const struct function *f) {
	const struct thread *t = &x->st->thread[x->tid];
	uint32_t active = 0;
	for (size_t i = 0; i < t->frame.n; i++)
		active += t->frame.at[i].function == f;
	return active && is_bounded(x->st, f) && active >= x->st->limits->unwind;
}

/* The frame goes from one instruction to another: loops that it comes to from outside begin anew
 * (one may have its head where a loop around it has its own), and a back edge that was taken as
 * often as the bound allows is taken no more. */
static void jump(const struct eval *x, const struct ins *in, uint32_t to) {
	struct frame *fr = eval_frame(x);
	const struct function *f = fr->function;
	bool is_back_edge = in->kind == INS_GOTO && in->loop != NO_LOOP && to <= fr->pc;
	for (uint32_t i = 0; i < f->loop.n && is_bounded(x->st, f); i++) {
		const struct loop *l = &f->loop.at[i];
		if (l->head == to && (fr->pc < l->head || fr->pc > l->back))
			fr->rounds[i] = 0;
	}
	if (is_back_edge && is_bounded(x->st, f) && ++fr->rounds[in->loop] >= x->st->limits->unwind)
		x->st->thread[x->tid].cut = 1;
	else
		fr->pc = to;
}

static bool is_text(const struct expr *e, const char *text) {
	while (e->kind != EXPR_SYMBOL && e->nargs)
		e = e->arg[0];
	return e->kind == EXPR_SYMBOL && symbol_is_string(e->symbol) &&
	       e->symbol->nbytes >= strlen(text) && !memcmp(e->symbol->bytes, text, strlen(text));
}

/* The environment does nothing that is not asked for; calls of the system may fail, though, unless
 * they are to take their usual course. */
static uint64_t option_value(const struct eval *x, const struct expr *name) {
	const struct limits *l = x->st->limits;
	if (is_text(name, "input-reads"))
		return l->usual ? 4 : 0;
	return (l->spurious_wakeups && is_text(name, "spurious-wakeups")) ||
	       (!l->usual && is_text(name, "environment-open")) ||
	       (l->weak_exchanges && is_text(name, "weak-cas-may-fail"));
}

/* Of what is asked for and not there, a verdict says that it does not happen. */
static void note_option(struct step *s, const struct limits *l, const struct expr *name) {
	static const struct {
		const char *option, *assumption;
	} known[] = {
#define ENVIRONMENT(field, option, assumption) {option, assumption},
#include "symex/environment.def"
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].assumption && is_text(name, known[i].option))
			find(s->findings, ASSUMED_OPTION, known[i].option, 0);
	if (l->usual && (is_text(name, "environment-open") || is_text(name, "input-reads")))
		find(s->findings, ASSUMED_OPTION, "environment-open", 0);
}

/* What setjmp made ends with its call; it holds the instruction. */
static uint64_t set_jump(const struct eval *x, uint64_t k) {
	uint32_t depth = (uint32_t)x->st->thread[x->tid].frame.n - 1;
	if (k >= MAX_JUMPS)
		unsupported(eval_loc(x), "many calls of setjmp");
	uint32_t id = auto_id(x->tid, depth, SLOT_JUMPS + (uint32_t)k);
	struct object *o = state_add(x->st, id, sizeof eval_frame(x)->pc, true);
	memcpy(o->byte, &eval_frame(x)->pc, o->size);
	return pointer_to(id);
}

/* Back to the call, in the function that called setjmp, under which longjmp was called; what is
 * behind it goes on to the setjmp (frontend/lower/lower_jump.c). */
static void long_jump(const struct eval *x, uint64_t target, wide value) {
	uint32_t id = pointer_object(target), pc;
	const struct object *o = state_find(x->st, id);
	struct thread *t = &x->st->thread[x->tid];
	if (!o || object_area(id) != AREA_AUTO || auto_thread(id) != x->tid || t->atomic)
		unsupported(eval_loc(x), "longjmp to another thread, or to what has ended");
	memcpy(&pc, o->byte, sizeof pc);
	while (t->frame.n - 1 > auto_depth(id))
		state_pop(x->st, x->tid);
	const struct ins *site = &eval_frame(x)->function->ins.at[pc];
	place_write(x, eval_place(x, site->arg[1]), eval(x, site->arg[0]));
	place_write(x, eval_place(x, site->arg[2]), value);
	eval_frame(x)->pc++;
}

static void set_bytes(const struct eval *x, uint64_t to, uint64_t n, bool has_value, int value) {
	struct object *o = memory_at(x, to, n, true, false, false);
	memset(o->undefined + pointer_offset(to), !has_value, n);
	if (has_value)
		memset(o->byte + pointer_offset(to), value, n);
}

static bool call_intrinsic(struct step *s, const struct eval *x, const struct ins *in,
                           enum called which, const struct argument *given) {
	struct state *st = x->st;
	uint64_t result = 0, arg[4] = {0};
	for (uint32_t i = 0; i < in->nargs && i < 4; i++)
		arg[i] = (uint64_t)given[i].value;
	switch (which) {
	case MC_ALLOC:
		result = pointer_to(heap_id(st, x->tid));
		state_add(st, pointer_object(result), arg[0], false);
		break;
	case MC_FREE:
		if (!state_find(st, pointer_object(arg[0]))) {
			find_pointer(s->findings, x);
			return false;
		}
		state_remove(st, pointer_object(arg[0]));
		break;
	case MC_COPY: copy_bytes(x, arg[0], arg[1], arg[2]); break;
	case MC_SET: set_bytes(x, arg[0], arg[2], true, (int)arg[1]); break;
	case MC_HAVOC: set_bytes(x, arg[0], arg[1], false, 0); break;
	case MC_EXIT:
	case MC_ABORT: return false;
	case MC_SELF: result = x->tid; break;
	case MC_KEPT_APART:
	case MC_CHOSEN: result = 1; break;
	case MC_SPLITS: result = 0; break;
	case MC_SPAWN: result = spawn(x, arg[0], arg[1]); break;
	case MC_END_THREAD: state_end_thread(st, x->tid); return true;
	case MC_THREAD_DATA: result = arg[0] < st->nthreads ? st->thread[arg[0]].data : 0; break;
	case MC_NOTE: break;
	case MC_SMALL: result = (uint64_t)-1; break;
	case MC_OPTION:
		result = option_value(x, in->arg[0]);
		if (!result)
			note_option(s, x->st->limits, in->arg[0]);
		break;
	case MC_ACQUIRED:
	case MC_RELEASED:
	case MC_WOKE: break;
	case MC_MAY_WAKE: result = choose(s->choices, 2); break;
	case MC_SETJMP: result = set_jump(x, arg[0]); break;
	case MC_LONGJMP: long_jump(x, arg[0], given[1].value); return true;
	case NO_INTRINSIC: BUG("no such intrinsic");
	}
	if (in->lhs)
		place_write(x, eval_place(x, in->lhs), result);
	jump(x, in, eval_frame(x)->pc + 1);
	return true;
}

static const char *number_text(struct argument a) {
	char text[24];
	bool is_signed = a.type->is_signed;
	uint64_t value = (uint64_t)a.value;
	if (is_signed && a.type->bits < 64 && value >> (a.type->bits - 1))
		value |= UINT64_MAX << a.type->bits;
	snprintf(text, sizeof text, is_signed ? "%lld" : "%llu", (long long)value);
	return intern(text);
}

/* A function without a body has any small result, and no effect; false: it ends the program. */
static bool call_unmodelled(struct step *s, const struct eval *x, const struct ins *in,
                            const struct symbol *f, const struct argument *arg) {
	for (uint32_t i = 0; i < in->nargs; i++)
		if (type_is_aggregate(arg[i].type) || arg[i].type->kind == TYPE_POINTER)
			unsupported(eval_loc(x), f->name);
	if (x->st->limits->observe && !strcmp(f->name, x->st->limits->observe))
		find(s->findings, OBSERVED, number_text(arg[0]), 0);
	else if (!f->is_pure)
		find(s->findings, ASSUMED_FUNCTION, f->display, 0);
	if (f->is_noreturn)
		return false;
	if (in->lhs)
		place_write(x, eval_place(x, in->lhs), arbitrary(s, in->lhs->type));
	jump(x, in, eval_frame(x)->pc + 1);
	return true;
}

static bool call(struct step *by, const struct eval *x, const struct ins *in) {
	struct argument arg[16];
	if (in->nargs > 16)
		unsupported(in->loc, "more than 16 arguments");
	for (uint32_t i = 0; i < in->nargs; i++) {
		arg[i].type = in->arg[i]->type;
		arg[i].value = type_is_aggregate(arg[i].type) ? eval_place(x, in->arg[i]).pointer
		                                              : eval(x, in->arg[i]);
	}
	const struct symbol *s = callee_symbol(in);
	if (s && find_intrinsic(s))
		return call_intrinsic(by, x, in, intrinsics[find_intrinsic(s) - 1].which, arg);
	if (s && !s->function)
		return call_unmodelled(by, x, in, s, arg);
	struct function *f = s ? s->function : function_at(x, (uint64_t)eval(x, in->rhs));
	if (recurses_too_deep(x, f)) {
		x->st->thread[x->tid].cut = 1;
		return true;
	}
	enter(x->st, x->tid, f, arg, in->nargs);
	return true;
}

static uint64_t result_place(const struct eval *x) {
	return pointer_to(auto_id(x->tid, (uint32_t)x->st->thread[x->tid].frame.n - 1, SLOT_RESULT));
}

static void give_result(const struct eval *x, const struct expr *value) {
	struct frame *fr = eval_frame(x);
	fr->has_result = value != NULL;
	if (value && type_is_aggregate(value->type)) {
		state_add(x->st, pointer_object(result_place(x)), value->type->size, false);
		copy_bytes(x, result_place(x), eval_place(x, value).pointer, value->type->size);
	} else if (value) {
		fr->result = eval(x, value);
	}
}

static void leave(const struct eval *x) {
	struct thread *t = &x->st->thread[x->tid];
	const struct frame fr = *eval_frame(x);
	uint64_t result = result_place(x);
	const struct type *type = fr.function->symbol->type->elem;
	if (fr.function->is_atomic)
		t->atomic--;
	state_pop(x->st, x->tid);
	if (!t->frame.n) {
		state_end_thread(x->st, x->tid);
		return;
	}
	const struct ins *in = next_ins(x);
	if (in->lhs && fr.has_result && type_is_aggregate(type))
		copy_bytes(x, eval_place(x, in->lhs).pointer, result, type->size);
	else if (in->lhs && fr.has_result)
		place_write(x, eval_place(x, in->lhs), eval_cast(x, fr.result, type, in->lhs->type));
	else if (in->lhs)
		place_undefine(x, eval_place(x, in->lhs));
	state_remove(x->st, pointer_object(result));
	jump(x, in, eval_frame(x)->pc + 1);
}

static bool check(struct step *s, const struct eval *x, const struct ins *in) {
	if (eval(x, in->rhs))
		return true;
	if (in->kind == INS_ASSERT) {
		const struct property *p = &s->st->prog->property.at[in->property];
		find(s->findings, property_class_name(p->class), NULL, eval_loc(x).line);
	}
	return false;
}

/* One instruction; false: the execution ends. */
static bool execute(struct step *s, const struct eval *x) {
	const struct ins *in = next_ins(x);
	struct frame *fr = eval_frame(x);
	struct thread *t = &s->st->thread[x->tid];
	if (goes_astray(x)) {
		find_pointer(s->findings, x);
		return false;
	}
	switch (in->kind) {
	case INS_SKIP: break;
	case INS_FENCE:
		if (in->order == MEM_RELEASE || in->order == MEM_ACQ_REL)
			buffer_barrier(x);
		break;
	case INS_DECL:
	case INS_DEAD: declare(x, in->sym, in->kind == INS_DECL); break;
	case INS_ASSIGN: assign(s, x, in); break;
	case INS_ASSUME:
	case INS_ASSERT:
		if (!check(s, x, in))
			return false;
		break;
	case INS_GOTO: jump(x, in, !in->rhs || eval(x, in->rhs) ? in->target : fr->pc + 1); return true;
	case INS_CALL: return call(s, x, in);
	case INS_RETURN:
		give_result(x, in->rhs);
		jump(x, in, (uint32_t)fr->function->ins.n - 1);
		return true;
	case INS_UNSUPPORTED: unsupported(in->loc, in->text);
	case INS_HAVOC: havoc(s, x, in); break;
	case INS_ATOMIC_BEGIN:
		if (waits(x))
			return false;
		t->atomic++;
		break;
	case INS_ATOMIC_END:
		if (t->atomic)
			t->atomic--;
		break;
	case INS_END:
		if (x->tid == 0 && t->frame.n == 1)
			return false;
		leave(x);
		return true;
	}
	jump(x, in, fr->pc + 1);
	return true;
}

bool step_run(struct step *s, uint32_t tid) {
	struct eval x = {.st = s->st, .tid = tid};
	struct thread *t = &s->st->thread[tid];
	for (uint32_t n = 0; n < MAX_STEPS; n++) {
		while (t->buffer.n && state_is_alone(s->st))
			state_flush(s->st, tid, 0);
		if (!execute(s, &x))
			return false;
		if (t->cut)
			return !t->atomic; /* in a section nobody else could go on */
		if (!t->frame.n) {
			t->atomic = 0;
			return true;
		}
		if (!t->atomic && (is_visible(&x) || waits_for_buffer(&x)))
			return true;
	}
	unsupported(eval_loc(&x), "a step without end");
}

/* --- Races. --- */

static bool begins_section(const struct eval *x) {
	const struct ins *in = next_ins(x);
	const struct symbol *s = in->kind == INS_CALL ? callee_symbol(in) : NULL;
	return in->kind == INS_ATOMIC_BEGIN || (s && s->function && s->function->is_atomic);
}

/* What a thread would access in the atomic section that it is about to enter. */
static void try_section(struct step *s, const uint8_t *bytes, uint32_t tid,
                        struct access_log *log) {
	struct eval x = {.st = s->st, .tid = tid};
	s->choices->digit.n = s->choices->used = 0;
	do {
		state_unpack(s->st, bytes);
		for (bool goes_on = execute(s, &x); goes_on && s->st->thread[tid].atomic;) {
			note_accesses(s->st, tid, log);
			goes_on = execute(s, &x);
		}
	} while (choices_next(s->choices));
}

static bool has_plain(const struct access_log *log) {
	for (size_t i = 0; i < log->list.n; i++)
		if (!log->list.at[i].is_atomic)
			return true;
	return false;
}

void step_find_races(struct step *s, struct step *probe, const uint8_t *bytes,
                     const bool *enabled) {
	struct state *st = s->st;
	struct access_log log[MAX_THREADS] = {0};
	bool section[MAX_THREADS] = {0};
	for (uint32_t t = 0; t < st->nthreads; t++) {
		struct eval x = {.st = st, .tid = t};
		section[t] = enabled[t] && begins_section(&x);
		if (!section[t])
			note_accesses(st, t, &log[t]);
	}
	for (uint32_t t = 0; t < st->nthreads; t++) {
		bool plain = false; /* two sections are no race, so only then there is something to find */
		for (uint32_t u = 0; u < st->nthreads; u++)
			plain |= u != t && has_plain(&log[u]);
		if (section[t] && plain)
			try_section(probe, bytes, t, &log[t]);
	}
	for (uint32_t t = 0; t < st->nthreads; t++)
		for (uint32_t u = t + 1; u < st->nthreads; u++)
			compare_accesses(st, &log[t], &log[u], s->findings);
	for (uint32_t t = 0; t < st->nthreads; t++)
		vec_free(&log[t].list);
}

void step_initialise(struct step *s) {
	struct state *st = s->st;
	struct eval x = {.st = st, .tid = 0};
	st->nthreads = 1;
	if (st->prog->init && st->prog->init->function) {
		enter(st, 0, st->prog->init->function, NULL, 0);
		while (!(st->thread[0].frame.n == 1 && next_ins(&x)->kind == INS_END))
			if (!execute(s, &x))
				unsupported(eval_loc(&x), "an initialiser that ends the program");
		state_pop(st, 0);
	}
	state_freeze(st);
	const struct function *f = st->prog->entry->function;
	if (f->nparams)
		unsupported(f->symbol->loc, "parameters of main");
	enter(st, 0, st->prog->entry->function, NULL, 0);
}
