#include "symex/events/encode/client_order.h"

#include "symex/events/encode/hb_graph.h"
#include "util/base/intern.h"

void client_order_encode(struct events *e) {
	struct terms *ts = e->x->ts;
	struct event_history *h = &e->history;
	size_t n = h->call.n;
	if (!events_are_coherent(e) || !n)
		return;
	term *all = arena_array(e->x->pool.arena, term, n * n);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			const struct event_call *a = &h->call.at[i], *b = &h->call.at[k];
			term *is = &all[i * n + k];
			*is = term_false(ts);
			if (a->tid == b->tid || a->return_node == NO_NODE)
				continue;
			*is = term_var(ts, sort_bool(), intern_printf("client!%zu!%zu", i, k));
			order_add(e->order, term_implies(ts, *is, term_and(ts, a->returned, b->called)));
			order_edge(e->order, a->return_node, b->node, *is);
			hb_edge(e, a->return_node, b->node, *is);
		}
	h->synchronises = all;
}
