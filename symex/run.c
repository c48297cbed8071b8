/* The public face: which strategy runs, and what comes of it. */
#include "solvers/proof_file.h"
#include "symex/concrete/minimise.h"
#include "symex/concrete/prediction.h"
#include "symex/why/why.h"
#include "symex/concrete/retrace.h"
#include "symex/core/execution.h"
#include "symex/model/model.h"
#include "symex/portfolio/plan.h"
#include "symex/portfolio/portfolio.h"
#include "symex/prefer.h"
#include "symex/query/vc.h"
#include "symex/query/verdict.h"
#include "symex/reduction.h"
#include "symex/refine.h"
#include "symex/sequential/sequential.h"
#include "symex/strategy.h"
#include "symex/symex.h"
#include "util/text/diag.h"
#include "util/base/stats.h"

void symex_interrupt(enum gap_kind why) {
	symex_stop = (sig_atomic_t)why;
	vc_interrupt();
}

bool symex_is_interrupted(void) {
	return symex_stop != 0;
}

void symex_go_on(void) {
	symex_stop = 0;
}

/* Has the strategy all executions of the memory model? */
static bool has_model(const struct strategy *s, const struct symex_config *config) {
	const struct memory_model *m = model_or_sc(config->schedules.model);
	return model_interleaves(m) || s->models >> model_id(m) & 1;
}

/* Is only asked what runs execute (--fix)?  Then a program without threads is run, too. */
static bool only_runs(const struct symex_config *config) {
	return config->prediction && config->prediction->coverage;
}

/* Why executions that never end are not looked for; NULL: they are. */
static const char *cannot_progress(const struct goto_prog *prog,
                                   const struct symex_config *config) {
	const struct schedules *s = &config->schedules;
	if (!s->strategy->has_progress)
		return arena_printf(prog->arena, "progress of threads, by --strategy=%s",
		                    s->strategy->name);
	if (!model_interleaves(model_or_sc(s->model)))
		return arena_printf(prog->arena, "progress of threads under the memory model %s",
		                    s->model->name);
	if (prog->interrupt.function)
		return "progress of threads, with handlers of signals";
	if (s->context_bound != NO_BOUND || s->preemption_bound != NO_BOUND ||
	    s->decision_bound != NO_BOUND)
		return "progress of threads, with a bound of context switches: what never ends exceeds it";
	struct reduction_scope scope = {.config = config,
	                                .prog = prog,
	                                .context_bound = NO_BOUND,
	                                .preemption_bound = NO_BOUND,
	                                .decision_bound = NO_BOUND};
	if (!reduction_applies(REDUCTION_STATE_CACHE, &scope))
		return "progress of threads, without the reduction state-cache or with --depth";
	return NULL;
}

/* Certificates say what the verdict rests on besides queries. */
static void note_exploration(const struct symex *x, const struct strategy *s) {
	if (s->makes_runs || s->explores)
		proof_explored(x->config->solver_config.proofs);
}

/* Runs the strategy, which is told whether another one can go on where it gives up. */
static bool run_strategy(struct symex *x, const struct strategy *s) {
	x->search.has_next = s->fallback && has_model(strategy_find(s->fallback), x->config);
	return s->run(x);
}

/* No strategy goes on: what the first one has given up for. */
static void refuse(struct symex *x, const struct strategy *next) {
	const struct schedules *s = &x->config->schedules;
	const char *what = x->search.refused;
	if (s->is_member && what)
		result_gap(x->result, GAP_UNSUPPORTED, x->search.refused_loc, "%s", what);
	else if (s->is_member)
		result_gap(x->result, GAP_UNSUPPORTED, NO_LOC, "the program is beyond --strategy=%s",
		           s->strategy->name);
	else
		result_gap(x->result, GAP_UNSUPPORTED, x->search.refused_loc,
		           "the program is beyond --strategy=%s, and %s has no --mm %s%s%s",
		           s->strategy->name, next->name, s->model->name, what ? ": " : "",
		           what ? what : "");
}

static void search_schedules(struct symex *x) {
	double start = stats_wall_seconds();
	const struct strategy *s = x->config->schedules.strategy;
	note_exploration(x, s);
	while (!run_strategy(x, s)) {
		s = strategy_find(s->fallback);
		if (x->config->schedules.is_member || !has_model(s, x->config)) {
			refuse(x, s);
			break;
		}
		note_exploration(x, s);
	}
	if (x->config->schedules.race_orders && !s->has_orders)
		result_gap(x->result, GAP_UNSUPPORTED, NO_LOC,
		           "races where the program has weaker memory orders, by --strategy=%s: "
		           "partial-order finds them",
		           s->name);
	x->stats->symex_seconds = stats_wall_seconds() - start - x->stats->solver_seconds;
}

static bool generalises_runs(const struct strategy *s) {
	return s->makes_runs && s->covers != COVERS_TEST;
}

/* Where the object of a library cannot be made, its client makes no calls, and nothing is shown. */
static void look_for_client(const struct symex *x) {
	bool is_explored = x->config->schedules.strategy->covers != COVERS_PROOFS;
	if (is_explored && prog_find(x->prog, intrinsic_name(INTRINSIC_BEGIN)) && !x->client_began &&
	    result_verdict(x->result) == VERDICT_SAFE)
		result_gap(x->result, GAP_UNSUPPORTED, NO_LOC,
		           "a client that never begins: main ends before, because 'create' fails");
}

/* With one strategy. */
static void search_once(const struct goto_prog *prog, const struct symex_config *config,
                        struct result *result, struct symex_stats *stats) {
	struct symex x;
	const char *decider = NULL;
	symex_open(&x, prog, config, result, stats);
	result->violated = NO_PROPERTY;
	/* Runs are interleavings. */
	bool has_runs = model_interleaves(model_or_sc(config->schedules.model));
	x.services.confirmed = config->cover && has_runs ? retrace_counterexample : NULL;
	x.vacuity.watches = config->vacuity_check;
	x.services.minimise = config->minimise && has_runs ? minimise_counterexample : NULL;
	x.services.explain = config->why ? why_explain : NULL;
	if (prog->target.big_endian)
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "big-endian target %s", prog->target.triple);
	else if (prog->has_threads && !has_model(config->schedules.strategy, config))
		/* The engine has not these executions, and those that it has would be too few. */
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "the memory model %s",
		           config->schedules.model->name);
	else if (prog->interrupt.function &&
	         (config->schedules.robust || !model_interleaves(model_or_sc(config->schedules.model))))
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "handlers of signals under the memory model %s",
		           config->schedules.robust ? memory_model_c11.name
		                                    : config->schedules.model->name);
	else if (config->schedules.robust && prog_find(prog, intrinsic_name(INTRINSIC_OPERATION)))
		/* Real time is the order of interleavings there, and happens-before under the model. */
		result_gap(result, GAP_UNSUPPORTED, NO_LOC,
		           "the client of a library under the memory model c11, by --strategy=lazy");
	else if (prog_find(prog, intrinsic_name(INTRINSIC_OPERATION)) &&
	         generalises_runs(config->schedules.strategy))
		/* A run knows neither the operations that it did not choose, nor other real-time orders. */
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "the client of a library, by --strategy=%s",
		           config->schedules.strategy->name);
	else if (config->library.consistency && config->schedules.strategy->covers == COVERS_PROOFS &&
	         !config->library.has_points)
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "histories of calls without a specification");
	else if (config->library.progress && cannot_progress(prog, config))
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "%s", cannot_progress(prog, config));
	else if (prog->has_threads && config->termination && cannot_progress(prog, config))
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "termination of a program with threads: %s",
		           cannot_progress(prog, config));
	else if (prog->has_threads || config->library.progress ||
	         config->schedules.strategy->one_thread || only_runs(config))
		search_schedules(&x);
	else
		decider = sequential_search(&x);
	verdict_conclude(&x);
	look_for_client(&x);
	bool may_tell = config->schedules.is_default || config->schedules.is_member;
	if (may_tell && result_verdict(result) != VERDICT_UNKNOWN && decider)
		result->decided_by = decider;
	symex_close(&x);
}

static void search(const struct goto_prog *prog, const struct symex_config *config,
                   struct result *result, struct symex_stats *stats) {
	refine_search(prog, config, result, stats, search_once);
	prefer_certain(prog, config, result, stats, search_once);
	if (config->strict_environment)
		result_drop_guessed(result);
}

void symex_run(const struct goto_prog *prog, const struct symex_config *config,
               struct result *result, struct symex_stats *stats) {
	if (portfolio_applies(prog, config) && !result->explored)
		portfolio_run(prog, config, result, stats, search);
	else
		search(prog, config, result, stats);
}

void symex_explain(FILE *out, const struct goto_prog *prog, const struct symex_config *config) {
	if (portfolio_applies(prog, config) && prog->has_threads)
		portfolio_explain(out, prog, config);
	else if (prog->has_threads || config->schedules.strategy->one_thread)
		fprintf(out, "One strategy: %s\n", config->schedules.strategy->name);
	else
		portfolio_print_sequential(out, prog, config);
}
