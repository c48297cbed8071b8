#include "symex/core/pointer.h"

#include <stdlib.h>

#include "solvers/term/range.h"
#include "util/text/diag.h"

enum { OBJECT_BITS = POINTER_OBJECT_BITS, LOW_ADDRESS = 4096 };

term ptr_make(struct symex *x, uint32_t object, term offset) {
	struct known_pointer *k = &x->address.cache->made[(object * 31 + offset.ix) % KNOWN_POINTERS];
	if (k->pointer.ix && k->object == object && term_eq(k->offset, offset))
		return k->pointer;
	term p = term_concat(x->ts, term_u64(x->ts, OBJECT_BITS, object), offset);
	*k = (struct known_pointer){p, offset, object};
	return p;
}

term ptr_integer(struct symex *x, term address) {
	return ptr_make(x, 0, address);
}

term ptr_null(struct symex *x) {
	return ptr_integer(x, term_u64(x->ts, x->address_bits, 0));
}

term ptr_object(struct symex *x, term p) {
	return term_extract(x->ts, p, x->pointer_bits - 1, x->address_bits);
}

term ptr_offset(struct symex *x, term p) {
	return term_extract(x->ts, p, x->address_bits - 1, 0);
}

bool ptr_known(struct symex *x, term p, uint32_t *object, term *offset) {
	uint64_t id;
	struct known_pointer *known = &x->address.cache->taken[p.ix % KNOWN_POINTERS];
	if (!p.ix || !term_eq(known->pointer, p)) {
		enum term_kind k = term_kind(x->ts, p);
		/* (0, offset) is an extension by zeros. */
		if (k != TERM_CONST && k != TERM_CONCAT && k != TERM_ZEXT)
			return false;
		if (!term_get_u64(x->ts, ptr_object(x, p), &id))
			return false;
		*known = (struct known_pointer){p, ptr_offset(x, p), (uint32_t)id};
	}
	*object = known->object;
	*offset = known->offset;
	return true;
}

/* A walk down the ITE nodes of a term, from the highest handle down.  A term has a higher handle
 * than its arguments, so the condition of a node is complete when the node is visited. */
struct ite_walk {
	struct symex *x;
	struct map condition; /* term -> condition under which the root is that term */
	VEC(uint32_t) heap;   /* handles still to visit, greatest first */
};

static void sift_up(struct ite_walk *w, size_t i) {
	while (i && w->heap.at[(i - 1) / 2] < w->heap.at[i]) {
		uint32_t t = w->heap.at[i];
		w->heap.at[i] = w->heap.at[(i - 1) / 2];
		w->heap.at[(i - 1) / 2] = t;
		i = (i - 1) / 2;
	}
}

static uint32_t heap_pop(struct ite_walk *w) {
	uint32_t top = w->heap.at[0];
	w->heap.at[0] = vec_pop(&w->heap);
	for (size_t i = 0;;) {
		size_t child = 2 * i + 1;
		if (child >= w->heap.n)
			break;
		if (child + 1 < w->heap.n && w->heap.at[child + 1] > w->heap.at[child])
			child++;
		if (w->heap.at[i] >= w->heap.at[child])
			break;
		uint32_t t = w->heap.at[i];
		w->heap.at[i] = w->heap.at[child];
		w->heap.at[child] = t;
		i = child;
	}
	return top;
}

static void walk_reach(struct ite_walk *w, term t, term condition) {
	if (term_is_false(w->x->ts, condition))
		return;
	uint64_t old;
	if (map_get(&w->condition, t.ix, &old)) {
		condition = term_or(w->x->ts, (term){(uint32_t)old}, condition);
	} else {
		vec_push(&w->heap, t.ix);
		sift_up(w, w->heap.n - 1);
	}
	map_put(&w->condition, t.ix, condition.ix);
}

/* The next leaf of the ITE tree and its condition; false: no more. */
static bool walk_next(struct ite_walk *w, term *leaf, term *condition) {
	struct terms *ts = w->x->ts;
	while (w->heap.n) {
		term t = {heap_pop(w)};
		uint64_t c;
		map_get(&w->condition, t.ix, &c);
		term here = {(uint32_t)c};
		if (term_kind(ts, t) == TERM_ITE) {
			term test = term_arg(ts, t, 0);
			walk_reach(w, term_arg(ts, t, 1), term_and(ts, here, test));
			walk_reach(w, term_arg(ts, t, 2), term_and(ts, here, term_not(ts, test)));
			continue;
		}
		*leaf = t;
		*condition = here;
		return true;
	}
	return false;
}

static void walk_open(struct ite_walk *w, struct symex *x, term root) {
	*w = (struct ite_walk){.x = x};
	walk_reach(w, root, term_true(x->ts));
}

static void walk_close(struct ite_walk *w) {
	map_free(&w->condition);
	vec_free(&w->heap);
}

/* Adds the objects in the pointers that an array term may hold. */
static void stored_objects(struct symex *x, term array, struct map *seen, struct map *objects,
                           bool *complete) {
	VEC(term) todo = {0};
	vec_push(&todo, array);
	while (todo.n) {
		term t = vec_pop(&todo);
		if (map_get(seen, t.ix, NULL))
			continue;
		map_put(seen, t.ix, 1);
		uint64_t id;
		switch (term_kind(x->ts, t)) {
		case TERM_CONST:
			if (term_width(x->ts, t) == x->pointer_bits &&
			    term_get_u64(x->ts, ptr_object(x, t), &id))
				map_put(objects, id, 1);
			break;
		case TERM_ZEXT: map_put(objects, 0, 1); break;
		case TERM_CONCAT:
			if (term_get_u64(x->ts, term_arg(x->ts, t, 0), &id))
				map_put(objects, id, 1);
			else
				*complete = false;
			break;
		case TERM_ITE:
			vec_push(&todo, term_arg(x->ts, t, 1));
			vec_push(&todo, term_arg(x->ts, t, 2));
			break;
		case TERM_STORE:
			vec_push(&todo, term_arg(x->ts, t, 0));
			vec_push(&todo, term_arg(x->ts, t, 2));
			break;
		case TERM_SELECT:
		case TERM_CONST_ARRAY: vec_push(&todo, term_arg(x->ts, t, 0)); break;
		default: *complete = false;
		}
	}
	vec_free(&todo);
}

static void add_target(struct pointees *out, term guard, uint32_t object, term offset) {
	struct pointee t = {guard, object, offset};
	vec_push(&out->list, t);
}

static void opaque_targets(struct symex *x, term leaf, term condition, struct pointees *out) {
	struct map seen = {0}, objects = {0};
	stored_objects(x, leaf, &seen, &objects, &out->complete);
	term object = ptr_object(x, leaf), offset = ptr_offset(x, leaf);
	for (size_t i = 0; i < objects.cap; i++) {
		if (!objects.at[i].used)
			continue;
		uint32_t id = (uint32_t)objects.at[i].key;
		term is = term_equal(x->ts, object, term_u64(x->ts, OBJECT_BITS, id));
		add_target(out, term_and(x->ts, condition, is), id, offset);
	}
	map_free(&seen);
	map_free(&objects);
}

/* Adds the targets of a leaf (object, offset) whose object is itself an ITE tree. */
static void object_targets(struct symex *x, term leaf, term condition, struct pointees *out) {
	struct ite_walk w;
	term object, here, offset = ptr_offset(x, leaf);
	walk_open(&w, x, ptr_object(x, leaf));
	while (walk_next(&w, &object, &here)) {
		uint64_t id;
		term guard = term_and(x->ts, condition, here);
		if (term_get_u64(x->ts, object, &id))
			add_target(out, guard, (uint32_t)id, offset);
		else
			opaque_targets(x, leaf, guard, out);
	}
	walk_close(&w);
}

static int by_object(const void *a, const void *b) {
	const struct pointee *p = a, *q = b;
	if (p->object != q->object)
		return p->object < q->object ? -1 : 1;
	return p->offset.ix < q->offset.ix ? -1 : p->offset.ix > q->offset.ix;
}

/* Merges the entries with equal (object, offset). */
static void join_targets(struct symex *x, struct pointees *out) {
	if (out->list.n < 2)
		return;
	qsort(out->list.at, out->list.n, sizeof *out->list.at, by_object);
	size_t n = 0;
	for (size_t i = 0; i < out->list.n; i++) {
		struct pointee t = out->list.at[i];
		struct pointee *last = n ? &out->list.at[n - 1] : NULL;
		if (last && last->object == t.object && term_eq(last->offset, t.offset))
			last->guard = term_or(x->ts, last->guard, t.guard);
		else
			out->list.at[n++] = t;
	}
	out->list.n = n;
}

void ptr_targets(struct symex *x, term p, struct pointees *out) {
	uint32_t object;
	term offset;
	*out = (struct pointees){.complete = true};
	if (ptr_known(x, p, &object, &offset)) {
		add_target(out, term_true(x->ts), object, offset);
		return;
	}
	struct ite_walk w;
	term leaf, condition;
	walk_open(&w, x, p);
	while (walk_next(&w, &leaf, &condition)) {
		if (ptr_known(x, leaf, &object, &offset))
			add_target(out, condition, object, offset);
		else if (term_kind(x->ts, leaf) == TERM_CONCAT)
			object_targets(x, leaf, condition, out);
		else
			opaque_targets(x, leaf, condition, out);
	}
	walk_close(&w);
	join_targets(x, out);
}

/* Rebuilds an ITE tree with every leaf replaced. */
static term map_leaves(struct symex *x, term root, term (*leaf)(struct symex *, term, term),
                       term extra) {
	if (term_kind(x->ts, root) != TERM_ITE)
		return leaf(x, root, extra);
	struct map done = {0};
	VEC(term) todo = {0};
	vec_push(&todo, root);
	while (todo.n) {
		term t = vec_last(&todo);
		uint64_t a, b;
		if (map_get(&done, t.ix, NULL)) {
			(void)vec_pop(&todo);
		} else if (term_kind(x->ts, t) != TERM_ITE) {
			map_put(&done, t.ix, leaf(x, t, extra).ix);
			(void)vec_pop(&todo);
		} else if (!map_get(&done, term_arg(x->ts, t, 1).ix, &a)) {
			vec_push(&todo, term_arg(x->ts, t, 1));
		} else if (!map_get(&done, term_arg(x->ts, t, 2).ix, &b)) {
			vec_push(&todo, term_arg(x->ts, t, 2));
		} else {
			term both =
			    term_ite(x->ts, term_arg(x->ts, t, 0), (term){(uint32_t)a}, (term){(uint32_t)b});
			map_put(&done, t.ix, both.ix);
			(void)vec_pop(&todo);
		}
	}
	uint64_t result;
	map_get(&done, root.ix, &result);
	map_free(&done);
	vec_free(&todo);
	return (term){(uint32_t)result};
}

/* Is there room for the object, wherever other small ones are?  There are MANY of them at most, and
 * each, with those bytes before it at which the object would overlap it, takes up less than a
 * MANY-th of memory, even with 32 bits. */
enum { SMALL_BYTES = 1 << 16, MANY = 4096 };

static bool is_small(const struct symex *x, uint32_t id) {
	uint64_t size;
	return term_get_u64(x->ts, x->object.at[id].size, &size) && size <= SMALL_BYTES &&
	       x->object.at[id].align <= SMALL_BYTES;
}

static void assume_placed(struct symex *x, bool is_possible, term holds) {
	if (!is_possible) {
		symex_assume(x, term_true(x->ts), holds);
	} else if (!term_is_true(x->ts, holds)) {
		vec_push(&x->address.fact, (uint32_t)x->assumption.n);
		vec_push(&x->assumption, holds);
	}
}

/* Assumes what C guarantees of the base address of an object, also relative to the others. */
static void base_assumptions(struct symex *x, uint32_t id) {
	struct terms *ts = x->ts;
	uint32_t w = x->address_bits;
	const struct object *o = &x->object.at[id];
	bool fits = is_small(x, id) && x->address.exposed.n < MANY;
	term low = term_u64(ts, w, LOW_ADDRESS), end = term_add(ts, o->base, o->size);
	assume_placed(x, fits, term_ule(ts, low, o->base));
	assume_placed(x, fits, term_ule(ts, o->base, end));
	assume_placed(x, fits, term_ult(ts, end, term_i64(ts, w, -LOW_ADDRESS)));
	for (size_t i = 0; i < x->address.exposed.n; i++) {
		const struct object *other = &x->object.at[x->address.exposed.at[i]];
		term other_end = term_add(ts, other->base, other->size);
		term before = term_ult(ts, end, other->base), after = term_ult(ts, other_end, o->base);
		assume_placed(x, fits && is_small(x, x->address.exposed.at[i]), term_or(ts, before, after));
	}
}

/* A variable with its low bits replaced by zeros, as many as the alignment demands: what a program
 * stores there and masks out again then folds without the solver. */
static term aligned(struct symex *x, term address, uint32_t align) {
	uint64_t mask = 0;
	for (uint32_t bit = 1; bit < align; bit *= 2)
		mask |= bit;
	return term_bvand(x->ts, address, term_u64(x->ts, x->address_bits, ~mask));
}

/* A concrete execution: the question has not mentioned the address of the object, so the model has
 * none.  Any that C allows will do, beside the other objects. */
static term free_address(struct symex *x, const struct object *o) {
	uint64_t at = x->address_bits == 64 ? UINT64_C(0x6d6c) << 48 : 1 << 17, size, base, other;
	bool is_free = !term_get_u64(x->ts, o->size, &size);
	while (!is_free) {
		is_free = true;
		at = (at + o->align - 1) / o->align * o->align;
		for (size_t i = 0; i < x->address.exposed.n; i++) {
			const struct object *e = &x->object.at[x->address.exposed.at[i]];
			if (!term_get_u64(x->ts, e->base, &base) || !term_get_u64(x->ts, e->size, &other) ||
			    at > base + other || base > at + size)
				continue;
			at = base + other + 1;
			is_free = false;
		}
	}
	return term_u64(x->ts, x->address_bits, at);
}

/* The part of a base address above the bits that its alignment makes zero; or NO_TERM. */
static term high_of(struct symex *x, term base) {
	return term_kind(x->ts, base) == TERM_CONCAT ? term_arg(x->ts, base, 0) : NO_TERM;
}

/* The variable that the base address is made of, which its bytes are slices of; or NO_TERM. */
static term inside_base(struct symex *x, term base) {
	term t = high_of(x, base);
	if (!t.ix)
		t = base;
	if (term_kind(x->ts, t) == TERM_EXTRACT)
		t = term_arg(x->ts, t, 0);
	return term_kind(x->ts, t) == TERM_VAR ? t : NO_TERM;
}

/* Notes of which object the address and its parts are; object 0: of none any more. */
static void note_base(struct symex *x, term base, uint32_t object) {
	term part[] = {base, high_of(x, base), inside_base(x, base)};
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		if (part[i].ix)
			map_put(&x->address.object, part[i].ix, object);
}

static term base_of(struct symex *x, uint32_t id) {
	struct object *o = &x->object.at[id];
	if (!id)
		return term_u64(x->ts, x->address_bits, 0);
	if (!o->base.ix) {
		struct variable base = {.kind = VARIABLE_ADDRESS, .number = o->choice};
		if (o->symbol && o->kind != OBJECT_AUTO)
			base = (struct variable){.kind = VARIABLE_ADDRESS_OF, .number = o->symbol->id};
		uint64_t at;
		o->base = aligned(x, symex_choose(x, sort_bv(x->address_bits), base), o->align);
		if (symex_is_concrete(x) && term_get_u64(x->ts, o->base, &at) && at < LOW_ADDRESS)
			o->base = free_address(x, o);
		base_assumptions(x, id);
		vec_push(&x->address.exposed, id);
		note_base(x, o->base, id);
	}
	return o->base;
}

void ptr_forget_base(struct symex *x, uint32_t id) {
	note_base(x, x->object.at[id].base, 0);
	x->object.at[id].base = NO_TERM;
}

static term to_int_leaf(struct symex *x, term p, term unused) {
	(void)unused;
	struct pointees t;
	ptr_targets(x, p, &t);
	term result = ptr_offset(x, p);
	for (size_t i = 0; i < t.list.n; i++) {
		const struct pointee *at = &t.list.at[i];
		if (!at->object)
			continue;
		term address = term_add(x->ts, base_of(x, at->object), at->offset);
		result = term_ite(x->ts, at->guard, address, result);
	}
	vec_free(&t.list);
	return result;
}

term ptr_to_int(struct symex *x, term p) {
	return map_leaves(x, p, to_int_leaf, NO_TERM);
}

static bool base_known(struct symex *x, term t, uint32_t *object) {
	uint64_t id;
	if (!map_get(&x->address.object, t.ix, &id) || !id)
		return false;
	*object = (uint32_t)id;
	term base = x->object.at[id].base;
	return term_eq(t, base) || term_eq(t, high_of(x, base));
}

/* true: the sum 't' has exactly one base address as a summand, that of *object; the rest is the
 * offset. */
static bool sum_of_base(struct symex *x, term t, uint32_t *object, term *offset) {
	struct terms *ts = x->ts;
	if (base_known(x, t, object)) {
		*offset = term_u64(ts, x->address_bits, 0);
		return true;
	}
	if (term_kind(ts, t) == TERM_CONCAT) {
		term low = term_arg(ts, t, 1);
		if (!base_known(x, term_arg(ts, t, 0), object))
			return false;
		*offset = term_zext(ts, low, x->address_bits);
		/* Slices of a base at other places are no address. */
		return term_eq(term_arg(ts, t, 0), high_of(x, x->object.at[*object].base));
	}
	if (term_kind(ts, t) != TERM_ADD)
		return false;
	uint32_t a, b;
	term u = term_arg(ts, t, 0), v = term_arg(ts, t, 1), from_u, from_v;
	bool in_u = sum_of_base(x, u, &a, &from_u);
	bool in_v = sum_of_base(x, v, &b, &from_v);
	if (in_u == in_v)
		return false;
	*object = in_u ? a : b;
	*offset = term_add(ts, in_u ? from_u : u, in_u ? v : from_v);
	return true;
}

/* conditions: also in those that choose between values. */
static bool mentions_address(struct symex *x, term root, bool conditions) {
	if (!x->address.exposed.n)
		return false;
	struct map seen = {0};
	VEC(term) todo = {0};
	bool found = false;
	vec_push(&todo, root);
	while (todo.n && !found) {
		term t = vec_pop(&todo);
		if (map_get(&seen, t.ix, NULL))
			continue;
		map_put(&seen, t.ix, 1);
		uint64_t id;
		found = map_get(&x->address.object, t.ix, &id) && id;
		for (uint32_t i = 0; i < term_nargs(x->ts, t); i++)
			if (conditions || term_sort(x->ts, term_arg(x->ts, t, i)).kind != SORT_BOOL)
				vec_push(&todo, term_arg(x->ts, t, i));
	}
	map_free(&seen);
	vec_free(&todo);
	return found;
}

bool ptr_holds_address(struct symex *x, term root) {
	return mentions_address(x, root, false);
}

const char ptr_guessed[] = "a number that may be equal to an address, but is not made of one, "
                           "becomes a pointer";

bool ptr_was_guessed(const struct symex *x) {
	return x->address.by_number && x->address.exposed.n;
}

/* Close to zero, or to the end of memory: no object lies there. */
static bool is_outside(struct symex *x, term address) {
	uint64_t at;
	if (!term_get_u64(x->ts, address, &at))
		return false;
	uint64_t top = x->address_bits == 64 ? UINT64_MAX : (UINT64_C(1) << x->address_bits) - 1;
	return at < LOW_ADDRESS || at > top - LOW_ADDRESS;
}

/* Is the offset one of a byte of the object, or of its end, in every execution? */
static bool is_within(const struct symex *x, uint32_t id, term offset) {
	uint64_t size;
	struct range r;
	return term_get_u64(x->ts, x->object.at[id].size, &size) && range_unsigned(x->ts, offset, &r) &&
	       r.lo >= 0 && r.hi <= (__int128)size;
}

/* Is the number, which no address is part of, not so small that no object is there?  A constant may
 * have been set bit by bit under conditions, which are decided where one path is followed. */
static bool may_equal_address(const struct symex *x, term number) {
	struct range r;
	return !range_unsigned(x->ts, number, &r) || r.hi >= LOW_ADDRESS;
}

/* What is at an address: the object that has it, whatever the number was made of; so in a concrete
 * execution, where it is a constant, it is the same object. */
static term from_int_leaf(struct symex *x, term address, term unused) {
	(void)unused;
	struct terms *ts = x->ts;
	uint32_t id, own = 0;
	term offset;
	if (sum_of_base(x, address, &own, &offset) && is_within(x, own, offset))
		return ptr_make(x, own, offset);
	term result = ptr_integer(x, address);
	bool is_const = term_is_const(ts, address);
	bool (*may_be)(struct symex *, term) = x->engine->choices.may_be_address;
	if (is_const ? !symex_is_concrete(x) || is_outside(x, address)
	             : !mentions_address(x, address, true) && !(may_be && may_be(x, address))) {
		x->address.by_number |= is_const ? !is_outside(x, address) : may_equal_address(x, address);
		return result;
	}
	x->address.any |= x->address.exposed.n > 0;
	for (size_t i = 0; i < x->address.exposed.n; i++) {
		id = x->address.exposed.at[i];
		const struct object *o = &x->object.at[id];
		offset = term_sub(ts, address, o->base);
		term inside = term_ule(ts, offset, o->size);
		result = term_ite(ts, inside, ptr_make(x, id, offset), result);
	}
	return result;
}

/* The only argument of the operation that is no constant; NO_TERM: it is another one. */
static term varying(struct symex *x, term t) {
	enum term_kind kind = term_kind(x->ts, t);
	if (kind == TERM_EXTRACT)
		return term_arg(x->ts, t, 0);
	if (kind != TERM_BVAND && kind != TERM_BVOR && kind != TERM_BVXOR && kind != TERM_ADD &&
	    kind != TERM_CONCAT)
		return NO_TERM;
	term a = term_arg(x->ts, t, 0), b = term_arg(x->ts, t, 1);
	return term_is_const(x->ts, a) ? b : term_is_const(x->ts, b) ? a : NO_TERM;
}

/* An aligned address plus less than its alignment: only the low bits change. */
static term low_bits_added(struct symex *x, term t) {
	struct terms *ts = x->ts;
	uint64_t low, add;
	if (term_kind(ts, t) == TERM_EXTRACT)
		return term_extract(ts, low_bits_added(x, term_arg(ts, t, 0)), term_high(ts, t),
		                    term_low(ts, t));
	if (term_kind(ts, t) != TERM_ADD)
		return t;
	term sum = varying(x, t);
	if (!sum.ix || term_kind(ts, sum) != TERM_CONCAT)
		return t;
	term constant = term_arg(ts, t, term_eq(sum, term_arg(ts, t, 0)) ? 1 : 0);
	uint32_t width = term_width(ts, term_arg(ts, sum, 1));
	if (!term_get_u64(ts, constant, &add) || !term_get_u64(ts, term_arg(ts, sum, 1), &low) ||
	    width >= 64 || add >> width || (low + add) >> width)
		return t;
	return term_concat(ts, term_arg(ts, sum, 0), term_u64(ts, width, low + add));
}

/* The operation with another argument instead of that. */
static term with_varying(struct symex *x, term value, term operation) {
	struct terms *ts = x->ts;
	enum term_kind kind = term_kind(ts, operation);
	value = low_bits_added(x, value);
	if (kind == TERM_EXTRACT)
		return term_extract(ts, value, term_high(ts, operation), term_low(ts, operation));
	term a = term_arg(ts, operation, 0), b = term_arg(ts, operation, 1);
	bool is_first = !term_is_const(ts, a);
	if (kind == TERM_CONCAT)
		return is_first ? term_concat(ts, value, b) : term_concat(ts, a, value);
	term constant = is_first ? b : a;
	switch (kind) {
	case TERM_BVAND: return term_bvand(ts, value, constant);
	case TERM_BVOR: return term_bvor(ts, value, constant);
	case TERM_BVXOR: return term_bvxor(ts, value, constant);
	default: return term_add(ts, value, constant);
	}
}

/* A mark is set in an address that is chosen, or taken out of it: the choice comes first, so that
 * each address folds, and its offset is known. */
static term choice_first(struct symex *x, term address, unsigned depth) {
	term from = depth ? varying(x, address) : NO_TERM;
	term chosen = from.ix ? choice_first(x, from, depth - 1) : NO_TERM;
	if (!chosen.ix || term_kind(x->ts, chosen) != TERM_ITE)
		return address;
	return map_leaves(x, chosen, with_varying, address);
}

enum { MARKS = 8 }; /* operations on an address before it is used */

term ptr_from_int(struct symex *x, term address) {
	if (x->address.exposed.n)
		address = choice_first(x, address, MARKS);
	return map_leaves(x, address, from_int_leaf, NO_TERM);
}

/* An address outside of all objects may get back into one; what is made of null does not. */
static term add_leaf(struct symex *x, term p, term bytes) {
	uint64_t id, old = 1;
	term object = ptr_object(x, p), offset = term_add(x->ts, ptr_offset(x, p), bytes);
	term_get_u64(x->ts, ptr_offset(x, p), &old);
	bool is_address = x->address.exposed.n && old && term_get_u64(x->ts, object, &id) && !id;
	return is_address ? from_int_leaf(x, offset, NO_TERM) : term_concat(x->ts, object, offset);
}

term ptr_add(struct symex *x, term p, term bytes) {
	uint64_t zero;
	if (term_get_u64(x->ts, bytes, &zero) && zero == 0)
		return p;
	return map_leaves(x, p, add_leaf, bytes);
}

/* Is the address of a byte of an object, or of its end? */
static bool is_inside(struct symex *x, term address, uint32_t *object) {
	term offset;
	uint64_t at, size;
	return sum_of_base(x, address, object, &offset) && term_get_u64(x->ts, offset, &at) &&
	       term_get_u64(x->ts, x->object.at[*object].size, &size) && at <= size;
}

term ptr_addresses_equal(struct symex *x, term a, term b) {
	uint32_t p, q;
	if (x->address.exposed.n && !term_eq(a, b)) {
		bool in_p = is_inside(x, a, &p), in_q = is_inside(x, b, &q);
		if ((in_p && in_q && p != q) || (in_p && is_outside(x, b)) || (in_q && is_outside(x, a)))
			return term_false(x->ts);
	}
	return term_equal(x->ts, a, b);
}

/* *integer: the pointer may be an integer that is the address of an object; *object: it may point
 * to an object.  Addresses close to zero or to the end of memory belong to no object. */
static void classify(struct symex *x, term p, bool *integer, bool *object) {
	struct pointees t;
	ptr_targets(x, p, &t);
	*integer = *object = !t.complete;
	for (size_t i = 0; i < t.list.n; i++) {
		uint64_t address;
		if (t.list.at[i].object)
			*object = true;
		else if (!term_get_u64(x->ts, t.list.at[i].offset, &address))
			*integer = true;
		else if (address + LOW_ADDRESS >= 2 * LOW_ADDRESS &&
		         (x->address_bits == 64 || address < (UINT64_C(1) << 32) - LOW_ADDRESS))
			*integer = true;
	}
	vec_free(&t.list);
}

term ptr_equal(struct symex *x, term p, term q) {
	term known = x->engine->summaries.equal ? x->engine->summaries.equal(x, p, q) : NO_TERM;
	if (known.ix)
		return known;
	if (term_eq(p, q))
		return term_true(x->ts);
	bool p_integer, p_object, q_integer, q_object;
	classify(x, p, &p_integer, &p_object);
	classify(x, q, &q_integer, &q_object);
	if ((p_integer && q_object) || (q_integer && p_object))
		return ptr_addresses_equal(x, ptr_to_int(x, p), ptr_to_int(x, q));
	return term_equal(x->ts, p, q);
}

term ptr_less(struct symex *x, term p, term q, bool or_equal) {
	/* Objects that stand for several are compared as arbitrarily here. */
	term any = x->engine->summaries.equal ? x->engine->summaries.equal(x, p, q) : NO_TERM;
	if (any.ix)
		return any;
	term po = ptr_object(x, p), qo = ptr_object(x, q);
	term (*less)(struct terms *, term, term) = or_equal ? term_ule : term_ult;
	if (term_eq(po, qo)) {
		/* Signed, so that a pointer before the start of an object is less than one to its start. */
		term (*signed_less)(struct terms *, term, term) = or_equal ? term_sle : term_slt;
		uint64_t id;
		bool known = term_get_u64(x->ts, po, &id) && id != 0;
		return (known ? signed_less : less)(x->ts, ptr_offset(x, p), ptr_offset(x, q));
	}
	return less(x->ts, ptr_to_int(x, p), ptr_to_int(x, q));
}
