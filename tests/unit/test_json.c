/* What the writer makes of values, by hand; and of random bytes, against Python's json. */
#include "util/files/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

static struct {
	FILE *file;
	char *text;
	size_t n;
} out;

static struct json begin(unsigned indent) {
	struct json j;
	out.file = open_memstream(&out.text, &out.n);
	json_init(&j, out.file, indent);
	return j;
}

static bool ends(struct json *j, const char *golden) {
	json_finish(j);
	fclose(out.file);
	bool good = !strcmp(out.text, golden);
	if (!good)
		fprintf(stderr, "written:\n%s\n", out.text);
	free(out.text);
	return good;
}

static void write_all_kinds(struct json *j) {
	json_object(j);
	json_put(j, "text", "a\"b\\c\n\t\x01\x7f</script>");
	json_put(j, "none", NULL);
	json_put_given(j, "left out", NULL);
	json_put_uint(j, "big", UINT64_MAX);
	json_put_number(j, "number", 0.1);
	json_put_bool(j, "true", true);
	json_put_array(j, "list");
	json_int(j, -7);
	json_number(j, NAN);
	json_format(j, "%s-%d", "x", 3);
	json_object(j);
	json_close(j);
	json_close(j);
	json_put_array(j, "pair");
	json_line(j);
	json_uint(j, 1);
	json_object(j);
	json_put_uint(j, "two", 2);
	json_close(j);
	json_close(j);
	json_put_array(j, "empty");
	json_close(j);
	json_close(j);
}

static void test_layout(void) {
	struct json j = begin(0);
	write_all_kinds(&j);
	CHECK(ends(&j, "{\"text\":\"a\\\"b\\\\c\\n\\t\\u0001\\u007f</script>\",\"none\":null,"
	               "\"big\":18446744073709551615,\"number\":0.1,\"true\":true,"
	               "\"list\":[-7,null,\"x-3\",{}],\"pair\":[1,{\"two\":2}],\"empty\":[]}\n"));
	j = begin(2);
	write_all_kinds(&j);
	CHECK(ends(&j, "{\n  \"text\": \"a\\\"b\\\\c\\n\\t\\u0001\\u007f</script>\",\n"
	               "  \"none\": null,\n  \"big\": 18446744073709551615,\n  \"number\": 0.1,\n"
	               "  \"true\": true,\n  \"list\": [\n    -7,\n    null,\n    \"x-3\",\n    {}\n"
	               "  ],\n  \"pair\": [1, {\"two\": 2}],\n  \"empty\": []\n}\n"));
	j = begin(0);
	j.in_html = true;
	json_string(&j, "</script>");
	CHECK(ends(&j, "\"\\u003c/script>\"\n"));
}

static void test_numbers(void) {
	static const double value[] = {0, 1, -2.5, 1e300, 5e-324, 1.0 / 3, 123456789012345678.0, 0.3};
	struct json j = begin(0);
	json_array(&j);
	for (size_t i = 0; i < sizeof value / sizeof *value; i++)
		json_number(&j, value[i]);
	json_number(&j, INFINITY);
	json_close(&j);
	json_finish(&j);
	fclose(out.file);
	const char *s = out.text;
	for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
		char *end;
		CHECK(strtod(s + 1, &end) == value[i]);
		s = end;
	}
	CHECK(!strcmp(s, ",null]\n"));
	free(out.text);
}

static void test_utf8(void) {
	struct json j = begin(0);
	json_array(&j);
	json_string(&j, "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x90\x9b");
	json_string(&j, "a\xff"
	                "b");
	json_string(&j, "\xe2\x82");         /* cut */
	json_string(&j, "\xed\xa0\x80");     /* a surrogate */
	json_string(&j, "\xc0\xaf");         /* overlong */
	json_string(&j, "\xf4\x90\x80\x80"); /* too large */
	json_string_n(&j, "a\0b", 3);
	json_close(&j);
#define BAD "\xef\xbf\xbd"
	CHECK(ends(&j,
	           "[\"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x90\x9b\",\"a" BAD "b\",\"" BAD BAD
	           "\",\"" BAD BAD BAD "\",\"" BAD BAD "\",\"" BAD BAD BAD BAD "\",\"a\\u0000b\"]\n"));
}

/* Random bytes, most of them such as begin or go on a character of several. */
static void random_text(char *to, size_t n) {
	static const unsigned char likely[] =
	    "a\"\\<\n\x7f\x80\xbf\xc2\xc3\xe0\xa0\xed\x9f\xf0\x90\xf4\x8f";
	for (size_t i = 0; i < n; i++)
		to[i] = (char)(rand() % 4 ? likely[(size_t)rand() % (sizeof likely - 1)] : rand() % 256);
}

/* Python reads what we write, and repairs the bytes in its own way: several that belong together
 * are one U+FFFD there, and one each here. */
static void test_python(void) {
	FILE *python = popen("python3 -c '\n"
	                     "import json, re, sys\n"
	                     "n = 0\n"
	                     "for line in sys.stdin.buffer:\n"
	                     "    raw, text = line.rstrip(b\"\\n\").split(b\" \", 1)\n"
	                     "    wanted = bytes.fromhex(raw.decode()).decode(\"utf-8\", \"replace\")\n"
	                     "    one = lambda s: re.sub(\"\\ufffd+\", \"\\ufffd\", s)\n"
	                     "    (key, value), = json.loads(text.decode(\"utf-8\")).items()\n"
	                     "    if one(key) != one(wanted) or value != [key]:\n"
	                     "        sys.exit(f\"{raw} became {text}\")\n"
	                     "    n += 1\n"
	                     "sys.exit(0 if n == 5000 else f\"only {n} lines\")\n"
	                     "'",
	                     "w");
	srand(1);
	for (int i = 0; i < 5000; i++) {
		char text[16];
		size_t n = (size_t)rand() % (sizeof text - 1);
		random_text(text, n);
		for (size_t k = 0; k < n; k++)
			if (!text[k])
				text[k] = 'z';
		text[n] = 0;
		for (size_t k = 0; k < n; k++)
			fprintf(python, "%02x", (unsigned char)text[k]);
		fputc(' ', python);
		struct json j;
		json_init(&j, python, 0);
		json_object(&j);
		json_put_array(&j, text);
		json_string(&j, text);
		json_close(&j);
		json_close(&j);
		json_finish(&j);
	}
	CHECK(pclose(python) == 0);
}

int main(void) {
	test_layout();
	test_numbers();
	test_utf8();
	test_python();
	return check_done("json");
}
