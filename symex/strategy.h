/* symex/strategy.h -- the plug point of strategies: how the schedules of a program are explored.
 *
 * A strategy is one const entry in the folder of its engine and a line of symex/strategies.def;
 * --strategy NAME chooses it.  Whatever is said about it comes from the entry: the errors
 * about options that it does not take, and --list-strategies.
 */
#ifndef SYMEX_STRATEGY_H
#define SYMEX_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symex;

struct refusal { /* an option that a strategy does not take */
	const char *option;
	const char *why;    /* the error */
	const char *values; /* only these, as whoever reads the value finds out; NULL: all */
};

/* What only exploration of a tree has, in lists of refusals.  'because': why this strategy has
 * none, with ": " at its end. */
#define REFUSE(option, because)                                                                    \
	{ option, because "--" option " needs --strategy=lazy", NULL }
#define REFUSE_ORDERS(because)                                                                     \
	REFUSE("dfs", because), REFUSE("random-order", because), REFUSE("all-runs", because)
#define REFUSE_BOUNDS(because)                                                                     \
	REFUSE("incremental-context-bound", because), REFUSE("decision-bound", because), {             \
		"preemption-bound", because "--preemption-bound needs --strategy=lazy, schedule or uw",    \
		    NULL                                                                                   \
	}
#define REFUSE_TREE(because) REFUSE("dot", because), REFUSE("lock-order-check", "")

/* Executions that never end are cycles of states, or reads that find the last writes for ever. */
#define REFUSE_PROGRESS                                                                            \
	{"liveness", "--liveness needs --strategy=lazy or partial-order", NULL}, {                     \
		"progress-check", "--progress-check needs --strategy=lazy", NULL                           \
	}

/* Whose verdicts may be compared with those of another strategy, and how (scripts/matrix.py). */
enum strategy_covers {
	COVERS_ALL,    /* every execution within the bounds */
	COVERS_PROOFS, /* it only proves; what it does not prove of a slice, it may prove of all */
	COVERS_SOME,   /* it may miss violations; those that it reports are real */
	COVERS_TEST,   /* one execution, of a file: there is nothing to compare */
};

struct strategy {
	const char *name;
	const char *help;  /* one line */
	const char *paper; /* and section that it implements */
	/* Bits of enum solver_cap: what it does not run without, and what makes it faster. */
	unsigned needs, gains;
	uint64_t reductions;           /* those that it has, REDUCTION_BIT(...) each */
	const struct refusal *refuses; /* ends with an option NULL; or NULL: it takes all */
	enum strategy_covers covers;
	const char *misses; /* COVERS_SOME, COVERS_TEST: which violations */
	bool makes_runs;    /* concrete ones: it takes the options about them, and never a slice */
	bool explores;      /* a tree of schedules, by itself: no query says that it left none out */
	bool finds_order;   /* of events, in the way of --order */
	bool counts;        /* executions */
	bool lists_paths;   /* its work is a list of paths, which processes and machines can share */
	bool saves;      /* which bounds or paths are done, so that a later search goes on after them */
	unsigned models; /* bits of enum model_id, besides sc: those whose executions it has */
	bool
	    has_orders; /* it finds races by happens-before, also where the program has weaker orders */
	bool has_progress; /* it finds executions that never end (symex/library_check.h) */
	bool one_thread;   /* it also searches programs that create no threads */
	/* The strategy that goes on where 'run' returns false; NULL: it never does. */
	const char *fallback;
	/* Explores all schedules within the bounds and fills the result.  false: the strategy does
	 * not support the program, and the fallback goes on. */
	bool (*run)(struct symex *);
};

#define STRATEGY(name) extern const struct strategy strategy_##name;
#include "symex/strategies.def"

extern const struct strategy *const strategy_table[]; /* ends with NULL; the first is the default */
const struct strategy *strategy_find(const char *name); /* or NULL */

/* Why it does not take an option; NULL: it does, or simply has no such reduction. */
const struct refusal *strategy_refusal(const struct strategy *, const char *option);

/* May it search where the user has given the option?  Not if it is refused, for some values at
 * least, or switches a reduction that the strategy does not have.  An option that means nothing to
 * it does no harm: where several strategies search, it is for another one. */
bool strategy_allows(const struct strategy *, const char *option);
/* Does the option mean anything to it?  Only if it is allowed, and the strategy does what the
 * option is about: runs, an order of events, a list of paths, files of what is done. */
bool strategy_takes(const struct strategy *, const char *option);

#endif
