#include "util/files/sha256.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 64 };

/* The first 32 bits of the fractions of the cube roots of the first 64 primes ... */
static const uint32_t key[BLOCK] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* ... and of the square roots of the first eight. */
static const uint32_t start[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static uint32_t rotate(uint32_t x, unsigned n) {
	return x >> n | x << (32 - n);
}

static void schedule(uint32_t w[BLOCK], const uint8_t *block) {
	for (int i = 0; i < 16; i++, block += 4)
		w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 |
		       block[3];
	for (int i = 16; i < BLOCK; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
		       (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
}

static void add_block(uint32_t sum[8], const uint8_t *block) {
	uint32_t w[BLOCK], s[8];
	schedule(w, block);
	memcpy(s, sum, sizeof s);
	for (int i = 0; i < BLOCK; i++) {
		uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
		uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
		uint32_t t1 =
		    s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + choice + key[i] + w[i];
		uint32_t t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + majority;
		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += t1;
		s[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		sum[i] += s[i];
}

/* What is left over, a one bit, and the length in bits at the end of the last block. */
static void add_rest(uint32_t sum[8], const uint8_t *rest, size_t n, uint64_t bits) {
	uint8_t tail[2 * BLOCK] = {0};
	size_t size = n < BLOCK - 8 ? BLOCK : 2 * BLOCK;
	if (n)
		memcpy(tail, rest, n);
	tail[n] = 0x80;
	for (int i = 1; i <= 8; i++, bits >>= 8)
		tail[size - i] = (uint8_t)bits;
	for (size_t i = 0; i < size; i += BLOCK)
		add_block(sum, tail + i);
}

static void write_sum(const uint32_t sum[8], uint8_t digest[SHA256_BYTES]) {
	for (int i = 0; i < SHA256_BYTES; i++)
		digest[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
}

static void write_text(const uint8_t digest[SHA256_BYTES], char text[SHA256_TEXT]) {
	for (int i = 0; i < SHA256_BYTES; i++)
		sprintf(text + 2 * i, "%02x", digest[i]);
}

void sha256(const void *data, size_t n, uint8_t digest[SHA256_BYTES]) {
	const uint8_t *at = data;
	uint32_t sum[8];
	memcpy(sum, start, sizeof sum);
	size_t whole = n / BLOCK;
	for (size_t i = 0; i < whole; i++, at += BLOCK)
		add_block(sum, at);
	add_rest(sum, at, n % BLOCK, (uint64_t)n * 8);
	write_sum(sum, digest);
}

void sha256_text(const void *data, size_t n, char text[SHA256_TEXT]) {
	uint8_t digest[SHA256_BYTES];
	sha256(data, n, digest);
	write_text(digest, text);
}

void sha256_add(struct sha256_sum *s, const void *data, size_t n) {
	const uint8_t *at = data;
	if (!s->n)
		memcpy(s->sum, start, sizeof start);
	for (size_t i = 0; i < n; i++) {
		s->rest[s->n++ % BLOCK] = at[i];
		if (s->n % BLOCK == 0)
			add_block(s->sum, s->rest);
	}
}

void sha256_sum_text(const struct sha256_sum *s, char text[SHA256_TEXT]) {
	uint8_t digest[SHA256_BYTES];
	uint32_t sum[8];
	memcpy(sum, s->n ? s->sum : start, sizeof sum);
	add_rest(sum, s->rest, s->n % BLOCK, s->n * 8);
	write_sum(sum, digest);
	write_text(digest, text);
}
