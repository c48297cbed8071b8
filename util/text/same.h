/* util/text/same.h -- are two texts, or two positions, the same?  Either may be missing. */
#ifndef UTIL_TEXT_SAME_H
#define UTIL_TEXT_SAME_H

#include <stdbool.h>
#include <string.h>

#include "util/base/loc.h"

/* Both are there. */
static inline bool same_text(const char *a, const char *b) {
	return a && b && !strcmp(a, b);
}

static inline bool same_text_or_none(const char *a, const char *b) {
	return same_text(a, b) || a == b;
}

/* Both are in a file. */
static inline bool same_place(struct loc a, struct loc b) {
	return a.line == b.line && a.col == b.col && same_text(a.file, b.file);
}

static inline bool same_place_or_none(struct loc a, struct loc b) {
	return a.line == b.line && a.col == b.col && same_text_or_none(a.file, b.file);
}

#endif
