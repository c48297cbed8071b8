#include "report/files/junit.h"

#include <stdlib.h>
#include <string.h>

#include "report/story/cause_notes.h"
#include "report/story/ending.h"
#include "report/text/needs_text.h"
#include "report/text/text.h"
#include "result/fix.h"
#include "util/base/version.h"
#include "util/files/xml.h"

struct counts {
	size_t tests, failures, errors, skipped;
};

struct suite {
	FILE *out;
	const struct result *r;
	struct arena *arena;
};

static bool is_listed(const struct result *r, const struct property_result *p) {
	enum property_status status = result_status(r, p);
	if (p->in_model)
		return status == PROPERTY_VIOLATED;
	return status != PROPERTY_UNKNOWN || result_verdict(r) == VERDICT_UNKNOWN ||
	       result_is_inconclusive(r);
}

static bool has_verdict_case(const struct result *r, size_t listed) {
	return !listed || result_verdict(r) == VERDICT_UNKNOWN;
}

static struct counts count(const struct result *r) {
	struct counts c = {0};
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		if (!is_listed(r, p))
			continue;
		c.tests++;
		c.failures += result_status(r, p) == PROPERTY_VIOLATED;
		c.skipped += result_status(r, p) == PROPERTY_UNKNOWN;
	}
	if (has_verdict_case(r, c.tests)) {
		c.tests++;
		c.errors += result_verdict(r) == VERDICT_UNKNOWN;
	}
	return c;
}

static void put_counts(FILE *out, const struct counts *c) {
	xml_number(out, "tests", c->tests);
	xml_number(out, "failures", c->failures);
	xml_number(out, "errors", c->errors);
	xml_number(out, "skipped", c->skipped);
}

static void put_seconds(FILE *out, double seconds) {
	fprintf(out, " time=\"%.3f\"", seconds > 0 ? seconds : 0);
}

/* Those that mend the property, which is the only one of the record that they are for. */
static struct fixes fixes_of(const struct result *r, const struct property_result *p) {
	struct fixes some = {0};
	for (size_t i = 0; r->fixes && i < r->fixes->fix.n; i++) {
		struct fix fix = r->fixes->fix.at[i];
		if (fix.property < r->property.n && &r->property.at[fix.property] == p) {
			fix.property = 0;
			vec_push(&some.fix, fix);
		}
	}
	some.tried = r->fixes ? r->fixes->tried : 0;
	some.note = r->fixes ? r->fixes->note : NULL;
	return some;
}

/* What the text says about this one violation, without its verdict. */
static void write_trace(const struct suite *s, const struct property_result *p) {
	char *text = NULL;
	size_t n = 0;
	FILE *memory = open_memstream(&text, &n);
	if (!memory)
		return;
	struct result one = *s->r;
	struct property_result copy = *p;
	one.property.at = &copy;
	one.property.n = 1;
	one.violated = 0;
	struct fixes fixes = fixes_of(s->r, p);
	one.fixes = s->r->fixes ? &fixes : NULL;
	report_text(memory, &one,
	            &(struct text_config){.trace = TRACE_COMPACT, .no_verdict = true, .width = 120});
	fclose(memory);
	vec_free(&fixes.fix);
	xml_text(s->out, text);
	free(text);
}

static void write_failure(const struct suite *s, const struct property_result *p) {
	const char *guess = result_is_guessed(p) ? result_guess_text(s->arena, p->cex) : NULL;
	const char *text = cause_message(s->arena, p);
	fputs("      <failure", s->out);
	xml_attribute(s->out, "type", p->class_name);
	xml_attribute(s->out, "message", guess ? arena_printf(s->arena, "%s (%s)", text, guess) : text);
	fputs(">", s->out);
	write_trace(s, p);
	fputs("</failure>\n", s->out);
}

static const char *class_of(const struct result *r, const char *file) {
	return file ? file : r->info.file.n ? r->info.file.at[0] : "cbmc-mt";
}

static void write_property(const struct suite *s, const struct property_result *p) {
	FILE *out = s->out;
	enum property_status status = result_status(s->r, p);
	fputs("    <testcase", out);
	xml_attribute(out, "classname", class_of(s->r, p->loc.file));
	xml_attribute(out, "name", arena_printf(s->arena, "%s, never: %s", p->id, p->text));
	xml_attribute(out, "file", p->loc.file);
	if (p->loc.file && p->loc.line)
		xml_number(out, "line", p->loc.line);
	put_seconds(out, 0);
	if (status == PROPERTY_HOLDS) {
		fputs("/>\n", out);
		return;
	}
	fputs(">\n", out);
	if (status == PROPERTY_VIOLATED)
		write_failure(s, p);
	else
		fputs("      <skipped message=\"nothing is known about it\"/>\n", out);
	fputs("    </testcase>\n", out);
}

static void write_verdict(const struct suite *s) {
	FILE *out = s->out;
	const char *line = result_verdict_line(s->arena, s->r);
	bool is_error = result_verdict(s->r) == VERDICT_UNKNOWN;
	fputs("    <testcase", out);
	xml_attribute(out, "classname", class_of(s->r, NULL));
	xml_attribute(out, "name", "verdict");
	put_seconds(out, s->r->info.wall_seconds);
	fputs(is_error ? ">\n" : "/>\n", out);
	if (!is_error)
		return;
	fputs("      <error", out);
	xml_attribute(out, "type", s->r->error.text ? "error" : "unknown");
	xml_attribute(out, "message", line);
	fputs(">", out);
	xml_text(out, ending_lines(s->arena, s->r));
	fputs("</error>\n    </testcase>\n", out);
}

static void write_setting(FILE *out, const char *name, const char *value) {
	if (!value)
		return;
	fputs("      <property", out);
	xml_attribute(out, "name", name);
	xml_attribute(out, "value", value);
	fputs("/>\n", out);
}

/* What the compiled program did, and which proofs were checked. */
static void write_trust(const struct suite *s) {
	for (size_t i = 0; i < s->r->property.n; i++) {
		const struct property_result *p = &s->r->property.at[i];
		if (!p->confirmation || result_status(s->r, p) != PROPERTY_VIOLATED)
			continue;
		write_setting(
		    s->out, "confirmation",
		    arena_printf(s->arena, "%s: %s", p->id, confirmation_text(s->arena, p->confirmation)));
	}
	const struct certificate *c = s->r->certificate;
	if (c)
		write_setting(s->out, "certificate",
		              arena_printf(s->arena, "%u queries, %u checked", c->queries, c->checked));
}

static void write_settings(const struct suite *s) {
	const struct run_info *info = &s->r->info;
	fputs("    <properties>\n", s->out);
	write_setting(s->out, "cbmc-mt", CBMC_MT_VERSION);
	write_setting(s->out, "command", info->command);
	write_setting(s->out, "entry", info->entry);
	write_setting(s->out, "strategy", info->strategy);
	write_setting(s->out, "decided by", s->r->decided_by);
	write_setting(s->out, "solver", info->solver);
	write_setting(s->out, "verdict", result_verdict_line(s->arena, s->r));
	write_setting(s->out, "the rest holds", result_rest(s->arena, s->r));
	for (size_t i = 0; i < s->r->gap.n; i++)
		if (result_rests_on(s->r, &s->r->gap.at[i]))
			write_setting(s->out, "assumption", result_gap_text(s->arena, &s->r->gap.at[i]));
	write_setting(s->out, "assumptions", result_assumptions(s->arena, s->r));
	for (size_t i = 0; i < info->argument.n; i++)
		if (!info->argument.at[i].is_any)
			write_setting(s->out, "argument",
			              arena_printf(s->arena, "%s: %s", info->argument.at[i].parameter,
			                           info->argument.at[i].assumed));
	for (size_t i = 0; s->r->needs && i < s->r->needs->at.n; i++)
		write_setting(s->out, "needs", needs_line(s->arena, &s->r->needs->at.at[i]));
	if (s->r->needs)
		write_setting(s->out, "needs warning", s->r->needs->warning);
	write_trust(s);
	fputs("    </properties>\n", s->out);
}

static void write_suite(FILE *out, const struct result *r) {
	struct suite s = {out, r, arena_open()};
	struct counts c = count(r);
	size_t listed = 0;
	fputs("  <testsuite", out);
	xml_attribute(out, "name",
	              arena_printf(s.arena, "cbmc-mt %s %s", class_of(r, NULL),
	                           r->info.entry ? r->info.entry : ""));
	put_counts(out, &c);
	put_seconds(out, r->info.wall_seconds);
	if (r->info.started) /* the dialect has no time zone */
		xml_attribute(
		    out, "timestamp",
		    arena_printf(s.arena, "%.*s", (int)strcspn(r->info.started, "Z"), r->info.started));
	fputs(">\n", out);
	write_settings(&s);
	for (size_t i = 0; i < r->property.n; i++)
		if (is_listed(r, &r->property.at[i])) {
			write_property(&s, &r->property.at[i]);
			listed++;
		}
	if (has_verdict_case(r, listed))
		write_verdict(&s);
	fputs("  </testsuite>\n", out);
	arena_close(s.arena);
}

void report_junit(FILE *out, const struct results *results) {
	struct counts all = {0};
	double seconds = 0;
	for (size_t i = 0; i < results->run.n; i++) {
		struct counts c = count(results->run.at[i]);
		all.tests += c.tests;
		all.failures += c.failures;
		all.errors += c.errors;
		all.skipped += c.skipped;
		seconds += results->run.at[i]->info.wall_seconds;
	}
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cbmc-mt\"", out);
	put_counts(out, &all);
	put_seconds(out, seconds);
	fputs(">\n", out);
	for (size_t i = 0; i < results->run.n; i++)
		write_suite(out, results->run.at[i]);
	fputs("</testsuites>\n", out);
}
