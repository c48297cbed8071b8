#include "symex/memory/memory.h"

#include "solvers/term/range.h"
#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/values.h"
#include "symex/memory/block.h"
#include "symex/memory/content.h"
#include "symex/memory/gate.h"
#include "symex/memory/invalid.h"
#include "symex/memory/lazy_write.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

static uint32_t scalar_width(const struct symex *x, struct scalar a) {
	return a.is_pointer ? x->pointer_bits : a.bytes * 8;
}

static struct content *initial_content(struct symex *x, const struct symbol *s) {
	struct content *c;
	if (s->is_extern)
		c = memory_fresh(x, CHOICE_OF_SYMBOL | s->id);
	else
		c = memory_zero(x);
	for (uint64_t i = 0; i < s->nbytes; i++)
		if (s->bytes[i])
			content_write(x, c, i, (struct scalar){1, false}, term_u64(x->ts, 8, s->bytes[i]));
	return c;
}

uint32_t memory_static(struct symex *x, struct symbol *s) {
	if (s->id < x->static_object.n && x->static_object.at[s->id])
		return x->static_object.at[s->id];
	bool is_function = s->storage == STORAGE_FUNCTION;
	struct object o = {.kind = is_function ? OBJECT_FUNCTION : OBJECT_STATIC,
	                   .symbol = s,
	                   .type = s->type,
	                   .is_constant = s->is_constant,
	                   .align = is_function ? 16 : symbol_align(s),
	                   .loc = s->loc};
	uint64_t size = is_function ? 1 : s->type->size + s->extra_size;
	o.size = term_u64(x->ts, x->address_bits, size);
	uint32_t id = memory_object(x, o);
	if (!is_function) {
		/* All states share it, so neither it nor its cells may be changed in place. */
		struct content *c = initial_content(x, s);
		c->epoch = 0;
		pmap_snapshot(&x->pool);
		x->object.at[id].initial = c;
	}
	while (x->static_object.n <= s->id)
		vec_push(&x->static_object, 0);
	x->static_object.at[s->id] = id;
	return id;
}

/* Contents count in 32 bits: is the access inside the object, but behind what they reach? */
static term is_far(struct symex *x, uint32_t object, uint64_t at, uint64_t bytes) {
	if (x->address_bits <= 32 || at <= UINT32_MAX - bytes || at > UINT64_MAX - bytes)
		return term_false(x->ts);
	return term_ule(x->ts, term_u64(x->ts, x->address_bits, at + bytes), x->object.at[object].size);
}

/* The content that an access reads or writes; NULL: the access is not modelled, or certainly
 * invalid.  *ended: the condition under which the object has ended; false if the pointer is to no
 * object. */
static const struct content *usable(struct symex *x, struct state *st, const struct pointee *p,
                                    struct scalar a, term *ended) {
	uint64_t at;
	*ended = term_false(x->ts);
	if (!p->object || x->object.at[p->object].kind == OBJECT_FUNCTION)
		return NULL;
	*ended = gate_is_ended(x, st, p->object);
	if (term_is_true(x->ts, *ended))
		return NULL;
	if (term_get_u64(x->ts, p->offset, &at) && !content_reaches(x, p->object, at, a.bytes) &&
	    !(x->config->unchecked_access && content_reaches(x, p->object, at, 1))) {
		term far = is_far(x, p->object, at, a.bytes);
		if (!term_is_false(x->ts, far))
			symex_unsupported(x, st, term_and(x->ts, p->guard, far),
			                  "an access behind the first 4 GiB of an object");
		return NULL;
	}
	return memory_get(x, st, p->object);
}

/* An assertion checks that an access is valid, unless an option has removed it.  An invalid access
 * that remains has no meaning, so the path is cut as unsupported. */
static void invalid_access(struct symex *x, struct state *st, term guard) {
	if (x->config->unchecked_access)
		symex_unsupported(x, st, guard, "access through an invalid pointer");
}

/* Does the access begin inside the object and end there?  One comparison with the last offset at
 * which it fits, which the simplifier decides by ranges. */
static term lies_inside(struct symex *x, const struct pointee *p, struct scalar a) {
	struct terms *ts = x->ts;
	term size = x->object.at[p->object].size, n = term_u64(ts, x->address_bits, a.bytes);
	term last = term_sub(ts, size, n);
	uint64_t end;
	struct range r;
	/* An offset like 8 + 4 * i, i in [-2, 0], has a range only as a signed number. */
	if (term_get_u64(ts, size, &end) && range_signed(ts, p->offset, &r) && r.lo >= 0 &&
	    r.hi + a.bytes <= end)
		return term_true(ts);
	return term_and(ts, term_ule(ts, n, size), term_ule(ts, p->offset, last));
}

enum { MAX_WAIT = 32 };

/* Is an access outside of the object infeasible on the path?  Asked only with threads, where an
 * arbitrary value multiplies schedules; elsewhere it is one more value in the query at the end.
 * While the solver finds such accesses to an object feasible, it is asked less often about that
 * object. */
static bool is_excluded(struct symex *x, const struct state *st, uint32_t object, term miss) {
	if (!x->engine->excludes)
		return false;
	uint64_t back_off = 0; /* | wait: 32 | skip: 32 | */
	map_get(&x->query.missed, object, &back_off);
	uint32_t skip = (uint32_t)back_off, wait = (uint32_t)(back_off >> 32);
	if (skip) {
		map_put(&x->query.missed, object, back_off - 1);
		return false;
	}
	bool excluded = x->engine->excludes(x, term_and(x->ts, state_guard(x, st), miss));
	wait = wait ? 2 * wait : 1;
	wait = excluded ? 0 : wait < MAX_WAIT ? wait : MAX_WAIT;
	if (back_off || wait)
		map_put(&x->query.missed, object, (uint64_t)wait << 32 | wait);
	return excluded;
}

/* The condition under which an unchecked access lies outside of its object; false if the ranges of
 * terms, or the path, exclude it. */
static term misses(struct symex *x, struct state *st, const struct pointee *p, struct scalar a) {
	struct terms *ts = x->ts;
	if (!x->config->unchecked_access || term_is_const(ts, p->offset))
		return term_false(ts);
	term miss = term_and(ts, p->guard, term_not(ts, lies_inside(x, p, a)));
	if (term_is_false(ts, miss) || is_excluded(x, st, p->object, miss))
		return term_false(ts);
	return miss;
}

/* The condition under which an unchecked access is to an object that has ended; false if the path
 * excludes it. */
static term meets_ended(struct symex *x, struct state *st, const struct pointee *p, term ended) {
	if (!x->config->unchecked_access)
		return term_false(x->ts);
	term after = term_and(x->ts, p->guard, ended);
	bool excluded = term_is_false(x->ts, after) || is_excluded(x, st, p->object, after);
	return excluded ? term_false(x->ts) : after;
}

/* An unchecked read outside of an object yields an arbitrary value. */
static term read_anything(struct symex *x, struct state *st, term miss, struct scalar a) {
	term guard = term_and(x->ts, state_guard(x, st), miss);
	const struct content *any = memory_fresh(x, symex_choice(x, st, CHOICE_UNINIT, guard));
	return content_read(x, any, 0, a);
}

/* Does the object exist, so that an unchecked access is invalid only by its offset? */
static bool lies_beside(struct symex *x, struct state *st, const struct pointee *p, term ended) {
	return x->config->unchecked_access && p->object &&
	       x->object.at[p->object].kind != OBJECT_FUNCTION && memory_get(x, st, p->object) &&
	       !term_is_true(x->ts, ended);
}

static struct access access_through(const struct symex *x, const struct pointee *p, struct scalar a,
                                    enum access_kind kind) {
	return (struct access){.object = p->object,
	                       .offset = p->offset,
	                       .bytes = a.bytes,
	                       .kind = kind,
	                       .guard = p->guard,
	                       .order = x->current.order,
	                       .failure_order = x->current.failure_order};
}

/* What the pointer points to where the condition holds; returns the condition that it is to no
 * object that is known. */
static term targets_if(struct symex *x, struct state *st, term pointer, term condition,
                       struct pointees *t) {
	ptr_targets(x, symex_fix(x, st, pointer), t);
	size_t kept = 0;
	for (size_t i = 0; i < t->list.n && !term_is_true(x->ts, condition); i++) {
		t->list.at[kept] = t->list.at[i];
		t->list.at[kept].guard = term_and(x->ts, t->list.at[i].guard, condition);
		kept += !term_is_false(x->ts, t->list.at[kept].guard);
	}
	if (!term_is_true(x->ts, condition))
		t->list.n = kept;
	return term_and(x->ts, invalid_pointees(x, st, t, term_true(x->ts)), condition);
}

term memory_read_if(struct symex *x, struct state *st, term pointer, struct scalar a,
                    term condition) {
	struct pointees t;
	term value = NO_TERM, invalid = targets_if(x, st, pointer, condition, &t);
	for (size_t i = 0; i < t.list.n; i++) {
		const struct pointee *p = &t.list.at[i];
		if (invalid_is_null(x, p)) {
			invalid_end(x, st, p->guard);
			continue;
		}
		term ended;
		const struct content *c = usable(x, st, p, a, &ended);
		struct access read = access_through(x, p, a, ACCESS_READ);
		term here = gate_read(x, st, &read, a.is_pointer, c);
		if (!c && lies_beside(x, st, p, ended)) {
			term any = read_anything(x, st, p->guard, a);
			value = value.ix ? term_ite(x->ts, p->guard, any, value) : any;
			continue;
		}
		if (!c) {
			invalid = term_or(x->ts, invalid, p->guard);
			continue;
		}
		term miss = misses(x, st, p, a);
		if (!term_is_false(x->ts, miss))
			here = term_ite(x->ts, miss, read_anything(x, st, miss, a), here);
		value = value.ix ? values_ite(x, p->guard, here, value) : here;
		if (!t.complete)
			invalid = term_and(x->ts, invalid, term_not(x->ts, p->guard));
		invalid = term_or(x->ts, invalid, meets_ended(x, st, p, ended));
	}
	vec_free(&t.list);
	if (!term_is_false(x->ts, invalid))
		invalid_access(x, st, invalid);
	return value.ix ? value : term_u64(x->ts, scalar_width(x, a), 0);
}

term memory_read(struct symex *x, struct state *st, term pointer, struct scalar a) {
	return memory_read_if(x, st, pointer, a, term_true(x->ts));
}

void memory_write_if(struct symex *x, struct state *st, term pointer, struct scalar a, term value,
                     term condition) {
	struct pointees t;
	term invalid = targets_if(x, st, pointer, condition, &t);
	for (size_t i = 0; i < t.list.n; i++) {
		const struct pointee *p = &t.list.at[i];
		if (invalid_is_null(x, p)) {
			invalid_end(x, st, p->guard);
			continue;
		}
		term ended;
		const struct content *c = usable(x, st, p, a, &ended);
		bool is_valid = c && !content_is_crossed(x, p->object, p->offset, a.bytes);
		struct access write = access_through(x, p, a, ACCESS_WRITE);
		gate_write(x, st, &write, a.is_pointer, value, is_valid ? c : NULL);
		if (!is_valid) {
			invalid = term_or(x->ts, invalid, p->guard);
			continue;
		}
		if (!t.complete)
			invalid = term_and(x->ts, invalid, term_not(x->ts, p->guard));
		invalid = term_or(x->ts, invalid, misses(x, st, p, a));
		invalid = term_or(x->ts, invalid, meets_ended(x, st, p, ended));
	}
	vec_free(&t.list);
	if (!term_is_false(x->ts, invalid))
		invalid_access(x, st, invalid);
}

void memory_write(struct symex *x, struct state *st, term pointer, struct scalar a, term value) {
	memory_write_if(x, st, pointer, a, value, term_true(x->ts));
}

/* The content of an object that certainly exists, with cells at [offset, offset + bytes); NULL:
 * there is no shortcut past the terms of pointers. */
static const struct content *content_at(struct symex *x, struct state *st, uint32_t object,
                                        uint64_t offset, uint32_t bytes) {
	uint64_t size;
	const struct object *o = &x->object.at[object];
	if (gate_is_by_scalar(x) || !object || o->kind == OBJECT_FUNCTION ||
	    pmap_get(&st->ended, object) || !term_is_small(x->ts, o->size, &size) || offset > size ||
	    size - offset < bytes || size > UINT32_MAX)
		return NULL;
	const struct content *c = memory_get(x, st, object);
	return c && !c->elem ? c : NULL;
}

bool memory_read_known(struct symex *x, struct state *st, uint32_t object, uint64_t offset,
                       struct scalar a, struct value *value) {
	const struct content *c = content_at(x, st, object, offset, a.bytes);
	if (c)
		*value = gate_read_known(x, st, object, offset, a, c);
	return c != NULL;
}

bool memory_write_known(struct symex *x, struct state *st, uint32_t object, uint64_t offset,
                        struct scalar a, const struct value *value) {
	const struct content *c = content_at(x, st, object, offset, a.bytes);
	if (c)
		gate_write_known(x, st, object, offset, a, value, c);
	return c != NULL;
}

/* Is the pointer to the start of one object of exactly this size?  Not if an unchecked access might
 * find that the object has ended: that has to be said. */
static bool is_whole(struct symex *x, const struct state *st, term p, term bytes,
                     uint32_t *object) {
	term offset;
	uint64_t at;
	return ptr_known(x, p, object, &offset) && *object && term_get_u64(x->ts, offset, &at) && !at &&
	       term_eq(x->object.at[*object].size, bytes) && memory_get(x, st, *object) &&
	       !(x->config->unchecked_access && pmap_get(&st->ended, *object));
}

bool memory_copy_whole(struct symex *x, struct state *st, term to, term from, term bytes) {
	uint32_t t, f;
	if (gate_is_by_scalar(x) || !is_whole(x, st, to, bytes, &t) ||
	    !is_whole(x, st, from, bytes, &f))
		return false;
	gate_whole(x, st, t, ACCESS_WRITE);
	gate_whole(x, st, f, ACCESS_READ);
	/* Both objects now refer to the content, so it may not be changed in place. */
	pmap_snapshot(&x->pool);
	memory_put(x, st, t, (struct content *)memory_get(x, st, f));
	return true;
}

/* The unit in which the bytes at 'from' are copied: the cell that starts there, or a small one. */
static struct scalar next_unit(struct symex *x, const struct state *st, term from, uint64_t left) {
	uint32_t object, start;
	uint64_t at, cell;
	term offset;
	struct scalar unit = {1, false};
	if (!ptr_known(x, from, &object, &offset) || !object || !term_get_u64(x->ts, offset, &at))
		return unit;
	const struct content *c = memory_get(x, st, object);
	if (!c || at > UINT32_MAX)
		return unit;
	if (x->address_bits / 8 <= left && gate_holds_pointer(x, object, at))
		return (struct scalar){x->address_bits / 8, true};
	if (c->elem)
		unit = (struct scalar){c->elem, c->elem_is_pointer};
	else if ((cell = pmap_get(&c->cells, (uint32_t)at)))
		unit = cell_access(cell);
	else if (!pmap_prev(&c->cells, (uint32_t)at, &start, &cell) || start + 16 <= at)
		while (unit.bytes < 8 && at % (2 * unit.bytes) == 0 && 2 * unit.bytes <= left &&
		       (!pmap_next(&c->cells, (uint32_t)at, &start, &cell) || start >= at + 2 * unit.bytes))
			unit.bytes *= 2;
	return unit.bytes <= left ? unit : (struct scalar){1, false};
}

static term plus(struct symex *x, term pointer, uint64_t bytes) {
	return ptr_add(x, pointer, term_u64(x->ts, x->address_bits, bytes));
}

enum { MANY_BYTES = THRESHOLD(64, 1) };

/* A content with lazy writes cannot be copied cell by cell. */
static bool has_lazy_writes(struct symex *x, const struct state *st, term pointer) {
	uint32_t object;
	term offset;
	if (!ptr_known(x, pointer, &object, &offset) || !object)
		return false;
	const struct content *c = memory_get(x, st, object);
	return c && c->fill == FILL_LAZY;
}

/* All is read before anything is written, since the two may overlap.  word: as one unit. */
static void copy_units(struct symex *x, struct state *st, term to, term from, uint64_t bytes,
                       bool word, enum mem_order load, enum mem_order store) {
	struct copied_unit {
		uint64_t at;
		struct scalar unit;
		term value;
	};
	VEC(struct copied_unit) part = {0};
	x->current.order = load;
	for (uint64_t at = 0; at < bytes; at += vec_last(&part).unit.bytes) {
		struct copied_unit p = {.at = at};
		p.unit = word ? (struct scalar){(uint32_t)bytes, false}
		              : next_unit(x, st, plus(x, from, at), bytes - at);
		p.value = memory_read(x, st, plus(x, from, at), p.unit);
		vec_push(&part, p);
	}
	x->current.order = store;
	for (size_t i = 0; i < part.n; i++)
		memory_write(x, st, plus(x, to, part.at[i].at), part.at[i].unit, part.at[i].value);
	x->current.order = MEM_PLAIN;
	vec_free(&part);
}

void memory_copy(struct symex *x, struct state *st, term to, term from, uint64_t bytes) {
	if (memory_copy_whole(x, st, to, from, term_u64(x->ts, x->address_bits, bytes)))
		return;
	if (bytes > MANY_BYTES && has_lazy_writes(x, st, from))
		block_copy(x, st, to, from, term_u64(x->ts, x->address_bits, bytes));
	else
		copy_units(x, st, to, from, bytes, false, MEM_PLAIN, MEM_PLAIN);
}

void memory_copy_atomic(struct symex *x, struct state *st, term to, term from, const struct type *t,
                        enum mem_order load, enum mem_order store) {
	if (!memory_copy_whole(x, st, to, from, term_u64(x->ts, x->address_bits, t->size)))
		copy_units(x, st, to, from, t->size, type_is_atomic_word(t), load, store);
}

bool memory_set_whole(struct symex *x, struct state *st, term to, term byte, term bytes) {
	uint32_t object;
	uint64_t value, size;
	if (gate_is_by_scalar(x) || !is_whole(x, st, to, bytes, &object) ||
	    !term_get_u64(x->ts, byte, &value))
		return false;
	if (value && term_get_u64(x->ts, bytes, &size))
		return false; /* copying cell by cell is cheaper */
	gate_whole(x, st, object, ACCESS_WRITE);
	struct content *c = memory_zero(x);
	if (value) {
		c->elem = 1;
		c->array = term_const_array(x->ts, x->address_bits, byte);
	}
	memory_put(x, st, object, c);
	return true;
}

void memory_set(struct symex *x, struct state *st, term to, term byte, uint64_t bytes) {
	if (memory_set_whole(x, st, to, byte, term_u64(x->ts, x->address_bits, bytes)))
		return;
	for (uint64_t at = 0; at < bytes;) {
		uint32_t n = 8;
		while (n > 1 && (at % n || at + n > bytes))
			n /= 2;
		term value = byte;
		while (term_width(x->ts, value) < n * 8)
			value = term_concat(x->ts, value, value);
		memory_write(x, st, plus(x, to, at), (struct scalar){n, false}, value);
		at += n;
	}
}

void memory_havoc(struct symex *x, struct state *st, uint32_t object, term condition,
                  enum choice_kind kind) {
	const struct content *old = object ? memory_get(x, st, object) : NULL;
	if (!old || x->object.at[object].is_constant)
		return;
	term guard = term_and(x->ts, state_guard(x, st), condition);
	uint32_t choice = symex_choice(x, st, kind, guard);
	if (kind == CHOICE_UNMODELLED && symex_is_idle(x, choice))
		return;
	gate_whole(x, st, object, ACCESS_WRITE);
	struct content *any = memory_fresh(x, choice);
	memory_put(x, st, object, content_merge(x, object, condition, any, old));
}

void memory_end(struct symex *x, struct state *st, term pointer) {
	struct pointees t;
	ptr_targets(x, symex_fix(x, st, pointer), &t);
	for (size_t i = 0; i < t.list.n; i++) {
		const struct pointee *p = &t.list.at[i];
		if (p->object)
			gate_end(x, st, p->object, p->guard);
	}
	vec_free(&t.list);
}
