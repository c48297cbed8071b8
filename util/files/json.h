/* util/files/json.h -- writes JSON, value after value, to a FILE.
 *
 *   struct json j;
 *   json_init(&j, out, 2);
 *   json_object(&j);
 *   json_put_uint(&j, "x", 1);
 *   json_close(&j);
 *   json_finish(&j);
 *
 * Commas, line ends and indentation come by themselves.  Text may be any bytes: what is no UTF-8
 * becomes U+FFFD, so that the document is always valid.  A value where none may stand is our bug.
 * Errors of writing are the FILE's to remember.
 */
#ifndef UTIL_FILES_JSON_H
#define UTIL_FILES_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_MAX_DEPTH 32

struct json {
	FILE *out;
	unsigned indent; /* blanks per level; 0: everything on one line */
	bool in_html;    /* '<' is written \u003c, so that no text ends a <script> */
	unsigned depth;
	bool has_key, is_done;
	struct {
		bool is_object, has_items;
		bool on_one_line; /* json_line: what is inside stays on the line */
	} level[JSON_MAX_DEPTH];
};

void json_init(struct json *, FILE *, unsigned indent);
void json_finish(struct json *); /* the last line end */

void json_object(struct json *);
void json_array(struct json *);
void json_close(struct json *); /* what was opened last */
void json_line(struct json *);  /* what was just opened is written on one line */
void json_row(struct json *);   /* an object on one line */
void json_key(struct json *, const char *name);

void json_string(struct json *, const char *text); /* NULL: null */
void json_string_n(struct json *, const char *text, size_t n);
void json_format(struct json *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void json_uint(struct json *, uint64_t);
void json_int(struct json *, int64_t);
void json_number(struct json *, double); /* shortest text that reads as the same; none: null */
void json_null(struct json *);

/* A key and its value. */
void json_put(struct json *, const char *key, const char *text);       /* text NULL: null */
void json_put_given(struct json *, const char *key, const char *text); /* text NULL: nothing */
void json_put_uint(struct json *, const char *key, uint64_t);
void json_put_number(struct json *, const char *key, double);
void json_put_bool(struct json *, const char *key, bool);
void json_put_true(struct json *, const char *key, bool); /* false: nothing */
void json_put_object(struct json *, const char *key);
void json_put_array(struct json *, const char *key);

#endif
