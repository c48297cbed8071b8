#include "symex/events/execute/nodes.h"

#include "symex/core/location.h"

uint32_t nodes_location(struct symex *x, const struct state *st) {
	struct events *e = events_of(x);
	return e->execution.jump_location ? e->execution.jump_location : location_of(x, st);
}

static uint32_t new_node(struct symex *x, struct state *st) {
	struct events *e = events_of(x);
	struct event_thread *t = &e->thread.at[st->tid];
	struct event_node n = {.tid = st->tid,
	                       .index = (uint32_t)t->node.n,
	                       .first = (uint32_t)e->event.n,
	                       .location = nodes_location(x, st),
	                       .path = st->guard,
	                       .guard = state_guard(x, st),
	                       .in_model = st->frame->function->is_model,
	                       .loc = state_user_loc(st),
	                       .done = term_false(x->ts)};
	vec_push(&e->node, n);
	vec_push(&t->node, (uint32_t)e->node.n - 1);
	x->give_up |= e->execution.most_nodes && e->node.n > e->execution.most_nodes;
	return (uint32_t)e->node.n - 1;
}

uint32_t nodes_at(struct symex *x, struct state *st) {
	if (!st->event.node)
		st->event.node = new_node(x, st) + 1;
	return st->event.node - 1;
}

static uint32_t last_of(const struct events *e, uint32_t tid) {
	return vec_last(&e->thread.at[tid].node);
}

uint32_t nodes_last(const struct events *e, const struct state *st) {
	return st->event.node ? st->event.node - 1 : last_of(e, st->tid);
}

void nodes_leave(struct symex *x, struct state *st) {
	if (!st->event.node)
		return;
	struct event_node *n = &events_of(x)->node.at[st->event.node - 1];
	n->done = term_or(x->ts, n->done, state_guard(x, st));
	st->event.node = 0;
}

void nodes_note_choices(struct events *e) {
	while (e->choice_node.n < e->x->choice.n)
		vec_push(&e->choice_node, last_of(e, e->execution.current));
}
