#include "check/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void base_die(int code, const char *format, ...) {
	va_list args;
	fflush(stdout);
	va_start(args, format);
	fprintf(stderr, "cbmc-mt-check: ");
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	va_end(args);
	exit(code);
}

static void *base_grow(void *at, size_t n) {
	at = realloc(at, n ? n : 1);
	if (!at)
		base_die(EXIT_USAGE, "out of memory");
	return at;
}

void *base_alloc(size_t n) {
	return memset(base_grow(NULL, n), 0, n);
}

void *base_room(void *at, size_t *cap, size_t need, size_t size) {
	if (need <= *cap)
		return at;
	size_t n = *cap ? 2 * *cap : 8;
	*cap = n < need ? need : n;
	if (*cap > SIZE_MAX / size)
		base_die(EXIT_USAGE, "out of memory");
	return base_grow(at, *cap * size);
}

static size_t slot_of(const struct numbers *m, uint64_t key) {
	uint64_t hash = key * 0x9e3779b97f4a7c15u;
	size_t slot = (hash ^ hash >> 29) & (m->slots - 1);
	while (m->number[slot] != NO_NUMBER && m->key[slot] != key)
		slot = (slot + 1) & (m->slots - 1);
	return slot;
}

static void resize(struct numbers *m) {
	struct numbers old = *m;
	m->slots = old.slots ? 2 * old.slots : 64;
	m->key = base_alloc(m->slots * sizeof *m->key);
	m->number = base_alloc(m->slots * sizeof *m->number);
	memset(m->number, 0xff, m->slots * sizeof *m->number);
	for (size_t i = 0; i < old.slots; i++)
		if (old.number[i] != NO_NUMBER) {
			size_t slot = slot_of(m, old.key[i]);
			m->key[slot] = old.key[i];
			m->number[slot] = old.number[i];
		}
	free(old.key);
	free(old.number);
}

uint32_t numbers_of(struct numbers *m, uint64_t key) {
	if (2 * (size_t)m->n >= m->slots)
		resize(m);
	size_t slot = slot_of(m, key);
	if (m->number[slot] == NO_NUMBER) {
		if (m->n == NO_NUMBER / 4)
			base_die(EXIT_USAGE, "too many variables or nodes");
		m->key[slot] = key;
		m->number[slot] = m->n++;
	}
	return m->number[slot];
}

void numbers_free(struct numbers *m) {
	free(m->key);
	free(m->number);
}
