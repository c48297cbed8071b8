/* tasks/fix_prove.h -- is the program with another text as it should be?
 *
 * The command of the user, with the changed files in place of those on disk, and with deadlocks and
 * data races looked for even if the user did not ask.  Proved is a change only if
 *   - the verdict is SAFE, without a bound that the user did not set, and no assertion is vacuous;
 *   - executions still come to what was violated, unless it is one that none is meant to come to,
 *     as assert(0); a condition that was changed is neither always true nor never;
 *   - races that the user did not ask for, and that stay, were there before, and are not about the
 *     data of the cause;
 *   - what random runs of the program as it is have executed, those that fail left out unless all
 *     do, random runs of the changed one execute, too: every line of the user's code, by its place
 *     in the text, up to the end of the program.
 */
#ifndef TASKS_FIX_PROVE_H
#define TASKS_FIX_PROVE_H

#include "frontend/about/places.h"
#include "tasks/verify.h"

struct fix_line {
	const char *file; /* interned */
	uint32_t line;
};

struct prover {
	const struct verification *run;
	const struct places *places;
	const struct result *result; /* of the program as it is */
	struct arena *arena;
	double end;                   /* of the time */
	VEC(struct fix_line) reached; /* by runs of the program as it is */
	bool knows_reached;
	bool is_endless;        /* no run of it is expected to end */
	VEC(const char *) race; /* texts of the races that there are, if the user did not ask */
	bool knows_races;
	bool races_may_stay; /* the cause is none of threads: races that nobody asked about are not new
	                        because the program comes to them now */
};

struct proof_of_fix {
	bool is_open;         /* it took too long, or does not compile */
	const char *verified; /* what was verified, for people; NULL: it was not */
	const char *refused;  /* why it was not, for --verbose=2; in the arena of the prover */
	double seconds;
};

void prover_open(struct prover *, const struct verification *, const struct places *,
                 const struct result *, double end);
/* condition: that the edits change; its end is 0 if there is none.  share: seconds for the proof.
 * The edits are sorted.  about: names of the data of the cause. */
bool prover_proves(struct prover *, const struct source_edit *, size_t nedits,
                   const struct fix_condition *condition, const char *const *about, size_t nabout,
                   double share, struct proof_of_fix *);
void prover_close(struct prover *);

#endif
