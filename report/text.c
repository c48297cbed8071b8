#include "report/text.h"

#include <string.h>

#define LONG_TRACE 200 /* lines; longer traces lose their middle */

struct text {
	FILE *out;
	const struct text_config *config;
};

static const char *paint(const struct text *t, const char *code) {
	return t->config->colour ? code : "";
}

#define BOLD   "\033[1m"
#define RED    "\033[1;31m"
#define GREEN  "\033[1;32m"
#define YELLOW "\033[1;33m"
#define CYAN   "\033[36m"
#define PLAIN  "\033[0m"

static void print_place(const struct text *t, struct loc loc) {
	if (!loc.file)
		return;
	fputs(paint(t, BOLD), t->out);
	if (loc.line)
		fprintf(t->out, "%s:%u:%u: ", loc.file, loc.line, loc.col);
	else
		fprintf(t->out, "%s: ", loc.file);
	fputs(paint(t, PLAIN), t->out);
}

static void print_note(const struct text *t, struct loc loc) {
	print_place(t, loc);
	fprintf(t->out, "%snote: %s", paint(t, CYAN), paint(t, PLAIN));
}

static const char *or_empty(const char *text) {
	return text ? text : "";
}

static bool is_shown(const struct text *t, const struct step *s) {
	if (t->config->verbose)
		return s->kind != STEP_INPUT;
	if (s->in_model)
		return s->kind == STEP_VIOLATION;
	switch (s->kind) {
	case STEP_ASSIGN:
	case STEP_CALL:
	case STEP_VIOLATION:
	case STEP_CREATE:
	case STEP_THREAD_END:
	case STEP_BLOCKED:
	case STEP_NOTE: return true;
	case STEP_INPUT: /* listed before the trace */
	case STEP_RETURN:
	case STEP_BRANCH:
	case STEP_ASSUME: return false;
	}
	return false;
}

static bool is_shown_input(const struct text *t, const struct step *s) {
	return s->kind == STEP_INPUT && (!s->in_model || s->unmodelled || t->config->verbose);
}

static void print_step(const struct text *t, const struct step *s) {
	print_note(t, s->loc);
	fprintf(t->out, "thread %u: ", s->thread);
	switch (s->kind) {
	case STEP_INPUT:
	case STEP_ASSIGN: fprintf(t->out, "%s = %s", or_empty(s->lhs), or_empty(s->value)); break;
	case STEP_BRANCH: fprintf(t->out, "%s is %s", or_empty(s->text), or_empty(s->value)); break;
	case STEP_ASSUME: fprintf(t->out, "assumed: %s", or_empty(s->text)); break;
	case STEP_CALL:
	case STEP_RETURN:
	case STEP_VIOLATION:
	case STEP_CREATE:
	case STEP_THREAD_END:
	case STEP_BLOCKED:
	case STEP_NOTE: fputs(or_empty(s->text), t->out); break;
	}
	fputc('\n', t->out);
}

static void print_input(const struct text *t, const struct step *s) {
	print_note(t, s->loc);
	fprintf(t->out, "input %s = %s%s\n", or_empty(s->lhs), or_empty(s->value),
	        s->unmodelled ? " (chosen for a function without a model)" : "");
}

/* Prints the steps that 'wanted' selects; of too many, the first and the last ones. */
static void print_steps(const struct text *t, const struct cex *cex,
                        bool (*wanted)(const struct text *, const struct step *),
                        void (*print)(const struct text *, const struct step *),
                        const char *called) {
	size_t n = 0, k = 0;
	for (size_t i = 0; i < cex->step.n; i++)
		n += wanted(t, &cex->step.at[i]);
	bool elide = n > LONG_TRACE && t->config->trace != TRACE_FULL;
	for (size_t i = 0; i < cex->step.n; i++) {
		const struct step *s = &cex->step.at[i];
		if (!wanted(t, s))
			continue;
		if (!elide || k < LONG_TRACE / 2 || k >= n - LONG_TRACE / 2)
			print(t, s);
		else if (k == LONG_TRACE / 2)
			fprintf(t->out, "... %zu %s left out, --trace=full shows them ...\n", n - LONG_TRACE,
			        called);
		k++;
	}
}

static void print_violation(const struct text *t, const struct property_result *p) {
	print_place(t, p->loc);
	fprintf(t->out, "%serror: %s%s [%s]\n", paint(t, RED), paint(t, PLAIN), p->text, p->class_name);
	if (t->config->trace == TRACE_NONE || !p->cex)
		return;
	print_steps(t, p->cex, is_shown_input, print_input, "inputs");
	print_steps(t, p->cex, is_shown, print_step, "steps");
}

static enum property_status status_of(const struct result *r, const struct property_result *p) {
	/* What was never reached holds only if everything was looked at. */
	if (p->status == PROPERTY_UNREACHED)
		return result_has_hole(r) ? PROPERTY_UNKNOWN : PROPERTY_HOLDS;
	return p->status;
}

static void print_properties(const struct text *t, const struct result *r) {
	static const char *const word[] = {"UNKNOWN", "HOLDS", "VIOLATED"};
	static const char *const colour[] = {YELLOW, GREEN, RED};
	size_t count[3] = {0};
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		enum property_status status = status_of(r, p);
		if (p->in_model && status == PROPERTY_HOLDS && !t->config->verbose)
			continue;
		count[status]++;
		fprintf(t->out, "[%s] ", p->id);
		if (p->loc.file)
			fprintf(t->out, "%s:%u: ", p->loc.file, p->loc.line);
		fprintf(t->out, "%s: %s%s%s\n", p->text, paint(t, colour[status]), word[status],
		        paint(t, PLAIN));
	}
	fprintf(t->out, "** %zu of %zu violated", count[PROPERTY_VIOLATED],
	        count[PROPERTY_VIOLATED] + count[PROPERTY_HOLDS] + count[PROPERTY_UNKNOWN]);
	if (count[PROPERTY_UNKNOWN])
		fprintf(t->out, ", %zu unknown", count[PROPERTY_UNKNOWN]);
	fputc('\n', t->out);
}

void report_verdict(FILE *out, const char *line, enum verdict verdict, bool colour) {
	static const char *const colours[] = {YELLOW, GREEN, RED};
	if (colour)
		fprintf(out, "%s%s%s\n", colours[verdict], line, PLAIN);
	else
		fprintf(out, "%s\n", line);
	fflush(out);
}

/* A violation is only shown when the verdict stands by it. */
static void print_violations(const struct text *t, const struct result *r) {
	if (result_verdict(r) != VERDICT_UNSAFE)
		return;
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		if (p->status != PROPERTY_VIOLATED || (!t->config->multi_property && i != r->violated))
			continue;
		print_violation(t, p);
		fputc('\n', t->out);
	}
}

void report_text(FILE *out, const struct result *r, const struct text_config *config) {
	struct text t = {out, config};
	if (!config->result_only) {
		if (config->multi_property) {
			print_properties(&t, r);
			fputc('\n', out);
		}
		print_violations(&t, r);
	}
	struct arena *arena = arena_open();
	report_verdict(out, result_verdict_line(arena, r), result_verdict(r), config->colour);
	arena_close(arena);
}
