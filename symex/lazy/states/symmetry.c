#include "symex/lazy/states/symmetry.h"

#include "symex/lazy/states/joins.h"
#include "symex/memory/content.h"

struct number_bytes { /* bytes of an object that hold the number of a thread, + 1, or a set */
	uint32_t object, from, to;
	const struct symbol *symbol; /* of the object: on another path its number may mean another */
	bool is_set;                 /* of threads */
	uint32_t joined; /* elements of the array of identifiers that it is in, if only a loop of joins
	                    reads that; else 0 */
	uint32_t array;  /* where the array begins */
};

struct symmetry {
	struct symex *x;
	struct shapes *shapes;
	struct thread_ids *ids;
	struct map loops; /* instructions that read identifiers: joins.h */
	bool lost;
	bool keeps_orders; /* arrays of identifiers tell threads apart */
	bool lost_orders;  /* they must, it has turned out */
	VEC(struct number_bytes) location;
	VEC(bool) has_location; /* by object */
	VEC(uint32_t) statics;  /* static objects with a location */
};

struct symmetry *symmetry_open(struct symex *x, struct shapes *shapes) {
	const struct goto_prog *p = x->prog;
	struct thread_ids *ids = thread_ids_open(p);
	if (!ids)
		return NULL;
	struct symmetry *s = mem_alloc(sizeof *s);
	s->x = x;
	s->shapes = shapes;
	s->ids = ids;
	s->loops = joins_find(p);
	s->keeps_orders = !s->loops.n;
	return s;
}

void symmetry_close(struct symmetry *s) {
	if (!s)
		return;
	thread_ids_close(s->ids);
	map_free(&s->loops);
	vec_free(&s->location);
	vec_free(&s->has_location);
	vec_free(&s->statics);
	mem_free(s);
}

bool symmetry_lost(const struct symmetry *s) {
	return s->lost || s->lost_orders;
}

bool symmetry_keep_orders(struct symmetry *s) {
	if (s->lost)
		return false;
	s->keeps_orders = true;
	s->lost_orders = false;
	shape_unmark(s->shapes);
	for (size_t i = 0; i < s->location.n; i++) {
		s->location.at[i].joined = 0;
		shape_mark(s->shapes, s->location.at[i].object);
	}
	return true;
}

/* --- Places. --- */

static bool is_here(const struct symmetry *s, const struct number_bytes *p, uint32_t object) {
	return p->object == object && p->symbol == s->x->object.at[object].symbol;
}

/* Do static objects begin with nobody there?  What is behind a pointer of unknown origin may hold
 * anything. */
static bool begins_empty(const struct symmetry *s, const struct number_bytes *p) {
	const struct object *o = &s->x->object.at[p->object];
	if (o->kind != OBJECT_STATIC)
		return true;
	if (!o->symbol)
		return false;
	for (uint64_t i = p->from; i < p->to && i < o->symbol->nbytes; i++)
		if (o->symbol->bytes[i])
			return false;
	return true;
}

/* The value of a register of a frame; false: it is no constant. */
static bool register_value(const struct symmetry *s, const struct state *st, const struct frame *f,
                           const struct symbol *local, uint64_t *value) {
	for (uint32_t i = 0; i < f->function->local.n; i++) {
		if (f->function->local.at[i] != local)
			continue;
		uint64_t raw = pmap_get(&st->reg, f->base + i);
		*value = reg_payload(raw);
		return reg_kind(raw) == REG_CONST ||
		       (reg_kind(raw) == REG_TERM &&
		        term_get_u64(s->x->ts, (term){(uint32_t)reg_payload(raw)}, value));
	}
	return false;
}

/* pthread_create(&array[index], ...) by main: which array is it? */
static void find_array(const struct symmetry *s, const struct state *st, struct number_bytes *p) {
	const struct frame *f = st->frame;
	const struct ins *call = NULL;
	const struct symbol *index;
	uint32_t bytes = p->to - p->from;
	uint64_t at;
	for (; f && f->function->is_model; f = f->up)
		call = f->call;
	if (s->keeps_orders || st->tid || !f || !call || call->kind != INS_CALL || !call->nargs)
		return;
	const struct expr *to = call->arg[0];
	while (to->kind == EXPR_CAST)
		to = to->arg[0];
	const struct expr *array = to->kind == EXPR_ADDR ? joins_element(to->arg[0], &index) : NULL;
	if (!array || array->type->elem->size != bytes || array->type->n > UINT32_MAX ||
	    !register_value(s, st, f, index, &at) || at >= array->type->n || at * bytes > p->from)
		return;
	p->array = p->from - (uint32_t)at * bytes;
	/* One for each object: names of others in its content would be mixed with these. */
	for (size_t i = 0; i < s->location.n; i++) {
		const struct number_bytes *o = &s->location.at[i];
		if (is_here(s, o, p->object) && o->joined &&
		    (o->joined != array->type->n || o->array != p->array))
			return;
	}
	p->joined = (uint32_t)array->type->n;
}

static void add_location(struct symmetry *s, const struct state *st, const struct access *a,
                         bool is_set) {
	uint64_t at;
	struct number_bytes new = {
	    .object = a->object, .symbol = s->x->object.at[a->object].symbol, .is_set = is_set};
	if (!a->offset.ix || !term_get_u64(s->x->ts, a->offset, &at) || at > UINT32_MAX - a->bytes) {
		s->lost = true;
		return;
	}
	new.from = (uint32_t)at;
	new.to = (uint32_t)at + a->bytes;
	for (size_t i = 0; i < s->location.n; i++)
		if (is_here(s, &s->location.at[i], a->object) && s->location.at[i].from == new.from &&
		    s->location.at[i].to == new.to) {
			s->lost_orders |= s->location.at[i].joined && st->tid;
			return;
		}
	if (!is_set)
		find_array(s, st, &new);
	vec_push(&s->location, new);
	while (s->has_location.n <= a->object)
		vec_push(&s->has_location, false);
	bool is_static = !shape_is_dynamic(s->x, a->object);
	if (is_static && !s->has_location.at[a->object])
		vec_push(&s->statics, a->object);
	s->has_location.at[a->object] = true;
	s->lost |= is_static && !begins_empty(s, &new);
	/* What is kept of contents is from before the location was known.  It tells more states apart,
	 * which is right; and where threads are not renamed (MAX_RENAMED) it makes no difference, while
	 * an array of thousands of identifiers would be looked at again for each. */
	if (!shape_is_marked(s->shapes, a->object) || st->nthreads <= MAX_RENAMED)
		shape_mark(s->shapes, a->object);
}

/* The location that is accessed, or one of them; NULL: none. */
static const struct number_bytes *hit_location(const struct symmetry *s, const struct access *a) {
	uint64_t at = 0;
	bool known = a->offset.ix && term_get_u64(s->x->ts, a->offset, &at);
	for (size_t i = 0; i < s->location.n; i++) {
		const struct number_bytes *p = &s->location.at[i];
		if (is_here(s, p, a->object) && (!known || (at < p->to && p->from < at + a->bytes)))
			return p;
	}
	return NULL;
}

/* Is the read of an identifier one of a loop in which main joins all of its array? */
static bool is_by_loop(const struct symmetry *s, const struct state *st, const struct ins *i,
                       const struct number_bytes *p) {
	uint64_t elements, at;
	const struct symbol *index;
	if (st->tid || st->held || !map_get(&s->loops, map_key(i), &elements) || elements != p->joined)
		return false;
	const struct expr *read = i->kind == INS_ASSIGN ? i->rhs : i->arg[0];
	return joins_element(read, &index) && register_value(s, st, st->frame, index, &at) &&
	       p->from == p->array + at * (p->to - p->from);
}

/* The object ends, or the program does and looks for pointers in it. */
static bool is_end(const struct ins *i, const struct access *a) {
	if (a->offset.ix)
		return false;
	if (i->kind != INS_CALL)
		return i->kind == INS_END || i->kind == INS_DEAD || i->kind == INS_RETURN;
	enum intrinsic which = ins_intrinsic(i);
	return which == INTRINSIC_FREE || which == INTRINSIC_END_THREAD || which == INTRINSIC_EXIT;
}

/* A thread whose next instructions are checks before a wait is asked whether that is over. */
static const struct ins *instruction_at(const struct symmetry *s, const struct state *st) {
	const struct function *f = st->frame->function;
	const struct ins *i = &f->ins.at[st->pc], *end = f->ins.at + f->ins.n - 1;
	enum id_tag stores;
	while (f->is_model && i->kind == INS_ASSERT && i < end && !thread_ids_uses(s->ids, i, &stores))
		i++;
	return i;
}

void symmetry_access(struct symmetry *s, struct state *st, const struct access *a) {
	if (!a->object || a->kind == ACCESS_EXISTENCE || !st->frame || s->lost)
		return;
	const struct ins *i = instruction_at(s, st);
	enum id_tag stores = ID_NONE;
	bool passes = false;
	if (thread_ids_used_in(s->ids, st->frame->function)) {
		bool uses = thread_ids_uses(s->ids, i, &stores);
		if (stores != ID_NONE && a->kind == ACCESS_WRITE)
			add_location(s, st, a, stores == ID_SET);
		if (uses)
			return;
		passes = a->kind == ACCESS_READ && thread_ids_passes(s->ids, i);
	}
	bool has_any = a->object < s->has_location.n && s->has_location.at[a->object];
	const struct number_bytes *hit = has_any ? hit_location(s, a) : NULL;
	s->lost |= passes ? !hit || hit->is_set : hit && !is_end(i, a);
	s->lost_orders |= passes && hit && hit->joined && !is_by_loop(s, st, i, hit);
}

/* --- Numbers in registers. --- */

/* The register with a number of a thread marked; the same, if it has none. */
static uint64_t mark_register(const struct symmetry *s, uint64_t raw, enum id_tag tag,
                              const struct state *view) {
	uint64_t value = reg_payload(raw);
	if (reg_kind(raw) != REG_TERM && reg_kind(raw) != REG_CONST)
		return raw;
	if (reg_kind(raw) == REG_TERM && !term_get_u64(s->x->ts, (term){reg_payload(raw)}, &value))
		return reg_make(REG_THREAD, THREAD_UNKNOWN);
	if (tag != ID_NUMBER && !value)
		return raw;
	if (tag == ID_SET)
		return reg_make(REG_THREAD, view->tid < 64 && value == 1ull << view->tid ? THREAD_SELF
		                                                                         : THREAD_UNKNOWN);
	uint64_t tid = tag == ID_NEXT ? value - 1 : value;
	if (!tid)
		return raw;
	return reg_make(REG_THREAD, tid == view->tid       ? THREAD_SELF
	                            : tid < view->nthreads ? (uint32_t)tid
	                                                   : THREAD_UNKNOWN);
}

struct pmap symmetry_registers(struct symmetry *s, const struct state *view) {
	struct pmap reg = view->reg;
	bool copied = false;
	for (const struct frame *f = view->frame; f; f = f->up) {
		if (!thread_ids_in(s->ids, f->function))
			continue;
		for (uint32_t i = 0; i < f->function->local.n; i++) {
			enum id_tag tag = thread_ids_local(s->ids, f->function->local.at[i]);
			if (tag != ID_NUMBER && tag != ID_NEXT && tag != ID_SET)
				continue;
			uint64_t raw = pmap_get(&reg, f->base + i), new = mark_register(s, raw, tag, view);
			if (new == raw)
				continue;
			if (!copied)
				pmap_snapshot(&s->x->pool);
			copied = true;
			pmap_set(&s->x->pool, &reg, f->base + i, new);
		}
	}
	if (copied)
		pmap_snapshot(&s->x->pool);
	return reg;
}

/* --- Numbers in memory. --- */

/* The location at these bytes; NULL: none. */
static const struct number_bytes *location_at(const struct symmetry *s, uint32_t object,
                                              uint32_t at, uint32_t bytes, bool *overlaps) {
	*overlaps = false;
	for (size_t i = 0; i < s->location.n; i++) {
		const struct number_bytes *p = &s->location.at[i];
		if (!is_here(s, p, object) || at >= p->to || p->from >= at + bytes)
			continue;
		*overlaps = true;
		if (p->from == at && p->to == at + bytes)
			return p;
	}
	return NULL;
}

static bool constant_of(const struct symmetry *s, uint64_t cell, uint64_t *value) {
	*value = (uint32_t)cell;
	if (cell_is_constant(cell))
		return true;
	return !cell_is_pointer(cell) && term_get_u64(s->x->ts, (term){(uint32_t)cell}, value);
}

struct shape symmetry_content(struct symmetry *s, uint32_t object, const struct content *c) {
	struct shape_cells cells;
	struct shape known;
	if (!shape_cells_begin(s->shapes, &cells, object, c, &known))
		return known;
	uint32_t at = 0, offset;
	uint64_t cell, value;
	for (; !c->lazy && !c->elem && pmap_next(&c->cells, at, &offset, &cell); at = offset + 1) {
		bool overlaps;
		const struct number_bytes *p =
		    location_at(s, object, offset, cell_access(cell).bytes, &overlaps);
		bool is_known = constant_of(s, cell, &value) && p;
		if (!overlaps || cell_is_hidden(cell) || (is_known && value < 2))
			shape_cells_add(s->shapes, &cells, offset, cell);
		else if (is_known && p->is_set && value < THREAD_SELF)
			shape_cells_add_thread(s->shapes, &cells, offset, NAME_THREADS, (uint32_t)value);
		else
			shape_cells_add_thread(
			    s->shapes, &cells, offset, p && p->joined ? NAME_JOINED : NAME_THREAD,
			    is_known && !p->is_set && value <= THREAD_MAX ? (uint32_t)value - 1
			                                                  : THREAD_UNKNOWN);
	}
	return shape_cells_end(s->shapes, &cells, object, c);
}

uint32_t symmetry_statics(const struct symmetry *s, const uint32_t **object) {
	*object = s->statics.at;
	return (uint32_t)s->statics.n;
}
