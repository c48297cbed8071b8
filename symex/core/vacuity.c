#include "symex/core/vacuity.h"

#include <string.h>

#include "goto/analysis/analysis.h"
#include "symex/symex_stats.h"
#include "util/text/path.h"

enum { MAX_TRIES = 16, REACHED = MAX_TRIES + 1 }; /* infeasible ones, before it counts as reached */

void vacuity_fails(struct symex *x, const struct ins *i) {
	uint64_t n;
	if (!x->vacuity.watches || x->engine->is_duplicate ||
	    map_get(&x->vacuity.watched, map_key(i), &n))
		return;
	map_put(&x->vacuity.watched, map_key(i), 0);
	vec_push(&x->vacuity.failed, i);
}

void vacuity_note(struct symex *x, struct state *st, const struct ins *i) {
	uint64_t n = 0;
	if (x->vacuity.watches && x->engine->comes_to) {
		x->vacuity.unasked = true;
		x->engine->comes_to(x, st, i);
	}
	if (!x->vacuity.watches || x->engine->comes_to || x->engine->is_duplicate)
		return;
	bool known = map_get(&x->vacuity.watched, map_key(i), &n);
	if (n == REACHED)
		return;
	term guard = state_guard(x, st);
	bool is_certain = term_is_true(x->ts, guard) && !x->vacuity.assumes;
	bool reached = n == MAX_TRIES || is_certain || x->engine->feasible(x, guard);
	if (!reached && !known && i->kind == INS_ASSUME)
		vec_push(&x->vacuity.failed, i);
	map_put(&x->vacuity.watched, map_key(i), reached ? REACHED : n + 1);
}

void vacuity_ends(struct symex *x, struct state *st) {
	if (x->vacuity.watches && x->engine->comes_to)
		x->engine->comes_to(x, st, NULL);
	else
		x->vacuity.has_ended = true;
}

void vacuity_reached(struct symex *x, const struct ins *i) {
	map_put(&x->vacuity.watched, map_key(i), REACHED);
}

bool vacuity_is_reached(const struct symex *x, const struct ins *i) {
	uint64_t n = 0;
	return map_get(&x->vacuity.watched, map_key(i), &n) && n == REACHED;
}

/* Was all within the bound looked at? */
static bool is_bound(enum gap_kind kind) {
	return kind == GAP_UNWIND || kind == GAP_CONTEXT || kind == GAP_DEPTH || kind == GAP_BUFFER ||
	       kind == GAP_SIGNALS || kind == GAP_INPUT;
}

bool vacuity_is_bounded(const struct symex *x) {
	const struct result *r = x->result;
	for (size_t i = 0; i < r->gap.n; i++)
		if (is_bound(r->gap.at[i].kind))
			return true;
	return false;
}

bool vacuity_matters(const struct symex *x) {
	const struct result *r = x->result;
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].kind != GAP_ASSUMPTION && r->gap.at[i].kind != GAP_ENVIRONMENT &&
		    !is_bound(r->gap.at[i].kind))
			return false;
	return x->vacuity.watches && r->violated == NO_PROPERTY && !r->any_threads && !r->proof &&
	       !symex_stop && !x->stats->pruned_summaries;
}

/* The first assumption that ended all executions. */
static const struct ins *find_assumption(const struct symex *x) {
	for (size_t i = 0; i < x->vacuity.failed.n; i++)
		if (!vacuity_is_reached(x, x->vacuity.failed.at[i]))
			return x->vacuity.failed.at[i];
	return NULL;
}

enum { NEVER = 1, ONCE = 2 };

/* An assertion may be there several times. */
static void conclude(struct symex *x, const struct function *f, uint8_t *reached) {
	uint32_t begins;
	for (uint32_t pc = 0; pc < f->ins.n && !f->is_model; pc++) {
		if (!goto_assertion(x->prog, f, pc, &begins))
			continue;
		const struct ins *first = &f->ins.at[begins];
		bool is_vacuous = first->watched && !vacuity_is_reached(x, first);
		reached[f->ins.at[pc].property] |= is_vacuous ? NEVER : ONCE;
	}
}

/* Whether that is the reason is not known, but hardly a coincidence. */
static const char *note_text(const struct result *r, const struct ins *assumption, struct loc loc,
                             bool bounded) {
	struct arena *a = r->arena;
	const char *file = assumption ? assumption->loc.file : NULL;
	const char *none = arena_printf(
	    a, "no execution%s%s reaches this assertion", bounded ? " within the bounds" : "",
	    result_has_gap(r, GAP_ENVIRONMENT) ? " in the usual environment" : "");
	if (!file)
		return none;
	bool is_here = loc.file && !strcmp(file, loc.file);
	return is_here ? arena_printf(a, "%s, and none passes the assumption in line %u", none,
	                              assumption->loc.line)
	               : arena_printf(a, "%s, and none passes the assumption at %s:%u", none, file,
	                              assumption->loc.line);
}

/* Is there a bound on what an execution does, not only on what the environment does? */
static bool ends_executions(const struct result *r) {
	return result_has_gap(r, GAP_UNWIND) || result_has_gap(r, GAP_CONTEXT) ||
	       result_has_gap(r, GAP_DEPTH) || result_has_gap(r, GAP_BUFFER);
}

/* "which no execution passes: the assertion at x.c:3 and 2 others were not reached".  That none
 * passes the bounds is known if none comes to the end of the program. */
static const char *unreached_text(const struct symex *x, struct loc loc, uint32_t others) {
	struct arena *a = x->result->arena;
	const char *file = loc.file ? path_base(loc.file) : "?";
	const char *which = arena_printf(a, "the assertion at %s:%u", file, loc.line);
	if (others)
		which = arena_printf(a, "%s and %u other%s", which, others, others == 1 ? "" : "s");
	return x->vacuity.has_ended || !ends_executions(x->result)
	           ? arena_printf(a, "within which no execution reaches %s", which)
	           : arena_printf(a, "which no execution passes: %s %s not reached", which,
	                          others ? "were" : "was");
}

void vacuity_conclude(struct symex *x) {
	struct result *r = x->result;
	if (r->verdict != VERDICT_SAFE || x->vacuity.unasked || !vacuity_matters(x))
		return;
	bool bounded = vacuity_is_bounded(x);
	struct loc first = {0};
	uint32_t found = 0;
	uint8_t *reached = mem_alloc(x->prog->property.n + 1);
	for (size_t i = 0; i < x->prog->function.n; i++)
		conclude(x, x->prog->function.at[i], reached);
	const struct ins *assumption = find_assumption(x);
	for (size_t i = 0; i < x->prog->property.n && i < r->property.n; i++) {
		struct property_result *p = &r->property.at[i];
		if (reached[i] != NEVER || p->status != PROPERTY_HOLDS)
			continue;
		p->status = PROPERTY_UNREACHED;
		p->note = note_text(r, assumption, p->loc, bounded);
		if (!found++)
			first = p->loc;
	}
	if (found && bounded)
		r->unreached = unreached_text(x, first, found - 1);
	mem_free(reached);
}
