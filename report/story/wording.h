/* report/story/wording.h -- the words for a line of an interleaving: what its steps are called, and
 * what they did to memory. */
#ifndef REPORT_STORY_WORDING_H
#define REPORT_STORY_WORDING_H

#include "report/story/interleaving.h"

/* Statements found lately: loops make many lines of few statements.  All-zero is empty. */
struct phrases {
	struct phrase {
		struct loc loc;
		bool is_whole;
		const char *text; /* the arena's; NULL: there is none */
	} at[256];
};

/* Fills text, values and sentence. */
void wording_of_line(struct arena *, struct phrases *, const struct cex *, struct told *);

/* A step as it is, without regard to others: "x = 1 (was 0)", "f returns 3". */
const char *wording_of_step(struct arena *, const struct cex *, const struct step *);
/* "f(1, 2)", "f returns 3", "create T1 worker", "waits for mutex m, held by T2"; of others what
 * they have as text, or NULL. */
const char *wording_text(struct arena *, const struct cex *, const struct step *);

/* Does the step belong to the line?  It is one of its thread, between its first and last, and of
 * the user's statement, not of a model. */
bool wording_is_part(const struct cex *, const struct told *, size_t step);

#endif
