/* symex/concrete/concrete.h: runs without a model, their traces, and runs that follow a trace. */
#include <string.h>

#include "symex/concrete/branches.h"
#include "symex/concrete/concrete.h"
#include "tests/unit/check.h"
#include "tests/unit/run_fixture.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

static size_t count(const struct run_trace *t, enum run_event_kind kind, const char *what) {
	size_t n = 0;
	for (size_t i = 0; i < t->event.n; i++) {
		const struct run_event *e = &t->event.at[i];
		n += e->kind == kind && (!what || (e->what && !strcmp(e->what, what)));
	}
	return n;
}

static const struct run_event *last(const struct run_trace *t, enum run_event_kind kind,
                                    const char *what) {
	const struct run_event *found = NULL;
	for (size_t i = 0; i < t->event.n; i++) {
		const struct run_event *e = &t->event.at[i];
		if (e->kind == kind && e->what && !strcmp(e->what, what))
			found = e;
	}
	return found;
}

static bool same_trace(const struct run_trace *a, const struct run_trace *b) {
	return run_same(a, b) && a->thread.n == b->thread.n && a->end == b->end &&
	       a->instructions == b->instructions;
}

/* --- Cases. --- */

static const char counters[] =
    "int x, y;\n"
    "void *add(void *arg) {\n"
    "	for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }\n"
    "	if (__VERIFIER_nondet_int() == 7) y = 1;\n"
    "	return arg;\n"
    "}\n"
    "int main(void) {\n"
    "	pthread_t a, b;\n"
    "	pthread_create(&a, 0, add, 0); pthread_create(&b, 0, add, 0);\n"
    "	pthread_join(a, 0); pthread_join(b, 0);\n"
    "	assert(x == 6);\n"
    "	return y;\n"
    "}\n";

static void check_events(void) {
	struct run_fixture f;
	run_fixture_open(&f, counters);
	struct run_trace *t = run_fixture_run(&f, (struct concrete_plan){0});
	CHECK(t->end == RUN_ENDS);
	CHECK(t->thread.n == 3 && t->thread.at[1].ended && t->thread.at[2].ended);
	CHECK(t->thread.at[1].start && !strcmp(t->thread.at[1].start->display, "add"));
	CHECK(count(t, RUN_CREATE, "add") == 2);
	CHECK(count(t, RUN_JOIN, NULL) == 2);
	CHECK(count(t, RUN_LOCK, "m") == 6 && count(t, RUN_UNLOCK, "m") == 6);
	CHECK(count(t, RUN_CALL, "pthread_mutex_lock") == 6);
	CHECK(count(t, RUN_WRITE, "x") == 6 && count(t, RUN_WRITE, "y") == 0);
	CHECK(last(t, RUN_WRITE, "x") && !strcmp(last(t, RUN_WRITE, "x")->value, "6"));
	CHECK(count(t, RUN_INPUT, NULL) == 2);
	/* Four conditions of the loop, one of the input. */
	CHECK(t->thread.at[1].decision.n >= 5);
	uint64_t instructions = 0;
	for (size_t i = 0; i < t->thread.n; i++)
		instructions += t->thread.at[i].instructions;
	CHECK(instructions == t->instructions);
	struct run_trace *again = run_fixture_run(&f, (struct concrete_plan){0});
	CHECK(same_trace(t, again));
	CHECK(f.result->violated == NO_PROPERTY && !f.result->gap.n);
	run_trace_close(again);
	run_trace_close(t);
	run_fixture_close(&f);
}

/* The second value is for the second thread that asks; zeros follow. */
static void check_inputs(void) {
	struct run_fixture f;
	run_fixture_open(&f, counters);
	struct run_input in[] = {{false, 10, "8"}, {false, 16, "7"}};
	struct run_trace *t = run_fixture_run(
	    &f, (struct concrete_plan){.inputs = INPUTS_GIVEN, .given = in, .ngiven = 2});
	CHECK(count(t, RUN_WRITE, "y") == 1);
	struct run_trace *one = run_fixture_run(
	    &f, (struct concrete_plan){.inputs = INPUTS_GIVEN, .given = in, .ngiven = 1});
	CHECK(count(one, RUN_WRITE, "y") == 0 && one->end == RUN_ENDS);
	/* A run that follows a trace has its inputs and its schedule. */
	struct run_trace *again = run_fixture_run(&f, (struct concrete_plan){.follow = t});
	CHECK(same_trace(t, again));
	run_trace_close(t);
	run_trace_close(one);
	run_trace_close(again);
	run_fixture_close(&f);
}

static void check_random(void) {
	struct run_fixture f;
	run_fixture_open(&f, counters);
	bool differ = false;
	struct run_trace *first = NULL;
	for (uint64_t seed = 1; seed <= 6; seed++) {
		struct concrete_plan plan = {
		    .inputs = INPUTS_RANDOM, .input_seed = seed, .turns = TURNS_RANDOM, .turn_seed = seed};
		struct run_trace *t = run_fixture_run(&f, plan), *same = run_fixture_run(&f, plan);
		struct run_trace *followed = run_fixture_run(&f, (struct concrete_plan){.follow = t});
		CHECK(t->end == RUN_ENDS);
		CHECK(same_trace(t, same));
		CHECK(same_trace(t, followed));
		differ |= first && !same_trace(first, t);
		run_trace_close(same);
		run_trace_close(followed);
		if (first)
			run_trace_close(t);
		else
			first = t;
	}
	CHECK(differ);
	run_trace_close(first);
	run_fixture_close(&f);
}

/* Fresh memory and uninitialised variables have the values of the plan. */
static void check_memory(void) {
	struct run_fixture f;
	run_fixture_open(&f, "#include <stdlib.h>\n#include <stdint.h>\n"
	                     "int *p; uintptr_t a; int lower;\n"
	                     "void *use(void *arg) { int i; a = (uintptr_t)p; *p += i; return arg; }\n"
	                     "int main(void) {\n"
	                     "	pthread_t t; p = malloc(2 * sizeof *p);\n"
	                     "	pthread_create(&t, 0, use, 0); pthread_join(t, 0);\n"
	                     "	lower = (uintptr_t)&a < (uintptr_t)p;\n"
	                     "	int *q = (int *)a; *q = 3; assert(*p == 3);\n"
	                     "	free(p); return 0;\n"
	                     "}\n");
	struct run_trace *zero = run_fixture_run(&f, (struct concrete_plan){0});
	CHECK(zero->end == RUN_ENDS);
	struct run_trace *some =
	    run_fixture_run(&f, (struct concrete_plan){.inputs = INPUTS_RANDOM, .input_seed = 3});
	CHECK(some->end == RUN_ENDS && count(some, RUN_INPUT, NULL) > 0);
	struct run_trace *again = run_fixture_run(&f, (struct concrete_plan){.follow = some});
	CHECK(same_trace(some, again));
	CHECK(f.result->violated == NO_PROPERTY);
	run_trace_close(zero);
	run_trace_close(some);
	run_trace_close(again);
	run_fixture_close(&f);
}

/* A violation in the run is replayed and reported. */
static void check_violation(void) {
	struct run_fixture f;
	run_fixture_open(&f, "int x;\n"
	                     "void *set(void *arg) { x = 1; return arg; }\n"
	                     "int main(void) {\n"
	                     "	pthread_t t; pthread_create(&t, 0, set, 0); pthread_join(t, 0);\n"
	                     "	assert(x == 0); return 0;\n"
	                     "}\n");
	struct run_trace *t = run_fixture_run(&f, (struct concrete_plan){0});
	CHECK(t->end == RUN_VIOLATES && t->confirmed);
	CHECK(f.result->violated == t->property && f.result->property.at[t->property].cex);
	run_trace_close(t);
	run_fixture_close(&f);
}

static const char crossed[] =
    "pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER; int x, y;\n"
    "void *one(void *arg) { pthread_mutex_lock(&m); x = 1; pthread_mutex_lock(&n); return arg; }\n"
    "void *two(void *arg) { pthread_mutex_lock(&n); y = 1; pthread_mutex_lock(&m); return arg; }\n"
    "int main(void) {\n"
    "	pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);\n"
    "	pthread_join(a, 0); pthread_join(b, 0); return 0;\n"
    "}\n";

static void check_deadlock(void) {
	struct run_fixture f;
	run_fixture_open(&f, crossed);
	struct run_trace *t = run_fixture_run(&f, (struct concrete_plan){0});
	CHECK(t->end == RUN_VIOLATES && t->confirmed);
	CHECK(!strcmp(f.result->property.at[t->property].class_name, "deadlock"));
	run_trace_close(t);
	f.result->violated = NO_PROPERTY;
	f.config.schedules.deadlock_check = false;
	t = run_fixture_run(&f, (struct concrete_plan){0});
	CHECK(t->end == RUN_BLOCKED && f.result->violated == NO_PROPERTY);
	run_trace_close(t);
	run_fixture_close(&f);
}

static void check_race(bool locked) {
	struct run_fixture f;
	run_fixture_open(&f, locked ? "int x;\n"
	                              "void *w(void *arg) { pthread_mutex_lock(&m); x = 1;\n"
	                              "	pthread_mutex_unlock(&m); return arg; }\n"
	                              "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);\n"
	                              "	pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);\n"
	                              "	pthread_join(t, 0); return 0; }\n"
	                            : "int x;\n"
	                              "void *w(void *arg) { x = 1; return arg; }\n"
	                              "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);\n"
	                              "	x = 2; pthread_join(t, 0); return 0; }\n");
	f.config.schedules.race_check = true;
	bool found = false;
	for (uint64_t seed = 1; seed <= 8 && !found; seed++) {
		struct run_trace *t =
		    run_fixture_run(&f, (struct concrete_plan){.turns = TURNS_RANDOM, .turn_seed = seed});
		found = t->end == RUN_VIOLATES;
		CHECK(!found || t->confirmed);
		CHECK(!found || !strcmp(f.result->property.at[t->property].class_name, "race"));
		run_trace_close(t);
	}
	CHECK(found == !locked);
	run_fixture_close(&f);
}

/* A thread that waits actively does not keep the others from running. */
static void check_turns(void) {
	struct run_fixture f;
	run_fixture_open(&f, "#include <stdatomic.h>\natomic_int go;\n"
	                     "void *set(void *arg) { go = 1; return arg; }\n"
	                     "int main(void) {\n"
	                     "	pthread_t t; pthread_create(&t, 0, set, 0); while (!go) ;\n"
	                     "	pthread_join(t, 0); return 0;\n"
	                     "}\n");
	struct run_trace *t = run_fixture_run(&f, (struct concrete_plan){.most_instructions = 10000});
	CHECK(t->end == RUN_ENDS);
	run_trace_close(t);
	run_fixture_close(&f);
}

static void check_ends(void) {
	struct run_fixture f;
	run_fixture_open(&f, "void __VERIFIER_assume(int); int x;\n"
	                     "void *spin(void *arg) { while (1) ; return arg; }\n"
	                     "int main(void) {\n"
	                     "	pthread_t t; x = __VERIFIER_nondet_int(); __VERIFIER_assume(x != 1);\n"
	                     "	pthread_create(&t, 0, spin, 0); pthread_join(t, 0); return 0;\n"
	                     "}\n");
	struct run_trace *t = run_fixture_run(&f, (struct concrete_plan){.most_instructions = 5000});
	CHECK(t->end == RUN_TOO_LONG && t->instructions == 5000);
	run_trace_close(t);
	struct run_input one = {false, 10, "1"};
	t = run_fixture_run(&f,
	                    (struct concrete_plan){.inputs = INPUTS_GIVEN, .given = &one, .ngiven = 1});
	CHECK(t->end == RUN_ASSUMES && t->thread.n == 1);
	run_trace_close(t);
	run_fixture_close(&f);
}

static void check_abort(void) {
	struct run_fixture f;
	run_fixture_open(&f, "#include <stdlib.h>\nint x;\n"
	                     "void *stop(void *arg) { x = 1; abort(); return arg; }\n"
	                     "int main(void) { pthread_t t; pthread_create(&t, 0, stop, 0);\n"
	                     "	pthread_join(t, 0); x = 2; return 0; }\n");
	struct run_trace *t = run_fixture_run(&f, (struct concrete_plan){0});
	CHECK(t->end == RUN_ENDS && count(t, RUN_WRITE, "x") == 1);
	run_trace_close(t);
	run_fixture_close(&f);
}

static void check_not_followed(void) {
	struct run_fixture f;
	run_fixture_open(&f, counters);
	struct run_trace *t = run_fixture_run(&f, (struct concrete_plan){0});
	size_t at = t->step.n / 2;
	uint32_t was = t->step.at[at].thread;
	t->step.at[at].thread = 9;
	t->step.at[at].line = 44;
	struct run_trace *wrong = run_fixture_run(&f, (struct concrete_plan){.follow = t});
	CHECK(wrong->end == RUN_NOT_FOLLOWED && wrong->wrong_line == 44);
	CHECK(wrong->why && !strcmp(wrong->why, "thread 9 does not exist here"));
	run_trace_close(wrong);
	t->step.at[at].thread = was;
	t->step.at[0].thread = 1;
	wrong = run_fixture_run(&f, (struct concrete_plan){.follow = t});
	CHECK(wrong->end == RUN_NOT_FOLLOWED);
	run_trace_close(wrong);
	/* Where the trace ends, round robin. */
	t->step.at[0].thread = 0;
	t->step.n = at;
	struct run_trace *rest = run_fixture_run(&f, (struct concrete_plan){.follow = t});
	CHECK(rest->end == RUN_ENDS);
	run_trace_close(rest);
	run_trace_close(t);
	run_fixture_close(&f);
}

/* Branches that no run has taken; an assertion is none. */
static void check_branches(void) {
	struct run_fixture f;
	run_fixture_open(&f, counters);
	struct branches b;
	branches_open(&b, f.prog);
	struct run_trace *t = run_fixture_run(&f, (struct concrete_plan){0});
	branches_add(&b, t);
	run_trace_close(t);
	branches_report(&b, f.prog, f.result);
	const struct coverage *c = &f.result->coverage;
	/* Those of the loop and of the input. */
	CHECK(c->runs == 1 && c->branches == 4 && c->taken == 3 && c->left.n == 1);
	CHECK(c->left.n == 1 && !strcmp(c->left.at[0].function, "add") && c->left.at[0].loc.line == 8);
	CHECK(c->left.n == 1 && c->left.at[0].when_true && !c->left.at[0].when_false);
	struct run_input seven = {false, 10, "7"};
	t = run_fixture_run(
	    &f, (struct concrete_plan){.inputs = INPUTS_GIVEN, .given = &seven, .ngiven = 1});
	branches_add(&b, t);
	run_trace_close(t);
	branches_report(&b, f.prog, f.result);
	CHECK(c->runs == 2 && c->branches == 4 && c->taken == 4 && c->left.n == 0);
	branches_free(&b);
	run_fixture_close(&f);
}

int main(void) {
	diag_setup(false, 0, "test_concrete");
	check_events();
	check_inputs();
	check_random();
	check_memory();
	check_violation();
	check_deadlock();
	check_race(false);
	check_race(true);
	check_turns();
	check_ends();
	check_abort();
	check_not_followed();
	check_branches();
	intern_free_all();
	return check_done("concrete");
}
