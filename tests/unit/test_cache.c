/* The state cache against a list of all visits. */
#include "symex/lazy/states/cache.h"

#include <stdbool.h>
#include <stdlib.h>

#include "tests/unit/check.h"

enum { STATES = 300, VISITS = 20000 };

struct entry {
	struct budget budget;
	uint64_t sleep_set;
	int next; /* of the same state; -1: none */
};

static struct entry entries[VISITS];
static int first[STATES + 1], nvisits;
static struct canon *canon;

static bool naive_seen(uint32_t state, struct budget b, uint64_t sleep_set) {
	for (int i = first[state]; i >= 0; i = entries[i].next) {
		const struct entry *v = &entries[i];
		if (v->budget.context >= b.context && v->budget.preemption >= b.preemption &&
		    v->budget.decision >= b.decision && (v->sleep_set & sleep_set) == v->sleep_set)
			return true;
	}
	return false;
}

static uint32_t random_bound(int range) {
	return rand() % 8 ? (uint32_t)(rand() % range) : UINT32_MAX;
}

/* Bits of both halves; seldom many. */
static uint64_t random_set(int threads) {
	uint64_t set = 0;
	for (int n = rand() % 4; n > 0; n--)
		set |= UINT64_C(1) << rand() % threads;
	return set;
}

static uint32_t added(struct cache *c, uint32_t state, struct budget b, uint64_t sleep_set,
                      uint32_t iterations, uint32_t depth) {
	struct visit v = cache_begin(c, b, sleep_set, iterations, depth);
	return cache_add(c, state, &v);
}

enum finding { NEW, SEEN };

/* Visits a state, as the explorer does: what it finds it skips, the rest it finishes. */
static enum finding visit(struct cache *c, uint32_t state, struct budget b, uint64_t sleep_set) {
	if (cache_find(c, state, b, sleep_set, 0))
		return SEEN;
	cache_finish(c, added(c, state, b, sleep_set, 0, 0), 1, true, false, 0);
	return NEW;
}

static void random_visits(unsigned seed) {
	struct cache *c = cache_open(canon);
	srand(seed);
	nvisits = 0;
	for (int i = 0; i <= STATES; i++)
		first[i] = -1;
	int states = 1 + rand() % STATES, range = 1 + rand() % 6, threads = 1 + rand() % 64;
	bool right = true, bounded = rand() % 2;
	size_t distinct = 0;
	for (int i = 0; i < VISITS; i++) {
		uint32_t state = 1 + (uint32_t)(rand() % states);
		uint32_t bound[3]; /* one after the other: an initialiser has no order */
		for (int k = 0; k < 3; k++)
			bound[k] = !k || bounded ? random_bound(range) : UINT32_MAX;
		struct budget b = {bound[0], bound[1], bound[2]};
		uint64_t sleep_set = random_set(threads);
		bool seen = naive_seen(state, b, sleep_set);
		right &= (visit(c, state, b, sleep_set) == SEEN) == seen;
		distinct += first[state] < 0;
		entries[nvisits] = (struct entry){b, sleep_set, first[state]};
		first[state] = nvisits++;
	}
	CHECK(right);
	CHECK(cache_states(c) == distinct);
	cache_close(c);
}

static void test_covering(void) {
	struct cache *c = cache_open(canon);
	struct budget two = {2, UINT32_MAX, UINT32_MAX}, three = {3, UINT32_MAX, UINT32_MAX};
	CHECK(visit(c, 7, two, 5) == NEW);
	CHECK(visit(c, 8, two, 5) == NEW);
	CHECK(visit(c, 7, two, 5) == SEEN);
	CHECK(visit(c, 7, two, 7) == SEEN);   /* less was to be explored */
	CHECK(visit(c, 7, two, 4) == NEW);    /* thread 0 is awake now */
	CHECK(visit(c, 7, three, 6) == NEW);  /* more switches, but not all threads */
	CHECK(visit(c, 7, three, 4) == NEW);  /* neither visit alone covers it */
	CHECK(visit(c, 7, three, 6) == SEEN); /* what was dropped is covered */
	CHECK(visit(c, 7, two, 5) == SEEN);
	cache_close(c);
}

/* What was finished without a cut needs no budget; what is not finished can be told. */
static void test_finish(void) {
	struct cache *c = cache_open(canon);
	struct budget two = {2, UINT32_MAX, UINT32_MAX}, three = {3, UINT32_MAX, UINT32_MAX};
	uint32_t v = added(c, 7, two, 0, 0, 11);
	CHECK(cache_find(c, 7, two, 0, 0) == v && !cache_at(c, v)->finished);
	CHECK(cache_at(c, v)->depth == 11);
	CHECK(!cache_find(c, 7, three, 0, 0));
	cache_finish(c, v, 5, false, false, 0);
	CHECK(cache_find(c, 7, three, 0, 0) == v && cache_at(c, v)->finished);
	CHECK(cache_at(c, v)->summary == 5 && !cache_at(c, v)->cut);
	uint32_t w = added(c, 8, two, 0, 0, 1);
	cache_finish(c, w, 5, true, false, 0);
	CHECK(!cache_find(c, 8, three, 0, 0) && cache_at(c, w)->cut);
	cache_close(c);
}

/* What is given up was never there; what a loop's bound cut counts in its iteration only. */
static void test_iterations(void) {
	struct cache *c = cache_open(canon);
	struct budget two = {2, UINT32_MAX, UINT32_MAX}, three = {3, UINT32_MAX, UINT32_MAX};
	uint32_t v = added(c, 7, two, 0, 0, 1), w = added(c, 7, three, 0, 0, 2);
	cache_abandon(c, 7, v);
	CHECK(cache_find(c, 7, two, 0, 0) == w);
	cache_abandon(c, 7, w);
	CHECK(!cache_find(c, 7, two, 0, 0));
	cache_finish(c, added(c, 7, two, 0, 0, 1), 5, false, true, 0);
	cache_finish(c, added(c, 8, two, 0, 0, 1), 5, false, false, 0);
	CHECK(cache_find(c, 7, three, 0, 0) && cache_find(c, 8, three, 0, 0));
	cache_begin_iteration(c, 2, 0);
	CHECK(!cache_find(c, 7, two, 0, 0) && cache_find(c, 8, three, 0, 0));
	cache_finish(c, added(c, 7, two, 0, 0, 1), 6, true, false, 0);
	CHECK(cache_at(c, cache_find(c, 7, two, 0, 0))->summary == 6);
	CHECK(!cache_find(c, 7, three, 0, 0));
	cache_close(c);
}

/* An iteration that comes again finds the visits that count in it, unless nobody said that it
 * would. */
static void test_turns(void) {
	struct cache *c = cache_open(canon);
	struct budget two = {2, UINT32_MAX, UINT32_MAX};
	const uint64_t second = 1 << 2, third = 1 << 3;
	cache_begin_iteration(c, 2, third);
	cache_finish(c, added(c, 7, two, 0, 0, 1), 5, true, true, 0);
	cache_finish(c, added(c, 8, two, 0, 0, 1), 5, true, true, 0);
	cache_begin_iteration(c, 3, second);
	CHECK(!cache_find(c, 7, two, 0, 0));
	cache_finish(c, added(c, 7, two, 0, 0, 1), 6, true, true, 0);
	CHECK(cache_at(c, cache_find(c, 7, two, 0, 0))->summary == 6);
	cache_begin_iteration(c, 2, third);
	CHECK(cache_at(c, cache_find(c, 7, two, 0, 0))->summary == 5);
	cache_begin_iteration(c, 3, 0);
	CHECK(cache_at(c, cache_find(c, 7, two, 0, 0))->summary == 6);
	cache_finish(c, added(c, 8, two, 0, 0, 1), 6, true, true, 0);
	cache_begin_iteration(c, 2, 0);
	CHECK(cache_find(c, 7, two, 0, 0) && !cache_find(c, 8, two, 0, 0));
	cache_close(c);
}

/* One thread, in one loop, which the user bounds or not. */
static uint32_t iterations_of(uint32_t iterations, bool by_user) {
	const uint32_t loops[] = {1, 0, 0, iterations, by_user};
	const uint32_t threads[] = {1, canon_tuple(canon, loops, 5)};
	return canon_tuple(canon, threads, 2);
}

/* How far loops are matters where one was cut. */
static void test_loops(void) {
	struct cache *c = cache_open(canon);
	struct budget none = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
	uint32_t one = iterations_of(1, false), two = iterations_of(2, false);
	uint32_t v = added(c, 7, none, 0, one, 1);
	CHECK(cache_find(c, 7, none, 0, two) == v); /* not finished: it may still prove enough */
	cache_finish(c, v, 5, false, true, 0);
	CHECK(cache_find(c, 7, none, 0, one) == v && !cache_find(c, 7, none, 0, two));
	cache_finish(c, added(c, 8, none, 0, one, 1), 5, false, false, 0);
	CHECK(cache_find(c, 8, none, 0, two));
	cache_close(c);
}

/* Of a loop that the user bounds, it matters how many iterations were left. */
static void test_bounded_loops(void) {
	struct cache *c = cache_open(canon);
	struct budget none = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
	uint32_t at[6];
	for (uint32_t i = 0; i < 6; i++)
		at[i] = iterations_of(i, true);
	uint32_t v = added(c, 7, none, 0, at[1], 1);
	CHECK(cache_find(c, 7, none, 0, at[1]) == v && !cache_find(c, 7, none, 0, at[2]));
	cache_finish(c, v, 5, false, false, ~3u); /* three iterations were left, at the least */
	CHECK(cache_find(c, 7, none, 0, at[0]) == v && cache_find(c, 7, none, 0, at[3]) == v);
	CHECK(!cache_find(c, 7, none, 0, at[4]));
	CHECK(cache_used_up(c, cache_at(c, v), at[3]) == ~1u);
	uint32_t w = added(c, 8, none, 0, at[2], 1);
	cache_finish(c, w, 5, false, false, ~0u); /* it was cut: others are cut elsewhere, or not */
	CHECK(cache_find(c, 8, none, 0, at[2]) == w);
	CHECK(!cache_find(c, 8, none, 0, at[1]) && !cache_find(c, 8, none, 0, at[3]));
	uint32_t u = added(c, 9, none, 0, at[2], 1);
	cache_finish(c, u, 5, false, false, 0); /* no iteration of it was made */
	CHECK(cache_find(c, 9, none, 0, at[5]) == u && cache_find(c, 9, none, 0, at[0]) == u);
	cache_close(c);
}

/* Many states: a state costs little. */
static void test_many(void) {
	enum { MANY = 1000000 };
	struct cache *c = cache_open(canon);
	struct budget none = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
	unsigned wrong = 0;
	for (uint32_t i = 1; i <= MANY; i++)
		wrong += visit(c, i * 9, none, 0) != NEW;
	for (uint32_t i = 1; i <= MANY; i++)
		wrong += visit(c, i * 9, none, 1) != SEEN;
	CHECK(!wrong);
	CHECK(cache_states(c) == MANY);
	CHECK(cache_bytes(c) < 150 * MANY);
	cache_close(c);
}

int main(void) {
	canon = canon_open();
	test_covering();
	test_finish();
	test_iterations();
	test_turns();
	test_loops();
	test_bounded_loops();
	test_many();
	for (unsigned seed = 1; seed <= 40; seed++)
		random_visits(seed);
	canon_close(canon);
	return check_done("cache");
}
