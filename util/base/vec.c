#include "util/base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool (*on_exhausted)(void);

void mem_set_exhausted(bool (*handler)(void)) {
	on_exhausted = handler;
}

void mem_exhausted(void) {
	fputs("cbmc-mt: out of memory\n", stderr);
	if (!on_exhausted || !on_exhausted())
		puts("VERIFICATION UNKNOWN (out of memory)");
	fflush(stdout);
	_exit(5); /* what runs at exit may need memory */
}

void *mem_alloc(size_t size) {
	void *p = calloc(1, size ? size : 1);
	if (!p)
		mem_exhausted();
	return p;
}

static void *grow(void *at, size_t size) {
	void *p = realloc(at, size ? size : 1);
	if (!p)
		mem_exhausted();
	return p;
}

void mem_free(void *at) {
	free(at);
}

void *vec_room(void *at, size_t *cap, size_t need, size_t elem) {
	if (need <= *cap)
		return at;
#ifdef STRESS
	size_t grown = need;
#else
	size_t grown = *cap ? *cap * 2 : 8;
	if (grown < need)
		grown = need;
#endif
	at = grow(at, grown * elem);
	*cap = grown;
	return at;
}
