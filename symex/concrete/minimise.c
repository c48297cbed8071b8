#include "symex/concrete/minimise.h"

#include "process/work.h"
#include "symex/bounds.h"
#include "symex/concrete/concrete.h"
#include "symex/concrete/prediction.h"
#include "symex/concrete/retrace.h"
#include "symex/config.h"
#include "symex/replay/trace/trace.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/same.h"

enum { MAX_TRIES = 200, MAX_WORK = 400000, MAX_LENGTH = 50000 };
enum { MANY_VALUES = 8, FEW_TRIES = 4, MANY_TRIES = 40 }; /* of one value */
enum { WAKEUP_TRIES = 64 };
#define MAX_SECONDS 0.8 /* the last replay comes after that */

struct minimiser {
	struct symex *x;
	const struct vc *vc;
	struct detour best;
	uint32_t switches;     /* of the best run */
	uint64_t instructions; /* of it */
	unsigned tries;
	uint64_t work; /* instructions of all runs */
	double began;
	unsigned share; /* violations so far: later ones are tried less */
	bool changed;   /* something better than the counterexample was found */
};

static bool is_over(const struct minimiser *m) {
	return symex_stop || m->tries * m->share >= MAX_TRIES || m->work * m->share >= MAX_WORK ||
	       (work_seconds() - m->began) * m->share > MAX_SECONDS;
}

static void detour_free(struct detour *d) {
	vec_free(&d->part);
	vec_free(&d->value);
}

static struct detour copy(const struct detour *from) {
	struct detour d = {.goal = from->goal};
	for (size_t i = 0; i < from->part.n; i++)
		vec_push(&d.part, from->part.at[i]);
	for (size_t i = 0; i < from->value.n; i++)
		vec_push(&d.value, from->value.at[i]);
	return d;
}

/* What the run did, as the way to the goal. */
static struct detour detour_of(struct minimiser *m, const struct run_trace *t) {
	struct detour d = {.goal = m->vc->property};
	for (size_t i = 0; i < t->step.n; i++) {
		if (!d.part.n || vec_last(&d.part).thread != t->step.at[i].thread)
			vec_push(&d.part, ((struct detour_part){.thread = t->step.at[i].thread}));
		vec_last(&d.part).steps++;
	}
	for (size_t i = 0; i < t->event.n; i++) {
		const struct run_event *e = &t->event.at[i];
		if (e->kind == RUN_INPUT)
			vec_push(&d.value, ((struct detour_value){intern(e->what), e->variable,
			                                          bits_copy(m->x->result->arena, e->bits)}));
	}
	return d;
}

static bool reaches_goal(const struct minimiser *m, const struct run_trace *t) {
	return t->end == RUN_VIOLATES && t->property == m->vc->property &&
	       same_place_or_none(t->end_loc, m->vc->loc);
}

static void keep(struct minimiser *m, const struct run_trace *t) {
	detour_free(&m->best);
	m->best = detour_of(m, t);
	m->switches = t->switches;
	m->instructions = t->instructions;
}

/* Runs the detour, and keeps what it did if that is better.  'smaller': it is as good if it is not
 * longer.  Frees it. */
static bool try(struct minimiser *m, struct detour *d, bool smaller) {
	struct concrete_plan plan = {
	    .detour = d, .most_instructions = m->instructions * 5 / 4 + 1, .context_bound = NO_BOUND};
	struct run_trace *t = run_trace_open();
	concrete_run(m->x, &plan, t);
	m->tries++;
	m->work += t->instructions;
	bool better = t->switches < m->switches ||
	              (t->switches == m->switches && t->instructions < m->instructions + smaller);
	bool good = reaches_goal(m, t) && better;
	if (good)
		keep(m, t);
	m->changed = m->changed || good;
	run_trace_close(t);
	detour_free(d);
	return good;
}

/* --- Values. --- */

/* A run may choose a value by itself, or not ask for it any more: NULL. */
static struct detour_value *find_value(const struct detour *d, const char *name) {
	for (size_t i = 0; i < d->value.n; i++)
		if (d->value.at[i].name == name)
			return &d->value.at[i];
	return NULL;
}

static bool try_number(struct minimiser *m, const char *name, uint64_t size, bool is_negative) {
	struct detour d = copy(&m->best);
	struct detour_value *v = find_value(&d, name);
	if (!v) {
		detour_free(&d);
		return false;
	}
	v->bits =
	    bits_i64(m->x->result->arena, v->bits.width, is_negative ? -(int64_t)size : (int64_t)size);
	return try(m, &d, true);
}

/* Powers of two, until one is large enough; then between that one and the one before. */
static void shrink_value(struct minimiser *m, const struct detour_value *v) {
	uint32_t above = 64 - v->bits.width;
	int64_t number = (int64_t)(v->bits.lo << above) >> above;
	bool is_negative = number < 0 && v->bits.width > 1;
	uint64_t large = is_negative ? -(uint64_t)number : v->bits.lo, small = 0;
	if (!large || try_number(m, v->name, 0, false))
		return;
	unsigned left = m->best.value.n > MANY_VALUES ? FEW_TRIES : MANY_TRIES;
	for (uint64_t next = 1; next < large && left && !is_over(m); next *= 2, left--) {
		if (try_number(m, v->name, next, is_negative))
			large = next;
		else
			small = next;
	}
	while (large - small > 1 && left-- && !is_over(m)) {
		uint64_t middle = small + (large - small) / 2;
		if (try_number(m, v->name, middle, is_negative))
			large = middle;
		else
			small = middle;
	}
}

static bool is_number(const struct detour_value *v) {
	return !variable_is_address(v->kind) && v->bits.width && v->bits.width <= 64;
}

static bool shrink_values(struct minimiser *m) {
	uint32_t switches = m->switches;
	uint64_t length = m->instructions;
	struct detour now = copy(&m->best);
	for (size_t i = 0; i < now.value.n && !is_over(m); i++) {
		const struct detour_value *v = find_value(&m->best, now.value.at[i].name);
		struct detour_value value = v ? *v : (struct detour_value){0};
		if (v && is_number(v))
			shrink_value(m, &value);
	}
	detour_free(&now);
	return m->switches < switches || m->instructions < length;
}

/* --- Wake-ups without a signal. --- */

/* They are legal, but say nothing about most bugs of signals: a run that does without is the better
 * counterexample, even if it is longer. */
static bool has_wakeup(const struct run_trace *t) {
	for (size_t i = 0; i < t->thread.n; i++)
		for (size_t k = 0; k < t->thread.at[i].decision.n; k++) {
			const struct run_decision *d = &t->thread.at[i].decision.at[k];
			if (d->kind == DECISION_WAKEUP && d->taken)
				return true;
		}
	return false;
}

/* The names of the choices; in the order of the run. */
static bool is_wakeup(const struct run_trace *t, const struct run_event *e) {
	if (e->kind != RUN_INPUT || !e->function || e->bits.lo != 1)
		return false;
	const struct run_thread *th = &t->thread.at[e->thread];
	for (size_t k = 0; k < th->decision.n; k++)
		if (th->decision.at[k].kind == DECISION_WAKEUP && th->decision.at[k].taken &&
		    th->decision.at[k].function == e->function && th->decision.at[k].pc == e->pc)
			return true;
	return false;
}

/* The values and the schedule of the run, with no wake-up. */
static struct detour without_wakeups(struct minimiser *m, const struct run_trace *t) {
	struct detour d = detour_of(m, t), less = {.goal = d.goal};
	for (size_t i = 0; i < d.part.n; i++)
		vec_push(&less.part, d.part.at[i]);
	for (size_t i = 0; i < d.value.n; i++) {
		bool drops = false;
		for (size_t k = 0; k < t->event.n && !drops; k++)
			drops =
			    is_wakeup(t, &t->event.at[k]) && intern(t->event.at[k].what) == d.value.at[i].name;
		if (!drops)
			vec_push(&less.value, d.value.at[i]);
	}
	detour_free(&d);
	return less;
}

/* Runs the detour, and keeps what it did if it reaches the goal without a wake-up.  Frees it. */
static bool try_without_wakeups(struct minimiser *m, struct detour *d) {
	struct concrete_plan plan = {
	    .detour = d, .most_instructions = 2 * m->instructions + 1, .context_bound = NO_BOUND};
	struct run_trace *t = run_trace_open();
	concrete_run(m->x, &plan, t);
	m->tries++;
	m->work += t->instructions;
	bool good = reaches_goal(m, t) && !has_wakeup(t);
	if (good)
		keep(m, t);
	m->changed |= good;
	run_trace_close(t);
	detour_free(d);
	return good;
}

/* What a thread did to come back to its wait is left out: one of its turns is shorter. */
static void drop_wakeups(struct minimiser *m, const struct run_trace *first) {
	unsigned left = WAKEUP_TRIES;
	if (!has_wakeup(first))
		return;
	struct detour d = without_wakeups(m, first), now = copy(&d);
	bool done = try_without_wakeups(m, &now);
	for (size_t i = d.part.n; i-- > 0 && !done;)
		for (uint32_t steps = d.part.at[i].steps; steps-- > 0 && left && !done && !is_over(m);) {
			now = copy(&d);
			now.part.at[i].steps = steps;
			done = try_without_wakeups(m, &now);
			left--;
		}
	detour_free(&d);
}

/* --- Parts. --- */

static void remove_part(struct detour *d, size_t ix) {
	for (size_t i = ix + 1; i < d->part.n; i++)
		d->part.at[i - 1] = d->part.at[i];
	d->part.n--;
}

static bool leave_out(struct minimiser *m, size_t ix) {
	struct detour d = copy(&m->best);
	remove_part(&d, ix);
	return try(m, &d, false);
}

/* Adds a part to the next one of its thread, which comes earlier then, or the other way round. */
static bool join(struct minimiser *m, size_t ix, bool earlier) {
	struct detour d = copy(&m->best);
	size_t next = ix + 1;
	while (next < d.part.n && d.part.at[next].thread != d.part.at[ix].thread)
		next++;
	if (next == d.part.n) {
		detour_free(&d);
		return false;
	}
	size_t into = earlier ? ix : next, from = earlier ? next : ix;
	d.part.at[into].steps += d.part.at[from].steps;
	remove_part(&d, from);
	return try(m, &d, false);
}

static bool shorten(struct minimiser *m) {
	bool any = false;
	for (size_t i = m->best.part.n; i-- > 0 && !is_over(m);) {
		if (i >= m->best.part.n)
			continue; /* the last change made more than one part superfluous */
		bool done = leave_out(m, i) || (!is_over(m) && join(m, i, true)) ||
		            (!is_over(m) && join(m, i, false));
		any = any || done;
	}
	return any;
}

/* --- The counterexample. --- */

static bool may_change(const struct symex *x, const struct vc *vc) {
	if (vc->property >= properties_count(x->properties))
		return false;
	switch (properties_at(x->properties, vc->property)->class) {
	case PROPERTY_UNWIND:
	case PROPERTY_TERMINATION:
	case PROPERTY_PROGRESS:
	case PROPERTY_LIVENESS:
	case PROPERTY_INVARIANT: return false;
	default: return true;
	}
}

/* The run that repeats the counterexample; false: there is none. */
static bool begin(struct minimiser *m, struct model *model) {
	struct retrace r;
	struct run_trace *t = run_trace_open();
	struct concrete_plan plan = {
	    .retrace = &r, .context_bound = NO_BOUND, .most_instructions = MAX_LENGTH};
	if (retrace_open(&r, m->x, model, m->vc))
		concrete_run(m->x, &plan, t);
	bool good = reaches_goal(m, t) && t->instructions < MAX_LENGTH;
	if (!good)
		diag_say(2, "minimise: no run repeats the counterexample: %s%s%s", run_end_text(t->end),
		         t->why ? ": " : "", t->why ? t->why : "");
	if (good)
		keep(m, t);
	if (good)
		drop_wakeups(m, t);
	run_trace_close(t);
	retrace_free(&r);
	return good;
}

static unsigned count_violated(const struct result *r) {
	unsigned n = 0;
	for (size_t i = 0; i < r->property.n; i++)
		n += r->property.at[i].status == PROPERTY_VIOLATED;
	return n ? n : 1;
}

/* Has the user said what the inputs are?  Then these are reported, and no smaller ones.  Of several
 * runs, only the first one has them. */
static bool has_given_inputs(const struct symex *x) {
	const struct prediction *p = x->config->prediction;
	return p && p->is_given && p->runs <= 1;
}

bool minimise_counterexample(struct symex *x, struct model *model, const struct vc *vc,
                             struct trace *shorter) {
	struct minimiser m = {.x = x, .vc = vc, .began = work_seconds()};
	m.share = count_violated(x->result);
	bool confirmed = false;
	if (!may_change(x, vc) || !begin(&m, model))
		return false;
	for (bool again = true; again && !is_over(&m);) {
		again = !has_given_inputs(x) && shrink_values(&m);
		again |= shorten(&m);
	}
	diag_say(2,
	         "minimise: %u tries, %llu instructions; %u context switches, %llu instructions left",
	         m.tries, (unsigned long long)m.work, m.switches, (unsigned long long)m.instructions);
	if (x->services.explain)
		x->result->property.at[vc->property].cause = x->services.explain(x, &m.best, vc);
	if (!m.changed) {
		detour_free(&m.best);
		return false;
	}
	m.best.trace = shorter;
	m.best.confirmed = &confirmed;
	struct concrete_plan plan = {.detour = &m.best, .context_bound = NO_BOUND};
	struct run_trace *t = run_trace_open();
	concrete_run(x, &plan, t);
	t->confirmed = confirmed;
	detour_free(&m.best);
	if (confirmed)
		shorter->run = t;
	else
		run_trace_close(t);
	return confirmed;
}
