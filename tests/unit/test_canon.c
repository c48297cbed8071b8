/* Numbers against comparison key by key: equal if and only if the maps are. */
#include "symex/core/canon.h"

#include <stdlib.h>
#include <string.h>

#include "symex/config.h"
#include "symex/memory/canon_content.h"
#include "symex/memory/content.h"
#include "symex/symex_stats.h"
#include "tests/unit/check.h"

enum { KEYS = 60, COPIES = 24 };

static uint32_t key[KEYS];
static uint64_t plain[COPIES][KEYS];

/* Neighbours, some far ones, and the very last. */
static void choose_keys(void) {
	for (uint32_t i = 0; i < KEYS; i++)
		key[i] = i < 35 ? i : i < 45 ? 16 * i : i < 50 ? i << 9 : i << (i - 40) | i;
	key[KEYS - 1] = UINT32_MAX;
}

static uint64_t random_value(void) {
	switch (rand() % 4) {
	case 0: return 0;
	case 1: return (uint64_t)rand() % 3 << 32 | 1;
	case 2: return UINT64_MAX;
	default: return (uint64_t)rand() % 2 + 1;
	}
}

static uint64_t without_twos(void *context, uint32_t k, uint64_t raw) {
	(void)k;
	*(unsigned *)context += 1;
	return raw == 2 ? 0 : raw;
}

static bool same(int a, int b, bool mapped) {
	for (int i = 0; i < KEYS; i++) {
		uint64_t va = plain[a][i], vb = plain[b][i];
		if (mapped && va == 2)
			va = 0;
		if (mapped && vb == 2)
			vb = 0;
		if (va != vb)
			return false;
	}
	return true;
}

static bool all_right(struct canon *c, struct pmap_pool *pool, struct pmap *map, bool mapped) {
	uint32_t number[COPIES];
	unsigned calls = 0;
	bool right = true;
	for (int i = 0; i < COPIES; i++)
		number[i] = canon_map(c, pool, &map[i], mapped ? without_twos : NULL, &calls);
	for (int a = 0; a < COPIES; a++)
		for (int b = 0; b < a; b++)
			right &= (number[a] == number[b]) == same(a, b, mapped);
	return right;
}

/* Few different values in few keys, so that maps become equal again by chance; copies, epochs that
 * are over and epochs that are not, and memory that is given back and used again. */
static void random_maps(unsigned seed, bool mapped) {
	struct pmap_pool pool = {.arena = arena_open(), .epoch = 1};
	struct canon *c = canon_open();
	struct pmap map[COPIES] = {{0}};
	memset(plain, 0, sizeof plain);
	srand(seed);
	int few = 1 + rand() % KEYS, base = rand() % (KEYS - few + 1);
	bool right = true;
	for (int iteration = 0; iteration < 120; iteration++) {
		for (int n = rand() % 12; n > 0; n--) {
			int m = rand() % COPIES, i = base + rand() % few;
			plain[m][i] = random_value();
			pmap_set(&pool, &map[m], key[i], plain[m][i]);
		}
		if (rand() % 2) {
			int from = rand() % COPIES, to = rand() % COPIES;
			map[to] = map[from];
			memcpy(plain[to], plain[from], sizeof plain[from]);
			pmap_snapshot(&pool);
		}
		right &= all_right(c, &pool, map, mapped);
		if (rand() % 3)
			continue;
		struct arena_mark mark = arena_mark(pool.arena);
		struct pmap scratch = map[0];
		pmap_snapshot(&pool);
		for (int n = 0; n < 4; n++) {
			int k = rand() % KEYS;
			pmap_set(&pool, &scratch, key[k], random_value());
		}
		pmap_snapshot(&pool);
		unsigned calls = 0;
		canon_map(c, &pool, &scratch, mapped ? without_twos : NULL, &calls);
		arena_release(pool.arena, mark);
	}
	CHECK(right);
	canon_close(c);
	arena_close(pool.arena);
}

static void test_shapes(void) {
	struct pmap_pool pool = {.arena = arena_open(), .epoch = 1};
	struct canon *c = canon_open();
	struct pmap empty = {0}, zeroed = {0}, low = {0}, tall = {0}, other = {0}, up[2] = {{0}};
	pmap_set(&pool, &zeroed, 70000, 0);
	pmap_set(&pool, &low, 3, 7);
	pmap_set(&pool, &tall, UINT32_MAX, 7);
	pmap_set(&pool, &tall, UINT32_MAX, 0);
	pmap_set(&pool, &tall, 3, 7);
	pmap_set(&pool, &other, 3 << 4, 7);       /* the same shape one level up */
	pmap_set(&pool, &up[0], (1 << 4) + 3, 7); /* the second child of a node: both have the same */
	pmap_set(&pool, &up[1], (1 << 8) + 3, 7);
	pmap_snapshot(&pool);
	CHECK(canon_map(c, &pool, &up[0], NULL, NULL) != canon_map(c, &pool, &up[1], NULL, NULL));
	CHECK(canon_map(c, &pool, &empty, NULL, NULL) == 0);
	CHECK(canon_map(c, &pool, &zeroed, NULL, NULL) == 0);
	uint32_t n = canon_map(c, &pool, &low, NULL, NULL);
	CHECK(n != 0 && canon_map(c, &pool, &tall, NULL, NULL) == n);
	CHECK(canon_map(c, &pool, &other, NULL, NULL) != n);
	canon_close(c);
	arena_close(pool.arena);
}

/* In the epoch in which a node was made it may still change, so its number is not kept. */
static void test_epochs(void) {
	struct pmap_pool pool = {.arena = arena_open(), .epoch = 1};
	struct canon *c = canon_open();
	struct pmap m = {0};
	unsigned calls = 0;
	pmap_set(&pool, &m, 1, 7);
	pmap_set(&pool, &m, 100, 7);
	uint32_t first = canon_map(c, &pool, &m, without_twos, &calls);
	pmap_set(&pool, &m, 1, 8);
	uint32_t second = canon_map(c, &pool, &m, without_twos, &calls);
	CHECK(first != second && calls == 4);
	pmap_snapshot(&pool);
	CHECK(canon_map(c, &pool, &m, without_twos, &calls) == second && calls == 6);
	CHECK(canon_map(c, &pool, &m, without_twos, &calls) == second && calls == 6);
	pmap_set(&pool, &m, 1, 7);
	CHECK(canon_map(c, &pool, &m, without_twos, &calls) == first && calls == 7);
	canon_close(c);
	arena_close(pool.arena);
}

static void test_tuples(void) {
	enum { N = 300 };
	struct canon *c = canon_open();
	static uint32_t words[N], number[N + 1];
	bool right = true;
	for (uint32_t i = 0; i < N; i++)
		words[i] = i % 7;
	for (uint32_t n = 0; n <= N; n++)
		number[n] = canon_tuple(c, words, n);
	for (uint32_t n = 0; n <= N; n++) {
		right &= number[n] && canon_tuple(c, words, n) == number[n];
		right &= !n || memcmp(canon_tuple_at(c, number[n]), words, n * sizeof *words) == 0;
		for (uint32_t k = 0; k < n; k++)
			right &= number[k] != number[n];
	}
	CHECK(right);
	static uint32_t many[200000];
	for (uint32_t i = 0; i < 200000; i++) {
		uint32_t w[] = {i / 1000, i % 1000, 5};
		many[i] = canon_tuple(c, w, 3);
		right &= !i || many[i] > many[i - 1];
	}
	for (uint32_t i = 0; i < 200000; i++) {
		uint32_t w[] = {i / 1000, i % 1000, 5};
		right &= canon_tuple(c, w, 3) == many[i];
	}
	CHECK(right);
	CHECK(canon_bytes(c) > 200000 * 16);
	canon_close(c);
}

static void test_contents(void) {
	static struct symex_stats stats;
	static struct symex_config config;
	struct symex x = {.config = &config, .stats = &stats};
	x.ts = terms_open();
	x.address.cache = ptr_cache_open();
	x.address_bits = 32;
	x.pointer_bits = 32 + POINTER_OBJECT_BITS;
	x.pool = (struct pmap_pool){.arena = arena_open(), .epoch = 1};
	struct canon *c = canon_open();
	struct scalar word = {4, false}, byte = {1, false};
	term zero = term_u64(x.ts, 32, 0), one = term_u64(x.ts, 32, 1);

	struct content *a = memory_zero(&x), *b = memory_zero(&x), *any = memory_fresh(&x, 0);
	uint32_t blank = canon_content(c, &x, a);
	CHECK(blank && blank == canon_content(c, &x, b) && blank != canon_content(c, &x, any));
	CHECK(canon_content(c, &x, any) != canon_content(c, &x, memory_fresh(&x, 1)));
	content_write(&x, a, 4, word, one); /* in the same epoch: nothing was kept */
	uint32_t with_one = canon_content(c, &x, a);
	CHECK(with_one != blank);
	content_write(&x, b, 4, byte, term_u64(x.ts, 8, 1));
	CHECK(canon_content(c, &x, b) != with_one && canon_content(c, &x, b) != blank);

	pmap_snapshot(&x.pool);
	CHECK(canon_content(c, &x, a) == with_one);
	struct content *d = content_own(&x, a);
	CHECK(d != a && canon_content(c, &x, d) == with_one);
	content_write(&x, d, 4, word, zero);
	CHECK(canon_content(c, &x, d) == blank && canon_content(c, &x, a) == with_one);

	/* Where memory is arbitrary, a zero is a fact. */
	uint32_t unknown = canon_content(c, &x, any);
	struct content *known = content_own(&x, any);
	content_write(&x, known, 4, word, zero);
	CHECK(canon_content(c, &x, known) != unknown && canon_content(c, &x, any) == unknown);
	canon_close(c);
	symex_free(&x);
	mem_free(x.address.cache);
	terms_close(x.ts);
}

int main(void) {
	choose_keys();
	test_shapes();
	test_epochs();
	test_tuples();
	test_contents();
	for (unsigned seed = 1; seed <= 150; seed++) {
		random_maps(seed, false);
		random_maps(seed, true);
	}
	return check_done("canon");
}
