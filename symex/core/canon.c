#include "symex/core/canon.h"

#include <string.h>

#include "util/base/vec.h"
#include "util/text/diag.h"

/* An entry is a header and its words; its number is where it begins in 'words'.
 *
 *   INNER  level, which children; their numbers
 *   EVEN   which values; the high half that all of them have; their low halves
 *   MIXED  which values; their high halves; their low halves
 *   TUPLE  how many; the words
 */
enum { INNER, EVEN, MIXED, TUPLE, KIND_SHIFT = 30, LEVEL_SHIFT = 16 };
enum { FIRST_BITS = 12, MAX_ENTRY = 1 + 2 * PMAP_FANOUT };

struct slot {
	uint32_t hash, number; /* number 0: free */
};

struct canon {
	struct slot *slot; /* open addressing; the upper bits of the hash say where to begin */
	uint32_t bits;     /* 2^bits slots */
	size_t nslots;     /* in use */
	VEC(uint32_t) words;
};

struct canon *canon_open(void) {
	struct canon *c = mem_alloc(sizeof *c);
	c->bits = FIRST_BITS;
	c->slot = mem_alloc(sizeof *c->slot << c->bits);
	vec_push(&c->words, 0); /* no entry has number 0 */
	return c;
}

void canon_close(struct canon *c) {
	if (!c)
		return;
	vec_free(&c->words);
	mem_free(c->slot);
	mem_free(c);
}

size_t canon_bytes(const struct canon *c) {
	return (sizeof *c->slot << c->bits) + c->words.cap * sizeof *c->words.at;
}

static inline uint64_t mix(uint64_t h, uint64_t x) {
	h = (h ^ x) * 0x9e3779b97f4a7c15ULL;
	return h ^ h >> 32;
}

/* Two independent lanes, since the multiplications of one lane depend on each other. */
static uint32_t hash_words(const uint32_t *w, size_t n) {
	uint64_t h = n, g = 0, pair[2];
	for (; n >= 4; n -= 4, w += 4) {
		memcpy(pair, w, sizeof pair);
		h = mix(h, pair[0]);
		g = mix(g, pair[1]);
	}
	for (; n; n--, w++)
		h = mix(h, *w);
	return (uint32_t)(mix(h, g) >> 16);
}

/* The slots are almost in the order of their hashes, so memory is accessed almost in order. */
static void grow(struct canon *c) {
	struct slot *old = c->slot;
	size_t n = (size_t)1 << c->bits++;
	c->slot = mem_alloc(sizeof *c->slot << c->bits);
	size_t mask = ((size_t)1 << c->bits) - 1;
	for (size_t i = 0; i < n; i++) {
		if (!old[i].number)
			continue;
		size_t at = old[i].hash >> (32 - c->bits);
		while (c->slot[at].number)
			at = (at + 1) & mask;
		c->slot[at] = old[i];
	}
	mem_free(old);
}

static uint32_t add_words(struct canon *c, const uint32_t *w, size_t n) {
	size_t at = c->words.n;
	if (at + n >= UINT32_MAX)
		fatal(EXIT_UNKNOWN, NO_LOC, "too many different states to tell them apart");
	vec_reserve(&c->words, at + n);
	memcpy(c->words.at + at, w, n * sizeof *w);
	c->words.n += n;
	return (uint32_t)at;
}

/* The header must determine how many words follow it. */
static uint32_t intern_entry(struct canon *c, const uint32_t *w, size_t n) {
	uint32_t hash = hash_words(w, n);
	size_t mask = ((size_t)1 << c->bits) - 1, at = hash >> (32 - c->bits);
	for (; c->slot[at].number; at = (at + 1) & mask) {
		if (c->slot[at].hash != hash)
			continue;
		const uint32_t *have = c->words.at + c->slot[at].number;
		if (have[0] == w[0] && memcmp(have, w, n * sizeof *w) == 0)
			return c->slot[at].number;
	}
	uint32_t number = add_words(c, w, n);
	c->slot[at] = (struct slot){hash, number};
	if (++c->nslots > ((size_t)3 << c->bits) / 4 && c->bits < 32)
		grow(c);
	return number;
}

uint32_t canon_tuple(struct canon *c, const uint32_t *words, uint32_t n) {
	uint32_t few[64], *w = n < 64 ? few : mem_alloc((n + 1) * sizeof *w);
	if (n >> KIND_SHIFT)
		BUG("should be a short list: %u words", n);
	w[0] = (uint32_t)TUPLE << KIND_SHIFT | n;
	if (n)
		memcpy(w + 1, words, n * sizeof *w);
	uint32_t number = intern_entry(c, w, (size_t)n + 1);
	if (w != few)
		mem_free(w);
	return number;
}

const uint32_t *canon_tuple_at(const struct canon *c, uint32_t number) {
	return c->words.at + number + 1;
}

/* --- Maps. --- */

struct numbering {
	struct canon *canon;
	const struct pmap_pool *pool;
	canon_value *value;
	void *context;
};

static uint32_t number_leaf(const struct numbering *j, const struct pmap_node *n, uint32_t base) {
	uint32_t w[MAX_ENTRY], high[PMAP_FANOUT], low[PMAP_FANOUT];
	uint32_t which = 0, k = 0, differs = 0;
	for (uint32_t i = 0; i < PMAP_FANOUT; i++) {
		uint64_t v = n->value[i];
		if (v && j->value)
			v = j->value(j->context, base + i, v);
		which |= (uint32_t)(v != 0) << i;
		high[k] = (uint32_t)(v >> 32); /* overwritten by the next if absent */
		low[k] = (uint32_t)v;
		differs |= v ? high[k] ^ high[0] : 0;
		k += v != 0;
	}
	if (!k)
		return 0;
	uint32_t nhigh = differs ? k : 1;
	w[0] = (uint32_t)(differs ? MIXED : EVEN) << KIND_SHIFT | which;
	memcpy(w + 1, high, nhigh * sizeof *w);
	memcpy(w + 1 + nhigh, low, k * sizeof *w);
	return intern_entry(j->canon, w, 1 + nhigh + k);
}

static uint32_t number_node(const struct numbering *j, struct pmap_node *n, uint32_t level,
                            uint32_t base);

static inline uint32_t number_of(const struct numbering *j, struct pmap_node *n, uint32_t level,
                                 uint32_t base) {
	if (!n)
		return 0;
	return n->canon ? n->canon - 1 : number_node(j, n, level, base);
}

static uint32_t number_node(const struct numbering *j, struct pmap_node *n, uint32_t level,
                            uint32_t base) {
	uint32_t number;
	if (level) {
		uint32_t w[MAX_ENTRY], which = 0, k = 1;
		for (uint32_t i = 0; i < PMAP_FANOUT; i++) {
			uint32_t at = base + (i << (PMAP_SHIFT * level));
			w[k] = number_of(j, n->child[i], level - 1, at);
			which |= (uint32_t)(w[k] != 0) << i;
			k += w[k] != 0;
		}
		w[0] = (uint32_t)INNER << KIND_SHIFT | level << LEVEL_SHIFT | which;
		/* If the first child is the only one, it has the same keys as the node, and its number. */
		number = which > 1 ? intern_entry(j->canon, w, k) : which ? w[1] : 0;
	} else {
		number = number_leaf(j, n, base);
	}
	if (n->epoch < j->pool->epoch)
		n->canon = number + 1;
	return number;
}

uint32_t canon_map(struct canon *c, const struct pmap_pool *pool, const struct pmap *m,
                   canon_value *value, void *context) {
	struct numbering j = {c, pool, value, context};
	return number_of(&j, m->root, m->height, 0);
}
