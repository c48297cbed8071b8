/* symex/query/transcript.h -- what the solver is asked about properties, for people and other
 * solvers.
 *
 * --smtlib2 FILE: each question as a complete SMT-LIB 2 script, with (reset) between them.  Without
 * threads there is one for each depth of unwinding, and --lazy asks along each schedule, --schedule
 * and --uw each time the formula has grown.  UNSAT means that no property is violated.
 * --show-vcc: each condition as CBMC shows it, what is known above the line, what is to hold below.
 * Questions whether a path can be taken at all are not among them.
 */
#ifndef SYMEX_QUERY_TRANSCRIPT_H
#define SYMEX_QUERY_TRANSCRIPT_H

#include "symex/core/execution.h"

/* The conditions recorded in x->vc are going to be asked. */
void transcript_question(struct symex *x);

#endif
