/* Changes for kinds of causes that are about data: a lock that the others hold, atomic variables, a
 * lock of its own. */
#include <string.h>

#include "fix/candidate.h"
#include "fix/section.h"
#include "util/intern.h"

enum { MOST_ACCESSES = 16, MOST_LOCKS = 6 };

struct access { /* an event of the cause, in the text */
	const struct cause_event *event;
	uint32_t node;  /* the name or the member that is accessed; else the smallest node there */
	const char *id; /* of the variable or field; NULL: not known */
	uint32_t thread;
};

struct data {
	struct candidates *all;
	struct locks locks;
	VEC(struct access) access;
	VEC(const char *) id;                 /* that they are about */
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

/* --- A lock around what the threads do. --- */

/* The accesses of one thread in one function, as nodes. */
static size_t nodes_of(const struct data *d, uint32_t thread, uint32_t function, uint32_t *to) {
	const struct places *p = d->all->places;
	size_t n = 0;
	for (size_t i = 0; i < d->access.n; i++) {
		const struct access *a = &d->access.at[i];
		if (a->thread == thread && places_around(p, a->node, NODE_FUNCTION) == function)
			to[n++] = a->node;
	}
	return n;
}

/* Everything between the first and the last of a thread's accesses is one section. */
static bool hold_range(struct data *d, struct candidate *c, uint32_t thread, uint32_t function,
                       const struct lock_call *lock, struct section *done) {
	uint32_t node[MOST_ACCESSES];
	struct lock_text text;
	size_t n = nodes_of(d, thread, function, node);
	if (!section_of(d->all->places, node, n, done) ||
	    !locks_name(&d->locks, lock, done->first, node[0], &text))
		return false;
	bool is_held = true;
	for (size_t i = 0; i < n; i++)
		is_held &= holds(d, node[i], &text);
	if (is_held && done->first == done->last)
		return true; /* it is one statement, and under the lock */
	if (!c->what)
		c->what = text.name;
	return section_hold(&d->locks, c, *done, &text);
}

struct range {
	uint32_t thread, function;
	struct section at;
};

static bool covers(const struct places *p, struct section a, struct section b) {
	return b.first >= a.first && p->node.at[b.last].next <= p->node.at[a.last].next;
}

static bool is_part(const struct places *p, const struct access *a, struct section s) {
	return a->node >= s.first && a->node < p->node.at[s.last].next;
}

/* threads: all, or only the first one that the cause names. */
static void hold_lock(struct data *d, const struct lock_call *lock, bool all_threads) {
	const struct places *p = d->all->places;
	struct candidate c = {0};
	VEC(struct range) done = {0};
	bool is_possible = true;
	for (size_t i = 0; i < d->access.n && is_possible; i++) {
		const struct access *a = &d->access.at[i];
		struct range r = {a->thread, places_around(p, a->node, NODE_FUNCTION), {0, 0}};
		bool is_done = !all_threads && a->thread != d->access.at[0].thread;
		for (size_t k = 0; k < done.n; k++)
			is_done |= is_part(p, a, done.at[k].at);
		if (is_done)
			continue;
		is_possible = r.function != NO_NODE && hold_range(d, &c, r.thread, r.function, lock, &r.at);
		for (size_t k = 0; k < done.n && is_possible; k++)
			is_possible = !covers(p, r.at, done.at[k].at);
		vec_push(&done, r);
	}
	vec_free(&done);
	if (is_possible && c.what) {
		c.what = arena_printf(d->all->arena, "hold %s %s", c.what,
		                      all_threads ? "around these accesses" : "around this access");
		candidates_add(d->all, &c);
	} else
		vec_free(&c.edit);
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

/* Where the declared name stands. */
static bool find_name(const struct places *p, const struct node *n, size_t *at) {
	const char *text = p->file.at[n->file].text;
	size_t length = strlen(n->name);
	for (size_t i = n->begin; i + length <= n->end; i++) {
		bool is_word = !strncmp(text + i, n->name, length);
		char before = i ? text[i - 1] : ' ', after = text[i + length];
		bool is_edge = !strchr("_", before) && !strchr("_", after) &&
		               !((before | 32) >= 'a' && (before | 32) <= 'z') &&
		               !((after | 32) >= 'a' && (after | 32) <= 'z') &&
		               !(after >= '0' && after <= '9');
		if (is_word && is_edge) {
			*at = i;
			return true;
		}
	}
	return false;
}

static bool is_shared_declaration(const struct places *p, uint32_t decl) {
	for (uint32_t i = 0; i < p->node.n; i++) {
		const struct node *n = &p->node.at[i], *d = &p->node.at[decl];
		if (i != decl && (n->kind == NODE_VARIABLE || n->kind == NODE_FIELD) &&
		    n->file == d->file && n->begin == d->begin)
			return true;
	}
	return false;
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
		size_t name;
		if ((n->kind != NODE_VARIABLE && n->kind != NODE_FIELD) || n->id != id)
			continue;
		is_possible = is_scalar(n->type) && !n->is_broken && !n->is_macro &&
		              !is_shared_declaration(p, i) && find_name(p, n, &name) &&
		              (n->kind == NODE_FIELD || n->is_global);
		if (!is_possible)
			break;
		bool is_pointer = strchr(n->type, '*') != NULL;
		candidate_insert(&c, p, n->file, is_pointer ? name : type_begin(p, n), "_Atomic ");
		c.what = arena_printf(d->all->arena, "make %s atomic", n->name);
	}
	combine_updates(d, &c, id);
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
	for (size_t i = 0; i < d.wanted.n; i++) {
		hold_lock(&d, d.wanted.at[i], false);
		hold_lock(&d, d.wanted.at[i], true);
	}
	locks_free(&d.locks);
	vec_free(&d.access);
	vec_free(&d.id);
	vec_free(&d.wanted);
}
