#include "fix/section.h"

#include <string.h>

/* --- The range. --- */

static uint32_t common(const struct places *p, uint32_t a, uint32_t b) {
	while (a != NO_NODE && !places_is_in(p, b, a))
		a = p->node.at[a].parent;
	return a;
}

/* The child of 'outer' that has it. */
static uint32_t child_with(const struct places *p, uint32_t outer, uint32_t node) {
	while (p->node.at[node].parent != outer)
		node = p->node.at[node].parent;
	return node;
}

bool section_of(const struct places *p, const uint32_t *node, size_t n, struct section *to) {
	if (!n || node[0] == NO_NODE)
		return false;
	uint32_t all = places_statement(p, node[0]);
	for (size_t i = 1; i < n && all != NO_NODE; i++) {
		uint32_t next = node[i] == NO_NODE ? NO_NODE : places_statement(p, node[i]);
		all = next == NO_NODE ? NO_NODE : common(p, all, next);
	}
	if (all == NO_NODE)
		return false;
	uint32_t function = places_around(p, all, NODE_FUNCTION);
	if (function == NO_NODE || function == all)
		return false;
	if (p->node.at[all].kind != NODE_BLOCK) {
		all = places_statement(p, all);
		*to = (struct section){all, all};
		return all != NO_NODE && p->node.at[all].kind != NODE_BLOCK;
	}
	uint32_t first = NO_NODE, last = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t child = child_with(p, all, places_statement(p, node[i]));
		first = child < first ? child : first;
		last = child > last ? child : last;
	}
	*to = (struct section){first, last};
	return true;
}

static bool is_in(const struct places *p, uint32_t node, struct section s) {
	return node >= s.first && node < p->node.at[s.last].next;
}

static bool is_alone(const struct places *p, struct section s) {
	uint32_t parent = p->node.at[s.first].parent;
	return parent == NO_NODE || p->node.at[parent].kind != NODE_BLOCK;
}

/* --- Growing. --- */

static bool is_same_lock(const struct lock_call *c, const struct lock_text *lock,
                         uint32_t function) {
	return c->function == function && c->object == lock->object;
}

static uint32_t sibling_with(const struct places *p, struct section s, uint32_t node) {
	uint32_t parent = p->node.at[s.first].parent;
	return places_is_in(p, node, parent) && node != parent ? child_with(p, parent, node) : NO_NODE;
}

/* Is the lock that this call has taken still held behind the range? */
static bool is_held_after(const struct locks *l, const struct lock_call *c, struct section s) {
	const struct lock_call *held[8];
	uint32_t after = places_after(l->all->places, s.last);
	size_t n = after == NO_NODE ? 0 : locks_held(l, after, held, 8);
	for (size_t i = 0; i < n; i++)
		if (held[i] == c)
			return true;
	return false;
}

/* Is a lock held behind the range that is taken in it? */
static bool is_open(const struct locks *l, struct section s) {
	for (size_t i = 0; i < l->call.n; i++)
		if (is_in(l->all->places, l->call.at[i].node, s) && is_held_after(l, &l->call.at[i], s))
			return true;
	return false;
}

/* Sections that begin before the range and end in it, or the other way: of the same lock they
 * become one; of another one they are to lie in it as a whole. */
static bool join_sections(const struct locks *l, struct section *s, const struct lock_text *lock) {
	const struct places *p = l->all->places;
	uint32_t function = places_around(p, s->first, NODE_FUNCTION);
	const struct lock_call *held[8];
	if (is_alone(p, *s))
		return true;
	size_t n = locks_held(l, s->first, held, 8);
	for (size_t i = 0; i < n; i++) {
		uint32_t sibling = sibling_with(p, *s, held[i]->statement);
		bool is_same = is_same_lock(held[i], lock, function);
		if (is_same && sibling == NO_NODE)
			return false; /* taken further out: it is held already */
		if (sibling != NO_NODE && sibling < s->first && (is_same || !is_held_after(l, held[i], *s)))
			s->first = sibling;
	}
	while (is_open(l, *s)) {
		uint32_t after = places_after(p, s->last);
		if (after == NO_NODE)
			return false;
		s->last = after;
	}
	return true;
}

static bool is_used_after(const struct places *p, const char *id, struct section s) {
	uint32_t block = p->node.at[s.first].parent;
	for (uint32_t i = p->node.at[s.last].next; i < p->node.at[block].next; i++)
		if (p->node.at[i].id == id && p->node.at[i].kind == NODE_NAME)
			return true;
	return false;
}

/* "T v = e;" with one plain variable can become "T v; lock; v = e;" */
static bool can_split(const struct places *p, uint32_t statement) {
	const struct node *n = &p->node.at[statement];
	uint32_t variable = places_child(p, statement, 0);
	if (n->kind != NODE_DECLARATION || places_children(p, statement) != 1 || n->is_macro)
		return false;
	const struct node *v = &p->node.at[variable];
	uint32_t value = v->kind == NODE_VARIABLE ? places_last(p, variable) : NO_NODE;
	return value != NO_NODE && !v->is_static && !v->is_broken && v->type && !strchr(v->type, '[') &&
	       !strstr(v->type, "const") && !p->node.at[value].is_broken &&
	       p->file.at[n->file].text[p->node.at[value].begin] != '{';
}

/* Declarations whose names are used behind the range make it grow; *split: the first one, which
 * stays in front of the lock. */
static bool cover_declarations(const struct places *p, struct section *s, bool *split) {
	*split = false;
	if (is_alone(p, *s))
		return true;
	for (uint32_t i = s->first; i < p->node.at[s->last].next; i = p->node.at[i].next) {
		if (p->node.at[i].kind != NODE_DECLARATION)
			continue;
		for (uint32_t v = i + 1; v < p->node.at[i].next; v = p->node.at[v].next) {
			if (p->node.at[v].kind != NODE_VARIABLE || !is_used_after(p, p->node.at[v].id, *s))
				continue;
			if (i == s->first && can_split(p, i)) {
				*split = true;
				continue;
			}
			while (is_used_after(p, p->node.at[v].id, *s)) {
				s->last = places_after(p, s->last);
				if (s->last == NO_NODE)
					return false;
			}
		}
	}
	return true;
}

/* --- Conditions. --- */

static bool is_refused_call(const char *name) {
	static const char *const refused[] = {
	    "pthread_exit",
	    "thrd_exit",
	    "pthread_join",
	    "thrd_join",
	    "longjmp",
	    "siglongjmp",
	    "setjmp",
	    "sigsetjmp",
	    "_setjmp",
	    "exit",
	    "_exit",
	    "abort",
	    "pthread_barrier_wait",
	    "sem_wait",
	    "sleep",
	    "usleep",
	    "nanosleep",
	};
	for (size_t i = 0; name && i < sizeof refused / sizeof *refused; i++)
		if (!strcmp(name, refused[i]))
			return true;
	return false;
}

static uint32_t switch_of(const struct places *p, uint32_t node) {
	return places_around(p, node, NODE_SWITCH);
}

static bool is_jumped_into(const struct places *p, uint32_t label, struct section s) {
	uint32_t function = places_around(p, label, NODE_FUNCTION);
	for (uint32_t i = function; i < p->node.at[function].next; i++)
		if (p->node.at[i].kind == NODE_GOTO && !is_in(p, i, s) &&
		    (!p->node.at[i].name || p->node.at[i].name == p->node.at[label].name))
			return true;
	return false;
}

/* A wait that gives another mutex back would be made with this one held. */
static bool is_other_wait(const struct locks *l, uint32_t call, const struct lock_text *lock) {
	const struct places *p = l->all->places;
	const char *name = p->node.at[call].name;
	if (!name ||
	    (strcmp(name, "pthread_cond_wait") != 0 && strcmp(name, "cnd_wait") != 0 &&
	     strcmp(name, "pthread_cond_timedwait") != 0 && strcmp(name, "cnd_timedwait") != 0))
		return false;
	uint32_t mutex = places_child(p, call, 2);
	if (mutex == NO_NODE || p->node.at[mutex].is_broken)
		return true;
	const char *text = places_text(p, l->all->arena, mutex), *object = lock->object;
	for (; *text; text++)
		if (!strchr(" \t\r\n", *text) && *text != *object++)
			return true;
	return *object != 0;
}

static bool is_allowed(const struct locks *l, struct section s, const struct lock_text *lock) {
	const struct places *p = l->all->places;
	const struct node *first = &p->node.at[s.first], *last = &p->node.at[s.last];
	if (first->file != last->file || first->is_broken || last->is_broken ||
	    places_has_condition(p, first->file, first->begin, last->end))
		return false;
	for (uint32_t i = s.first; i < last->next; i++) {
		const struct node *n = &p->node.at[i];
		if (n->kind == NODE_CASE && !is_in(p, switch_of(p, i), s))
			return false;
		if (n->kind == NODE_LABEL && is_jumped_into(p, i, s))
			return false;
		if (n->kind == NODE_CALL && (is_refused_call(n->name) || is_other_wait(l, i, lock)))
			return false;
	}
	return true;
}

/* --- Ways out. --- */

static bool leaves(const struct places *p, uint32_t jump, struct section s) {
	const struct node *n = &p->node.at[jump];
	if (n->kind == NODE_RETURN)
		return true;
	if (n->kind == NODE_GOTO) {
		for (uint32_t i = s.first; n->name && i < p->node.at[s.last].next; i++)
			if (p->node.at[i].kind == NODE_LABEL && p->node.at[i].name == n->name)
				return false;
		return true;
	}
	uint32_t around = n->parent;
	for (; around != NO_NODE && is_in(p, around, s); around = p->node.at[around].parent) {
		enum node_kind k = p->node.at[around].kind;
		if (k == NODE_WHILE || k == NODE_DO || k == NODE_FOR ||
		    (k == NODE_SWITCH && n->kind == NODE_BREAK))
			return false;
	}
	return true;
}

/* Does it read memory that the lock is about?  Names of parameters and local variables do not. */
static bool reads_memory(const struct places *p, uint32_t expression) {
	for (uint32_t i = expression; i < p->node.at[expression].next; i++) {
		const struct node *n = &p->node.at[i];
		if (n->kind == NODE_CALL || n->kind == NODE_MEMBER || n->kind == NODE_INDEX ||
		    n->kind == NODE_ASSIGN ||
		    (n->kind == NODE_UNARY && n->name && strcmp(n->name, "&") != 0 &&
		     strcmp(n->name, "-") != 0 && strcmp(n->name, "!") != 0))
			return true;
		uint32_t decl = n->kind == NODE_NAME ? places_declaration(p, n->id) : NO_NODE;
		if (decl != NO_NODE && p->node.at[decl].kind == NODE_VARIABLE && p->node.at[decl].is_global)
			return true;
	}
	return false;
}

static const char *return_type(const struct locks *l, uint32_t function) {
	const char *type = l->all->places->node.at[function].type;
	const char *end = type ? strchr(type, '(') : NULL;
	if (!end || (end[1] == '*'))
		return NULL;
	size_t n = (size_t)(end - type);
	while (n && type[n - 1] == ' ')
		n--;
	return arena_printf(l->all->arena, "%.*s%s", (int)n, type, n && type[n - 1] == '*' ? "" : " ");
}

/* For the value that is returned: a name that the function does not use. */
static const char *free_name(const struct locks *l, uint32_t function) {
	const struct places *p = l->all->places;
	const char *name = "result";
	for (uint32_t i = function; i < p->node.at[function].next; i++)
		if (p->node.at[i].name && !strcmp(p->node.at[i].name, name)) {
			name = arena_printf(l->all->arena, "%s_", name);
			i = function;
		}
	return name;
}

static bool release_before(struct locks *l, struct candidate *c, uint32_t jump,
                           const struct lock_text *lock) {
	const struct places *p = l->all->places;
	const struct node *n = &p->node.at[jump];
	uint32_t value = n->kind == NODE_RETURN ? places_child(p, jump, 0) : NO_NODE;
	if (n->is_broken || n->is_macro)
		return false;
	if (value == NO_NODE || !reads_memory(p, value)) {
		candidate_wrap(l->all, c, jump, jump, lock->release, NULL);
		return true;
	}
	/* T result = e; release; return result; */
	uint32_t function = places_around(p, jump, NODE_FUNCTION);
	const char *type = return_type(l, function), *name = free_name(l, function);
	if (!type || p->node.at[value].is_broken)
		return false;
	candidate_wrap(l->all, c, jump, jump,
	               arena_printf(l->all->arena, "%s%s = %s; %s", type, name,
	                            places_text(p, l->all->arena, value), lock->release),
	               NULL);
	candidate_replace(c, p, n->file, n->begin, n->end,
	                  arena_printf(l->all->arena, "return %s;", name));
	return true;
}

static bool release_exits(struct locks *l, struct candidate *c, struct section s,
                          const struct lock_text *lock) {
	const struct places *p = l->all->places;
	for (uint32_t i = s.first; i < p->node.at[s.last].next; i++) {
		enum node_kind k = p->node.at[i].kind;
		bool jumps = k == NODE_RETURN || k == NODE_BREAK || k == NODE_CONTINUE || k == NODE_GOTO;
		if (jumps && leaves(p, i, s) && !release_before(l, c, i, lock))
			return false;
	}
	return true;
}

/* --- The edits. --- */

static bool ends_in_jump(const struct places *p, uint32_t statement) {
	enum node_kind k = p->node.at[statement].kind;
	return k == NODE_RETURN || k == NODE_BREAK || k == NODE_CONTINUE || k == NODE_GOTO;
}

/* The range begins with a call that takes the lock, or ends with one that releases it: it stays. */
static bool is_border(const struct lock_call *c, struct section s) {
	return c->node == c->statement && (c->takes ? c->node == s.first : c->node == s.last);
}

static bool has_border(const struct locks *l, struct section s, const struct lock_text *lock,
                       bool takes) {
	uint32_t function = places_around(l->all->places, s.first, NODE_FUNCTION);
	for (size_t i = 0; i < l->call.n; i++) {
		const struct lock_call *c = &l->call.at[i];
		if (c->takes == takes && is_same_lock(c, lock, function) && is_border(c, s))
			return true;
	}
	return false;
}

static bool remove_inner(struct locks *l, struct candidate *c, struct section s,
                         const struct lock_text *lock) {
	const struct places *p = l->all->places;
	uint32_t function = places_around(p, s.first, NODE_FUNCTION);
	for (size_t i = 0; i < l->call.n; i++) {
		const struct lock_call *k = &l->call.at[i];
		if (!is_in(p, k->node, s) || !is_same_lock(k, lock, function) || is_border(k, s))
			continue;
		uint32_t parent = p->node.at[k->statement].parent;
		if (k->statement != k->node || p->node.at[parent].kind != NODE_BLOCK)
			return false; /* its result is used, or it stands alone */
		candidate_delete(c, p, k->statement);
	}
	return true;
}

/* "T v = e;" -> "T v;", and what is to stand behind the lock */
static const char *split(struct locks *l, struct candidate *c, uint32_t statement) {
	const struct places *p = l->all->places;
	uint32_t variable = places_child(p, statement, 0), value = places_last(p, variable);
	const struct node *v = &p->node.at[variable];
	const char *text = p->file.at[v->file].text;
	size_t from = p->node.at[value].begin;
	while (from && text[from - 1] != '=')
		from--;
	from--;
	while (from && strchr(" \t\r\n", text[from - 1]))
		from--;
	size_t to = p->node.at[statement].end - 1; /* its ';' */
	const char *kept = arena_printf(l->all->arena, "%.*s", (int)(to - from), text + from);
	candidate_replace(c, p, v->file, from, to, "");
	return arena_printf(l->all->arena, "%s%s;", v->name, kept);
}

static unsigned count_statements(const struct places *p, struct section s) {
	unsigned n = 0;
	for (uint32_t i = s.first; i < p->node.at[s.last].next; i++)
		n += p->node.at[i].is_statement && p->node.at[i].kind != NODE_BLOCK;
	return n;
}

bool section_hold(struct locks *l, struct candidate *c, struct section s,
                  const struct lock_text *lock) {
	const struct places *p = l->all->places;
	bool splits;
	if (!join_sections(l, &s, lock) || !cover_declarations(p, &s, &splits) ||
	    !is_allowed(l, s, lock) || !remove_inner(l, c, s, lock) || !release_exits(l, c, s, lock))
		return false;
	c->under_lock += count_statements(p, s);
	const char *release =
	    ends_in_jump(p, s.last) || has_border(l, s, lock, false) ? NULL : lock->release;
	const char *take = has_border(l, s, lock, true) ? NULL : lock->take;
	if (!splits) {
		candidate_wrap(l->all, c, s.first, s.last, take, release);
		return true;
	}
	const char *assignment = split(l, c, s.first);
	candidate_after(l->all, c, s.first, lock->take);
	candidate_after(l->all, c, s.first, assignment);
	if (release)
		candidate_after(l->all, c, s.last, release);
	return true;
}
