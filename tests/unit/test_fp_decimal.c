/* util/number/fp_decimal.h against the strtod and the printf of this machine. */
#include "util/number/fp_decimal.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"
#include "tests/unit/float_oracle.h"

static struct arena *arena;

static long double host_read(const struct fp_format *f, const char *text) {
	return f == &fp_single   ? strtof(text, NULL)
	       : f == &fp_double ? strtod(text, NULL)
	                         : strtold(text, NULL);
}

static void check_read(const struct fp_format *f, enum fp_round mode, struct fp_decimal d) {
	char text[100];
	if (d.low_digits)
		snprintf(text, sizeof text, "%llu%0*llu%se%ld", (unsigned long long)d.high,
		         (int)d.low_digits, (unsigned long long)d.low, d.has_more ? ".5" : "", d.scale);
	else
		snprintf(text, sizeof text, "%llu%se%ld", (unsigned long long)d.high,
		         d.has_more ? ".5" : "", d.scale);
	oracle_round(mode);
	struct bits is = bits_of_long(arena, f, host_read(f, text));
	oracle_round(FP_NEAREST_EVEN);
	struct fp_range r = fp_decimal_range(arena, f, mode, &d);
	bool right = fp_range_has(f, &r, is) && (d.has_more || fp_range_is_single(&r));
	if (!right)
		fprintf(stderr, "%s: host %s, range %s to %s\n", text, fp_print(arena, f, is),
		        fp_print(arena, f, r.low), fp_print(arena, f, r.high));
	CHECK(right);
	r = fp_decimal_range(arena, f, FP_ANY_ROUND, &d);
	CHECK(fp_range_has(f, &r, is));
}

static void test_reading(const struct fp_format *f, unsigned rounds) {
	struct arena_mark mark = arena_mark(arena);
	static const long scales[] = {0, 1, -1, 22, -22, 300, -330, 5000, -5000, 100000, -100000};
	for (unsigned i = 0; i < rounds; i++) {
		uint64_t limit = 10000000000000000000ULL;
		struct fp_decimal d = {.high = random64() >> random64() % 64,
		                       .scale =
		                           i % 3 ? (long)(random64() % 60) - 30 : scales[random64() % 11]};
		d.high %= limit;
		if (i % 4 == 0) {
			d.low = random64() % limit;
			d.low_digits = 19;
		}
		d.has_more = i % 8 == 0;
		check_read(f, (enum fp_round)(random64() % 4), d);
		arena_release(arena, mark);
	}
}

static void check_text(const struct fp_format *f, enum fp_round mode, struct bits x, char kind,
                       bool alternate, int precision) {
	char format[16], expected[20000];
	long double value = long_of_bits(f, x);
	bool is_long = f != &fp_single && f != &fp_double;
	snprintf(format, sizeof format, "%%%s%s%s%c", alternate ? "#" : "", precision < 0 ? "" : ".*",
	         is_long ? "L" : "", kind);
	oracle_round(mode);
	if (is_long && precision < 0)
		snprintf(expected, sizeof expected, format, value);
	else if (is_long)
		snprintf(expected, sizeof expected, format, precision, value);
	else if (precision < 0)
		snprintf(expected, sizeof expected, format, (double)value);
	else
		snprintf(expected, sizeof expected, format, precision, (double)value);
	oracle_round(FP_NEAREST_EVEN);
	/* A float is written as the double that it is. */
	const struct fp_format *as = is_long ? f : &fp_double;
	struct bits b = fpv_convert(arena, as, f, FP_NEAREST_EVEN, x);
	const char *text = fp_convert_text(arena, as, mode, b, kind, alternate, precision);
	if (strcmp(text, expected) != 0)
		fprintf(stderr, "%s precision %d mode %d: %s, host %s\n", format, precision, (int)mode,
		        text, expected);
	CHECK(strcmp(text, expected) == 0);
}

static void test_writing(const struct fp_format *f, unsigned rounds) {
	struct arena_mark mark = arena_mark(arena);
	for (unsigned i = 0; i < rounds; i++) {
		struct bits x = i < N_SPECIAL ? special_float(arena, f, i)
		                : i % 2       ? random_float(arena, f)
		                        : fp_from_double(arena, f, (double)(random64() % 100000) / 64);
		long double value = long_of_bits(f, x);
		if (isnan(value) || isinf(value) || signbit(value))
			continue;
		char kind = "aefgAEFG"[random64() % 8];
		/* Not modelled: the carry into the first digit of the x87 format, and "%#g". */
		bool carries = f->explicit_leading && (kind == 'a' || kind == 'A');
		check_text(f, (enum fp_round)(random64() % 4), x, kind,
		           random64() % 4 == 0 && kind != 'g' && kind != 'G',
		           random64() % 3 && !carries ? (int)(random64() % 30) : -1);
		arena_release(arena, mark);
	}
}

int main(int argc, char **argv) {
	unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 4000;
	const struct fp_format *formats[] = {&fp_single, &fp_double, oracle_long_format()};
	arena = arena_open();
	for (size_t k = 0; k < 3 && formats[k]; k++) {
		test_reading(formats[k], rounds);
		test_writing(formats[k], rounds);
	}
	arena_close(arena);
	return check_done("fp_decimal");
}
