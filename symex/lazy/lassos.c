#include "symex/lazy/lassos.h"

#include <string.h>

#include "symex/config.h"
#include "symex/core/server.h"
#include "symex/lazy/node.h"
#include "symex/replay/replay_plan.h"
#include "symex/step/calls.h"
#include "symex/step/check/condition.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"
#include "util/base/intern.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

enum { FIRST_CHECK = THRESHOLD(4096, 16) }; /* edges after which cycles are looked for at first */

struct lassos {
	struct state_graph graph;
	struct cycles_query query;
	struct lassos_mark path;
	size_t next_check; /* number of edges */
	bool is_found;     /* the lasso is one */
	struct graph_lasso lasso;
	struct { /* the lasso that is followed: stem, loop, and loop again */
		bool is_on;
		VEC(uint32_t) edge;
		size_t at;            /* the edge that comes next */
		uint32_t loop, again; /* steps of the schedule before each */
	} follow;
};

struct lassos *lassos_open(struct symex *x) {
	const struct library_check *c = &x->config->library;
	enum progress_kind kind = x->config->termination ? PROGRESS_TERMINATION : c->progress;
	if (!kind)
		return NULL;
	struct lassos *p = mem_alloc(sizeof *p);
	graph_open(&p->graph);
	p->query = (struct cycles_query){kind, c->wait_free_steps, c->unfair_environment};
	p->next_check = FIRST_CHECK;
	return p;
}

void lassos_close(struct lassos *p) {
	if (!p)
		return;
	graph_close(&p->graph);
	graph_lasso_free(&p->lasso);
	vec_free(&p->follow.edge);
	mem_free(p);
}

void lassos_forget(struct lassos *p) {
	graph_forget(&p->graph);
	p->path = (struct lassos_mark){0};
	p->next_check = FIRST_CHECK;
	p->is_found = false;
}

/* --- The graph. --- */

struct lassos_mark lassos_step(struct lassos *p, const struct state *outcome, bool silent) {
	struct lassos_mark before = p->path;
	unsigned marks = 0;
	marks |= outcome->marks & STEP_UNFAIR ? GRAPH_UNFAIR : 0;
	marks |= outcome->marks & STEP_TIMEOUT ? GRAPH_TIMEOUT : 0;
	marks |= outcome->marks & STEP_RETURNED ? GRAPH_RETURNS : 0;
	silent |= outcome->calling != NULL; /* it was none of the call, which has not begun */
	marks |= silent ? GRAPH_SILENT : 0;
	/* A step that creates a thread goes on as another one. */
	if (!silent)
		p->path.marks &= ~(unsigned)GRAPH_SILENT;
	p->path.marks |= marks;
	return before;
}

void lassos_leave(struct lassos *p, struct lassos_mark before) {
	p->path = before;
}

static struct graph_node describe(const struct symex *x, const struct state *st,
                                  const uint8_t *status) {
	struct graph_node n = {.nthreads = st->nthreads};
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		uint64_t bit = UINT64_C(1) << tid;
		struct state view = thread_view(st, tid);
		bool sends = status[tid] != THREAD_ENDED && wait_is_sender(&view);
		n.ended |= status[tid] == THREAD_ENDED || sends ? bit : 0;
		n.enabled |= status[tid] == THREAD_ENABLED && !sends ? bit : 0;
		bool waits = status[tid] == THREAD_DISABLED && !sends && !wait_is_for_signal(x, &view);
		n.waits |= waits ? bit : 0;
		n.busy |= status[tid] != THREAD_ENDED && view.operation ? bit : 0;
		n.idle |= calls_idle(&view) ? bit : 0;
		n.server |= server_is(x, &st->created, tid) ? bit : 0;
	}
	return n;
}

static void look_for_cycles(struct lassos *p) {
	p->next_check = 2 * p->graph.edge.n;
	p->is_found = cycles_find(&p->graph, &p->query, &p->lasso);
	if (!p->is_found)
		graph_lasso_free(&p->lasso);
}

struct lassos_mark lassos_arrive(struct tree *t, struct state *st, uint32_t key,
                                 const uint8_t *status) {
	struct lassos *p = t->lassos;
	struct lassos_mark before = p->path;
	if (st->nthreads > GRAPH_THREADS) {
		result_gap(t->x->result, GAP_UNSUPPORTED, NO_LOC, "progress of more than %u threads",
		           GRAPH_THREADS);
		t->end.done = true;
		return before;
	}
	uint32_t node = graph_find(&p->graph, key);
	if (!node) {
		struct graph_node n = describe(t->x, st, status);
		node = graph_add(&p->graph, key, &n);
	}
	graph_connect(&p->graph, before.at, node, st->tid, before.marks);
	p->path = (struct lassos_mark){node, 0};
	if (p->graph.edge.n >= p->next_check)
		look_for_cycles(p);
	return before;
}

bool lassos_found(const struct lassos *p) {
	return p->is_found && !p->follow.is_on;
}

/* --- A lasso is followed. --- */

bool lassos_follows(const struct lassos *p) {
	return p->follow.is_on;
}

static const char *thread_text(const struct state *st, uint32_t tid) {
	const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, tid);
	if (!tid)
		return "main";
	bool has_name = c && c->function && strncmp(c->function->display, "__", 2) != 0;
	return has_name ? intern_printf("thread %u ('%s')", tid, c->function->display)
	                : intern_printf("thread %u", tid);
}

static const char *violation_text(const struct tree *t, const struct state *st) {
	const struct lassos *p = t->lassos;
	const char *thread = thread_text(st, p->lasso.tid);
	bool waits = p->lasso.has_loop && !p->lasso.loop.n;
	switch (p->query.kind) {
	case PROGRESS_NONE: break;
	case PROGRESS_LIVENESS:
		return waits ? intern_printf("%s waits for ever", thread)
		             : intern_printf("%s never ends, although every thread that can go on does",
		                             thread);
	case PROGRESS_TERMINATION: return "the program goes on for ever: its state here comes back";
	case PROGRESS_LOCK_FREE:
		return waits ? intern_printf("not lock-free: %s waits for another thread", thread)
		             : "not lock-free: this can go on for ever, and no operation returns";
	case PROGRESS_WAIT_FREE:
		if (!p->lasso.has_loop)
			return intern_printf("not wait-free within %u steps: %s makes more of them in a call",
			                     p->query.steps, thread);
		return waits ? intern_printf("not wait-free: %s waits for another thread", thread)
		             : intern_printf("not wait-free: %s goes on for ever, and its operation does "
		                             "not return",
		                             thread);
	case PROGRESS_OBSTRUCTION_FREE:
		return waits ? intern_printf("not obstruction-free: %s waits for another thread", thread)
		             : intern_printf("not obstruction-free: %s runs alone for ever, and its "
		                             "operation does not return",
		                             thread);
	case PROGRESS_DEADLOCK_FREE:
		return waits ? intern_printf("not deadlock-free: %s waits for ever", thread)
		             : "not deadlock-free: every thread goes on for ever, and no operation returns";
	case PROGRESS_STARVATION_FREE:
		return intern_printf("not starvation-free: the operation of %s never returns, although "
		                     "every thread that can go on does",
		                     thread);
	}
	return "";
}

static uint32_t property_of(struct tree *t, const struct state *st) {
	enum progress_kind kind = t->lassos->query.kind;
	enum property_class class = kind == PROGRESS_LIVENESS      ? PROPERTY_LIVENESS
	                            : kind == PROGRESS_TERMINATION ? PROPERTY_TERMINATION
	                                                           : PROPERTY_PROGRESS;
	const struct symbol *entry = t->x->prog->entry;
	return properties_get(t->x->properties, intern(property_class_name(class)),
	                      entry ? entry->function : st->frame->function, class, state_user_loc(st),
	                      violation_text(t, st));
}

/* The end of the lasso: a violation in this state. */
static void report(struct tree *t, const struct state *st) {
	struct symex *x = t->x;
	struct state there;
	state_fork(x, st, &there);
	thread_switch(x, &there, t->lassos->lasso.tid);
	step_check(x, &there, property_of(t, &there), term_false(x->ts));
	node_check(t);
}

uint32_t lassos_next(struct tree *t, struct state *st, uint32_t key) {
	struct lassos *p = t->lassos;
	const struct state_graph *g = &p->graph;
	size_t at = p->follow.at;
	if (!at || at > p->follow.edge.n + 1)
		BUG("nothing is followed");
	uint32_t expected = g->edge.at[p->follow.edge.at[at - 1]].to;
	if (graph_find(g, key) != expected)
		return NO_THREAD;
	size_t stem = p->lasso.stem.n, loop = p->lasso.loop.n;
	if (at == stem)
		p->follow.loop = p->follow.again = (uint32_t)t->path.schedule.n;
	if (at == stem + loop)
		p->follow.again = (uint32_t)t->path.schedule.n;
	if (at == p->follow.edge.n) {
		report(t, st);
		return NO_THREAD;
	}
	p->follow.at++;
	return g->edge.at[p->follow.edge.at[at]].tid;
}

void lassos_back(struct lassos *p) {
	p->follow.at--;
}

void lassos_plan(const struct lassos *p, struct plan *plan) {
	if (!p->follow.is_on)
		return;
	plan->ending = !p->lasso.has_loop ? PLAN_ENDS_THERE
	               : p->lasso.loop.n  ? PLAN_ENDS_IN_LOOP
	                                  : PLAN_ENDS_WAITING;
	plan->loop = p->follow.loop;
	plan->again = p->follow.again;
	plan->stays = p->lasso.tid;
}

static void follow(struct tree *t, const struct state *root) {
	struct lassos *p = t->lassos;
	p->follow.edge.n = 0;
	for (size_t i = 0; i < p->lasso.stem.n; i++)
		vec_push(&p->follow.edge, p->lasso.stem.at[i]);
	for (size_t i = 0; i < 2 * p->lasso.loop.n; i++)
		vec_push(&p->follow.edge, p->lasso.loop.at[i % p->lasso.loop.n]);
	p->follow.is_on = true;
	p->follow.at = 1;
	t->work.paused = false;
	tree_explore(t, root);
	p->follow.is_on = false;
}

/* --- The verdict. --- */

/* What a proof rests on. */
static void assume_fairness(struct tree *t) {
	const struct lassos *p = t->lassos;
	struct result *r = t->x->result;
	switch (p->query.kind) {
	case PROGRESS_LIVENESS:
	case PROGRESS_DEADLOCK_FREE:
	case PROGRESS_STARVATION_FREE:
		result_gap(r, GAP_ASSUMPTION, NO_LOC, "%s", WEAK_FAIRNESS);
		break;
	default: break;
	}
	bool may_differ = false;
	for (size_t i = 0; i < p->graph.edge.n; i++)
		may_differ |= (p->graph.edge.at[i].marks & (GRAPH_UNFAIR | GRAPH_TIMEOUT)) != 0;
	if (may_differ && !p->query.unfair_environment && p->query.kind != PROGRESS_TERMINATION)
		result_assume(r,
		              "spurious wakeups, timeouts and failures of a weak compare-exchange do not "
		              "keep a thread from going on for ever",
		              "unfair-environment");
}

/* Is it about the calls of a library, and no thread has made one? */
static bool has_no_calls(const struct lassos *p) {
	bool asks = p->query.kind < PROGRESS_LIVENESS;
	for (size_t i = 0; i < p->graph.node.n && asks; i++)
		asks = !p->graph.node.at[i].busy;
	for (size_t i = 0; i < p->graph.edge.n && asks; i++)
		asks = !(p->graph.edge.at[i].marks & GRAPH_RETURNS);
	return asks;
}

/* Some executions never end, but in all of them a thread that could go on never does, or the
 * environment does what it does not do for ever. */
static void note_unfair(struct tree *t) {
	struct lassos *p = t->lassos;
	if (p->query.kind == PROGRESS_TERMINATION && cycles_any(&p->graph))
		result_gap(t->x->result, GAP_UNSUPPORTED, NO_LOC,
		           "executions that never end, but only if a thread that can go on never does");
}

bool lassos_conclude(struct tree *t, const struct state *root, bool finished) {
	struct lassos *p = t->lassos;
	if (t->end.done || symex_stop || (!finished && !p->is_found))
		return true;
	if (!p->is_found)
		look_for_cycles(p);
	diag_say(2, "progress: %zu states, %zu steps%s", p->graph.node.n, p->graph.edge.n,
	         p->is_found ? ", a lasso" : "");
	if (!p->is_found && !t->end.too_short) { /* else loops are unwound further */
		assume_fairness(t);
		note_unfair(t);
		if (has_no_calls(p))
			result_gap(t->x->result, GAP_UNSUPPORTED, NO_LOC,
			           "progress of a library of which no operation is called");
	}
	if (!p->is_found)
		return true;
	size_t gaps = t->x->result->gap.n;
	follow(t, root);
	p->is_found = false;
	graph_lasso_free(&p->lasso);
	if (t->x->result->violated != NO_PROPERTY || symex_stop)
		return true;
	t->end.done = false;             /* set by a replay that failed */
	if (!finished || node_over(t)) { /* what was not known then may tell the states apart */
		result_drop_gaps(t->x->result, gaps);
		return false;
	}
	if (t->x->result->gap.n == gaps)
		result_gap(t->x->result, GAP_UNSUPPORTED, NO_LOC,
		           "a cycle of states that could not be followed");
	return true;
}
