/* The state cache against a list of all visits. */
#include "symex/tree/cache.h"

#include <stdbool.h>
#include <stdlib.h>

#include "tests/unit/check.h"

enum { STATES = 300, VISITS = 20000 };

struct visit {
	struct budget budget;
	uint64_t sleeping;
	int next; /* of the same state; -1: none */
};

static struct visit visit[VISITS];
static int first[STATES + 1], nvisits;

static bool naive_seen(uint32_t state, struct budget b, uint64_t sleeping) {
	for (int i = first[state]; i >= 0; i = visit[i].next) {
		const struct visit *v = &visit[i];
		if (v->budget.context >= b.context && v->budget.preemption >= b.preemption &&
		    v->budget.decision >= b.decision && (v->sleeping & sleeping) == v->sleeping)
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

static void random_visits(unsigned seed) {
	struct cache *c = cache_open();
	srand(seed);
	nvisits = 0;
	for (int i = 0; i <= STATES; i++)
		first[i] = -1;
	int states = 1 + rand() % STATES, range = 1 + rand() % 6, threads = 1 + rand() % 64;
	bool right = true, bounded = rand() % 2;
	size_t distinct = 0;
	for (int i = 0; i < VISITS; i++) {
		uint32_t state = 1 + (uint32_t)(rand() % states);
		struct budget b = {random_bound(range), bounded ? random_bound(range) : UINT32_MAX,
		                   bounded ? random_bound(range) : UINT32_MAX};
		uint64_t sleeping = random_set(threads);
		bool seen = naive_seen(state, b, sleeping);
		right &= (cache_visit(c, state, b, sleeping) == CACHE_SEEN) == seen;
		distinct += first[state] < 0;
		visit[nvisits] = (struct visit){b, sleeping, first[state]};
		first[state] = nvisits++;
	}
	CHECK(right);
	CHECK(cache_states(c) == distinct);
	cache_close(c);
}

static void test_covering(void) {
	struct cache *c = cache_open();
	struct budget two = {2, UINT32_MAX, UINT32_MAX}, three = {3, UINT32_MAX, UINT32_MAX};
	CHECK(cache_visit(c, 7, two, 5) == CACHE_NEW);
	CHECK(cache_visit(c, 8, two, 5) == CACHE_NEW);
	CHECK(cache_visit(c, 7, two, 5) == CACHE_SEEN);
	CHECK(cache_visit(c, 7, two, 7) == CACHE_SEEN);   /* less was to be explored */
	CHECK(cache_visit(c, 7, two, 4) == CACHE_NEW);    /* thread 0 is awake now */
	CHECK(cache_visit(c, 7, three, 6) == CACHE_NEW);  /* more switches, but not all threads */
	CHECK(cache_visit(c, 7, three, 4) == CACHE_NEW);  /* neither visit alone covers it */
	CHECK(cache_visit(c, 7, three, 6) == CACHE_SEEN); /* what was dropped is covered */
	CHECK(cache_visit(c, 7, two, 5) == CACHE_SEEN);
	cache_close(c);
}

/* Many states: slots move when the table grows, and a state costs little. */
static void test_many(void) {
	enum { MANY = 1000000 };
	struct cache *c = cache_open();
	struct budget none = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
	unsigned wrong = 0;
	for (uint32_t i = 1; i <= MANY; i++)
		wrong += cache_visit(c, i * 9, none, 0) != CACHE_NEW;
	for (uint32_t i = 1; i <= MANY; i++)
		wrong += cache_visit(c, i * 9, none, 1) != CACHE_SEEN;
	CHECK(!wrong);
	CHECK(cache_states(c) == MANY);
	CHECK(cache_bytes(c) < 20 * MANY);
	cache_close(c);
}

int main(void) {
	test_covering();
	test_many();
	for (unsigned seed = 1; seed <= 40; seed++)
		random_visits(seed);
	return check_done("cache");
}
