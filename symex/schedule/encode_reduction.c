/* Sleep sets and persistent sets inside the encoding: schedules that are equivalent to others are
 * left out, as lazy/tree.h does it in the reachability tree.
 *
 * Two steps depend on each other if one of them writes memory that the other accesses, unless both
 * only add to it (memory/access_log.h).
 *
 * Sleep sets.  A thread that stops although it is enabled enters the sleep set, unless an execution
 * may end in its next step.  It leaves the sleep set, and may run again, once another thread has
 * made a step that its next step depends on.
 *
 * Redundant stops.  The encoding allows a stop before a step only if some step of another thread,
 * anywhere in the encoding, depends on it without a lock in common.  Otherwise the thread would
 * stay in the sleep set for ever; and the steps that others make meanwhile can as well be made
 * after the thread has continued to a stop that is not redundant, or to its end.  A stop is never
 * redundant if an execution may end in the step, or if the thread may repeat a loop for ever after
 * it.  Footprints are complete only after an encoding, and more stops lead to more accesses: so
 * when a skipped stop turns out to be needed, all contexts are encoded anew, with the footprints
 * known by then.  A step that was not executed yet is taken for one that needs a stop if the same
 * instruction needed one in another iteration of the loops around it: a stop more than necessary is
 * never wrong, and otherwise every iteration that is reached for the first time begins all anew.
 *
 * The footprint of the step from a location is known because a thread that may stop there may also
 * continue: then the step is executed in the same context.  A location accumulates the accesses of
 * all executions of its step.
 *
 * Persistent sets.  After a context whose thread T is still enabled, only those threads are tried
 * that T depends on, directly or through others.  Without a context bound, and if T is disabled,
 * only those are tried that some one enabled thread depends on, directly or through others.
 *
 * Under a context bound, moving a step earlier must not end a wait of another thread earlier,
 * because a switch that was free might count then.  So a step that ends a wait depends on the wait.
 */

#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/next_ins.h"
#include "symex/schedule/schedule.h"
#include "symex/step/switch.h"
#include "symex/step/value/eval.h"
#include "symex/step/wait.h"

static struct step_footprint *step_at(struct dependence *d, uint32_t location) {
	uint64_t known;
	if (map_get(&d->step_of, location, &known))
		return &d->step.at[known];
	struct step_footprint none = {0};
	map_put(&d->step_of, location, d->step.n);
	vec_push(&d->step, none);
	return &vec_last(&d->step);
}

void dependence_begin(struct dependence *d) {
	for (size_t i = 0; i < d->step.n; i++)
		d->step.at[i].skipped = false;
	d->set.n = 0;
}

void dependence_free(struct dependence *d) {
	for (size_t i = 0; i < d->step.n; i++) {
		vec_free(&d->step.at[i].accessed);
		vec_free(&d->step.at[i].wait_reads);
	}
	vec_free(&d->step);
	vec_free(&d->set);
	map_free(&d->step_of);
	map_free(&d->needed);
}

static bool same(const struct span *a, const struct span *b) {
	return a->object == b->object && a->from == b->from && a->to == b->to && a->use == b->use;
}

static void add_to_step(struct step_footprint *s, const struct span *span, uint32_t locks) {
	struct locked_span new = {*span, locks};
	for (size_t i = 0; i < s->accessed.n; i++)
		if (same(&s->accessed.at[i].span, span) && s->accessed.at[i].locks == locks)
			return;
	vec_push(&s->accessed, new);
}

static bool is_bounded(const struct encoding *r) {
	return r->t->context_bound != NO_BOUND;
}

/* --- Footprints of steps. --- */

void reduction_begin_step(struct encoding *r, struct state *st, uint32_t location) {
	struct symex *x = r->t->x;
	const struct ins *wait = wait_ins(st);
	if (!r->reduces)
		return;
	st->note.since = location;
	st->note.waits = FOOTPRINT_PLAIN;
	st->note.waits_for = NO_TERM;
	st->note.locks = footprint_held(r->t->footprints, st, NO_TERM, r->t->trusts);
	step_at(r->dep, location)->tid = st->tid;
	if (!wait)
		return;
	struct peek t = encoding_peek_begin(x);
	st->note.waits = FOOTPRINT_WAIT;
	if (!r->waits_hold) {
		encoding_peek_end(x, &t);
		return;
	}
	if (wait->sync == SYNC_MUTEX || wait->sync == SYNC_SPINLOCK)
		st->note.waits_for = wait_object(x, st);
	uint32_t holder = wait_holder(x, st);
	const struct created *c = NULL;
	if (wait_is_for_end(x, wait) && holder != NO_THREAD)
		c = (const struct created *)(uintptr_t)pmap_get(&st->created, holder);
	if (c) {
		st->note.waits = FOOTPRINT_JOIN;
		st->note.waits_for = c->data;
	}
	encoding_peek_end(x, &t);
}

/* The set with these accesses of the running thread's step.  The step counts as holding the lock
 * that it waits for and acquires, or the thread that it joins.  Accesses after the atomic section
 * that began with the wait are plain ones. */
static uint32_t footprint_of(struct encoding *r, const struct state *st, const struct span *span,
                             size_t n) {
	struct footprint f = {.tid = st->tid, .span = span, .n = n};
	bool waits = st->atomic || wait_ins(st);
	bool holds = waits && (r->t->trusts || st->note.waits == FOOTPRINT_JOIN);
	f.kind = waits ? st->note.waits : FOOTPRINT_PLAIN;
	f.locks =
	    footprint_held(r->t->footprints, st, holds ? st->note.waits_for : NO_TERM, r->t->trusts);
	return footprint_set(r->t->footprints, &f);
}

/* The creation of a thread initialises internal objects that no other thread can reach yet. */
static void drop_creation_writes(struct encoding *r, const struct state *before) {
	struct access_log *log = &r->t->log;
	const struct function *f = before->frame->function;
	bool creates = false;
	for (size_t i = 0; i < f->ins.n && before->atomic && f->is_model && !creates; i++)
		creates = ins_intrinsic(&f->ins.at[i]) == INTRINSIC_SPAWN;
	size_t kept = 0;
	for (size_t i = 0; i < log->at.n; i++)
		if (!creates || r->t->x->object.at[log->at.at[i].object].kind != OBJECT_INTERNAL)
			log->at.at[kept++] = log->at.at[i];
	log->at.n = kept;
}

void reduction_add_accesses(struct encoding *r, const struct state *before, struct state *after,
                            bool ends) {
	struct access_log *log = &r->t->log;
	struct dependence *d = r->dep;
	const struct ins *i = next_ins(before);
	if (!r->reduces)
		return;
	if (ends && before->note.since)
		step_at(d, before->note.since)->ends = true;
	d->untracked |= ends && !before->note.since;
	if (log->at.n)
		drop_creation_writes(r, before);
	/* A thread that has ended counts as another one: in other schedules it ends later. */
	if (after->nthreads == 1)
		log->at.n = 0;
	if (!log->at.n)
		return;
	uint32_t footprint = footprint_of(r, before, log->at.at, log->at.n);
	d->footprint = footprint_union(r->t->footprints, d->footprint, footprint);
	after->note.footprint = footprint_union(r->t->footprints, after->note.footprint, footprint);
	for (size_t k = 0; k < log->at.n && before->note.since; k++)
		add_to_step(step_at(d, before->note.since), &log->at.at[k], before->note.locks);
	d->untracked |= !before->note.since && (i->visible || before->atomic);
	log->at.n = 0;
}

void reduction_spins(struct encoding *r, const struct state *st, uint32_t location) {
	r->dep->untracked |= !location;
	if (!location)
		return;
	struct step_footprint *s = step_at(r->dep, location);
	s->tid = st->tid;
	s->spins = true;
	s->stuck = !st->note.at_visible;
}

void reduction_add_wait(struct encoding *r, const struct state *st, uint32_t location) {
	struct access_log *log = &r->t->log;
	struct step_footprint *step = step_at(r->dep, location);
	for (size_t i = 0; i < log->at.n; i++) {
		bool known = false;
		for (size_t k = 0; k < step->wait_reads.n && !known; k++)
			known = same(&step->wait_reads.at[k], &log->at.at[i]);
		if (!known)
			vec_push(&step->wait_reads, log->at.at[i]);
	}
	if (log->at.n) {
		struct state view = *st;
		reduction_begin_step(r, &view, location);
		uint32_t footprint = footprint_of(r, &view, log->at.at, log->at.n);
		r->dep->footprint = footprint_union(r->t->footprints, r->dep->footprint, footprint);
	}
	log->at.n = 0;
}

/* --- Redundant stops. --- */

/* Does the step depend on one in the set?  waits: as for footprint_conflicts. */
static bool conflicts(const struct encoding *r, const struct step_footprint *s, uint32_t footprint,
                      bool waits) {
	for (size_t i = 0; i < s->accessed.n; i++) {
		const struct locked_span *t = &s->accessed.at[i];
		struct footprint f = {.tid = s->tid, .locks = t->locks, .span = &t->span, .n = 1};
		if (footprint_conflicts(r->t->footprints, footprint, &f, waits))
			return true;
	}
	return false;
}

static bool needs_stop(const struct encoding *r, const struct step_footprint *s) {
	return s->ends || s->spins || r->dep->untracked ||
	       conflicts(r, s, r->dep->footprint, is_bounded(r));
}

/* The thread, its stack of calls and its instruction, as a number that differs for different ones
 * as a rule. */
static uint64_t place_of(const struct state *st) {
	uint64_t place = map_hash((uint64_t)st->tid << 32 | st->pc);
	for (const struct frame *f = st->frame; f; f = f->up)
		place = map_hash(place ^ ((uint64_t)f->function->symbol->id << 32 | f->return_pc));
	return place;
}

static bool needs_stop_noting(struct encoding *r, const struct step_footprint *s) {
	bool yes = needs_stop(r, s);
	if (yes && s->place)
		map_put(&r->dep->needed, s->place, 1);
	return yes;
}

bool reduction_needs_stop(struct encoding *r, const struct state *st, uint32_t location) {
	uint64_t known;
	if (!r->reduces)
		return true;
	struct step_footprint *s = step_at(r->dep, location);
	s->tid = st->tid;
	s->ends |= switch_may_end(r->t->x, st);
	if (!s->place)
		s->place = place_of(st);
	bool yes =
	    needs_stop_noting(r, s) || (!s->accessed.n && map_get(&r->dep->needed, s->place, &known));
	s->skipped |= !yes;
	return yes;
}

bool reduction_may_end(struct encoding *r, uint32_t location) {
	const struct step_footprint *s = r->reduces ? step_at(r->dep, location) : NULL;
	return !s || s->ends || !s->accessed.n;
}

/* --- Persistent sets. --- */

/* May one of these threads end the execution, or repeat a loop for ever?  Then the threads outside
 * the set might never run. */
static bool may_never_end(const struct encoding *r, uint64_t threads) {
	for (size_t i = 0; i < r->dep->step.n; i++)
		if ((r->dep->step.at[i].ends || r->dep->step.at[i].spins) &&
		    threads & thread_bit(r->dep->step.at[i].tid))
			return true;
	return false;
}

/* These threads and all that they depend on, directly or through others; all threads, if the
 * footprints do not determine that. */
static uint64_t closure(struct encoding *r, uint64_t threads) {
	uint64_t all = footprint_closure(r->t->footprints, r->dep->footprint, threads);
	bool unknown = all & thread_bit(63) || r->dep->untracked || may_never_end(r, all);
	return unknown ? ALL_THREADS : all;
}

static uint64_t remember_persistent_set(struct encoding *r, uint64_t from, uint64_t threads) {
	struct persistent_set set = {from, threads};
	for (size_t i = 0; i < r->dep->set.n; i++)
		if (r->dep->set.at[i].from == from && r->dep->set.at[i].threads == threads)
			return threads;
	vec_push(&r->dep->set, set);
	return threads;
}

/* The persistent set with this thread, or ALL_THREADS. */
static uint64_t set_with(struct encoding *r, const struct configuration *w, uint32_t from) {
	uint64_t threads = closure(r, thread_bit(from));
	/* A thread of the set that is not created yet can run only after its creator, which may be
	 * outside the set. */
	for (uint32_t tid = 0; tid < 63; tid++)
		if (threads & thread_bit(tid) && (tid >= w->n || !w->thread[tid].n))
			return ALL_THREADS;
	return threads;
}

uint64_t reduction_persistent_set(struct encoding *r, const struct configuration *w) {
	struct terms *ts = r->t->x->ts;
	const struct thread *ran = &w->thread[w->ran];
	if (!r->reduces || r->t->x->config->multi_property)
		return ALL_THREADS;
	uint32_t from = w->ran;
	uint64_t least = ALL_THREADS;
	if (ran->n == 1 && ran->stop->location && term_is_true(ts, ran->stop->enabled)) {
		least = set_with(r, w, from);
	} else if (!is_bounded(r)) {
		/* Any enabled thread will do: main is often enabled and depends on all. */
		for (uint32_t tid = 0; tid < w->n; tid++) {
			if (!term_is_true(ts, w->thread[tid].ready))
				continue;
			uint64_t threads = set_with(r, w, tid);
			if (__builtin_popcountll(threads) >= __builtin_popcountll(least))
				continue;
			least = threads;
			from = tid;
		}
	}
	return least == ALL_THREADS ? least : remember_persistent_set(r, thread_bit(from), least);
}

bool reduction_must_restart(struct encoding *r) {
	/* A lock was released by a thread that does not hold it, or overwritten: accesses under a
	 * common lock need not exclude each other. */
	if (r->reduces && r->t->discipline.violated && r->t->trusts) {
		r->t->trusts = false;
		dependence_free(r->dep);
		*r->dep = (struct dependence){0};
		return true;
	}
	bool skipped = false;
	for (size_t i = 0; i < r->dep->step.n && r->reduces; i++)
		skipped |= r->dep->step.at[i].skipped && needs_stop_noting(r, &r->dep->step.at[i]);
	if (skipped)
		return true;
	for (size_t i = 0; i < r->dep->set.n; i++)
		if (closure(r, r->dep->set.at[i].from) & ~r->dep->set.at[i].threads)
			return true;
	return false;
}

/* --- Sleep sets. --- */

void reduction_wake_dependent(struct encoding *r, struct configuration *w, uint32_t tid,
                              uint32_t footprint) {
	for (uint32_t other = 0; other < w->n; other++) {
		struct thread *th = &w->thread[other];
		bool owned = false;
		for (uint32_t i = 0; i < th->n && other != tid; i++) {
			const struct thread_stop *s = &th->stop[i];
			if (!s->location || !s->in_sleep_set)
				continue;
			const struct step_footprint *step = step_at(r->dep, s->location);
			if (!step->stuck && (r->dep->untracked || conflicts(r, step, footprint, true)))
				configuration_own(r, th, &owned)[i].in_sleep_set = false;
		}
	}
}

/* Does another thread than 'tid' wait for memory that the step from 'location' accesses? */
static bool is_waited_for(struct encoding *r, const struct configuration *w, uint32_t tid,
                          uint32_t location) {
	struct terms *ts = r->t->x->ts;
	for (uint32_t other = 0; other < w->n; other++) {
		const struct thread *th = &w->thread[other];
		for (uint32_t i = 0; i < th->n && other != tid; i++) {
			const struct thread_stop *s = &th->stop[i];
			if (!s->location || term_is_true(ts, s->enabled))
				continue;
			const struct step_footprint *mine = step_at(r->dep, location);
			const struct step_footprint *wait = step_at(r->dep, s->location);
			for (size_t k = 0; k < mine->accessed.n; k++)
				for (size_t n = 0; n < wait->wait_reads.n; n++)
					if (span_conflict(&mine->accessed.at[k].span, &wait->wait_reads.at[n]))
						return true;
		}
	}
	return false;
}

void reduction_wake_awaited(struct encoding *r, struct configuration *w) {
	for (uint32_t tid = 0; tid < w->n; tid++) {
		struct thread *th = &w->thread[tid];
		bool owned = false;
		for (uint32_t i = 0; i < th->n; i++)
			if (th->stop[i].location && th->stop[i].in_sleep_set &&
			    is_waited_for(r, w, tid, th->stop[i].location))
				configuration_own(r, th, &owned)[i].in_sleep_set = false;
	}
}
