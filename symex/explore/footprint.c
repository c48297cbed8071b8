#include "symex/explore/footprint.h"

#include <stdlib.h>
#include <string.h>

#include "symex/core/canon.h"
#include "util/base/map.h"

/* A set is a tree of 16-way nodes over the numbers of pieces.  Nodes are hash-consed, so sets that
 * differ little share most nodes, and unions of nodes are cached.  The leaves are numbers of masks.
 * Nodes begin with their level, so that nodes of different levels are never equal. */
enum { FANOUT = 16, SHIFT = 4, LEVELS = 4, MAX_PIECES = 1 << (SHIFT * LEVELS) };

struct footprint_piece { /* bytes [from, to) of an object, accessed under a set of locks */
	uint32_t object, from, to, locks;
	enum footprint_kind kind;
};

struct mask { /* threads that access a piece; adders only add to it, and additions commute */
	uint64_t readers, writers, adders;
};

struct lock_set {
	uint32_t n;
	uint32_t lock[];
};

struct closure { /* a result of footprint_closure */
	uint32_t set;
	uint64_t from, all; /* threads */
};

struct pieces { /* of one object, sorted by 'from': an array may have many */
	VEC(uint32_t) at;
	uint32_t longest;
};

struct footprints {
	struct canon *canon; /* nodes, masks and pieces */
	struct map piece_of; /* number of a tuple -> piece */
	VEC(struct footprint_piece) piece;
	struct map by_object; /* -> entry in 'object' */
	VEC(struct pieces) object;
	struct map mask_of; /* number of a tuple -> mask */
	VEC(struct mask) mask;
	struct map unions;
	struct map closures; /* set and threads, hashed -> entry in 'closure' */
	VEC(struct closure) closure;
	struct arena *arena;
	VEC(struct lock_set *) locks;
	struct map locks_of; /* number of a tuple -> set of locks */
};

struct footprints *footprints_open(void) {
	struct footprints *s = mem_alloc(sizeof *s);
	s->arena = arena_open();
	s->canon = canon_open();
	vec_push(&s->locks, arena_new(s->arena, struct lock_set));
	struct mask none = {0};
	vec_push(&s->mask, none);
	/* The numbers of FOOTPRINT_NONE and FOOTPRINT_ANYTHING belong to no set. */
	uint32_t first = 0;
	canon_tuple(s->canon, &first, 1);
	return s;
}

void footprints_close(struct footprints *s) {
	for (size_t i = 0; i < s->object.n; i++)
		vec_free(&s->object.at[i].at);
	vec_free(&s->object);
	vec_free(&s->piece);
	vec_free(&s->mask);
	vec_free(&s->locks);
	vec_free(&s->closure);
	map_free(&s->piece_of);
	map_free(&s->by_object);
	map_free(&s->mask_of);
	map_free(&s->unions);
	map_free(&s->closures);
	map_free(&s->locks_of);
	canon_close(s->canon);
	arena_close(s->arena);
	mem_free(s);
}

/* --- Locks. --- */

static int by_number(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

uint32_t footprint_locks(struct footprints *s, const uint32_t *lock, uint32_t n) {
	if (!n)
		return 0;
	uint32_t *sorted = mem_alloc(n * sizeof *sorted);
	memcpy(sorted, lock, n * sizeof *lock);
	qsort(sorted, n, sizeof *sorted, by_number);
	uint32_t tuple = canon_tuple(s->canon, sorted, n);
	uint64_t known;
	if (!map_get(&s->locks_of, tuple, &known)) {
		struct lock_set *set = arena_alloc(s->arena, sizeof *set + n * sizeof *lock);
		set->n = n;
		memcpy(set->lock, sorted, n * sizeof *lock);
		vec_push(&s->locks, set);
		known = s->locks.n - 1;
		map_put(&s->locks_of, tuple, known);
	}
	mem_free(sorted);
	return (uint32_t)known;
}

static bool have_common_lock(const struct footprints *s, uint32_t a, uint32_t b) {
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

/* --- Pieces and sets. --- */

static uint32_t mask_number(struct footprints *s, struct mask m) {
	uint32_t words[] = {(uint32_t)m.readers, (uint32_t)(m.readers >> 32),
	                    (uint32_t)m.writers, (uint32_t)(m.writers >> 32),
	                    (uint32_t)m.adders,  (uint32_t)(m.adders >> 32)};
	uint32_t tuple = canon_tuple(s->canon, words, 6);
	uint64_t known;
	if (map_get(&s->mask_of, tuple, &known))
		return (uint32_t)known;
	vec_push(&s->mask, m);
	map_put(&s->mask_of, tuple, s->mask.n - 1);
	return (uint32_t)s->mask.n - 1;
}

static struct pieces *pieces_of(struct footprints *s, uint32_t object) {
	uint64_t at;
	if (!map_get(&s->by_object, object, &at)) {
		at = s->object.n;
		struct pieces none = {0};
		vec_push(&s->object, none);
		map_put(&s->by_object, object, at);
	}
	return &s->object.at[at];
}

static void add_piece(const struct footprints *s, struct pieces *list, uint32_t number) {
	const struct footprint_piece *p = &s->piece.at[number];
	vec_push(&list->at, number);
	size_t i = list->at.n - 1;
	for (; i > 0 && s->piece.at[list->at.at[i - 1]].from > p->from; i--)
		list->at.at[i] = list->at.at[i - 1];
	list->at.at[i] = number;
	if (p->to - p->from > list->longest)
		list->longest = p->to - p->from;
}

/* The first piece that may end behind 'from'. */
static size_t first_piece(const struct footprints *s, const struct pieces *list, uint32_t from) {
	size_t low = 0, high = list->at.n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if ((uint64_t)s->piece.at[list->at.at[middle]].from + list->longest <= from)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static uint32_t piece_number(struct footprints *s, const struct footprint_piece *p) {
	uint32_t words[] = {p->object, p->from, p->to, p->locks, p->kind};
	uint32_t tuple = canon_tuple(s->canon, words, 5);
	uint64_t known;
	if (map_get(&s->piece_of, tuple, &known))
		return (uint32_t)known;
	vec_push(&s->piece, *p);
	uint32_t number = (uint32_t)s->piece.n - 1;
	map_put(&s->piece_of, tuple, number);
	add_piece(s, pieces_of(s, p->object), number);
	return number;
}

static uint32_t digit(uint32_t piece, uint32_t level) {
	return (piece >> (SHIFT * level)) & (FANOUT - 1);
}

static uint32_t node_number(struct footprints *s, uint32_t level, const uint32_t child[FANOUT]) {
	uint32_t words[FANOUT + 1] = {level + 1};
	memcpy(words + 1, child, FANOUT * sizeof *child);
	return canon_tuple(s->canon, words, FANOUT + 1);
}

static void load(const struct footprints *s, uint32_t node, uint32_t child[FANOUT]) {
	memcpy(child, canon_tuple_at(s->canon, node) + 1, FANOUT * sizeof *child);
}

/* The set of a single piece. */
static uint32_t singleton(struct footprints *s, uint32_t piece, uint32_t mask) {
	uint32_t number = mask;
	for (uint32_t level = 0; level < LEVELS; level++) {
		uint32_t child[FANOUT] = {0};
		child[digit(piece, level)] = number;
		number = node_number(s, level, child);
	}
	return number;
}

static uint32_t unite(struct footprints *s, uint32_t a, uint32_t b, uint32_t level) {
	if (a == b || !b)
		return a;
	if (!a)
		return b;
	uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, known;
	if (map_get(&s->unions, key, &known))
		return (uint32_t)known;
	uint32_t p[FANOUT], q[FANOUT];
	load(s, a, p);
	load(s, b, q);
	for (uint32_t i = 0; i < FANOUT; i++) {
		if (level > 0) {
			p[i] = unite(s, p[i], q[i], level - 1);
		} else if (p[i] != q[i]) {
			struct mask m = s->mask.at[p[i]];
			m.readers |= s->mask.at[q[i]].readers;
			m.writers |= s->mask.at[q[i]].writers;
			m.adders |= s->mask.at[q[i]].adders;
			p[i] = mask_number(s, m);
		}
	}
	uint32_t both = node_number(s, level, p);
	map_put(&s->unions, key, both);
	return both;
}

uint32_t footprint_union(struct footprints *s, uint32_t a, uint32_t b) {
	if (a == FOOTPRINT_ANYTHING || b == FOOTPRINT_ANYTHING)
		return FOOTPRINT_ANYTHING;
	return unite(s, a, b, LEVELS - 1);
}

uint32_t footprint_set(struct footprints *s, const struct footprint *f) {
	uint32_t set = FOOTPRINT_NONE;
	for (size_t i = 0; i < f->n; i++) {
		const struct span *t = &f->span[i];
		struct footprint_piece p = {t->object, t->from, t->to, f->locks, f->kind};
		uint32_t piece = piece_number(s, &p);
		if (piece >= MAX_PIECES)
			return FOOTPRINT_ANYTHING;
		uint64_t bit = thread_bit(f->tid);
		struct mask m = {.readers = t->use == SPAN_READ ? bit : 0,
		                 .writers = t->use == SPAN_WRITE ? bit : 0,
		                 .adders = t->use == SPAN_ADD ? bit : 0};
		set = footprint_union(s, set, singleton(s, piece, mask_number(s, m)));
	}
	return set;
}

/* The threads that access the piece in this set. */
static struct mask lookup(const struct footprints *s, uint32_t set, uint32_t piece) {
	for (uint32_t level = LEVELS; set && level-- > 0;)
		set = canon_tuple_at(s->canon, set)[1 + digit(piece, level)];
	return s->mask.at[set];
}

/* --- Translation. --- */

struct piece_threads {
	uint32_t piece, object, from;
	uint32_t reach; /* where the piece ends, and all pieces of the object before it in the list */
	struct mask mask;
};

struct footprint_translation {
	struct footprints *s;
	const struct footprint_map *map;
	struct map locks; /* set of locks -> translated */
	VEC(struct piece_threads) at;
};

static uint32_t translate_locks(struct footprint_translation *t, uint32_t locks) {
	const struct lock_set *old = t->s->locks.at[locks];
	uint64_t known;
	if (!old->n)
		return locks;
	if (map_get(&t->locks, locks, &known))
		return (uint32_t)known;
	uint32_t *lock = mem_alloc(old->n * sizeof *lock), n = 0;
	for (uint32_t i = 0; i < old->n; i++)
		if ((lock[n] = t->map->lock(t->map->context, old->lock[i])))
			n++;
	uint32_t result = footprint_locks(t->s, lock, n);
	mem_free(lock);
	map_put(&t->locks, locks, result);
	return result;
}

static void translate_piece(struct footprint_translation *t, uint32_t piece, struct mask m) {
	const struct footprint_map *map = t->map;
	struct footprint_piece p = t->s->piece.at[piece];
	p.object = map->object(map->context, p.object);
	p.locks = translate_locks(t, p.locks);
	m.readers = map->threads(map->context, m.readers);
	m.writers = map->threads(map->context, m.writers);
	m.adders = map->threads(map->context, m.adders);
	struct piece_threads new = {piece_number(t->s, &p), p.object, p.from, p.to, m};
	vec_push(&t->at, new);
}

static void translate_node(struct footprint_translation *t, uint32_t node, uint32_t level,
                           uint32_t first) {
	uint32_t child[FANOUT];
	load(t->s, node, child);
	for (uint32_t i = 0; i < FANOUT; i++) {
		uint32_t at = first + (i << (SHIFT * level));
		if (child[i] && level)
			translate_node(t, child[i], level - 1, at);
		else if (child[i])
			translate_piece(t, at, t->s->mask.at[child[i]]);
	}
}

static int by_piece(const void *a, const void *b) {
	const struct piece_threads *p = a, *q = b;
	return p->piece < q->piece ? -1 : p->piece > q->piece;
}

/* The node over the pieces from *i on that belong to it; they are sorted. */
static uint32_t build_node(struct footprint_translation *t, uint32_t level, uint32_t first,
                           size_t *i) {
	uint32_t child[FANOUT] = {0};
	for (uint32_t k = 0; k < FANOUT; k++) {
		uint64_t at = first + ((uint64_t)k << (SHIFT * level)),
		         end = at + (1ull << (SHIFT * level));
		if (*i == t->at.n || t->at.at[*i].piece >= end)
			continue;
		if (level) {
			child[k] = build_node(t, level - 1, (uint32_t)at, i);
			continue;
		}
		struct mask m = {0};
		for (; *i < t->at.n && t->at.at[*i].piece == at; ++*i) {
			m.readers |= t->at.at[*i].mask.readers;
			m.writers |= t->at.at[*i].mask.writers;
			m.adders |= t->at.at[*i].mask.adders;
		}
		child[k] = mask_number(t->s, m);
	}
	return node_number(t->s, level, child);
}

uint32_t footprint_translate(struct footprints *s, uint32_t set, const struct footprint_map *map) {
	if (set == FOOTPRINT_NONE || set == FOOTPRINT_ANYTHING)
		return set;
	struct footprint_translation t = {.s = s, .map = map};
	translate_node(&t, set, LEVELS - 1, 0);
	qsort(t.at.at, t.at.n, sizeof *t.at.at, by_piece);
	size_t i = 0;
	bool fits = t.at.at[t.at.n - 1].piece < MAX_PIECES;
	uint32_t result = fits ? build_node(&t, LEVELS - 1, 0, &i) : FOOTPRINT_ANYTHING;
	map_free(&t.locks);
	vec_free(&t.at);
	return result;
}

/* --- Dependence. --- */

static bool overlap(const struct footprint_piece *p, uint32_t from, uint32_t to) {
	return p->from < to && from < p->to;
}

/* The threads of 'm' whose accesses conflict with this use of the same bytes. */
static uint64_t conflicting(enum span_use use, struct mask m, bool same_piece) {
	switch (use) {
	case SPAN_READ: return m.writers | m.adders;
	case SPAN_ADD: return m.readers | m.writers | (same_piece ? 0 : m.adders);
	case SPAN_WRITE:
	case SPAN_ADD_BEGUN: /* of steps that are still executed only */
	case SPAN_ADD_AGAIN:
	case SPAN_ADD_DONE: break;
	}
	return m.readers | m.writers | m.adders;
}

static uint64_t span_conflicts(const struct footprints *s, uint32_t set, const struct footprint *f,
                               const struct span *t, bool waits) {
	uint64_t found = 0, at;
	if (!map_get(&s->by_object, t->object, &at))
		return 0;
	const struct pieces *list = &s->object.at[at];
	for (size_t i = first_piece(s, list, t->from); i < list->at.n; i++) {
		const struct footprint_piece *p = &s->piece.at[list->at.at[i]];
		if (p->from >= t->to)
			break;
		if (!overlap(p, t->from, t->to) || list->at.at[i] >= MAX_PIECES)
			continue;
		if (!(waits && p->kind != FOOTPRINT_PLAIN) && have_common_lock(s, p->locks, f->locks))
			continue;
		struct mask m = lookup(s, set, list->at.at[i]);
		found |= conflicting(t->use, m, p->from == t->from && p->to == t->to);
	}
	return found;
}

uint64_t footprint_conflicts(const struct footprints *s, uint32_t set, const struct footprint *f,
                             bool waits) {
	if (set == FOOTPRINT_ANYTHING)
		return ALL_THREADS;
	uint64_t found = 0;
	for (size_t i = 0; i < f->n && set; i++)
		found |= span_conflicts(s, set, f, &f->span[i], waits);
	/* Threads from 63 on share a bit, so the thread itself cannot be removed. */
	return f->tid < 63 ? found & ~thread_bit(f->tid) : found;
}

/* The threads that access 'q' on which threads in 'set' depend, because these access 'p'. */
static uint64_t depends(const struct footprints *s, const struct footprint_piece *p, struct mask mp,
                        const struct footprint_piece *q, struct mask mq, uint64_t set) {
	if (!overlap(p, q->from, q->to) || (q->kind == FOOTPRINT_JOIN && p->kind != FOOTPRINT_JOIN))
		return 0;
	if (p->kind == FOOTPRINT_PLAIN && q->kind == FOOTPRINT_PLAIN &&
	    have_common_lock(s, p->locks, q->locks))
		return 0;
	bool same_piece = p->from == q->from && p->to == q->to;
	uint64_t found = 0;
	if (set & mp.readers)
		found |= conflicting(SPAN_READ, mq, same_piece);
	if (set & mp.adders)
		found |= conflicting(SPAN_ADD, mq, same_piece);
	if (set & mp.writers)
		found |= conflicting(SPAN_WRITE, mq, same_piece);
	return found;
}

struct members { /* of a set, sorted by object, then by where they begin */
	VEC(struct piece_threads) at;
	uint64_t threads; /* that access any */
};

static void list_members(const struct footprints *s, uint32_t node, uint32_t level, uint32_t first,
                         struct members *m) {
	for (uint32_t i = 0; i < FANOUT; i++) {
		uint32_t child = canon_tuple_at(s->canon, node)[1 + i];
		uint32_t at = first + (i << (SHIFT * level));
		if (child && level) {
			list_members(s, child, level - 1, at, m);
		} else if (child) {
			const struct footprint_piece *p = &s->piece.at[at];
			struct piece_threads new = {at, p->object, p->from, p->to, s->mask.at[child]};
			m->threads |= new.mask.readers | new.mask.writers | new.mask.adders;
			vec_push(&m->at, new);
		}
	}
}

static int by_begin(const void *a, const void *b) {
	const struct piece_threads *p = a, *q = b;
	if (p->object != q->object)
		return p->object < q->object ? -1 : 1;
	return p->from < q->from ? -1 : p->from > q->from;
}

/* Adds the threads on which the others depend directly; ends early when there are no more. */
static uint64_t grow(const struct footprints *s, const struct members *m, uint64_t threads) {
	const struct piece_threads *at = m->at.at;
	for (size_t i = 0, begin = 0; i < m->at.n && m->threads & ~threads; i++) {
		const struct mask *mask = &at[i].mask;
		const struct footprint_piece *p = &s->piece.at[at[i].piece];
		while (begin < i && (at[begin].object != p->object || at[begin].reach <= p->from))
			begin++;
		if (!(threads & (mask->readers | mask->writers | mask->adders)))
			continue;
		for (size_t k = begin; k < m->at.n && at[k].object == p->object && at[k].from < p->to; k++)
			threads |= depends(s, p, *mask, &s->piece.at[at[k].piece], at[k].mask, threads);
	}
	return threads;
}

static uint64_t compute_closure(const struct footprints *s, uint32_t set, uint64_t threads) {
	struct members m = {0};
	list_members(s, set, LEVELS - 1, 0, &m);
	qsort(m.at.at, m.at.n, sizeof *m.at.at, by_begin);
	for (size_t i = 1; i < m.at.n; i++)
		if (m.at.at[i].object == m.at.at[i - 1].object && m.at.at[i].reach < m.at.at[i - 1].reach)
			m.at.at[i].reach = m.at.at[i - 1].reach;
	uint64_t before;
	do {
		before = threads;
		threads = grow(s, &m, threads);
	} while (threads != before);
	vec_free(&m.at);
	return threads;
}

uint64_t footprint_closure(struct footprints *s, uint32_t set, uint64_t threads) {
	if (set == FOOTPRINT_ANYTHING)
		return ALL_THREADS;
	uint64_t key = map_hash(threads ^ map_hash(set)), known;
	if (map_get(&s->closures, key, &known)) {
		const struct closure *c = &s->closure.at[known];
		if (c->set == set && c->from == threads)
			return c->all;
	}
	uint64_t all = set ? compute_closure(s, set, threads) : threads;
	struct closure new = {set, threads, all};
	vec_push(&s->closure, new);
	map_put(&s->closures, key, s->closure.n - 1);
	return all;
}

/* --- The locks of a thread. --- */

enum { MAX_LOCKS = 256 };

/* Each created thread counts as a lock: it holds itself until it ends, and a thread that has joined
 * it holds it from then on, because the accesses of the two are never concurrent.  Read locks and
 * locks that the thread may have released do not exclude other threads. */
uint32_t footprint_held(struct footprints *s, const struct state *st, term also,
                        bool trusts_locks) {
	uint32_t lock[MAX_LOCKS], n = 0;
	const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, st->tid);
	if (c)
		lock[n++] = c->data.ix;
	if (also.ix)
		lock[n++] = also.ix;
	for (const struct held *h = st->held; h && n < MAX_LOCKS && trusts_locks; h = h->up)
		if (sync_is_exclusive(h->kind) && !h->released.ix)
			lock[n++] = h->object.ix;
	for (const struct joined *j = st->joined; j && n < MAX_LOCKS; j = j->up)
		lock[n++] = j->data.ix;
	return footprint_locks(s, lock, n);
}
