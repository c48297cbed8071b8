/* Maximal path causality: one schedule and input for each path, for all inputs and schedules.
 *
 * Yi and Huang, Concurrency Verification with Maximal Path Causality (ESEC/FSE 2018).  Strategies:
 *
 *   2  Algorithm 1 with the sound strategy of section 3.4.2.  First the program is unfolded until
 *      every branch that some execution takes is known (symex/generalise/unfold.h); that gives the
 *      verdict.  Then every path is run (symex/generalise/enumerate.h, which says where we
 *      deviate).
 *   3  only the verdict: one run for each branch rather than one for each path.
 *   1  the strategy of section 3.4.1, which is not sound: symex/generalise/suffixes.h.
 *
 * Section 3.5: several processes work off the list of items (process/pool.h).
 */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "process/pool.h"
#include "symex/bounds.h"
#include "symex/concrete/cover.h"
#include "symex/config.h"
#include "symex/events/events_search.h"
#include "symex/generalise/enumerate.h"
#include "symex/generalise/path_search.h"
#include "symex/generalise/refuse.h"
#include "symex/generalise/suffixes.h"
#include "symex/reduction.h"
#include "symex/strategy.h"
#include "symex/symex_stats.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

struct mpc_search {
	struct symex *x;
	struct unfolding u;
	struct enumeration p;
	bool is_worker;
	size_t settled;  /* what the result says against the program when the verdict is there */
	uint64_t failed; /* items that could not be done */
};

/* --- Items, in a worker or here. --- */

/* Kinds of results besides paths. */
#define FAILED "!"
/* Of a worker: runs, steps, solver calls; tests of --cover, and its master. */
#define COUNTS "#%" PRIu64 " %" PRIu64 " %" PRIu64 ", %" PRIu32 " of %ld"

static void begin(void *context) {
	struct mpc_search *s = context;
	s->is_worker = true;
	cover_refresh(s->x->config->cover); /* the worker before this one may have written some */
}

static uint32_t tests_of(const struct mpc_search *s) {
	return s->x->config->cover ? s->x->config->cover->paths : 0;
}

static void add_counts(struct mpc_search *s, const struct symex_stats *before, uint32_t tests,
                       struct pool_out *out) {
	const struct symex_stats *now = s->x->stats;
	char text[120];
	snprintf(text, sizeof text, COUNTS, now->runs - before->runs, now->steps - before->steps,
	         now->solver_calls - before->solver_calls, tests_of(s) - tests, (long)getppid());
	pool_found(out, text);
}

/* Violations and inconclusive gaps; the runs of paths must not add any, since the verdict is about
 * them, too.
 */
static size_t objections(const struct mpc_search *s) {
	const struct result *r = s->x->result;
	size_t n = 0;
	for (size_t i = 0; i < r->gap.n; i++)
		n += r->gap.at[i].is_inconclusive;
	for (size_t i = 0; i < r->property.n; i++)
		n += r->property.at[i].status == PROPERTY_VIOLATED;
	return n;
}

static void add_item(void *context, const char *item) {
	pool_add(context, item);
}

static void add_path(void *context, const char *path) {
	pool_found(context, path);
}

static void work(void *context, const char *item, struct pool_out *out) {
	struct mpc_search *s = context;
	struct path_calls calls = {out, add_item, add_path};
	struct symex_stats before = *s->x->stats;
	uint32_t tests = tests_of(s);
	if (!enumeration_work(&s->p, item, &calls))
		pool_found(out, FAILED);
	if (objections(s) > s->settled)
		pool_stop(out, item);
	if (s->is_worker)
		add_counts(s, &before, tests, out);
}

/* --- What comes back. --- */

static void found(void *context, const char *text) {
	struct mpc_search *s = context;
	struct symex_stats *stats = s->x->stats;
	uint64_t runs, steps, calls;
	uint32_t tests;
	long master;
	if (text[0] == FAILED[0]) {
		s->failed++;
	} else if (sscanf(text, COUNTS, &runs, &steps, &calls, &tests, &master) == 5) {
		stats->runs += runs;
		stats->steps += steps;
		stats->solver_calls += calls;
		if (master == getpid() && s->x->config->cover) /* otherwise of an earlier command */
			s->x->config->cover->paths += tests;
	} else {
		stats->paths++;
		diag_say(2, "path %llu: %s", (unsigned long long)stats->paths, text);
	}
}

static void ignore(void *context, const char *text) {
	(void)context, (void)text;
}

/* A run contradicts the verdict.  What a worker has found is found again here, to be reported. */
static void stopped(void *context, const char *item) {
	struct mpc_search *s = context;
	struct path_calls calls = {NULL, ignore, ignore};
	if (objections(s) == s->settled)
		enumeration_work(&s->p, item, &calls);
	if (objections(s) == s->settled)
		result_gap(s->x->result, GAP_CHECK, NO_LOC,
		           "a run of the path %s violates a property, which no model does", item);
}

static void lost(void *context, const char *item, const char *how) {
	struct mpc_search *s = context;
	s->failed++;
	diag_say(1, "%s: a process that was looking for the path %s", how, item);
}

static void progress(void *context, const struct pool_state *state) {
	struct mpc_search *s = context;
	uint64_t limit = s->x->config->solver_config.memory_bytes;
	s->x->stats->listed = state->open;
	if (limit && state->bytes + stats_memory() > limit)
		symex_stop = GAP_MEMORY;
}

static void note_run(void *context, const struct run_trace *t) {
	struct mpc_search *s = context;
	enumeration_note(&s->p, t);
	cover_add(s->x->config->cover, t);
}

static void cover_run(void *context, const struct run_trace *t) {
	const struct mpc_search *s = context;
	cover_add(s->x->config->cover, t);
}

/* The verdict is there already; what comes now does not change it. */
static void enumerate(struct mpc_search *s) {
	const struct path_search *c = s->x->config->paths;
	char basis[16];
	enumeration_begin(&s->p);
	snprintf(basis, sizeof basis, "%08" PRIx32, s->p.mark);
	struct pool_config config = {.workers = s->x->config->schedules.jobs,
	                             .stop = &symex_stop,
	                             .journal = c->journal,
	                             .share = c->share,
	                             .shares = c->shares,
	                             .basis = basis};
	const struct pool_calls calls = {.begin = begin,
	                                 .work = work,
	                                 .found = found,
	                                 .stopped = stopped,
	                                 .lost = lost,
	                                 .progress = progress};
	const char *first = "";
	s->u.on_run = cover_run;
	s->x->search.is_settled = true;
	s->settled = objections(s);
	struct pool_result r = pool_run(&config, &calls, s, &first, 1);
	if (r.end == POOL_MISMATCH)
		diag_warn(NO_LOC,
		          "--resume: the file is of another unfolding of the program, so no path was run");
	if (r.end == POOL_INTERRUPTED || r.end == POOL_FAILED)
		diag_note(NO_LOC, "not every path was run; the verdict holds for all of them");
	if (s->failed)
		diag_note(NO_LOC,
		          "%llu prefixes of paths could not be run; the verdict holds for them, too",
		          (unsigned long long)s->failed);
}

static bool mpc(struct symex *x) {
	struct mpc_search s = {.x = x};
	unfold_open(&s.u, x, NULL);
	enumeration_open(&s.p, &s.u);
	s.u.on_run = note_run;
	s.u.context = &s;
	const struct path_search *c = x->config->paths;
	enum mpc_strategy strategy = c->strategy;
	/* Whoever wants paths, or gives bounds, wants no other strategy. */
	s.u.may_give_up = x->config->bounds.unwind == NO_BOUND && !x->config->bounds.nrules &&
	                  !x->config->cover && !c->journal && x->config->schedules.jobs == 1 &&
	                  c->shares == 1;
	enum unfolded how = UNFOLD_UNSUPPORTED;
	if (!s.u.e.unsupported)
		how = strategy == MPC_SUFFIXES ? suffixes_search(&s.u) : unfold_all(&s.u);
	unfold_conclude(&s.u, how);
	/* Strategy 1 proves nothing, not even by its fallback. */
	bool falls_back = how == UNFOLD_UNSUPPORTED && strategy != MPC_SUFFIXES;
	if (falls_back)
		events_give_up(&s.u.e);
	else if (strategy == MPC_SUFFIXES)
		result_gap(x->result, GAP_UNSUPPORTED, NO_LOC, "strategy 1 misses paths");
	else if (how != UNFOLD_ALL)
		x->stats->paths = x->stats->runs; /* each has taken a branch that no other had */
	else if (strategy == MPC_PATHS)
		enumerate(&s);
	enumeration_close(&s.p);
	unfold_close(&s.u);
	return !falls_back;
}

static const struct refusal refuses[] = {UNFOLD_REFUSES("--strategy=mpc"), REFUSE_PROGRESS, {0}};

const struct strategy strategy_mpc = {
    .name = "mpc",
    .help = "run the program along every path, for all inputs and schedules",
    .paper = "Yi and Huang, maximal path causality (ESEC/FSE 2018)",
    .reductions = EVENTS_REDUCTIONS | REDUCTION_BIT(PEEPHOLE) | REDUCTION_BIT(LOCAL_SSA) |
                  REDUCTION_BIT(WAITING_ITERATIONS),
    .refuses = refuses,
    .makes_runs = true,
    .one_thread = true,
    .fallback = "lazy",
    .finds_order = true,
    .lists_paths = true,
    .saves = true,
    .run = mpc,
};
