#include "tasks/advice/trials.h"

#include <string.h>

#include "cli/options/options.h"
#include "cli/session/limits.h"
#include "tasks/advice/smaller.h"
#include "tasks/advice/trial_options.h"
#include "tasks/apart.h"
#include "util/base/stats.h"

#define LEAST_SECONDS  5   /* a tenth of less is too short for a trial */
#define LAST_SECONDS   0.1 /* of the time, for the report */
#define TRIAL_SECONDS  0.2 /* less is not worth a process */
#define MOST_ADVICE    2
#define SHARE_OF_TRIAL 0.5 /* of the time that is left, if others are to follow */

struct trials {
	const struct verification *v;
	struct result *result;
	double end;
};

bool trials_wanted(const struct options *o, size_t runs) {
	bool writes = o->save || o->resume || o->cover || o->smtlib2 || o->save_trace || o->witness;
	bool is_other = o->replay || o->count_executions || o->share || o->validate_witness ||
	                o->suggest_orders || o->relax || o->property.n || o->result_only;
	return runs == 1 && o->timeout >= LEAST_SECONDS && !writes && !is_other;
}

/* NULL: it did not end in time, or not with a verdict. */
static struct result *run_trial(const struct trials *all, const struct variant *v, double share,
                                double *seconds) {
	double begin = stats_wall_seconds(), left = (all->end - begin) * share;
	enum gap_kind why;
	if (left < TRIAL_SECONDS || limits_reason(&why))
		return NULL;
	struct result *r = verify_apart(all->v, v, left);
	if (r && result_verdict(r) == VERDICT_UNKNOWN) {
		result_close(r);
		r = NULL;
	}
	*seconds = stats_wall_seconds() - begin;
	return r;
}

/* With these, a bound of a loop is itself a violation, or lets executions go on that there are not:
 * what a trial with a bound finds need not be one of the program. */
static bool fits_command(const struct trial_option *t, const struct options *o) {
	return t->kind != TRIAL_LOOP || (!o->unwinding_assertions && !o->partial_loops);
}

/* SUCCESSFUL because nothing was reached says nothing. */
static bool is_vacuous(const struct result *r) {
	if (r->unreached)
		return true;
	for (size_t i = 0; i < r->property.n; i++)
		if (result_is_vacuous(r, &r->property.at[i]))
			return true;
	return false;
}

static void advise(struct trials *all, const char *option, const char *change, const char *reason,
                   double seconds) {
	struct arena *arena = all->result->arena;
	struct advice a = {option ? arena_printf(arena, "%s", option) : NULL,
	                   change ? arena_printf(arena, "%s", change) : NULL,
	                   arena_printf(arena, "%s", reason), seconds};
	vec_push(&all->result->advice, a);
}

/* What the trial shows besides its own bound, and what that rests on: "it holds (proved)". */
static const char *holds_text(struct arena *arena, const struct result *r, const char *claim) {
	const char *within = result_qualifiers(arena, r), *assumed = result_assumed(arena, r);
	return arena_printf(arena, "%s (%s%s%s)", claim, within ? within : "proved",
	                    assumed ? "; assuming " : "", assumed ? assumed : "");
}

static void advise_option(struct trials *all, const struct trial_option *t, const struct result *r,
                          double seconds) {
	struct arena *arena = all->result->arena;
	bool is_cut = result_has_gap(r, GAP_UNWIND) || result_has_gap(r, GAP_CONTEXT);
	if (result_verdict(r) == VERDICT_UNSAFE)
		advise(all, t->option, NULL, "it fails", seconds);
	else if (t->kind != TRIAL_OTHER && is_cut)
		advise(all, t->option, NULL, t->claim, seconds);
	else
		advise(all, t->option, NULL, holds_text(arena, r, "it holds"), seconds);
}

/* Raises the bound as long as that ends in time; true: it was a violation of the program. */
static bool try_option(struct trials *all, struct trial_option t, const struct search_progress *s) {
	struct result *best = NULL;
	struct trial_option best_option = t;
	double best_seconds = 0, seconds;
	for (;; trial_option_raise(&t, s)) {
		struct text_list words = {0};
		cli_split(all->result->arena, t.option, &words);
		vec_push(&words, NULL);
		struct variant trial = {.option = words.at};
		struct result *r = run_trial(all, &trial, SHARE_OF_TRIAL, &seconds);
		vec_free(&words);
		if (r && result_verdict(r) == VERDICT_UNSAFE && t.kind != TRIAL_OTHER &&
		    !result_rests_on_guess(r)) {
			result_close(best);
			result_replace(all->result, r);
			return true;
		}
		if (!r || (result_verdict(r) == VERDICT_SAFE && is_vacuous(r))) {
			result_close(r);
			break;
		}
		result_close(best);
		best = r;
		best_option = t;
		best_seconds = seconds;
		bool is_cut = result_has_gap(r, GAP_UNWIND) || result_has_gap(r, GAP_CONTEXT);
		if (t.kind == TRIAL_OTHER || t.kind == TRIAL_PART || !is_cut)
			break;
	}
	if (best)
		advise_option(all, &best_option, best, best_seconds);
	result_close(best);
	return false;
}

/* --- Smaller programs. --- */

/* Does it hold with these values?  Then it is told. */
static bool try_values(struct trials *all, const struct smaller *s, const uint64_t *value,
                       double share) {
	double seconds;
	struct arena *arena = all->result->arena;
	struct fe_text *text = smaller_texts(s, value);
	struct variant trial = {.text = text, .ntexts = s->file.n};
	struct result *r = run_trial(all, &trial, share, &seconds);
	bool holds = r && result_verdict(r) == VERDICT_SAFE && !is_vacuous(r);
	if (holds) {
		all->result->advice.n = 0; /* a larger program says more */
		advise(all, NULL, smaller_change(arena, s, value), holds_text(arena, r, "it holds"),
		       seconds);
	}
	result_close(r);
	smaller_texts_free(s, text);
	return holds;
}

static void try_smaller(struct trials *all) {
	enum { SMALLEST = 2, LARGEST = 8 };
	struct smaller s;
	smaller_find(&s, all->result->arena, all->v->o->file.at, all->v->o->file.n);
	uint64_t *value = mem_alloc((s.constant.n + 1) * sizeof *value);
	bool holds = s.constant.n > 0;
	for (uint64_t size = SMALLEST; holds && size <= LARGEST; size++) {
		bool is_smaller = false;
		for (size_t i = 0; i < s.constant.n; i++) {
			value[i] = s.constant.at[i].value < size ? s.constant.at[i].value : size;
			is_smaller |= value[i] < s.constant.at[i].value;
		}
		holds = is_smaller && try_values(all, &s, value, SHARE_OF_TRIAL);
	}
	/* All of them together make another program: one after the other. */
	for (size_t i = 0; !all->result->advice.n && s.constant.n > 1 && i < s.constant.n; i++) {
		for (size_t k = 0; k < s.constant.n; k++)
			value[k] = k == i ? SMALLEST : s.constant.at[k].value;
		try_values(all, &s, value, SHARE_OF_TRIAL);
	}
	mem_free(value);
	smaller_free(&s);
}

void trials_run(const struct verification *v, struct result *result,
                const struct search_progress *s, double end) {
	struct trials all = {v, result, end - LAST_SECONDS};
	const struct options *o = v->o;
	struct trial_option option[MAX_TRIAL_OPTIONS];
	size_t n = trial_options(option, s, stats_wall_seconds());
	/* Smaller programs have their half of the time. */
	all.end -= (end - stats_wall_seconds()) / 2;
	for (size_t i = 0; i < n && result->advice.n < MOST_ADVICE; i++)
		if (fits_command(&option[i], o) && try_option(&all, option[i], s))
			return;
	all.end = end - LAST_SECONDS;
	if (!result->advice.n && o->file.n)
		try_smaller(&all);
}

void trials_advise(const struct verification *v, struct result *result) {
	if (result_verdict(result) != VERDICT_UNKNOWN)
		return;
	limits_add_reason(result);
	/* What is proved under sequential consistency has its advice, and all time was C11's. */
	if (limits_go_on() && !result_has_gap(result, GAP_ORDERS))
		trials_run(v, result, &v->stats->progress, v->o->timeout);
}
