#include "symex/tree/summary.h"

#include <stdlib.h>
#include <string.h>

#include "symex/touch.h"
#include "util/map.h"

enum { MAX_PIECES = 256 }; /* beyond that a set is not worth telling apart from anything */

struct piece {
	uint32_t object, from, to, locks;
	uint64_t readers, writers; /* a bit per thread; those from 63 on share one */
};

struct set {
	size_t at; /* in 'piece' */
	uint32_t n;
	uint32_t next; /* with the same hash */
};

struct lock_set {
	uint32_t n;
	uint32_t lock[];
};

struct summaries {
	VEC(struct piece) piece;
	VEC(struct set) set;
	struct map by_hash; /* -> first set + 1 */
	struct map unions;
	struct arena *arena;
	VEC(struct lock_set *) locks;
	struct piece scratch[2 * MAX_PIECES];
};

struct summaries *summaries_open(void) {
	struct summaries *s = mem_alloc(sizeof *s);
	s->arena = arena_open();
	struct set none = {0};
	vec_push(&s->set, none);
	vec_push(&s->set, none);
	vec_push(&s->locks, arena_new(s->arena, struct lock_set));
	return s;
}

void summaries_close(struct summaries *s) {
	vec_free(&s->piece);
	vec_free(&s->set);
	vec_free(&s->locks);
	map_free(&s->by_hash);
	map_free(&s->unions);
	arena_close(s->arena);
	mem_free(s);
}

size_t summaries_bytes(const struct summaries *s) {
	return s->piece.cap * sizeof *s->piece.at + s->set.cap * sizeof *s->set.at +
	       (s->by_hash.cap + s->unions.cap) * sizeof *s->unions.at;
}

static int by_number(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

uint32_t summary_locks(struct summaries *s, const uint32_t *lock, uint32_t n) {
	if (!n)
		return 0;
	struct arena_mark before = arena_mark(s->arena);
	struct lock_set *set = arena_alloc(s->arena, sizeof *set + n * sizeof *lock);
	set->n = n;
	memcpy(set->lock, lock, n * sizeof *lock);
	qsort(set->lock, n, sizeof *lock, by_number);
	/* Programs hold few different sets of locks. */
	for (uint32_t i = 0; i < s->locks.n; i++)
		if (s->locks.at[i]->n == n && !memcmp(s->locks.at[i]->lock, set->lock, n * sizeof *lock)) {
			arena_release(s->arena, before);
			return i;
		}
	vec_push(&s->locks, set);
	return (uint32_t)s->locks.n - 1;
}

static bool have_common_lock(const struct summaries *s, uint32_t a, uint32_t b) {
	const struct lock_set *p = s->locks.at[a], *q = s->locks.at[b];
	for (uint32_t i = 0, k = 0; i < p->n && k < q->n;) {
		if (p->lock[i] == q->lock[k])
			return true;
		if (p->lock[i] < q->lock[k])
			i++;
		else
			k++;
	}
	return false;
}

static uint64_t thread_bit(uint32_t tid) {
	return 1ull << (tid < 63 ? tid : 63);
}

static int compare(const struct piece *a, const struct piece *b) {
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	return a->locks < b->locks ? -1 : a->locks > b->locks;
}

static int compare_pieces(const void *a, const void *b) {
	return compare(a, b);
}

static uint64_t hash_pieces(const struct piece *p, size_t n) {
	uint64_t h = n;
	for (size_t i = 0; i < n; i++) {
		h = map_hash(h ^ ((uint64_t)p[i].object << 32 | p[i].locks));
		h = map_hash(h ^ ((uint64_t)p[i].from << 32 | p[i].to));
		h = map_hash(map_hash(h ^ p[i].readers) ^ p[i].writers);
	}
	return h;
}

static uint32_t intern_set(struct summaries *s, const struct piece *p, size_t n) {
	if (!n)
		return SUMMARY_EMPTY;
	if (n > MAX_PIECES)
		return SUMMARY_ANYTHING;
	uint64_t hash = hash_pieces(p, n), first = 0;
	map_get(&s->by_hash, hash, &first);
	for (uint32_t i = (uint32_t)first; i; i = s->set.at[i].next)
		if (s->set.at[i].n == n && !memcmp(s->piece.at + s->set.at[i].at, p, n * sizeof *p))
			return i;
	struct set new = {s->piece.n, (uint32_t)n, (uint32_t)first};
	vec_reserve(&s->piece, s->piece.n + n);
	memcpy(s->piece.at + s->piece.n, p, n * sizeof *p);
	s->piece.n += n;
	vec_push(&s->set, new);
	map_put(&s->by_hash, hash, s->set.n - 1);
	return (uint32_t)s->set.n - 1;
}

uint32_t summary_of(struct summaries *s, uint32_t tid, uint32_t locks, const struct touch *t,
                    size_t n) {
	if (n > MAX_PIECES)
		return SUMMARY_ANYTHING;
	for (size_t i = 0; i < n; i++) {
		s->scratch[i] = (struct piece){t[i].object, t[i].from, t[i].to, locks, 0, 0};
		*(t[i].is_write ? &s->scratch[i].writers : &s->scratch[i].readers) = thread_bit(tid);
	}
	qsort(s->scratch, n, sizeof *s->scratch, compare_pieces);
	size_t kept = 0;
	for (size_t i = 0; i < n; i++) {
		if (kept && !compare(&s->scratch[kept - 1], &s->scratch[i])) {
			s->scratch[kept - 1].readers |= s->scratch[i].readers;
			s->scratch[kept - 1].writers |= s->scratch[i].writers;
		} else {
			s->scratch[kept++] = s->scratch[i];
		}
	}
	return intern_set(s, s->scratch, kept);
}

static size_t merge(struct summaries *s, const struct set *a, const struct set *b) {
	const struct piece *p = s->piece.at + a->at, *q = s->piece.at + b->at;
	size_t i = 0, k = 0, n = 0;
	while (i < a->n || k < b->n) {
		int order = i == a->n ? 1 : k == b->n ? -1 : compare(&p[i], &q[k]);
		s->scratch[n] = order <= 0 ? p[i++] : q[k++];
		if (order == 0) {
			s->scratch[n].readers |= q[k].readers;
			s->scratch[n].writers |= q[k++].writers;
		}
		n++;
	}
	return n;
}

uint32_t summary_union(struct summaries *s, uint32_t a, uint32_t b) {
	if (a == b || b == SUMMARY_EMPTY)
		return a;
	if (a == SUMMARY_EMPTY)
		return b;
	if (a == SUMMARY_ANYTHING || b == SUMMARY_ANYTHING)
		return SUMMARY_ANYTHING;
	uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, known;
	if (map_get(&s->unions, key, &known))
		return (uint32_t)known;
	size_t n = merge(s, &s->set.at[a], &s->set.at[b]);
	uint32_t both = intern_set(s, s->scratch, n);
	map_put(&s->unions, key, both);
	return both;
}

static bool piece_conflicts(const struct summaries *s, const struct piece *p, uint64_t others,
                            uint32_t locks, const struct touch *t) {
	uint64_t who = t->is_write ? p->readers | p->writers : p->writers;
	return p->object == t->object && p->from < t->to && t->from < p->to && (who & others) &&
	       !have_common_lock(s, p->locks, locks);
}

bool summary_conflicts(const struct summaries *s, uint32_t which, uint32_t tid, uint32_t locks,
                       const struct touch *t, size_t n) {
	if (which == SUMMARY_ANYTHING)
		return true;
	const struct set *set = &s->set.at[which];
	/* Threads that share a bit cannot be told apart. */
	uint64_t others = tid < 63 ? ~thread_bit(tid) : ~0ull;
	for (uint32_t i = 0; i < set->n; i++)
		for (size_t k = 0; k < n; k++)
			if (piece_conflicts(s, &s->piece.at[set->at + i], others, locks, &t[k]))
				return true;
	return false;
}
