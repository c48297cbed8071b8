/* symex/concrete/cover.h and cli/files/test_file.h: which runs have the same path; tests written
 * and read. */
#include <stdlib.h>
#include <string.h>

#include "cli/files/run_json.h"
#include "cli/files/test_file.h"
#include "symex/concrete/cover.h"
#include "tests/unit/check.h"
#include "tests/unit/file_fixture.h"
#include "tests/unit/run_fixture.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

static const char source[] =
    "int x, y; struct { int n; double d; } pair;\n"
    "void *add(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);\n"
    "	if (__VERIFIER_nondet_int() > 1) y = x; return arg; }\n"
    "double __VERIFIER_nondet_double(void); void __VERIFIER_assume(int);\n"
    "int main(void) { pthread_t a, b; pair.d = __VERIFIER_nondet_double();\n"
    "	pair.n = __VERIFIER_nondet_int(); __VERIFIER_assume(pair.n != 5);\n"
    "	pthread_create(&a, 0, add, 0);\n"
    "	pthread_create(&b, 0, add, 0); pthread_join(a, 0); pthread_join(b, 0);\n"
    "	assert(pair.n != 6); return y; }\n";

static struct run_fixture f;
static char path[] = "/tmp/test_coverXXXXXX";
static struct test_about about;

/* --- Paths. --- */

static const char *const values[] = {"0", "1", "2", "5", "6"};

/* The inputs: pair.d, pair.n, then those of the two threads. */
static struct run_trace *run_with(unsigned n, unsigned first, unsigned second) {
	struct run_input given[] = {{.base = 10, .digits = "3"},
	                            {.base = 10, .digits = values[n]},
	                            {.base = 10, .digits = values[first]},
	                            {.is_negative = true, .base = 10, .digits = "7"}};
	if (second < 5)
		given[3] = (struct run_input){.base = 10, .digits = values[second]};
	return run_fixture_run(
	    &f, (struct concrete_plan){.inputs = INPUTS_GIVEN, .given = given, .ngiven = 4});
}

static uint32_t written;
static uint64_t last_path;

static void count_test(void *owner, const struct run_trace *t, uint64_t id) {
	CHECK(owner == &f && t->thread.n == 3);
	written++;
	last_path = id;
}

static bool is_new(struct cover *c, unsigned n, unsigned first, unsigned second) {
	struct run_trace *t = run_with(n, first, second);
	bool new = cover_add(c, t);
	CHECK(!new || last_path == cover_path(t));
	run_trace_close(t);
	return new;
}

static void test_paths(void) {
	struct cover c = {.write = count_test, .owner = &f};
	CHECK(is_new(&c, 0, 0, 0) && !is_new(&c, 0, 0, 0));
	CHECK(!is_new(&c, 1, 1, 1)); /* the values differ, but no decision */
	CHECK(!is_new(&c, 0, 0, 9));
	CHECK(is_new(&c, 0, 2, 0) && is_new(&c, 0, 0, 2) && is_new(&c, 0, 2, 2));
	CHECK(!is_new(&c, 3, 2, 2)); /* an assumption is false: no run of the program */
	CHECK(c.paths == 4 && written == 4);
	uint64_t known = last_path;
	CHECK(is_new(&c, 4, 2, 2) && written == 5); /* ends in a violation */
	cover_free(&c);
	struct cover again = {.write = count_test, .owner = &f};
	cover_know(&again, known);
	CHECK(!is_new(&again, 0, 2, 2) && is_new(&again, 0, 2, 0) && again.paths == 1);
	cover_free(&again);
	struct run_trace *t = run_with(0, 0, 0);
	CHECK(!cover_add(NULL, t));
	run_trace_close(t);
}

/* --- Files. --- */

static struct {
	char *text;
	size_t n;
} file;

static struct run_trace *read_bytes(const char *text, size_t n, struct trace_file_error *error) {
	write_bytes(path, text, n);
	return test_file_read(path, f.prog, f.arena, error);
}

/* The line of the first 'what'. */
static uint32_t line_of(const char *text, const char *what) {
	uint32_t line = 1;
	for (const char *end = strstr(text, what); end && text < end; text++)
		line += *text == '\n';
	return line;
}

static bool refuses(const char *old, const char *new, uint32_t line, const char *why) {
	struct trace_file_error error;
	char *changed = replaced(file.text, old, new);
	struct run_trace *t = read_bytes(changed, strlen(changed), &error);
	bool good = !t && error.loc.line == line && !strcmp(error.loc.file, path) &&
	            !strncmp(error.text, why, strlen(why));
	if (!good)
		fprintf(stderr, "line %u: %s\n", error.loc.line, error.text ? error.text : "accepted");
	run_trace_close(t);
	free(changed);
	return good;
}

static void test_errors(void) {
	const char *text = file.text;
	uint32_t step = line_of(text, "{\"event\": \"step\"");
	uint32_t input = line_of(text, "\"name\": \"pair.n\"");
	CHECK(refuses("{", "", 2, "no JSON: unexpected text after the value"));
	CHECK(refuses("{\"event\"", "{event", step, "no JSON: a name in quotes is expected here"));
	CHECK(refuses("cbmc-mt test", "my test", 1, "no test: the object must have \"format\""));
	CHECK(refuses("\"version\": 1", "\"version\": 3", 1, "version 3 of the format is not known"));
	CHECK(refuses("\"program\": \"", "\"program\": \"0", 1,
	              "the test is of another program, or of this one with other checks; it was made "
	              "by: cbmc-mt --cover T a.c"));
	CHECK(refuses("\"schedule\"", "\"order\"", 1, "the list \"schedule\" is missing"));
	CHECK(refuses("\"inputs\"", "\"values\"", 1, "the list \"inputs\" is missing"));
	CHECK(refuses("{\"event\": \"step\", \"thread\": 0", "{\"event\": \"step\", \"thread\": 8",
	              step, "there is no thread 8 here"));
	CHECK(
	    refuses("{\"event\": \"step\"", "{\"event\": \"jump\"", step, "there is no event 'jump'"));
	CHECK(refuses("\"value\": \"1\", \"call\"", "\"value\": \"one\", \"call\"", input,
	              "the \"value\" of an input must be a text of decimal digits"));
	struct trace_file_error error;
	CHECK(!test_file_read("/nonexistent", f.prog, f.arena, &error) &&
	      !strcmp(error.text, "No such file or directory"));
}

static void test_match(const struct run_trace *t) {
	uint64_t id;
	struct trace_file_error error;
	run_trace_close(read_bytes(file.text, file.n, &error));
	CHECK(test_file_match(path, about.hash, &id) == TEST_SAME && id == cover_path(t));
	CHECK(test_file_match(path, "0123", &id) == TEST_OTHER);
	CHECK(test_file_match(f.path, about.hash, &id) == TEST_NONE && !id);
	CHECK(test_file_is(path) && !test_file_is(f.path) && !trace_file_is(path));
}

/* A run that follows the test does the same. */
static void test_round_trip(const struct run_trace *t) {
	struct trace_file_error error;
	struct run_trace *back = read_bytes(file.text, file.n, &error);
	CHECK(back && back->is_brief && back->path == cover_path(t) && back->step.n == t->step.n);
	struct run_trace *again = run_fixture_run(&f, (struct concrete_plan){.follow = back});
	CHECK(again->end == RUN_ENDS && run_same(t, again) && cover_path(t) == cover_path(again));
	run_trace_close(again);
	run_trace_close(back);
}

/* The run follows what the file says: another value is another run, another event is none. */
static void test_changed(const struct run_trace *t) {
	struct trace_file_error error;
	char *changed = replaced(file.text, "\"value\": \"-7\"", "\"value\": \"9\"");
	struct run_trace *back = read_bytes(changed, strlen(changed), &error);
	struct run_trace *run = run_fixture_run(&f, (struct concrete_plan){.follow = back});
	CHECK(run->end == RUN_NOT_FOLLOWED || cover_path(run) != cover_path(t));
	run_trace_close(run);
	run_trace_close(back);
	free(changed);
	changed = replaced(file.text, "{\"event\": \"unlock\"", "{\"event\": \"lock\"");
	back = read_bytes(changed, strlen(changed), &error);
	run = run_fixture_run(&f, (struct concrete_plan){.follow = back});
	CHECK(run->end == RUN_NOT_FOLLOWED);
	CHECK(run->wrong_line == line_of(file.text, "{\"event\": \"unlock\""));
	run_trace_close(run);
	run_trace_close(back);
	free(changed);
}

/* Damaged files are refused, or are tests that a run follows or does not follow. */
static void test_damage(void) {
	unsigned refused = 0;
	srand(1);
	for (int i = 0; i < 200; i++) {
		char *copy = malloc(file.n);
		memcpy(copy, file.text, file.n);
		size_t length = rand() % 4 ? file.n : (size_t)rand() % file.n;
		for (int k = rand() % 3; k >= 0; k--) {
			size_t place = (size_t)rand() % file.n;
			copy[place] = "0123456789,:{}\"\n-"[rand() % 17];
		}
		struct trace_file_error error;
		struct run_trace *t = read_bytes(copy, length, &error);
		CHECK(!t == (error.text != NULL));
		refused += !t;
		if (t && i < 60) {
			struct run_trace *run = run_fixture_run(
			    &f, (struct concrete_plan){.follow = t, .most_instructions = 100000});
			CHECK(run->end == RUN_ENDS || run->end == RUN_NOT_FOLLOWED ||
			      run->end == RUN_VIOLATES || run->end == RUN_ASSUMES);
			run_trace_close(run);
		}
		run_trace_close(t);
		free(copy);
	}
	CHECK(refused > 60 && refused < 200);
}

static bool has(const char *what) {
	return strstr(file.text, what);
}

static void test_text(void) {
	CHECK(has("\"name\": \"pair.n\", \"value\": \"1\", \"call\": \"__VERIFIER_nondet_int\""));
	CHECK(has("\"value\": \"-7\", \"call\": \"__VERIFIER_nondet_int\""));
	CHECK(has("\"name\": \"pair.d\"") && has("\"shown\": \""));
	CHECK(has("{\"condition\": \"__VERIFIER_nondet_int() > 1\", \"value\": false,"));
	CHECK(has("\"violation\": false") && !has("\"event\": \"branch\"") &&
	      !has("\"event\": \"input\""));
	CHECK(has("{\"event\": \"read\", \"thread\": 1, \"what\": \"x\", \"value\": \"0\""));
}

int main(void) {
	diag_setup(false, 0, "test_cover");
	close(mkstemp(path));
	run_fixture_open(&f, source);
	test_paths();
	about = (struct test_about){f.prog, run_json_hash(f.prog), "cbmc-mt --cover T a.c"};
	struct run_trace *t = run_with(1, 0, 9);
	CHECK(t->end == RUN_ENDS);
	FILE *out = open_memstream(&file.text, &file.n);
	test_file_write(out, &about, t, cover_path(t));
	fclose(out);
	test_text();
	test_round_trip(t);
	test_errors();
	test_match(t);
	test_changed(t);
	test_damage();
	free(file.text);
	run_trace_close(t);
	run_fixture_close(&f);
	unlink(path);
	intern_free_all();
	return check_done("cover");
}
