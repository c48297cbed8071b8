/* A cause and two changes, made by hand, in the formats for programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/files/junit.h"
#include "report/files/sarif.h"
#include "report/json/json.h"
#include "report/text/github.h"
#include "result/cause.h"
#include "result/fix.h"
#include "tests/unit/check.h"
#include "util/files/json_read.h"
#include "util/text/lines.h"

/* Before the bytes that change there is a letter of four bytes, which is two units of UTF-16. */
static const char source[] = "/* \xf0\x9f\x90\x9b */ int left;\n"
                             "void work(void) {\n"
                             "\tleft--;\n"
                             "}\n";

struct bench {
	struct result *r;
	struct results all;
	struct arena *arena;
	char name[32];
};

static struct cause_event event(const struct bench *b, enum cause_event_kind kind, uint32_t thread,
                                uint32_t step, const char *value) {
	return (struct cause_event){.kind = kind,
	                            .thread = thread,
	                            .step = step,
	                            .loc = {b->name, 3, 2},
	                            .function = "work",
	                            .object = "left",
	                            .value = value};
}

static void fill_cause(const struct bench *b, struct property_result *p) {
	struct cause *c = p->cause = arena_new(b->r->arena, struct cause);
	struct cause_event read = event(b, CAUSE_EVENT_READ, 1, 0, "2");
	struct cause_event between = event(b, CAUSE_EVENT_WRITE, 2, 1, "1");
	struct cause_event back = event(b, CAUSE_EVENT_WRITE, 1, 2, "1");
	c->class = CAUSED_BY_ORDER;
	c->kind = CAUSE_LOST_UPDATE;
	vec_push(&c->role, read);
	vec_push(&c->role, between);
	vec_push(&c->role, back);
	struct cause_fact before = {
	    .type = FACT_ORDER, .first = read, .second = between, .is_shown = true};
	struct cause_fact after = {.type = FACT_ORDER, .first = between, .second = back};
	vec_push(&c->fact, before);
	vec_push(&c->fact, after);
	c->is_minimal = true;
	c->runs = 7;
}

static void fill_cex(const struct bench *b, struct property_result *p) {
	struct cex *cex = p->cex = arena_new(b->r->arena, struct cex);
	static const char *const names[] = {"main", "T1", "T2"};
	for (int i = 0; i < 3; i++) {
		struct cex_thread t = {.name = names[i], .function = i ? "work" : "main"};
		vec_push(&cex->thread, t);
	}
	static const uint32_t threads[] = {1, 2, 1};
	for (int i = 0; i < 3; i++) {
		struct step s = {.kind = i ? STEP_ASSIGN : STEP_READ,
		                 .thread = threads[i],
		                 .loc = {b->name, 3, 2},
		                 .function = "work",
		                 .lhs = "left",
		                 .value = i ? "1" : "2",
		                 .other = NO_THREAD,
		                 .shared = true};
		vec_push(&cex->step, s);
	}
}

static void fill_fixes(const struct bench *b) {
	struct fixes *f = b->r->fixes = arena_new(b->r->arena, struct fixes);
	f->tried = 5;
	struct fix atomic = {.property = 1,
	                     .what = "make left atomic",
	                     .diff = "--- a\n+++ b\n-int left;\n+_Atomic int left; ```\n",
	                     .verified = "no violation, no deadlock",
	                     .seconds = 0.8};
	struct source_edit insert = {b->name, 11, 0, "_Atomic "};
	vec_push(&atomic.edit, insert);
	struct fix lock = {
	    .property = 1, .what = "hold m", .diff = "-\n+\n", .verified = "no violation"};
	struct source_edit replace = {b->name, 39, 9, "\tlock();\n\tleft--;\n"};
	vec_push(&lock.edit, replace);
	vec_push(&f->fix, atomic);
	vec_push(&f->fix, lock);
}

static void setup(struct bench *b) {
	*b = (struct bench){.r = result_open(), .arena = arena_open(), .name = "/tmp/cause.XXXXXX"};
	FILE *f = fdopen(mkstemp(b->name), "w");
	fputs(source, f);
	fclose(f);
	struct property_result other = {
	    .id = "main.1", .class_name = "assertion", .text = "x", .status = PROPERTY_HOLDS};
	struct property_result p = {.id = "main.2",
	                            .class_name = "assertion",
	                            .text = "assertion 'left == 0' fails",
	                            .function = "main",
	                            .loc = {b->name, 2, 1},
	                            .status = PROPERTY_VIOLATED};
	fill_cause(b, &p);
	fill_cex(b, &p);
	vec_push(&b->r->property, other);
	vec_push(&b->r->property, p);
	b->r->violated = 1;
	b->r->verdict = VERDICT_UNSAFE;
	fill_fixes(b);
	vec_push(&b->all.run, b->r);
}

static void teardown(struct bench *b) {
	unlink(b->name);
	vec_free(&b->all.run);
	result_close(b->r);
	arena_close(b->arena);
}

static char *written(const struct bench *b, void (*write)(FILE *, const struct results *)) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	write(f, &b->all);
	fclose(f);
	char *copy = arena_printf(b->arena, "%s", text);
	free(text);
	return copy;
}

static const struct json_value *read_json(const struct bench *b,
                                          void (*write)(FILE *, const struct results *)) {
	struct json_error wrong;
	const char *text = written(b, write);
	return json_read(b->arena, text, strlen(text), &wrong);
}

/* "runs.0.properties.1": names and indices. */
static const struct json_value *at(const struct json_value *v, const char *path) {
	while (v && *path) {
		char name[64];
		size_t n = strcspn(path, ".");
		snprintf(name, sizeof name, "%.*s", (int)n, path);
		path += n + (path[n] == '.');
		if (v->kind == JSON_ARRAY) {
			v = v->first;
			for (int i = atoi(name); v && i > 0; i--)
				v = v->next;
		} else
			v = json_get(v, name);
	}
	return v;
}

static bool is_text(const struct json_value *v, const char *path, const char *wanted) {
	const char *text = json_text(at(v, path));
	if (!text || strcmp(text, wanted) != 0)
		fprintf(stderr, "%s: %s\n", path, text ? text : "(none)");
	return text && !strcmp(text, wanted);
}

static bool is_number(const struct json_value *v, const char *path, uint64_t wanted) {
	uint64_t n;
	return json_unsigned(at(v, path), &n) && n == wanted;
}

static bool has(const struct json_value *v, const char *path, const char *part) {
	const char *text = json_text(at(v, path));
	bool good = text && strstr(text, part);
	if (!good)
		fprintf(stderr, "%s: %s\n", path, text ? text : "(none)");
	return good;
}

static void test_json(void) {
	struct bench b;
	setup(&b);
	const struct json_value *run = at(read_json(&b, report_json), "runs.0");
	const struct json_value *cause = at(run, "properties.1.cause");
	CHECK(is_text(cause, "class", "order"));
	CHECK(is_text(cause, "kind", "lost-update"));
	CHECK(has(cause, "sentence", "T1"));
	CHECK(has(cause, "sentence", "left"));
	CHECK(is_text(cause, "facts.0.type", "order"));
	CHECK(is_text(cause, "facts.0.first.kind", "read"));
	CHECK(is_text(cause, "facts.0.first.value", "2"));
	CHECK(is_number(cause, "facts.0.second.thread", 2));
	CHECK(is_number(cause, "facts.1.second.step", 2));
	CHECK(at(cause, "facts.0.shown")->truth && !at(cause, "facts.1.shown")->truth);
	CHECK(at(cause, "roles.2") && !at(cause, "roles.3"));
	CHECK(is_number(cause, "roles.1.location.line", 3));
	CHECK(at(cause, "point")->kind == JSON_NULL);
	CHECK(at(cause, "minimal")->truth && !at(cause, "sufficient")->truth);
	CHECK(is_number(cause, "runs", 7));
	CHECK(is_number(run, "fixes.tried", 5));
	CHECK(is_text(run, "fixes.proved.0.property", "main.2"));
	CHECK(is_number(run, "fixes.proved.0.edits.0.offset", 11));
	CHECK(is_text(run, "fixes.proved.0.edits.0.text", "_Atomic "));
	teardown(&b);
}

static void test_sarif(void) {
	struct bench b;
	setup(&b);
	const struct json_value *result = at(read_json(&b, report_sarif), "runs.0.results.0");
	const char *position = arena_printf(b.arena, "[%s:3](1)", strrchr(b.name, '/') + 1);
	CHECK(has(result, "message.text", "assertion 'left == 0' fails. Why: "));
	CHECK(has(result, "message.text", position)); /* the position in the sentence is the link */
	CHECK(has(result, "message.text", "A change that mends it: make left atomic"));
	CHECK(is_number(result, "relatedLocations.0.id", 1));
	CHECK(is_number(result, "relatedLocations.0.physicalLocation.region.startLine", 3));
	CHECK(has(result, "relatedLocations.0.message.text", "T1"));
	CHECK(has(result, "relatedLocations.1.message.text", "T2"));
	CHECK(has(result, "message.markdown", "````diff\n--- a")); /* longer than what is inside */
	CHECK(has(result, "message.markdown", "```\n````\n"));
	CHECK(has(result, "fixes.0.description.text", "make left atomic"));
	static const char *const ends[] = {"startLine", "startColumn", "endLine", "endColumn"};
	static const uint64_t wanted[2][4] = {{1, 10, 1, 10}, {3, 1, 4, 1}};
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 4; k++) {
			const char *path = arena_printf(
			    b.arena, "fixes.%d.artifactChanges.0.replacements.0.deletedRegion.%s", i, ends[k]);
			CHECK(is_number(result, path, wanted[i][k]));
		}
	CHECK(is_text(result, "fixes.1.artifactChanges.0.replacements.0.insertedContent.text",
	              "\tlock();\n\tleft--;\n"));
	teardown(&b);
}

/* What was changed after it was read has other positions; the diff is in the message all the same.
 */
static void test_sarif_without_source(void) {
	struct bench b;
	setup(&b);
	unlink(b.name);
	const struct json_value *result = at(read_json(&b, report_sarif), "runs.0.results.0");
	CHECK(!at(result, "fixes"));
	CHECK(has(result, "message.markdown", "+_Atomic int left;"));
	teardown(&b);
}

static void write_github(FILE *out, const struct results *all) {
	report_github(out, all->run.at[0]);
}

static void test_others(void) {
	struct bench b;
	setup(&b);
	const char *text = written(&b, report_junit);
	CHECK(strstr(text, "message=\"assertion 'left == 0' fails. Why: ") ||
	      strstr(text, "message=\"assertion &apos;left == 0&apos; fails. Why: "));
	text = written(&b, write_github);
	CHECK(strstr(text, "[assertion]%0AWhy: "));
	CHECK(strstr(text, "%0A+_Atomic int left; ```"));
	CHECK(strstr(text, "::notice file="));
	teardown(&b);
}

int main(void) {
	test_json();
	test_sarif();
	test_sarif_without_source();
	test_others();
	lines_free_all();
	return check_done("cause formats");
}
