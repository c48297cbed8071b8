/* Sets of footprints against plain lists of them: union, conflicts, closures. */
#include "symex/explore/footprint.h"

#include <stdlib.h>
#include <string.h>

#include "symex/step/value/access.h"
#include "tests/unit/check.h"

enum { MOST_ACCESSES = 400, SETS = 12, ITERATIONS = 150, LOCKS = 5, SPAN = 12 };

struct used { /* one access of one step */
	uint32_t tid;
	uint32_t locks; /* a bit each */
	enum footprint_kind kind;
	struct span span;
};

struct list {
	size_t n;
	struct used at[MOST_ACCESSES];
};

struct sample {
	struct footprints *s;
	uint32_t threads, objects;
	enum span_use most; /* of the uses in this iteration */
};

static uint32_t pick(uint32_t n) {
	return (uint32_t)rand() % n;
}

/* --- The same by looking at every pair. --- */

static uint64_t naive_conflicts(const struct list *l, const struct used *mine, size_t n,
                                bool waits) {
	uint64_t found = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < l->n; k++) {
			const struct used *a = &mine[i], *b = &l->at[k];
			bool apart = (a->locks & b->locks) && !(waits && b->kind != FOOTPRINT_PLAIN);
			if (span_conflict(&a->span, &b->span) && !apart)
				found |= thread_bit(b->tid);
		}
	return n && mine->tid < 63 ? found & ~thread_bit(mine->tid) : found;
}

/* Does a, which is of a thread in the set, bring the thread of b into it? */
static bool depends(const struct used *a, const struct used *b) {
	if (!span_conflict(&a->span, &b->span))
		return false;
	if (b->kind == FOOTPRINT_JOIN && a->kind != FOOTPRINT_JOIN)
		return false;
	return a->kind != FOOTPRINT_PLAIN || b->kind != FOOTPRINT_PLAIN || !(a->locks & b->locks);
}

static uint64_t naive_closure(const struct list *l, uint64_t threads) {
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

static struct span random_span(const struct sample *w) {
	struct span t = {.object = 1 + pick(w->objects)};
	t.use = (enum span_use)pick(w->most + 1u);
	t.from = pick(SPAN);
	t.to = t.from + 1 + pick(4);
	if (pick(15) == 0)
		t.from = 0, t.to = UINT32_MAX;
	else if (pick(15) == 0)
		t.from = UINT32_MAX - 1, t.to = UINT32_MAX;
	return t;
}

/* One step; its locks are given to the set in any order. */
static uint32_t random_step(const struct sample *w, struct used *a, struct span *span,
                            struct footprint *f) {
	uint32_t n = 1 + pick(3), held = pick(3) ? 0 : pick(1 << LOCKS), lock[LOCKS], nlocks = 0;
	for (uint32_t first = pick(LOCKS), i = 0; i < LOCKS; i++)
		if (held >> (first + i) % LOCKS & 1)
			lock[nlocks++] = 100 + (first + i) % LOCKS;
	uint32_t tid = pick(w->threads);
	enum footprint_kind kind =
	    pick(4) ? FOOTPRINT_PLAIN : (enum footprint_kind)pick(FOOTPRINT_JOIN + 1);
	for (uint32_t i = 0; i < n; i++) {
		span[i] = random_span(w);
		a[i] = (struct used){tid, held, kind, span[i]};
	}
	*f = (struct footprint){tid, footprint_locks(w->s, lock, nlocks), kind, span, n};
	return n;
}

static uint32_t random_set(const struct sample *w, struct list *l, size_t steps) {
	uint32_t set = FOOTPRINT_NONE;
	l->n = 0;
	for (; steps > 0; steps--) {
		struct span span[3];
		struct footprint f;
		l->n += random_step(w, &l->at[l->n], span, &f);
		set = footprint_union(w->s, set, footprint_set(w->s, &f));
	}
	return set;
}

/* --- Checks. --- */

static bool agrees(const struct sample *w, uint32_t set, const struct list *l) {
	bool right = true;
	for (int i = 0; i < 20; i++) {
		struct used mine[3];
		struct span span[3];
		struct footprint f;
		size_t n = random_step(w, mine, span, &f);
		bool waits = pick(2);
		right &= footprint_conflicts(w->s, set, &f, waits) == naive_conflicts(l, mine, n, waits);
		uint64_t from = thread_bit(pick(w->threads));
		right &= footprint_closure(w->s, set, from) == naive_closure(l, from);
		right &= footprint_closure(w->s, set, from) == naive_closure(l, from); /* remembered */
	}
	return right;
}

static void random_round(unsigned seed) {
	static struct list list[SETS], both;
	srand(seed);
	uint32_t threads = 1 + pick(pick(4) ? 6 : 70), objects = 1 + pick(4);
	struct sample w = {footprints_open(), threads, objects, pick(2) ? SPAN_ADD : SPAN_WRITE};
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
		uint32_t united = footprint_union(w.s, set[i], set[i + 1]);
		right &= agrees(&w, united, &both);
		same &= united == footprint_union(w.s, set[i + 1], set[i]);
		same &= united == footprint_union(w.s, united, set[i]);
		same &= set[i] == footprint_union(w.s, set[i], FOOTPRINT_NONE);
	}
	CHECK(right);
	CHECK(same);
	footprints_close(w.s);
}

static void special_sets(void) {
	struct footprints *s = footprints_open();
	struct span t = {.object = 3, .from = 4, .to = 8, .use = SPAN_READ};
	struct footprint f = {1, 0, FOOTPRINT_PLAIN, &t, 1}, none = {1, 0, FOOTPRINT_PLAIN, NULL, 0};
	uint32_t one = footprint_set(s, &f);
	CHECK(footprint_set(s, &none) == FOOTPRINT_NONE);
	CHECK(one != FOOTPRINT_NONE && one != FOOTPRINT_ANYTHING);
	CHECK(footprint_union(s, one, FOOTPRINT_ANYTHING) == FOOTPRINT_ANYTHING);
	CHECK(footprint_conflicts(s, FOOTPRINT_ANYTHING, &f, false) == ALL_THREADS);
	CHECK(footprint_closure(s, FOOTPRINT_ANYTHING, 2) == ALL_THREADS);
	CHECK(footprint_conflicts(s, FOOTPRINT_NONE, &f, false) == 0);
	CHECK(footprint_closure(s, FOOTPRINT_NONE, 2) == 2);
	footprints_close(s);
}

/* More pieces than a set has room for: whoever asks then must be told that anything may happen. */
#ifndef STRESS /* where vectors grow by one */
static void too_many_pieces(void) {
	struct footprints *s = footprints_open();
	uint32_t set = FOOTPRINT_NONE;
	for (uint32_t i = 0; i < 70000 && set != FOOTPRINT_ANYTHING; i++) {
		struct span t = {.object = 1 + i % 50, .from = i, .to = i + 1, .use = SPAN_WRITE};
		struct footprint f = {i % 5, 0, FOOTPRINT_PLAIN, &t, 1};
		set = footprint_union(s, set, footprint_set(s, &f));
	}
	CHECK(set == FOOTPRINT_ANYTHING);
	footprints_close(s);
}
#endif

/* Does it matter which comes first?  Tried on a byte each. */
static void spans(void) {
	struct span read = {7, 2, 4, SPAN_READ}, write = {7, 3, 5, SPAN_WRITE};
	struct span add = {7, 2, 4, SPAN_ADD}, part = {7, 2, 3, SPAN_ADD};
	struct span beside = {7, 4, 6, SPAN_WRITE}, other = {8, 2, 4, SPAN_WRITE};
	CHECK(!span_conflict(&read, &read));
	CHECK(span_conflict(&read, &write) && span_conflict(&write, &read));
	CHECK(span_conflict(&write, &write));
	CHECK(span_conflict(&read, &add) && span_conflict(&add, &write));
	CHECK(!span_conflict(&add, &add));
	CHECK(span_conflict(&add, &part) && span_conflict(&part, &add));
	CHECK(!span_conflict(&read, &beside) && !span_conflict(&beside, &read));
	CHECK(!span_conflict(&write, &other));
}

int main(void) {
	spans();
	special_sets();
#ifndef STRESS
	too_many_pieces();
#endif
	for (unsigned seed = 1; seed <= ITERATIONS; seed++)
		random_round(seed);
	return check_done("footprint");
}
