/* solvers/order/order_proof.h -- the order in the proof of a SAT solver: what it is given, and the
 * reasons of lemmas (docs/certificates.md).
 *
 * Edges have a literal (label) and are found by it and their ends.  Without a file everything does
 * nothing.
 */
#ifndef SOLVERS_ORDER_ORDER_PROOF_H
#define SOLVERS_ORDER_ORDER_PROOF_H

#include "solvers/order/order_impl.h"
#include "solvers/proof_file.h"

struct order_proof_edge {
	uint32_t from, to;
	int label;
	uint32_t number;
	bool is_watch;
	size_t next; /* of the same key, plus 1; 0: none */
};

struct order_proof_numbers {
	VEC(uint32_t) at;
};

struct order_proof_read {
	uint32_t number;
	struct order_proof_numbers source, rival; /* 0: it is not in the file */
};

struct order_proof {
	struct proof_file *file; /* NULL: none */
	VEC(struct order_proof_edge) edge;
	struct map edge_at;                         /* by key: index plus 1 */
	uint32_t nedges, nreads, nsources, nrivals; /* numbers that were given */
	VEC(struct order_proof_read) read;
	VEC(int64_t) line; /* that is being written */
};

void order_proof_open(struct order_proof *, struct proof_file *, const char *way);
void order_proof_free(struct order_proof *);

void order_proof_fixed(struct order_proof *, uint32_t from, uint32_t to);
void order_proof_edge(struct order_proof *, int label, uint32_t from, uint32_t to);
/* The literal is a new variable: both edges. */
void order_proof_atom(struct order_proof *, int literal, uint32_t a, uint32_t b);
void order_proof_watch(struct order_proof *, int literal, uint32_t a, uint32_t b);

/* A cycle: begin, then its edges in order, then end.  The clause is in the file then. */
void order_proof_begin(struct order_proof *);
void order_proof_add(struct order_proof *, int label, uint32_t from, uint32_t to);
void order_proof_end(struct order_proof *);
/* A cycle of one, two or three edges, of which a label SAT_TRUE stands for fixed edges. */
void order_proof_cycle(struct order_proof *, const int *label, const uint32_t *node, size_t n);

/* The literals of a source and a rival of a read are SAT_TRUE if they always hold.  'before' means
 * that the rival is before the source, 'later' that it is after the read: both are false. */
struct order_proof_triple {
	const struct order_read *r;
	uint32_t read, source, rival; /* indices */
	int taken, active, before, later;
};
void order_proof_triple(struct order_proof *, const struct order_proof_triple *);

/* What the SAT solver is given until the next call is not input. */
void order_proof_given(struct order_proof *, enum proof_given);

#endif
