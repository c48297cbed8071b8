/* solvers/term/term_walk.h -- the terms that others are made of, each once.
 *
 *   struct term_walk w = {.terms = ts};
 *   term_walk_from(&w, root);
 *   for (term t; term_walk_next(&w, &t);)
 *       ...
 *   term_walk_end(&w);
 *
 * The order is that of a search in depth, the last argument first; a term that several are made of
 * comes after one of them.  Terms may be made, and roots added, on the way; whoever has seen enough
 * ends the walk.
 */
#ifndef SOLVERS_TERM_TERM_WALK_H
#define SOLVERS_TERM_TERM_WALK_H

#include "solvers/term/term.h"
#include "util/base/map.h"
#include "util/base/vec.h"

struct term_walk {
	const struct terms *terms;
	struct map seen;
	VEC(term) todo;
};

void term_walk_from(struct term_walk *, term root);
bool term_walk_next(struct term_walk *, term *); /* false: there are no more */
void term_walk_end(struct term_walk *);

#endif
