/* Memory that is freed while others use it: free after the join, or a join before it. */
#include <string.h>

#include "fix/candidate_sync.h"
#include "fix/sync.h"

static bool is_create(const char *name) {
	return name && (!strcmp(name, "pthread_create") || !strcmp(name, "thrd_create"));
}

/* The last statement behind this one, in its block, that waits for a thread. */
static uint32_t last_join(const struct places *p, uint32_t statement) {
	uint32_t last = NO_NODE;
	for (uint32_t i = places_after(p, statement); i != NO_NODE; i = places_after(p, i))
		if (sync_inside(p, i, sync_is_join) != NO_NODE)
			last = i;
	return last;
}

static bool declares(const struct places *p, uint32_t statement) {
	return p->node.at[statement].kind == NODE_DECLARATION;
}

static void free_after_join(struct candidates *all, uint32_t statement) {
	const struct places *p = all->places;
	uint32_t join =
	    statement == NO_NODE || declares(p, statement) ? NO_NODE : last_join(p, statement);
	if (join == NO_NODE)
		return;
	struct candidate c = {.what = "free after the join"};
	if (sync_move_after(all, &c, statement, join))
		candidates_add(all, &c);
	vec_free(&c.edit);
}

/* Where the function is called that frees. */
static void calls_of(struct candidates *all, uint32_t function) {
	const struct places *p = all->places;
	const char *id = function == NO_NODE ? NULL : p->node.at[function].id;
	for (uint32_t i = 0; id && i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		uint32_t callee = n->kind == NODE_CALL ? places_child(p, i, 0) : NO_NODE;
		if (callee != NO_NODE && p->node.at[callee].id == id && !n->is_macro)
			free_after_join(all, places_statement(p, i));
	}
}

/* The handle that a call creates, as a join takes it; NULL: it is not a variable. */
static const char *handle(struct candidates *all, uint32_t create) {
	const char *argument = sync_argument(all, create, 0);
	return argument && *argument == '&' ? argument + 1 : NULL;
}

static bool is_joined(struct candidates *all, uint32_t function, const char *thread) {
	const struct places *p = all->places;
	for (uint32_t i = function; i < p->node.at[function].next; i++) {
		if (p->node.at[i].kind != NODE_CALL || !sync_is_join(p->node.at[i].name))
			continue;
		const char *of = sync_argument(all, i, 0);
		if (of && !strcmp(of, thread))
			return true;
	}
	return false;
}

/* A thread that this function creates and nobody waits for. */
static void join_before(struct candidates *all, uint32_t statement) {
	const struct places *p = all->places;
	uint32_t function = statement == NO_NODE ? NO_NODE : places_around(p, statement, NODE_FUNCTION);
	if (function == NO_NODE || declares(p, statement) || p->node.at[statement].kind == NODE_BLOCK)
		return;
	for (uint32_t i = function; i < statement; i++) {
		const struct node *n = &p->node.at[i];
		const char *thread =
		    n->kind == NODE_CALL && is_create(n->name) && !n->is_macro ? handle(all, i) : NULL;
		if (!thread || is_joined(all, function, thread))
			continue;
		struct candidate c = {0};
		c.what = arena_printf(all->arena, "wait for %s before", thread);
		const char *join = n->name[0] == 't' ? "thrd_join" : "pthread_join";
		candidate_wrap(all, &c, statement, statement,
		               arena_printf(all->arena, "%s(%s, NULL);", join, thread), NULL);
		candidates_add(all, &c);
	}
}

static bool is_detach(const char *name) {
	return name && (!strcmp(name, "pthread_detach") || !strcmp(name, "thrd_detach"));
}

/* A function's own variable ends with it: the thread that it detaches is waited for instead. */
static void join_for_detach(struct candidates *all, const struct cause_event *e) {
	const struct places *p = all->places;
	for (uint32_t i = 0; e && e->function && i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		bool is_alone = n->kind == NODE_CALL && n->is_statement && is_detach(n->name);
		const char *thread = is_alone ? sync_argument(all, i, 0) : NULL;
		uint32_t function = thread ? places_around(p, i, NODE_FUNCTION) : NO_NODE;
		if (function == NO_NODE || !p->node.at[function].name || !sync_can_edit(p, i) ||
		    strcmp(p->node.at[function].name, e->function) != 0)
			continue;
		struct candidate c = {0};
		c.what = arena_printf(all->arena, "wait for %s instead of detaching it", thread);
		const char *join = p->node.at[i].name[0] == 't' ? "thrd_join" : "pthread_join";
		candidate_replace(&c, p, p->node.at[i].file, p->node.at[i].begin, p->node.at[i].end,
		                  arena_printf(all->arena, "%s(%s, NULL);", join, thread));
		candidates_add(all, &c);
	}
}

void candidate_sync_join(struct candidates *all) {
	if (all->cause->kind != CAUSE_USE_AFTER_FREE && all->cause->kind != CAUSE_DOUBLE_FREE)
		return;
	bool is_double = all->cause->kind == CAUSE_DOUBLE_FREE;
	if (!is_double)
		join_for_detach(all, candidate_role(all, 0));
	for (size_t role = is_double ? 2 : 0; role < (is_double ? 4u : 1u); role++) {
		uint32_t statement = candidate_statement(all, candidate_role(all, role));
		if (statement == NO_NODE)
			continue;
		free_after_join(all, statement);
		calls_of(all, places_around(all->places, statement, NODE_FUNCTION));
		if (!is_double)
			join_before(all, statement);
	}
}
