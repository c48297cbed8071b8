#include "tasks/why_safe.h"

#include <string.h>

#include "cli/session/limits.h"
#include "report/story/cause.h"
#include "symex/symex.h"
#include "tasks/apart.h"
#include "util/base/stats.h"

#define LEAST_SHARE  4.0  /* seconds for one program, if the time of the command has room for it */
#define MOST_SHARE   60.0 /* and at most */
#define TIMES_BASE   10   /* as long as the program as it is took */
#define LAST_SECONDS 0.5  /* of the time, for the report */

enum { MOST_ELEMENTS = 100 };

_Static_assert((int)ELEMENT_KIND_N == (int)NEED_KIND_N && (int)ELEMENT_ATOMIC == (int)NEED_ATOMIC &&
                   (int)ELEMENT_SEM_POST == (int)NEED_SEM_POST,
               "kinds of elements and of needs are the same");

struct why_safe {
	const struct verification *run;
	const struct result *base; /* of the program as it is, with the same properties */
	struct result *result;     /* that gets the table */
	struct needs *needs;
	struct elements elements;
	const char *option; /* added to the command; or NULL */
	double share, end;  /* seconds for a program; when all must be done, 0: no such time */
};

struct removal { /* what the child does */
	const struct why_safe *all;
	const bool *removed;
	const struct element *reached;
};

/* --- Programs. --- */

static void take_away(const void *context, struct config *config) {
	const struct removal *r = context;
	config->fe.weaker_calls = true;
	config->elements = &r->all->elements;
	config->removed = r->removed;
	config->reached = r->reached;
}

/* Is there time for another program? */
static double time_left(const struct why_safe *w) {
	enum gap_kind why;
	if (limits_reason(&why) || symex_is_interrupted())
		return 0;
	if (w->end <= 0)
		return w->share;
	double left = w->end - stats_wall_seconds();
	return left < w->share ? left : w->share;
}

/* NULL: it did not end in time.  explains: the cause of a violation is wanted. */
static struct result *run_program(struct why_safe *w, const bool *removed,
                                  const struct element *reached, bool explains, double *seconds) {
	double begin = stats_wall_seconds(), left = time_left(w);
	struct removal removal = {w, removed, reached};
	const char *option[3] = {NULL};
	size_t n = 0;
	if (w->option)
		option[n++] = w->option;
	if (!explains)
		option[n] = "--no-why";
	struct variant v = {.option = option, .change_config = take_away, .context = &removal};
	if (left > 0)
		w->needs->verified++;
	struct result *r = left > 0 ? verify_apart(w->run, &v, left) : NULL;
	*seconds = stats_wall_seconds() - begin;
	return r;
}

/* --- What a result says. --- */

static bool has_same_gap(const struct result *r, const struct gap *gap) {
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].kind == gap->kind && !strcmp(r->gap.at[i].text, gap->text))
			return true;
	return false;
}

/* What the proof is limited by, and that of the program as it is was not; NULL: nothing. */
static const char *new_limit(struct arena *arena, const struct result *base,
                             const struct result *r) {
	for (size_t i = 0; i < r->gap.n; i++)
		if (!has_same_gap(base, &r->gap.at[i]))
			return arena_printf(arena, "it holds without it only %s",
			                    result_gap_qualifier(arena, &r->gap.at[i]));
	if (r->deadlocks_open && !base->deadlocks_open)
		return "deadlocks without it are not excluded";
	if (r->any_threads != base->any_threads && base->any_threads)
		return "it holds without it only for the threads that there are";
	return NULL;
}

static const struct property_result *property_of(const struct result *r, const char *id) {
	for (size_t i = 0; i < r->property.n; i++)
		if (!strcmp(r->property.at[i].id, id))
			return &r->property.at[i];
	return NULL;
}

/* A property of the user that only holds because nothing comes to it any more; or NULL. */
static const char *new_vacuity(struct arena *arena, const struct result *base,
                               const struct result *r) {
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		const struct property_result *before = property_of(base, p->id);
		if (p->in_model || !result_is_vacuous(r, p) || !before || result_is_vacuous(base, before))
			continue;
		return arena_printf(arena, "it holds without it, but %s:%u is not reached then",
		                    p->loc.file ? p->loc.file : "?", p->loc.line);
	}
	if (r->unreached && !base->unreached)
		return "it holds without it, but not all that is checked is reached then";
	return NULL;
}

/* The same program may fail since an unlock call is left that released the lock in some execution:
 * that says nothing about the lock. */
static bool is_artefact(const struct element *e, const struct property_result *p) {
	return e->kind == ELEMENT_LOCK && !strcmp(p->class_name, "lock") &&
	       strstr(p->text, "unlocked that this thread does not hold");
}

static char *copy(struct arena *arena, const char *text) {
	return text ? arena_printf(arena, "%s", text) : NULL;
}

/* Of a mistake in the synchronisation, which is what was made: not the steps alone, which the
 * violation is told with anyway, nor a branch or a value that would have kept threads from meeting.
 */
static bool says_more(enum cause_kind kind) {
	return kind != CAUSE_ORDER && kind < CAUSE_MISSING_CHECK && kind != CAUSE_NO_LOCK;
}

static void take_violation(struct why_safe *w, const struct element *e, const struct result *r,
                           struct need *n) {
	struct arena *arena = w->result->arena;
	const struct property_result *p = &r->property.at[r->violated];
	if (is_artefact(e, p)) {
		n->reason = "other unlock calls seem to release it, too";
		return;
	}
	if (result_rests_on_guess(r)) {
		n->reason = "without it there is a violation that depends on a function without a body";
		return;
	}
	n->outcome = NEED_NEEDED;
	n->violation = copy(arena, p->text);
	n->class_name = copy(arena, p->class_name);
	n->loc = p->loc;
	n->cause = p->cause && says_more(p->cause->kind) ? cause_sentence(arena, p) : NULL;
}

static void take_result(struct why_safe *w, const struct element *e, const struct result *r,
                        struct need *n) {
	struct arena *arena = w->result->arena;
	enum verdict verdict = r ? result_verdict(r) : VERDICT_UNKNOWN;
	if (!r) {
		n->reason = "not decided in its share of the time";
	} else if (verdict == VERDICT_UNSAFE && r->violated < r->property.n) {
		take_violation(w, e, r, n);
	} else if (verdict == VERDICT_SAFE) {
		n->reason = new_limit(arena, w->base, r);
		if (!n->reason)
			n->reason = new_vacuity(arena, w->base, r);
		if (!n->reason && e->is_cut)
			n->reason = "it holds without it, but not all of its unlock calls were found";
		n->outcome = n->reason ? NEED_OPEN : NEED_NOT_ALONE;
	} else {
		n->reason = copy(arena, result_reason(arena, r));
	}
}

/* --- Each by itself. --- */

/* Does an execution come to it?  true, too, if it is not known. */
static bool is_reached(struct why_safe *w, const struct element *e) {
	double seconds;
	struct result *r = run_program(w, NULL, e, false, &seconds);
	bool is_proof =
	    r && result_verdict(r) == VERDICT_SAFE && !new_limit(w->result->arena, w->base, r);
	result_close(r);
	return !is_proof;
}

static struct need need_of(struct why_safe *w, const struct element *e) {
	struct need n = {.kind = (enum need_kind)e->kind,
	                 .n = e->at.n,
	                 .at = arena_array(w->result->arena, struct need_place, e->at.n + 1),
	                 .function = e->in,
	                 .object = e->object,
	                 .second = e->second,
	                 .call = e->call,
	                 .weaker = e->weaker,
	                 .is_kept = true};
	for (size_t i = 0; i < e->at.n; i++)
		n.at[i] = (struct need_place){e->at.at[i].loc, e->at.at[i].is_release};
	return n;
}

static void try_alone(struct why_safe *w, bool *removed) {
	for (size_t i = 0; i < w->elements.at.n; i++) {
		const struct element *e = &w->elements.at.at[i];
		struct need n = need_of(w, e);
		removed[i] = true;
		struct result *r = run_program(w, removed, NULL, true, &n.seconds);
		removed[i] = false;
		take_result(w, e, r, &n);
		result_close(r);
		if (n.outcome != NEED_NEEDED && !is_reached(w, e)) {
			n.outcome = NEED_NOT_REACHED;
			n.reason = NULL;
		}
		vec_push(&w->needs->at, n);
	}
}

/* --- Together. --- */

static bool holds_without(struct why_safe *w, const bool *removed) {
	struct need n = {.kind = NEED_LOCK};
	static const struct element none;
	struct result *r = run_program(w, removed, NULL, false, &n.seconds);
	take_result(w, &none, r, &n);
	result_close(r);
	return n.outcome == NEED_NOT_ALONE;
}

/* One after the other, those that the program holds without. */
static void remove_greedily(struct why_safe *w, bool *removed) {
	size_t gone = 0;
	for (size_t i = 0; i < w->needs->at.n; i++) {
		struct need *n = &w->needs->at.at[i];
		if (n->outcome != NEED_NOT_ALONE && n->outcome != NEED_NOT_REACHED)
			continue;
		removed[i] = true;
		n->is_kept = gone ? !holds_without(w, removed) : false;
		removed[i] = !n->is_kept;
		gone += !n->is_kept;
	}
	w->needs->is_set = true;
}

static void warn(struct needs *n) {
	for (size_t i = 0; i < n->at.n; i++)
		if (n->at.at[i].is_kept)
			return;
	if (n->shares_memory && !n->left_out)
		n->warning = n->at.n ? "none of this is needed although threads share memory: the "
		                       "properties may be too weak to tell"
		                     : "threads share memory and do not synchronise: the properties may be "
		                       "too weak to tell";
}

/* --- All. --- */

static void find_elements(struct why_safe *w, const struct config *config, bool races) {
	struct config with = *config;
	with.fe.weaker_calls = true;
	struct goto_prog *prog = fe_load(&with.fe);
	elements_find(prog, races, &w->elements);
	prog_close(prog);
	w->needs->shares_memory = w->elements.shares_memory;
	while (w->elements.at.n > MOST_ELEMENTS) {
		w->elements.at.n--;
		vec_free(&w->elements.at.at[w->elements.at.n].at);
		w->needs->left_out++;
	}
}

/* The program as it is, with races.  NULL: it does not hold then, and the table is without. */
static struct result *verify_with_races(struct why_safe *w) {
	double seconds;
	w->option = "--data-races-check";
	struct result *r = run_program(w, NULL, NULL, false, &seconds);
	enum verdict verdict = r ? result_verdict(r) : VERDICT_UNKNOWN;
	if (verdict == VERDICT_SAFE && !new_limit(w->result->arena, w->result, r)) {
		w->needs->with_races = true;
		return r;
	}
	w->needs->remark = verdict == VERDICT_UNSAFE
	                       ? "the program has data races, which were not asked for: they do not "
	                         "count in what follows"
	                       : "whether the program has data races could not be decided: they do not "
	                         "count in what follows";
	w->option = NULL;
	result_close(r);
	return NULL;
}

void why_safe_run(const struct verification *run, struct result *result) {
	struct why_safe w = {.run = run, .base = result, .result = result};
	const struct options *o = run->o;
	double base = stats_wall_seconds() * TIMES_BASE;
	w.needs = result->needs = arena_new(result->arena, struct needs);
	if (result_verdict(result) != VERDICT_SAFE) {
		w.needs->remark = "it is for programs that hold";
		return;
	}
	w.share = base < LEAST_SHARE ? LEAST_SHARE : base > MOST_SHARE ? MOST_SHARE : base;
	w.end = o->timeout > 0 ? o->timeout - LAST_SECONDS : 0;
	bool asked =
	    o->data_races_check || o->data_races_check_only || o->memory_model == MEMORY_MODEL_C11;
	struct result *with_races = asked ? NULL : verify_with_races(&w);
	if (with_races)
		w.base = with_races;
	find_elements(&w, run->config, !asked && !with_races);
	bool *removed = mem_alloc(sizeof *removed * (w.elements.at.n + 1));
	try_alone(&w, removed);
	remove_greedily(&w, removed);
	warn(w.needs);
	mem_free(removed);
	result_close(with_races);
	elements_free(&w.elements);
}
