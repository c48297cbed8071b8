/* util/files/bytes.h -- data as bytes: written one after the other, and read again.
 *
 * Of this machine and this build: no file that others read.  Whoever reads asks 'broken' in the
 * end: what is missing is zeros, so that nothing has to be asked on the way.
 */
#ifndef UTIL_FILES_BYTES_H
#define UTIL_FILES_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/vec.h"

typedef VEC(char) byte_vec; /* freed with vec_free */

void bytes_put(byte_vec *, const void *data, size_t n);
void bytes_put_u64(byte_vec *, uint64_t);
void bytes_put_number(byte_vec *, uint64_t);   /* seven bits a byte: most numbers are small */
void bytes_put_text(byte_vec *, const char *); /* or NULL */
void bytes_put_texts(byte_vec *, const char *const *text, size_t n);

struct byte_reader {
	const char *at;
	size_t left;
	bool broken; /* there were fewer bytes than asked for */
};

bool bytes_take(struct byte_reader *, void *data, size_t n); /* false: broken */
uint64_t bytes_take_u64(struct byte_reader *);
uint64_t bytes_take_number(struct byte_reader *);
const char *bytes_take_text(struct byte_reader *); /* interned; or NULL */

#endif
