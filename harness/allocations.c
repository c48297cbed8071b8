/* harness/allocations.c -- malloc and its kin for tests that let an allocation fail, or that read a
 * block before it is set; without such a test, nothing of this is linked to the program's calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "harness/calls.h"
#include "harness/replies.h"
#include "harness/stubs.h"
#include "harness/turns.h"

enum { EARLY = 16384 };

/* What the search for a function of the library allocates itself. */
static void *early_block(size_t size) {
	static char early[EARLY] __asm__("cbmc_mt_harness_early") __attribute__((aligned(16)));
	static size_t used __asm__("cbmc_mt_harness_used");
	size_t at = __atomic_fetch_add(&used, (size + 15) & ~(size_t)15, __ATOMIC_RELAXED);
	return at + size <= EARLY ? early + at : NULL;
}

typedef void *allocator(uintptr_t, uintptr_t);

static allocator *find_real(const char *name) {
	static struct {
		const char *name;
		allocator *function;
	} known[16] __asm__("cbmc_mt_harness_allocators");
	static _Thread_local bool searches __asm__("cbmc_mt_harness_searches");
	unsigned i = 0;
	for (; i < 16 && known[i].name; i++)
		if (known[i].function && !strcmp(known[i].name, name))
			return known[i].function;
	if (searches)
		return NULL;
	searches = true;
	allocator *real = (allocator *)cbmc_mt_real(name);
	searches = false;
	if (i < 16) {
		known[i].function = real;
		known[i].name = name;
	}
	return real;
}

void *cbmc_mt_allocate(const char *name, const void *caller, uintptr_t first, uintptr_t second) {
	allocator *real = find_real(name);
	bool is_product = !strcmp(name, "calloc");
	size_t size = is_product ? first * second : !strcmp(name, "malloc") ? first : second;
	if (!real)
		return early_block(size);
	if (!turns.ready || !replies_has(name) || !calls_is_own(caller))
		return real(first, second);
	calls_enter(name, caller);
	bool succeeds = replies_allocates(name);
	void *block = succeeds ? real(first, second) : NULL;
	if (block && !is_product && strcmp(name, "realloc") != 0)
		replies_fill(block, size);
	calls_leave();
	if (!succeeds)
		errno = ENOMEM;
	return block;
}
