/* tasks/validate.h -- --validate-witness: is what a witness says so?
 *
 * The witness is instrumented into the program (witness/instrument.h), which is then verified as
 * any other program.  The answer is the last line on standard output:
 *
 *   WITNESS CONFIRMED           0
 *     a violation that the witness describes was found and replayed;
 *     of a correctness witness: its invariants and the property hold
 *   WITNESS REJECTED (reason)  10
 *     everything was looked at, and there is none; or an invariant or the property is violated
 *   WITNESS UNKNOWN (reason)    5
 *     something was cut, is not understood, or the witness is of another program, specification
 *     or data model
 *
 * A part of the witness that is not understood is left out, so that more executions match: what is
 * rejected then is rejected all the same, but nothing can be confirmed.
 *
 *   validate_run: the program is read --> validate_instrument, then the passes --> symex
 */
#ifndef TASKS_VALIDATE_H
#define TASKS_VALIDATE_H

#include "cli/session/limits.h"
#include "tasks/verify.h"
#include "witness/instrument.h"
#include "witness/witness.h"

/* Each only if the one before has found nothing:
 *   PATH   one schedule, the one that the witness tells, if it tells one
 *   ALONG  schedules in which threads wait for their turn, see witness/instrument.h
 *   ALL    all that match it */
enum validation_search { SEARCH_PATH, SEARCH_ALONG, SEARCH_ALL };

struct validation {
	const struct options *o;
	struct witness *witness;
	struct instrumentation instrumentation;
	enum validation_search search;
	const struct config *config;
	bool is_race;         /* the specification is that there is none */
	const char *mismatch; /* it cannot be a witness of this run; or NULL */
};

/* true: the answer is known without a search. */
bool validate_instrument(struct validation *, struct config *, struct goto_prog *);
/* All of it, for the configuration of the only run; returns the exit code. */
int validate_run(struct verification *, struct config *);
const struct last_words *validate_last_words(void); /* if the guard ends the run by force */

#endif
