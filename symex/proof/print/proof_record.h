/* symex/proof/print/proof_record.h -- the invariant that was found, as the plain data that reports
 * read.
 *
 * Points of the relation that are the same instruction of the user become one: the inside of
 * library functions, and different ways to it.  What is told of it holds in all reached views of
 * one thread there; of two of them, in all views of two threads.  Points inside atomic sections,
 * and in library code that no user's function called, are not told.
 */
#ifndef SYMEX_PROOF_PRINT_PROOF_RECORD_H
#define SYMEX_PROOF_PRINT_PROOF_RECORD_H

#include "symex/proof/search/view.h"

/* Fills result->proof; after views_prove was true. */
void record_proof(struct views *, struct result *);

#endif
