/* frontend/source/cursors.h -- maps from cursors of libclang. */
#ifndef FRONTEND_SOURCE_CURSORS_H
#define FRONTEND_SOURCE_CURSORS_H

#include <clang-c/Index.h>

#include "util/base/map.h"
#include "util/base/vec.h"

/* Cursors to numbers; libclang's hash is not unique, so entries are chained and compared. */
struct lw_cursor {
	CXCursor cursor;
	uint64_t value, next;
};

struct lw_cursors {
	struct map head; /* hash -> index + 1 */
	VEC(struct lw_cursor) entry;
};

bool lw_cursors_get(const struct lw_cursors *, CXCursor, uint64_t *value);
void lw_cursors_put(struct lw_cursors *, CXCursor, uint64_t value); /* new cursors only */
void lw_cursors_free(struct lw_cursors *);
void lw_cursors_forget(struct lw_cursors *, CXTranslationUnit); /* all that are of it */

#endif
