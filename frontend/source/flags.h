/* frontend/source/flags.h -- a list of compiler flags; the strings are interned or outlive it. */
#ifndef FRONTEND_SOURCE_FLAGS_H
#define FRONTEND_SOURCE_FLAGS_H

#include "util/base/vec.h"

struct fe_flags {
	VEC(const char *) flag;
};

#endif
