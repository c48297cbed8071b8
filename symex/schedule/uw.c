#include "symex/schedule/uw.h"

#include "solvers/solver.h"
#include "symex/config.h"
#include "symex/symex_stats.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

struct control_literal {
	term literal; /* true: the thread may run in the context, or stop although enabled */
	uint32_t context;
	bool allowed; /* the literal is not assumed false */
};

struct widening {
	struct symex *x;
	VEC(struct control_literal) control;
	uint32_t context; /* the last one with a literal for stops */
	term stopping;    /* that literal */
	bool warned;      /* that the solver computes no cores */
};

struct widening *uw_open(struct symex *x) {
	struct widening *w = mem_alloc(sizeof *w);
	*w = (struct widening){.x = x, .context = UINT32_MAX};
	return w;
}

void uw_close(struct widening *w) {
	vec_free(&w->control);
	mem_free(w);
}

static term add_control(struct widening *w, uint32_t context, const char *name, bool allowed) {
	struct control_literal c = {term_var(w->x->ts, sort_bool(), name), context, allowed};
	vec_push(&w->control, c);
	return c.literal;
}

void uw_control(struct encoding *r, uint32_t tid, uint32_t threads, term chosen) {
	struct widening *w = r->widening;
	/* Round robin: main, the others by number, main again. */
	bool first = r->number % threads == tid;
	const char *name = intern_printf("cl!%u!%u", r->number, tid);
	symex_assume(w->x, chosen, add_control(w, r->number, name, first));
}

void uw_control_stop(struct encoding *r, term stops) {
	struct widening *w = r->widening;
	if (w->context != r->number) {
		w->context = r->number;
		w->stopping = add_control(w, r->number, intern_printf("cl!%u", r->number), false);
	}
	symex_assume(w->x, stops, w->stopping);
}

/* The number of sequences of threads that are allowed, at most UINT64_MAX. */
static uint64_t allowed_sequences(const struct widening *w) {
	uint64_t all = 1;
	for (size_t i = 0; i < w->control.n;) {
		uint64_t here = 0;
		uint32_t context = w->control.at[i].context;
		for (; i < w->control.n && w->control.at[i].context == context; i++)
			here += w->control.at[i].allowed;
		if (here && all > UINT64_MAX / here)
			return UINT64_MAX;
		all *= here ? here : 1;
	}
	return all;
}

/* Allows the control literals in the core; false: there is none. */
static bool widen(struct widening *w) {
	bool any = false;
	bool cores = w->x->config->solver->caps & SOLVER_CORE;
	for (size_t i = 0; i < w->control.n; i++) {
		struct control_literal *c = &w->control.at[i];
		if (c->allowed || (cores && !vc_in_core(w->x, term_not(w->x->ts, c->literal))))
			continue;
		c->allowed = any = true;
	}
	if (any && !cores && !w->warned) {
		w->warned = true;
		diag_note(NO_LOC, "%s gives no unsat cores: after the first, all schedules are allowed",
		          w->x->config->solver->name);
	}
	return any;
}

enum answer uw_check(struct encoding *r, const struct vc_item *item, size_t n,
                     struct model **model) {
	struct widening *w = r->widening;
	struct symex *x = w->x;
	enum answer a;
	do {
		VEC(term) assume = {0};
		for (size_t i = 0; i < w->control.n; i++)
			if (!w->control.at[i].allowed)
				vec_push(&assume, term_not(x->ts, w->control.at[i].literal));
		a = vc_check_incremental(x, item, n, assume.at, assume.n, model);
		vec_free(&assume);
		x->stats->uw_iterations += !x->query.folded;
		x->stats->uw_allowed = allowed_sequences(w);
	} while (a == ANSWER_UNSAT && widen(w) && !symex_stop);
	return a == ANSWER_UNSAT && symex_stop ? ANSWER_UNKNOWN : a;
}
