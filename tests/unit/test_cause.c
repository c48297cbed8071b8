#include "report/story/cause.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/text.h"
#include "tests/unit/check.h"

/* Causes are made by hand: threads main, T1, T2, and events at lines of "dir/a.c". */
static struct arena *arena;
static struct cex cex;
static struct cause cause;
static struct property_result property;

enum { MAIN, T1, T2 };

static void begin(enum cause_class class, enum cause_kind kind) {
	static const struct cex_thread name[] = {
	    {"main", "main", {0}}, {"T1", "work", {0}}, {"T2", "work", {0}}};
	cause_free(&cause);
	cause = (struct cause){.class = class, .kind = kind};
	cex.thread.n = cex.wait.n = 0;
	for (size_t i = 0; i < 3; i++)
		vec_push(&cex.thread, name[i]);
	property = (struct property_result){.class_name = "assertion",
	                                    .text = "assertion 'x == 2' fails",
	                                    .loc = {"dir/a.c", 99, 1},
	                                    .status = PROPERTY_VIOLATED,
	                                    .cex = &cex,
	                                    .cause = &cause};
}

static struct cause_event event(enum cause_event_kind kind, uint32_t thread, uint32_t line,
                                const char *object, const char *value) {
	return (struct cause_event){.kind = kind,
	                            .thread = thread,
	                            .step = NO_CAUSE_STEP,
	                            .loc = {"dir/a.c", line, 2},
	                            .object = object,
	                            .value = value};
}

static struct cause_event unknown(void) {
	return (struct cause_event){.thread = NO_THREAD, .step = NO_CAUSE_STEP};
}

static void role(struct cause_event e) {
	vec_push(&cause.role, e);
}

static void holds(const char *object, uint32_t line) {
	struct cause_lock lock = {object, {"dir/a.c", line, 2}};
	vec_push(&vec_last(&cause.role).held, lock);
}

static void order(struct cause_event first, struct cause_event second) {
	struct cause_fact f = {.type = FACT_ORDER, .first = first, .second = second, .is_shown = true};
	vec_push(&cause.fact, f);
}

static void fact(enum cause_fact_type type, struct cause_event first, const char *other) {
	struct cause_fact f = {.type = type, .first = first, .other = other, .is_shown = true};
	vec_push(&cause.fact, f);
}

static void waits(uint32_t thread, uint32_t line) {
	struct cex_wait w = {.thread = thread, .what = "condition", .loc = {"dir/a.c", line, 2}};
	vec_push(&cex.wait, w);
}

static bool is(const char *text, const char *wanted) {
	bool good = text && wanted ? !strcmp(text, wanted) : text == wanted;
	if (!good)
		fprintf(stderr, "said: %s\n", text ? text : "(nothing)");
	return good;
}

static bool says(const char *wanted) {
	return is(cause_sentence(arena, &property), wanted);
}

static bool holds_if(const char *wanted) {
	return is(cause_holds_if(arena, &property), wanted);
}

#define READ(...)   event(CAUSE_EVENT_READ, __VA_ARGS__)
#define WRITE(...)  event(CAUSE_EVENT_WRITE, __VA_ARGS__)
#define LOCK(...)   event(CAUSE_EVENT_LOCK, __VA_ARGS__, NULL)
#define WAIT(...)   event(CAUSE_EVENT_WAIT, __VA_ARGS__, NULL)
#define SIGNAL(...) event(CAUSE_EVENT_SIGNAL, __VA_ARGS__, NULL)
#define FREE(...)   event(CAUSE_EVENT_FREE, __VA_ARGS__, NULL)
#define CALL(...)   event(CAUSE_EVENT_CALL, __VA_ARGS__)

static struct cause_event branch(uint32_t thread, uint32_t line, const char *condition,
                                 const char *value, bool taken) {
	struct cause_event e = event(CAUSE_EVENT_BRANCH, thread, line, condition, value);
	e.taken = taken;
	return e;
}

static void test_data(void) {
	begin(CAUSED_BY_ORDER, CAUSE_LOST_UPDATE);
	role(READ(T1, 7, "left", "2"));
	role(WRITE(T2, 7, "left", "1"));
	role(WRITE(T1, 7, "left", "1"));
	order(READ(T1, 7, "left", "2"), WRITE(T2, 7, "left", "1"));
	waits(MAIN, 22);
	CHECK(says("At a.c:7, T1 read left = 2 before T2 wrote left = 1, and then wrote left = 1 over "
	           "it: T2's change is lost, so main waits at a.c:22 for ever."));
	CHECK(holds_if("T2 writes left (a.c:7) before T1 reads it (a.c:7)"));
	cause.role.at[2].loc.line = 9;
	cex.wait.n = 0;
	CHECK(says("T1 read left = 2 (a.c:7) before T2 wrote left = 1 (a.c:7), and then wrote left = 1 "
	           "(a.c:9) over it: T2's change is lost."));
	CHECK(is(cause_brief(arena, &property),
	         "T1 read left (:7) before T2 wrote left (:7), and then wrote left (:9) over it: T2's "
	         "change is lost."));
	cause.also = CAUSE_WRONG_LOCK;
	cause.role.n = 0;
	role(READ(T1, 7, "x", NULL));
	holds("&m", 6);
	role(WRITE(T2, 8, "x", NULL));
	holds("&n", 5);
	role(WRITE(T1, 9, "x", NULL));
	CHECK(
	    says("T1 read x (a.c:7) before T2 wrote x (a.c:8), and then wrote x (a.c:9) over it: T2's "
	         "change is lost; T1 holds m, T2 holds n."));

	begin(CAUSED_BY_ORDER, CAUSE_TORN_READ);
	role(READ(T1, 7, "x", NULL));
	role(WRITE(T2, 8, "x", NULL));
	role(WRITE(T2, 9, "y", NULL));
	role(READ(T1, 10, "y", NULL));
	CHECK(says("T1 read x (a.c:7) before and y (a.c:10) after T2 changed them (a.c:8, a.c:9)."));

	begin(CAUSED_BY_ORDER, CAUSE_CHECK_THEN_ACT);
	role(READ(T1, 7, "n", "1"));
	role(WRITE(T2, 12, "n", "0"));
	role(WRITE(T1, 8, "n", "-1"));
	CHECK(says("T1 tested n = 1 (a.c:7), then T2 wrote n = 0 (a.c:12), and T1 still acted on it "
	           "(a.c:8)."));

	begin(CAUSED_BY_ORDER, CAUSE_PUBLICATION);
	role(WRITE(T1, 7, "ready", "1"));
	role(READ(MAIN, 12, "ready", "1"));
	role(READ(MAIN, 13, "data", "0"));
	role(WRITE(T1, 8, "data", "5"));
	CHECK(says("main saw ready = 1 (a.c:12), which T1 had set (a.c:7), and read data = 0 (a.c:13) "
	           "before T1 had set that (a.c:8)."));

	begin(CAUSED_BY_ORDER, CAUSE_ABA);
	role(READ(T1, 7, "top", "&a"));
	role(WRITE(T2, 12, "top", "&b"));
	role(WRITE(T2, 13, "top", "&a"));
	role(WRITE(T1, 9, "top", NULL));
	CHECK(says("top was &a (a.c:7), then &b (a.c:12), then &a again (a.c:13): T1's exchange at "
	           "a.c:9 did not notice."));
}

static void test_locks(void) {
	begin(CAUSED_BY_DECISION, CAUSE_FORGOTTEN_UNLOCK);
	role(LOCK(T2, 9, "&m"));
	role(event(CAUSE_EVENT_END, T2, 11, NULL, NULL));
	role(WAIT(MAIN, 24, "&m"));
	role(branch(T2, 10, "used == 1", "1 == 1", true));
	CHECK(says("T2 ended at a.c:11 with m held (taken at a.c:9), since used == 1 (1 == 1, a.c:10), "
	           "and main waits for it at a.c:24."));
	CHECK(holds_if("T2 releases m before it ends (a.c:11)"));
	cause.role.at[1] = WAIT(T2, 15, "&m");
	cause.role.at[3] = unknown();
	CHECK(says("T2 waits at a.c:15 for m, which it took itself at a.c:9 and has not released."));
	CHECK(holds_if("T2 releases m before it takes it again (a.c:15)"));

	begin(CAUSED_BY_ORDER, CAUSE_LOCK_ORDER);
	role(LOCK(T1, 5, "&a"));
	role(WAIT(T1, 6, "&b"));
	role(LOCK(T2, 9, "&b"));
	role(WAIT(T2, 10, "&a"));
	CHECK(says("T1 took a (a.c:5) and wants b (a.c:6), and T2 took b (a.c:9) and wants a "
	           "(a.c:10)."));

	begin(CAUSED_BY_ORDER, CAUSE_JOIN_UNDER_LOCK);
	role(LOCK(MAIN, 20, "&m"));
	role(WAIT(MAIN, 21, "T1"));
	role(WAIT(T1, 8, "&m"));
	CHECK(
	    says("main waits at a.c:21 for T1 to end and holds m (taken at a.c:20), which T1 needs at "
	         "a.c:8."));
}

static void test_races(void) {
	begin(CAUSED_BY_ORDER, CAUSE_NO_LOCK);
	role(WRITE(T1, 7, "x", NULL));
	holds("&m", 6);
	role(READ(T2, 9, "x", NULL));
	CHECK(says("Nothing orders the two accesses: T1 writes x (a.c:7) and T2 reads it (a.c:9); T1 "
	           "holds m, T2 holds no lock."));
	cause.kind = CAUSE_READ_LOCK;
	CHECK(says("T1 writes x (a.c:7) while it holds m only for reading, as T2 may at the same time "
	           "(a.c:9)."));

	begin(CAUSED_BY_ORDER, CAUSE_LIBRARY_STATE);
	role(CALL(T1, 7, "strtok(s, \",\")", NULL));
	role(CALL(T2, 9, "strtok(s, \",\")", NULL));
	CHECK(says("strtok keeps one state for all threads: T1 calls it at a.c:7, T2 at a.c:9."));
}

static void test_waits(void) {
	begin(CAUSED_BY_ORDER, CAUSE_LOST_WAKEUP);
	role(READ(T1, 9, "open", "0"));
	holds("&m", 8);
	role(WRITE(MAIN, 19, "open", "1"));
	role(event(CAUSE_EVENT_BROADCAST, MAIN, 20, "&c", NULL));
	role(WAIT(T1, 10, "&c"));
	CHECK(says("The broadcast of c at a.c:20 came between T1's test of open = 0 (a.c:9) and its "
	           "wait (a.c:10): nobody wakes T1 any more; open is changed at a.c:19 without m."));
	cause.role.at[0].held.n = 0;
	vec_free(&cause.role.at[0].held);
	cause.role.at[0] = unknown();
	CHECK(says("The broadcast of c at a.c:20 came before T1's wait (a.c:10): nobody wakes T1 any "
	           "more."));

	begin(CAUSED_BY_ORDER, CAUSE_MISSED_BROADCAST);
	role(SIGNAL(MAIN, 30, "&c"));
	role(WAIT(T1, 10, "&c"));
	role(WAIT(T2, 12, "&c"));
	CHECK(says("The signal of c at a.c:30 woke only one of its waiters, T1 (a.c:10): T2 waits at "
	           "a.c:12 for ever."));
	CHECK(holds_if("the signal at a.c:30 is a broadcast"));

	begin(CAUSED_BY_ORDER, CAUSE_NO_SIGNAL);
	role(WRITE(MAIN, 30, "stop", "1"));
	role(WAIT(T1, 10, "&c"));
	CHECK(says("main wrote stop = 1 (a.c:30), and nobody signals c after that: T1 waits at a.c:10 "
	           "for ever."));

	begin(CAUSED_BY_ORDER, CAUSE_WAIT_WITHOUT_LOOP);
	role(WAIT(T1, 10, "&c"));
	role(READ(T1, 9, "count", "0"));
	role(WRITE(T1, 11, "count", "-1"));
	CHECK(says("T1 was woken at a.c:10 and went on (a.c:11) although count was 0."));
	CHECK(holds_if("T1 tests count again after its wait (a.c:10)"));
}

static void test_memory(void) {
	begin(CAUSED_BY_ORDER, CAUSE_USE_AFTER_FREE);
	role(FREE(T1, 40, "node"));
	role(READ(T2, 71, "node", NULL));
	role(READ(T2, 72, "node->next", NULL));
	CHECK(says("node was freed by T1 (a.c:40) between T2's test (a.c:71) and its use (a.c:72)."));
	cause.role.at[1] = unknown();
	CHECK(
	    says("node was freed by T1 (a.c:40) before T2 used it (a.c:72): nothing makes T1 wait for "
	         "T2."));
	cause.role.at[2].thread = T1;
	CHECK(says("node was freed at a.c:40 and is used after that at a.c:72."));
	cause.role.at[0].what = "scope";
	CHECK(says("node went out of scope at a.c:40 and is used after that at a.c:72."));
	cause.role.at[2].thread = T2;
	CHECK(says("node went out of scope in T1 (a.c:40) before T2 used it (a.c:72): nothing makes T1 "
	           "wait for T2."));

	begin(CAUSED_BY_ORDER, CAUSE_DOUBLE_FREE);
	role(READ(T1, 10, "done", "0"));
	role(READ(T2, 10, "done", "0"));
	role(FREE(T1, 12, "buf"));
	role(FREE(T2, 13, "buf"));
	CHECK(says("T1 (a.c:10) and T2 (a.c:10) both tested done before either had freed buf: it is "
	           "freed at a.c:12 and again at a.c:13."));
	cause.role.at[0] = unknown();
	CHECK(says("buf was freed by T1 (a.c:12) and is freed again by T2 (a.c:13)."));

	begin(CAUSED_BY_CONDITION, CAUSE_LEAK);
	role(event(CAUSE_EVENT_ALLOC, MAIN, 5, NULL, NULL));
	role(WRITE(MAIN, 8, "p", NULL));
	CHECK(says("Nobody frees what was allocated at a.c:5: the last pointer to it, p, is gone at "
	           "a.c:8."));

	begin(CAUSED_BY_CONDITION, CAUSE_NOT_INITIALISED);
	role(event(CAUSE_EVENT_ALLOC, NO_THREAD, 5, "n", NULL));
	role(READ(MAIN, 8, "n", NULL));
	CHECK(says("n is read (a.c:8) before it has a value; it was declared at a.c:5."));
}

static void test_values(void) {
	begin(CAUSED_BY_INPUT, CAUSE_MISSING_CHECK);
	role(CALL(MAIN, 12, "read(fd, buf, 4)", "0"));
	role(READ(MAIN, 14, "buf[0]", NULL));
	fact(FACT_INPUT, CALL(MAIN, 12, "read(fd, buf, 4)", "0"), "4");
	CHECK(says("read(fd, buf, 4) returned 0 (a.c:12) and was not tested before it was used "
	           "(a.c:14)."));
	CHECK(holds_if("read(fd, buf, 4) returns 4 instead of 0 (a.c:12)"));

	begin(CAUSED_BY_DECISION, CAUSE_OFF_BY_ONE);
	role(branch(MAIN, 9, "i <= len", "4 <= 4", true));
	CHECK(says("i <= len was true (4 <= 4, a.c:9): one too far."));
	CHECK(holds_if(NULL));
	cause.role.at[0].what = "i < len";
	CHECK(holds_if("it is i < len instead of i <= len (a.c:9)"));

	begin(CAUSED_BY_DECISION, CAUSE_WRONG_BRANCH);
	role(branch(T1, 9, "full", NULL, false));
	fact(FACT_DECISION, branch(T1, 9, "full", NULL, false), NULL);
	CHECK(says("T1 went on since full was false (a.c:9)."));
	CHECK(holds_if("full is true (a.c:9)"));

	begin(CAUSED_BY_CONDITION, CAUSE_VALUES);
	role(event(CAUSE_EVENT_VIOLATION, MAIN, 20, "i < 10", "12 < 10"));
	role(event(CAUSE_EVENT_INPUT, MAIN, 5, "i", "12"));
	CHECK(says("i < 10 does not hold: 12 < 10; i = 12 is an input (a.c:5)."));
	cause.role.at[1] = WRITE(T1, 6, "i", "12");
	CHECK(says("i < 10 does not hold: 12 < 10; T1 wrote i = 12 (a.c:6)."));
	cause.role.at[0].object = "assertion 'i < 10' fails";
	CHECK(says("i < 10 does not hold: 12 < 10; T1 wrote i = 12 (a.c:6)."));
	cause.role.at[0].value = "0"; /* that it is false is known */
	CHECK(says("T1 wrote i = 12 (a.c:6)."));
	cause.role.n = 1;
	CHECK(says(NULL));
}

static void test_facts(void) {
	begin(CAUSED_BY_ORDER, CAUSE_ORDER);
	order(READ(T1, 7, "x", "0"), WRITE(T2, 8, "x", "1"));
	CHECK(says("T1 read x = 0 (a.c:7) before T2 wrote it (a.c:8)."));
	/* what is not among the events that a kind names is not told */
	cause.kind = CAUSE_LOST_UPDATE;
	for (int i = 0; i < 3; i++)
		role(i == 1 ? WRITE(T2, 10, "y", NULL) : READ(T1, 9, "y", NULL));
	CHECK(holds_if(NULL));
	cause.role.at[0] = READ(T1, 7, "x", "0");
	cause.role.at[1] = WRITE(T2, 8, "x", "1");
	CHECK(holds_if("T2 writes x (a.c:8) before T1 reads it (a.c:7)"));
	cause.kind = CAUSE_ORDER;
	struct cause_event late = WAIT(T2, 9, "&m");
	late.what = "mutex";
	late.late = true;
	order(LOCK(T1, 5, "&m"), late);
	CHECK(says("T1 read x = 0 (a.c:7) before T2 wrote it (a.c:8), and T1 took m (a.c:5) before T2 "
	           "could take it (a.c:9)."));
	cause.point = SIGNAL(T2, 15, "&c");
	CHECK(says("T1 read x = 0 (a.c:7) before T2 wrote it (a.c:8), and T1 took m (a.c:5) before T2 "
	           "could take it (a.c:9). Once T2 signalled c (a.c:15), no schedule ends well."));
	CHECK(holds_if("T2 writes x (a.c:8) before T1 reads it (a.c:7)"));
	CHECK(is(cause_event_text(arena, &property, &late), "to come: T2 takes m"));
	CHECK(is(cause_fact_text(arena, &property, &cause.fact.at[0]),
	         "T1 read x = 0 (a.c:7) before T2 wrote it (a.c:8)"));
	begin(CAUSED_BY_CONDITION, CAUSE_ORDER);
	CHECK(says(NULL) && holds_if(NULL));
	begin(CAUSED_BY_INPUT, CAUSE_ORDER);
	fact(FACT_INPUT, event(CAUSE_EVENT_INPUT, MAIN, 5, "n", "5"), "3");
	CHECK(says("n was 5 (a.c:5)."));
	CHECK(holds_if("n is 3 instead of 5 (a.c:5)"));
	property.cause = NULL;
	CHECK(says(NULL) && holds_if(NULL));
}

/* No kind needs a role that is not known, and none says anything of nothing. */
static void test_unknown(void) {
	for (int kind = 0; kind < CAUSE_KIND_N; kind++) {
		begin(CAUSED_BY_ORDER, (enum cause_kind)kind);
		CHECK(says(NULL) && holds_if(NULL));
		for (int i = 0; i < 4; i++)
			role(unknown());
		CHECK(says(NULL) && holds_if(NULL));
	}
}

static bool prints(unsigned width, const char *wanted) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	report_cause(&(struct paint){f, false}, &property, width);
	fclose(f);
	bool good = is(text, wanted);
	free(text);
	return good;
}

static void test_lines(void) {
	begin(CAUSED_BY_DECISION, CAUSE_FORGOTTEN_UNLOCK);
	role(LOCK(T2, 9, "&m"));
	role(event(CAUSE_EVENT_END, T2, 11, NULL, NULL));
	role(WAIT(MAIN, 24, "&m"));
	CHECK(prints(0, "  why: T2 ended at a.c:11 with m held (taken at a.c:9), and main waits for it "
	                "at a.c:24.\n"
	                "  it holds if: T2 releases m before it ends (a.c:11)\n"));
	CHECK(prints(10, "  why: T2 ended at a.c:11 with m held (taken at a.c:9), and\n"
	                 "       main waits for it at a.c:24.\n"
	                 "  it holds if: T2 releases m before it ends (a.c:11)\n"));
	for (int i = 0; i < 3; i++) {
		order(READ(T1, 7, "a_variable_with_a_long_name", "0"),
		      WRITE(T2, 8, "a_variable_with_a_long_name", "1"));
		cause.fact.at[i].is_shown = false;
	}
	cause.kind = CAUSE_ORDER;
	CHECK(prints(60, "  why: T1 read a_variable_with_a_long_name (:7) before T2\n"
	                 "       wrote it (:8), T1 read a_variable_with_a_long_name\n"
	                 "       (:7) before T2 wrote it (:8), and T1 read ...\n"));
}

int main(void) {
	arena = arena_open();
	test_data();
	test_locks();
	test_races();
	test_waits();
	test_memory();
	test_values();
	test_facts();
	test_unknown();
	test_lines();
	cause_free(&cause);
	vec_free(&cex.thread);
	vec_free(&cex.wait);
	arena_close(arena);
	return check_done("cause");
}
