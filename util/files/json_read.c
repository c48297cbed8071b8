#include "util/files/json_read.h"

#include <string.h>

#include "util/base/vec.h"
#include "util/text/utf8.h"

enum { MAX_DEPTH = 32 };

struct reader {
	struct arena *arena;
	const char *text;
	size_t n, at;
	unsigned depth;
	const char *error; /* NULL: none so far; 'at' is where */
};

static struct json_value *fail(struct reader *r, const char *text) {
	if (!r->error)
		r->error = text;
	return NULL;
}

static char peek(const struct reader *r) {
	return r->at < r->n ? r->text[r->at] : '\0';
}

static void skip_space(struct reader *r) {
	while (r->at < r->n && strchr(" \t\r\n", r->text[r->at]) && r->text[r->at])
		r->at++;
}

static bool take(struct reader *r, char c) {
	if (r->at >= r->n || r->text[r->at] != c)
		return false;
	r->at++;
	return true;
}

/* --- Strings. --- */

typedef VEC(char) buffer;

static void put_utf8(buffer *to, uint32_t code) {
	if (code < 0x80) {
		vec_push(to, (char)code);
		return;
	}
	if (code < 0x800) {
		vec_push(to, (char)(0xc0 | code >> 6));
	} else {
		if (code < 0x10000) {
			vec_push(to, (char)(0xe0 | code >> 12));
		} else {
			vec_push(to, (char)(0xf0 | code >> 18));
			vec_push(to, (char)(0x80 | (code >> 12 & 0x3f)));
		}
		vec_push(to, (char)(0x80 | (code >> 6 & 0x3f)));
	}
	vec_push(to, (char)(0x80 | (code & 0x3f)));
}

static bool take_hex(struct reader *r, uint32_t *code) {
	static const char digits[] = "0123456789abcdef";
	*code = 0;
	for (int i = 0; i < 4; i++) {
		char c = peek(r);
		const char *found = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
		if (!found)
			return false;
		*code = *code << 4 | (uint32_t)(found - digits);
		r->at++;
	}
	return true;
}

/* "\ud83d\ude00": two of them are one character outside of the first 65536. */
static bool take_unicode(struct reader *r, buffer *to) {
	uint32_t code, low;
	if (!take_hex(r, &code))
		return fail(r, "four hexadecimal digits must follow \\u");
	if (code >= 0xd800 && code < 0xdc00 && take(r, '\\') && take(r, 'u') && take_hex(r, &low) &&
	    low >= 0xdc00 && low < 0xe000)
		code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
	if (!code || (code >= 0xd800 && code < 0xe000))
		return fail(r, "\\u does not name a character");
	put_utf8(to, code);
	return true;
}

static bool take_escape(struct reader *r, buffer *to) {
	static const char letters[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
	char c = peek(r);
	const char *found = c ? strchr(letters, c) : NULL;
	if (found) {
		r->at++;
		vec_push(to, meaning[found - letters]);
		return true;
	}
	if (take(r, 'u'))
		return take_unicode(r, to);
	return fail(r, "no such escape in a string");
}

static bool take_characters(struct reader *r, buffer *to) {
	while (r->at < r->n) {
		unsigned char c = (unsigned char)r->text[r->at];
		if (c == '"') {
			r->at++;
			return true;
		}
		if (c < 0x20)
			return fail(r, "a control character in a string");
		uint32_t code;
		size_t length = utf8_next(r->text + r->at, r->n - r->at, &code);
		if (code == UTF8_BAD && length == 1)
			return fail(r, "a string that is not UTF-8");
		if (c == '\\') {
			r->at++;
			if (!take_escape(r, to))
				return false;
			continue;
		}
		for (; length; length--)
			vec_push(to, r->text[r->at++]);
	}
	return fail(r, "a string that does not end");
}

/* NULL: it is none. */
static const char *read_text(struct reader *r) {
	buffer to = {0};
	r->at++;
	char *text = NULL;
	if (take_characters(r, &to)) {
		text = arena_alloc(r->arena, to.n + 1);
		if (to.n)
			memcpy(text, to.at, to.n);
	}
	vec_free(&to);
	return text;
}

/* --- Values. --- */

static struct json_value *new_value(struct reader *r, enum json_kind kind) {
	struct json_value *v = arena_new(r->arena, struct json_value);
	v->kind = kind;
	return v;
}

static bool take_digits(struct reader *r) {
	size_t from = r->at;
	while (peek(r) >= '0' && peek(r) <= '9')
		r->at++;
	return r->at > from;
}

static struct json_value *read_number(struct reader *r) {
	size_t from = r->at;
	take(r, '-');
	bool zero = peek(r) == '0', good = take_digits(r);
	good &= !(zero && r->at > from + 1 + (r->text[from] == '-'));
	if (take(r, '.'))
		good &= take_digits(r);
	if (peek(r) == 'e' || peek(r) == 'E') {
		r->at++;
		if (!take(r, '+'))
			take(r, '-');
		good &= take_digits(r);
	}
	if (!good)
		return fail(r, "not a valid number");
	struct json_value *v = new_value(r, JSON_NUMBER);
	v->text = arena_printf(r->arena, "%.*s", (int)(r->at - from), r->text + from);
	return v;
}

static struct json_value *read_word(struct reader *r) {
	static const struct {
		const char *word;
		enum json_kind kind;
		bool truth;
	} words[] = {
	    {"true", JSON_BOOL, true}, {"false", JSON_BOOL, false}, {"null", JSON_NULL, false}};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t n = strlen(words[i].word);
		if (r->n - r->at >= n && !memcmp(r->text + r->at, words[i].word, n)) {
			r->at += n;
			struct json_value *v = new_value(r, words[i].kind);
			v->truth = words[i].truth;
			return v;
		}
	}
	return fail(r, r->at < r->n ? "no JSON value starts like this" : "a value is missing");
}

static struct json_value *read_value(struct reader *r);

/* The name of a member and the colon; NULL: an error. */
static const char *read_key(struct reader *r, const struct json_value *object) {
	skip_space(r);
	if (peek(r) != '"') {
		fail(r, "a name in quotes is expected here");
		return NULL;
	}
	size_t from = r->at;
	const char *key = read_text(r);
	if (key && json_get(object, key)) {
		r->at = from;
		fail(r, "this name occurs twice");
		return NULL;
	}
	skip_space(r);
	if (key && !take(r, ':')) {
		fail(r, "a colon is expected here");
		return NULL;
	}
	return key;
}

static bool read_members(struct reader *r, struct json_value *of, char end) {
	struct json_value **last = &of->first;
	skip_space(r);
	if (take(r, end))
		return true;
	do {
		const char *key = of->kind == JSON_OBJECT ? read_key(r, of) : NULL;
		if (r->error)
			return false;
		struct json_value *v = read_value(r);
		if (!v)
			return false;
		v->key = key;
		*last = v;
		last = &v->next;
		skip_space(r);
	} while (take(r, ','));
	if (!take(r, end))
		return fail(r, end == '}' ? "an object that does not end" : "an array that does not end");
	return true;
}

static struct json_value *read_nested(struct reader *r, enum json_kind kind, char end) {
	if (r->depth == MAX_DEPTH)
		return fail(r, "values are nested too deeply");
	r->at++;
	r->depth++;
	struct json_value *v = new_value(r, kind);
	bool good = read_members(r, v, end);
	r->depth--;
	return good ? v : NULL;
}

static struct json_value *read_bare_value(struct reader *r) {
	char c = peek(r);
	if (c == '{')
		return read_nested(r, JSON_OBJECT, '}');
	if (c == '[')
		return read_nested(r, JSON_ARRAY, ']');
	if (c == '-' || (c >= '0' && c <= '9'))
		return read_number(r);
	if (c != '"')
		return read_word(r);
	const char *text = read_text(r);
	struct json_value *v = text ? new_value(r, JSON_STRING) : NULL;
	if (v)
		v->text = text;
	return v;
}

static struct json_value *read_value(struct reader *r) {
	skip_space(r);
	size_t from = r->at;
	struct json_value *v = read_bare_value(r);
	if (v)
		v->at = from;
	return v;
}

const struct json_value *json_read(struct arena *arena, const char *text, size_t n,
                                   struct json_error *error) {
	struct reader r = {.arena = arena, .text = text, .n = n};
	struct json_value *v = read_value(&r);
	if (v)
		skip_space(&r);
	if (v && r.at < n)
		v = fail(&r, "unexpected text after the value");
	*error = (struct json_error){r.at + 1, r.error};
	return v;
}

const struct json_value *json_get(const struct json_value *object, const char *key) {
	if (!object || object->kind != JSON_OBJECT)
		return NULL;
	for (const struct json_value *v = object->first; v; v = v->next)
		if (!strcmp(v->key, key))
			return v;
	return NULL;
}

const char *json_text(const struct json_value *v) {
	return v && v->kind == JSON_STRING ? v->text : NULL;
}

bool json_unsigned(const struct json_value *v, uint64_t *out) {
	if (!v || v->kind != JSON_NUMBER)
		return false;
	*out = 0;
	for (const char *s = v->text; *s; s++) {
		if (*s < '0' || *s > '9' || *out > (UINT64_MAX - (uint64_t)(*s - '0')) / 10)
			return false;
		*out = *out * 10 + (uint64_t)(*s - '0');
	}
	return true;
}
