/* cli/files/trace_file.h: a trace that is written and read is the same; files that are none. */
#include "cli/files/trace_file.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"
#include "tests/unit/file_fixture.h"
#include "tests/unit/run_fixture.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

static const char source[] =
    "int x, y;\n"
    "void *add(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);\n"
    "	if (__VERIFIER_nondet_int() > 1) y = x; return arg; }\n"
    "int main(void) { pthread_t a, b; pthread_create(&a, 0, add, 0);\n"
    "	pthread_create(&b, 0, add, 0); pthread_join(a, 0); pthread_join(b, 0);\n"
    "	assert(x == 2); return y; }\n";

static struct run_fixture f;
static char path[] = "/tmp/test_traceXXXXXX";

static struct {
	char *text;
	size_t n;
} file;

static void write_file(const struct run_trace *t) {
	FILE *out = open_memstream(&file.text, &file.n);
	trace_file_write(out, f.prog, t);
	fclose(out);
}

static struct run_trace *read_bytes(const char *text, size_t n, struct trace_file_error *error) {
	write_bytes(path, text, n);
	return trace_file_read(path, f.prog, f.arena, error);
}

static bool refuses(const char *text, uint32_t line, const char *why) {
	struct trace_file_error error;
	struct run_trace *t = read_bytes(text, strlen(text), &error);
	bool good = !t && error.loc.line == line && !strcmp(error.loc.file, path) && error.text &&
	            !strcmp(error.text, why);
	if (!good)
		fprintf(stderr, "line %u: %s\n", error.loc.line, error.text ? error.text : "accepted");
	run_trace_close(t);
	return good;
}

static bool refuses_changed(const char *text, const char *old, const char *new, uint32_t line,
                            const char *why) {
	char *changed = replaced(text, old, new);
	bool good = refuses(changed, line, why);
	free(changed);
	return good;
}

static void check_round_trip(const struct run_trace *t, const char *text, size_t n) {
	struct trace_file_error error;
	struct run_trace *back = read_bytes(text, n, &error);
	CHECK(back && run_same(t, back));
	struct run_trace *again = run_fixture_run(&f, (struct concrete_plan){.follow = back});
	CHECK(again->end == RUN_ENDS && run_same(t, again));
	run_trace_close(again);
	run_trace_close(back);
}

static void check_errors(const char *text) {
	static const char event[] = "{\"event\":\"";
	CHECK(refuses("", 1, "the file is empty"));
	CHECK(refuses("{", 1, "no JSON: a name in quotes is expected here"));
	CHECK(refuses("[]\n", 1, "an object {...} must be on each line"));
	CHECK(refuses("{\"a\":1}\n", 1,
	              "no trace: the first line must have \"format\": \"cbmc-mt trace\""));
	CHECK(refuses_changed(text, "\"version\":1", "\"version\":2", 1,
	                      "version 2 of the format is not known, only 1"));
	CHECK(refuses_changed(text, "\"program\":\"", "\"program\":\"0", 1,
	                      "the trace is of another program, or of this one with other checks"));
	CHECK(refuses_changed(text, "\n{\"event\":\"step\"", "\n{\"event\":\"jump\"", 2,
	                      "there is no event 'jump'"));
	CHECK(refuses_changed(text, "\n{\"event\":\"step\",\"thread\":0",
	                      "\n{\"event\":\"step\",\"thread\":7", 2, "there is no thread 7 here"));
	CHECK(refuses_changed(text, "\n{\"event\":\"step\",\"thread\":0", "\n{\"event\":\"step\"", 2,
	                      "\"thread\" must be a number"));
	CHECK(refuses_changed(text, "\n{", "\n\n{", 2, "no JSON: a value is missing"));
	const char *call = strstr(text, "{\"event\":\"call\"");
	uint32_t line = 1;
	for (const char *s = text; call && s < call; s++)
		line += *s == '\n';
	CHECK(refuses_changed(text, "\"function\":\"main\"", "\"function\":\"niam\"", line,
	                      "there is no function 'niam'"));
	CHECK(refuses_changed(text, "\"instruction\":", "\"instruction\":9999", line,
	                      arena_printf(f.arena, "there is no instruction 9999%lu here",
	                                   strtoul(strstr(text, "instruction\":") + 13, NULL, 10))));
	char *more = malloc(strlen(text) + 64);
	sprintf(more, "%s%sstep\",\"thread\":0}\n", text, event);
	line = 0;
	for (const char *s = more; *s; s++)
		line += *s == '\n';
	CHECK(refuses(more, line, "an event after the end of the run"));
	free(more);
	struct trace_file_error error;
	CHECK(!trace_file_read("/nonexistent/trace", f.prog, f.arena, &error) &&
	      !strcmp(error.text, "No such file or directory"));
	CHECK(!trace_file_read("/dev/zero", f.prog, f.arena, &error) &&
	      !strcmp(error.text, "a line of more than a million bytes"));
}

/* An event that the program does not have there: found when the run follows the trace. */
static void check_other_event(const char *text) {
	struct trace_file_error error;
	char *changed = replaced(text, "\"event\":\"unlock\"", "\"event\":\"lock\"");
	struct run_trace *t = read_bytes(changed, strlen(changed), &error);
	CHECK(t);
	struct run_trace *run = run_fixture_run(&f, (struct concrete_plan){.follow = t});
	uint32_t line = 1;
	for (const char *s = text; s < strstr(text, "\"event\":\"unlock\""); s++)
		line += *s == '\n';
	CHECK(run->end == RUN_NOT_FOLLOWED && run->wrong_line == line);
	CHECK(run->why && !strcmp(run->why, "the program does something else here"));
	run_trace_close(run);
	run_trace_close(t);
	free(changed);
}

/* Damaged files are refused, or are traces that a run follows or does not follow. */
static void check_damage(const char *text, size_t n) {
	unsigned refused = 0;
	srand(1);
	for (int i = 0; i < 300; i++) {
		char *copy = malloc(n);
		memcpy(copy, text, n);
		size_t begin = strcspn(text, "\n"), length = n;
		for (int k = rand() % 3; k >= 0; k--) {
			size_t place = begin + (size_t)rand() % (n - begin);
			copy[place] = "0123456789,:{}\"\n"[rand() % 16];
		}
		if (rand() % 4 == 0)
			length = begin + (size_t)rand() % (n - begin);
		struct trace_file_error error;
		struct run_trace *t = read_bytes(copy, length, &error);
		CHECK(!t == (error.text != NULL));
		refused += !t;
		if (t && i < 60) {
			struct run_trace *run = run_fixture_run(
			    &f, (struct concrete_plan){.follow = t, .most_instructions = 100000});
			CHECK(run->end == RUN_ENDS || run->end == RUN_NOT_FOLLOWED || run->end == RUN_VIOLATES);
			run_trace_close(run);
		}
		run_trace_close(t);
		free(copy);
	}
	CHECK(refused > 100 && refused < 300);
}

int main(void) {
	diag_setup(false, 0, "test_trace_file");
	close(mkstemp(path));
	run_fixture_open(&f, source);
	struct run_trace *t = run_fixture_run(
	    &f, (struct concrete_plan){
	            .inputs = INPUTS_RANDOM, .input_seed = 5, .turns = TURNS_RANDOM, .turn_seed = 5});
	CHECK(t->end == RUN_ENDS);
	write_file(t);
	check_round_trip(t, file.text, file.n);
	check_errors(file.text);
	check_other_event(file.text);
	check_damage(file.text, file.n);
	free(file.text);
	run_trace_close(t);
	run_fixture_close(&f);
	unlink(path);
	intern_free_all();
	return check_done("trace_file");
}
