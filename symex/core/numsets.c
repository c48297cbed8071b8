#include "symex/core/numsets.h"

#include <stdlib.h>

#include "symex/core/canon.h"
#include "util/base/vec.h"

/* A set is a tuple: how many members, and these in ascending order. */

void numsets_open(struct numsets *s, uint32_t limit) {
	*s = (struct numsets){.canon = canon_open(), .limit = limit};
}

void numsets_close(struct numsets *s) {
	canon_close(s->canon);
	map_free(&s->unions);
}

const uint32_t *numset_members(const struct numsets *s, uint32_t set, uint32_t *n) {
	*n = 0;
	if (set == NUMSET_EMPTY || set == NUMSET_TOO_LARGE)
		return NULL;
	const uint32_t *w = canon_tuple_at(s->canon, set);
	*n = w[0];
	return w + 1;
}

/* w has room for the number of members before them. */
static uint32_t number_of(struct numsets *s, uint32_t *w, uint32_t n) {
	w[0] = n;
	if (!n)
		return NUMSET_EMPTY;
	return n > s->limit ? NUMSET_TOO_LARGE : canon_tuple(s->canon, w, n + 1);
}

static int ascending(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

uint32_t numset_make(struct numsets *s, uint32_t *number, size_t n) {
	uint32_t *w = mem_alloc((n + 1) * sizeof *w), kept = 0;
	if (n > 1)
		qsort(number, n, sizeof *number, ascending);
	for (size_t i = 0; i < n; i++)
		if (!kept || w[kept] != number[i])
			w[++kept] = number[i];
	uint32_t set = number_of(s, w, kept);
	mem_free(w);
	return set;
}

static uint32_t merge(const struct numsets *s, uint32_t a, uint32_t b, uint32_t *w) {
	uint32_t n = 0, np, nq;
	const uint32_t *p = numset_members(s, a, &np), *q = numset_members(s, b, &nq);
	while (np || nq) {
		bool first = np && (!nq || *p <= *q), second = nq && (!np || *q <= *p);
		w[++n] = first ? *p : *q;
		np -= first, p += first;
		nq -= second, q += second;
	}
	return n;
}

uint32_t numset_union(struct numsets *s, uint32_t a, uint32_t b) {
	if (a == b || b == NUMSET_EMPTY || a == NUMSET_TOO_LARGE)
		return a;
	if (a == NUMSET_EMPTY || b == NUMSET_TOO_LARGE)
		return b;
	uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, known;
	if (map_get(&s->unions, key, &known))
		return (uint32_t)known;
	uint32_t *w = mem_alloc((2 * s->limit + 1) * sizeof *w);
	uint32_t set = number_of(s, w, merge(s, a, b, w));
	mem_free(w);
	map_put(&s->unions, key, set);
	return set;
}

bool numset_intersect(const struct numsets *s, uint32_t a, uint32_t b) {
	uint32_t np, nq;
	if (a == NUMSET_EMPTY || b == NUMSET_EMPTY)
		return false;
	if (a == NUMSET_TOO_LARGE || b == NUMSET_TOO_LARGE)
		return true;
	const uint32_t *p = numset_members(s, a, &np), *q = numset_members(s, b, &nq);
	while (np && nq && *p != *q) {
		bool first = *p < *q;
		np -= first, p += first;
		nq -= !first, q += !first;
	}
	return np && nq;
}
