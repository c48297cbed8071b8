/* Changes for kinds of causes that are about data: a lock that the others hold, atomic variables, a
 * lock of its own. */
#include <string.h>

#include "fix/candidate.h"
#include "fix/section.h"
#include "util/base/intern.h"

enum { MOST_ACCESSES = 16, MOST_LOCKS = 6, MOST_RANGES = 8 };

struct access { /* an event of the cause, in the text */
	const struct cause_event *event;
	uint32_t node;  /* the name or the member that is accessed; else the smallest node there */
	const char *id; /* of the variable or field; NULL: not known */
	uint32_t thread;
};

struct range { /* statements that are to be one */
	struct section at;
	uint32_t node; /* the first access in it */
	bool is_whole; /* several accesses: nobody may come between */
};

struct data {
	struct candidates *all;
	struct locks locks;
	VEC(struct access) access;
	VEC(const char *) id; /* that they are about */
	VEC(struct range) range;
	struct lock_text new_lock;
	bool has_votes;                       /* others hold a lock at their accesses */
	VEC(const struct lock_call *) wanted; /* locks, the best one first */
};

/* --- What is accessed. --- */

/* "q->items[3].n" -> "n", "a[3]" -> "a" */
static const char *last_word(const char *object) {
	const char *from = NULL;
	size_t n = 0, depth = 0;
	for (const char *c = object; *c; c++) {
		bool is_word = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' ||
		               (n && *c >= '0' && *c <= '9' && c == from + n);
		depth += (*c == '[') - (*c == ']');
		if (depth || !is_word)
			continue;
		if (!from || c != from + n)
			from = c, n = 0;
		n++;
	}
	return from ? intern_n(from, n) : NULL;
}

static bool is_access(const struct node *n) {
	return n->kind == NODE_NAME || n->kind == NODE_MEMBER;
}

/* The name in the statement of the event that its object means. */
static uint32_t accessed(const struct data *d, const struct cause_event *e, uint32_t node) {
	const struct places *p = d->all->places;
	const char *word = e->object ? last_word(e->object) : NULL;
	uint32_t best = NO_NODE, outer = node;
	for (; word && outer != NO_NODE && best == NO_NODE; outer = p->node.at[outer].parent) {
		for (uint32_t i = outer; i < p->node.at[outer].next && best == NO_NODE; i++)
			if (is_access(&p->node.at[i]) && p->node.at[i].name == word)
				best = i;
		if (p->node.at[outer].is_statement)
			break;
	}
	return best;
}

static void add_access(struct data *d, const struct cause_event *e) {
	bool is_data = e->kind == CAUSE_EVENT_READ || e->kind == CAUSE_EVENT_WRITE ||
	               e->kind == CAUSE_EVENT_FREE || e->kind == CAUSE_EVENT_BRANCH ||
	               e->kind == CAUSE_EVENT_VIOLATION;
	uint32_t node = is_data ? candidate_node(d->all, e) : NO_NODE;
	if (node == NO_NODE || d->access.n >= MOST_ACCESSES)
		return;
	uint32_t name = accessed(d, e, node);
	struct access a = {e, name == NO_NODE ? node : name, NULL, e->thread};
	if (name != NO_NODE)
		a.id = d->all->places->node.at[name].id;
	for (size_t i = 0; i < d->access.n; i++)
		if (d->access.at[i].node == a.node && d->access.at[i].thread == a.thread)
			return;
	vec_push(&d->access, a);
	for (size_t i = 0; i < d->id.n; i++)
		if (d->id.at[i] == a.id)
			return;
	if (a.id)
		vec_push(&d->id, a.id);
}

static bool is_about(const struct data *d, const char *id) {
	for (size_t i = 0; id && i < d->id.n; i++)
		if (d->id.at[i] == id)
			return true;
	return false;
}

/* --- Locks. --- */

static bool same_lock(const struct data *d, const struct lock_call *a, const struct lock_call *b) {
	(void)d;
	return a->object == b->object;
}

static void want(struct data *d, const struct lock_call *c) {
	if (!c || !c->takes)
		return;
	for (size_t i = 0; i < d->wanted.n; i++)
		if (same_lock(d, d->wanted.at[i], c))
			return;
	if (d->wanted.n < MOST_LOCKS)
		vec_push(&d->wanted, c);
}

struct vote {
	const struct lock_call *call;
	unsigned n;
};

/* What the other accesses in the sources hold, the most frequent first; then what the events of the
 * cause hold; then whatever there is. */
static void find_wanted(struct data *d) {
	const struct places *p = d->all->places;
	VEC(struct vote) votes = {0};
	for (uint32_t i = 0; i < p->node.n; i++) {
		const struct lock_call *held[8];
		if (!is_access(&p->node.at[i]) || !is_about(d, p->node.at[i].id))
			continue;
		size_t n = locks_held(&d->locks, i, held, 8);
		for (size_t k = 0; k < n; k++) {
			size_t v = 0;
			while (v < votes.n && !same_lock(d, votes.at[v].call, held[k]))
				v++;
			if (v == votes.n)
				vec_push(&votes, ((struct vote){held[k], 0}));
			votes.at[v].n++;
		}
	}
	for (;;) {
		size_t best = 0;
		for (size_t v = 1; v < votes.n; v++)
			if (votes.at[v].n > votes.at[best].n)
				best = v;
		if (!votes.n || !votes.at[best].n)
			break;
		d->has_votes = true;
		want(d, votes.at[best].call);
		votes.at[best].n = 0;
	}
	vec_free(&votes);
	for (size_t i = 0; i < d->access.n; i++) {
		const struct cause_event *e = d->access.at[i].event;
		for (size_t k = 0; k < e->held.n; k++)
			want(d, locks_at(&d->locks, places_find(p, e->held.at[k].loc)));
	}
	for (size_t i = 0; i < d->locks.call.n; i++)
		want(d, &d->locks.call.at[i]);
}

static bool holds(const struct data *d, uint32_t node, const struct lock_text *lock) {
	const struct lock_call *held[8];
	size_t n = locks_held(&d->locks, node, held, 8);
	for (size_t i = 0; i < n; i++)
		if (held[i]->object == lock->object)
			return true;
	return false;
}

/* --- Where the lock is to be held. --- */

static bool is_part(const struct places *p, uint32_t node, struct section s) {
	return node >= s.first && node < p->node.at[s.last].next;
}

/* A call of the function in 'caller'; NO_NODE: there is none. */
static uint32_t call_of(const struct places *p, uint32_t function, uint32_t caller) {
	const char *id = p->node.at[function].id;
	for (uint32_t i = caller; id && i < p->node.at[caller].next; i++)
		if (p->node.at[i].kind == NODE_CALL && p->node.at[i].id == id)
			return i;
	return NO_NODE;
}

/* In main, before it creates the first thread, or after it has joined the last one: nobody else is
 * there. */
static bool is_alone(const struct places *p, uint32_t node) {
	uint32_t function = places_around(p, node, NODE_FUNCTION), first = NO_NODE, last = NO_NODE;
	if (function == NO_NODE || !p->node.at[function].name ||
	    strcmp(p->node.at[function].name, "main") != 0)
		return false;
	for (uint32_t i = function; i < p->node.at[function].next; i++) {
		const char *name = p->node.at[i].kind == NODE_CALL ? p->node.at[i].name : NULL;
		if (name && (!strcmp(name, "pthread_create") || !strcmp(name, "thrd_create")))
			first = first == NO_NODE ? i : first;
		if (name && (!strcmp(name, "pthread_join") || !strcmp(name, "thrd_join")))
			last = i;
	}
	return (first != NO_NODE && node < first) || (last != NO_NODE && node > last);
}

static void add_range(struct data *d, const uint32_t *node, size_t n, bool is_whole) {
	const struct places *p = d->all->places;
	struct range r = {.node = node[0], .is_whole = is_whole};
	if (d->range.n >= MOST_RANGES || (n == 1 && is_alone(p, node[0])) ||
	    !section_of(p, node, n, &r.at))
		return;
	for (size_t i = 0; i < d->range.n; i++)
		if (d->range.at[i].at.first == r.at.first && d->range.at[i].at.last == r.at.last)
			return;
	vec_push(&d->range, r);
}

/* The accesses of one thread in one function; *others: it has some elsewhere. */
static size_t nodes_of(const struct data *d, uint32_t thread, uint32_t function, uint32_t *to,
                       bool *others) {
	const struct places *p = d->all->places;
	size_t n = 0;
	*others = false;
	for (size_t i = 0; i < d->access.n; i++) {
		const struct access *a = &d->access.at[i];
		if (a->thread != thread)
			continue;
		uint32_t around = places_around(p, a->node, NODE_FUNCTION);
		if (around == function)
			to[n++] = a->node;
		else
			*others = true;
	}
	return n;
}

/* What a thread does in several functions is in the calls of a function that calls them. */
static void add_callers(struct data *d, uint32_t thread) {
	const struct places *p = d->all->places;
	for (uint32_t f = 0; f < p->node.n; f = p->node.at[f].next) {
		uint32_t node[MOST_ACCESSES];
		size_t n = 0;
		if (p->node.at[f].kind != NODE_FUNCTION || !p->node.at[f].is_definition)
			continue;
		for (size_t i = 0; i < d->access.n; i++) {
			if (d->access.at[i].thread != thread)
				continue;
			uint32_t around = places_around(p, d->access.at[i].node, NODE_FUNCTION);
			uint32_t at = around == f         ? d->access.at[i].node
			              : around == NO_NODE ? NO_NODE
			                                  : call_of(p, around, f);
			if (at != NO_NODE)
				node[n++] = at;
		}
		if (n > 1)
			add_range(d, node, n, true);
	}
}

/* All that the function does to the same object: its other members may belong together with this
 * one. */
static void add_record(struct data *d, uint32_t access) {
	const struct places *p = d->all->places;
	uint32_t function = places_around(p, access, NODE_FUNCTION), node[MOST_ACCESSES];
	uint32_t base = p->node.at[access].kind == NODE_MEMBER ? places_child(p, access, 0) : NO_NODE;
	size_t n = 0;
	if (function == NO_NODE || base == NO_NODE || p->node.at[base].kind != NODE_NAME)
		return;
	for (uint32_t i = function; i < p->node.at[function].next && n < MOST_ACCESSES; i++) {
		uint32_t other = p->node.at[i].kind == NODE_MEMBER ? places_child(p, i, 0) : NO_NODE;
		if (other != NO_NODE && p->node.at[other].id == p->node.at[base].id &&
		    !(p->node.at[i].type && strstr(p->node.at[i].type, "mutex")))
			node[n++] = i;
	}
	if (n > 1)
		add_range(d, node, n, true);
}

static void find_ranges(struct data *d) {
	const struct places *p = d->all->places;
	for (size_t i = 0; i < d->access.n; i++) {
		const struct access *a = &d->access.at[i];
		uint32_t node[MOST_ACCESSES], function = places_around(p, a->node, NODE_FUNCTION);
		bool others;
		size_t n = function == NO_NODE ? 0 : nodes_of(d, a->thread, function, node, &others);
		if (n)
			add_range(d, node, n, n > 1);
		if (n && others)
			add_callers(d, a->thread);
	}
	for (size_t i = 0; i < d->access.n; i++)
		add_record(d, d->access.at[i].node);
	/* and each access alone */
	for (size_t i = 0; i < d->access.n; i++)
		add_range(d, &d->access.at[i].node, 1, false);
}

/* --- A lock around it. --- */

/* The lock there: one of the sources, or (lock NULL) a new one.  false: it has no name there. */
static bool name_lock(const struct data *d, const struct range *r, const struct lock_call *lock,
                      struct lock_text *to) {
	*to = d->new_lock;
	return !lock || locks_name(&d->locks, lock, r->at.first, r->node, to);
}

/* Adds the edits; false: it cannot be done, or is done. */
static bool hold_range(struct data *d, struct candidate *c, const struct range *r,
                       const struct lock_call *lock, const char **name) {
	struct lock_text text;
	if (!name_lock(d, r, lock, &text))
		return false;
	*name = text.name;
	bool is_held = r->at.first == r->at.last && holds(d, r->node, &text);
	return !is_held && section_hold(&d->locks, c, r->at, &text);
}

static const char *lines_text(const struct data *d, const struct range *r) {
	const struct places *p = d->all->places;
	const struct node *first = &p->node.at[r->at.first], *last = &p->node.at[r->at.last];
	unsigned from = places_loc(p, first->file, first->begin).line;
	unsigned to = places_loc(p, last->file, last->end - 1).line;
	uint32_t function = places_around(p, r->at.first, NODE_FUNCTION);
	const char *name = function == NO_NODE ? "" : p->node.at[function].name;
	if (from == to)
		return arena_printf(d->all->arena, "%s (line %u)", name, from);
	return arena_printf(d->all->arena, "%s (lines %u to %u)", name, from, to);
}

/* The header of what the mutex needs, after the others, if the file does not use it. */
static void include_threads(struct data *d, struct candidate *c, uint32_t file) {
	const struct places *p = d->all->places;
	const char *text = p->file.at[file].text, *last = NULL;
	if (strstr(text, "pthread"))
		return;
	for (const char *at = text; (at = strstr(at, "#include")); at++)
		last = at;
	size_t at = last ? (size_t)(last - text) + strcspn(last, "\n") : 0;
	at += last && text[at] == '\n';
	candidate_insert(
	    c, p, file, at,
	    arena_printf(d->all->arena, "#include <pthread.h>%s", places_line_end(p, file)));
}

/* The new mutex, before the first of the functions. */
static bool declare_lock(struct data *d, struct candidate *c, const size_t *ix, size_t n) {
	const struct places *p = d->all->places;
	uint32_t first = NO_NODE;
	for (size_t i = 0; i < n; i++) {
		uint32_t function = places_around(p, d->range.at[ix[i]].at.first, NODE_FUNCTION);
		if (first != NO_NODE && p->node.at[first].file != p->node.at[function].file)
			return false; /* of two files, nobody knows a common place */
		first = function < first ? function : first;
	}
	uint32_t file = p->node.at[first].file;
	const char *end = places_line_end(p, file);
	if (p->node.at[first].is_broken || p->node.at[first].is_macro)
		return false;
	candidate_insert(c, p, file, p->node.at[first].begin,
	                 arena_printf(d->all->arena,
	                              "static pthread_mutex_t %s = PTHREAD_MUTEX_INITIALIZER;%s%s",
	                              d->new_lock.name, end, end));
	c->is_new_lock = true;
	include_threads(d, c, file);
	return true;
}

/* "m work other": the lock and the functions. */
static const char *way_of(const struct data *d, const char *name, const size_t *ix, size_t n) {
	const struct places *p = d->all->places;
	const char *way = name;
	for (size_t i = 0; i < n; i++) {
		uint32_t function = places_around(p, d->range.at[ix[i]].at.first, NODE_FUNCTION);
		way = arena_printf(d->all->arena, "%s %s", way, p->node.at[function].name);
	}
	return way;
}

static void hold_ranges(struct data *d, const struct lock_call *lock, const size_t *ix, size_t n) {
	struct candidate c = {0};
	const char *name = NULL, *where = NULL;
	bool is_possible = true;
	for (size_t i = 0; i < n && is_possible; i++) {
		const struct range *r = &d->range.at[ix[i]];
		for (size_t k = 0; k < i && is_possible; k++) {
			struct section other = d->range.at[ix[k]].at;
			is_possible = !is_part(d->all->places, r->at.first, other) &&
			              !is_part(d->all->places, other.first, r->at);
		}
		is_possible = is_possible && hold_range(d, &c, r, lock, &name);
		where = where ? arena_printf(d->all->arena, "%s and %s", where, lines_text(d, r))
		              : lines_text(d, r);
	}
	if (is_possible && n && !lock)
		is_possible = declare_lock(d, &c, ix, n);
	if (is_possible && n) {
		c.what = arena_printf(d->all->arena, "hold %s in %s", name, where);
		c.way = way_of(d, name, ix, n);
		candidates_add(d->all, &c);
	} else
		vec_free(&c.edit);
}

/* One range, two, three of them. */
static void hold_lock(struct data *d, const struct lock_call *lock) {
	size_t ix[3], n = d->range.n, few = n < 5 ? n : 5;
	for (ix[0] = 0; ix[0] < n; ix[0]++)
		hold_ranges(d, lock, ix, 1);
	for (ix[0] = 0; ix[0] < n; ix[0]++)
		for (ix[1] = ix[0] + 1; ix[1] < n; ix[1]++)
			hold_ranges(d, lock, ix, 2);
	for (ix[0] = 0; ix[0] < few; ix[0]++)
		for (ix[1] = ix[0] + 1; ix[1] < few; ix[1]++)
			for (ix[2] = ix[1] + 1; ix[2] < few; ix[2]++)
				hold_ranges(d, lock, ix, 3);
}

/* --- Another lock instead of the one that is held. --- */

/* All calls about the object in the function take the other one. */
static void exchange_lock(struct data *d, const struct access *a, const struct lock_call *lock) {
	const struct places *p = d->all->places;
	const struct lock_call *held[8];
	struct lock_text text;
	size_t n = locks_held(&d->locks, a->node, held, 8);
	if (!n || !locks_name(&d->locks, lock, held[n - 1]->node, a->node, &text) ||
	    p->node.at[held[n - 1]->node].name != p->node.at[lock->node].name)
		return;
	for (size_t i = 0; i < n; i++)
		if (held[i]->object == text.object)
			return;
	struct candidate c = {0};
	for (size_t i = 0; i < d->locks.call.n; i++) {
		const struct lock_call *k = &d->locks.call.at[i];
		uint32_t argument = places_child(p, k->node, 1);
		if (!locks_match(k, held[n - 1]) || argument == NO_NODE || p->node.at[argument].is_macro ||
		    p->node.at[argument].is_broken)
			continue;
		candidate_replace(&c, p, p->node.at[argument].file, p->node.at[argument].begin,
		                  p->node.at[argument].end, text.object);
	}
	c.what = arena_printf(d->all->arena, "hold %s instead of %s in %s", text.name,
	                      held[n - 1]->object + (*held[n - 1]->object == '&'),
	                      p->node.at[held[n - 1]->function].name);
	candidates_add(d->all, &c);
}

/* Writing needs the lock for writing. */
static void lock_for_writing(struct data *d, const struct access *a) {
	static const char from[] = "pthread_rwlock_rdlock", to[] = "pthread_rwlock_wrlock";
	const struct places *p = d->all->places;
	const struct lock_call *held[8];
	size_t n = locks_held(&d->locks, a->node, held, 8);
	for (size_t i = 0; i < n; i++) {
		const struct node *call = &p->node.at[held[i]->node];
		struct candidate c = {0};
		if (!held[i]->is_read || call->is_macro ||
		    strncmp(p->file.at[call->file].text + call->begin, from, sizeof from - 1) != 0)
			continue;
		candidate_replace(&c, p, call->file, call->begin, call->begin + sizeof from - 1, to);
		c.what = arena_printf(d->all->arena, "lock %s for writing in %s",
		                      held[i]->object + (*held[i]->object == '&'),
		                      p->node.at[held[i]->function].name);
		candidates_add(d->all, &c);
	}
}

/* --- What makes something visible comes last. --- */

static void publish_last(struct candidates *all) {
	const struct places *p = all->places;
	if (all->cause->kind != CAUSE_PUBLICATION)
		return;
	uint32_t early = candidate_statement(all, candidate_role(all, 0));
	uint32_t late = candidate_statement(all, candidate_role(all, 3));
	struct candidate c = {0};
	if (early == NO_NODE || late == NO_NODE || early == late ||
	    p->node.at[early].parent != p->node.at[late].parent || early > late ||
	    p->node.at[early].kind == NODE_DECLARATION)
		return;
	candidate_delete(&c, p, early);
	candidate_after(all, &c, late, places_text(p, all->arena, early));
	c.what = arena_printf(all->arena, "%s after %s is set", places_text(p, all->arena, early),
	                      all->cause->role.at[3].object ? all->cause->role.at[3].object : "all");
	candidates_add(all, &c);
}

/* --- A lock of its own. --- */

static bool has_word(const struct places *p, const char *word) {
	for (uint32_t i = 0; i < p->node.n; i++)
		if (p->node.at[i].name && !strcmp(p->node.at[i].name, word))
			return true;
	return false;
}

/* Who has made everything atomic does not want a lock. */
static bool all_are_atomic(const struct data *d) {
	const struct places *p = d->all->places;
	for (size_t i = 0; i < d->id.n; i++) {
		uint32_t decl = places_declaration(p, d->id.at[i]);
		const char *type = decl == NO_NODE ? NULL : p->node.at[decl].type;
		if (!type || !strstr(type, "_Atomic"))
			return false;
	}
	return d->id.n > 0;
}

/* Named after the first variable that is known. */
static void hold_new_lock(struct data *d) {
	const struct places *p = d->all->places;
	struct arena *arena = d->all->arena;
	const char *of = NULL;
	for (size_t i = 0; i < d->access.n && !of; i++)
		of = d->access.at[i].id ? p->node.at[d->access.at[i].node].name : NULL;
	if (!of || all_are_atomic(d))
		return;
	const char *name = arena_printf(arena, "%s_lock", of);
	while (has_word(p, name))
		name = arena_printf(arena, "%s_", name);
	d->new_lock = (struct lock_text){
	    .object = intern(arena_printf(arena, "&%s", name)),
	    .name = name,
	    .take = arena_printf(arena, "pthread_mutex_lock(&%s);", name),
	    .release = arena_printf(arena, "pthread_mutex_unlock(&%s);", name),
	};
	hold_lock(d, NULL);
}

/* --- Atomic variables. --- */

static bool is_scalar(const char *type) {
	static const char *const scalar[] = {
	    "int",   "unsigned int",   "long", "unsigned long", "long long",     "unsigned long long",
	    "short", "unsigned short", "char", "signed char",   "unsigned char", "_Bool",
	    "bool",
	};
	for (size_t i = 0; type && i < sizeof scalar / sizeof *scalar; i++)
		if (!strcmp(type, scalar[i]))
			return true;
	return type && (!strncmp(type, "enum ", 5) || type[strlen(type) - 1] == '*');
}

/* Its address would be one of another type. */
static bool has_address_taken(const struct places *p, const char *id) {
	for (uint32_t i = 0; i < p->node.n; i++) {
		uint32_t parent = p->node.at[i].parent;
		if (is_access(&p->node.at[i]) && p->node.at[i].id == id && parent != NO_NODE &&
		    p->node.at[parent].kind == NODE_UNARY && !strcmp(p->node.at[parent].name, "&"))
			return true;
	}
	return false;
}

/* "int a, b;": what is said about one is said about all. */
static bool can_share(const struct places *p, uint32_t decl) {
	const struct node *d = &p->node.at[decl];
	for (uint32_t i = 0; i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		if (i == decl || (n->kind != NODE_VARIABLE && n->kind != NODE_FIELD) ||
		    n->file != d->file || n->begin != d->begin)
			continue;
		if (n->type != d->type || strchr(d->type, '*') || has_address_taken(p, n->id))
			return false;
	}
	return true;
}

/* After words that only say where it is stored. */
static size_t type_begin(const struct places *p, const struct node *n) {
	static const char *const storage[] = {"static ", "extern ", "volatile "};
	const char *text = p->file.at[n->file].text;
	size_t at = n->begin;
	for (size_t i = 0; i < sizeof storage / sizeof *storage; i++)
		if (!strncmp(text + at, storage[i], strlen(storage[i])))
			at += strlen(storage[i]);
	return at;
}

/* x = x + e is one operation on an atomic variable only if it is written as one. */
static void combine_updates(struct data *d, struct candidate *c, const char *id) {
	const struct places *p = d->all->places;
	for (uint32_t i = 0; i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		if (n->kind != NODE_ASSIGN || strcmp(n->name, "=") != 0 || n->is_broken || n->is_macro)
			continue;
		uint32_t left = places_child(p, i, 0), right = places_child(p, i, 1);
		if (left == NO_NODE || right == NO_NODE || p->node.at[left].id != id ||
		    p->node.at[right].kind != NODE_BINARY)
			continue;
		uint32_t first = places_child(p, right, 0), second = places_child(p, right, 1);
		const char *op = p->node.at[right].name;
		if (second == NO_NODE || p->node.at[first].id != id || !strchr("+-&|^", *op) || op[1])
			continue;
		const char *x = places_text(p, d->all->arena, left);
		if (strcmp(x, places_text(p, d->all->arena, first)) != 0)
			continue;
		candidate_replace(c, p, n->file, p->node.at[left].end, p->node.at[second].begin,
		                  arena_printf(d->all->arena, " %s= ", op));
	}
}

static void make_atomic(struct data *d, const char *id) {
	const struct places *p = d->all->places;
	struct candidate c = {0};
	bool is_possible = !has_address_taken(p, id);
	for (uint32_t i = 0; i < p->node.n && is_possible; i++) {
		const struct node *n = &p->node.at[i];
		if ((n->kind != NODE_VARIABLE && n->kind != NODE_FIELD) || n->id != id)
			continue;
		is_possible = is_scalar(n->type) && !n->is_broken && !n->is_macro && can_share(p, i) &&
		              !strncmp(p->file.at[n->file].text + n->name_at, n->name, strlen(n->name)) &&
		              (n->kind == NODE_FIELD || n->is_global);
		if (!is_possible)
			break;
		bool is_pointer = strchr(n->type, '*') != NULL;
		candidate_insert(&c, p, n->file, is_pointer ? n->name_at : type_begin(p, n), "_Atomic ");
		c.what = arena_printf(d->all->arena, "make %s atomic", n->name);
	}
	combine_updates(d, &c, id);
	c.is_unusual = d->has_votes;
	if (is_possible && c.what)
		candidates_add(d->all, &c);
	else
		vec_free(&c.edit);
}

/* --- Which kinds. --- */

static bool is_for(enum cause_kind kind) {
	switch (kind) {
	case CAUSE_ORDER:
	case CAUSE_LOST_UPDATE:
	case CAUSE_DOUBLE_FREE:
	case CAUSE_USE_AFTER_FREE:
	case CAUSE_PUBLICATION:
	case CAUSE_TORN_READ:
	case CAUSE_CHECK_THEN_ACT:
	case CAUSE_NO_LOCK:
	case CAUSE_WRONG_LOCK:
	case CAUSE_READ_LOCK: return true;
	default: return false;
	}
}

void candidate_data(struct candidates *all) {
	struct data d = {.all = all};
	const struct cause *cause = all->cause;
	if (!is_for(cause->kind))
		return;
	for (size_t i = 0; i < cause->role.n; i++)
		if (candidate_role(all, i))
			add_access(&d, &cause->role.at[i]);
	for (size_t i = 0; i < cause->fact.n && !cause->role.n; i++) {
		add_access(&d, &cause->fact.at[i].first);
		if (cause->fact.at[i].type == FACT_ORDER)
			add_access(&d, &cause->fact.at[i].second);
	}
	locks_find(&d.locks, all);
	find_wanted(&d);
	for (size_t i = 0; i < d.id.n; i++)
		make_atomic(&d, d.id.at[i]);
	find_ranges(&d);
	for (size_t i = 0; i < d.access.n; i++)
		lock_for_writing(&d, &d.access.at[i]);
	for (size_t i = 0; i < d.wanted.n; i++)
		for (size_t k = 0; k < d.access.n; k++)
			exchange_lock(&d, &d.access.at[k], d.wanted.at[i]);
	for (size_t i = 0; i < d.wanted.n; i++)
		hold_lock(&d, d.wanted.at[i]);
	publish_last(all);
	hold_new_lock(&d);
	locks_free(&d.locks);
	vec_free(&d.range);
	vec_free(&d.access);
	vec_free(&d.id);
	vec_free(&d.wanted);
}
