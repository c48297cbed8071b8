/* util/files/sha256.h -- SHA-256 (FIPS 180-4), for the names that witnesses give to programs. */
#ifndef UTIL_FILES_SHA256_H
#define UTIL_FILES_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32
#define SHA256_TEXT  (2 * SHA256_BYTES + 1) /* hexadecimal, with the final 0 */

void sha256(const void *data, size_t n, uint8_t digest[SHA256_BYTES]);
void sha256_text(const void *data, size_t n, char text[SHA256_TEXT]); /* lower case */

/* Piece by piece: begin with all zero.  The digest is of all bytes so far; more may follow. */
struct sha256_sum {
	uint32_t sum[8];
	uint8_t rest[64];
	uint64_t n; /* bytes so far */
};

void sha256_add(struct sha256_sum *, const void *data, size_t n);
void sha256_sum_text(const struct sha256_sum *, char text[SHA256_TEXT]);

#endif
