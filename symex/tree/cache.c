#include "symex/tree/cache.h"

#include <stdbool.h>
#include <string.h>

#include "symex/canon.h"
#include "util/diag.h"
#include "util/vec.h"

/* Few different budgets and sleeping sets occur, so visits are interned and a slot holds a visit's
 * number.  The rare state with several visits, none of which covers another, has a list. */
enum { FIRST_BITS = 10, VISIT_WORDS = 5 };
#define IS_LIST (UINT32_C(1) << 31)

struct slot {
	uint32_t state; /* 0: free */
	uint32_t visit; /* a visit, or IS_LIST and the first link */
};

struct link {
	uint32_t visit, next; /* next 0: the last one, or the last free one */
};

struct cache {
	struct slot *slot; /* open addressing; the upper bits of the hash say where to begin */
	uint32_t bits;     /* 2^bits slots */
	size_t n;          /* in use */
	VEC(struct link) link;
	uint32_t free_link;
	struct canon *visits;
	uint32_t last[VISIT_WORDS], last_visit; /* the same visit comes again and again */
};

struct cache *cache_open(void) {
	struct cache *c = mem_alloc(sizeof *c);
	c->bits = FIRST_BITS;
	c->slot = mem_alloc(sizeof *c->slot << c->bits);
	vec_push(&c->link, (struct link){0}); /* link 0 is none */
	c->visits = canon_open();
	return c;
}

void cache_close(struct cache *c) {
	if (!c)
		return;
	mem_free(c->slot);
	vec_free(&c->link);
	canon_close(c->visits);
	mem_free(c);
}

size_t cache_bytes(const struct cache *c) {
	return (sizeof *c->slot << c->bits) + c->link.cap * sizeof *c->link.at + canon_bytes(c->visits);
}

size_t cache_states(const struct cache *c) {
	return c->n;
}

static uint32_t visit_number(struct cache *c, struct budget b, uint64_t sleeping) {
	uint32_t w[VISIT_WORDS] = {b.context, b.preemption, b.decision, (uint32_t)sleeping,
	                           (uint32_t)(sleeping >> 32)};
	if (c->last_visit && memcmp(w, c->last, sizeof w) == 0)
		return c->last_visit;
	memcpy(c->last, w, sizeof w);
	c->last_visit = canon_tuple(c->visits, w, VISIT_WORDS);
	if (c->last_visit & IS_LIST)
		fatal(EXIT_UNKNOWN, NO_LOC, "too many different budgets and sleeping sets");
	return c->last_visit;
}

/* Did visit 'a' explore everything that visit 'b' would? */
static bool covers(const struct cache *c, uint32_t a, uint32_t b) {
	if (a == b)
		return true;
	const uint32_t *x = canon_tuple_at(c->visits, a), *y = canon_tuple_at(c->visits, b);
	return x[0] >= y[0] && x[1] >= y[1] && x[2] >= y[2] && !(x[3] & ~y[3]) && !(x[4] & ~y[4]);
}

static size_t first_slot(const struct cache *c, uint32_t state) {
	return (uint32_t)(state * UINT32_C(0x9e3779b1)) >> (32 - c->bits);
}

static struct slot *find(const struct cache *c, uint32_t state) {
	size_t mask = ((size_t)1 << c->bits) - 1, at = first_slot(c, state);
	while (c->slot[at].state && c->slot[at].state != state)
		at = (at + 1) & mask;
	return &c->slot[at];
}

static void grow(struct cache *c) {
	struct slot *old = c->slot;
	size_t n = (size_t)1 << c->bits++;
	c->slot = mem_alloc(sizeof *c->slot << c->bits);
	for (size_t i = 0; i < n; i++)
		if (old[i].state)
			*find(c, old[i].state) = old[i];
	mem_free(old);
}

static uint32_t new_link(struct cache *c, struct link l) {
	uint32_t at = c->free_link;
	if (at) {
		c->free_link = c->link.at[at].next;
		c->link.at[at] = l;
		return at;
	}
	if (c->link.n >= IS_LIST)
		fatal(EXIT_UNKNOWN, NO_LOC, "too many visits of the same states");
	vec_push(&c->link, l);
	return (uint32_t)c->link.n - 1;
}

/* Adds a visit that no visit in the slot covers; drops those that it covers. */
static void add_visit(struct cache *c, struct slot *s, uint32_t visit) {
	if (!(s->visit & IS_LIST)) {
		if (covers(c, visit, s->visit)) {
			s->visit = visit;
			return;
		}
		s->visit = IS_LIST | new_link(c, (struct link){s->visit, 0});
	}
	uint32_t kept = 0;
	for (uint32_t at = s->visit & ~IS_LIST, next; at; at = next) {
		struct link *l = &c->link.at[at];
		next = l->next;
		uint32_t *list = covers(c, visit, l->visit) ? &c->free_link : &kept;
		l->next = *list;
		*list = at;
	}
	s->visit = kept ? IS_LIST | new_link(c, (struct link){visit, kept}) : visit;
}

static bool is_covered(const struct cache *c, const struct slot *s, uint32_t visit) {
	if (!(s->visit & IS_LIST))
		return covers(c, s->visit, visit);
	for (uint32_t at = s->visit & ~IS_LIST; at; at = c->link.at[at].next)
		if (covers(c, c->link.at[at].visit, visit))
			return true;
	return false;
}

enum cache_answer cache_visit(struct cache *c, uint32_t state, struct budget b, uint64_t sleeping) {
	if (!state)
		BUG("should be the number of a state: 0");
	uint32_t visit = visit_number(c, b, sleeping);
	struct slot *s = find(c, state);
	if (!s->state) {
		*s = (struct slot){state, visit};
		if (++c->n > ((size_t)3 << c->bits) / 4 && c->bits < 32)
			grow(c);
		return CACHE_NEW;
	}
	if (is_covered(c, s, visit))
		return CACHE_SEEN;
	add_visit(c, s, visit);
	return CACHE_NEW;
}
