#include "report/story/interleaving.h"

#include <string.h>

#include "report/base/source.h"
#include "report/story/relevance.h"
#include "report/story/wording.h"
#include "util/text/same.h"

#define NO_LINE   SIZE_MAX
#define MAX_DEPTH 8
#define LONG_LINE 200

struct whereabouts {    /* of a thread, in the user's program */
	size_t line;        /* of the statement it is in; NO_LINE: it is in none, or that is not told */
	bool is_over;       /* a further step of the same statement would be another iteration of it */
	size_t call;        /* the step that called the model it is in; NO_STEP: it is in none */
	size_t told;        /* the line for that call; NO_LINE: none so far */
	size_t interrupted; /* the call in the middle of which a handler runs; NO_STEP: none */
	unsigned locks;     /* it holds so many */
};

struct teller {
	struct interleaving *to;
	const struct cex *cex;
	enum telling how;
	VEC(struct whereabouts) at; /* by thread */
	size_t guard, tail; /* steps: the branch that leads to the violation, what comes after */
	const bool *must;   /* by step: it is told in any case */
};

static struct whereabouts *whereabouts(struct teller *t, uint32_t thread) {
	while (t->at.n <= thread) {
		struct whereabouts start = {
		    .line = NO_LINE, .call = NO_STEP, .told = NO_LINE, .interrupted = NO_STEP};
		vec_push(&t->at, start);
	}
	return &t->at.at[thread];
}

static bool is_newest(const struct teller *t, size_t line) {
	return line != NO_LINE && line + 1 == t->to->line.n;
}

static size_t tell(struct teller *t, const struct told *line) {
	vec_push(&t->to->line, *line);
	return t->to->line.n - 1;
}

static unsigned depth_of(size_t frames) {
	return frames < MAX_DEPTH ? (unsigned)frames : MAX_DEPTH;
}

/* --- Calls of models. --- */

/* A call that makes a thread is told as that. */
static bool makes_thread(const struct cex *cex, size_t call) {
	const struct step *s = &cex->step.at[call];
	for (size_t i = call + 1; i < cex->step.n; i++) {
		const struct step *next = &cex->step.at[i];
		if (next->thread == s->thread && !next->in_model && next->kind != STEP_FLUSH)
			return next->kind == STEP_CREATE;
	}
	return false;
}

/* Was an argument of the call read before it, and is that told? */
static bool is_begun(const struct teller *t, const struct whereabouts *w) {
	if (w->line == NO_LINE || w->is_over || w->told != NO_LINE)
		return false;
	const struct told *line = &t->to->line.at[w->line];
	return line->kind == STEP_READ && same_place(line->loc, t->cex->step.at[w->call].loc);
}

static void tell_call(struct teller *t, struct whereabouts *w, size_t last) {
	const struct step *call = &t->cex->step.at[w->call];
	struct told line = {.thread = call->thread,
	                    .loc = call->loc,
	                    .kind = STEP_CALL,
	                    .first = w->call,
	                    .last = last,
	                    .call = w->call,
	                    .depth = depth_of(call->depth),
	                    .times = 1};
	size_t before = is_begun(t, w) ? w->line : w->told;
	if (before != NO_LINE) {
		line.first = before == w->told ? last : w->call;
		line.goes_on = t->to->line.at[before].is_unfinished = true;
	}
	if (is_newest(t, before) && before != w->told) { /* it is all one line */
		line.first = t->to->line.at[before].first;
		line.goes_on = t->to->line.at[before].goes_on;
		t->to->line.n--;
	}
	w->told = w->line = tell(t, &line);
	w->is_over = false;
}

/* The model that the thread executes has an effect that other threads may observe. */
static void show_call(struct teller *t, size_t ix) {
	const struct step *s = &t->cex->step.at[ix];
	struct whereabouts *w = whereabouts(t, s->thread);
	if (w->call == NO_STEP)
		return;
	if (is_newest(t, w->told))
		t->to->line.at[w->told].last = ix;
	else
		tell_call(t, w, ix);
	if (s->kind == STEP_BLOCKED)
		t->to->line.at[w->told].kind = STEP_BLOCKED;
}

static bool is_join(const struct step *s) {
	return s->other != NO_THREAD && !s->lhs;
}

static void tell_model_step(struct teller *t, size_t ix) {
	const struct step *s = &t->cex->step.at[ix];
	struct whereabouts *w = whereabouts(t, s->thread);
	switch (s->kind) {
	case STEP_ACQUIRE: w->locks++; break;
	case STEP_RELEASE: w->locks -= w->locks > 0; break;
	case STEP_BLOCKED:
		if (t->how == TELL_COMPACT && is_join(s))
			return;
		break;
	case STEP_READ:
	case STEP_ASSIGN:
	case STEP_BRANCH:
		if (s->shared)
			break;
		return;
	default: return;
	}
	show_call(t, ix);
}

/* --- The user's statements. --- */

/* 'i = 0' and 'i++' of 'for (i = 0; i < n; i++)': beside other threads, little matters less. */
static bool is_loop_counter(const struct teller *t, const struct step *s) {
	return t->how == TELL_COMPACT && t->cex->thread.n > 1 && !s->shared && source_in_for(s->loc);
}

/* A variable of a macro of the C library, such as pthread_cleanup_push. */
static bool is_reserved(const struct teller *t, const struct step *s) {
	return t->how == TELL_COMPACT && s->lhs && s->lhs[0] == '_' && s->lhs[1] == '_';
}

static bool is_near_violation(const struct teller *t, const struct step *s) {
	size_t ix = (size_t)(s - t->cex->step.at);
	return ix >= t->guard && s->thread == t->cex->step.at[t->tail].thread;
}

static bool is_if(const struct teller *t, struct loc loc) {
	struct statement s;
	return source_statement(t->to->arena, loc, &s) && !strncmp(s.text, "if", 2);
}

/* The 'if' around the violation is told, unless all it says is that a function that checks its
 * argument was called with a wrong one. */
static void find_guard(struct teller *t) {
	const struct step *at = t->cex->step.at;
	size_t n = t->cex->step.n;
	t->guard = t->tail = n;
	if (!n || at[n - 1].kind != STEP_VIOLATION)
		return;
	t->guard = t->tail = n - 1;
	for (size_t i = n; i-- > 0;) {
		const struct step *s = &at[i];
		if (s->thread != at[n - 1].thread || s->in_model || s->kind == STEP_FLUSH)
			continue;
		bool is_read = s->kind == STEP_READ || s->kind == STEP_VIOLATION;
		if (t->tail == t->guard && is_read && same_place(s->loc, at[n - 1].loc))
			t->guard = t->tail = i;
		else if (t->tail == t->guard && s->kind == STEP_BRANCH && is_if(t, s->loc))
			t->guard = i;
		else if (t->tail > t->guard && is_read && same_place(s->loc, at[t->guard].loc))
			t->guard = i;
		else {
			if (s->kind == STEP_CALL && s->depth < at[t->guard].depth)
				t->guard = t->tail;
			return;
		}
	}
}

static bool is_worth_telling(const struct teller *t, const struct step *s) {
	if (t->must[s - t->cex->step.at])
		return true;
	switch (s->kind) {
	case STEP_ASSIGN: return !is_loop_counter(t, s) && !is_reserved(t, s);
	case STEP_READ: return s->shared || t->how == TELL_FULL || is_near_violation(t, s);
	case STEP_VIOLATION:
	case STEP_CREATE:
	case STEP_NOTE:
	case STEP_CALL:
	case STEP_FLUSH:
	case STEP_BLOCKED: return true;
	case STEP_INPUT: return t->how == TELL_FULL || !s->lhs || !strstr(s->lhs, " without a result");
	case STEP_BRANCH: /* what others did decides it */
		return s->shared || t->how == TELL_FULL || is_near_violation(t, s);
	case STEP_THREAD_END: return t->at.at[s->thread].locks > 0 || t->how == TELL_FULL;
	case STEP_RETURN:
	case STEP_ASSUME: return t->how == TELL_FULL;
	case STEP_ACQUIRE: /* the call says so */
	case STEP_RELEASE: return false;
	}
	return false;
}

static bool writes(enum step_kind k) {
	return k == STEP_ASSIGN || k == STEP_INPUT;
}

/* Has the statement done that before, and something with it? */
static bool is_repeated(const struct teller *t, const struct told *line, const struct step *s) {
	bool seen = false;
	if (line->kind == STEP_CREATE)
		return s->kind == STEP_CREATE;
	if (line->last - line->first > LONG_LINE) /* a large object is initialised */
		return false;
	for (size_t i = line->first; i <= line->last; i++) {
		const struct step *p = &t->cex->step.at[i];
		if (!wording_is_part(t->cex, line, i))
			continue;
		if (p->kind == s->kind && p->lhs && s->lhs && !strcmp(p->lhs, s->lhs))
			seen = true;
		if (seen && (writes(p->kind) || p->kind == STEP_CALL))
			return true;
	}
	return false;
}

static bool is_more_telling(enum step_kind a, enum step_kind b) {
	static const unsigned char rank[] = {
	    [STEP_READ] = 1,   [STEP_ASSIGN] = 3,     [STEP_INPUT] = 2,     [STEP_BRANCH] = 4,
	    [STEP_RETURN] = 4, [STEP_CALL] = 5,       [STEP_NOTE] = 6,      [STEP_BLOCKED] = 7,
	    [STEP_CREATE] = 8, [STEP_THREAD_END] = 8, [STEP_VIOLATION] = 9, [STEP_FLUSH] = 3};
	return rank[a] > rank[b];
}

/* The step goes on with the statement that its thread is in; false: it begins another one. */
static bool join_line(struct teller *t, struct whereabouts *w, size_t ix) {
	const struct step *s = &t->cex->step.at[ix];
	if (w->line == NO_LINE || w->is_over || s->kind == STEP_THREAD_END || s->kind == STEP_NOTE)
		return false;
	struct told *line = &t->to->line.at[w->line];
	if (!same_place(line->loc, s->loc) || is_repeated(t, line, s))
		return false;
	if (!is_newest(t, w->line)) {
		line->is_unfinished = true;
		struct told rest = *line;
		rest.first = ix;
		rest.kind = s->kind;
		rest.goes_on = true;
		rest.is_unfinished = false;
		w->line = tell(t, &rest);
		line = &t->to->line.at[w->line];
	}
	line->last = ix;
	if (is_more_telling(s->kind, line->kind))
		line->kind = s->kind;
	return true;
}

static void begin_line(struct teller *t, struct whereabouts *w, size_t ix) {
	const struct step *s = &t->cex->step.at[ix];
	struct told line = {.thread = s->thread,
	                    .loc = s->loc,
	                    .kind = s->kind,
	                    .first = ix,
	                    .last = ix,
	                    .call = NO_STEP,
	                    .depth = depth_of(s->depth),
	                    .times = 1};
	w->line = tell(t, &line);
	w->is_over = false;
}

/* No thread goes on: each thread that waits has a line that says so, and for what. */
static void tell_waits(struct teller *t, size_t ix) {
	for (size_t i = 0; i < t->cex->wait.n; i++) {
		const struct cex_wait *wait = &t->cex->wait.at[i];
		struct whereabouts *w = whereabouts(t, wait->thread);
		if (w->call == NO_STEP)
			continue;
		bool is_told = w->told != NO_LINE &&
		               (is_newest(t, w->told) || t->to->line.at[w->told].kind == STEP_BLOCKED);
		if (!is_told)
			tell_call(t, w, ix);
		t->to->line.at[w->told].kind = STEP_BLOCKED;
		t->to->line.at[w->told].wait = wait;
	}
}

/* Under c11 the accesses of a race need not be next to each other: the line that has told the one
 * of this thread already; NULL: there is none. */
static struct told *find_raced(struct teller *t, const struct cex_access *a) {
	const struct execution *x = t->cex->execution;
	for (size_t k = 0; x && x->model == EXECUTION_C11 && k < 2; k++) {
		uint32_t event = x->raced[k];
		if (event >= x->event.n || x->event.at[event].thread != a->thread)
			continue;
		for (size_t i = t->to->line.n; i-- > 0;) {
			struct told *line = &t->to->line.at[i];
			for (size_t s = line->first; line->thread == a->thread && s <= line->last; s++)
				if (t->cex->step.at[s].thread == a->thread && t->cex->step.at[s].event == event + 1)
					return line;
		}
	}
	return NULL;
}

/* Both threads are about to do what is wrong, maybe in the middle of a statement. */
static void tell_access(struct teller *t, const struct cex_access *a, size_t ix) {
	struct told *raced = find_raced(t, a);
	if (raced) {
		raced->access = a;
		return;
	}
	struct whereabouts *w = whereabouts(t, a->thread);
	struct told line = {.thread = a->thread,
	                    .loc = a->loc,
	                    .kind = STEP_VIOLATION,
	                    .step = ix,
	                    .first = ix,
	                    .last = ix,
	                    .call = NO_STEP,
	                    .access = a,
	                    .depth = depth_of(a->stack.n ? a->stack.n - 1 : 0),
	                    .times = 1};
	bool is_begun =
	    w->line != NO_LINE && !w->is_over && same_place(t->to->line.at[w->line].loc, a->loc);
	if (is_begun && is_newest(t, w->line)) {
		line.goes_on = t->to->line.at[w->line].goes_on;
		t->to->line.n--;
	} else if (is_begun) {
		line.goes_on = t->to->line.at[w->line].is_unfinished = true;
	}
	tell(t, &line);
}

/* A thread that asks who it is. */
static bool is_trivial(const struct teller *t, const struct step *call) {
	return t->how == TELL_COMPACT &&
	       (!strcmp(call->call, "pthread_self") || !strcmp(call->call, "thrd_current"));
}

static void leave_call(struct teller *t, struct whereabouts *w, size_t ix) {
	if (w->call == NO_STEP)
		return;
	if (w->told == NO_LINE && !is_trivial(t, &t->cex->step.at[w->call]))
		tell_call(t, w, ix - 1);
	w->call = NO_STEP;
	w->told = NO_LINE;
}

/* A handler runs in the middle of a call: that is told when it goes on. */
static void tell_interrupt(struct whereabouts *w, bool begins) {
	if (begins && w->call != NO_STEP && w->told == NO_LINE) {
		w->interrupted = w->call;
		w->call = NO_STEP;
	} else if (!begins && w->interrupted != NO_STEP) {
		w->call = w->interrupted;
		w->told = NO_LINE;
		w->interrupted = NO_STEP;
	}
}

static void tell_user_step(struct teller *t, size_t ix) {
	const struct step *s = &t->cex->step.at[ix];
	struct whereabouts *w = whereabouts(t, s->thread);
	bool is_violation = s->kind == STEP_VIOLATION;
	if (is_violation && t->to->has_loop) /* the rows that recur are it */
		return;
	if (is_violation && t->cex->wait.n) {
		tell_waits(t, ix);
		return;
	}
	if (!is_violation || !s->in_model)
		leave_call(t, w, ix);
	else if (w->call != NO_STEP && w->told == NO_LINE)
		tell_call(t, w, ix);
	if (s->kind == STEP_CALL) { /* told when it is known whose it is */
		w->call = makes_thread(t->cex, ix) ? NO_STEP : ix;
		w->told = NO_LINE;
		return;
	}
	for (size_t i = 0; is_violation && i < t->cex->access.n; i++)
		if (!t->cex->access.at[i].is_past) /* one of the steps before */
			tell_access(t, &t->cex->access.at[i], ix);
	if (is_violation && t->cex->access.n)
		return;
	if (is_worth_telling(t, s) && !join_line(t, w, ix))
		begin_line(t, w, ix);
	if (w->line != NO_LINE && !same_place(t->to->line.at[w->line].loc, s->loc))
		w->line = NO_LINE;
	w->is_over = w->is_over || s->kind == STEP_BRANCH;
}

/* A function of the user is called: the steps that follow are its own. */
static void enter_function(struct teller *t, struct whereabouts *w, size_t ix) {
	const struct step *s = &t->cex->step.at[ix], *call = &t->cex->step.at[w->call];
	if (!s->function || s->in_model || strcmp(call->call, s->function) != 0)
		return;
	if (w->told == NO_LINE && !join_line(t, w, w->call))
		begin_line(t, w, w->call);
	w->line = NO_LINE;
	w->call = NO_STEP;
	w->told = NO_LINE;
}

/* Has a store that nobody could miss reached memory: right after it was made? */
static bool is_at_once(const struct teller *t, const struct step *flush) {
	if (!t->to->line.n || t->how != TELL_COMPACT)
		return false;
	const struct told *line = &t->to->line.at[t->to->line.n - 1];
	const struct step *last = &t->cex->step.at[line->last];
	return line->thread == flush->thread && last->kind == STEP_ASSIGN &&
	       last->buffer == INTO_BUFFER && same_place(last->loc, flush->loc) && last->lhs &&
	       flush->lhs && !strcmp(last->lhs, flush->lhs);
}

/* Memory does that, whatever statement the thread is in. */
static void tell_flush(struct teller *t, size_t ix) {
	const struct step *s = &t->cex->step.at[ix];
	if (is_at_once(t, s)) {
		t->to->line.at[t->to->line.n - 1].reaches_memory = true;
		return;
	}
	struct told line = {.thread = s->thread,
	                    .loc = s->loc,
	                    .kind = STEP_FLUSH,
	                    .first = ix,
	                    .last = ix,
	                    .call = NO_STEP,
	                    .times = 1};
	tell(t, &line);
}

static void tell_step(struct teller *t, size_t ix) {
	const struct step *s = &t->cex->step.at[ix];
	if (s->kind == STEP_FLUSH) {
		tell_flush(t, ix);
		return;
	}
	struct whereabouts *w = whereabouts(t, s->thread);
	if (w->call != NO_STEP && w->told == NO_LINE)
		enter_function(t, w, ix);
	if (s->in_model && s->kind == STEP_NOTE)
		tell_interrupt(w, s->text && !strcmp(s->text, "interrupted"));
	else if (s->in_model && s->kind != STEP_VIOLATION)
		tell_model_step(t, ix);
	else
		tell_user_step(t, ix);
}

/* --- All of them. --- */

static bool is_in_loop(const struct cex *cex, const struct told *line) {
	return cex->loop && line->last + 1 >= cex->loop && line->kind != STEP_VIOLATION;
}

static void tell_raw(struct teller *t, size_t ix) {
	const struct step *s = &t->cex->step.at[ix];
	struct told line = {.thread = s->thread,
	                    .loc = s->loc,
	                    .kind = s->kind,
	                    .step = ix,
	                    .first = ix,
	                    .last = ix,
	                    .call = NO_STEP,
	                    .times = 1};
	line.in_loop = is_in_loop(t->cex, &line);
	line.text = line.sentence = wording_of_step(t->to->arena, t->cex, s);
	line.values = "";
	if (s->kind != STEP_INPUT)
		tell(t, &line);
}

/* "create T1", "create T2" of one line of the source are told as "create T1, T2". */
static bool add_to_list(struct arena *arena, struct told *line, const struct told *next) {
	static const char *const verbs[] = {"create ", "join ", NULL};
	for (const char *const *v = verbs; *v; v++) {
		size_t n = strlen(*v);
		if (strncmp(line->text, *v, n) || strncmp(next->text, *v, n) || *line->values ||
		    *next->values || line->is_unfinished || next->goes_on)
			continue;
		line->text = arena_printf(arena, "%s, %s", line->text, next->text + n);
		line->sentence = arena_printf(arena, "%s, %s", line->sentence, next->sentence + n);
		return true;
	}
	return false;
}

/* A call without a line's worth of news: the statement that it is in follows at once. */
static bool is_said_by(const struct told *call, const struct told *next) {
	if (call->kind != STEP_CALL || call->is_unfinished || call->goes_on || *call->values ||
	    next->kind != STEP_ASSIGN)
		return false;
	size_t n = strcspn(call->text, "(");
	return call->text[n] && memmem(next->text, strlen(next->text), call->text, n + 1);
}

/* An input that no variable holds: whatever uses it follows, and shows it.  A guess that the
 * violation depends on is told all the same. */
static bool is_used_by(const struct cex *cex, const struct told *input, const struct told *next) {
	const struct step *s = &cex->step.at[input->step];
	return input->kind == STEP_INPUT && next->kind != STEP_INPUT && s->lhs && strchr(s->lhs, '(') &&
	       !s->guessed;
}

static bool is_same(const struct told *a, const struct told *b) {
	return same_place(a->loc, b->loc) && !strcmp(a->sentence, b->sentence);
}

static void fold_repetitions(const struct cex *cex, struct interleaving *all) {
	size_t kept = 0;
	for (size_t i = 0; i < all->line.n; i++) {
		struct told *line = kept ? &all->line.at[kept - 1] : NULL, *next = &all->line.at[i];
		bool follows = line && line->thread == next->thread && line->loc.line == next->loc.line &&
		               line->in_loop == next->in_loop;
		if (follows && is_used_by(cex, line, next)) {
			*line = *next;
			continue;
		}
		follows = follows && next->kind != STEP_VIOLATION;
		if (follows && is_same(line, next)) {
			line->times++;
			line->last = next->last;
		} else if (follows && line->times == 1 && add_to_list(all->arena, line, next)) {
			line->last = next->last;
		} else if (follows && is_said_by(line, next)) {
			*line = *next;
		} else {
			all->line.at[kept++] = *next;
		}
	}
	all->line.n = kept;
}

/* What recurs is told once: neither how often it was done in a row, nor that it was done before. */
static void fold_loop(struct interleaving *all) {
	size_t first = 0, n = 0;
	while (first < all->line.n && !all->line.at[first].in_loop)
		first++;
	if (first == all->line.n)
		return;
	for (size_t i = first; i < all->line.n; i++)
		all->line.at[i].times = 1;
	bool is_one = first + 1 == all->line.n;
	while (is_one && n < first &&
	       all->line.at[first - n - 1].thread == all->line.at[first].thread &&
	       is_same(&all->line.at[first - n - 1], &all->line.at[first]))
		n++;
	for (size_t i = first; n && i < all->line.n; i++)
		all->line.at[i - n] = all->line.at[i];
	all->line.n -= n;
}

/* A call that is told when it takes effect is named after a step of that moment. */
static void order_steps(struct teller *t) {
	size_t next = 0;
	for (size_t i = 0; i < t->to->line.n; i++) {
		struct told *line = &t->to->line.at[i];
		for (size_t k = next; k <= line->last && line->step < next; k++)
			if (t->cex->step.at[k].thread == line->thread)
				line->step = k;
		if (line->step >= next)
			next = line->step + 1;
	}
}

/* What is repeated for ever has lines of its own, and so has what comes after it, whatever
 * statements threads are in. */
static void part_lines(struct teller *t) {
	for (size_t i = 0; i < t->at.n; i++)
		t->at.at[i].line = t->at.at[i].told = NO_LINE;
}

static void tell_all(struct teller *t) {
	find_guard(t);
	for (size_t i = 0; i < t->cex->step.n; i++) {
		bool is_end = t->cex->step.at[i].kind == STEP_VIOLATION;
		if (t->to->has_loop && (i + 1 == t->cex->loop || is_end))
			part_lines(t);
		tell_step(t, i);
	}
	for (size_t i = 0; i < t->to->line.n; i++)
		t->to->line.at[i].in_loop = is_in_loop(t->cex, &t->to->line.at[i]);
	struct phrases phrases = {0};
	for (size_t i = 0; i < t->to->line.n; i++)
		wording_of_line(t->to->arena, &phrases, t->cex, &t->to->line.at[i]);
	order_steps(t);
	if (t->how != TELL_COMPACT)
		return;
	fold_repetitions(t->cex, t->to);
	fold_loop(t->to);
}

/* Where nobody can go on, nothing recurs. */
static bool is_lasso(const struct cex *cex) {
	for (size_t i = cex->loop; cex->loop && i <= cex->step.n; i++)
		if (cex->step.at[i - 1].kind != STEP_VIOLATION)
			return true;
	return false;
}

void interleaving_init(struct interleaving *to, const struct cex *cex, const struct cause *cause,
                       enum telling how) {
	*to = (struct interleaving){.arena = arena_open(), .has_loop = is_lasso(cex)};
	struct teller t = {
	    .to = to, .cex = cex, .how = how, .must = relevance_steps(to->arena, cex, cause)};
	if (how != TELL_RAW)
		tell_all(&t);
	for (size_t i = 0; how == TELL_RAW && i < cex->step.n; i++)
		tell_raw(&t, i);
	relevance_rank(to, cex, cause, t.must, how == TELL_COMPACT);
	vec_free(&t.at);
}

void interleaving_free(struct interleaving *i) {
	vec_free(&i->line);
	arena_close(i->arena);
}
