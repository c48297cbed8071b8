#include "symex/why/tell.h"

#include <stdlib.h>
#include <string.h>

#include "goto/analysis/control.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/replay/trace/site.h"
#include "symex/replay/trace/depend.h"
#include "symex/replay/trace/depend_impl.h"
#include "symex/replay/trace/object_history.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/access.h"
#include "symex/step/value/show.h"
#include "symex/step/wait.h"
#include "util/text/diag.h"

void tell_open(struct teller *t) {
	*t = (struct teller){.signal = NO_EVENT};
	t->story = mem_alloc(sizeof *t->story);
	*t->story = (struct story){.arena = arena_open(),
	                           .property = NO_PROPERTY,
	                           .violation = NO_EVENT,
	                           .raced = {NO_EVENT, NO_EVENT},
	                           .freed = NO_EVENT};
	t->depend = depend_open();
}

static struct told_thread *thread_of(struct teller *t, uint32_t tid) {
	while (t->thread.n <= tid)
		vec_push(&t->thread,
		         ((struct told_thread){.wait = NO_EVENT, .signalled = NO_EVENT, .call = NO_EVENT}));
	while (t->story->thread.n <= tid)
		vec_push(&t->story->thread, ((struct story_thread){.end = NO_EVENT}));
	return &t->thread.at[tid];
}

/* --- Where a thread is. --- */

struct site_of_user {
	const struct function *function;
	uint32_t pc;
	uint32_t depth;
	const char *callee; /* the library function that was called there; or NULL */
};

static struct site_of_user user_site(const struct state *st) {
	struct site_of_user s = {.pc = st->pc};
	const struct frame *f = st->frame;
	for (; f && f->function->is_model && f->up; f = f->up) {
		s.pc = frame_call_pc(f);
		s.callee = f->function->symbol->display;
	}
	s.function = f ? f->function : NULL;
	for (; f && f->up; f = f->up)
		s.depth++;
	const struct ins *i = s.function ? &s.function->ins.at[s.pc] : NULL;
	if (i && !s.callee && i->kind == INS_CALL && i->rhs->kind == EXPR_SYMBOL &&
	    !i->rhs->symbol->function)
		s.callee = i->rhs->symbol->display;
	return s;
}

static void copy_held(struct teller *t, struct story_event *e, uint32_t tid) {
	const struct told_thread *th = thread_of(t, tid);
	for (size_t i = 0; i < th->held.n; i++)
		vec_push(&e->held, th->held.at[i]);
}

/* How many events of the kind, thread and bytes there are with this one. */
static uint32_t count_like(struct teller *t, const struct story_event *e) {
	uint64_t n = 0, where = e->id ? (uint64_t)e->id << 32 ^ e->offset : map_key(e->ins);
	uint64_t key = map_hash(map_hash(where) ^ ((uint64_t)e->kind << 32 | e->thread));
	map_get(&t->like, key, &n);
	map_put(&t->like, key, n + 1);
	return (uint32_t)n + 1;
}

static uint32_t add(struct teller *t, const struct state *st, struct story_event e) {
	struct site_of_user site = user_site(st);
	struct told_thread *th = thread_of(t, st->tid);
	e.thread = st->tid;
	e.loc = state_user_loc(st);
	e.function = site.function;
	e.pc = site.pc;
	e.depth = site.depth;
	e.callee = site.callee;
	e.ins = next_ins(st);
	e.control = NO_EVENT;
	e.partner = NO_EVENT;
	e.place = th->start;
	e.step = t->steps;
	copy_held(t, &e, st->tid);
	e.nth = count_like(t, &e);
	vec_push(&t->story->event, e);
	vec_push(&t->record, depend_current(t->depend));
	return (uint32_t)t->story->event.n - 1;
}

static struct story_event *at(struct teller *t, uint32_t event) {
	return &t->story->event.at[event];
}

/* --- Names. --- */

static const char *name_of(struct teller *t, struct symex *x, struct state *st, uint32_t object,
                           uint64_t offset) {
	uint64_t key = (uint64_t)object << 32 ^ offset, known;
	if (map_get(&t->name, key, &known))
		return (const char *)(uintptr_t)known;
	const char *name = tell_name(x, st, t->story->arena, object, offset);
	map_put(&t->name, key, (uint64_t)(uintptr_t)name);
	return name;
}

/* Is it what a function of the library keeps between calls? */
static bool is_hidden(const struct symex *x, uint32_t object) {
	const struct symbol *s = x->object.at[object].symbol;
	return s && s->is_hidden_state;
}

static bool set_pointer(struct teller *t, struct symex *x, struct state *st, struct story_event *e,
                        term p) {
	term offset;
	if (!p.ix || !ptr_known(x, p, &e->id, &offset) || !e->id ||
	    !term_get_u64(x->ts, offset, &e->offset)) {
		e->id = 0;
		return false;
	}
	e->object = name_of(t, x, st, e->id, e->offset);
	e->bytes = 1;
	e->in_library = is_hidden(x, e->id);
	return true;
}

/* The n-th parameter of the function that the thread is in. */
static term parameter(struct symex *x, const struct state *st, uint32_t n) {
	const struct function *f = st->frame->function;
	if (n >= f->nparams || local_is_object(f->local.at[n]))
		return NO_TERM;
	uint64_t reg = pmap_get(&st->reg, st->frame->base + n);
	return reg_has_value(reg) ? reg_term(x, reg) : NO_TERM;
}

enum { FAR_BACK = 24 };

/* The expression as the user wrote it: what a temporary was loaded with stands for it.  NULL: it
 * still mentions one. */
static const char *spelled(struct arena *a, const struct function *f, uint32_t pc,
                           const struct expr *e) {
	while (e->kind == EXPR_CAST)
		e = e->arg[0];
	for (unsigned n = 0; n < FAR_BACK && pc-- > 0 && e->kind == EXPR_SYMBOL && e->symbol->is_temp;
	     n++) {
		const struct ins *i = &f->ins.at[pc];
		if (i->kind != INS_ASSIGN || i->lhs->kind != EXPR_SYMBOL || i->lhs->symbol != e->symbol)
			continue;
		e = i->rhs;
		while (e->kind == EXPR_CAST)
			e = e->arg[0];
	}
	return site_has_temp(e) ? NULL : expr_print(a, e);
}

/* --- Inputs. --- */

static bool is_named(const struct function *f, const char *name) {
	return f && f->is_model && !strcmp(f->symbol->display, name);
}

static bool allocates(const char *callee) {
	static const char *const name[] = {"malloc", "calloc",  "realloc",        "aligned_alloc",
	                                   "strdup", "strndup", "posix_memalign", "reallocarray"};
	for (size_t i = 0; callee && i < sizeof name / sizeof *name; i++)
		if (!strcmp(callee, name[i]))
			return true;
	return false;
}

/* An INPUT event for what the environment has chosen since the last time. */
void tell_inputs(struct teller *t, struct symex *x) {
	struct recorder *r = x->observation.data;
	for (; t->inputs < r->trace->event.n; t->inputs++) {
		const struct run_event *e = &r->trace->event.at[t->inputs];
		if (e->kind != RUN_INPUT || !e->function || !r->at.frame ||
		    variable_is_address(e->variable))
			continue;
		struct arena *a = t->story->arena;
		struct story_event n = {.kind = STORY_INPUT, .other = NO_THREAD};
		n.variable = e->what;
		n.variable_kind = e->variable;
		n.object = e->name ? arena_printf(a, "%s", e->name) : NULL;
		n.bits = bits_copy(a, e->bits);
		n.value = arena_printf(a, "%s", e->shown ? e->shown : e->value);
		uint32_t ix = add(t, &r->at, n);
		struct story_event *now = at(t, ix);
		now->is_choice = is_named(e->function, "any_of") ||
		                 ins_intrinsic(&e->function->ins.at[e->pc]) == INTRINSIC_MAY_WAKE ||
		                 allocates(now->callee);
		if (e->function->is_model && now->callee)
			now->object = arena_printf(a, "%s()", now->callee);
		if (!now->object && e->variable == VARIABLE_ARGC)
			now->object = now->variable;
		if (is_named(e->function, "any_of") && t->signal != NO_EVENT)
			at(t, t->signal)->other = (uint32_t)e->bits.lo;
	}
}

/* --- Condition variables and semaphores. --- */

static bool same_condition(const struct story_event *a, const struct story_event *b) {
	return a->id && a->id == b->id && a->offset == b->offset;
}

/* The threads that wait for the condition of the event, and that nobody has woken. */
static uint32_t waiters(struct teller *t, uint32_t event, uint32_t *one) {
	uint32_t n = 0;
	for (uint32_t tid = 0; tid < t->thread.n; tid++) {
		const struct told_thread *th = &t->thread.at[tid];
		if (th->wait == NO_EVENT || th->signalled != NO_EVENT ||
		    !same_condition(at(t, th->wait), at(t, event)))
			continue;
		*one = tid;
		n++;
	}
	return n;
}

static void wake(struct teller *t, uint32_t event) {
	uint32_t one = NO_THREAD;
	uint32_t n = waiters(t, event, &one);
	bool all = at(t, event)->kind == STORY_BROADCAST;
	for (uint32_t tid = 0; tid < t->thread.n && all; tid++) {
		struct told_thread *th = &t->thread.at[tid];
		if (th->wait != NO_EVENT && same_condition(at(t, th->wait), at(t, event)))
			th->signalled = event;
	}
	if (n == 1) {
		at(t, event)->other = one;
		t->thread.at[one].signalled = event;
	}
	t->signal = !all && n > 1 ? event : NO_EVENT;
}

static uint32_t add_on(struct teller *t, struct symex *x, struct state *st, enum story_kind kind,
                       term object) {
	struct story_event e = {.kind = kind, .other = NO_THREAD};
	set_pointer(t, x, st, &e, object);
	return add(t, st, e);
}

static void woken(struct teller *t, struct symex *x, struct state *st, term object) {
	struct told_thread *th = thread_of(t, st->tid);
	uint32_t wait = th->wait, signal = th->signalled;
	uint32_t ix = add_on(t, x, st, STORY_WOKEN, object);
	th = thread_of(t, st->tid);
	at(t, ix)->partner = wait;
	for (size_t i = 0; i < t->story->event.n && signal == NO_EVENT; i++)
		if (at(t, (uint32_t)i)->kind == STORY_SIGNAL && at(t, (uint32_t)i)->other == st->tid &&
		    i > wait)
			signal = (uint32_t)i;
	at(t, ix)->other = signal == NO_EVENT ? NO_THREAD : at(t, signal)->thread;
	th->wait = th->signalled = NO_EVENT;
}

/* The thread is at a section of a model that is one operation of the user. */
static void add_operation(struct teller *t, struct symex *x, struct state *st,
                          const struct ins *i) {
	const struct function *f = st->frame->function;
	uint32_t ix;
	if (is_named(f, "pthread_cond_signal") || is_named(f, "pthread_cond_broadcast")) {
		bool all = is_named(f, "pthread_cond_broadcast");
		ix = add_on(t, x, st, all ? STORY_BROADCAST : STORY_SIGNAL, parameter(x, st, 0));
		wake(t, ix);
	} else if ((is_named(f, "wait_on") || is_named(f, "yield")) && !i->rhs) {
		ix = add_on(t, x, st, STORY_WAIT, parameter(x, st, 0));
		struct story_event m = {0};
		if (set_pointer(t, x, st, &m, parameter(x, st, 1)))
			at(t, ix)->mutex = m.object;
		thread_of(t, st->tid)->wait = ix;
	} else if (is_named(f, "sem_post")) {
		ix = add_on(t, x, st, STORY_UNLOCK, parameter(x, st, 0));
		at(t, ix)->is_semaphore = true;
	}
}

/* A wait has ended. */
static void add_wait_end(struct teller *t, struct symex *x, struct state *st, const struct ins *i) {
	struct naming_peek peek = naming_peek_begin(x);
	term object = wait_object(x, st);
	uint32_t other = wait_holder(x, st);
	naming_peek_end(x, peek);
	if (i->sync == SYNC_CONDITION && thread_of(t, st->tid)->wait != NO_EVENT) {
		woken(t, x, st, object);
	} else if (i->sync == SYNC_SEMAPHORE) {
		uint32_t ix = add_on(t, x, st, STORY_LOCK, object);
		at(t, ix)->is_semaphore = true;
	} else if (i->sync == SYNC_JOIN) {
		uint32_t ix = add(t, st, (struct story_event){.kind = STORY_JOIN, .other = other});
		at(t, ix)->other = other;
	}
}

/* --- The run. --- */

void tell_start(struct teller *t, struct why_place start) {
	thread_of(t, start.thread)->start = start;
	t->story->thread.at[start.thread].steps++;
	t->steps++;
}

void tell_step(struct teller *t, struct symex *x, const struct state *st) {
	struct state view = *st;
	const struct ins *i = next_ins(st);
	depend_on_step(t->depend, st, t->story->event.n);
	if (!st->frame->function->is_model)
		return;
	if (i->kind == INS_ATOMIC_BEGIN && i->rhs)
		add_wait_end(t, x, &view, i);
	else if (i->kind == INS_ATOMIC_BEGIN)
		add_operation(t, x, &view, i);
	else if (ins_intrinsic(i) == INTRINSIC_WOKE && thread_of(t, st->tid)->wait != NO_EVENT)
		woken(t, x, &view, parameter(x, st, 0));
}

/* Operations of threads on each other are events of their own. */
static bool is_sync_call(const char *callee) {
	static const char *const begin[] = {"pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_"};
	for (size_t i = 0; callee && i < sizeof begin / sizeof *begin; i++)
		if (!strncmp(callee, begin[i], strlen(begin[i])))
			return true;
	return callee && (!strcmp(callee, "call_once") || intrinsic_is_internal(callee) ||
	                  !strncmp(callee, "__model_", 8));
}

static bool is_told(const struct symex *x, const struct state *st, const struct access *a) {
	const struct object *o = &x->object.at[a->object];
	if (!a->object || o->kind == OBJECT_FUNCTION || o->kind == OBJECT_INTERNAL)
		return false;
	if (o->symbol && (o->symbol->is_temp || !o->symbol->is_shared))
		return false;
	if (o->symbol && o->symbol->is_model)
		return o->symbol->is_hidden_state;
	return !st->frame->function->is_model || !is_sync_call(user_site(st).callee);
}

/* "c->buffer", in free (c->buffer); NULL: it is called otherwise. */
static const char *freed_name(struct teller *t, const struct state *st) {
	struct site_of_user s = user_site(st);
	const struct ins *i = s.function ? &s.function->ins.at[s.pc] : NULL;
	if (!s.callee || strcmp(s.callee, "free") != 0 || !i || i->kind != INS_CALL || i->nargs != 1)
		return NULL;
	return spelled(t->story->arena, s.function, s.pc, i->arg[0]);
}

/* The whole block, or variable. */
static const char *block_name(struct teller *t, struct symex *x, struct state *st,
                              uint32_t object) {
	const struct symbol *s = x->object.at[object].symbol;
	const char *given = s ? s->display : freed_name(t, st);
	return given ? given : name_of(t, x, st, object, 0);
}

/* The lifetime of the object ends. */
static void add_free(struct teller *t, struct symex *x, struct state *st, uint32_t object) {
	const struct object *o = &x->object.at[object];
	uint64_t alloc;
	if (o->kind != OBJECT_HEAP && !(o->symbol && o->symbol->is_shared && !o->symbol->is_model))
		return;
	struct story_event e = {.kind = STORY_FREE, .other = NO_THREAD, .id = object};
	e.is_scope = o->kind != OBJECT_HEAP;
	e.object = block_name(t, x, st, object);
	uint32_t ix = add(t, st, e);
	if (map_get(&t->alloc, object, &alloc))
		at(t, ix)->partner = (uint32_t)alloc;
}

void tell_access(struct teller *t, struct symex *x, struct state *st, const struct access *a,
                 term value) {
	depend_on_access(t->depend, x, a);
	if (a->kind == ACCESS_EXISTENCE || !a->object)
		return;
	if (a->ends) {
		add_free(t, x, st, a->object);
		return;
	}
	uint64_t offset;
	if (!is_told(x, st, a) || !a->offset.ix || !term_get_u64(x->ts, a->offset, &offset))
		return;
	bool is_write = a->kind == ACCESS_WRITE;
	struct story_event e = {.kind = is_write ? STORY_WRITE : STORY_READ, .other = NO_THREAD};
	x->observation.depth++;
	e.id = a->object;
	e.offset = offset;
	e.bytes = a->bytes;
	e.in_library = is_hidden(x, a->object);
	e.object = tell_lvalue(x, st, t->story->arena, a);
	e.is_atomic = st->atomic || a->order != MEM_PLAIN;
	e.value = tell_value(x, st, t->story->arena, a, value);
	if (value.ix && term_is_const(x->ts, value))
		e.bits = bits_copy(t->story->arena, term_bits(x->ts, value));
	x->observation.depth--;
	add(t, st, e);
}

/* What follows an assertion that holds, or fails, is not the user's branch; nor is one inside of
 * the condition that it asserts. */
static bool is_of_assertion(const struct function *f, uint32_t pc) {
	uint32_t failure, target = f->ins.at[pc].target;
	if (control_fails(f, pc + 1, &failure) || control_fails(f, target, &failure))
		return true;
	return target > pc && f->ins.at[target].kind == INS_GOTO && site_has_temp(f->ins.at[pc].rhs) &&
	       site_has_temp(f->ins.at[target].rhs) && is_of_assertion(f, target);
}

void tell_branch(struct teller *t, struct symex *x, struct state *st, bool taken) {
	const struct ins *i = next_ins(st);
	depend_on_branch(t->depend, st, taken);
	if (st->frame->function->is_model || is_of_assertion(st->frame->function, st->pc))
		return;
	struct story_event e = {.kind = STORY_BRANCH, .other = NO_THREAD, .jumps = taken};
	if (i->text || i->rhs) /* a temporary of ours means nothing to anybody */
		e.object = i->text                 ? i->text
		           : site_has_temp(i->rhs) ? "the condition"
		                                   : expr_print(t->story->arena, i->rhs);
	e.taken = taken == (!i->text || i->when_true);
	e.value = tell_condition(x, st, t->story->arena, i);
	add(t, st, e);
}

static bool is_library_call(const struct state *st, const struct ins *i) {
	return !st->frame->function->is_model && i->kind == INS_CALL && i->rhs->kind == EXPR_SYMBOL &&
	       i->rhs->symbol->function && i->rhs->symbol->function->is_model;
}

void tell_assign(struct teller *t, struct symex *x, struct state *st, const struct expr *lhs) {
	const struct ins *i = st->frame ? next_ins(st) : NULL;
	depend_on_assign(t->depend, st, lhs);
	uint32_t call = st->frame ? thread_of(t, st->tid)->call : NO_EVENT;
	if (call == NO_EVENT || !is_library_call(st, i) || !type_is_scalar(lhs->type))
		return;
	struct naming_peek peek = naming_peek_begin(x);
	term v = eval(x, st, lhs);
	if (term_is_const(x->ts, v) && at(t, call)->function == st->frame->function &&
	    at(t, call)->pc == st->pc) {
		at(t, call)->bits = bits_copy(t->story->arena, term_bits(x->ts, v));
		at(t, call)->value = show_value(x, t->story->arena, lhs->type, v);
		t->record.at[call] = depend_current(t->depend);
	}
	naming_peek_end(x, peek);
	thread_of(t, st->tid)->call = NO_EVENT;
}

/* "read(...)": the call as the user wrote it, without its arguments if they say nothing. */
static const char *call_text(struct teller *t, const struct state *caller, const char *callee) {
	struct arena *a = t->story->arena;
	const struct ins *i = next_ins(caller);
	const char *text = NULL;
	for (uint32_t k = 0; k < i->nargs; k++) {
		const char *one = spelled(a, caller->frame->function, caller->pc, i->arg[k]);
		if (!one)
			return arena_printf(a, "%s()", callee);
		text = text ? arena_printf(a, "%s, %s", text, one) : one;
	}
	return arena_printf(a, "%s(%s)", callee, text ? text : "");
}

void tell_call(struct teller *t, struct symex *x, struct state *st) {
	(void)x;
	depend_on_call(t->depend, st);
	const struct frame *callee = st->frame;
	if (!callee->up || !callee->function->is_model || callee->up->function->is_model)
		return;
	struct state caller = *st;
	caller.frame = callee->up;
	caller.pc = frame_call_pc(callee);
	const char *name = callee->function->symbol->display;
	struct story_event e = {.kind = STORY_CALL, .other = NO_THREAD};
	e.object = call_text(t, &caller, name);
	uint32_t ix = add(t, &caller, e);
	at(t, ix)->callee = name;
	thread_of(t, st->tid)->call = ix;
}

void tell_create(struct teller *t, struct symex *x, struct state *st, uint32_t tid,
                 const struct created *c) {
	(void)x;
	depend_on_create(t->depend, tid);
	uint32_t ix = add(t, st, (struct story_event){.kind = STORY_CREATE, .other = tid});
	at(t, ix)->object = c->function ? c->function->display : NULL;
	at(t, ix)->loc = c->loc;
	thread_of(t, tid);
	t->story->thread.at[tid].start = c->function ? c->function->display : NULL;
}

/* Where the start function of the thread was left: its last event. */
static struct loc last_loc(const struct story *s, uint32_t tid) {
	for (size_t i = s->event.n; i-- > 0;)
		if (s->event.at[i].thread == tid && s->event.at[i].loc.file)
			return s->event.at[i].loc;
	return NO_LOC;
}

void tell_thread_end(struct teller *t, struct symex *x, struct state *st) {
	(void)x;
	struct loc loc = last_loc(t->story, st->tid);
	struct story_event e = {.kind = STORY_END, .other = NO_THREAD};
	uint32_t ix;
	if (st->frame) {
		ix = add(t, st, e);
	} else {
		struct told_thread *th = thread_of(t, st->tid);
		e.thread = st->tid;
		e.place = th->start;
		e.control = e.partner = NO_EVENT;
		e.nth = 1;
		e.step = t->steps;
		copy_held(t, &e, st->tid);
		vec_push(&t->story->event, e);
		vec_push(&t->record, depend_current(t->depend));
		ix = (uint32_t)t->story->event.n - 1;
	}
	at(t, ix)->loc = at(t, ix)->loc.file && at(t, ix)->function && !at(t, ix)->function->is_model
	                     ? at(t, ix)->loc
	                     : loc;
	t->story->thread.at[st->tid].end = ix;
	t->story->thread.at[st->tid].has_ended = true;
}

void tell_acquire(struct teller *t, struct symex *x, struct state *st, const struct held *h) {
	uint32_t ix = add_on(t, x, st, STORY_LOCK, h->object);
	at(t, ix)->is_read_lock = h->kind == SYNC_READER;
	vec_push(&thread_of(t, st->tid)->held, ix);
}

void tell_release(struct teller *t, struct symex *x, struct state *st, term lock) {
	uint32_t ix = add_on(t, x, st, STORY_UNLOCK, lock);
	struct told_thread *th = thread_of(t, st->tid);
	for (size_t i = th->held.n; i-- > 0;) {
		const struct story_event *l = at(t, th->held.at[i]);
		if (!same_condition(l, at(t, ix)))
			continue;
		at(t, ix)->partner = th->held.at[i];
		at(t, ix)->is_read_lock = l->is_read_lock;
		for (size_t k = i + 1; k < th->held.n; k++)
			th->held.at[k - 1] = th->held.at[k];
		th->held.n--;
		break;
	}
}

void tell_allocates(struct teller *t, struct symex *x, struct state *st, uint32_t object) {
	if (x->object.at[object].kind != OBJECT_HEAP)
		return;
	struct story_event e = {.kind = STORY_ALLOC, .other = NO_THREAD, .id = object};
	map_put(&t->alloc, object, add(t, st, e));
}

/* --- The end. --- */

static bool has_pointer(const struct expr *e, const struct expr *p) {
	bool found = expr_equal(e, p);
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = has_pointer(e->arg[i], p);
	return found;
}

/* A check of memory has failed: what the thread was about to do with it. */
static void add_bad_access(struct teller *t, struct symex *x, struct state *st) {
	const struct ins *i = next_ins(st);
	const struct expr *p = i->kind == INS_ASSERT ? history_pointer(i->rhs) : NULL;
	struct story_event e = {.kind = STORY_READ, .other = NO_THREAD, .late = true, .bytes = 1};
	term offset;
	if (!p || p->type->kind != TYPE_POINTER)
		return;
	struct naming_peek peek = naming_peek_begin(x);
	bool known = ptr_known(x, eval(x, st, p), &e.id, &offset) && e.id &&
	             term_get_u64(x->ts, offset, &e.offset);
	naming_peek_end(x, peek);
	if (!known)
		return;
	t->story->bad_object = e.id;
	const struct ins *use = guarded_ins(st);
	const char *callee = user_site(st).callee;
	if (use->kind == INS_ASSIGN && use->lhs->kind != EXPR_SYMBOL && has_pointer(use->lhs, p))
		e.kind = STORY_WRITE;
	if (callee && (!strcmp(callee, "free") || !strcmp(callee, "realloc")))
		e.kind = STORY_FREE;
	if (e.kind == STORY_FREE)
		e.bytes = 0;
	const struct expr *lvalue = e.kind == STORY_WRITE ? use->lhs : p;
	e.object = !st->frame->function->is_model && !site_has_temp(lvalue)
	               ? expr_print(t->story->arena, lvalue)
	               : name_of(t, x, st, e.id, e.offset);
	for (size_t k = t->story->event.n; k-- > 0 && t->story->freed == NO_EVENT;)
		if (at(t, (uint32_t)k)->kind == STORY_FREE && at(t, (uint32_t)k)->id == e.id)
			t->story->freed = (uint32_t)k;
	uint32_t ix = add(t, st, e);
	at(t, ix)->late = true;
}

void tell_race(struct teller *t, struct symex *x, struct state *st, const struct next_access *a,
               const struct next_access *b) {
	const struct next_access *side[2] = {a, b};
	for (unsigned k = 0; k < 2 && t->story->raced[1] == NO_EVENT; k++) {
		struct state view = thread_view(st, side[k]->tid);
		if (!view.frame)
			return;
		struct story_event e = {.kind = side[k]->is_write ? STORY_WRITE : STORY_READ,
		                        .other = NO_THREAD,
		                        .late = true,
		                        .is_atomic = side[k]->is_atomic};
		uint64_t bytes = 1;
		set_pointer(t, x, &view, &e, side[k]->pointer);
		term_get_u64(x->ts, side[k]->bytes, &bytes);
		e.bytes = (uint32_t)bytes;
		if (side[k]->lvalue && !view.frame->function->is_model && !site_has_temp(side[k]->lvalue))
			e.object = show_lvalue(x, &view, t->story->arena, side[k]->lvalue);
		uint32_t ix = add(t, &view, e);
		at(t, ix)->late = true;
		at(t, ix)->place = (struct why_place){view.tid, view.frame->function, view.pc, 0};
		t->story->raced[k] = ix;
	}
}

static const char *wait_name(enum sync_kind kind) {
	switch (kind) {
	case SYNC_CONDITION: return "condition";
	default: return sync_wait_text(kind);
	}
}

/* What the thread waits for, and the event that would end the wait. */
static void add_wait(struct teller *t, struct symex *x, struct state *view) {
	const struct ins *i = wait_ins(view);
	struct naming_peek peek = naming_peek_begin(x);
	bool waits = i && term_is_false(x->ts, wait_condition(x, view));
	term object = waits ? wait_object(x, view) : NO_TERM;
	uint32_t holder = waits ? wait_holder(x, view) : NO_THREAD;
	naming_peek_end(x, peek);
	if (!waits)
		return;
	struct story_event e = {.kind = STORY_LOCK, .other = holder, .late = true};
	set_pointer(t, x, view, &e, object);
	e.is_read_lock = i->sync == SYNC_READER;
	e.is_semaphore = i->sync == SYNC_SEMAPHORE;
	struct story_wait w = {.thread = view->tid,
	                       .what = wait_name(i->sync),
	                       .id = e.id,
	                       .offset = e.offset,
	                       .object = e.object,
	                       .holder = holder,
	                       .loc = state_user_loc(view)};
	depend_on_next(t->depend, view);
	if (i->sync == SYNC_CONDITION) {
		w.event = thread_of(t, view->tid)->wait;
		e.kind = STORY_WOKEN;
	} else if (i->sync == SYNC_JOIN) {
		e.kind = STORY_JOIN;
		w.object = e.object = NULL;
	} else if (i->sync == SYNC_BARRIER || i->sync == SYNC_ONCE || i->sync == SYNC_FUTEX) {
		e.kind = STORY_CALL;
	}
	uint32_t ix = add(t, view, e);
	at(t, ix)->late = true;
	at(t, ix)->partner = i->sync == SYNC_CONDITION ? w.event : NO_EVENT;
	at(t, ix)->place = (struct why_place){view->tid, view->frame->function, view->pc, 0};
	if (i->sync != SYNC_CONDITION)
		w.event = ix;
	vec_push(&t->story->wait, w);
}

static void add_holds(struct teller *t) {
	for (uint32_t tid = 0; tid < t->thread.n; tid++)
		for (size_t i = 0; i < t->thread.at[tid].held.n; i++)
			vec_push(&t->story->hold, ((struct story_hold){tid, t->thread.at[tid].held.at[i],
			                                               t->story->thread.at[tid].has_ended}));
}

void tell_end(struct teller *t, struct symex *x, struct state *st, uint32_t property) {
	struct story *s = t->story;
	tell_inputs(t, x);
	s->property = property;
	if (property == NO_PROPERTY)
		return;
	const struct property *p = properties_at(x->properties, property);
	s->class = p->class;
	s->text = p->text;
	bool of_state = s->class == PROPERTY_DEADLOCK || s->class == PROPERTY_RACE;
	if (!of_state && st->frame) {
		s->violation = add(
		    t, st,
		    (struct story_event){.kind = STORY_VIOLATION, .other = NO_THREAD, .object = p->text});
		const struct ins *i = next_ins(st);
		if (i->kind == INS_ASSERT && !st->frame->function->is_model)
			at(t, s->violation)->value = tell_condition(x, st, s->arena, i);
	}
	s->late = (uint32_t)s->event.n;
	if (s->class == PROPERTY_RACE && s->raced[0] != NO_EVENT) {
		s->late = s->raced[0];
		s->violation = at(t, s->raced[0])->thread == st->tid ? s->raced[0] : s->raced[1];
	}
	if (!of_state && st->frame)
		add_bad_access(t, x, st);
	for (uint32_t tid = 0; tid < st->nthreads && s->class == PROPERTY_DEADLOCK; tid++) {
		struct state view = thread_view(st, tid);
		if (view.frame)
			add_wait(t, x, &view);
	}
	add_holds(t);
}

/* What a library function has chosen and returned is named by the call. */
static void name_results(struct teller *t) {
	for (uint32_t i = 0; i < t->story->event.n; i++) {
		struct story_event *e = at(t, i);
		if (e->kind != STORY_INPUT || !e->callee || e->is_choice)
			continue;
		for (uint32_t k = i; k-- > 0;) {
			const struct story_event *c = at(t, k);
			if (c->kind != STORY_CALL || c->thread != e->thread || c->function != e->function ||
			    c->pc != e->pc)
				continue;
			uint64_t mask = e->bits.width >= 64 ? UINT64_MAX : (UINT64_C(1) << e->bits.width) - 1;
			bool is_result = c->bits.width && (c->bits.lo & mask) == (e->bits.lo & mask);
			e->is_indirect = !is_result;
			e->object = c->object;
			e->value = c->value;
			break;
		}
	}
}

struct story *tell_close(struct teller *t) {
	struct story *s = t->story;
	name_results(t);
	if (!t->depend->gives_up)
		tell_dependences(t);
	if (!s->late)
		s->late = (uint32_t)s->event.n;
	depend_close(t->depend);
	for (size_t i = 0; i < t->thread.n; i++)
		vec_free(&t->thread.at[i].held);
	vec_free(&t->record);
	vec_free(&t->thread);
	map_free(&t->name);
	map_free(&t->alloc);
	map_free(&t->like);
	*t = (struct teller){0};
	return s;
}
