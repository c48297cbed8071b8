#include "symex/library/spec.h"

#include "symex/core/naming.h"
#include "symex/explore/explore.h"
#include "symex/step/frame.h"
#include "symex/step/value/eval.h"
#include "util/base/intern.h"

enum { MOST_OPERATIONS = 64 };

struct function *spec_function(const struct symex *x, uint32_t op) {
	const struct symbol *s = prog_find(x->prog, intern_printf(SPEC_PREFIX "%u", op));
	return s ? s->function : NULL;
}

bool spec_exists(const struct symex *x) {
	for (uint32_t op = 0; op < MOST_OPERATIONS; op++)
		if (spec_function(x, op))
			return true;
	return false;
}

struct specification { /* a run; x->self */
	struct spec_outcomes *to;
	uint32_t tid;
	uint32_t made;
	uint32_t chosen; /* outcomes of __mt_choose so far */
};

static void refuse(struct symex *x, const char *why) {
	struct specification *s = x->self;
	if (!s->to->refused)
		s->to->refused = why;
}

/* --- The engine. --- */

static bool spec_feasible(struct symex *x, term guard) {
	return !term_is_false(x->ts, guard);
}

static bool spec_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	(void)st;
	if (term_is_true(x->ts, condition))
		return true;
	refuse(x, intern_printf("the specification may violate: %s",
	                        properties_at(x->properties, property)->text));
	return false;
}

static void spec_assume(struct symex *x, struct state *st, term condition) {
	if (!term_is_true(x->ts, condition))
		state_assume(x, st, condition);
}

/* A wait that is not enabled: the operation cannot happen now. */
static bool spec_wait(struct symex *x, struct state *st, const struct ins *i, term condition) {
	(void)i;
	if (term_is_false(x->ts, condition))
		return false;
	spec_assume(x, st, condition);
	return true;
}

static uint32_t spec_choice(struct symex *x, struct state *st, enum choice_kind kind) {
	struct specification *s = x->self;
	if (kind == CHOICE_INPUT || kind == CHOICE_UNMODELLED)
		refuse(x, "the specification has an input, or calls a function without a body");
	return naming_of_specification(x, st, s->tid, s->made++);
}

static bool spec_stops(struct symex *x, struct state *st) {
	(void)x, (void)st;
	return false;
}

static void spec_spawned(struct symex *x, struct state *creator, const struct state *thread) {
	(void)creator, (void)thread;
	refuse(x, "the specification creates a thread");
}

static uint32_t spec_chooses(struct symex *x) {
	return ++((struct specification *)x->self)->chosen;
}

static void spec_opens(struct symex *x, struct state *st) {
	(void)st;
	refuse(x, "the specification makes calls of the client");
}

/* The path ends here: what the function does after its result does not count. */
static bool spec_result(struct symex *x, struct state *st, const struct library_call *result) {
	struct specification *s = x->self;
	struct spec_outcome o = {.memory = {st->mem, st->ended},
	                         .guard = state_guard(x, st),
	                         .result = *result,
	                         .made = s->made};
	pmap_snapshot(&x->pool);
	vec_push(&s->to->at, o);
	return false;
}

static const struct engine spec_engine = {
    .name = "specification",
    .is_duplicate = true,
    .feasible = spec_feasible,
    .check = spec_check,
    .enqueue = explore_add,
    .wait = spec_wait,
    .assume = spec_assume,
    .choices = {.choice = spec_choice},
    .paths = {.splits = true},
    .threads = {.exist = true, .stops = spec_stops, .spawned = spec_spawned},
    .calls = {.exist = true,
              .is_specification = true,
              .chooses = spec_chooses,
              .opens = spec_opens,
              .result = spec_result},
};

/* --- A run. --- */

static struct state first_state(struct symex *x, const struct state *at,
                                const struct spec_memory *memory, uint32_t tid) {
	pmap_snapshot(&x->pool);
	return (struct state){.tid = tid,
	                      .mem = memory->mem,
	                      .ended = memory->ended,
	                      .created = at->created,
	                      .nthreads = at->nthreads,
	                      .nlive = at->nlive};
}

static void explore_specification(struct symex *x, struct state *st, struct function *f,
                                  const struct library_call *call) {
	struct argument *arg = mem_alloc((f->nparams + 1) * sizeof *arg);
	for (uint32_t i = 0; i < f->nparams; i++) {
		const struct type *from = call->ins ? call->ins->arg[i + 1]->type : f->local.at[i]->type;
		arg[i].type = f->local.at[i]->type;
		arg[i].value = eval_cast(x, st, call->value[i], from, arg[i].type);
	}
	step_start(x, st, f, arg, f->nparams);
	mem_free(arg);
	explore(x, st);
}

static void free_paths(struct open_paths *p) {
	for (size_t i = 0; i < p->pending.cap; i++)
		vec_free(&p->pending.at[i].state);
	vec_free(&p->pending);
	vec_free(&p->stopped);
}

void spec_run(struct symex *x, const struct state *at, const struct spec_memory *memory,
              uint32_t tid, uint32_t made, const struct library_call *call,
              struct spec_outcomes *to) {
	struct specification s = {.to = to, .tid = tid, .made = made};
	struct function *f = spec_function(x, call->op);
	to->at.n = 0;
	to->refused = NULL;
	if (!f || f->nparams != call->n) {
		to->refused = f ? "the specification of an operation has other parameters"
		                : "an operation without a specification";
		return;
	}
	/* Everything that a run changes of the execution it runs in. */
	const struct engine *engine = x->engine;
	void *self = x->self;
	struct open_paths paths = x->paths;
	struct effects effects = x->effects;
	struct current_ins current = x->current;
	struct access_log *log = x->log;
	struct discipline *discipline = x->discipline;
	const struct observer *observer = x->observation.observer;
	uint32_t serial = naming_serial(x, tid);
	size_t ncuts = x->cut.n;

	x->engine = &spec_engine;
	x->self = &s;
	x->paths = (struct open_paths){0};
	x->log = NULL;
	x->discipline = NULL;
	x->observation.observer = NULL;
	struct state st = first_state(x, at, memory, tid);
	explore_specification(x, &st, f, call);
	free_paths(&x->paths);

	x->engine = engine;
	x->self = self;
	x->paths = paths;
	x->effects = effects;
	x->current = current;
	x->log = log;
	x->discipline = discipline;
	x->observation.observer = observer;
	naming_set_serial(x, tid, serial);
	pmap_snapshot(&x->pool);
	if (x->cut.n > ncuts && !to->refused)
		to->refused = x->cut.at[x->cut.n - 1].text;
	if (!to->refused && x->give_up)
		to->refused = "the search was stopped";
}

void spec_outcomes_free(struct spec_outcomes *o) {
	vec_free(&o->at);
}
