#include "symex/why/guided.h"

#include <string.h>

#include "process/work.h"
#include "symex/bounds.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/explore/enabled.h"
#include "symex/replay/run/inputs.h"
#include "symex/step/frame.h"
#include "symex/step/switch.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/eval.h"
#include "util/base/intern.h"
#include "util/text/same.h"

enum { TURN_STEPS = 64, LEAST_INSTRUCTIONS = 2000 };

struct guide_data { /* self of the run's control */
	struct why *w;
	const struct guided_plan *plan;
	struct guided_run *out;
	struct map count;    /* thread and instruction -> steps that began there */
	uint32_t steps;      /* so far */
	size_t part;         /* of R's schedule */
	uint32_t in_part;    /* steps of it */
	uint32_t last, turn; /* the thread that ran last, and its steps in a row */
	uint64_t random;
	uint32_t stays;
	bool keeps; /* the schedule is to be kept: R is told */
};

bool why_is_over(const struct why *w) {
	return symex_stop || work_seconds() - w->began > w->limit;
}

static uint64_t step_key(uint32_t tid, const struct ins *i) {
	return map_key(i) ^ (uint64_t)tid << 48;
}

static uint64_t place_key(const struct why_place *p) {
	return map_hash(step_key(p->thread, &p->function->ins.at[p->pc])) ^ p->nth;
}

void guided_watch(struct why *w, struct why_place p) {
	if (!p.function || map_get(&w->place_ix, place_key(&p), NULL))
		return;
	map_put(&w->place_ix, place_key(&p), w->place.n);
	vec_push(&w->place, p);
}

uint32_t guided_index(const struct why *w, const struct why_place *p) {
	uint64_t ix;
	return p->function && map_get(&w->place_ix, place_key(p), &ix) ? (uint32_t)ix : NO_EVENT;
}

static struct guide_data *guided_of(const struct symex *x) {
	return ((struct recorder *)x->observation.data)->watching;
}

static struct teller *teller_of(const struct symex *x) {
	const struct recorder *r = x->observation.data;
	return r->begun ? guided_of(x)->plan->tell : NULL;
}

static uint32_t count_of(const struct guide_data *g, uint32_t tid, const struct ins *i) {
	uint64_t n = 0;
	map_get(&g->count, step_key(tid, i), &n);
	return (uint32_t)n;
}

/* --- What the run does. --- */

static void note_start(struct guide_data *g, const struct state *st) {
	const struct ins *i = next_ins(st);
	uint32_t nth = count_of(g, st->tid, i) + 1;
	struct why_place p = {st->tid, st->frame->function, st->pc, nth};
	map_put(&g->count, step_key(st->tid, i), nth);
	g->steps++;
	g->in_part++;
	uint32_t ix = guided_index(g->w, &p);
	if (ix != NO_EVENT && g->out->time)
		g->out->time[ix] = g->steps;
	if (g->plan->tell)
		tell_start(g->plan->tell, p);
	if (!g->keeps)
		return;
	if (!g->w->schedule.n || vec_last(&g->w->schedule).thread != st->tid)
		vec_push(&g->w->schedule, ((struct detour_part){.thread = st->tid}));
	vec_last(&g->w->schedule).steps++;
}

static void on_step(struct symex *x, const struct state *st) {
	if (teller_of(x))
		tell_inputs(teller_of(x), x);
	record_observer.step(x, st);
	if (!((struct recorder *)x->observation.data)->begun)
		return;
	const struct why *w = guided_of(x)->w;
	guided_of(x)->out->has_reached |=
	    w->violating && st->frame->function == w->violating && next_ins(st)->loc.line == w->line;
	if (switch_point(x, st) != SWITCH_NONE)
		note_start(guided_of(x), st);
	if (teller_of(x))
		tell_step(teller_of(x), x, st);
}

static void on_branch(struct symex *x, struct state *st, bool taken) {
	if (teller_of(x))
		tell_branch(teller_of(x), x, st, taken);
}

static void on_assign(struct symex *x, struct state *st, const struct expr *lhs,
                      const char *before) {
	(void)before;
	if (teller_of(x))
		tell_assign(teller_of(x), x, st, lhs);
}

static void on_call(struct symex *x, struct state *st) {
	struct guide_data *g = guided_of(x);
	g->out->calls += g->w->violating && st->frame->function == g->w->violating;
	if (teller_of(x))
		tell_call(teller_of(x), x, st);
}

static void on_create(struct symex *x, struct state *st, uint32_t tid, const struct created *c) {
	record_observer.create(x, st, tid, c);
	if (teller_of(x))
		tell_create(teller_of(x), x, st, tid, c);
}

static void on_thread_end(struct symex *x, struct state *st) {
	record_observer.thread_end(x, st);
	if (teller_of(x))
		tell_thread_end(teller_of(x), x, st);
}

static void on_acquire(struct symex *x, struct state *st, const struct held *h) {
	if (teller_of(x))
		tell_acquire(teller_of(x), x, st, h);
}

static void on_release(struct symex *x, struct state *st, term lock) {
	if (teller_of(x))
		tell_release(teller_of(x), x, st, lock);
}

static void on_allocates(struct symex *x, struct state *st, uint32_t object) {
	if (teller_of(x))
		tell_allocates(teller_of(x), x, st, object);
}

static void on_race(struct symex *x, struct state *st, const struct next_access *a,
                    const struct next_access *b) {
	if (teller_of(x))
		tell_race(teller_of(x), x, st, a, b);
}

static void on_input(struct symex *x, struct state *st, const struct expr *lhs, term value,
                     enum choice_kind kind) {
	if (!teller_of(x))
		return;
	record_observer.input(x, st, lhs, value, kind);
	tell_assign(teller_of(x), x, st, lhs);
}

static void on_entry(struct symex *x, struct state *st, const struct function *f,
                     const struct argument *arg) {
	record_observer.entry(x, st, f, arg);
}

static const struct observer guided_observer = {
    .step = on_step,
    .branch = on_branch,
    .assign = on_assign,
    .call = on_call,
    .entry = on_entry,
    .create = on_create,
    .thread_end = on_thread_end,
    .acquire = on_acquire,
    .release = on_release,
    .allocates = on_allocates,
    .race = on_race,
    .input = on_input,
};

static void on_access(void *self, struct symex *x, struct state *st, const struct access *a,
                      term value) {
	(void)self;
	if (teller_of(x))
		tell_access(teller_of(x), x, st, a, value);
}

static void on_end(void *self, struct symex *x, struct state *st, uint32_t property) {
	(void)self;
	if (teller_of(x))
		tell_end(teller_of(x), x, st, property);
}

/* --- Values. --- */

/* One of the threads of a set wakes up: that of R if it is in it, otherwise the first, or any. */
static uint64_t any_of(struct symex *x, const struct guide_data *g, const struct state *at,
                       uint64_t wanted) {
	uint64_t set = 0, reg = pmap_get(&at->reg, at->frame->base);
	if (!reg_has_value(reg) || !term_get_u64(x->ts, reg_term(x, reg), &set) || !set)
		return wanted;
	if (wanted < 64 && (set >> wanted & 1))
		return wanted;
	uint32_t skip = g->plan->turns == GUIDED_RANDOM ? (uint32_t)(g->random >> 20) % 64 : 0;
	for (uint32_t i = 0; i < 64; i++)
		if (set >> ((i + skip) % 64) & 1)
			return (i + skip) % 64;
	return wanted;
}

static const struct detour_value *value_in(const struct detour *d, const char *name) {
	for (size_t i = 0; i < d->value.n; i++)
		if (d->value.at[i].name == name)
			return &d->value.at[i];
	return NULL;
}

static const struct bits *changed_value(const struct guide_data *g, const char *name) {
	const struct why_change *c = g->plan->change;
	for (size_t i = 0; c && i < c->value.n; i++) {
		const char *variable = g->w->story->event.at[c->value.at[i].event].variable;
		if (intern(variable) == name)
			return &c->value.at[i].bits;
	}
	return NULL;
}

static bool on_value(void *self, struct symex *x, const struct state *at, term var,
                     struct bits *out) {
	struct guide_data *g = self;
	uint32_t width = term_width(x->ts, var);
	if (variable_kind(x->ts, var) != VARIABLE_INPUT &&
	    (!g->plan->change || !g->plan->change->value.n))
		return false;
	const char *known = record_name(x, x->observation.data, var);
	const struct bits *changed = changed_value(g, known);
	const struct detour_value *given = value_in(g->w->best, known);
	bool is_any = at->frame && at->frame->function->is_model &&
	              !strcmp(at->frame->function->symbol->display, "any_of");
	if (changed && changed->width == width)
		*out = *changed;
	else if (given && given->bits.width == width)
		*out = given->bits;
	else
		*out = bits_u64(x->pool.arena, width, 0);
	if (is_any)
		*out = bits_u64(x->pool.arena, width, any_of(x, g, at, out->lo));
	for (size_t i = 0; g->out->chosen && i < g->w->choice.n; i++)
		if (intern(g->w->story->event.at[g->w->choice.at[i]].variable) == known)
			g->out->chosen[i] = 1 + out->lo;
	return is_any || (changed && changed->width == width);
}

/* --- Changes. --- */

static bool is_at(const struct guide_data *g, const struct state *st, const struct why_place *p,
                  bool has_begun) {
	return st->frame && p->function && st->tid == p->thread && st->frame->function == p->function &&
	       st->pc == p->pc &&
	       count_of(g, st->tid, &p->function->ins.at[p->pc]) + !has_begun == p->nth;
}

static bool on_turn(void *self, struct symex *x, const struct state *st) {
	struct guide_data *g = self;
	const struct why_change *c = g->plan->change;
	(void)x;
	if (!c || c->turned == NO_EVENT || g->out->has_turned)
		return false;
	const struct story_event *e = &g->w->story->event.at[c->turned];
	if (st->tid != e->thread || st->frame->function != e->function || st->pc != e->pc)
		return false;
	/* Steps are counted by the place where they begin, so branches are counted here. */
	uint64_t n = 0, key = ~step_key(st->tid, e->ins);
	map_get(&g->count, key, &n);
	map_put(&g->count, key, n + 1);
	g->out->has_turned = n + 1 == e->nth;
	return g->out->has_turned;
}

static struct function *find_function(const struct symex *x, const char *name) {
	for (size_t i = 0; i < x->prog->symbol.n; i++) {
		const struct symbol *s = x->prog->symbol.at[i];
		if (s->storage == STORAGE_FUNCTION && s->function && s->function->is_model &&
		    !strcmp(s->display, name))
			return s->function;
	}
	return NULL;
}

static const char *inserted_name(const struct story_event *lock) {
	const char *callee = lock->callee ? lock->callee : "";
	if (lock->is_semaphore)
		return "sem_post";
	if (strstr(callee, "rwlock"))
		return "pthread_rwlock_unlock";
	if (strstr(callee, "spin"))
		return "pthread_spin_unlock";
	return "pthread_mutex_unlock";
}

/* Those that wait have been woken: the two sets of struct condition
 * (pthread-models/threads/cond.c).  The program may not call pthread_cond_broadcast, and then it
 * has no model of it. */
static void wake_all(struct symex *x, struct state *st, const struct story_event *condition) {
	const struct scalar set = {8, false};
	struct terms *ts = x->ts;
	term waiting = ptr_make(x, condition->id, term_u64(ts, x->address_bits, condition->offset));
	term woken =
	    ptr_make(x, condition->id, term_u64(ts, x->address_bits, condition->offset + set.bytes));
	term both = term_bvor(ts, memory_read(x, st, waiting, set), memory_read(x, st, woken, set));
	memory_write(x, st, woken, set, both);
	memory_write(x, st, waiting, set, term_u64(ts, 64, 0));
}

/* The same for a semaphore that the program never posts: the value of struct semaphore
 * (pthread-models/threads/semaphore.c). */
static void post(struct symex *x, struct state *st, const struct story_event *semaphore) {
	const struct scalar number = {4, false};
	term value = ptr_make(x, semaphore->id, term_u64(x->ts, x->address_bits, semaphore->offset));
	memory_write(x, st, value, number,
	             term_add(x->ts, memory_read(x, st, value, number), term_u64(x->ts, 32, 1)));
}

/* Before an instruction: the thread calls what is inserted there. */
static void on_before(void *self, struct symex *x, struct state *st) {
	struct guide_data *g = self;
	const struct why_change *c = g->plan->change;
	if (!c || c->insert == INSERT_NOTHING || g->out->has_inserted || !st->frame)
		return;
	const struct story_event *e = &g->w->story->event.at[c->before];
	const struct story_event *lock = &g->w->story->event.at[c->lock];
	if (!is_at(g, st, &e->place, false))
		return;
	uint64_t size;
	bool exists = lock->id && lock->id < x->object.n &&
	              term_get_u64(x->ts, x->object.at[lock->id].size, &size) && lock->offset < size;
	if (exists && c->insert == INSERT_BROADCAST) {
		g->out->has_inserted = true;
		wake_all(x, st, lock);
	}
	struct function *f = find_function(x, inserted_name(lock));
	if (exists && !f && c->insert == INSERT_UNLOCK && lock->is_semaphore) {
		g->out->has_inserted = true;
		post(x, st, lock);
	}
	if (!f || !exists || f->nparams != 1 || g->out->has_inserted)
		return;
	g->out->has_inserted = true;
	term p = ptr_make(x, lock->id, term_u64(x->ts, x->address_bits, lock->offset));
	struct argument arg = {f->local.at[0]->type, p};
	struct frame *frame = frame_new(x, st, f, next_ins(st), true);
	frame_enter(x, st, frame, &arg, 1);
}

/* --- The schedule. --- */

static bool has_happened(const struct guide_data *g, const struct why_place *p) {
	return p->function && count_of(g, p->thread, &p->function->ins.at[p->pc]) >= p->nth;
}

static bool is_held_back(const struct guide_data *g, const struct state *view) {
	const struct why_change *c = g->plan->change;
	for (size_t i = 0; c && i < c->order.n; i++) {
		const struct story_event *first = &g->w->story->event.at[c->order.at[i].first];
		const struct story_event *second = &g->w->story->event.at[c->order.at[i].second];
		if (is_at(g, view, &second->place, false) && !has_happened(g, &first->place))
			return true;
	}
	return false;
}

static bool may_run(const struct guide_data *g, const struct state *st, const uint8_t *status,
                    uint32_t tid) {
	if (tid >= st->nthreads || status[tid] != THREAD_ENABLED)
		return false;
	if (g->plan->hold == tid && g->steps >= g->plan->prefix)
		return false;
	struct state view = thread_view(st, tid);
	return !is_held_back(g, &view);
}

/* The thread that R's schedule says; NO_THREAD: it is over. */
static uint32_t followed(struct guide_data *g, const struct state *st, const uint8_t *status) {
	uint32_t most = g->plan->turns == GUIDED_FOLLOW ? UINT32_MAX : g->plan->prefix;
	for (; g->part < g->w->schedule.n && g->steps < most; g->part++, g->in_part = 0) {
		const struct detour_part *p = &g->w->schedule.at[g->part];
		if (p->thread >= st->nthreads)
			return NO_THREAD; /* it has still to be created */
		if (g->in_part < p->steps && may_run(g, st, status, p->thread))
			return p->thread;
	}
	if (g->steps >= most)
		g->part = g->w->schedule.n;
	return NO_THREAD;
}

static uint32_t nth_thread(const struct guide_data *g, uint32_t n, uint32_t from, uint32_t i) {
	return g->plan->downwards ? (from + n - i) % n : (from + i) % n;
}

static uint32_t in_turn(struct guide_data *g, const struct state *st, const uint8_t *status) {
	uint32_t n = st->nthreads;
	bool is_long = g->turn >= TURN_STEPS;
	if (g->plan->turns != GUIDED_EAGER && !is_long && may_run(g, st, status, g->last))
		return g->last;
	bool rotates = g->plan->turns != GUIDED_EAGER || is_long;
	uint32_t from = rotates && g->last < n ? g->last : g->plan->first % n;
	for (uint32_t i = rotates && g->last < n; i < n + (rotates ? 1 : 0); i++)
		if (may_run(g, st, status, nth_thread(g, n, from, i)))
			return nth_thread(g, n, from, i);
	return NO_THREAD;
}

static uint32_t at_random(struct guide_data *g, const struct state *st, const uint8_t *status) {
	uint64_t random = inputs_next_random(&g->random);
	if (random % 8 < g->stays && may_run(g, st, status, g->last))
		return g->last;
	for (uint32_t i = 0; i < st->nthreads; i++) {
		uint32_t tid = (uint32_t)(((random >> 8) + i) % st->nthreads);
		if (may_run(g, st, status, tid))
			return tid;
	}
	return NO_THREAD;
}

static uint32_t on_choose(void *self, struct symex *x, struct state *st, const uint8_t *status) {
	struct guide_data *g = self;
	(void)x;
	uint32_t tid = followed(g, st, status);
	if (tid == NO_THREAD)
		tid = g->plan->turns == GUIDED_RANDOM ? at_random(g, st, status) : in_turn(g, st, status);
	g->turn = tid == g->last ? g->turn + 1 : 0;
	g->last = tid;
	return tid;
}

/* --- The run as a whole. --- */

static enum why_outcome outcome_of(const struct run_trace *t) {
	switch (t->end) {
	case RUN_ENDS: return WHY_PASSES;
	case RUN_BLOCKED:
	case RUN_VIOLATES: return WHY_FAILS;
	default: return WHY_NEITHER;
	}
}

static void execute(struct guide_data *g, bool chooses, struct guided_run *out) {
	struct why *w = g->w;
	struct run_control control = {.self = g,
	                              .choose = chooses ? on_choose : NULL,
	                              .value = chooses ? on_value : NULL,
	                              .turns = on_turn,
	                              .before = on_before,
	                              .access = g->plan->tell ? on_access : NULL,
	                              .ends = on_end,
	                              .observer = &guided_observer};
	struct concrete_plan plan = {
	    .detour = w->best, .context_bound = NO_BOUND, .ends_in_cycle = true, .control = &control};
	plan.most_instructions =
	    g->plan->instructions ? g->plan->instructions : 4 * w->instructions + LEAST_INSTRUCTIONS;
	if (!chooses)
		plan.most_instructions = 0;
	struct run_trace *t = run_trace_open();
	concrete_run(w->x, &plan, t);
	w->runs++;
	out->outcome = outcome_of(t);
	out->same_end = t->end == RUN_VIOLATES && t->property == w->vc->property &&
	                same_place_or_none(t->end_loc, w->vc->loc);
	if (g->keeps)
		w->instructions = t->instructions;
	run_trace_close(t);
}

/* Where a thread was when the run ended, as the step that it would make. */
static void count_late(const struct guide_data *g, struct story *s) {
	for (size_t i = 0; i < s->event.n; i++) {
		struct why_place *p = &s->event.at[i].place;
		if (s->event.at[i].late && p->function && !p->nth)
			p->nth = count_of(g, p->thread, &p->function->ins.at[p->pc]) + 1;
		if (s->event.at[i].late)
			s->event.at[i].step = UINT32_MAX;
	}
}

bool guided_tell(struct why *w) {
	struct teller t;
	struct guided_plan plan = {.hold = NO_THREAD, .tell = &t};
	struct guided_run out = {0};
	struct guide_data g = {.w = w, .plan = &plan, .out = &out, .keeps = true, .last = 0};
	tell_open(&t);
	execute(&g, false, &out);
	w->story = tell_close(&t);
	w->steps = g.steps;
	if (w->story->violation != NO_EVENT) {
		w->violating = w->story->event.at[w->story->violation].function;
		w->line = w->story->event.at[w->story->violation].loc.line;
	}
	count_late(&g, w->story);
	map_free(&g.count);
	return out.same_end;
}

/* The same with its schedule in steps, as all runs have it from here on. */
bool guided_repeat(struct why *w) {
	struct arena *a = arena_open();
	struct guided_run out;
	struct guided_plan plan = {.hold = NO_THREAD, .turns = GUIDED_FOLLOW};
	guided_execute(w, &plan, a, &out);
	w->calls = out.calls;
	arena_close(a);
	return out.same_end;
}

void guided_execute(struct why *w, const struct guided_plan *plan, struct arena *a,
                    struct guided_run *out) {
	struct guide_data g = {.w = w, .plan = plan, .out = out, .last = plan->first};
	*out = (struct guided_run){.outcome = WHY_NEITHER};
	if (why_is_over(w))
		return;
	out->time = arena_array(a, uint32_t, w->place.n + 1);
	out->chosen = arena_array(a, uint64_t, w->choice.n + 1);
	memset(out->time, 0, (w->place.n + 1) * sizeof *out->time);
	memset(out->chosen, 0, (w->choice.n + 1) * sizeof *out->chosen);
	g.random = inputs_seeded(plan->seed, 0) | 1;
	g.stays = (uint32_t)(inputs_seeded(plan->seed, 1) % 8);
	execute(&g, true, out);
	const struct why_change *c = plan->change;
	/* Where the function is not called any more, the violation is only out of reach. */
	if (c && c->turned != NO_EVENT && out->calls < w->calls)
		out->outcome = WHY_NEITHER;
	if (c && c->must_reach && w->violating && !out->has_reached)
		out->outcome = WHY_NEITHER;
	bool is_made = !c || ((c->turned == NO_EVENT || out->has_turned) &&
	                      (c->insert == INSERT_NOTHING || out->has_inserted));
	if (!is_made)
		out->outcome = WHY_NEITHER; /* whatever it does, it does for another reason */
	map_free(&g.count);
}
