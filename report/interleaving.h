/* report/interleaving.h -- which steps of a counterexample a person is told about, and how.
 *
 * Steps inside library models are folded into the user's call: it is one line when it is made, and
 * one more each time its thread goes on inside it after others have run.  Creating a thread,
 * waiting and ending are told at the user's call, too, wherever in a model they happen.  A read is
 * told if others run before its statement goes on, or it goes no further; otherwise what the
 * statement does says enough.
 *
 * Formats lay the lines out; what they say is decided here.
 */
#ifndef REPORT_INTERLEAVING_H
#define REPORT_INTERLEAVING_H

#include <stdbool.h>
#include <stdint.h>

#include "report/result.h"

struct told { /* one line */
	uint32_t thread;
	struct loc loc;
	const char *text; /* "x = 1 (was 0)", "pthread_mutex_lock(&m)", "create T1 worker" */
	enum step_kind kind;
	size_t step; /* the index of the step that is told */
};

struct interleaving {
	struct arena *arena; /* owns the texts */
	VEC(struct told) line;
};

/* verbose: every step as it is, also inside models; inputs are never among them. */
void interleaving_init(struct interleaving *, const struct cex *, bool verbose);
void interleaving_free(struct interleaving *);

/* "main", "T1 worker" */
const char *cex_thread_label(struct arena *, const struct cex *, uint32_t thread);

#endif
