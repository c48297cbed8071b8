/* The order of two neighbouring stores: what others wait for, or look at, is written last. */
#include <string.h>

#include "fix/candidate_sync.h"
#include "fix/sync.h"

static bool is_store(const char *name) {
	return name && !strncmp(name, "atomic_store", 12);
}

static bool is_load_or_store(const char *name) {
	return is_store(name) || (name && !strncmp(name, "atomic_load", 11));
}

/* What the statement stores to, if it does nothing else; NULL: it is no such statement. */
static const char *stored(const struct places *p, uint32_t statement) {
	const struct node *n = &p->node.at[statement];
	if (!n->is_statement || !sync_can_edit(p, statement))
		return NULL;
	bool is_assignment = n->kind == NODE_ASSIGN && n->name && !strcmp(n->name, "=");
	if (!is_assignment && (n->kind != NODE_CALL || !is_store(n->name)))
		return NULL;
	for (uint32_t i = statement + 1; i < n->next; i++) {
		const struct node *x = &p->node.at[i];
		bool changes = x->kind == NODE_ASSIGN ||
		               (x->kind == NODE_CALL && !is_load_or_store(x->name)) ||
		               (x->kind == NODE_UNARY && x->name &&
		                (!strcmp(x->name, "++") || !strcmp(x->name, "--")));
		if (changes)
			return NULL;
	}
	uint32_t to = places_child(p, statement, is_assignment ? 0 : 1);
	return to == NO_NODE ? NULL : sync_object(p, to);
}

static bool uses(const struct places *p, uint32_t statement, const char *id) {
	for (uint32_t i = statement; i < p->node.at[statement].next; i++)
		if (p->node.at[i].id == id)
			return true;
	return false;
}

static void swap(struct candidates *all, uint32_t a, uint32_t b) {
	const struct places *p = all->places;
	const char *first = a == NO_NODE ? NULL : stored(p, a);
	const char *second = b == NO_NODE ? NULL : stored(p, b);
	if (!first || !second || uses(p, b, first) || uses(p, a, second))
		return;
	struct candidate c = {.what = "the other order of two stores", .is_unusual = true};
	if (sync_swap(all, &c, a, b))
		candidates_add(all, &c);
	vec_free(&c.edit);
}

static void around(struct candidates *all, const struct cause_event *e) {
	uint32_t statement = e->kind == CAUSE_EVENT_NONE || e->thread == NO_THREAD
	                         ? NO_NODE
	                         : candidate_statement(all, e);
	if (statement == NO_NODE)
		return;
	swap(all, places_before(all->places, statement), statement);
	swap(all, statement, places_after(all->places, statement));
}

void candidate_stores(struct candidates *all) {
	const struct cause *c = all->cause;
	switch (c->kind) {
	case CAUSE_ORDER:
	case CAUSE_USE_AFTER_FREE:
	case CAUSE_PUBLICATION:
	case CAUSE_TORN_READ:
	case CAUSE_CHECK_THEN_ACT: break;
	default: return;
	}
	for (size_t i = 0; i < c->role.n; i++)
		around(all, &c->role.at[i]);
	for (size_t i = 0; i < c->fact.n; i++) {
		around(all, &c->fact.at[i].first);
		around(all, &c->fact.at[i].second);
	}
}
