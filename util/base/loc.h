/* util/base/loc.h -- a source position; plain data, passed by value. */
#ifndef UTIL_BASE_LOC_H
#define UTIL_BASE_LOC_H

#include <stdint.h>

struct loc {
	const char *file; /* interned, as the user named it; NULL: no position (generated code) */
	uint32_t line, col;
};

#endif
