#include "symex/lazy/levels.h"

#include "symex/bounds.h"

#include <string.h>

enum { MAX_RAISES = 8 }; /* of the iterations over constants in a level */

void levels_open(struct levels *l, struct deepening first, uint32_t context) {
	*l = (struct levels){.n = 1};
	l->at[0] = (struct level){.loops = first, .context = context, .few = NO_BOUND};
}

bool levels_deepen(struct levels *l, const struct symex *x) {
	struct deepening next = l->at[l->n - 1].loops;
	if (l->n == MAX_LEVELS || !deepen_further(x, &next))
		return false;
	l->at[l->n++] = (struct level){.loops = next, .few = NO_BOUND};
	return true;
}

bool levels_insert(struct levels *l, const struct level *after, const struct level *new) {
	size_t ix = (size_t)(after - l->at) + 1;
	if (l->n == MAX_LEVELS)
		return false;
	memmove(&l->at[ix + 1], &l->at[ix], (l->n - ix) * sizeof *l->at);
	l->at[ix] = *new;
	l->n++;
	return true;
}

uint64_t levels_share(const struct levels *l, uint32_t level, uint64_t turn, uint64_t least) {
	uint32_t halves = l->at[level].is_lengthened;
	for (uint32_t i = l->first; i < level; i++)
		halves += !l->at[i].is_lengthened;
	uint64_t share = halves < 64 ? turn >> halves : 0;
	return share > least ? share : least;
}

void levels_subsume(struct levels *l, uint32_t from) {
	for (uint32_t i = l->first; i < from; i++)
		if (l->at[i].context < l->at[from].context)
			l->at[i].context = l->at[from].context;
}

void levels_restart(struct levels *l) {
	for (uint32_t i = l->first; i < l->n; i++)
		l->at[i].context = 0;
}

static uint32_t find_iteration(const struct levels *l, const struct deepening *d) {
	uint32_t i = 0;
	while (i < l->niterations &&
	       (l->iteration[i].loops.unwind != d->unwind ||
	        l->iteration[i].loops.constant_iterations != d->constant_iterations))
		i++;
	return i;
}

uint32_t levels_number(struct levels *l, const struct deepening *d) {
	uint32_t i = find_iteration(l, d);
	if (i == MAX_ITERATIONS)
		return i + ++l->others;
	if (i == l->niterations)
		l->iteration[l->niterations++] = (struct deepened){.loops = *d, .shortest = NO_BOUND};
	return i + 1;
}

void levels_renumber(struct levels *l, const struct deepening *d) {
	uint32_t i = find_iteration(l, d);
	if (i < l->niterations)
		l->iteration[i].loops = (struct deepening){0};
}

struct deepened *levels_deepened(struct levels *l, uint32_t number) {
	return number <= l->niterations ? &l->iteration[number - 1] : NULL;
}

uint64_t levels_numbers(const struct levels *l) {
	uint64_t set = 0;
	for (uint32_t i = l->first; i < l->n; i++) {
		struct deepening d = l->at[i].loops;
		for (int more = 0; more < MAX_RAISES; more++, deepen_constants(&d)) {
			uint32_t found = find_iteration(l, &d);
			set |= found < l->niterations ? 1ull << (found + 1) : 0;
		}
	}
	return set;
}
