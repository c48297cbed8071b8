#include "util/base/map.h"

#include <string.h>

#include "util/base/vec.h"

static struct map_slot *find(const struct map *m, uint64_t key) {
	size_t mask = m->cap - 1;
	size_t i = (size_t)map_hash(key) & mask;
	while (m->at[i].used && m->at[i].key != key)
		i = (i + 1) & mask;
	return &m->at[i];
}

static void grow(struct map *m) {
	struct map old = *m;
	m->cap = old.cap ? old.cap * 2 : 16;
	m->at = mem_alloc(m->cap * sizeof *m->at);
	for (size_t i = 0; i < old.cap; i++)
		if (old.at[i].used)
			*find(m, old.at[i].key) = old.at[i];
	mem_free(old.at);
}

bool map_get(const struct map *m, uint64_t key, uint64_t *value) {
	if (!m->n)
		return false;
	const struct map_slot *s = find(m, key);
	if (s->used && value)
		*value = s->value;
	return s->used;
}

void map_put(struct map *m, uint64_t key, uint64_t value) {
	if (2 * (m->n + 1) > m->cap)
		grow(m);
	struct map_slot *s = find(m, key);
	m->n += !s->used;
	*s = (struct map_slot){key, value, true};
}

void map_clear(struct map *m) {
	if (m->cap)
		memset(m->at, 0, m->cap * sizeof *m->at);
	m->n = 0;
}

void map_free(struct map *m) {
	mem_free(m->at);
	*m = (struct map){0};
}
