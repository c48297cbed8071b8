/* Schedules that are like others are left out, as in the tree (tree.h).
 *
 * Sleeping.  A thread that stops although it could go on must not do so before somebody has touched
 * what its next step touches.
 *
 * Stopping only where it matters.  A thread stops before a step only if some other thread touches
 * what the step touches, anywhere in the recording, without a lock in common.  Otherwise the thread
 * would sleep for ever; and what happens while it sleeps happens as well after it has gone on to a
 * stop that matters, or to its end.  Not so if an execution may end in the step.  What is touched
 * is known after a recording only, and more is touched when there are more stops: so a recording
 * begins anew when it turns out that a stop was passed that matters, with what is known by then.
 *
 * What a step touches is known because a thread that may stop before it may also go on: then the
 * step is executed in the same context.  A place keeps all that was ever touched by its step.
 *
 * Under a context bound, making a step earlier must not end somebody's wait earlier, for then a
 * switch that was free might count: what ends a wait depends on the wait. */
#include <string.h>

#include "symex/eval.h"
#include "symex/explore.h"
#include "symex/thread.h"
#include "symex/tree/schedule.h"
#include "symex/wait.h"

static struct recorded_step *step_at(struct dependence *d, uint32_t place) {
	uint64_t known;
	if (map_get(&d->step_of, place, &known))
		return &d->step.at[known];
	struct recorded_step none = {0};
	map_put(&d->step_of, place, d->step.n);
	vec_push(&d->step, none);
	return &vec_last(&d->step);
}

void dependence_free(struct dependence *d) {
	for (size_t i = 0; i < d->step.n; i++) {
		vec_free(&d->step.at[i].touched);
		vec_free(&d->step.at[i].waits);
	}
	vec_free(&d->step);
	map_free(&d->step_of);
}

static bool same(const struct touch *a, const struct touch *b) {
	return a->object == b->object && a->from == b->from && a->to == b->to && a->use == b->use;
}

static void add_to_step(struct recorded_step *s, const struct touch *t, uint32_t locks) {
	struct recorded_touch new = {*t, locks};
	for (size_t i = 0; i < s->touched.n; i++)
		if (same(&s->touched.at[i].touch, t) && s->touched.at[i].locks == locks)
			return;
	vec_push(&s->touched, new);
}

static bool is_bounded(const struct recording *r) {
	return r->t->bound.context != NO_BOUND;
}

/* --- What steps touch. --- */

void asleep_begin(struct recording *r, struct state *st, uint32_t place) {
	struct symex *x = r->t->x;
	const struct ins *wait = wait_ins(st);
	if (!r->sleeps)
		return;
	st->since = place;
	st->waits = TOUCH_PLAIN;
	st->waits_for = NO_TERM;
	st->locks = node_locks(r->t, st, NO_TERM);
	step_at(r->dep, place)->tid = st->tid;
	if (!wait)
		return;
	struct traces t = recording_look_begin(x);
	st->waits = TOUCH_WAIT;
	if (wait->text && (!strcmp(wait->text, "mutex") || !strcmp(wait->text, "spinlock")))
		st->waits_for = wait_object(x, st);
	uint32_t holder = wait_holder(x, st);
	const struct created *c = NULL;
	if (wait->text && !strcmp(wait->text, "join") && holder != NO_THREAD)
		c = (const struct created *)(uintptr_t)pmap_get(&st->created, holder);
	if (c) {
		st->waits = TOUCH_JOIN;
		st->waits_for = c->data;
	}
	recording_look_end(x, &t);
}

/* As others see it: with the lock that the step waits for and gets, or the thread it joins.  What
 * comes after the atomic section that began with the wait does not wait. */
static uint32_t seen(struct recording *r, const struct state *st, const struct touch *touch,
                     size_t n) {
	struct footprint f = {.tid = st->tid, .touch = touch, .n = n};
	bool waits = st->atomic || wait_ins(st);
	bool lawless = r->t->lawless && st->waits != TOUCH_JOIN;
	f.kind = waits ? st->waits : TOUCH_PLAIN;
	f.locks = node_locks(r->t, st, !waits || lawless ? NO_TERM : st->waits_for);
	return summary_of(r->t->summaries, &f);
}

void asleep_touched(struct recording *r, const struct state *before, struct state *after,
                    bool ends) {
	struct stepping *s = &r->t->stepping;
	struct dependence *d = r->dep;
	const struct ins *i = &before->frame->function->ins.at[before->pc];
	if (!r->sleeps)
		return;
	if (ends && before->since)
		step_at(d, before->since)->ends = true;
	if (!s->touched.n)
		return;
	uint32_t summary = seen(r, before, s->touched.at, s->touched.n);
	d->everything = summary_union(r->t->summaries, d->everything, summary);
	after->touched = summary_union(r->t->summaries, after->touched, summary);
	for (size_t k = 0; k < s->touched.n && before->since; k++)
		add_to_step(step_at(d, before->since), &s->touched.at[k], before->locks);
	d->untracked |= !before->since && (i->visible || before->atomic);
	s->touched.n = 0;
}

void asleep_waits(struct recording *r, const struct state *st, uint32_t place) {
	struct stepping *s = &r->t->stepping;
	struct recorded_step *step = step_at(r->dep, place);
	for (size_t i = 0; i < s->touched.n; i++) {
		bool known = false;
		for (size_t k = 0; k < step->waits.n && !known; k++)
			known = same(&step->waits.at[k], &s->touched.at[i]);
		if (!known)
			vec_push(&step->waits, s->touched.at[i]);
	}
	if (s->touched.n && is_bounded(r)) {
		struct footprint f = {.tid = st->tid, .kind = TOUCH_WAIT, .touch = s->touched.at};
		f.n = s->touched.n;
		f.locks = node_locks(r->t, st, NO_TERM);
		r->dep->everything =
		    summary_union(r->t->summaries, r->dep->everything, summary_of(r->t->summaries, &f));
	}
	s->touched.n = 0;
}

/* --- Which stops matter. --- */

static bool conflicts(const struct recording *r, const struct recorded_step *s, uint32_t summary,
                      bool waits) {
	for (size_t i = 0; i < s->touched.n; i++) {
		const struct recorded_touch *t = &s->touched.at[i];
		struct footprint f = {.tid = s->tid, .locks = t->locks, .touch = &t->touch, .n = 1};
		if (summary_conflicts(r->t->summaries, summary, &f, waits))
			return true;
	}
	return false;
}

static bool matters(const struct recording *r, const struct recorded_step *s) {
	return s->ends || r->dep->untracked || conflicts(r, s, r->dep->everything, is_bounded(r));
}

bool asleep_matters(struct recording *r, const struct state *st, uint32_t place) {
	if (!r->sleeps)
		return true;
	struct recorded_step *s = step_at(r->dep, place);
	s->tid = st->tid;
	s->ends |= explore_may_end(r->t->x, st);
	bool yes = matters(r, s);
	s->passed |= !yes;
	return yes;
}

bool asleep_may_end(struct recording *r, uint32_t place) {
	return !r->sleeps || step_at(r->dep, place)->ends;
}

bool asleep_missed(struct recording *r) {
	/* A lock was released by somebody who does not hold it: locks keep nobody out after all. */
	if (r->sleeps && r->t->stepping.lawless && !r->t->lawless) {
		r->t->lawless = true;
		dependence_free(r->dep);
		*r->dep = (struct dependence){0};
		return true;
	}
	for (size_t i = 0; i < r->dep->step.n && r->sleeps; i++)
		if (r->dep->step.at[i].passed && matters(r, &r->dep->step.at[i]))
			return true;
	return false;
}

/* --- Who wakes. --- */

void asleep_disturb(struct recording *r, struct world *w, uint32_t tid, uint32_t touched) {
	for (uint32_t other = 0; other < w->thread.n; other++) {
		struct stops *at = &w->thread.at[other].stops;
		for (size_t i = 0; i < at->at.n && other != tid; i++) {
			struct stop *s = &at->at.at[i];
			if (s->place && !s->awake)
				s->awake =
				    conflicts(r, step_at(r->dep, s->place), touched, true) || r->dep->untracked;
		}
	}
}

/* Does some other thread than 'tid' wait for what the step at 'place' touches? */
static bool is_waited_for(struct recording *r, const struct world *w, uint32_t tid,
                          uint32_t place) {
	struct terms *ts = r->t->x->ts;
	for (uint32_t other = 0; other < w->thread.n; other++) {
		const struct stops *at = &w->thread.at[other].stops;
		for (size_t i = 0; i < at->at.n && other != tid; i++) {
			const struct stop *s = &at->at.at[i];
			if (!s->place || term_is_true(ts, s->can_go))
				continue;
			const struct recorded_step *mine = step_at(r->dep, place);
			const struct recorded_step *wait = step_at(r->dep, s->place);
			for (size_t k = 0; k < mine->touched.n; k++)
				for (size_t n = 0; n < wait->waits.n; n++)
					if (touch_conflict(&mine->touched.at[k].touch, &wait->waits.at[n]))
						return true;
		}
	}
	return false;
}

void asleep_wake_for_waits(struct recording *r, struct world *w) {
	for (uint32_t tid = 0; tid < w->thread.n; tid++) {
		struct stops *at = &w->thread.at[tid].stops;
		for (size_t i = 0; i < at->at.n; i++) {
			struct stop *s = &at->at.at[i];
			if (s->place && !s->awake)
				s->awake = is_waited_for(r, w, tid, s->place);
		}
	}
}
