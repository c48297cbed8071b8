/* What a search has established, what it is doing, and what would help. */
#include "report/story/ending.h"

#include <string.h>

#include "tests/unit/check.h"
#include "util/text/diag.h"

static struct established bound(uint32_t switches, uint32_t iterations) {
	return (struct established){.kind = ESTABLISHED_BOUND,
	                            .switches = switches,
	                            .preemptions = ANY_NUMBER,
	                            .iterations = iterations};
}

static const char *text_of(struct established e, bool has_threads) {
	static char text[200];
	size_t n = established_text(text, sizeof text, &e, has_threads);
	CHECK(n == strlen(text));
	return text;
}

static void test_texts(void) {
	CHECK(!strcmp(text_of(bound(4, 6), true), "no violation in any schedule with at most 4 context "
	                                          "switches (and loops up to 6 rounds)"));
	CHECK(!strcmp(text_of(bound(1, ANY_NUMBER), true),
	              "no violation in any schedule with at most 1 context switch"));
	CHECK(!strcmp(text_of(bound(ANY_NUMBER, 1), true),
	              "no violation in any schedule with loops up to 1 round"));
	CHECK(!strcmp(text_of(bound(ANY_NUMBER, 0), false),
	              "no violation in any execution without a round of any loop"));
	struct established e = {.kind = ESTABLISHED_RUNS, .runs = 3};
	CHECK(!strcmp(text_of(e, true), "no violation in any schedule of the events of 3 runs"));
	e = bound(ANY_NUMBER, ANY_NUMBER);
	e.preemptions = 2;
	CHECK(!strcmp(text_of(e, true), "no violation in any schedule with at most 2 preemptions"));
}

/* Only what does not follow from the rest is kept. */
static void test_establish(void) {
	struct search_progress s = {0};
	search_progress_establish(&s, bound(1, 5));
	search_progress_establish(&s, bound(2, 5));
	CHECK(s.nfacts == 1 && s.fact[0].switches == 2);
	search_progress_establish(&s, bound(1, 4));
	CHECK(s.nfacts == 1);
	search_progress_establish(&s, bound(1, 9));
	CHECK(s.nfacts == 2);
	search_progress_establish(&s, bound(ANY_NUMBER, 5));
	CHECK(s.nfacts == 2 && s.fact[0].iterations == 9 && s.fact[1].switches == ANY_NUMBER);
	struct search_progress other = {.threads = 3, .loop = {.id = "main.0"}};
	search_progress_establish(&other, bound(7, 7));
	search_progress_establish(&other, bound(2, 2));
	search_progress_merge(&s, &other);
	CHECK(s.nfacts == 3 && s.fact[2].switches == 7 && s.threads == 3);
	CHECK(!strcmp(s.loop.id, "main.0"));
	strcpy(s.within, "within unwind 9; assuming a");
	strcpy(other.within, "assuming a");
	search_progress_merge(&s, &other);
	CHECK(!strcmp(s.within, "within unwind 9; assuming a"));
	strcpy(other.within, "assuming b");
	search_progress_merge(&s, &other);
	CHECK(!strcmp(s.within, "within unwind 9; assuming a; assuming b"));
	*s.within = 0;
	search_progress_merge(&s, &other);
	CHECK(!strcmp(s.within, "assuming b"));
	CHECK(!search_progress_tells(&s, &(struct established){.kind = ESTABLISHED_RUNS, .runs = 9}));
	for (uint32_t i = 0; i < 20; i++)
		search_progress_establish(&s, bound(10 + i, 100 - i));
	CHECK(s.nfacts == MAX_ESTABLISHED && s.fact[MAX_ESTABLISHED - 1].switches == 29);
}

static void test_copy(void) {
	struct search_progress s = {.threads = 5}, copy;
	CHECK(search_progress_copy(&copy, &s) && copy.threads == 5);
	search_progress_change(&s);
	CHECK(!search_progress_copy(&copy, &s) && copy.threads == 0);
	search_progress_changed(&s);
	CHECK(search_progress_copy(&copy, &s) && copy.threads == 5);
}

static struct search_progress lazy(void) {
	struct search_progress s = {.engine = "lazy",
	                            .solver = "sat",
	                            .switches = 5,
	                            .threads = 3,
	                            .can_order_events = true,
	                            .within =
	                                "assuming that memory can be allocated (--malloc-may-fail)"};
	search_progress_establish(&s, bound(ANY_NUMBER, 3));
	search_progress_establish(&s, bound(4, 6));
	return s;
}

static const char *lines_of(const struct search_progress *s, double now) {
	static char text[2000];
	size_t n = ending_format(text, sizeof text, "time limit of 9 s", s, now);
	CHECK(n == strlen(text));
	return text;
}

/* What facts rest on: each part once, and none is cut. */
static void test_within(void) {
	char within[MAX_WITHIN] = "", many[MAX_WITHIN] = "";
	const char *memory = "assuming that memory can be allocated (--malloc-may-fail)";
	search_progress_within(within, memory);
	search_progress_within(within, "within argc 4");
	CHECK(!strcmp(within, "within argc 4; assuming that memory can be allocated "
	                      "(--malloc-may-fail)"));
	search_progress_within(within, "within argc 4; assuming that threads can be created "
	                               "(--create-may-fail), memory can be allocated "
	                               "(--malloc-may-fail)");
	search_progress_within(within, memory);
	CHECK(!strcmp(within, "within argc 4; assuming that memory can be allocated "
	                      "(--malloc-may-fail), threads can be created (--create-may-fail)"));
	char comma[MAX_WITHIN] = "";
	search_progress_within(comma,
	                       "assuming that locks, keys and files can be made (--made), b (--c)");
	search_progress_within(comma,
	                       "assuming that b (--c), locks, keys and files can be made (--made)");
	CHECK(!strcmp(comma, "assuming that locks, keys and files can be made (--made), b (--c)"));
	search_progress_within(comma, "assuming that keys and files can be made (--made)");
	CHECK(!strcmp(comma, "assuming that locks, keys and files can be made (--made), b (--c), "
	                     "keys and files can be made (--made)"));
	for (int i = 0; i < 1000; i++) {
		char part[64];
		snprintf(part, sizeof part, "assuming 'function_%d' ends the program", i);
		search_progress_within(many, part);
	}
	const char *end = many + strlen(many) - strlen("program; and more");
	CHECK(strlen(many) < MAX_WITHIN && !strcmp(end, "program; and more"));
}

static void test_lines(void) {
	struct search_progress s = lazy();
	CHECK(!strcmp(lines_of(&s, 9),
	              "reason: time limit of 9 s\n"
	              "established: no violation in any schedule with at most 4 context switches (and "
	              "loops up to 6 rounds)\n"
	              "established: no violation in any schedule with loops up to 3 rounds\n"
	              "this holds assuming that memory can be allocated (--malloc-may-fail)\n"
	              "it was exploring schedules with 5 context switches\n"));
	s.loop = (struct going_loop){.id = "put_string.0",
	                             .place = "cache.c:40",
	                             .because = "its bound comes from getenv()",
	                             .iterations = 211,
	                             .is_loop = true};
	CHECK(strstr(lines_of(&s, 9),
	             "it was exploring schedules with 5 context switches, and unwinding the loop at "
	             "cache.c:40, round 211, because its bound comes from getenv()\n"));
	s.query_began = 2;
	CHECK(strstr(lines_of(&s, 9), "; solving a query with sat for 7 s\n"));
	strcpy(s.engine, "schedule");
	s.nfacts = 0;
	CHECK(strstr(lines_of(&s, 9), "it was encoding schedules with 5 context switches"));
	s = (struct search_progress){0}; /* the search has not begun */
	CHECK(!strcmp(lines_of(&s, 9), ""));
}

/* What is looked at where the user has bounded schedules. */
static void test_bounded(void) {
	struct search_progress s = lazy();
	s.switches_given = true;
	s.ignores_bound = true;
	CHECK(strstr(lines_of(&s, 9), "it was looking for a proof that needs no bound of schedules\n"));
	s.ignores_bound = false;
	s.switches = ANY_NUMBER;
	s.preemptions = 1;
	CHECK(strstr(lines_of(&s, 9), "it was exploring schedules with 1 preemption\n"));
	s.preemptions = ANY_NUMBER;
	s.decisions = 3;
	CHECK(strstr(lines_of(&s, 9), "it was exploring schedules with 3 decisions\n"));
	strcpy(s.engine, "schedule");
	s.contexts = 5;
	CHECK(strstr(lines_of(&s, 9), "it was encoding schedules of 5 contexts\n"));
}

/* The run that ends by itself says the same as the one that is ended. */
static void test_same(void) {
	struct search_progress s = lazy();
	struct result *r = result_open();
	result_gap(r, GAP_TIME, NO_LOC, "time limit of 9 s");
	ending_fill(r, &s, 9);
	CHECK(!strcmp(ending_lines(r->arena, r), lines_of(&s, 9)));
	CHECK(r->established.n == 2 && !r->advice.n && r->established.at[0].fact.switches == 4);
	r->verdict = VERDICT_UNSAFE;
	CHECK(!strcmp(ending_lines(r->arena, r), ""));
	result_close(r);
}

int main(void) {
	test_texts();
	test_establish();
	test_copy();
	test_within();
	test_lines();
	test_bounded();
	test_same();
	return check_done("search_progress");
}
