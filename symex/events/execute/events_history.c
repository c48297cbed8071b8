#include "symex/events/execute/events_history.h"

#include "symex/config.h"
#include "symex/events/execute/events_spec.h"
#include "symex/events/execute/nodes.h"
#include "symex/library/history.h"
#include "util/text/diag.h"

void history_forget(struct events *e) {
	history_runs_close(e);
	e->history.call.n = 0;
	e->history.has_begun = false;
	e->history.synchronises = NULL;
}

/* --- The client says what it does. --- */

void history_begins(struct symex *x, struct state *st) {
	struct event_history *h = &events_of(x)->history;
	/* Before the first path that comes here, only 'create' has started threads. */
	if (x->config->library.is_self && !h->has_begun && events_of(x)->thread.n > 1)
		symex_unsupported(x, st, term_true(x->ts), THREADS_OF_THE_LIBRARY);
	state_fork(x, st, &h->begin);
	h->begin.guard = NULL;
	h->has_begun = true;
}

bool history_called(struct symex *x, struct state *st, const struct library_call *c) {
	struct events *e = events_of(x);
	struct event_call call = {.tid = st->tid,
	                          .op = c->op,
	                          .node = nodes_at(x, st),
	                          .return_node = NO_NODE,
	                          .path = st->guard,
	                          .called = state_guard(x, st),
	                          .returned = term_false(x->ts),
	                          .n = c->n,
	                          .arg = c->value,
	                          .ins = c->ins};
	vec_push(&e->history.call, call);
	return true;
}

void history_opens(struct symex *x, struct state *st) {
	(void)x, (void)st;
	BUG("a call that is not a node");
}

/* The call that returns is the last one of the thread on its path. */
bool history_returned(struct symex *x, struct state *st, const struct library_call *c) {
	struct events *e = events_of(x);
	struct event_call *call = NULL;
	for (size_t i = e->history.call.n; i-- > 0 && !call;) {
		struct event_call *k = &e->history.call.at[i];
		if (k->tid == st->tid && k->op == c->op && guard_implies(st->guard, k->path))
			call = k;
	}
	if (!call || call->return_node != NO_NODE) {
		events_unsupported(e, state_user_loc(st), "a return that belongs to several calls");
		return false;
	}
	call->return_node = nodes_at(x, st);
	call->returned = state_guard(x, st);
	call->loc = state_user_loc(st);
	call->nresults = c->n;
	call->result = c->value;
	return true;
}

void history_roots(const struct events *e, void (*use)(void *, term), void *context) {
	for (size_t i = 0; i < e->history.call.n; i++) {
		const struct event_call *c = &e->history.call.at[i];
		use(context, c->called);
		use(context, c->returned);
		for (uint32_t k = 0; k < c->n; k++)
			use(context, c->arg[k]);
		for (uint32_t k = 0; k < c->nresults; k++)
			use(context, c->result[k]);
	}
	size_t n = e->history.call.n;
	for (size_t i = 0; e->history.synchronises && i < n * n; i++)
		use(context, e->history.synchronises[i]);
}

term history_synchronises(const struct events *e, size_t first, size_t second) {
	return e->history.synchronises[first * e->history.call.n + second];
}
