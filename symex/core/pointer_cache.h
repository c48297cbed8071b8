/* symex/core/pointer_cache.h -- constant pointers, which are wider than a machine word and occur
 * often. */
#ifndef SYMEX_CORE_POINTER_CACHE_H
#define SYMEX_CORE_POINTER_CACHE_H

#include "solvers/term/term.h"
#include "util/base/vec.h"

/* Odd, so that no other C type has the width of a pointer term. */
#define POINTER_OBJECT_BITS 31

enum { KNOWN_POINTERS = 4096 };

struct pointer_cache {
	struct known_pointer {
		term pointer, offset;
		uint32_t object;
	} made[KNOWN_POINTERS], taken[KNOWN_POINTERS];
};

/* For symex.pointers; mem_free ends it. */
static inline struct pointer_cache *ptr_cache_open(void) {
	return mem_alloc(sizeof(struct pointer_cache));
}

#endif
