#include "frontend/machine/simd.h"

#include <stdlib.h>

const struct type *simd_elem(struct lw *lw, const char *text) {
	uint32_t bits = (uint32_t)strtoul(text + 1, NULL, 10);
	if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
		return NULL;
	switch (*text) {
	case 's':
	case 'i': return type_int(lw->types, bits, true);
	case 'u':
	case 'p': return type_int(lw->types, bits, false);
	case 'f': return bits < 32 ? NULL : type_float(lw->types, bits, bits / 8, bits / 8);
	default: return NULL;
	}
}
