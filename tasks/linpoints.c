#include "tasks/linpoints.h"

#include <string.h>

#include "symex/strategy.h"
#include "symex/symex.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

enum { MAX_GUESSES = 24 };

bool linpoints_apply(const struct symex_config *c) {
	return c->schedules.strategy->covers == COVERS_PROOFS;
}

static bool has_specification(const struct goto_prog *prog) {
	for (size_t i = 0; i < prog->function.n; i++) {
		const char *name = prog->function.at[i]->symbol->name;
		size_t n = strlen(SPEC_PREFIX);
		if (!strncmp(name, SPEC_PREFIX, n) && name[n] >= '0' && name[n] <= '9')
			return true;
	}
	return false;
}

static const struct linpoint_operation *operation(const struct linpoint_search *s, size_t i) {
	return &s->sites.operation.at[i];
}

static uint32_t choice(const struct linpoint_search *s, size_t i) {
	const struct linpoint_operation *o = operation(s, i);
	return o->is_given || !o->choice.n ? NO_SITE : o->choice.at[s->guess.at[i]];
}

static const char *describe(const struct linpoint_search *s, size_t i) {
	const struct linpoint_operation *o = operation(s, i);
	uint32_t c = choice(s, i);
	if (o->is_given)
		return "given";
	if (c == NO_SITE)
		return "its last load";
	if (c == ALL_UNLOCKS)
		return "where it unlocks";
	if (c == ALL_STORES)
		return "its atomic write";
	return intern_printf("line %u", s->sites.at.at[c].loc.line);
}

/* "put: where it unlocks; get: its last load" */
static const char *points_text(const struct linpoint_search *s) {
	const char *text = "";
	for (size_t i = 0; i < s->sites.operation.n; i++) {
		const char *name = operation(s, i)->name;
		text = intern_printf("%s%s%s: %s", text, *text ? "; " : "", name ? name : "an operation",
		                     describe(s, i));
	}
	return text;
}

bool linpoints_take(struct linpoint_search *s, struct goto_prog *prog) {
	bool is_first = !s->sites.operation.n;
	if (!has_specification(prog) || (is_first && !linpoint_find(prog, &s->sites))) {
		linpoint_drop(prog);
		return false;
	}
	VEC(uint32_t) chosen = {0};
	for (size_t i = 0; i < s->sites.operation.n; i++) {
		if (is_first)
			vec_push(&s->guess, 0);
		vec_push(&chosen, choice(s, i));
	}
	diag_say(2, "linearization points: %s", points_text(s));
	s->refused = linpoint_insert(prog, &s->sites, chosen.at);
	vec_free(&chosen);
	return true;
}

/* Counts through the guesses: the first operation fastest.  false: there is no other. */
static bool next(struct linpoint_search *s) {
	if (s->refused || ++s->tried >= MAX_GUESSES)
		return false;
	for (size_t i = 0; i < s->guess.n; i++) {
		const struct linpoint_operation *o = operation(s, i);
		if (!o->is_given && s->guess.at[i] + 1 < o->choice.n) {
			s->guess.at[i]++;
			return true;
		}
		s->guess.at[i] = 0;
	}
	return false;
}

void linpoints_tell(const struct linpoint_search *s, struct result *r) {
	if (s->guess.n && s->refused)
		result_gap(r, GAP_UNSUPPORTED, NO_LOC, "no proof for any number of threads: %s",
		           s->refused);
	else if (s->guess.n && result_verdict(r) == VERDICT_SAFE)
		diag_note(NO_LOC, "linearization points: %s", points_text(s));
}

/* --- One guess after the other. --- */

static void change(void *self, struct config *config) {
	config->points = linpoints_apply(&config->symex) ? self : NULL;
}

static struct result *verify(void *unused, struct verification *v) {
	(void)unused;
	return v->verify(v);
}

static bool goes_on(void *self, const struct result *result) {
	return result && result_verdict(result) == VERDICT_UNKNOWN && !symex_is_interrupted() &&
	       next(self);
}

struct result *linpoints_verify(struct verification *v) {
	struct linpoint_search points = {0};
	struct result *result = verify_until(v, &(struct attempts){&points, change, verify, goes_on});
	if (result && !points.refused)
		linpoints_tell(&points, result);
	verification_change(v)->points = NULL;
	linpoint_free(&points.sites);
	vec_free(&points.guess);
	return result;
}
