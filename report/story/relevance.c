#include "report/story/relevance.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/source.h"
#include "report/story/wording.h"
#include "util/text/same.h"

#define MAX_LINES 25 /* that people are shown, if the cause needs no more */
#define MAX_LOOP  30 /* lines that are repeated for ever, of which none is folded */

/* --- Steps that must be told. --- */

static bool has_kind(const struct cause *c) {
	return c->kind != CAUSE_ORDER && c->role.n;
}

static void want(bool *must, const struct cex *cex, const struct cause_event *e) {
	if (e->kind != CAUSE_EVENT_NONE && e->step < cex->step.n)
		must[e->step] = true;
}

/* The events that the sentence names: those of the kind, or of the facts if there is none. */
static void want_events(bool *must, const struct cex *cex, const struct cause *c) {
	for (size_t i = 0; i < c->fact.n && !has_kind(c); i++) {
		want(must, cex, &c->fact.at[i].first);
		want(must, cex, &c->fact.at[i].second);
	}
	for (size_t i = 0; i < c->role.n; i++)
		want(must, cex, &c->role.at[i]);
	want(must, cex, &c->point);
}

/* Is the branch all that a function does before the violation?  Then it only says that a function
 * which checks its argument was called with a wrong one. */
static bool is_check(const struct cex *cex, size_t branch, size_t violation) {
	const struct step *at = cex->step.at;
	if (at[violation].kind != STEP_VIOLATION)
		return false;
	for (size_t i = branch + 1; i < violation; i++)
		if (at[i].thread == at[branch].thread && !at[i].in_model && at[i].kind != STEP_READ)
			return false;
	for (size_t i = branch; i-- > 0;)
		if (at[i].thread == at[branch].thread && !at[i].in_model && at[i].kind != STEP_READ)
			return at[i].kind == STEP_CALL && at[i].depth < at[branch].depth;
	return false;
}

/* A loop that goes on or ends as it should says little. */
static bool is_for(struct arena *arena, struct loc loc) {
	struct statement s;
	return source_statement(arena, loc, &s) && !strncmp(s.text, "for", 3);
}

/* The newest condition that the thread has decided before the step, and that it depends on. */
static size_t last_decision(struct arena *arena, const struct cex *cex, uint32_t thread,
                            size_t before) {
	enum { MAX_LOOPS = 8 };
	unsigned loops = 0;
	struct loc here = cex->step.at[before].loc;
	bool is_end = cex->step.at[before].kind == STEP_THREAD_END; /* nothing depends on that */
	for (size_t i = before; i-- > 0;) {
		const struct step *s = &cex->step.at[i];
		if (s->thread == thread && s->kind == STEP_BRANCH && !s->in_model &&
		    (!s->aside || is_end) && !same_place(s->loc, here)) {
			if (!is_for(arena, s->loc))
				return is_check(cex, i, before) ? NO_STEP : i;
			if (++loops == MAX_LOOPS)
				return NO_STEP;
		}
	}
	return NO_STEP;
}

static bool is_marked(const bool *must, const struct cex *cex, size_t step) {
	return must[step] || cex->step.at[step].kind == STEP_VIOLATION;
}

/* Does another thread join it, and go on? */
static bool is_joined(const struct cex *cex, uint32_t thread, size_t end) {
	for (size_t i = 0; i < cex->step.n; i++) {
		const struct step *s = &cex->step.at[i];
		if (s->kind != STEP_CALL || s->other != thread)
			continue;
		for (size_t k = (i > end ? i : end) + 1; k < cex->step.n; k++)
			if (cex->step.at[k].thread == s->thread && !cex->step.at[k].in_model)
				return true;
	}
	return false;
}

/* A thread that has ended although others wait: how it came to its end. */
static bool is_early_end(const struct cex *cex, size_t step) {
	const struct step *s = &cex->step.at[step];
	return cex->wait.n && s->kind == STEP_THREAD_END && !is_joined(cex, s->thread, step);
}

bool *relevance_steps(struct arena *arena, const struct cex *cex, const struct cause *cause) {
	bool *must = arena_array(arena, bool, cex->step.n + 1);
	bool *done = arena_array(arena, bool, cex->thread.n + 1);
	size_t *decision = arena_array(arena, size_t, cex->thread.n + 1);
	if (cause)
		want_events(must, cex, cause);
	for (size_t i = 0; i <= cex->thread.n; i++)
		decision[i] = NO_STEP;
	for (size_t i = 0; i < cex->step.n; i++)
		must[i] = must[i] || is_early_end(cex, i);
	for (size_t i = cex->step.n; i-- > 0;) {
		uint32_t thread = cex->step.at[i].thread;
		if (thread >= cex->thread.n || done[thread] || !is_marked(must, cex, i))
			continue;
		done[thread] = true;
		decision[thread] = last_decision(arena, cex, thread, i);
	}
	for (size_t i = 0; i < cex->thread.n; i++)
		if (decision[i] != NO_STEP)
			must[decision[i]] = true;
	return must;
}

/* --- What need not be read. --- */

/* The value that is written was there before, and no thread but main has seen another one. */
static bool changes_nothing(const struct cex *cex, const struct told *line) {
	bool writes_same = false;
	if (line->kind != STEP_ASSIGN || line->goes_on || line->is_unfinished || cex->thread.n < 2)
		return false;
	for (size_t i = line->first; i <= line->last; i++) {
		const struct step *s = &cex->step.at[i];
		if (!wording_is_part(cex, line, i) || s->kind == STEP_READ)
			continue;
		if (s->kind != STEP_ASSIGN || s->buffer != NO_BUFFER || !s->before || !s->value ||
		    strcmp(s->before, s->value) != 0)
			return false;
		writes_same = true;
	}
	return writes_same;
}

static bool is_created(const struct cex *cex, size_t before) {
	for (size_t i = 0; i < before; i++)
		if (cex->step.at[i].kind == STEP_CREATE)
			return true;
	return false;
}

/* Does the violation depend on no step of the line? */
static bool is_aside(const struct cex *cex, const struct told *line) {
	if (line->kind == STEP_VIOLATION || line->access || line->wait)
		return false;
	if (line->call != NO_STEP && !cex->step.at[line->call].aside)
		return false;
	for (size_t i = line->first; i <= line->last; i++)
		if (cex->step.at[i].thread == line->thread && !cex->step.at[i].aside)
			return false;
	return true;
}

static void find_aside(const struct cex *cex, struct interleaving *all) {
	for (size_t i = 0; i < all->line.n; i++) {
		struct told *line = &all->line.at[i];
		line->aside =
		    line->rank > RANK_NEAR &&
		    (is_aside(cex, line) || (changes_nothing(cex, line) && !is_created(cex, line->first)));
	}
}

/* Lines of an iteration, and iterations in a row of which the middle is left out. */
enum { MAX_ITERATION = 16, MIN_ITERATIONS = 5 };

static bool is_alike(const struct told *a, const struct told *b) {
	return a->thread == b->thread && a->kind == b->kind && same_place(a->loc, b->loc) &&
	       a->goes_on == b->goes_on && a->is_unfinished == b->is_unfinished &&
	       a->depth == b->depth && b->rank > RANK_NEAR;
}

/* The lines that are not folded, as indices. */
struct visible {
	VEC(size_t) at;
};

static size_t count_iterations(const struct interleaving *all, const struct visible *v, size_t from,
                               size_t length) {
	size_t n = 1;
	for (;; n++)
		for (size_t i = 0; i < length; i++) {
			size_t k = from + n * length + i;
			if (k >= v->at.n ||
			    !is_alike(&all->line.at[v->at.at[from + i]], &all->line.at[v->at.at[k]]))
				return n;
		}
}

/* Of many iterations, the first and the last one are told. */
static void fold_iterations(struct interleaving *all) {
	struct visible v = {0};
	for (size_t i = 0; i < all->line.n; i++)
		if (!all->line.at[i].aside)
			vec_push(&v.at, i);
	for (size_t from = 0; from < v.at.n;) {
		size_t length = 1, iterations = 1;
		for (; length <= MAX_ITERATION && iterations < MIN_ITERATIONS; length++)
			iterations = count_iterations(all, &v, from, length);
		length--;
		if (iterations < MIN_ITERATIONS) {
			from++;
			continue;
		}
		all->line.at[v.at.at[from + length - 1]].iterations = (unsigned)iterations - 2;
		for (size_t i = from + length; i < from + (iterations - 1) * length; i++)
			all->line.at[v.at.at[i]].repeats = true;
		from += iterations * length;
	}
	vec_free(&v.at);
}

/* --- Ranks. --- */

static bool is_violation(const struct told *line) {
	return line->kind == STEP_VIOLATION || line->access || line->wait;
}

/* Is the event a step of the line, or what its thread was about to do there at the end? */
static bool has_event(const struct cex *cex, const struct told *line, const struct cause_event *e) {
	if (e->late && is_violation(line) && e->thread == line->thread)
		return e->loc.line == line->loc.line;
	return e->kind != CAUSE_EVENT_NONE && e->step < cex->step.n && e->step >= line->first &&
	       e->step <= line->last && cex->step.at[e->step].thread == line->thread;
}

static bool is_cause(const struct cex *cex, const struct told *line, const struct cause *c) {
	bool found = has_event(cex, line, &c->point);
	for (size_t i = 0; i < c->fact.n && !found && !has_kind(c); i++)
		found = has_event(cex, line, &c->fact.at[i].first) ||
		        has_event(cex, line, &c->fact.at[i].second);
	/* The violated condition is the error itself. */
	for (size_t i = c->kind == CAUSE_VALUES; i < c->role.n && !found; i++)
		found = has_event(cex, line, &c->role.at[i]);
	return found;
}

/* How far the violation is away from the nearest step of the line. */
static uint32_t distance_of(const struct cex *cex, const struct told *line) {
	uint32_t least = UINT32_MAX;
	if (line->call != NO_STEP && !cex->step.at[line->call].aside)
		least = cex->step.at[line->call].distance;
	for (size_t i = line->first; i <= line->last; i++) {
		const struct step *s = &cex->step.at[i];
		if (s->thread == line->thread && !s->aside && s->distance < least)
			least = s->distance;
	}
	return least > 1000 ? 1000 : least;
}

static unsigned rank_of(const struct cex *cex, const struct told *line, const bool *must) {
	if (line->is_cause || is_violation(line))
		return RANK_CAUSE;
	bool is_near = false, is_guess = false;
	for (size_t i = line->first; i <= line->last; i++)
		if (cex->step.at[i].thread == line->thread) {
			is_near = is_near || must[i];
			is_guess = is_guess || cex->step.at[i].guessed;
		}
	return is_near || is_guess || line->kind == STEP_THREAD_END
	           ? RANK_NEAR
	           : RANK_SLICE + distance_of(cex, line);
}

/* The line that takes the lock, or releases it: the step is one of its own. */
static size_t line_of(const struct interleaving *all, const struct cex *cex, size_t step) {
	for (size_t i = 0; i < all->line.n; i++) {
		const struct told *line = &all->line.at[i];
		if (line->thread == cex->step.at[step].thread && line->first <= step && step <= line->last)
			return i;
	}
	return NO_STEP;
}

/* Locks that are held at an event of the cause belong to it: who takes them where, and where they
 * are released. */
static void rank_locks(struct interleaving *all, const struct cex *cex, size_t acquire) {
	const struct step *a = &cex->step.at[acquire];
	size_t release = acquire + 1;
	for (; release < cex->step.n; release++) {
		const struct step *s = &cex->step.at[release];
		if (s->thread == a->thread && s->kind == STEP_RELEASE && same_text(s->lhs, a->lhs))
			break;
	}
	size_t first = line_of(all, cex, acquire);
	size_t last = release < cex->step.n ? line_of(all, cex, release) : all->line.n - 1;
	bool is_around = false;
	for (size_t i = first; i != NO_STEP && last != NO_STEP && i <= last && !is_around; i++)
		is_around = all->line.at[i].thread == a->thread && all->line.at[i].is_cause;
	if (!is_around)
		return;
	if (all->line.at[first].rank > RANK_NEAR)
		all->line.at[first].rank = RANK_NEAR;
	if (release < cex->step.n && all->line.at[last].rank > RANK_NEAR)
		all->line.at[last].rank = RANK_NEAR;
}

/* What is repeated for ever is what the violation is about. */
static void rank_loop(struct interleaving *all) {
	size_t n = 0;
	for (size_t i = 0; i < all->line.n; i++)
		n += all->line.at[i].in_loop;
	for (size_t i = 0; n <= MAX_LOOP && i < all->line.n; i++)
		if (all->line.at[i].in_loop && all->line.at[i].rank > RANK_NEAR)
			all->line.at[i].rank = RANK_NEAR;
}

void relevance_rank(struct interleaving *all, const struct cex *cex, const struct cause *cause,
                    const bool *must, bool folds) {
	for (size_t i = 0; i < all->line.n; i++) {
		struct told *line = &all->line.at[i];
		line->is_cause = cause && is_cause(cex, line, cause);
		line->rank = rank_of(cex, line, must);
	}
	for (size_t i = 0; cause && i < cex->step.n; i++)
		if (cex->step.at[i].kind == STEP_ACQUIRE)
			rank_locks(all, cex, i);
	rank_loop(all);
	if (!folds)
		return;
	find_aside(cex, all);
	interleaving_fold(all, MAX_LINES);
}

/* --- Folding. --- */

/* Lines that are told if there is room: nearest to the violation first, then the latest. */
struct candidate {
	unsigned rank;
	size_t line;
};

static int by_rank(const void *a, const void *b) {
	const struct candidate *x = a, *y = b;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->line < y->line ? 1 : -1;
}

static size_t gap_before(const struct interleaving *all, size_t line) {
	size_t n = 0;
	while (n < line && all->line.at[line - n - 1].is_folded)
		n++;
	return n;
}

static bool is_folded(const struct interleaving *all, size_t line) {
	return line < all->line.n && all->line.at[line].is_folded;
}

/* A gap of any size takes one line. */
static size_t count_printed(const struct interleaving *all) {
	size_t n = 0;
	for (size_t i = 0; i < all->line.n; i++)
		n += !all->line.at[i].is_folded || !i || !all->line.at[i - 1].is_folded;
	return n;
}

/* Unfolds those that matter most, as long as no more than 'most' lines are printed. */
static void unfold(struct interleaving *all, size_t most) {
	struct candidate *c = arena_array(all->arena, struct candidate, all->line.n + 1);
	size_t n = 0, printed = count_printed(all);
	for (size_t i = 0; i < all->line.n; i++)
		if (all->line.at[i].is_folded && !all->line.at[i].aside && !all->line.at[i].repeats)
			c[n++] = (struct candidate){all->line.at[i].rank, i};
	qsort(c, n, sizeof *c, by_rank);
	for (size_t i = 0; i < n && printed <= most; i++) {
		size_t at = c[i].line; /* it takes the place of its gap, of which parts may be left */
		size_t now = printed + (at && is_folded(all, at - 1)) + is_folded(all, at + 1);
		if (now > most)
			continue;
		all->line.at[c[i].line].is_folded = false;
		printed = now;
	}
}

void interleaving_fold(struct interleaving *all, size_t most) {
	bool is_long = all->line.n > most;
	for (size_t i = 0; i < all->line.n; i++) {
		struct told *line = &all->line.at[i];
		line->is_folded = is_long && line->rank > RANK_NEAR;
		line->repeats = false;
		line->iterations = 0;
	}
	if (!is_long)
		return;
	fold_iterations(all);
	unfold(all, most);
	for (size_t i = 0; i < all->line.n; i++) /* it takes no more room than to say so */
		if (is_folded(all, i) && !(i && is_folded(all, i - 1)) && !is_folded(all, i + 1))
			all->line.at[i].is_folded = all->line.at[i].repeats = false;
}

size_t interleaving_count(const struct interleaving *all) {
	size_t n = 0;
	for (size_t i = 0; i < all->line.n; i++)
		n += !interleaving_folds(all, i);
	return n;
}

const char *interleaving_gap(const struct interleaving *all, size_t line) {
	size_t n = is_folded(all, line) ? 0 : gap_before(all, line);
	if (!n)
		return NULL;
	size_t first = line - n;
	unsigned iterations = first ? all->line.at[first - 1].iterations : 0;
	bool are_aside = true, are_rounds = iterations > 0;
	for (size_t i = first; i < line; i++) {
		are_aside = are_aside && all->line.at[i].aside;
		are_rounds = are_rounds && (all->line.at[i].aside || all->line.at[i].repeats);
	}
	if (are_rounds)
		return arena_printf(all->arena, "%u more rounds", iterations);
	bool is_first = true;
	for (size_t i = 0; i < first; i++)
		is_first = is_first && !all->line.at[i].is_folded;
	return arena_printf(all->arena, "%zu steps%s%s", n, are_aside ? " that matter less" : "",
	                    is_first ? ", --trace=full shows them" : "");
}

const char *interleaving_loop(const struct interleaving *all, size_t line) {
	if (!all->has_loop)
		return NULL;
	size_t first = 0, end = all->line.n;
	while (first < all->line.n && !all->line.at[first].in_loop)
		first++;
	while (end && !all->line.at[end - 1].in_loop)
		end--;
	if (first == all->line.n) /* the violation comes last, if it is told */
		return line == (first && all->line.at[first - 1].kind == STEP_VIOLATION ? first - 1 : first)
		           ? "for ever: steps that no other thread can notice"
		           : NULL;
	if (line == first)
		return "from here for ever:";
	return line == end ? arena_printf(all->arena, "and again from step %zu, for ever", first + 1)
	                   : NULL;
}
