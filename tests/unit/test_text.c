#include "report/text/text.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct loc at(uint32_t line) {
	return (struct loc){"a.c", line, 2};
}

static struct step step(enum step_kind kind, uint32_t line, const char *lhs, const char *value,
                        const char *text) {
	return (struct step){.kind = kind,
	                     .loc = at(line),
	                     .lhs = lhs,
	                     .value = value,
	                     .text = text,
	                     .other = NO_THREAD};
}

static const char *three[] = {"3"}, *zero[] = {"0"}, *anything[] = {"..."}, *lock[] = {"m", "&m"};

static struct step call(uint32_t line, const char *function, const char **argument) {
	struct step s = step(STEP_CALL, line, NULL, NULL, NULL);
	s.call = function;
	s.arg = argument;
	s.nargs = 1;
	return s;
}

/* One violated property of three and one of a model, with a step of every kind. */
static struct result *make_result(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_UNSAFE;
	struct property_result p = {.id = "main.bounds.1",
	                            .class_name = "bounds",
	                            .text = "index in range",
	                            .loc = at(9),
	                            .status = PROPERTY_HOLDS};
	vec_push(&r->property, p);
	p = (struct property_result){.id = "main.assertion.1",
	                             .class_name = "assertion",
	                             .text = "assertion x > 0",
	                             .loc = at(7),
	                             .status = PROPERTY_VIOLATED};
	p.cex = arena_new(r->arena, struct cex);
	struct step fold = step(STEP_ASSIGN, 90, "hidden", "1", NULL);
	fold.in_model = true;
	struct step input = step(STEP_INPUT, 6, "external()", "4", NULL);
	input.unmodelled = true;
	struct step other = step(STEP_ASSIGN, 6, "y", "2", NULL);
	vec_push(&p.cex->step, call(2, "f", three));
	vec_push(&p.cex->step, step(STEP_INPUT, 3, "x", "-1", NULL));
	vec_push(&p.cex->step, step(STEP_BRANCH, 4, NULL, "true", "x < 0"));
	vec_push(&p.cex->step, fold);
	vec_push(&p.cex->step, step(STEP_ASSUME, 5, NULL, NULL, "x != 7"));
	vec_push(&p.cex->step, input);
	vec_push(&p.cex->step, other);
	vec_push(&p.cex->step, step(STEP_RETURN, 6, NULL, "3", NULL));
	vec_last(&p.cex->step).call = "f";
	vec_push(&p.cex->step, step(STEP_VIOLATION, 7, NULL, NULL, "assertion x > 0"));
	vec_push(&r->property, p);
	p = (struct property_result){.id = "f.pointer.1",
	                             .class_name = "pointer",
	                             .text = "p is valid",
	                             .loc = at(11),
	                             .status = PROPERTY_UNREACHED};
	vec_push(&r->property, p);
	p = (struct property_result){.id = "memcpy.pointer.1",
	                             .class_name = "pointer",
	                             .text = "p is valid",
	                             .status = PROPERTY_HOLDS,
	                             .in_model = true};
	vec_push(&r->property, p);
	r->violated = 1;
	return r;
}

static char *print(const struct result *r, struct text_config config) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	report_text(f, r, &config);
	fclose(f);
	return text;
}

static bool prints(const struct result *r, struct text_config config, const char *golden) {
	char *text = print(r, config);
	bool good = !strcmp(text, golden);
	if (!good)
		fprintf(stderr, "printed:\n%s\n", text);
	free(text);
	return good;
}

#define ERROR "a.c:7:2: error: assertion x > 0 [assertion]\n"
#define INPUTS                                                                                     \
	"a.c:3:2: note: input x = -1\n"                                                                \
	"a.c:6:2: note: input external() = 4 (chosen for a function without a model)\n"
#define VIOLATED(step) "a.c:7:2: note: step " #step ": assertion x > 0\n"
#define SUMMARY        "  2 inputs; 4 steps; replayed\n"
#define STEPS                                                                                      \
	"a.c:2:2: note: step 1: f(3)\n"                                                                \
	"a.c:6:2: note: step 3: y = 2\n" VIOLATED(4)

static void test_forms(void) {
	struct result *r = make_result();
	struct text_config c = {.trace = TRACE_COMPACT};
	CHECK(prints(r, c, ERROR SUMMARY INPUTS STEPS "\nVERIFICATION FAILED\n"));
	c.trace = TRACE_NONE;
	CHECK(prints(r, c, ERROR "\nVERIFICATION FAILED\n"));
	c = (struct text_config){.trace = TRACE_FULL, .verbose = true};
	CHECK(prints(r, c,
	             ERROR
	             "  2 inputs; 7 steps; replayed\n" INPUTS "a.c:2:2: note: step 1: f(3)\n"
	             "a.c:4:2: note: step 2: x < 0 is true\n"
	             "a.c:90:2: note: step 3: hidden = 1\n"
	             "a.c:5:2: note: step 4: assumed: x != 7\n"
	             "a.c:6:2: note: step 5: y = 2\n"
	             "a.c:6:2: note: step 6: f returns 3\n" VIOLATED(7) "\nVERIFICATION FAILED\n"));
	c = (struct text_config){.result_only = true, .multi_property = true};
	CHECK(prints(r, c, "VERIFICATION FAILED\n"));
	c.colour = true;
	CHECK(prints(r, c, "\033[1;31mVERIFICATION FAILED\033[0m\n"));
	result_close(r);
}

static void test_properties(void) {
	struct result *r = make_result();
	struct text_config c = {.trace = TRACE_NONE, .multi_property = true};
	CHECK(prints(r, c,
	             "[main.bounds.1] a.c:9: index in range: HOLDS\n"
	             "[main.assertion.1] a.c:7: assertion x > 0: VIOLATED\n"
	             "[f.pointer.1] a.c:11: p is valid: HOLDS\n"
	             "** 1 of 3 violated\n\n" ERROR "\nVERIFICATION FAILED\n"));
	result_gap(r, GAP_UNSUPPORTED, at(1), "inline assembly");
	CHECK(prints(r, c,
	             "[main.bounds.1] a.c:9: index in range: HOLDS\n"
	             "[main.assertion.1] a.c:7: assertion x > 0: VIOLATED\n"
	             "[f.pointer.1] a.c:11: p is valid: UNKNOWN\n"
	             "** 1 of 3 violated, 1 unknown\n\n" ERROR "\nVERIFICATION FAILED\n"));
	result_close(r);
}

/* A counterexample that did not replay is not shown as one. */
static void test_replay(void) {
	struct result *r = make_result();
	result_gap(r, GAP_REPLAY, at(7), "counterexample did not replay");
	struct text_config c = {.trace = TRACE_COMPACT};
	CHECK(prints(r, c, "VERIFICATION UNKNOWN (counterexample did not replay at a.c:7)\n"));
	result_close(r);
}

/* Editors need a place and one line, whatever the property is called and wherever it is. */
static void test_error_line(void) {
	struct result *r = make_result();
	struct property_result *p = &r->property.at[1];
	struct text_config c = {.trace = TRACE_NONE};
	p->text = "two\nlines\033[31m \377";
	CHECK(prints(
	    r, c, "a.c:7:2: error: two?lines?[31m \357\277\275 [assertion]\n\nVERIFICATION FAILED\n"));
	p->text = "leak";
	p->loc = (struct loc){0};
	CHECK(prints(r, c, "a.c:7:2: error: leak [assertion]\n\nVERIFICATION FAILED\n"));
	p->cex->step.n = 0;
	CHECK(prints(r, c, "program:1:1: error: leak [assertion]\n\nVERIFICATION FAILED\n"));
	vec_push(&r->info.file, "b.c");
	CHECK(prints(r, c, "b.c:1:1: error: leak [assertion]\n\nVERIFICATION FAILED\n"));
	result_close(r);
}

static unsigned lines(const char *text) {
	unsigned n = 0;
	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static void test_long_trace(void) {
	struct result *r = make_result();
	for (uint32_t i = 0; i < 1000; i++)
		vec_push(&r->property.at[1].cex->step, step(STEP_ASSIGN, i + 100, "i", "0", NULL));
	char *text = print(r, (struct text_config){.trace = TRACE_COMPACT});
	CHECK(strstr(text, "; 23 of 1004 steps; replayed\n"));
	CHECK(strstr(text, "\n... 978 steps ...\n"));
	CHECK(strstr(text, "a.c:1099:2: note"));
	CHECK(lines(text) == 2 + 2 + 25 + 2);
	free(text);
	text = print(r, (struct text_config){.trace = TRACE_FULL});
	CHECK(!strstr(text, "... "));
	CHECK(lines(text) == 2 + 2 + 1005 + 2);
	free(text);
	result_close(r);
}

/* --- Several threads. --- */

static struct result *make_threads(struct cex **cex, const char *class_name, const char *text) {
	struct result *r = result_open();
	r->verdict = VERDICT_UNSAFE;
	struct property_result p = {
	    .class_name = class_name, .text = text, .loc = at(9), .status = PROPERTY_VIOLATED};
	*cex = p.cex = arena_new(r->arena, struct cex);
	vec_push(&r->property, p);
	r->violated = 0;
	struct cex_thread main_thread = {"main", "main", {0}};
	struct cex_thread t1 = {"T1", "inc", at(6)}, t2 = {"T2", "dec", at(7)};
	vec_push(&p.cex->thread, main_thread);
	vec_push(&p.cex->thread, t1);
	vec_push(&p.cex->thread, t2);
	return r;
}

static struct step by(uint32_t thread, struct step s) {
	s.thread = thread;
	return s;
}

static struct step in_model(struct step s) {
	s.in_model = true;
	return s;
}

static struct step shared(struct step s) {
	s.shared = true;
	return s;
}

static struct step over(const char *before, struct step s) {
	s.before = before;
	return shared(s);
}

static void push_create(struct cex *cex, uint32_t line, uint32_t other) {
	vec_push(&cex->step, call(line, "pthread_create", anything));
	vec_push(&cex->step, in_model(step(STEP_ASSIGN, 70, "data", "1", NULL)));
	vec_push(&cex->step, step(STEP_CREATE, line, NULL, NULL, NULL));
	vec_last(&cex->step).other = other;
	vec_push(&cex->step, in_model(step(STEP_ASSIGN, 71, "id", "2", NULL)));
}

/* main makes two threads that both read x before they write it; dec blocks on the way. */
static struct result *make_lost_update(void) {
	struct cex *cex;
	struct result *r = make_threads(&cex, "assertion", "assertion x == 2");
	cex->context_switches = 5;
	push_create(cex, 6, 1);
	push_create(cex, 7, 2);
	vec_push(&cex->step, by(1, in_model(call(80, "inc", zero))));
	vec_push(&cex->step, by(1, shared(step(STEP_READ, 3, "y", "7", NULL)))); /* not worth a line */
	vec_push(&cex->step, by(1, shared(step(STEP_ASSIGN, 3, "x", "0", NULL))));
	vec_push(&cex->step, by(1, shared(step(STEP_READ, 4, "x", "0", NULL))));
	vec_push(&cex->step, by(2, call(4, "pthread_mutex_lock", &lock[1])));
	vec_push(&cex->step, by(2, in_model(step(STEP_BLOCKED, 85, NULL, NULL, "mutex"))));
	vec_last(&cex->step).arg = lock;
	vec_last(&cex->step).nargs = 1;
	vec_push(&cex->step, by(1, over("0", step(STEP_ASSIGN, 4, "x", "1", NULL))));
	vec_push(&cex->step, by(2, in_model(shared(step(STEP_ASSIGN, 86, "owner", "2", NULL)))));
	vec_push(&cex->step, by(2, in_model(step(STEP_ASSIGN, 87, "count", "1", NULL))));
	vec_push(&cex->step, by(2, over("1", step(STEP_ASSIGN, 5, "x", "1", NULL))));
	vec_push(&cex->step, by(2, in_model(step(STEP_ASSIGN, 88, "exit", "1", NULL))));
	vec_push(&cex->step, by(2, step(STEP_THREAD_END, 2, NULL, NULL, NULL)));
	vec_push(&cex->step, step(STEP_VIOLATION, 9, NULL, NULL, "assertion x == 2"));
	return r;
}

static void test_interleaving(void) {
	struct result *r = make_lost_update();
	struct text_config c = {.trace = TRACE_COMPACT};
	CHECK(prints(r, c,
	             "a.c:9:2: error: assertion x == 2 [assertion]\n"
	             "  no inputs; 3 threads, 5 context switches, 9 steps; replayed\n"
	             "a.c:6:2: note: step 1: main: create T1 inc\n"
	             "a.c:7:2: note: step 2: main: create T2 dec\n"
	             "---- T1 inc ----\n"
	             "a.c:3:2: note: step 3: T1 inc: x = 0\n"
	             "a.c:4:2: note: step 4: T1 inc: reads x = 0\n"
	             "---- T2 dec ----\n"
	             "a.c:4:2: note: step 5: T2 dec: pthread_mutex_lock(&m): waits\n"
	             "---- T1 inc ----\n"
	             "a.c:4:2: note: step 6: T1 inc: x = 1 (was 0)\n"
	             "---- T2 dec ----\n"
	             "a.c:4:2: note: step 7: T2 dec: goes on in pthread_mutex_lock(&m)\n"
	             "a.c:5:2: note: step 8: T2 dec: x = 1 (as before)\n"
	             "---- main ----\n"
	             "a.c:9:2: note: step 9: main: assertion x == 2\n"
	             "\nVERIFICATION FAILED\n"));
	struct cex *cex = r->property.at[0].cex;
	cex->context_switches = 1;
	for (uint32_t i = 3; i < 9; i++) {
		struct cex_thread more = {"T", "inc", at(6)};
		vec_push(&cex->thread, more);
	}
	char *text = print(r, c);
	CHECK(strstr(text, "; 9 threads, 1 context switch, "));
	free(text);
	/* with everything, the steps inside models keep their own places */
	text = print(r, (struct text_config){.trace = TRACE_FULL, .verbose = true});
	CHECK(strstr(text, "a.c:86:2: note: step 16: T2 dec: owner = 2\n"));
	CHECK(strstr(text, "a.c:6:2: note: step 1: main: pthread_create(...)\n"));
	CHECK(!strstr(text, "goes on in"));
	free(text);
	result_close(r);
}

static void test_deadlock(void) {
	struct cex *cex;
	struct result *r = make_threads(&cex, "deadlock", "deadlock");
	cex->context_switches = 3;
	struct cex_wait main_waits = {0, "join", NULL, 1, at(20), true};
	struct cex_wait t1_waits = {1, "mutex", "&b", 2, at(11), false};
	struct cex_wait t2_waits = {2, "mutex", "&a", 1, at(13), false};
	struct cex_hold t1_holds = {1, "mutex", "&a", at(10)}, t2_holds = {2, "mutex", "&b", at(12)};
	vec_push(&cex->wait, main_waits);
	vec_push(&cex->wait, t1_waits);
	vec_push(&cex->wait, t2_waits);
	vec_push(&cex->hold, t1_holds);
	vec_push(&cex->hold, t2_holds);
	struct text_config c = {.trace = TRACE_COMPACT};
	CHECK(prints(r, c,
	             "a.c:9:2: error: deadlock: T1 inc and T2 dec wait for each other [deadlock]\n"
	             "  no inputs; 3 threads, 3 context switches, 0 steps; replayed\n"
	             "a.c:20:2: note: main waits for T1 inc to end\n"
	             "a.c:11:2: note: T1 inc waits for mutex b, held by T2 dec\n"
	             "a.c:12:2: note: mutex b was taken here by T2 dec\n"
	             "a.c:13:2: note: T2 dec waits for mutex a, held by T1 inc\n"
	             "a.c:10:2: note: mutex a was taken here by T1 inc\n"
	             "  cycle: T1 inc waits for mutex b (held by T2 dec), "
	             "T2 dec waits for mutex a (held by T1 inc)\n"
	             "\nVERIFICATION FAILED\n"));
	/* no cycle: one waits for itself, one for nobody in particular */
	cex->wait.at[1].holder = 1;
	cex->wait.at[2] = (struct cex_wait){2, "condition variable", "q->c", NO_THREAD, at(13), false};
	cex->hold.n = 0;
	CHECK(prints(
	    r, c,
	    "a.c:9:2: error: deadlock: T1 inc waits for mutex b, which it holds itself [deadlock]\n"
	    "  no inputs; 3 threads, 3 context switches, 0 steps; replayed\n"
	    "a.c:20:2: note: main waits for T1 inc to end\n"
	    "a.c:11:2: note: T1 inc waits for mutex b, which it holds itself\n"
	    "a.c:13:2: note: T2 dec waits for condition variable q->c\n"
	    "\nVERIFICATION FAILED\n"));
	c.trace = TRACE_NONE;
	cex->wait.at[1].holder = NO_THREAD;
	CHECK(prints(r, c,
	             "a.c:9:2: error: deadlock: 3 threads wait for ever [deadlock]\n\n"
	             "VERIFICATION FAILED\n"));
	cex->wait.at[0] = cex->wait.at[2];
	cex->wait.n = 1;
	CHECK(prints(r, c,
	             "a.c:9:2: error: deadlock: T2 dec waits for condition variable q->c for ever "
	             "[deadlock]\n\nVERIFICATION FAILED\n"));
	/* a circle of three */
	cex->wait.at[0] = (struct cex_wait){0, "mutex", "&a", 1, at(11), false};
	cex->wait.at[1] = (struct cex_wait){1, "mutex", "&b", 2, at(12), false};
	cex->wait.at[2] = (struct cex_wait){2, "join", NULL, 0, at(13), true};
	cex->wait.n = 3;
	CHECK(prints(r, c,
	             "a.c:9:2: error: deadlock: main, T1 inc and T2 dec wait for each other "
	             "[deadlock]\n\nVERIFICATION FAILED\n"));
	result_close(r);
}

static void test_lock_order(void) {
	struct cex *cex;
	struct result *r = make_threads(&cex, "lock-order", "locks in different orders");
	struct cex_order one = {{1, "mutex", "&a", at(10)}, {1, "mutex", "&b", at(11)}};
	struct cex_order other = {{2, "rwlock", "&b", at(12)}, {2, "mutex", "&a", at(13)}};
	vec_push(&cex->order, one);
	vec_push(&cex->order, other);
	struct text_config c = {.trace = TRACE_COMPACT};
	CHECK(prints(r, c,
	             "a.c:9:2: error: locks in different orders [lock-order]\n"
	             "  no inputs; 3 threads, 0 context switches, 0 steps; replayed\n"
	             "a.c:11:2: note: T1 inc takes mutex b while it holds mutex a\n"
	             "a.c:10:2: note: mutex a was taken here by T1 inc\n"
	             "a.c:13:2: note: T2 dec takes mutex a while it holds rwlock b\n"
	             "a.c:12:2: note: rwlock b was taken here by T2 dec\n"
	             "\nVERIFICATION FAILED\n"));
	result_close(r);
}

static void test_race(void) {
	struct cex *cex;
	struct result *r = make_threads(&cex, "data-race", "data race on x");
	struct cex_access one = {.thread = 1, .is_write = true, .lvalue = "x", .loc = at(9)};
	struct cex_access other = {.thread = 2, .lvalue = "x", .loc = at(14)};
	struct cex_frame inner = {"set", at(9)}, outer = {"inc", at(30)};
	vec_push(&one.stack, inner);
	vec_push(&one.stack, outer);
	vec_push(&cex->access, one);
	vec_push(&cex->access, other);
	struct text_config c = {.trace = TRACE_COMPACT};
	CHECK(prints(r, c,
	             "a.c:9:2: error: data race on x [data-race]\n"
	             "  no inputs; 3 threads, 0 context switches, 0 steps; replayed\n"
	             "a.c:9:2: note: T1 inc writes x in set\n"
	             "a.c:30:2: note: called from inc\n"
	             "a.c:14:2: note: T2 dec reads x\n"
	             "\nVERIFICATION FAILED\n"));
	result_close(r);
}

int main(void) {
	test_interleaving();
	test_deadlock();
	test_lock_order();
	test_race();
	test_forms();
	test_properties();
	test_replay();
	test_error_line();
	test_long_trace();
	intern_free_all();
	return check_done("text");
}
