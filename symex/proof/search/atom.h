/* symex/proof/search/atom.h -- what candidates for invariants are made of.
 *
 * atom.c reads the formulas of the steps once; candidate.c makes the candidates of each view of it.
 */
#ifndef SYMEX_PROOF_SEARCH_ATOM_H
#define SYMEX_PROOF_SEARCH_ATOM_H

#include "symex/proof/search/view.h"

struct class {
	VEC(term) constant;
	bool is_signed, is_unsigned; /* how its parts are compared */
};

struct setting { /* a step sets a part to an expression over the thread */
	uint32_t part;
	uint32_t tid;
	term value;
	bool is_rigid; /* over the number of the thread only: of interest to the whole class */
};

struct own_atom { /* a comparison of the program itself, or what makes it true after a few steps */
	term atom;
	uint32_t tid;   /* of the thread whose parts it mentions; NO_PART: shared parts only */
	uint32_t point; /* only there; NO_POINT: wherever its parts exist */
};

struct candidate_list {
	VEC(term) at;
};

struct atoms {
	struct views *v;
	uint32_t *up; /* union-find of parts */
	struct class *class;
	VEC(struct setting) setting;
	VEC(struct own_atom) own;
	struct map seen;
	struct map list_of;
	VEC(struct candidate_list *) list;
	struct map known; /* while a list is made */
	bool *is_mask;    /* by part: is it a set of bits? */
	bool *of_main;    /* by part: is it a variable of main that is not constant? */
};

struct atoms *atoms_open(struct views *);
void atoms_close(struct atoms *);
/* Makes all parts symbolic that are in a class with one that is; true: there were some. */
bool atoms_join_classes(struct atoms *);
/* The candidates of a view of one or two threads; point2 NO_POINT: one. */
const term *atoms_of(struct atoms *, uint32_t point1, uint32_t point2, size_t *n);

/* The part that stands for the class of a part. */
uint32_t atoms_root(struct atoms *, uint32_t part);
bool atoms_part_of(const struct atoms *, term, uint32_t *part);
/* The candidates of a view, which the caller owns. */
struct candidate_list *candidates_guess(struct atoms *, uint32_t point1, uint32_t point2);

#endif
