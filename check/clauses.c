#include "check/clauses.h"

#include <stdlib.h>
#include <string.h>

typedef uint32_t lit; /* twice the number of the variable, plus 1 for its negation */

struct clause {
	struct clause *next; /* with the same hash */
	uint32_t n, hash;
	bool dead; /* watch lists may still have it */
	lit at[];  /* each variable once; the first two are watched */
};

struct watch {
	lit blocker; /* of the clause: if it is true, there is no need to look */
	struct clause *clause;
};

typedef LIST(struct watch) watches;

struct clauses {
	struct numbers variable;
	LIST(int8_t) value; /* by literal: 1, -1, or 0 */
	LIST(watches) watch;
	LIST(uint8_t) mark; /* by literal; all 0 between calls */
	LIST(lit) trail;    /* literals that are true */
	LIST(lit) clause;   /* that a call is about */
	size_t head;        /* of the trail: so many have been propagated */
	bool contradiction;
	struct clause **bucket; /* by hash */
	size_t nbuckets, nclauses;
	LIST(struct clause *) dead;
};

struct clauses *clauses_open(void) {
	struct clauses *c = base_alloc(sizeof *c);
	c->nbuckets = 1024;
	c->bucket = base_alloc(c->nbuckets * sizeof *c->bucket);
	return c;
}

static void free_dead(struct clauses *c) {
	for (size_t i = 0; i < c->dead.n; i++)
		free(c->dead.at[i]);
	c->dead.n = 0;
}

void clauses_close(struct clauses *c) {
	free_dead(c);
	for (size_t i = 0; i < c->nbuckets; i++)
		for (struct clause *x = c->bucket[i], *next; x; x = next) {
			next = x->next;
			free(x);
		}
	for (size_t i = 0; i < c->watch.n; i++)
		free(c->watch.at[i].at);
	numbers_free(&c->variable);
	free(c->value.at);
	free(c->watch.at);
	free(c->mark.at);
	free(c->trail.at);
	free(c->clause.at);
	free(c->bucket);
	free(c->dead.at);
	free(c);
}

static lit inner(struct clauses *c, int literal) {
	uint32_t v = numbers_of(&c->variable, (uint64_t)llabs((long long)literal));
	while (c->value.n <= 2 * (size_t)v) {
		for (int i = 0; i < 2; i++) {
			list_push(&c->value, 0);
			list_push(&c->mark, 0);
			list_push(&c->watch, (watches){0});
		}
	}
	return 2 * v + (literal < 0);
}

/* The literals in c->clause, each once; false: the clause always holds. */
static bool read_clause(struct clauses *c, const int *at, size_t n) {
	bool open = true;
	c->clause.n = 0;
	for (size_t i = 0; i < n; i++) {
		lit a = inner(c, at[i]);
		if (c->mark.at[a])
			continue;
		open = open && !c->mark.at[a ^ 1];
		c->mark.at[a] = 1;
		list_push(&c->clause, a);
	}
	for (size_t i = 0; i < c->clause.n; i++)
		c->mark.at[c->clause.at[i]] = 0;
	return open;
}

static void assign(struct clauses *c, lit a) {
	c->value.at[a] = 1;
	c->value.at[a ^ 1] = -1;
	list_push(&c->trail, a);
}

static void undo(struct clauses *c, size_t keep) {
	while (c->trail.n > keep) {
		lit a = c->trail.at[--c->trail.n];
		c->value.at[a] = c->value.at[a ^ 1] = 0;
	}
	c->head = keep;
}

/* Looks for another literal to watch instead of at[1], which is false. */
static bool move_watch(struct clauses *c, struct clause *x) {
	for (uint32_t k = 2; k < x->n; k++) {
		lit a = x->at[k];
		if (c->value.at[a] < 0)
			continue;
		x->at[k] = x->at[1];
		x->at[1] = a;
		list_push(&c->watch.at[a], ((struct watch){x->at[0], x}));
		return true;
	}
	return false;
}

/* Of the clauses that watch the literal, which is false now; false: one of them is, too. */
static bool propagate_one(struct clauses *c, lit no) {
	watches *list = &c->watch.at[no];
	size_t i = 0, kept = 0;
	bool good = true;
	while (i < list->n && good) {
		struct watch w = list->at[i++];
		if (c->value.at[w.blocker] > 0) {
			list->at[kept++] = w;
			continue;
		}
		struct clause *x = w.clause;
		if (x->dead)
			continue;
		if (x->at[0] == no) {
			x->at[0] = x->at[1];
			x->at[1] = no;
		}
		lit other = x->at[0];
		if (c->value.at[other] <= 0 && move_watch(c, x))
			continue;
		list->at[kept++] = (struct watch){other, x};
		if (c->value.at[other] < 0)
			good = false;
		else if (!c->value.at[other])
			assign(c, other);
	}
	if (i < list->n)
		memmove(list->at + kept, list->at + i, (list->n - i) * sizeof *list->at);
	list->n -= i - kept;
	return good;
}

static bool propagate(struct clauses *c) {
	while (c->head < c->trail.n)
		if (!propagate_one(c, c->trail.at[c->head++] ^ 1))
			return false;
	return true;
}

/* Does not depend on the order of the literals. */
static uint32_t hash_of(const lit *at, size_t n) {
	uint64_t sum = n, mixed = 1;
	for (size_t i = 0; i < n; i++) {
		uint64_t x = (at[i] + 1) * 0x9e3779b97f4a7c15u;
		sum += x ^ x >> 31;
		mixed *= x | 1;
	}
	sum ^= mixed;
	return (uint32_t)(sum ^ sum >> 32);
}

static void enter(struct clauses *c, struct clause *x) {
	struct clause **first = &c->bucket[x->hash & (c->nbuckets - 1)];
	x->next = *first;
	*first = x;
}

static void widen(struct clauses *c) {
	struct clause **old = c->bucket;
	size_t n = c->nbuckets;
	c->nbuckets *= 2;
	c->bucket = base_alloc(c->nbuckets * sizeof *c->bucket);
	for (size_t i = 0; i < n; i++)
		for (struct clause *x = old[i], *next; x; x = next) {
			next = x->next;
			enter(c, x);
		}
	free(old);
}

static struct clause *store(struct clauses *c) {
	size_t n = c->clause.n;
	if (n > UINT32_MAX / 2)
		base_die(EXIT_USAGE, "a clause is too long");
	struct clause *x = base_alloc(sizeof *x + n * sizeof *x->at);
	x->n = (uint32_t)n;
	x->hash = hash_of(c->clause.at, n);
	if (n)
		memcpy(x->at, c->clause.at, n * sizeof *x->at);
	if (++c->nclauses > c->nbuckets)
		widen(c);
	enter(c, x);
	return x;
}

/* Brings literals that are not false to the front; returns how many there are, up to 2. */
static uint32_t choose_watches(const struct clauses *c, struct clause *x) {
	uint32_t n = 0;
	for (uint32_t i = 0; i < x->n && n < 2; i++)
		if (c->value.at[x->at[i]] >= 0) {
			lit a = x->at[i];
			x->at[i] = x->at[n];
			x->at[n++] = a;
		}
	return n;
}

void clauses_add(struct clauses *c, const int *at, size_t n) {
	if (!read_clause(c, at, n))
		return;
	struct clause *x = store(c);
	uint32_t open = choose_watches(c, x);
	if (x->n > 1) {
		list_push(&c->watch.at[x->at[0]], ((struct watch){x->at[1], x}));
		list_push(&c->watch.at[x->at[1]], ((struct watch){x->at[0], x}));
	}
	if (open == 1 && !c->value.at[x->at[0]])
		assign(c, x->at[0]);
	if (!open || !propagate(c))
		c->contradiction = true;
}

static bool same(struct clauses *c, const struct clause *x) {
	size_t n = c->clause.n, found = 0;
	if (x->n != n)
		return false;
	for (size_t i = 0; i < n; i++)
		c->mark.at[c->clause.at[i]] = 1;
	for (size_t i = 0; i < n; i++)
		found += c->mark.at[x->at[i]];
	for (size_t i = 0; i < n; i++)
		c->mark.at[c->clause.at[i]] = 0;
	return found == n;
}

/* Watch lists forget the dead, whose memory then is free. */
static void sweep(struct clauses *c) {
	for (size_t i = 0; i < c->watch.n; i++) {
		watches *list = &c->watch.at[i];
		size_t kept = 0;
		for (size_t k = 0; k < list->n; k++)
			if (!list->at[k].clause->dead)
				list->at[kept++] = list->at[k];
		list->n = kept;
	}
	free_dead(c);
}

bool clauses_delete(struct clauses *c, const int *at, size_t n) {
	if (!read_clause(c, at, n))
		return true;
	uint32_t hash = hash_of(c->clause.at, c->clause.n);
	struct clause **from = &c->bucket[hash & (c->nbuckets - 1)];
	while (*from && ((*from)->hash != hash || !same(c, *from)))
		from = &(*from)->next;
	struct clause *x = *from;
	if (!x)
		return false;
	*from = x->next;
	x->dead = true;
	c->nclauses--;
	list_push(&c->dead, x);
	if (c->dead.n > 1000 + c->nclauses / 2)
		sweep(c);
	return true;
}

/* Makes the literals false; false: one of them is true, or propagation ends in a contradiction. */
static bool refute(struct clauses *c, const lit *at, size_t n) {
	for (size_t i = 0; i < n; i++) {
		if (c->value.at[at[i]] > 0)
			return false;
		if (!c->value.at[at[i]])
			assign(c, at[i] ^ 1);
	}
	return propagate(c);
}

bool clauses_imply(struct clauses *c, const int *at, size_t n) {
	if (!read_clause(c, at, n) || c->contradiction)
		return true;
	size_t before = c->trail.n;
	bool consistent = refute(c, c->clause.at, c->clause.n);
	undo(c, before);
	return !consistent;
}

bool clauses_know(struct clauses *c, int literal) {
	uint32_t before = c->variable.n;
	return inner(c, literal) / 2 < before;
}
