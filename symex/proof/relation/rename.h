/* symex/proof/relation/rename.h -- formulas about threads 1 and 2, for other threads in place of
 * them. */
#ifndef SYMEX_PROOF_RELATION_RENAME_H
#define SYMEX_PROOF_RELATION_RENAME_H

#include "symex/proof/relation/relation.h"

struct renamer {
	const struct relation *r;
	struct map view_of_var; /* of all threads: 4 * part + thread */
	struct map renamed;     /* the term, and for whom -> the term */
};

/* For the parts that the relation has now. */
void renamer_open(struct renamer *, const struct relation *);
void renamer_close(struct renamer *);
/* The term with other threads in place of 1 and 2. */
term rename_threads(struct renamer *, term, uint32_t for1, uint32_t for2);

#endif
