#include "report/text/summary.h"

#include <string.h>

#include "report/base/paint.h"
#include "report/base/svcomp.h"
#include "report/text/text.h"
#include "util/text/diag.h"

/* The run that ended the command with an error; NULL: none did. */
static const struct result *find_error(const struct results *all) {
	for (size_t i = 0; i < all->run.n; i++)
		if (all->run.at[i]->error.text)
			return all->run.at[i];
	return NULL;
}

int results_exit_code(const struct results *all) {
	if (find_error(all))
		return result_exit_code(find_error(all));
	static const int worst_first[] = {EXIT_BUG, EXIT_UNSAFE, EXIT_UNKNOWN};
	for (size_t k = 0; k < sizeof worst_first / sizeof *worst_first; k++)
		for (size_t i = 0; i < all->run.n; i++)
			if (result_exit_code(all->run.at[i]) == worst_first[k])
				return worst_first[k];
	return EXIT_SAFE;
}

static enum verdict worst_verdict(const struct results *all) {
	switch (results_exit_code(all)) {
	case EXIT_SAFE: return VERDICT_SAFE;
	case EXIT_UNSAFE: return VERDICT_UNSAFE;
	default: return VERDICT_UNKNOWN;
	}
}

/* A run that failed: one that depends on no guess if there is one; NULL: none failed. */
static const struct result *find_failed(const struct results *all) {
	const struct result *failed = NULL;
	for (size_t i = 0; i < all->run.n; i++) {
		const struct result *r = all->run.at[i];
		if (result_verdict(r) == VERDICT_UNSAFE && (!failed || !result_rests_on_guess(r)))
			failed = r;
		if (failed && !result_rests_on_guess(failed))
			break;
	}
	return failed;
}

/* The line of a run in which everything happened that happened in any of them, and for which only
 * that holds which holds for all. */
char *results_verdict_line(struct arena *arena, const struct results *all) {
	if (find_error(all))
		return result_verdict_line(arena, find_error(all));
	if (worst_verdict(all) == VERDICT_UNSAFE)
		return result_verdict_line(arena, find_failed(all));
	struct result *sum = result_open();
	sum->any_threads = all->run.n > 0;
	struct certificate certificate = {0};
	for (size_t i = 0; i < all->run.n; i++) {
		sum->any_threads &= all->run.at[i]->any_threads;
		sum->deadlocks_open |= all->run.at[i]->deadlocks_open;
		if (all->run.at[i]->certificate) {
			certificate_sum(&certificate, all->run.at[i]->certificate);
			sum->certificate = &certificate;
		}
		if (!sum->unreached)
			sum->unreached = all->run.at[i]->unreached;
		for (size_t k = 0; k < all->run.at[i]->gap.n; k++) {
			const struct gap *g = &all->run.at[i]->gap.at[k];
			result_gap(sum, g->kind, g->loc, "%s", g->text);
		}
	}
	sum->verdict = worst_verdict(all);
	char *line = result_verdict_line(arena, sum);
	result_close(sum);
	return line;
}

/* "1 of 3 functions failed, 1 unknown"; 'what' is their plural. */
static char *count_line(struct arena *arena, const struct results *all, const char *what) {
	size_t count[3] = {0};
	for (size_t i = 0; i < all->run.n; i++)
		count[result_verdict(all->run.at[i])]++;
	size_t failed = count[VERDICT_UNSAFE], unknown = count[VERDICT_UNKNOWN];
	if (failed && unknown)
		return arena_printf(arena, "%zu of %zu %s failed, %zu unknown", failed, all->run.n, what,
		                    unknown);
	if (failed || unknown)
		return arena_printf(arena, "%zu of %zu %s %s", failed + unknown, all->run.n, what,
		                    failed ? "failed" : "unknown");
	return arena_printf(arena, "%zu %s, none failed", all->run.n, what);
}

/* The verdict of all runs together as SV-COMP names it; NULL: there is no property file. */
static char *svcomp_line(struct arena *arena, const struct results *all) {
	char *worst = NULL;
	for (size_t i = 0; i < all->run.n; i++) {
		if (!all->run.at[i]->info.properties.n)
			return NULL;
		char *verdict = svcomp_verdict(arena, all->run.at[i]);
		if (!strncmp(verdict, "false", 5))
			return verdict;
		if (!worst || !strcmp(verdict, "unknown"))
			worst = verdict;
	}
	return worst;
}

void report_heading(FILE *out, const char *name, bool colour) {
	fprintf(out, "%s==== %s ====%s\n", colour ? CYAN : "", name, colour ? PLAIN : "");
}

void report_run_verdict(FILE *out, const char *name, const struct result *r, bool colour) {
	struct arena *arena = arena_open();
	const char *line = result_verdict_line(arena, r);
	line += strlen("VERIFICATION ");
	const char *svcomp = r->info.properties.n ? svcomp_verdict(arena, r) : NULL;
	report_verdict(
	    out,
	    arena_printf(arena, "%s: %s%s%s", name, line, svcomp ? ", " : "", svcomp ? svcomp : ""),
	    result_verdict(r), colour);
	arena_close(arena);
}

void report_summary(FILE *out, const struct results *all, const char *what, bool colour) {
	struct arena *arena = arena_open();
	fprintf(out, "%s\n", count_line(arena, all, what));
	report_verdict(out, results_verdict_line(arena, all), worst_verdict(all), colour);
	const char *svcomp = svcomp_line(arena, all);
	if (svcomp)
		fprintf(out, "%s\n", svcomp);
	fflush(out);
	arena_close(arena);
}

void report_expected(FILE *out, const struct result *r, const char *expected) {
	struct arena *arena = arena_open();
	const char *found = svcomp_verdict(arena, r);
	if (svcomp_agrees(found, expected))
		fprintf(out, "expected: %s, as found\n", expected);
	else if (!strcmp(found, "unknown"))
		fprintf(out, "expected: %s, not found out\n", expected);
	else
		fprintf(out, "expected: %s, but found %s: one of them is wrong\n", expected, found);
	arena_close(arena);
}
