#include "symex/concrete/retrace.h"

#include "symex/bounds.h"
#include "symex/concrete/concrete.h"
#include "symex/concrete/cover.h"
#include "symex/config.h"
#include "symex/core/next_ins.h"
#include "symex/core/state.h"
#include "symex/observer.h"
#include "symex/replay/replay.h"
#include "symex/replay/run/run_count.h"
#include "util/text/diag.h"

/* --- The replay. --- */

static void on_step(struct symex *x, const struct state *st) {
	struct retrace *r = x->observation.data;
	if (!run_counts_here(st))
		return;
	while (r->executed.n <= st->tid)
		vec_push(&r->executed, 0);
	if (!r->part.n || vec_last(&r->part).thread != st->tid)
		vec_push(&r->part, (struct retrace_part){.thread = st->tid});
	const struct ins *i = next_ins(st);
	struct retrace_part *p = &vec_last(&r->part);
	p->until = ++r->executed.at[st->tid];
	p->checks = i->kind == INS_ASSERT && i->hidden ? p->checks + 1 : 0;
}

static void on_choice(struct symex *x, const struct state *st, const struct choice *c) {
	struct retrace *r = x->observation.data;
	if (c->number >= REPLAY_EXTRA_CHOICES && !(c->number & CHOICE_OF_SYMBOL))
		return; /* the slice does not make it */
	while (r->choices.n <= st->tid)
		vec_push(&r->choices, 0);
	uint64_t nth = ++r->choices.at[st->tid];
	map_put(&r->number_of, (uint64_t)st->tid << 32 | nth, c->number);
}

static const struct observer retrace_observer = {.step = on_step, .choice = on_choice};

/* --- The run. --- */

uint32_t retrace_thread(const struct retrace *r, const struct run_trace *t, size_t *next) {
	for (; *next < r->part.n; ++*next) {
		const struct retrace_part *p = &r->part.at[*next];
		uint64_t until = *next + 1 < r->part.n ? p->until - p->checks : p->until;
		if (p->thread >= t->thread.n || t->thread.at[p->thread].counted < until)
			return p->thread;
	}
	return NO_THREAD;
}

bool retrace_choice(const struct retrace *r, uint64_t place, uint32_t *number) {
	uint64_t found;
	if (!map_get(&r->number_of, place, &found))
		return false;
	*number = (uint32_t)found;
	return true;
}

bool retrace_open(struct retrace *r, struct symex *x, struct model *model, const struct vc *vc) {
	*r = (struct retrace){.model = model, .goal = vc->property};
	const char *why;
	struct vc goal = *vc;
	return replay_run(x, model, &goal, &retrace_observer, r, &why);
}

void retrace_free(struct retrace *r) {
	vec_free(&r->part);
	vec_free(&r->executed);
	vec_free(&r->choices);
	map_free(&r->number_of);
}

/* Two accesses that nothing orders, but that are not next to each other: a run cannot tell that by
 * its schedule.  It ends where the counterexample does, and whoever executes it may see the race.
 */
static bool is_past_race(struct symex *x, const struct retrace *r, const struct vc *vc,
                         const struct run_trace *t) {
	size_t next = 0;
	return x->config->cover && x->config->cover->only_violations && t->end == RUN_NOT_FOLLOWED &&
	       properties_at(x->properties, vc->property)->class == PROPERTY_RACE &&
	       retrace_thread(r, t, &next) == NO_THREAD;
}

static void end_in_race(struct symex *x, const struct vc *vc, struct run_trace *t) {
	const struct property *p = properties_at(x->properties, vc->property);
	t->end = RUN_VIOLATES;
	t->end_loc = vc->loc;
	t->property = vc->property;
	t->why = p->text;
	t->property_id = p->id;
	t->class_name = property_class_name(p->class);
	t->confirmed = t->is_apart = true;
}

void retrace_counterexample(struct symex *x, struct model *model, const struct vc *vc,
                            struct run_trace *run) {
	struct retrace r;
	struct property_result *told = &x->result->property.at[vc->property];
	if (run) {
		run->told = told;
		cover_add_violation(x->config->cover, run, told);
		return;
	}
	if (retrace_open(&r, x, model, vc)) {
		struct run_trace *t = run_trace_open();
		struct concrete_plan plan = {.retrace = &r, .context_bound = NO_BOUND};
		concrete_run(x, &plan, t);
		t->told = told;
		if (is_past_race(x, &r, vc, t))
			end_in_race(x, vc, t);
		if (t->end == RUN_VIOLATES && t->property == vc->property)
			cover_add_violation(x->config->cover, t, told);
		else if (!x->config->cover->only_violations)
			diag_note(vc->loc, "--cover: no test of this violation: %s%s%s", run_end_text(t->end),
			          t->why ? ": " : "", t->why ? t->why : "");
		run_trace_close(t);
	}
	retrace_free(&r);
}
