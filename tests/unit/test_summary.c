/* Sets of touches against plain lists of them: union, conflicts, components. */
#include "symex/explore/footprint.h"

#include <stdlib.h>
#include <string.h>

#include "symex/core/touch.h"
#include "tests/unit/check.h"

enum { MOST_ACCESSES = 400, SETS = 12, ROUNDS = 150, LOCKS = 5, SPAN = 12 };

struct scalar { /* one touch of one step */
	uint32_t tid;
	uint32_t locks; /* a bit each */
	enum touch_kind kind;
	struct touch touch;
};

struct list {
	size_t n;
	struct scalar at[MOST_ACCESSES];
};

struct world {
	struct summaries *s;
	uint32_t threads, objects;
	enum touch_use most; /* of the uses in this round */
};

static uint32_t pick(uint32_t n) {
	return (uint32_t)rand() % n;
}

/* --- The same by looking at every pair. --- */

static uint64_t naive_conflicts(const struct list *l, const struct scalar *mine, size_t n,
                                bool waits) {
	uint64_t found = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < l->n; k++) {
			const struct scalar *a = &mine[i], *b = &l->at[k];
			bool apart = (a->locks & b->locks) && !(waits && b->kind != TOUCH_PLAIN);
			if (touch_conflict(&a->touch, &b->touch) && !apart)
				found |= thread_bit(b->tid);
		}
	return n && mine->tid < 63 ? found & ~thread_bit(mine->tid) : found;
}

/* Does a, which is of a thread of the component, bring the thread of b into it? */
static bool depends(const struct scalar *a, const struct scalar *b) {
	if (!touch_conflict(&a->touch, &b->touch))
		return false;
	if (b->kind == TOUCH_JOIN && a->kind != TOUCH_JOIN)
		return false;
	return a->kind != TOUCH_PLAIN || b->kind != TOUCH_PLAIN || !(a->locks & b->locks);
}

static uint64_t naive_component(const struct list *l, uint64_t threads) {
	for (uint64_t before = 0; before != threads;) {
		before = threads;
		for (size_t i = 0; i < l->n; i++)
			for (size_t k = 0; k < l->n; k++)
				if ((threads & thread_bit(l->at[i].tid)) && depends(&l->at[i], &l->at[k]))
					threads |= thread_bit(l->at[k].tid);
	}
	return threads;
}

/* --- Random steps. --- */

static struct touch random_touch(const struct world *w) {
	struct touch t = {.object = 1 + pick(w->objects), .use = (enum touch_use)pick(w->most + 1u)};
	t.from = pick(SPAN);
	t.to = t.from + 1 + pick(4);
	if (pick(15) == 0)
		t.from = 0, t.to = UINT32_MAX;
	else if (pick(15) == 0)
		t.from = UINT32_MAX - 1, t.to = UINT32_MAX;
	return t;
}

/* One step; its locks are given to the set in any order. */
static uint32_t random_step(const struct world *w, struct scalar *a, struct touch *touch,
                            struct footprint *f) {
	uint32_t n = 1 + pick(3), held = pick(3) ? 0 : pick(1 << LOCKS), lock[LOCKS], nlocks = 0;
	for (uint32_t first = pick(LOCKS), i = 0; i < LOCKS; i++)
		if (held >> (first + i) % LOCKS & 1)
			lock[nlocks++] = 100 + (first + i) % LOCKS;
	uint32_t tid = pick(w->threads);
	enum touch_kind kind = pick(4) ? TOUCH_PLAIN : (enum touch_kind)pick(TOUCH_JOIN + 1);
	for (uint32_t i = 0; i < n; i++) {
		touch[i] = random_touch(w);
		a[i] = (struct scalar){tid, held, kind, touch[i]};
	}
	*f = (struct footprint){tid, summary_locks(w->s, lock, nlocks), kind, touch, n};
	return n;
}

static uint32_t random_set(const struct world *w, struct list *l, size_t steps) {
	uint32_t set = SUMMARY_EMPTY;
	l->n = 0;
	for (; steps > 0; steps--) {
		struct touch touch[3];
		struct footprint f;
		l->n += random_step(w, &l->at[l->n], touch, &f);
		set = summary_union(w->s, set, summary_of(w->s, &f));
	}
	return set;
}

/* --- Checks. --- */

static bool agrees(const struct world *w, uint32_t set, const struct list *l) {
	bool right = true;
	for (int i = 0; i < 20; i++) {
		struct scalar mine[3];
		struct touch touch[3];
		struct footprint f;
		size_t n = random_step(w, mine, touch, &f);
		bool waits = pick(2);
		right &= summary_conflicts(w->s, set, &f, waits) == naive_conflicts(l, mine, n, waits);
		uint64_t from = thread_bit(pick(w->threads));
		right &= summary_component(w->s, set, from) == naive_component(l, from);
		right &= summary_component(w->s, set, from) == naive_component(l, from); /* remembered */
	}
	return right;
}

static void random_round(unsigned seed) {
	static struct list list[SETS], both;
	srand(seed);
	struct world w = {summaries_open(), 1 + pick(pick(4) ? 6 : 70), 1 + pick(4),
	                  pick(2) ? TOUCH_ADD : TOUCH_WRITE};
	uint32_t set[SETS];
	bool right = true, same = true;
	for (int i = 0; i < SETS; i++) {
		set[i] = random_set(&w, &list[i], pick(20));
		right &= agrees(&w, set[i], &list[i]);
	}
	for (int i = 0; i + 1 < SETS; i += 2) {
		memcpy(both.at, list[i].at, list[i].n * sizeof *both.at);
		memcpy(both.at + list[i].n, list[i + 1].at, list[i + 1].n * sizeof *both.at);
		both.n = list[i].n + list[i + 1].n;
		uint32_t united = summary_union(w.s, set[i], set[i + 1]);
		right &= agrees(&w, united, &both);
		same &= united == summary_union(w.s, set[i + 1], set[i]);
		same &= united == summary_union(w.s, united, set[i]);
		same &= set[i] == summary_union(w.s, set[i], SUMMARY_EMPTY);
	}
	CHECK(right);
	CHECK(same);
	summaries_close(w.s);
}

static void special_sets(void) {
	struct summaries *s = summaries_open();
	struct touch t = {.object = 3, .from = 4, .to = 8, .use = TOUCH_READ};
	struct footprint f = {1, 0, TOUCH_PLAIN, &t, 1}, none = {1, 0, TOUCH_PLAIN, NULL, 0};
	uint32_t one = summary_of(s, &f);
	CHECK(summary_of(s, &none) == SUMMARY_EMPTY);
	CHECK(one != SUMMARY_EMPTY && one != SUMMARY_ANYTHING);
	CHECK(summary_union(s, one, SUMMARY_ANYTHING) == SUMMARY_ANYTHING);
	CHECK(summary_conflicts(s, SUMMARY_ANYTHING, &f, false) == ALL_THREADS);
	CHECK(summary_component(s, SUMMARY_ANYTHING, 2) == ALL_THREADS);
	CHECK(summary_conflicts(s, SUMMARY_EMPTY, &f, false) == 0);
	CHECK(summary_component(s, SUMMARY_EMPTY, 2) == 2);
	summaries_close(s);
}

/* More pieces than a set has room for: whoever asks then must be told that anything may happen. */
#ifndef STRESS /* where vectors grow by one */
static void too_many_pieces(void) {
	struct summaries *s = summaries_open();
	uint32_t set = SUMMARY_EMPTY;
	for (uint32_t i = 0; i < 70000 && set != SUMMARY_ANYTHING; i++) {
		struct touch t = {.object = 1 + i % 50, .from = i, .to = i + 1, .use = TOUCH_WRITE};
		struct footprint f = {i % 5, 0, TOUCH_PLAIN, &t, 1};
		set = summary_union(s, set, summary_of(s, &f));
	}
	CHECK(set == SUMMARY_ANYTHING);
	summaries_close(s);
}
#endif

/* Does it matter which comes first?  Tried on a byte each. */
static void touches(void) {
	struct touch read = {7, 2, 4, TOUCH_READ}, write = {7, 3, 5, TOUCH_WRITE};
	struct touch add = {7, 2, 4, TOUCH_ADD}, part = {7, 2, 3, TOUCH_ADD};
	struct touch beside = {7, 4, 6, TOUCH_WRITE}, other = {8, 2, 4, TOUCH_WRITE};
	CHECK(!touch_conflict(&read, &read));
	CHECK(touch_conflict(&read, &write) && touch_conflict(&write, &read));
	CHECK(touch_conflict(&write, &write));
	CHECK(touch_conflict(&read, &add) && touch_conflict(&add, &write));
	CHECK(!touch_conflict(&add, &add));
	CHECK(touch_conflict(&add, &part) && touch_conflict(&part, &add));
	CHECK(!touch_conflict(&read, &beside) && !touch_conflict(&beside, &read));
	CHECK(!touch_conflict(&write, &other));
}

int main(void) {
	touches();
	special_sets();
#ifndef STRESS
	too_many_pieces();
#endif
	for (unsigned seed = 1; seed <= ROUNDS; seed++)
		random_round(seed);
	return check_done("summary");
}
