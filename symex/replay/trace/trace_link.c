/* Which access of the graph of the execution a step is. */
#include "symex/replay/trace/trace.h"
#include "util/text/same.h"

static bool is_kind(const struct step *s, const struct execution_event *e) {
	return s->kind == STEP_READ ? execution_reads(e) : execution_writes(e);
}

static const char *value_of(const struct step *s, const struct execution_event *e) {
	return s->kind != STEP_READ && e->kind == EXECUTION_RMW ? e->written_value : e->value;
}

static bool may_be(const struct step *s, const struct execution_event *e) {
	return e->thread == s->thread && !e->is_lifetime && is_kind(s, e) &&
	       same_text(s->lhs, e->name) && s->loc.line == e->loc.line &&
	       same_text(s->loc.file, e->loc.file);
}

/* The steps of a thread and its accesses are both in program order: the next access of the same
 * object at the same line, the one that was the last to be named included, since a
 * read-modify-write is two steps.  A condition is told with a read once more, after it was
 * evaluated. */
static uint32_t find_event(const struct execution *x, const struct step *s, uint32_t from) {
	for (uint32_t i = from; i < x->event.n; i++)
		if (may_be(s, &x->event.at[i]) && same_text(s->value, value_of(s, &x->event.at[i])))
			return i;
	for (uint32_t i = from; i < x->event.n; i++)
		if (may_be(s, &x->event.at[i]))
			return i;
	return EXECUTION_NONE;
}

/* An access that races is the violation: the instruction goes on behind it. */
static void cut_behind_violation(struct cex *cex) {
	for (size_t i = cex->step.n; cex->access.n && i-- > 0;)
		if (cex->step.at[i].kind == STEP_VIOLATION) {
			cex->step.n = i + 1;
			return;
		}
}

void trace_link(struct cex *cex) {
	const struct execution *x = cex->execution;
	uint32_t *next = mem_alloc((cex->thread.n + 1) * sizeof *next);
	for (size_t i = 0; x && i < cex->step.n; i++) {
		struct step *s = &cex->step.at[i];
		bool is_access = s->kind == STEP_READ || s->kind == STEP_ASSIGN || s->kind == STEP_INPUT;
		if (!is_access || s->in_model || s->thread >= cex->thread.n)
			continue;
		uint32_t event = find_event(x, s, next[s->thread]);
		if (event == EXECUTION_NONE)
			continue;
		s->event = event + 1;
		next[s->thread] = event;
		const char *value = value_of(s, &x->event.at[event]);
		if (s->kind == STEP_READ && value)
			s->value = value; /* what the thread has found, whatever is newer */
	}
	mem_free(next);
	cut_behind_violation(cex);
}
