/* Sets of numbers against bits of a word. */
#include "symex/core/numsets.h"
#include "tests/unit/check.h"

enum { LIMIT = 6, NUMBERS = 10 };

static uint32_t make(struct numsets *s, uint32_t bits) {
	uint32_t number[2 * NUMBERS];
	size_t n = 0;
	for (uint32_t i = NUMBERS; i-- > 0;) /* descending, and some of them twice */
		if (bits >> i & 1) {
			number[n++] = 100 + i;
			if (i % 3 == 0)
				number[n++] = 100 + i;
		}
	return numset_make(s, number, n);
}

static bool is_large(uint32_t bits) {
	return __builtin_popcount(bits) > LIMIT;
}

static void check_members(struct numsets *s, uint32_t set, uint32_t bits) {
	uint32_t n;
	const uint32_t *member = numset_members(s, set, &n);
	if (is_large(bits)) {
		CHECK(set == NUMSET_TOO_LARGE && !member && !n);
		return;
	}
	CHECK(n == (uint32_t)__builtin_popcount(bits) && (set == NUMSET_EMPTY) == !bits);
	for (uint32_t i = 0; i < n; i++) {
		CHECK(bits >> (member[i] - 100) & 1);
		CHECK(!i || member[i - 1] < member[i]);
	}
}

int main(void) {
	struct numsets s;
	numsets_open(&s, LIMIT);
	for (uint32_t a = 0; a < 1u << NUMBERS; a += 5)
		for (uint32_t b = 0; b < 1u << NUMBERS; b += 7) {
			uint32_t p = make(&s, a), q = make(&s, b), both = numset_union(&s, p, q);
			check_members(&s, p, a);
			check_members(&s, both, a | b);
			CHECK(both == make(&s, a | b) && both == numset_union(&s, q, p));
			bool any = (is_large(a) && b) || (is_large(b) && a);
			CHECK(numset_intersect(&s, p, q) == ((a & b) || any));
		}
	numsets_close(&s);
	return check_done("numsets");
}
