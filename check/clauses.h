/* check/clauses.h -- clauses, what follows from them by unit propagation, and deletion.
 *
 * Literals are integers other than 0, as in DIMACS.  A literal that follows from the clauses by
 * unit propagation alone is kept for ever, also when a clause that it came from is deleted: it was
 * implied, and a proof might have said so in one more line.
 */
#ifndef CHECK_CLAUSES_H
#define CHECK_CLAUSES_H

#include "check/base.h"

struct clauses;

struct clauses *clauses_open(void);
void clauses_close(struct clauses *);

/* Whatever the clause is: the caller answers for it. */
void clauses_add(struct clauses *, const int *at, size_t n);
/* False: there is no such clause.  One that always holds is never stored, and can be deleted. */
bool clauses_delete(struct clauses *, const int *at, size_t n);
/* Unit propagation from the negations of all literals ends in a contradiction (RUP). */
bool clauses_imply(struct clauses *, const int *at, size_t n);
/* Whether the variable was in a call before; from now on it was. */
bool clauses_know(struct clauses *, int literal);

#endif
