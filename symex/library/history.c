#include "symex/library/history.h"

#include "symex/config.h"
#include "symex/memory/access_log.h"
#include "symex/memory/pending.h"
#include "symex/memory/store.h"
#include "symex/observer.h"
#include "symex/step/check/condition.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"
#include "util/base/intern.h"

enum { MOST_CONFIGURATIONS = 4096 };

enum consistency library_asked(const struct symex *x) {
	if (x->config->library.consistency != CONSISTENCY_NONE)
		return x->config->library.consistency;
	return spec_exists(x) ? CONSISTENCY_LINEARIZABLE : CONSISTENCY_NONE;
}

uint32_t library_property(struct symex *x, const struct state *st) {
	static const char *const text[] = {
	    [CONSISTENCY_NONE] = "no order of the calls explains their results",
	    [CONSISTENCY_LINEARIZABLE] = "no order of the calls explains their results",
	    [CONSISTENCY_SEQUENTIAL] =
	        "no order of the calls that keeps those of each thread explains their results",
	    [CONSISTENCY_QUIESCENT] =
	        "no order of the calls between quiet moments explains their results",
	};
	return properties_get(x->properties, intern(property_class_name(PROPERTY_LINEARIZABILITY)),
	                      st->frame->function, PROPERTY_LINEARIZABILITY, state_loc(st),
	                      text[library_asked(x)]);
}

/* --- Sets under construction. --- */

struct builder {
	struct symex *x;
	const struct state *st;
	const struct history_set *from;
	VEC(struct explanation) at;
	const char *refused;
};

struct explanation_comparison {
	struct symex *x;
	const struct explanation *a, *b;
	bool differ;
};

static void each_cell(void *context, uint32_t offset, uint64_t a, uint64_t b) {
	(void)offset, (void)a, (void)b;
	*(bool *)context = true;
}

static bool has_ended(const struct explanation_comparison *c, const struct explanation *of,
                      uint32_t object) {
	uint64_t ended = pmap_get(&of->memory.ended, object);
	return ended && term_is_true(c->x->ts, (term){(uint32_t)ended});
}

static void each_object(void *context, uint32_t object, uint64_t in_a, uint64_t in_b) {
	struct explanation_comparison *c = context;
	const struct content *a = (const struct content *)(uintptr_t)in_a;
	const struct content *b = (const struct content *)(uintptr_t)in_b;
	if (c->differ || (has_ended(c, c->a, object) && has_ended(c, c->b, object)))
		return;
	c->differ = !a || !b || a->fill != b->fill || (a->fill == FILL_ANY && a->choice != b->choice) ||
	            a->lazy != b->lazy || a->elem != b->elem || !term_eq(a->array, b->array);
	if (!c->differ)
		pmap_diff(&a->cells, &b->cells, each_cell, &c->differ);
}

static void each_end(void *context, uint32_t object, uint64_t a, uint64_t b) {
	(void)object;
	((struct explanation_comparison *)context)->differ |= a != b;
}

static bool same_values(const struct library_call *a, const struct library_call *b) {
	if (a->op != b->op || a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!term_eq(a->value[i], b->value[i]))
			return false;
	return true;
}

static bool same_slot(const struct history_slot *a, const struct history_slot *b) {
	return a->tid == b->tid && a->kind == b->kind && a->has_returned == b->has_returned &&
	       (a->kind == SLOT_PLACED ? same_values(&a->result, &b->result)
	                               : same_values(&a->call, &b->call)) &&
	       (!a->has_returned || same_values(&a->returned, &b->returned));
}

/* Up to their guards. */
static bool same_configuration(const struct builder *b, const struct explanation *p,
                               const struct explanation *q) {
	struct explanation_comparison c = {.x = b->x, .a = p, .b = q};
	if (p->nslots != q->nslots)
		return false;
	for (uint32_t i = 0; i < p->nslots; i++)
		if (!same_slot(&p->slot[i], &q->slot[i]))
			return false;
	for (uint32_t i = 0; i < b->from->nthreads; i++)
		if (p->made[i] != q->made[i])
			return false;
	pmap_diff(&p->memory.mem, &q->memory.mem, each_object, &c);
	pmap_diff(&p->memory.ended, &q->memory.ended, each_end, &c);
	return !c.differ;
}

/* Equal configurations become one: either explanation will do. */
static void add(struct builder *b, struct explanation c) {
	for (size_t i = 0; i < b->at.n; i++)
		if (same_configuration(b, &b->at.at[i], &c)) {
			b->at.at[i].guard = term_or(b->x->ts, b->at.at[i].guard, c.guard);
			return;
		}
	vec_push(&b->at, c);
}

static const struct history_set *finish(struct builder *b) {
	struct symex *x = b->x;
	struct explanation *at = arena_array(x->pool.arena, struct explanation, b->at.n);
	struct history_set *set = arena_new(x->pool.arena, struct history_set);
	for (size_t i = 0; i < b->at.n; i++)
		at[i] = b->at.at[i];
	*set = *b->from;
	set->n = (uint32_t)b->at.n;
	set->at = at;
	set->shape = 0;
	vec_free(&b->at);
	return set;
}

static struct history_slot *copy_slots(struct symex *x, const struct explanation *c,
                                       uint32_t more) {
	struct history_slot *slot = arena_array(x->pool.arena, struct history_slot, c->nslots + more);
	for (uint32_t i = 0; i < c->nslots; i++)
		slot[i] = c->slot[i];
	return slot;
}

static void drop_slot(struct symex *x, struct explanation *c, uint32_t index) {
	struct history_slot *slot = copy_slots(x, c, 0);
	for (uint32_t i = index; i + 1 < c->nslots; i++)
		slot[i] = slot[i + 1];
	c->slot = slot;
	c->nslots--;
}

static uint32_t slot_of(const struct explanation *c, uint32_t tid) {
	uint32_t i = 0;
	while (i < c->nslots && c->slot[i].tid != tid)
		i++;
	return i;
}

/* --- Placing calls. --- */

typedef void each_placed(struct builder *, struct explanation);

/* The configurations in which the call in this slot comes next. */
static void place(struct builder *b, const struct explanation *c, uint32_t index,
                  each_placed *each) {
	struct symex *x = b->x;
	const struct history_slot *s = &c->slot[index];
	struct spec_outcomes outcomes = {0};
	if (b->refused)
		return;
	spec_run(x, b->st, &c->memory, s->tid, c->made[s->tid], &s->call, &outcomes);
	b->refused = outcomes.refused;
	for (size_t i = 0; i < outcomes.at.n && !b->refused; i++) {
		const struct spec_outcome *o = &outcomes.at.at[i];
		struct explanation next = *c;
		struct history_slot *slot = copy_slots(x, c, 0);
		uint32_t *made = arena_array(x->pool.arena, uint32_t, b->from->nthreads);
		for (uint32_t k = 0; k < b->from->nthreads; k++)
			made[k] = c->made[k];
		made[s->tid] = o->made;
		slot[index].kind = SLOT_PLACED;
		slot[index].result = o->result;
		next.memory = o->memory;
		next.guard = term_and(x->ts, c->guard, o->guard);
		next.slot = slot;
		next.made = made;
		if (!term_is_false(x->ts, next.guard))
			each(b, next);
	}
	spec_outcomes_free(&outcomes);
}

/* The condition that both returned the same. */
static term same_results(struct symex *x, const struct library_call *a,
                         const struct library_call *b) {
	term same = term_bool(x->ts, a->n == b->n);
	for (uint32_t i = 0; i < a->n && i < b->n; i++) {
		if (term_width(x->ts, a->value[i]) != term_width(x->ts, b->value[i]))
			return term_false(x->ts);
		same = term_and(x->ts, same, term_equal(x->ts, a->value[i], b->value[i]));
	}
	return same;
}

/* --- Linearizability. --- */

struct linearizing {
	struct builder b;
	uint32_t tid;
	const struct library_call *result;
	VEC(struct explanation) todo;
};

static void linearize_later(struct builder *b, struct explanation c) {
	struct linearizing *l = (struct linearizing *)b;
	for (size_t i = 0; i < l->todo.n; i++)
		if (same_configuration(b, &l->todo.at[i], &c)) {
			l->todo.at[i].guard = term_or(b->x->ts, l->todo.at[i].guard, c.guard);
			return;
		}
	vec_push(&l->todo, c);
}

/* Calls are placed until that of the thread is; then the configuration is one of the new set if it
 * has the thread's result. */
static void linearize(struct linearizing *l, struct explanation c) {
	struct symex *x = l->b.x;
	uint32_t own = slot_of(&c, l->tid);
	if (own == c.nslots)
		return;
	if (c.slot[own].kind == SLOT_PLACED) {
		c.guard = term_and(x->ts, c.guard, same_results(x, &c.slot[own].result, l->result));
		drop_slot(x, &c, own);
		if (!term_is_false(x->ts, c.guard))
			add(&l->b, c);
		return;
	}
	for (uint32_t i = 0; i < c.nslots && !l->b.refused; i++)
		if (c.slot[i].kind == SLOT_CALLED)
			place(&l->b, &c, i, linearize_later);
}

static void linearize_return(struct linearizing *l) {
	for (uint32_t i = 0; i < l->b.from->n; i++)
		vec_push(&l->todo, l->b.from->at[i]);
	for (size_t i = 0; i < l->todo.n && !l->b.refused; i++) {
		if (l->todo.n > MOST_CONFIGURATIONS)
			l->b.refused = "very many orders of calls";
		linearize(l, l->todo.at[i]);
	}
	vec_free(&l->todo);
}

/* --- Weaker orders: all calls that have returned are placed at once. --- */

struct ordering {
	struct builder b;
	bool keeps_threads;  /* the calls of a thread stay in order */
	bool places_pending; /* calls that have not returned may be placed, too */
	VEC(struct explanation) todo;
};

/* The last call was placed in 'c'; if it has returned, with this result. */
static void order_later(struct builder *b, struct explanation c) {
	struct ordering *o = (struct ordering *)b;
	struct symex *x = b->x;
	uint32_t at = 0;
	while (c.slot[at].kind != SLOT_PLACED)
		at++;
	const struct history_slot *s = &c.slot[at];
	if (s->has_returned)
		c.guard = term_and(x->ts, c.guard, same_results(x, &s->result, &s->returned));
	drop_slot(x, &c, at);
	if (term_is_false(x->ts, c.guard))
		return;
	for (size_t i = 0; i < o->todo.n; i++)
		if (same_configuration(b, &o->todo.at[i], &c)) {
			o->todo.at[i].guard = term_or(x->ts, o->todo.at[i].guard, c.guard);
			return;
		}
	vec_push(&o->todo, c);
}

static bool may_be_next(const struct ordering *o, const struct explanation *c, uint32_t index) {
	for (uint32_t i = 0; i < index && o->keeps_threads; i++)
		if (c->slot[i].tid == c->slot[index].tid)
			return false;
	return c->slot[index].has_returned || o->places_pending;
}

static void order(struct ordering *o, struct explanation c) {
	bool is_complete = true;
	for (uint32_t i = 0; i < c.nslots; i++)
		is_complete &= !c.slot[i].has_returned;
	if (is_complete)
		add(&o->b, c);
	for (uint32_t i = 0; i < c.nslots && !is_complete; i++)
		if (may_be_next(o, &c, i))
			place(&o->b, &c, i, order_later);
}

static void order_all(struct ordering *o) {
	for (uint32_t i = 0; i < o->b.from->n; i++)
		vec_push(&o->todo, o->b.from->at[i]);
	for (size_t i = 0; i < o->todo.n && !o->b.refused; i++) {
		if (o->todo.n > MOST_CONFIGURATIONS)
			o->b.refused = "very many orders of calls";
		order(o, o->todo.at[i]);
	}
	vec_free(&o->todo);
}

/* The set with the result of the thread's call, which is its last one. */
static const struct history_set *with_result(struct symex *x, const struct history_set *from,
                                             uint32_t tid, const struct library_call *result) {
	struct explanation *at = arena_array(x->pool.arena, struct explanation, from->n);
	struct history_set *set = arena_new(x->pool.arena, struct history_set);
	*set = *from;
	set->at = at;
	set->shape = 0;
	for (uint32_t i = 0; i < from->n; i++) {
		at[i] = from->at[i];
		struct history_slot *slot = copy_slots(x, &at[i], 0);
		for (uint32_t k = 0; k < at[i].nslots; k++)
			if (slot[k].tid == tid && !slot[k].has_returned) {
				slot[k].has_returned = true;
				slot[k].returned = *result;
			}
		at[i].slot = slot;
	}
	return set;
}

static bool is_quiet(const struct history_set *set) {
	for (uint32_t i = 0; set->n && i < set->at[0].nslots; i++)
		if (!set->at[0].slot[i].has_returned)
			return false;
	return true;
}

/* --- Calls and returns. --- */

void library_begin(struct symex *x, struct state *st) {
	if (library_asked(x) == CONSISTENCY_NONE)
		return;
	if (pending_any(st)) {
		symex_unsupported(x, st, term_true(x->ts), "__mt_begin before all stores are in memory");
		return;
	}
	if (x->config->library.is_self && st->nthreads > 1) {
		symex_unsupported(x, st, term_true(x->ts), THREADS_OF_THE_LIBRARY);
		return;
	}
	struct explanation *first = arena_new(x->pool.arena, struct explanation);
	struct history_set *set = arena_new(x->pool.arena, struct history_set);
	pmap_snapshot(&x->pool);
	*first = (struct explanation){.memory = {st->mem, st->ended}, .guard = term_true(x->ts)};
	*set = (struct history_set){.begin = first->memory, .n = 1, .at = first};
	st->history = set;
}

/* A thread that the set has no room for. */
static const uint32_t *more_made(struct symex *x, const uint32_t *made, uint32_t had, uint32_t n) {
	uint32_t *more = arena_array(x->pool.arena, uint32_t, n);
	for (uint32_t i = 0; i < n; i++)
		more[i] = i < had ? made[i] : 0;
	return more;
}

void library_opens(struct symex *x, struct state *st) {
	const struct history_set *from = st->history;
	if (!from)
		return;
	access_history(x, 0, ACCESS_THREADS, SPAN_READ);
	struct explanation *at = arena_array(x->pool.arena, struct explanation, from->n);
	struct history_set *set = arena_new(x->pool.arena, struct history_set);
	*set = *from;
	set->at = at;
	set->shape = 0;
	if (set->nthreads <= st->tid)
		set->nthreads = st->tid + 1;
	for (uint32_t i = 0; i < from->n; i++) {
		at[i] = from->at[i];
		struct history_slot *slot = copy_slots(x, &at[i], 1);
		slot[at[i].nslots++] =
		    (struct history_slot){.tid = st->tid, .kind = SLOT_CALLED, .call = *st->calling};
		at[i].slot = slot;
		if (set->nthreads > from->nthreads)
			at[i].made = more_made(x, at[i].made, from->nthreads, set->nthreads);
	}
	st->history = set;
}

struct returned_history {
	const struct history_set *set; /* NULL: it is not known */
	term explained;                /* the calls so far have an order */
	const char *refused;           /* why it is not known */
};

static term any_guard(struct symex *x, const struct explanation *at, size_t n) {
	term any = term_false(x->ts);
	for (size_t i = 0; i < n; i++)
		any = term_or(x->ts, any, at[i].guard);
	return any;
}

static struct returned_history after_weak_return(struct symex *x, struct state *st,
                                                 const struct library_call *result) {
	const struct history_set *set = with_result(x, st->history, st->tid, result);
	bool is_sequential = library_asked(x) == CONSISTENCY_SEQUENTIAL;
	struct ordering o = {.b = {.x = x, .st = st, .from = set},
	                     .keeps_threads = is_sequential,
	                     .places_pending = true};
	order_all(&o);
	struct returned_history h = {set, any_guard(x, o.b.at.at, o.b.at.n), o.b.refused};
	if (h.refused)
		h.set = NULL;
	if (h.refused || is_sequential || !is_quiet(set))
		vec_free(&o.b.at);
	else
		h.set = finish(&o.b);
	return h;
}

static struct returned_history after_return(struct symex *x, struct state *st,
                                            const struct library_call *result) {
	struct linearizing l = {
	    .b = {.x = x, .st = st, .from = st->history}, .tid = st->tid, .result = result};
	linearize_return(&l);
	struct returned_history h = {.refused = l.b.refused};
	if (h.refused) {
		vec_free(&l.b.at);
		return h;
	}
	h.explained = any_guard(x, l.b.at.at, l.b.at.n);
	h.set = finish(&l.b);
	return h;
}

bool library_returned(struct symex *x, struct state *st, const struct library_call *result) {
	if (!st->history)
		return true;
	access_history(x, st->tid, st->tid + 1, SPAN_WRITE);
	struct returned_history h = library_asked(x) == CONSISTENCY_LINEARIZABLE
	                                ? after_return(x, st, result)
	                                : after_weak_return(x, st, result);
	if (!h.set) {
		symex_unsupported(x, st, term_true(x->ts), h.refused);
		return false;
	}
	st->history = h.set;
	return step_check(x, st, library_property(x, st), h.explained);
}

/* --- Waits. --- */

static void take_note(struct builder *b, struct explanation c) {
	add(b, c);
}

/* Can no call that is open happen now, whichever thread's?  None of them is placed. */
static bool nobody_can(struct builder *b, const struct explanation *c) {
	for (uint32_t i = 0; i < c->nslots; i++) {
		b->at.n = 0;
		if (c->slot[i].kind == SLOT_PLACED)
			return false;
		place(b, c, i, take_note);
		if (b->at.n || b->refused)
			return false;
	}
	return true;
}

/* The set with the calls that wait before their first visible instruction. */
static const struct history_set *all_called(struct symex *x, const struct state *st) {
	struct state copy = *st;
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		struct state view = thread_view(st, tid);
		if (!view.frame || !view.calling)
			continue;
		copy.tid = tid;
		copy.calling = view.calling;
		library_opens(x, &copy);
	}
	return copy.history;
}

static bool all_are_in_calls(struct symex *x, const struct state *st) {
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		struct state view = thread_view(st, tid);
		const struct ins *wait = view.frame ? wait_ins(&view) : NULL;
		bool joins = wait && wait_is_for_end(x, wait);
		if (view.frame && !view.operation && !joins)
			return false;
	}
	return true;
}

bool library_may_wait(struct symex *x, struct state *st) {
	if (!st->history || !all_are_in_calls(x, st))
		return false;
	struct builder b = {.x = x, .st = st, .from = all_called(x, st)};
	struct ordering o = {.b = b, .keeps_threads = library_asked(x) == CONSISTENCY_SEQUENTIAL};
	bool is_weak = library_asked(x) != CONSISTENCY_LINEARIZABLE, may = false;
	if (is_weak)
		order_all(&o);
	const struct explanation *at = is_weak ? o.b.at.at : b.from->at;
	size_t n = is_weak ? o.b.at.n : b.from->n;
	for (size_t i = 0; i < n && !may; i++)
		may = nobody_can(&b, &at[i]);
	if (b.refused || o.b.refused) { /* nothing is said of the state */
		symex_unsupported(x, st, term_true(x->ts), b.refused ? b.refused : o.b.refused);
		may = true;
	}
	vec_free(&o.b.at);
	vec_free(&b.at);
	return may;
}
