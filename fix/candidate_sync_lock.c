/* Locks: an unlock on the path that lacks it, or a jump to where it is; one order of two locks; no
 * lock while a thread is waited for. */
#include <string.h>

#include "fix/candidate_sync.h"
#include "fix/sync.h"

static const char *without_address(const char *argument) {
	return *argument == '&' ? argument + 1 : argument;
}

static uint32_t lock_at(struct candidates *all, size_t role) {
	return sync_call(all, candidate_role(all, role), sync_is_lock);
}

/* The statement around the node that is a child of this block; NO_NODE: it is not in it. */
static uint32_t child_around(const struct places *p, uint32_t node, uint32_t block) {
	while (node != NO_NODE && p->node.at[node].parent != block)
		node = p->node.at[node].parent;
	return node;
}

/* --- A forgotten unlock. --- */

struct taken {
	uint32_t lock;        /* the call */
	uint32_t statement;   /* of it */
	uint32_t function;    /* around it */
	const char *argument; /* "&m" */
	const char *unlock;   /* "pthread_mutex_unlock(&m);" */
};

static bool open_taken(struct candidates *all, uint32_t lock, struct taken *s) {
	const struct places *p = all->places;
	*s = (struct taken){.lock = lock};
	if (lock == NO_NODE)
		return false;
	s->statement = places_statement(p, lock);
	s->function = places_around(p, lock, NODE_FUNCTION);
	s->argument = sync_argument(all, lock, 0);
	if (s->statement == NO_NODE || s->function == NO_NODE || !s->argument)
		return false;
	s->unlock =
	    arena_printf(all->arena, "%s(%s);", sync_unlock_of(p->node.at[lock].name), s->argument);
	return true;
}

/* Has a statement before it, in its block or in one around it, released the lock? */
static bool is_released(struct candidates *all, const struct taken *s, uint32_t at) {
	const struct places *p = all->places;
	for (uint32_t i = at; i != NO_NODE && i != s->function; i = p->node.at[i].parent) {
		if (!p->node.at[i].is_statement)
			continue;
		for (uint32_t k = places_before(p, i); k != NO_NODE && k > s->statement;
		     k = places_before(p, k))
			if (sync_is_call(all, k, sync_is_unlock, s->argument))
				return true;
	}
	return false;
}

/* Would evaluating it after the unlock read memory that the lock protects? */
static bool reads_memory(const struct places *p, uint32_t node) {
	for (uint32_t i = node; i < p->node.at[node].next; i++) {
		const struct node *n = &p->node.at[i];
		uint32_t d = n->kind == NODE_NAME ? places_declaration(p, n->id) : NO_NODE;
		bool is_memory = n->kind == NODE_MEMBER || n->kind == NODE_INDEX || n->kind == NODE_CALL ||
		                 (n->kind == NODE_UNARY && n->name && !strcmp(n->name, "*")) ||
		                 (d != NO_NODE && p->node.at[d].is_global);
		if (is_memory)
			return true;
	}
	return false;
}

/* unlock(m); return x;  or  { T result = x; unlock(m); return result; } */
static void unlock_before(struct candidates *all, const struct taken *s, uint32_t exit) {
	const struct places *p = all->places;
	const struct node *n = &p->node.at[exit];
	uint32_t value = n->kind == NODE_RETURN ? places_child(p, exit, 0) : NO_NODE;
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "release %s on the way out", without_address(s->argument));
	if (n->is_broken || (value != NO_NODE && !sync_can_edit(p, exit)))
		return;
	if (value == NO_NODE || !reads_memory(p, value)) {
		candidate_wrap(all, &c, exit, exit, s->unlock, NULL);
		candidates_add(all, &c);
		return;
	}
	const char *type = p->node.at[value].type;
	if (!type || strpbrk(type, "([") || !sync_can_edit(p, value))
		return;
	const char *star = type[strlen(type) - 1] == '*' ? "" : " ";
	candidate_wrap(all, &c, exit, exit,
	               arena_printf(all->arena, "%s%sresult = %s;%s%s%s", type, star,
	                            places_text(p, all->arena, value), places_line_end(p, n->file),
	                            places_indent(p, all->arena, exit), s->unlock),
	               NULL);
	candidate_replace(&c, p, n->file, p->node.at[value].begin, p->node.at[value].end, "result");
	candidates_add(all, &c);
}

/* The label whose statements, up to a return, release the lock; NO_NODE: none.  *value: what is
 * returned there. */
static uint32_t releasing_label(struct candidates *all, const struct taken *s, uint32_t *value) {
	const struct places *p = all->places;
	for (uint32_t i = s->statement; i < p->node.at[s->function].next; i++) {
		if (p->node.at[i].kind != NODE_LABEL || !p->node.at[i].name)
			continue;
		uint32_t body = places_last(p, i);
		bool releases = body != NO_NODE && sync_is_call(all, body, sync_is_unlock, s->argument);
		for (uint32_t k = places_after(p, i); k != NO_NODE; k = places_after(p, k)) {
			releases |= sync_is_call(all, k, sync_is_unlock, s->argument);
			if (p->node.at[k].kind != NODE_RETURN)
				continue;
			*value = places_child(p, k, 0);
			return releases ? i : NO_NODE;
		}
		*value = NO_NODE;
		if (releases)
			return i;
	}
	return NO_NODE;
}

/* { result = x; goto out; } */
static void goto_label(struct candidates *all, const struct taken *s, uint32_t exit) {
	const struct places *p = all->places;
	uint32_t returned, label = releasing_label(all, s, &returned);
	uint32_t value = places_child(p, exit, 0);
	if (label == NO_NODE || label <= exit || !sync_can_edit(p, exit))
		return;
	const char *jump = arena_printf(all->arena, "goto %s;", p->node.at[label].name);
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "leave through %s, where %s is released",
	                      p->node.at[label].name, without_address(s->argument));
	const char *first = NULL;
	if (returned != NO_NODE && value != NO_NODE) {
		const char *variable = places_text(p, all->arena, returned);
		const char *text = places_text(p, all->arena, value);
		bool is_same = !strcmp(variable, text);
		if (p->node.at[returned].kind != NODE_NAME && !is_same)
			return;
		if (!is_same)
			first = arena_printf(all->arena, "%s = %s;", variable, text);
	}
	candidate_wrap(all, &c, exit, exit, first, NULL);
	candidate_replace(&c, p, p->node.at[exit].file, p->node.at[exit].begin, p->node.at[exit].end,
	                  jump);
	candidates_add(all, &c);
}

static bool is_jump(enum node_kind kind) {
	return kind == NODE_RETURN || kind == NODE_GOTO || kind == NODE_BREAK || kind == NODE_CONTINUE;
}

static bool leaves_block(const struct places *p, uint32_t exit, uint32_t block) {
	if (p->node.at[exit].kind == NODE_RETURN || p->node.at[exit].kind == NODE_GOTO)
		return true;
	for (uint32_t i = p->node.at[exit].parent; i != block && i != NO_NODE;
	     i = p->node.at[i].parent) {
		enum node_kind kind = p->node.at[i].kind;
		bool is_loop = kind == NODE_WHILE || kind == NODE_FOR || kind == NODE_DO;
		if (is_loop || (kind == NODE_SWITCH && p->node.at[exit].kind == NODE_BREAK))
			return false;
	}
	return true;
}

/* At the end of the block of the lock, or before what waits there. */
static void unlock_in_block(struct candidates *all, const struct taken *s) {
	const struct places *p = all->places;
	uint32_t last = NO_NODE, blocking = NO_NODE;
	if (!sync_is_in_block(p, s->statement))
		return;
	for (uint32_t i = places_after(p, s->statement); i != NO_NODE; i = places_after(p, i)) {
		if (sync_is_call(all, i, sync_is_unlock, s->argument))
			return;
		bool waits = sync_inside(p, i, sync_may_block) != NO_NODE &&
		             sync_inside(p, i, sync_is_wait) == NO_NODE;
		if (waits && blocking == NO_NODE)
			blocking = i;
		last = i;
	}
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "release %s", without_address(s->argument));
	if (last != NO_NODE && !is_jump(p->node.at[last].kind)) {
		candidate_after(all, &c, last, s->unlock);
		candidates_add(all, &c);
	}
	if (blocking == NO_NODE)
		return;
	struct candidate b = {0};
	b.what = arena_printf(all->arena, "release %s before the thread waits",
	                      without_address(s->argument));
	candidate_before(all, &b, blocking, s->unlock);
	candidates_add(all, &b);
}

/* The second lock of one mutex was meant to be the unlock. */
static void unlock_for_lock(struct candidates *all, const struct taken *s) {
	const struct places *p = all->places;
	const struct cause_event *e = candidate_role(all, 1);
	uint32_t again = e ? sync_call(all, e, sync_is_lock) : NO_NODE;
	if (again == NO_NODE || again <= s->lock ||
	    places_around(p, again, NODE_FUNCTION) != s->function)
		return;
	const char *argument = sync_argument(all, again, 0);
	uint32_t callee = places_child(p, again, 0);
	if (!argument || strcmp(argument, s->argument) != 0 || !sync_can_edit(p, callee))
		return;
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "release %s instead of taking it again",
	                      without_address(argument));
	candidate_replace(&c, p, p->node.at[callee].file, p->node.at[callee].begin,
	                  p->node.at[callee].end, sync_unlock_of(p->node.at[again].name));
	candidates_add(all, &c);
}

static void forgotten_unlock(struct candidates *all) {
	const struct places *p = all->places;
	struct taken s;
	if (!open_taken(all, lock_at(all, 0), &s))
		return;
	uint32_t block = p->node.at[s.statement].parent;
	for (uint32_t i = s.statement + 1; i < p->node.at[s.function].next; i++) {
		const struct node *n = &p->node.at[i];
		if (!is_jump(n->kind) || is_released(all, &s, i) || !leaves_block(p, i, block))
			continue;
		bool jumps_to_unlock = false;
		if (n->kind == NODE_GOTO) {
			uint32_t value, label = releasing_label(all, &s, &value);
			jumps_to_unlock =
			    label != NO_NODE && n->name && !strcmp(n->name, p->node.at[label].name);
		}
		if (jumps_to_unlock)
			continue;
		unlock_before(all, &s, i);
		if (n->kind == NODE_RETURN)
			goto_label(all, &s, i);
	}
	unlock_in_block(all, &s);
	unlock_for_lock(all, &s);
}

/* --- The order of locks. --- */

/* The statements of two locks that are taken one after the other in one block. */
static bool is_pair(struct candidates *all, uint32_t first, uint32_t second, uint32_t *a,
                    uint32_t *b) {
	const struct places *p = all->places;
	if (first == NO_NODE || second == NO_NODE || first >= second)
		return false;
	*a = places_statement(p, first);
	*b = places_statement(p, second);
	return *a != NO_NODE && *b != NO_NODE && *a != *b && sync_is_in_block(p, *a) &&
	       p->node.at[*a].parent == p->node.at[*b].parent &&
	       sync_is_call(all, *a, sync_is_lock, NULL) && sync_is_call(all, *b, sync_is_lock, NULL);
}

/* How often the two are taken in this order, one after the other. */
static unsigned count_order(struct candidates *all, const char *first, const char *second) {
	const struct places *p = all->places;
	unsigned n = 0;
	for (uint32_t i = 0; i < p->node.n; i++) {
		if (!p->node.at[i].is_statement || !sync_is_call(all, i, sync_is_lock, first))
			continue;
		for (uint32_t k = places_after(p, i); k != NO_NODE; k = places_after(p, k)) {
			if (sync_is_call(all, k, sync_is_unlock, first))
				break;
			n += sync_is_call(all, k, sync_is_lock, second);
		}
	}
	return n;
}

static void swap_locks(struct candidates *all, uint32_t first, uint32_t second) {
	uint32_t a, b;
	if (!is_pair(all, first, second, &a, &b))
		return;
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "take %s before %s",
	                      without_address(sync_argument(all, second, 0)),
	                      without_address(sync_argument(all, first, 0)));
	if (sync_swap(all, &c, a, b))
		candidates_add(all, &c);
	vec_free(&c.edit);
}

/* &from->m and &to->m: the field, if it is the same of two objects. */
static const char *same_field(const struct places *p, uint32_t call, uint32_t other) {
	const char *id[2];
	uint32_t of[2] = {call, other};
	for (int k = 0; k < 2; k++) {
		uint32_t argument = places_child(p, of[k], 1);
		uint32_t object = argument == NO_NODE ? NO_NODE : places_child(p, argument, 0);
		bool is_address = object != NO_NODE && p->node.at[argument].kind == NODE_UNARY;
		bool is_one_of_many = is_address && (p->node.at[object].kind == NODE_MEMBER ||
		                                     p->node.at[object].kind == NODE_INDEX);
		id[k] = is_one_of_many ? sync_object(p, argument) : NULL;
	}
	return id[0] && id[0] == id[1] ? id[0] : NULL;
}

/* if (a < b) { lock(a); lock(b); } else { lock(b); lock(a); } */
static void by_address(struct candidates *all, uint32_t first, uint32_t second) {
	const struct places *p = all->places;
	uint32_t a, b;
	if (!is_pair(all, first, second, &a, &b) || places_after(p, a) != b ||
	    !same_field(p, first, second) || !sync_can_edit(p, a) || !sync_can_edit(p, b))
		return;
	const struct node *n = &p->node.at[a];
	const char *end = places_line_end(p, n->file), *indent = places_indent(p, all->arena, a);
	const char *x = places_text(p, all->arena, a), *y = places_text(p, all->arena, b);
	struct candidate c = {.what = "take the two locks in the order of their addresses"};
	candidate_replace(&c, p, n->file, n->begin, p->node.at[b].end,
	                  arena_printf(all->arena,
	                               "if ((unsigned long)%s < (unsigned long)%s) "
	                               "{%s%s\t%s%s%s\t%s%s%s} else {%s%s\t%s%s%s\t%s%s%s}",
	                               sync_argument(all, first, 0), sync_argument(all, second, 0), end,
	                               indent, x, end, indent, y, end, indent, end, indent, y, end,
	                               indent, x, end, indent));
	candidates_add(all, &c);
}

static void lock_order(struct candidates *all) {
	size_t n = all->cause->role.n / 2;
	for (int pass = 0; pass < 2; pass++) /* the order of the majority first */
		for (size_t i = 0; i < n; i++) {
			uint32_t first = lock_at(all, 2 * i), second = lock_at(all, 2 * i + 1);
			if (first == NO_NODE || second == NO_NODE)
				continue;
			const char *a = sync_argument(all, first, 0), *b = sync_argument(all, second, 0);
			bool is_minority = a && b && count_order(all, a, b) < count_order(all, b, a);
			if (is_minority == (pass == 0))
				swap_locks(all, first, second);
			if (pass)
				by_address(all, first, second);
		}
}

/* --- A join under a lock. --- */

static void join_under_lock(struct candidates *all) {
	const struct places *p = all->places;
	struct taken s;
	uint32_t join = sync_call(all, candidate_role(all, 1), sync_is_join);
	if (!open_taken(all, lock_at(all, 0), &s) || join == NO_NODE ||
	    !sync_is_in_block(p, s.statement))
		return;
	uint32_t waits = child_around(p, join, p->node.at[s.statement].parent);
	if (waits == NO_NODE || waits <= s.statement)
		return;
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "release %s before the join", without_address(s.argument));
	uint32_t unlock = places_after(p, waits);
	while (unlock != NO_NODE && !sync_is_call(all, unlock, sync_is_unlock, s.argument))
		unlock = places_after(p, unlock);
	if (unlock != NO_NODE) {
		if (sync_move_before(all, &c, unlock, waits))
			candidates_add(all, &c);
		vec_free(&c.edit);
		if (places_after(p, waits) == unlock)
			return;
		struct candidate again = {.what = arena_printf(all->arena, "release %s during the join",
		                                               without_address(s.argument))};
		candidate_wrap(all, &again, waits, waits, s.unlock,
		               arena_printf(all->arena, "%s(%s);", p->node.at[s.lock].name, s.argument));
		candidates_add(all, &again);
		return;
	}
	candidate_before(all, &c, waits, s.unlock);
	candidates_add(all, &c);
}

void candidate_sync_lock(struct candidates *all) {
	switch (all->cause->kind) {
	case CAUSE_FORGOTTEN_UNLOCK: forgotten_unlock(all); break;
	case CAUSE_LOCK_ORDER: lock_order(all); break;
	case CAUSE_JOIN_UNDER_LOCK:
		join_under_lock(all);
		forgotten_unlock(all);
		break;
	default: break;
	}
}
