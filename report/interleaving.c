#include "report/interleaving.h"

#include <string.h>

#include "util/intern.h"
#include "util/map.h"

#define NO_STEP SIZE_MAX

struct whereabouts { /* of a thread, in the user's program */
	size_t call;     /* the step that called the model it is in; NO_STEP: it is in none */
	struct loc loc;  /* of its last step there */
};

struct telling {
	struct interleaving *to;
	const struct cex *cex;
	VEC(struct whereabouts) at; /* by thread */
	struct map shared;          /* interned name -> last value of a shared variable */
};

const char *cex_thread_label(struct arena *arena, const struct cex *cex, uint32_t thread) {
	if (thread >= cex->thread.n)
		return arena_printf(arena, "thread %u", thread);
	const struct cex_thread *t = &cex->thread.at[thread];
	return thread && t->function ? arena_printf(arena, "%s %s", t->name, t->function) : t->name;
}

static const char *or_empty(const char *text) {
	return text ? text : "";
}

/* "x = 1 (was 0)": what others may have relied on. */
static const char *assign_text(struct telling *t, const struct step *s) {
	const char *text = arena_printf(t->to->arena, "%s = %s", or_empty(s->lhs), or_empty(s->value));
	if (!s->shared || !s->lhs || !s->value)
		return text;
	uint64_t name = map_key(intern(s->lhs)), old;
	bool known = map_get(&t->shared, name, &old);
	map_put(&t->shared, name, map_key(s->value));
	if (!known)
		return text;
	const char *before = (const char *)(uintptr_t)old;
	return strcmp(before, s->value) ? arena_printf(t->to->arena, "%s (was %s)", text, before)
	                                : arena_printf(t->to->arena, "%s (as before)", text);
}

static const char *step_text(struct telling *t, const struct step *s) {
	struct arena *a = t->to->arena;
	switch (s->kind) {
	case STEP_INPUT:
	case STEP_ASSIGN: return assign_text(t, s);
	case STEP_READ: return arena_printf(a, "reads %s = %s", or_empty(s->lhs), or_empty(s->value));
	case STEP_BRANCH: return arena_printf(a, "%s is %s", or_empty(s->text), or_empty(s->value));
	case STEP_ASSUME: return arena_printf(a, "assumed: %s", or_empty(s->text));
	case STEP_THREAD_END: return "ends";
	case STEP_ACQUIRE: return arena_printf(a, "holds %s %s", or_empty(s->text), or_empty(s->lhs));
	case STEP_RELEASE: return arena_printf(a, "releases %s", or_empty(s->lhs));
	case STEP_CALL:
	case STEP_RETURN:
	case STEP_VIOLATION:
	case STEP_CREATE:
	case STEP_BLOCKED:
	case STEP_NOTE: return or_empty(s->text);
	}
	return "";
}

static void tell(struct telling *t, const struct step *s, struct loc loc, const char *text) {
	struct told line = {s->thread, loc, text, s->kind, (size_t)(s - t->cex->step.at)};
	vec_push(&t->to->line, line);
}

static struct whereabouts *whereabouts(struct telling *t, uint32_t thread) {
	while (t->at.n <= thread) {
		struct whereabouts start = {.call = NO_STEP};
		vec_push(&t->at, start);
	}
	return &t->at.at[thread];
}

/* A call that does nothing else a person cares about is not told besides the thread it makes. */
static bool creates_thread(const struct cex *cex, size_t call) {
	const struct step *s = &cex->step.at[call];
	for (size_t i = call + 1; i < cex->step.n; i++) {
		const struct step *next = &cex->step.at[i];
		if (next->thread == s->thread && next->kind == STEP_CREATE)
			return true;
		if (next->thread != s->thread || !next->in_model)
			return false;
	}
	return false;
}

static void tell_user_step(struct telling *t, size_t ix) {
	const struct step *s = &t->cex->step.at[ix];
	struct whereabouts *w = whereabouts(t, s->thread);
	if (s->kind == STEP_CALL)
		w->call = ix;
	else if (s->kind != STEP_CREATE) /* that happens during the call */
		w->call = NO_STEP;
	w->loc = s->loc;
	switch (s->kind) {
	case STEP_CALL:
		if (creates_thread(t->cex, ix))
			return;
		break;
	case STEP_ASSIGN:
	case STEP_READ:
	case STEP_VIOLATION:
	case STEP_CREATE:
	case STEP_THREAD_END:
	case STEP_BLOCKED:
	case STEP_NOTE: break;
	case STEP_BRANCH:
		if (s->shared) /* what others did decides it */
			break;
		return;
	case STEP_INPUT:   /* listed before the trace */
	case STEP_ACQUIRE: /* the call says so */
	case STEP_RELEASE:
	case STEP_RETURN:
	case STEP_ASSUME: return;
	}
	tell(t, s, s->loc, step_text(t, s));
}

static void tell_model_step(struct telling *t, const struct step *s) {
	const struct whereabouts *w = whereabouts(t, s->thread);
	struct interleaving *to = t->to;
	switch (s->kind) {
	case STEP_CREATE:
	case STEP_THREAD_END:
	case STEP_BLOCKED: tell(t, s, w->loc, step_text(t, s)); return;
	case STEP_VIOLATION: tell(t, s, s->loc, step_text(t, s)); return;
	default: break;
	}
	bool others_ran = to->line.n && vec_last(&to->line).thread != s->thread;
	if (w->call == NO_STEP || !others_ran)
		return;
	const struct step *call = &t->cex->step.at[w->call];
	tell(t, s, call->loc, arena_printf(to->arena, "goes on in %s", or_empty(call->text)));
}

/* Leaves out the reads that the next steps of the same thread follow at once. */
static void drop_reads(struct interleaving *to) {
	size_t kept = to->line.n;
	bool is_last_word = true; /* of its thread, until others have run */
	for (size_t i = to->line.n; i-- > 0;) {
		const struct told *line = &to->line.at[i];
		if (i + 1 < to->line.n && line[1].kind != STEP_READ)
			is_last_word = line[1].thread != line->thread || line[1].kind == STEP_VIOLATION;
		else if (i + 1 < to->line.n && line[1].thread != line->thread)
			is_last_word = true;
		if (line->kind != STEP_READ || is_last_word)
			to->line.at[--kept] = *line;
	}
	for (size_t i = kept; i < to->line.n; i++)
		to->line.at[i - kept] = to->line.at[i];
	to->line.n -= kept;
}

void interleaving_init(struct interleaving *to, const struct cex *cex, bool verbose) {
	*to = (struct interleaving){.arena = arena_open()};
	struct telling t = {.to = to, .cex = cex};
	for (size_t i = 0; i < cex->step.n; i++) {
		const struct step *s = &cex->step.at[i];
		if (verbose && s->kind != STEP_INPUT)
			tell(&t, s, s->loc, step_text(&t, s));
		else if (!verbose && s->in_model)
			tell_model_step(&t, s);
		else if (!verbose)
			tell_user_step(&t, i);
	}
	if (!verbose)
		drop_reads(to);
	vec_free(&t.at);
	map_free(&t.shared);
}

void interleaving_free(struct interleaving *i) {
	vec_free(&i->line);
	arena_close(i->arena);
}
