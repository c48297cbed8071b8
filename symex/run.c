/* The sequential strategy: execute everything within the bounds, ask once, deepen if cut. */
#include "symex/symex.h"

#include <time.h>

#include "goto/passes.h"
#include "symex/explore/explore.h"
#include "symex/sequential/induct.h"
#include "symex/core/memory.h"
#include "symex/replay/replay.h"
#include "symex/step/step.h"
#include "symex/schedule/schedule.h"
#include "symex/lazy/tree.h"
#include "symex/query/transcript.h"
#include "symex/query/vc.h"
#include "symex/query/verdict.h"
#include "util/diag.h"

enum { FIRST_PATIENCE = 200000, MODEL_UNWIND = 2000 };

volatile sig_atomic_t symex_stop;

void symex_interrupt(enum gap_kind why) {
	symex_stop = (sig_atomic_t)why;
	vc_interrupt();
}

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void symex_forget(struct symex *x) {
	vc_forget(x);
	arena_close(x->pool.arena);
	x->pool = (struct pmap_pool){.arena = arena_open(), .epoch = 1};
	x->object.n = x->exposed.n = x->fact.n = x->vc.n = x->cut.n = x->choice.n = x->pending.n = 0;
	for (size_t i = 0; i < x->wild.n; i++)
		x->wild.at[i].object = 0;
	map_clear(&x->static_object);
	map_clear(&x->base_object);
	x->give_up = false;
	struct object null = {
	    .kind = OBJECT_NULL, .size = term_u64(x->ts, x->address_bits, 0), .align = 1};
	vec_push(&x->object, null);
}

void symex_execute(struct symex *x) {
	double start = seconds();
	symex_forget(x);
	struct state st = {.nthreads = 1, .nlive = 1};
	struct symbol *first = x->prog->init ? x->prog->init : x->prog->entry;
	step_enter(x, &st, first->function);
	explore(x, &st);
	x->stats->symex_seconds += seconds() - start;
	x->stats->terms = terms_count(x->ts);
}

static void symex_open(struct symex *x, struct goto_prog *prog, const struct symex_config *config,
                       struct result *result, struct symex_stats *stats) {
	*x = (struct symex){.prog = prog, .config = config, .result = result, .stats = stats};
	x->ts = terms_open();
	x->pointers = ptr_cache_open();
	x->address_bits = prog->target.pointer_bits;
	x->pointer_bits = x->address_bits + POINTER_OBJECT_BITS;
	x->rounding = prog_find(prog, "__mc_rounding");
	x->live = config->termination ? live_open() : NULL;
}

void symex_free(struct symex *x) {
	vc_forget(x);
	arena_close(x->pool.arena);
	vec_free(&x->object);
	vec_free(&x->exposed);
	vec_free(&x->fact);
	vec_free(&x->vc);
	vec_free(&x->cut);
	vec_free(&x->choice);
	for (size_t i = 0; i < x->pending.cap; i++)
		vec_free(&x->pending.at[i].state);
	vec_free(&x->pending);
	vec_free(&x->wild);
	map_free(&x->static_object);
	map_free(&x->base_object);
	map_free(&x->array_view);
	map_free(&x->fresh_bytes);
	map_free(&x->warned);
	map_free(&x->null_at);
	map_free(&x->loop_heads);
	map_free(&x->made_property);
	map_free(&x->path.known);
	map_free(&x->path.missed);
	vec_free(&x->path.given);
	vec_free(&x->path.scope);
}

/* Looks for violations; true: nothing more to look for, though its replay may have failed. */
static bool look_for_violation(struct symex *x) {
	struct model *model;
	const struct vc *vc;
	if (vc_check(x, ANY_PROPERTY, &model, &vc) != ANSWER_SAT)
		return false;
	verdict_found(x, model, vc);
	return true;
}

static bool has_vc(const struct symex *x, uint32_t property) {
	for (size_t i = 0; i < x->vc.n; i++)
		if (x->vc.at[i].property == property)
			return true;
	return false;
}

/* Every property by itself; those already violated are not asked again. */
static void look_at_each(struct symex *x) {
	verdict_list(x);
	for (uint32_t p = 0; p < x->result->property.n && !symex_stop; p++) {
		struct model *model;
		const struct vc *vc;
		if (x->result->property.at[p].status != PROPERTY_VIOLATED && has_vc(x, p) &&
		    vc_check(x, p, &model, &vc) == ANSWER_SAT)
			verdict_found(x, model, vc);
	}
}

/* What was not looked at; true: deepening would look at more. */
static bool look_at_cuts(struct symex *x) {
	const struct cut *cut;
	if (vc_check_cuts(x, CUT_HOLE, &cut) == ANSWER_SAT)
		result_gap(x->result, GAP_UNSUPPORTED, cut->loc, "%s", cut->text);
	if (vc_check_cuts(x, CUT_GIVEN, &cut) == ANSWER_SAT)
		result_gap(x->result, GAP_UNWIND, NO_LOC, "%s", verdict_cut(cut));
	if (vc_check_cuts(x, CUT_DEPTH, &cut) == ANSWER_SAT)
		result_gap(x->result, GAP_DEPTH, NO_LOC, "%s", verdict_cut(cut));
	if (vc_check_cuts(x, CUT_NULL, &cut) == ANSWER_SAT)
		verdict_null(x, cut->loc);
	bool deepens = vc_check_cuts(x, CUT_DEEPENED, &cut) == ANSWER_SAT;
	if (deepens)
		x->too_short = verdict_cut(cut);
	return deepens;
}

/* Loops are cut at this depth: is there a proof that covers all depths? */
static bool prove(struct symex *x, struct induct *d) {
	if (!x->config->bounds.induction || x->unwind > x->config->bounds.max_inductive ||
	    x->prog->has_jumps)
		return false;
	for (size_t i = 0; i < x->cut.n; i++) {
		if (x->cut.at[i].kind == GAP_UNWIND && !x->cut.at[i].is_loop)
			return false;
		if (x->cut.at[i].kind == GAP_UNWIND)
			induct_add_loop(x, d, x->cut.at[i].text);
	}
	/* A proof is a bonus: it may take as long as bounded execution did, and a little more. */
	double start = seconds();
	x->induct_budget = 1 + (start - x->started) - x->induct_seconds;
	bool proved = x->induct_budget > 0 && induct_prove(x, d, x->unwind);
	x->induct_seconds += 2 * (seconds() - start);
	return proved;
}

uint32_t symex_first_unwind(const struct symex *x) {
	const struct bounds *b = &x->config->bounds;
	uint32_t first = b->unwind == NO_BOUND ? b->first_unwind : b->unwind;
	return first ? first : 1;
}

/* Under --unwind only loops of the library are deepened, and a run with a bound has to end. */
bool symex_deepen(struct symex *x, uint32_t *unwind) {
	const struct bounds *b = &x->config->bounds;
	uint64_t next = *unwind < 4 ? *unwind + 1ull : *unwind + *unwind / 2ull;
	if (next <= b->max_unwind && (b->unwind == NO_BOUND || next <= MODEL_UNWIND)) {
		*unwind = (uint32_t)next;
		return true;
	}
	result_gap(x->result, GAP_UNWIND, NO_LOC, "%s", x->too_short);
	return false;
}

uint64_t symex_first_patience(const struct symex *x, uint32_t deepening) {
	return x->config->bounds.unwind == NO_BOUND ? deepening : FIRST_PATIENCE;
}

static void search(struct symex *x, struct induct *induct) {
	uint64_t patience = FIRST_PATIENCE;
	uint32_t unwind = symex_first_unwind(x);
	x->started = seconds();
	for (;;) {
		x->patience = patience < UINT32_MAX ? (uint32_t)patience : UINT32_MAX;
		if (patience < UINT32_MAX)
			patience *= 8;
		map_clear(&x->array_view);
		map_clear(&x->fresh_bytes);
		x->unwind = unwind;
		x->stats->unwind = unwind;
		symex_execute(x);
		diag_say(2, "unwind %u: %zu conditions, %zu facts, %zu cuts, %u terms", unwind, x->vc.n,
		         x->fact.n, x->cut.n, terms_count(x->ts));
		if (symex_stop)
			break;
		transcript_question(x);
		if (x->config->multi_property)
			look_at_each(x);
		else if (look_for_violation(x))
			break;
		if (symex_stop || result_has_gap(x->result, GAP_SOLVER) || result_has_bug(x->result) ||
		    !look_at_cuts(x))
			break;
		/* What is not supported keeps safety from being shown, not a violation from being found. */
		if (!result_has_hole(x->result) && prove(x, induct))
			break;
		if (!symex_deepen(x, &unwind))
			break;
	}
	/* Also when a violation was found, but there was no time to replay it. */
	if (symex_stop && x->result->violated == NO_PROPERTY)
		verdict_stopped(x);
}

static void search_schedules(struct symex *x) {
	double start = seconds();
	if (x->config->schedules.strategy == STRATEGY_LAZY)
		tree_search(x);
	else
		schedule_search(x);
	x->stats->symex_seconds = seconds() - start - x->stats->solver_seconds;
}

void symex_run(struct goto_prog *prog, const struct symex_config *config, struct result *result,
               struct symex_stats *stats) {
	struct symex x;
	symex_open(&x, prog, config, result, stats);
	result->violated = NO_PROPERTY;
	struct induct *induct = induct_open();
	if (prog->target.big_endian)
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "big-endian target %s", prog->target.triple);
	else if (prog->has_threads && config->termination)
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "termination of a program with threads");
	else if (prog->has_threads)
		search_schedules(&x);
	else
		search(&x, induct);
	induct_close(induct);
	verdict_conclude(&x);
	symex_free(&x);
	if (x.live)
		live_close(x.live);
	mem_free(x.pointers);
	terms_close(x.ts);
}
