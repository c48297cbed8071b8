/* util/files/bytes.h: what was written is read again, and what is damaged is noticed. */
#include "util/files/bytes.h"

#include <string.h>

#include "tests/unit/check.h"

static const uint64_t numbers[] = {0, 1, 127, 128, 300, UINT32_MAX, UINT64_MAX};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static byte_vec written(void) {
	byte_vec to = {0};
	const char *const two[] = {"a", "b"};
	for (size_t i = 0; i < NUMBERS; i++)
		bytes_put_number(&to, numbers[i]);
	bytes_put_u64(&to, 5);
	bytes_put_text(&to, "text");
	bytes_put_text(&to, NULL);
	bytes_put_text(&to, "");
	bytes_put_texts(&to, two, 2);
	bytes_put(&to, "xyz", 3);
	bytes_put(&to, NULL, 0);
	return to;
}

/* Reads it all; false: it is broken. */
static bool reads(const byte_vec *from, size_t n) {
	struct byte_reader r = {from->at, n, false};
	char last[3];
	bool same = true;
	for (size_t i = 0; i < NUMBERS; i++)
		same &= bytes_take_number(&r) == numbers[i];
	same &= bytes_take_u64(&r) == 5;
	const char *text = bytes_take_text(&r), *none = bytes_take_text(&r),
	           *empty = bytes_take_text(&r);
	same &= text && !strcmp(text, "text") && !none && empty && !*empty;
	same &= bytes_take_u64(&r) == 2;
	const char *a = bytes_take_text(&r), *b = bytes_take_text(&r);
	same &= a && b && *a == 'a' && *b == 'b';
	same &= bytes_take(&r, last, 3) && !memcmp(last, "xyz", 3);
	CHECK(same != r.broken);
	return !r.broken && !r.left;
}

static void test_cut(void) {
	byte_vec all = written();
	CHECK(reads(&all, all.n));
	for (size_t n = 0; n < all.n; n++)
		CHECK(!reads(&all, n));
	vec_free(&all);
}

/* A text that would be longer than what is left; a number that does not end. */
static void test_damage(void) {
	byte_vec to = {0};
	bytes_put_u64(&to, UINT64_MAX);
	struct byte_reader r = {to.at, to.n, false};
	CHECK(!bytes_take_text(&r) && r.broken);
	vec_free(&to);
	char endless[12];
	memset(endless, 0xff, sizeof endless);
	struct byte_reader s = {endless, sizeof endless, false};
	CHECK(!bytes_take_number(&s) && s.broken);
	/* Once broken, nothing more is read. */
	char c = 1;
	CHECK(!bytes_take(&s, &c, 1) && c == 0);
}

int main(void) {
	test_cut();
	test_damage();
	return check_done("bytes");
}
