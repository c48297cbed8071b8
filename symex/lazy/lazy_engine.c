/* The operations that a step of the tree calls (symex/engine.h). */
#include "symex/explore/explore.h"
#include "symex/lazy/node.h"
#include "symex/query/vc.h"
#include "symex/replay/replay.h"
#include "symex/step/condition.h"
#include "symex/step/thread.h"

/* A switch point matters only if there is another thread. */
static bool lazy_stops(struct symex *x, struct state *st) {
	struct tree *t = x->self;
	bool runs_on = false;
	if (explore_stops(x, st, st->nlive == 1 || t->undivided, &runs_on))
		return true;
	if (runs_on && !t->runs_on)
		t->log.first = t->log.at.n;
	t->runs_on |= runs_on;
	return false;
}

static void lazy_access(struct symex *x, struct state *st, const struct access *a) {
	struct tree *t = x->self;
	if (t->hidden)
		hidden_access(t->hidden, x, a);
	if (t->symmetry)
		symmetry_access(t->symmetry, st, a);
	if (!t->protect || !t->log.record)
		return;
	bool is_alone = protect_is_alone(st);
	bool is_private = t->private && !is_alone && private_is(t, st, a->object);
	if (!is_alone)
		protect_access(t->protect, x, st, a, is_private);
	if (t->private && a->kind == ACCESS_WRITE && !is_private)
		private_wrote(t->private);
}

static void lazy_plan(struct symex *x, struct model *model, const struct vc *vc,
                      struct plan *plan) {
	const struct tree *t = x->self;
	(void)model, (void)vc;
	plan->naming = &t->naming;
	plan->is_complete = true;
	for (size_t i = 0; i < t->schedule.n; i++) {
		uint32_t step = t->schedule.at[i];
		struct plan_step s = {.tid = step & ~(UNDIVIDED | IN_LOOP),
		                      .undivided = step & UNDIVIDED,
		                      .at_switch = !(step & IN_LOOP),
		                      .in_loop = step & IN_LOOP};
		vec_push(&plan->step, s);
	}
}

const struct engine lazy_engine = {
    .name = "lazy",
    .feasible = vc_path_feasible,
    .check = step_record,
    .enqueue = explore_add,
    .wait = step_assume_wait,
    .excludes = vc_path_excludes,
    .memory = {.access = lazy_access},
    .threads = {.exist = true,
                .takes_signals = true,
                .stops = lazy_stops,
                .bounded = explore_stop,
                .spawned = thread_put,
                .has_ended = thread_has_ended,
                .plan = lazy_plan},
};
