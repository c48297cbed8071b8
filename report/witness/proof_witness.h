/* report/witness/proof_witness.h -- the invariants of a proof as a correctness witness has them.
 *
 * A witness says what holds whenever a thread is about to execute a statement, or to compute the
 * condition of a loop.  So of all places of a proof those are told that are the beginning of a
 * statement, which is seen in its text: nothing that the statement does before the place may have
 * an effect.  Of the facts those are told whose names mean the same in the text there; what is
 * known about two threads is not, as a witness has no words for it.
 *
 * If several places begin a statement (threads of several functions execute it, or it has several
 * steps), what all of them have in common is told, and the rest as alternatives.
 *
 * A counter of threads becomes a ghost variable if every change of it can be told as an update
 * together with one statement; facts about other counters are left out.
 */
#ifndef REPORT_WITNESS_PROOF_WITNESS_H
#define REPORT_WITNESS_PROOF_WITNESS_H

#include <stdio.h>

#include "report/witness/witness.h"

void proof_witness(FILE *, const struct witness *); /* all of it, format 2 */

#endif
