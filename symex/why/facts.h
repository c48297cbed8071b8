/* symex/why/facts.h -- the facts of R, and a minimal set of them that no run which passes has.
 *
 *   order    steps of different threads that conflict: for each step and each other thread, the
 *            last one before it.  What threads would have done next counts, too: 'late'.
 *   choice   which waiter a signal woke, a wake-up without signal
 *
 * A run that passes contradicts some facts: it makes the two steps the other way round, or chooses
 * otherwise.  A set of facts explains R if every run that passes contradicts one of them.  Such a
 * set is found from runs: all facts, without those that are not needed to contradict each run seen
 * so far, removed in a fixed order; then runs are looked for that pass although they keep the set,
 * which is then made anew.  So each fact that stays has a run which passes, contradicts it, and
 * keeps the others.
 */
#ifndef SYMEX_WHY_FACTS_H
#define SYMEX_WHY_FACTS_H

#include "symex/why/guided.h"

/* In the order in which they are removed, if they can be: sections say least. */
enum fact_rank { RANK_SECTION, RANK_SIGNAL, RANK_CHOICE, RANK_DATA };

struct why_fact {
	enum fact_rank rank;
	uint32_t first, second; /* events; choice: the INPUT, and NO_EVENT */
	uint32_t at[2];         /* places: index in why.place; choice: index in why.choice */
	bool is_kept;           /* in the set */
};

struct passing {          /* a run that passes */
	uint8_t *contradicts; /* by fact */
};

struct why_facts {
	struct why *w;
	struct arena *arena;
	VEC(struct why_fact) at; /* in the order in which they are removed */
	VEC(struct passing) passing;
	bool is_unclear;  /* a run passes that contradicts no fact */
	bool oldest_stay; /* of the conflicts on data, the newest are removed first */
};

void facts_find(struct why_facts *, struct why *);
void facts_free(struct why_facts *);
/* Looks for runs with R's inputs that pass, and makes the set; false: there are none. */
bool facts_explain(struct why_facts *);

#endif
