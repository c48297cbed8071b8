/* symex/lazy/levels.h -- bounds of loops, and how far schedules were explored within each.
 *
 * A level bounds the iterations of loops; the next one allows more of them, so whatever one level
 * contains is contained in all levels after it.  Schedules have bounds, too.  A violation may need
 * many iterations and few switches, or many switches and few iterations, so levels take turns: the
 * first open one gets a turn of some work, the next one half of that, and so on, and each turn of
 * the first is twice as long as the one before.  Work is counted, not measured, so the order is
 * always the same.
 *
 * A level is opened when a loop was cut in the one before and its turn is over.  It is closed, with
 * those before it, when everything within it was explored.
 */
#ifndef SYMEX_LAZY_LEVELS_H
#define SYMEX_LAZY_LEVELS_H

#include "symex/explore/deepen.h"

struct level {
	struct deepening loops;
	uint32_t context;   /* bound of switches up to which schedules are to be explored next */
	bool too_short;     /* a loop was cut */
	uint32_t few;       /* least bound of switches within which one over constants was; NO_BOUND:
	                       none yet */
	bool is_lengthened; /* the next level has the same bound but more iterations over constants */
};

/* What the search within some bounds of loops has come across.  The visits in the cache that cut a
 * loop belong to it: as long as they count, so does that there was a cut. */
struct deepened {
	struct deepening loops;
	bool too_short;           /* a loop was cut */
	bool short_of_iterations; /* one over constants was */
	uint32_t shortest;        /* fewest iterations after which one was; NO_BOUND: none was */
};

enum { MAX_LEVELS = 128, MAX_ITERATIONS = 63 };

struct levels {
	struct level at[MAX_LEVELS];
	uint32_t first, n; /* those from 'first' on are open */
	struct deepened iteration[MAX_ITERATIONS];
	uint32_t niterations;
	uint32_t others; /* numbers given once the list was full */
};

/* The first level, and the bound of switches to begin with. */
void levels_open(struct levels *, struct deepening first, uint32_t context);
/* Opens one more level after the last; false: the user allows no deeper one. */
bool levels_deepen(struct levels *, const struct symex *);
/* Opens a level after this one, of which it has the loops with more iterations over constants;
 * false: there are too many. */
bool levels_insert(struct levels *, const struct level *after, const struct level *);
/* Work for a turn of this level, where the first open one has 'turn'. */
uint64_t levels_share(const struct levels *, uint32_t level, uint64_t turn, uint64_t least);
/* What level 'from' has explored, those before it need not. */
void levels_subsume(struct levels *, uint32_t from);
/* Nothing counts as explored any more. */
void levels_restart(struct levels *);
/* A number for these bounds of loops: no others have it.  They have it again when they come again,
 * unless there are too many, or they were renumbered. */
uint32_t levels_number(struct levels *, const struct deepening *);
void levels_renumber(struct levels *, const struct deepening *);
/* What is known about the iteration of this number; NULL: nothing, it does not come again. */
struct deepened *levels_deepened(struct levels *, uint32_t number);
/* The numbers that may come again, by bit: those of the open levels, and of more iterations over
 * constants in them. */
uint64_t levels_numbers(const struct levels *);

#endif
