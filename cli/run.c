/* The steps of a command.  cli_run reads the options; run_plan opens the reports and plans the runs
 * of the command; make_run verifies one of them, and does what else was asked about its result. */
#include "cli/run.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/about.h"
#include "cli/build.h"
#include "cli/options/cache.h"
#include "cli/options/models.h"
#include "cli/options/option_rules.h"
#include "cli/options/options.h"
#include "cli/record.h"
#include "cli/reports.h"
#include "cli/session/crash.h"
#include "cli/session/info.h"
#include "cli/session/outputs.h"
#include "cli/session/progress.h"
#include "cli/session/terminal.h"
#include "cli/session/witness.h"
#include "tasks/advice/trials.h"
#include "tasks/api/api_stages.h"
#include "tasks/confirm/confirm.h"
#include "tasks/confirm/harness.h"
#include "tasks/fix.h"
#include "tasks/pipeline.h"
#include "tasks/planned.h"
#include "tasks/sets.h"
#include "tasks/show.h"
#include "tasks/survey/survey.h"
#include "tasks/validate.h"
#include "tasks/why_safe.h"
#include "util/base/deep.h"
#include "util/base/intern.h"
#include "util/base/stats.h"
#include "util/text/diag.h"
#include "util/text/lines.h"
#include "util/text/shell.h"

#define SHARE_OF_SEARCH 0.9 /* of the time; the rest is for advice (tasks/advice/trials.h) */

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

static struct verification verification_of(struct job *job, const struct planned *run) {
	job->stats = (struct symex_stats){0};
	return (struct verification){.argc = job->argc,
	                             .argv = job->argv,
	                             .o = job->o,
	                             .name = run->name,
	                             .config = &run->config,
	                             .stats = &job->stats,
	                             .verify = pipeline_verify};
}

/* One run of the plan: it is verified, and then whatever was asked about its result. */
static void make_run(struct job *job, const struct planned *run) {
	const struct options *o = job->o;
	struct verification v = verification_of(job, run);
	double begin = stats_wall_seconds();
	verification_change(&v)->tests = confirm_tests(job->confirming);
	struct result *result = planned_verify(&v);
	double seconds = stats_wall_seconds() - begin;
	if (!result)
		return;
	trials_advise(&v, result);
	if (job->plan->run.n == 1)
		confirm_find_run(job->confirming, &v, result, o->timeout);
	if (o->fix)
		fix_run(&v, result, seconds, o->timeout);
	if (o->why_safe)
		why_safe_run(&v, result);
	if (o->harness)
		harness_keep(o, v.config, result);
	confirm_run(job->confirming, v.config, result, o->timeout);
	reports_add(&job->reports, result, &job->stats);
}

static void run_job(void *data) {
	struct job *job = data;
	if (job->o->validate_witness) {
		struct planned *only = job->plan->run.at[0];
		struct verification v = verification_of(job, only);
		job->code = validate_run(&v, &only->config);
		return;
	}
	for (size_t i = 0; i < job->plan->run.n; i++)
		make_run(job, job->plan->run.at[i]);
	if (show_only(job->o))
		limits_finish();
	job->code = show_only(job->o) ? EXIT_SAFE : reports_close(&job->reports);
}

/* The guard starts first: its signals are to be blocked in all threads. */
static int run_guarded(const struct options *o, const struct plan *plan, int argc, char **argv) {
	struct job job = {.o = o, .argc = argc, .argv = argv, .plan = plan};
	job.confirming = confirm_open(o);
	reports_open(&job.reports, o, plan);
	outputs_plan(plan_configs(plan, o->arena), plan->run.n);
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
	if (o->validate_witness && outputs_wanted(o))
		fatal(EXIT_USAGE, NO_LOC, "--validate-witness writes no other files: no --%s",
		      outputs_wanted(o));
	if (!option_rules_check_runs(o, plan.run.n, &error))
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

/* What --survey goes on with is its own; the runs that it makes begin anew. */
static void check_rules(const struct options *o) {
	struct options given = *o;
	const char *error;
	if (o->survey)
		given.resume = NULL;
	if (!option_rules_check(&given, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
}

static int run(struct options *o, int argc, char **argv, const char *command) {
	const char *error;
	if (!cli_parse(o, argc - 1, (const char *const *)argv + 1, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	diag_setup(use_colour(o, STDERR_FILENO), o->quiet || o->result_only ? 0 : (int)o->verbose,
	           command);
	for (size_t i = 0; i < o->notes.n; i++)
		diag_note(NO_LOC, "%s", o->notes.at[i]);
	if (about_print(o))
		return EXIT_SAFE;
	check_rules(o);
	if (o->build)
		build_project(o);
	if (!models_for_orders(o, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	if (sets_given(o))
		return sets_run(o, argc, argv);
	if (o->survey)
		return survey_run(o, command, run_entry);
	return run_plan(o, argc, argv, command);
}

static const char *command_of(int argc, char **argv) {
	char *text = NULL;
	size_t n;
	FILE *out = open_memstream(&text, &n);
	if (!out)
		mem_exhausted();
	for (int i = 0; i < argc; i++) {
		fputs(i ? " " : "", out);
		shell_put(out, argv[i]);
	}
	fclose(out);
	const char *command = intern(text);
	free(text);
	return command;
}

int cli_run(int argc, char **argv) {
	record_stand_in(argc, argv);
	stats_wall_seconds(); /* the clock starts */
	lines_from_now();
	struct options o;
	options_init(&o);
	const char *command = command_of(argc, argv);
	crash_catch(command);
	int code = run(&o, argc, argv, command);
	options_free(&o);
	lines_free_all();
	intern_free_all();
	if (fflush(stdout) || ferror(stdout))
		return code == EXIT_SAFE ? EXIT_UNKNOWN : code;
	return code;
}
