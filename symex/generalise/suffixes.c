#include "symex/generalise/suffixes.h"

#include "symex/events/ask/events_ask.h"
#include "symex/events/ask/violation.h"
#include "symex/events/events_search.h"
#include "symex/generalise/decision.h"
#include "symex/symex_stats.h"

struct pending_run { /* a run, and the prefix that it was made for */
	struct decisions prefix;
	VEC(struct decisions) thread;
	struct known known;
};

struct combining {
	struct unfolding *u;
	VEC(struct pending_run) list;
	struct ways ways; /* of the run being generalised */
	struct pending_run *run;
	struct decisions chosen;
	bool ends;
};

static void pending_free(struct pending_run *p) {
	for (size_t i = 0; i < p->thread.n; i++)
		decisions_free(&p->thread.at[i]);
	vec_free(&p->thread);
	vec_free(&p->prefix.at);
	known_free(&p->known);
}

/* --- Runs. --- */

/* Runs along the model, or freely, and adds what it did to the list. */
static void run(struct combining *c, struct model *m) {
	struct unfolding *u = c->u;
	struct pending_run p = {0};
	struct run_trace *t = run_trace_open();
	struct known before = u->known;
	u->known = (struct known){0};
	c->ends |= !unfold_run(u, m, NULL, t);
	p.known = u->known;
	u->known = before;
	decisions_copy(&p.prefix, &c->chosen);
	for (uint32_t i = 0; i < t->thread.n; i++) {
		struct decisions made = {0};
		decisions_of_thread(t, i, &made);
		vec_push(&p.thread, made);
	}
	run_trace_close(t);
	u->x->stats->paths++;
	vec_push(&c->list, p);
}

/* --- The formula of a run. --- */

static enum answer ask(struct combining *c) {
	VEC(term) assume = {0};
	for (size_t i = 0; i < c->chosen.at.n; i++) {
		term t = ways_condition(&c->ways, c->chosen.at.at[i]);
		if (t.ix)
			vec_push(&assume, t);
	}
	enum answer a = events_ask(&c->u->e, assume.at, assume.n);
	vec_free(&assume);
	return a;
}

/* Chooses for the thread and those after it; 'differs': an earlier one has left the run. */
static void combine(struct combining *c, size_t thread, bool differs) {
	struct events *e = &c->u->e;
	if (c->ends || symex_stop)
		return;
	if (thread == c->run->thread.n) {
		enum answer a = differs ? ask(c) : ANSWER_UNSAT;
		if (a == ANSWER_SAT)
			run(c, events_model(e));
		return;
	}
	/* Where no execution makes the choices so far, none makes more. */
	if (differs && thread && ask(c) == ANSWER_UNSAT)
		return;
	size_t n = c->chosen.at.n;
	bool jumps;
	for (size_t i = 0; i < c->run->thread.at[thread].at.n; i++) {
		struct decision d = c->run->thread.at[thread].at.at[i];
		if (decisions_find(&c->run->prefix, d.location, &jumps) || !ways_condition(&c->ways, d).ix)
			continue;
		struct decision other = {d.location, !d.jumps};
		vec_push(&c->chosen.at, other);
		if (!term_is_false(c->u->x->ts, ways_condition(&c->ways, other)))
			combine(c, thread + 1, true);
		vec_last(&c->chosen.at) = d;
	}
	combine(c, thread + 1, differs);
	c->chosen.at.n = n;
}

static enum unfolded generalise(struct combining *c, struct pending_run *p) {
	struct unfolding *u = c->u;
	u->e.branches.known = &p->known;
	if (!events_unfold(&u->e))
		return symex_stop ? UNFOLD_STOP : UNFOLD_UNSUPPORTED;
	events_no_limit(&u->e);
	if (events_violations(&u->e))
		return symex_stop ? UNFOLD_STOP : u->e.unsupported ? UNFOLD_UNSUPPORTED : UNFOLD_FOUND;
	ways_find(&c->ways, &u->e);
	c->run = p;
	c->chosen.at.n = 0;
	decisions_copy(&c->chosen, &p->prefix);
	combine(c, 0, false);
	return symex_stop ? UNFOLD_STOP : c->ends ? UNFOLD_FOUND : UNFOLD_ALL;
}

enum unfolded suffixes_search(struct unfolding *u) {
	struct combining c = {.u = u};
	enum unfolded how = UNFOLD_ALL;
	run(&c, NULL);
	if (c.ends)
		how = UNFOLD_FOUND;
	while (c.list.n && how == UNFOLD_ALL) {
		struct pending_run p = vec_pop(&c.list);
		how = generalise(&c, &p);
		u->e.branches.known = &u->known;
		pending_free(&p);
	}
	for (size_t i = 0; i < c.list.n; i++)
		pending_free(&c.list.at[i]);
	vec_free(&c.list);
	vec_free(&c.chosen.at);
	ways_free(&c.ways);
	return how;
}
