#include "util/base/intern.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "util/base/arena.h"
#include "util/base/vec.h"

static struct {
	const char **at;
	size_t n, cap;
	struct arena *arena;
	pthread_mutex_t lock;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t hash(const char *s, size_t n) {
	uint64_t h = 1469598103934665603ULL;
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 1099511628211ULL;
	return h ^ (h >> 29);
}

static const char **find(const char *s, size_t n) {
	size_t i = (size_t)hash(s, n) & (table.cap - 1);
	while (table.at[i] && (strncmp(table.at[i], s, n) != 0 || table.at[i][n]))
		i = (i + 1) & (table.cap - 1);
	return &table.at[i];
}

static void grow(void) {
	const char **old = table.at;
	size_t old_cap = table.cap;
	table.cap = old_cap ? old_cap * 2 : 1024;
	table.at = mem_alloc(table.cap * sizeof *table.at);
	for (size_t i = 0; i < old_cap; i++)
		if (old[i])
			*find(old[i], strlen(old[i])) = old[i];
	mem_free(old);
}

const char *intern_n(const char *text, size_t n) {
	pthread_mutex_lock(&table.lock);
	if (2 * (table.n + 1) > table.cap)
		grow();
	if (!table.arena)
		table.arena = arena_open();
	const char **slot = find(text, n);
	if (!*slot) {
		char *copy = arena_alloc(table.arena, n + 1);
		memcpy(copy, text, n);
		*slot = copy;
		table.n++;
	}
	const char *found = *slot;
	pthread_mutex_unlock(&table.lock);
	return found;
}

const char *intern(const char *text) {
	return intern_n(text, strlen(text));
}

const char *intern_printf(const char *format, ...) {
	char small[256], *text = small;
	va_list ap, again;
	va_start(ap, format);
	va_copy(again, ap);
	int n = vsnprintf(small, sizeof small, format, ap);
	va_end(ap);
	if ((size_t)n >= sizeof small) {
		text = mem_alloc((size_t)n + 1);
		vsnprintf(text, (size_t)n + 1, format, again);
	}
	va_end(again);
	const char *result = intern_n(text, (size_t)n);
	if (text != small)
		mem_free(text);
	return result;
}

void intern_free_all(void) {
	arena_close(table.arena);
	mem_free(table.at);
	memset(&table, 0, sizeof table);
}
