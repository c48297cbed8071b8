#define _GNU_SOURCE
#include "harness/race.h"

#include <string.h>

#include "harness/library.h"
#include "harness/outcome.h"
#include "harness/turns.h"

#ifdef HARNESS_TSAN
enum { IS_REPORTED = true }; /* by ThreadSanitizer, once the accesses are made */
#else
enum { IS_REPORTED = false };
#endif

static struct {
	bool is_found;
	bool passed[2]; /* the thread makes its access, or has made it */
	bool came[2];   /* and has arrived elsewhere */
} race __asm__("cbmc_mt_harness_race");

static int side_of(int thread) {
	return thread == test.race[0].thread ? 0 : thread == test.race[1].thread ? 1 : -1;
}

/* Is the thread about to make its access?  Without a line in the test, any access may be it. */
static bool is_there(int side) {
	const struct racer *r = &test.race[side];
	const struct pending *p = &threads[r->thread].pending;
	const struct place *at = test_place(threads[r->thread].caller);
	if (!r->in_library && (!p->how || (r->is_write && !(p->how & STORE))))
		return false;
	if (r->in_library && (p->how || turns.running == r->thread))
		return false;
	const struct object *o = r->object == NO_OBJECT ? NULL : &test.object[r->object];
	uintptr_t from = o && test_base(o) ? test_base(o) + r->offset : 0;
	if (from && p->how && !(p->at < from + r->size && from < p->at + p->size))
		return false;
	return !r->line || (at && at->line == r->line && !strcmp(at->file, r->file));
}

/* What a library function accesses is not known here. */
static bool conflict(const struct pending *a, const struct pending *b) {
	if (!a->how || !b->how)
		return true;
	return a->at < b->at + b->size && b->at < a->at + a->size && ((a->how | b->how) & STORE) &&
	       (test.race[0].line || !(a->how & b->how & ATOMIC));
}

static const char *verb(int side) {
	const struct pending *p = &threads[test.race[side].thread].pending;
	if (!p->how)
		return test.race[side].is_write ? "writes" : "reads";
	return !(p->how & STORE) ? "reads" : p->how & LOAD ? "reads and writes" : "writes";
}

static void tell(void) {
	const struct thread *a = &threads[test.race[0].thread], *b = &threads[test.race[1].thread];
	const struct place *p = test_place(a->caller), *q = test_place(b->caller);
	const char *what = *test.race[0].what ? test.race[0].what : test_variable(a->pending.at);
	library_say("race: %s %s %s at %s:%u, %s %s it at %s:%u; both are about to",
	            threads[test.race[0].thread].name, verb(0), what, p ? p->file : "?",
	            p ? p->line : 0, threads[test.race[1].thread].name, verb(1), q ? q->file : "?",
	            q ? q->line : 0);
	outcome_add("race", "%s %s %s at %s:%u, %s %s %s at %s:%u", turns_name(test.race[0].thread),
	            verb(0), what, p ? p->file : "?", p ? p->line : 0, turns_name(test.race[1].thread),
	            verb(1), what, q ? q->file : "?", q ? q->line : 0);
}

/* The accesses are made one after the other; then the program ends. */
static bool make(int side) {
	if (race.passed[side] && turns.running == NOBODY)
		race.came[side] = true;
	if (race.came[0] && race.came[1])
		outcome_exit(OUTCOME_RACE, "race");
	if (race.passed[side] || turns.running != NOBODY || (side == 1 && !race.came[0]))
		return false;
	race.passed[side] = true;
	return true;
}

bool race_is_in_call(void) {
	int side = test.violation == RACE && turns.phase == FOLLOWING ? side_of(self) : -1;
	if (side < 0 || !test.race[side].in_library || turns_next())
		return false;
	const struct racer *r = &test.race[side];
	const struct place *p = test_place(threads[self].caller);
	return p && p->line == r->line && !strcmp(p->file, r->file);
}

void race_check_reached(const char *happened) {
	int side = side_of(self);
	if (turns.phase != RACING || side < 0 || race.is_found)
		return;
	const struct racer *r = &test.race[side];
	const struct place *p = test_place(threads[self].caller);
	const char *verb = r->is_write ? "write" : "read";
	library_say("the race is not reached: %s does not %s %s at %s:%u", turns_name(self), verb,
	            r->what, r->file, r->line);
	outcome_add("missing", "%s %s %s:%u", verb, r->what, r->file, r->line);
	outcome_add("expected", "%s %ss %s at %s:%u", turns_name(self), verb, r->what, r->file,
	            r->line);
	outcome_add("happened", "%s: %s at %s:%u", turns_name(self), happened, p ? p->file : "?",
	            p ? p->line : 0);
	outcome_exit(OUTCOME_DIVERGED, "divergence");
}

bool race_may_run(void) {
	int side = side_of(self);
	if (side < 0)
		return false;
	if (race.is_found)
		return make(side);
	bool a = is_there(0), b = is_there(1);
	const struct pending *p = &threads[test.race[0].thread].pending,
	                     *q = &threads[test.race[1].thread].pending;
	if (a && b && conflict(p, q)) {
		race.is_found = true;
		tell();
		if (!IS_REPORTED)
			outcome_exit(OUTCOME_RACE, "race");
		turns_changed();
		cbmc_mt_stopped("race");
		turns_wake_all();
		return make(side);
	}
	/* Both are at the lines, but not at the same memory: the second one goes on. */
	bool stays = side == 0 ? a : b && !a;
	return !stays && turns.running == NOBODY;
}
