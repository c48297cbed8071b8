/* check/proof.h -- one NNNN.proof, checked line by line (docs/certificates.md). */
#ifndef CHECK_PROOF_H
#define CHECK_PROOF_H

#include "check/base.h"

struct proof_result {
	uint64_t queries; /* that were accepted */
	uint64_t learnt, lemmas;
	size_t line;       /* of what is wrong; 0: not of a line */
	const char *wrong; /* or NULL: the proof is right */
};

/* Where each query goes in DIMACS and DRAT: PREFIX-K.cnf, PREFIX-K.drat; NULL: nowhere. */
struct proof_result proof_check(const char *path, const char *export_prefix);

#endif
