/* check/sha256.h -- SHA-256 (FIPS 180-4), piece by piece. */
#ifndef CHECK_SHA256_H
#define CHECK_SHA256_H

#include "check/base.h"

#define DIGEST_TEXT 65 /* hexadecimal, lower case, with the final 0 */

struct sha256 {
	uint32_t sum[8];
	uint8_t block[64];
	uint64_t n; /* bytes so far */
};

void sha256_begin(struct sha256 *);
void sha256_add(struct sha256 *, const void *, size_t n);
/* Of all bytes so far; more may follow. */
void sha256_text(const struct sha256 *, char text[DIGEST_TEXT]);

#endif
