#include "report/text.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

static struct loc at(uint32_t line) {
	return (struct loc){"a.c", line, 2};
}

static struct step step(enum step_kind kind, uint32_t line, const char *lhs, const char *value,
                        const char *text) {
	return (struct step){.kind = kind, .loc = at(line), .lhs = lhs, .value = value, .text = text};
}

/* One violated property of three and one of a model, with a step of every kind. */
static struct result *make_result(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_UNSAFE;
	struct property_result p = {.id = "main.bounds.1",
	                            .class_name = "bounds",
	                            .text = "index in range",
	                            .loc = at(9),
	                            .status = PROPERTY_HOLDS};
	vec_push(&r->property, p);
	p = (struct property_result){.id = "main.assertion.1",
	                             .class_name = "assertion",
	                             .text = "assertion x > 0",
	                             .loc = at(7),
	                             .status = PROPERTY_VIOLATED};
	p.cex = arena_new(r->arena, struct cex);
	struct step fold = step(STEP_ASSIGN, 90, "hidden", "1", NULL);
	fold.in_model = true;
	struct step input = step(STEP_INPUT, 6, "external()", "4", NULL);
	input.unmodelled = true;
	struct step other = step(STEP_ASSIGN, 6, "y", "2", NULL);
	other.thread = 1;
	vec_push(&p.cex->step, step(STEP_CALL, 2, NULL, NULL, "f(3)"));
	vec_push(&p.cex->step, step(STEP_INPUT, 3, "x", "-1", NULL));
	vec_push(&p.cex->step, step(STEP_BRANCH, 4, NULL, "true", "x < 0"));
	vec_push(&p.cex->step, fold);
	vec_push(&p.cex->step, step(STEP_ASSUME, 5, NULL, NULL, "x != 7"));
	vec_push(&p.cex->step, input);
	vec_push(&p.cex->step, other);
	vec_push(&p.cex->step, step(STEP_RETURN, 6, NULL, NULL, "f returns 3"));
	vec_push(&p.cex->step, step(STEP_VIOLATION, 7, NULL, NULL, "assertion x > 0"));
	vec_push(&r->property, p);
	p = (struct property_result){.id = "f.pointer.1",
	                             .class_name = "pointer",
	                             .text = "p is valid",
	                             .loc = at(11),
	                             .status = PROPERTY_UNREACHED};
	vec_push(&r->property, p);
	p = (struct property_result){.id = "memcpy.pointer.1",
	                             .class_name = "pointer",
	                             .text = "p is valid",
	                             .status = PROPERTY_HOLDS,
	                             .in_model = true};
	vec_push(&r->property, p);
	r->violated = 1;
	return r;
}

static char *print(const struct result *r, struct text_config config) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	report_text(f, r, &config);
	fclose(f);
	return text;
}

static bool prints(const struct result *r, struct text_config config, const char *golden) {
	char *text = print(r, config);
	bool good = !strcmp(text, golden);
	if (!good)
		fprintf(stderr, "printed:\n%s\n", text);
	free(text);
	return good;
}

#define ERROR "a.c:7:2: error: assertion x > 0 [assertion]\n"
#define INPUTS                                                                                     \
	"a.c:3:2: note: input x = -1\n"                                                                \
	"a.c:6:2: note: input external() = 4 (chosen for a function without a model)\n"
#define VIOLATED "a.c:7:2: note: thread 0: assertion x > 0\n"
#define STEPS                                                                                      \
	"a.c:2:2: note: thread 0: f(3)\n"                                                              \
	"a.c:6:2: note: thread 1: y = 2\n" VIOLATED

static void test_forms(void) {
	struct result *r = make_result();
	struct text_config c = {.trace = TRACE_SHORT};
	CHECK(prints(r, c, ERROR INPUTS STEPS "\nVERIFICATION FAILED\n"));
	c.trace = TRACE_NONE;
	CHECK(prints(r, c, ERROR "\nVERIFICATION FAILED\n"));
	c = (struct text_config){.trace = TRACE_FULL, .verbose = true};
	CHECK(prints(r, c,
	             ERROR INPUTS "a.c:2:2: note: thread 0: f(3)\n"
	                          "a.c:4:2: note: thread 0: x < 0 is true\n"
	                          "a.c:90:2: note: thread 0: hidden = 1\n"
	                          "a.c:5:2: note: thread 0: assumed: x != 7\n"
	                          "a.c:6:2: note: thread 1: y = 2\n"
	                          "a.c:6:2: note: thread 0: f returns 3\n" VIOLATED
	                          "\nVERIFICATION FAILED\n"));
	c = (struct text_config){.result_only = true, .multi_property = true};
	CHECK(prints(r, c, "VERIFICATION FAILED\n"));
	c.colour = true;
	CHECK(prints(r, c, "\033[1;31mVERIFICATION FAILED\033[0m\n"));
	result_close(r);
}

static void test_properties(void) {
	struct result *r = make_result();
	struct text_config c = {.trace = TRACE_NONE, .multi_property = true};
	CHECK(prints(r, c,
	             "[main.bounds.1] a.c:9: index in range: HOLDS\n"
	             "[main.assertion.1] a.c:7: assertion x > 0: VIOLATED\n"
	             "[f.pointer.1] a.c:11: p is valid: HOLDS\n"
	             "** 1 of 3 violated\n\n" ERROR "\nVERIFICATION FAILED\n"));
	result_gap(r, GAP_UNSUPPORTED, at(1), "inline assembly");
	CHECK(prints(r, c,
	             "[main.bounds.1] a.c:9: index in range: HOLDS\n"
	             "[main.assertion.1] a.c:7: assertion x > 0: VIOLATED\n"
	             "[f.pointer.1] a.c:11: p is valid: UNKNOWN\n"
	             "** 1 of 3 violated, 1 unknown\n\n" ERROR "\nVERIFICATION FAILED\n"));
	result_close(r);
}

/* A counterexample that did not replay is not shown as one. */
static void test_replay(void) {
	struct result *r = make_result();
	result_gap(r, GAP_REPLAY, at(7), "counterexample did not replay");
	struct text_config c = {.trace = TRACE_SHORT};
	CHECK(prints(r, c, "VERIFICATION UNKNOWN (counterexample did not replay at a.c:7)\n"));
	result_close(r);
}

static unsigned lines(const char *text) {
	unsigned n = 0;
	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static void test_long_trace(void) {
	struct result *r = make_result();
	for (uint32_t i = 0; i < 1000; i++)
		vec_push(&r->property.at[1].cex->step, step(STEP_ASSIGN, i + 100, "i", "0", NULL));
	char *text = print(r, (struct text_config){.trace = TRACE_SHORT});
	CHECK(strstr(text, "... 803 steps left out, --trace=full shows them ...\n"));
	CHECK(strstr(text, "a.c:1099:2: note"));
	CHECK(lines(text) == 1 + 2 + 201 + 2);
	free(text);
	text = print(r, (struct text_config){.trace = TRACE_FULL});
	CHECK(!strstr(text, "left out"));
	CHECK(lines(text) == 1 + 2 + 1003 + 2);
	free(text);
	result_close(r);
}

int main(void) {
	test_forms();
	test_properties();
	test_replay();
	test_long_trace();
	return check_done("text");
}
