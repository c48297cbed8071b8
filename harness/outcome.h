/* harness/outcome.h -- what the run has shown: lines 'key: value' in the file that CBMC_MT_OUTCOME
 * names, and the exit codes of a run that the harness ends.
 *
 *   schedule: followed | diverged
 *   step: N, row: N, expected: ..., happened: ...    where it diverged
 *   missing: read x a.c:9                            an access that the program leaves out
 *   library: ..., input: ..., unsupported: ...       what the harness could not bring about
 *   deadlock: T1 waits for m, held by T2, at a.c:9   a line each
 *   race: T1 writes x at a.c:9, T2 reads x at a.c:12
 *   misuse: ...
 *   called: T OP, returned: T OP                     of a client's thread, in this order
 *   history: same                                    with the results that the test says
 *   end: assert ... | abort | exit N | signal N      and the places of the thread that ends it,
 *   stack: a.c:31 a.c:12                             the inner one first
 */
#ifndef HARNESS_OUTCOME_H
#define HARNESS_OUTCOME_H

#pragma GCC visibility push(hidden)

enum outcome_code {
	OUTCOME_DEADLOCK = 86,
	OUTCOME_DIVERGED = 87,
	OUTCOME_LIMIT = 88, /* of a step */
	OUTCOME_RACE = 89,
	OUTCOME_MISUSE = 90,
	OUTCOME_UNSUPPORTED = 91,
	OUTCOME_HISTORY = 92, /* all calls of the client have returned what the test says */
};

void outcome_open(void); /* once, at the start */

/* A line of the file; a line break in the value becomes a space. */
__attribute__((format(printf, 2, 3))) void outcome_add(const char *key, const char *format, ...);

/* Ends the program here: first the debugger's stop. */
_Noreturn void outcome_exit(enum outcome_code, const char *why);

#pragma GCC visibility pop

/* For debuggers: called before the harness ends the program; 'why' is "deadlock", "race",
 * "divergence", "limit", "misuse", "unsupported" or "history". */
void cbmc_mt_stopped(const char *why);

#endif
