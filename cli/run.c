/* The pipeline.  cli_run reads the options; run opens the reports and plans the runs of the
 * command; search takes one of them from the sources to its result, and verify repeats it for the
 * whole program where the slice does not decide. */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/api_stages.h"
#include "cli/build.h"
#include "cli/cache.h"
#include "cli/confirm.h"
#include "cli/certificate.h"
#include "cli/certificate_check.h"
#include "cli/crash.h"
#include "cli/help.h"
#include "cli/harness.h"
#include "cli/fix.h"
#include "cli/info.h"
#include "cli/library.h"
#include "cli/limits.h"
#include "cli/linpoints.h"
#include "cli/missing.h"
#include "cli/models.h"
#include "cli/options.h"
#include "cli/order_search.h"
#include "cli/outputs.h"
#include "cli/plan.h"
#include "cli/prediction.h"
#include "cli/progress.h"
#include "cli/record.h"
#include "cli/reports.h"
#include "cli/sets.h"
#include "cli/paths.h"
#include "cli/slicing.h"
#include "cli/solvers.h"
#include "cli/state_file.h"
#include "cli/strategies.h"
#include "cli/survey.h"
#include "cli/test_suite.h"
#include "cli/trials.h"
#include "cli/validate.h"
#include "cli/verdicts.h"
#include "cli/why_safe.h"
#include "cli/witness.h"
#include "solvers/solver_table.h"
#include "symex/model/model.h"
#include "symex/reduction.h"
#include "symex/replay/run_trace.h"
#include "util/deep.h"
#include "util/diag.h"
#include "util/intern.h"
#include "util/lines.h"
#include "util/stats.h"
#include "util/version.h"

#define SHARE_OF_SEARCH 0.9 /* of the time; the rest is for advice (cli/trials.h) */

struct text_buffer {
	char *at;
	size_t n, cap;
};

/* Appends the argument as a shell would read it. */
static void quote(struct text_buffer *to, const char *arg) {
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789-_./=:,@+%";
	bool quoted = !*arg || arg[strspn(arg, plain)];
	if (quoted)
		vec_push(to, '\'');
	for (; *arg; arg++) {
		for (const char *q = "'\\'"; *arg == '\'' && *q; q++)
			vec_push(to, *q);
		vec_push(to, *arg);
	}
	if (quoted)
		vec_push(to, '\'');
}

static const char *quote_command(int argc, char **argv) {
	struct text_buffer text = {0};
	for (int i = 0; i < argc; i++) {
		if (i)
			vec_push(&text, ' ');
		quote(&text, argv[i]);
	}
	const char *command = intern_n(text.n ? text.at : "", text.n);
	vec_free(&text);
	return command;
}

/* The first line is for scripts too: the name, then the version. */
static void print_version(const struct options *o) {
	printf("cbmc-mt %s\n%-10s %s\n", CBMC_MT_VERSION, "libclang", fe_clang_version());
	solvers_versions(stdout, o);
}

/* Options that print something about the program itself; true: that was all. */
static bool print_and_end(const struct options *o) {
	const char *error;
	if (o->help && !help_print(stdout, o->arena, o->help, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	if (o->help)
		return true;
	if (o->version)
		print_version(o);
	else if (o->list_solvers)
		solvers_list(stdout, o);
	else if (o->list_strategies)
		strategies_list(stdout, o->arena);
	else if (o->list_reductions)
		strategies_list_reductions(stdout, o->arena);
	else if (o->print_man)
		help_man(stdout, o->arena);
	else if (!o->print_completion)
		return false;
	else if (!help_completion(stdout, o->arena, o->print_completion))
		fatal(EXIT_USAGE, NO_LOC, "no completion for the shell '%s', only bash and zsh",
		      o->print_completion);
	return true;
}

static void checked(const struct config *c, const struct goto_prog *prog) {
	if (c->validate)
		goto_validate(prog);
}

static bool is_shared(const struct symbol *s) {
	return s->is_shared;
}

/* SV-COMP: what has no body has no effect. */
static void take_as_pure(struct goto_prog *prog) {
	for (size_t i = 0; i < prog->symbol.n; i++) {
		struct symbol *s = prog->symbol.at[i];
		if (s->storage == STORAGE_FUNCTION && !s->function && strncmp(s->name, "__mc_", 5) != 0)
			s->is_pure = true;
	}
}

static bool has_text(const struct text_list *list, const char *text) {
	for (size_t i = 0; i < list->n; i++)
		if (!strcmp(list->at[i], text))
			return true;
	return false;
}

/* --skip-property: what is known to fail is assumed to hold, so that others are found. */
static void skip_properties(const struct options *o, struct goto_prog *prog) {
	for (size_t i = 0; i < prog->function.n && (o->skip_property.n || o->ignore_property.n); i++) {
		struct function *f = prog->function.at[i];
		for (size_t k = 0; k < f->ins.n; k++) {
			struct ins *in = &f->ins.at[k];
			if (in->kind != INS_ASSERT)
				continue;
			const char *id = prog->property.at[in->property].id;
			if (has_text(&o->skip_property, id))
				in->kind = INS_ASSUME;
			else if (has_text(&o->ignore_property, id))
				in->kind = INS_SKIP;
		}
	}
}

static void assume_skipped(const struct options *o, struct result *result) {
	for (size_t i = 0; i < o->skip_property.n; i++)
		result_gap(result, GAP_ASSUMPTION, NO_LOC, "%s holds", o->skip_property.at[i]);
	for (size_t i = 0; i < o->ignore_property.n; i++)
		result_gap(result, GAP_ASSUMPTION, NO_LOC, "%s need not hold", o->ignore_property.at[i]);
}

/* witness: instrumented into the program; or NULL.  slice: the program is sliced if that is sound;
 * or NULL.  weak: where C11 allows more than interleavings, before that; or NULL.  Returns
 * whether it was sliced. */
static bool run_passes(const struct options *o, const struct config *c, struct goto_prog *prog,
                       struct instrumentation *witness, struct slice_result *slice,
                       struct weak_place *weak) {
	checked(c, prog);
	const struct memory_model *model = model_or_sc(c->symex.schedules.model);
	uint64_t without = c->symex.without | ~model->reductions;
	prog->all_shared = without & REDUCTION_BIT(SHARING);
	prog->orders_matter = !model_ignores_orders(model);
	if (c->symex.unmodelled_pure)
		take_as_pure(prog);
	goto_match_arguments(prog);
	goto_find_interrupts(prog, c->symex.environment.signals > 0);
	goto_find_shared(prog);
	if (witness)
		instrument_share(witness);
	if (prog->has_threads && !o->statement_granularity)
		goto_split_shared(prog, is_shared);
	checked(c, prog);
	if (prog->has_threads && c->check.atomicity)
		goto_check_atomicity(prog);
	checked(c, prog);
	goto_add_checks(prog, &c->check);
	skip_properties(o, prog);
	if (witness)
		instrument_restrict(witness);
	checked(c, prog);
	goto_remove_unreachable(prog);
	if (prog->has_threads && !c->symex.schedules.race_orders &&
	    !(without & REDUCTION_BIT(FUSED_ADDITIONS)))
		goto_fuse_additions(prog);
	checked(c, prog);
	goto_find_loops(prog);
	goto_watch(prog);
	checked(c, prog);
	goto_find_address_taken(prog);
	if (weak)
		*weak = models_differ(c, prog);
	bool sliced = slice && slicing_is_sound(o, c, prog);
	if (sliced)
		slicing_run(o, c, prog, slice);
	checked(c, prog);
	if (prog->has_threads)
		goto_mark_visible(prog);
	checked(c, prog);
	return sliced;
}

static bool only_shows(const struct options *o) {
	return o->show_symbols || o->show_goto_functions || o->show_loops || o->show_properties ||
	       o->show_slice || o->explain_plan || o->show_missing || o->write_stubs || o->show_api ||
	       o->show_client;
}

/* The options that look inside; true: one was given. */
static bool show(const struct options *o, const struct config *config,
                 const struct goto_prog *prog) {
	if (o->show_symbols)
		goto_print_symbols(stdout, prog);
	if (o->show_goto_functions)
		goto_print(stdout, prog);
	if (o->show_slice)
		goto_print_slice(stdout, prog);
	if (o->show_loops)
		goto_print_loops(stdout, prog);
	if (o->show_properties)
		goto_print_properties(stdout, prog);
	if (o->explain_plan)
		symex_explain(stdout, prog, &config->symex);
	if (o->show_missing || o->write_stubs)
		missing_show(o, prog, info_command());
	return only_shows(o);
}

/* A rule for a loop that is not there is most likely a misspelling. */
static void warn_about_rules(const struct config *c, const struct goto_prog *prog) {
	for (size_t i = 0; i < c->rule.n; i++) {
		bool found = false;
		for (size_t f = 0; f < prog->function.n && !found; f++) {
			const struct function *function = prog->function.at[f];
			found = !strcmp(function->loop_name, c->rule.at[i].loop); /* a recursion */
			for (size_t k = 0; k < function->loop.n && !found; k++)
				found = !strcmp(function->loop.at[k].id, c->rule.at[i].loop);
		}
		if (!found)
			diag_warn(NO_LOC, "--unwindset: there is no loop %s; --show-loops lists them",
			          c->rule.at[i].loop);
	}
}

/* --property ID: of the others nothing is known, so no report may list them. */
static void keep_property(struct result *r, const char *only) {
	size_t n = 0;
	for (size_t i = 0; only && i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		if (p->status != PROPERTY_VIOLATED && strcmp(p->id, only) != 0)
			continue;
		if (i == r->violated)
			r->violated = (uint32_t)n;
		r->property.at[n++] = *p;
	}
	if (only)
		r->property.n = n;
}

/* What could be done about what is not supported, where the source says so. */
static void take_hints(const struct goto_prog *prog, struct result *result) {
	for (size_t i = 0; i < result->gap.n; i++)
		for (size_t k = 0; result->gap.at[i].kind == GAP_UNSUPPORTED && k < prog->hint.n; k++) {
			const struct hint *h = &prog->hint.at[k];
			const struct loc *at = &result->gap.at[i].loc;
			if (h->loc.file != at->file || h->loc.line != at->line || h->loc.col != at->col)
				continue;
			vec_push(&result->advice, ((struct advice){h->option, NULL, h->reason, -1}));
			break;
		}
}

/* What of the source nobody has read. */
static void take_ignored(const struct goto_prog *prog, struct result *result) {
	for (size_t i = 0; i < prog->ignored.n; i++)
		result_gap(result, GAP_IGNORED, prog->ignored.at[i].loc, "%s", prog->ignored.at[i].text);
}

/* A file that an option names; NULL and names that are none are allowed. */
static void take_file(const char *path, struct result *result) {
	struct stat about;
	if (!path || stat(path, &about) || !S_ISREG(about.st_mode))
		return;
	for (size_t i = 0; i < result->source.n; i++)
		if (!strcmp(result->source.at[i], path))
			return;
	vec_push(&result->source, arena_printf(result->arena, "%s", path));
}

/* All files that say what was verified, and for what. */
static void take_sources(const struct options *o, const struct goto_prog *prog,
                         struct result *result) {
	for (size_t i = 0; i < prog->included.n; i++)
		vec_push(&result->source, prog->included.at[i]);
	for (size_t i = 0; i < o->property.n; i++)
		take_file(o->property.at[i], result);
	for (size_t i = 0; i < o->response.n; i++)
		take_file(o->response.at[i], result);
	take_file(o->compile_db, result);
	if (o->compile_db)
		take_file(arena_printf(o->arena, "%s/compile_commands.json", o->compile_db), result);
	take_file(o->api, result);
	take_file(o->spec, result);
	take_file(o->validate_witness, result);
	take_file(o->inputs, result);
}

/* Without the elements that --why-safe takes away, or with a question about one. */
static void take_elements(const struct config *c, struct goto_prog *prog) {
	if (c->removed)
		elements_remove(prog, c->elements, c->removed);
	if (c->reached)
		elements_reach(prog, c->reached);
}

/* The program once more: what the passes leave out depends on the memory model. */
static struct goto_prog *load_stage(const struct options *o, struct config *config, bool may_slice,
                                    struct weak_stage *stage) {
	struct slice_result slice;
	struct goto_prog *prog = fe_load(&config->fe);
	take_elements(config, prog);
	stage->is_sliced = run_passes(o, config, prog, NULL, may_slice ? &slice : NULL, NULL);
	stage->prog = prog;
	return prog;
}

/* The memory orders of another program than that of the user, or where they are. */
static void take_orders(const struct config *c, struct goto_prog *prog) {
	if (c->orders)
		order_sites_set(prog, c->sites, c->orders);
	else if (c->sites && !c->sites->at.n)
		order_sites_find(prog, c->sites);
}

/* The pipeline; NULL: only something was shown, or there is nothing to search for.  v: a witness is
 * validated; or NULL.  slice: a slice of the program may be searched instead; or NULL.  Then
 * *refuted says that the result is not one of the program. */
static struct result *search(const struct options *o, struct config *config,
                             struct symex_stats *stats, struct validation *v,
                             struct slice_result *slice, struct state_file *state, bool *refuted) {
	const char *error;
	struct config under_c11;
	struct weak_stage stage = {.config = &under_c11.symex};
	struct goto_prog *second = NULL;
	progress_phase("parsing");
	info_begin(config);
	struct goto_prog *prog = fe_load(&config->fe);
	if (config->api)
		api_stages_look(config->api, prog);
	library_look_for_servers(&config->symex.library, prog);
	take_orders(config, prog);
	take_elements(config, prog);
	if (config->points)
		config->symex.library.has_points = linpoints_take(config->points, prog);
	state_file_program(state, prog);
	if (!models_choose(config, o, prog, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	bool decided = v && validate_instrument(v, prog);
	struct weak_place weak = {0};
	bool sliced =
	    !decided && run_passes(o, config, prog, v ? &v->instrumentation : NULL, slice, &weak);
	bool has_stage = !v && weak.differs && models_wants_stage(config, o, prog, &under_c11);
	config->symex.stage = has_stage ? &stage : NULL;
	if (decided || show(o, config, prog)) {
		prog_close(prog);
		return NULL;
	}
	if (!config_property(config, o, prog, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	warn_about_rules(config, prog);
	info_program(prog);

	progress_phase("verifying");
	struct result *result = result_open();
	models_assume(result, config, &weak);
	assume_skipped(o, result);
	for (size_t i = 0; i < config->fe.nreplace; i++)
		result_assume(
		    result,
		    arena_printf(result->arena, "'%s' does what its contract says", config->fe.replace[i]),
		    "enforce-contract");
	if (o->dot)
		result->explored = arena_new(result->arena, struct explored);
	struct test_suite suite;
	const char *tests = o->cover ? o->cover : config->tests;
	if (tests) {
		test_suite_open(&suite, tests, info_command(), prog, o->arena);
		config->symex.cover = &suite.cover;
		config->symex.covers_paths = o->cover;
		suite.cover.only_violations = !o->cover;
	}
	prediction_begin(&config->prediction, o, prog);
	if (o->replay && !o->predict) /* threads may change where they could then */
		config->symex.multi_property = config->prediction.follow->multi_property;
	if (config->symex.schedules.strategy->lists_paths)
		paths_begin(&config->paths, o, prog);
	if (sliced) {
		stats->instructions = slice->before;
		stats->sliced = slice->before - slice->after;
	}
	state_file_begin(state, &config->symex, prog, sliced);
	if (has_stage)
		second = load_stage(o, &under_c11, slice != NULL, &stage);
	struct verdicts *kept = v ? NULL : verdicts_open(o, config, prog, second, &weak, sliced);
	bool undecided, is_known = verdicts_find(kept, result, stats, &undecided);
	bool is_refused = config->points && config->points->refused;
	if (is_refused)
		linpoints_tell(config->points, result);
	else if (!is_known) {
		symex_run(prog, &config->symex, result, stats);
		verdicts_keep(kept, result, stats, false);
	}
	if (has_stage)
		prog_close(second);
	config->symex.stage = NULL;
	state_file_end(state, &config->symex);
	bool is_missed = config->symex.schedules.strategy->covers == COVERS_PROOFS && sliced &&
	                 result->verdict == VERDICT_UNKNOWN && !symex_is_interrupted();
	*refuted = undecided || is_missed || (sliced && slicing_is_refuted(slice, result));
	if (*refuted && !is_known)
		verdicts_keep(kept, result, stats, true);
	verdicts_close(kept);
	prediction_end(&config->prediction, o, prog);
	paths_end(&config->paths);
	if (tests)
		test_suite_close(&suite);
	keep_property(result, config->symex.only_property);
	take_hints(prog, result);
	take_ignored(prog, result);
	take_sources(o, prog, result);
	prog_close(prog);
	return result;
}

/* Searches the slice of the program, and the program where the slice does not decide. */
static struct result *verify(const struct options *o, struct config *config,
                             struct symex_stats *stats, struct validation *v) {
	struct slice_result slice;
	bool wanted = !only_shows(o) || o->show_slice, refuted = false;
	bool has_bounds = !config->symex.schedules.strategy->lists_paths;
	struct state_file *state = has_bounds && !only_shows(o) ? state_file_open(o) : NULL;
	wanted &= !state_file_is_whole(state);
	struct result *result = search(o, config, stats, v, wanted ? &slice : NULL, state, &refuted);
	if (!refuted)
		return result;
	result_close(result);
	certificate_again(config);
	*stats = (struct symex_stats){0};
	return search(o, config, stats, v, NULL, state, &refuted);
}

/* A client of a library whose calls are to be proved linearizable: with one guess of their points
 * after the other. */
static struct result *verify_points(const struct options *o, struct config *config,
                                    struct symex_stats *stats) {
	struct linpoint_search points = {0};
	struct result *result = NULL;
	config->points = linpoints_apply(&config->symex) ? &points : NULL;
	do {
		if (result)
			result_close(result);
		if (points.tried)
			*stats = (struct symex_stats){0};
		result = verify(o, config, stats, NULL);
	} while (result && result_verdict(result) == VERDICT_UNKNOWN && !symex_is_interrupted() &&
	         linpoints_next(&points));
	if (result && !points.refused)
		linpoints_tell(&points, result);
	config->points = NULL;
	linpoints_free(&points);
	return result;
}

struct other_orders {
	const struct options *o;
	struct config *config;
};

static struct result *verify_orders(void *self, const struct order_sites *sites,
                                    const enum mem_order *order) {
	const struct other_orders *with = self;
	struct symex_stats stats = {0};
	(void)sites;
	with->config->orders = order;
	struct result *r = verify(with->o, with->config, &stats, NULL);
	with->config->orders = NULL;
	return r;
}

/* The same with --suggest-orders and --relax: what other memory orders would do. */
static struct result *verify_and_advise(const struct options *o, struct planned *run,
                                        struct symex_stats *stats) {
	struct config *config = &run->config;
	struct proof_folder proofs;
	struct order_sites sites = {0};
	struct other_orders with = {o, config};
	bool is_wanted = (o->suggest_orders || o->relax) && !only_shows(o);
	config->sites = is_wanted ? &sites : NULL;
	if (!only_shows(o))
		certificate_begin(&proofs, o, config, run->name);
	struct result *result = verify_points(o, config, stats);
	certificate_end(config, result);
	if (result)
		certificate_check(result);
	if (is_wanted && result)
		order_search(&(struct order_run){verify_orders, &with}, &sites, result, o->relax);
	config->sites = NULL;
	order_sites_free(&sites);
	return result;
}

/* --api: with one client after the other, as long as the library holds. */
static struct result *verify_stages(const struct options *o, struct planned *run,
                                    struct symex_stats *stats) {
	struct api_stages *s = run->config.api;
	for (size_t i = 0;; i++) {
		*stats = (struct symex_stats){0};
		api_stages_set(s, &run->config, i);
		struct result *result = verify_and_advise(o, run, stats);
		if (!result)
			return NULL;
		bool is_last = i + 1 == s->stage.n || result_verdict(result) != VERDICT_SAFE;
		if (is_last || symex_is_interrupted()) {
			api_stages_end(s, result, i);
			return result;
		}
		result_close(result);
	}
}

/* A run that a limit of the whole command leaves no room for. */
static struct result *not_reached(struct config *config) {
	enum gap_kind why = GAP_INTERRUPT;
	const char *reason = limits_reason(&why);
	info_begin(config);
	struct result *result = result_open();
	result_gap(result, why, NO_LOC, "not reached: %s", reason ? reason : "");
	return result;
}

/* --validate-witness: the same way, with the witness as a part of the program.  Searches along the
 * witness come first; what they do not find may be there all the same. */
static int validate(const struct options *o, struct config *config, struct symex_stats *stats) {
	struct validation v;
	struct result *result = NULL;
	validate_open(&v, o, config);
	v.search = only_shows(o) ? SEARCH_ALL : SEARCH_PATH;
	do {
		if (result)
			result_close(result);
		*stats = (struct symex_stats){0};
		result = verify(o, config, stats, &v);
	} while (validate_next(&v, result));
	limits_finish();
	int code = only_shows(o) ? EXIT_SAFE : validate_report(&v, result);
	if (result)
		result_close(result);
	validate_close(&v);
	return code;
}

struct job {
	const struct options *o;
	int argc; /* the command */
	char **argv;
	const struct plan *plan;
	struct reports reports;
	struct confirming *confirming;
	struct symex_stats stats;
	int code;
};

static struct result *verify_once(const struct options *o, struct config *config,
                                  struct symex_stats *stats) {
	return verify(o, config, stats, NULL);
}

/* In the time that the search has left: what would help. */
static void try_advice(const struct job *job, struct result *result) {
	struct variant_setting setting = {job->argc, job->argv, verify_once};
	bool is_open = result && result_verdict(result) == VERDICT_UNKNOWN;
	if (is_open)
		reports_add_reason(result);
	if (is_open && limits_go_on())
		trials_run(&setting, job->o, result, &job->stats.progress, job->o->timeout);
}

/* --confirm, --harness: a counterexample that can be run. */
static void find_run(const struct job *job, const struct config *config, struct result *result) {
	struct variant_setting setting = {job->argc, job->argv, verify_once};
	if (result && job->plan->run.n == 1)
		confirm_find_run(job->confirming, &setting, config, result, job->o->timeout);
}

/* --fix: what would mend the program. */
static void find_fixes(const struct job *job, const struct config *config, struct result *result,
                       double seconds) {
	struct variant_setting setting = {job->argc, job->argv, verify_once};
	if (job->o->fix && result)
		fix_run(&setting, job->o, config, result, seconds, job->o->timeout);
}

/* --why-safe: what the program needs. */
static void find_needs(const struct job *job, const struct config *config, struct result *result) {
	struct variant_setting setting = {job->argc, job->argv, verify_once};
	if (job->o->why_safe && result)
		why_safe_run(&setting, job->o, config, result);
}

static void run_job(void *data) {
	struct job *job = data;
	if (job->o->validate_witness) {
		job->code = validate(job->o, &job->plan->run.at[0]->config, &job->stats);
		return;
	}
	for (size_t i = 0; i < job->plan->run.n; i++) {
		struct config *config = &job->plan->run.at[i]->config;
		job->stats = (struct symex_stats){0};
		double begin = stats_wall_seconds();
		config->tests = confirm_tests(job->confirming);
		struct result *result = symex_is_interrupted() ? not_reached(config)
		                        : config->api
		                            ? verify_stages(job->o, job->plan->run.at[i], &job->stats)
		                            : verify_and_advise(job->o, job->plan->run.at[i], &job->stats);
		double seconds = stats_wall_seconds() - begin;
		try_advice(job, result);
		find_run(job, config, result);
		find_fixes(job, config, result, seconds);
		find_needs(job, config, result);
		if (job->o->harness && result)
			harness_keep(job->o, config, result);
		if (result)
			confirm_run(job->confirming, config, result, job->o->timeout);
		if (result)
			reports_add(&job->reports, result, &job->stats);
	}
	if (only_shows(job->o))
		limits_finish();
	job->code = only_shows(job->o) ? EXIT_SAFE : reports_close(&job->reports);
}

/* The guard starts first: its signals are to be blocked in all threads. */
static int run_guarded(const struct options *o, const struct plan *plan, int argc, char **argv) {
	struct job job = {.o = o, .argc = argc, .argv = argv, .plan = plan};
	job.confirming = confirm_open(o);
	reports_open(&job.reports, o, plan);
	outputs_plan(plan);
	progress_start(&job.stats, o->progress && !o->quiet && isatty(STDERR_FILENO));
	bool has_trials = !only_shows(o) && trials_wanted(o, plan->run.n);
	double search = has_trials ? o->timeout * SHARE_OF_SEARCH : 0;
	limits_start(&(struct limits){o->timeout, search, o->memlimit, o->stats},
	             o->validate_witness ? validate_last_words() : reports_last_words(&job.reports));
	if (!deep_run(run_job, &job))
		fatal(EXIT_INPUT, NO_LOC, "not enough memory to start");
	confirm_close(job.confirming);
	return job.code;
}

/* Called by fatal and BUG: they end the process without a verdict, but not without a word. */
static void before_exit(int code, struct loc loc, const char *text) {
	limits_finish();
	outputs_write_error(code, loc, text);
}

/* What the options ask for, from the sources to the exit code. */
static int run_plan(struct options *o, int argc, char **argv, const char *command) {
	const char *error;
	info_start(o, command);
	witness_start(o);
	diag_set_exit(before_exit);
	struct options others = *o;
	if (o->show_missing)
		others.json = NULL;
	if (only_shows(o) && outputs_wanted(&others))
		fatal(EXIT_USAGE, NO_LOC, "--%s: there is no result to write, since --show-... only prints",
		      outputs_wanted(&others));
	if (!outputs_open(&others, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	struct plan plan;
	if (!plan_init(&plan, o, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	if (o->validate_witness && (plan.run.n > 1 || outputs_wanted(o)))
		fatal(EXIT_USAGE, NO_LOC, "--validate-witness is for one run, and writes no other files");
	if ((o->save || o->resume) && (plan.run.n > 1 || o->validate_witness))
		fatal(EXIT_USAGE, NO_LOC, "--%s is for one run of verification",
		      o->save ? "save" : "resume");
	if ((o->show_missing || o->write_stubs) && plan.run.n > 1)
		fatal(EXIT_USAGE, NO_LOC, "--%s is for one function to start in",
		      o->write_stubs ? "write-stubs" : "show-missing");
	if (o->cover && plan.run.n > 1)
		fatal(EXIT_USAGE, NO_LOC, "--cover is for one run: one function to start in, one property");
	if (o->confirm && !confirm_fits(o, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	if (!certificate_fits(o, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	if (o->harness && plan.run.n > 1)
		fatal(EXIT_USAGE, NO_LOC,
		      "--harness is for one run: one function to start in, one property");
	if (o->fix && !fix_fits(o, plan.run.n, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	if (o->why_safe && !why_safe_fits(o, plan.run.n, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	if (o->show_api || o->show_client) {
		api_stages_show(stdout, plan.run.at[0]->config.api, o);
		plan_free(&plan);
		return EXIT_SAFE;
	}
	int code = run_guarded(o, &plan, argc, argv);
	plan_free(&plan);
	cache_end();
	return code;
}

/* In a process of its own, whose options are on no command line. */
static int run_entry(struct options *o, const char *command) {
	return run_plan(o, 0, NULL, command);
}

static int run(struct options *o, int argc, char **argv, const char *command) {
	const char *error;
	if (!cli_parse(o, argc - 1, (const char *const *)argv + 1, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	diag_setup(use_colour(o, STDERR_FILENO), o->quiet || o->result_only ? 0 : (int)o->verbose,
	           command);
	for (size_t i = 0; i < o->notes.n; i++)
		diag_note(NO_LOC, "%s", o->notes.at[i]);
	if (print_and_end(o))
		return EXIT_SAFE;
	if (o->build)
		build_project(o);
	else if (o->build_dir)
		fatal(EXIT_USAGE, NO_LOC, "--build-dir is where --build runs its command");
	if (!models_for_orders(o, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	if (sets_given(o))
		return sets_run(o, argc, argv);
	if (o->survey)
		return survey_run(o, command, run_entry);
	return run_plan(o, argc, argv, command);
}

int cli_run(int argc, char **argv) {
	record_stand_in(argc, argv);
	stats_wall_seconds(); /* the clock starts */
	lines_from_now();
	struct options o;
	options_init(&o);
	const char *command = quote_command(argc, argv);
	crash_catch(command);
	int code = run(&o, argc, argv, command);
	options_free(&o);
	lines_free_all();
	intern_free_all();
	if (fflush(stdout) || ferror(stdout))
		return code == EXIT_SAFE ? EXIT_UNKNOWN : code;
	return code;
}
