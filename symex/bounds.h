/* symex/bounds.h -- bounds of loops and of the length of executions: plain data. */
#ifndef SYMEX_BOUNDS_H
#define SYMEX_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NO_BOUND UINT32_MAX
/* A bound that is raised from 0 on, and never reached. */
#define RAISED_BOUND (NO_BOUND - 1)

struct unwind_rule { /* --unwindset main.0:5 */
	const char *loop;
	uint32_t bound;
	uint32_t thread; /* main is 0, the others count in their order of creation; NO_THREAD: all
	                    threads that have no rule of their own */
};

struct bounds {
	uint32_t unwind; /* NO_BOUND: deepen until nothing is cut */
	const struct unwind_rule *rule;
	size_t nrules;
	bool partial_loops;        /* go on after the last unwinding as if the loop had ended */
	bool unwinding_assertions; /* a cut loop is a violation; false: a bound of the verdict */
	bool induction;            /* between iterations of deepening, try a proof by induction */
	uint32_t depth;            /* instructions of an execution; NO_BOUND: any number */
	uint32_t max_inductive;    /* iterations of a loop in an inductive step; NO_BOUND: any number */
	uint32_t first_unwind;     /* first bound of deepening */
	uint32_t max_unwind;       /* last bound of deepening; NO_BOUND: none */
};

#endif
