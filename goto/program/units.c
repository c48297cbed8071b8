#include "goto/program/units.h"

static bool is_bitfield(const struct field *f) {
	return f->bit_width != NOT_BITFIELD;
}

static uint64_t first_byte(const struct field *f) {
	return f->offset / 8;
}

static uint64_t end_byte(const struct field *f) {
	uint64_t bits = is_bitfield(f) ? f->bit_width : f->type->size * 8;
	return (f->offset + bits + 7) / 8;
}

static uint64_t most(uint64_t a, uint64_t b) {
	return a > b ? a : b;
}

static uint64_t least(uint64_t a, uint64_t b) {
	return a < b ? a : b;
}

struct unit_bytes { /* bytes [from, to) */
	uint64_t from, to;
};

/* The bytes of the memory location; *free: those and the padding around them.  The members of a
 * union have their bytes in common. */
static struct unit_bytes location_of(const struct type *record, const struct field *f,
                                     struct unit_bytes *free) {
	const struct record *r = record->record;
	struct unit_bytes all = {first_byte(f), end_byte(f)};
	*free = (struct unit_bytes){0, record->size};
	if (record->kind == TYPE_UNION)
		return all;
	const struct field *low = f, *high = f;
	while (low > r->field && is_bitfield(low - 1) && (low - 1)->bit_width)
		low--;
	while (high + 1 < r->field + r->n && is_bitfield(high + 1) && (high + 1)->bit_width)
		high++;
	if (low > r->field)
		free->from = is_bitfield(low - 1) ? first_byte(low) : end_byte(low - 1);
	/* What comes after one of width zero begins at the next byte at least. */
	for (const struct field *next = high + 1; next < r->field + r->n; next++)
		if (!is_bitfield(next) || next->bit_width) {
			free->to = first_byte(next);
			break;
		}
	return (struct unit_bytes){first_byte(low), end_byte(high)};
}

struct unit unit_of_bitfield(const struct type *record, const struct field *f) {
	uint64_t word = type_target(record)->pointer_bits / 8, size = least(f->type->size, word);
	struct unit_bytes free, location = location_of(record, f, &free);
	struct unit_bytes own = {first_byte(f), end_byte(f)}, unit = location;
	if (location.from / word != (location.to - 1) / word) {
		unit = (struct unit_bytes){own.from / size * size, own.from / size * size + size};
		if (own.to > unit.to)
			unit = own;
	}
	/* Padding makes it a size that machines have. */
	for (uint64_t n = 1; n <= word; n *= 2) {
		uint64_t from = unit.from / n * n;
		if (from + n >= unit.to && from >= free.from && from + n <= free.to)
			return (struct unit){from, n};
	}
	unit.from = most(unit.from, free.from);
	unit.to = least(unit.to, free.to);
	return (struct unit){unit.from, unit.to - unit.from};
}

struct unit unit_location(const struct type *record, const struct field *f) {
	struct unit_bytes free, location = location_of(record, f, &free);
	return (struct unit){location.from, location.to - location.from};
}

struct unit unit_next(const struct target *target, uint64_t offset, uint64_t bytes, uint64_t at) {
	uint64_t word = target->pointer_bits / 8, end = ((offset + at) / word + 1) * word - offset;
	return (struct unit){at, least(end, bytes) - at};
}
