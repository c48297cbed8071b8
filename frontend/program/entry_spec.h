/* frontend/program/entry_spec.h -- the language of --args: what is assumed of arguments.
 *
 *   spec  :=  item { ',' item }
 *   item  :=  'nonnull' | 'any'                 of all pointers
 *          |  NAME '[' NAME | NUMBER ']'        points to an array of that many elements
 *          |  NAME ':' 'string' | 'null' | 'nonnull' | 'any' | 'object'
 *          |  NAME ':' NUMBER '..' NUMBER       lies between them
 *          |  NAME '=' NUMBER | 'null' | NAME   has that value, or points where that parameter does
 *
 * NAME is that of a parameter; with threads, FUNCTION '.' NAME is one of that function only.
 */
#ifndef FRONTEND_PROGRAM_ENTRY_SPEC_H
#define FRONTEND_PROGRAM_ENTRY_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/vec.h"

enum spec_kind {
	SPEC_ARRAY,  /* of 'other' elements, or of 'low' */
	SPEC_STRING, /* that ends */
	SPEC_NULL,
	SPEC_NONNULL,
	SPEC_ANY,    /* may be null, or point where another one does */
	SPEC_OBJECT, /* one of the type: no string, no array */
	SPEC_RANGE,  /* low to high */
	SPEC_VALUE,  /* low */
	SPEC_SAME,   /* as 'other' */
};

struct spec_item {
	const char *function, *name; /* function: NULL: of any */
	enum spec_kind kind;
	const char *other; /* a parameter; or NULL */
	int64_t low, high;
	size_t at, other_at; /* where the names stand in the text */
	bool is_used;        /* a parameter of that name was met */
};

enum spec_mode { SPEC_USUAL, SPEC_ALL_NONNULL, SPEC_ALL_ANY };

struct entry_spec {
	const char *text;
	enum spec_mode mode;
	VEC(struct spec_item) item;
};

/* NULL: it was understood; otherwise what is wrong, with the text and a caret below it. */
const char *spec_read(struct arena *, const char *text, struct entry_spec *);
void spec_free(struct entry_spec *);
/* The text, and below it a caret at a position, after a message. */
const char *spec_error(struct arena *, const char *text, size_t at, const char *message);
/* What is said of a parameter; NULL: nothing. */
struct spec_item *spec_find(struct entry_spec *, const char *function, const char *name);

#endif
