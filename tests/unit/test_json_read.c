/* util/files/json_read.h: values by hand, what is no JSON, and damaged texts. */
#include "util/files/json_read.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

static struct arena *arena;

static const struct json_value *get(const char *text) {
	struct json_error wrong;
	const struct json_value *v = json_read(arena, text, strlen(text), &wrong);
	CHECK(!v == (wrong.text != NULL));
	return v;
}

static bool refuses(const char *text, size_t column, const char *why) {
	struct json_error wrong;
	bool good = !json_read(arena, text, strlen(text), &wrong) && wrong.column == column &&
	            !strcmp(wrong.text, why);
	if (!good)
		fprintf(stderr, "%s: %zu: %s\n", text, wrong.column, wrong.text ? wrong.text : "accepted");
	return good;
}

static void check_values(void) {
	uint64_t n = 1;
	const struct json_value *v =
	    get(" {\"a\": 1, \"b\":[true,null, -2.5e+3], \"c\":{\"d\":\"x\"}} ");
	CHECK(v && v->kind == JSON_OBJECT);
	CHECK(json_unsigned(json_get(v, "a"), &n) && n == 1);
	const struct json_value *b = json_get(v, "b");
	CHECK(b && b->kind == JSON_ARRAY && b->first->truth && b->first->next->kind == JSON_NULL);
	CHECK(!strcmp(b->first->next->next->text, "-2.5e+3") && !b->first->next->next->next);
	CHECK(!strcmp(json_text(json_get(json_get(v, "c"), "d")), "x"));
	CHECK(!json_get(v, "d") && !json_get(b, "a") && !json_text(b) && !json_text(NULL));
	CHECK(!json_unsigned(b->first->next->next, &n) && !json_unsigned(NULL, &n));
	CHECK(json_unsigned(get("18446744073709551615"), &n) && n == UINT64_MAX);
	CHECK(!json_unsigned(get("18446744073709551616"), &n) && !json_unsigned(get("-1"), &n));
	CHECK(!get("{}")->first && !get("[]")->first && get("0") && get("-0"));
	CHECK(!strcmp(json_text(get("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"")), "\"\\/\b\f\n\r\t"));
	CHECK(!strcmp(json_text(get("\"\\u0041\\u00e4\\u20ac\\ud83d\\ude00\"")),
	              "A\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"));
	CHECK(!strcmp(json_text(get("\"\xc3\xa4\"")), "\xc3\xa4"));
}

static void check_errors(void) {
	CHECK(refuses("", 1, "a value is missing"));
	CHECK(refuses("{\"a\":}", 6, "no JSON value starts like this"));
	CHECK(refuses("{\"a\":1", 7, "an object that does not end"));
	CHECK(refuses("[1,2", 5, "an array that does not end"));
	CHECK(refuses("[1,]", 4, "no JSON value starts like this"));
	CHECK(refuses("{a:1}", 2, "a name in quotes is expected here"));
	CHECK(refuses("{\"a\" 1}", 6, "a colon is expected here"));
	CHECK(refuses("{\"a\":1,\"a\":2}", 8, "this name occurs twice"));
	CHECK(refuses("1 2", 3, "unexpected text after the value"));
	CHECK(refuses("01", 3, "not a valid number"));
	CHECK(refuses("-", 2, "not a valid number"));
	CHECK(refuses("1.", 3, "not a valid number"));
	CHECK(refuses("tru", 1, "no JSON value starts like this"));
	CHECK(refuses("\"abc", 5, "a string that does not end"));
	CHECK(refuses("\"\\x\"", 3, "no such escape in a string"));
	CHECK(refuses("\"\\u00g0\"", 6, "four hexadecimal digits must follow \\u"));
	CHECK(refuses("\"\\u0000\"", 8, "\\u does not name a character"));
	CHECK(refuses("\"\\ud800\"", 8, "\\u does not name a character"));
	CHECK(refuses("\"\t\"", 2, "a control character in a string"));
	CHECK(refuses("\"\xff\"", 2, "a string that is not UTF-8"));
	char deep[64];
	memset(deep, '[', sizeof deep);
	struct json_error wrong;
	CHECK(!json_read(arena, deep, sizeof deep, &wrong) && wrong.column == 33);
}

/* Damaged texts are read to an end; with a sanitizer, without a fault. */
static void check_damage(void) {
	static const char text[] =
	    "{\"event\":\"read\",\"n\":[1,-2e3,{}],\"t\":\"\\u00e4\xc3\xa4\",\"b\":true}";
	unsigned read = 0;
	srand(1);
	for (int i = 0; i < 20000; i++) {
		char copy[sizeof text];
		memcpy(copy, text, sizeof text);
		size_t n = sizeof text - 1;
		for (int k = rand() % 3; k >= 0; k--) {
			size_t place = (size_t)rand() % n;
			copy[place] = (char)rand();
		}
		n -= (size_t)rand() % 4 == 0 ? (size_t)rand() % n : 0;
		char *exact = malloc(n + !n);
		memcpy(exact, copy, n);
		struct arena_mark mark = arena_mark(arena);
		struct json_error wrong;
		const struct json_value *v = json_read(arena, exact, n, &wrong);
		CHECK(!v == (wrong.text != NULL) && wrong.column <= n + 1);
		read += v != NULL;
		arena_release(arena, mark);
		free(exact);
	}
	CHECK(read > 100 && read < 19000);
}

int main(void) {
	arena = arena_open();
	check_values();
	check_errors();
	check_damage();
	arena_close(arena);
	return check_done("json_read");
}
