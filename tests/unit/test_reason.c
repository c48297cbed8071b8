#include "report/story/reason.h"

#include <string.h>

#include "tests/unit/check.h"

/* Executions are made by hand, in issue order; the line of an event is its number times ten. */
static struct execution x;
static struct cex cex;
static struct arena *arena;
static struct reasons reasons;

enum { X, Y, Z, MUTEX, NWORDS };
static uint32_t places[NWORDS]; /* of the last write in the modification order */

static void begin(enum execution_model model, uint32_t threads) {
	static const struct cex_thread name[] = {{"main", "main", {0}},
	                                         {"T1", "a", {0}},
	                                         {"T2", "b", {0}},
	                                         {"T3", "c", {0}},
	                                         {"T4", "d", {0}}};
	execution_free(&x);
	reasons_free(&reasons);
	arena_close(arena);
	arena = arena_open();
	execution_init(&x, model);
	cex.thread.n = 0;
	for (uint32_t i = 0; i <= threads; i++)
		vec_push(&cex.thread, name[i]);
	cex.execution = &x;
	memset(places, 0, sizeof places);
}

static struct execution_bytes bytes_of(unsigned word) {
	return (struct execution_bytes){word + 1, 0, 4};
}

static uint32_t push(enum execution_kind kind, uint32_t thread, enum execution_order order,
                     const char *name) {
	struct execution_event e = {.kind = kind,
	                            .thread = thread,
	                            .order = order,
	                            .name = name,
	                            .other = EXECUTION_NONE,
	                            .loc = {"a.c", ((uint32_t)x.event.n + 1) * 10, 2}};
	return execution_add(&x, e);
}

static const char *name_of(unsigned word) {
	static const char *const name[] = {"x", "y", "z", "&m"};
	return name[word];
}

/* 'place' in the modification order; 0: after all that were pushed. */
static uint32_t store_at(uint32_t thread, unsigned word, const char *value,
                         enum execution_order order, uint32_t place) {
	uint32_t ix = push(EXECUTION_WRITE, thread, order, name_of(word));
	struct execution_write w = {.at = bytes_of(word),
	                            .place = place ? place : (places[word] += 10)};
	vec_push(&x.event.at[ix].written, w);
	x.event.at[ix].value = value;
	return ix;
}

static uint32_t store(uint32_t thread, unsigned word, const char *value,
                      enum execution_order order) {
	return store_at(thread, word, value, order, 0);
}

static uint32_t load(uint32_t thread, unsigned word, const char *value, enum execution_order order,
                     uint32_t source) {
	uint32_t ix = push(EXECUTION_READ, thread, order, name_of(word));
	struct execution_read r = {.at = bytes_of(word), .source = source};
	vec_push(&x.event.at[ix].read, r);
	x.event.at[ix].value = value;
	return ix;
}

static uint32_t change(uint32_t thread, unsigned word, const char *value, const char *written,
                       enum execution_order order, uint32_t source) {
	uint32_t ix = load(thread, word, value, order, source);
	x.event.at[ix].kind = EXECUTION_RMW;
	x.event.at[ix].written_value = written;
	struct execution_write w = {.at = bytes_of(word), .place = places[word] += 10};
	vec_push(&x.event.at[ix].written, w);
	return ix;
}

static uint32_t fence(uint32_t thread, enum execution_order order) {
	return push(EXECUTION_FENCE, thread, order, NULL);
}

static bool is(const char *text, const char *wanted) {
	bool good = text && !strcmp(text, wanted);
	if (!good)
		fprintf(stderr, "is:     %s\nwanted: %s\n", text ? text : "NULL", wanted);
	return good;
}

/* The only reason there is. */
static const struct reason *only(enum reason_kind kind, enum reason_why why) {
	static const struct reason none;
	reasons_find(&reasons, arena, &cex);
	CHECK(reasons.at.n == 1);
	if (reasons.at.n != 1)
		return &none;
	CHECK(reasons.at.at[0].kind == kind && reasons.at.at[0].why == why);
	return &reasons.at.at[0];
}

static const char *part(const struct reason *r, size_t ix) {
	return ix < r->part.n ? r->part.at[ix].text : NULL;
}

/* Message passing with the fences between the accesses, or none: ORDER_PLAIN. */
static const struct reason *pass(enum execution_order stores, enum execution_order loads) {
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_RELAXED);
	uint32_t flag = store(1, Y, "1", stores);
	load(2, Y, "1", loads, flag);
	load(2, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	return only(REASON_OLD_VALUE, WHY_NO_SYNC);
}

static void test_message_passing(void) {
	const struct reason *r = pass(ORDER_RELAXED, ORDER_ACQUIRE);
	CHECK(is(r->claim, "x is 0, an older value: T1 a has stored 1 at line 10"));
	CHECK(is(part(r, 0), "y at line 30 is acquire, but line 20 stored it relaxed: they do not "
	                     "synchronise, so x at line 40 may be the old one"));
	CHECK(is(r->repair.text, "memory_order_release at line 20 would make them synchronise"));
	CHECK(r->store == 1 && r->load == 2 && r->repair.event == 1);
	CHECK(r->store_needs == ORDER_RELEASE && r->load_needs == ORDER_PLAIN);
	r = pass(ORDER_RELEASE, ORDER_RELAXED);
	CHECK(is(part(r, 0), "line 20 stored y with release, but line 30 loads it relaxed: they do not "
	                     "synchronise, so x at line 40 may be the old one"));
	CHECK(is(r->repair.text, "memory_order_acquire at line 30 would make them synchronise"));
	CHECK(r->repair.event == 2);
	r = pass(ORDER_RELAXED, ORDER_RELAXED);
	CHECK(is(part(r, 0), "line 20 stored y relaxed, and line 30 loads it relaxed: they do not "
	                     "synchronise, so x at line 40 may be the old one"));
	CHECK(is(r->repair.text, "memory_order_release at line 20 and memory_order_acquire at line 30 "
	                         "would make them synchronise"));
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_RELAXED);
	uint32_t flag = store(1, Y, "1", ORDER_PLAIN);
	load(2, Y, "1", ORDER_SEQ_CST, flag);
	load(2, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	reasons_find(&reasons, arena, &cex);
	CHECK(reasons.at.n == 2); /* the other one is the race */
	r = &reasons.at.at[1];
	CHECK(is(r->repair.text, "only atomic operations synchronise: y could be atomic, with a "
	                         "release store and an acquire load"));
	CHECK(is(part(r, 0), "y at line 30 is seq_cst, but line 20 stored it without an atomic "
	                     "operation: they do not synchronise, so x at line 40 may be the old one"));
}

/* Fences that do not help: behind the store, in front of the load, behind the second load. */
static void test_fences(void) {
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_RELAXED);
	uint32_t flag = store(1, Y, "1", ORDER_RELAXED);
	fence(1, ORDER_RELEASE);
	load(2, Y, "1", ORDER_ACQUIRE, flag);
	load(2, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	const struct reason *r = only(REASON_OLD_VALUE, WHY_NO_SYNC);
	CHECK(
	    is(part(r, 0),
	       "y at line 40 is acquire, but line 20 stored it relaxed, and the release fence at line "
	       "30 comes after that store: they do not synchronise, so x at line 50 may be the old "
	       "one"));
	begin(EXECUTION_C11, 2);
	fence(1, ORDER_RELEASE);
	store(1, X, "1", ORDER_RELAXED);
	flag = store(1, Y, "1", ORDER_RELAXED);
	load(2, Y, "1", ORDER_ACQUIRE, flag);
	load(2, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	r = only(REASON_OLD_VALUE, WHY_NO_SYNC);
	CHECK(strstr(part(r, 0), "and the release fence at line 10 comes before line 20:"));
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_RELAXED);
	fence(1, ORDER_SEQ_CST);
	flag = store(1, Y, "1", ORDER_RELAXED);
	load(2, Y, "1", ORDER_RELAXED, flag);
	load(2, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	fence(2, ORDER_ACQUIRE);
	r = only(REASON_OLD_VALUE, WHY_NO_SYNC);
	CHECK(
	    is(part(r, 0),
	       "line 30 stored y after a release fence, but line 40 loads it relaxed, and the acquire "
	       "fence at line 60 comes only after line 50: they do not synchronise, so x at line 50 "
	       "may be the old one"));
}

/* In the middle of three threads; the first pair synchronises. */
static void test_middle(void) {
	begin(EXECUTION_C11, 3);
	store(1, X, "1", ORDER_RELAXED);
	uint32_t y = store(1, Y, "1", ORDER_RELEASE);
	load(2, Y, "1", ORDER_ACQUIRE, y);
	uint32_t z = store(2, Z, "1", ORDER_RELAXED);
	load(3, Z, "1", ORDER_ACQUIRE, z);
	load(3, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	const struct reason *r = only(REASON_OLD_VALUE, WHY_NO_SYNC);
	CHECK(r->store == z && strstr(part(r, 0), "z at line 50 is acquire, but line 40 stored it"));
}

/* A relaxed read-modify-write continues a release sequence: nothing is wrong but the store. */
static void test_release_sequence(void) {
	begin(EXECUTION_C11, 3);
	store(1, X, "1", ORDER_RELAXED);
	uint32_t y = store(1, Y, "1", ORDER_RELAXED);
	y = change(2, Y, "1", "2", ORDER_RELAXED, y);
	load(3, Y, "2", ORDER_ACQUIRE, y);
	load(3, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	const struct reason *r = only(REASON_OLD_VALUE, WHY_NO_SYNC);
	CHECK(strstr(part(r, 0),
	             "y at line 40 is acquire, but line 20 stored it relaxed (changed at line 30):"));
	CHECK(r->store == 1 && r->load == 3);
}

/* A lock that is tried once it looks free: the exchange acquires, so it is the unlock that is
 * wrong, though the load in front of it is relaxed, too. */
static void test_lock(void) {
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_PLAIN);
	uint32_t unlock = store(1, Y, "0", ORDER_RELAXED);
	load(2, Y, "0", ORDER_RELAXED, unlock);
	change(2, Y, "0", "1", ORDER_ACQUIRE, unlock);
	load(2, X, "1", ORDER_PLAIN, 0);
	const struct reason *r = only(REASON_RACE, WHY_NO_SYNC);
	CHECK(r->store == unlock && r->load == 3);
	CHECK(strstr(part(r, 0), "y at line 40 is acquire, but line 20 stored it relaxed:"));
}

static void test_failed_exchange(void) {
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_PLAIN);
	uint32_t flag = store(1, Y, "2", ORDER_RELEASE);
	uint32_t failed = load(2, Y, "2", ORDER_RELAXED, flag);
	x.event.at[failed].is_failed = true;
	x.event.at[failed].success_order = ORDER_ACQUIRE;
	x.raced[0] = 0;
	x.raced[1] = load(2, X, "1", ORDER_PLAIN, 0);
	const struct reason *r = only(REASON_RACE, WHY_NO_SYNC);
	CHECK(is(r->claim,
	         "nothing orders the store to x by T1 a at line 10 before the load of x by T2 "
	         "b at line 40: a data race"));
	CHECK(is(part(r, 0),
	         "line 20 stored y with release, but the compare-exchange at line 30 fails, and its "
	         "failure order is relaxed: they do not synchronise, so nothing orders the accesses to "
	         "x at line 10 and line 40"));
	CHECK(is(r->repair.text, "memory_order_acquire as the failure order at line 30 would make them "
	                         "synchronise"));
}

static void test_store_buffering(void) {
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_RELEASE);
	load(1, Y, "0", ORDER_ACQUIRE, EXECUTION_INITIAL);
	store(2, Y, "1", ORDER_RELAXED);
	load(2, X, "0", ORDER_SEQ_CST, EXECUTION_INITIAL);
	const struct reason *r = only(REASON_OLD_VALUE, WHY_NO_ORDER);
	CHECK(is(r->claim, "x is 0, an older value: T1 a has stored 1 at line 10"));
	CHECK(r->part.n == 2);
	CHECK(is(part(r, 0), "in T1 a nothing orders the store to x at line 10 before the load of y at "
	                     "line 20"));
	CHECK(is(part(r, 1), "in T2 b nothing orders the store to y at line 30 before the load of x at "
	                     "line 40"));
	CHECK(is(r->repair.text,
	         "all threads agree on one order of these accesses only if they are seq_cst, but line "
	         "30 is relaxed, line 20 is acquire, line 10 is release; seq_cst for all of them, or a "
	         "seq_cst fence between the two accesses of each thread, would forbid it"));
	/* the same in another issue order, in which both reads are old: one reason */
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_RELAXED);
	store(2, Y, "1", ORDER_RELAXED);
	load(1, Y, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	load(2, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	r = only(REASON_OLD_VALUE, WHY_NO_ORDER);
	CHECK(strstr(r->repair.text, "but lines 20, 40, 10 and 30 are relaxed;"));
}

/* Two threads see two stores in different orders, though each reads with acquire. */
static void test_independent_reads(void) {
	begin(EXECUTION_C11, 4);
	uint32_t one = store(1, X, "1", ORDER_RELEASE), two = store(2, Y, "1", ORDER_RELEASE);
	load(3, X, "1", ORDER_ACQUIRE, one);
	load(3, Y, "0", ORDER_ACQUIRE, EXECUTION_INITIAL);
	load(4, Y, "1", ORDER_ACQUIRE, two);
	load(4, X, "0", ORDER_ACQUIRE, EXECUTION_INITIAL);
	const struct reason *r = only(REASON_OLD_VALUE, WHY_NO_ORDER);
	CHECK(r->cycle.n == 6 && r->part.n == 2);
	CHECK(is(part(r, 0), "T4 d finds y as 1 at line 50, and then finds x as 0 at line 60") &&
	      is(part(r, 1), "T3 c finds x as 1 at line 30, and then finds y as 0 at line 40"));
}

/* 2+2W: nobody reads, but the last values are those of the first stores. */
static void test_stores(void) {
	begin(EXECUTION_C11, 2);
	store_at(1, X, "1", ORDER_RELAXED, 20);
	store_at(1, Y, "2", ORDER_RELAXED, 10);
	store_at(2, Y, "1", ORDER_RELAXED, 20);
	store_at(2, X, "2", ORDER_RELAXED, 10);
	const struct reason *r = only(REASON_OLD_STORE, WHY_NO_ORDER);
	CHECK(is(r->claim, "x = 2 does not last: x = 1, which T1 a has stored before at line 10, comes "
	                   "after it"));
	CHECK(is(part(r, 0), "in T1 a nothing orders the store to x at line 10 before the store to y "
	                     "at line 20"));
}

static void test_race(void) {
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_PLAIN);
	load(2, X, "0", ORDER_PLAIN, EXECUTION_INITIAL);
	const struct reason *r = only(REASON_RACE, WHY_NOTHING); /* found, though not told */
	CHECK(is(part(r, 0), "before line 20, T2 b has read nothing that T1 a stored after line 10"));
	CHECK(!r->repair.text);
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_PLAIN);
	uint32_t flag = store(1, Y, "1", ORDER_RELAXED);
	load(2, Y, "1", ORDER_ACQUIRE, flag);
	load(2, X, "1", ORDER_PLAIN, 0);
	r = only(REASON_RACE, WHY_NO_SYNC);
	CHECK(is(part(r, 0),
	         "y at line 30 is acquire, but line 20 stored it relaxed: they do not synchronise, so "
	         "nothing orders the accesses to x at line 10 and line 40"));
}

/* A trylock that fails has seen the lock, and orders nothing. */
static void test_library(void) {
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_PLAIN);
	uint32_t lock = store(1, MUTEX, "1", ORDER_PLAIN);
	x.event.at[lock].kind = EXECUTION_LIBRARY;
	x.event.at[lock].library = "pthread_mutex_lock";
	x.event.at[lock].acquires = true;
	uint32_t try = load(2, MUTEX, "1", ORDER_PLAIN, lock);
	x.event.at[try].kind = EXECUTION_LIBRARY;
	x.event.at[try].library = "pthread_mutex_trylock";
	load(2, X, "1", ORDER_PLAIN, 0);
	const struct reason *r = only(REASON_RACE, WHY_NO_SYNC);
	CHECK(is(part(r, 0), "pthread_mutex_trylock at line 30 does not synchronise with "
	                     "pthread_mutex_lock at line 20: an attempt that fails orders nothing, so "
	                     "nothing orders the accesses to x at line 10 and line 40"));
}

static void test_buffers(void) {
	begin(EXECUTION_TSO, 2);
	store(1, X, "1", ORDER_RELAXED);
	load(2, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	x.event.at[0].in_memory = 2;
	const struct reason *r = only(REASON_OLD_VALUE, WHY_BUFFERED);
	CHECK(is(r->claim, "x is 0: the 1 that T1 a has stored at line 10 is still in its buffer"));
	CHECK(reason_newer(&x, 1) == EXECUTION_NONE);
}

/* What needs no reason: an execution in order, and an old value that was as well read before. */
static void test_nothing(void) {
	begin(EXECUTION_C11, 2);
	uint32_t one = store(1, X, "1", ORDER_RELAXED);
	load(2, X, "1", ORDER_RELAXED, one);
	reasons_find(&reasons, arena, &cex);
	CHECK(!reasons.at.n && reason_newer(&x, 1) == EXECUTION_NONE);
	begin(EXECUTION_C11, 2);
	store(1, X, "1", ORDER_RELAXED);
	load(2, X, "0", ORDER_RELAXED, EXECUTION_INITIAL);
	reasons_find(&reasons, arena, &cex);
	CHECK(!reasons.at.n && reason_newer(&x, 1) == 0);
	x.event.at[1].read.at[0].source = EXECUTION_UNKNOWN;
	CHECK(reason_newer(&x, 1) == EXECUTION_NONE);
	cex.execution = NULL;
	reasons_find(&reasons, arena, &cex);
	CHECK(!reasons.at.n);
}

int main(void) {
	test_message_passing();
	test_fences();
	test_middle();
	test_release_sequence();
	test_lock();
	test_failed_exchange();
	test_store_buffering();
	test_independent_reads();
	test_stores();
	test_race();
	test_library();
	test_buffers();
	test_nothing();
	execution_free(&x);
	reasons_free(&reasons);
	vec_free(&cex.thread);
	arena_close(arena);
	return check_done("reason");
}
