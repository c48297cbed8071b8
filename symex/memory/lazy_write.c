#include "symex/memory/lazy_write.h"

#include "symex/config.h"
#include "symex/core/values.h"

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
