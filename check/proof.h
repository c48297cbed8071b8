/* check/proof.h -- one NNNN.proof, checked line by line (docs/certificates.md). */
#ifndef CHECK_PROOF_H
#define CHECK_PROOF_H

#include "check/sha256.h"

struct digest {
	char text[DIGEST_TEXT];
};

struct proof_result {
	uint64_t queries; /* that were accepted */
	/* What each query is about: the lines before it that state the problem, and its own. */
	LIST(struct digest) digest;
	uint64_t learnt, lemmas;
	size_t line;       /* of what is wrong; 0: not of a line */
	const char *wrong; /* or NULL: the proof is right */
};

/* The caller frees the digests.  Where each query goes in DIMACS and DRAT: PREFIX-K.cnf,
 * PREFIX-K.drat; NULL: nowhere. */
struct proof_result proof_check(const char *path, const char *export_prefix);

#endif
