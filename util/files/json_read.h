/* util/files/json_read.h -- reads one JSON value (RFC 8259) into a tree.
 *
 *   struct json_error wrong;
 *   const struct json_value *v = json_read(arena, text, n, &wrong);
 *   if (!v) ... wrong.column, wrong.text
 *
 * Strict: nothing but white space follows the value, names in an object are different, strings are
 * UTF-8 and have no zero byte.  Whatever the bytes are, reading ends with a tree or an error.
 */
#ifndef UTIL_FILES_JSON_READ_H
#define UTIL_FILES_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json_value {
	enum json_kind kind;
	size_t at;                /* where it begins: bytes before it */
	const char *key;          /* in an object; or NULL */
	const char *text;         /* STRING; NUMBER: as it is written; otherwise NULL */
	bool truth;               /* BOOL */
	struct json_value *first; /* ARRAY, OBJECT: what is inside; or NULL */
	struct json_value *next;  /* beside it, in order; or NULL */
};

struct json_error {
	size_t column; /* from 1 on, in bytes */
	const char *text;
};

/* NULL: the text is no JSON value. */
const struct json_value *json_read(struct arena *, const char *text, size_t n, struct json_error *);

/* The value with this name; NULL: there is none, or 'object' is no object. */
const struct json_value *json_get(const struct json_value *object, const char *key);
/* The text of a string; NULL: the value is another one, or NULL. */
const char *json_text(const struct json_value *);
/* false: it is no number of this range without fraction and exponent, or NULL. */
bool json_unsigned(const struct json_value *, uint64_t *);

#endif
