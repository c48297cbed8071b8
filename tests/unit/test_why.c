/* symex/why: stories, guided runs, facts and classes, on small programs. */
#include <string.h>

#include "symex/why/why.h"
#include "tests/unit/check.h"
#include "tests/unit/run_fixture.h"
#include "util/base/intern.h"

/* --- A run that fails, and its cause. --- */

static struct run_fixture f;
static struct cause *cause;
static struct detour detour;

/* The first run that ends in a violation, with random schedules and the given inputs. */
static void explain(const char *source, const char *input) {
	struct run_input given = {false, 10, input ? input : "0"};
	run_fixture_open(&f, source);
	cause = NULL;
	for (uint64_t seed = 1; seed < 400 && !cause; seed++) {
		struct concrete_plan plan = {.inputs = INPUTS_GIVEN,
		                             .given = &given,
		                             .ngiven = 1,
		                             .turns = TURNS_RANDOM,
		                             .turn_seed = seed};
		f.x.services.minimise = NULL;
		struct run_trace *t = run_fixture_run(&f, plan);
		if (t->end == RUN_VIOLATES) {
			struct vc vc = {.property = t->property, .loc = t->end_loc};
			detour = (struct detour){.goal = t->property};
			for (size_t i = 0; i < t->step.n; i++) {
				struct detour_part p = {t->step.at[i].thread, 0};
				if (!detour.part.n || vec_last(&detour.part).thread != p.thread)
					vec_push(&detour.part, p);
				vec_last(&detour.part).steps++;
			}
			for (size_t i = 0; i < t->event.n; i++)
				if (t->event.at[i].kind == RUN_INPUT) {
					const struct run_event *e = &t->event.at[i];
					struct detour_value v = {e->what, e->variable, e->bits};
					vec_push(&detour.value, v);
				}
			cause = why_explain(&f.x, &detour, &vc);
			vec_free(&detour.part);
			vec_free(&detour.value);
		}
		run_trace_close(t);
	}
}

static void end(void) {
	if (cause)
		cause_free(cause);
	run_fixture_close(&f);
}

static bool is_event(const struct cause_event *e, enum cause_event_kind kind, const char *object) {
	return e->kind == kind && e->object && !strcmp(e->object, object);
}

/* --- Cases. --- */

/* Whatever the schedule of R is, one of the two reads what the other one has not written yet. */
static void check_lost_update(void) {
	explain("int x;\n"
	        "void *add(void *p) { int k = x; x = k + 1; return p; }\n"
	        "int main(void) { pthread_t a, b; pthread_create(&a, 0, add, 0);\n"
	        "	pthread_create(&b, 0, add, 0); pthread_join(a, 0); pthread_join(b, 0);\n"
	        "	assert(x == 2); return 0; }\n",
	        NULL);
	CHECK(cause && cause->class == CAUSED_BY_ORDER && cause->fact.n == 2);
	for (size_t i = 0; cause && i < cause->fact.n; i++) {
		const struct cause_fact *o = &cause->fact.at[i];
		CHECK(o->type == FACT_ORDER && o->is_shown);
		CHECK(o->first.thread && o->second.thread && o->first.thread != o->second.thread);
		CHECK(o->first.object && !strcmp(o->first.object, "x"));
	}
	/* The one whose write is overwritten has written in between. */
	CHECK(cause && is_event(&cause->fact.at[0].first, CAUSE_EVENT_READ, "x"));
	CHECK(cause && is_event(&cause->fact.at[0].second, CAUSE_EVENT_WRITE, "x"));
	CHECK(cause && is_event(&cause->fact.at[1].first, CAUSE_EVENT_WRITE, "x"));
	CHECK(cause && is_event(&cause->fact.at[1].second, CAUSE_EVENT_WRITE, "x"));
	CHECK(cause && cause->is_minimal && !cause->is_sufficient);
	end();
}

/* The write is late: main has read before it. */
static void check_late(void) {
	explain("int x;\n"
	        "void *set(void *p) { x = 1; return p; }\n"
	        "int main(void) { pthread_t a; pthread_create(&a, 0, set, 0);\n"
	        "	int k = x; assert(k == 1); pthread_join(a, 0); return 0; }\n",
	        NULL);
	CHECK(cause && cause->class == CAUSED_BY_ORDER && cause->fact.n == 1);
	CHECK(cause && is_event(&cause->fact.at[0].first, CAUSE_EVENT_READ, "x"));
	CHECK(cause && is_event(&cause->fact.at[0].second, CAUSE_EVENT_WRITE, "x"));
	end();
}

static const char crossed[] =
    "pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;\n"
    "void *other(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m);\n"
    "	pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return p; }\n"
    "int main(void) { pthread_t a; pthread_create(&a, 0, other, 0);\n"
    "	pthread_mutex_lock(&m); pthread_mutex_lock(&n);\n"
    "	pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); pthread_join(a, 0); return 0; }\n";

static void check_deadlock(void) {
	explain(crossed, NULL);
	CHECK(cause && cause->class == CAUSED_BY_ORDER && cause->fact.n == 2);
	for (size_t i = 0; cause && i < cause->fact.n; i++) {
		CHECK(cause->fact.at[i].first.kind == CAUSE_EVENT_LOCK);
		CHECK(cause->fact.at[i].second.kind == CAUSE_EVENT_WAIT && cause->fact.at[i].second.late);
	}
	/* The second of the two locks is the point of no return. */
	CHECK(cause && cause->point.kind == CAUSE_EVENT_LOCK);
	end();
}

/* Every schedule fails: the branch that leaves the section with the lock. */
static void check_decision(void) {
	explain("int used;\n"
	        "void *append(void *p) { pthread_mutex_lock(&m); if (used == 1) return p;\n"
	        "	used++; pthread_mutex_unlock(&m); return p; }\n"
	        "int main(void) { pthread_t a, b; pthread_create(&a, 0, append, 0);\n"
	        "	pthread_create(&b, 0, append, 0); pthread_join(a, 0); pthread_join(b, 0);\n"
	        "	pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }\n",
	        NULL);
	CHECK(cause && cause->class == CAUSED_BY_DECISION && cause->fact.n == 1);
	CHECK(cause && is_event(&cause->fact.at[0].first, CAUSE_EVENT_BRANCH, "used == 1"));
	CHECK(cause && cause->fact.at[0].first.taken && cause->fact.at[0].first.thread);
	CHECK(cause && cause->fact.at[0].first.value &&
	      !strcmp(cause->fact.at[0].first.value, "1 == 1"));
	end();
}

/* One thread: another input passes. */
static void check_input(void) {
	explain("int table[10];\n"
	        "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 10) return 1;\n"
	        "	table[n] = 1; return 0; }\n",
	        "10");
	CHECK(cause && cause->class == CAUSED_BY_INPUT && cause->fact.n);
	CHECK(cause && cause->fact.at[0].type == FACT_INPUT && cause->fact.at[0].is_shown);
	CHECK(cause && is_event(&cause->fact.at[0].first, CAUSE_EVENT_INPUT, "n"));
	CHECK(cause && cause->fact.at[0].other && !strcmp(cause->fact.at[0].other, "9"));
	end();
}

/* One thread, no inputs: the bound of the loop. */
static void check_bound(void) {
	explain("int a[4];\n"
	        "int main(void) { for (int i = 0; i <= 4; i++) a[i] = i; return a[0]; }\n",
	        NULL);
	CHECK(cause && cause->class == CAUSED_BY_DECISION);
	CHECK(cause && is_event(&cause->fact.at[0].first, CAUSE_EVENT_BRANCH, "i <= 4"));
	end();
}

/* Nothing passes: there is a cause without facts, and nothing is claimed. */
static void check_always(void) {
	explain("int x;\nint main(void) { assert(x == 1); return 0; }\n", NULL);
	CHECK(cause && cause->class == CAUSED_BY_CONDITION && !cause->fact.n);
	end();
}

/* The same program has the same cause, with the same number of runs. */
static void check_repeats(void) {
	uint32_t runs[2] = {0};
	for (unsigned i = 0; i < 2; i++) {
		explain(crossed, NULL);
		CHECK(cause);
		runs[i] = cause ? cause->runs : 0;
		end();
	}
	CHECK(runs[0] && runs[0] == runs[1]);
}

/* --- Steps of the counterexample. --- */

static void check_link(void) {
	struct cex cex = {0};
	struct loc at = {"a.c", 7, 3}, other = {"a.c", 9, 1};
	struct step step[] = {
	    {.kind = STEP_READ, .thread = 1, .loc = at, .lhs = "x"},
	    {.kind = STEP_READ, .thread = 2, .loc = at, .lhs = "x"},
	    {.kind = STEP_READ, .thread = 1, .loc = at, .lhs = "y"},
	    {.kind = STEP_READ, .thread = 1, .loc = at, .lhs = "x"},
	    {.kind = STEP_ACQUIRE, .thread = 1, .loc = other, .lhs = "&m"},
	    {.kind = STEP_BLOCKED, .thread = 2, .loc = other, .lhs = "&m"},
	};
	for (size_t i = 0; i < sizeof step / sizeof *step; i++)
		vec_push(&cex.step, step[i]);
	struct cause c = {0};
	struct cause_event none = {.thread = NO_THREAD, .step = NO_CAUSE_STEP};
	c.point = none;
	struct cause_event second_read = {CAUSE_EVENT_READ, 1, 1, at, NULL, "x", .held = {0}};
	struct cause_event lock = {CAUSE_EVENT_LOCK, 1, 0, other, NULL, "m", .held = {0}};
	struct cause_event waits = {CAUSE_EVENT_WAIT, 2,          0, other, NULL, "m",
	                            .late = true,     .held = {0}};
	struct cause_event third_read = {CAUSE_EVENT_READ, 1, 2, at, NULL, "x", .held = {0}};
	vec_push(&c.role, second_read);
	vec_push(&c.role, lock);
	vec_push(&c.role, waits);
	vec_push(&c.role, third_read);
	cause_link(&c, &cex);
	CHECK(c.role.at[0].step == 3);
	CHECK(c.role.at[1].step == 4);
	CHECK(c.role.at[2].step == 5);
	CHECK(c.role.at[3].step == NO_CAUSE_STEP);
	CHECK(c.point.step == NO_CAUSE_STEP);
	cause_free(&c);
	vec_free(&cex.step);
}

int main(void) {
	check_lost_update();
	check_late();
	check_deadlock();
	check_decision();
	check_input();
	check_bound();
	check_always();
	check_repeats();
	check_link();
	intern_free_all();
	return check_done("why");
}
