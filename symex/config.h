/* symex/config.h -- options of symbolic execution: plain data. */
#ifndef SYMEX_CONFIG_H
#define SYMEX_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "goto/program/monitor.h"
#include "solvers/order/way.h"
#include "solvers/solver.h"
#include "symex/bounds.h"
#include "symex/library_check.h"

struct goto_prog;
struct memory_model;
struct strategy;
struct prediction;
struct path_search;
struct checkpoint;
struct cover;

/* The order in which schedules are explored.  SWITCHES: few context switches first, by deepening
 * the bound from 0.  GUIDE: only the schedule that the monitor prefers. */
enum search_order { ORDER_SWITCHES, ORDER_DFS, ORDER_RANDOM, ORDER_GUIDE };

struct schedules {             /* which interleavings are explored, and how */
	uint32_t context_bound;    /* changes of the running thread; NO_BOUND: any number */
	uint32_t preemption_bound; /* of these, away from a thread that is enabled */
	uint32_t decision_bound;   /* points with several enabled threads; later the thread goes on */
	const struct strategy *strategy; /* symex/strategy.h */
	bool is_default;                 /* the user named no strategy: a portfolio searches */
	bool is_member;                  /* of a portfolio: no strategy goes on where this one cannot */
	bool has_time_limit;             /* the user gave one (--timeout) */
	bool creates_in_loop;            /* is_member: threads, in a loop that may go on and on */
	uint32_t allowed; /* is_default: bits of strategies that take the user's options */
	uint32_t jobs;    /* processes that work at a time: strategies if is_default, or the workers of
	                     a list of paths */
	enum search_order order;
	uint64_t seed;            /* RANDOM */
	enum order_way order_way; /* events/ */
	bool order_turns;         /* events/: two ways take turns, whatever order_way is */
	bool incremental;      /* --incremental-context-bound: report at which bound nothing was cut */
	bool count_executions; /* say how many there are, of events */
	bool all_runs;         /* go on after a violation, and count violations */
	bool guided_always;    /* assertion-guided pruning: even while it hardly prunes anything */
	bool deadlock_check, race_check, lock_order_check;
	bool race_orders; /* race_check: by happens-before, since the program has weaker orders than
	                     sequential consistency (symex/explore/vector_clock.h) */
	bool robust;      /* race_orders, and executions that are no interleavings are looked for
	                     (symex/explore/robust.h): the verdict is that of C11 */
	const struct memory_model *model; /* symex/model/model.h; NULL: sc */
	uint32_t buffer_bound; /* stores in the buffer of a thread, where the model has buffers */
};

/* --outsiders-connect: 0, the program alone connects to its sockets; 1, others do so, too.  A
 * program that connects to none of them is searched again with others alone; a result says by the
 * first of these, an option among its assumptions, that it does. */
#define OWN_CONNECTION "has-connected-to-itself"
enum { OUTSIDERS_ALONE = 2 };

struct environment { /* what the environment may do: symex/environment.def */
#define ENVIRONMENT(field, name, assumption) uint32_t field;
#include "symex/environment.def"
};

/* How the program is started. */
struct arguments {
	const char *const *at; /* argv, with the name of the program; NULL: the environment chooses */
	uint32_t n;
	uint32_t most;     /* arguments behind the name, where the environment chooses */
	uint32_t length;   /* most characters, where the environment chooses */
	bool may_be_empty; /* argc may be 0 */
};

/* Inputs that a search takes for small numbers (symex/step/value/small.h).  What it establishes
 * holds for these numbers only; a violation is one. */
enum { MOST_SMALL = 3 };
struct small_inputs {
	char from[MOST_SMALL][48]; /* where they come from: "getenv()", "argv[1]", "scanf()" */
	char name[MOST_SMALL][96]; /* those that were met: "getenv(\"THREADS\")" */
	uint32_t nfrom, n;
	uint32_t value[MOST_SMALL]; /* of each */
	bool are_many;              /* there are more, which were left open */
};

/* What a portfolio searches besides, under a weaker memory model: what holds under that holds under
 * sequential consistency, too, but not the other way round. */
struct weak_stage {
	const struct goto_prog *prog; /* the same, after passes that are right under that model */
	const struct symex_config *config;
	bool is_sliced;
};

struct symex_config {
	struct bounds bounds;
	struct schedules schedules;
	/* Settings that only some strategies know; the others may have NULL. */
	const struct prediction *prediction; /* of those that make runs: symex/concrete/prediction.h */
	const struct path_search *paths;     /* of --strategy=mpc: symex/generalise/path_search.h */
	struct checkpoint *checkpoint; /* of lazy/ and sequential/ (symex/explore/checkpoint.h); NULL:
	                                  nothing is saved */
	struct cover *cover; /* the paths of concrete runs (symex/concrete/cover.h); NULL: not wanted */
	bool covers_paths;   /* of tests of paths, there is to be one each: the search is made once */
	bool is_once;        /* the search reads or writes a file about its runs, or is a share of a
	                        larger one: nobody makes another one beside it */
	struct monitor monitor; /* of a witness: which violations count (goto/program/monitor.h) */
	const struct solver_ops *solver;
	struct solver_config solver_config;
	const struct weak_stage *stage; /* of a portfolio; NULL: none */
	uint64_t without;    /* bits of reductions that are off, whatever the limits: reduction.h */
	bool multi_property; /* decide every property, not only the first violated one */
	bool vacuity_check;  /* say which assertions no execution reaches */
	bool minimise;       /* look for a shorter counterexample */
	bool why;            /* and, with that, for the cause (symex/why/) */
	const char *only_property; /* only this property id; or NULL */
	struct environment environment;
	struct arguments arguments;
	struct library_check library; /* all-zero: nothing of it is checked */
	bool async_signal_check, descriptor_check;
	bool leak_check;
	bool leak_reachable_ok; /* leak_check: memory that a pointer reaches at the end is no leak
	                           (SV-COMP's valid-memtrack) */
	bool leak_at_exit_ok;   /* leak_check: check at the end of main only, not at exit */
	bool unmodelled_pure; /* SV-COMP: a function without a body returns anything and changes nothing
	                       */
	bool strict_environment; /* a violation that depends on what a function without body and model
	                            does (symex/replay/guess.h) is no verdict */
	uint32_t calm; /* functions without body and model return calm - 1 and have no effect: one of
	                  the things they may do; 0: anything (symex/prefer.h) */
	struct small_inputs *small; /* NULL: none */
	uint64_t work_end; /* the search ends when so much work is done (process/work.h); 0: no limit */
	bool termination;  /* check only whether every execution ends; no threads */
	bool unchecked_access; /* no assertions guard pointers: an invalid access is unsupported */
	FILE *smt2;            /* receives the queries about properties; or NULL */
	FILE *vcc;             /* receives the verification conditions as text; or NULL */
};

#endif
