#include "report/json/json.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "report/base/json_loc.h"
#include "report/base/rules.h"
#include "report/base/svcomp.h"
#include "report/json/cause_json.h"
#include "report/json/confirmation_json.h"
#include "report/json/execution_json.h"
#include "report/json/history_json.h"
#include "report/json/needs_json.h"
#include "report/json/proof_json.h"
#include "report/story/conflict.h"
#include "report/story/ending.h"
#include "report/story/interleaving.h"
#include "report/story/wording.h"
#include "report/text/orders.h"
#include "report/text/summary.h"
#include "util/base/version.h"
#include "util/files/json.h"
#include "util/text/diag.h"
#include "util/text/same.h"

static void put_thread(struct json *j, const char *key, uint32_t thread) {
	json_key(j, key);
	if (thread == NO_THREAD)
		json_null(j);
	else
		json_uint(j, thread);
}

static const char *step_word(enum step_kind kind) {
	static const char *const word[] = {[STEP_INPUT] = "input",     [STEP_ASSIGN] = "assign",
	                                   [STEP_READ] = "read",       [STEP_CALL] = "call",
	                                   [STEP_RETURN] = "return",   [STEP_BRANCH] = "branch",
	                                   [STEP_ASSUME] = "assume",   [STEP_NOTE] = "note",
	                                   [STEP_CREATE] = "create",   [STEP_THREAD_END] = "thread-end",
	                                   [STEP_BLOCKED] = "blocked", [STEP_ACQUIRE] = "acquire",
	                                   [STEP_RELEASE] = "release", [STEP_VIOLATION] = "violation",
	                                   [STEP_FLUSH] = "flush"};
	return word[kind];
}

static void write_step(struct json *j, const struct interleaving *all, const struct cex *cex,
                       size_t index, const struct told *told) {
	const struct step *s = &cex->step.at[index];
	json_row(j);
	json_put_uint(j, "index", index);
	json_put(j, "kind", step_word(s->kind));
	put_thread(j, "thread", s->thread);
	/* of a deadlock or a race, the lines before say more than the violation does */
	bool is_violation = s->kind == STEP_VIOLATION;
	json_put_given(j, "told", is_violation ? s->text : told ? told->sentence : NULL);
	if (told && !is_violation && !same_place_or_none(told->loc, s->loc))
		json_put_loc(j, "told_location", told->loc);
	if (s->event)
		json_put_uint(j, "event", s->event - 1);
	json_put_given(j, "lhs", s->lhs);
	json_put_given(j, "value", s->value);
	json_put_given(j, "before", s->before);
	json_put_given(j, "operands", s->operands);
	json_put_given(j, s->kind == STEP_CALL ? "frees" : "place", s->memory);
	json_put_given(j, "text", wording_text(all->arena, cex, s));
	if (s->other != NO_THREAD && s->kind != STEP_CALL)
		json_put_uint(j, "other", s->other);
	json_put(j, "function", s->function);
	json_put_loc(j, "location", s->loc);
	if (s->buffer != NO_BUFFER)
		json_put(j, "buffer", s->buffer == INTO_BUFFER ? "into" : "from");
	json_put_true(j, "shared", s->shared);
	json_put_true(j, "in_model", s->in_model);
	json_put_true(j, "unmodelled", s->unmodelled);
	json_put_true(j, "guessed", s->guessed);
	json_put_true(j, "aside", s->aside);
	json_close(j);
}

static void write_line(struct json *j, const struct cex *cex, const struct interleaving *all,
                       size_t ix) {
	const struct told *line = &all->line.at[ix];
	json_row(j);
	json_put_uint(j, "row", ix + 1);
	json_put_uint(j, "step", line->step);
	json_put_uint(j, "first", line->first);
	json_put_uint(j, "last", line->last);
	put_thread(j, "thread", line->thread);
	json_put(j, "kind", step_word(line->kind));
	json_put(j, "text", line->text);
	json_put(j, "values", line->values);
	json_put_loc(j, "location", line->loc);
	json_put_uint(j, "depth", line->depth);
	json_put_uint(j, "times", line->times);
	json_put_true(j, "goes_on", line->goes_on);
	json_put_true(j, "unfinished", line->is_unfinished);
	json_put_true(j, "waits", line->wait != NULL);
	json_put_true(j, "cause", line->is_cause);
	json_put_uint(j, "rank", line->rank);
	json_put_true(j, "aside", line->aside);
	json_put_true(j, "repeats", line->repeats);
	json_put_true(j, "folded", interleaving_folds(all, ix));
	json_put_true(j, "in_loop", line->in_loop);
	if (line->access)
		json_put_uint(j, "access", (uint64_t)(line->access - cex->access.at));
	json_close(j);
}

/* Steps that people are told about have the words, and where they differ the position, of the text.
 */
static void write_steps(struct json *j, const struct cex *cex, const struct cause *cause) {
	struct interleaving all;
	interleaving_init(&all, cex, cause, TELL_COMPACT);
	json_put_array(j, "lines");
	for (size_t i = 0; i < all.line.n; i++)
		write_line(j, cex, &all, i);
	json_close(j);
	const struct told **told =
	    arena_array(all.arena, const struct told *, cex->step.n ? cex->step.n : 1);
	for (size_t i = 0; i < all.line.n; i++)
		told[all.line.at[i].step] = &all.line.at[i];
	json_put_array(j, "steps");
	for (size_t i = 0; i < cex->step.n; i++)
		write_step(j, &all, cex, i, told[i]);
	json_close(j);
	interleaving_free(&all);
}

static void write_threads(struct json *j, const struct cex *cex) {
	json_put_array(j, "threads");
	for (size_t i = 0; i < cex->thread.n; i++) {
		const struct cex_thread *t = &cex->thread.at[i];
		json_row(j);
		json_put_uint(j, "index", i);
		json_put(j, "name", t->name);
		json_put(j, "function", t->function);
		json_put_loc(j, "created", t->created);
		json_close(j);
	}
	json_close(j);
}

static void write_inputs(struct json *j, const struct cex *cex) {
	json_put_array(j, "inputs");
	for (size_t i = 0; i < cex->step.n; i++) {
		const struct step *s = &cex->step.at[i];
		if (s->kind != STEP_INPUT)
			continue;
		json_row(j);
		json_put_uint(j, "step", i);
		json_put(j, "name", s->lhs);
		json_put(j, "value", s->value);
		json_put_true(j, "in_model", s->in_model);
		json_put_true(j, "unmodelled", s->unmodelled);
		json_put_true(j, "typed", s->typed);
		json_put_loc(j, "location", s->loc);
		json_close(j);
	}
	json_close(j);
}

static void write_waits(struct json *j, const struct cex *cex) {
	json_put_array(j, "waits");
	for (size_t i = 0; i < cex->wait.n; i++) {
		const struct cex_wait *w = &cex->wait.at[i];
		json_row(j);
		put_thread(j, "thread", w->thread);
		json_put(j, "what", w->what);
		json_put(j, "object", w->object);
		put_thread(j, "holder", w->holder);
		json_put_loc(j, "location", w->loc);
		json_close(j);
	}
	json_close(j);
}

static void write_hold(struct json *j, const struct cex_hold *h) {
	json_row(j);
	put_thread(j, "thread", h->thread);
	json_put(j, "what", h->what);
	json_put(j, "object", h->object);
	json_put_loc(j, "location", h->loc);
	json_close(j);
}

static void write_locks(struct json *j, const struct cex *cex) {
	json_put_array(j, "holds");
	for (size_t i = 0; i < cex->hold.n; i++)
		write_hold(j, &cex->hold.at[i]);
	json_close(j);
	json_put_array(j, "lock_order");
	for (size_t i = 0; i < cex->order.n; i++) {
		json_object(j);
		json_key(j, "held");
		write_hold(j, &cex->order.at[i].held);
		json_key(j, "taken");
		write_hold(j, &cex->order.at[i].taken);
		json_close(j);
	}
	json_close(j);
}

static void write_stack(struct json *j, const struct cex_frame *stack, size_t n) {
	json_put_array(j, "stack");
	for (size_t i = 0; i < n; i++) {
		json_row(j);
		json_put(j, "function", stack[i].function);
		json_put_loc(j, "location", stack[i].loc);
		json_close(j);
	}
	json_close(j);
}

static void write_accesses(struct json *j, const struct cex *cex) {
	json_put_array(j, "accesses");
	for (size_t i = 0; i < cex->access.n; i++) {
		const struct cex_access *a = &cex->access.at[i];
		json_object(j);
		put_thread(j, "thread", a->thread);
		json_put_bool(j, "write", a->is_write);
		if (a->is_past)
			json_put_bool(j, "past", true);
		json_put(j, "place", a->lvalue);
		json_put_loc(j, "location", a->loc);
		write_stack(j, a->stack.at, a->stack.n);
		json_close(j);
	}
	json_close(j);
}

static void write_places(struct json *j, struct arena *arena, const struct cex *cex) {
	static const char *const word[] = {[PLACE_FREED] = "freed",
	                                   [PLACE_ALLOCATED] = "allocated",
	                                   [PLACE_ENDED] = "ended",
	                                   [PLACE_DECLARED] = "declared",
	                                   [PLACE_OVERWRITTEN] = "overwritten",
	                                   [PLACE_LOST] = "lost",
	                                   [PLACE_DROPPED] = "dropped",
	                                   [PLACE_KEPT] = "kept",
	                                   [PLACE_UNSET] = "unset",
	                                   [PLACE_UNSET_BLOCK] = "unset"};
	json_put_array(j, "places");
	for (size_t i = 0; i < cex->place.n; i++) {
		const struct cex_place *p = &cex->place.at[i];
		json_object(j);
		json_put(j, "what", word[p->kind]);
		json_put(j, "text", conflict_place(arena, cex, p));
		put_thread(j, "thread", p->thread);
		if (p->object)
			json_put(j, "object", p->object);
		if (p->kind == PLACE_ALLOCATED)
			json_put_uint(j, "bytes", p->bytes);
		json_put_loc(j, "location", p->loc);
		write_stack(j, p->stack.at, p->stack.n);
		json_close(j);
	}
	json_close(j);
}

/* Signals from outside. */
static void write_signals(struct json *j, const struct cex *cex) {
	if (!cex->signal.n)
		return;
	json_put_array(j, "signals");
	for (size_t i = 0; i < cex->signal.n; i++)
		json_string(j, cex->signal.at[i]);
	json_close(j);
}

static void write_guesses(struct json *j, struct arena *arena, const struct cex *cex) {
	static const char *const word[] = {
	    [GUESS_RETURNS] = "returns", [GUESS_WRITES] = "writes", [GUESS_NO_LOCK] = "no lock"};
	json_put_array(j, "depends_on");
	for (size_t i = 0; i < cex->guess.n; i++) {
		const struct guess *g = &cex->guess.at[i];
		json_row(j);
		json_put(j, "function", g->function);
		json_put(j, "kind", word[g->kind]);
		json_put(j, "value", g->value);
		json_put(j, "text", guess_text(arena, g));
		put_thread(j, "thread", g->thread);
		json_put_loc(j, "location", g->loc);
		json_close(j);
	}
	json_close(j);
}

static void write_cex(struct json *j, const struct property_result *p) {
	const struct cex *cex = p->cex;
	struct arena *arena = arena_open();
	json_object(j);
	json_put(j, "summary", conflict_summary(arena, cex));
	json_put_uint(j, "context_switches", cex->context_switches);
	write_threads(j, cex);
	write_inputs(j, cex);
	write_steps(j, cex, p->cause);
	write_waits(j, cex);
	write_locks(j, cex);
	write_accesses(j, cex);
	write_places(j, arena, cex);
	write_guesses(j, arena, cex);
	write_signals(j, cex);
	execution_json(j, cex);
	history_json(j, cex);
	if (cex->loop)
		json_put_uint(j, "loop", cex->loop - 1);
	json_close(j);
	arena_close(arena);
}

/* Checks inside the library are of interest only if they fail. */
static void write_property(struct json *j, const struct result *r,
                           const struct property_result *p) {
	static const char *const word[] = {[PROPERTY_UNKNOWN] = "unknown",
	                                   [PROPERTY_HOLDS] = "holds",
	                                   [PROPERTY_VIOLATED] = "violated"};
	enum property_status status = result_status(r, p);
	bool has_cex = status == PROPERTY_VIOLATED && p->cex;
	bool is_short = !has_cex && !(status == PROPERTY_VIOLATED && (p->cause || p->confirmation));
	if (p->in_model && status != PROPERTY_VIOLATED)
		return;
	json_object(j);
	if (is_short)
		json_line(j);
	json_put(j, "id", p->id);
	json_put(j, "class", p->class_name);
	size_t rule = rule_find(p->class_name);
	json_put(j, "rule", rule == NO_RULE ? p->class_name : rule_table[rule].name);
	json_put(j, "text", p->text);
	json_put(j, "status", word[status]);
	if (status == PROPERTY_VIOLATED)
		json_put(j, "level", result_is_guessed(p) ? "warning" : "error");
	json_put_bool(j, "reached", p->status != PROPERTY_UNREACHED);
	json_put_given(j, "note", result_is_vacuous(r, p) ? p->note : NULL);
	json_put_true(j, "in_model", p->in_model);
	json_put(j, "function", p->function);
	json_put_loc(j, "location", p->loc);
	if (status == PROPERTY_VIOLATED) {
		cause_json(j, p);
		confirmation_json(j, p);
	}
	if (has_cex) {
		json_key(j, "counterexample");
		write_cex(j, p);
	}
	json_close(j);
}

static const char *gap_word(enum gap_kind kind) {
	static const char *const word[] = {[GAP_UNWIND] = "unwind",
	                                   [GAP_CONTEXT] = "context",
	                                   [GAP_RUNS] = "runs",
	                                   [GAP_CLIENTS] = "clients",
	                                   [GAP_DEPTH] = "depth",
	                                   [GAP_BUFFER] = "buffer",
	                                   [GAP_INPUT] = "input",
	                                   [GAP_SIGNALS] = "signals",
	                                   [GAP_ASSUMPTION] = "assumption",
	                                   [GAP_IGNORED] = "ignored",
	                                   [GAP_ENVIRONMENT] = "environment",
	                                   [GAP_INTEGERS] = "integers",
	                                   [GAP_MODEL] = "model",
	                                   [GAP_ORDERS] = "orders",
	                                   [GAP_SOLVER] = "solver",
	                                   [GAP_NUMBERS] = "numbers",
	                                   [GAP_UNSUPPORTED] = "unsupported",
	                                   [GAP_TIME] = "time",
	                                   [GAP_MEMORY] = "memory",
	                                   [GAP_INTERRUPT] = "interrupt",
	                                   [GAP_REPLAY] = "replay",
	                                   [GAP_CHECK] = "check"};
	return word[kind];
}

static void write_gaps(struct json *j, const struct result *r) {
	json_put_array(j, "gaps");
	for (size_t i = 0; i < r->gap.n; i++) {
		const struct gap *g = &r->gap.at[i];
		json_row(j);
		json_put(j, "kind", gap_word(g->kind));
		json_put(j, "text", g->text);
		json_put_bool(j, "hole", g->is_inconclusive);
		json_put_loc(j, "location", g->loc);
		if (g->remark)
			json_put(j, "remark", g->remark);
		json_close(j);
	}
	json_close(j);
}

static void write_coverage(struct json *j, const struct coverage *c) {
	if (!c->runs)
		return;
	json_put_object(j, "coverage");
	json_put_uint(j, "runs", c->runs);
	json_put_uint(j, "branches", c->branches);
	json_put_uint(j, "taken", c->taken);
	json_put_array(j, "untaken");
	for (size_t i = 0; i < c->left.n; i++) {
		const struct untaken_branch *b = &c->left.at[i];
		for (int way = 1; way >= 0; way--) {
			if (!(way ? b->when_true : b->when_false))
				continue;
			json_row(j);
			json_put(j, "function", b->function);
			json_put_loc(j, "location", b->loc);
			json_put(j, "condition", b->condition);
			json_put_bool(j, "way", way);
			json_close(j);
		}
	}
	json_close(j);
	json_close(j);
}

static void write_assumptions(struct json *j, const struct result *r) {
	json_put_array(j, "assumptions");
	for (size_t i = 0; i < r->assumption.n; i++) {
		json_row(j);
		json_put(j, "text", r->assumption.at[i].text);
		json_put(j, "option", arena_printf(r->arena, "--%s", r->assumption.at[i].option));
		json_close(j);
	}
	json_close(j);
}

static void write_arguments(struct json *j, const struct result *r) {
	if (!r->info.argument.n)
		return;
	json_put_array(j, "arguments");
	for (size_t i = 0; i < r->info.argument.n; i++) {
		const struct assumed_argument *a = &r->info.argument.at[i];
		json_row(j);
		json_put(j, "parameter", a->parameter);
		json_put(j, "assumed", a->assumed);
		json_put_bool(j, "any", a->is_any);
		json_close(j);
	}
	json_close(j);
}

/* "solver CPU time" in seconds becomes "solver_cpu_time_seconds". */
static void put_counter(struct json *j, const char *name, const char *suffix, double value) {
	char key[64];
	size_t n = 0;
	for (; *name && n + strlen(suffix) + 1 < sizeof key; name++)
		key[n++] = isalnum((unsigned char)*name) ? (char)tolower((unsigned char)*name) : '_';
	strcpy(key + n, suffix);
	json_put_number(j, key, round(value * 1e6) / 1e6);
}

static void write_statistics(struct json *j, const struct run_info *info) {
	static const char *const suffix[] = {
	    [STAT_COUNT] = "", [STAT_SECONDS] = "_seconds", [STAT_BYTES] = "_bytes"};
	json_put_object(j, "statistics");
	json_put_number(j, "wall_seconds", round(info->wall_seconds * 1e6) / 1e6);
	json_put_number(j, "cpu_seconds", round(info->cpu_seconds * 1e6) / 1e6);
	json_put_uint(j, "peak_bytes", info->peak_bytes);
	json_put_object(j, "counters");
	for (size_t i = 0; i < info->stat.n; i++) {
		const struct stat_row *row = &info->stat.at[i];
		put_counter(j, row->name, suffix[row->unit], row->value);
		char part[40];
		if (row->part && snprintf(part, sizeof part, "_%s", row->part) < (int)sizeof part)
			put_counter(j, row->name, part, row->part_value);
	}
	json_close(j);
	json_close(j);
}

static void put_texts(struct json *j, const char *key, const char *const *text, size_t n) {
	json_put_array(j, key);
	for (size_t i = 0; i < n; i++)
		json_string(j, text[i]);
	json_close(j);
}

static const char *exit_word(int code) {
	switch (code) {
	case EXIT_SAFE: return "safe";
	case EXIT_UNSAFE: return "violated";
	case EXIT_UNKNOWN: return "unknown";
	case EXIT_USAGE: return "usage error";
	case EXIT_INPUT: return "input error";
	case EXIT_BUG: return "bug of cbmc-mt";
	default: return "ended from outside";
	}
}

static void put_verdict(struct json *j, const char *word, const char *line, int code) {
	json_put(j, "verdict", word);
	json_put(j, "verdict_line", line);
	json_key(j, "exit_code");
	if (code == NO_EXIT_CODE)
		json_null(j);
	else
		json_int(j, code);
	json_put(j, "exit_meaning", exit_word(code));
}

static void write_verdict(struct json *j, const struct result *r) {
	static const char *const word[] = {"unknown", "safe", "unsafe"};
	struct arena *arena = arena_open();
	put_verdict(j, r->error.text ? "error" : word[result_verdict(r)], result_verdict_line(arena, r),
	            result_exit_code(r));
	json_put(j, "svcomp_verdict", r->info.properties.n ? svcomp_verdict(arena, r) : NULL);
	if (r->error.text) {
		json_put_object(j, "error");
		json_put(j, "text", r->error.text);
		json_put_loc(j, "location", r->error.loc);
		json_close(j);
	}
	arena_close(arena);
}

static void put_limit(struct json *j, const char *key, uint32_t limit) {
	json_key(j, key);
	if (limit == ANY_NUMBER)
		json_null(j);
	else
		json_uint(j, limit);
}

static void write_established(struct json *j, const struct told_fact *known) {
	static const char *const kind[] = {[ESTABLISHED_BOUND] = "bound",
	                                   [ESTABLISHED_RUNS] = "runs",
	                                   [ESTABLISHED_SUPPORTED] = "supported",
	                                   [ESTABLISHED_USUAL] = "usual",
	                                   [ESTABLISHED_FEW] = "few",
	                                   [ESTABLISHED_VALUES] = "values",
	                                   [ESTABLISHED_CLIENTS] = "clients"};
	const struct established *e = &known->fact;
	json_row(j);
	json_put(j, "kind", kind[e->kind]);
	json_put(j, "text", known->text);
	if (e->kind == ESTABLISHED_BOUND) {
		put_limit(j, "context_switches", e->switches);
		put_limit(j, "preemptions", e->preemptions);
		put_limit(j, "loop_rounds", e->iterations);
	}
	if (e->kind == ESTABLISHED_RUNS)
		json_put_uint(j, "runs", e->runs);
	if (e->kind == ESTABLISHED_VALUES)
		json_put_uint(j, "up_to", e->iterations);
	json_close(j);
}

/* What is known although the search did not finish, and what would help. */
static void write_unfinished(struct json *j, const struct result *r) {
	if (!ending_is_told(r))
		return;
	json_put_object(j, "unfinished");
	json_put_array(j, "established");
	for (size_t i = 0; i < r->established.n; i++)
		write_established(j, &r->established.at[i]);
	json_close(j);
	json_put(j, "under", r->established_under);
	json_put(j, "doing", r->activity);
	json_put_array(j, "advice");
	for (size_t i = 0; i < r->advice.n; i++) {
		json_row(j);
		const struct advice *a = &r->advice.at[i];
		json_put(j, "option", a->option);
		json_put(j, "change", a->change);
		json_put(j, "reason", a->reason);
		json_key(j, "tried_seconds");
		if (a->seconds < 0)
			json_null(j);
		else
			json_number(j, a->seconds);
		json_put(j, "text", advice_text(r->arena, a));
		json_close(j);
	}
	json_close(j);
	json_close(j);
}

static void write_run(struct json *j, const struct result *r) {
	const struct run_info *info = &r->info;
	json_object(j);
	put_texts(j, "sources", info->file.at, info->file.n);
	json_put(j, "entry", info->entry);
	json_put(j, "data_model", info->data_model);
	json_put(j, "strategy", info->strategy);
	json_put(j, "solver", info->solver);
	put_texts(j, "specification", info->properties.at, info->properties.n);
	put_texts(j, "checks", info->check.at, info->check.n);
	write_verdict(j, r);
	write_gaps(j, r);
	write_assumptions(j, r);
	write_arguments(j, r);
	write_unfinished(j, r);
	bool is_safe = result_verdict(r) == VERDICT_SAFE;
	if (r->is_counted)
		json_put_uint(j, "executions", r->executions);
	json_put(j, "decided_by", r->decided_by);
	if (r->is_kept)
		json_put_bool(j, "cached", true);
	json_put_bool(j, "any_threads", is_safe && r->any_threads);
	json_put_bool(j, "deadlocks_open", is_safe && r->deadlocks_open);
	proof_json(j, r);
	orders_json(j, r);
	fixes_json(j, r);
	needs_json(j, r);
	certificate_json(j, r);
	write_coverage(j, &r->coverage);
	write_statistics(j, info);
	bool stands = result_verdict(r) == VERDICT_UNSAFE && r->violated < r->property.n;
	json_put(j, "violated", stands ? r->property.at[r->violated].id : NULL);
	json_put_array(j, "properties");
	for (size_t i = 0; i < r->property.n; i++)
		write_property(j, r, &r->property.at[i]);
	json_close(j);
	json_close(j);
}

/* What all runs come to. */
static void write_summary(struct json *j, const struct results *results) {
	struct arena *arena = arena_open();
	int code = results_exit_code(results);
	bool is_error = false;
	for (size_t i = 0; i < results->run.n; i++)
		is_error |= results->run.at[i]->error.text != NULL;
	const char *word = is_error              ? "error"
	                   : code == EXIT_SAFE   ? "safe"
	                   : code == EXIT_UNSAFE ? "unsafe"
	                                         : "unknown";
	put_verdict(j, word, results_verdict_line(arena, results), code);
	arena_close(arena);
}

void report_json_document(struct json *j, const struct results *results) {
	json_object(j);
	json_put(j, "format", "cbmc-mt-result");
	json_put(j, "format_version", "1.9");
	json_put_object(j, "tool");
	json_line(j);
	json_put(j, "name", "cbmc-mt");
	json_put(j, "version", CBMC_MT_VERSION);
	json_close(j);
	const struct run_info *info = results->run.n ? &results->run.at[0]->info : NULL;
	json_put(j, "command", info ? info->command : NULL);
	json_put(j, "directory", info ? info->directory : NULL);
	json_put(j, "started", info ? info->started : NULL);
	write_summary(j, results);
	json_put_array(j, "runs");
	for (size_t i = 0; i < results->run.n; i++)
		write_run(j, results->run.at[i]);
	json_close(j);
	json_close(j);
}

void report_json(FILE *out, const struct results *results) {
	struct json j;
	json_init(&j, out, 2);
	report_json_document(&j, results);
	json_finish(&j);
}
