/* Records the events of a concrete run. */
#include <string.h>

#include "symex/concrete/concrete.h"
#include "symex/concrete/known.h"
#include "symex/concrete/run_reply.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/observer.h"
#include "symex/step/value/access.h"
#include "symex/replay/run/run_count.h"
#include "symex/replay/trace/site.h"
#include "symex/step/frame.h"
#include "symex/step/value/show.h"
#include "symex/step/step.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"

static struct run_thread *thread_of(struct run_trace *t, uint32_t tid) {
	while (t->thread.n <= tid)
		vec_push(&t->thread, (struct run_thread){0});
	return &t->thread.at[tid];
}

/* An event of the running thread at its current instruction. */
static struct run_event *add(struct recorder *r, const struct state *st, enum run_event_kind kind) {
	if (st->frame && r->at.frame && r->at.frame == st->frame->up)
		st =
		    &r->at; /* the arguments of a call are written, and the callee has no instruction yet */
	struct run_event e = {.kind = kind, .thread = st->tid, .other = NO_THREAD};
	if (st->frame) {
		e.at = thread_of(r->trace, st->tid)->instructions;
		e.counted = thread_of(r->trace, st->tid)->counted;
		e.function = st->frame->function;
		e.pc = st->pc;
		e.loc = state_user_loc(st);
		e.in_model = st->frame->function->is_model;
	}
	vec_push(&r->trace->event, e);
	return &vec_last(&r->trace->event);
}

static void add_decision(struct recorder *r, const struct state *st, struct run_decision d) {
	d.function = st->frame->function;
	d.pc = st->pc;
	d.when = r->trace->instructions;
	struct run_thread *t = thread_of(r->trace, st->tid);
	vec_push(&t->decision, d);
}

/* A pointer as the lvalue that it points to: "a[3]". */
static const char *memory_text(struct symex *x, struct arena *a, term pointer) {
	const char *text = show_value(x, a, type_void_pointer(x->prog->types), pointer);
	return *text == '&' ? text + 1 : text;
}

static void set_value(struct symex *x, struct run_trace *t, struct run_event *e, term value) {
	if (!value.ix || !term_is_const(x->ts, value))
		return;
	e->bits = bits_copy(t->arena, term_bits(x->ts, value));
	e->value = e->bits.width == x->pointer_bits
	               ? show_value(x, t->arena, type_void_pointer(x->prog->types), value)
	               : bits_print(t->arena, e->bits, false, 10);
}

/* --- Called by the engine. --- */

static void count_hit(struct run_trace *t, const struct state *st) {
	const struct function *f = st->frame->function;
	uint64_t ix;
	if (f->is_model)
		return;
	if (!map_get(&t->hits_of, map_key(f), &ix)) {
		struct run_hits h = {f, arena_array(t->arena, uint64_t, f->ins.n)};
		ix = t->hits.n;
		vec_push(&t->hits, h);
		map_put(&t->hits_of, map_key(f), ix);
	}
	t->hits.at[ix].at[st->pc]++;
}

static void record_instruction(const struct symex *x, struct recorder *r, const struct state *st) {
	r->trace->instructions++;
	r->trace->depth += step_counts(x, st->frame->function);
	struct run_thread *t = thread_of(r->trace, st->tid);
	t->instructions++;
	t->counted += run_counts(st->frame->function, st->pc);
	count_hit(r->trace, st);
}

bool record_is_event(const struct symex *x, const struct recorder *r, const struct state *st,
                     const struct access *a) {
	const struct object *o = &x->object.at[a->object];
	return r->begun && !x->naming->peeks && st->frame && a->object && o->kind != OBJECT_FUNCTION &&
	       !(o->symbol && !o->symbol->is_shared);
}

/* What a linker calls a variable of static storage: the last part of its name. */
static const char *linker_name(const struct symbol *s) {
	const char *name = s->name;
	for (const char *part; (part = strstr(name, "::"));)
		name = part + 2;
	return name;
}

static struct run_bytes bytes_at(struct symex *x, uint32_t object, uint64_t offset,
                                 uint64_t nbytes) {
	const struct object *o = &x->object.at[object];
	bool is_named = o->symbol && !o->symbol->is_temp && !o->symbol->is_model;
	struct run_bytes b = {.kind = o->kind == OBJECT_HEAP ? MEMORY_HEAP : MEMORY_LOCAL,
	                      .block = object,
	                      .offset = offset,
	                      .nbytes = nbytes};
	if (o->kind == OBJECT_STATIC && is_named && o->symbol->storage == STORAGE_STATIC) {
		b.kind = MEMORY_GLOBAL;
		b.variable = linker_name(o->symbol);
	}
	return b;
}

static struct run_bytes memory_of(struct symex *x, const struct access *a) {
	uint64_t offset = 0, nbytes = a->bytes;
	if (a->offset.ix ? !term_get_u64(x->ts, a->offset, &offset)
	                 : !term_get_u64(x->ts, x->object.at[a->object].size, &nbytes))
		return (struct run_bytes){.kind = MEMORY_NONE};
	return bytes_at(x, a->object, offset, nbytes);
}

void record_access(struct symex *x, struct recorder *r, const struct state *st,
                   const struct access *a, term value) {
	term offset = a->offset.ix ? a->offset : term_u64(x->ts, x->address_bits, 0);
	const char *what = memory_text(x, r->trace->arena, ptr_make(x, a->object, offset));
	struct run_event *e = add(r, st, a->kind == ACCESS_WRITE ? RUN_WRITE : RUN_READ);
	e->what = what;
	e->memory = memory_of(x, a);
	set_value(x, r->trace, e, value);
}

void record_wait(struct symex *x, struct recorder *r, struct state *st, const struct ins *i) {
	struct naming_peek peek = naming_peek_begin(x);
	term object = wait_object(x, st);
	bool is_join = i->sync == SYNC_JOIN;
	struct run_event *e = add(r, st, is_join ? RUN_JOIN : RUN_WAIT);
	e->what = term_eq(object, ptr_null(x)) ? sync_wait_text(i->sync)
	                                       : memory_text(x, r->trace->arena, object);
	e->other = is_join ? wait_holder(x, st) : NO_THREAD;
	naming_peek_end(x, peek);
}

/* Is the instruction the choice of a spurious wakeup? */
static bool is_wakeup(const struct ins *i) {
	return ins_intrinsic(i) == INTRINSIC_MAY_WAKE;
}

/* Is it a choice of the client of a library?  It is a function without a body to the compiled
 * program. */
static bool is_choice(const struct ins *i) {
	return ins_intrinsic(i) == INTRINSIC_OPERATION || ins_intrinsic(i) == INTRINSIC_CHOOSE;
}

/* The instruction that is being executed has made the choices that have no number yet. */
static void number_choices(const struct symex *x, struct recorder *r) {
	for (; r->choices < x->choice.n; r->choices++) {
		uint32_t thread = r->at.frame ? r->at.tid : 0;
		uint32_t nth = ++thread_of(r->trace, thread)->choices;
		map_put(&r->choice_of, x->choice.at[r->choices].number, (uint64_t)thread << 32 | nth);
	}
}

bool record_place(const struct symex *x, struct recorder *r, struct variable v, uint64_t *place) {
	if (!variable_is_of_choice(v.kind))
		return false;
	number_choices(x, r);
	return map_get(&r->choice_of, v.number, place);
}

const char *record_name(const struct symex *x, struct recorder *r, term var) {
	struct variable v = variable_of(x->ts, var);
	uint64_t place;
	if (!record_place(x, r, v, &place))
		return term_name(x->ts, var); /* also storage of a variable that no file defines */
	return variable_name_in_trace(v, (uint32_t)(place >> 32), (uint32_t)place);
}

void record_input(const struct symex *x, struct recorder *r, term var, struct bits value) {
	uint64_t place;
	struct variable v = variable_of(x->ts, var);
	struct run_event e = {
	    .kind = RUN_INPUT, .other = NO_THREAD, .what = record_name(x, r, var), .variable = v.kind};
	if (v.kind == VARIABLE_MEMORY && !record_place(x, r, v, &place))
		e.variable = VARIABLE_OTHER; /* storage of a variable that no file defines */
	e.bits = bits_copy(r->trace->arena, value);
	e.value = bits_print(r->trace->arena, value, false, 10);
	if (r->at.frame) {
		e.thread = r->at.tid;
		e.at = thread_of(r->trace, e.thread)->instructions;
		e.counted = thread_of(r->trace, e.thread)->counted;
		e.function = r->at.frame->function;
		e.pc = r->at.pc;
		e.loc = state_user_loc(&r->at);
		e.in_model = e.function->is_model;
		if (is_choice(next_ins(&r->at)))
			e.call = next_ins(&r->at)->rhs->symbol->display;
	}
	vec_push(&r->trace->event, e);
}

void record_wakeup(struct recorder *r, bool wakes) {
	if (r->at.frame && is_wakeup(next_ins(&r->at)))
		add_decision(r, &r->at, (struct run_decision){.kind = DECISION_WAKEUP, .taken = wakes});
}

/* --- The observer. --- */

static struct recorder *recorder_of(const struct symex *x) {
	return x->observation.data;
}

/* A call of a function without a body is over when the next instruction begins, that of a model at
 * its end. */
static void tell_replies(struct symex *x, struct recorder *r) {
	struct state st = r->at;
	const struct frame *f = st.frame;
	replies_step(x, r->replies, &st);
	if (next_ins(&st)->kind == INS_END && f->function->is_model && f->call && f->up &&
	    !f->up->function->is_model)
		replies_end(x, r->replies, &st);
}

static void on_step(struct symex *x, const struct state *st) {
	struct recorder *r = recorder_of(x);
	const struct ins *i = next_ins(st);
	number_choices(x, r);
	record_instruction(x, r, st);
	r->at = *st;
	if (r->replies && r->begun)
		tell_replies(x, r);
	if (r->known && known_is_branch(i)) {
		r->location = location_of(x, st);
		if (!i->rhs)
			known_add(r->known, r->location, true);
	}
	if (!r->begun)
		return;
	switch (i->kind) {
	case INS_ATOMIC_BEGIN: add(r, st, RUN_ATOMIC_BEGIN); break;
	case INS_ATOMIC_END: add(r, st, RUN_ATOMIC_END); break;
	case INS_FENCE: add(r, st, RUN_FENCE)->what = mem_order_name(i->order); break;
	case INS_ASSERT:
		if (!i->hidden)
			add(r, st, RUN_ASSERT)->what = i->text;
		break;
	case INS_CALL:
		if (ins_intrinsic(i) == INTRINSIC_CALLED)
			add(r, st, RUN_CALLED);
		break;
	default: break;
	}
}

static void on_branch(struct symex *x, struct state *st, bool taken) {
	struct recorder *r = recorder_of(x);
	const struct ins *i = next_ins(st);
	struct run_decision d = {.kind = DECISION_BRANCH, .taken = taken};
	if (r->known) {
		d.location = r->location;
		known_add(r->known, d.location, taken);
	}
	add_decision(r, st, d);
	if (!r->begun)
		return;
	struct run_event *e = add(r, st, RUN_BRANCH);
	e->what = i->text;
	e->value = taken == (!i->text || i->when_true) ? "true" : "false";
}

/* The input event of the current instruction that has no name yet; NULL: none.  A write of the
 * value may follow it. */
static struct run_event *unnamed_input(struct run_trace *t, const struct state *st) {
	for (size_t i = t->event.n; i-- > 0;) {
		struct run_event *e = &t->event.at[i];
		if (e->thread != st->tid || e->function != st->frame->function || e->pc != st->pc)
			break;
		if (e->kind == RUN_INPUT)
			return e->name ? NULL : e;
	}
	return NULL;
}

/* The function that the user calls at the current instruction, or in whose model it is. */
static const char *callee_of(struct arena *a, const struct state *st) {
	const struct ins *i = next_ins(st);
	const struct symbol *callee = site_callee(st);
	if (callee)
		return callee->display;
	size_t n = i->text ? strcspn(i->text, "( ") : 0;
	return n && i->text[n] ? arena_printf(a, "%.*s", (int)n, i->text) : NULL;
}

/* The lvalue as the user knows it: a temporary holds what the next instruction assigns.  NULL:
 * there is none. */
static const struct expr *known_lvalue(const struct state *st, const struct expr *lhs) {
	const struct symbol *root = site_root(lhs);
	if (!root || !root->is_temp)
		return lhs;
	const struct ins *next = next_ins(st) + 1;
	bool assigns = next_ins(st)->kind != INS_END && next->kind == INS_ASSIGN &&
	               next->rhs->kind == EXPR_SYMBOL && next->rhs->symbol == root;
	root = assigns ? site_root(next->lhs) : NULL;
	return root && !root->is_temp ? next->lhs : NULL;
}

static void on_input(struct symex *x, struct state *st, const struct expr *lhs, term value,
                     enum choice_kind kind) {
	struct recorder *r = recorder_of(x);
	struct arena *a = r->trace->arena;
	if (r->replies && kind == CHOICE_UNMODELLED)
		replies_input(x, r->replies, st, lhs, value);
	struct run_event *e = unnamed_input(r->trace, st);
	if (!e)
		return;
	size_t ix = (size_t)(e - r->trace->event.at);
	const struct expr *known = known_lvalue(st, lhs);
	const char *callee = kind == CHOICE_UNINIT ? NULL : callee_of(a, st);
	const char *name = known    ? show_lvalue(x, st, a, known)
	                   : callee ? arena_printf(a, "%s()", callee)
	                            : NULL;
	e = &r->trace->event.at[ix]; /* the reads of an lvalue are events, too */
	e->name = name;
	e->shown = term_is_const(x->ts, value) ? show_value(x, a, lhs->type, value) : NULL;
	e->call = st->frame->function->is_model ? NULL : callee;
}

static void on_call(struct symex *x, struct state *st) {
	struct recorder *r = recorder_of(x);
	const struct frame *callee = st->frame;
	struct state caller = *st;
	caller.frame = callee->up;
	caller.pc = frame_call_pc(callee);
	const struct symbol *s = callee->function->symbol;
	const struct expr *target = next_ins(&caller)->rhs;
	if (!(target->kind == EXPR_SYMBOL && target->symbol->storage == STORAGE_FUNCTION))
		add_decision(r, &caller, (struct run_decision){.kind = DECISION_CALL, .callee = s});
	if (r->begun && callee->function->is_model && !caller.frame->function->is_model)
		add(r, &caller, RUN_CALL)->what = s->display;
	if (r->replies && r->begun && callee->function->is_model && !caller.frame->function->is_model)
		replies_call(x, r->replies, &caller, callee);
}

static void on_unmodelled(struct symex *x, struct state *st, const struct symbol *s,
                          const struct argument *arg, uint32_t nargs) {
	struct recorder *r = recorder_of(x);
	if (r->replies && r->begun)
		replies_unmodelled(x, r->replies, st, s, arg, nargs);
}

static void on_entry(struct symex *x, struct state *st, const struct function *f,
                     const struct argument *arg) {
	struct recorder *r = recorder_of(x);
	bool begins = !r->begun && x->prog->entry && f == x->prog->entry->function;
	r->begun |= begins;
	if (begins && r->replies)
		replies_entry(x, r->replies, st, f, arg);
}

static void on_create(struct symex *x, struct state *st, uint32_t tid, const struct created *c) {
	struct recorder *r = recorder_of(x);
	struct run_event *e = add(r, st, RUN_CREATE);
	e->other = tid;
	e->what = c->function ? c->function->display : NULL;
	thread_of(r->trace, tid)->start = c->function;
}

static void on_thread_end(struct symex *x, struct state *st) {
	struct recorder *r = recorder_of(x);
	add(r, st, RUN_END);
	thread_of(r->trace, st->tid)->ended = true;
}

static void on_acquire(struct symex *x, struct state *st, const struct held *h) {
	struct recorder *r = recorder_of(x);
	const char *what = memory_text(x, r->trace->arena, h->object);
	add(r, st, RUN_LOCK)->what = what;
}

static void on_signal(struct symex *x, struct state *st, enum signal_event event, uint32_t number) {
	static const char *const words[SIGNAL_EVENT_N] = {"arrives", "delivered", "handled"};
	struct recorder *r = recorder_of(x);
	if (!r->begun)
		return;
	struct run_event *e = add(r, st, RUN_SIGNAL);
	e->what = words[event];
	e->value = arena_printf(r->trace->arena, "%u", (unsigned)number);
}

static void on_release(struct symex *x, struct state *st, term lock) {
	struct recorder *r = recorder_of(x);
	const char *what = memory_text(x, r->trace->arena, lock);
	add(r, st, RUN_UNLOCK)->what = what;
}

/* --- The client of a library. --- */

/* "32:5": a number of so many bits; "*3+8": a pointer, the bytes of block 3 from 8 on; "*0": null;
 * "d:0": the bits of a double; "?": another one, which the compiled program is not asked for. */
static const char *call_value(struct symex *x, struct arena *a, const struct type *t, term value) {
	uint32_t object;
	term at;
	uint64_t offset;
	if (!term_is_const(x->ts, value))
		return "?";
	switch (t->kind) {
	case TYPE_POINTER:
		if (term_eq(value, ptr_null(x)))
			return "*0";
		return ptr_known(x, value, &object, &at) && object && term_get_u64(x->ts, at, &offset)
		           ? arena_printf(a, "*%u+%llu", object, (unsigned long long)offset)
		           : "?";
	case TYPE_BOOL:
	case TYPE_INT:
		return t->size <= 8 ? arena_printf(a, "%u:%s", (unsigned)term_width(x->ts, value),
		                                   bits_print(a, term_bits(x->ts, value), false, 10))
		                    : "?";
	case TYPE_FLOAT:
		return t->size == 8
		           ? arena_printf(a, "d:%s", bits_print(a, term_bits(x->ts, value), false, 10))
		           : "?";
	default: return "?";
	}
}

static void record_call(struct symex *x, const struct state *st, const struct library_call *c,
                        enum run_event_kind kind) {
	struct recorder *r = recorder_of(x);
	struct arena *a = r->trace->arena;
	const char *values = "";
	for (uint32_t i = 0; i < c->n; i++)
		values =
		    arena_printf(a, "%s%s%s", values, i ? " " : "",
		                 c->ins ? call_value(x, a, c->ins->arg[i + 1]->type, c->value[i]) : "?");
	struct run_event *e = add(r, st, kind);
	e->what = arena_printf(a, "%u", c->op);
	e->value = values;
}

static void on_opened(struct symex *x, struct state *st, const struct library_call *c) {
	record_call(x, st, c, RUN_OPENED);
}

static void on_returned(struct symex *x, struct state *st, const struct library_call *c) {
	record_call(x, st, c, RUN_RETURNED);
}

static struct run_racer racer_of(struct symex *x, struct run_trace *t, const struct state *st,
                                 const struct next_access *a) {
	struct state view = thread_view(st, a->tid);
	struct run_bytes memory = {.kind = MEMORY_NONE};
	uint32_t object;
	term at;
	uint64_t offset, nbytes;
	if (ptr_known(x, a->pointer, &object, &at) && object && term_get_u64(x->ts, at, &offset) &&
	    term_get_u64(x->ts, a->bytes, &nbytes))
		memory = bytes_at(x, object, offset, nbytes);
	return (struct run_racer){.thread = a->tid,
	                          .is_write = a->is_write,
	                          .in_model = view.frame && view.frame->function->is_model,
	                          .what = memory_text(x, t->arena, a->pointer),
	                          .memory = memory,
	                          .loc = state_user_loc(&view)};
}

/* If the two really race, the run ends there. */
static void on_race(struct symex *x, struct state *st, const struct next_access *a,
                    const struct next_access *b) {
	struct run_trace *t = recorder_of(x)->trace;
	t->has_race = !a->past && !b->past;
	if (!t->has_race)
		return;
	t->race[0] = racer_of(x, t, st, a);
	t->race[1] = racer_of(x, t, st, b);
}

const struct observer record_observer = {
    .step = on_step,
    .branch = on_branch,
    .input = on_input,
    .call = on_call,
    .unmodelled = on_unmodelled,
    .entry = on_entry,
    .create = on_create,
    .thread_end = on_thread_end,
    .acquire = on_acquire,
    .release = on_release,
    .signal = on_signal,
    .opened = on_opened,
    .returned = on_returned,
    .race = on_race,
};
