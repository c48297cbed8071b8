#include "result/result.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/text/diag.h"
#include "util/text/same.h"

struct result *result_open(void) {
	struct result *r = mem_alloc(sizeof *r);
	r->arena = arena_open();
	r->violated = NO_PROPERTY;
	return r;
}

static void history_free(struct history *h) {
	for (size_t i = 0; i < h->tries.n; i++)
		vec_free(&h->tries.at[i].call);
	vec_free(&h->tries);
	vec_free(&h->misfit);
	vec_free(&h->call);
}

void cex_free(struct cex *c) {
	for (size_t i = 0; i < c->access.n; i++)
		vec_free(&c->access.at[i].stack);
	for (size_t i = 0; i < c->place.n; i++)
		vec_free(&c->place.at[i].stack);
	if (c->execution)
		execution_free(c->execution);
	if (c->history)
		history_free(c->history);
	vec_free(&c->place);
	vec_free(&c->guess);
	vec_free(&c->signal);
	vec_free(&c->access);
	vec_free(&c->order);
	vec_free(&c->hold);
	vec_free(&c->wait);
	vec_free(&c->thread);
	vec_free(&c->step);
}

const char *cex_thread_label(struct arena *arena, const struct cex *cex, uint32_t thread) {
	if (thread >= cex->thread.n)
		return arena_printf(arena, "thread %u", thread);
	const struct cex_thread *t = &cex->thread.at[thread];
	return thread && t->function ? arena_printf(arena, "%s %s", t->name, t->function) : t->name;
}

void result_close(struct result *r) {
	if (!r)
		return;
	for (size_t i = 0; i < r->property.n; i++) {
		if (r->property.at[i].cex)
			cex_free(r->property.at[i].cex);
		if (r->property.at[i].cause)
			cause_free(r->property.at[i].cause);
	}
	if (r->fixes)
		fixes_free(r->fixes);
	if (r->needs)
		needs_free(r->needs);
	vec_free(&r->property);
	vec_free(&r->gap);
	vec_free(&r->assumption);
	vec_free(&r->established);
	vec_free(&r->advice);
	vec_free(&r->source);
	vec_free(&r->coverage.left);
	vec_free(&r->coverage.line);
	vec_free(&r->coverage.function);
	vec_free(&r->coverage.branch);
	if (r->orders) {
		vec_free(&r->orders->found);
		vec_free(&r->orders->tried);
	}
	if (r->explored)
		vec_free(&r->explored->node);
	if (r->proof) {
		vec_free(&r->proof->place);
		vec_free(&r->proof->pair);
		vec_free(&r->proof->counter);
	}
	vec_free(&r->info.file);
	vec_free(&r->info.properties);
	vec_free(&r->info.check);
	vec_free(&r->info.argument);
	vec_free(&r->info.stat);
	arena_close(r->arena);
	mem_free(r);
}

void result_gap(struct result *r, enum gap_kind kind, struct loc loc, const char *format, ...) {
	char text[512];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	for (size_t i = 0; i < r->gap.n; i++) {
		const struct gap *g = &r->gap.at[i];
		if (g->kind == kind && same_place_or_none(g->loc, loc) && same_text_or_none(g->text, text))
			return;
	}
	struct gap gap = {.kind = kind,
	                  .text = arena_printf(r->arena, "%s", text),
	                  .loc = loc,
	                  .is_inconclusive = kind >= GAP_UNSUPPORTED};
	vec_push(&r->gap, gap);
}

void result_replace(struct result *to, struct result *from) {
	struct result old = *to;
	*to = *from;
	to->info = old.info;
	to->error = old.error;
	*from = old;
	from->info = (struct run_info){0};
	result_close(from);
}

static const char changes[] = "changes nothing but what its arguments reach";
static const char change[] = "change nothing but what their arguments reach";
static const char ends[] = "ends the program";
static const char end[] = "end the program";

void result_unmodelled(struct result *r, struct loc loc, const char *function, bool is_noreturn) {
	result_gap(r, GAP_ASSUMPTION, loc, "'%s' %s", function, is_noreturn ? ends : changes);
}

void result_usual(struct result *r) {
	result_gap(r, GAP_ENVIRONMENT, NO_LOC, "the usual environment");
}

static bool is_assumed(const struct gap *g) {
	return g->kind == GAP_ASSUMPTION || g->kind == GAP_IGNORED || g->kind == GAP_ENVIRONMENT;
}

void result_drop_gaps(struct result *r, size_t n) {
	size_t kept = n;
	for (size_t i = n; i < r->gap.n; i++)
		if (is_assumed(&r->gap.at[i]))
			r->gap.at[kept++] = r->gap.at[i];
	r->gap.n = kept;
}

void result_remark(struct result *r, enum gap_kind kind, const char *text) {
	for (size_t i = r->gap.n; i-- > 0;)
		if (r->gap.at[i].kind == kind) {
			r->gap.at[i].remark = text;
			return;
		}
}

void result_assume(struct result *r, const char *text, const char *option) {
	for (size_t i = 0; i < r->assumption.n; i++)
		if (same_text_or_none(r->assumption.at[i].text, text))
			return;
	struct assumption a = {text, option};
	vec_push(&r->assumption, a);
}

void result_drop_assumption(struct result *r, const char *option) {
	size_t n = 0;
	for (size_t i = 0; i < r->assumption.n; i++)
		if (!same_text_or_none(r->assumption.at[i].option, option))
			r->assumption.at[n++] = r->assumption.at[i];
	r->assumption.n = n;
}

bool result_is_inconclusive(const struct result *r) {
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].is_inconclusive)
			return true;
	return false;
}

bool result_has_gap(const struct result *r, enum gap_kind kind) {
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].kind == kind)
			return true;
	return false;
}

static bool is_bug(enum gap_kind kind) {
	return kind == GAP_REPLAY || kind == GAP_CHECK;
}

bool result_has_bug(const struct result *r) {
	return result_has_gap(r, GAP_REPLAY) || result_has_gap(r, GAP_CHECK);
}

enum verdict result_verdict(const struct result *r) {
	if (result_has_bug(r) || r->error.text)
		return VERDICT_UNKNOWN;
	if (r->verdict == VERDICT_SAFE && result_is_inconclusive(r))
		return VERDICT_UNKNOWN;
	return r->verdict;
}

bool result_is_guessed(const struct property_result *p) {
	return p->status == PROPERTY_VIOLATED && p->cex && p->cex->guess.n;
}

bool result_rests_on_guess(const struct result *r) {
	if (result_verdict(r) != VERDICT_UNSAFE)
		return false;
	for (size_t i = 0; i < r->property.n; i++)
		if (r->property.at[i].status == PROPERTY_VIOLATED && !result_is_guessed(&r->property.at[i]))
			return false;
	return r->violated < r->property.n && result_is_guessed(&r->property.at[r->violated]);
}

enum property_status result_status(const struct result *r, const struct property_result *p) {
	if (result_has_bug(r) || r->error.text)
		return PROPERTY_UNKNOWN;
	if (p->status == PROPERTY_VIOLATED && result_verdict(r) != VERDICT_UNSAFE)
		return PROPERTY_UNKNOWN; /* of no property that was asked for */
	if (p->status == PROPERTY_HOLDS && result_has_gap(r, GAP_ORDERS))
		return PROPERTY_UNKNOWN;
	if (p->status == PROPERTY_UNREACHED)
		return result_is_inconclusive(r) ? PROPERTY_UNKNOWN : PROPERTY_HOLDS;
	return p->status;
}

bool result_is_vacuous(const struct result *r, const struct property_result *p) {
	return p->status == PROPERTY_UNREACHED && p->note && result_verdict(r) == VERDICT_SAFE;
}

int result_exit_code(const struct result *r) {
	if (r->error.text)
		return r->error.exit_code;
	if (result_has_bug(r))
		return EXIT_BUG;
	switch (result_verdict(r)) {
	case VERDICT_SAFE: return EXIT_SAFE;
	case VERDICT_UNSAFE: return EXIT_UNSAFE;
	case VERDICT_UNKNOWN: return EXIT_UNKNOWN;
	}
	return EXIT_UNKNOWN;
}

static bool named_before(const struct result *r, size_t ix) {
	for (size_t i = 0; i < ix; i++)
		if (!r->gap.at[i].is_inconclusive &&
		    same_text_or_none(r->gap.at[i].text, r->gap.at[ix].text))
			return true;
	return false;
}

/* "context bound 3, unwind 5": the texts of gaps of these kinds, each once, and always in this
 * order, whichever of them was met first. */
static char *texts_of(struct arena *arena, const struct result *r, const enum gap_kind *order,
                      size_t n) {
	char *text = NULL;
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < r->gap.n; i++) {
			const struct gap *g = &r->gap.at[i];
			if (g->kind == order[k] && !named_before(r, i))
				text = text ? arena_printf(arena, "%s, %s", text, g->text)
				            : arena_printf(arena, "%s", g->text);
		}
	return text;
}

enum { MAX_NAMED = 3 }; /* functions without a body, in the verdict line */

struct names {
	VEC(const char *) at;
};

static void add_name(struct names *names, const char *name) {
	size_t i = names->at.n;
	vec_push(&names->at, name);
	for (; i > 0 && strcmp(names->at.at[i - 1], name) > 0; i--)
		names->at.at[i] = names->at.at[i - 1];
	names->at.at[i] = name;
}

/* "'a', 'b' and 'c'", "'a', 'b', 'c' and 2 others". */
static char *names_text(struct arena *arena, const struct names *names) {
	size_t n = names->at.n, named = n > MAX_NAMED + 1 ? MAX_NAMED : n;
	char *text = arena_printf(arena, "%s", names->at.at[0]);
	for (size_t i = 1; i < named; i++)
		text = arena_printf(arena, "%s%s%s", text, i + 1 == n ? " and " : ", ", names->at.at[i]);
	return named < n ? arena_printf(arena, "%s and %zu others", text, n - named) : text;
}

/* Does the gap say this of a function?  "'f' changes nothing ..." */
static bool says_of_function(const struct gap *g, const char *what) {
	size_t n = strlen(g->text), rest = strlen(what);
	return g->kind == GAP_ASSUMPTION && n > rest && g->text[0] == '\'' &&
	       !strcmp(g->text + n - rest, what);
}

/* All functions of which gaps say 'one', by name: strategies meet them in another order. */
static char *functions_text(struct arena *arena, const struct result *r, const char *one,
                            const char *many) {
	struct names names = {0};
	for (size_t i = 0; i < r->gap.n; i++) {
		const char *text = r->gap.at[i].text;
		if (says_of_function(&r->gap.at[i], one) && !named_before(r, i))
			add_name(&names,
			         arena_printf(arena, "%.*s", (int)(strlen(text) - strlen(one) - 1), text));
	}
	char *text = NULL;
	if (names.at.n)
		text = arena_printf(arena, "%s %s", names_text(arena, &names), names.at.n > 1 ? many : one);
	vec_free(&names.at);
	return text;
}

/* "A, B"; either may be NULL. */
static char *listed(struct arena *arena, char *a, const char *b) {
	if (!b)
		return a;
	return a ? arena_printf(arena, "%s, %s", a, b) : arena_printf(arena, "%s", b);
}

/* What of the source was ignored. */
static char *ignored_text(struct arena *arena, const struct result *r) {
	char *text = NULL;
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].kind == GAP_IGNORED && !named_before(r, i))
			text = listed(arena, text, r->gap.at[i].text);
	return text;
}

/* What is assumed of functions without a body comes first, then the rest. */
static char *assumed_text(struct arena *arena, const struct result *r) {
	char *text = functions_text(arena, r, changes, change);
	text = listed(arena, text, functions_text(arena, r, ends, end));
	for (size_t i = 0; i < r->gap.n; i++) {
		const struct gap *g = &r->gap.at[i];
		if (g->kind == GAP_ASSUMPTION && !says_of_function(g, changes) &&
		    !says_of_function(g, ends) && !named_before(r, i))
			text = listed(arena, text, g->text);
	}
	return listed(arena, text, ignored_text(arena, r));
}

static char *bounds_text(struct arena *arena, const struct result *r) {
	static const enum gap_kind order[] = {GAP_CONTEXT, GAP_UNWIND,  GAP_DEPTH,
	                                      GAP_BUFFER,  GAP_SIGNALS, GAP_INPUT};
	return texts_of(arena, r, order, sizeof order / sizeof *order);
}

/* "A; B"; either may be NULL. */
static char *joined(struct arena *arena, char *a, const char *b) {
	if (!b)
		return a;
	return a ? arena_printf(arena, "%s; %s", a, b) : arena_printf(arena, "%s", b);
}

/* "under the C11 memory model"; NULL: it needs not be said. */
static char *model_text(struct arena *arena, const struct result *r) {
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].kind == GAP_MODEL)
			return result_gap_qualifier(arena, &r->gap.at[i]);
	return NULL;
}

/* Was less than every value of its type tried for an argument?  Static variables, which are in the
 * list too, begin as the program says. */
static bool has_assumed_argument(const struct result *r) {
	for (size_t i = 0; i < r->info.argument.n; i++)
		if (!r->info.argument.at[i].is_any &&
		    !same_text_or_none(r->info.argument.at[i].parameter, "static variables"))
			return true;
	return false;
}

char *result_qualifiers(struct arena *arena, const struct result *r) {
	static const enum gap_kind runs[] = {GAP_RUNS, GAP_CLIENTS};
	bool is_safe = r->verdict == VERDICT_SAFE;
	char *text = assumed_text(arena, r), *bounds = bounds_text(arena, r);
	char *all = texts_of(arena, r, runs, 2);
	if (has_assumed_argument(r))
		text = listed(arena, text, "arguments are as listed");
	if (all)
		all = arena_printf(arena, "for %s", all);
	if (is_safe && r->any_threads)
		all = listed(arena, all,
		             r->any_calls ? "for any number of threads and calls"
		                          : "for any number of threads");
	all = listed(arena, all, bounds ? arena_printf(arena, "within %s", bounds) : NULL);
	if (is_safe && bounds && !r->info.properties.n)
		all = listed(arena, all, r->unreached);
	if (is_safe && r->deadlocks_open)
		all = joined(arena, all, "deadlocks not excluded");
	if (result_has_gap(r, GAP_ENVIRONMENT))
		all = joined(arena, all, "in the usual environment");
	all = joined(arena, all, text ? arena_printf(arena, "assuming %s", text) : NULL);
	all =
	    joined(arena, all, result_has_gap(r, GAP_INTEGERS) ? "integers without wrap-around" : NULL);
	return joined(arena, all, model_text(arena, r));
}

char *result_rest(struct arena *arena, const struct result *r) {
	for (size_t i = 0; result_verdict(r) == VERDICT_UNSAFE && i < r->property.n; i++)
		if (result_status(r, &r->property.at[i]) == PROPERTY_HOLDS)
			return result_qualifiers(arena, r);
	return NULL;
}

bool result_rests_on(const struct result *r, const struct gap *g) {
	return (is_assumed(g) || g->kind == GAP_MODEL) && result_verdict(r) == VERDICT_SAFE;
}

char *result_gap_qualifier(struct arena *arena, const struct gap *g) {
	const char *how = g->kind == GAP_ASSUMPTION    ? "assuming"
	                  : g->kind == GAP_IGNORED     ? "assuming"
	                  : g->kind == GAP_ENVIRONMENT ? "in"
	                  : g->kind == GAP_MODEL       ? "under"
	                  : g->kind == GAP_CLIENTS     ? "for"
	                                               : "within";
	return arena_printf(arena, "%s %s", how, g->text);
}

char *result_remarks(struct arena *arena, const struct result *r) {
	char *all = arena_printf(arena, "%s", "");
	for (size_t i = 0; i < r->gap.n && result_verdict(r) == VERDICT_SAFE; i++)
		if (r->gap.at[i].remark)
			all = arena_printf(arena, "%s%s\n", all, r->gap.at[i].remark);
	return all;
}

char *result_assumed(struct arena *arena, const struct result *r) {
	char *text = NULL;
	for (size_t i = 0; i < r->assumption.n; i++)
		text = arena_printf(arena, "%s %s (--%s)", text ? arena_printf(arena, "%s,", text) : "that",
		                    r->assumption.at[i].text, r->assumption.at[i].option);
	return text;
}

/* With a contract in place of code, a violation may be one of the contract alone. */
static bool is_contract(const struct assumption *a) {
	return !strcmp(a->option, "enforce-contract");
}

char *result_assumptions(struct arena *arena, const struct result *r) {
	enum verdict verdict = result_verdict(r);
	char *text = NULL;
	if (r->info.properties.n)
		return NULL;
	if (verdict == VERDICT_SAFE)
		text = result_assumed(arena, r);
	for (size_t i = 0; verdict == VERDICT_UNSAFE && i < r->assumption.n; i++)
		if (is_contract(&r->assumption.at[i]))
			text = arena_printf(arena, "%s %s (--%s)",
			                    text ? arena_printf(arena, "%s,", text) : "that",
			                    r->assumption.at[i].text, r->assumption.at[i].option);
	return text ? arena_printf(arena, "assuming %s", text) : NULL;
}

char *result_arguments(struct arena *arena, const struct result *r) {
	char *all = arena_printf(arena, "%s", "");
	for (size_t i = 0; i < r->info.argument.n; i++) {
		const struct assumed_argument *a = &r->info.argument.at[i];
		if (!a->is_any)
			all = arena_printf(arena, "%s%s: %s\n", all, a->parameter, a->assumed);
	}
	return all;
}

char *result_gap_text(struct arena *arena, const struct gap *g) {
	if (!g->loc.file)
		return arena_printf(arena, "%s", g->text);
	if (!g->loc.line)
		return arena_printf(arena, "%s at %s", g->text, g->loc.file);
	return arena_printf(arena, "%s at %s:%u", g->text, g->loc.file, g->loc.line);
}

/* The first inconclusive gap with its position, and how many more there are. */
char *result_reason(struct arena *arena, const struct result *r) {
	const struct gap *first = NULL;
	size_t more = 0;
	for (size_t i = 0; i < r->gap.n; i++) {
		const struct gap *g = &r->gap.at[i];
		if (!g->is_inconclusive)
			continue;
		if (first && (!is_bug(g->kind) || is_bug(first->kind)))
			more++;
		else {
			more += first != NULL;
			first = g;
		}
	}
	if (!first)
		return NULL;
	char *text = result_gap_text(arena, first);
	return more ? arena_printf(arena, "%s, and %zu more", text, more) : text;
}

/* Without inconclusive gaps the search ended at its bounds, or no reason was recorded. */
static char *unknown_text(struct arena *arena, const struct result *r) {
	char *reason = result_reason(arena, r);
	if (!reason && r->gap.n)
		return arena_printf(arena, "nothing found %s", result_qualifiers(arena, r));
	return reason ? reason : "no reason recorded";
}

static char *error_text(struct arena *arena, const struct run_error *e) {
	if (!e->loc.file)
		return arena_printf(arena, "%s", e->text);
	return arena_printf(arena, "%s:%u:%u: %s", e->loc.file, e->loc.line, e->loc.col, e->text);
}

char *guess_text(struct arena *arena, const struct guess *g) {
	switch (g->kind) {
	case GUESS_RETURNS:
		return g->value ? arena_printf(arena, "'%s' may return %s", g->function, g->value)
		                : arena_printf(arena, "'%s' may return anything", g->function);
	case GUESS_WRITES:
		return arena_printf(arena, "'%s' may write anything to what its arguments reach",
		                    g->function);
	case GUESS_NO_LOCK: break;
	}
	return arena_printf(arena, "'%s' is no lock that '%s' releases", g->function, g->value);
}

enum { MAX_GUESSES = 2 }; /* in the verdict line */

static bool guessed_before(const struct cex *c, size_t ix) {
	const struct guess *g = &c->guess.at[ix];
	for (size_t i = 0; i < ix; i++)
		if (c->guess.at[i].kind == g->kind &&
		    same_text_or_none(c->guess.at[i].function, g->function) &&
		    same_text_or_none(c->guess.at[i].value, g->value))
			return true;
	return false;
}

char *result_guess_text(struct arena *arena, const struct cex *c) {
	size_t n = 0, functions = 0;
	char *text = NULL;
	for (size_t i = 0; i < c->guess.n; i++) {
		const struct guess *g = &c->guess.at[i];
		if (guessed_before(c, i))
			continue;
		functions += !same_text_or_none(g->function, c->guess.at[0].function);
		if (n++ < MAX_GUESSES)
			text = arena_printf(arena, "%s %s", text ? arena_printf(arena, "%s and", text) : "if",
			                    guess_text(arena, g));
	}
	if (n > MAX_GUESSES)
		text = arena_printf(arena, "%s, and %zu more", text, n - MAX_GUESSES);
	return n ? arena_printf(arena, "%s: %s no body and no model", text,
	                        functions ? "they have" : "it has")
	         : NULL;
}

static char *result_signals_text(struct arena *arena, const struct cex *c) {
	const char *all = NULL;
	size_t n = c ? c->signal.n : 0;
	for (size_t i = 0; i < n; i++)
		all = !all
		          ? c->signal.at[i]
		          : arena_printf(arena, "%s%s%s", all, i + 1 < n ? ", " : " and ", c->signal.at[i]);
	return all ? arena_printf(arena, "if %s %s", all, n == 1 ? "arrives" : "arrive") : NULL;
}

/* Of the violation that is told; NULL: in another one that is known no signal comes from outside.
 */
static char *signals_of_failure(struct arena *arena, const struct result *r) {
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		if (p->status == PROPERTY_VIOLATED && (!p->cex || !p->cex->signal.n))
			return NULL;
	}
	return r->violated < r->property.n ? result_signals_text(arena, r->property.at[r->violated].cex)
	                                   : NULL;
}

void result_drop_guessed(struct result *r) {
	r->violated = NO_PROPERTY;
	for (size_t i = 0; i < r->property.n; i++) {
		struct property_result *p = &r->property.at[i];
		if (result_is_guessed(p)) {
			result_gap(r, GAP_UNSUPPORTED, p->cex->guess.at[0].loc, "a violation %s; called",
			           result_guess_text(r->arena, p->cex));
			cex_free(p->cex);
			p->cex = NULL;
			if (p->cause)
				cause_free(p->cause);
			p->cause = NULL;
			p->status = PROPERTY_UNKNOWN;
		} else if (p->status == PROPERTY_VIOLATED && r->violated == NO_PROPERTY)
			r->violated = (uint32_t)i;
	}
	if (r->verdict == VERDICT_UNSAFE && r->violated == NO_PROPERTY)
		r->verdict = VERDICT_UNKNOWN;
	if (r->verdict == VERDICT_UNKNOWN)
		r->decided_by = NULL;
}

/* "assuming that #pragma omp is ignored"; NULL: nothing was. */
static char *assumed_by_failure(struct arena *arena, const struct result *r) {
	char *text = ignored_text(arena, r);
	return text ? arena_printf(arena, "assuming %s", text) : NULL;
}

char *result_verdict_line(struct arena *arena, const struct result *r) {
	char *only;
	if (r->error.text)
		return arena_printf(arena, "VERIFICATION ERROR (%s)", error_text(arena, &r->error));
	switch (result_verdict(r)) {
	case VERDICT_SAFE:
		only = result_qualifiers(arena, r);
		if (r->certificate)
			only = joined(arena, only, certificate_text(arena, r->certificate));
		return only ? arena_printf(arena, "VERIFICATION SUCCESSFUL (%s)", only)
		            : arena_printf(arena, "VERIFICATION SUCCESSFUL");
	case VERDICT_UNSAFE:
		only = result_rests_on_guess(r) ? result_guess_text(arena, r->property.at[r->violated].cex)
		                                : NULL;
		only = joined(arena, only, signals_of_failure(arena, r));
		only = joined(arena, only, assumed_by_failure(arena, r));
		only = joined(arena, only, model_text(arena, r));
		return only ? arena_printf(arena, "VERIFICATION FAILED (%s)", only)
		            : arena_printf(arena, "VERIFICATION FAILED");
	case VERDICT_UNKNOWN: break;
	}
	return arena_printf(arena, "VERIFICATION UNKNOWN (%s)", unknown_text(arena, r));
}

char *advice_text(struct arena *arena, const struct advice *a) {
	if (a->seconds < 0)
		return arena_printf(arena, "try %s: %s", a->option, a->reason);
	size_t n = strlen(a->reason);
	bool has_brackets = n && a->reason[n - 1] == ')';
	return arena_printf(arena, "with %s %.*s%stried, %.*f s)", a->option ? a->option : a->change,
	                    (int)(n - has_brackets), a->reason, has_brackets ? "; " : " (",
	                    a->seconds < 1, a->seconds);
}
