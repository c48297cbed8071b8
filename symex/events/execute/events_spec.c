/* The specification of a library along orders of its calls: which states it may be in.
 *
 * States are numbered; each run of the specification from a state is made once, for the arguments
 * of a call, which are terms. */
#include "symex/events/execute/events_spec.h"

#include "util/text/diag.h"

/* Numbers of choices of the specification begin here: those of the program are far below. */
enum { SPEC_NUMBERS = 0x10000000, SPEC_ITERATIONS = 64, MOST_STATES = 20000 };

struct spec_state {
	struct spec_memory memory;
	uint32_t made;  /* by the calls so far */
	struct map run; /* call -> index of its outcomes */
};

struct spec_runs {
	struct naming naming;
	VEC(struct spec_state) state;
	VEC(struct history_outcomes *) outcomes;
};

static struct spec_runs *runs_of(struct events *e) {
	struct event_history *h = &e->history;
	if (h->runs)
		return h->runs;
	h->runs = mem_alloc(sizeof *h->runs);
	h->runs->naming = (struct naming){.numbers = SPEC_NUMBERS};
	struct spec_state first = {.memory = {h->begin.mem, h->begin.ended}};
	vec_push(&h->runs->state, first);
	return h->runs;
}

void history_runs_close(struct events *e) {
	struct spec_runs *r = e->history.runs;
	if (!r)
		return;
	for (size_t i = 0; i < r->state.n; i++)
		map_free(&r->state.at[i].run);
	for (size_t i = 0; i < r->outcomes.n; i++) {
		vec_free(&r->outcomes.at[i]->at);
		mem_free(r->outcomes.at[i]);
	}
	vec_free(&r->state);
	vec_free(&r->outcomes);
	naming_free(&r->naming);
	mem_free(r);
	e->history.runs = NULL;
}

/* The naming and the bounds of loops are those of the specification while it runs. */
static void run(struct events *e, const struct spec_state *from, const struct event_call *c,
                struct spec_outcomes *to) {
	struct symex *x = e->x;
	struct loop_bounds loops = x->loops;
	struct naming *naming = x->naming;
	size_t cuts = x->cut.n;
	struct library_call call = {.op = c->op, .n = c->n, .value = c->arg, .ins = c->ins};
	struct spec_memory memory = from->memory;
	x->naming = &e->history.runs->naming;
	x->loops.unwind = SPEC_ITERATIONS;
	spec_run(x, &e->history.begin, &memory, 0, from->made, &call, to);
	x->naming = naming;
	x->loops = loops;
	x->cut.n = cuts;
	if (to->refused)
		events_unsupported(e, NO_LOC, to->refused);
}

const struct history_outcomes *history_run(struct events *e, uint32_t from, uint32_t call) {
	struct spec_runs *r = runs_of(e);
	uint64_t known;
	if (map_get(&r->state.at[from].run, call, &known))
		return r->outcomes.at[known];
	if (r->state.n > MOST_STATES) {
		events_unsupported(e, NO_LOC, "a specification with many states");
		return NULL;
	}
	struct spec_outcomes list = {0};
	run(e, &r->state.at[from], &e->history.call.at[call], &list);
	struct history_outcomes *to = mem_alloc(sizeof *to);
	for (size_t i = 0; i < list.at.n && !e->unsupported; i++) {
		const struct spec_outcome *o = &list.at.at[i];
		struct spec_state after = {.memory = o->memory, .made = o->made};
		if (term_is_false(e->x->ts, o->guard))
			continue;
		vec_push(&to->at, ((struct history_outcome){o->guard, o->result.n, o->result.value,
		                                            (uint32_t)r->state.n}));
		vec_push(&r->state, after);
	}
	spec_outcomes_free(&list);
	vec_push(&r->outcomes, to);
	map_put(&r->state.at[from].run, call, r->outcomes.n - 1);
	return e->unsupported ? NULL : to;
}
