#include "report/text/text.h"

#include <inttypes.h>
#include <string.h>

#include "report/base/paint.h"
#include "report/story/cause.h"
#include "report/story/conflict.h"
#include "report/story/ending.h"
#include "report/story/history.h"
#include "report/story/interleaving.h"
#include "report/text/fix_text.h"
#include "report/text/needs_text.h"
#include "report/text/orders.h"
#include "report/text/proof_text.h"
#include "report/text/trace.h"
#include "util/text/same.h"
#include "util/text/utf8.h"

#define MAX_INPUTS     40     /* lines of them */
#define MAX_ITERATIONS 12     /* values of one input that is chosen again and again */
#define ONE_LINE       100000 /* columns that no sentence has */

struct text {
	struct paint paint;
	const struct text_config *config;
};

static const char *paint(const struct text *t, const char *code) {
	return paint_code(&t->paint, code);
}

static bool is_shown_input(const struct text *t, const struct step *s) {
	return s->kind == STEP_INPUT &&
	       (!s->in_model || s->unmodelled || s->typed || t->config->verbose);
}

static size_t count_inputs(const struct text *t, const struct cex *cex) {
	size_t n = 0;
	for (size_t i = 0; i < cex->step.n; i++)
		n += is_shown_input(t, &cex->step.at[i]);
	return n;
}

static bool is_same_input(const struct step *a, const struct step *b) {
	return a->thread == b->thread && a->loc.line == b->loc.line && a->loc.col == b->loc.col &&
	       same_text_or_none(a->loc.file, b->loc.file) && same_text_or_none(a->lhs, b->lhs) &&
	       a->unmodelled == b->unmodelled && a->guessed == b->guessed;
}

/* The next one after step 'ix'; the number of steps: there is none. */
static size_t next_input(const struct text *t, const struct cex *cex, size_t ix) {
	for (ix++; ix < cex->step.n && !is_shown_input(t, &cex->step.at[ix]); ix++)
		;
	return ix;
}

/* "input x = 3", "input x = 3, 1, 4" if it is chosen several times in a row.  Returns the next one.
 */
static size_t print_input(const struct text *t, const struct cex *cex, size_t ix) {
	const struct step *s = &cex->step.at[ix];
	paint_note(&t->paint, s->loc);
	fprintf(t->paint.out, "input %s = %s", s->lhs ? s->lhs : "", s->value ? s->value : "");
	bool is_full = t->config->trace == TRACE_FULL;
	for (size_t n = 1; (ix = next_input(t, cex, ix)) < cex->step.n; n++) {
		const struct step *next = &cex->step.at[ix];
		if (!is_same_input(s, next))
			break;
		if (n < MAX_ITERATIONS || is_full)
			fprintf(t->paint.out, ", %s", next->value ? next->value : "");
		else if (n == MAX_ITERATIONS)
			fputs(", ...", t->paint.out);
	}
	fprintf(t->paint.out, "%s\n",
	        s->guessed      ? " (a guess: the function has no body and no model)"
	        : s->unmodelled ? " (chosen for a function without a model)"
	                        : "");
	return ix;
}

static void print_inputs(const struct text *t, const struct cex *cex) {
	size_t ix = next_input(t, cex, SIZE_MAX), n = 0;
	while (ix < cex->step.n && (n++ < MAX_INPUTS || t->config->trace == TRACE_FULL))
		ix = print_input(t, cex, ix);
	size_t more = 0;
	for (; ix < cex->step.n; ix = next_input(t, cex, ix))
		more++;
	if (more)
		fprintf(t->paint.out, "... %zu inputs left out, --trace=full shows them ...\n", more);
}

static size_t count_input_lines(const struct text *t, const struct cex *cex) {
	size_t n = 0;
	const struct step *last = NULL;
	for (size_t i = next_input(t, cex, SIZE_MAX); i < cex->step.n; i = next_input(t, cex, i)) {
		n += !last || !is_same_input(last, &cex->step.at[i]);
		last = &cex->step.at[i];
	}
	return n;
}

static const char *plural(size_t n, const char *one, const char *many) {
	return n == 1 ? one : many;
}

/* Did a model choose something: what getchar returns, whether malloc fails? */
static bool has_choices(const struct cex *cex) {
	for (size_t i = 0; i < cex->step.n; i++)
		if (cex->step.at[i].kind == STEP_INPUT)
			return true;
	return false;
}

/* "  no inputs; 3 threads, 4 context switches, 9 of 20 steps; replayed" */
static void print_summary(const struct text *t, const struct cex *cex,
                          const struct interleaving *all) {
	size_t told = interleaving_count(all), steps = all->line.n;
	FILE *out = t->paint.out;
	size_t inputs = count_inputs(t, cex), threads = cex->thread.n;
	if (inputs)
		fprintf(out, "  %zu %s; ", inputs, plural(inputs, "input", "inputs"));
	else
		fprintf(out, "  no inputs%s; ",
		        has_choices(cex) ? " but what library functions return" : "");
	if (threads > 1)
		fprintf(out, "%zu threads, %u %s, ", threads, cex->context_switches,
		        plural(cex->context_switches, "context switch", "context switches"));
	if (told < steps)
		fprintf(out, "%zu of ", told);
	fprintf(out, "%zu %s; replayed\n", steps, plural(steps, "step", "steps"));
}

/* "9,997" */
static const char *with_commas(struct arena *arena, uint32_t n) {
	return n < 1000 ? arena_printf(arena, "%u", n)
	                : arena_printf(arena, "%s,%03u", with_commas(arena, n / 1000), n % 1000);
}

static void take_part(bool *has_part, const struct cex *cex, uint32_t thread) {
	if (thread < cex->thread.n)
		has_part[thread] = true;
}

/* By thread: does the schedule have something of it?  Main always counts. */
static bool *parts(struct arena *arena, const struct cex *cex) {
	bool *has_part = arena_array(arena, bool, cex->thread.n + 1);
	take_part(has_part, cex, 0);
	for (size_t i = 0; i < cex->step.n; i++)
		take_part(has_part, cex, cex->step.at[i].thread);
	for (size_t i = 0; i < cex->access.n; i++)
		take_part(has_part, cex, cex->access.at[i].thread);
	for (size_t i = 0; i < cex->wait.n; i++)
		take_part(has_part, cex, cex->wait.at[i].thread);
	for (size_t i = 0; i < cex->order.n; i++)
		take_part(has_part, cex, cex->order.at[i].taken.thread);
	return has_part;
}

enum { NAMED_IDLE = 3, MANY_IDLE = 16 };

/* Threads that the schedule has left out altogether: all of them, or how many there are. */
static void print_idle(const struct text *t, const struct cex *cex) {
	struct arena *arena = arena_open();
	const bool *has_part = parts(arena, cex);
	uint32_t idle = 0, told = 0;
	for (uint32_t i = 0; i < cex->thread.n; i++)
		idle += !has_part[i];
	uint32_t most = idle > MANY_IDLE ? NAMED_IDLE : idle;
	for (uint32_t i = 0; i < cex->thread.n && told < most; i++)
		if (!has_part[i])
			fprintf(t->paint.out, "%s%s", told++ ? ", " : "  ", cex_thread_label(arena, cex, i));
	if (told < idle)
		fprintf(t->paint.out, " and %s more", with_commas(arena, idle - told));
	if (told)
		fprintf(t->paint.out, " never ran\n");
	arena_close(arena);
}

#define MAX_REPORT 40 /* lines of a report that says why */
#define MIN_TRACE  14 /* of them are for the trace */
#define MAX_TRACE  25
#define OTHERS     10 /* the error and its source, what decided it, headings and empty lines */

/* The trace leaves room for what is said beside it. */
static void fit_on_page(struct interleaving *all, size_t said) {
	size_t room = said + OTHERS + MIN_TRACE < MAX_REPORT ? MAX_REPORT - OTHERS - said : MIN_TRACE;
	interleaving_fold(all, room < MAX_TRACE ? room : MAX_TRACE);
}

static void print_counterexample(const struct text *t, const struct property_result *property,
                                 struct loc shown, size_t said) {
	const struct cex *cex = property->cex;
	struct trace_config config = {.telling = t->config->trace != TRACE_FULL ? TELL_COMPACT
	                                         : t->config->verbose           ? TELL_RAW
	                                                                        : TELL_FULL,
	                              .layout = t->config->layout,
	                              .width = t->config->width};
	struct interleaving all;
	interleaving_init(&all, cex, property->cause, config.telling);
	bool is_brief = said && config.telling == TELL_COMPACT;
	size_t inputs = count_input_lines(t, cex);
	if (is_brief)
		fit_on_page(&all, said + inputs + conflict_count(cex));
	print_summary(t, cex, &all);
	report_conflict(&t->paint, cex, shown, is_brief);
	print_inputs(t, cex);
	trace_print(&t->paint, cex, &all, &config);
	print_idle(t, cex);
	interleaving_free(&all);
}

static bool is_place(struct loc loc) {
	return loc.file && loc.line;
}

/* Editors take only lines with a position for errors: that of the last step, or the first file. */
static struct loc place_of(const struct result *r, const struct property_result *p) {
	if (is_place(p->loc))
		return p->loc;
	for (size_t i = p->cex ? p->cex->step.n : 0; i-- > 0;)
		if (is_place(p->cex->step.at[i].loc) && !p->cex->step.at[i].in_model)
			return p->cex->step.at[i].loc;
	return (struct loc){r->info.file.n ? r->info.file.at[0] : "program", 1, 1};
}

static void print_violation(const struct text *t, const struct result *r,
                            const struct property_result *p) {
	struct arena *arena = arena_open();
	const char *more = p->cex ? conflict_summary(arena, p->cex) : NULL;
	struct loc loc = place_of(r, p);
	if (result_is_guessed(p))
		paint_warning(&t->paint, loc);
	else
		paint_error(&t->paint, loc);
	utf8_print(t->paint.out, p->text, strlen(p->text)); /* may be the user's, with line ends */
	fprintf(t->paint.out, "%s%s [%s]\n", more ? ": " : "", more ? more : "", p->class_name);
	/* Editors read lines, and take the second one of a sentence for a message of its own. */
	unsigned width = t->config->layout == LAYOUT_LINES ? ONE_LINE : t->config->width;
	size_t said = report_cause(&t->paint, p, width);
	paint_source(&t->paint, loc);
	arena_close(arena);
	if (t->config->trace == TRACE_NONE || !p->cex)
		return;
	said += history_print(&t->paint, p->cex, t->config->width);
	print_counterexample(t, p, loc, said);
}

static void print_properties(const struct text *t, const struct result *r) {
	static const char *const word[] = {"UNKNOWN", "HOLDS", "VIOLATED"};
	static const char *const colour[] = {YELLOW, GREEN, RED};
	size_t count[3] = {0}, in_library = 0;
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		enum property_status status = result_status(r, p);
		bool is_brief = p->in_model && status != PROPERTY_VIOLATED && !t->config->verbose;
		if (is_brief && status == PROPERTY_HOLDS)
			continue;
		count[status]++;
		in_library += is_brief;
		if (is_brief)
			continue;
		fprintf(t->paint.out, "[%s] ", p->id);
		if (p->loc.file)
			fprintf(t->paint.out, "%s:%u: ", p->loc.file, p->loc.line);
		fprintf(t->paint.out, "%s: %s%s%s\n", p->text, paint(t, colour[status]), word[status],
		        paint(t, PLAIN));
	}
	if (in_library)
		fprintf(t->paint.out, "%zu %s inside library functions: %s%s%s\n", in_library,
		        plural(in_library, "check", "checks"), paint(t, colour[PROPERTY_UNKNOWN]),
		        word[PROPERTY_UNKNOWN], paint(t, PLAIN));
	fprintf(t->paint.out, "** %zu of %zu violated", count[PROPERTY_VIOLATED],
	        count[PROPERTY_VIOLATED] + count[PROPERTY_HOLDS] + count[PROPERTY_UNKNOWN]);
	if (count[PROPERTY_UNKNOWN])
		fprintf(t->paint.out, ", %zu unknown", count[PROPERTY_UNKNOWN]);
	struct arena *arena = arena_open();
	const char *rests = result_rest(arena, r);
	fprintf(t->paint.out, "%s%s\n", rests ? "; the rest holds " : "", rests ? rests : "");
	arena_close(arena);
}

#define MAX_UNREACHED 5 /* lines of them */

/* What holds and says nothing. */
static void print_unreached(const struct text *t, const struct result *r) {
	size_t n = 0;
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		if (!result_is_vacuous(r, p) || n++ >= MAX_UNREACHED)
			continue;
		paint_note(&t->paint, p->loc);
		fprintf(t->paint.out, "%s\n", p->note);
	}
	if (n > MAX_UNREACHED)
		fprintf(t->paint.out, "... and %zu more assertions that no execution reaches ...\n",
		        n - MAX_UNREACHED);
}

#define MAX_BRANCHES 40 /* lines of them */

/* What the runs of --strategy=predict have not touched. */
static void print_coverage(const struct text *t, const struct coverage *c) {
	FILE *out = t->paint.out;
	if (!c->runs || !c->branches)
		return;
	fprintf(out, "%u %s: %u of %u branch directions taken%s\n", c->runs,
	        c->runs == 1 ? "run" : "runs", c->taken, c->branches, c->left.n ? "; not taken:" : "");
	for (size_t i = 0; i < c->left.n; i++) {
		const struct untaken_branch *b = &c->left.at[i];
		if (i == MAX_BRANCHES && t->config->trace != TRACE_FULL) {
			fprintf(out, "... %zu branches left out, --trace=full shows them ...\n", c->left.n - i);
			break;
		}
		paint_note(&t->paint, b->loc);
		fprintf(out, "in '%s': '", b->function);
		utf8_print(out, b->condition, strlen(b->condition));
		fprintf(out, "' is %s\n",
		        b->when_true && b->when_false ? "never reached"
		        : b->when_true                ? "never true"
		                                      : "never false");
	}
}

void report_verdict(FILE *out, const char *line, enum verdict verdict, bool colour) {
	static const char *const colours[] = {YELLOW, GREEN, RED};
	if (colour)
		fprintf(out, "%s%s%s\n", colours[verdict], line, PLAIN);
	else
		fprintf(out, "%s\n", line);
	fflush(out);
}

/* --confirm: what the compiled program did. */
static void print_confirmation(const struct text *t, const struct property_result *p) {
	if (!p->confirmation)
		return;
	bool is_good = p->confirmation->outcome == CONFIRMATION_CONFIRMED;
	struct arena *arena = arena_open();
	fprintf(t->paint.out, "  %s%s%s\n", paint(t, is_good ? RED : YELLOW),
	        confirmation_text(arena, p->confirmation), paint(t, PLAIN));
	arena_close(arena);
}

/* A violation is only shown when the verdict stands by it. */
static void print_violations(const struct text *t, const struct result *r) {
	if (result_verdict(r) != VERDICT_UNSAFE)
		return;
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		if (p->status != PROPERTY_VIOLATED || (!t->config->multi_property && i != r->violated))
			continue;
		print_violation(t, r, p);
		print_confirmation(t, p);
		fputc('\n', t->paint.out);
	}
}

/* What the function that the run starts in was called with, whatever the verdict. */
static void print_arguments(struct text *t, struct arena *arena, const struct result *r) {
	const char *lines = result_arguments(arena, r);
	if (!*lines)
		return;
	fprintf(t->paint.out, "assumed of the arguments of %s:\n", r->info.entry);
	for (const char *end; (end = strchr(lines, '\n')); lines = end + 1)
		fprintf(t->paint.out, "  %.*s\n", (int)(end - lines), lines);
}

void report_text(FILE *out, const struct result *r, const struct text_config *config) {
	struct text t = {{out, config->colour}, config};
	if (!config->result_only) {
		if (config->multi_property) {
			print_properties(&t, r);
			fputc('\n', out);
		}
		print_violations(&t, r);
		if (config->invariants)
			proof_print(&t.paint, r, config->width);
		orders_print(&t.paint, r);
		if (result_verdict(r) == VERDICT_UNSAFE)
			fixes_print(&t.paint, r);
		needs_print(&t.paint, r, config->width);
	}
	struct arena *arena = arena_open();
	if (config->no_verdict) {
		fputs(config->result_only ? "" : ending_lines(arena, r), out);
		arena_close(arena);
		return;
	}
	const char *assumptions = result_assumptions(arena, r);
	if (!config->result_only)
		print_unreached(&t, r);
	if (!config->result_only)
		print_coverage(&t, &r->coverage);
	if (!config->result_only)
		fputs(result_remarks(arena, r), out);
	if (!config->result_only)
		print_arguments(&t, arena, r);
	if (assumptions && !config->result_only)
		fprintf(out, "%s\n", assumptions);
	if (r->is_counted)
		fprintf(out, "executions: %" PRIu64 "\n", r->executions);
	if (r->decided_by && !config->result_only)
		fprintf(out, "decided by: %s\n", r->decided_by);
	if (!config->result_only)
		fputs(ending_lines(arena, r), out);
	report_verdict(out, result_verdict_line(arena, r), result_verdict(r), config->colour);
	arena_close(arena);
}
