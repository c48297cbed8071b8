/* Steps of a counterexample about threads: their begin and end, locks, waits, signals. */
#include "symex/replay/trace/trace.h"

#include <string.h>

#include "symex/core/naming.h"
#include "symex/replay/trace/depend.h"
#include "symex/step/check/lock_order.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/show.h"
#include "symex/step/wait.h"
#include "util/text/diag.h"

const char *trace_thread_name(struct symex *x, uint32_t tid) {
	return tid ? arena_printf(trace_arena(x), "T%u", tid) : "main";
}

/* What a thread runs; those of the client that --api makes have names that say nothing. */
static const char *start_name(const struct created *c) {
	static const char made[] = "__thread_";
	if (!c->function)
		return "outside";
	return strncmp(c->function->display, made, strlen(made)) ? c->function->display : "client";
}

void trace_create(struct symex *x, struct state *st, uint32_t tid, const struct created *c) {
	struct cex_thread t = {
	    .name = trace_thread_name(x, tid), .function = start_name(c), .created = c->loc};
	vec_push(&trace_of(x)->cex->thread, t);
	depend_on_create(trace_of(x)->depend, tid);
	struct step *step = trace_add(x, st, STEP_CREATE);
	trace_at_call(step, st);
	step->loc = c->loc;
	step->in_model = !c->function; /* the sender of outside signals is not part of the program */
	step->other = tid;
}

/* The 'return' of the thread's function, or the call that has ended it; NULL: neither is known. */
static const struct step *last_act(const struct cex *cex, uint32_t tid) {
	for (size_t i = cex->step.n; i-- > 0;) {
		const struct step *s = &cex->step.at[i];
		if (s->thread != tid || s->in_model)
			continue;
		bool is_exit = s->kind == STEP_CALL &&
		               (!strcmp(s->call, "pthread_exit") || !strcmp(s->call, "thrd_exit"));
		if (is_exit || (s->kind == STEP_RETURN && !s->depth))
			return s->loc.line ? s : NULL;
		if (s->kind == STEP_CALL)
			return NULL;
	}
	return NULL;
}

void trace_thread_end(struct symex *x, struct state *st) {
	const struct step *act = last_act(trace_of(x)->cex, st->tid);
	struct loc loc = act ? act->loc : (struct loc){0};
	struct step *step = trace_add(x, st, STEP_THREAD_END);
	trace_at_call(step, st);
	const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, st->tid);
	step->loc = loc.line ? loc : c && c->function ? c->function->loc : state_user_loc(st);
	step->in_model = false;
}

/* The address of a lock, or of what a data race is about. */
const char *trace_pointer(struct symex *x, const struct state *st, term p) {
	const struct type *any = type_void_pointer(x->prog->types);
	uint32_t object;
	term offset;
	uint64_t at;
	if (!ptr_known(x, p, &object, &offset) || !object || x->object.at[object].symbol ||
	    !term_get_u64(x->ts, offset, &at))
		return show_value(x, trace_arena(x), any, p);
	struct memory_part part = {object, at, any->elem};
	return arena_printf(trace_arena(x), "&%s",
	                    names_lvalue(x, st, &trace_of(x)->names, trace_arena(x), part));
}

/* The wait of the running thread; false: it is not disabled. */
static bool describe_wait(struct symex *x, struct state *st, struct cex_wait *w) {
	const struct ins *i = wait_ins(st);
	if (!i || !term_is_false(x->ts, wait_condition(x, st)))
		return false;
	term object = wait_object(x, st);
	*w = (struct cex_wait){.thread = st->tid,
	                       .what = sync_wait_text(i->sync),
	                       .is_join = i->sync == SYNC_JOIN,
	                       .object =
	                           term_eq(object, ptr_null(x)) ? NULL : trace_pointer(x, st, object),
	                       .holder = wait_holder(x, st),
	                       .loc = state_user_loc(st)};
	return true;
}

static bool find_wait(struct symex *x, struct state *st, struct cex_wait *w) {
	struct naming_peek peek = naming_peek_begin(x);
	bool waits = describe_wait(x, st, w);
	naming_peek_end(x, peek);
	return waits;
}

static void add_wait(struct symex *x, struct state *st) {
	struct cex_wait w;
	if (!find_wait(x, st, &w))
		return;
	depend_on_next(trace_of(x)->depend, st);
	vec_push(&trace_of(x)->cex->wait, w);
}

void trace_stop(struct symex *x, struct state *st) {
	struct cex_wait w;
	if (!st->frame || !find_wait(x, st, &w))
		return;
	struct step *step = trace_add(x, st, STEP_BLOCKED);
	trace_at_call(step, st);
	step->loc = w.loc;
	step->lhs = w.object;
	step->other = w.holder;
	step->text = w.is_join ? NULL : w.what;
	step->nargs = w.object != NULL;
	step->arg = arena_array(trace_arena(x), const char *, 1);
	step->arg[0] = w.object ? w.object + (*w.object == '&') : NULL;
}

void trace_acquire(struct symex *x, struct state *st, const struct held *h) {
	struct step *step = trace_add(x, st, STEP_ACQUIRE);
	step->lhs = trace_pointer(x, st, h->object);
	step->text = sync_held_text(h->kind);
}

void trace_release(struct symex *x, struct state *st, term lock) {
	struct step *step = trace_add(x, st, STEP_RELEASE);
	step->lhs = trace_pointer(x, st, lock);
}

static const char *signal_name(struct arena *a, uint32_t number) {
	static const char *const name[] = {
	    "0",    "HUP",  "INT",  "QUIT", "ILL",    "TRAP",   "ABRT",  "BUS",  "FPE",  "KILL", "USR1",
	    "SEGV", "USR2", "PIPE", "ALRM", "TERM",   "STKFLT", "CHLD",  "CONT", "STOP", "TSTP", "TTIN",
	    "TTOU", "URG",  "XCPU", "XFSZ", "VTALRM", "PROF",   "WINCH", "IO",   "PWR",  "SYS"};
	return number < sizeof name / sizeof *name ? arena_printf(a, "SIG%s", name[number])
	                                           : arena_printf(a, "signal %u", number);
}

void trace_interrupt(struct symex *x, struct state *st) {
	struct step *step = trace_add(x, st, STEP_NOTE);
	step->in_model = true;
	step->text = "interrupted";
}

static void note_signal(struct symex *x, uint32_t number) {
	struct cex *cex = trace_of(x)->cex;
	const char *name = signal_name(trace_arena(x), number);
	for (size_t i = 0; i < cex->signal.n; i++)
		if (!strcmp(cex->signal.at[i], name))
			return;
	vec_push(&cex->signal, name);
}

/* Does the run need one from outside?  It does if the thread takes it that waits for it, or if it
 * is delivered after the thread that stands for the outside has sent it. */
static void note_outside(struct symex *x, const struct state *st, enum signal_event event,
                         uint32_t number) {
	struct trace *t = trace_of(x);
	const char *function = st->tid < t->cex->thread.n ? t->cex->thread.at[st->tid].function : NULL;
	uint64_t bit = number < 64 ? 1ull << number : 0;
	bool is_sent = function && !strcmp(function, "outside");
	if (event == SIGNAL_ARRIVES && is_sent)
		t->arrived |= bit;
	if ((event == SIGNAL_ARRIVES && !is_sent) || (event == SIGNAL_DELIVERED && t->arrived & bit))
		note_signal(x, number);
}

void trace_signal(struct symex *x, struct state *st, enum signal_event event, uint32_t number) {
	static const char *const text[SIGNAL_EVENT_N] = {"arrives", "delivered", "handled"};
	if (event >= SIGNAL_EVENT_N)
		BUG("no such event of a signal: %d", (int)event);
	note_outside(x, st, event, number);
	if (event != SIGNAL_ARRIVES && !st->frame->is_interrupt)
		return; /* the call that delivers it is a step already */
	struct step *step = trace_add(x, st, STEP_NOTE);
	trace_at_call(step, st);
	step->in_model = event == SIGNAL_HANDLED;
	step->text =
	    arena_printf(trace_arena(x), "%s %s", signal_name(trace_arena(x), number), text[event]);
}

static void add_locks(struct symex *x, const struct state *st) {
	for (const struct held *h = st->held; h; h = h->up) {
		struct cex_hold hold = {.thread = st->tid,
		                        .what = sync_held_text(h->kind),
		                        .object = trace_pointer(x, st, h->object),
		                        .loc = h->loc};
		vec_push(&trace_of(x)->cex->hold, hold);
	}
}

void trace_lock_edge(struct symex *x, struct state *st, const struct lock_edge *e, bool is_first) {
	struct cex *cex = trace_of(x)->cex;
	if (is_first)
		cex->order.n = 0;
	const struct held *h = e->held;
	while (!term_eq(h->object, e->from))
		h = h->up;
	struct cex_hold holds = {e->tid, sync_held_text(h->kind), trace_pointer(x, st, h->object),
	                         h->loc};
	struct cex_order order = {
	    holds, {e->tid, sync_held_text(e->kind), trace_pointer(x, st, e->to), e->loc}};
	vec_push(&cex->order, order);
}

/* Adds the waits and the held locks of all threads. */
void trace_blocked(struct symex *x, struct state *st) {
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		struct state view = thread_view(st, tid);
		if (!view.frame)
			continue;
		add_wait(x, &view);
		add_locks(x, &view);
	}
}
