/* C11: what is sequentially consistent is in one order (PLDI 2017, axiom SC).
 *
 *   scb = sb | (sb minus same location); hb; (sb minus same location) | hb on one location | mo |
 * rb psc = ([SC] | [SC fence]; hb?); scb; ([SC] | hb?; [SC fence]) | [SC fence]; (hb | hb; eco;
 * hb); [SC fence]
 *
 * must have no cycle.  Everything of that has a value in a model: reads-from by the sources that
 * are taken, mo by the order of coherence, happens-before by the edges whose conditions hold.  So
 * each model is looked at, and a cycle is excluded by a lemma over what it consists of: not all of
 * its reads take these sources, its writes are in this order, its paths of happens-before are there
 * and its accesses happen.  Cycles are rare once coherence holds. */
#include "symex/events/encode/psc.h"

#include <stdlib.h>
#include <string.h>

#include "symex/events/encode/happens_before.h"
#include "symex/events/encode/hb_graph.h"

enum { MOST_LEMMAS = 8 }; /* for one model */

enum member_kind { MEMBER_ACCESS, MEMBER_FENCE, MEMBER_LIBRARY };

struct member { /* what happens in the model, by thread in program order */
	enum member_kind kind;
	const struct event *event; /* an access; of one thread alone, if it is no index */
	uint32_t index;            /* of the event; or NO_EVENT */
	uint32_t node;
	uint32_t after; /* events before it: the order inside a node */
	term happens;
	term is_sc;
	bool sc;
};

struct psc {
	struct events *e;
	VEC(struct member) member;
	VEC(uint32_t) sc;                 /* members */
	VEC(const struct hb_edge *) edge; /* those that are there, by falling rank of 'from' */
	uint64_t *reach, *program; /* by node of happens-before; 'program': without synchronisation */
	uint32_t nwords;           /* of a row of 'reach' */
	uint32_t n, words;         /* members, words of a row */
	uint64_t *sb, *hb, *loc, *mo, *rb, *rf, *scb, *eco; /* rows by member */
	uint64_t *psc;                                      /* rows by index in 'sc' */
	VEC(term) why;                                      /* of a lemma */
	VEC(term) lemma;
};

/* --- Values and bits. --- */

static bool holds(struct psc *p, term t) {
	struct symex *x = p->e->x;
	struct bits b;
	if (term_is_const(x->ts, t))
		return term_is_true(x->ts, t);
	return order_value(p->e->order, t, x->pool.arena, &b) && b.lo & 1;
}

static uint64_t *rows(uint32_t n, uint32_t words) {
	return mem_alloc(((size_t)n * words + 1) * sizeof(uint64_t));
}

static void set(uint64_t *rows, uint32_t words, uint32_t a, uint32_t b) {
	rows[(size_t)a * words + b / 64] |= (uint64_t)1 << b % 64;
}

static bool has(const uint64_t *rows, uint32_t words, uint32_t a, uint32_t b) {
	return rows[(size_t)a * words + b / 64] >> b % 64 & 1;
}

static void join(uint64_t *to, const uint64_t *from, uint32_t words) {
	for (uint32_t i = 0; i < words; i++)
		to[i] |= from[i];
}

/* --- Who is there. --- */

static void add_member(struct psc *p, struct member m) {
	if (!holds(p, m.happens))
		return;
	m.sc = holds(p, m.is_sc);
	if (m.sc)
		vec_push(&p->sc, (uint32_t)p->member.n);
	vec_push(&p->member, m);
}

static void find_members(struct psc *p) {
	struct events *e = p->e;
	struct terms *ts = e->x->ts;
	for (uint32_t i = 0; i < e->event.n; i++) {
		const struct event *ev = &e->event.at[i];
		/* The halves of a read-modify-write are one member, the store, if that happens. */
		uint32_t other = e->hb->partner[i];
		bool is_operation = e->node.at[ev->node].is_operation && other != NO_EVENT;
		if (event_is_library(e, ev))
			continue;
		struct member m = {.kind = MEMBER_ACCESS, .event = ev, .index = i, .node = ev->node};
		m.after = i;
		m.happens = ev->guard;
		if (ev->kind == EVENT_READ && is_operation)
			m.happens = term_and(ts, ev->guard, term_not(ts, e->event.at[other].guard));
		m.is_sc = hb_is_sc(e, i);
		add_member(p, m);
	}
	for (size_t i = 0; i < e->lone.n; i++) {
		struct member m = {.kind = MEMBER_ACCESS, .event = &e->lone.at[i], .index = NO_EVENT};
		m.node = e->lone.at[i].node;
		m.happens = e->lone.at[i].guard;
		m.is_sc = term_true(ts);
		add_member(p, m);
	}
	for (size_t i = 0; i < e->fence.n; i++) {
		const struct event_fence *f = &e->fence.at[i];
		struct member m = {.kind = MEMBER_FENCE, .index = NO_EVENT, .node = f->node};
		m.after = f->events;
		m.happens = f->guard;
		m.is_sc = term_bool(ts, f->order == MEM_SEQ_CST);
		add_member(p, m);
	}
	for (uint32_t i = 0; i < e->node.n; i++) {
		if (!e->node.at[i].in_model)
			continue;
		struct member m = {.kind = MEMBER_LIBRARY, .index = NO_EVENT, .node = i};
		m.happens = e->node.at[i].guard;
		m.is_sc = term_false(ts);
		add_member(p, m);
	}
	p->n = (uint32_t)p->member.n;
	p->words = (p->n + 63) / 64;
}

/* --- Relations. --- */

static int later_first(const void *a, const void *b, void *order) {
	const struct hb_edge *const *p = a, *const *q = b;
	uint32_t m = order_rank(order, (*p)->from), n = order_rank(order, (*q)->from);
	return m < n ? 1 : m > n ? -1 : 0;
}

static void find_reach(struct psc *p) {
	struct happens_before *h = p->e->hb;
	for (size_t i = 0; i < h->edge.n; i++)
		if (holds(p, h->edge.at[i].when))
			vec_push(&p->edge, &h->edge.at[i]);
	if (p->edge.n)
		qsort_r(p->edge.at, p->edge.n, sizeof *p->edge.at, later_first, p->e->order);
	p->nwords = h->nwords;
	p->reach = rows(h->nnodes, p->nwords);
	p->program = rows(h->nnodes, p->nwords);
	for (size_t i = 0; i < p->edge.n; i++) {
		uint32_t a = p->edge.at[i]->from - h->first, b = p->edge.at[i]->to - h->first;
		set(p->reach, p->nwords, a, b);
		join(p->reach + (size_t)a * p->nwords, p->reach + (size_t)b * p->nwords, p->nwords);
		if (!p->edge.at[i]->is_program)
			continue;
		set(p->program, p->nwords, a, b);
		join(p->program + (size_t)a * p->nwords, p->program + (size_t)b * p->nwords, p->nwords);
	}
}

static bool is_write(const struct member *m) {
	return m->kind == MEMBER_ACCESS && m->event->kind == EVENT_WRITE;
}

static term same_location(struct psc *p, const struct member *a, const struct member *b) {
	if (a->kind != MEMBER_ACCESS || b->kind != MEMBER_ACCESS)
		return term_false(p->e->x->ts);
	return event_overlap(p->e, a->event, b->event);
}

static uint32_t coherence_of(const struct psc *p, const struct member *m) {
	return m->index == NO_EVENT ? NO_NODE : p->e->hb->coherence[m->index];
}

static bool is_before(const struct psc *p, const uint64_t *reach, const struct member *a,
                      const struct member *b) {
	if (a->node == b->node)
		return a->after < b->after && a != b;
	return has(reach, p->nwords, a->node, b->node);
}

static void relate(struct psc *p, uint32_t i, uint32_t k) {
	const struct member *a = &p->member.at[i], *b = &p->member.at[k];
	if (is_before(p, p->program, a, b))
		set(p->sb, p->words, i, k);
	if (is_before(p, p->reach, a, b))
		set(p->hb, p->words, i, k);
	if (!holds(p, same_location(p, a, b)))
		return;
	set(p->loc, p->words, i, k);
	uint32_t m = coherence_of(p, a), n = coherence_of(p, b);
	if (is_write(a) && is_write(b) && m != NO_NODE && n != NO_NODE &&
	    order_rank(p->e->order, m) < order_rank(p->e->order, n))
		set(p->mo, p->words, i, k);
}

/* The member that an event is part of; NO_EVENT: it does not happen. */
static uint32_t member_of(const struct psc *p, uint32_t event) {
	uint32_t node = p->e->hb->coherence[event], other = p->e->hb->partner[event];
	for (uint32_t i = 0; i < p->n; i++) {
		const struct member *m = &p->member.at[i];
		if (m->index != NO_EVENT &&
		    (m->index == event || (m->index == other && coherence_of(p, m) == node)))
			return i;
	}
	return NO_EVENT;
}

static void relate_read(struct psc *p, const struct read_source *s) {
	if (event_is_library(p->e, &p->e->event.at[s->read]) || !holds(p, s->taken))
		return;
	uint32_t r = member_of(p, s->read);
	uint32_t w = s->write == NO_EVENT ? NO_EVENT : member_of(p, s->write);
	if (r == NO_EVENT)
		return;
	if (w != NO_EVENT && w != r)
		set(p->rf, p->words, w, r);
	for (uint32_t v = 0; v < p->n; v++)
		if (v != r && is_write(&p->member.at[v]) && has(p->loc, p->words, r, v) &&
		    (w == NO_EVENT || has(p->mo, p->words, w, v)))
			set(p->rb, p->words, r, v);
}

/* to |= a; b */
static void compose(struct psc *p, uint64_t *to, const uint64_t *a, const uint64_t *b) {
	for (uint32_t i = 0; i < p->n; i++)
		for (uint32_t k = 0; k < p->n; k++)
			if (has(a, p->words, i, k))
				join(to + (size_t)i * p->words, b + (size_t)k * p->words, p->words);
}

static void find_relations(struct psc *p) {
	uint64_t **all[] = {&p->sb, &p->hb, &p->loc, &p->mo, &p->rb, &p->rf, &p->scb, &p->eco};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		*all[i] = rows(p->n, p->words);
	for (uint32_t i = 0; i < p->n; i++)
		for (uint32_t k = 0; k < p->n; k++)
			if (i != k)
				relate(p, i, k);
	for (size_t i = 0; i < p->e->formula.source.n; i++)
		relate_read(p, &p->e->formula.source.at[i]);
	uint64_t *apart = rows(p->n, p->words), *twice = rows(p->n, p->words);
	size_t size = (size_t)p->n * p->words;
	for (size_t i = 0; i < size; i++) {
		apart[i] = p->sb[i] & ~p->loc[i];
		p->scb[i] = p->sb[i] | (p->hb[i] & p->loc[i]) | p->mo[i] | p->rb[i];
		p->eco[i] = p->rf[i] | p->mo[i] | p->rb[i];
	}
	compose(p, twice, apart, p->hb);
	compose(p, p->scb, twice, apart);
	compose(p, p->eco, p->mo, p->rf);
	compose(p, p->eco, p->rb, p->rf);
	mem_free(apart);
	mem_free(twice);
}

static bool is_fence(const struct psc *p, uint32_t m) {
	return p->member.at[m].kind == MEMBER_FENCE;
}

/* to: what is in the row of 'by' of a member of 'from', and 'from' itself. */
static void spread(struct psc *p, uint64_t *to, const uint64_t *from, const uint64_t *by) {
	for (uint32_t i = 0; i < p->n; i++)
		if (from[i / 64] >> i % 64 & 1)
			join(to, by + (size_t)i * p->words, p->words);
}

static void find_psc(struct psc *p) {
	uint32_t n = (uint32_t)p->sc.n, words = (n + 63) / 64;
	uint64_t *begin = rows(3, p->words), *end = begin + p->words, *ecos = end + p->words;
	p->psc = rows(n, words);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t x = p->sc.at[i];
		memset(begin, 0, 3 * p->words * sizeof *begin);
		begin[x / 64] |= (uint64_t)1 << x % 64;
		if (is_fence(p, x))
			join(begin, p->hb + (size_t)x * p->words, p->words);
		spread(p, end, begin, p->scb);
		if (is_fence(p, x))
			spread(p, ecos, p->hb + (size_t)x * p->words, p->eco);
		for (uint32_t k = 0; k < n; k++) {
			uint32_t y = p->sc.at[k];
			bool found = end[y / 64] >> y % 64 & 1;
			for (uint32_t b = 0; b < p->n && !found && is_fence(p, y); b++)
				found = ((end[b / 64] | ecos[b / 64]) >> b % 64 & 1) && has(p->hb, p->words, b, y);
			if (!found && is_fence(p, x) && is_fence(p, y))
				found = has(p->hb, p->words, x, y);
			if (found)
				set(p->psc, words, i, k);
		}
	}
	mem_free(begin);
}

/* --- Why. --- */

static void because(struct psc *p, term t) {
	if (!term_is_true(p->e->x->ts, t))
		vec_push(&p->why, t);
}

/* A shortest path of happens-before, or of program order, creation and join. */
static void because_before(struct psc *p, uint32_t from, uint32_t to, bool program) {
	const struct happens_before *h = p->e->hb;
	const struct member *a = &p->member.at[from], *b = &p->member.at[to];
	if (a->node == b->node)
		return;
	uint32_t *by = mem_alloc((h->nnodes + 1) * sizeof *by); /* edge that leads there, plus 1 */
	VEC(uint32_t) queue = {0};
	vec_push(&queue, a->node);
	for (size_t i = 0; i < queue.n && !by[b->node]; i++)
		for (uint32_t k = 0; k < p->edge.n; k++) {
			const struct hb_edge *x = p->edge.at[k];
			if (x->from - h->first != queue.at[i] || by[x->to - h->first] ||
			    (program && !x->is_program))
				continue;
			by[x->to - h->first] = k + 1;
			vec_push(&queue, x->to - h->first);
		}
	for (uint32_t at = b->node; at != a->node && by[at];) {
		const struct hb_edge *x = p->edge.at[by[at] - 1];
		because(p, x->when);
		at = x->from - h->first;
	}
	vec_free(&queue);
	mem_free(by);
}

static void because_mo(struct psc *p, uint32_t a, uint32_t b) {
	const struct member *m = &p->member.at[a], *n = &p->member.at[b];
	because(p, same_location(p, m, n));
	because(p, order_before(p->e->order, coherence_of(p, m), coherence_of(p, n)));
}

/* The read takes its value from a write before v, or from the initial one. */
static void because_rb(struct psc *p, uint32_t r, uint32_t v) {
	for (size_t i = 0; i < p->e->formula.source.n; i++) {
		const struct read_source *s = &p->e->formula.source.at[i];
		uint32_t w = s->write == NO_EVENT ? NO_EVENT : member_of(p, s->write);
		if (member_of(p, s->read) != r || !holds(p, s->taken) ||
		    (w != NO_EVENT && !has(p->mo, p->words, w, v)))
			continue;
		because(p, s->taken);
		because(p, same_location(p, &p->member.at[r], &p->member.at[v]));
		if (w != NO_EVENT)
			because_mo(p, w, v);
		return;
	}
}

static void because_rf(struct psc *p, uint32_t w, uint32_t r) {
	for (size_t i = 0; i < p->e->formula.source.n; i++) {
		const struct read_source *s = &p->e->formula.source.at[i];
		if (s->write != NO_EVENT && member_of(p, s->write) == w && member_of(p, s->read) == r &&
		    holds(p, s->taken)) {
			because(p, s->taken);
			return;
		}
	}
}

static bool are_apart(const struct psc *p, uint32_t a, uint32_t b) {
	return has(p->sb, p->words, a, b) && !has(p->loc, p->words, a, b);
}

static void because_apart(struct psc *p, uint32_t a, uint32_t b) {
	because_before(p, a, b, true);
	term same = same_location(p, &p->member.at[a], &p->member.at[b]);
	because(p, term_not(p->e->x->ts, same));
	because(p, p->member.at[a].happens);
	because(p, p->member.at[b].happens);
}

static void because_scb(struct psc *p, uint32_t a, uint32_t b) {
	if (has(p->sb, p->words, a, b)) {
		because_before(p, a, b, true);
		return;
	}
	if (has(p->mo, p->words, a, b)) {
		because_mo(p, a, b);
		return;
	}
	if (has(p->rb, p->words, a, b)) {
		because_rb(p, a, b);
		return;
	}
	if (has(p->hb, p->words, a, b) && has(p->loc, p->words, a, b)) {
		because_before(p, a, b, false);
		because(p, same_location(p, &p->member.at[a], &p->member.at[b]));
		return;
	}
	for (uint32_t c = 0; c < p->n; c++)
		for (uint32_t d = 0; d < p->n && are_apart(p, a, c); d++)
			if (has(p->hb, p->words, c, d) && are_apart(p, d, b)) {
				because_apart(p, a, c);
				because_before(p, c, d, false);
				because_apart(p, d, b);
				return;
			}
}

static void because_eco(struct psc *p, uint32_t a, uint32_t b) {
	if (has(p->rf, p->words, a, b)) {
		because_rf(p, a, b);
	} else if (has(p->mo, p->words, a, b)) {
		because_mo(p, a, b);
	} else if (has(p->rb, p->words, a, b)) {
		because_rb(p, a, b);
	} else {
		for (uint32_t w = 0; w < p->n; w++) {
			bool by_mo = has(p->mo, p->words, a, w);
			if (!has(p->rf, p->words, w, b) || (!by_mo && !has(p->rb, p->words, a, w)))
				continue;
			if (by_mo)
				because_mo(p, a, w);
			else
				because_rb(p, a, w);
			because_rf(p, w, b);
			return;
		}
	}
}

static bool reaches(const struct psc *p, uint32_t x, uint32_t a) {
	return x == a || (is_fence(p, x) && has(p->hb, p->words, x, a));
}

static bool is_reached(const struct psc *p, uint32_t b, uint32_t y) {
	return y == b || (is_fence(p, y) && has(p->hb, p->words, b, y));
}

static void because_ends(struct psc *p, uint32_t x, uint32_t a, uint32_t b, uint32_t y) {
	because(p, p->member.at[a].happens);
	because(p, p->member.at[b].happens);
	if (x != a)
		because_before(p, x, a, false);
	if (y != b)
		because_before(p, b, y, false);
}

/* One step of psc, by as few other members as possible. */
static void because_psc(struct psc *p, uint32_t x, uint32_t y) {
	because(p, p->member.at[x].happens);
	because(p, p->member.at[x].is_sc);
	if (has(p->scb, p->words, x, y)) {
		because_scb(p, x, y);
		return;
	}
	if (is_fence(p, x) && is_fence(p, y) && has(p->hb, p->words, x, y)) {
		because_before(p, x, y, false);
		return;
	}
	for (uint32_t a = 0; a < p->n; a++)
		for (uint32_t b = 0; b < p->n && reaches(p, x, a); b++)
			if (has(p->scb, p->words, a, b) && is_reached(p, b, y)) {
				because_scb(p, a, b);
				because_ends(p, x, a, b, y);
				return;
			}
	for (uint32_t a = 0; a < p->n; a++)
		for (uint32_t b = 0; b < p->n && a != x && reaches(p, x, a); b++)
			if (has(p->eco, p->words, a, b) && b != y && is_reached(p, b, y)) {
				because_eco(p, a, b);
				because_ends(p, x, a, b, y);
				return;
			}
}

/* A shortest cycle through the member, if there is one: a lemma. */
static void exclude_cycle(struct psc *p, uint32_t first) {
	uint32_t n = (uint32_t)p->sc.n, words = (n + 63) / 64;
	uint32_t *by = mem_alloc((n + 1) * sizeof *by); /* the one before it, plus 1 */
	VEC(uint32_t) queue = {0};
	vec_push(&queue, first);
	for (size_t i = 0; i < queue.n && !by[first]; i++)
		for (uint32_t k = 0; k < n; k++)
			if (!by[k] && has(p->psc, words, queue.at[i], k)) {
				by[k] = queue.at[i] + 1;
				vec_push(&queue, k);
			}
	bool found = by[first];
	p->why.n = 0;
	for (uint32_t at = first; found;) {
		uint32_t from = by[at] - 1;
		because_psc(p, p->sc.at[from], p->sc.at[at]);
		at = from;
		if (at == first)
			break;
	}
	struct terms *ts = p->e->x->ts;
	term all = term_true(ts);
	for (size_t i = 0; i < p->why.n; i++)
		all = term_and(ts, all, p->why.at[i]);
	if (found)
		vec_push(&p->lemma, term_not(ts, all));
	vec_free(&queue);
	mem_free(by);
}

static void forget(struct psc *p) {
	uint64_t *all[] = {p->sb,  p->hb,  p->loc, p->mo,    p->rb,     p->rf,
	                   p->scb, p->eco, p->psc, p->reach, p->program};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		mem_free(all[i]);
	vec_free(&p->member);
	vec_free(&p->sc);
	vec_free(&p->edge);
	vec_free(&p->why);
	vec_free(&p->lemma);
}

bool psc_check(void *events) {
	struct psc p = {.e = events};
	find_members(&p);
	if (p.sc.n > 1) {
		find_reach(&p);
		find_relations(&p);
		find_psc(&p);
		for (uint32_t i = 0; i < p.sc.n && p.lemma.n < MOST_LEMMAS; i++)
			exclude_cycle(&p, i);
	}
	/* Only now: the model goes with the first of them. */
	for (size_t i = 0; i < p.lemma.n; i++)
		order_add(p.e->order, p.lemma.at[i]);
	bool found = p.lemma.n > 0;
	forget(&p);
	return found;
}
