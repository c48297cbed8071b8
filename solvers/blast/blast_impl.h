/* solvers/blast/blast_impl.h -- what blast.c, blast_array.c and blast_table.c share. */
#ifndef SOLVERS_BLAST_BLAST_IMPL_H
#define SOLVERS_BLAST_BLAST_IMPL_H

#include "solvers/blast/blast.h"
#include "util/base/map.h"
#include "util/base/vec.h"

struct array_read {  /* of an array variable; its element is a word of inputs */
	term var, index; /* index NO_TERM: any index that is used nowhere */
	const lit *element;
	size_t before; /* the previous read of the same variable, plus one; 0: none */
	bool compared; /* with all before: equal indices have equal elements */
};

struct array_equality {
	term a, b;
	lit holds;
	size_t compared; /* indices already met */
};

struct array_index {
	term index;
	uint32_t elem; /* width of the elements of the arrays it is used with */
};

struct blast {
	struct terms *terms;
	struct gates *gates;
	struct arena *arena;
	VEC(const lit *) word; /* by term; not NULL for an array that is done */
	VEC(term) todo;
	VEC(term) var; /* variables that have words */
	/* dividend and divisor -> the words of quotient and remainder, next to one another */
	struct map division, signed_division;
	VEC(lit) clause;

	struct map element;   /* array and index -> word */
	struct map last_read; /* array variable -> index into 'read' plus one */
	struct map indexed;   /* index and width of elements -> it is in 'index' */
	VEC(struct array_read) read;
	VEC(struct array_equality) equality;
	VEC(struct array_index) index;
	VEC(term) array_todo;
	size_t ncompared; /* pairs of reads compared before any model asked for it */
};

lit *blast_new_word(struct blast *, uint32_t n);
const lit *blast_leaf(struct blast *, term); /* a constant or variable, at any time */

/* Their operands have words. */
void blast_store(struct blast *, term); /* notes the index */
lit blast_array_equal(struct blast *, term a, term b);
const lit *blast_read(struct blast *, term array, term index);
/* Stores at constant indices, one upon the other, and the array that is below all of them. */
bool blast_is_table(const struct blast *, term array);
term blast_below_table(const struct blast *, term array);
const lit *blast_read_table(struct blast *, term array, term index, const lit *below);
void blast_array_model(const struct blast *, const bool *value, struct model *);
void blast_array_free(struct blast *);

#endif
