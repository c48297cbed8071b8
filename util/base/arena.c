#include "util/base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "util/base/vec.h"

enum { BLOCK = 64 * 1024, ALIGN = 16 };

struct block {
	char *at;
	size_t size, used;
};

struct arena {
	VEC(struct block) block; /* the last one is current; those before are full */
};

struct arena *arena_open(void) {
	return mem_alloc(sizeof(struct arena));
}

static struct block *add_block(struct arena *a, size_t size) {
	struct block b = {.size = size > BLOCK ? size : BLOCK};
	b.at = mem_alloc(b.size);
	vec_push(&a->block, b);
	return &vec_last(&a->block);
}

void *arena_alloc(struct arena *a, size_t size) {
	size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	struct block *b = a->block.n ? &vec_last(&a->block) : NULL;
	if (!b || b->size - b->used < size)
		b = add_block(a, size);
	void *p = b->at + b->used;
	b->used += size;
	return p;
}

void *arena_copy(struct arena *a, const void *from, size_t size) {
	void *p = arena_alloc(a, size);
	if (size)
		memcpy(p, from, size);
	return p;
}

char *arena_printf(struct arena *a, const char *format, ...) {
	va_list ap, again;
	va_start(ap, format);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	char *text = arena_alloc(a, (size_t)n + 1);
	vsnprintf(text, (size_t)n + 1, format, again);
	va_end(again);
	return text;
}

struct arena_mark arena_mark(const struct arena *a) {
	if (!a->block.n)
		return (struct arena_mark){0, 0};
	return (struct arena_mark){a->block.n, vec_last(&a->block).used};
}

void arena_release(struct arena *a, struct arena_mark m) {
	while (a->block.n > m.block)
		mem_free(vec_pop(&a->block).at);
	if (!m.block)
		return;
	struct block *b = &vec_last(&a->block);
	memset(b->at + m.used, 0, b->used - m.used);
	b->used = m.used;
}

void arena_close(struct arena *a) {
	if (!a)
		return;
	arena_release(a, (struct arena_mark){0, 0});
	vec_free(&a->block);
	mem_free(a);
}
