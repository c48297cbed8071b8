/* symex/events/events_search.h -- the search, at once or in parts. */
#ifndef SYMEX_EVENTS_EVENTS_SEARCH_H
#define SYMEX_EVENTS_EVENTS_SEARCH_H

#include "symex/events/record/events.h"
#include "symex/reduction.h"
#include "symex/replay/run/run_choices.h"

struct run_trace;

/* The reductions that all strategies over events have. */
#define EVENTS_REDUCTIONS                                                                          \
	(REDUCTION_BIT(CRITICAL_SECTIONS) | REDUCTION_BIT(EXCLUSION) |                                 \
	 REDUCTION_BIT(PROTECTED_READS) | REDUCTION_BIT(OWNERS) | REDUCTION_BIT(COUNTERS) |            \
	 REDUCTION_BIT(SUMS) | REDUCTION_BIT(READ_RANGES) | REDUCTION_BIT(EVENT_SLICE))
/* Those of unwound programs and single runs. */
#define EVENTS_LOCAL_REDUCTIONS                                                                    \
	(REDUCTION_BIT(LOCAL_FACTS) | REDUCTION_BIT(INTERVALS) | REDUCTION_BIT(SOURCES) |              \
	 REDUCTION_BIT(INDUCTIVE_BOUNDS) | REDUCTION_BIT(PROGRESS) | REDUCTION_BIT(NO_FORMULA))

/* Searches the schedules of all executions, or of the events of a run.  false: this
 * engine does not support the program. */
bool events_search(struct symex *, const struct run_trace *run, enum causal);

/* The same in parts, for executions along known branches.
 *
 *   events_open --> events_unfold --> events_violations, events_ask ... --> events_cuts
 *                         ^--------------------------------------'    --> events_close
 *
 */
void events_open(struct events *, struct symex *);
void events_close(struct events *);
/* Executes the threads along e->branches.known and encodes that.  false: this engine does not
 * support the program, e->unsupported says why; or symex_stop. */
bool events_unfold(struct events *);
/* From now on, queries have no limit of their own. */
void events_no_limit(struct events *);
/* Records what bounds and missing features have cut.  Call it when no execution leaves the branches
 * that are known. */
void events_cuts(struct events *);
/* A note that this engine cannot encode the program: the fallback takes over. */
void events_give_up(struct events *);

/* Why the strategies over events refuse options about queries. */
#define EVENTS_NO_SMTLIB                                                                           \
	"an order of events cannot be written in SMT-LIB: --smtlib2 needs --strategy=lazy, schedule "  \
	"or uw"
#define EVENTS_NO_VCC                                                                              \
	"an order of events has no list of conditions: --show-vcc needs --strategy=lazy, schedule or " \
	"uw"

#endif
