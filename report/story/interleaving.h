/* report/story/interleaving.h -- which steps of a counterexample a person is told about, and how.
 *
 * A line is what a thread does of one statement before another thread comes in between; reads and
 * writes of the statement are its values.  A statement that others interrupt has a line for each
 * part.  Steps inside library models are folded into the user's call, which is told when it does
 * something that others may notice, waits, or is over.  Creating a thread is told at the user's
 * call.
 *
 *   compact  what changes memory, reads what threads share, or synchronises, and the conditions
 *            that led to the cause and the violation; not that a join waits, if it goes on later;
 *            repetitions are one line.  Of many lines, those that matter less are folded, and
 *            counted (report/story/relevance.h); few are all told, those that the violation does
 * not depend on with a mark full     also branches, returns, assumptions, ends, and every wait raw
 * every step as it is, also inside models, and nothing folded
 *
 * Formats lay the lines out; what they say is decided here.
 */
#ifndef REPORT_STORY_INTERLEAVING_H
#define REPORT_STORY_INTERLEAVING_H

#include <stdbool.h>
#include <stdint.h>

#include "result/result.h"

enum telling { TELL_COMPACT, TELL_FULL, TELL_RAW };

struct told { /* one line */
	uint32_t thread;
	struct loc loc;
	enum step_kind kind; /* the most telling one of its steps */
	size_t step;         /* the one that the line is named after, in the order of lines; the two
	                        accesses of a data race share one */
	size_t first, last;  /* its steps in the counterexample; others' may lie between them */
	size_t call;         /* the step that calls a library function; NO_STEP: it is no such call */
	const struct cex_access *access; /* what the thread is about to do in a data race; or NULL */
	const struct cex_wait *wait;     /* what it waits for at the end, in a deadlock; or NULL */
	unsigned depth;                  /* of calls of the user's functions, up to 8 */
	unsigned times;                  /* in a row */
	bool goes_on;                    /* an earlier line told how it began */
	bool is_unfinished;              /* a later line tells how it goes on */
	bool reaches_memory;  /* tso, pso: what it stores last, at once: before another line */
	unsigned rank;        /* how much it matters (report/story/relevance.h); 0: most */
	bool is_cause;        /* one of its steps is in the cause of the violation */
	bool is_folded;       /* compact: people need not read it */
	bool aside;           /* compact: the violation does not depend on it */
	bool repeats;         /* compact: of an iteration of a loop in the middle of many */
	unsigned iterations;  /* compact: so many iterations of a loop are left out after it */
	bool in_loop;         /* a step of what is repeated for ever (cex.loop) */
	const char *text;     /* in the user's words if possible: "x++", "lock m", "create T1" */
	const char *values;   /* "x: 0 -> 1", "x is 0, t = 0", "" */
	const char *sentence; /* all of it: "x++ (x: 0 -> 1)", "create T1 worker" */
};

#define NO_STEP SIZE_MAX

struct interleaving {
	struct arena *arena; /* owns the texts */
	VEC(struct told) line;
	bool has_loop; /* some part is repeated for ever; if no line is in it, others notice nothing */
};

/* The cause may be NULL: it is not known. */
void interleaving_init(struct interleaving *, const struct cex *, const struct cause *,
                       enum telling);
void interleaving_free(struct interleaving *);

/* compact: folds lines so that at most so many are printed, those that say how many are folded
 * included, unless more of them have to be told.  interleaving_init folds for a page. */
void interleaving_fold(struct interleaving *, size_t most);
static inline bool interleaving_folds(const struct interleaving *all, size_t line) {
	return all->line.at[line].is_folded;
}
/* What is said before the line, or after the last one: "12 steps that matter less"; NULL: nothing
 * is folded there. */
const char *interleaving_gap(const struct interleaving *, size_t line);
size_t interleaving_count(const struct interleaving *); /* the lines that are not folded */
/* What is said of a part that is repeated for ever, before the line, or after the last one: "from
 * here for ever:", "and again from step 5, for ever"; NULL: nothing. */
const char *interleaving_loop(const struct interleaving *, size_t line);

#endif
