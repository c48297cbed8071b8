#include "symex/memory/lazy_write.h"

#include "symex/core/values.h"
#include "symex/memory/gate.h"
#include "symex/memory/invalid.h"

static const struct scalar BYTE = {1, false};

struct content *lazy_write_push(struct symex *x, struct lazy_write l) {
	struct content *c = arena_new(x->pool.arena, struct content);
	c->epoch = x->pool.epoch;
	c->fill = FILL_LAZY;
	c->lazy = arena_copy(x->pool.arena, &l, sizeof l);
	return c;
}

static term size_term(struct symex *x, uint64_t n) {
	return term_u64(x->ts, x->address_bits, n);
}

static term as_bits(struct symex *x, term value, struct scalar a) {
	return a.is_pointer ? ptr_to_int(x, value) : value;
}

static term from_bits(struct symex *x, term bits, struct scalar a) {
	return a.is_pointer ? ptr_from_int(x, bits) : bits;
}

static term read_at(struct symex *x, uint32_t object, const struct content *c, term offset,
                    struct scalar a) {
	return content_read_at(x, object, &c, offset, a);
}

/* Is the value of 't' certainly a multiple of n? */
static bool is_multiple(struct symex *x, term t, uint32_t n) {
	struct stride s = content_stride(x, t);
	return s.step % n == 0 && s.rest % n == 0;
}

/* --- A scalar over another one. --- */

static term byte_of(struct symex *x, term bits, uint32_t k) {
	return term_extract(x->ts, bits, 8 * k + 7, 8 * k);
}

static term over_bytes(struct symex *x, term offset, struct scalar a, term old, term at,
                       struct scalar stored, term value) {
	struct terms *ts = x->ts;
	term all = NO_TERM, was = as_bits(x, old, a), now = as_bits(x, value, stored);
	for (uint32_t i = 0; i < a.bytes; i++) {
		term byte = byte_of(x, was, i), here = term_add(ts, offset, size_term(x, i));
		for (uint32_t k = 0; k < stored.bytes; k++) {
			term same = term_equal(ts, here, term_add(ts, at, size_term(x, k)));
			byte = term_ite(ts, same, byte_of(x, now, k), byte);
		}
		all = all.ix ? term_concat(ts, byte, all) : byte;
	}
	return from_bits(x, all, a);
}

term lazy_write_over(struct symex *x, term offset, struct scalar a, term old, term at,
                     struct scalar stored, term value) {
	uint64_t here, there;
	if (term_get_u64(x->ts, offset, &here) && term_get_u64(x->ts, at, &there) &&
	    (here + a.bytes <= there || there + stored.bytes <= here))
		return old;
	if (a.bytes != stored.bytes)
		return over_bytes(x, offset, a, old, at, stored, value);
	if (a.is_pointer != stored.is_pointer)
		value = from_bits(x, as_bits(x, value, stored), a);
	bool aligned = is_multiple(x, offset, a.bytes) && is_multiple(x, at, a.bytes);
	term same = term_equal(x->ts, offset, at);
	if (!aligned && !term_is_true(x->ts, same))
		old = over_bytes(x, offset, a, old, at, a, value);
	return values_ite(x, same, value, old);
}

/* --- Reading. --- */

/* The scalar inside a block, 'd' bytes from its start. */
static term in_block(struct symex *x, const struct lazy_write *l, term d, struct scalar a) {
	if (l->kind == LAZY_COPY)
		return read_at(x, l->source_object, l->source, term_add(x->ts, l->from, d), a);
	term bits = l->value;
	for (uint32_t i = 1; i < a.bytes; i++)
		bits = term_concat(x->ts, bits, l->value);
	return from_bits(x, bits, a);
}

/* Can bytes at distance 'd' from the start be in the block?  Not if the copied bytes would lie
 * outside of the source object. */
static bool may_cover(struct symex *x, const struct lazy_write *l, term d, struct scalar a) {
	uint64_t at;
	if (l->kind == LAZY_COPY)
		return !term_get_u64(x->ts, term_add(x->ts, l->from, d), &at) ||
		       content_reaches(x, l->source_object, at, a.bytes);
	return !term_get_u64(x->ts, d, &at) || content_reaches(x, l->object, at, a.bytes);
}

static term read_block(struct symex *x, const struct lazy_write *l, term offset, struct scalar a) {
	struct terms *ts = x->ts;
	term d = term_sub(ts, offset, l->at), below = NO_TERM;
	bool whole = a.bytes == 1 || (is_multiple(x, offset, a.bytes) &&
	                              is_multiple(x, l->at, a.bytes) && is_multiple(x, l->n, a.bytes));
	if (whole) {
		term in = term_ult(ts, d, l->n);
		below = read_at(x, l->object, l->below, offset, a);
		if (term_is_false(ts, in) || !may_cover(x, l, d, a))
			return below;
		return values_ite(x, in, in_block(x, l, d, a), below);
	}
	/* The access may overlap the block partly. */
	term all = NO_TERM;
	for (uint32_t i = 0; i < a.bytes; i++) {
		term byte = read_block(x, l, term_add(ts, offset, size_term(x, i)), BYTE);
		all = all.ix ? term_concat(ts, byte, all) : byte;
	}
	term parts = from_bits(x, all, a), bytes = size_term(x, a.bytes);
	if (!may_cover(x, l, d, a))
		return parts;
	term fits = term_and(ts, term_ule(ts, bytes, l->n), term_ule(ts, d, term_sub(ts, l->n, bytes)));
	return values_ite(x, fits, in_block(x, l, d, a), parts);
}

term lazy_write_read(struct symex *x, const struct lazy_write *l, term offset, struct scalar a) {
	switch (l->kind) {
	case LAZY_COPY:
	case LAZY_SET: return read_block(x, l, offset, a);
	case LAZY_STORE: {
		term old = read_at(x, l->object, l->below, offset, a);
		term now = lazy_write_over(x, offset, a, old, l->at, l->access, l->value);
		return values_ite(x, l->condition, now, old);
	}
	case LAZY_EITHER: break;
	}
	return values_ite(x, l->condition, read_at(x, l->source_object, l->source, offset, a),
	                  read_at(x, l->object, l->below, offset, a));
}

/* --- Writing. --- */

/* Without assertions that check accesses: the block may end outside of the object, or the object
 * may have ended. */
static void check_block(struct symex *x, struct state *st, const struct pointee *p, term n) {
	struct terms *ts = x->ts;
	if (!x->config->unchecked_access)
		return;
	term size = p->object ? x->object.at[p->object].size : size_term(x, 0);
	term inside =
	    term_and(ts, term_ule(ts, p->offset, size), term_ule(ts, n, term_sub(ts, size, p->offset)));
	if (p->object)
		inside = term_and(ts, inside, term_not(ts, gate_is_ended(x, st, p->object)));
	term is_empty = term_equal(ts, n, size_term(x, 0));
	term leaves = term_and(ts, p->guard, term_not(ts, term_or(ts, inside, is_empty)));
	if (invalid_is_null(x, p))
		invalid_end(x, st, leaves);
	else if (!term_is_false(ts, leaves))
		symex_unsupported(x, st, leaves, "access through an invalid pointer");
}

/* The objects that a block may be in, with their contents. */
static void find_blocks(struct symex *x, struct state *st, term pointer, term n, bool is_write,
                        struct pointees *t) {
	ptr_targets(x, pointer, t);
	term invalid = invalid_pointees(x, st, t);
	size_t kept = 0;
	for (size_t i = 0; i < t->list.n; i++) {
		const struct pointee *p = &t->list.at[i];
		check_block(x, st, p, n);
		if (!t->complete)
			invalid = term_and(x->ts, invalid, term_not(x->ts, p->guard));
		if (!p->object || !memory_get(x, st, p->object))
			continue;
		gate_whole(x, st, p->object, is_write ? ACCESS_WRITE : ACCESS_READ);
		t->list.at[kept++] = *p;
	}
	t->list.n = kept;
	if (x->config->unchecked_access && !term_is_false(x->ts, invalid))
		symex_unsupported(x, st, invalid, "access through an invalid pointer");
}

/* The length of a block; 0 where the guard does not hold. */
static term length_if(struct symex *x, term guard, term n) {
	return term_ite(x->ts, guard, n, size_term(x, 0));
}

void lazy_write_copy(struct symex *x, struct state *st, term to, term from, term n) {
	struct pointees t, f;
	find_blocks(x, st, from, n, false, &f);
	find_blocks(x, st, to, n, true, &t);
	pmap_snapshot(&x->pool); /* the lazy writes refer to the present contents */
	const struct content **source = arena_array(x->pool.arena, const struct content *, f.list.n);
	for (size_t k = 0; k < f.list.n; k++)
		source[k] = memory_get(x, st, f.list.at[k].object);
	for (size_t i = 0; i < t.list.n; i++) {
		const struct pointee *p = &t.list.at[i];
		struct content *c = (struct content *)memory_get(x, st, p->object);
		for (size_t k = 0; k < f.list.n; k++) {
			term both = term_and(x->ts, p->guard, f.list.at[k].guard);
			struct lazy_write l = {.kind = LAZY_COPY,
			                       .object = p->object,
			                       .below = c,
			                       .source = source[k],
			                       .source_object = f.list.at[k].object,
			                       .at = p->offset,
			                       .n = length_if(x, both, n),
			                       .from = f.list.at[k].offset};
			c = lazy_write_push(x, l);
		}
		memory_put(x, st, p->object, c);
	}
	vec_free(&t.list);
	vec_free(&f.list);
}

void lazy_write_set(struct symex *x, struct state *st, term to, term byte, term n) {
	struct pointees t;
	find_blocks(x, st, to, n, true, &t);
	pmap_snapshot(&x->pool);
	for (size_t i = 0; i < t.list.n; i++) {
		const struct pointee *p = &t.list.at[i];
		struct lazy_write l = {.kind = LAZY_SET,
		                       .object = p->object,
		                       .below = memory_get(x, st, p->object),
		                       .at = p->offset,
		                       .n = length_if(x, p->guard, n),
		                       .value = byte};
		memory_put(x, st, p->object, lazy_write_push(x, l));
	}
	vec_free(&t.list);
}
