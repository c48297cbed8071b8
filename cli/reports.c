#include "cli/reports.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/session/info.h"
#include "cli/session/outputs.h"
#include "cli/session/progress.h"
#include "cli/session/terminal.h"
#include "cli/session/witness.h"
#include "report/base/svcomp.h"
#include "report/story/ending.h"
#include "report/text/github.h"
#include "report/text/summary.h"
#include "report/text/text.h"
#include "tasks/confirm/confirm.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

static void print_stats(void) {
	char text[2048];
	progress_stats(text, sizeof text);
	fputs(text, stderr);
}

/* --incremental-context-bound: which bound was enough, now that the verdict does not name it. */
static void note_context_bound(const struct options *o, const struct result *result,
                               const struct symex_stats *stats) {
	if (o->incremental_context_bound && stats->threads > 1 && stats->context_bound < NO_BOUND &&
	    result_verdict(result) == VERDICT_SAFE && !result_has_gap(result, GAP_CONTEXT))
		diag_note(NO_LOC, "context bound %u cuts nothing: this holds for every schedule",
		          (unsigned)stats->context_bound);
}

/* How to see it happen, once; not for what is read by programs. */
static void name_confirm(struct reports *r, const struct result *result) {
	const struct options *o = r->o;
	bool is_asked = o->confirm || o->harness || o->cover || o->replay || o->fix;
	if (r->has_named || is_asked || result->info.properties.n || o->github ||
	    result_verdict(result) != VERDICT_UNSAFE || result->violated == NO_PROPERTY ||
	    !confirm_applies(&result->property.at[result->violated]))
		return;
	r->has_named = true;
	diag_note(NO_LOC,
	          "--confirm compiles the program and runs it with this schedule, to see whether it "
	          "fails there, too");
}

static void say_aside(struct reports *r, const struct result *result,
                      const struct symex_stats *stats) {
	if (r->o->stats)
		print_stats();
	note_context_bound(r->o, result, stats);
	if (r->o->show_invariants && !result->proof)
		diag_note(NO_LOC, "--show-invariants: the result rests on no invariants over threads");
	if (result_has_gap(result, GAP_REPLAY))
		diag_error(NO_LOC, "internal error: a counterexample does not replay; this is a bug in "
		                   "cbmc-mt, not a verdict");
	if (result_has_gap(result, GAP_CHECK))
		diag_error(NO_LOC,
		           "internal error: a solver's answer is wrong; this is a bug in cbmc-mt or "
		           "the solver, not a verdict");
	name_confirm(r, result);
}

/* brief: no more than this text and the verdict; NULL: everything. */
static void print_run(FILE *out, const struct reports *r, const struct planned *run,
                      const struct result *result, bool colour, const char *brief) {
	struct text_config config = {
	    .colour = colour,
	    .verbose = r->o->verbose > 1,
	    .result_only = r->o->result_only || brief,
	    .multi_property = r->o->multi_property,
	    .invariants = r->o->show_invariants,
	    .no_verdict = run->name != NULL,
	    .trace = r->o->trace,
	    .layout = terminal_layout(r->o),
	    .width = terminal_width(),
	};
	if (run->name && !r->o->result_only)
		report_heading(out, run->name, colour);
	if (r->o->github)
		report_github(out, result);
	if (brief && !r->o->result_only)
		fputs(brief, out);
	report_text(out, result, &config);
	if (run->name)
		report_run_verdict(out, run->name, result, colour);
	if (run->expected)
		report_expected(out, result, run->expected);
	if (run->name && !r->o->result_only)
		fputc('\n', out);
	if (!run->name && result->info.properties.n)
		report_svcomp(out, result);
	fflush(out);
}

/* A run that the guard ends, or that it does not come to. */
static struct result *unfinished(const struct planned *run, const char *why) {
	struct result *result = result_open();
	for (size_t i = 0; i < run->config.svcomp.line.n; i++)
		vec_push(&result->info.properties, run->config.svcomp.line.at[i]);
	result_gap(result, GAP_TIME, NO_LOC, "%s", why);
	return result;
}

/* What is printed for the runs from the next one on if that is ended by force. */
static const struct last_words *words_for_rest(const struct reports *r) {
	char *text = NULL;
	size_t n = 0, done = r->all.run.n;
	FILE *out = open_memstream(&text, &n);
	if (!out)
		return NULL;
	struct results all = {0};
	for (size_t i = 0; i < r->plan->run.n; i++) {
		if (i >= done) {
			const char *why = i == done ? REASON : "not reached: " REASON;
			struct result *result = unfinished(r->plan->run.at[i], why);
			print_run(out, r, r->plan->run.at[i], result, false, i == done ? ENDING : "");
			vec_push(&all.run, result);
		} else
			vec_push(&all.run, r->all.run.at[i]);
	}
	if (all.run.n > 1)
		report_summary(out, &all, r->plan->what, false);
	struct last_words words = {.code = results_exit_code(&all)};
	for (size_t i = done; i < all.run.n; i++)
		result_close(all.run.at[i]);
	vec_free(&all.run);
	fclose(out);
	words.text = arena_printf(r->o->arena, "%s", text);
	free(text);
	return arena_copy(r->o->arena, &words, sizeof words);
}

const struct last_words *reports_last_words(const struct reports *r) {
	static const struct last_words few = {"VERIFICATION UNKNOWN (" REASON ")\n", EXIT_UNKNOWN};
	const struct last_words *words = words_for_rest(r);
	return words ? words : &few;
}

void reports_open(struct reports *r, const struct options *o, const struct plan *plan) {
	*r = (struct reports){.o = o, .plan = plan};
}

void reports_add(struct reports *r, struct result *result, const struct symex_stats *stats) {
	const struct planned *run = r->plan->run.at[r->all.run.n];
	bool is_last = r->all.run.n + 1 == r->plan->run.n;
	if (is_last)
		limits_finish();
	else
		limits_hold();
	limits_add_reason(result);
	if (result_verdict(result) == VERDICT_UNKNOWN)
		ending_fill(result, &stats->progress, stats_wall_seconds());
	info_fill(&result->info);
	if (result->info.properties.n)
		svcomp_judge(result);
	say_aside(r, result, stats);
	if (!outputs_own_stdout())
		print_run(stdout, r, run, result, use_colour(r->o, STDOUT_FILENO), NULL);
	vec_push(&r->all.run, result);
	if (is_last)
		return;
	outputs_done(result);
	limits_last_words(reports_last_words(r));
	limits_release();
}

static void note_witness(const struct options *o, const struct results *all) {
	const char *remark = o->witness ? witness_remark(o->arena, all) : NULL;
	if (remark)
		diag_note(NO_LOC, "%s", remark);
}

int reports_close(struct reports *r) {
	if (r->all.run.n > 1 && !outputs_own_stdout())
		report_summary(stdout, &r->all, r->plan->what, use_colour(r->o, STDOUT_FILENO));
	int code = results_exit_code(&r->all);
	/* What cannot be written is no success. */
	if (!outputs_write(&r->all) && code == EXIT_SAFE)
		code = EXIT_UNKNOWN;
	note_witness(r->o, &r->all);
	for (size_t i = 0; i < r->all.run.n; i++)
		result_close(r->all.run.at[i]);
	vec_free(&r->all.run);
	return code;
}
