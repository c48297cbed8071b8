/* Numbers of states: states that are equal up to names of objects have equal numbers
 * (symex/core/canon.h, renaming.h). */
#include <stdlib.h>

#include "symex/core/iterations.h"
#include "symex/lazy/node.h"
#include "symex/memory/canon_content.h"
#include "symex/memory/pending.h"
#include "symex/step/check/lock_order.h"
#include "symex/step/loop.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wakeup.h"

/* --- One thread. --- */

static struct shape frame_shape(struct tree *t, const struct frame *f) {
	struct shapes *s = t->keys.shapes;
	struct shape known = {0, 0};
	if (!f)
		return known;
	if (f->canon && shape_find(s, SHAPE_OF_FRAME, f->canon, &known))
		return known;
	struct shape up = frame_shape(t, f->up);
	size_t begin = shape_begin(s);
	uint32_t varargs[2], form = shape_add(s, up);
	shape_add_term(s, f->varargs, varargs);
	uint32_t words[] = {form,         f->function->symbol->id, f->return_pc, varargs[0], varargs[1],
	                    f->recursion, f->is_interrupt};
	struct shape shape = shape_end(s, begin, canon_tuple(t->keys.canon, words, 7));
	/* The names are part of the number of the frame. */
	uint32_t both[] = {shape.form, shape.names};
	((struct frame *)f)->canon = canon_tuple(t->keys.canon, both, 2);
	shape_keep(s, SHAPE_OF_FRAME, f->canon, shape);
	return shape;
}

/* Adds the names to the shape being composed; returns the form. */
static uint32_t held_form(struct tree *t, const struct held *h) {
	if (!h)
		return 0;
	uint32_t up = held_form(t, h->up), object[2], released[2];
	shape_add_term(t->keys.shapes, h->object, object);
	shape_add_term(t->keys.shapes, h->released, released);
	uint32_t words[] = {up, object[0], object[1], released[1]};
	return canon_tuple(t->keys.canon, words, 4);
}

static uint64_t reg_value(void *context, uint32_t key, uint64_t raw) {
	(void)context;
	(void)key;
	return reg_kind(raw) == REG_NOTE || reg_kind(raw) == REG_COUNT ? 0 : raw;
}

static uint32_t registers_form(struct tree *t, const struct pmap *reg) {
	canon_map(t->keys.canon, &t->x->pool, reg, reg_value, NULL);
	return shape_add(t->keys.shapes, shape_registers(t->keys.shapes, reg));
}

static uint32_t wakeup_form(struct tree *t, const struct wakeup *w) {
	if (!w || !w->frame)
		return w != NULL;
	uint32_t condition[2], frame = shape_add(t->keys.shapes, frame_shape(t, w->frame));
	shape_add_term(t->keys.shapes, w->condition, condition);
	uint32_t words[] = {frame, w->return_pc, condition[0], condition[1],
	                    registers_form(t, &w->reg)};
	return canon_tuple(t->keys.canon, words, sizeof words / sizeof *words);
}

/* A map whose keys are objects: the values, in the order of the keys. */
static uint32_t stack_form(struct tree *t, const struct pmap *m) {
	uint32_t form = 0, id;
	uint64_t depth;
	for (uint32_t at = 0; pmap_next(m, at, &id, &depth); at = id + 1) {
		uint32_t words[] = {form, (uint32_t)depth};
		shape_add_name(t->keys.shapes, NAME_OBJECT, id);
		form = canon_tuple(t->keys.canon, words, 2);
	}
	return form;
}

/* A map whose values are objects: the keys. */
static uint32_t locals_form(struct tree *t, const struct pmap *m) {
	uint32_t form = 0, symbol;
	uint64_t id;
	for (uint32_t at = 0; pmap_next(m, at, &symbol, &id); at = symbol + 1) {
		uint32_t words[] = {form, symbol};
		shape_add_name(t->keys.shapes, NAME_OBJECT, (uint32_t)id);
		form = canon_tuple(t->keys.canon, words, 2);
	}
	return form;
}

/* The loops that the thread is in, as a list of struct loop_iterations. */
static uint32_t iterations_of_thread(struct tree *t, const struct state *view) {
	struct symex *x = t->x;
	VEC(uint32_t) words = {0};
	uint32_t pc = view->pc, depth = 0;
	vec_push(&words, 0);
	for (const struct frame *f = view->frame; f; pc = frame_call_pc(f), f = f->up, depth++)
		for (uint32_t i = 0; i < f->function->loop.n; i++) {
			const struct loop *l = &f->function->loop.at[i];
			if (!iterations_has(l, pc))
				continue;
			bool by_user;
			step_bound(x, view->tid, f->function, l->id, &by_user);
			/* Both are counted by deepening, and small. */
			uint32_t n = iterations_get(view, f, i, ITERATIONS_COUNTED) +
			             (by_user ? 0 : step_open_iterations(view, f, i) << 16);
			const uint32_t one[] = {depth, i, n, by_user};
			for (size_t k = 0; k < sizeof one / sizeof *one; k++)
				vec_push(&words, one[k]);
			words.at[0]++;
		}
	uint32_t number = canon_tuple(t->keys.canon, words.at, (uint32_t)words.n);
	vec_free(&words);
	return number;
}

/* A call that has not begun: its arguments, which no register need hold any more. */
static uint32_t calling_form(struct tree *t, const struct state *view) {
	const struct library_call *call = view->calling;
	uint32_t form = view->operation;
	for (uint32_t i = 0; call && i < call->n; i++) {
		uint32_t value[2];
		shape_add_term(t->keys.shapes, call->value[i], value);
		uint32_t words[] = {form, value[0], value[1]};
		form = canon_tuple(t->keys.canon, words, 3);
	}
	return form;
}

static struct shape thread_shape(struct tree *t, const struct state *view) {
	struct shapes *s = t->keys.shapes;
	size_t begin = shape_begin(s);
	uint32_t frame = shape_add(s, frame_shape(t, view->frame));
	uint32_t wakeup = wakeup_form(t, view->wakeup), held = held_form(t, view->held);
	struct pmap marked = t->keys.symmetry ? symmetry_registers(t->keys.symmetry, view) : view->reg;
	uint32_t reg = registers_form(t, &marked), stack = stack_form(t, &view->stack);
	uint32_t calling = calling_form(t, view);
	uint32_t words[] = {frame,
	                    view->pc,
	                    view->atomic,
	                    view->cut,
	                    wakeup,
	                    held,
	                    reg,
	                    stack,
	                    locals_form(t, &view->tls),
	                    calling,
	                    view->calling != NULL};
	return shape_end(s, begin, canon_tuple(t->keys.canon, words, sizeof words / sizeof *words));
}

struct shape node_thread_shape(struct tree *t, const struct state *st, uint32_t tid) {
	struct parked *p = st->tid == tid ? NULL : (struct parked *)state_parked(st, tid);
	if (p && p->keys.shape)
		return shape_unpack(p->keys.shape);
	struct state view = thread_view(st, tid);
	struct shape shape = {0, 0};
	if (view.frame)
		shape = thread_shape(t, &view);
	if (p)
		p->keys.shape = shape_pack(shape);
	return shape;
}

/* --- The state. --- */

/* On another path the number may be that of another object.  Where the node of a map is the same,
 * the path to it is. */
static uint32_t described(struct tree *t, uint32_t id, uint32_t content) {
	const struct object *o = &t->x->object.at[id];
	uint32_t words[] = {content,
	                    o->size.ix,
	                    o->symbol ? o->symbol->id + 1 : 0,
	                    o->kind,
	                    o->align,
	                    (uint32_t)o->is_constant | (uint32_t)o->is_jump << 1 |
	                        (uint32_t)o->is_mapping << 2 | (uint32_t)o->is_given << 3,
	                    o->allocated.ix,
	                    (uint32_t)map_key(o->loc.file),
	                    (uint32_t)(map_key(o->loc.file) >> 32),
	                    o->loc.line,
	                    o->loc.col};
	return canon_tuple(t->keys.canon, words, sizeof words / sizeof *words);
}

static uint64_t content_value(void *context, uint32_t key, uint64_t raw) {
	struct tree *t = context;
	const struct content *initial = t->x->object.at[key].initial;
	uint32_t now = canon_content(t->keys.canon, t->x, (const struct content *)(uintptr_t)raw);
	if (initial && canon_content(t->keys.canon, t->x, initial) == now)
		return 0;
	return shape_is_dynamic(t->x, key) ? described(t, key, now) : now;
}

/* The edges of the lock order.  Their list is not kept, since few programs have one. */
static struct shape order_shape(struct tree *t, const struct state *st) {
	struct shapes *s = t->keys.shapes;
	size_t begin = shape_begin(s);
	uint32_t form = 0, key, from[2], to[2], when[2];
	uint64_t raw;
	for (uint32_t at = 0; pmap_next(&st->order, at, &key, &raw); at = key + 1) {
		const struct lock_edge *e = (const struct lock_edge *)(uintptr_t)raw;
		shape_add_term(s, e->from, from);
		shape_add_term(s, e->to, to);
		shape_add_term(s, e->when, when);
		shape_add_name(s, NAME_THREAD, e->tid);
		uint32_t words[] = {form, from[0], from[1], to[0], to[1], when[1], held_form(t, e->held)};
		form = canon_tuple(t->keys.canon, words, sizeof words / sizeof *words);
	}
	return shape_end(s, begin, form);
}

/* Adds the names to the shape being composed; returns the form. */
static uint32_t pending_form(struct tree *t, const struct pending *p) {
	if (!p)
		return 0;
	uint32_t up = pending_form(t, p->up), to[2] = {0}, value[2] = {0}, guard[2] = {0};
	if (p->object) {
		shape_add_term(t->keys.shapes, ptr_make(t->x, p->object, p->offset), to);
		shape_add_term(t->keys.shapes, p->value, value);
		shape_add_term(t->keys.shapes, p->guard, guard);
	}
	uint32_t words[] = {up,
	                    to[0],
	                    to[1],
	                    value[0],
	                    value[1],
	                    guard[0],
	                    guard[1],
	                    p->object ? p->scalar.bytes : 0,
	                    p->scalar.is_pointer};
	return canon_tuple(t->keys.canon, words, sizeof words / sizeof *words);
}

/* The stores that others do not see yet, which later steps depend on as on memory.  They are no
 * part of a thread's shape, which is kept while the thread does not run. */
static struct shape pending_shape(struct tree *t, const struct state *st) {
	struct shapes *s = t->keys.shapes;
	if (!pending_any(st))
		return (struct shape){0, 0};
	size_t begin = shape_begin(s);
	uint32_t form = 0;
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		uint32_t words[] = {form, pending_form(t, pending_of(st, tid))};
		form = canon_tuple(t->keys.canon, words, 2);
	}
	return shape_end(s, begin, form);
}

uint32_t node_memory_number(struct tree *t, const struct pmap *mem) {
	return canon_map(t->keys.canon, &t->x->pool, mem, content_value, t);
}

/* Of static memory. */
static struct shape memory_shape(struct tree *t, const struct state *st) {
	pmap_snapshot(&t->x->pool);
	node_memory_number(t, &st->mem);
	return shape_memory(t->keys.shapes, &st->mem);
}

struct shape node_created_shape(struct tree *t, const struct state *st, uint32_t tid) {
	struct created *c = (struct created *)(uintptr_t)pmap_get(&st->created, tid);
	struct shapes *s = t->keys.shapes;
	uint32_t form[2];
	if (!c)
		return (struct shape){0, 0};
	if (!c->shape) {
		size_t begin = shape_begin(s);
		shape_add_term(s, c->data, form);
		c->shape = shape_pack(shape_end(s, begin, canon_tuple(t->keys.canon, form, 2)));
	}
	return shape_unpack(c->shape);
}

static int by_number(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

static uint32_t all_assumptions(const struct symex *x, const bool *skip, uint32_t *words) {
	uint32_t n = 0, all = 0;
	for (size_t i = 0; i < x->assumption.n; i++)
		if (!skip[i])
			words[all++] = x->assumption.at[i].ix;
	if (all)
		qsort(words, all, sizeof *words, by_number);
	for (size_t i = 0; i < all; i++)
		if (!n || words[n - 1] != words[i])
			words[n++] = words[i];
	return n;
}

/* The assumptions that are no part of the state: those that place base addresses follow from the
 * objects whose addresses the state mentions (renaming.h). */
static bool *assumptions_left_out(const struct tree *t) {
	const struct symex *x = t->x;
	bool *skip = mem_alloc(x->assumption.n * sizeof *skip);
	for (size_t i = 0; i < x->address.fact.n && !t->keys.any_address; i++)
		skip[x->address.fact.at[i]] = true;
	return skip;
}

static struct shape assumptions_shape(struct tree *t, const struct state *st, bool is_feasible) {
	struct symex *x = t->x;
	struct shape none = {0, 0};
	if (!x->assumption.n || (x->address.fact.n == x->assumption.n && !t->keys.any_address))
		return none;
	uint32_t *words = mem_alloc(x->assumption.n * sizeof *words), form[2];
	bool *skip = assumptions_left_out(t);
	bool some = is_feasible && tree_reduces_by(t, REDUCTION_RELEVANT_ASSUMPTIONS);
	uint32_t n = some ? relevant_assumptions(t->keys.relevance, x, st, skip, words)
	                  : all_assumptions(x, skip, words);
	size_t begin = shape_begin(t->keys.shapes);
	for (uint32_t i = 0; i < n; i++)
		shape_add_term(t->keys.shapes, (term){words[i]}, form);
	struct shape shape =
	    shape_end(t->keys.shapes, begin, n ? canon_tuple(t->keys.canon, words, n) : 0);
	mem_free(words);
	mem_free(skip);
	return shape;
}

/* The parts of the state from which objects are reached, in a fixed order. */
struct roots {
	struct shape memory, ended, order, pending, clocks, history, assumptions;
	struct shape *thread; /* two for each: its creation, and the thread itself */
	uint64_t *rank;       /* a word for each, by which they are ordered (symmetry.h) */
	uint64_t sleep_set;
	struct shape *marked; /* static objects with numbers of threads */
	const uint32_t *objects;
	uint32_t nmarked;
};

/* What the thread is doing, without names: its form, and that of the data it was created with. */
static uint64_t word_of(struct tree *t, const struct state *st, uint32_t tid, struct shape thread) {
	const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, tid);
	uint32_t object, data = 0;
	term offset;
	if (c && ptr_known(t->x, c->data, &object, &offset) && object) {
		const struct content *content = memory_get(t->x, st, object);
		data = content ? shape_content(t->keys.shapes, content).form : 0;
	}
	return (uint64_t)thread.form << 32 | data;
}

static void find_marked(struct tree *t, const struct state *st, struct roots *r) {
	r->nmarked = symmetry_statics(t->keys.symmetry, &r->objects);
	r->marked = arena_array(t->x->pool.arena, struct shape, r->nmarked + 1);
	for (uint32_t i = 0; i < r->nmarked; i++)
		r->marked[i] =
		    symmetry_content(t->keys.symmetry, r->objects[i], memory_get(t->x, st, r->objects[i]));
}

static struct roots find_roots(struct tree *t, const struct state *st, bool is_feasible) {
	struct symex *x = t->x;
	struct roots r = {.nmarked = 0};
	r.memory = memory_shape(t, st);
	canon_map(t->keys.canon, &x->pool, &st->ended, NULL, NULL);
	r.ended = shape_ended(t->keys.shapes, &st->ended);
	r.order = order_shape(t, st);
	r.pending = pending_shape(t, st);
	r.clocks = clock_shape(t, st);
	r.history = history_shape(t, st);
	r.thread = arena_array(x->pool.arena, struct shape, 2 * st->nthreads);
	r.rank = arena_array(x->pool.arena, uint64_t, st->nthreads);
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		r.thread[2 * tid] = node_created_shape(t, st, tid);
		r.thread[2 * tid + 1] = node_thread_shape(t, st, tid);
		if (t->keys.symmetry)
			r.rank[tid] = word_of(t, st, tid, r.thread[2 * tid + 1]);
	}
	if (t->keys.symmetry)
		find_marked(t, st, &r);
	r.assumptions = assumptions_shape(t, st, is_feasible);
	return r;
}

static bool number_roots(struct tree *t, struct state *st, const struct roots *r, uint32_t *words,
                         uint32_t *n) {
	struct symex *x = t->x;
	struct renaming *names = t->keys.renaming;
	bool any_runner = tree_reduces_by(t, REDUCTION_ANY_RUNNER);
	renaming_set_unbounded(names, tree_reduces_by(t, REDUCTION_JOINED_SETS));
	const uint32_t *order = renaming_order(names, r->rank, r->sleep_set, st->nthreads);
	*n = 0;
	for (size_t i = 0; i < x->address.exposed.n && t->keys.any_address; i++)
		if (shape_is_dynamic(x, x->address.exposed.at[i]))
			renaming_pin(names, x->address.exposed.at[i]);
	words[(*n)++] = renaming_shape(names, r->memory);
	words[(*n)++] = renaming_shape(names, r->ended);
	words[(*n)++] = renaming_shape(names, r->order);
	words[(*n)++] = renaming_shape(names, r->pending);
	words[(*n)++] = renaming_shape(names, r->clocks);
	words[(*n)++] = renaming_shape(names, r->history);
	words[(*n)++] = renaming_shape(names, r->assumptions);
	words[(*n)++] = st->nthreads;
	words[(*n)++] = r->nmarked;
	words[(*n)++] = any_runner ? 0 : renaming_position(names, st->tid) + 1;
	for (uint32_t i = 0; i < r->nmarked; i++)
		words[(*n)++] = renaming_marked(names, r->marked[i]);
	for (uint32_t k = 0; k < st->nthreads; k++)
		words[(*n)++] = renaming_shapes(names, &r->thread[2 * order[k]], 2);
	return renaming_objects(names, st, &words[(*n)++]);
}

/* --- States of many threads.
 *
 * The threads that have not begun are most of such a state, and the same ones as in the state
 * before it.  So nothing is renamed there, and the parts of the state are persistent maps, of which
 * a number visits only what has changed.  Equal states in this sense are equal up to names; states
 * that are equal only up to names are explored twice. */

struct parked_context {
	struct tree *t;
	const struct state *st;
};

static uint64_t parked_value(void *context, uint32_t key, uint64_t raw) {
	const struct parked_context *c = context;
	(void)raw;
	struct shape s = node_thread_shape(c->t, c->st, key - 1);
	uint32_t words[] = {s.form, s.names};
	return canon_tuple(c->t->keys.canon, words, 2);
}

static uint64_t created_value(void *context, uint32_t key, uint64_t raw) {
	(void)context;
	(void)key;
	return ((const struct created *)(uintptr_t)raw)->data.ix;
}

static void add_shape(uint32_t *words, uint32_t *n, struct shape s) {
	words[(*n)++] = s.form;
	words[(*n)++] = s.names;
}

static uint32_t key_of_many(struct tree *t, struct state *st, bool is_feasible) {
	struct canon *canon = t->keys.canon;
	struct pmap_pool *pool = &t->x->pool;
	struct parked_context parked = {t, st};
	uint32_t words[32], n = 0;
	pmap_snapshot(pool);
	words[n++] = node_memory_number(t, &st->mem);
	words[n++] = canon_map(canon, pool, &st->ended, NULL, NULL);
	words[n++] = canon_map(canon, pool, &st->created, created_value, NULL);
	words[n++] = canon_map(canon, pool, &st->parked, parked_value, &parked);
	words[n++] = t->private ? canon_map(canon, pool, private_published(t->private), NULL, NULL) : 0;
	add_shape(words, &n, node_thread_shape(t, st, st->tid));
	words[n++] = st->tid + 1;
	add_shape(words, &n, order_shape(t, st));
	add_shape(words, &n, pending_shape(t, st));
	add_shape(words, &n, clock_shape(t, st));
	add_shape(words, &n, history_shape(t, st));
	add_shape(words, &n, assumptions_shape(t, st, is_feasible));
	words[n++] = st->nthreads;
	words[n++] = UINT32_MAX - 1; /* no other number has this word here */
	return canon_tuple(canon, words, n);
}

uint32_t node_key(struct tree *t, struct state *st, bool is_feasible, uint64_t sleep_set) {
	struct symex *x = t->x;
	if (st->nthreads > MAX_RENAMED) {
		renaming_none(t->keys.renaming);
		return key_of_many(t, st, is_feasible);
	}
	struct roots roots = find_roots(t, st, is_feasible);
	roots.sleep_set = sleep_set;
	uint32_t n, *words = arena_array(x->pool.arena, uint32_t, st->nthreads + roots.nmarked + 11);
	renaming_begin(t->keys.renaming);
	while (!number_roots(t, st, &roots, words, &n))
		renaming_again(t->keys.renaming);
	return canon_tuple(t->keys.canon, words, n);
}

static uint32_t iterations_at(struct tree *t, struct state *st, uint32_t tid) {
	struct parked *p = st->tid == tid ? NULL : (struct parked *)state_parked(st, tid);
	if (p && p->keys.iterations)
		return p->keys.iterations - 1;
	struct state view = thread_view(st, tid);
	uint32_t number = iterations_of_thread(t, &view);
	if (p)
		p->keys.iterations = number + 1;
	return number;
}

/* Threads that have not begun are in no loop.  Equal states have the same ones that have. */
static uint32_t iterations_of_begun(struct tree *t, struct state *st) {
	VEC(uint32_t) words = {0};
	vec_push(&words, 0);
	for (uint32_t tid = 0; state_next_begun(st, tid, &tid); tid++) {
		vec_push(&words, iterations_at(t, st, tid));
		words.at[0]++;
	}
	uint32_t number = canon_tuple(t->keys.canon, words.at, (uint32_t)words.n);
	vec_free(&words);
	return number;
}

uint32_t node_iterations(struct tree *t, struct state *st) {
	if (st->nthreads > MAX_RENAMED)
		return iterations_of_begun(t, st);
	uint32_t n = 0, *words = arena_array(t->x->pool.arena, uint32_t, st->nthreads + 1);
	words[n++] = st->nthreads;
	for (uint32_t k = 0; k < st->nthreads; k++) {
		uint32_t tid = renaming_thread(t->keys.renaming, k);
		words[n++] = iterations_at(t, st, tid);
	}
	return canon_tuple(t->keys.canon, words, n);
}
