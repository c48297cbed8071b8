#include "symex/portfolio/portfolio.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "process/turns.h"
#include "process/work.h"
#include "result/transfer.h"
#include "solvers/proof_file.h"
#include "symex/config.h"
#include "symex/core/execution.h"
#include "symex/portfolio/plan.h"
#include "symex/portfolio/restricted.h"
#include "symex/query/verdict.h"
#include "symex/symex_stats.h"
#include "symex/strategy.h"
#include "util/text/diag.h"
#include "util/base/stats.h"

#define MEMORY_SECONDS 0.25

/* Units of work; SLICE: for each unit of weight; FIRST_SLICE: at least, for members of little
 * weight that decide many programs at once; LAST_TRIES: of the others, after lazy exploration has
 * ended without an answer; GUESS_TRIES: of the others, after one has found a violation that depends
 * on a guess; STAGE_TRIES: under the weaker memory model, after the others have proved the program,
 * besides twice the work of these, unless there is a time limit; SC_TRIES: of the others, after the
 * program has failed under the weaker memory model; SHORT_TRIES: of the others, after it has been
 * proved for short input. */
enum {
	SLICE = 100000,
	MILLISECOND = 10000,
	FIRST_SLICE = 150 * MILLISECOND,
	LAST_TRIES = 5000 * MILLISECOND,
	GUESS_TRIES = 200 * MILLISECOND,
	STAGE_TRIES = 10000 * MILLISECOND,
	SC_TRIES = 1000 * MILLISECOND,
	SHORT_TRIES = 20000 * MILLISECOND
};

/* What an answer is worth. */
enum worth {
	NOTHING,  /* UNKNOWN */
	FALLBACK, /* UNKNOWN, of lazy exploration */
	SHORT,    /* SUCCESSFUL within short input, where the user has set no bound */
	WEAK,     /* SUCCESSFUL, but deadlocks are not excluded */
	GUESSED,  /* FAILED, if a function without body and model does so */
	CERTAIN,
};

struct portfolio {
	const struct goto_prog *prog;
	const struct symex_config *config;
	symex_search *search;
	struct portfolio_plan plan;
	struct symex_stats *board; /* by member, in memory that all processes share */
	struct symex_stats *stats;
	const struct result *begun; /* what every answer rests on is assumed there */
	bool is_sliced;
	struct search_progress parts; /* what is proved of parts of what the environment may do */
	struct search_progress told;  /* facts that --verbose has printed */
	bool is_large;                /* the members together use more memory than they may */

	struct result *best;
	enum worth worth;
	size_t decider;
	uint64_t until; /* less than CERTAIN: work of all members after which it counts */
	uint64_t worked;
	/* Under the weaker memory model.  Everything above is about the others, under sequential
	 * consistency. */
	struct result *weak;         /* NULL: no answer yet */
	size_t weak_by;              /* the member that has it */
	bool has_ended[MAX_MEMBERS]; /* of the stage, with an answer */
	bool is_proved;              /* by the others, which are not needed any more */
	uint64_t proved_after;       /* so much work */
	uint64_t stage_until; /* 0: not known yet; work of all members after which the stage ends */
	char how[MAX_MEMBERS][64]; /* members that died */
	bool is_bug[MAX_MEMBERS];  /* by a mistake of ours */
};

/* --- Weights. --- */

enum { WORK_DIVISOR = 4 };

/* Lazy exploration ends at a bound of schedules that the user gave; the others look beyond it
 * first, for which there is only a part of the time. */
static unsigned weight_of(const struct portfolio *p, size_t ix) {
	unsigned weight = p->plan.member[ix]->weight;
	if (ix == p->plan.lazy || p->config->schedules.context_bound == NO_BOUND)
		return weight;
	return weight > WORK_DIVISOR ? weight / WORK_DIVISOR : 1;
}

/* --- In a member. --- */

static enum restriction restriction_of(const struct portfolio *p, size_t ix) {
	return p->plan.member[ix]->restriction;
}

static bool is_stage(const struct portfolio *p, size_t ix) {
	return p->plan.member[ix]->is_stage;
}

/* What the members that look at everything have come to: which inputs steer a loop, and has a
 * model asked for what is restricted: whether calls of the system may fail, whether input ends? */
static bool look_at_others(const struct portfolio *p, enum restriction to, struct small_inputs *s) {
	bool asks = to == TO_FEW_INPUTS && p->plan.features.has_arguments && !p->config->arguments.at;
	for (size_t i = 0; i < p->plan.n; i++) {
		struct search_progress other;
		if (restriction_of(p, i))
			continue;
		asks |= to == TO_THE_USUAL && p->board[i].asks_environment;
		asks |= to >= TO_SHORT_INPUT && p->board[i].reads_input;
		if (search_progress_copy(&other, &p->board[i].progress))
			restricted_add(s, &other);
	}
	return asks;
}

/* The search of a member whose environment is restricted. */
static struct result *search_part(const struct portfolio *p, size_t ix,
                                  const struct symex_config *config, struct result *result) {
	struct small_inputs small = {0};
	bool asks = look_at_others(p, restriction_of(p, ix), &small);
	if (restriction_of(p, ix) == TO_SMALL_VALUES && small.nfrom) {
		struct symex_config way[] = {*config, *config};
		size_t n = 1;
		for (size_t i = 0; i < p->plan.n && n == 1; i++)
			if (p->plan.member[i]->strategy->makes_runs && !restriction_of(p, i)) {
				p->plan.member[i]->adapt(&way[0]);
				n = 2;
			}
		struct value_search v = {.prog = p->prog,
		                         .way = way,
		                         .nways = n,
		                         .small = &small,
		                         .begun = p->begun,
		                         .begin = p->stats,
		                         .told = &p->board[ix].progress,
		                         .search = p->search};
		result_close(result);
		return restricted_values(&v);
	}
	if (asks)
		p->search(p->prog, config, result, &p->board[ix]);
	return result;
}

static void work_as(void *context, size_t ix, struct turns_out *out) {
	struct portfolio *p = context;
	struct symex_config config = *p->config;
	const struct goto_prog *prog = p->prog;
	struct result *result = result_open();
	byte_vec bytes = {0};
	for (size_t i = 0; i < p->begun->assumption.n; i++)
		result_assume(result, p->begun->assumption.at[i].text, p->begun->assumption.at[i].option);
	if (is_stage(p, ix)) {
		config = *p->config->stage->config;
		prog = p->config->stage->prog;
		result_drop_assumption(result, "mm");
	}
	config.schedules.is_default = false;
	config.schedules.is_member = true;
	config.schedules.jobs = 1;
	config.schedules.creates_in_loop = p->plan.features.creates_in_loop;
	if (ix != p->plan.lazy)
		config.checkpoint = NULL;
	p->plan.member[ix]->adapt(&config);
	if (config.solver_config.proofs)
		config.solver_config.proofs->member = (unsigned)ix + 1;
	if (restriction_of(p, ix))
		result = search_part(p, ix, &config, result);
	else
		p->search(prog, &config, result, &p->board[ix]);
	transfer_write(&bytes, result);
	turns_answer(out, bytes.at, bytes.n);
}

/* --- In the process of the user. --- */

bool portfolio_is_bounded(const struct symex_config *c, const struct result *r) {
	const struct bounds *b = &c->bounds;
	const struct schedules *s = &c->schedules;
	bool unwind = b->unwind != NO_BOUND || b->nrules || b->max_unwind != NO_BOUND;
	bool context = s->context_bound != NO_BOUND || s->preemption_bound != NO_BOUND ||
	               s->decision_bound != NO_BOUND;
	return (result_has_gap(r, GAP_UNWIND) && !unwind) ||
	       (result_has_gap(r, GAP_CONTEXT) && !context) || result_has_gap(r, GAP_RUNS) ||
	       result_has_gap(r, GAP_BUFFER) || (result_has_gap(r, GAP_DEPTH) && b->depth == NO_BOUND);
}

/* Has a counterexample on the slice not replayed?  Not so where runs could not follow a model:
 * other members may well have an answer about the slice. */
static bool is_refuted(const struct portfolio *p, size_t ix, const struct result *r) {
	bool is_sliced = is_stage(p, ix) ? p->config->stage->is_sliced : p->is_sliced;
	return is_sliced && (result_has_gap(r, GAP_REPLAY) || result_has_gap(r, GAP_NUMBERS)) &&
	       !p->plan.member[ix]->strategy->makes_runs;
}

static enum worth worth_of(const struct portfolio *p, size_t ix, const struct result *r) {
	enum verdict verdict = result_verdict(r);
	if (verdict == VERDICT_SAFE && restriction_of(p, ix) == TO_THE_USUAL &&
	    result_has_gap(r, GAP_ENVIRONMENT))
		return NOTHING;
	if (verdict == VERDICT_SAFE && restriction_of(p, ix) == TO_FEW_INPUTS)
		return NOTHING;
	if (verdict == VERDICT_SAFE && restriction_of(p, ix) == TO_SHORT_INPUT)
		return restricted_is_proved(p->config, r) ? SHORT : NOTHING;
	if (verdict == VERDICT_UNSAFE)
		return result_rests_on_guess(r) ? GUESSED : CERTAIN;
	if (verdict == VERDICT_SAFE && !portfolio_is_bounded(p->config, r))
		return r->deadlocks_open ? WEAK : CERTAIN;
	if (is_refuted(p, ix, r))
		return CERTAIN; /* the whole program is to be searched */
	return ix == p->plan.lazy ? FALLBACK : NOTHING;
}

/* The work of all members until an answer that is less than certain counts. */
static uint64_t tries(const struct portfolio *p, enum worth worth) {
	switch (worth) {
	case GUESSED: return p->worked + p->worked / 4 + GUESS_TRIES;
	case WEAK: return 2 * p->worked;
	case SHORT: return 2 * p->worked + SHORT_TRIES;
	default: return 2 * p->worked + LAST_TRIES;
	}
}

static void keep(struct portfolio *p, size_t ix, struct result *r, enum worth worth) {
	if (p->best)
		result_close(p->best);
	p->best = r;
	p->worth = worth;
	p->decider = ix;
	p->until = tries(p, worth);
}

/* --- Under a weaker memory model. --- */

/* May the stage still have an answer, or a better one? */
static bool stage_is_open(const struct portfolio *p) {
	for (size_t i = 0; i < p->plan.n; i++)
		if (is_stage(p, i) && !p->has_ended[i] && !*p->how[i])
			return true;
	return false;
}

/* The others have proved the program, as far as they can: now it is the stage's turn. */
static void turn_to_stage(struct portfolio *p) {
	p->is_proved = true;
	p->proved_after = p->worked;
	p->stage_until = p->config->schedules.has_time_limit ? UINT64_MAX : 3 * p->worked + STAGE_TRIES;
}

static bool is_violated(const struct result *r) {
	return r && result_verdict(r) == VERDICT_UNSAFE;
}

/* For all executions, and all that was asked for? */
static bool is_proof(const struct portfolio *p, const struct result *r) {
	return r && result_verdict(r) == VERDICT_SAFE && !portfolio_is_bounded(p->config, r) &&
	       !r->deadlocks_open;
}

/* A violation in an interleaving is one under the weaker model, too, but another member of the
 * stage may know an execution that tells more about orders: it waits for that. */
static bool is_better(const struct portfolio *p, size_t ix, const struct result *r) {
	enum verdict old = p->weak ? result_verdict(p->weak) : VERDICT_UNKNOWN;
	if (old == VERDICT_UNKNOWN || is_refuted(p, ix, r))
		return ix == p->plan.stage || !p->weak || result_verdict(r) != VERDICT_UNKNOWN;
	return is_violated(r) && ix == p->plan.stage;
}

/* The executions under sequential consistency are executions under the weaker model: a proof there
 * is one for both. */
static bool stage_answered(struct portfolio *p, size_t ix, struct result *r) {
	p->has_ended[ix] = true;
	if (result_has_bug(r) && !p->config->stage->is_sliced)
		diag_warn(NO_LOC, "%s: %s", p->plan.member[ix]->name, result_verdict_line(r->arena, r));
	if (!is_better(p, ix, r)) {
		result_close(r);
		return p->is_proved && !stage_is_open(p);
	}
	result_close(p->weak);
	p->weak = r;
	p->weak_by = ix;
	if (is_violated(r) && !p->is_proved)
		p->stage_until = p->worked + p->worked / 2 + SC_TRIES;
	if (is_proof(p, r) || is_refuted(p, ix, r))
		return true;
	return p->is_proved && ((is_violated(r) && ix == p->plan.stage) || !stage_is_open(p));
}

/* --- Answers. --- */

static bool is_decided(struct portfolio *p) {
	if (p->worth != CERTAIN || result_verdict(p->best) != VERDICT_SAFE || !stage_is_open(p))
		return p->worth == CERTAIN;
	turn_to_stage(p);
	return false;
}

static bool is_needed(void *context, size_t ix) {
	const struct portfolio *p = context;
	return !p->is_proved || is_stage(p, ix);
}

static bool answered(void *context, size_t ix, const char *bytes, size_t n) {
	struct portfolio *p = context;
	struct result *r = result_open();
	if (!transfer_read(bytes, n, r))
		BUG("the answer of '%s' cannot be read", p->plan.member[ix]->name);
	enum worth worth = worth_of(p, ix, r);
	diag_say(2, "%s: %s", p->plan.member[ix]->name, result_verdict_line(r->arena, r));
	if (is_stage(p, ix))
		return stage_answered(p, ix, r);
	if (worth != CERTAIN && result_has_bug(r) && !p->is_sliced)
		diag_warn(NO_LOC, "%s: %s", p->plan.member[ix]->name, result_verdict_line(r->arena, r));
	if (worth == NOTHING && restricted_is_proved(p->config, r)) {
		if (restriction_of(p, ix) == TO_FEW_INPUTS)
			restricted_tell_few(&p->parts, r);
		else
			restricted_tell_usual(&p->parts, r);
	}
	if (p->best && worth <= p->worth)
		result_close(r);
	else
		keep(p, ix, r, worth);
	return is_decided(p);
}

static void died(void *context, size_t ix, bool is_bug, const char *how) {
	struct portfolio *p = context;
	snprintf(p->how[ix], sizeof p->how[ix], "%s", how);
	p->is_bug[ix] = is_bug;
	diag_say(2, "%s: %s", p->plan.member[ix]->name, how);
}

/* Facts are printed as they are established, by whatever member; what it says itself is not read
 * before its end, if at all. */
static void tell_facts(struct portfolio *p, const struct search_progress *now) {
	char text[400];
	for (uint32_t i = 0; i < now->nfacts; i++) {
		if (search_progress_has(&p->told, &now->fact[i]))
			continue;
		established_text(text, sizeof text, &now->fact[i], now->threads > 1);
		diag_say(2, "established: %s", text);
		search_progress_establish(&p->told, now->fact[i]);
	}
	const struct restricted_fact *part[] = {&now->usual, &now->values, &now->few};
	struct restricted_fact *known[] = {&p->told.usual, &p->told.values, &p->told.few};
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		if (*part[i]->text && strcmp(part[i]->text, known[i]->text) != 0) {
			diag_say(2, "established: %s", part[i]->text);
			*known[i] = *part[i];
		}
}

/* The statistics of one member, and what all of them have established. */
static void publish(struct portfolio *p, size_t decider) {
	size_t ix = restriction_of(p, decider) ? p->plan.lazy : decider;
	struct symex_stats now = p->board[ix];
	search_progress_copy(&now.progress, &p->board[ix].progress);
	for (size_t i = 0; i < p->plan.n; i++) {
		struct search_progress other;
		if (i == ix || !search_progress_copy(&other, &p->board[i].progress))
			continue;
		if (restriction_of(p, i))
			search_progress_merge_restricted(&now.progress, &other);
		else
			search_progress_merge(&now.progress, &other);
	}
	search_progress_merge_restricted(&now.progress, &p->parts);
	now.progress.can_order_events = false; /* one of the members does */
	search_progress_change(&p->stats->progress);
	now.progress.version = p->stats->progress.version;
	*p->stats = now;
	search_progress_changed(&p->stats->progress);
	tell_facts(p, &now.progress);
}

static bool worked(void *context, uint64_t units) {
	struct portfolio *p = context;
	p->worked = units;
	publish(p, p->plan.lazy);
	if (p->stage_until)
		return units >= p->stage_until;
	if (p->worth < FALLBACK || units < p->until)
		return false;
	if (p->worth < SHORT || p->worth > WEAK || !stage_is_open(p))
		return true;
	turn_to_stage(p);
	return false;
}

static void watch_memory(void *context, uint64_t bytes) {
	struct portfolio *p = context;
	uint64_t limit = p->config->solver_config.memory_bytes;
	if (limit && bytes + stats_memory() > limit && !symex_stop) {
		symex_stop = GAP_MEMORY;
		p->is_large = true;
	}
}

static void over(void *context, size_t ix, uint64_t units, double seconds) {
	const struct portfolio *p = context;
	diag_say(2, "%s: %.2f s of CPU, %.2f s of work", p->plan.member[ix]->name, seconds,
	         (double)units / (1000.0 * (double)MILLISECOND));
}

/* What a member has said on stderr. */
static void print_log(int fd) {
	char text[4096];
	ssize_t n;
	if (fd < 0)
		return;
	fflush(stderr);
	lseek(fd, 0, SEEK_SET);
	while ((n = read(fd, text, sizeof text)) > 0)
		if (write(STDERR_FILENO, text, (size_t)n) < 0)
			return;
}

/* An error of ours in one strategy is no reason to keep back what another one has established, but
 * it is said. */
static void tell_deaths(const struct portfolio *p, const int log[TURNS_MAX]) {
	for (size_t i = 0; i < p->plan.n; i++) {
		if (!*p->how[i])
			continue;
		if (p->is_bug[i])
			print_log(log[i]);
		if (p->is_bug[i] == (p->worth >= SHORT)) /* otherwise it is an error, or nothing to know */
			diag_warn(NO_LOC, "the process of %s has ended: %s", p->plan.member[i]->name,
			          p->how[i]);
	}
}

/* Where no other member has an answer, UNKNOWN would hide it. */
static void blame_bugs(const struct portfolio *p) {
	for (size_t i = 0; i < p->plan.n && p->worth < SHORT; i++)
		if (p->is_bug[i])
			BUG("the member '%s' of the default has ended: %s", p->plan.member[i]->name, p->how[i]);
}

static const char *counted(struct arena *arena, const char *text, uint64_t n, const char *one,
                           const char *many) {
	return arena_printf(arena, "%s, %llu %s", text, (unsigned long long)n, n == 1 ? one : many);
}

/* "runs and events, 3 runs" */
static const char *decided_by(struct arena *arena, const struct rule *rule, const struct result *r,
                              const struct symex_stats *s) {
	const char *text = rule->name;
	if (r->proof)
		return arena_printf(arena, "%s, %s", text, r->proof->method);
	if (rule->strategy->makes_runs)
		return counted(arena, text, s->runs, "run", "runs");
	if (s->unwind > 1)
		text = counted(arena, text, s->unwind, "unwinding", "unwindings");
	if (s->nodes && s->context_bound < NO_BOUND)
		text = counted(arena, text, s->context_bound, "context switch", "context switches");
	return text;
}

static void move(struct result *to, struct result *from) {
	struct result old = *to;
	*to = *from;
	to->info = old.info;
	to->error = old.error;
	to->explored = old.explored;
	*from = old;
	from->info = (struct run_info){0};
	from->explored = NULL;
	result_close(from);
}

/* Why nothing is known under the weaker memory model. */
static const char *stage_reason(const struct portfolio *p, struct arena *arena,
                                enum turns_end end) {
	if (p->weak && result_verdict(p->weak) == VERDICT_SAFE)
		return arena_printf(arena, "only %s", result_qualifiers(arena, p->weak));
	bool has_looked = p->weak && p->weak_by == p->plan.stage; /* at all executions */
	const char *reason = has_looked ? result_reason(arena, p->weak) : NULL;
	if (reason)
		return reason;
	if (*p->how[p->plan.stage])
		return arena_printf(arena, "the process that searched was ended: %s",
		                    p->how[p->plan.stage]);
	if (end != TURNS_INTERRUPTED)
		return arena_printf(arena, "no answer after %.0f s of work",
		                    (double)(STAGE_TRIES + 2 * p->proved_after) / WORK_SECOND);
	return p->is_large || symex_stop == GAP_MEMORY ? "memory limit"
	       : symex_stop == GAP_TIME                ? "time limit"
	                                               : "interrupted";
}

/* A race that nobody was to look for under sequential consistency. */
static bool is_new_race(const struct portfolio *p, const struct result *r) {
	return !p->config->schedules.race_check && r->violated < r->property.n &&
	       !strcmp(r->property.at[r->violated].class_name, property_class_name(PROPERTY_RACE));
}

/* What the violation is true for, where the models differ, or may. */
static void name_model(const struct portfolio *p, struct result *r, bool holds_under_sc) {
	result_gap(r, GAP_MODEL, NO_LOC, "the C11 memory model%s%s",
	           is_new_race(p, r) ? ", where a data race is undefined behaviour" : "",
	           !holds_under_sc     ? ""
	           : is_new_race(p, r) ? "; under sequential consistency the other properties hold"
	                               : "; under sequential consistency it holds");
}

/* The program means C11, which allows more executions than those that were looked at. */
static void leave_open(const struct portfolio *p, struct result *r, enum turns_end end) {
	struct arena *arena = r->arena;
	const char *within = result_qualifiers(arena, r);
	const char *holds = within ? arena_printf(arena, "it holds (%s)", within) : "it holds";
	double seconds = (double)p->proved_after / WORK_SECOND;
	vec_push(&r->advice, ((struct advice){"--mm sc", NULL, holds, seconds}));
	result_gap(r, GAP_ORDERS, NO_LOC, "holds under sequential consistency%s%s; C11 not decided: %s",
	           within ? " " : "", within ? within : "", stage_reason(p, arena, end));
}

/* The answer under the weaker model takes the place of the other one. */
static void take_weak(struct portfolio *p) {
	if (p->best)
		result_close(p->best);
	p->best = p->weak;
	p->weak = NULL;
	p->decider = p->weak_by;
	p->worth = CERTAIN;
}

/* The proofs of this member are those of the verdict. */
static void count_proofs(const struct portfolio *p, size_t ix) {
	if (p->config->solver_config.proofs)
		p->config->solver_config.proofs->counts |= UINT32_C(1) << (ix + 1);
}

/* Makes one answer of the two under different models. */
static void join_answers(struct portfolio *p, enum turns_end end) {
	bool is_safe = p->worth >= SHORT && result_verdict(p->best) == VERDICT_SAFE;
	bool is_failed = p->worth == CERTAIN && result_verdict(p->best) == VERDICT_UNSAFE;
	if (p->plan.stage == p->plan.n || is_failed)
		return;
	if (is_violated(p->weak)) {
		take_weak(p);
		name_model(p, p->best, is_safe);
	} else if (p->weak && is_refuted(p, p->weak_by, p->weak))
		take_weak(p);
	else if (is_proof(p, p->weak) && p->worth < WEAK)
		take_weak(p);
	else if (is_proof(p, p->weak) && is_safe) {
		count_proofs(p, p->weak_by);
		result_drop_assumption(p->best, "mm");
		p->best->decided_by = arena_printf(
		    p->best->arena, "%s; %s",
		    p->best->decided_by ? p->best->decided_by
		                        : decided_by(p->best->arena, p->plan.member[p->decider], p->best,
		                                     &p->board[p->decider]),
		    decided_by(p->best->arena, p->plan.member[p->weak_by], p->weak, &p->board[p->weak_by]));
	} else if (is_safe)
		leave_open(p, p->best, end);
}

static void conclude(struct portfolio *p, struct result *result, enum turns_end end) {
	blame_bugs(p);
	if (p->worth >= (end == TURNS_INTERRUPTED ? SHORT : FALLBACK)) {
		publish(p, p->decider);
		count_proofs(p, p->decider);
		move(result, p->best);
		if (p->worth >= SHORT && !result->decided_by && !result_has_gap(result, GAP_ORDERS))
			result->decided_by = decided_by(result->arena, p->plan.member[p->decider], result,
			                                &p->board[p->decider]);
		return;
	}
	if (p->best)
		result_close(p->best);
	publish(p, p->plan.lazy);
	if (p->is_large)
		result_gap(result, GAP_MEMORY, NO_LOC, "memory limit of %.0f MB",
		           (double)p->config->solver_config.memory_bytes / 1048576);
	else if (end == TURNS_FAILED)
		result_gap(result, GAP_MEMORY, NO_LOC, "no process can be started");
	else if (end != TURNS_INTERRUPTED)
		result_gap(result, GAP_INTERRUPT, NO_LOC, "the processes that searched were ended: %s",
		           p->how[p->plan.lazy]);
	struct symex x; /* lists the properties */
	symex_open(&x, p->prog, p->config, result, p->stats);
	result->violated = NO_PROPERTY;
	verdict_conclude(&x);
	symex_close(&x);
}

bool portfolio_applies(const struct goto_prog *prog, const struct symex_config *c) {
	const struct schedules *s = &c->schedules;
	return s->is_default && s->jobs && !c->library.progress &&
	       !(c->termination && prog->has_threads) && !c->monitor.hooks && !c->covers_paths &&
	       !c->smt2 && !c->vcc && !s->all_runs && !s->incremental && s->order == ORDER_SWITCHES &&
	       (prog->has_threads || plan_has_parts(prog, c));
}

void portfolio_run(const struct goto_prog *prog, const struct symex_config *config,
                   struct result *result, struct symex_stats *stats, symex_search *search) {
	struct portfolio p = {.prog = prog,
	                      .config = config,
	                      .search = search,
	                      .plan = portfolio_plan(prog, config),
	                      .stats = stats,
	                      .begun = result,
	                      .is_sliced = stats->sliced > 0};
	struct turns_member member[MAX_MEMBERS];
	size_t size = p.plan.n * sizeof *p.board;
	int log[TURNS_MAX];
	p.board = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p.board == MAP_FAILED)
		mem_exhausted();
	for (size_t i = 0; i < p.plan.n; i++) {
		p.board[i] = *stats;
		member[i] = (struct turns_member){weight_of(&p, i),
		                                  (uint64_t)p.plan.member[i]->milliseconds * MILLISECOND};
	}
	struct turns_config turns = {.member = member,
	                             .n = p.plan.n,
	                             .jobs = config->schedules.jobs,
	                             .slice = SLICE,
	                             .first = FIRST_SLICE,
	                             .stop = &symex_stop,
	                             .memory_interval =
	                                 config->solver_config.memory_bytes ? MEMORY_SECONDS : 0};
	struct turns_calls calls = {work_as, answered, died, worked, watch_memory, is_needed, over};
	fflush(stdout);
	enum turns_end end = turns_run(&turns, &calls, &p, log);
	join_answers(&p, end);
	if (p.worth >= SHORT)
		print_log(log[p.decider]);
	else
		print_log(log[p.plan.lazy]);
	tell_deaths(&p, log);
	conclude(&p, result, end);
	for (size_t i = 0; i < TURNS_MAX; i++)
		if (log[i] >= 0)
			close(log[i]);
	result_close(p.weak);
	munmap(p.board, size);
}

void portfolio_explain(FILE *out, const struct goto_prog *prog, const struct symex_config *config) {
	struct portfolio_plan plan = portfolio_plan(prog, config);
	portfolio_print(out, &plan, config->schedules.jobs);
}
