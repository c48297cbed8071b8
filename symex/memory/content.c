#include "symex/memory/content.h"

#include "solvers/term/range.h"
#include "symex/core/values.h"
#include "symex/memory/lazy_write.h"
#include "util/number/divisor.h"
#include "util/text/diag.h"

enum {
	MAX_CHOICES = 128,          /* possible offsets of a scalar before an array is used */
	MAX_POINTER_CHOICES = 4096, /* the same for pointers, since an array hides points-to sets */
	MAX_EXPANDED = 1 << 16,     /* elements of an array that may be read one by one */
};

static const struct scalar BYTE = {1, false};

static uint64_t cell_make(const struct symex *x, struct scalar a, term value) {
	uint64_t bits, cell = (uint64_t)a.is_pointer << 63 | (uint64_t)a.bytes << 32;
	if (a.bytes <= 4 && !a.is_pointer && term_is_small(x->ts, value, &bits))
		return cell | 1ull << 62 | bits;
	return cell | value.ix;
}

term cell_term(struct symex *x, uint64_t cell) {
	x->content.read_hidden |= cell_is_hidden(cell);
	if (cell_is_constant(cell))
		return term_u64(x->ts, cell_access(cell).bytes * 8, (uint32_t)cell);
	return (term){(uint32_t)cell};
}

uint64_t cell_with(const struct symex *x, uint64_t cell, term value) {
	return cell_make(x, cell_access(cell), value) | (cell & CELL_HIDDEN);
}

struct content *content_own(struct symex *x, const struct content *c) {
	if (c->epoch == x->pool.epoch)
		return (struct content *)c;
	struct content *copy = arena_copy(x->pool.arena, c, sizeof *c);
	copy->epoch = x->pool.epoch;
	copy->canon = 0;
	return copy;
}

bool content_reaches(const struct symex *x, uint32_t object, uint64_t offset, uint64_t bytes) {
	uint64_t size;
	if (offset > UINT32_MAX - bytes)
		return false;
	return !term_get_u64(x->ts, x->object.at[object].size, &size) || offset + bytes <= size;
}

bool content_is_crossed(const struct symex *x, uint32_t object, term offset, uint64_t bytes) {
	uint64_t at;
	return term_get_u64(x->ts, offset, &at) && !content_reaches(x, object, at, bytes);
}

/* Converts a scalar that may be a pointer to an integer, and back. */
static term as_bits(struct symex *x, term value, struct scalar a) {
	return a.is_pointer ? ptr_to_int(x, value) : value;
}
static term from_bits(struct symex *x, term bits, struct scalar a) {
	return a.is_pointer ? ptr_from_int(x, bits) : bits;
}

/* One arbitrary byte of fresh memory: a variable, or part of an element if the memory has an array
 * variable.  A byte that had a variable before the array was made keeps that variable: see
 * any_array. */
static term any_byte(struct symex *x, uint32_t choice, uint32_t offset) {
	uint64_t elem, top = 0;
	map_get(&x->content.fresh_bytes, choice, &top);
	if (offset >= top && map_get(&x->content.array_view, choice, &elem)) {
		term array = symex_choose(x, sort_array(x->address_bits, (uint32_t)elem * 8),
		                          (struct variable){VARIABLE_ARRAY, choice, (uint32_t)elem});
		term at = term_u64(x->ts, x->address_bits, offset / elem);
		uint32_t low = (uint32_t)(offset % elem) * 8;
		term element = term_select(x->ts, array, at);
		return symex_settle(x, term_extract(x->ts, element, low + 7, low));
	}
	if (offset >= top)
		map_put(&x->content.fresh_bytes, choice, offset + 1);
	return symex_choose(x, sort_bv(8), (struct variable){VARIABLE_MEMORY, choice, offset});
}

static term fill_bytes(struct symex *x, const struct content *c, uint32_t offset, uint32_t n) {
	if (c->fill == FILL_ZERO)
		return term_u64(x->ts, n * 8, 0);
	if (c->fill == FILL_LAZY)
		return lazy_write_read(x, c->lazy, term_u64(x->ts, x->address_bits, offset),
		                       (struct scalar){n, false});
	term value = any_byte(x, c->choice, offset);
	for (uint32_t i = 1; i < n; i++)
		value = term_concat(x->ts, any_byte(x, c->choice, offset + i), value);
	return value;
}

/* The next run of bytes at 'at' that one cell, or the fill, provides; at most up to 'end'. */
static term piece(struct symex *x, const struct content *c, uint32_t at, uint32_t end,
                  uint32_t *n) {
	uint32_t start;
	uint64_t cell;
	if (pmap_prev(&c->cells, at, &start, &cell) && start + cell_access(cell).bytes > at) {
		struct scalar a = cell_access(cell);
		uint32_t stop = start + a.bytes < end ? start + a.bytes : end;
		*n = stop - at;
		term bits = as_bits(x, cell_term(x, cell), a);
		return term_extract(x->ts, bits, (stop - start) * 8 - 1, (at - start) * 8);
	}
	if (pmap_next(&c->cells, at, &start, &cell) && start < end)
		end = start;
	*n = end - at;
	return fill_bytes(x, c, at, *n);
}

static term read_pieces(struct symex *x, const struct content *c, uint32_t offset, uint32_t bytes) {
	term value = NO_TERM;
	for (uint32_t at = offset, n; at < offset + bytes; at += n) {
		term part = piece(x, c, at, offset + bytes, &n);
		value = value.ix ? term_concat(x->ts, part, value) : part;
	}
	return value;
}

static term read_array(struct symex *x, const struct content *c, term offset, struct scalar a);
static void write_array(struct symex *x, struct content *c, term offset, struct scalar a,
                        term value);

static bool has_cell(const struct content *c, uint32_t offset, uint32_t bytes) {
	uint32_t start;
	uint64_t cell;
	return (pmap_prev(&c->cells, offset, &start, &cell) &&
	        start + cell_access(cell).bytes > offset) ||
	       (pmap_next(&c->cells, offset, &start, &cell) && start < offset + bytes);
}

term content_read(struct symex *x, const struct content *c, uint64_t offset, struct scalar a) {
	if (c->elem)
		return read_array(x, c, term_u64(x->ts, x->address_bits, offset), a);
	uint64_t cell = pmap_get(&c->cells, (uint32_t)offset);
	if (cell) {
		struct scalar have = cell_access(cell);
		if (have.bytes == a.bytes && have.is_pointer == a.is_pointer)
			return cell_term(x, cell);
		if (have.bytes == a.bytes)
			return from_bits(x, as_bits(x, cell_term(x, cell), have), a);
	}
	if (c->fill == FILL_LAZY && !has_cell(c, (uint32_t)offset, a.bytes))
		return lazy_write_read(x, c->lazy, term_u64(x->ts, x->address_bits, offset), a);
	return from_bits(x, read_pieces(x, c, (uint32_t)offset, a.bytes), a);
}

static void put_cell(struct symex *x, struct content *c, uint32_t at, struct scalar a, term v) {
	pmap_set(&x->pool, &c->cells, at, cell_make(x, a, v));
}

/* Keeps bytes [from, to) of the cell at 'start' as a cell of their own. */
static void keep_part(struct symex *x, struct content *c, uint32_t start, uint64_t cell,
                      uint32_t from, uint32_t to) {
	term bits = as_bits(x, cell_term(x, cell), cell_access(cell));
	term part = term_extract(x->ts, bits, (to - start) * 8 - 1, (from - start) * 8);
	put_cell(x, c, from, (struct scalar){to - from, false}, part);
}

static void clear(struct symex *x, struct content *c, uint32_t offset, uint32_t bytes) {
	uint32_t start, end = offset + bytes;
	uint64_t cell;
	if (offset && pmap_prev(&c->cells, offset - 1, &start, &cell)) {
		uint32_t stop = start + cell_access(cell).bytes;
		if (stop > offset) {
			keep_part(x, c, start, cell, start, offset);
			if (stop > end)
				keep_part(x, c, start, cell, end, stop);
		}
	}
	for (uint32_t at = offset; at < end && pmap_next(&c->cells, at, &start, &cell) && start < end;
	     at = start + 1) {
		uint32_t stop = start + cell_access(cell).bytes;
		pmap_set(&x->pool, &c->cells, start, 0);
		if (stop > end)
			keep_part(x, c, start, cell, end, stop);
	}
}

void content_write(struct symex *x, struct content *c, uint64_t offset, struct scalar a,
                   term value) {
	if (c->elem) {
		write_array(x, c, term_u64(x->ts, x->address_bits, offset), a, value);
		return;
	}
	uint64_t cell = pmap_get(&c->cells, (uint32_t)offset);
	if (!cell || cell_access(cell).bytes != a.bytes)
		clear(x, c, (uint32_t)offset, a.bytes);
	put_cell(x, c, (uint32_t)offset, a, value);
}

struct value content_value(struct symex *x, const struct content *c, uint64_t offset,
                           struct scalar a) {
	uint64_t cell = c->elem || a.is_pointer ? 0 : pmap_get(&c->cells, (uint32_t)offset);
	if (cell_is_constant(cell) && cell_access(cell).bytes == a.bytes && !cell_is_hidden(cell))
		return value_constant(a.bytes * 8, (uint32_t)cell);
	return value_read(x->ts, content_read(x, c, offset, a));
}

void content_store(struct symex *x, struct content *c, uint64_t offset, struct scalar a,
                   const struct value *v) {
	uint64_t cell = c->elem || a.is_pointer ? 0 : pmap_get(&c->cells, (uint32_t)offset);
	if (cell && cell_access(cell).bytes == a.bytes && a.bytes <= 4 && v->width == a.bytes * 8)
		pmap_set(&x->pool, &c->cells, (uint32_t)offset,
		         1ull << 62 | (uint64_t)a.bytes << 32 | v->bits);
	else
		content_write(x, c, offset, a, value_term(x->ts, v));
}

/* --- Arrays. --- */

static uint32_t elem_width(const struct symex *x, const struct content *c) {
	return c->elem_is_pointer ? x->pointer_bits : c->elem * 8;
}

static struct scalar elem_access(const struct content *c) {
	return (struct scalar){c->elem, c->elem_is_pointer};
}

static term array_index(struct symex *x, term offset, uint32_t elem) {
	return term_udiv(x->ts, offset, term_u64(x->ts, x->address_bits, elem));
}

/* The array of fresh memory: a variable, with the bytes that have variables of their own stored in
 * it.  An assumption that equates these with elements would come too late for whoever has used the
 * bytes before, and would be gone when the search goes back to before this. */
static term any_array(struct symex *x, uint32_t choice, uint32_t elem) {
	uint64_t top = 0, known, made = 0;
	map_get(&x->content.array_view, choice, &made);
	bool is_kept = !symex_is_concrete(x) && (!made || made == elem);
	if (made && is_kept && map_get(&x->content.arrays, choice, &known))
		return (term){(uint32_t)known};
	term array = symex_choose(x, sort_array(x->address_bits, elem * 8),
	                          (struct variable){VARIABLE_ARRAY, choice, elem});
	if (!made)
		map_put(&x->content.array_view, choice, elem);
	map_get(&x->content.fresh_bytes, choice, &top);
	for (uint32_t k = 0; (uint64_t)k * elem < top; k++) {
		term value = any_byte(x, choice, k * elem);
		for (uint32_t i = 1; i < elem; i++)
			value = term_concat(x->ts, any_byte(x, choice, k * elem + i), value);
		array = term_store(x->ts, array, term_u64(x->ts, x->address_bits, k), value);
	}
	if (is_kept)
		map_put(&x->content.arrays, choice, array.ix);
	return array;
}

/* The content as an array of elements; reads each element that overlaps a cell.  Fresh memory has
 * one array only, so its elements may have another size. */
static struct content to_array(struct symex *x, const struct content *c, struct scalar elem) {
	uint64_t made;
	if (c->fill == FILL_ANY && !symex_is_concrete(x) &&
	    map_get(&x->content.array_view, c->choice, &made))
		elem = (struct scalar){(uint32_t)made, false};
	struct content to = {
	    .epoch = x->pool.epoch, .elem = elem.bytes, .elem_is_pointer = elem.is_pointer};
	uint32_t width = elem_width(x, &to);
	if (c->fill == FILL_ZERO)
		to.array = term_const_array(x->ts, x->address_bits, term_u64(x->ts, width, 0));
	else
		to.array = any_array(x, c->choice, elem.bytes);
	uint32_t start;
	uint64_t cell;
	for (uint32_t at = 0; pmap_next(&c->cells, at, &start, &cell);) {
		uint32_t first = at > start ? at : start, stop = start + cell_access(cell).bytes;
		for (uint32_t k = first / elem.bytes; k * elem.bytes < stop; k++) {
			term value = content_read(x, c, (uint64_t)k * elem.bytes, elem);
			to.array = term_store(x->ts, to.array, term_u64(x->ts, x->address_bits, k), value);
			at = (k + 1) * elem.bytes;
		}
		if (at < stop)
			at = stop;
	}
	return to;
}

/* The array of elements as an array of bytes; requires few elements. */
static struct content to_bytes(struct symex *x, const struct content *c, uint64_t size) {
	struct content to = *c;
	to.epoch = x->pool.epoch;
	to.canon = 0;
	to.elem = 1;
	to.elem_is_pointer = false;
	to.array = term_const_array(x->ts, x->address_bits, term_u64(x->ts, 8, 0));
	for (uint64_t i = 0; i * c->elem < size; i++) {
		term at = term_u64(x->ts, x->address_bits, i);
		term bits = as_bits(x, term_select(x->ts, c->array, at), elem_access(c));
		for (uint32_t b = 0; b < c->elem; b++) {
			term where = term_u64(x->ts, x->address_bits, i * c->elem + b);
			term byte = term_extract(x->ts, bits, b * 8 + 7, b * 8);
			to.array = term_store(x->ts, to.array, where, byte);
		}
	}
	return to;
}

/* Does an access certainly lie within one element, or cover whole ones? */
static bool fits_elements(struct symex *x, const struct content *c, term offset, struct scalar a) {
	struct stride s = content_stride(x, offset);
	bool inside =
	    a.bytes <= c->elem && s.step % c->elem == 0 && s.rest % c->elem + a.bytes <= c->elem;
	return inside || c->elem == 1 ||
	       (a.bytes % c->elem == 0 && common_divisor(s.step, s.rest) % c->elem == 0);
}

/* The elements that an access may overlap, wherever in the first of them it begins. */
static uint32_t overlapped(const struct content *c, struct scalar a) {
	return (a.bytes + c->elem - 2) / c->elem + 1;
}

/* Their bits, the lowest address first. */
static term overlapped_bits(struct symex *x, const struct content *c, term first, uint32_t n) {
	term all = NO_TERM;
	for (uint32_t i = 0; i < n; i++) {
		term at = term_add(x->ts, first, term_u64(x->ts, x->address_bits, i));
		term part = as_bits(x, term_select(x->ts, c->array, at), elem_access(c));
		all = all.ix ? term_concat(x->ts, part, all) : part;
	}
	return all;
}

/* The bit in the first of them at which an access begins, as a number of so many bits. */
static term first_bit(struct symex *x, const struct content *c, term offset, uint32_t width) {
	term byte =
	    term_urem(x->ts, offset, term_u64(x->ts, x->address_bits, c->elem)); /* less than 16 */
	byte = term_zext(x->ts, term_extract(x->ts, byte, 4, 0), width);
	return term_shl(x->ts, byte, term_u64(x->ts, width, 3));
}

static term read_across(struct symex *x, const struct content *c, term offset, struct scalar a) {
	term all = overlapped_bits(x, c, array_index(x, offset, c->elem), overlapped(c, a));
	term from = first_bit(x, c, offset, term_width(x->ts, all));
	term bits = term_extract(x->ts, term_lshr(x->ts, all, from), a.bytes * 8 - 1, 0);
	return from_bits(x, bits, a);
}

static term read_array(struct symex *x, const struct content *c, term offset, struct scalar a) {
	if (!fits_elements(x, c, offset, a))
		return read_across(x, c, offset, a);
	term first = array_index(x, offset, c->elem);
	if (a.bytes == c->elem) {
		term value = term_select(x->ts, c->array, first);
		if (a.is_pointer == c->elem_is_pointer)
			return value;
		return from_bits(x, as_bits(x, value, elem_access(c)), a);
	}
	if (a.bytes < c->elem) {
		uint32_t low = (uint32_t)(content_stride(x, offset).rest % c->elem) * 8;
		term bits = as_bits(x, term_select(x->ts, c->array, first), elem_access(c));
		return from_bits(x, term_extract(x->ts, bits, low + a.bytes * 8 - 1, low), a);
	}
	term value = NO_TERM;
	for (uint32_t i = 0; i < a.bytes / c->elem; i++) {
		term at = term_add(x->ts, first, term_u64(x->ts, x->address_bits, i));
		term part = as_bits(x, term_select(x->ts, c->array, at), elem_access(c));
		value = value.ix ? term_concat(x->ts, part, value) : part;
	}
	return from_bits(x, value, a);
}

static void store_elem(struct symex *x, struct content *c, term at, term bits, struct scalar a) {
	if (c->elem_is_pointer && !a.is_pointer)
		bits = ptr_from_int(x, bits);
	c->array = term_store(x->ts, c->array, at, bits);
}

static void write_across(struct symex *x, struct content *c, term offset, struct scalar a,
                         term value) {
	struct terms *ts = x->ts;
	uint32_t n = overlapped(c, a), bits = c->elem * 8;
	term first = array_index(x, offset, c->elem), old = overlapped_bits(x, c, first, n);
	uint32_t width = term_width(ts, old);
	term from = first_bit(x, c, offset, width), ones = term_bvnot(ts, term_u64(ts, a.bytes * 8, 0));
	term written = term_shl(ts, term_zext(ts, ones, width), from);
	term now = term_shl(ts, term_zext(ts, as_bits(x, value, a), width), from);
	now = term_bvor(ts, now, term_bvand(ts, old, term_bvnot(ts, written)));
	for (uint32_t i = 0; i < n; i++) {
		term at = term_add(ts, first, term_u64(ts, x->address_bits, i));
		term part = term_extract(ts, now, i * bits + bits - 1, i * bits);
		store_elem(x, c, at, part, (struct scalar){c->elem, false});
	}
}

static void write_array(struct symex *x, struct content *c, term offset, struct scalar a,
                        term value) {
	if (!fits_elements(x, c, offset, a)) {
		write_across(x, c, offset, a, value);
		return;
	}
	term first = array_index(x, offset, c->elem);
	if (a.bytes == c->elem && a.is_pointer == c->elem_is_pointer) {
		c->array = term_store(x->ts, c->array, first, value);
		return;
	}
	term bits = as_bits(x, value, a);
	struct scalar plain = {a.bytes, false};
	if (a.bytes < c->elem) {
		uint32_t low = (uint32_t)(content_stride(x, offset).rest % c->elem) * 8;
		uint32_t high = low + a.bytes * 8, width = c->elem * 8;
		term old = as_bits(x, term_select(x->ts, c->array, first), elem_access(c));
		if (low)
			bits = term_concat(x->ts, bits, term_extract(x->ts, old, low - 1, 0));
		if (high < width)
			bits = term_concat(x->ts, term_extract(x->ts, old, width - 1, high), bits);
		store_elem(x, c, first, bits, plain);
		return;
	}
	for (uint32_t i = 0; i < a.bytes / c->elem; i++) {
		term at = term_add(x->ts, first, term_u64(x->ts, x->address_bits, i));
		uint32_t low = i * c->elem * 8;
		store_elem(x, c, at, term_extract(x->ts, bits, low + c->elem * 8 - 1, low), plain);
	}
}

/* --- Offsets that are not constant. --- */

/* A negative step and its absolute value have the same multiples. */
static uint64_t magnitude(uint64_t step) {
	return step >> 63 ? 0 - step : step;
}

/* A constant summand may be negative, as in a[i - 1]: as a large unsigned number it would have
 * another remainder, unless the step is a power of two. */
static uint64_t signed_constant(const struct terms *ts, term t, uint64_t c) {
	uint32_t width = term_width(ts, t);
	return width < 64 && c >> (width - 1) & 1 ? c - (UINT64_C(1) << width) : c;
}

/* Where a sum or a product may wrap around, only the powers of two in a step are certain. */
static struct stride narrow(struct stride s) {
	s.step &= 0 - s.step;
	return s;
}

static bool fits_signed(__int128 n, uint32_t width) {
	return n >= -((__int128)1 << (width - 1)) && n < (__int128)1 << (width - 1);
}

/* Is a sum or product of two terms the same number whether it wraps around or not? */
static bool is_exact(const struct terms *ts, term t) {
	struct range a, b;
	uint32_t width = term_width(ts, t);
	if (width > 64 || !range_signed(ts, term_arg(ts, t, 0), &a) ||
	    !range_signed(ts, term_arg(ts, t, 1), &b))
		return false;
	if (term_kind(ts, t) == TERM_ADD)
		return fits_signed(a.lo + b.lo, width) && fits_signed(a.hi + b.hi, width);
	return fits_signed(a.lo * b.lo, width) && fits_signed(a.lo * b.hi, width) &&
	       fits_signed(a.hi * b.lo, width) && fits_signed(a.hi * b.hi, width);
}

static struct stride unless_it_wraps(const struct terms *ts, term t, struct stride s) {
	bool is_power = (s.step & (s.step - 1)) == 0;
	return is_power || is_exact(ts, t) ? s : narrow(s);
}

static struct stride stride_at(struct symex *x, term t, int depth) {
	struct terms *ts = x->ts;
	struct stride unknown = {1, 0}, a, b;
	uint64_t c;
	if (term_get_u64(ts, t, &c))
		return (struct stride){0, signed_constant(ts, t, c)};
	if (depth > 12)
		return unknown;
	switch (term_kind(ts, t)) {
	case TERM_ADD:
		a = stride_at(x, term_arg(ts, t, 0), depth + 1);
		b = stride_at(x, term_arg(ts, t, 1), depth + 1);
		return unless_it_wraps(ts, t,
		                       (struct stride){common_divisor(a.step, b.step), a.rest + b.rest});
	case TERM_BVNEG:
		a = stride_at(x, term_arg(ts, t, 0), depth + 1);
		return (struct stride){a.step, 0 - a.rest};
	case TERM_MUL:
	case TERM_SHL:
		a = stride_at(x, term_arg(ts, t, 0), depth + 1);
		b = stride_at(x, term_arg(ts, t, 1), depth + 1);
		if (term_kind(ts, t) == TERM_SHL) {
			if (b.step || b.rest > 62)
				return unknown;
			b.rest = UINT64_C(1) << b.rest;
		}
		if (b.step == 0) {
			a = (struct stride){magnitude(a.step * b.rest), a.rest * b.rest};
		} else if (a.step == 0) {
			a = (struct stride){magnitude(b.step * a.rest), b.rest * a.rest};
		} else {
			a.step = common_divisor(a.step, magnitude(a.rest));
			b.step = common_divisor(b.step, magnitude(b.rest));
			a = (struct stride){magnitude(a.step * b.step), 0};
		}
		return term_kind(ts, t) == TERM_MUL ? unless_it_wraps(ts, t, a) : narrow(a);
	case TERM_CONCAT: {
		uint32_t low = term_width(ts, term_arg(ts, t, 1));
		b = narrow(stride_at(x, term_arg(ts, t, 1), depth + 1));
		a = narrow(stride_at(x, term_arg(ts, t, 0), depth + 1));
		if (low > 62)
			return unknown;
		if (term_get_u64(ts, term_arg(ts, t, 1), &c))
			b.rest = c; /* the lower bits are the same, signed or not */
		uint64_t unit = UINT64_C(1) << low;
		return (struct stride){common_divisor(a.step * unit, b.step), a.rest * unit + b.rest};
	}
	case TERM_ITE:
		a = stride_at(x, term_arg(ts, t, 1), depth + 1);
		b = stride_at(x, term_arg(ts, t, 2), depth + 1);
		c = magnitude(a.rest - b.rest);
		return (struct stride){common_divisor(common_divisor(a.step, b.step), c), a.rest};
	case TERM_ZEXT:
	case TERM_SEXT: return narrow(stride_at(x, term_arg(ts, t, 0), depth + 1));
	default: return unknown;
	}
}

struct stride content_stride(struct symex *x, term t) {
	struct stride s = stride_at(x, t, 0);
	uint64_t c;
	if (term_get_u64(x->ts, t, &c))
		return (struct stride){0, c};
	if (s.step) {
		uint64_t rest = magnitude(s.rest) % s.step;
		s.rest = s.rest >> 63 && rest ? s.step - rest : rest;
	}
	return s;
}

/* The offsets inside the object that the access may have: first, first + step, ... */
struct possible_offsets {
	uint64_t first, step, n;
};

static bool few_candidates(struct symex *x, uint32_t object, term offset, struct scalar a,
                           struct possible_offsets *out) {
	uint64_t size;
	struct stride s = content_stride(x, offset);
	if (!s.step || !term_get_u64(x->ts, x->object.at[object].size, &size) || size > UINT32_MAX)
		return false;
	uint64_t first = s.rest % s.step;
	uint64_t n = first + a.bytes > size ? 0 : (size - a.bytes - first) / s.step + 1;
	*out = (struct possible_offsets){first, s.step, n};
	return n <= (a.is_pointer ? MAX_POINTER_CHOICES : MAX_CHOICES);
}

static term offset_is(struct symex *x, term offset, uint64_t value) {
	return term_equal(x->ts, offset, term_u64(x->ts, x->address_bits, value));
}

/* At least the size of the object. */
static uint64_t most_bytes(const struct symex *x, uint32_t object) {
	struct range r;
	term size = x->object.at[object].size;
	uint64_t n;
	if (term_get_u64(x->ts, size, &n))
		return n;
	return range_unsigned(x->ts, size, &r) && r.hi <= UINT32_MAX ? (uint64_t)r.hi : UINT64_MAX;
}

/* Makes the content an array that an access at 'offset' can use. */
static struct content usable_array(struct symex *x, uint32_t object, const struct content *c,
                                   term offset, struct scalar a) {
	struct stride s = content_stride(x, offset);
	if (!c->elem) {
		/* Arbitrary pointers are stored as arbitrary addresses, which are integers. */
		bool aligned = common_divisor(s.step, s.rest) % a.bytes == 0;
		struct scalar elem = {a.bytes, a.is_pointer && c->fill == FILL_ZERO};
		return to_array(x, c, aligned ? elem : BYTE);
	}
	uint64_t size = most_bytes(x, object);
	bool is_large =
	    size / c->elem > MAX_EXPANDED; /* then elements are put together at each access */
	return is_large || fits_elements(x, c, offset, a) ? *c : to_bytes(x, c, size);
}

/* Reads through the cells and the lazy writes, at a symbolic offset. */
static term read_lazy(struct symex *x, const struct content *c, term offset, struct scalar a) {
	term value = lazy_write_read(x, c->lazy, offset, a);
	uint32_t start;
	uint64_t cell;
	for (uint32_t at = 0; pmap_next(&c->cells, at, &start, &cell); at = start + 1)
		value = lazy_write_over(x, offset, a, value, term_u64(x->ts, x->address_bits, start),
		                        cell_access(cell), cell_term(x, cell));
	return value;
}

/* A write at a symbolic offset: a lazy write on the content before it. */
static void store_lazily(struct symex *x, uint32_t object, struct content *c, term offset,
                         struct scalar a, term value, term condition) {
	struct lazy_write l = {.kind = LAZY_STORE,
	                       .access = a,
	                       .object = object,
	                       .below = arena_copy(x->pool.arena, c, sizeof *c),
	                       .at = offset,
	                       .value = value,
	                       .condition = condition};
	*c = *lazy_write_push(x, l);
}

term content_read_at(struct symex *x, uint32_t object, const struct content **c, term offset,
                     struct scalar a) {
	uint64_t at;
	struct possible_offsets k;
	if (term_get_u64(x->ts, offset, &at) && !(*c)->elem)
		return content_read(x, *c, at, a);
	if (!(*c)->elem && few_candidates(x, object, offset, a, &k) && k.n) {
		term value = content_read(x, *c, k.first + (k.n - 1) * k.step, a);
		for (uint64_t i = k.n - 1; i-- > 0;) {
			uint64_t here = k.first + i * k.step;
			term is = offset_is(x, offset, here);
			value = values_ite(x, is, content_read(x, *c, here, a), value);
		}
		return value;
	}
	if ((*c)->fill == FILL_LAZY)
		return read_lazy(x, *c, offset, a);
	struct content array = usable_array(x, object, *c, offset, a);
	if (array.array.ix != (*c)->array.ix)
		*c = arena_copy(x->pool.arena, &array, sizeof array);
	return read_array(x, *c, offset, a);
}

static term choose(struct symex *x, term condition, const struct content *c, uint64_t at,
                   struct scalar a, term value) {
	if (term_is_true(x->ts, condition))
		return value;
	return values_ite(x, condition, value, content_read(x, c, at, a));
}

void content_write_at(struct symex *x, uint32_t object, struct content *c, term offset,
                      struct scalar a, term value, term condition) {
	uint64_t at;
	struct possible_offsets k;
	if (term_get_u64(x->ts, offset, &at) && !c->elem) {
		content_write(x, c, at, a, choose(x, condition, c, at, a, value));
		return;
	}
	if (!c->elem && few_candidates(x, object, offset, a, &k)) {
		for (uint64_t i = 0; i < k.n; i++) {
			at = k.first + i * k.step;
			term here = term_and(x->ts, condition, offset_is(x, offset, at));
			content_write(x, c, at, a, choose(x, here, c, at, a, value));
		}
		return;
	}
	if (c->fill == FILL_LAZY) {
		store_lazily(x, object, c, offset, a, value, condition);
		return;
	}
	uint64_t epoch = c->epoch;
	*c = usable_array(x, object, c, offset, a);
	c->epoch = epoch;
	c->canon = 0;
	if (!term_is_true(x->ts, condition))
		value = term_ite(x->ts, condition, value, read_array(x, c, offset, a));
	write_array(x, c, offset, a, value);
}

/* --- Merging of two contents of one object. --- */

struct merging {
	struct symex *x;
	struct content *into;
	const struct content *a, *b;
	term condition;
};

static void merge_cell(struct merging *m, uint32_t at, struct scalar w) {
	term a = content_read(m->x, m->a, at, w), b = content_read(m->x, m->b, at, w);
	content_write(m->x, m->into, at, w, values_ite(m->x, m->condition, a, b));
}

static void merge_different(void *context, uint32_t at, uint64_t in_a, uint64_t in_b) {
	struct merging *m = context;
	if (in_a)
		merge_cell(m, at, cell_access(in_a));
	if (in_b && (!in_a || cell_access(in_a).bytes != cell_access(in_b).bytes))
		merge_cell(m, at, cell_access(in_b));
}

static bool same_fill(const struct content *a, const struct content *b) {
	return a->fill == b->fill && (a->fill == FILL_ZERO || a->choice == b->choice) &&
	       a->lazy == b->lazy;
}

static bool is_any_pointer(const struct content *c, struct scalar elem) {
	return !c->elem && c->fill == FILL_ANY && elem.is_pointer;
}

/* The content as an array of such elements, if it is one, or it is small and they are bytes. */
static bool as_array(struct symex *x, const struct content *c, struct scalar elem, uint64_t size,
                     struct content *out) {
	*out = c->elem ? *c : to_array(x, c, elem);
	if (out->elem == elem.bytes && out->elem_is_pointer == elem.is_pointer)
		return true;
	if (elem.bytes != 1 || size > MAX_EXPANDED)
		return false;
	*out = to_bytes(x, out, size);
	return true;
}

static bool merge_as(struct merging *m, struct scalar elem, uint64_t size) {
	struct content a, b;
	if (is_any_pointer(m->a, elem) || is_any_pointer(m->b, elem) ||
	    !as_array(m->x, m->a, elem, size, &a) || !as_array(m->x, m->b, elem, size, &b))
		return false;
	uint64_t epoch = m->into->epoch;
	*m->into = a;
	m->into->epoch = epoch;
	m->into->canon = 0;
	m->into->array = term_ite(m->x->ts, m->condition, a.array, b.array);
	return true;
}

/* false: neither have both elements of one kind, nor are they so small that bytes do. */
static bool merge_arrays(struct merging *m, uint32_t object) {
	const struct content *with_elem = m->a->elem ? m->a : m->b;
	struct scalar elem = with_elem->elem ? elem_access(with_elem) : BYTE;
	uint64_t size = most_bytes(m->x, object);
	return merge_as(m, elem, size) || merge_as(m, BYTE, size);
}

/* Reads of the content look into both. */
static struct content *either(const struct merging *m, uint32_t object) {
	struct lazy_write l = {.kind = LAZY_EITHER,
	                       .object = object,
	                       .source_object = object,
	                       .below = m->b,
	                       .source = m->a,
	                       .condition = m->condition};
	return lazy_write_push(m->x, l);
}

struct content *content_merge(struct symex *x, uint32_t object, term condition,
                              const struct content *a, const struct content *b) {
	if (a == b)
		return (struct content *)a;
	struct content *into = arena_copy(x->pool.arena, a, sizeof *a);
	into->epoch = x->pool.epoch;
	into->canon = 0;
	struct merging m = {x, into, a, b, condition};
	uint64_t size = UINT64_MAX;
	term_get_u64(x->ts, x->object.at[object].size, &size);
	bool fills = same_fill(a, b);
	if (!fills && (a->fill == FILL_LAZY || b->fill == FILL_LAZY))
		return either(&m, object);
	if (a->elem || b->elem || (!fills && size > MAX_EXPANDED))
		return merge_arrays(&m, object) ? into : either(&m, object);
	pmap_diff(&a->cells, &b->cells, merge_different, &m);
	for (uint32_t at = 0, n; !fills && at < size; at += n) {
		uint32_t start;
		uint64_t cell;
		n = 1;
		if (pmap_prev(&into->cells, at, &start, &cell) && start + cell_access(cell).bytes > at)
			n = start + cell_access(cell).bytes - at;
		else
			merge_cell(&m, at, (struct scalar){1, false});
	}
	return into;
}
