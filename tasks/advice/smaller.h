/* tasks/advice/smaller.h -- the same program with smaller constants: fewer threads, shorter arrays.
 *
 * Found in the text of the sources, and of what they include from their own folders: macros
 * ("#define N 8"), enumerators and const variables that are one integer, and integers that bound
 * arrays and loops, where equal ones are one constant.  What holds for the smaller program need not
 * hold for the larger one; what fails in it may be a mistake of the change.
 */
#ifndef TASKS_ADVICE_SMALLER_H
#define TASKS_ADVICE_SMALLER_H

#include "frontend/frontend.h"
#include "util/base/arena.h"
#include "util/base/vec.h"

struct constant_place {
	size_t file; /* index in smaller.file */
	size_t at, n;
	unsigned line;
};

struct constant {
	const char *name; /* "N"; NULL: integers in the text */
	uint64_t value;
	VEC(struct constant_place) place; /* in the order of the text */
	bool bounds;                      /* without a name: one of them bounds an array or a loop */
};

struct smaller_file {
	const char *path, *text;
	size_t n;
};

struct smaller {
	struct arena *arena;
	VEC(struct smaller_file) file;
	VEC(struct constant) constant; /* those that can be smaller */
};

void smaller_find(struct smaller *, struct arena *, const char *const *file, size_t n);
void smaller_free(struct smaller *);
/* The sources with these values, one for each constant: as many as there are files. */
struct fe_text *smaller_texts(const struct smaller *, const uint64_t *value);
void smaller_texts_free(const struct smaller *, struct fe_text *);
/* "N = 2 instead of 8 and 2 instead of 4 (a.c:12)" */
const char *smaller_change(struct arena *, const struct smaller *, const uint64_t *value);

#endif
