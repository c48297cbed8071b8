#include "symex/core/pmap.h"

#include <stddef.h>

enum { FANOUT = PMAP_FANOUT, SHIFT = PMAP_SHIFT, MAX_HEIGHT = (32 + SHIFT - 1) / SHIFT - 1 };

static inline uint32_t digit(uint32_t key, uint32_t level) {
	return (key >> (SHIFT * level)) & (FANOUT - 1);
}

static inline bool reaches(const struct pmap *m, uint32_t key) {
	return m->height >= MAX_HEIGHT || key >> (SHIFT * (m->height + 1)) == 0;
}

uint64_t pmap_get(const struct pmap *m, uint32_t key) {
	const struct pmap_node *n = m->root;
	if (!n || !reaches(m, key))
		return 0;
	for (uint32_t level = m->height; level > 0; level--) {
		n = n->child[digit(key, level)];
		if (!n)
			return 0;
	}
	return n->value[digit(key, 0)];
}

static struct pmap_node *own(struct pmap_pool *pool, struct pmap_node *n) {
	if (n && n->epoch == pool->epoch)
		return n;
	struct pmap_node *copy =
	    n ? arena_copy(pool->arena, n, sizeof *n) : arena_new(pool->arena, struct pmap_node);
	copy->epoch = pool->epoch;
	copy->canon = 0;
	return copy;
}

void pmap_set(struct pmap_pool *pool, struct pmap *m, uint32_t key, uint64_t value) {
	while (!reaches(m, key)) {
		if (m->root) {
			struct pmap_node *up = own(pool, NULL);
			up->child[0] = m->root;
			m->root = up;
		}
		m->height++;
	}
	m->root = own(pool, m->root);
	struct pmap_node *n = m->root;
	for (uint32_t level = m->height; level > 0; level--) {
		struct pmap_node **child = &n->child[digit(key, level)];
		*child = own(pool, *child);
		n = *child;
	}
	n->value[digit(key, 0)] = value;
}

/* The least key >= from below 'n'; 'base' is the key of its first slot. */
static bool next_in(const struct pmap_node *n, uint32_t level, uint32_t base, uint32_t from,
                    uint32_t *key, uint64_t *value) {
	uint32_t first = base >= from ? 0 : digit(from, level);
	for (uint32_t i = first; i < FANOUT; i++) {
		uint32_t at = base + (i << (SHIFT * level));
		if (level > 0) {
			if (n->child[i] && next_in(n->child[i], level - 1, at, from, key, value))
				return true;
		} else if (n->value[i]) {
			*key = at;
			*value = n->value[i];
			return true;
		}
	}
	return false;
}

bool pmap_next(const struct pmap *m, uint32_t from, uint32_t *key, uint64_t *value) {
	return m->root && reaches(m, from) && next_in(m->root, m->height, 0, from, key, value);
}

/* The greatest key <= from below 'n'; 'free': no key of 'n' exceeds 'from'. */
static bool prev_in(const struct pmap_node *n, uint32_t level, uint32_t base, uint32_t from,
                    bool free, uint32_t *key, uint64_t *value) {
	uint32_t last = free ? FANOUT - 1 : digit(from, level);
	for (uint32_t i = last + 1; i-- > 0;) {
		uint32_t at = base + (i << (SHIFT * level));
		if (level > 0) {
			if (n->child[i] &&
			    prev_in(n->child[i], level - 1, at, from, free || i < last, key, value))
				return true;
		} else if (n->value[i]) {
			*key = at;
			*value = n->value[i];
			return true;
		}
	}
	return false;
}

bool pmap_prev(const struct pmap *m, uint32_t from, uint32_t *key, uint64_t *value) {
	return m->root && prev_in(m->root, m->height, 0, from, !reaches(m, from), key, value);
}

struct differ {
	void (*each)(void *, uint32_t, uint64_t, uint64_t);
	void *context;
};

static void diff_in(const struct differ *d, const struct pmap_node *a, const struct pmap_node *b,
                    uint32_t level, uint32_t base) {
	if (a == b)
		return;
	for (uint32_t i = 0; i < FANOUT; i++) {
		uint32_t at = base + (i << (SHIFT * level));
		if (level > 0) {
			diff_in(d, a ? a->child[i] : NULL, b ? b->child[i] : NULL, level - 1, at);
		} else {
			uint64_t in_a = a ? a->value[i] : 0, in_b = b ? b->value[i] : 0;
			if (in_a != in_b)
				d->each(d->context, at, in_a, in_b);
		}
	}
}

/* Compares a map with the first child of a higher one. */
static void diff_heights(const struct differ *d, const struct pmap_node *high, uint32_t level,
                         const struct pmap_node *low, uint32_t low_level, bool swapped) {
	if (level == low_level) {
		diff_in(d, swapped ? low : high, swapped ? high : low, level, 0);
		return;
	}
	diff_heights(d, high ? high->child[0] : NULL, level - 1, low, low_level, swapped);
	for (uint32_t i = 1; high && i < FANOUT; i++) {
		const struct pmap_node *n = high->child[i];
		diff_in(d, swapped ? NULL : n, swapped ? n : NULL, level - 1, i << (SHIFT * level));
	}
}

void pmap_diff(const struct pmap *a, const struct pmap *b,
               void (*each)(void *, uint32_t, uint64_t, uint64_t), void *context) {
	struct differ d = {each, context};
	if (a->height >= b->height)
		diff_heights(&d, a->root, a->height, b->root, b->height, false);
	else
		diff_heights(&d, b->root, b->height, a->root, a->height, true);
}
