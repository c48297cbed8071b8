#include "util/files/bytes.h"

#include <string.h>

#include "util/base/intern.h"

void bytes_put(byte_vec *to, const void *data, size_t n) {
	vec_reserve(to, to->n + n);
	if (n)
		memcpy(to->at + to->n, data, n);
	to->n += n;
}

void bytes_put_u64(byte_vec *to, uint64_t x) {
	bytes_put(to, &x, sizeof x);
}

void bytes_put_number(byte_vec *to, uint64_t x) {
	for (; x > 0x7f; x >>= 7)
		vec_push(to, (char)(x | 0x80));
	vec_push(to, (char)x);
}

void bytes_put_text(byte_vec *to, const char *text) {
	bytes_put_u64(to, text ? strlen(text) + 1 : 0);
	if (text)
		bytes_put(to, text, strlen(text));
}

void bytes_put_texts(byte_vec *to, const char *const *text, size_t n) {
	bytes_put_u64(to, n);
	for (size_t i = 0; i < n; i++)
		bytes_put_text(to, text[i]);
}

bool bytes_take(struct byte_reader *r, void *data, size_t n) {
	r->broken |= r->left < n;
	if (r->broken) {
		memset(data, 0, n);
		return false;
	}
	if (n)
		memcpy(data, r->at, n);
	r->at += n;
	r->left -= n;
	return true;
}

uint64_t bytes_take_u64(struct byte_reader *r) {
	uint64_t x;
	bytes_take(r, &x, sizeof x);
	return x;
}

uint64_t bytes_take_number(struct byte_reader *r) {
	uint64_t x = 0;
	for (unsigned shift = 0; shift < 64; shift += 7) {
		uint8_t byte;
		if (!bytes_take(r, &byte, 1))
			return 0;
		x |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return x;
	}
	r->broken = true;
	return 0;
}

const char *bytes_take_text(struct byte_reader *r) {
	uint64_t n = bytes_take_u64(r);
	r->broken |= n && n - 1 > r->left;
	if (!n || r->broken)
		return NULL;
	const char *text = intern_n(r->at, (size_t)n - 1);
	r->at += n - 1;
	r->left -= (size_t)n - 1;
	return text;
}
