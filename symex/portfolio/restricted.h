/* symex/portfolio/restricted.h -- members that look at a part of what the environment may do.
 *
 * In the usual environment calls of the system succeed; with small values, numbers from outside
 * that steer loops are 0, then 1, and so on (symex/step/value/small.h); few inputs are one argument
 * and one read.  All are executions of the program: a violation found there is one, and ends the
 * portfolio.
 *
 * What they prove holds in that part only.  So nothing of such a member reaches the others but a
 * text for the report of UNKNOWN (struct restricted_fact): its process shares no memory with them
 * but its statistics, and portfolio.c takes no other fact from these.
 *
 * Short input is different: with four reads of input by each thread and texts as long as arguments
 * of main, its bounds are of the kind that arguments have anyway.  Where nobody else has an answer,
 * SUCCESSFUL within these bounds, which the verdict names, is the verdict.
 */
#ifndef SYMEX_PORTFOLIO_RESTRICTED_H
#define SYMEX_PORTFOLIO_RESTRICTED_H

#include "symex/portfolio/portfolio.h"

/* For all executions of its part, within the bounds that the user gave? */
bool restricted_is_proved(const struct symex_config *, const struct result *);
/* Takes the inputs that steer the loop of a search for small; false: they are not known, or so
 * already. */
bool restricted_add(struct small_inputs *, const struct search_progress *);
struct value_search {
	const struct goto_prog *prog;
	const struct symex_config *way; /* by turns */
	size_t nways;
	struct small_inputs *small;
	const struct result *begun;      /* what every answer rests on is assumed there */
	const struct symex_stats *begin; /* with which a search begins */
	struct search_progress *told;    /* which values are proved; the processes share it */
	symex_search *search;
};
/* Proves value after value.  Returns the result of the last search: a violation, or UNKNOWN; SAFE
 * only if no input was taken for small. */
struct result *restricted_values(const struct value_search *);
/* A proof in the usual environment as a text.  false: it rests on no such thing, and holds in every
 * one. */
bool restricted_tell_usual(struct search_progress *, struct result *);
/* A proof for few inputs: which these are is among the bounds of the result. */
void restricted_tell_few(struct search_progress *, struct result *);

#endif
