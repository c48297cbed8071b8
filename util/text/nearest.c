#include "util/text/nearest.h"

#include <string.h>

#define LONGEST 63

static unsigned min2(unsigned a, unsigned b) {
	return a < b ? a : b;
}

unsigned nearest_distance(const char *a, const char *b) {
	size_t n = strlen(a), m = strlen(b);
	if (n > LONGEST || m > LONGEST)
		return LONGEST * 2;
	unsigned row[3][LONGEST + 1]; /* of i - 2, i - 1 and i, in turn */
	for (size_t j = 0; j <= m; j++)
		row[0][j] = (unsigned)j;
	for (size_t i = 1; i <= n; i++) {
		unsigned *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
		now[0] = (unsigned)i;
		for (size_t j = 1; j <= m; j++) {
			unsigned cost = a[i - 1] != b[j - 1];
			now[j] = min2(last[j - 1] + cost, min2(last[j], now[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				now[j] = min2(now[j], before[j - 2] + 1);
		}
	}
	return row[n % 3][m];
}

void nearest_try(struct nearest *near, const char *candidate) {
	unsigned d = nearest_distance(near->name, candidate);
	if (near->best && d >= near->distance)
		return;
	near->best = candidate;
	near->distance = d;
}

/* A third of the name may be mistyped; of a short name one letter; of one letter nothing. */
static size_t tolerated(size_t length) {
	return length < 2 ? 0 : length < 6 ? 1 : length / 3;
}

const char *nearest_found(const struct nearest *near) {
	if (!near->best || near->distance > tolerated(strlen(near->name)))
		return NULL;
	return near->best;
}
