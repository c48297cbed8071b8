#include "fix/locks.h"

#include <string.h>

#include "util/base/intern.h"

static const struct {
	const char *name;
	bool takes, is_read;
} known[] = {
    {"pthread_mutex_lock", true, false},
    {"pthread_mutex_unlock", false, false},
    {"pthread_spin_lock", true, false},
    {"pthread_spin_unlock", false, false},
    {"pthread_rwlock_wrlock", true, false},
    {"pthread_rwlock_rdlock", true, true},
    {"pthread_rwlock_unlock", false, false},
    {"mtx_lock", true, false},
    {"mtx_unlock", false, false},
};

enum { MOST_HELD = 8 };

static const char *without_blanks(struct arena *arena, const char *text) {
	char *to = arena_printf(arena, "%s", text), *end = to;
	for (const char *c = to; *c; c++)
		if (!strchr(" \t\r\n", *c))
			*end++ = *c;
	*end = 0;
	return intern(to);
}

static uint32_t argument_of(const struct places *p, uint32_t call) {
	return places_child(p, call, 1);
}

static void add(struct locks *l, uint32_t node, bool takes, bool is_read) {
	const struct places *p = l->all->places;
	uint32_t argument = argument_of(p, node);
	if (p->node.at[node].is_broken)
		return;
	const char *object = argument == NO_NODE || p->node.at[argument].is_broken
	                         ? ""
	                         : places_text(p, l->all->arena, argument);
	struct lock_call c = {node,
	                      places_statement(p, node),
	                      places_around(p, node, NODE_FUNCTION),
	                      takes,
	                      is_read,
	                      without_blanks(l->all->arena, object)};
	if (c.statement != NO_NODE)
		vec_push(&l->call, c);
}

/* A function of the user that does nothing but take, or release, one lock: which call is it? */
static uint32_t wrapped_call(const struct places *p, uint32_t function) {
	uint32_t body = places_last(p, function), found = NO_NODE;
	if (body == NO_NODE || p->node.at[body].kind != NODE_BLOCK)
		return NO_NODE;
	for (uint32_t i = body; i < p->node.at[body].next; i++) {
		const struct node *n = &p->node.at[i];
		if (n->kind != NODE_CALL)
			continue;
		if (found != NO_NODE || !n->name)
			return NO_NODE;
		found = i;
	}
	return found;
}

static bool is_known(const char *name, size_t *ix) {
	for (size_t i = 0; name && i < sizeof known / sizeof *known; i++)
		if (!strcmp(name, known[i].name)) {
			*ix = i;
			return true;
		}
	return false;
}

void locks_find(struct locks *l, struct candidates *all) {
	const struct places *p = all->places;
	*l = (struct locks){.all = all};
	for (uint32_t i = 0; i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		size_t ix;
		if (n->kind != NODE_CALL || !n->name)
			continue;
		if (is_known(n->name, &ix)) {
			add(l, i, known[ix].takes, known[ix].is_read);
			continue;
		}
		uint32_t function = places_declaration(p, n->id);
		uint32_t inner = function == NO_NODE ? NO_NODE : wrapped_call(p, function);
		if (inner != NO_NODE && is_known(p->node.at[inner].name, &ix))
			add(l, i, known[ix].takes, known[ix].is_read);
	}
}

void locks_free(struct locks *l) {
	vec_free(&l->call);
}

const struct lock_call *locks_at(const struct locks *l, uint32_t node) {
	const struct lock_call *found = NULL;
	for (size_t i = 0; node != NO_NODE && i < l->call.n; i++)
		if (places_is_in(l->all->places, node, l->call.at[i].node) ||
		    l->call.at[i].statement == node)
			found = &l->call.at[i];
	return found;
}

bool locks_match(const struct lock_call *a, const struct lock_call *b) {
	return a->object == b->object && a->function == b->function;
}

/* Statements whose calls are made whenever control passes them. */
static bool is_simple(const struct node *n) {
	switch (n->kind) {
	case NODE_BLOCK:
	case NODE_WHILE:
	case NODE_DO:
	case NODE_FOR:
	case NODE_SWITCH:
	case NODE_CASE: return false;
	default: return true;
	}
}

static bool is_passed(const struct places *p, uint32_t statement, uint32_t call) {
	const struct node *n = &p->node.at[statement];
	if (n->kind == NODE_IF) /* if (pthread_mutex_lock(&m)) */
		return places_is_in(p, call, places_child(p, statement, 0));
	if (n->kind == NODE_LABEL)
		return places_is_in(p, call, statement);
	return is_simple(n);
}

/* Follows the statements before 'statement' in its block. */
static void follow(const struct locks *l, uint32_t statement, const struct lock_call **to,
                   size_t *n) {
	const struct places *p = l->all->places;
	uint32_t block = p->node.at[statement].parent;
	if (block == NO_NODE || p->node.at[block].kind != NODE_BLOCK)
		return;
	for (size_t i = 0; i < l->call.n; i++) {
		const struct lock_call *c = &l->call.at[i];
		if (c->node <= block || c->node >= statement)
			continue;
		uint32_t sibling = block + 1;
		while (p->node.at[sibling].next <= c->node)
			sibling = p->node.at[sibling].next;
		if (!is_passed(p, sibling, c->node))
			continue;
		if (c->takes) {
			if (*n < MOST_HELD)
				to[(*n)++] = c;
			continue;
		}
		for (size_t k = *n; k-- > 0;)
			if (locks_match(to[k], c)) {
				memmove(&to[k], &to[k + 1], (*n - k - 1) * sizeof *to);
				(*n)--;
				break;
			}
	}
}

static void held_from(const struct locks *l, uint32_t node, const struct lock_call **to,
                      size_t *n) {
	const struct places *p = l->all->places;
	while (node != NO_NODE && !p->node.at[node].is_statement)
		node = p->node.at[node].parent;
	if (node == NO_NODE || p->node.at[node].kind == NODE_FUNCTION)
		return;
	held_from(l, p->node.at[node].parent, to, n);
	follow(l, node, to, n);
}

size_t locks_held(const struct locks *l, uint32_t node, const struct lock_call **to, size_t n) {
	const struct lock_call *all[MOST_HELD];
	size_t count = 0;
	held_from(l, node, all, &count);
	count = count < n ? count : n;
	memcpy(to, all, count * sizeof *to);
	return count;
}

/* Are these functions that take and release the same kind of lock? */
static bool is_pair(const char *take, const char *release) {
	if (!take || !release)
		return false;
	size_t n = strcspn(take, "_");
	if (!strncmp(take, "pthread_", 8)) /* the kind of lock is the second word */
		n = 8 + strcspn(take + 8, "_");
	size_t a, b;
	if (is_known(take, &a) && is_known(release, &b))
		return !strncmp(take, release, n);
	return !is_known(take, &a) && !is_known(release, &b);
}

/* A release that fits a call that takes; NULL: there is none like it in the sources. */
static const struct lock_call *release_of(const struct locks *l, const struct lock_call *c) {
	const struct lock_call *found = NULL;
	const struct places *p = l->all->places;
	for (size_t i = 0; i < l->call.n; i++) {
		const struct lock_call *r = &l->call.at[i];
		if (r->takes || !is_pair(p->node.at[c->node].name, p->node.at[r->node].name))
			continue;
		if (locks_match(c, r))
			return r;
		if (!found)
			found = r;
	}
	return found;
}

/* --- The lock elsewhere. --- */

static const char *base_type(const char *type) {
	const char *star = type ? strrchr(type, '*') : NULL;
	size_t n = star ? (size_t)(star - type) : type ? strlen(type) : 0;
	while (n && type[n - 1] == ' ')
		n--;
	return type ? intern_n(type, n) : NULL;
}

static uint32_t member_of(const struct places *p, uint32_t lvalue) {
	if (lvalue != NO_NODE && p->node.at[lvalue].kind == NODE_UNARY)
		lvalue = places_child(p, lvalue, 0);
	return lvalue != NO_NODE && p->node.at[lvalue].kind == NODE_MEMBER ? lvalue : NO_NODE;
}

static const char *base_text(const struct locks *l, uint32_t member) {
	uint32_t base = places_child(l->all->places, member, 0);
	return base == NO_NODE || l->all->places->node.at[base].is_broken
	           ? NULL
	           : places_text(l->all->places, l->all->arena, base);
}

/* others access E->f under E->g: this one's g */
static const char *beside(const struct locks *l, uint32_t lock, uint32_t access) {
	const struct places *p = l->all->places;
	uint32_t lock_base = places_child(p, lock, 0), base = places_child(p, access, 0);
	if (lock_base == NO_NODE || base == NO_NODE ||
	    base_type(p->node.at[lock_base].type) != base_type(p->node.at[base].type))
		return NULL;
	const char *text = base_text(l, access);
	bool is_address = p->node.at[p->node.at[lock].parent].kind == NODE_UNARY;
	return text ? arena_printf(l->all->arena, "%s%s%s%s", is_address ? "&" : "", text,
	                           p->node.at[access].is_arrow ? "->" : ".", p->node.at[lock].name)
	            : NULL;
}

/* Is a variable of this name and type in scope there, or is it one of the file? */
static bool is_visible(const struct places *p, uint32_t root, uint32_t here) {
	const struct node *r = &p->node.at[root];
	uint32_t decl = places_declaration(p, r->id);
	if (decl == NO_NODE)
		return false;
	if (p->node.at[decl].is_global) {
		/* a static local is not visible elsewhere */
		uint32_t around = places_around(p, decl, NODE_FUNCTION);
		return around == NO_NODE || places_is_in(p, here, around);
	}
	uint32_t function = places_around(p, here, NODE_FUNCTION);
	for (uint32_t i = function; function != NO_NODE && i < p->node.at[function].next; i++) {
		const struct node *n = &p->node.at[i];
		bool declares = n->kind == NODE_PARAMETER || n->kind == NODE_VARIABLE;
		if (declares && n->name == r->name && n->type == r->type &&
		    n->begin < p->node.at[here].begin)
			return true;
	}
	return false;
}

static bool all_are_visible(const struct places *p, uint32_t lvalue, uint32_t here) {
	unsigned n = 0;
	for (uint32_t i = lvalue; i < p->node.at[lvalue].next; i++) {
		if (p->node.at[i].kind != NODE_NAME)
			continue;
		if (!is_visible(p, i, here))
			return false;
		n++;
	}
	return n > 0;
}

static const char *called(const struct locks *l, uint32_t call, const char *object) {
	const struct places *p = l->all->places;
	uint32_t argument = argument_of(p, call);
	char *text = arena_printf(l->all->arena, "%s", places_text(p, l->all->arena, call));
	size_t n = strlen(text);
	while (n && strchr("; \t\r\n", text[n - 1])) /* of a statement */
		text[--n] = 0;
	if (argument == NO_NODE)
		return arena_printf(l->all->arena, "%s;", text);
	if (p->node.at[argument].is_broken || p->node.at[argument].is_macro)
		return NULL;
	size_t at = p->node.at[argument].begin - p->node.at[call].begin;
	size_t end = p->node.at[argument].end - p->node.at[call].begin;
	if (at > n || end > n)
		return NULL;
	return arena_printf(l->all->arena, "%.*s%s%s;", (int)at, text, object, text + end);
}

bool locks_name(const struct locks *l, const struct lock_call *c, uint32_t here, uint32_t access,
                struct lock_text *to) {
	const struct places *p = l->all->places;
	const struct lock_call *release = release_of(l, c);
	uint32_t argument = argument_of(p, c->node);
	if (!release)
		return false;
	const char *object = NULL;
	if (argument == NO_NODE)
		object = "";
	else {
		uint32_t lock = member_of(p, argument);
		if (lock != NO_NODE && access != NO_NODE && p->node.at[access].kind == NODE_MEMBER)
			object = beside(l, lock, access);
		if (!object && all_are_visible(p, argument, here))
			object = places_text(p, l->all->arena, argument);
	}
	if (!object)
		return false;
	const char *take = called(l, c->node, object), *drop = called(l, release->node, object);
	if (!take || !drop)
		return false;
	const char *name = *object == '&' ? object + 1 : object;
	*to = (struct lock_text){without_blanks(l->all->arena, object),
	                         *name ? name : p->node.at[c->node].name, take, drop,
	                         (uint32_t)(c - l->call.at)};
	return true;
}
