/* util/text/nearest.h -- which known name did the user mean? */
#ifndef UTIL_TEXT_NEAREST_H
#define UTIL_TEXT_NEAREST_H

#include <stddef.h>

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b; names longer
 * than 63 characters count as far from everything. */
unsigned nearest_distance(const char *a, const char *b);

struct nearest { /* all-zero apart from 'name' to start */
	const char *name, *best;
	unsigned distance;
};

void nearest_try(struct nearest *, const char *candidate);
/* The best candidate, or NULL if none is close enough to be meant. */
const char *nearest_found(const struct nearest *);

#endif
