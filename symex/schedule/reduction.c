/* Schedules that are like others are left out, as in the tree (tree.h).
 *
 * Sleeping.  A thread that stops although it could go on must not do so before somebody has touched
 * what its next step touches.
 *
 * Stopping only where it matters.  A thread stops before a step only if some other thread touches
 * what the step touches, anywhere in the recording, without a lock in common.  Otherwise the thread
 * would sleep for ever; and what happens while it sleeps happens as well after it has gone on to a
 * stop that matters, or to its end.  Not so if an execution may end in the step, or the thread goes
 * round in a loop for ever.  What is touched is known after a recording only, and more is touched
 * when there are more stops: so a recording begins anew, with what is known by then, when it turns
 * out that a stop was passed that matters.
 *
 * What a step touches is known because a thread that may stop before it may also go on: then the
 * step is executed in the same context.  A location keeps all that was ever touched by its step.
 *
 * Choosing only where it matters.  After a thread that could go on, only those come next that it
 * depends on, directly or through others; without a bound, and if the last thread cannot go on,
 * only those that one thread that can depends on (tree.h: components).
 *
 * Under a context bound, making a step earlier must not end somebody's wait earlier, for then a
 * switch that was free might count: what ends a wait depends on the wait. */

#include "symex/step/eval.h"
#include "symex/step/switch.h"
#include "symex/schedule/schedule.h"
#include "symex/step/wait.h"

static struct recorded_step *step_at(struct dependence *d, uint32_t location) {
	uint64_t known;
	if (map_get(&d->step_of, location, &known))
		return &d->step.at[known];
	struct recorded_step none = {0};
	map_put(&d->step_of, location, d->step.n);
	vec_push(&d->step, none);
	return &vec_last(&d->step);
}

void dependence_begin(struct dependence *d) {
	for (size_t i = 0; i < d->step.n; i++)
		d->step.at[i].passed = false;
	d->chosen.n = 0;
}

void dependence_free(struct dependence *d) {
	for (size_t i = 0; i < d->step.n; i++) {
		vec_free(&d->step.at[i].accessed);
		vec_free(&d->step.at[i].waits);
	}
	vec_free(&d->step);
	vec_free(&d->chosen);
	map_free(&d->step_of);
}

static bool same(const struct span *a, const struct span *b) {
	return a->object == b->object && a->from == b->from && a->to == b->to && a->use == b->use;
}

static void add_to_step(struct recorded_step *s, const struct span *t, uint32_t locks) {
	struct recorded_span new = {*t, locks};
	for (size_t i = 0; i < s->accessed.n; i++)
		if (same(&s->accessed.at[i].span, t) && s->accessed.at[i].locks == locks)
			return;
	vec_push(&s->accessed, new);
}

static bool is_bounded(const struct encoding *r) {
	return r->t->context_bound != NO_BOUND;
}

/* --- What steps touch. --- */

void reduction_begin(struct encoding *r, struct state *st, uint32_t location) {
	struct symex *x = r->t->x;
	const struct ins *wait = wait_ins(st);
	if (!r->sleeps)
		return;
	st->note.since = location;
	st->note.waits = FOOTPRINT_PLAIN;
	st->note.waits_for = NO_TERM;
	st->note.locks = footprint_held(r->t->footprints, st, NO_TERM, r->t->trusts);
	step_at(r->dep, location)->tid = st->tid;
	if (!wait)
		return;
	struct traces t = encoding_look_begin(x);
	st->note.waits = FOOTPRINT_WAIT;
	if (x->prog->interrupt.function) { /* handlers run although it does not hold that */
		encoding_look_end(x, &t);
		return;
	}
	if (wait->sync == SYNC_MUTEX || wait->sync == SYNC_SPINLOCK)
		st->note.waits_for = wait_object(x, st);
	uint32_t holder = wait_holder(x, st);
	const struct created *c = NULL;
	if (wait->sync == SYNC_JOIN && holder != NO_THREAD)
		c = (const struct created *)(uintptr_t)pmap_get(&st->created, holder);
	if (c) {
		st->note.waits = FOOTPRINT_JOIN;
		st->note.waits_for = c->data;
	}
	encoding_look_end(x, &t);
}

/* As others see it: with the lock that the step waits for and gets, or the thread it joins.  What
 * comes after the atomic section that began with the wait does not wait. */
static uint32_t seen(struct encoding *r, const struct state *st, const struct span *touch,
                     size_t n) {
	struct footprint f = {.tid = st->tid, .span = touch, .n = n};
	bool waits = st->atomic || wait_ins(st);
	bool holds = waits && (r->t->trusts || st->note.waits == FOOTPRINT_JOIN);
	f.kind = waits ? st->note.waits : FOOTPRINT_PLAIN;
	f.locks =
	    footprint_held(r->t->footprints, st, holds ? st->note.waits_for : NO_TERM, r->t->trusts);
	return footprint_set(r->t->footprints, &f);
}

/* Nobody else can reach what a thread is given when it is created. */
static void drop_first_writes(struct encoding *r, const struct state *before) {
	struct access_log *log = &r->t->log;
	const struct function *f = before->frame->function;
	bool creates = false;
	for (size_t i = 0; i < f->ins.n && before->atomic && f->is_model && !creates; i++) {
		const struct ins *in = &f->ins.at[i];
		creates = in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL &&
		          in->rhs->symbol == r->t->x->spawn;
	}
	size_t kept = 0;
	for (size_t i = 0; i < log->at.n; i++)
		if (!creates || r->t->x->object.at[log->at.at[i].object].kind != OBJECT_INTERNAL)
			log->at.at[kept++] = log->at.at[i];
	log->at.n = kept;
}

void reduction_accessed(struct encoding *r, const struct state *before, struct state *after,
                        bool ends) {
	struct access_log *log = &r->t->log;
	struct dependence *d = r->dep;
	const struct ins *i = &before->frame->function->ins.at[before->pc];
	if (!r->sleeps)
		return;
	if (ends && before->note.since)
		step_at(d, before->note.since)->ends = true;
	d->untracked |= ends && !before->note.since;
	if (log->at.n)
		drop_first_writes(r, before);
	if (after->nthreads == 1) /* there is nobody else yet; who has ended might have gone on later */
		log->at.n = 0;
	if (!log->at.n)
		return;
	uint32_t summary = seen(r, before, log->at.at, log->at.n);
	d->everything = footprint_union(r->t->footprints, d->everything, summary);
	after->note.footprint = footprint_union(r->t->footprints, after->note.footprint, summary);
	for (size_t k = 0; k < log->at.n && before->note.since; k++)
		add_to_step(step_at(d, before->note.since), &log->at.at[k], before->note.locks);
	d->untracked |= !before->note.since && (i->visible || before->atomic);
	log->at.n = 0;
}

void reduction_stays(struct encoding *r, const struct state *st, uint32_t location) {
	r->dep->untracked |= !location;
	if (!location)
		return;
	struct recorded_step *s = step_at(r->dep, location);
	s->tid = st->tid;
	s->spins = true;
	s->stuck = !st->note.at_visible;
}

void reduction_waits(struct encoding *r, const struct state *st, uint32_t location) {
	struct access_log *log = &r->t->log;
	struct recorded_step *step = step_at(r->dep, location);
	for (size_t i = 0; i < log->at.n; i++) {
		bool known = false;
		for (size_t k = 0; k < step->waits.n && !known; k++)
			known = same(&step->waits.at[k], &log->at.at[i]);
		if (!known)
			vec_push(&step->waits, log->at.at[i]);
	}
	if (log->at.n) {
		struct state view = *st;
		reduction_begin(r, &view, location);
		uint32_t summary = seen(r, &view, log->at.at, log->at.n);
		r->dep->everything = footprint_union(r->t->footprints, r->dep->everything, summary);
	}
	log->at.n = 0;
}

/* --- Which stops matter. --- */

static bool conflicts(const struct encoding *r, const struct recorded_step *s, uint32_t summary,
                      bool waits) {
	for (size_t i = 0; i < s->accessed.n; i++) {
		const struct recorded_span *t = &s->accessed.at[i];
		struct footprint f = {.tid = s->tid, .locks = t->locks, .span = &t->span, .n = 1};
		if (footprint_conflicts(r->t->footprints, summary, &f, waits))
			return true;
	}
	return false;
}

static bool matters(const struct encoding *r, const struct recorded_step *s) {
	return s->ends || s->spins || r->dep->untracked ||
	       conflicts(r, s, r->dep->everything, is_bounded(r));
}

bool reduction_matters(struct encoding *r, const struct state *st, uint32_t location) {
	if (!r->sleeps)
		return true;
	struct recorded_step *s = step_at(r->dep, location);
	s->tid = st->tid;
	s->ends |= switch_may_end(r->t->x, st);
	bool yes = matters(r, s);
	s->passed |= !yes;
	return yes;
}

bool reduction_may_end(struct encoding *r, uint32_t location) {
	return !r->sleeps || step_at(r->dep, location)->ends;
}

/* --- Which threads to choose from. --- */

/* Do these threads perhaps never come to an end after which others go on? */
static bool may_never_end(const struct encoding *r, uint64_t threads) {
	for (size_t i = 0; i < r->dep->step.n; i++)
		if ((r->dep->step.at[i].ends || r->dep->step.at[i].spins) &&
		    threads & thread_bit(r->dep->step.at[i].tid))
			return true;
	return false;
}

/* These threads and all that depend on them; everybody, if that says too little. */
static uint64_t component(struct encoding *r, uint64_t threads) {
	uint64_t all = footprint_closure(r->t->footprints, r->dep->everything, threads);
	bool unclear = all & thread_bit(63) || r->dep->untracked || may_never_end(r, all);
	return unclear ? ALL_THREADS : all;
}

static uint64_t remember(struct encoding *r, uint64_t from, uint64_t threads) {
	struct chosen_set set = {from, threads};
	for (size_t i = 0; i < r->dep->chosen.n; i++)
		if (r->dep->chosen.at[i].from == from && r->dep->chosen.at[i].threads == threads)
			return threads;
	vec_push(&r->dep->chosen, set);
	return threads;
}

uint64_t reduction_choices(struct encoding *r, const struct configuration *w) {
	struct terms *ts = r->t->x->ts;
	const struct thread *ran = &w->thread[w->ran];
	if (!r->sleeps || r->t->x->config->multi_property)
		return ALL_THREADS;
	uint64_t from = 0;
	if (ran->n == 1 && ran->stop->location && term_is_true(ts, ran->stop->enabled))
		from = thread_bit(w->ran);
	for (uint32_t tid = 0; tid < w->n && !from && !is_bounded(r); tid++)
		if (term_is_true(ts, w->thread[tid].ready))
			from = thread_bit(tid);
	if (!from)
		return ALL_THREADS;
	uint64_t threads = component(r, from);
	/* Who is not there yet can be let run only by who creates it. */
	for (uint32_t tid = 0; tid < 63; tid++)
		if (threads & thread_bit(tid) && (tid >= w->n || !w->thread[tid].n))
			return ALL_THREADS;
	return threads == ALL_THREADS ? threads : remember(r, from, threads);
}

bool reduction_missed(struct encoding *r) {
	/* A lock was released by somebody who does not hold it, or overwritten: locks keep nobody out
	 * after all. */
	if (r->sleeps && r->t->discipline.violated && r->t->trusts) {
		r->t->trusts = false;
		dependence_free(r->dep);
		*r->dep = (struct dependence){0};
		return true;
	}
	for (size_t i = 0; i < r->dep->step.n && r->sleeps; i++)
		if (r->dep->step.at[i].passed && matters(r, &r->dep->step.at[i]))
			return true;
	for (size_t i = 0; i < r->dep->chosen.n; i++)
		if (component(r, r->dep->chosen.at[i].from) & ~r->dep->chosen.at[i].threads)
			return true;
	return false;
}

/* --- Who wakes. --- */

void reduction_disturb(struct encoding *r, struct configuration *w, uint32_t tid,
                       uint32_t touched) {
	for (uint32_t other = 0; other < w->n; other++) {
		struct thread *th = &w->thread[other];
		bool owned = false;
		for (uint32_t i = 0; i < th->n && other != tid; i++) {
			const struct stop *s = &th->stop[i];
			if (!s->location || s->awake)
				continue;
			const struct recorded_step *step = step_at(r->dep, s->location);
			if (!step->stuck && (r->dep->untracked || conflicts(r, step, touched, true)))
				configuration_own(r, th, &owned)[i].awake = true;
		}
	}
}

/* Does some other thread than 'tid' wait for what the step at 'place' touches? */
static bool is_waited_for(struct encoding *r, const struct configuration *w, uint32_t tid,
                          uint32_t location) {
	struct terms *ts = r->t->x->ts;
	for (uint32_t other = 0; other < w->n; other++) {
		const struct thread *th = &w->thread[other];
		for (uint32_t i = 0; i < th->n && other != tid; i++) {
			const struct stop *s = &th->stop[i];
			if (!s->location || term_is_true(ts, s->enabled))
				continue;
			const struct recorded_step *mine = step_at(r->dep, location);
			const struct recorded_step *wait = step_at(r->dep, s->location);
			for (size_t k = 0; k < mine->accessed.n; k++)
				for (size_t n = 0; n < wait->waits.n; n++)
					if (span_conflict(&mine->accessed.at[k].span, &wait->waits.at[n]))
						return true;
		}
	}
	return false;
}

void reduction_wake_for_waits(struct encoding *r, struct configuration *w) {
	for (uint32_t tid = 0; tid < w->n; tid++) {
		struct thread *th = &w->thread[tid];
		bool owned = false;
		for (uint32_t i = 0; i < th->n; i++)
			if (th->stop[i].location && !th->stop[i].awake &&
			    is_waited_for(r, w, tid, th->stop[i].location))
				configuration_own(r, th, &owned)[i].awake = true;
	}
}
