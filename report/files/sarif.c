#include "report/files/sarif.h"

#include <string.h>

#include "report/base/position.h"
#include "report/base/rules.h"
#include "report/base/source.h"
#include "report/files/sarif_writer.h"
#include "report/story/cause_notes.h"
#include "report/story/conflict.h"
#include "report/story/ending.h"
#include "report/story/interleaving.h"
#include "report/story/reason.h"
#include "report/text/needs_text.h"
#include "result/cause.h"
#include "util/base/map.h"
#include "util/base/version.h"
#include "util/text/diag.h"

#define BASE      "%SRCROOT%" /* what relative names are relative to */
#define MAX_TOTAL 100000      /* steps in all results: some 3 MB, compressed */
#define MIN_STEPS 10

/* Descriptors of notifications: by kind of gap, and some more. */
#define ERROR_NOTE       (GAP_CHECK + 1)
#define LIMIT_NOTE       (GAP_CHECK + 2)
#define ENVIRONMENT_NOTE (GAP_CHECK + 3)
#define ESTABLISHED_NOTE (GAP_CHECK + 4)
#define DOING_NOTE       (GAP_CHECK + 5)
#define ADVICE_NOTE      (GAP_CHECK + 6)
#define VACUOUS_NOTE     (GAP_CHECK + 7)
#define ARGUMENT_NOTE    (GAP_CHECK + 8)
#define NEED_NOTE        (GAP_CHECK + 9)

static const struct {
	const char *id, *text;
} notes[] = {
    [GAP_UNWIND] = {"bound/unwind", "Loops and recursion were followed up to a bound."},
    [GAP_CONTEXT] = {"bound/context", "Schedules were followed up to a bound."},
    [GAP_RUNS] = {"bound/runs", "Only the events of concrete runs were permuted."},
    [GAP_CLIENTS] = {"bound/clients", "The library was used by clients up to a size."},
    [GAP_DEPTH] = {"bound/depth", "Executions were followed up to a number of instructions."},
    [GAP_BUFFER] = {"bound/buffer", "Store buffers had at most a number of stores."},
    [GAP_SIGNALS] = {"bound/signals", "Signals were delivered up to a bound."},
    [GAP_INPUT] = {"bound/input", "The environment was taken to be bounded."},
    [GAP_ASSUMPTION] = {"bound/assumption", "Something about the environment was assumed."},
    [GAP_IGNORED] = {"bound/ignored", "A pragma or an attribute was ignored."},
    [GAP_ENVIRONMENT] = {"bound/environment", "Calls of the system took their usual course."},
    [GAP_INTEGERS] = {"bound/integers", "Bit-vectors were encoded as integers."},
    [GAP_MODEL] = {"bound/model", "The verdict is about one memory model."},
    [GAP_UNSUPPORTED] = {"hole/unsupported", "The program uses C that is not modelled."},
    [GAP_ORDERS] = {"hole/orders", "It holds under sequential consistency, C11 is not decided."},
    [GAP_SOLVER] = {"hole/solver", "The solver gave up."},
    [GAP_NUMBERS] = {"hole/numbers",
                     "Values of a function of numbers, or addresses, are only bounded."},
    [GAP_TIME] = {"hole/time", "The time limit ended the run."},
    [GAP_MEMORY] = {"hole/memory", "The memory limit ended the run."},
    [GAP_INTERRUPT] = {"hole/interrupt", "The run was interrupted."},
    [GAP_REPLAY] = {"bug/replay", "A counterexample did not replay: a bug of cbmc-mt."},
    [GAP_CHECK] = {"bug/check", "An answer of a solver was caught wrong: a bug."},
    [ERROR_NOTE] = {"error", "There is no verdict."},
    [LIMIT_NOTE] = {"limit/results", "There are more results than services take."},
    [ENVIRONMENT_NOTE] = {"assumption/environment",
                          "The environment was taken not to do something."},
    [ARGUMENT_NOTE] = {"assumption/argument",
                       "An argument of the function that the run starts in was not any value."},
    [ESTABLISHED_NOTE] = {"unfinished/established",
                          "What is known although the search did not finish."},
    [DOING_NOTE] = {"unfinished/doing", "What the search was doing when it ended."},
    [ADVICE_NOTE] =
        {"unfinished/advice",
         "What would help the search to finish, or what is known of a smaller program."},
    [NEED_NOTE] = {"needs", "Whether the program holds without a lock, a wait or an order."},
    [VACUOUS_NOTE] = {"vacuous", "An assertion holds because no execution reaches it."},
};

void sarif_message(struct sarif *s, const char *key, const char *text) {
	json_put_object(&s->j, key);
	json_line(&s->j);
	json_put(&s->j, "text", text && *text ? text : "?");
	json_close(&s->j);
}

static size_t artifact_index(struct sarif *s, const char *file) {
	for (size_t i = 0; i < s->file.n; i++)
		if (!strcmp(s->file.at[i], file))
			return i;
	vec_push(&s->file, file);
	return s->file.n - 1;
}

static void put_artifact(struct sarif *s, const char *key, const char *file, bool with_index) {
	struct json *j = &s->j;
	bool is_relative;
	const char *uri = position_uri(s->arena, s->directory, file, &is_relative);
	json_put_object(j, key);
	json_line(j);
	json_put(j, "uri", uri);
	if (is_relative && s->directory)
		json_put(j, "uriBaseId", BASE);
	if (with_index)
		json_put_uint(j, "index", artifact_index(s, file));
	json_close(j);
}

void sarif_artifact(struct sarif *s, const char *file) {
	put_artifact(s, "artifactLocation", file, true);
}

static void put_region(struct json *j, struct loc loc) {
	struct region r = position_region(loc);
	json_put_object(j, "region");
	json_line(j);
	json_put_uint(j, "startLine", r.line ? r.line : 1);
	if (r.col)
		json_put_uint(j, "startColumn", r.col);
	if (r.end_col)
		json_put_uint(j, "endColumn", r.end_col);
	json_close(j);
}

void sarif_location(struct sarif *s, struct loc loc, const char *function, const char *message) {
	struct json *j = &s->j;
	if (loc.file && *loc.file) {
		json_put_object(j, "physicalLocation");
		sarif_artifact(s, loc.file);
		put_region(j, loc);
		json_close(j);
	}
	if (function) {
		json_put_array(j, "logicalLocations");
		json_line(j);
		json_object(j);
		json_put(j, "name", function);
		json_put(j, "kind", "function");
		json_close(j);
		json_close(j);
	}
	if (message)
		sarif_message(s, "message", message);
}

static void write_related(struct sarif *s, const struct conflict_notes *related) {
	struct json *j = &s->j;
	json_put_array(j, "relatedLocations");
	for (size_t i = 0; i < related->n; i++) {
		json_object(j);
		json_put_uint(j, "id", i + 1);
		sarif_location(s, related->at[i].loc, NULL, related->at[i].text);
		json_close(j);
	}
	json_close(j);
}

/* The call stacks of the accesses of a race. */
static void write_stacks(struct sarif *s, const struct cex *cex) {
	struct json *j = &s->j;
	json_put_array(j, "stacks");
	for (size_t i = 0; i < cex->access.n; i++) {
		const struct cex_access *a = &cex->access.at[i];
		json_object(j);
		sarif_message(s, "message", cex_thread_label(s->arena, cex, a->thread));
		json_put_array(j, "frames");
		for (size_t k = 0; k < a->stack.n; k++) {
			json_object(j);
			json_put_object(j, "location");
			sarif_location(s, a->stack.at[k].loc, a->stack.at[k].function, NULL);
			json_close(j);
			json_close(j);
		}
		json_close(j);
		json_close(j);
	}
	json_close(j);
}

/* Who waits for whom. */
static void write_graph(struct sarif *s, const struct cex *cex) {
	struct json *j = &s->j;
	json_put_array(j, "graphs");
	json_object(j);
	sarif_message(s, "description", "who waits for whom");
	json_put_array(j, "nodes");
	for (uint32_t i = 0; i < cex->thread.n; i++) {
		json_row(j);
		json_put(j, "id", cex->thread.at[i].name);
		sarif_message(s, "label", cex_thread_label(s->arena, cex, i));
		json_close(j);
	}
	json_close(j);
	json_put_array(j, "edges");
	for (size_t i = 0; i < cex->wait.n; i++) {
		const struct cex_wait *w = &cex->wait.at[i];
		if (w->holder >= cex->thread.n || w->thread >= cex->thread.n)
			continue;
		json_row(j);
		json_key(j, "id");
		json_format(j, "wait %zu", i + 1);
		json_put(j, "sourceNodeId", cex->thread.at[w->thread].name);
		json_put(j, "targetNodeId", cex->thread.at[w->holder].name);
		sarif_message(s, "label",
		              arena_printf(s->arena, "%s %s", w->what ? w->what : "waits",
		                           w->object ? w->object : ""));
		json_close(j);
	}
	json_close(j);
	json_close(j);
	json_close(j);
}

/* Of the rule, the function and the statement: lines that move keep it.  The same once more in the
 * function has a number behind it. */
static void write_fingerprint(struct sarif *s, const struct property_result *p, struct map *seen) {
	struct statement statement;
	bool found = source_statement(s->arena, p->loc, &statement);
	uint64_t h = rule_hash(0, p->class_name), count = 0;
	h = rule_hash(h, p->function);
	h = rule_hash(h, found ? statement.text : p->text);
	map_get(seen, h, &count);
	map_put(seen, h, ++count);
	json_put_object(&s->j, "partialFingerprints");
	json_line(&s->j);
	json_key(&s->j, "ruleFunctionStatement/v1");
	json_format(&s->j, "%016llx:%llu", (unsigned long long)h, (unsigned long long)count);
	json_close(&s->j);
}

static void write_cex(struct sarif *s, const struct property_result *p) {
	const struct cex *cex = p->cex;
	sarif_code_flows(s, cex, p->cause);
	if (cex->access.n)
		write_stacks(s, cex);
	if (cex->wait.n)
		write_graph(s, cex);
}

/* The pair of accesses that do not synchronise: "relaxed store, acquire load". */
static const char *order_pairs(struct sarif *s, const struct cex *cex) {
	struct reasons reasons;
	const char *text = NULL;
	reasons_find(&reasons, s->arena, cex);
	for (size_t i = 0; i < reasons.at.n; i++) {
		const struct reason *r = &reasons.at.at[i];
		if (r->why != WHY_NO_SYNC)
			continue;
		text = arena_printf(s->arena, "%s%s%s store, %s load", text ? text : "", text ? "; " : "",
		                    execution_order_name(cex->execution->event.at[r->store].order),
		                    execution_order_name(cex->execution->event.at[r->load].order));
	}
	reasons_free(&reasons);
	return text;
}

static void write_result(struct sarif *s, const struct result *r, size_t run,
                         const struct property_result *p, struct map *seen) {
	struct json *j = &s->j;
	size_t rule = rule_find(p->class_name);
	struct conflict_notes related = {0};
	struct loc loc = p->loc;
	if (p->cex)
		conflict_list(s->arena, p->cex, CALLS_NONE, &related);
	cause_notes(s->arena, p, &related);
	if (!loc.file && r->info.file.n) /* services require a position */
		loc.file = r->info.file.at[0];
	json_object(j);
	json_put(j, "ruleId", p->class_name);
	if (rule != NO_RULE)
		json_put_uint(j, "ruleIndex", rule);
	json_put(j, "kind", "fail");
	bool is_guessed = result_is_guessed(p);
	json_put(j, "level",
	         is_guessed        ? "warning"
	         : rule != NO_RULE ? rule_table[rule].level
	                           : "error");
	sarif_result_message(s, r, p, &related);
	json_put_array(j, "locations");
	json_object(j);
	sarif_location(s, loc, p->function, NULL);
	json_close(j);
	json_close(j);
	if (related.n)
		write_related(s, &related);
	if (p->cex)
		write_cex(s, p);
	sarif_fixes(s, r, p);
	write_fingerprint(s, p, seen);
	json_put_object(j, "provenance");
	json_line(j);
	json_put_uint(j, "invocationIndex", run);
	json_close(j);
	json_put_object(j, "properties");
	json_line(j);
	json_put(j, "propertyId", p->id);
	json_put_given(j, "entry", r->info.entry);
	if (p->cex && p->cex->execution) {
		json_put(j, "memoryModel", execution_model_name(p->cex->execution->model));
		json_put_given(j, "memoryOrders", order_pairs(s, p->cex));
	}
	if (p->cause)
		json_put(j, "causeKind", cause_kind_name(p->cause->kind));
	if (p->confirmation) {
		json_put(j, "confirmation", confirmation_outcome_id(p->confirmation->outcome));
		json_put(j, "confirmationText", confirmation_text(s->arena, p->confirmation));
	}
	json_put_given(j, "harness", p->harness);
	json_put_given(j, "dependsOn", is_guessed ? result_guess_text(s->arena, p->cex) : NULL);
	json_close(j);
	json_close(j);
	vec_free(&related);
}

/* Those that the verdict stands by. */
static size_t count_violations(const struct results *results) {
	size_t n = 0;
	for (size_t i = 0; i < results->run.n; i++)
		for (size_t k = 0; k < results->run.at[i]->property.n; k++)
			n += result_status(results->run.at[i], &results->run.at[i]->property.at[k]) ==
			     PROPERTY_VIOLATED;
	return n;
}

static void write_results(struct sarif *s, const struct results *results) {
	struct map seen = {0};
	size_t n = 0;
	json_put_array(&s->j, "results");
	for (size_t i = 0; i < results->run.n; i++) {
		const struct result *r = results->run.at[i];
		for (size_t k = 0; k < r->property.n; k++)
			if (result_status(r, &r->property.at[k]) == PROPERTY_VIOLATED &&
			    n++ < SARIF_MAX_RESULTS)
				write_result(s, r, i, &r->property.at[k], &seen);
	}
	json_close(&s->j);
	map_free(&seen);
}

static void write_notification(struct sarif *s, size_t descriptor, const char *level,
                               const char *text, struct loc loc) {
	struct json *j = &s->j;
	json_object(j);
	json_put_object(j, "descriptor");
	json_line(j);
	json_put(j, "id", notes[descriptor].id);
	json_put_uint(j, "index", descriptor);
	json_close(j);
	json_put(j, "level", level);
	sarif_message(s, "message", text);
	if (loc.file) {
		json_put_array(j, "locations");
		json_object(j);
		sarif_location(s, loc, NULL, NULL);
		json_close(j);
		json_close(j);
	}
	json_close(j);
}

static void write_unfinished(struct sarif *s, const struct result *r) {
	const struct loc none = {0};
	if (!ending_is_told(r))
		return;
	for (size_t i = 0; i < r->established.n; i++)
		write_notification(s, ESTABLISHED_NOTE, "note", r->established.at[i].text, none);
	if (r->established_under)
		write_notification(s, ENVIRONMENT_NOTE, "note", r->established_under, none);
	if (r->activity)
		write_notification(s, DOING_NOTE, "note", r->activity, none);
	for (size_t i = 0; i < r->advice.n; i++)
		write_notification(s, ADVICE_NOTE, "note", advice_text(s->arena, &r->advice.at[i]), none);
}

/* What --why-safe has found is no result: nothing is to be mended. */
static void write_needs(struct sarif *s, const struct needs *needs) {
	for (size_t i = 0; needs && i < needs->at.n; i++) {
		const struct need *n = &needs->at.at[i];
		write_notification(s, NEED_NOTE, "note", needs_line(s->arena, n),
		                   n->n ? n->at[0].loc : (struct loc){0});
	}
	if (needs && needs->warning)
		write_notification(s, NEED_NOTE, "warning", needs->warning, (struct loc){0});
}

static void write_notifications(struct sarif *s, const struct result *r, size_t left_out) {
	json_put_array(&s->j, "toolExecutionNotifications");
	for (size_t i = 0; i < r->gap.n; i++) {
		const struct gap *g = &r->gap.at[i];
		bool is_bug = g->kind == GAP_REPLAY || g->kind == GAP_CHECK;
		bool unknown = result_verdict(r) == VERDICT_UNKNOWN; /* then a bound is why */
		write_notification(s, g->kind,
		                   is_bug                          ? "error"
		                   : g->is_inconclusive || unknown ? "warning"
		                                                   : "note",
		                   g->text, g->loc);
	}
	write_unfinished(s, r);
	for (size_t i = 0; i < r->property.n; i++)
		if (result_is_vacuous(r, &r->property.at[i]))
			write_notification(s, VACUOUS_NOTE, "note", r->property.at[i].note,
			                   r->property.at[i].loc);
	const char *environment = result_assumptions(s->arena, r);
	if (environment)
		write_notification(s, ENVIRONMENT_NOTE, "note", environment, (struct loc){0});
	for (size_t i = 0; i < r->info.argument.n; i++) {
		const struct assumed_argument *a = &r->info.argument.at[i];
		if (!a->is_any)
			write_notification(s, ARGUMENT_NOTE, "note",
			                   arena_printf(s->arena, "argument '%s' of %s: %s", a->parameter,
			                                r->info.entry, a->assumed),
			                   (struct loc){0});
	}
	write_needs(s, r->needs);
	if (r->error.text)
		write_notification(s, ERROR_NOTE, "error", r->error.text, r->error.loc);
	if (left_out)
		write_notification(s, LIMIT_NOTE, "warning",
		                   arena_printf(s->arena, "%zu more results are left out", left_out),
		                   (struct loc){0});
	json_close(&s->j);
}

/* A run without a verdict is no success: that it found nothing must not look like a proof. */
static void write_invocation(struct sarif *s, const struct result *r, size_t left_out) {
	struct json *j = &s->j;
	int code = result_exit_code(r);
	json_object(j);
	json_put_given(j, "commandLine", r->info.command);
	json_put_given(j, "startTimeUtc", r->info.started);
	json_put_bool(j, "executionSuccessful", result_verdict(r) != VERDICT_UNKNOWN);
	if (code != NO_EXIT_CODE) {
		json_key(j, "exitCode");
		json_int(j, code);
	}
	json_put(j, "exitCodeDescription", result_verdict_line(s->arena, r));
	if (s->directory) {
		json_put_object(j, "workingDirectory");
		json_line(j);
		json_put(j, "uri", position_directory_uri(s->arena, s->directory));
		json_close(j);
	}
	write_notifications(s, r, left_out);
	json_put_object(j, "properties");
	json_put_given(j, "entry", r->info.entry);
	json_put_given(j, "strategy", r->info.strategy);
	json_put_given(j, "decidedBy", r->decided_by);
	json_put_given(j, "solver", r->info.solver);
	json_put_number(j, "wallSeconds", r->info.wall_seconds);
	json_put_number(j, "cpuSeconds", r->info.cpu_seconds);
	json_put_uint(j, "peakBytes", r->info.peak_bytes);
	if (r->certificate) {
		json_put_uint(j, "certificateQueries", r->certificate->queries);
		json_put_uint(j, "certificateChecked", r->certificate->checked);
		json_put_given(j, "certificateFolder", r->certificate->folder);
	}
	json_close(j);
	json_close(j);
}

static void write_tool(struct sarif *s) {
	struct json *j = &s->j;
	json_put_object(j, "tool");
	json_put_object(j, "driver");
	json_put(j, "name", "cbmc-mt");
	json_put(j, "fullName",
	         "cbmc-mt " CBMC_MT_VERSION ", a bounded model checker for threads in C");
	json_put(j, "version", CBMC_MT_VERSION);
	json_put(j, "language", "en");
	json_key(j, "rules");
	sarif_rules(s);
	json_put_array(j, "notifications");
	for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
		json_row(j);
		json_put(j, "id", notes[i].id);
		sarif_message(s, "shortDescription", notes[i].text);
		json_close(j);
	}
	json_close(j);
	json_put_array(j, "supportedTaxonomies");
	json_line(j);
	json_object(j);
	json_put(j, "name", "CWE");
	json_put_uint(j, "index", 0);
	json_close(j);
	json_close(j);
	json_close(j);
	json_close(j);
}

/* Services take a later upload of the same id for the newer version of an earlier one, so it says
 * what was checked. */
static void write_automation(struct sarif *s, const struct results *results) {
	const struct run_info *info = &results->run.at[0]->info;
	const char *id = "cbmc-mt";
	for (size_t i = 0; i < info->file.n; i++)
		id = arena_printf(s->arena, "%s%s%s", id, i ? "+" : "/", info->file.at[i]);
	for (size_t i = 0; i < results->run.n; i++)
		if (results->run.at[i]->info.entry)
			id = arena_printf(s->arena, "%s:%s", id, results->run.at[i]->info.entry);
	json_put_object(&s->j, "automationDetails");
	json_put(&s->j, "id", arena_printf(s->arena, "%s/", id));
	json_close(&s->j);
}

static void write_bases(struct sarif *s) {
	if (!s->directory)
		return;
	json_put_object(&s->j, "originalUriBaseIds");
	json_put_object(&s->j, BASE);
	json_line(&s->j);
	json_put(&s->j, "uri", position_directory_uri(s->arena, s->directory));
	sarif_message(s, "description", "the directory in which cbmc-mt was started");
	json_close(&s->j);
	json_close(&s->j);
}

static void write_artifacts(struct sarif *s, const struct results *results) {
	struct json *j = &s->j;
	for (size_t i = 0; i < results->run.n; i++)
		for (size_t k = 0; k < results->run.at[i]->info.file.n; k++)
			artifact_index(s, results->run.at[i]->info.file.at[k]);
	json_put_array(j, "artifacts");
	for (size_t i = 0; i < s->file.n; i++) {
		json_object(j);
		put_artifact(s, "location", s->file.at[i], false);
		json_put(j, "sourceLanguage", "c");
		json_close(j);
	}
	json_close(j);
}

static void write_run(struct sarif *s, const struct results *results, size_t left_out) {
	struct json *j = &s->j;
	json_object(j);
	write_tool(s);
	json_put(j, "columnKind", "utf16CodeUnits");
	write_bases(s);
	if (results->run.n)
		write_automation(s, results);
	json_put_array(j, "invocations");
	for (size_t i = 0; i < results->run.n; i++)
		write_invocation(s, results->run.at[i], i ? 0 : left_out);
	json_close(j);
	write_results(s, results);
	write_artifacts(s, results);
	json_key(j, "taxonomies");
	sarif_taxonomies(s);
	json_close(j);
}

void report_sarif(FILE *out, const struct results *results) {
	struct sarif s = {.arena = arena_open()};
	size_t n = count_violations(results);
	s.directory = results->run.n ? results->run.at[0]->info.directory : NULL;
	s.max_steps = n * SARIF_MAX_STEPS > MAX_TOTAL ? MAX_TOTAL / n : SARIF_MAX_STEPS;
	if (s.max_steps < MIN_STEPS)
		s.max_steps = MIN_STEPS;
	json_init(&s.j, out, 2);
	json_object(&s.j);
	json_put(&s.j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
	json_put(&s.j, "version", "2.1.0");
	json_put_array(&s.j, "runs");
	write_run(&s, results, n > SARIF_MAX_RESULTS ? n - SARIF_MAX_RESULTS : 0);
	json_close(&s.j);
	json_close(&s.j);
	json_finish(&s.j);
	vec_free(&s.file);
	arena_close(s.arena);
}
