/* report/blame.h -- the places besides the first that a violation is about: who else accesses, who
 * waits for what, who holds it.  As data, for formats that list related places. */
#ifndef REPORT_BLAME_H
#define REPORT_BLAME_H

#include "report/result.h"

struct blame {
	uint32_t thread;
	struct loc loc;
	const char *text; /* "T1 a waits for mutex m, held by T2 b" */
};

struct blames {
	struct blame *at; /* the arena's */
	size_t n, cap;
};

/* The accesses of a race, the waits of a deadlock and the locks they are about, locks in the wrong
 * order; the owner frees the list. */
void blame_list(struct arena *, const struct cex *, struct blames *);

#endif
