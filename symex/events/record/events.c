/* What is asked of a search, and questions about its nodes and events that need nothing but them.
 */
#include "symex/events/record/events.h"

#include "symex/config.h"
#include "symex/library/history.h"

void events_unsupported(struct events *e, struct loc loc, const char *why) {
	if (e->unsupported)
		return;
	e->unsupported = why;
	e->unsupported_loc = loc;
	e->x->give_up = true;
}

/* --- What is asked. --- */

bool events_check_races(const struct events *e) {
	return e->x->config->schedules.race_check || e->model->source == SOURCE_COHERENT;
}

bool events_by_order(const struct events *e) {
	return e->model->source == SOURCE_COHERENT ||
	       (e->x->config->schedules.race_orders && !e->branches.known && !e->follower);
}

bool count_is_wanted(const struct events *e) {
	return e->x->config->schedules.count_executions;
}

bool spin_wanted(const struct events *e) {
	return e->x->config->library.progress == PROGRESS_LIVENESS;
}

bool rounds_wanted(const struct events *e) {
	return (!model_interleaves(e->model) || spin_wanted(e)) &&
	       events_reduce_by(e, REDUCTION_WAITING_ITERATIONS);
}

bool history_is_wanted(const struct events *e) {
	return library_asked(e->x) != CONSISTENCY_NONE;
}

bool buffers_are_used(const struct events *e) {
	return e->model->store != STORE_AT_ONCE;
}

/* --- Nodes and events. --- */

term node_happens(struct events *e, uint32_t node) {
	const struct event_node *n = &e->node.at[node];
	return n->may_stop ? n->done : term_true(e->x->ts);
}

bool event_is_library(const struct events *e, const struct event *ev) {
	return ev->in_section && e->node.at[ev->node].in_model && ev->order == MEM_PLAIN &&
	       ev->at.from != LIFETIME;
}

term event_overlap(struct events *e, const struct event *a, const struct event *b) {
	struct terms *ts = e->x->ts;
	if (a->object != b->object || !bytes_overlap(a->at, b->at))
		return term_false(ts);
	if (!a->at.step && !b->at.step)
		return term_true(ts);
	uint32_t w = e->x->address_bits;
	term end_a = term_add(ts, a->offset, term_u64(ts, w, a->at.n));
	term end_b = term_add(ts, b->offset, term_u64(ts, w, b->at.n));
	return term_and(ts, term_ult(ts, a->offset, end_b), term_ult(ts, b->offset, end_a));
}
