#include "symex/proof/relation/array.h"

#include "symex/memory/content.h"
#include "symex/proof/relation/object.h"
#include "symex/proof/relation/part.h"
#include "symex/proof/relation/track.h"

enum { FEW_ELEMENTS = 8 }; /* as many have a part each */

bool object_is_array(const struct relation *r, uint32_t object) {
	return object < r->note.n && r->note.at[object].array;
}

static const struct array *array_of(const struct relation *r, uint32_t object) {
	return &r->array.at[r->note.at[object].array - 1];
}

bool part_is_of_array(const struct relation *r, uint32_t part) {
	for (size_t i = 0; i < r->array.n; i++)
		if (r->array.at[i].cell == part || r->array.at[i].position == part)
			return true;
	return false;
}

/* --- Which objects are arrays. --- */

static bool is_multiple(struct relation *r, term offset, uint32_t bytes) {
	struct stride s = content_stride(r->x, offset);
	return s.step % bytes == 0 && s.rest % bytes == 0;
}

/* A pointer that the thread has kept since an earlier step has a variable for its offset.  That
 * this is a multiple is to be proved. */
static bool is_kept(struct relation *r, term offset) {
	return term_kind(r->x->ts, offset) == TERM_VAR;
}

/* What each element holds at first: zero, or anything; NULL: they differ. */
static struct content *first_content(struct relation *r, uint32_t object, uint32_t choice) {
	const struct object *o = &r->x->object.at[object];
	uint64_t known = pmap_get(&r->x->initial_memory, object), raw;
	const struct content *c = known ? (const struct content *)(uintptr_t)known : o->initial;
	uint32_t at;
	if (o->kind == OBJECT_STACK || o->kind == OBJECT_AUTO)
		return memory_fresh(r->x, choice);
	if (o->kind != OBJECT_STATIC || o->is_constant || !c || c->fill != FILL_ZERO || c->elem ||
	    c->lazy || pmap_next(&c->cells, 0, &at, &raw))
		return NULL;
	return memory_zero(r->x);
}

/* An object of many threads, or one that is made again, is not one array. */
static bool is_single(const struct relation *r, uint32_t object) {
	const struct object_note *n = &r->note.at[object];
	if (r->x->object.at[object].kind == OBJECT_STATIC)
		return true;
	return !n->is_remade && n->creator && !r->template.at[n->creator - 1].is_many;
}

/* Of an array of identifiers, more is known as an array: where the tracked one is (track.h). */
static uint32_t few_elements(const struct relation *r, uint32_t bytes) {
	return track_is_on(r) && bytes == r->x->address_bits / 8 ? 1 : FEW_ELEMENTS;
}

void array_find(struct relation *r, const struct access *a, bool is_pointer) {
	struct symex *x = r->x;
	uint64_t size;
	while (r->note.n <= a->object)
		vec_push(&r->note, ((struct object_note){0}));
	const struct object_note *n = &r->note.at[a->object];
	if (is_pointer || !a->offset.ix || term_is_const(x->ts, a->offset) || a->bytes > 8 ||
	    (a->bytes & (a->bytes - 1)) || r->is_built || r->current == NO_POINT || n->array ||
	    n->is_no_array || n->is_summary || n->is_dead || !is_single(r, a->object) ||
	    !term_get_u64(x->ts, x->object.at[a->object].size, &size) ||
	    size / a->bytes <= few_elements(r, a->bytes) ||
	    !(is_multiple(r, a->offset, a->bytes) || is_kept(r, a->offset)))
		return;
	uint32_t choice = r->naming.numbers++;
	struct content *c = first_content(r, a->object, choice);
	if (!c)
		return;
	struct array new = {.object = a->object, .bytes = a->bytes};
	new.element = object_add(r, term_u64(x->ts, x->address_bits, a->bytes), c, choice);
	new.written =
	    object_add(r, term_u64(x->ts, x->address_bits, 1), memory_zero(x), r->naming.numbers++);
	r->note.at[new.element].is_shared = true;
	r->note.at[new.written].is_summary = true;
	new.cell = part_cell(r, new.element, 0, (struct scalar){a->bytes, false}, true);
	new.position = part_position(r, new.element);
	vec_push(&r->array, new);
	objects_make_summary(r, a->object);
	r->note.at[a->object].array = (uint32_t)r->array.n;
	r->grew = true;
}

void array_drop(struct relation *r, uint32_t object) {
	r->note.at[object].array = 0;
	r->note.at[object].is_no_array = true;
	r->grew = true;
}

void arrays_check(struct relation *r) {
	for (size_t i = 0; i < r->array.n; i++)
		if (object_is_array(r, r->array.at[i].object) && !is_single(r, r->array.at[i].object))
			array_drop(r, r->array.at[i].object);
}

/* --- Accesses. --- */

static bool is_element(struct relation *r, struct state *st, const struct array *a,
                       const struct access *at, bool is_pointer) {
	struct terms *ts = r->x->ts;
	if (is_pointer || !at->offset.ix || at->bytes != a->bytes || !is_single(r, a->object))
		return false;
	if (is_multiple(r, at->offset, a->bytes))
		return true;
	if (!is_kept(r, at->offset))
		return false;
	uint32_t width = term_width(ts, at->offset);
	term rest = term_bvand(ts, at->offset, term_u64(ts, width, a->bytes - 1));
	term bad = term_distinct(ts, rest, term_u64(ts, width, 0));
	if (!r->is_built)
		symex_unsupported(r->x, st, at->guard.ix ? term_and(ts, at->guard, bad) : bad,
		                  "an access across elements of an array");
	return true;
}

static term is_here(struct relation *r, const struct array *a, term offset) {
	return term_equal(r->x->ts, r->part.at[a->position].var[0], offset);
}

static void record(struct relation *r, uint32_t array, term offset, term value) {
	if (!r->is_built && r->current != NO_POINT)
		vec_push(&r->access, ((struct array_access){r->current, array, offset, value}));
}

term array_read(struct relation *r, struct state *st, const struct access *at, bool is_pointer) {
	struct symex *x = r->x;
	struct terms *ts = x->ts;
	struct array a = *array_of(r, at->object);
	if (!is_element(r, st, &a, at, is_pointer)) {
		array_drop(r, at->object);
		return NO_TERM;
	}
	struct scalar s = {a.bytes, false};
	term cell = content_read(x, memory_get(x, st, a.element), 0, s);
	term written = content_read(x, memory_get(x, st, a.written), 0, (struct scalar){1, false});
	term other = term_fresh(ts, sort_bv(a.bytes * 8), "any");
	if (!term_is_const(ts, written) ||
	    !term_is_true(ts, term_equal(ts, written, term_u64(ts, 8, 0))))
		return term_ite(ts, is_here(r, &a, at->offset), cell, other);
	record(r, r->note.at[at->object].array - 1, at->offset, other);
	return term_ite(ts, is_here(r, &a, at->offset), cell, other);
}

static void put(struct symex *x, struct state *st, uint32_t object, struct scalar s, term value) {
	struct content *c = content_own(x, memory_get(x, st, object));
	content_write(x, c, 0, s, value);
	memory_put(x, st, object, c);
}

/* Where the identifier of the tracked thread is; identifiers have the size of an address. */
static void write_stored(struct relation *r, struct state *st, struct array *a,
                         const struct access *at, term value) {
	struct symex *x = r->x;
	struct terms *ts = x->ts;
	struct scalar s = {x->address_bits / 8, false};
	if (!track_is_on(r) || a->bytes != s.bytes)
		return;
	if (!a->stored && !r->is_built) {
		a->stored = track_object(r, term_u64(ts, x->address_bits, s.bytes));
		a->stored_part = part_cell(r, a->stored, 0, s, true);
		r->grew = true;
	}
	term is = term_equal(ts, value, track_identifier(r, a->bytes * 8));
	if (at->guard.ix)
		is = term_and(ts, at->guard, is);
	term old = content_read(x, memory_get(x, st, a->stored), 0, s);
	put(x, st, a->stored, s, term_ite(ts, is, at->offset, old));
}

bool array_write(struct relation *r, struct state *st, const struct access *at, term value) {
	struct symex *x = r->x;
	struct terms *ts = x->ts;
	struct array a = *array_of(r, at->object);
	if (!is_element(r, st, &a, at, term_width(ts, value) == x->pointer_bits)) {
		array_drop(r, at->object);
		return false;
	}
	struct scalar s = {a.bytes, false};
	term cell = content_read(x, memory_get(x, st, a.element), 0, s);
	term here = is_here(r, &a, at->offset);
	if (at->guard.ix)
		here = term_and(ts, at->guard, here);
	put(x, st, a.element, s, term_ite(ts, here, value, cell));
	put(x, st, a.written, (struct scalar){1, false}, term_u64(ts, 8, 1));
	write_stored(r, st, &r->array.at[r->note.at[at->object].array - 1], at, value);
	record(r, r->note.at[at->object].array - 1, at->offset, NO_TERM);
	return true;
}

/* --- Facts about another element. --- */

static term instance_of(void *context, term var) {
	const struct array_instance *i = context;
	return term_eq(var, i->position) ? i->offset : term_eq(var, i->cell) ? i->value : var;
}

struct substitution array_instantiate(struct terms *ts, const struct array_instance *i) {
	return (struct substitution){ts, instance_of, (void *)(uintptr_t)i, 0, false, {0}};
}
