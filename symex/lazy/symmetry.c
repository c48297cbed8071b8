#include "symex/lazy/symmetry.h"

#include "symex/lazy/joins.h"
#include "symex/memory/content.h"
#include "symex/step/intrinsics.h"

struct number_bytes { /* bytes of an object that hold the number of a thread, + 1 */
	uint32_t object, from, to;
	const struct symbol *symbol; /* of the object: on another path its number may mean another */
};

struct symmetry {
	struct symex *x;
	struct shapes *shapes;
	struct thread_ids *ids;
	struct map sets; /* symbols of arrays: joins.h */
	bool lost;
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
	s->sets = joins_find(p);
	return s;
}

void symmetry_close(struct symmetry *s) {
	if (!s)
		return;
	thread_ids_close(s->ids);
	map_free(&s->sets);
	vec_free(&s->location);
	vec_free(&s->has_location);
	vec_free(&s->statics);
	mem_free(s);
}

bool symmetry_lost(const struct symmetry *s) {
	return s->lost;
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

static void add_location(struct symmetry *s, const struct access *a) {
	uint64_t at;
	struct number_bytes new = {.object = a->object, .symbol = s->x->object.at[a->object].symbol};
	if (!a->offset.ix || !term_get_u64(s->x->ts, a->offset, &at) || at > UINT32_MAX - a->bytes) {
		s->lost = true;
		return;
	}
	new.from = (uint32_t)at;
	new.to = (uint32_t)at + a->bytes;
	for (size_t i = 0; i < s->location.n; i++)
		if (is_here(s, &s->location.at[i], a->object) && s->location.at[i].from == new.from &&
		    s->location.at[i].to == new.to)
			return;
	vec_push(&s->location, new);
	while (s->has_location.n <= a->object)
		vec_push(&s->has_location, false);
	bool is_static = !shape_is_dynamic(s->x, a->object);
	if (is_static && !s->has_location.at[a->object])
		vec_push(&s->statics, a->object);
	s->has_location.at[a->object] = true;
	s->lost |= is_static && !begins_empty(s, &new);
	shape_mark(s->shapes, a->object);
}

static bool hits_location(const struct symmetry *s, const struct access *a) {
	uint64_t at = 0;
	bool known = a->offset.ix && term_get_u64(s->x->ts, a->offset, &at);
	for (size_t i = 0; i < s->location.n; i++) {
		const struct number_bytes *p = &s->location.at[i];
		if (is_here(s, p, a->object) && (!known || (at < p->to && p->from < at + a->bytes)))
			return true;
	}
	return false;
}

/* The object ends, or the program does and looks for pointers in it. */
static bool is_end(const struct ins *i, const struct access *a) {
	if (a->offset.ix)
		return false;
	if (i->kind != INS_CALL)
		return i->kind == INS_END || i->kind == INS_DEAD || i->kind == INS_RETURN;
	if (i->rhs->kind != EXPR_SYMBOL)
		return false;
	enum intrinsic which = intrinsic_find(i->rhs->symbol->name);
	return which == INTRINSIC_FREE || which == INTRINSIC_END_THREAD || which == INTRINSIC_EXIT;
}

void symmetry_access(struct symmetry *s, struct state *st, const struct access *a) {
	if (!a->object || a->kind == ACCESS_EXISTENCE || !st->frame || s->lost)
		return;
	const struct ins *i = &st->frame->function->ins.at[st->pc];
	bool stores = false, passes = false;
	if (thread_ids_used_in(s->ids, st->frame->function)) {
		bool uses = thread_ids_uses(s->ids, i, &stores);
		if (stores && a->kind == ACCESS_WRITE)
			add_location(s, a);
		if (uses)
			return;
		passes = a->kind == ACCESS_READ && thread_ids_passes(s->ids, i);
	}
	bool hits =
	    a->object < s->has_location.n && s->has_location.at[a->object] && hits_location(s, a);
	s->lost |= passes ? !hits : hits && !is_end(i, a);
	s->lost |= passes && st->held && symmetry_is_set(s, a->object);
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
	if (tag == ID_NEXT && !value)
		return raw;
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
			if (tag != ID_NUMBER && tag != ID_NEXT)
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

static bool is_location(const struct symmetry *s, uint32_t object, uint32_t at, uint32_t bytes,
                        bool *overlaps) {
	*overlaps = false;
	for (size_t i = 0; i < s->location.n; i++) {
		const struct number_bytes *p = &s->location.at[i];
		if (!is_here(s, p, object) || at >= p->to || p->from >= at + bytes)
			continue;
		*overlaps = true;
		if (p->from == at && p->to == at + bytes)
			return true;
	}
	return false;
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
		bool overlaps, here = is_location(s, object, offset, cell_access(cell).bytes, &overlaps);
		bool is_const = constant_of(s, cell, &value);
		if (!overlaps || cell_is_hidden(cell) || (is_const && here && value < 2))
			shape_cells_add(s->shapes, &cells, offset, cell);
		else
			shape_cells_add_thread(s->shapes, &cells, offset,
			                       here && is_const && value <= THREAD_MAX ? (uint32_t)value - 1
			                                                               : THREAD_UNKNOWN);
	}
	return shape_cells_end(s->shapes, &cells, object, c);
}

bool symmetry_is_set(const struct symmetry *s, uint32_t object) {
	return map_get(&s->sets, map_key(s->x->object.at[object].symbol), NULL);
}

uint32_t symmetry_statics(const struct symmetry *s, const uint32_t **object) {
	*object = s->statics.at;
	return (uint32_t)s->statics.n;
}
