/* Persistent maps against a plain array; copies must not disturb one another. */
#include "symex/core/pmap.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

enum { KEYS = 5000, COPIES = 8 };

static uint64_t plain[COPIES][KEYS];

struct seen {
	unsigned n;
	bool right;
	int a, b;
	uint32_t last;
};

static void each(void *context, uint32_t key, uint64_t a, uint64_t b) {
	struct seen *s = context;
	s->right &= plain[s->a][key] == a && plain[s->b][key] == b && a != b;
	s->right &= !s->n || key > s->last;
	s->last = key;
	s->n++;
}

static unsigned differences(int a, int b) {
	unsigned n = 0;
	for (int k = 0; k < KEYS; k++)
		n += plain[a][k] != plain[b][k];
	return n;
}

static void compare_neighbours(const struct pmap *m, int c) {
	bool right = true;
	for (int k = 0; k < KEYS; k += 37) {
		int up = k, down = k;
		while (up < KEYS && !plain[c][up])
			up++;
		while (down >= 0 && !plain[c][down])
			down--;
		uint32_t key;
		uint64_t value;
		bool next = pmap_next(m, (uint32_t)k, &key, &value);
		right &= next == (up < KEYS) && (!next || (key == (uint32_t)up && value == plain[c][up]));
		bool prev = pmap_prev(m, (uint32_t)k, &key, &value);
		right &=
		    prev == (down >= 0) && (!prev || (key == (uint32_t)down && value == plain[c][down]));
	}
	CHECK(right);
}

static void random_copies(unsigned seed) {
	struct pmap_pool pool = {.arena = arena_open(), .epoch = 1};
	struct pmap map[COPIES] = {{0}};
	memset(plain, 0, sizeof plain);
	srand(seed);
	for (int i = 0; i < 20000; i++) {
		int c = rand() % COPIES, most = rand() % 2 ? 40 : KEYS, k = rand() % most;
		if (rand() % 50 == 0) {
			int to = rand() % COPIES;
			map[to] = map[c];
			memcpy(plain[to], plain[c], sizeof plain[c]);
			pmap_snapshot(&pool);
		} else {
			plain[c][k] = (uint64_t)(rand() % 5);
			pmap_set(&pool, &map[c], (uint32_t)k, plain[c][k]);
		}
	}
	bool right = true;
	for (int c = 0; c < COPIES; c++)
		for (uint32_t k = 0; k < KEYS; k++)
			right &= pmap_get(&map[c], k) == plain[c][k];
	CHECK(right);
	for (int c = 0; c < COPIES; c++) {
		compare_neighbours(&map[c], c);
		struct seen s = {.right = true, .a = c, .b = (c + 1) % COPIES};
		pmap_diff(&map[c], &map[s.b], each, &s);
		CHECK(s.right && s.n == differences(c, s.b));
	}
	arena_close(pool.arena);
}

static void extreme_keys(void) {
	struct pmap_pool pool = {.arena = arena_open(), .epoch = 1};
	struct pmap m = {0};
	uint32_t key;
	uint64_t value;
	CHECK(!pmap_next(&m, 0, &key, &value) && !pmap_prev(&m, UINT32_MAX, &key, &value));
	pmap_set(&pool, &m, UINT32_MAX, 7);
	pmap_set(&pool, &m, 0, 9);
	CHECK(pmap_get(&m, UINT32_MAX) == 7 && pmap_get(&m, 0) == 9 && pmap_get(&m, 1) == 0);
	CHECK(pmap_next(&m, 1, &key, &value) && key == UINT32_MAX && value == 7);
	CHECK(pmap_prev(&m, UINT32_MAX - 1, &key, &value) && key == 0 && value == 9);
	arena_close(pool.arena);
}

int main(void) {
	for (unsigned seed = 1; seed <= 20; seed++)
		random_copies(seed);
	extreme_keys();
	return check_done("pmap");
}
