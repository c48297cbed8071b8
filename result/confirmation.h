/* result/confirmation.h -- what the compiled program did with the inputs and the schedule of a
 * counterexample (--confirm).
 *
 * Texts are the arena's, or interned.
 */
#ifndef RESULT_CONFIRMATION_H
#define RESULT_CONFIRMATION_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/loc.h"

enum confirmation_outcome {
#define OUTCOME(kind, id, words) CONFIRMATION_##kind,
#define REASON(kind, id, words)
#include "result/confirmation.def"
#undef OUTCOME
#undef REASON
	CONFIRMATION_OUTCOME_N,
};

/* Why it was not confirmed. */
enum confirmation_reason {
#define OUTCOME(kind, id, words)
#define REASON(kind, id, words) UNCONFIRMED_##kind,
#include "result/confirmation.def"
#undef OUTCOME
#undef REASON
	CONFIRMATION_REASON_N,
};

struct confirmation {
	enum confirmation_outcome outcome;
	enum confirmation_reason reason; /* NOT_CONFIRMED */
	const char *detail;              /* NOT_CONFIRMED: "step 12: expected T2 to read x at a.c:9,
	                                    but it ended"; or NULL */
	const char *compiler;            /* "gcc 12.2.0"; NULL: nothing was compiled */
	const char *flags;               /* of optimisation, that differ from the user's; or NULL */
	const char *tool;                /* that showed it: "AddressSanitizer", "assert" */
	const char *what;                /* what it said: "heap-use-after-free" */
	struct loc loc;                  /* where, as it said; NO_LOC: nowhere */
	const char **forced;             /* CONFIRMED: library functions whose answers the run was
	                                    given, as the counterexample has them, by name; and what
	                                    else was given, with a blank: "signals from outside" */
	uint32_t nforced;
	bool can_be_real;     /* all of them could be left to the system */
	bool was_real;        /* a run with the answers of the system did not show it, or, if
	                         nforced is 0, has shown it */
	const char *folder;   /* the harness, if it is kept; or NULL */
	const char *output;   /* the last lines that the program wrote; or NULL */
	uint32_t runs, shown; /* how often it was run; in how many the violation was seen */
	double seconds;       /* of compilation and runs */
};

const char *confirmation_outcome_id(enum confirmation_outcome); /* "confirmed" */
const char *confirmation_reason_id(enum confirmation_reason);   /* "diverged" */
/* "confirmed natively: gcc 12.2.0, AddressSanitizer: heap-use-after-free at pool.c:88", or
 * "not confirmed: ..." */
char *confirmation_text(struct arena *, const struct confirmation *);

#endif
