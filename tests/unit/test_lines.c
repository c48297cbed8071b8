#include "util/text/lines.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "util/text/utf8.h"

static char folder[] = "/tmp/test_lines.XXXXXX";

static const char *write_file(const char *name, const char *text, size_t n) {
	static char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "wb");
	fwrite(text, 1, n, f);
	fclose(f);
	return path;
}

#define WRITE(name, text) write_file(name, text, sizeof(text) - 1)

static bool line_is(const char *file, uint32_t line, const char *text) {
	size_t n;
	const char *got = lines_get(file, line, &n);
	return text ? got && n == strlen(text) && !memcmp(got, text, n) : !got && !n;
}

static void test_lines(void) {
	const char *f = WRITE("a.c", "one\ntwo\r\n\nlast");
	CHECK(line_is(f, 1, "one") && line_is(f, 2, "two") && line_is(f, 3, "") &&
	      line_is(f, 4, "last"));
	CHECK(line_is(f, 0, NULL) && line_is(f, 5, NULL) && line_is(f, UINT32_MAX, NULL));
	CHECK(lines_count(f) == 4);
	WRITE("a.c", "changed\n"); /* read once */
	CHECK(line_is(f, 1, "one"));
	f = WRITE("ends.c", "one\n");
	CHECK(lines_count(f) == 1 && line_is(f, 1, "one") && line_is(f, 2, NULL));
	f = WRITE("nul.c", "a\0b\nc");
	CHECK(lines_count(f) == 2 && line_is(f, 2, "c"));
}

static void test_none(void) {
	CHECK(line_is(NULL, 1, NULL) && !lines_count(NULL));
	CHECK(line_is("/nonexistent/a.c", 1, NULL) && !lines_count("/nonexistent/a.c"));
	CHECK(line_is(folder, 1, NULL));
	CHECK(line_is("/dev/zero", 1, NULL));
	CHECK(line_is(WRITE("empty.c", ""), 1, NULL));
	char path[256];
	snprintf(path, sizeof path, "%s/pipe", folder);
	CHECK(!mkfifo(path, 0600));
	CHECK(line_is(path, 1, NULL)); /* nobody writes, and we do not wait */
}

/* What was saved after the program had read it is not what the program has read. */
static void test_changed(void) {
	const char *f = WRITE("old.c", "old\n");
	lines_from_now();
	CHECK(line_is(f, 1, "old"));
	nanosleep(&(struct timespec){0, 20000000}, NULL); /* times of files are this coarse */
	CHECK(line_is(WRITE("new.c", "new\n"), 1, NULL));
}

static bool draws(const char *file, uint32_t line, uint32_t col, uint32_t n, const char *golden) {
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool drawn = lines_caret(f, (struct loc){file, line, col}, n, NULL);
	fclose(f);
	bool good = golden ? drawn && !strcmp(text, golden) : !drawn && !size;
	if (!good)
		fprintf(stderr, "drawn:\n%s\n", text);
	free(text);
	return good;
}

static void test_caret(void) {
	const char *f = WRITE("caret.c", "\tx = 1;\n"
	                                 "f(\"\303\244\", x\tx);\n"
	                                 "\346\274\242 = y;\n"
	                                 "\033[31m\377 z\n");
	CHECK(draws(f, 1, 2, 5, "    1 | \tx = 1;\n      | \t^~~~~\n"));
	CHECK(draws(f, 1, 2, 1, "    1 | \tx = 1;\n      | \t^\n"));
	CHECK(draws(f, 1, 2, 0, "    1 | \tx = 1;\n      | \t^\n"));
	CHECK(draws(f, 1, 2, UINT32_MAX, "    1 | \tx = 1;\n      | \t^~~~~~\n"));
	CHECK(draws(f, 1, 8, 1, "    1 | \tx = 1;\n      | \t      ^\n")); /* just behind the line */
	CHECK(draws(f, 1, 9, 1, NULL));
	CHECK(draws(f, 1, 0, 1, NULL));
	CHECK(draws(f, 9, 1, 1, NULL));
	/* one column for two bytes, a tab stays one, two columns for three bytes */
	CHECK(draws(f, 2, 9, 3, "    2 | f(\"\303\244\", x\tx);\n      |        ^\t~\n"));
	CHECK(draws(f, 3, 5, 1, "    3 | \346\274\242 = y;\n      |    ^\n"));
	CHECK(draws(f, 3, 1, 7, "    3 | \346\274\242 = y;\n      | ^~~~~~\n"));
	/* nothing that the terminal would obey */
	CHECK(draws(f, 4, 8, 1, "    4 | ?[31m\357\277\275 z\n      |        ^\n"));
	char wide[500];
	memset(wide, 'x', sizeof wide);
	CHECK(draws(write_file("wide.c", wide, sizeof wide), 1, 1, 1, NULL));
	char many[123456 * 2 + 1];
	for (size_t i = 0; i < sizeof many; i++)
		many[i] = i % 2 ? '\n' : 'x';
	CHECK(draws(write_file("many.c", many, sizeof many), 123456, 1, 1, "123456 | x\n       | ^\n"));
}

static void test_utf8(void) {
	uint32_t code;
	CHECK(utf8_next("a", 1, &code) == 1 && code == 'a');
	CHECK(utf8_next("\303\244", 2, &code) == 2 && code == 0xe4);
	CHECK(utf8_next("\303\244", 1, &code) == 1 && code == UTF8_BAD);
	CHECK(utf8_next("\360\237\230\200", 4, &code) == 4 && code == 0x1f600);
	CHECK(utf8_next("\300\200", 2, &code) == 1 && code == UTF8_BAD);         /* too long */
	CHECK(utf8_next("\355\240\200", 3, &code) == 1 && code == UTF8_BAD);     /* a surrogate */
	CHECK(utf8_next("\364\220\200\200", 4, &code) == 1 && code == UTF8_BAD); /* beyond */
	CHECK(utf8_valid("a\303\244", 3) && !utf8_valid("a\303", 2) && !utf8_valid("\200", 1));
	CHECK(utf8_columns("a\303\244\346\274\242") == 4);
	CHECK(utf8_columns("e\314\201") == 1);
	CHECK(utf8_fit("a\303\244\346\274\242b", 3) == 3 && utf8_fit("a\303\244\346\274\242b", 4) == 6);
	CHECK(utf8_fit("abc", 10) == 3 && utf8_fit("", 0) == 0 && utf8_fit("abc", 0) == 0);
}

int main(void) {
	if (!mkdtemp(folder))
		return 1;
	test_lines();
	test_none();
	test_caret();
	test_utf8();
	test_changed();
	lines_free_all();
	char command[300];
	snprintf(command, sizeof command, "rm -r %s", folder);
	return check_done("lines") || system(command);
}
