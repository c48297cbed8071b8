/* report/story/conflict.h -- the other positions that a violation is about: which thread waits for
 * which in a deadlock, which locks they hold, which two accesses race, where memory was allocated
 * and freed, which calls of functions without body and model it depends on, and where a memory
 * model weaker than sc has a say, why (report/story/reason.h).  All formats use these texts.
 */
#ifndef REPORT_STORY_CONFLICT_H
#define REPORT_STORY_CONFLICT_H

#include "report/base/paint.h"
#include "result/result.h"

struct conflict_note { /* a position that the violation is about */
	uint32_t thread;
	struct loc loc;
	const char *text; /* "T1 a waits for mutex m, held by T2 b" */
};

struct conflict_notes {
	struct conflict_note *at;
	size_t n, cap;
};

/* What is said of the calls around a position: nothing, a note for each, or all in its own line. */
enum conflict_calls { CALLS_NONE, CALLS_APART, CALLS_INSIDE };

/* The waits of a deadlock and the locks they are about, locks in the wrong order, the accesses of a
 * race, the history of memory, with the calls around them.  The caller frees the list. */
void conflict_list(struct arena *, const struct cex *, enum conflict_calls,
                   struct conflict_notes *);

/* "the block was freed here by T1 worker in put" */
const char *conflict_place(struct arena *, const struct cex *, const struct cex_place *);

/* What a deadlock comes to: "T1 a and T2 b wait for each other"; NULL: no thread waits. */
const char *conflict_summary(struct arena *, const struct cex *);

/* The list as notes with their source lines, except for the position that was shown just before,
 * and the cycle of a deadlock; brief: a line each, where a sentence has said why. */
void report_conflict(const struct paint *, const struct cex *, struct loc shown, bool is_brief);
size_t conflict_count(const struct cex *); /* lines of a brief list */

#endif
