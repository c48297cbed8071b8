#include "report/base/svcomp.h"
#include "report/text/summary.h"
#include "result/result.h"

#include <string.h>

#include "cli/options/svcomp.h"
#include "tests/unit/check.h"
#include "util/text/diag.h"

static const struct loc place = {"a.c", 12, 3};

/* The verdict line of 'r' is 'line', its exit code 'code'. */
static bool says(const struct result *r, const char *line, int code) {
	struct arena *arena = arena_open();
	char *said = result_verdict_line(arena, r);
	bool good = !strcmp(said, line) && result_exit_code(r) == code;
	if (!good)
		fprintf(stderr, "said '%s', exit %d\n", said, result_exit_code(r));
	arena_close(arena);
	return good;
}

static void test_safe(void) {
	struct result *r = result_open();
	CHECK(says(r, "VERIFICATION UNKNOWN (no reason recorded)", EXIT_UNKNOWN));
	r->verdict = VERDICT_SAFE;
	CHECK(says(r, "VERIFICATION SUCCESSFUL", EXIT_SAFE));
	result_gap(r, GAP_UNWIND, place, "unwind %d", 5);
	CHECK(says(r, "VERIFICATION SUCCESSFUL (within unwind 5)", EXIT_SAFE));
	CHECK(!result_is_inconclusive(r) && result_has_gap(r, GAP_UNWIND));
	result_gap(r, GAP_UNWIND, (struct loc){"a.c", 20, 1}, "unwind 5");
	result_gap(r, GAP_CONTEXT, NO_LOC, "context bound 3");
	CHECK(r->gap.n == 3);
	CHECK(says(r, "VERIFICATION SUCCESSFUL (within context bound 3, unwind 5)", EXIT_SAFE));
	result_gap(r, GAP_CONTEXT, place, "context bound 3");
	result_gap(r, GAP_CONTEXT, NO_LOC, "preemption bound 1");
	CHECK(says(r, "VERIFICATION SUCCESSFUL (within context bound 3, preemption bound 1, unwind 5)",
	           EXIT_SAFE));
	r->verdict = VERDICT_UNKNOWN;
	CHECK(says(r,
	           "VERIFICATION UNKNOWN (nothing found within context bound 3, preemption bound 1, "
	           "unwind 5)",
	           EXIT_UNKNOWN));
	result_close(r);
}

/* The line of both runs together is 'line'. */
static bool both_say(struct result *a, struct result *b, const char *line) {
	struct arena *arena = arena_open();
	struct results all = {0};
	vec_push(&all.run, a);
	vec_push(&all.run, b);
	bool good = !strcmp(results_verdict_line(arena, &all), line);
	vec_free(&all.run);
	arena_close(arena);
	return good;
}

static void test_any_threads(void) {
	struct result *r = result_open(), *other = result_open();
	r->verdict = other->verdict = VERDICT_SAFE;
	r->any_threads = true;
	CHECK(says(r, "VERIFICATION SUCCESSFUL (for any number of threads)", EXIT_SAFE));
	r->deadlocks_open = true;
	CHECK(says(r, "VERIFICATION SUCCESSFUL (for any number of threads; deadlocks not excluded)",
	           EXIT_SAFE));
	CHECK(both_say(r, other, "VERIFICATION SUCCESSFUL (deadlocks not excluded)"));
	other->any_threads = true;
	CHECK(both_say(r, other,
	               "VERIFICATION SUCCESSFUL (for any number of threads; deadlocks not "
	               "excluded)"));
	result_gap(r, GAP_INPUT, NO_LOC, "strings of 3 bytes");
	result_unmodelled(r, place, "f", false);
	CHECK(says(r,
	           "VERIFICATION SUCCESSFUL (for any number of threads, within strings of 3 bytes; "
	           "deadlocks not excluded; assuming 'f' changes nothing but what its arguments reach)",
	           EXIT_SAFE));
	r->verdict = VERDICT_UNKNOWN;
	CHECK(says(r,
	           "VERIFICATION UNKNOWN (nothing found within strings of 3 bytes; assuming 'f' "
	           "changes nothing but what its arguments reach)",
	           EXIT_UNKNOWN));
	r->verdict = VERDICT_UNSAFE;
	CHECK(says(r, "VERIFICATION FAILED", EXIT_UNSAFE));
	result_close(other);
	result_close(r);
}

static void test_unreached(void) {
	struct result *r = result_open(), *other = result_open();
	r->verdict = other->verdict = VERDICT_SAFE;
	r->unreached = "which no execution passes: the assertion at x.c:3 was not reached";
	CHECK(says(r, "VERIFICATION SUCCESSFUL", EXIT_SAFE)); /* there is no bound */
	result_gap(r, GAP_UNWIND, NO_LOC, "unwind 64");
	CHECK(says(r,
	           "VERIFICATION SUCCESSFUL (within unwind 64, which no execution passes: the "
	           "assertion at x.c:3 was not reached)",
	           EXIT_SAFE));
	CHECK(both_say(r, other,
	               "VERIFICATION SUCCESSFUL (within unwind 64, which no execution passes: the "
	               "assertion at x.c:3 was not reached)"));
	result_unmodelled(r, place, "f", true);
	CHECK(says(r,
	           "VERIFICATION SUCCESSFUL (within unwind 64, which no execution passes: the "
	           "assertion at x.c:3 was not reached; assuming 'f' ends the program)",
	           EXIT_SAFE));
	vec_push(&r->info.properties, "CHECK( init(main()), LTL(G ! call(reach_error())) )");
	CHECK(says(r, "VERIFICATION SUCCESSFUL (within unwind 64; assuming 'f' ends the program)",
	           EXIT_SAFE));
	result_close(other);
	result_close(r);
}

static void test_assumptions(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	result_unmodelled(r, place, "f", false);
	CHECK(says(
	    r, "VERIFICATION SUCCESSFUL (assuming 'f' changes nothing but what its arguments reach)",
	    EXIT_SAFE));
	CHECK(result_rests_on(r, &r->gap.at[0]));
	result_gap(r, GAP_UNWIND, NO_LOC, "unwind 2");
	result_gap(r, GAP_ASSUMPTION, NO_LOC, "it is sunny");
	result_unmodelled(r, place, "die", true);
	result_unmodelled(r, (struct loc){"b.c", 1, 1}, "f", false);
	result_unmodelled(r, place, "e", false);
	CHECK(says(r,
	           "VERIFICATION SUCCESSFUL (within unwind 2; assuming 'e' and 'f' change nothing but "
	           "what their arguments reach, 'die' ends the program, it is sunny)",
	           EXIT_SAFE));
	result_drop_gaps(r, 0); /* but no assumption */
	result_unmodelled(r, place, "d", false);
	result_unmodelled(r, place, "c", false);
	CHECK(says(r,
	           "VERIFICATION SUCCESSFUL (assuming 'c', 'd', 'e' and 'f' change nothing but what "
	           "their arguments reach, 'die' ends the program, it is sunny)",
	           EXIT_SAFE));
	result_unmodelled(r, place, "b", false);
	CHECK(says(r,
	           "VERIFICATION SUCCESSFUL (assuming 'b', 'c', 'd' and 2 others change nothing but "
	           "what their arguments reach, 'die' ends the program, it is sunny)",
	           EXIT_SAFE));
	r->verdict = VERDICT_UNSAFE;
	CHECK(says(r, "VERIFICATION FAILED", EXIT_UNSAFE));
	CHECK(!result_rests_on(r, &r->gap.at[0]));
	result_close(r);
}

/* Only what restricts an argument is said. */
static void test_arguments(void) {
	struct result *r = result_open();
	CHECK(!strcmp(result_arguments(r->arena, r), ""));
	vec_push(&r->info.argument, ((struct assumed_argument){"x", "any value", true}));
	CHECK(!strcmp(result_arguments(r->arena, r), ""));
	vec_push(&r->info.argument, ((struct assumed_argument){"p", "not null", false}));
	vec_push(&r->info.argument, ((struct assumed_argument){"n", "at most 4", false}));
	CHECK(!strcmp(result_arguments(r->arena, r), "p: not null\nn: at most 4\n"));
	r->verdict = VERDICT_SAFE;
	CHECK(says(r, "VERIFICATION SUCCESSFUL (assuming arguments are as listed)", EXIT_SAFE));
	result_unmodelled(r, place, "die", true);
	CHECK(says(r,
	           "VERIFICATION SUCCESSFUL (assuming 'die' ends the program, arguments are as listed)",
	           EXIT_SAFE));
	r->verdict = VERDICT_UNSAFE;
	CHECK(says(r, "VERIFICATION FAILED", EXIT_UNSAFE));
	r->verdict = VERDICT_SAFE;
	r->info.argument.n = 1; /* x has any value */
	vec_push(&r->info.argument, ((struct assumed_argument){"static variables", "0", false}));
	CHECK(says(r, "VERIFICATION SUCCESSFUL (assuming 'die' ends the program)", EXIT_SAFE));
	result_close(r);
}

/* The memory model that a verdict is about qualifies both of them, and no exit code. */
static void test_memory_model(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	result_assume(r, "it is sunny", "sun");
	result_assume(r, "accesses are ordered", "mm");
	result_gap(r, GAP_UNWIND, NO_LOC, "unwind 2");
	result_gap(r, GAP_MODEL, NO_LOC, "the C11 memory model");
	CHECK(says(r, "VERIFICATION SUCCESSFUL (within unwind 2; under the C11 memory model)",
	           EXIT_SAFE));
	CHECK(!result_rests_on(r, &r->gap.at[0]) && result_rests_on(r, &r->gap.at[1]));
	result_drop_assumption(r, "mm");
	CHECK(r->assumption.n == 1 && !strcmp(r->assumption.at[0].option, "sun"));
	r->verdict = VERDICT_UNSAFE;
	CHECK(says(r, "VERIFICATION FAILED (under the C11 memory model)", EXIT_UNSAFE));
	result_close(r);
}

/* What is proved under sequential consistency alone is no proof of a program with weaker orders. */
static void test_orders(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	result_gap(r, GAP_ORDERS, NO_LOC,
	           "holds under sequential consistency; C11 not decided: time limit");
	CHECK(says(r,
	           "VERIFICATION UNKNOWN (holds under sequential consistency; C11 not decided: time "
	           "limit)",
	           EXIT_UNKNOWN));
	struct property_result p = {.status = PROPERTY_HOLDS};
	CHECK(result_status(r, &p) == PROPERTY_UNKNOWN);
	p.status = PROPERTY_VIOLATED;
	CHECK(result_status(r, &p) == PROPERTY_UNKNOWN);
	result_close(r);
}

static struct property_result violated_if(struct result *r, const char *id, struct guess *guess,
                                          size_t n) {
	struct property_result p = {.id = id, .class_name = "assertion", .text = id};
	p.status = PROPERTY_VIOLATED;
	p.cex = arena_new(r->arena, struct cex);
	for (size_t i = 0; i < n; i++)
		vec_push(&p.cex->guess, guess[i]);
	return p;
}

static void test_signals(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_UNSAFE;
	r->violated = 0;
	vec_push(&r->property, violated_if(r, "a", NULL, 0));
	vec_push(&r->property.at[0].cex->signal, "SIGTERM");
	CHECK(says(r, "VERIFICATION FAILED (if SIGTERM arrives)", EXIT_UNSAFE));
	vec_push(&r->property.at[0].cex->signal, "SIGINT");
	CHECK(says(r, "VERIFICATION FAILED (if SIGTERM and SIGINT arrive)", EXIT_UNSAFE));
	struct guess guess = {.kind = GUESS_RETURNS, .function = "recv", .value = "32", .loc = place};
	vec_push(&r->property.at[0].cex->guess, guess);
	CHECK(says(
	    r,
	    "VERIFICATION FAILED (if 'recv' may return 32: it has no body and no model; if SIGTERM "
	    "and SIGINT arrive)",
	    EXIT_UNSAFE));
	/* One violation without a signal is enough. */
	vec_push(&r->property, violated_if(r, "b", NULL, 0));
	CHECK(says(r, "VERIFICATION FAILED", EXIT_UNSAFE));
	result_close(r);
}

static void test_guesses(void) {
	struct guess guess[] = {
	    {.kind = GUESS_RETURNS, .function = "recv", .value = "32", .loc = place},
	    {.kind = GUESS_RETURNS, .function = "recv", .value = "32", .loc = place},
	    {.kind = GUESS_WRITES, .function = "fill", .loc = place},
	    {.kind = GUESS_NO_LOCK, .function = "take", .value = "give", .loc = place}};
	struct result *r = result_open();
	r->verdict = VERDICT_UNSAFE;
	r->violated = 0;
	vec_push(&r->property, violated_if(r, "a", guess, 2));
	CHECK(result_rests_on_guess(r));
	CHECK(says(r, "VERIFICATION FAILED (if 'recv' may return 32: it has no body and no model)",
	           EXIT_UNSAFE));
	CHECK(both_say(r, r,
	               "VERIFICATION FAILED (if 'recv' may return 32: it has no body and no model)"));
	vec_push(&r->property, violated_if(r, "b", guess + 1, 3));
	r->violated = 1;
	CHECK(says(r,
	           "VERIFICATION FAILED (if 'recv' may return 32 and 'fill' may write anything to what "
	           "its arguments reach, and 1 more: they have no body and no model)",
	           EXIT_UNSAFE));
	struct result *certain = result_open();
	certain->verdict = VERDICT_UNSAFE;
	certain->violated = 0;
	vec_push(&certain->property, violated_if(certain, "c", NULL, 0));
	CHECK(!result_rests_on_guess(certain) && !result_is_guessed(&certain->property.at[0]));
	CHECK(says(certain, "VERIFICATION FAILED", EXIT_UNSAFE));
	CHECK(both_say(r, certain, "VERIFICATION FAILED"));
	result_drop_guessed(certain);
	CHECK(says(certain, "VERIFICATION FAILED", EXIT_UNSAFE));
	result_close(certain);
	/* One violation that depends on no guess is enough. */
	vec_push(&r->property, violated_if(r, "c", NULL, 0));
	CHECK(!result_rests_on_guess(r));
	CHECK(says(r, "VERIFICATION FAILED", EXIT_UNSAFE));
	r->property.n--;
	result_drop_guessed(r);
	CHECK(says(r,
	           "VERIFICATION UNKNOWN (a violation if 'recv' may return 32: it has no body and no "
	           "model; called at a.c:12, and 1 more)",
	           EXIT_UNKNOWN));
	CHECK(result_status(r, &r->property.at[0]) == PROPERTY_UNKNOWN);
	result_close(r);
}

static void test_inconclusive(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	result_gap(r, GAP_UNWIND, place, "unwind 2");
	result_gap(r, GAP_UNSUPPORTED, place, "inline assembly");
	CHECK(result_is_inconclusive(r));
	CHECK(says(r, "VERIFICATION UNKNOWN (inline assembly at a.c:12)", EXIT_UNKNOWN));
	result_gap(r, GAP_UNSUPPORTED, place, "inline assembly");
	CHECK(r->gap.n == 2);
	result_gap(r, GAP_TIME, NO_LOC, "time limit of 3 s");
	CHECK(says(r, "VERIFICATION UNKNOWN (inline assembly at a.c:12, and 1 more)", EXIT_UNKNOWN));
	r->verdict = VERDICT_UNSAFE; /* a bug is a bug, whatever else was not looked at */
	CHECK(says(r, "VERIFICATION FAILED", EXIT_UNSAFE));
	result_gap(r, GAP_REPLAY, NO_LOC, "a counterexample did not replay");
	CHECK(says(r, "VERIFICATION UNKNOWN (a counterexample did not replay, and 2 more)", EXIT_BUG));
	result_close(r);
	r = result_open();
	result_gap(r, GAP_TIME, NO_LOC, "time limit of 3 s");
	CHECK(says(r, "VERIFICATION UNKNOWN (time limit of 3 s)", EXIT_UNKNOWN));
	result_gap(r, GAP_SOLVER, (struct loc){"b.c", 0, 0}, "solver gave up");
	result_close(r);
	r = result_open();
	r->verdict = VERDICT_UNSAFE;
	result_gap(r, GAP_INTEGERS, NO_LOC, "integers without wrap-around");
	CHECK(says(r, "VERIFICATION FAILED", EXIT_UNSAFE));
	r->verdict = VERDICT_SAFE;
	CHECK(says(r, "VERIFICATION SUCCESSFUL (integers without wrap-around)", EXIT_SAFE));
	result_gap(r, GAP_UNWIND, place, "unwind 2");
	CHECK(says(r, "VERIFICATION SUCCESSFUL (within unwind 2; integers without wrap-around)",
	           EXIT_SAFE));
	result_gap(r, GAP_RUNS, NO_LOC, "the events of this run");
	CHECK(says(r,
	           "VERIFICATION SUCCESSFUL (for the events of this run, within unwind 2; integers "
	           "without wrap-around)",
	           EXIT_SAFE));
	result_close(r);
	r = result_open();
	r->verdict = VERDICT_SAFE;
	result_gap(r, GAP_RUNS, NO_LOC, "the events of 5 runs");
	CHECK(says(r, "VERIFICATION SUCCESSFUL (for the events of 5 runs)", EXIT_SAFE));
	result_close(r);
	r = result_open();
	result_gap(r, GAP_INTEGERS, NO_LOC, "integers without wrap-around");
	result_gap(r, GAP_UNWIND, place, "unwind 2");
	r->verdict = VERDICT_UNKNOWN;
	CHECK(says(r,
	           "VERIFICATION UNKNOWN (nothing found within unwind 2; integers without "
	           "wrap-around)",
	           EXIT_UNKNOWN));
	result_close(r);
	r = result_open();
	r->verdict = VERDICT_UNSAFE; /* --check-solver: neither this nor SAFE is worth anything now */
	result_gap(r, GAP_SOLVER, NO_LOC, "solver gave up");
	result_gap(r, GAP_CHECK, NO_LOC, "sat is wrong");
	CHECK(result_has_bug(r));
	CHECK(says(r, "VERIFICATION UNKNOWN (sat is wrong, and 1 more)", EXIT_BUG));
	result_close(r);
	result_close(NULL);
}

static bool parses(struct svcomp *p, const char *text, const char *expected_error) {
	struct arena *arena = arena_open();
	const char *error = NULL;
	bool good = svcomp_parse(p, arena, text, &error);
	bool as_expected = expected_error ? !good && error && strstr(error, expected_error) : good;
	if (!as_expected)
		fprintf(stderr, "'%s': %s\n", text, error ? error : "accepted");
	svcomp_free(p);
	arena_close(arena);
	return as_expected;
}

/* A run that ended with an error claims nothing, whatever else is in the record. */
static void test_error(void) {
	struct result *r = result_open();
	r->verdict = VERDICT_SAFE;
	r->error = (struct run_error){"expected ';'", {"a.c", 3, 4}, EXIT_INPUT};
	CHECK(result_verdict(r) == VERDICT_UNKNOWN && result_exit_code(r) == EXIT_INPUT);
	CHECK(!strcmp(result_verdict_line(r->arena, r), "VERIFICATION ERROR (a.c:3:4: expected ';')"));
	r->error.loc = NO_LOC;
	CHECK(!strcmp(result_verdict_line(r->arena, r), "VERIFICATION ERROR (expected ';')"));
	result_close(r);
}

static void test_svcomp(void) {
	struct svcomp p;
	CHECK(parses(&p, "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n", NULL));
	struct check_config c = svcomp_checks(&p);
	CHECK(c.error_calls && !c.assertions && !c.bounds && !c.pointer && !c.overflow && !c.leak);
	CHECK(parses(&p, "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\r\n", NULL));
	CHECK(p.unreach_call);
	CHECK(parses(&p, "CHECK( init(main()), LTL(G ! overflow) )", NULL) && p.no_overflow);
	CHECK(parses(
	    &p,
	    "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
	    "CHECK( init(main()), LTL(G valid-memtrack) )\n",
	    NULL));
	c = svcomp_checks(&p);
	CHECK(c.bounds && c.pointer && c.leak && !c.error_calls && !c.div_by_zero);
	CHECK(parses(&p, "CHECK( init(main()), LTL(G valid-memcleanup) )", NULL) && p.valid_memcleanup);
	CHECK(parses(&p, "CHECK( init(main()), LTL(G valid-free) )", NULL) && !p.valid_deref);
	c = svcomp_checks(&p);
	CHECK(c.pointer && c.bounds && !c.leak); /* nothing is known about freeing after those */
	CHECK(parses(&p, "CHECK( init(main()), LTL(F end) )", NULL) && p.termination);
	c = svcomp_checks(&p);
	CHECK(c.overflow && c.div_by_zero && !c.error_calls && !c.pointer && !c.leak);
	CHECK(parses(&p, "CHECK(init(main()),LTL(F end))\nCHECK(init(main()),LTL(G ! overflow))",
	             "together with other properties"));
	CHECK(parses(&p, "CHECK( init(main()), LTL(G ! data-race) )", NULL) && p.no_data_race);
	c = svcomp_checks(&p);
	CHECK(!c.error_calls && !c.pointer && !c.lock && !p.unreach_call);
	CHECK(parses(&p, "CHECK( init(f()), LTL(G ! overflow) )", "unsupported property"));
	CHECK(parses(&p, "COVER EDGES(@CALL(x))", "unsupported property"));
	CHECK(parses(&p, "CHECK(init(main()),LTL())", "unsupported property"));
	CHECK(parses(&p, "CHECK(init(main()),LTL(", "unsupported property"));
	CHECK(parses(&p, " \n\n", "no property"));
}

/* A result with one property of this class, violated or not. */
static struct result *found(enum verdict verdict, const char *class_name) {
	struct result *r = result_open();
	struct property_result p = {.id = "main.x.1", .class_name = class_name, .text = "text"};
	p.status = verdict == VERDICT_UNSAFE ? PROPERTY_VIOLATED : PROPERTY_HOLDS;
	vec_push(&r->property, p);
	r->verdict = verdict;
	r->violated = verdict == VERDICT_UNSAFE ? 0 : NO_PROPERTY;
	return r;
}

#define LINE(formula) "CHECK( init(main()), LTL(" formula ") )"

/* What SV-COMP is told, if the result is judged; closes it. */
static bool answers(struct result *r, const char *line, const char *expected, int code) {
	vec_push(&r->info.properties, line);
	svcomp_judge(r);
	const char *verdict = svcomp_verdict(r->arena, r);
	bool good = !strcmp(verdict, expected) && result_exit_code(r) == code;
	if (!good)
		fprintf(stderr, "%s: %s, exit %d\n", line, verdict, result_exit_code(r));
	result_close(r);
	return good;
}

static void test_svcomp_verdict(void) {
	CHECK(answers(found(VERDICT_SAFE, "overflow"), LINE("G ! overflow"), "true", EXIT_SAFE));
	static const struct {
		const char *class_name, *line, *verdict;
	} violated[] = {
	    {"unreach", LINE("G ! call(reach_error())"), "false(unreach-call)"},
	    {"unreach", LINE("G ! call(__VERIFIER_error())"), "false(unreach-call)"},
	    {"overflow", LINE("G ! overflow"), "false(no-overflow)"},
	    {"race", LINE("G ! data-race"), "false(no-data-race)"},
	    {"pointer", LINE("G valid-deref"), "false(valid-deref)"},
	    {"bounds", LINE("G valid-deref"), "false(valid-deref)"},
	    {"double-free", LINE("G valid-free"), "false(valid-free)"},
	    {"invalid-free", LINE("G valid-free"), "false(valid-free)"},
	    {"leak", LINE("G valid-memtrack"), "false(valid-memtrack)"},
	    {"leak", LINE("G valid-memcleanup"), "false(valid-memcleanup)"},
	    {"termination", LINE("F end"), "false(termination)"},
	};
	for (size_t i = 0; i < sizeof violated / sizeof *violated; i++)
		CHECK(answers(found(VERDICT_UNSAFE, violated[i].class_name), violated[i].line,
		              violated[i].verdict, EXIT_UNSAFE));
	/* Not what was asked for: no verdict. */
	CHECK(answers(found(VERDICT_UNSAFE, "pointer"), LINE("G valid-free"), "unknown", EXIT_UNKNOWN));
	CHECK(answers(found(VERDICT_UNSAFE, "unwind"), LINE("F end"), "unknown", EXIT_UNKNOWN));
	/* Whatever was cut, nothing is true. */
	for (enum gap_kind kind = GAP_UNWIND; kind <= GAP_INTERRUPT; kind++) {
		struct result *r = found(VERDICT_SAFE, "overflow");
		result_gap(r, kind, NO_LOC, "cut");
		CHECK(answers(r, LINE("G ! overflow"), "unknown", EXIT_UNKNOWN));
	}
	struct result *r = found(VERDICT_UNSAFE, "leak"); /* with both, one name is right for all */
	vec_push(&r->info.properties, LINE("G valid-memtrack"));
	CHECK(answers(r, LINE("G valid-memcleanup"), "false(valid-memcleanup)", EXIT_UNSAFE));
	r = found(VERDICT_UNSAFE, "overflow");
	result_gap(r, GAP_REPLAY, NO_LOC, "does not replay");
	CHECK(answers(r, LINE("G ! overflow"), "unknown", EXIT_BUG));
}

int main(void) {
	test_safe();
	test_any_threads();
	test_unreached();
	test_assumptions();
	test_arguments();
	test_memory_model();
	test_orders();
	test_signals();
	test_guesses();
	test_inconclusive();
	test_error();
	test_svcomp();
	test_svcomp_verdict();
	return check_done("result");
}
