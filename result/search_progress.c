#include "result/search_progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- One writer, any number of readers. --- */

enum { TRIES = 1000 }; /* to read between two changes, which take a microsecond */

void search_progress_change(struct search_progress *s) {
	atomic_fetch_add(&s->version, 1);
	atomic_thread_fence(memory_order_seq_cst);
}

void search_progress_changed(struct search_progress *s) {
	atomic_thread_fence(memory_order_seq_cst);
	atomic_fetch_add(&s->version, 1);
}

bool search_progress_copy(struct search_progress *to, const struct search_progress *from) {
	for (int i = 0; i < TRIES; i++) {
		uint32_t before = atomic_load(&from->version);
		if (before % 2)
			continue;
		memcpy(to, from, sizeof *to);
		atomic_thread_fence(memory_order_seq_cst);
		if (atomic_load(&from->version) == before)
			return true;
	}
	*to = (struct search_progress){0};
	return false;
}

/* --- What is established. --- */

/* Does b follow from a? */
static bool covers(const struct established *a, const struct established *b) {
	return a->kind == b->kind && a->switches >= b->switches && a->preemptions >= b->preemptions &&
	       a->iterations >= b->iterations && a->runs >= b->runs;
}

static void add(struct search_progress *s, struct established e) {
	uint32_t kept = 0;
	for (uint32_t i = 0; i < s->nfacts; i++) {
		if (covers(&s->fact[i], &e))
			return;
		if (!covers(&e, &s->fact[i]))
			s->fact[kept++] = s->fact[i];
	}
	if (kept == MAX_ESTABLISHED) /* the oldest is the weakest in what the search raises last */
		memmove(s->fact, s->fact + 1, --kept * sizeof *s->fact);
	s->fact[kept++] = e;
	s->nfacts = kept;
}

void search_progress_establish(struct search_progress *s, struct established e) {
	search_progress_change(s);
	add(s, e);
	search_progress_changed(s);
}

/* Facts of both rest on it: what either says is said. */
static void merge_within(struct search_progress *into, const char *within) {
	size_t n = strlen(into->within);
	if (strstr(into->within, within))
		return;
	if (strstr(within, into->within))
		snprintf(into->within, sizeof into->within, "%s", within);
	else
		snprintf(into->within + n, sizeof into->within - n, "; %s", within);
}

static void add_restricted(struct search_progress *into, struct restricted_fact *to,
                           const struct restricted_fact *from) {
	if (!*from->text || (*to->text && to->number >= from->number))
		return;
	*to = *from;
	merge_within(into, from->within);
}

void search_progress_merge_restricted(struct search_progress *into,
                                      const struct search_progress *from) {
	search_progress_change(into);
	add_restricted(into, &into->usual, &from->usual);
	add_restricted(into, &into->values, &from->values);
	search_progress_changed(into);
}

void search_progress_merge(struct search_progress *into, const struct search_progress *from) {
	search_progress_change(into);
	for (uint32_t i = 0; i < from->nfacts; i++)
		add(into, from->fact[i]);
	merge_within(into, from->within);
	if (!*into->loop.id)
		into->loop = from->loop;
	if (from->threads > into->threads)
		into->threads = from->threads;
	search_progress_changed(into);
}

bool search_progress_tells(const struct search_progress *s, const struct established *e) {
	bool has_bound = false;
	for (uint32_t i = 0; i < s->nfacts; i++)
		has_bound |= s->fact[i].kind == ESTABLISHED_BOUND;
	return e->kind != ESTABLISHED_RUNS || !has_bound;
}

/* --- As text. --- */

struct buffer {
	char *to;
	size_t size, n;
};

__attribute__((format(printf, 2, 3))) static void put(struct buffer *b, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(b->to + b->n, b->size - b->n, format, ap);
	va_end(ap);
	b->n += n < 0 ? 0 : (size_t)n;
	if (b->n >= b->size)
		b->n = b->size - 1;
}

static struct buffer begin(char *to, size_t size) {
	*to = 0;
	return (struct buffer){to, size, 0};
}

static const char *ending(uint32_t n, const char *many) {
	return n == 1 ? "" : many;
}

/* "with at most 4 context switches (and loops up to 6 rounds)" */
static void put_limits(struct buffer *b, const struct established *e) {
	bool has_first = true;
	if (e->switches != ANY_NUMBER)
		put(b, " with at most %u context switch%s", e->switches, ending(e->switches, "es"));
	else if (e->preemptions != ANY_NUMBER)
		put(b, " with at most %u preemption%s", e->preemptions, ending(e->preemptions, "s"));
	else
		has_first = false;
	if (e->iterations == ANY_NUMBER)
		return;
	if (!e->iterations)
		put(b, has_first ? " (and no round of any loop)" : " without a round of any loop");
	else
		put(b, has_first ? " (and loops up to %u round%s)" : " with loops up to %u round%s",
		    e->iterations, ending(e->iterations, "s"));
}

size_t established_text(char *to, size_t size, const struct established *e, bool has_threads) {
	struct buffer b = begin(to, size);
	switch ((enum established_kind)e->kind) {
	case ESTABLISHED_RUNS:
		put(&b, "no violation in any schedule of the events of %u run%s", e->runs,
		    ending(e->runs, "s"));
		break;
	case ESTABLISHED_SUPPORTED:
		put(&b, "no violation in any execution that reaches nothing unsupported");
		break;
	case ESTABLISHED_BOUND:
		put(&b, "no violation in any %s", has_threads ? "schedule" : "execution");
		put_limits(&b, e);
		break;
	case ESTABLISHED_USUAL: /* these have their own texts */
	case ESTABLISHED_VALUES: break;
	}
	return b.n;
}

static const double LONG_QUERY = 2; /* seconds */

static double query_seconds(const struct search_progress *s, double now) {
	return s->query_began > 0 && now > s->query_began ? now - s->query_began : 0;
}

static void put_loop(struct buffer *b, const struct going_loop *l) {
	put(b, "unwinding the %s at %s, round %u", l->is_loop ? "loop" : "recursion", l->place,
	    l->iterations);
	if (*l->because)
		put(b, ", because %s", l->because);
}

static bool is_engine(const struct search_progress *s, const char *name) {
	return !strcmp(s->engine, name);
}

static void put_schedules(struct buffer *b, const struct search_progress *s) {
	const char *verb = is_engine(s, "lazy") ? "exploring" : "encoding";
	if (s->ignores_bound)
		put(b, "looking for a proof that needs no bound of schedules");
	else if (s->contexts)
		put(b, "%s schedules of %u context%s", verb, s->contexts, ending(s->contexts, "s"));
	else if (s->switches == ANY_NUMBER && s->preemptions != ANY_NUMBER)
		put(b, "%s schedules with %u preemption%s", verb, s->preemptions,
		    ending(s->preemptions, "s"));
	else if (s->switches == ANY_NUMBER && s->decisions != ANY_NUMBER)
		put(b, "%s schedules with %u decision%s", verb, s->decisions, ending(s->decisions, "s"));
	else if (s->switches == ANY_NUMBER)
		put(b, "%s schedules with any number of context switches", verb);
	else
		put(b, "%s schedules with %u context switch%s", verb, s->switches,
		    ending(s->switches, "es"));
}

size_t search_progress_activity(char *to, size_t size, const struct search_progress *s,
                                double now) {
	struct buffer b = begin(to, size);
	bool explores = s->threads > 1;
	double query = query_seconds(s, now);
	if (!*s->engine || s->is_over)
		return 0;
	if (explores)
		put_schedules(&b, s);
	if (*s->loop.id && !s->loop.by_user) {
		put(&b, "%s", explores ? ", and " : "");
		put_loop(&b, &s->loop);
	}
	if (query >= LONG_QUERY)
		put(&b, "%ssolving a query with %s for %.0f s", b.n ? "; " : "", s->solver, query);
	else if (!b.n)
		put(&b, "executing the program");
	return b.n;
}

/* --- What would help. --- */

struct advisor {
	const struct search_progress *s;
	struct advised *to;
	size_t n;
};

static struct advised *next(struct advisor *a) {
	return a->n < MAX_ADVICE ? &a->to[a->n++] : NULL;
}

/* The most iterations that the search has finished, in all schedules if it came so far; with this
 * bound it would end there. */
static uint32_t finished_iterations(const struct search_progress *s) {
	uint32_t most = 0, most_of_all = 0;
	for (uint32_t i = 0; i < s->nfacts; i++) {
		const struct established *e = &s->fact[i];
		bool is_all = e->switches == ANY_NUMBER && e->preemptions == ANY_NUMBER;
		uint32_t *of = is_all ? &most_of_all : &most;
		if (e->iterations != ANY_NUMBER && e->iterations > *of)
			*of = e->iterations;
	}
	return most_of_all ? most_of_all : most;
}

static void advise_unwinding(struct advisor *a) {
	const struct going_loop *l = &a->s->loop;
	struct advised *to;
	if (!*l->id || l->by_user || !(to = next(a)))
		return;
	uint32_t iterations = finished_iterations(a->s);
	snprintf(to->option, sizeof to->option, "--unwindset %s:%u", l->id,
	         iterations ? iterations + 1 : 2);
	snprintf(to->reason, sizeof to->reason,
	         "nothing else bounds the %s at %s; the verdict then holds within this bound",
	         l->is_loop ? "loop" : "recursion", l->place);
}

/* Cheaper than a bound of a loop, under which threads go on when one of them is cut. */
static void advise_depth(struct advisor *a) {
	uint32_t iterations = finished_iterations(a->s);
	struct advised *to;
	if (!*a->s->loop.id || a->s->loop.by_user || a->s->threads < 2 || !iterations ||
	    !(to = next(a)))
		return;
	snprintf(to->option, sizeof to->option, "--max-unwind %u", iterations + 1);
	snprintf(to->reason, sizeof to->reason, "ends with what is established, loops up to %u round%s",
	         iterations, ending(iterations, "s"));
}

/* One more switch than the search has explored. */
static void advise_switches(struct advisor *a) {
	uint32_t most = 0;
	bool has_fact = false;
	struct advised *to;
	if (a->s->threads < 2 || a->s->switches_given || is_engine(a->s, "events"))
		return;
	for (uint32_t i = 0; i < a->s->nfacts; i++)
		if (a->s->fact[i].switches != ANY_NUMBER) {
			has_fact = true;
			if (a->s->fact[i].switches > most)
				most = a->s->fact[i].switches;
		}
	/* All schedules were explored so far: switches are not what takes long. */
	if ((!has_fact && finished_iterations(a->s)) || !(to = next(a)))
		return;
	snprintf(to->option, sizeof to->option, "--context-bound %u", has_fact ? most + 1 : 2);
	if (has_fact)
		snprintf(to->reason, sizeof to->reason,
		         "most bugs need few switches, and those with %u are explored", most);
	else
		snprintf(to->reason, sizeof to->reason, "most bugs need few switches");
}

static void advise_events(struct advisor *a) {
	struct advised *to;
	if (a->s->threads < 2 || !a->s->can_order_events || is_engine(a->s, "events") ||
	    *a->s->loop.id || !(to = next(a)))
		return;
	snprintf(to->option, sizeof to->option, "--partial-order");
	snprintf(to->reason, sizeof to->reason,
	         "one formula for all schedules instead of one schedule after the other");
}

static void advise_states(struct advisor *a) {
	struct advised *to;
	if (a->s->threads < 2 || is_engine(a->s, "lazy") || !(to = next(a)))
		return;
	snprintf(to->option, sizeof to->option, "--lazy");
	snprintf(to->reason, sizeof to->reason,
	         "visits each state once, where different schedules lead to the same");
}

static void advise_solver(struct advisor *a, double now) {
	struct advised *to;
	if (query_seconds(a->s, now) < LONG_QUERY || is_engine(a->s, "events") || !(to = next(a)))
		return;
	bool is_z3 = !strncmp(a->s->solver, "z3", 2);
	snprintf(to->option, sizeof to->option, is_z3 ? "--solver sat" : "--z3");
	snprintf(to->reason, sizeof to->reason, "another solver may answer sooner");
}

size_t search_progress_advice(struct advised to[MAX_ADVICE], const struct search_progress *s,
                              double now) {
	struct advisor a = {s, to, 0};
	if (!*s->engine || s->is_over)
		return 0;
	advise_unwinding(&a);
	advise_solver(&a, now);
	if (is_engine(s, "schedule"))
		advise_switches(&a);
	advise_states(&a);
	advise_events(&a);
	if (is_engine(s, "lazy"))
		advise_switches(&a);
	advise_depth(&a);
	return a.n;
}
