/* frontend/units/index_unit.h -- what the index (frontend/units/index.h) knows of one unit. */
#ifndef FRONTEND_UNITS_INDEX_UNIT_H
#define FRONTEND_UNITS_INDEX_UNIT_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "frontend/source/strength.h"
#include "util/base/loc.h"
#include "util/base/vec.h"

struct index_def {    /* one declaration at file scope that matters to other units */
	const char *name; /* interned */
	struct loc loc;
	enum fe_strength strength; /* FE_DECLARED: of interest for an attribute or its size */
	bool is_function, is_static, is_weak, is_noreturn;
	bool is_sized;                    /* a variable whose type is no array without a bound */
	uint32_t constructor, destructor; /* priority, or NO_PRIORITY */
	const char *alias;                /* interned: it is another name of this; or NULL */
	uint64_t type;                    /* of its spelling: fe_index_type; 0 if it is static */
};

enum index_state { INDEX_READ, INDEX_MISSING, INDEX_BROKEN };

struct index_unit {
	enum index_state state;
	struct loc place;    /* INDEX_BROKEN: of the first error */
	const char *problem; /* and its text, interned */
	unsigned nproblems;
	VEC(struct index_def) def; /* in the order of the source */
	VEC(const char *) file;    /* the source and all that it includes, interned */
};

void fe_index_free(struct index_unit *); /* NULL is allowed */

/* Declarations that have the same of it have the same type; the reverse need not be. */
uint64_t fe_index_type(CXCursor decl);

#endif
