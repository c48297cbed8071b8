#include "tasks/fix.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/options.h"
#include "fix/candidate.h"
#include "fix/edit.h"
#include "tasks/apart.h"
#include "tasks/fix_prove.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

#define MOST_SECONDS   18.0 /* for all candidates */
#define SECOND_SECONDS 8.0  /* once one is proved, no other is begun after this */
#define LEAST_SHARE    3.0  /* seconds for one proof, if there is time */
#define TIMES_SEARCH   4    /* as long as the search for the violation took */
#define LAST_SECONDS   0.3  /* of the time of the command, for the report */

enum { MOST_CANDIDATES = 60, MOST_SHOWN = 3 };

/* --- Texts. --- */

/* Relative to where we are, so that 'patch -p1' finds it here; what is elsewhere, to '/'. */
static const char *patch_path(struct arena *arena, const char *file) {
	char *real = realpath(file, NULL), *here = realpath(".", NULL);
	size_t n = here ? strlen(here) : 0;
	const char *path = file;
	if (real && here && !strncmp(real, here, n) && (real[n] == '/' || n == 1))
		path = real + n + (n > 1);
	else if (real)
		path = real + 1;
	path = arena_printf(arena, "%s", path);
	free(real);
	free(here);
	return path;
}

static const char *diff_of(struct arena *arena, const struct places *p, const struct candidate *c) {
	const char *all = "";
	for (size_t i = 0; i < p->file.n; i++) {
		const struct place_file *f = &p->file.at[i];
		const char *after = edits_apply(arena, f->name, f->text, c->edit.at, c->edit.n);
		if (strcmp(after, f->text) != 0)
			all = arena_printf(arena, "%s%s", all,
			                   edits_diff(arena, patch_path(arena, f->name), f->text, after));
	}
	return all;
}

/* Does one have all edits of the other? */
static bool contains(const struct candidate *c, const struct fix *f) {
	for (size_t i = 0; i < f->edit.n; i++) {
		bool found = false;
		for (size_t k = 0; k < c->edit.n && !found; k++)
			found = !strcmp(c->edit.at[k].file, f->edit.at[i].file) &&
			        c->edit.at[k].offset == f->edit.at[i].offset &&
			        c->edit.at[k].length == f->edit.at[i].length &&
			        !strcmp(c->edit.at[k].text, f->edit.at[i].text);
		if (!found)
			return false;
	}
	return true;
}

static void add_fix(struct result *r, const struct places *p, const struct candidate *c,
                    const struct proof_of_fix *proof) {
	struct fix f = {.property = r->violated,
	                .what = arena_printf(r->arena, "%s", c->what),
	                .diff = arena_printf(r->arena, "%s", diff_of(r->arena, p, c)),
	                .verified = proof->verified,
	                .seconds = proof->seconds};
	for (size_t i = 0; i < c->edit.n; i++) {
		struct source_edit e = c->edit.at[i];
		e.text = arena_printf(r->arena, "%s", e.text);
		vec_push(&f.edit, e);
	}
	vec_push(&r->fixes->fix, f);
}

/* --- The search. --- */

/* Names of the data that the cause is about. */
static size_t names_of(const struct cause *c, const char **to, size_t most) {
	size_t n = 0;
	for (size_t i = 0; i < c->role.n && n < most; i++)
		if (c->role.at[i].object)
			to[n++] = c->role.at[i].object;
	for (size_t i = 0; i < c->fact.n && n < most; i++)
		if (c->fact.at[i].first.object)
			to[n++] = c->fact.at[i].first.object;
	return n;
}

/* Is it one that a program without threads may have? */
static bool is_sequential(enum cause_kind kind) {
	switch (kind) {
	case CAUSE_MISSING_CHECK:
	case CAUSE_OFF_BY_ONE:
	case CAUSE_WRONG_BRANCH:
	case CAUSE_NOT_INITIALISED:
	case CAUSE_LEAK:
	case CAUSE_VALUES: return true;
	default: return false;
	}
}

static bool is_contained(const struct candidate *c, const struct fixes *all) {
	for (size_t i = 0; i < all->fix.n; i++)
		if (contains(c, &all->fix.at[i]))
			return true;
	return false;
}

/* --verbose=2 */
static void say_refused(const struct places *p, const struct candidate *c,
                        const struct proof_of_fix *proof) {
	struct arena *arena = arena_open();
	diag_say(2, "change that does not help: %s: %s\n%s", c->what, proof->refused,
	         diff_of(arena, p, c));
	arena_close(arena);
}

/* Was the same proved with fewer statements? */
static bool is_known_way(const struct candidates *all, const bool *proved, size_t ix) {
	const struct candidate *c = &all->at.at[ix];
	for (size_t i = 0; c->way && i < ix; i++)
		if (proved[i] && all->at.at[i].way && !strcmp(all->at.at[i].way, c->way))
			return true;
	return false;
}

static void try_all(struct prover *prover, struct candidates *all, struct result *r, double share) {
	enum { MOST_NAMES = 32 };
	const char *about[MOST_NAMES];
	size_t nabout = names_of(all->cause, about, MOST_NAMES);
	double begin = stats_wall_seconds();
	bool *proved = arena_array(all->arena, bool, all->at.n + 1);
	bool *open = arena_array(all->arena, bool, all->at.n + 1);
	for (size_t i = 0; i < all->at.n && r->fixes->fix.n < MOST_SHOWN; i++) {
		const struct candidate *c = &all->at.at[i];
		struct proof_of_fix proof = {0};
		double now = stats_wall_seconds();
		bool is_late = r->fixes->fix.n && now - begin > SECOND_SECONDS;
		if (is_late || (c->is_new_lock && r->fixes->fix.n) || is_contained(c, r->fixes) ||
		    is_known_way(all, proved, i))
			continue;
		if (now >= prover->end || r->fixes->tried >= MOST_CANDIDATES) {
			r->fixes->note =
			    now >= prover->end ? "the time for changes is over" : "more changes were not tried";
			return;
		}
		if (c->needs_orders && prover->run->o->memory_model != MEMORY_MODEL_C11)
			continue;
		r->fixes->tried++;
		if (prover_proves(prover, c->edit.at, c->edit.n, &c->condition, about, nabout, share,
		                  &proof)) {
			proved[i] = true;
			add_fix(r, all->places, c, &proof);
		} else
			say_refused(all->places, c, &proof);
		open[i] = proof.is_open;
	}
	/* those that took too long have what is left of the time */
	for (size_t i = 0; i < all->at.n && !r->fixes->fix.n; i++) {
		const struct candidate *c = &all->at.at[i];
		struct proof_of_fix proof = {0};
		double left = prover->end - stats_wall_seconds();
		if (open[i] && left > share &&
		    prover_proves(prover, c->edit.at, c->edit.n, &c->condition, about, nabout, left,
		                  &proof))
			add_fix(r, all->places, c, &proof);
	}
}

void fix_run(const struct verification *run, struct result *r, double seconds, double end) {
	const struct property_result *v =
	    r->violated == NO_PROPERTY ? NULL : &r->property.at[r->violated];
	if (result_verdict(r) != VERDICT_UNSAFE || !v)
		return;
	r->fixes = arena_new(r->arena, struct fixes);
	static const struct cause none;
	struct places places;
	places_open(&places, &run->config->fe);
	struct candidates all = {.arena = places.arena,
	                         .places = &places,
	                         .result = r,
	                         .violated = v,
	                         .cause = v->cause ? v->cause : &none};
	candidates_propose(&all);
	double last = stats_wall_seconds() + MOST_SECONDS, share = seconds * TIMES_SEARCH;
	if (end > 0 && end - LAST_SECONDS < last)
		last = end - LAST_SECONDS;
	struct prover prover;
	prover_open(&prover, run, &places, r, last);
	prover.races_may_stay = is_sequential(all.cause->kind);
	try_all(&prover, &all, r, share < LEAST_SHARE ? LEAST_SHARE : share);
	if (!v->cause && !all.at.n)
		r->fixes->note = "the cause is not known";
	else if (!all.at.n)
		r->fixes->note = "no change is known for such a cause";
	prover_close(&prover);
	candidates_free(&all);
	places_free(&places);
}
