#include "fix/sync.h"

#include <string.h>

/* --- Names of functions. --- */

struct lock_pair {
	const char *lock, *unlock;
};

static const struct lock_pair locks[] = {
    {"pthread_mutex_lock", "pthread_mutex_unlock"},
    {"pthread_mutex_trylock", "pthread_mutex_unlock"},
    {"pthread_mutex_timedlock", "pthread_mutex_unlock"},
    {"pthread_rwlock_rdlock", "pthread_rwlock_unlock"},
    {"pthread_rwlock_wrlock", "pthread_rwlock_unlock"},
    {"pthread_spin_lock", "pthread_spin_unlock"},
    {"mtx_lock", "mtx_unlock"},
    {"mtx_trylock", "mtx_unlock"},
    {"mtx_timedlock", "mtx_unlock"},
    {"sem_wait", "sem_post"},
};

static bool is_one_of(const char *name, const char *const *list) {
	for (; name && *list; list++)
		if (!strcmp(name, *list))
			return true;
	return false;
}

const char *sync_unlock_of(const char *lock) {
	for (size_t i = 0; lock && i < sizeof locks / sizeof *locks; i++)
		if (!strcmp(lock, locks[i].lock))
			return locks[i].unlock;
	return NULL;
}

bool sync_is_lock(const char *name) {
	return sync_unlock_of(name);
}

bool sync_is_unlock(const char *name) {
	for (size_t i = 0; name && i < sizeof locks / sizeof *locks; i++)
		if (!strcmp(name, locks[i].unlock))
			return true;
	return false;
}

bool sync_is_wait(const char *name) {
	static const char *const list[] = {"pthread_cond_wait",      "pthread_cond_timedwait",
	                                   "pthread_cond_clockwait", "cnd_wait",
	                                   "cnd_timedwait",          NULL};
	return is_one_of(name, list);
}

bool sync_is_signal(const char *name) {
	static const char *const list[] = {"pthread_cond_signal", "pthread_cond_broadcast",
	                                   "cnd_signal", "cnd_broadcast", NULL};
	return is_one_of(name, list);
}

bool sync_is_semaphore_wait(const char *name) {
	static const char *const list[] = {"sem_wait", "sem_timedwait", "sem_clockwait", NULL};
	return is_one_of(name, list);
}

bool sync_is_join(const char *name) {
	static const char *const list[] = {"pthread_join", "thrd_join", NULL};
	return is_one_of(name, list);
}

bool sync_may_block(const char *name) {
	static const char *const list[] = {"pthread_barrier_wait",
	                                   "sleep",
	                                   "usleep",
	                                   "nanosleep",
	                                   "thrd_sleep",
	                                   "read",
	                                   "recv",
	                                   "accept",
	                                   "poll",
	                                   NULL};
	return sync_is_lock(name) || sync_is_wait(name) || sync_is_join(name) || is_one_of(name, list);
}

/* --- Calls in the text. --- */

uint32_t sync_inside(const struct places *p, uint32_t node, name_test *is) {
	for (uint32_t i = node; i < p->node.at[node].next; i++) {
		const struct node *n = &p->node.at[i];
		if (n->kind == NODE_CALL && is(n->name))
			return i;
	}
	return NO_NODE;
}

bool sync_can_edit(const struct places *p, uint32_t node) {
	const struct node *n = &p->node.at[node];
	return !n->is_macro && !n->is_broken && candidate_is_writable(p, n->file);
}

uint32_t sync_call(const struct candidates *all, const struct cause_event *e, name_test *is) {
	const struct places *p = all->places;
	uint32_t at = candidate_node(all, e);
	for (uint32_t i = at; i != NO_NODE && !p->node.at[i].is_statement; i = p->node.at[i].parent)
		if (p->node.at[i].kind == NODE_CALL && is(p->node.at[i].name))
			return p->node.at[i].is_broken ? NO_NODE : i;
	uint32_t statement = at == NO_NODE ? NO_NODE : places_statement(p, at);
	uint32_t call = statement == NO_NODE ? NO_NODE : sync_inside(p, statement, is);
	if (call == NO_NODE || p->node.at[call].is_broken ||
	    places_loc(p, p->node.at[call].file, p->node.at[call].begin).line != e->loc.line)
		return NO_NODE;
	return call;
}

const char *sync_argument(const struct candidates *all, uint32_t call, unsigned n) {
	uint32_t child = places_child(all->places, call, n + 1);
	return child == NO_NODE ? NULL : places_text(all->places, all->arena, child);
}

/* Around it there is nothing but casts and parentheses. */
static bool is_whole_statement(const struct places *p, uint32_t call, uint32_t statement) {
	for (uint32_t i = call; i != statement; i = p->node.at[i].parent)
		if (i == NO_NODE || (i != call && p->node.at[i].kind != NODE_OTHER))
			return false;
	enum node_kind kind = p->node.at[statement].kind;
	return kind == NODE_CALL || kind == NODE_OTHER;
}

bool sync_is_call(const struct candidates *all, uint32_t statement, name_test *is,
                  const char *argument) {
	const struct places *p = all->places;
	uint32_t call = sync_inside(p, statement, is);
	if (call == NO_NODE || !is_whole_statement(p, call, statement))
		return false;
	const char *text = sync_argument(all, call, 0);
	return !argument || (text && !strcmp(text, argument));
}

/* --- Names of objects. --- */

static uint32_t record_of(const struct places *p, const char *field) {
	uint32_t d = places_declaration(p, field);
	uint32_t record = d == NO_NODE ? NO_NODE : p->node.at[d].parent;
	return record != NO_NODE && p->node.at[record].kind == NODE_RECORD ? record : NO_NODE;
}

/* A member of the same record in the statement, or before it in the function. */
static uint32_t member_here(const struct places *p, uint32_t record, uint32_t here) {
	uint32_t function = places_around(p, here, NODE_FUNCTION);
	uint32_t from[2] = {here, function == NO_NODE ? here : function};
	uint32_t to[2] = {p->node.at[here].next, here};
	for (int k = 0; k < 2; k++)
		for (uint32_t i = from[k]; i < to[k]; i++)
			if (p->node.at[i].kind == NODE_MEMBER && !p->node.at[i].is_macro &&
			    places_children(p, i) && record_of(p, p->node.at[i].id) == record)
				return i;
	return NO_NODE;
}

static uint32_t without_address(const struct places *p, uint32_t argument) {
	const struct node *n = &p->node.at[argument];
	bool is_address = n->kind == NODE_UNARY && n->name && !strcmp(n->name, "&");
	return is_address ? places_child(p, argument, 0) : argument;
}

const char *sync_object(const struct places *p, uint32_t argument) {
	uint32_t object = without_address(p, argument);
	while (object != NO_NODE && p->node.at[object].kind == NODE_INDEX)
		object = places_child(p, object, 0);
	return object == NO_NODE ? NULL : p->node.at[object].id;
}

const char *sync_name_here(const struct candidates *all, uint32_t argument, uint32_t here) {
	const struct places *p = all->places;
	struct arena *arena = all->arena;
	uint32_t object = without_address(p, argument);
	if (object == NO_NODE)
		return NULL;
	const struct node *n = &p->node.at[object];
	const char *address = object == argument ? "" : "&";
	bool same_function =
	    places_around(p, argument, NODE_FUNCTION) == places_around(p, here, NODE_FUNCTION);
	if (same_function)
		return places_text(p, arena, argument);
	if (n->kind == NODE_NAME || n->kind == NODE_INDEX) {
		uint32_t base = n->kind == NODE_INDEX ? places_child(p, object, 0) : object;
		uint32_t d = base == NO_NODE ? NO_NODE : places_declaration(p, p->node.at[base].id);
		bool is_known = d != NO_NODE && p->node.at[d].is_global &&
		                p->node.at[d].file == p->node.at[here].file && d < here;
		bool is_plain = n->kind == NODE_NAME;
		if (is_plain)
			return is_known ? places_text(p, arena, argument) : NULL;
		uint32_t index = places_child(p, object, 1);
		bool is_literal = index != NO_NODE && p->node.at[index].kind == NODE_LITERAL;
		return is_known && is_literal ? places_text(p, arena, argument) : NULL;
	}
	if (n->kind != NODE_MEMBER || !n->id)
		return NULL;
	uint32_t base = places_child(p, object, 0);
	uint32_t d = base == NO_NODE || p->node.at[base].kind != NODE_NAME
	                 ? NO_NODE
	                 : places_declaration(p, p->node.at[base].id);
	bool is_static_object = d != NO_NODE && p->node.at[d].is_global &&
	                        p->node.at[d].file == p->node.at[here].file && d < here;
	if (is_static_object)
		return places_text(p, arena, argument);
	uint32_t record = record_of(p, n->id);
	uint32_t member = record == NO_NODE ? NO_NODE : member_here(p, record, here);
	if (member == NO_NODE)
		return NULL;
	return arena_printf(arena, "%s%s%s%s", address,
	                    places_text(p, arena, places_child(p, member, 0)),
	                    p->node.at[member].is_arrow ? "->" : ".", n->name);
}

/* --- Statements. --- */

bool sync_is_in_block(const struct places *p, uint32_t statement) {
	uint32_t parent = p->node.at[statement].parent;
	return parent != NO_NODE && p->node.at[parent].kind == NODE_BLOCK;
}

bool sync_swap(struct candidates *all, struct candidate *c, uint32_t a, uint32_t b) {
	const struct places *p = all->places;
	if (!sync_can_edit(p, a) || !sync_can_edit(p, b))
		return false;
	const struct node *x = &p->node.at[a], *y = &p->node.at[b];
	candidate_replace(c, p, x->file, x->begin, x->end, places_text(p, all->arena, b));
	candidate_replace(c, p, y->file, y->begin, y->end, places_text(p, all->arena, a));
	return true;
}

bool sync_move_before(struct candidates *all, struct candidate *c, uint32_t what, uint32_t before) {
	const struct places *p = all->places;
	if (!sync_is_in_block(p, what) || !sync_can_edit(p, what) || !sync_is_in_block(p, before))
		return false;
	candidate_delete(c, p, what);
	candidate_before(all, c, before, places_text(p, all->arena, what));
	return true;
}

bool sync_move_after(struct candidates *all, struct candidate *c, uint32_t what, uint32_t after) {
	const struct places *p = all->places;
	if (!sync_is_in_block(p, what) || !sync_can_edit(p, what) || !sync_is_in_block(p, after))
		return false;
	candidate_delete(c, p, what);
	candidate_after(all, c, after, places_text(p, all->arena, what));
	return true;
}
