/* symex/portfolio/plan.h -- which strategies search a program, in which order, and why. */
#ifndef SYMEX_PORTFOLIO_PLAN_H
#define SYMEX_PORTFOLIO_PLAN_H

#include <stdbool.h>
#include <stdio.h>

#include "symex/config.h"
#include "symex/portfolio/features.h"

/* A member that looks at a part of what the environment may do (symex/portfolio/restricted.h). */
enum restriction { NOT_RESTRICTED, TO_THE_USUAL, TO_SMALL_VALUES, TO_SHORT_INPUT, TO_FEW_INPUTS };

struct rule { /* a line of symex/portfolio/rules.def */
	const char *name, *why;
	const struct strategy *strategy;
	bool (*applies)(const struct program_features *);
	unsigned milliseconds, weight;
	void (*adapt)(struct symex_config *);
	enum restriction restriction;
	bool is_stage; /* under a weaker memory model: the stage of the configuration */
};

enum { MAX_MEMBERS = 12 };

struct portfolio_plan {
	struct program_features features;
	const struct rule *member[MAX_MEMBERS];
	size_t n;
	/* Of lazy exploration, which is in every plan: it takes every program, and an option about what
	 * only others do means nothing to it.  Where nobody decides, its answer is the verdict. */
	size_t lazy;
	size_t stage; /* the first member under a weaker memory model; n: there is none */
};

/* Are there parts of what the environment may do that are worth a look on their own, though the
 * program has no threads?  Not for inputs of the program itself: what calls nothing of the
 * environment is searched by one process. */
bool plan_has_parts(const struct goto_prog *, const struct symex_config *);
/* config->schedules.allowed says which strategies take the options of the user. */
struct portfolio_plan portfolio_plan(const struct goto_prog *, const struct symex_config *);
/* For --explain-plan. */
void portfolio_print(FILE *, const struct portfolio_plan *, unsigned jobs);
/* The same for a program without threads: what symex/sequential/ does. */
void portfolio_print_sequential(FILE *, const struct goto_prog *, const struct symex_config *);

#endif
