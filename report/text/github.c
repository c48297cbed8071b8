#include "report/text/github.h"

#include <string.h>

#include "report/base/position.h"
#include "report/base/rules.h"
#include "report/story/cause_notes.h"
#include "report/story/conflict.h"
#include "report/story/ending.h"
#include "report/text/needs_text.h"
#include "result/fix.h"
#include "util/text/utf8.h"

#define MAX_NOTICES 8 /* of one violation; GitHub shows ten of each kind in a step */

/* A command is one line; in its properties commas and colons have a meaning, too. */
static void escape(FILE *out, const char *text, bool in_property) {
	for (size_t n = strlen(text), length; n; text += length, n -= length) {
		uint32_t code;
		length = utf8_next(text, n, &code);
		if (code == '%' || code == '\r' || code == '\n' ||
		    (in_property && (code == ':' || code == ',')))
			fprintf(out, "%%%02X", code);
		else if (code == UTF8_BAD)
			fputs("\xef\xbf\xbd", out);
		else if (code >= 0x20 || (!in_property && code != 033)) /* no colours */
			fwrite(text, 1, length, out);
	}
}

static void put(FILE *out, const char **separator, const char *name, const char *value) {
	fprintf(out, "%s%s=", *separator, name);
	escape(out, value, true);
	*separator = ",";
}

static void annotate(FILE *out, const char *level, struct loc loc, const char *title,
                     const char *text) {
	struct arena *arena = arena_open();
	const char *separator = " ";
	fprintf(out, "::%s", level);
	if (loc.file) {
		struct region r = position_region(loc);
		put(out, &separator, "file", loc.file);
		if (r.line)
			put(out, &separator, "line", arena_printf(arena, "%u", r.line));
		if (r.col)
			put(out, &separator, "col", arena_printf(arena, "%u", r.col));
	}
	put(out, &separator, "title", title);
	fputs("::", out);
	escape(out, text, false);
	fputc('\n', out);
	arena_close(arena);
}

static void write_inputs(FILE *out, struct arena *arena, const struct property_result *p) {
	const char *text = NULL;
	struct loc loc = {0};
	for (size_t i = 0; i < p->cex->step.n; i++) {
		const struct step *s = &p->cex->step.at[i];
		if (s->kind != STEP_INPUT || (s->in_model && !s->unmodelled && !s->typed))
			continue;
		if (!text)
			loc = s->loc;
		text = arena_printf(arena, "%s%s%s = %s", text ? text : "", text ? "\n" : "",
		                    s->lhs ? s->lhs : "", s->value ? s->value : "");
	}
	if (text)
		annotate(out, "notice", loc, arena_printf(arena, "inputs of %s", p->id), text);
}

/* The best change that mends it, as a diff. */
static const char *change_text(struct arena *arena, const struct result *r,
                               const struct property_result *p) {
	for (size_t i = 0; r->fixes && i < r->fixes->fix.n; i++) {
		const struct fix *f = &r->fixes->fix.at[i];
		if (f->property < r->property.n && &r->property.at[f->property] == p)
			return arena_printf(
			    arena, "\nA change that mends it: %s\n%s%sWith this change: %s.", f->what, f->diff,
			    *f->diff && f->diff[strlen(f->diff) - 1] == '\n' ? "" : "\n", f->verified);
	}
	return "";
}

static void write_violation(FILE *out, const struct result *r, const struct property_result *p) {
	struct arena *arena = arena_open();
	size_t rule = rule_find(p->class_name);
	const char *title = rule == NO_RULE ? p->class_name : rule_table[rule].title;
	const char *why = cause_reason(arena, p), *change = change_text(arena, r, p);
	annotate(out, result_is_guessed(p) ? "warning" : "error", p->loc, title,
	         arena_printf(arena, "%s [%s]%s%s%s", cause_claim(arena, p), p->class_name,
	                      why ? "\n" : "", why ? why : "", change));
	struct conflict_notes notes = {0};
	if (p->cex)
		conflict_list(arena, p->cex, CALLS_NONE, &notes);
	cause_notes(arena, p, &notes);
	for (size_t i = 0; i < notes.n && i < MAX_NOTICES; i++)
		annotate(out, "notice", notes.at[i].loc, p->text, notes.at[i].text);
	if (p->cex)
		write_inputs(out, arena, p);
	vec_free(&notes);
	arena_close(arena);
}

/* The position of the first inconclusive gap, which the verdict line names, too. */
static struct loc inconclusive_loc(const struct result *r) {
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].is_inconclusive)
			return r->gap.at[i].loc;
	return (struct loc){0};
}

static void write_assumptions(FILE *out, struct arena *arena, const struct result *r) {
	static const char title[] = "the verdict rests on an assumption";
	for (size_t i = 0; i < r->gap.n; i++)
		if (result_rests_on(r, &r->gap.at[i]))
			annotate(out, "notice", r->gap.at[i].loc, title,
			         result_gap_qualifier(arena, &r->gap.at[i]));
	const char *environment = result_assumptions(arena, r);
	if (environment)
		annotate(out, "notice", (struct loc){0}, title, environment);
	const char *arguments = result_arguments(arena, r);
	if (*arguments)
		annotate(out, "notice", (struct loc){0}, "the verdict rests on assumptions about arguments",
		         arguments);
	if (result_verdict(r) == VERDICT_SAFE && r->deadlocks_open)
		annotate(out, "notice", (struct loc){0}, "the verdict does not exclude deadlocks",
		         result_verdict_line(arena, r));
}

/* What --why-safe has found, where it is. */
static void write_needs(FILE *out, struct arena *arena, const struct needs *needs) {
	static const char title[] = "what the program needs";
	for (size_t i = 0; needs && i < needs->at.n && i < MAX_NOTICES; i++) {
		const struct need *n = &needs->at.at[i];
		annotate(out, "notice", n->n ? n->at[0].loc : (struct loc){0}, title, needs_line(arena, n));
	}
	if (needs && needs->warning)
		annotate(out, "warning", (struct loc){0}, title, needs->warning);
}

void report_github(FILE *out, const struct result *r) {
	struct arena *arena = arena_open();
	for (size_t i = 0; i < r->property.n; i++)
		if (result_status(r, &r->property.at[i]) == PROPERTY_VIOLATED)
			write_violation(out, r, &r->property.at[i]);
	if (r->error.text)
		annotate(out, "error", r->error.loc, "cbmc-mt ended with an error", r->error.text);
	else if (result_verdict(r) == VERDICT_UNKNOWN)
		annotate(out, "warning", inconclusive_loc(r), "cbmc-mt has no verdict",
		         ending_is_told(r) ? arena_printf(arena, "%s\n%s", result_verdict_line(arena, r),
		                                          ending_lines(arena, r))
		                           : result_verdict_line(arena, r));
	write_assumptions(out, arena, r);
	write_needs(out, arena, r->needs);
	fflush(out);
	arena_close(arena);
}
