/* solvers/blast/blast.h -- terms to circuits.
 *
 * Every term becomes a word of literals once and keeps it.  Arrays have no word: a read is
 * computed from the stores above the array variable, and each index at which a variable is read
 * has a word of inputs.  Clauses say what must hold between those words (equal indices have equal
 * elements); some are added only after a model has violated them:
 *
 *   blast_word ... --> blast_arrays --> new clauses --> solve --SAT--> blast_repair --true: again
 *                                                                                  --false: done
 */
#ifndef SOLVERS_BLAST_BLAST_H
#define SOLVERS_BLAST_BLAST_H

#include "solvers/blast/gates.h"
#include "solvers/term/eval.h"
#include "solvers/term/term.h"

struct blast;

struct blast *blast_open(struct terms *, struct gates *);
void blast_close(struct blast *);

/* The word of a boolean (one literal) or bit-vector, least significant bit first. */
const lit *blast_word(struct blast *, term);
const lit *blast_known(const struct blast *, term); /* NULL: not asked for yet */

/* After all assertions of a query: instantiates array equalities at the indices in use.  False:
 * 'reason' says why the arrays cannot be decided. */
bool blast_arrays(struct blast *, const char **reason);
bool blast_is_lazy(const struct blast *); /* not all clauses were added: blast_repair is needed */
/* Adds the clauses that the model violates; false: there are none. */
bool blast_repair(struct blast *, const bool *value);
/* Clauses that hold always; each ends with 0.  New ones come at the end. */
const lit *blast_clauses(const struct blast *, size_t *n);

/* The variables' values under those of the gates. */
void blast_model(const struct blast *, const bool *value, struct model *);
/* The i-th index at which an array variable was read; false: no more. */
bool blast_index(const struct blast *, term var, size_t i, const bool *value, struct arena *,
                 struct bits *out);
struct bits blast_bits(struct arena *, const lit *word, uint32_t n, const bool *value);

#endif
