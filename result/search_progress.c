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

bool search_progress_has(const struct search_progress *s, const struct established *e) {
	for (uint32_t i = 0; i < s->nfacts; i++)
		if (covers(&s->fact[i], e))
			return true;
	return false;
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

#define ASSUMING "assuming that "
#define AND_MORE "; and more"

enum { MAX_PARTS = MAX_WITHIN / 2 - 16 };

/* Is the part one of those that 'between' separates?  An assumption ends with ')', and may have a
 * comma inside. */
static bool has_part(const char *list, const char *between, const char *part, size_t n) {
	size_t gap = strlen(between);
	for (const char *at = list; *at && strlen(at) >= n; at++) {
		bool begins = at == list || ((size_t)(at - list) > gap && !memcmp(at - gap, between, gap) &&
		                             (*between != ',' || at[-(ptrdiff_t)gap - 1] == ')'));
		if (begins && !memcmp(at, part, n) && (!at[n] || !strncmp(at + n, between, gap)))
			return true;
	}
	return false;
}

/* Adds a part as a whole, or that there is more. */
static void add_part(char *list, size_t size, const char *between, const char *part, size_t n) {
	size_t used = strlen(list);
	if (has_part(list, between, part, n))
		return;
	if (used + n + strlen(between) + strlen(AND_MORE) < size)
		snprintf(list + used, size - used, "%s%.*s", used ? between : "", (int)n, part);
	else if (!strstr(list, AND_MORE))
		snprintf(list + used, size - used, "%s", AND_MORE);
}

/* The bounds and assumptions of a text, apart.  An assumption names the option that does without:
 * "memory can be allocated (--malloc-may-fail)". */
static void take_apart(const char *text, char bounds[MAX_PARTS], char assumed[MAX_PARTS]) {
	for (const char *end; *text; text = *end ? end + 2 : end) {
		end = strstr(text, "; ");
		if (!end)
			end = text + strlen(text);
		if (strncmp(text, ASSUMING, strlen(ASSUMING)) != 0) {
			add_part(bounds, MAX_PARTS, "; ", text, (size_t)(end - text));
			continue;
		}
		for (text += strlen(ASSUMING); text < end;) {
			const char *next = strstr(text, "), ");
			next = next && next < end ? next + 1 : end;
			add_part(assumed, MAX_PARTS, ", ", text, (size_t)(next - text));
			text = next < end ? next + 2 : end;
		}
	}
}

void search_progress_within(char within[MAX_WITHIN], const char *more) {
	char bounds[MAX_PARTS] = "", assumed[MAX_PARTS] = "";
	take_apart(within, bounds, assumed);
	take_apart(more, bounds, assumed);
	snprintf(within, MAX_WITHIN, "%s%s%s%s", bounds, *bounds && *assumed ? "; " : "",
	         *assumed ? ASSUMING : "", assumed);
}

/* Facts of both rest on it: what either says is said. */
static void merge_within(struct search_progress *into, const char *within) {
	search_progress_within(into->within, within);
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
	add_restricted(into, &into->few, &from->few);
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
	case ESTABLISHED_FEW:
	case ESTABLISHED_USUAL: /* these have their own texts */
	case ESTABLISHED_VALUES:
	case ESTABLISHED_CLIENTS: break;
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
