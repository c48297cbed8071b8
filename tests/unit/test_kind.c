/* symex/why/kind.h: which kind a cause is, on stories that are made up. */
#include "symex/why/kind.h"

#include <string.h>

#include "symex/why/kind_comparison.h"
#include "tests/unit/check.h"

enum { MAX_EVENTS = 64, MAX_FACTS = 8, X = 1, Y = 2, M = 3, N = 4, C = 5, BLOCK = 6 };

/* --- Making up a story. --- */

static struct story story;
static struct kind_fact fact[MAX_FACTS];
static size_t nfacts;
static struct why_change asked; /* what the last run was to change, its first order */
static struct why_order asked_order;
static unsigned runs;
static enum why_outcome outcome;

static enum why_outcome run(void *context, const struct why_change *c) {
	(void)context;
	runs++;
	asked = *c;
	if (c->order.n)
		asked_order = c->order.at[0];
	return outcome;
}

static void free_story(void) {
	for (size_t i = 0; i < story.event.n; i++) {
		vec_free(&story.event.at[i].held);
		vec_free(&story.event.at[i].uses);
	}
	vec_free(&story.event);
	vec_free(&story.wait);
	vec_free(&story.hold);
	vec_free(&story.thread);
}

static void begin(enum property_class class) {
	free_story();
	story = (struct story){.class = class,
	                       .late = NO_EVENT,
	                       .violation = NO_EVENT,
	                       .raced = {NO_EVENT, NO_EVENT},
	                       .freed = NO_EVENT};
	for (unsigned i = 0; i < 4; i++)
		vec_push(&story.thread, (struct story_thread){.end = NO_EVENT});
	nfacts = 0;
	runs = 0;
	outcome = WHY_FAILS;
}

static uint32_t add(enum story_kind kind, uint32_t thread, uint32_t id) {
	struct story_event e = {.kind = kind,
	                        .thread = thread,
	                        .id = id,
	                        .bytes = 4,
	                        .other = NO_THREAD,
	                        .control = NO_EVENT,
	                        .partner = NO_EVENT,
	                        .pc = (uint32_t)story.event.n};
	vec_push(&story.event, e);
	return (uint32_t)story.event.n - 1;
}

static struct story_event *at(uint32_t ix) {
	return &story.event.at[ix];
}

static uint32_t touch(enum story_kind kind, uint32_t thread, uint32_t id, uint64_t value) {
	uint32_t e = add(kind, thread, id);
	at(e)->bits = bits_u64(NULL, 32, value);
	return e;
}

/* What follows has not been done. */
static uint32_t late(enum story_kind kind, uint32_t thread, uint32_t id) {
	if (story.late == NO_EVENT)
		story.late = (uint32_t)story.event.n;
	uint32_t e = add(kind, thread, id);
	at(e)->late = true;
	return e;
}

static void uses(uint32_t event, uint32_t on) {
	vec_push(&at(event)->uses, on);
}

static void holds(uint32_t event, uint32_t lock) {
	vec_push(&at(event)->held, lock);
}

static void waits(uint32_t event, const char *what, uint32_t holder) {
	struct story_wait w = {.thread = at(event)->thread,
	                       .event = event,
	                       .what = what,
	                       .id = at(event)->id,
	                       .holder = holder};
	vec_push(&story.wait, w);
}

static void held_at_end(uint32_t lock, bool has_ended) {
	vec_push(&story.hold, ((struct story_hold){at(lock)->thread, lock, has_ended}));
}

static void ends(uint32_t end) {
	story.thread.at[at(end)->thread].has_ended = true;
	story.thread.at[at(end)->thread].end = end;
}

static void order(uint32_t first, uint32_t second) {
	fact[nfacts++] = (struct kind_fact){FACT_ORDER, first, second};
}

static struct kind_found find(enum cause_class class) {
	struct kind_case k = {
	    .s = &story, .fact = fact, .nfacts = nfacts, .class = class, .run = run, .run_once = run};
	return kind_find(&k);
}

static bool has_roles(const struct kind_found *f, size_t n, const uint32_t *expected) {
	if (f->roles != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (f->role[i].event != expected[i])
			return false;
	return true;
}

#define ROLES(f, ...)                                                                              \
	has_roles(&(f), sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__})

/* --- Deadlocks. --- */

static void test_forgotten_unlock(void) {
	begin(PROPERTY_DEADLOCK);
	uint32_t lock = add(STORY_LOCK, 1, M), branch = add(STORY_BRANCH, 1, 0);
	uint32_t end = add(STORY_END, 1, 0);
	at(end)->control = branch;
	ends(end);
	uint32_t wait = late(STORY_LOCK, 0, M);
	waits(wait, "mutex", 1);
	held_at_end(lock, true);
	struct kind_found f = find(CAUSED_BY_DECISION);
	CHECK(f.kind == CAUSE_FORGOTTEN_UNLOCK && ROLES(f, lock, end, wait, branch));
	CHECK(f.role[1].as == CAUSE_EVENT_END && f.role[2].wait == 0);

	/* The owner goes on: no unlock was forgotten that we know of. */
	story.thread.at[1].has_ended = false;
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_ORDER);

	/* It waits for itself. */
	begin(PROPERTY_DEADLOCK);
	lock = add(STORY_LOCK, 1, M);
	wait = late(STORY_LOCK, 1, M);
	waits(wait, "mutex", 1);
	held_at_end(lock, false);
	f = find(CAUSED_BY_CONDITION);
	CHECK(f.kind == CAUSE_FORGOTTEN_UNLOCK && ROLES(f, lock, wait, NO_EVENT, NO_EVENT));
}

static void test_circles(void) {
	begin(PROPERTY_DEADLOCK);
	uint32_t a = add(STORY_LOCK, 1, M), b = add(STORY_LOCK, 2, N);
	uint32_t joins = late(STORY_JOIN, 0, 0), wb = late(STORY_LOCK, 1, N);
	uint32_t wa = late(STORY_LOCK, 2, M);
	waits(joins, "join", 1);
	waits(wb, "mutex", 2);
	waits(wa, "mutex", 1);
	held_at_end(a, false);
	held_at_end(b, false);
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_LOCK_ORDER && ROLES(f, a, wb, b, wa));

	begin(PROPERTY_DEADLOCK);
	a = add(STORY_LOCK, 0, M);
	joins = late(STORY_JOIN, 0, 0);
	wa = late(STORY_LOCK, 1, M);
	waits(joins, "join", 1);
	waits(wa, "mutex", 0);
	held_at_end(a, false);
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_JOIN_UNDER_LOCK && ROLES(f, a, joins, wa));
}

/* --- Condition variables. --- */

static void test_missed_broadcast(void) {
	begin(PROPERTY_DEADLOCK);
	uint32_t w1 = add(STORY_WAIT, 1, C), w2 = add(STORY_WAIT, 2, C);
	uint32_t sg = add(STORY_SIGNAL, 0, C), woken = add(STORY_WOKEN, 1, C);
	at(sg)->other = 1;
	at(woken)->partner = w1;
	waits(w2, "condition", NO_THREAD);
	outcome = WHY_PASSES;
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_MISSED_BROADCAST && ROLES(f, sg, w1, w2));
	CHECK(asked.insert == INSERT_BROADCAST && asked.before == sg);

	/* A broadcast does not help. */
	outcome = WHY_FAILS;
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
}

static void test_lost_wakeup(void) {
	begin(PROPERTY_DEADLOCK);
	uint32_t r = touch(STORY_READ, 1, X, 0), b = add(STORY_BRANCH, 1, 0);
	uint32_t w = touch(STORY_WRITE, 0, X, 1), sg = add(STORY_BROADCAST, 0, C);
	uint32_t wait = add(STORY_WAIT, 1, C);
	uses(b, r);
	at(wait)->control = b;
	waits(wait, "condition", NO_THREAD);
	order(r, w);
	order(sg, wait);
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_LOST_WAKEUP && ROLES(f, r, w, sg, wait) && !runs);

	/* No order of the two is a fact: a run has to show it. */
	nfacts = 0;
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
	outcome = WHY_PASSES;
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_LOST_WAKEUP && asked_order.first == wait && asked_order.second == sg);

	/* The signal was before the test: it is not what is missed. */
	begin(PROPERTY_DEADLOCK);
	outcome = WHY_PASSES;
	sg = add(STORY_SIGNAL, 0, C);
	r = touch(STORY_READ, 1, X, 0);
	b = add(STORY_BRANCH, 1, 0);
	wait = add(STORY_WAIT, 1, C);
	w = touch(STORY_WRITE, 0, X, 1);
	uint32_t next = late(STORY_JOIN, 0, 0);
	uses(b, r);
	at(wait)->control = b;
	waits(wait, "condition", NO_THREAD);
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_NO_SIGNAL && ROLES(f, w, wait) && asked.before == next);
}

static void test_wait_without_loop(void) {
	begin(PROPERTY_ASSERTION);
	uint32_t r = touch(STORY_READ, 1, X, 0), b = add(STORY_BRANCH, 1, 0);
	uint32_t wait = add(STORY_WAIT, 1, C);
	touch(STORY_WRITE, 0, X, 1);
	add(STORY_SIGNAL, 0, C);
	touch(STORY_WRITE, 2, X, 0);
	uint32_t woken = add(STORY_WOKEN, 1, C), again = touch(STORY_READ, 1, X, 0);
	uint32_t v = add(STORY_VIOLATION, 1, 0);
	uses(b, r);
	at(wait)->control = b;
	at(woken)->partner = wait;
	uses(v, again);
	story.violation = v;
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_WAIT_WITHOUT_LOOP && ROLES(f, wait, again, v));

	/* What was waited for is true. */
	at(again)->bits = bits_u64(NULL, 32, 1);
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
	at(again)->bits = bits_u64(NULL, 32, 0);

	/* It is tested again. */
	at(v)->kind = STORY_BRANCH;
	at(v)->pc = at(b)->pc;
	story.violation = add(STORY_VIOLATION, 1, 0);
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
}

/* --- Data. --- */

static void test_lost_update(void) {
	begin(PROPERTY_ASSERTION);
	uint32_t r1 = touch(STORY_READ, 1, X, 0), r2 = touch(STORY_READ, 2, X, 0);
	uint32_t w2 = touch(STORY_WRITE, 2, X, 1), w1 = touch(STORY_WRITE, 1, X, 1);
	uses(w2, r2);
	uses(w1, r1);
	order(r1, w2);
	order(w2, w1);
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_LOST_UPDATE && ROLES(f, r1, w2, w1) && f.also == CAUSE_ORDER);

	/* Each under a lock of its own. */
	uint32_t m = add(STORY_LOCK, 1, M), n = add(STORY_LOCK, 2, N);
	holds(r1, m);
	holds(w2, n);
	CHECK(find(CAUSED_BY_ORDER).also == CAUSE_WRONG_LOCK);
	at(n)->id = M;
	at(n)->is_read_lock = at(m)->is_read_lock = true;
	CHECK(find(CAUSED_BY_ORDER).also == CAUSE_READ_LOCK);

	/* What is written does not depend on what was read. */
	vec_free(&at(w1)->uses);
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
}

/* n->next = x; x = n: what is written does not depend on what was read. */
static void test_lost_link(void) {
	begin(PROPERTY_ASSERTION);
	uint32_t r1 = touch(STORY_READ, 1, X, 0), next = touch(STORY_WRITE, 1, Y, 0);
	uint32_t w2 = touch(STORY_WRITE, 2, X, 1), w1 = touch(STORY_WRITE, 1, X, 2);
	uses(next, r1);
	order(r1, w2);
	order(w2, w1);
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_LOST_UPDATE && ROLES(f, r1, w2, w1));

	/* The failure does not take the second order. */
	nfacts = 1;
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
}

/* An access comes between two of another thread that are under a lock. */
static void test_between(void) {
	begin(PROPERTY_ASSERTION);
	add(STORY_CREATE, 0, 0);
	uint32_t m = add(STORY_LOCK, 1, M), w = touch(STORY_WRITE, 1, X, 3);
	uint32_t other = touch(STORY_WRITE, 2, X, 100), r = touch(STORY_READ, 1, X, 100);
	static struct function f1, f2, f3;
	at(w)->function = at(r)->function = &f1;
	at(other)->function = &f2;
	holds(w, m);
	holds(r, m);
	order(w, other);
	order(other, r);
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_NO_LOCK && ROLES(f, w, other, r));

	/* Under another lock; for reading only, it excludes nobody. */
	uint32_t n = add(STORY_LOCK, 2, N);
	holds(other, n);
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_WRONG_LOCK);
	at(m)->is_read_lock = at(n)->is_read_lock = true;
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
	at(m)->is_read_lock = at(n)->is_read_lock = false;

	/* Another function does not hold it either: it is not the lock of x. */
	uint32_t third = touch(STORY_READ, 3, X, 100);
	at(third)->function = &f3;
	vec_free(&at(other)->held);
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
	at(third)->id = Y;
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_NO_LOCK);

	/* One order alone: nothing comes between. */
	nfacts = 1;
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
}

static void test_check_then_act(void) {
	begin(PROPERTY_ASSERTION);
	uint32_t r = touch(STORY_READ, 1, X, 1), b = add(STORY_BRANCH, 1, 0);
	uint32_t w2 = touch(STORY_WRITE, 2, X, 0), again = touch(STORY_READ, 1, X, 0);
	uint32_t w1 = touch(STORY_WRITE, 1, X, 9);
	uses(b, r);
	uses(w1, again);
	at(again)->control = at(w1)->control = b;
	order(r, w2);
	outcome = WHY_PASSES;
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_CHECK_THEN_ACT && ROLES(f, r, w2, w1));
	CHECK(asked_order.first == w1 && asked_order.second == w2);

	/* Nothing that is controlled by the branch comes after the write. */
	at(again)->control = at(w1)->control = NO_EVENT;
	at(w1)->id = Y;
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);

	/* But what was tested is written, after a test in another function. */
	at(w1)->id = X;
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_CHECK_THEN_ACT);
}

static void test_publication(void) {
	begin(PROPERTY_ASSERTION);
	uint32_t wp = touch(STORY_WRITE, 0, X, 1), rp = touch(STORY_READ, 1, X, 1);
	uint32_t b = add(STORY_BRANCH, 1, 0), rq = touch(STORY_READ, 1, Y, 0);
	uint32_t v = add(STORY_VIOLATION, 1, 0);
	uint32_t wq = late(STORY_WRITE, 0, Y);
	uses(b, rp);
	uses(v, rq);
	at(rq)->control = at(v)->control = b;
	story.violation = v;
	order(wp, rp);
	order(rq, wq);
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_PUBLICATION && ROLES(f, wp, rp, rq, wq));

	/* No branch between: the two are read one after the other. */
	at(rq)->control = at(v)->control = NO_EVENT;
	uses(v, rp);
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_TORN_READ && ROLES(f, rq, wq, wp, rp));

	/* The violation depends on one of them only. */
	vec_free(&at(v)->uses);
	uses(v, rq);
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
}

static void test_torn_read(void) {
	begin(PROPERTY_ASSERTION);
	uint32_t rx = touch(STORY_READ, 1, X, 0), wx = touch(STORY_WRITE, 0, X, 1);
	uint32_t wy = touch(STORY_WRITE, 0, Y, 1), ry = touch(STORY_READ, 1, Y, 1);
	uint32_t v = add(STORY_VIOLATION, 1, 0);
	uses(v, rx);
	uses(v, ry);
	story.violation = v;
	order(rx, wx);
	order(wy, ry);
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_TORN_READ && ROLES(f, rx, wx, wy, ry));

	/* One read of bytes that two writes change. */
	begin(PROPERTY_ASSERTION);
	uint32_t low = touch(STORY_WRITE, 0, X, 1), whole = touch(STORY_READ, 1, X, 1);
	v = add(STORY_VIOLATION, 1, 0);
	uint32_t high = late(STORY_WRITE, 0, X);
	at(low)->bytes = at(high)->bytes = 2;
	at(high)->offset = 2;
	uses(v, whole);
	story.violation = v;
	order(low, whole);
	order(whole, high);
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_TORN_READ && ROLES(f, whole, high, low, whole));

	/* The same bytes are written again. */
	at(high)->offset = 0;
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
}

static void test_aba(void) {
	begin(PROPERTY_ASSERTION);
	uint32_t look = touch(STORY_READ, 1, X, 7), away = touch(STORY_WRITE, 0, X, 8);
	uint32_t back = touch(STORY_WRITE, 0, X, 7), found = touch(STORY_READ, 1, X, 7);
	uint32_t b = add(STORY_BRANCH, 1, 0), w = touch(STORY_WRITE, 1, X, 8);
	at(found)->is_atomic = at(w)->is_atomic = true;
	at(w)->control = b;
	uses(b, look);
	uses(b, found);
	order(look, away);
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_ABA && ROLES(f, look, away, back, w));
	at(back)->bits = bits_u64(NULL, 32, 9);
	CHECK(find(CAUSED_BY_ORDER).kind == CAUSE_ORDER);
}

/* --- Memory and races. --- */

static void test_memory(void) {
	begin(PROPERTY_DOUBLE_FREE);
	uint32_t r1 = touch(STORY_READ, 1, X, 0), b1 = add(STORY_BRANCH, 1, 0);
	uint32_t r2 = touch(STORY_READ, 2, X, 0), b2 = add(STORY_BRANCH, 2, 0);
	uint32_t first = add(STORY_FREE, 1, BLOCK), v = add(STORY_VIOLATION, 2, 0);
	uses(b1, r1);
	uses(b2, r2);
	at(first)->control = b1;
	at(v)->control = b2;
	story.freed = first;
	story.violation = v;
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_DOUBLE_FREE && ROLES(f, r1, r2, first, v));
	CHECK(f.role[3].as == CAUSE_EVENT_FREE);
	at(r2)->id = Y; /* they have tested different things */
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_DOUBLE_FREE && ROLES(f, NO_EVENT, NO_EVENT, first, v));

	begin(PROPERTY_POINTER);
	uint32_t made = add(STORY_ALLOC, 0, BLOCK), r = touch(STORY_READ, 1, X, 1);
	uint32_t b = add(STORY_BRANCH, 1, 0);
	first = add(STORY_FREE, 0, BLOCK);
	v = add(STORY_VIOLATION, 1, 0);
	at(first)->partner = made;
	uses(b, r);
	at(v)->control = b;
	story.freed = first;
	story.violation = v;
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_USE_AFTER_FREE && ROLES(f, first, r, v, made));
}

static void test_races(void) {
	begin(PROPERTY_RACE);
	uint32_t m = add(STORY_LOCK, 1, M), n = add(STORY_LOCK, 2, N);
	uint32_t a = late(STORY_WRITE, 1, X), b = late(STORY_READ, 2, X);
	story.raced[0] = a;
	story.raced[1] = b;
	holds(a, m);
	struct kind_found f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_NO_LOCK && ROLES(f, b, a));
	holds(b, n);
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_WRONG_LOCK && ROLES(f, a, b));
	at(n)->id = M;
	at(n)->is_read_lock = at(m)->is_read_lock = true;
	f = find(CAUSED_BY_ORDER);
	CHECK(f.kind == CAUSE_READ_LOCK && ROLES(f, a, b));
}

/* --- Inputs and decisions. --- */

static void test_values(void) {
	begin(PROPERTY_BOUNDS);
	uint32_t call = add(STORY_CALL, 0, 0), v = add(STORY_VIOLATION, 0, 0);
	at(call)->callee = "read";
	uses(v, call);
	story.violation = v;
	fact[nfacts++] = (struct kind_fact){FACT_INPUT, call, NO_EVENT};
	struct kind_found f = find(CAUSED_BY_INPUT);
	CHECK(f.kind == CAUSE_MISSING_CHECK && ROLES(f, call, v));
	at(call)->callee = NULL;
	f = find(CAUSED_BY_INPUT);
	CHECK(f.kind == CAUSE_VALUES && ROLES(f, v, call));

	begin(PROPERTY_BOUNDS);
	uint32_t branch = add(STORY_BRANCH, 0, 0);
	story.violation = add(STORY_VIOLATION, 0, 0);
	fact[nfacts++] = (struct kind_fact){FACT_DECISION, branch, NO_EVENT};
	at(branch)->value = "4 <= 4";
	CHECK(find(CAUSED_BY_DECISION).kind == CAUSE_OFF_BY_ONE);
	at(branch)->value = "2 <= 4";
	f = find(CAUSED_BY_DECISION);
	CHECK(f.kind == CAUSE_WRONG_BRANCH && ROLES(f, branch));
	at(branch)->value = "4 == 4";
	CHECK(find(CAUSED_BY_DECISION).kind == CAUSE_WRONG_BRANCH);
	/* An assertion that has nothing to do with the values of the branch. */
	at(branch)->value = "4 <= 4";
	story.class = PROPERTY_ASSERTION;
	CHECK(find(CAUSED_BY_DECISION).kind == CAUSE_WRONG_BRANCH);
}

static void test_comparisons(void) {
	struct told_comparison c;
	CHECK(comparison_parse("80 + 0 >= 80", &c) && c.left == 80 && c.right == 80 && !c.is_less);
	CHECK(c.or_equals && comparison_turns(&c));
	CHECK(comparison_parse("!(3 < 2 * (1 + 1))", &c) && c.left == 3 && c.right == 4);
	CHECK(comparison_turns(&c)); /* 3 < 3 is false */
	CHECK(comparison_parse("3 <= 4", &c) && !comparison_turns(&c));
	CHECK(comparison_parse("5 <= 4", &c) && comparison_turns(&c));
	CHECK(comparison_parse("5 > 4u", &c) && comparison_turns(&c));
	CHECK(comparison_parse("-1 > 4", &c) && c.left == -1 && !comparison_turns(&c));
	CHECK(!comparison_parse("3 == 3", &c) && !comparison_parse("3", &c));
	CHECK(!comparison_parse("1 << 3", &c) && !comparison_parse("p < 3", &c));
	CHECK(!comparison_parse("99999999999999999999 < 3", &c) && !comparison_parse("1.5 < 2", &c));
	CHECK(!comparison_parse("1 < 2 && 3 < 4", &c) && !comparison_parse(NULL, &c));
	struct arena *a = arena_open();
	CHECK(!strcmp(comparison_neighbour(a, "i <= len", "4 <= 4"), "i < len"));
	CHECK(
	    !strcmp(comparison_neighbour(a, "!(q->used > 1 << 3)", "8 <= 8"), "!(q->used >= 1 << 3)"));
	CHECK(!strcmp(comparison_neighbour(a, "i >= 0 && i <= n", "3 >= 0 && 3 <= 3"),
	              "i >= 0 && i < n"));
	CHECK(comparison_at_border("3 >= 0 && 3 <= 3", &c) && c.left == 3 && c.right == 3);
	CHECK(!comparison_neighbour(a, "a < b || c < d", "1 < 1"));
	CHECK(!comparison_neighbour(a, "a == b", "1 == 1") &&
	      !comparison_neighbour(a, "i < n", "1 < 4"));
	arena_close(a);
}

int main(void) {
	test_forgotten_unlock();
	test_circles();
	test_missed_broadcast();
	test_lost_wakeup();
	test_wait_without_loop();
	test_lost_update();
	test_lost_link();
	test_between();
	test_check_then_act();
	test_publication();
	test_torn_read();
	test_aba();
	test_memory();
	test_races();
	test_values();
	test_comparisons();
	free_story();
	return check_done("kinds of causes");
}
