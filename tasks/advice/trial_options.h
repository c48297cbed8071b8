/* tasks/advice/trial_options.h -- options that might decide what a search has not decided.
 *
 * Chosen from how far the search has come (result/search_progress.h); whether they do decide
 * something, a trial shows (tasks/advice/trials.h).
 */
#ifndef TASKS_ADVICE_TRIAL_OPTIONS_H
#define TASKS_ADVICE_TRIAL_OPTIONS_H

#include <stdbool.h>

#include "result/search_progress.h"

enum { MAX_TRIAL_OPTIONS = 7 };

enum trial_kind {
	TRIAL_LOOP,     /* a bound of the loop that goes on; the next one is twice as large */
	TRIAL_SWITCHES, /* a bound of context switches; the next one is larger by one */
	TRIAL_PART,     /* some of the inputs: what it finds is a violation of the program */
	TRIAL_OTHER,    /* another strategy or solver: what it finds is its own */
};

struct trial_option {
	enum trial_kind kind;
	uint32_t number;  /* LOOP, SWITCHES: the bound */
	char option[112]; /* "--context-bound 3" */
	char claim[200];  /* what holds if the trial ends with SUCCESSFUL */
};

/* Most promising first; returns how many. */
size_t trial_options(struct trial_option to[MAX_TRIAL_OPTIONS], const struct search_progress *,
                     double now);
/* The same with the next larger bound. */
void trial_option_raise(struct trial_option *, const struct search_progress *);

#endif
