/* Queries, unwinding of loops, the verdict. */

#include "symex/events/events_search.h"

#include "goto/analysis/live.h"
#include "goto/program/monitor.h"
#include "process/work.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/core/vacuity.h"
#include "symex/events/ask/arrival.h"
#include "symex/events/ask/cuts.h"
#include "symex/events/ask/events_ask.h"
#include "symex/events/ask/executions.h"
#include "symex/events/ask/history_check.h"
#include "symex/events/ask/violation.h"
#include "symex/events/encode/bound.h"
#include "symex/events/encode/deadlock.h"
#include "symex/events/encode/encode.h"
#include "symex/events/encode/events_race.h"
#include "symex/events/encode/events_slice.h"
#include "symex/events/encode/hb_graph.h"
#include "symex/events/encode/section.h"
#include "symex/events/encode/spin.h"
#include "symex/events/events_engine.h"
#include "symex/events/execute/events_history.h"
#include "symex/events/execute/execute.h"
#include "symex/events/execute/follow.h"
#include "symex/events/execute/sharing.h"
#include "symex/events/local/local_decide.h"
#include "symex/events/local/sum.h"
#include "symex/events/record/before.h"
#include "symex/explore/deepen.h"
#include "symex/library/history.h"
#include "symex/query/verdict.h"
#include "symex/symex_stats.h"
#include "util/base/stats.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

/* A loop that no unwinding exhausts does not fit into a formula: the lazy strategy explores the
 * states one by one, and ends where they recur. */
enum { FIRST_ITERATIONS = 4096, DEEPEST = 13 }; /* iterations of loops: over constants, of others */
#define SECONDS_BEFORE_FALLBACK 2.5             /* seconds of work */

/* The least --unwind that is reached by smaller unwindings. */
enum { LARGE_UNWIND = THRESHOLD(2 * DEEPEST, 2) };

/* Of the two ways that take turns: nodes for the second, effort of the first along known branches.
 * The search has to be the same whenever it is repeated: the limit is no time. */
enum { MOST_NODES = 200, FIRST_EFFORT = 2000 };

/* From so many nodes on, no formula is made if everything is decided without; nodes of loops over
 * constants that are unwound to their end for that, after so many iterations of deepening.  The
 * ends are near, and the formula is made there too, if they have at most so many times the nodes
 * that are expected without. */
enum { MANY_NODES = THRESHOLD(1000, 1), SETTLED_AFTER = 3 };
enum { MOST_UNWOUND = 20000, ENDS_NEAR = 2 };

/* A formula that no execution at all satisfies would prove anything.  To find one may take longer
 * than all other queries, so the search for it is limited, and left out if a query has found one;
 * if it is large, also if one has in the formula of an unwinding before. */
static void check_formula(struct events *e) {
	term any = term_true(e->x->ts);
	enum answer a = ANSWER_UNKNOWN;
	if (symex_stop || e->queries.has_model || (e->queries.had_model && e->node.n >= MANY_NODES))
		return;
	bool asked = events_ask_extra(e, any, &a);
	if (!asked && !order_limit(e->order, 0)) /* this way has no limits */
		a = order_check(e->order, &any, 1);
	if (a == ANSWER_UNSAT && e->x->config->solver_config.integers)
		result_gap(e->x->result, GAP_UNSUPPORTED, NO_LOC,
		           "--ir: in no execution do all values stay in the range of their types");
	else if (a == ANSWER_UNSAT)
		BUG("no execution satisfies the formula of the events");
}

/* --- The search. --- */

enum events_outcome {
	DONE,
	DEEPER,      /* a loop was cut: unwind further */
	UNSUPPORTED, /* this engine cannot encode the program */
	LATE,        /* a query took longer than its turn */
};

static void encode_all(struct events *e) {
	struct symex *x = e->x;
	encode(e);
	if (events_reduce_by(e, REDUCTION_COUNTERS))
		sum_encode(e);
	deadlock_encode(e);
	spin_encode(e);
	race_encode(e);
	for (size_t i = 0; i < x->assumption.n; i++)
		order_add(e->order, x->assumption.at[i]);
	for (size_t i = 0; i < e->facts.derived.n; i++)
		order_add(e->order, e->facts.derived.at[i]);
	if (events_reduce_by(e, REDUCTION_READ_RANGES))
		order_bound_reads(e->order, model_allows(e->model, LEMMA_RANGE_BEFORE_RIVAL));
}

/* No query says which of the watched instructions are reached: all count as if they were. */
static void reach_all(struct events *e) {
	for (size_t i = 0; i < e->arrival.n; i++)
		if (e->arrival.at[i].ins)
			vacuity_reached(e->x, e->arrival.at[i].ins);
	e->x->vacuity.unasked = false;
	e->x->vacuity.has_ended = true;
}

/* Looks at conditions one by one, without an order of nodes.  true: everything is decided. */
static bool decide_locally(struct events *e) {
	bool is_decided = events_reduce_by(e, REDUCTION_LOCAL_FACTS) && local_decide(e);
	if (!e->spin.n && !history_is_wanted(e))
		return is_decided && (!spin_wanted(e) || e->facts.no_deadlock);
	e->facts.no_deadlock &=
	    !e->spin.n; /* that is about threads that wait, not about those that spin */
	return false;
}

/* Does the user allow no deeper unwinding than this one? */
static bool is_last(const struct symex *x) {
	struct deepening d = {.unwind = x->loops.unwind};
	return !x->loops.below_bound && !deepen_further(x, &d);
}

/* Decides what was executed; with a limit of effort for a query, unless it is 0. */
static enum events_outcome decide(struct events *e, enum order_way way, uint64_t effort) {
	struct symex *x = e->x;
	struct solver_config config = x->config->solver_config;
	e->queries.turn = effort > 0;
	config.effort = effort;
	e->order = order_open(x->ts, way, &config);
	x->stats->orders++;
	encode_all(e);
	if (e->unsupported)
		return UNSUPPORTED;
	bool is_cut = count_is_wanted(e) && !count_executions(e) && !is_last(x);
	bool over = !is_cut && (events_violations(e) || (!e->unsupported && history_check(e)));
	if (e->unsupported)
		return UNSUPPORTED;
	if (over || symex_stop)
		return e->queries.late ? LATE : DONE;
	bool deeper = cuts_check(e);
	if (e->queries.late)
		return LATE;
	events_begin_extra(e);
	if (!deeper || is_last(x))
		arrivals_ask(e);
	check_formula(e);
	return deeper && !symex_stop ? DEEPER : DONE;
}

static void forget_order(struct events *e) {
	section_close(e);
	hb_free(e);
	if (e->queries.bounds)
		e->queries.bounds->ops->close(e->queries.bounds);
	order_close(e->order);
	e->order = NULL;
	e->queries.bounds = NULL;
	e->queries.had_model |= e->queries.has_model;
	e->queries.late = e->queries.has_model = false;
}

/* The theory of order is fastest on most formulas, and CaDiCaL on some of those that need a long
 * search: where the clauses that it needs are few enough, it has the second turn. */
static enum events_outcome take_turns(struct events *e) {
	size_t conditions = e->condition.n, gaps = e->x->result->gap.n;
	enum events_outcome o = decide(e, ORDER_BY_THEORY, 2 * FIRST_EFFORT);
	if (o != LATE)
		return o;
	forget_order(e);
	result_drop_gaps(e->x->result, gaps);
	e->condition.n = conditions;
	return decide(e, e->node.n <= MOST_NODES ? ORDER_BY_EAGER : ORDER_BY_THEORY, 0);
}

/* After an execution. */
static void prepare(struct events *e) {
	before_compute(e);
	if (events_reduce_by(e, REDUCTION_EVENT_SLICE))
		slice(e);
}

static enum events_outcome decide_by_formula(struct events *e) {
	const struct schedules *c = &e->x->config->schedules;
	if (events_by_order(e)) /* the other ways do not follow edges of graphs that they do not need */
		return decide(e, ORDER_BY_THEORY, 0);
	return c->order_turns ? take_turns(e) : decide(e, c->order_way, 0);
}

/* Executes and decides one unwinding; frees what was encoded.  *through: false: it was given up,
 * since it has more than e->execution.most_nodes. */
static enum events_outcome search_execution(struct events *e, bool *through) {
	struct symex *x = e->x;
	double start = stats_wall_seconds();
	events_execute(e);
	*through = !x->give_up || e->unsupported;
	if (symex_stop || e->unsupported)
		return symex_stop ? DONE : UNSUPPORTED;
	if (!*through)
		return DEEPER;
	prepare(e);
	diag_say(2, "unwind %u: %zu nodes, %zu events, %zu conditions, %u terms, %.3f s",
	         x->loops.unwind, e->node.n, e->event.n, e->condition.n, terms_count(x->ts),
	         stats_wall_seconds() - start);
	enum events_outcome o = DONE;
	bool is_decided = decide_locally(e) && events_reduce_by(e, REDUCTION_NO_FORMULA);
	if (!is_decided || e->node.n < MANY_NODES)
		o = decide_by_formula(e);
	else
		reach_all(e);
	forget_order(e);
	return o;
}

static enum events_outcome search_unwound(struct events *e) {
	bool through;
	return search_execution(e, &through);
}

/* The events of a run: loops go as far as they did in the run. */
static enum events_outcome search_run(struct events *e) {
	struct deepening d = {.unwind = NO_BOUND, .constant_iterations = UINT32_MAX};
	deepen_begin(e->x, &d);
	e->x->stats->unwind = 0; /* no bound */
	enum events_outcome o = search_unwound(e);
	return o == DEEPER ? DONE : o;
}

/* Unwinds the loops over constants to their end, also those with branches that are not decided, if
 * that has at most so many nodes.  From then on, all unwindings do. */
static enum events_outcome search_near_ends(struct events *e, uint32_t most, bool *through) {
	struct symex *x = e->x;
	x->loops.tests_end_loops = true;
	e->execution.most_nodes = most;
	enum events_outcome o = search_execution(e, through);
	e->execution.most_nodes = 0;
	if (*through && o != UNSUPPORTED)
		return o;
	x->loops.tests_end_loops = x->give_up = *through = false;
	e->unsupported = NULL;
	return DEEPER;
}

/* The same where the ends are far: what that is may be decided without an order of nodes. */
static enum events_outcome search_far_ends(struct events *e) {
	struct symex *x = e->x;
	enum events_outcome o = DEEPER;
	x->loops.tests_end_loops = true;
	e->execution.most_nodes = MOST_UNWOUND;
	events_execute(e);
	e->execution.most_nodes = 0;
	if (!symex_stop && !x->give_up) {
		prepare(e);
		if (decide_locally(e)) {
			reach_all(e);
			o = DONE;
		}
	}
	diag_say(2, "loops over constants to their end: %zu nodes, %zu events, %s", e->node.n,
	         e->event.n,
	         x->give_up  ? "too many"
	         : o == DONE ? "decided"
	                     : "not decided");
	forget_order(e);
	x->loops.tests_end_loops = x->give_up = false;
	e->unsupported = NULL;
	return o;
}

/* *nodes: of the unwinding before, and then of this one; grown: those that it had more than the one
 * before that.  Later on, nodes are more anyway: what an attempt to get to the ends has found to be
 * shared stays so. */
static enum events_outcome search_iteration(struct events *e, uint32_t unwind, uint32_t *nodes,
                                            uint32_t grown) {
	bool to_end = events_reduce_by(e, REDUCTION_LOOP_ENDS) && unwind >= SETTLED_AFTER;
	uint32_t near = ENDS_NEAR * (*nodes + (unwind == SETTLED_AFTER ? grown : 0));
	bool through = false;
	enum events_outcome o = DEEPER;
	if (!e->x->loops.tests_end_loops && to_end)
		o = search_near_ends(e, near, &through);
	if (!through && !symex_stop)
		o = search_unwound(e);
	*nodes = (uint32_t)e->node.n;
	bool is_far = to_end && unwind == SETTLED_AFTER && events_reduce_by(e, REDUCTION_NO_FORMULA);
	if (o == DEEPER && !e->x->loops.tests_end_loops && is_far)
		o = search_far_ends(e);
	return o;
}

static enum events_outcome search_iterations(struct events *e) {
	struct symex *x = e->x;
	uint32_t large = events_reduce_by(e, REDUCTION_SMALLER_UNWINDINGS) ? LARGE_UNWIND : NO_BOUND;
	struct deepening d = deepen_below(x, FIRST_ITERATIONS, large, DEEPEST);
	double start = work_seconds();
	uint32_t nodes = 0, grown = 0;
	for (;;) {
		uint32_t before = nodes;
		deepen_begin(x, &d);
		enum events_outcome o = search_iteration(e, d.unwind, &nodes, grown);
		grown = nodes > before ? nodes - before : 0;
		if (o != DEEPER)
			return o;
		bool is_bounded = result_has_gap(x->result, GAP_CONTEXT);
		progress_finished(x, is_bounded ? x->config->schedules.context_bound : NO_BOUND, NO_BOUND,
		                  true);
		bool late = work_seconds() - start > SECONDS_BEFORE_FALLBACK ||
		            (spin_wanted(e) && d.constant_iterations > FIRST_ITERATIONS);
		d.until = late ? 0 : d.until;
		if (!deepen_next(x, &d))
			return DONE;
		if ((d.unwind > DEEPEST || late) && x->config->bounds.unwind == NO_BOUND &&
		    x->search.has_next) {
			e->unsupported = "loops go on";
			return UNSUPPORTED;
		}
	}
}

static enum events_outcome search(struct events *e) {
	enum events_outcome o = search_iterations(e);
	deepen_end(e->x);
	e->x->loops.tests_end_loops = false;
	return o;
}

/* What no event stands for; NULL: nothing of that. */
static const char *out_of_reach(const struct symex *x) {
	if (x->prog->interrupt.function)
		return "signal handlers";
	const struct library_check *l = &x->config->library;
	if (x->config->leak_check && !l->consistency)
		return "leaks of memory";
	if (x->config->termination)
		return "termination of threads";
	if (l->progress && l->progress != PROGRESS_LIVENESS)
		return "progress of the calls of a library";
	if (l->consistency == CONSISTENCY_QUIESCENT)
		return "moments at which no call is open";
	const struct memory_model *m = model_or_sc(x->config->schedules.model);
	if (library_asked(x) && !model_interleaves(m) && m->source != SOURCE_COHERENT)
		return "the real time of calls, with store buffers";
	if (monitor_end_condition(&x->config->monitor) || x->config->schedules.order == ORDER_GUIDE)
		return "a witness to follow";
	return NULL;
}

/* --- In parts. --- */

void events_open(struct events *e, struct symex *x) {
	struct reduction_scope scope = {.config = x->config,
	                                .prog = x->prog,
	                                .context_bound = x->config->schedules.context_bound,
	                                .preemption_bound = NO_BOUND,
	                                .decision_bound = NO_BOUND};
	*e = (struct events){.x = x,
	                     .model = model_or_sc(x->config->schedules.model),
	                     .reductions = reductions_applying(&scope),
	                     .sharing = sharing_open(),
	                     .queries.began = work.done};
	symex_forget(x);
	e->naming.locations = locations_open();
	x->engine = &events_engine;
	x->naming = &e->naming;
	x->self = e;
	if (count_is_wanted(e)) /* every read has a source */
		e->reductions &= ~(EVENTS_REDUCTIONS | EVENTS_LOCAL_REDUCTIONS);
	e->unsupported = out_of_reach(x);
}

void events_close(struct events *e) {
	struct symex *x = e->x;
	forget_order(e);
	if (e->execution.live)
		live_close(e->execution.live);
	for (size_t i = 0; i < e->thread.n; i++) {
		vec_free(&e->thread.at[i].node);
		vec_free(&e->thread.at[i].spawner);
	}
	vec_free(&e->event);
	vec_free(&e->fence);
	vec_free(&e->lone);
	vec_free(&e->rounds.open);
	map_free(&e->rounds.at);
	vec_free(&e->node);
	vec_free(&e->thread);
	vec_free(&e->stop);
	vec_free(&e->waiting);
	vec_free(&e->spin);
	history_forget(e);
	vec_free(&e->history.call);
	vec_free(&e->condition);
	vec_free(&e->arrival);
	vec_free(&e->branches.frontier);
	vec_free(&e->branches.fork);
	vec_free(&e->choice_node);
	vec_free(&e->execution.queue);
	vec_free(&e->formula.link);
	vec_free(&e->formula.source);
	vec_free(&e->formula.initial);
	vec_free(&e->facts.derived);
	vec_free(&e->facts.interval);
	vec_free(&e->cuts.location);
	map_free(&e->cuts.closed);
	map_free(&e->facts.impossible);
	sharing_close(e->sharing);
	follower_close(e->follower);
	locations_close(e->naming.locations);
	naming_free(&e->naming);
	x->engine = NULL;
	x->naming = NULL;
	x->self = NULL;
}

/* Encodes what was executed; with a limit of effort for a query. */
static void encode_known(struct events *e, bool limited) {
	struct symex *x = e->x;
	const struct schedules *c = &x->config->schedules;
	struct solver_config config = x->config->solver_config;
	enum order_way way = c->order_turns ? ORDER_BY_THEORY : c->order_way;
	e->queries.turn = limited && c->order_turns;
	if (e->queries.turn)
		config.effort = FIRST_EFFORT;
	if (c->order_turns && e->branches.second_way && e->node.n <= MOST_NODES)
		way = ORDER_BY_EAGER;
	e->order = order_open(x->ts, way, &config);
	x->stats->orders++;
	encode_all(e);
}

bool events_unfold(struct events *e) {
	struct symex *x = e->x;
	struct deepening d = {.unwind = NO_BOUND, .constant_iterations = UINT32_MAX};
	forget_order(e);
	if (!e->execution.live)
		e->execution.live = live_open();
	deepen_begin(x, &d);
	x->stats->unwind = 0; /* no bound */
	if (!e->unsupported)
		events_execute(e);
	if (symex_stop || e->unsupported)
		return false;
	prepare(e);
	diag_say(2,
	         "known branches: %zu nodes, %zu events, %zu conditions, %zu to leave them, %u terms",
	         e->node.n, e->event.n, e->condition.n, e->branches.frontier.n, terms_count(x->ts));
	e->branches.conditions = e->condition.n;
	encode_known(e, e->node.n <= MOST_NODES && !e->branches.second_way);
	return !e->unsupported;
}

void events_no_limit(struct events *e) {
	if (!e->queries.turn)
		return;
	forget_order(e);
	e->condition.n = e->branches.conditions;
	encode_known(e, false);
	if (e->formula.outside_bound)
		bound_encode(e, e->x->config->schedules.context_bound);
}

void events_cuts(struct events *e) {
	bool deeper = cuts_check(e);
	if (e->queries.late) { /* whether something is cut must be known */
		events_no_limit(e);
		deeper = cuts_check(e);
	}
	if (deeper)
		result_gap(e->x->result, GAP_UNWIND, NO_LOC, "%s", e->x->loops.too_short);
	events_begin_extra(e);
	arrivals_ask(e);
	check_formula(e);
}

void events_give_up(struct events *e) {
	struct symex *x = e->x;
	x->vacuity.unasked = x->vacuity.has_ended = false;
	x->search.refused = e->unsupported;
	x->search.refused_loc = e->unsupported_loc;
	if (x->search.has_next)
		diag_note(e->unsupported_loc, "%s: exploring states one by one, as --strategy=lazy does",
		          e->unsupported);
	map_clear(&x->content.array_view);
	map_clear(&x->content.fresh_bytes);
}

/* --- At once. --- */

bool events_search(struct symex *x, const struct run_trace *run, enum causal causal) {
	struct events e;
	events_open(&e, x);
	if (run)
		e.follower = follower_open(run, causal);
	enum events_outcome o = e.unsupported ? UNSUPPORTED : run ? search_run(&e) : search(&e);
	if (o == DONE && x->config->leak_check)
		result_gap(x->result, GAP_ASSUMPTION, NO_LOC,
		           "all memory is freed, which --strategy=lazy checks");
	if (o == DONE && !symex_stop && spin_wanted(&e) && x->result->violated == NO_PROPERTY)
		result_gap(x->result, GAP_ASSUMPTION, NO_LOC, "%s", WEAK_FAIRNESS);
	if (o == DONE && symex_stop && x->result->violated == NO_PROPERTY && !x->search.is_settled)
		verdict_stopped(x);
	events_close(&e);
	if (o == UNSUPPORTED)
		events_give_up(&e);
	return o != UNSUPPORTED;
}
