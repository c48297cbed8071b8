/* symex/query/transcript.h -- prints the queries about properties.
 *
 * --smtlib2 FILE: each query as a complete SMT-LIB 2 script, with (reset) between them.  Without
 * threads there is one for each iteration of deepening; --strategy=lazy has queries along each
 * schedule,
 * --strategy=schedule and uw one each time the formula has grown.  UNSAT means that no property is
 * violated.
 * --show-vcc: each verification condition in the format of CBMC, assumptions above the line, the
 * condition below.  Queries about the feasibility of paths are not printed.
 */
#ifndef SYMEX_QUERY_TRANSCRIPT_H
#define SYMEX_QUERY_TRANSCRIPT_H

#include "symex/core/execution.h"

/* Prints the query about the verification conditions in x->vc, before it is asked. */
void transcript_question(struct symex *x);

#endif
