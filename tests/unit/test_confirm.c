/* What compiled programs and sanitizers print, and whether it is the violation of a report. */
#include <string.h>

#include "tasks/confirm/confirm_judge.h"
#include "tasks/confirm/confirm_seen.h"
#include "tests/unit/check.h"
#include "util/base/arena.h"
#include "util/base/intern.h"

static struct arena *arena;

static struct seen read_texts(const char *output, const char *outcome) {
	struct seen s = {.arena = arena, .runtime = "/tmp/x/harness-0"};
	seen_read_output(&s, output, strlen(output));
	seen_read_outcome(&s, outcome, strlen(outcome));
	return s;
}

static struct property_result property(const char *class_name, const char *text, uint32_t line) {
	return (struct property_result){.id = "main.1",
	                                .class_name = class_name,
	                                .text = text,
	                                .loc = {intern("src/a.c"), line, 2},
	                                .status = PROPERTY_VIOLATED};
}

/* Is it confirmed?  what: as the report says it. */
static bool shows(const struct property_result *p, const char *output, const char *outcome,
                  const char *what) {
	struct confirmation c = {0};
	struct seen s = read_texts(output, outcome);
	bool is = judge_shows(p, &s, &c);
	if (is && what && strcmp(c.what, what) != 0)
		is = false;
	seen_free(&s);
	return is;
}

static struct confirmation why_not(const struct property_result *p, const char *output,
                                   const char *outcome, int code) {
	struct confirmation c = {0};
	struct seen s = read_texts(output, outcome);
	CHECK(!judge_shows(p, &s, &c));
	judge_explains(p, &s, code, &c);
	seen_free(&s);
	return c;
}

static const char freed[] =
    "=================================================================\n"
    "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x4 bp 0x1\n"
    "READ of size 4 at 0x602000000010 thread T0\n"
    "    #0 0x40158b in wait_for_turn /tmp/x/harness-0/harness/accesses.c:90\n"
    "    #1 0x40158b in main /home/u/src/a.c:16\n"
    "    #2 0x7f1 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58\n"
    "\n"
    "0x602000000010 is located 0 bytes inside of 4-byte region [0x602000000010,0x602000000014)\n"
    "freed by thread T1 here:\n"
    "    #0 0x7f2 in __interceptor_free "
    "../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52\n"
    "    #1 0x401700 in worker /home/u/src/a.c:6\n";

static void test_address(void) {
	struct property_result p = property("pointer", "use after free: 'p'", 16);
	CHECK(shows(&p, freed, "", "heap-use-after-free"));
	p.loc.line = 6; /* that is where it was freed */
	CHECK(!shows(&p, freed, "", NULL));
	p = property("pointer", "null or invalid pointer dereferenced: 'p'", 16);
	CHECK(!shows(&p, freed, "", NULL)); /* another kind at the same place */
	p = property("double-free", "double free of 'p'", 6);
	CHECK(shows(&p,
	            "==7==ERROR: AddressSanitizer: attempting double-free on 0x6020 in thread T0:\n"
	            "    #0 0x7f in __interceptor_free (/usr/lib/libasan.so.8+0xb7)\n"
	            "    #1 0x40 in f src/a.c:6:9\n\n",
	            "", "double-free"));
	p = property("invalid-free", "'p' was not allocated", 6);
	CHECK(shows(&p,
	            "==7==ERROR: AddressSanitizer: attempting free on address which was not "
	            "malloc()-ed: 0x7ffd in thread T0\n"
	            "    #0 0x7f in __interceptor_free (/usr/lib/libasan.so.8+0xb7)\n"
	            "    #1 0x40 in f src/a.c:6:9\n\n",
	            "", "bad-free"));
	p = property("pointer", "null or invalid pointer dereferenced: 'p'", 9);
	CHECK(shows(&p, "", "schedule: followed\nend: signal 11 after a.c:9\n", "SIGSEGV"));
	CHECK(!shows(&p, "", "schedule: followed\nend: signal 11 after a.c:8\n", NULL));
	CHECK(!shows(&p, "", "schedule: followed\nend: signal 6 after a.c:9\n", NULL));
	p = property("bounds", "array index out of bounds: 'a[i]'", 9);
	CHECK(shows(&p, "src/a.c:9:3: runtime error: index 4 out of bounds for type 'int [4]'\n", "",
	            NULL));
}

static void test_assertion(void) {
	static const char text[] = "prog: src/a.c:31: main: Assertion `x != 1' failed.\n";
	struct property_result p = property("assertion", "assertion 'x != 1' fails", 31);
	CHECK(shows(&p, text, "", "'x != 1' failed"));
	CHECK(shows(&p, "", "end: assert x != 1 a.c:31\n", "'x != 1' failed"));
	p.loc.line = 30;
	p.text = "assertion 'x != 2' fails";
	CHECK(!shows(&p, text, "", NULL));
	p.text = "assertion 'x  !=\n1' fails"; /* over several lines */
	CHECK(shows(&p, text, "", NULL));
	p = property("unreach", "call of reach_error is reachable", 17);
	CHECK(shows(&p, "", "end: error reach_error\nstack: a.c:17\n", "reach_error was called"));
	CHECK(!shows(&p, "", "end: error reach_error\nstack: a.c:18\n", NULL));
	CHECK(shows(&p, "prog: src/a.c:4: reach_error: Assertion `0' failed.\n",
	            "end: assert 0 a.c:4\nstack: a.c:4 a.c:17\n", NULL));
}

static void test_arithmetic(void) {
	struct property_result p = property("overflow", "arithmetic overflow: 'x + y'", 12);
	static const char text[] =
	    "/home/u/src/a.c:12:9: runtime error: signed integer overflow: 2147483647 + 1 cannot be "
	    "represented in type 'int'\n";
	CHECK(shows(&p, text, "", NULL));
	p = property("shift", "shift distance", 12);
	CHECK(!shows(&p, text, "", NULL));
	p = property("division-by-zero", "division by zero", 12);
	CHECK(shows(&p, "", "end: signal 8 after a.c:12\n", "SIGFPE"));
}

static void test_leak(void) {
	struct property_result p = property("leak", "memory is never freed", 20);
	struct cex cex = {0};
	vec_push(&cex.place,
	         ((struct cex_place){.kind = PLACE_ALLOCATED, .loc = {intern("a.c"), 5, 1}}));
	p.cex = &cex;
	CHECK(shows(&p,
	            "==7==ERROR: LeakSanitizer: detected memory leaks\n\n"
	            "Direct leak of 8 byte(s) in 1 object(s) allocated from:\n"
	            "    #0 0x7f in __interceptor_malloc (/usr/lib/libasan.so.8+0xb8)\n"
	            "    #1 0x40 in make src/a.c:5\n"
	            "    #2 0x41 in main src/a.c:19\n\n",
	            "", NULL));
	cex.place.at[0].loc.line = 6;
	CHECK(!shows(&p,
	             "Direct leak of 8 byte(s) in 1 object(s) allocated from:\n    #1 0x40 in make "
	             "src/a.c:5\n",
	             "", NULL));
	vec_free(&cex.place);
}

static void test_threads(void) {
	struct property_result p = property("race", "data race", 9);
	struct cex cex = {0};
	vec_push(&cex.access, ((struct cex_access){.loc = {intern("a.c"), 9, 1}}));
	vec_push(&cex.access, ((struct cex_access){.loc = {intern("a.c"), 14, 1}}));
	p.cex = &cex;
	static const char text[] =
	    "==================\n"
	    "WARNING: ThreadSanitizer: data race (pid=7)\n"
	    "  Write of size 4 at 0x0000004040a0 by thread T2:\n"
	    "    #0 worker /home/u/src/a.c:14 (prog+0x1345)\n\n"
	    "  Previous write of size 4 at 0x0000004040a0 by thread T1:\n"
	    "    #0 worker /home/u/src/a.c:9 (prog+0x1345)\n\n"
	    "  Location is global 'x' of size 4 at 0x0000004040a0 (prog+0x40a0)\n\n"
	    "SUMMARY: ThreadSanitizer: data race /home/u/src/a.c:14 in worker\n";
	CHECK(shows(&p, text, "", "data race"));
	CHECK(shows(&p, "", "race: T1 writes x at a.c:9, T2 writes x at a.c:14\n", NULL));
	CHECK(!shows(&p, "", "race: T1 writes x at a.c:9, T2 writes x at a.c:15\n", NULL));
	vec_free(&cex.access);
	p = property("deadlock", "deadlock", 30);
	p.cex = &cex;
	vec_push(&cex.wait, ((struct cex_wait){.thread = 1, .loc = {intern("a.c"), 9, 1}}));
	vec_push(&cex.wait, ((struct cex_wait){.thread = 2, .loc = {intern("a.c"), 19, 1}}));
	CHECK(shows(&p, "",
	            "deadlock: T1 waits for m, held by T2, at a.c:9\n"
	            "deadlock: T2 waits for n, held by T1, at a.c:19\n",
	            NULL));
	CHECK(!shows(&p, "", "deadlock: T1 waits for m, held by T2, at a.c:9\n", NULL));
	vec_free(&cex.wait);
	p = property("lock", "unlock of a mutex that is not locked", 8);
	p.cex = NULL;
	CHECK(shows(&p, "", "misuse: T1 unlocks m, which it does not hold, at a.c:8\n", NULL));
}

/* T1's first call returns before T2's begins, which the second one of T1 overlaps. */
static void test_history(void) {
	struct history_call call[] = {{.thread = 1, .result = "0", .begins_at = 0, .ends_at = 1},
	                              {.thread = 2, .result = "0", .begins_at = 2, .ends_at = 4},
	                              {.thread = 1, .begins_at = 3, .ends_at = 9}};
	struct history h = {0};
	for (size_t i = 0; i < 3; i++)
		vec_push(&h.call, call[i]);
	struct cex cex = {.history = &h};
	struct property_result p = property("linearizability", "no order of the calls", 9);
	p.cex = &cex;
#define FOLLOWED "schedule: followed\n"
#define SAME     FOLLOWED "history: same\n"
	CHECK(shows(&p, "",
	            "called: 1 0\nreturned: 1 0\ncalled: 2 0\ncalled: 1 0\nreturned: 2 0\n" SAME,
	            "the calls returned the same results in the same order of real time"));
	/* more is in order than in the report: that leaves fewer explanations */
	CHECK(shows(&p, "",
	            "called: 1 0\nreturned: 1 0\ncalled: 2 0\nreturned: 2 0\ncalled: 1 0\n" SAME,
	            NULL));
	/* the two overlap, which the report says they do not */
	const char *overlap =
	    "called: 1 0\ncalled: 2 0\nreturned: 1 0\ncalled: 1 0\nreturned: 2 0\n" SAME;
	CHECK(strstr(why_not(&p, "", overlap, 92).detail, "another order"));
	/* a call too few, one too many, other results */
	why_not(&p, "", "called: 1 0\nreturned: 1 0\ncalled: 2 0\nreturned: 2 0\n" SAME, 92);
	why_not(
	    &p, "",
	    "called: 1 0\nreturned: 1 0\ncalled: 2 0\ncalled: 1 0\nreturned: 2 0\ncalled: 3 0\n" SAME,
	    92);
	why_not(&p, "",
	        "called: 1 0\nreturned: 1 0\ncalled: 2 0\ncalled: 1 0\nreturned: 2 0\n" FOLLOWED, 0);
	vec_free(&h.call);
}

static void test_reasons(void) {
	struct property_result p = property("assertion", "assertion 'x' fails", 31);
	CHECK(why_not(&p, "", "schedule: followed\nend: exit 0 after a.c:9\n", 0).reason ==
	      UNCONFIRMED_NOTHING_SEEN);
	struct confirmation c = why_not(
	    &p, "", "schedule: diverged\nrow: 3\nexpected: T1 reads x\nhappened: it ended\n", 87);
	CHECK(c.reason == UNCONFIRMED_DIVERGED);
	CHECK(!strcmp(c.detail, "step 3: expected T1 reads x, but it ended"));
	CHECK(why_not(&p, "", "schedule: diverged\nmissing: read x a.c:9\n", 87).reason ==
	      UNCONFIRMED_COMPILER);
	struct property_result d = property("descriptor", "a descriptor is closed twice", 31);
	const char *left_out = "schedule: followed\nmissing: read x a.c:9\n";
	CHECK(why_not(&d, "", left_out, 0).reason == UNCONFIRMED_NOT_OBSERVABLE);
	CHECK(why_not(&d, "", "schedule: diverged\nmissing: read x a.c:9\n", 87).reason ==
	      UNCONFIRMED_COMPILER);
	CHECK(why_not(&p, "", "unsupported: fork at a.c:9\n", 91).reason == UNCONFIRMED_UNSUPPORTED);
	CHECK(why_not(&p, "", "schedule: diverged\ninput: argv\n", 87).reason == UNCONFIRMED_INPUT);
	CHECK(why_not(&p, "AddressSanitizer: CHECK failed: asan_thread.cpp:274\n", "", 1).reason ==
	      UNCONFIRMED_NO_SANITIZER);
	p = property("unreach", "error label 'ERROR' is reachable", 9);
	c = why_not(&p, "", "schedule: followed\nend: exit 0 after a.c:9\n", 0);
	CHECK(c.reason == UNCONFIRMED_NOT_OBSERVABLE && strstr(c.detail, "at the label"));
	p = property("assertion", "assertion 'x != 1' fails", 31);
	c = why_not(&p, freed, "schedule: followed\n", 1); /* a crash elsewhere confirms nothing */
	CHECK(c.reason == UNCONFIRMED_DIVERGED && strstr(c.detail, "heap-use-after-free at a.c:16"));
}

int main(void) {
	arena = arena_open();
	test_address();
	test_assertion();
	test_arithmetic();
	test_leak();
	test_threads();
	test_history();
	test_reasons();
	arena_close(arena);
	intern_free_all();
	return check_done("confirm");
}
