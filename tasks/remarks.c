#include "tasks/remarks.h"

#include <string.h>
#include <sys/stat.h>

#include "util/text/diag.h"

/* --- Before the search. --- */

void remarks_rules(const struct config *c, const struct goto_prog *prog) {
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

static void assume_skipped(const struct options *o, struct result *result) {
	for (size_t i = 0; i < o->skip_property.n; i++)
		result_gap(result, GAP_ASSUMPTION, NO_LOC, "%s holds", o->skip_property.at[i]);
	for (size_t i = 0; i < o->ignore_property.n; i++)
		result_gap(result, GAP_ASSUMPTION, NO_LOC, "%s need not hold", o->ignore_property.at[i]);
}

void remarks_begin(struct result *result, const struct options *o, const struct config *c,
                   const struct weak_place *weak) {
	models_assume(result, c, weak);
	assume_skipped(o, result);
	for (size_t i = 0; i < c->fe.nreplace; i++)
		result_assume(
		    result,
		    arena_printf(result->arena, "'%s' does what its contract says", c->fe.replace[i]),
		    "enforce-contract");
}

/* --- After it. --- */

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

void remarks_end(struct result *result, const struct options *o, const struct config *c,
                 const struct goto_prog *prog) {
	keep_property(result, c->symex.only_property);
	take_hints(prog, result);
	take_ignored(prog, result);
	take_sources(o, prog, result);
}
