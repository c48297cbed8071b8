/* Storage units of bit-fields, and the words in which wide objects are accessed. */
#include "goto/units.h"

#include "tests/unit/check.h"

static struct arena *A;
static struct types *T;

static struct field bits(const struct type *t, uint64_t offset, uint32_t width) {
	return (struct field){.name = "f", .type = t, .offset = offset, .bit_width = width};
}

static struct field member(const struct type *t, uint64_t byte) {
	return (struct field){.name = "m", .type = t, .offset = byte * 8, .bit_width = NOT_BITFIELD};
}

static const struct type *record(enum type_kind kind, uint64_t size, uint32_t n,
                                 const struct field *field) {
	struct type *t = type_record(T, kind, NULL, (struct loc){0});
	t->record->field = arena_copy(A, field, n * sizeof *field);
	t->record->n = n;
	type_complete(t, size, 4);
	return t;
}

static bool is_unit(const struct type *t, uint32_t i, uint64_t at, uint64_t bytes) {
	struct unit u = unit_of_bitfield(t, &t->record->field[i]);
	return u.at == at && u.bytes == bytes;
}

static void test_neighbours(void) {
	const struct type *u32 = type_int(T, 32, false), *u8 = type_int(T, 8, false);
	struct field one[] = {bits(u32, 0, 3), bits(u32, 3, 5)};
	const struct type *t = record(TYPE_STRUCT, 4, 2, one);
	CHECK(is_unit(t, 0, 0, 1) && is_unit(t, 1, 0, 1));
	struct field two[] = {bits(u32, 0, 3), bits(u32, 3, 15)};
	t = record(TYPE_STRUCT, 4, 2, two);
	CHECK(is_unit(t, 0, 0, 4) && is_unit(t, 1, 0, 4)); /* three bytes, and one of padding */
	struct field before_char[] = {bits(u32, 0, 3), bits(u32, 3, 15), member(u8, 3)};
	t = record(TYPE_STRUCT, 4, 3, before_char);
	CHECK(is_unit(t, 0, 0, 3) && is_unit(t, 1, 0, 3));
	struct field parted[] = {bits(u32, 0, 3), bits(u8, 8, 0), bits(u32, 8, 5)};
	t = record(TYPE_STRUCT, 4, 3, parted);
	CHECK(is_unit(t, 0, 0, 1) && is_unit(t, 2, 1, 1));
	struct field around[] = {bits(u32, 0, 3), member(u8, 1), bits(u32, 16, 9)};
	t = record(TYPE_STRUCT, 4, 3, around);
	CHECK(is_unit(t, 0, 0, 1) && is_unit(t, 2, 2, 2));
	struct field either[] = {bits(u32, 0, 3), bits(u32, 0, 9)};
	t = record(TYPE_UNION, 4, 2, either);
	CHECK(is_unit(t, 0, 0, 1) && is_unit(t, 1, 0, 2));
}

static void test_long_sequences(void) {
	const struct type *u32 = type_int(T, 32, false), *u64 = type_int(T, 64, false);
	struct field three[] = {bits(u32, 0, 20), bits(u64, 20, 40), bits(u32, 64, 5)};
	const struct type *t = record(TYPE_STRUCT, 16, 3, three);
	CHECK(is_unit(t, 0, 0, 4) && is_unit(t, 1, 0, 8) && is_unit(t, 2, 8, 4));
	struct unit all = unit_location(t, &t->record->field[1]);
	CHECK(all.at == 0 && all.bytes == 9);
	struct field packed[] = {bits(u32, 0, 30), bits(u32, 30, 32), bits(u32, 62, 32)};
	t = record(TYPE_STRUCT, 12, 3, packed);
	CHECK(is_unit(t, 0, 0, 4) && is_unit(t, 1, 0, 8)); /* the bytes 3 to 7, and what is before */
}

static bool is_word(uint64_t offset, uint64_t size, uint64_t at, uint64_t bytes) {
	struct unit u = unit_next(types_target(T), offset, size, at);
	return u.at == at && u.bytes == bytes;
}

static void test_words(void) {
	CHECK(is_word(0, 8, 0, 8) && is_word(16, 16, 0, 8) && is_word(16, 16, 8, 8));
	CHECK(is_word(6, 4, 0, 2) && is_word(6, 4, 2, 2)); /* across a boundary */
	CHECK(is_word(5, 8, 0, 3) && is_word(5, 8, 3, 5));
	CHECK(is_word(3, 4, 0, 4));
	CHECK(is_word(0, 12, 8, 4));
}

int main(void) {
	static const struct target target = {
	    .pointer_bits = 64, .int_bits = 32, .long_bits = 64, .long_double_bits = 80};
	A = arena_open();
	T = types_open(A, &target);
	test_neighbours();
	test_long_sequences();
	test_words();
	types_close(T);
	arena_close(A);
	return check_done("units");
}
