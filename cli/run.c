/* The pipeline.  cli_run reads the options; run opens the reports and plans the runs of the
 * command; search takes one of them from the sources to its result, and verify repeats it for the
 * whole program where the slice does not decide. */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tasks/api/api_stages.h"
#include "cli/build.h"
#include "cli/options/cache.h"
#include "tasks/confirm/confirm.h"
#include "cli/session/certificate.h"
#include "cli/session/certificate_check.h"
#include "cli/session/crash.h"
#include "cli/options/help.h"
#include "tasks/confirm/harness.h"
#include "tasks/fix.h"
#include "cli/session/info.h"
#include "cli/session/limits.h"
#include "tasks/linpoints.h"
#include "cli/options/models.h"
#include "cli/options/options.h"
#include "tasks/order_search.h"
#include "cli/session/outputs.h"
#include "tasks/plan.h"
#include "cli/session/progress.h"
#include "cli/record.h"
#include "cli/reports.h"
#include "tasks/sets.h"
#include "cli/options/solvers.h"
#include "cli/options/strategies.h"
#include "tasks/survey/survey.h"
#include "cli/session/terminal.h"
#include "tasks/trials.h"
#include "tasks/validate.h"
#include "tasks/why_safe.h"
#include "cli/session/witness.h"
#include "tasks/pipeline.h"
#include "tasks/show.h"
#include "util/deep.h"
#include "util/diag.h"
#include "util/intern.h"
#include "util/lines.h"
#include "util/stats.h"
#include "util/version.h"

#define SHARE_OF_SEARCH 0.9 /* of the time; the rest is for advice (tasks/trials.h) */

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

/* A client, or the program, by all that belongs to one verification: proofs that are kept, and what
 * other memory orders would do. */
static struct result *verify_whole(void *unused, struct verification *v) {
	(void)unused;
	const struct options *o = v->o;
	struct proof_folder proofs;
	struct order_sites sites = {0};
	bool wants_orders = (o->suggest_orders || o->relax) && !show_only(o);
	struct config *config = verification_change(v);
	config->sites = wants_orders ? &sites : NULL;
	if (!show_only(o))
		certificate_begin(&proofs, o, config, v->name);
	struct result *result = linpoints_verify(v);
	certificate_end(v->config, result);
	verification_change(v)->symex.solver_config.proofs = NULL;
	if (result)
		certificate_check(result);
	if (wants_orders && result)
		order_search(v, result, o->relax);
	verification_change(v)->sites = NULL;
	order_sites_free(&sites);
	return result;
}

/* A run that a limit of the whole command leaves no room for. */
static struct result *not_reached(const struct config *config) {
	enum gap_kind why = GAP_INTERRUPT;
	const char *reason = limits_reason(&why);
	info_begin(config);
	struct result *result = result_open();
	result_gap(result, why, NO_LOC, "not reached: %s", reason ? reason : "");
	return result;
}

/* --validate-witness: the same way, with the witness as a part of the program. */
static int validate(const struct options *o, struct config *config, struct symex_stats *stats) {
	struct validation v;
	struct verification run = {.o = o, .config = config, .stats = stats, .verify = pipeline_verify};
	validate_open(&v, o, config);
	struct result *result = validate_verify(&v, &run);
	limits_finish();
	int code = show_only(o) ? EXIT_SAFE : validate_report(&v, result);
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

/* In the time that the search has left: what would help. */
static void try_advice(const struct verification *v, struct result *result) {
	if (result_verdict(result) != VERDICT_UNKNOWN)
		return;
	reports_add_reason(result);
	if (limits_go_on())
		trials_run(v, result, &v->stats->progress, v->o->timeout);
}

static void run_job(void *data) {
	struct job *job = data;
	if (job->o->validate_witness) {
		job->code = validate(job->o, &job->plan->run.at[0]->config, &job->stats);
		return;
	}
	for (size_t i = 0; i < job->plan->run.n; i++) {
		const struct planned *run = job->plan->run.at[i];
		struct verification v = {.argc = job->argc,
		                         .argv = job->argv,
		                         .o = job->o,
		                         .name = run->name,
		                         .config = &run->config,
		                         .stats = &job->stats,
		                         .verify = pipeline_verify};
		job->stats = (struct symex_stats){0};
		double begin = stats_wall_seconds();
		verification_change(&v)->tests = confirm_tests(job->confirming);
		struct result *result = symex_is_interrupted() ? not_reached(v.config)
		                        : v.config->api        ? api_stages_verify(&v, verify_whole)
		                                               : verify_whole(NULL, &v);
		double seconds = stats_wall_seconds() - begin;
		if (!result)
			continue;
		try_advice(&v, result);
		if (job->plan->run.n == 1) /* --confirm, --harness: a counterexample that can be run */
			confirm_find_run(job->confirming, &v, result, job->o->timeout);
		if (job->o->fix) /* what would mend the program */
			fix_run(&v, result, seconds, job->o->timeout);
		if (job->o->why_safe) /* what the program needs */
			why_safe_run(&v, result);
		if (job->o->harness)
			harness_keep(job->o, v.config, result);
		confirm_run(job->confirming, v.config, result, job->o->timeout);
		reports_add(&job->reports, result, &job->stats);
	}
	if (show_only(job->o))
		limits_finish();
	job->code = show_only(job->o) ? EXIT_SAFE : reports_close(&job->reports);
}

static const struct config *const *configs_of(const struct options *o, const struct plan *plan) {
	const struct config **all = arena_array(o->arena, const struct config *, plan->run.n + 1);
	for (size_t i = 0; i < plan->run.n; i++)
		all[i] = &plan->run.at[i]->config;
	return all;
}

/* The guard starts first: its signals are to be blocked in all threads. */
static int run_guarded(const struct options *o, const struct plan *plan, int argc, char **argv) {
	struct job job = {.o = o, .argc = argc, .argv = argv, .plan = plan};
	job.confirming = confirm_open(o);
	reports_open(&job.reports, o, plan);
	outputs_plan(configs_of(o, plan), plan->run.n);
	progress_start(&job.stats, o->progress && !o->quiet && isatty(STDERR_FILENO));
	bool has_trials = !show_only(o) && trials_wanted(o, plan->run.n);
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
	if (show_only(o) && outputs_wanted(&others))
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
