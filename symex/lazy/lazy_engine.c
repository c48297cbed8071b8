/* The operations that a step of the tree calls (symex/engine.h). */
#include "symex/core/next_ins.h"
#include "symex/explore/explore.h"
#include "symex/explore/robust.h"
#include "symex/explore/vector_clock.h"
#include "symex/lazy/lassos.h"
#include "symex/lazy/node.h"
#include "symex/library/history.h"
#include "symex/query/vc.h"
#include "symex/replay/replay.h"
#include "symex/step/check/condition.h"
#include "symex/step/thread/buffer.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"

/* Which atomic section the thread is in, and the lock that it has waited for. */
static void note_section(struct tree *t, struct state *st) {
	const struct ins *i = next_ins(st);
	if (st->atomic && !protect_is_alone(st))
		protect_runs(t->protect, t->x, st);
	if (st->atomic || i->kind != INS_ATOMIC_BEGIN)
		return;
	st->section = i;
	st->section_lock = i->rhs && sync_is_exclusive(i->sync) ? wait_object(t->x, st) : NO_TERM;
}

/* A switch point matters only if there is another thread. */
static bool lazy_stops(struct symex *x, struct state *st) {
	struct tree *t = x->self;
	bool runs_on = false;
	if (buffer_stops(x, st))
		return true;
	if (explore_stops(x, st, st->nlive == 1 || t->path.undivided, &runs_on))
		return true;
	if (runs_on && !t->path.runs_on)
		t->log.first = t->log.at.n;
	t->path.runs_on |= runs_on;
	if (t->protect)
		note_section(t, st);
	robust_instruction(x, st);
	clock_instruction(x, st);
	return false;
}

static void lazy_access(struct symex *x, struct state *st, const struct access *a) {
	struct tree *t = x->self;
	robust_access(x, st, a);
	clock_access(x, st, a);
	if (t->hidden)
		hidden_access(t->hidden, x, a);
	if (t->keys.symmetry)
		symmetry_access(t->keys.symmetry, st, a);
	if (!t->protect || !t->log.record)
		return;
	bool is_alone = protect_is_alone(st);
	bool is_private = t->private && !is_alone && private_is(t, st, a->object);
	if (!is_alone)
		protect_access(t->protect, x, st, a, is_private);
	if (t->private && a->kind == ACCESS_WRITE && !is_private)
		private_wrote(t->private);
}

static void lazy_fence(struct symex *x, struct state *st, enum mem_order order) {
	robust_fence(x, st, order);
	clock_fence(x, st, order);
}

static void lazy_spawned(struct symex *x, struct state *creator, const struct state *thread) {
	thread_put(x, creator, thread);
	clock_spawned(x, creator, thread->tid);
	robust_spawned(x, creator, thread->tid);
}

/* A store through a pointer to one of several objects waits in the buffer for each of them, and the
 * execution of a model makes one of these.  Sets the position among those that it makes; false: it
 * does not make this one. */
static bool place_flush(struct model *model, const struct pending *youngest, struct plan_step *s) {
	uint32_t at = 0, older = 0;
	bool is_made = false;
	for (const struct pending *p = youngest; p; p = p->up)
		at += p->object != 0;
	for (const struct pending *p = youngest; p; p = p->up) {
		if (!p->object || --at > s->position)
			continue;
		bool holds = model_holds(model, p->guard);
		if (at == s->position)
			is_made = holds;
		else
			older += holds;
	}
	s->position = older;
	return is_made;
}

static void lazy_plan(struct symex *x, struct model *model, const struct vc *vc,
                      struct plan *plan) {
	const struct tree *t = x->self;
	(void)vc;
	plan->naming = &t->naming;
	plan->is_complete = true;
	if (t->lassos)
		lassos_plan(t->lassos, plan);
	const uint32_t loop = plan->loop, again = plan->again;
	for (size_t i = 0; i < t->path.schedule.n; i++) {
		uint32_t step = t->path.schedule.at[i], of = step & ~STEP_BITS;
		struct plan_step s = {.tid = of,
		                      .undivided = step & UNDIVIDED,
		                      .at_switch = !(step & (IN_LOOP | AT_DRAIN)),
		                      .in_loop = step & IN_LOOP};
		if (step & FLUSH)
			s = (struct plan_step){
			    .tid = of & FLUSH_THREAD, .flushes = true, .position = of >> FLUSH_SHIFT};
		if (!s.flushes || place_flush(model, t->path.buffer.at[i], &s)) {
			vec_push(&plan->step, s);
			continue;
		}
		plan->loop -= i < loop;
		plan->again -= i < again;
	}
}

#define COMMON                                                                                     \
	.feasible = vc_path_feasible, .check = step_record, .enqueue = explore_add,                    \
	.wait = step_assume_wait, .excludes = vc_path_excludes, .paths = {.splits = true},             \
	.threads = {.exist = true,                                                                     \
	            .takes_signals = true,                                                             \
	            .stops = lazy_stops,                                                               \
	            .bounded = explore_stop,                                                           \
	            .spawned = lazy_spawned,                                                           \
	            .has_ended = thread_has_ended,                                                     \
	            .plan = lazy_plan},                                                                \
	.calls = LIBRARY_CALLS

const struct engine lazy_engine = {
    .name = "lazy",
    COMMON,
    .memory = {.access = lazy_access, .fence = lazy_fence, .synchronise = clock_synchronise}};

/* Hidden cells, lock protection and symmetry, for which lazy_access is, are off under these models:
 * symex/model/shortcuts.def. */
const struct engine lazy_buffer_engine = {.name = "lazy, with store buffers",
                                          COMMON,
                                          .memory = {.by_scalar = true,
                                                     .is_own = buffer_is_own,
                                                     .access = buffer_access,
                                                     .read = buffer_read,
                                                     .write = buffer_write,
                                                     .fence = buffer_fence}};
