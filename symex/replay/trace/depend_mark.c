/* From what was noted to the steps that are kept. */
#include "symex/replay/trace/depend.h"

#include <string.h>

#include "result/result.h"
#include "symex/replay/trace/depend_impl.h"
#include "util/text/same.h"

#define MAX_LINES 60 /* of a page */

/* --- What is kept. --- */

static void keep(struct depend *d, uint32_t record) {
	if (record == NO_RECORD || d->record.at[record].mark == KEPT)
		return;
	d->record.at[record].mark = KEPT;
	d->record.at[record].distance = d->distance;
	vec_push(&d->work, record);
}

static void keep_weakly(struct depend *d, uint32_t record) {
	for (; record != NO_RECORD && d->record.at[record].mark == ASIDE;
	     record = d->record.at[record].parent) {
		d->record.at[record].mark = WEAK;
		d->record.at[record].distance = d->distance;
	}
}

static size_t end_of_uses(const struct depend *d, uint32_t record) {
	return record == depend_current(d) ? d->use.n : d->record.at[record + 1].use;
}

static size_t end_of_overs(const struct depend *d, uint32_t record) {
	return record == depend_current(d) ? d->over.n : d->record.at[record + 1].over;
}

/* The writes of other threads to the byte, back to the last one of this thread or one that is kept
 * for another reason. */
static void keep_lost(struct depend *d, uint32_t tid, const struct over *over) {
	uint32_t record = over->before, next;
	for (; record != NO_RECORD && d->record.at[record].tid != tid &&
	       d->record.at[record].mark != KEPT;
	     record = next) {
		keep_weakly(d, record);
		next = NO_RECORD;
		for (size_t i = d->record.at[record].over; i < end_of_overs(d, record); i++)
			if (d->over.at[i].object == over->object && d->over.at[i].byte == over->byte)
				next = d->over.at[i].before;
	}
}

static bool is_followed(const struct depend *d, const struct executed *r, enum purpose purpose) {
	switch (d->detail) {
	case KEEP_ALL: return true;
	case KEEP_NO_POINTERS: return purpose != FOR_POINTER;
	case KEEP_NO_ADDRESSES: return purpose == FOR_DATA;
	case KEEP_VALUES:
	case DETAIL_N: return purpose == FOR_DATA && !r->is_branch;
	}
	return true;
}

static void keep_uses(struct depend *d, uint32_t record, bool all) {
	const struct executed *r = &d->record.at[record];
	keep(d, r->parent);
	for (size_t i = r->use; i < end_of_uses(d, record); i++)
		if (all || is_followed(d, r, d->use.at[i].purpose))
			keep(d, d->use.at[i].record);
}

/* The violation, and the branch right before it, are followed in any case. */
static void keep_seeds(struct depend *d) {
	for (size_t i = 0; i < d->seed.n; i++) {
		uint32_t seed = d->seed.at[i], parent = d->record.at[seed].parent;
		keep(d, seed);
		keep_uses(d, seed, true);
		if (d->record.at[parent].is_branch)
			keep_uses(d, parent, true);
	}
}

/* What is kept is at most 'distance' away from the violation. */
static void close_over_dependence(struct depend *d) {
	for (uint32_t r = 0; r < d->record.n; r++)
		d->record.at[r].mark = ASIDE;
	d->distance = 0;
	keep_seeds(d);
	for (size_t next = 0; next < d->work.n;) { /* nearest first */
		d->distance++;
		for (size_t end = d->work.n; next < end; next++)
			keep_uses(d, d->work.at[next], false);
	}
	d->work.n = 0;
	for (uint32_t r = 1; r < d->record.n; r++)
		for (size_t i = d->record.at[r].over;
		     d->record.at[r].mark == KEPT && i < end_of_overs(d, r); i++)
			keep_lost(d, d->record.at[r].tid, &d->over.at[i]);
}

/* --- Steps. --- */

struct marking {
	struct depend *depend;
	struct cex *cex;
	uint32_t *owner; /* by step: its record */
};

static void keep_step(struct marking *m, size_t step) {
	keep_weakly(m->depend, m->owner[step]);
}

static bool is_kept(const struct marking *m, size_t step) {
	const struct step *s = &m->cex->step.at[step];
	return !s->in_model && m->depend->record.at[m->owner[step]].mark != ASIDE &&
	       s->kind != STEP_CALL && s->kind != STEP_BLOCKED;
}

static bool does_more(const struct marking *m, uint32_t thread, size_t after) {
	for (size_t i = after; i < m->cex->step.n; i++)
		if (m->cex->step.at[i].thread == thread && is_kept(m, i))
			return true;
	for (size_t i = 0; i < m->cex->access.n; i++)
		if (m->cex->access.at[i].thread == thread)
			return true;
	return false;
}

/* The lock that the step takes: does the thread do something that is kept before it releases the
 * lock?  *release: the step that does; or the number of steps. */
static bool protects(const struct marking *m, size_t acquire, size_t *release) {
	const struct step *a = &m->cex->step.at[acquire];
	bool found = false;
	size_t i = acquire + 1;
	for (; i < m->cex->step.n; i++) {
		const struct step *s = &m->cex->step.at[i];
		if (s->thread != a->thread)
			continue;
		if (s->kind == STEP_RELEASE && same_text(s->lhs, a->lhs))
			break;
		found = found || is_kept(m, i);
	}
	*release = i;
	return found || (i == m->cex->step.n && m->cex->wait.n);
}

/* Taking locks inside others, a lock may be kept only because of another one. */
static void keep_locks(struct marking *m) {
	for (size_t i = 0; i < m->cex->step.n; i++) {
		size_t release;
		if (m->cex->step.at[i].kind != STEP_ACQUIRE || !protects(m, i, &release))
			continue;
		keep_step(m, i);
		if (release < m->cex->step.n)
			keep_step(m, release);
	}
}

static bool mentions(const struct step *call, const char *object) {
	bool found = false;
	for (uint32_t i = 0; i < call->nargs && !found; i++)
		found = strstr(call->arg[i], object);
	return found && call->kind == STEP_CALL && !call->in_model;
}

/* The last call of another thread about the object before the thread goes on. */
static void keep_wakeup(struct marking *m, size_t blocked) {
	const struct step *s = &m->cex->step.at[blocked];
	size_t call = SIZE_MAX;
	for (size_t i = blocked + 1; i < m->cex->step.n && m->cex->step.at[i].thread != s->thread; i++)
		if (mentions(&m->cex->step.at[i], s->lhs))
			call = i;
	if (call != SIZE_MAX)
		keep_step(m, call);
}

static void keep_waits(struct marking *m) {
	for (size_t i = 0; i < m->cex->step.n; i++) {
		const struct step *s = &m->cex->step.at[i];
		bool waits = s->kind == STEP_BLOCKED && s->lhs && s->other == NO_THREAD;
		bool wakes = s->kind == STEP_NOTE;
		if ((!waits && !wakes) || !does_more(m, s->thread, i))
			continue;
		keep_step(m, i);
		if (waits)
			keep_wakeup(m, i);
	}
}

static void keep_joins(struct marking *m) {
	for (size_t i = 0; i < m->cex->step.n; i++) {
		const struct step *s = &m->cex->step.at[i];
		bool joins = s->kind == STEP_CALL && s->other != NO_THREAD && !s->in_model;
		if (joins && does_more(m, s->other, 0) && does_more(m, s->thread, i))
			keep_step(m, i);
	}
}

static void keep_calls(struct marking *m, const char *object) {
	for (size_t i = 0; i < m->cex->step.n; i++)
		if (mentions(&m->cex->step.at[i], object))
			keep_step(m, i);
}

static void keep_steps(struct marking *m) {
	close_over_dependence(m->depend);
	keep_waits(m);
	keep_joins(m);
	keep_locks(m);
	for (size_t i = 0; i < m->cex->wait.n; i++)
		if (m->cex->wait.at[i].holder == NO_THREAD && m->cex->wait.at[i].object)
			keep_calls(m, m->cex->wait.at[i].object);
}

/* About as many lines as a report has. */
static size_t count_lines(const struct marking *m) {
	size_t n = 0;
	struct loc last = {0};
	for (size_t i = 0; i < m->cex->step.n; i++) {
		const struct step *s = &m->cex->step.at[i];
		if (s->in_model || s->kind == STEP_RETURN || s->kind == STEP_ASSUME ||
		    (s->kind == STEP_BRANCH && !s->shared) ||
		    m->depend->record.at[m->owner[i]].mark == ASIDE)
			continue;
		n += s->loc.line != last.line || s->loc.col != last.col;
		last = s->loc;
	}
	return n;
}

void depend_mark(struct depend *d, struct cex *cex) {
	if (d->gives_up || !d->seed.n)
		return;
	struct marking m = {d, cex, mem_alloc((cex->step.n + 1) * sizeof(uint32_t))};
	for (size_t i = 0, next = 0; i < cex->step.n; i++) {
		while (next < d->owner.n && d->owner.at[next].first <= i)
			next++;
		m.owner[i] = next ? d->owner.at[next - 1].record : NO_RECORD;
	}
	do
		keep_steps(&m);
	while (count_lines(&m) > MAX_LINES && ++d->detail < DETAIL_N);
	for (size_t i = 0; i < cex->step.n; i++) {
		struct step *s = &cex->step.at[i];
		s->aside = d->record.at[m.owner[i]].mark == ASIDE && s->kind != STEP_VIOLATION;
		s->distance = s->aside ? 0 : d->record.at[m.owner[i]].distance;
	}
	mem_free(m.owner);
}
