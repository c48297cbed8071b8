/* result/cause_cex.h: causes that a counterexample shows by itself. */
#include "result/cause_cex.h"

#include <string.h>

#include "tests/unit/check.h"

static struct cex cex;
static struct property_result property;
static struct arena *arena;

static void begin(const char *class_name) {
	cex_free(&cex);
	memset(&cex, 0, sizeof cex);
	property = (struct property_result){.class_name = class_name, .cex = &cex};
}

static void step(enum step_kind kind, uint32_t thread, uint32_t line, const char *lhs,
                 const char *text) {
	struct step s = {
	    .kind = kind, .thread = thread, .loc = {.line = line}, .lhs = lhs, .text = text};
	s.value = kind == STEP_BRANCH ? "true" : NULL;
	s.other = NO_THREAD;
	s.in_model = kind == STEP_ACQUIRE || kind == STEP_RELEASE;
	vec_push(&cex.step, s);
}

static void lock(uint32_t thread, uint32_t line, const char *lock) {
	step(STEP_CALL, thread, line, NULL, NULL);
	step(STEP_ACQUIRE, thread, 1000, lock, "mutex");
}

static void waits(uint32_t thread, uint32_t line, const char *lock, uint32_t holder) {
	struct cex_wait w = {.thread = thread,
	                     .what = lock ? "mutex" : NULL,
	                     .object = lock,
	                     .holder = holder,
	                     .loc = {.line = line},
	                     .is_join = !lock};
	vec_push(&cex.wait, w);
}

static bool is_role(const struct cause *c, size_t ix, enum cause_event_kind kind, uint32_t thread,
                    uint32_t line) {
	return ix < c->role.n && c->role.at[ix].kind == kind && c->role.at[ix].thread == thread &&
	       c->role.at[ix].loc.line == line;
}

static struct cause *find(enum cause_kind kind) {
	struct cause *c = cause_of_cex(arena, &property);
	CHECK(c && c->kind == kind);
	return c;
}

static void test_deadlocks(void) {
	begin("deadlock");
	lock(1, 8, "&m");
	step(STEP_BRANCH, 1, 9, NULL, "used == 1");
	step(STEP_RETURN, 1, 10, NULL, NULL);
	step(STEP_THREAD_END, 1, 7, NULL, NULL);
	waits(0, 22, "&m", 1);
	struct cause *c = find(CAUSE_FORGOTTEN_UNLOCK);
	CHECK(is_role(c, 0, CAUSE_EVENT_LOCK, 1, 8) && !strcmp(c->role.at[0].object, "m"));
	CHECK(is_role(c, 1, CAUSE_EVENT_END, 1, 10) && is_role(c, 2, CAUSE_EVENT_WAIT, 0, 22));
	CHECK(is_role(c, 3, CAUSE_EVENT_BRANCH, 1, 9) && c->role.at[3].taken);
	CHECK(c->role.at[1].held.n == 1 && c->role.at[1].held.at[0].loc.line == 8);
	cause_free(c);

	begin("deadlock");
	lock(1, 9, "&a");
	lock(2, 17, "&b");
	lock(2, 16, "&c");
	step(STEP_RELEASE, 2, 1000, "&c", NULL);
	waits(0, 29, NULL, 1);
	waits(1, 10, "&b", 2);
	waits(2, 18, "&a", 1);
	c = find(CAUSE_LOCK_ORDER);
	CHECK(c->role.n == 4 && is_role(c, 0, CAUSE_EVENT_LOCK, 1, 9));
	CHECK(is_role(c, 1, CAUSE_EVENT_WAIT, 1, 10) && is_role(c, 2, CAUSE_EVENT_LOCK, 2, 17));
	CHECK(is_role(c, 3, CAUSE_EVENT_WAIT, 2, 18) && c->role.at[3].held.n == 1);
	cause_free(c);

	begin("deadlock");
	lock(0, 18, "&m");
	waits(0, 19, NULL, 1);
	waits(1, 8, "&m", 0);
	c = find(CAUSE_JOIN_UNDER_LOCK);
	CHECK(is_role(c, 0, CAUSE_EVENT_LOCK, 0, 18) && is_role(c, 1, CAUSE_EVENT_WAIT, 0, 19));
	CHECK(is_role(c, 2, CAUSE_EVENT_WAIT, 1, 8));
	cause_free(c);

	/* A condition variable: the counterexample alone does not say why nobody signals. */
	begin("deadlock");
	waits(0, 23, "&c", NO_THREAD);
	CHECK(!cause_of_cex(arena, &property));
}

static void test_races(void) {
	struct cex_access read = {.thread = 0, .lvalue = "x", .loc = {.line = 19}};
	struct cex_access write = {.thread = 1, .is_write = true, .lvalue = "x", .loc = {.line = 8}};
	begin("race");
	lock(1, 7, "&m");
	vec_push(&cex.access, write);
	vec_push(&cex.access, read);
	struct cause *c = find(CAUSE_NO_LOCK);
	CHECK(is_role(c, 0, CAUSE_EVENT_READ, 0, 19) && is_role(c, 1, CAUSE_EVENT_WRITE, 1, 8));
	CHECK(!c->role.at[0].held.n && c->role.at[1].held.n == 1);
	cause_free(c);
	lock(0, 18, "&n");
	cause_free(find(CAUSE_WRONG_LOCK));
	lock(0, 18, "&m");
	c = find(CAUSE_READ_LOCK);
	CHECK(is_role(c, 0, CAUSE_EVENT_WRITE, 1, 8));
	cause_free(c);
}

static void place(enum place_kind kind, const char *object, uint32_t line) {
	struct cex_place p = {.kind = kind, .object = object, .loc = {.line = line}};
	vec_push(&cex.place, p);
}

static void test_memory(void) {
	begin("leak");
	place(PLACE_ALLOCATED, NULL, 8);
	place(PLACE_OVERWRITTEN, "p", 9);
	struct cause *c = find(CAUSE_LEAK);
	CHECK(is_role(c, 0, CAUSE_EVENT_ALLOC, 0, 8) && is_role(c, 1, CAUSE_EVENT_WRITE, 0, 9));
	cause_free(c);

	begin("assertion");
	place(PLACE_UNSET, "best", 7);
	step(STEP_BRANCH, 0, 9, NULL, "bestial > 1");
	step(STEP_BRANCH, 0, 10, NULL, "a[i] > best");
	step(STEP_VIOLATION, 0, 12, NULL, NULL);
	c = find(CAUSE_NOT_INITIALISED);
	CHECK(is_role(c, 0, CAUSE_EVENT_ALLOC, 0, 7) && is_role(c, 1, CAUSE_EVENT_READ, 0, 10));
	cause_free(c);

	/* What was found by runs stays. */
	struct cause known = {.class = CAUSED_BY_ORDER, .kind = CAUSE_LOST_UPDATE};
	property.cause = &known;
	cause_complete(arena, &property);
	CHECK(known.kind == CAUSE_LOST_UPDATE && !known.role.n);
	known = (struct cause){.class = CAUSED_BY_CONDITION, .kind = CAUSE_VALUES};
	cause_complete(arena, &property);
	CHECK(known.kind == CAUSE_NOT_INITIALISED && known.role.n == 2);
	cause_free(&known);
}

int main(void) {
	arena = arena_open();
	test_deadlocks();
	test_races();
	test_memory();
	begin(NULL);
	cex_free(&cex);
	arena_close(arena);
	return check_done("causes of counterexamples");
}
