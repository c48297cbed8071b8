/* report/base/position.h -- source positions as other programs expect them: URIs, and columns in
 * UTF-16 units. */
#ifndef REPORT_BASE_POSITION_H
#define REPORT_BASE_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/loc.h"

/* Relative to the directory (absolute, or NULL: unknown) if the file is below it, and otherwise
 * file:///...; whatever is special in a URI is percent-encoded. */
const char *position_uri(struct arena *, const char *directory, const char *file,
                         bool *is_relative);
const char *position_directory_uri(struct arena *, const char *directory); /* file:///.../ */

struct region { /* 0: not known */
	uint32_t line, col, end_col;
};

struct span { /* columns count from 1; the end is the position behind it */
	uint32_t line, col, end_line, end_col;
};

/* These bytes of the file as it was read; false: it has changed, or has no such bytes. */
bool position_span(const char *file, size_t offset, size_t length, struct span *);

/* The statement that begins there, as far as it is on that line; columns count from 1. */
struct region position_region(struct loc);

#endif
