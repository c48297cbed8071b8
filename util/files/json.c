#include "util/files/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/vec.h"
#include "util/text/diag.h"
#include "util/text/utf8.h"

void json_init(struct json *j, FILE *out, unsigned indent) {
	*j = (struct json){.out = out, .indent = indent};
}

void json_finish(struct json *j) {
	if (j->depth || !j->is_done)
		BUG("JSON ends within a value, at depth %u", j->depth);
	fputc('\n', j->out);
}

static bool is_one_line(const struct json *j) {
	return !j->indent || (j->depth && j->level[j->depth - 1].on_one_line);
}

static void new_line(struct json *j) {
	if (is_one_line(j))
		return;
	fputc('\n', j->out);
	fprintf(j->out, "%*s", (int)(j->depth * j->indent), "");
}

/* What comes before an item of an array or a key of an object. */
static void next_item(struct json *j) {
	if (!j->depth)
		return;
	if (j->level[j->depth - 1].has_items)
		fputs(j->indent && is_one_line(j) ? ", " : ",", j->out);
	j->level[j->depth - 1].has_items = true;
	new_line(j);
}

static void next_value(struct json *j) {
	bool in_object = j->depth && j->level[j->depth - 1].is_object;
	if (j->is_done || in_object != j->has_key)
		BUG("a JSON value at depth %u where none may be", j->depth);
	if (!in_object)
		next_item(j);
	j->has_key = false;
	j->is_done = !j->depth;
}

static void open_level(struct json *j, bool is_object) {
	next_value(j);
	if (j->depth == JSON_MAX_DEPTH)
		BUG("JSON nests deeper than %d", JSON_MAX_DEPTH);
	bool one_line = j->depth && j->level[j->depth - 1].on_one_line;
	j->level[j->depth].is_object = is_object;
	j->level[j->depth].has_items = false;
	j->level[j->depth].on_one_line = one_line;
	j->depth++;
	j->is_done = false;
	fputc(is_object ? '{' : '[', j->out);
}

void json_object(struct json *j) {
	open_level(j, true);
}

void json_array(struct json *j) {
	open_level(j, false);
}

void json_line(struct json *j) {
	j->level[j->depth - 1].on_one_line = true;
}

void json_row(struct json *j) {
	json_object(j);
	json_line(j);
}

void json_close(struct json *j) {
	if (!j->depth || j->has_key)
		BUG("JSON has nothing to close");
	bool is_object = j->level[j->depth - 1].is_object, any = j->level[j->depth - 1].has_items;
	bool one_line = is_one_line(j);
	j->depth--;
	if (any && !one_line)
		new_line(j);
	fputc(is_object ? '}' : ']', j->out);
	j->is_done = !j->depth;
}

static void write_escaped(struct json *j, unsigned char c) {
	static const char named[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	const char *found = c ? strchr(named, c) : NULL;
	if (found)
		fprintf(j->out, "\\%c", letters[found - named]);
	else if (c < 0x20 || c == 0x7f || (c == '<' && j->in_html))
		fprintf(j->out, "\\u%04x", c);
	else
		fputc(c, j->out);
}

/* How many bytes need no second look; traces have millions of them. */
static size_t plain_length(const char *text, size_t n) {
	size_t i = 0;
	while (i < n && (unsigned char)text[i] >= ' ' && (unsigned char)text[i] < 0x7f &&
	       text[i] != '"' && text[i] != '\\' && text[i] != '<')
		i++;
	return i;
}

static void write_text(struct json *j, const char *text, size_t n) {
	fputc('"', j->out);
	while (n) {
		size_t plain = plain_length(text, n);
		fwrite(text, 1, plain, j->out);
		text += plain;
		n -= plain;
		if (!n)
			break;
		uint32_t code;
		size_t length = utf8_next(text, n, &code);
		if (code < 0x80)
			write_escaped(j, (unsigned char)*text);
		else if (code == UTF8_BAD)
			fputs("\xef\xbf\xbd", j->out);
		else
			fwrite(text, 1, length, j->out);
		text += length;
		n -= length;
	}
	fputc('"', j->out);
}

void json_key(struct json *j, const char *name) {
	if (!j->depth || !j->level[j->depth - 1].is_object || j->has_key)
		BUG("a JSON key '%s' where none may be", name);
	next_item(j);
	write_text(j, name, strlen(name));
	fputs(j->indent ? ": " : ":", j->out);
	j->has_key = true;
}

void json_string_n(struct json *j, const char *text, size_t n) {
	next_value(j);
	write_text(j, text, n);
}

void json_string(struct json *j, const char *text) {
	if (text)
		json_string_n(j, text, strlen(text));
	else
		json_null(j);
}

void json_format(struct json *j, const char *format, ...) {
	va_list ap, again;
	va_start(ap, format);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, format, ap);
	char *text = mem_alloc((size_t)n + 1);
	vsnprintf(text, (size_t)n + 1, format, again);
	va_end(again);
	va_end(ap);
	json_string_n(j, text, (size_t)n);
	mem_free(text);
}

void json_uint(struct json *j, uint64_t value) {
	next_value(j);
	fprintf(j->out, "%llu", (unsigned long long)value);
}

void json_int(struct json *j, int64_t value) {
	next_value(j);
	fprintf(j->out, "%lld", (long long)value);
}

void json_number(struct json *j, double value) {
	if (!isfinite(value)) {
		json_null(j);
		return;
	}
	char text[40];
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	next_value(j);
	fputs(text, j->out);
}

static void put_bool(struct json *j, bool value) {
	next_value(j);
	fputs(value ? "true" : "false", j->out);
}

void json_null(struct json *j) {
	next_value(j);
	fputs("null", j->out);
}

void json_put(struct json *j, const char *key, const char *text) {
	json_key(j, key);
	json_string(j, text);
}

void json_put_given(struct json *j, const char *key, const char *text) {
	if (text)
		json_put(j, key, text);
}

void json_put_uint(struct json *j, const char *key, uint64_t value) {
	json_key(j, key);
	json_uint(j, value);
}

void json_put_number(struct json *j, const char *key, double value) {
	json_key(j, key);
	json_number(j, value);
}

void json_put_bool(struct json *j, const char *key, bool value) {
	json_key(j, key);
	put_bool(j, value);
}

void json_put_true(struct json *j, const char *key, bool value) {
	if (value)
		json_put_bool(j, key, true);
}

void json_put_object(struct json *j, const char *key) {
	json_key(j, key);
	json_object(j);
}

void json_put_array(struct json *j, const char *key) {
	json_key(j, key);
	json_array(j);
}
