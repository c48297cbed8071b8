#include "tasks/advice/trial_options.h"

#include <stdio.h>
#include <string.h>

static const double LONG_QUERY = 2; /* seconds */

struct advisor {
	const struct search_progress *s;
	struct trial_option *to;
	size_t n;
};

static struct trial_option *next(struct advisor *a, enum trial_kind kind) {
	if (a->n == MAX_TRIAL_OPTIONS)
		return NULL;
	a->to[a->n].kind = kind;
	return &a->to[a->n++];
}

static bool is_engine(const struct search_progress *s, const char *name) {
	return !strcmp(s->engine, name);
}

static const char *plural(uint32_t n, const char *many) {
	return n == 1 ? "" : many;
}

static void set_loop(struct trial_option *to, const struct going_loop *l, uint32_t rounds) {
	to->number = rounds;
	snprintf(to->option, sizeof to->option, "--unwindset %s:%u", l->id, rounds + 1);
	snprintf(to->claim, sizeof to->claim, "everything up to %u round%s of the %s at %s holds",
	         rounds, plural(rounds, "s"), l->is_loop ? "loop" : "recursion", l->place);
}

static void set_switches(struct trial_option *to, uint32_t switches) {
	to->number = switches;
	snprintf(to->option, sizeof to->option, "--context-bound %u", switches);
	snprintf(to->claim, sizeof to->claim, "everything up to %u context switch%s holds", switches,
	         plural(switches, "es"));
}

/* The rounds that are established for all schedules: fewer are no news. */
static uint32_t finished_rounds(const struct search_progress *s) {
	uint32_t most = 0;
	for (uint32_t i = 0; i < s->nfacts; i++) {
		const struct established *e = &s->fact[i];
		bool is_all = e->switches == ANY_NUMBER && e->preemptions == ANY_NUMBER;
		if (e->kind == ESTABLISHED_BOUND && is_all && e->iterations != ANY_NUMBER &&
		    e->iterations > most)
			most = e->iterations;
	}
	return most;
}

static void try_unwinding(struct advisor *a) {
	const struct going_loop *l = &a->s->loop;
	struct trial_option *to;
	if (*l->id && !l->by_user && (to = next(a, TRIAL_LOOP)))
		set_loop(to, l, finished_rounds(a->s) + 1);
}

/* Switches with which loops of any length are established. */
static uint32_t finished_switches(const struct search_progress *s) {
	uint32_t most = 0;
	for (uint32_t i = 0; i < s->nfacts; i++) {
		const struct established *e = &s->fact[i];
		if (e->kind == ESTABLISHED_BOUND && e->iterations == ANY_NUMBER &&
		    e->switches != ANY_NUMBER && e->switches > most)
			most = e->switches;
	}
	return most;
}

static void try_switches(struct advisor *a) {
	struct trial_option *to;
	if (a->s->threads < 2 || a->s->switches_given || !(to = next(a, TRIAL_SWITCHES)))
		return;
	uint32_t finished = finished_switches(a->s);
	set_switches(to, finished < 1 ? 2 : finished + 1);
}

static void try_option(struct advisor *a, const char *option) {
	struct trial_option *to = next(a, TRIAL_OTHER);
	if (!to)
		return;
	snprintf(to->option, sizeof to->option, "%s", option);
	snprintf(to->claim, sizeof to->claim, "it holds");
}

static void try_solver(struct advisor *a, double now) {
	double query = a->s->query_began > 0 ? now - a->s->query_began : 0;
	if (query >= LONG_QUERY && !is_engine(a->s, "events"))
		try_option(a, !strncmp(a->s->solver, "z3", 2) ? "--solver=sat" : "--solver=z3");
}

/* Whoever starts the program without arguments wants to know about that first. */
static void try_arguments(struct advisor *a) {
	struct trial_option *to;
	if (!strstr(a->s->within, "argc ") || !(to = next(a, TRIAL_PART)))
		return;
	snprintf(to->option, sizeof to->option, "--args ''");
	snprintf(to->claim, sizeof to->claim, "it holds");
}

size_t trial_options(struct trial_option to[MAX_TRIAL_OPTIONS], const struct search_progress *s,
                     double now) {
	struct advisor a = {s, to, 0};
	if (!*s->engine || s->is_over)
		return 0;
	bool has_threads = s->threads > 1;
	try_arguments(&a);
	try_unwinding(&a);
	if (has_threads && s->can_order_events && !is_engine(s, "events"))
		try_option(&a, "--strategy=partial-order");
	if (has_threads && !is_engine(s, "lazy"))
		try_option(&a, "--strategy=lazy");
	try_switches(&a);
	try_solver(&a, now);
	return a.n;
}

void trial_option_raise(struct trial_option *t, const struct search_progress *s) {
	if (t->kind == TRIAL_LOOP)
		set_loop(t, &s->loop, 2 * t->number);
	else if (t->kind == TRIAL_SWITCHES)
		set_switches(t, t->number + 1);
}
