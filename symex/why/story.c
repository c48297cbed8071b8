#include "symex/why/story.h"

#include <string.h>

#include "result/result.h"

void story_close(struct story *s) {
	if (!s)
		return;
	for (size_t i = 0; i < s->event.n; i++) {
		vec_free(&s->event.at[i].held);
		vec_free(&s->event.at[i].uses);
	}
	vec_free(&s->event);
	vec_free(&s->wait);
	vec_free(&s->hold);
	vec_free(&s->thread);
	arena_close(s->arena);
	mem_free(s);
}

static bool is_access(const struct story_event *e) {
	return e->kind == STORY_READ || e->kind == STORY_WRITE || e->kind == STORY_FREE;
}

static bool changes(const struct story_event *e) {
	return e->kind == STORY_WRITE || e->kind == STORY_FREE;
}

static bool is_of_lock(const struct story_event *e) {
	return e->kind == STORY_LOCK || (e->kind == STORY_UNLOCK && e->is_semaphore);
}

static bool wakes(const struct story_event *e) {
	return e->kind == STORY_SIGNAL || e->kind == STORY_BROADCAST;
}

bool story_same_bytes(const struct story_event *a, const struct story_event *b) {
	if (!a->id || a->id != b->id)
		return false;
	if (!a->bytes || !b->bytes)
		return true; /* the whole object */
	return a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
}

bool story_conflicts(const struct story_event *a, const struct story_event *b) {
	if (a->thread == b->thread || !story_same_bytes(a, b))
		return false;
	if (is_access(a) && is_access(b))
		return changes(a) || changes(b);
	if (is_of_lock(a) && is_of_lock(b))
		return !(a->is_read_lock && b->is_read_lock);
	return (a->kind == STORY_WAIT && wakes(b)) || (wakes(a) && b->kind == STORY_WAIT);
}

bool story_holds(const struct story *s, uint32_t event, uint32_t lock) {
	const struct story_event *e = &s->event.at[event], *l = &s->event.at[lock];
	for (size_t i = 0; i < e->held.n; i++) {
		const struct story_event *h = &s->event.at[e->held.at[i]];
		if (h->id == l->id && h->offset == l->offset)
			return true;
	}
	return false;
}

/* The last write of the bytes before a read; or NO_EVENT. */
static uint32_t written_by(const struct story *s, uint32_t read) {
	for (uint32_t i = read < s->late ? read : s->late; i-- > 0;)
		if (s->event.at[i].kind == STORY_WRITE &&
		    story_same_bytes(&s->event.at[i], &s->event.at[read]))
			return i;
	return NO_EVENT;
}

struct reached {
	const struct story *s;
	bool *seen;
	VEC(uint32_t) todo;
};

static void reach(struct reached *d, uint32_t event) {
	if (event == NO_EVENT || d->seen[event])
		return;
	d->seen[event] = true;
	vec_push(&d->todo, event);
}

bool story_depends(const struct story *s, uint32_t event, uint32_t on) {
	struct reached d = {.s = s, .seen = mem_alloc(s->event.n)};
	for (size_t i = 0; i < s->event.n; i++)
		d.seen[i] = false;
	reach(&d, event);
	while (d.todo.n && !d.seen[on]) {
		uint32_t next = vec_pop(&d.todo);
		const struct story_event *e = &s->event.at[next];
		for (size_t i = 0; i < e->uses.n; i++)
			reach(&d, e->uses.at[i]);
		if (e->kind == STORY_READ)
			reach(&d, written_by(s, next));
	}
	bool found = event != on && d.seen[on];
	vec_free(&d.todo);
	mem_free(d.seen);
	return found;
}

bool story_is_of_loop(const struct story_event *branch) {
	const struct function *f = branch->function;
	for (size_t i = 0; f && i < f->loop.n; i++) {
		const struct loop *l = &f->loop.at[i];
		uint32_t pc = l->head;
		while (pc < l->back && !(f->ins.at[pc].kind == INS_GOTO && f->ins.at[pc].rhs))
			pc++;
		if (branch->pc == pc || branch->pc == l->back)
			return true;
	}
	return false;
}

/* --- For the result. --- */

static enum cause_event_kind kind_of(const struct story_event *e) {
	static const enum cause_event_kind kind[STORY_KIND_N] = {
	    [STORY_READ] = CAUSE_EVENT_READ,
	    [STORY_WRITE] = CAUSE_EVENT_WRITE,
	    [STORY_LOCK] = CAUSE_EVENT_LOCK,
	    [STORY_UNLOCK] = CAUSE_EVENT_UNLOCK,
	    [STORY_WAIT] = CAUSE_EVENT_WAIT,
	    [STORY_WOKEN] = CAUSE_EVENT_WAIT,
	    [STORY_SIGNAL] = CAUSE_EVENT_SIGNAL,
	    [STORY_BROADCAST] = CAUSE_EVENT_BROADCAST,
	    [STORY_CREATE] = CAUSE_EVENT_CREATE,
	    [STORY_JOIN] = CAUSE_EVENT_JOIN,
	    [STORY_END] = CAUSE_EVENT_END,
	    [STORY_ALLOC] = CAUSE_EVENT_ALLOC,
	    [STORY_FREE] = CAUSE_EVENT_FREE,
	    [STORY_CALL] = CAUSE_EVENT_CALL,
	    [STORY_INPUT] = CAUSE_EVENT_INPUT,
	    [STORY_BRANCH] = CAUSE_EVENT_BRANCH,
	    [STORY_VIOLATION] = CAUSE_EVENT_VIOLATION,
	};
	bool waits = e->late && (e->kind == STORY_LOCK || e->kind == STORY_JOIN);
	return waits ? CAUSE_EVENT_WAIT : kind[e->kind];
}

static const char *what_of(const struct story *s, const struct story_event *e) {
	if (e->kind == STORY_WAIT || e->kind == STORY_WOKEN)
		return "condition";
	if (e->is_scope)
		return "scope";
	for (size_t i = 0; i < s->wait.n && e->late; i++)
		if (s->wait.at[i].thread == e->thread)
			return s->wait.at[i].what;
	return NULL;
}

static const char *copied(struct arena *a, const char *text) {
	return text ? arena_printf(a, "%s", text) : NULL;
}

/* The last event of the thread before it that the choice is about, or the first after it. */
static const struct story_event *chosen_in(const struct story *s, uint32_t event,
                                           enum story_kind kind) {
	const struct story_event *e = &s->event.at[event];
	for (uint32_t i = event; i-- > 0;)
		if (s->event.at[i].thread == e->thread && s->event.at[i].kind == kind &&
		    s->event.at[i].function == e->function && s->event.at[i].pc == e->pc)
			return &s->event.at[i];
	for (uint32_t i = event + 1; i < s->late; i++)
		if (s->event.at[i].thread == e->thread && s->event.at[i].kind == kind &&
		    s->event.at[i].function == e->function && s->event.at[i].pc == e->pc)
			return &s->event.at[i];
	return NULL;
}

static const char *thread_name(uint32_t thread, struct arena *a) {
	return thread == NO_THREAD ? NULL : thread ? arena_printf(a, "T%u", thread) : "main";
}

/* A choice of a model is told as what it means: whom a signal woke, a wait that ended without one,
 * a call that failed. */
static void tell_choice(const struct story *s, uint32_t event, struct cause_event *to,
                        struct arena *a) {
	const struct story_event *of;
	if ((of = chosen_in(s, event, STORY_SIGNAL))) {
		to->kind = CAUSE_EVENT_SIGNAL;
		to->object = copied(a, of->object);
		to->value = thread_name(of->other, a);
	} else if ((of = chosen_in(s, event, STORY_WAIT))) {
		to->kind = CAUSE_EVENT_WAIT;
		to->what = "condition";
		to->object = copied(a, of->object);
		to->value = "woken without a signal";
	} else if ((of = chosen_in(s, event, STORY_CALL))) {
		to->kind = CAUSE_EVENT_CALL;
		to->object = copied(a, of->object);
		to->value = copied(a, of->value);
	}
}

/* Events of the kind, thread and place before it, of the same object only or of all. */
static uint32_t count_before(const struct story *s, uint32_t event, bool same) {
	const struct story_event *e = &s->event.at[event];
	uint32_t n = 0;
	for (uint32_t i = 0; i < event; i++) {
		const struct story_event *o = &s->event.at[i];
		n += !o->late && o->kind == e->kind && o->thread == e->thread &&
		     o->loc.line == e->loc.line && o->loc.col == e->loc.col && o->loc.file == e->loc.file &&
		     (!same || o->object == e->object ||
		      (o->object && e->object && !strcmp(o->object, e->object)));
	}
	return n;
}

struct cause_event story_cause_event(const struct story *s, uint32_t event, struct arena *a) {
	struct cause_event to = {.thread = NO_THREAD, .step = NO_CAUSE_STEP};
	if (event == NO_EVENT)
		return to;
	const struct story_event *e = &s->event.at[event];
	to.kind = kind_of(e);
	to.step = cause_count(count_before(s, event, true), count_before(s, event, false));
	to.thread = e->thread;
	to.loc = e->loc;
	to.function = e->function ? e->function->symbol->display : NULL;
	bool has_name = e->object && *e->object != '@' && strncmp(e->object, "__model_", 8) != 0;
	to.object = has_name ? copied(a, e->object) : NULL;
	to.what = to.kind == CAUSE_EVENT_WAIT || e->is_scope ? what_of(s, e) : NULL;
	to.value = e->value && strchr(e->value, '<') && *e->value == '&' /* it has no name */
	               ? NULL
	               : copied(a, e->value);
	to.taken = e->taken;
	to.late = e->late;
	if (e->kind == STORY_INPUT && e->is_choice)
		tell_choice(s, event, &to, a);
	for (size_t i = 0; i < e->held.n; i++) {
		const struct story_event *h = &s->event.at[e->held.at[i]];
		vec_push(&to.held, ((struct cause_lock){copied(a, h->object), h->loc}));
	}
	return to;
}
