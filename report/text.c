#include "report/text.h"

#include "report/columns.h"
#include "report/conflict.h"
#include "report/interleaving.h"
#include "report/paint.h"

#define LONG_TRACE 200 /* lines; longer traces lose their middle */

#define MANY_NAMES 8 /* more threads are only counted */

struct text {
	struct paint paint;
	const struct text_config *config;
};

static const char *paint(const struct text *t, const char *code) {
	return paint_code(&t->paint, code);
}

/* Should item k of n be printed?  Of too many, the first and the last ones are. */
static bool is_kept(const struct text *t, size_t k, size_t n, const char *called) {
	bool elide = n > LONG_TRACE && t->config->trace != TRACE_FULL;
	if (!elide || k < LONG_TRACE / 2 || k >= n - LONG_TRACE / 2)
		return true;
	if (k == LONG_TRACE / 2)
		fprintf(t->paint.out, "... %zu %s left out, --trace=full shows them ...\n", n - LONG_TRACE,
		        called);
	return false;
}

static bool is_shown_input(const struct text *t, const struct step *s) {
	return s->kind == STEP_INPUT && (!s->in_model || s->unmodelled || t->config->verbose);
}

static void print_input(const struct text *t, const struct step *s) {
	paint_note(&t->paint, s->loc);
	fprintf(t->paint.out, "input %s = %s%s\n", s->lhs ? s->lhs : "", s->value ? s->value : "",
	        s->unmodelled ? " (chosen for a function without a model)" : "");
}

static void print_inputs(const struct text *t, const struct cex *cex) {
	size_t n = 0, k = 0;
	for (size_t i = 0; i < cex->step.n; i++)
		n += is_shown_input(t, &cex->step.at[i]);
	for (size_t i = 0; i < cex->step.n; i++)
		if (is_shown_input(t, &cex->step.at[i]) && is_kept(t, k++, n, "inputs"))
			print_input(t, &cex->step.at[i]);
}

/* "  3 threads (main, T1 a, T2 b), 4 context switches" */
static void print_threads(const struct text *t, const struct cex *cex, struct arena *arena) {
	FILE *out = t->paint.out;
	fprintf(out, "  %zu threads", cex->thread.n);
	for (uint32_t i = 0; i < cex->thread.n && cex->thread.n <= MANY_NAMES; i++)
		fprintf(out, "%s%s%s", i ? ", " : " (", cex_thread_label(arena, cex, i),
		        i + 1 == cex->thread.n ? ")" : "");
	fprintf(out, ", %u context switch%s\n", cex->context_switches,
	        cex->context_switches == 1 ? "" : "es");
}

/* Each line names its thread, and a rule marks every switch. */
static void print_line(const struct text *t, const struct told *line, const char *who,
                       bool switched) {
	if (switched)
		fprintf(t->paint.out, "%s---- %s ----%s\n", paint(t, CYAN), who, paint(t, PLAIN));
	paint_note(&t->paint, line->loc);
	if (who)
		fprintf(t->paint.out, "%s: ", who);
	fprintf(t->paint.out, "%s\n", line->text);
}

static void print_steps(const struct text *t, const struct cex *cex, const char *file) {
	struct interleaving all;
	interleaving_init(&all, cex, t->config->verbose);
	bool several = cex->thread.n > 1;
	unsigned column = t->config->trace == TRACE_COLUMNS ? columns_width(cex, t->config->width) : 0;
	if (column)
		columns_header(&t->paint, cex, column);
	uint32_t last = all.line.n ? all.line.at[0].thread : 0;
	for (size_t i = 0; i < all.line.n; i++) {
		const struct told *line = &all.line.at[i];
		if (!is_kept(t, i, all.line.n, "steps"))
			continue;
		if (column)
			columns_row(&t->paint, line, file, i + 1, column);
		else
			print_line(t, line, several ? cex_thread_label(all.arena, cex, line->thread) : NULL,
			           several && line->thread != last);
		last = line->thread;
	}
	interleaving_free(&all);
}

static void print_violation(const struct text *t, const struct property_result *p) {
	struct arena *arena = arena_open();
	const char *more = p->cex ? conflict_summary(arena, p->cex) : NULL;
	paint_error(&t->paint, p->loc);
	fprintf(t->paint.out, "%s%s%s [%s]\n", p->text, more ? ": " : "", more ? more : "",
	        p->class_name);
	if (t->config->trace != TRACE_NONE && p->cex) {
		if (p->cex->thread.n > 1)
			print_threads(t, p->cex, arena);
		report_conflict(&t->paint, p->cex);
		print_inputs(t, p->cex);
		print_steps(t, p->cex, p->loc.file);
	}
	arena_close(arena);
}

static void print_properties(const struct text *t, const struct result *r) {
	static const char *const word[] = {"UNKNOWN", "HOLDS", "VIOLATED"};
	static const char *const colour[] = {YELLOW, GREEN, RED};
	size_t count[3] = {0};
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		enum property_status status = result_status(r, p);
		if (p->in_model && status == PROPERTY_HOLDS && !t->config->verbose)
			continue;
		count[status]++;
		fprintf(t->paint.out, "[%s] ", p->id);
		if (p->loc.file)
			fprintf(t->paint.out, "%s:%u: ", p->loc.file, p->loc.line);
		fprintf(t->paint.out, "%s: %s%s%s\n", p->text, paint(t, colour[status]), word[status],
		        paint(t, PLAIN));
	}
	fprintf(t->paint.out, "** %zu of %zu violated", count[PROPERTY_VIOLATED],
	        count[PROPERTY_VIOLATED] + count[PROPERTY_HOLDS] + count[PROPERTY_UNKNOWN]);
	if (count[PROPERTY_UNKNOWN])
		fprintf(t->paint.out, ", %zu unknown", count[PROPERTY_UNKNOWN]);
	fputc('\n', t->paint.out);
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
		fputc('\n', t->paint.out);
	}
}

void report_text(FILE *out, const struct result *r, const struct text_config *config) {
	struct text t = {{out, config->colour}, config};
	if (!config->result_only) {
		if (config->multi_property) {
			print_properties(&t, r);
			fputc('\n', out);
		}
		print_violations(&t, r);
	}
	if (config->no_verdict)
		return;
	struct arena *arena = arena_open();
	report_verdict(out, result_verdict_line(arena, r), result_verdict(r), config->colour);
	arena_close(arena);
}
