#include "util/files/sha256.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

static bool has(const void *data, size_t n, const char *want) {
	char text[SHA256_TEXT];
	sha256_text(data, n, text);
	return !strcmp(text, want);
}

/* The examples that NIST publishes with the standard. */
static void test_published(void) {
	CHECK(has("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
	CHECK(has("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
	const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
	CHECK(
	    has(two, strlen(two), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
	char *million = malloc(1000000);
	memset(million, 'a', 1000000);
	CHECK(
	    has(million, 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
	free(million);
}

/* Lengths around the ends of blocks, where the padding needs another one or does not. */
static void test_padding(void) {
	char text[128];
	memset(text, 'x', sizeof text);
	CHECK(has(text, 55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"));
	CHECK(has(text, 56, "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e"));
	CHECK(has(text, 63, "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2"));
	CHECK(has(text, 64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"));
	CHECK(has(text, 119, "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c"));
	CHECK(has(text, 120, "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98"));
}

/* Piece by piece, whatever the pieces are. */
static void test_pieces(void) {
	char text[300], whole[SHA256_TEXT], pieces[SHA256_TEXT];
	for (size_t i = 0; i < sizeof text; i++)
		text[i] = (char)(i * 7);
	for (size_t n = 0; n <= sizeof text; n++) {
		struct sha256_sum s = {0};
		for (size_t at = 0; at < n; at += 1 + n % 70)
			sha256_add(&s, text + at, n - at < 1 + n % 70 ? n - at : 1 + n % 70);
		sha256_text(text, n, whole);
		sha256_sum_text(&s, pieces);
		CHECK(!strcmp(whole, pieces));
	}
}

int main(void) {
	test_published();
	test_padding();
	test_pieces();
	return check_done("sha256");
}
