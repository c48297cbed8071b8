/* Causes that a counterexample shows by itself. */
#include "result/cause_cex.h"

#include <ctype.h>
#include <string.h>

#include "util/text/same.h"

#define NOT_FOUND SIZE_MAX

static const struct cause_event no_event = {.thread = NO_THREAD, .step = NO_CAUSE_STEP};

/* "m" of "&m". */
static const char *plain(const char *object) {
	return object && *object == '&' ? object + 1 : object;
}

/* --- What threads hold. --- */

/* The step of the user that a step inside the library belongs to. */
static size_t user_step(const struct cex *c, size_t ix) {
	for (size_t i = ix + 1; i-- > 0;)
		if (c->step.at[i].thread == c->step.at[ix].thread && !c->step.at[i].in_model)
			return i;
	return ix;
}

/* The step before 'end' with which the thread acquired a lock that it holds there; 'lock' NULL:
 * any, the n-th of them.  NOT_FOUND: it holds none, or not so many. */
static size_t held_since(const struct cex *c, size_t end, uint32_t thread, const char *lock,
                         size_t n) {
	for (size_t i = 0; i < end && i < c->step.n; i++) {
		const struct step *s = &c->step.at[i];
		if (s->kind != STEP_ACQUIRE || s->thread != thread || !s->lhs ||
		    (lock && strcmp(s->lhs, lock) != 0))
			continue;
		bool is_held = true;
		for (size_t j = i + 1; j < end && j < c->step.n; j++)
			if (c->step.at[j].kind == STEP_RELEASE && c->step.at[j].thread == thread &&
			    same_text(c->step.at[j].lhs, s->lhs))
				is_held = false;
		if (is_held && n-- == 0)
			return i;
	}
	return NOT_FOUND;
}

static void add_held(const struct cex *c, size_t end, struct cause_event *e) {
	for (size_t n = 0;; n++) {
		size_t at = held_since(c, end, e->thread, NULL, n);
		if (at == NOT_FOUND)
			return;
		struct cause_lock l = {plain(c->step.at[at].lhs), c->step.at[user_step(c, at)].loc};
		vec_push(&e->held, l);
	}
}

/* --- Events. --- */

static struct cause_event event_of_step(const struct cex *c, size_t ix,
                                        enum cause_event_kind kind) {
	const struct step *s = &c->step.at[ix];
	struct cause_event e = {.kind = kind,
	                        .thread = s->thread,
	                        .step = (uint32_t)ix,
	                        .loc = s->loc,
	                        .function = s->function,
	                        .object = plain(s->lhs),
	                        .value = s->value};
	return e;
}

static struct cause_event lock_event(const struct cex *c, size_t acquired) {
	struct cause_event e = event_of_step(c, user_step(c, acquired), CAUSE_EVENT_LOCK);
	e.object = plain(c->step.at[acquired].lhs);
	e.value = NULL;
	return e;
}

static struct cause_event wait_event(const struct cex *c, const struct cex_wait *w) {
	struct cause_event e = {.kind = CAUSE_EVENT_WAIT,
	                        .thread = w->thread,
	                        .step = NO_CAUSE_STEP,
	                        .loc = w->loc,
	                        .object = plain(w->object),
	                        .what = w->is_join ? "join" : w->what,
	                        .late = true};
	for (size_t i = c->step.n; i-- > 0 && e.step == NO_CAUSE_STEP;)
		if (c->step.at[i].kind == STEP_BLOCKED && c->step.at[i].thread == w->thread) {
			e.step = (uint32_t)i;
			e.function = c->step.at[i].function;
		}
	add_held(c, c->step.n, &e);
	return e;
}

static void add_role(struct cause *cause, struct cause_event e) {
	vec_push(&cause->role, e);
}

/* --- Deadlocks. --- */

static const struct cex_wait *wait_of(const struct cex *c, uint32_t thread) {
	for (size_t i = 0; i < c->wait.n; i++)
		if (c->wait.at[i].thread == thread)
			return &c->wait.at[i];
	return NULL;
}

/* The step with which the holder took what is waited for; NOT_FOUND: it is no lock that it holds.
 */
static size_t taken_for(const struct cex *c, const struct cex_wait *w) {
	if (w->is_join || w->holder == NO_THREAD || !w->object)
		return NOT_FOUND;
	return held_since(c, c->step.n, w->holder, w->object, 0);
}

static size_t end_of(const struct cex *c, uint32_t thread) {
	for (size_t i = c->step.n; i-- > 0;)
		if (c->step.at[i].kind == STEP_THREAD_END && c->step.at[i].thread == thread)
			return i;
	return NOT_FOUND;
}

/* Is the lock that was taken released after its function was left? */
static bool is_handed_over(const struct cex *c, size_t taken, size_t call) {
	bool is_left = false;
	for (size_t i = call + 1; i < c->step.n; i++) {
		const struct step *s = &c->step.at[i];
		if (s->thread != c->step.at[call].thread)
			continue;
		if (s->kind == STEP_RELEASE && same_text(s->lhs, c->step.at[taken].lhs))
			return is_left;
		is_left |= s->kind == STEP_RETURN && !s->in_model && s->depth <= c->step.at[call].depth;
	}
	return false;
}

/* Does the function return with a lock that its callers release? */
static bool hands_over(const struct cex *c, const char *function) {
	for (size_t i = 0; i < c->step.n; i++) {
		size_t call = c->step.at[i].kind == STEP_ACQUIRE ? user_step(c, i) : NOT_FOUND;
		if (call != NOT_FOUND && same_text(c->step.at[call].function, function) &&
		    is_handed_over(c, i, call))
			return true;
	}
	return false;
}

/* The step with which the thread left the function that took the lock: its return.  One that only
 * takes the lock, or that returns with it elsewhere and the caller releases it, is part of its
 * caller.  NOT_FOUND: it did not. */
static size_t left_after(const struct cex *c, size_t taken, size_t end) {
	size_t call = user_step(c, taken);
	uint32_t thread = c->step.at[call].thread, depth = c->step.at[call].depth;
	bool does_more = false;
	for (size_t i = call + 1; i < end; i++) {
		const struct step *s = &c->step.at[i];
		if (s->thread != thread || s->in_model)
			continue;
		if (s->kind != STEP_RETURN || s->depth > depth) {
			does_more = true;
			continue;
		}
		if (does_more && !hands_over(c, s->function))
			return i;
		depth -= depth > 0;
	}
	return NOT_FOUND;
}

/* An END with a lock is where the thread left the function that took it; else its own function: the
 * last return, or call of pthread_exit, of the user. */
static void place_end(const struct cex *c, struct cause_event *e) {
	size_t end = e->kind == CAUSE_EVENT_END ? end_of(c, e->thread) : NOT_FOUND;
	if (end == NOT_FOUND)
		return;
	size_t taken = held_since(c, end, e->thread, NULL, 0), at = NOT_FOUND;
	bool has_one = taken != NOT_FOUND && held_since(c, end, e->thread, NULL, 1) == NOT_FOUND;
	if (has_one)
		at = left_after(c, taken, end);
	if (at != NOT_FOUND && e->thread < c->thread.n &&
	    !same_text(c->step.at[at].function, c->thread.at[e->thread].function))
		e->what = c->step.at[at].function;
	for (size_t i = end; at == NOT_FOUND && i-- > 0;) {
		const struct step *s = &c->step.at[i];
		if (s->thread == e->thread && !s->in_model &&
		    (s->kind == STEP_RETURN || s->kind == STEP_CALL))
			at = i;
	}
	if (at == NOT_FOUND)
		return;
	e->loc = c->step.at[at].loc;
	e->function = c->step.at[at].function;
}

static struct cause_event end_event(const struct cex *c, size_t end) {
	struct cause_event e = event_of_step(c, end, CAUSE_EVENT_END);
	place_end(c, &e);
	e.object = e.value = NULL;
	add_held(c, end, &e);
	return e;
}

/* The decision of the user's code between two steps of the thread, if there is only one: then it
 * has led there. */
static struct cause_event decision_between(const struct cex *c, size_t from, size_t to) {
	struct cause_event e = no_event;
	for (size_t i = from; i < to; i++) {
		const struct step *s = &c->step.at[i];
		if (s->kind != STEP_BRANCH || s->thread != c->step.at[from].thread || s->in_model)
			continue;
		if (e.kind != CAUSE_EVENT_NONE)
			return no_event;
		e = event_of_step(c, i, CAUSE_EVENT_BRANCH);
		e.object = s->text;
		e.taken = same_text(s->value, "true");
		e.value = NULL;
	}
	return e;
}

static bool forgotten_unlock(struct cause *cause, const struct cex *c) {
	for (size_t i = 0; i < c->wait.n; i++) {
		const struct cex_wait *w = &c->wait.at[i];
		size_t taken = taken_for(c, w);
		size_t end = taken == NOT_FOUND ? NOT_FOUND : end_of(c, w->holder);
		bool is_own = taken != NOT_FOUND && w->holder == w->thread;
		if (!is_own && end == NOT_FOUND)
			continue;
		add_role(cause, lock_event(c, taken));
		add_role(cause, is_own ? wait_event(c, w) : end_event(c, end));
		add_role(cause, is_own ? no_event : wait_event(c, w));
		add_role(cause, decision_between(c, taken, is_own ? c->step.n : end));
		cause->kind = CAUSE_FORGOTTEN_UNLOCK;
		return true;
	}
	return false;
}

enum { MAX_CIRCLE = 8 };

/* The waits of a circle that begins with this one; 0: it is in none. */
static size_t circle(const struct cex *c, const struct cex_wait *first,
                     const struct cex_wait **out) {
	size_t n = 0;
	for (const struct cex_wait *w = first; w && w->holder != NO_THREAD && n < MAX_CIRCLE;) {
		out[n++] = w;
		w = wait_of(c, w->holder);
		if (w == first)
			return n;
	}
	return 0;
}

static bool lock_order(struct cause *cause, const struct cex *c) {
	const struct cex_wait *w[MAX_CIRCLE];
	for (size_t i = 0; i < c->wait.n; i++) {
		size_t n = circle(c, &c->wait.at[i], w), locks = 0;
		for (size_t j = 0; j < n; j++)
			locks += taken_for(c, w[j]) != NOT_FOUND;
		if (n < 2 || locks < n)
			continue;
		for (size_t j = 0; j < n; j++) {
			add_role(cause, lock_event(c, taken_for(c, w[(j + n - 1) % n])));
			add_role(cause, wait_event(c, w[j]));
		}
		cause->kind = CAUSE_LOCK_ORDER;
		return true;
	}
	return false;
}

static bool join_under_lock(struct cause *cause, const struct cex *c) {
	const struct cex_wait *w[MAX_CIRCLE];
	for (size_t i = 0; i < c->wait.n; i++) {
		if (!c->wait.at[i].is_join || circle(c, &c->wait.at[i], w) != 2 ||
		    taken_for(c, w[1]) == NOT_FOUND)
			continue;
		add_role(cause, lock_event(c, taken_for(c, w[1])));
		add_role(cause, wait_event(c, w[0]));
		add_role(cause, wait_event(c, w[1]));
		cause->kind = CAUSE_JOIN_UNDER_LOCK;
		return true;
	}
	return false;
}

/* Locks that are taken in a circle, although nobody waits in this execution. */
static bool potential_order(struct cause *cause, const struct cex *c) {
	for (size_t i = 0; i < c->order.n; i++) {
		const struct cex_order *o = &c->order.at[i];
		struct cause_event lock = {.kind = CAUSE_EVENT_LOCK,
		                           .thread = o->held.thread,
		                           .step = NO_CAUSE_STEP,
		                           .loc = o->held.loc,
		                           .object = plain(o->held.object)};
		struct cause_event wait = lock;
		wait.kind = CAUSE_EVENT_WAIT;
		wait.thread = o->taken.thread;
		wait.loc = o->taken.loc;
		wait.object = plain(o->taken.object);
		wait.what = o->taken.what;
		add_role(cause, lock);
		add_role(cause, wait);
	}
	cause->kind = CAUSE_LOCK_ORDER;
	return c->order.n > 1;
}

/* --- Races. --- */

static struct cause_event access_event(const struct cex *c, const struct cex_access *a) {
	struct cause_event e = {.kind = a->is_write ? CAUSE_EVENT_WRITE : CAUSE_EVENT_READ,
	                        .thread = a->thread,
	                        .step = NO_CAUSE_STEP,
	                        .loc = a->loc,
	                        .object = a->lvalue,
	                        .late = !a->is_past};
	if (a->stack.n)
		e.function = a->stack.at[0].function;
	if (!a->is_past)
		add_held(c, c->step.n, &e);
	return e;
}

static bool hold_the_same(const struct cause_event *a, const struct cause_event *b) {
	for (size_t i = 0; i < a->held.n; i++)
		for (size_t j = 0; j < b->held.n; j++)
			if (same_text(a->held.at[i].object, b->held.at[j].object))
				return true;
	return false;
}

static bool race(struct cause *cause, const struct cex *c) {
	if (c->access.n != 2 || c->access.at[0].is_past || c->access.at[1].is_past)
		return false;
	struct cause_event a = access_event(c, &c->access.at[0]);
	struct cause_event b = access_event(c, &c->access.at[1]);
	/* A lock that both hold does not exclude them: both hold it for reading. */
	bool is_shared = hold_the_same(&a, &b);
	bool turned = is_shared                ? a.kind != CAUSE_EVENT_WRITE
	              : !a.held.n == !b.held.n ? a.thread > b.thread
	                                       : a.held.n > 0;
	cause->kind = is_shared              ? CAUSE_READ_LOCK
	              : a.held.n && b.held.n ? CAUSE_WRONG_LOCK
	                                     : CAUSE_NO_LOCK;
	add_role(cause, turned ? b : a);
	add_role(cause, turned ? a : b);
	return true;
}

/* --- Memory. --- */

static struct cause_event place_event(const struct cex_place *p, enum cause_event_kind kind) {
	struct cause_event e = {.kind = kind,
	                        .thread = p->thread == NO_THREAD ? 0 : p->thread,
	                        .step = NO_CAUSE_STEP,
	                        .loc = p->loc,
	                        .object = p->object};
	if (p->stack.n)
		e.function = p->stack.at[0].function;
	return e;
}

static const struct cex_place *place_of(const struct cex *c, enum place_kind kind) {
	for (size_t i = 0; i < c->place.n; i++)
		if (c->place.at[i].kind == kind)
			return &c->place.at[i];
	return NULL;
}

/* What the violation is about is the last step. */
static struct cause_event violation_event(const struct property_result *p,
                                          enum cause_event_kind kind) {
	const struct cex *c = p->cex;
	if (!c->step.n)
		return no_event;
	struct cause_event e = event_of_step(c, c->step.n - 1, kind);
	e.loc = p->loc;
	e.object = e.value = NULL;
	return e;
}

static bool out_of_scope(struct cause *cause, const struct property_result *p) {
	const struct cex_place *f = place_of(p->cex, PLACE_ENDED);
	if (!f)
		return false;
	cause->kind = CAUSE_USE_AFTER_FREE;
	add_role(cause, place_event(f, CAUSE_EVENT_FREE));
	vec_last(&cause->role).what = "scope";
	add_role(cause, no_event);
	add_role(cause, violation_event(p, CAUSE_EVENT_VIOLATION));
	add_role(cause, no_event);
	return true;
}

static bool freed(struct cause *cause, const struct property_result *p) {
	const struct cex_place *f = place_of(p->cex, PLACE_FREED);
	const struct cex_place *made = place_of(p->cex, PLACE_ALLOCATED);
	if (!f)
		return false;
	if (same_text(p->class_name, "double-free")) {
		cause->kind = CAUSE_DOUBLE_FREE;
		add_role(cause, no_event);
		add_role(cause, no_event);
		add_role(cause, place_event(f, CAUSE_EVENT_FREE));
		add_role(cause, violation_event(p, CAUSE_EVENT_FREE));
		return true;
	}
	cause->kind = CAUSE_USE_AFTER_FREE;
	add_role(cause, place_event(f, CAUSE_EVENT_FREE));
	add_role(cause, no_event);
	add_role(cause, violation_event(p, CAUSE_EVENT_VIOLATION));
	add_role(cause, made ? place_event(made, CAUSE_EVENT_ALLOC) : no_event);
	return true;
}

static const struct cex_place *lost_at(const struct cex *c) {
	const struct cex_place *p = place_of(c, PLACE_OVERWRITTEN);
	p = p ? p : place_of(c, PLACE_LOST);
	return p ? p : place_of(c, PLACE_DROPPED);
}

static bool leak(struct cause *cause, const struct property_result *p) {
	const struct cex_place *made = place_of(p->cex, PLACE_ALLOCATED), *lost = lost_at(p->cex);
	if (!same_text(p->class_name, "leak") || !made)
		return false;
	cause->kind = CAUSE_LEAK;
	add_role(cause, place_event(made, CAUSE_EVENT_ALLOC));
	add_role(cause, lost ? place_event(lost, CAUSE_EVENT_WRITE) : no_event);
	return true;
}

/* Does the text have the name as a word? */
static bool mentions(const char *text, const char *name) {
	size_t n = strlen(name);
	for (const char *at = text; at && (at = strstr(at, name)); at++) {
		bool begins = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
		if (begins && !isalnum((unsigned char)at[n]) && at[n] != '_')
			return true;
	}
	return false;
}

/* The first decision that names the variable, before anything is assigned to it; else the
 * violation. */
static struct cause_event first_use(const struct property_result *p, const char *name) {
	for (size_t i = 0; i < p->cex->step.n; i++) {
		const struct step *s = &p->cex->step.at[i];
		if (s->in_model)
			continue;
		if (s->kind == STEP_ASSIGN && same_text(s->lhs, name))
			break;
		if (s->kind == STEP_BRANCH && mentions(s->text, name))
			return event_of_step(p->cex, i, CAUSE_EVENT_READ);
	}
	return violation_event(p, CAUSE_EVENT_READ);
}

static bool not_initialised(struct cause *cause, const struct property_result *p) {
	const struct cex_place *u = place_of(p->cex, PLACE_UNSET);
	u = u ? u : place_of(p->cex, PLACE_UNSET_BLOCK);
	if (!u || !u->object)
		return false;
	struct cause_event read = first_use(p, u->object);
	read.object = u->object;
	read.value = NULL;
	cause->kind = CAUSE_NOT_INITIALISED;
	add_role(cause, place_event(u, CAUSE_EVENT_ALLOC));
	add_role(cause, read);
	return true;
}

/* --- All of it. --- */

static bool find(struct cause *cause, const struct property_result *p) {
	const struct cex *c = p->cex;
	if (c->wait.n)
		return forgotten_unlock(cause, c) || lock_order(cause, c) || join_under_lock(cause, c);
	if (c->order.n)
		return potential_order(cause, c);
	if (c->access.n)
		return race(cause, c);
	return freed(cause, p) || out_of_scope(cause, p) || leak(cause, p) || not_initialised(cause, p);
}

struct cause *cause_of_cex(struct arena *a, const struct property_result *p) {
	if (!p->cex)
		return NULL;
	struct cause *cause = arena_new(a, struct cause);
	*cause = (struct cause){
	    .class = CAUSED_BY_CONDITION, .kind = CAUSE_ORDER, .also = CAUSE_ORDER, .point = no_event};
	if (find(cause, p))
		return cause;
	cause_free(cause);
	return NULL;
}

/* Where the function that was left is not the one of the decision, that is not why. */
static void drop_other_decision(struct cause *c) {
	if (c->kind != CAUSE_FORGOTTEN_UNLOCK || c->role.n < 4 ||
	    c->role.at[1].kind != CAUSE_EVENT_END || !c->role.at[1].what ||
	    same_text(c->role.at[1].what, c->role.at[3].function))
		return;
	vec_free(&c->role.at[3].held);
	c->role.at[3] = no_event;
}

void cause_complete(struct arena *a, struct property_result *p) {
	struct cause *c = p->cause;
	if (!p->cex)
		return;
	if (!c) {
		p->cause = cause_of_cex(a, p);
		return;
	}
	for (size_t i = 0; i < c->role.n; i++)
		place_end(p->cex, &c->role.at[i]);
	drop_other_decision(c);
	const struct cex_place *lost = lost_at(p->cex);
	if (c->kind == CAUSE_LEAK && c->role.n > 1 && c->role.at[1].thread == NO_THREAD && lost)
		c->role.at[1] = place_event(lost, CAUSE_EVENT_WRITE);
	/* No kind fits what was found by runs: the counterexample may show one. */
	bool has_kind = c->kind != CAUSE_ORDER && c->kind != CAUSE_VALUES &&
	                c->kind != CAUSE_NOT_INITIALISED && c->kind != CAUSE_WRONG_BRANCH;
	bool may_show = c->class != CAUSED_BY_ORDER || same_text(p->class_name, "leak");
	struct cause *shown = has_kind || !may_show ? NULL : cause_of_cex(a, p);
	if (!shown)
		return;
	c->kind = shown->kind;
	for (size_t i = 0; i < c->fact.n; i++)
		c->fact.at[i].is_shown &= c->fact.at[i].type == FACT_ORDER; /* others say less */
	for (size_t i = 0; i < c->role.n; i++)
		vec_free(&c->role.at[i].held);
	vec_free(&c->role);
	c->role.at = shown->role.at;
	c->role.n = shown->role.n;
	c->role.cap = shown->role.cap;
}
