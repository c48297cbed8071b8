#include "check/sha256.h"

#include <stdio.h>
#include <string.h>

/* The first 32 bits of the fraction of the square or cube root of x: the constants of SHA-256 are
 * those of the first primes, and computed, so that there is no table to be believed. */
static uint32_t fraction(unsigned x, int root) {
	unsigned __int128 low = 0, high = (unsigned __int128)1 << 37;
	while (high - low > 1) { /* low / 2^32 is at most the root, high / 2^32 is above it */
		unsigned __int128 y = (low + high) / 2;
		if ((root == 2 ? y * y : y * y * y) <= (unsigned __int128)x << 32 * root)
			low = y;
		else
			high = y;
	}
	return (uint32_t)low;
}

static bool is_prime(unsigned x) {
	for (unsigned d = 2; d * d <= x; d++)
		if (x % d == 0)
			return false;
	return true;
}

static uint32_t start[8], key[64];

static void make_constants(void) {
	for (unsigned x = 2, n = 0; n < 64; x++)
		if (is_prime(x)) {
			if (n < 8)
				start[n] = fraction(x, 2);
			key[n++] = fraction(x, 3);
		}
}

static uint32_t turn(uint32_t x, int n) {
	return x >> n | x << (32 - n);
}

static void add_block(uint32_t sum[8], const uint8_t *block) {
	uint32_t w[64], s[8];
	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < 64; i++)
		w[i] = w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
		       (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
	memcpy(s, sum, sizeof s);
	for (int i = 0; i < 64; i++) {
		uint32_t a = s[0], e = s[4];
		uint32_t t = s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & s[5]) ^ (~e & s[6])) +
		             key[i] + w[i];
		uint32_t u =
		    (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += t;
		s[0] = t + u;
	}
	for (int i = 0; i < 8; i++)
		sum[i] += s[i];
}

void sha256_begin(struct sha256 *s) {
	if (!*key)
		make_constants();
	memcpy(s->sum, start, sizeof start);
	s->n = 0;
}

void sha256_add(struct sha256 *s, const void *data, size_t n) {
	const uint8_t *at = data;
	for (size_t i = 0; i < n; i++) {
		s->block[s->n++ % 64] = at[i];
		if (s->n % 64 == 0)
			add_block(s->sum, s->block);
	}
}

void sha256_text(const struct sha256 *so_far, char text[DIGEST_TEXT]) {
	struct sha256 s = *so_far;
	uint64_t bits = s.n * 8;
	sha256_add(&s, "\x80", 1);
	while (s.n % 64 != 56)
		sha256_add(&s, "", 1);
	for (int i = 56; i >= 0; i -= 8)
		sha256_add(&s, &(uint8_t){(uint8_t)(bits >> i)}, 1);
	for (int i = 0; i < 8; i++)
		snprintf(text + 8 * i, 9, "%08x", s.sum[i]);
}
