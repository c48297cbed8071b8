/* Advice that was tried: which options, which smaller programs, and what becomes of the answers. */
#include "cli/options/options.h"
#include "tasks/advice/smaller.h"
#include "tasks/advice/trial_options.h"
#include "tasks/advice/trials.h"
#include "tests/unit/check.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A search that has explored 4 switches with loops up to 6 rounds, and all schedules up to 3. */
static struct search_progress progress(const char *engine) {
	struct search_progress s = {.threads = 3, .solver = "sat"};
	strcpy(s.engine, engine);
	search_progress_establish(
	    &s, (struct established){ESTABLISHED_BOUND, ANY_NUMBER, ANY_NUMBER, 3, 0});
	search_progress_establish(&s, (struct established){ESTABLISHED_BOUND, 4, ANY_NUMBER, 6, 0});
	return s;
}

static struct going_loop loop(void) {
	return (struct going_loop){.id = "parse.0", .place = "a.c:7", .iterations = 9, .is_loop = true};
}

static void test_options(void) {
	struct trial_option o[MAX_TRIAL_OPTIONS];
	struct search_progress s = progress("lazy");
	s.loop = loop();
	s.can_order_events = true;
	CHECK(trial_options(o, &s, 9) == 3);
	/* Three rounds are known of all schedules; a bound of 5 lets a loop make four. */
	CHECK(!strcmp(o[0].option, "--unwindset parse.0:5"));
	CHECK(!strcmp(o[0].claim, "everything up to 4 rounds of the loop at a.c:7 holds"));
	trial_option_raise(&o[0], &s);
	CHECK(!strcmp(o[0].option, "--unwindset parse.0:9"));
	CHECK(!strcmp(o[1].option, "--strategy=partial-order") && o[1].kind == TRIAL_OTHER);
	CHECK(!strcmp(o[2].option, "--context-bound 2"));
	trial_option_raise(&o[2], &s);
	CHECK(!strcmp(o[2].option, "--context-bound 3"));
	CHECK(!strcmp(o[2].claim, "everything up to 3 context switches holds"));

	s.switches_given = true; /* by the user, as the loop is */
	s.loop.by_user = true;
	CHECK(trial_options(o, &s, 9) == 1 && !strcmp(o[0].option, "--strategy=partial-order"));
	s = progress("events");
	CHECK(trial_options(o, &s, 9) == 2 && !strcmp(o[0].option, "--strategy=lazy"));
	s.is_over = true;
	CHECK(!trial_options(o, &s, 9));
	s = progress("lazy");
	snprintf(s.within, sizeof s.within, "within argc 4, arguments of 7 characters");
	CHECK(trial_options(o, &s, 9) == 2 && !strcmp(o[0].option, "--args ''") &&
	      o[0].kind == TRIAL_PART);
	s = progress("lazy");
	s.threads = 1; /* what threads need is no help */
	s.query_began = 2;
	CHECK(trial_options(o, &s, 9) == 1 && !strcmp(o[0].option, "--solver=z3"));
}

/* --- Smaller programs. --- */

static const char *const source = "#define N 8\n"
                                  "#define TWO 2\n"
                                  "#define LIMIT ( 20 ) /* a comment */\n"
                                  "#define call(x) 9\n"
                                  "#define MASK 0x40\n"
                                  "enum { A, JOBS = 5, B };\n"
                                  "static const int deep = 12;\n"
                                  "int a[6], b[N];\n"
                                  "char text[] = \"6\";\n"
                                  "int main(void) {\n"
                                  "	for (int i = 0; i < 6; i++) a[i] = 7;\n"
                                  "	if (b[0] == 6 || b[1] < 10) return 6;\n"
                                  "}\n";

static const char *write_source(const char *text) {
	static char path[] = "/tmp/cbmc-mt-trials-XXXXXX.c";
	strcpy(path, "/tmp/cbmc-mt-trials-XXXXXX.c");
	int fd = mkstemps(path, 2);
	CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
	return path;
}

static void test_smaller(void) {
	struct arena *arena = arena_open();
	struct smaller s;
	const char *path = write_source(source);
	smaller_find(&s, arena, &path, 1);
	/* LIMIT, deep, N, 6, JOBS: what is at most 2, hexadecimal, in a string, a value that is
	 * stored, or compared with what no array and no loop has, stays. */
	CHECK(s.constant.n == 5);
	CHECK(s.constant.at[0].value == 20 && !strcmp(s.constant.at[0].name, "LIMIT"));
	CHECK(s.constant.at[1].value == 12 && !strcmp(s.constant.at[1].name, "deep"));
	CHECK(s.constant.at[2].value == 8 && !strcmp(s.constant.at[2].name, "N"));
	CHECK(s.constant.at[3].value == 6 && !s.constant.at[3].name);
	CHECK(s.constant.at[3].place.n == 3 && s.constant.at[3].place.at[0].line == 8);
	CHECK(s.constant.at[4].value == 5 && !strcmp(s.constant.at[4].name, "JOBS"));

	uint64_t value[] = {20, 12, 2, 3, 5};
	struct fe_text *text = smaller_texts(&s, value);
	CHECK(!strcmp(text[0].file, path));
	CHECK(strstr(text[0].text, "#define N 2\n") && strstr(text[0].text, "LIMIT ( 20 ) /*"));
	CHECK(strstr(text[0].text, "int a[3], b[N];\n") && strstr(text[0].text, "\"6\""));
	CHECK(strstr(text[0].text, "i < 3; i++) a[i] = 7;"));
	CHECK(strstr(text[0].text, "b[0] == 3 || b[1] < 10) return 6;"));
	smaller_texts_free(&s, text);
	const char *change = smaller_change(arena, &s, value);
	CHECK(!strncmp(change, "N = 2 instead of 8, 3 instead of 6 (", 36));
	CHECK(strstr(change, ".c:8)"));
	smaller_free(&s);
	unlink(path);
	arena_close(arena);
}

/* --- What becomes of the answers. --- */

static enum { ALL_HOLDS, VACUOUS, FAILS, SMALL_HOLDS, NOTHING } answers;

static struct result *answer(struct verification *v) {
	const struct options *o = v->o;
	const struct config *config = v->config;
	struct result *r = result_open();
	bool is_bounded = o->unwindset.n || o->context_bound < 1000;
	r->violated = NO_PROPERTY;
	r->verdict = VERDICT_SAFE;
	if (is_bounded)
		result_gap(r, o->unwindset.n ? GAP_UNWIND : GAP_CONTEXT, NO_LOC, "%s",
		           o->unwindset.n ? "loop parse.0" : "context bound 2");
	if (answers == VACUOUS)
		r->unreached = "which no execution passes";
	if (answers == NOTHING || (answers == SMALL_HOLDS && !config->fe.ntexts))
		result_gap(r, GAP_SOLVER, NO_LOC, "no answer");
	if (answers == SMALL_HOLDS && config->fe.ntexts && strstr(config->fe.text[0].text, "N 4"))
		exit(3); /* dies: that is not the end of the parent */
	if (answers == FAILS) {
		r->verdict = VERDICT_UNSAFE;
		r->violated = 0;
		vec_push(&r->property, ((struct property_result){.id = "main.1",
		                                                 .class_name = "assertion",
		                                                 .text = "fails",
		                                                 .function = "main",
		                                                 .status = PROPERTY_VIOLATED}));
	}
	return r;
}

/* The advice after trials that answer so; the verdict in *verdict. */
static const char *option_given; /* to the command; or NULL */

static const char *advice_after(int how, const struct search_progress *s, enum verdict *verdict) {
	static char text[2000];
	const char *path = write_source("#define N 8\nint a[N];\nint main(void) { return 0; }\n");
	char *argv[] = {"cbmc-mt", (char *)path, (char *)option_given, NULL};
	int argc = option_given ? 3 : 2;
	struct options o;
	const char *error;
	options_init(&o);
	CHECK(cli_parse(&o, argc - 1, (const char *const *)argv + 1, &error));
	struct result *r = result_open();
	result_gap(r, GAP_TIME, NO_LOC, "time limit of 9 s");
	answers = how;
	struct verification v = {.argc = argc, .argv = argv, .o = &o, .verify = answer};
	trials_run(&v, r, s, stats_wall_seconds() + 40);
	*text = 0;
	for (size_t i = 0; i < r->advice.n; i++) {
		r->advice.at[i].seconds = 2;
		strcat(text, advice_text(r->arena, &r->advice.at[i]));
		strcat(text, "\n");
	}
	*verdict = result_verdict(r);
	result_close(r);
	options_free(&o);
	unlink(path);
	return text;
}

static void test_answers(void) {
	enum verdict verdict;
	struct search_progress s = progress("lazy");
	s.loop = loop();
	CHECK(!strcmp(advice_after(VACUOUS, &s, &verdict), "") && verdict == VERDICT_UNKNOWN);
	CHECK(!strcmp(advice_after(NOTHING, &s, &verdict), "") && verdict == VERDICT_UNKNOWN);
	CHECK(!strcmp(advice_after(SMALL_HOLDS, &s, &verdict),
	              "with N = 3 instead of 8 it holds (proved; tried, 2 s)\n"));
	CHECK(verdict == VERDICT_UNKNOWN);
	/* With a bound of the loop: a violation of the program itself. */
	CHECK(!strcmp(advice_after(FAILS, &s, &verdict), "") && verdict == VERDICT_UNSAFE);
	/* Where a bound is itself a violation, or is passed, that says nothing about the program. */
	s.threads = 1;
	option_given = "--unwinding-assertions";
	CHECK(!strcmp(advice_after(FAILS, &s, &verdict), "") && verdict == VERDICT_UNKNOWN);
	option_given = "--partial-loops";
	CHECK(!strcmp(advice_after(FAILS, &s, &verdict), "") && verdict == VERDICT_UNKNOWN);
	option_given = NULL;
	CHECK(!strcmp(advice_after(FAILS, &s, &verdict), "") && verdict == VERDICT_UNSAFE);
	s = progress("lazy");
	s.can_order_events = true;
	s.switches_given = true;
	CHECK(!strcmp(advice_after(ALL_HOLDS, &s, &verdict),
	              "with --strategy=partial-order it holds (proved; tried, 2 s)\n"));
	CHECK(verdict == VERDICT_UNKNOWN); /* the user has named another strategy */
	CHECK(!strcmp(advice_after(FAILS, &s, &verdict),
	              "with --strategy=partial-order it fails (tried, 2 s)\n"));
}

int main(void) {
	test_options();
	test_smaller();
	test_answers();
	return check_done("trials");
}
