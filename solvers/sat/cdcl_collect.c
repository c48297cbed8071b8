/* Deletion of clauses.  Everything happens at level 0, where no clause is a reason: the arena is
 * compacted in place, and watch lists are made anew. */
#include "solvers/sat/cdcl_core.h"

#include <stdlib.h>

enum { GLUE = 2, TIER = 6 }; /* LBD of clauses that are kept for ever; that are kept while used */
enum { REDUCE_STEP = 300 };  /* conflicts */

struct candidate {
	uint32_t cref, lbd, size;
};

static int compare(const void *a, const void *b) {
	const struct candidate *x = a, *y = b;
	if (x->lbd != y->lbd)
		return x->lbd > y->lbd ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return x->cref < y->cref ? -1 : x->cref > y->cref; /* older first */
}

bool cdcl_reducing(const struct cdcl *s) {
	return s->stats.conflicts >= s->reduce_limit;
}

void cdcl_reduce(struct cdcl *s) {
	VEC(struct candidate) at = {0};
	for (size_t c = 0; c < s->arena.n; c += CDCL_HEADER + s->arena.at[c]) {
		uint32_t *flags = &s->arena.at[c + 1], lbd = *flags >> CDCL_LBD_SHIFT;
		bool used = *flags & CDCL_USED;
		*flags &= ~(uint32_t)CDCL_USED;
		if (!(*flags & CDCL_LEARNT) || lbd <= GLUE || (used && lbd <= TIER))
			continue;
		struct candidate x = {(uint32_t)c, lbd, s->arena.at[c]};
		vec_push(&at, x);
	}
	if (at.n)
		qsort(at.at, at.n, sizeof *at.at, compare);
	for (size_t i = 0; i < at.n / 4 * 3; i++)
		s->arena.at[at.at[i].cref + 1] |= CDCL_GARBAGE;
	vec_free(&at);
	s->stats.reductions++;
	s->reduce_limit = s->stats.conflicts + CDCL_REDUCE_UNIT + REDUCE_STEP * s->stats.reductions;
	cdcl_collect(s);
}

/* Enough was propagated since the last time to make a pass over all clauses and watch lists cheap.
 */
bool cdcl_collecting(const struct cdcl *s) {
	return s->trail.n > s->fixed && s->ticks >= s->collect_limit;
}

/* Of watch lists only clauses of two unassigned literals stay. */
static void clear_watches(struct cdcl *s) {
	for (cdcl_lit a = 2; a < s->watch.n; a++) {
		struct cdcl_watches *list = &s->watch.at[a];
		size_t kept = 0;
		for (size_t i = 0; i < list->n; i++) {
			struct cdcl_watch w = list->at[i];
			if (w.ref != CDCL_BINARY)
				continue;
			if (!s->value.at[a] && !s->value.at[w.blocker]) {
				list->at[kept++] = w;
			} else if (a < w.blocker) {
				cdcl_prove(s, CDCL_STEP_DELETED, (cdcl_lit[]){a, w.blocker}, 2);
				s->stats.deleted++;
			}
		}
		list->n = kept;
		if (!kept && s->value.at[a]) {
			s->watch_bytes -= list->cap * sizeof *list->at;
			vec_free(list);
		}
	}
}

/* Copies the literals that are not false; returns how many, or SIZE_MAX if one is true. */
static size_t strip(const struct cdcl *s, const cdcl_lit *from, size_t n, cdcl_lit *to) {
	size_t kept = 0;
	for (size_t i = 0; i < n; i++) {
		int8_t value = s->value.at[from[i]];
		if (value > 0)
			return SIZE_MAX;
		if (!value)
			to[kept++] = from[i];
	}
	return kept;
}

/* The clause that was shortened, where it has to go: back to the arena if it is long. */
static void put_back(struct cdcl *s, const cdcl_lit *at, size_t n, uint32_t flags) {
	if (n == 0) {
		cdcl_contradiction(s);
	} else if (n == 1) {
		cdcl_assign(s, at[0], CDCL_NO_REASON);
	} else {
		uint32_t lbd = flags >> CDCL_LBD_SHIFT;
		cdcl_attach(s, at, n, flags & (CDCL_LEARNT | CDCL_USED), lbd < n ? lbd : (uint32_t)n);
	}
}

void cdcl_collect(struct cdcl *s) {
	clear_watches(s);
	size_t end = s->arena.n, n;
	VEC(cdcl_lit) clause = {0};
	s->arena.n = 0; /* what is put back is never longer than what was read */
	for (size_t c = 0; c < end; c += CDCL_HEADER + n) {
		n = s->arena.at[c];
		uint32_t flags = s->arena.at[c + 1];
		const cdcl_lit *at = s->arena.at + c + CDCL_HEADER;
		vec_reserve(&clause, n);
		size_t left = strip(s, at, n, clause.at);
		bool gone = flags & CDCL_GARBAGE || left == SIZE_MAX;
		s->stats.deleted += gone;
		if (!gone && left < n)
			cdcl_prove(s, CDCL_STEP_LEARNT, clause.at, left);
		if (gone || left < n)
			cdcl_prove(s, CDCL_STEP_DELETED, at, n);
		if (!gone)
			put_back(s, clause.at, left, flags);
	}
	vec_free(&clause);
	s->fixed = s->trail.n;
	s->collect_limit = s->ticks + s->arena.n + 4 * s->watch.n;
}
