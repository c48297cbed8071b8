/* tests/unit/order_oracle.h -- random problems of solvers/order/order.h, and their answers found by
 * trying everything: all orders of the nodes, all values of the variables.
 *
 * Variables are BOOLS booleans and a bit-vector of two bits; they have VALUES values together.  The
 * truth of a condition under a given order is a set of these values, one bit each.
 */
#ifndef TESTS_UNIT_ORDER_ORACLE_H
#define TESTS_UNIT_ORDER_ORACLE_H

#include <stdint.h>
#include <string.h>

#include "solvers/order/order.h"
#include "solvers/order/order_impl.h"
#include "util/base/arena.h"

enum { ORACLE_NODES = 6, ORACLE_BOOLS = 3, ORACLE_MOST = 24, ORACLE_WAYS = 3 };

enum oracle_kind { ORACLE_TRUE, ORACLE_BOOL, ORACLE_EQUAL, ORACLE_LESS, ORACLE_BEFORE, ORACLE_AND };

struct oracle_condition {
	enum oracle_kind kind;
	bool negated;
	uint8_t a, b; /* AND: conditions with lower numbers */
	uint32_t values;
	term t[ORACLE_WAYS];
};

struct oracle_access {
	uint8_t node, condition;
	bool is_own;
};

struct oracle_read {
	uint8_t node;
	struct oracle_access source[4], rival[4];
	int nsources, nrivals;
};

struct oracle_clause {
	uint8_t condition[3];
	int n;
};

struct oracle {
	struct terms *ts;
	struct order *order[ORACLE_WAYS]; /* NULL: is not tested */
	term boolean[ORACLE_BOOLS], word;
	int nodes;
	struct oracle_condition condition[ORACLE_MOST];
	struct {
		uint8_t a, b, condition;
	} edge[ORACLE_MOST];
	struct oracle_read read[4];
	struct oracle_clause clause[ORACLE_MOST];
	int nconditions, nedges, nreads, nclauses;
	uint8_t assumed[4];
	int nassumed;
	unsigned long sat, unsat, in_core;
};

static uint64_t oracle_state = 1;

/* A random number.  The problems have to be the same whatever the compiler and the machine: no
 * expression calls for two of them without saying which is the first. */
static int oracle_below(int n) {
	oracle_state ^= oracle_state << 13;
	oracle_state ^= oracle_state >> 7;
	oracle_state ^= oracle_state << 17;
	return (int)((oracle_state >> 33) % (unsigned)n);
}

/* The values, numbered from 0, under which a condition about variables holds. */
static uint32_t oracle_values(const struct oracle_condition *c) {
	uint32_t r = 0;
	for (uint32_t i = 0; i < 32; i++) {
		uint32_t word = i >> ORACLE_BOOLS;
		bool x = c->kind == ORACLE_BOOL    ? i >> c->a & 1
		         : c->kind == ORACLE_EQUAL ? word == c->a
		         : c->kind == ORACLE_LESS  ? word < c->a
		                                   : true;
		r |= (uint32_t)x << i;
	}
	return r;
}

/* The same for all conditions, in the order in which the nodes have these places. */
static void oracle_hold(const struct oracle *p, const int *place, uint32_t holds[ORACLE_MOST]) {
	for (int i = 0; i < p->nconditions; i++) {
		const struct oracle_condition *c = &p->condition[i];
		uint32_t r = c->values;
		if (c->kind == ORACLE_BEFORE)
			r = place[c->a] < place[c->b] ? UINT32_MAX : 0;
		else if (c->kind == ORACLE_AND)
			r = holds[c->a] & holds[c->b];
		holds[i] = c->negated ? ~r : r;
	}
}

static uint32_t oracle_read_holds(const struct oracle_read *r, const uint32_t *holds,
                                  const int *place) {
	uint32_t good = UINT32_MAX;
	for (int i = 0; i < r->nsources; i++) {
		int w = r->source[i].node;
		uint32_t taken = holds[r->source[i].condition];
		if (w == r->node)
			continue;
		if (place[w] > place[r->node] && !r->source[i].is_own)
			good &= ~taken;
		for (int k = 0; k < r->nrivals; k++) {
			int v = r->rival[k].node;
			bool is_between = place[w] < place[v] && place[v] < place[r->node];
			if (r->rival[k].is_own)
				is_between = place[w] < place[v];
			if (v != w && v != r->node && is_between)
				good &= ~(taken & holds[r->rival[k].condition]);
		}
	}
	return good;
}

/* The values under which everything holds in this order. */
static uint32_t oracle_good(const struct oracle *p, const int *place) {
	uint32_t holds[ORACLE_MOST], good = UINT32_MAX;
	for (int i = 0; i < p->nedges; i++)
		if (!p->edge[i].condition && place[p->edge[i].a] >= place[p->edge[i].b])
			return 0;
	oracle_hold(p, place, holds);
	for (int i = 0; i < p->nedges; i++)
		if (place[p->edge[i].a] >= place[p->edge[i].b])
			good &= ~holds[p->edge[i].condition];
	for (int i = 0; i < p->nreads; i++)
		good &= oracle_read_holds(&p->read[i], holds, place);
	for (int i = 0; i < p->nclauses; i++) {
		uint32_t any = 0;
		for (int k = 0; k < p->clause[i].n; k++)
			any |= holds[p->clause[i].condition[k]];
		good &= any;
	}
	for (int i = 0; i < p->nassumed; i++)
		good &= holds[p->assumed[i]];
	return good;
}

/* Whether some order of the nodes that have no place yet has values. */
static bool oracle_sat(const struct oracle *p, int *place, int placed) {
	if (placed == p->nodes)
		return oracle_good(p, place) != 0;
	for (int i = 0; i < p->nodes; i++) {
		if (place[i] >= 0)
			continue;
		place[i] = placed;
		bool sat = oracle_sat(p, place, placed + 1);
		place[i] = -1;
		if (sat)
			return true;
	}
	return false;
}

static bool oracle_is_sat(const struct oracle *p) {
	int place[ORACLE_NODES];
	memset(place, -1, sizeof place);
	return oracle_sat(p, place, 0);
}

static term oracle_term(struct oracle *p, struct order *o, int way,
                        const struct oracle_condition *c) {
	struct terms *ts = p->ts;
	term t = term_true(ts);
	switch (c->kind) {
	case ORACLE_TRUE: break;
	case ORACLE_BOOL: t = p->boolean[c->a]; break;
	case ORACLE_EQUAL: t = term_equal(ts, p->word, term_u64(ts, 2, c->a)); break;
	case ORACLE_LESS: t = term_ult(ts, p->word, term_u64(ts, 2, c->a)); break;
	case ORACLE_BEFORE: t = order_before(o, c->a, c->b); break;
	case ORACLE_AND: t = term_and(ts, p->condition[c->a].t[way], p->condition[c->b].t[way]); break;
	}
	return c->negated ? term_not(ts, t) : t;
}

static uint8_t oracle_condition(struct oracle *p) {
	if (p->nconditions == ORACLE_MOST || (p->nconditions && !oracle_below(3)))
		return (uint8_t)oracle_below(p->nconditions);
	struct oracle_condition *c = &p->condition[p->nconditions];
	static const enum oracle_kind kinds[] = {ORACLE_TRUE,   ORACLE_BOOL,   ORACLE_BOOL,
	                                         ORACLE_BOOL,   ORACLE_EQUAL,  ORACLE_LESS,
	                                         ORACLE_BEFORE, ORACLE_BEFORE, ORACLE_AND};
	*c = (struct oracle_condition){.kind = kinds[oracle_below(9)]};
	c->negated = oracle_below(2);
	if (c->kind == ORACLE_AND && p->nconditions < 2)
		c->kind = ORACLE_TRUE;
	int range = c->kind == ORACLE_BOOL     ? ORACLE_BOOLS
	            : c->kind == ORACLE_BEFORE ? p->nodes
	            : c->kind == ORACLE_AND    ? p->nconditions
	                                       : 4;
	c->a = (uint8_t)oracle_below(range);
	c->b = (uint8_t)oracle_below(range);
	if (c->kind == ORACLE_BEFORE && c->a == c->b)
		c->b = (uint8_t)((c->a + 1) % p->nodes);
	if (c->kind == ORACLE_TRUE)
		c->negated = false;
	c->values = oracle_values(c);
	for (int i = 0; i < ORACLE_WAYS; i++)
		if (p->order[i])
			c->t[i] = oracle_term(p, p->order[i], i, c);
	return (uint8_t)p->nconditions++;
}

#define ORACLE_EACH(p, i)                                                                          \
	for (int i = 0; i < ORACLE_WAYS; i++)                                                          \
		if ((p)->order[i])

static void oracle_add_edge(struct oracle *p, int a, int b, uint8_t condition) {
	if (p->nedges == ORACLE_MOST)
		return;
	p->edge[p->nedges].a = (uint8_t)a;
	p->edge[p->nedges].b = (uint8_t)b;
	p->edge[p->nedges++].condition = condition;
	ORACLE_EACH(p, i)
	order_edge(p->order[i], (uint32_t)a, (uint32_t)b, p->condition[condition].t[i]);
}

static void oracle_add_node(struct oracle *p) {
	if (p->nodes == ORACLE_NODES)
		return;
	ORACLE_EACH(p, i)
	order_node(p->order[i]);
	p->nodes++;
	if (p->nodes > 1 && oracle_below(3)) /* a chain, mostly; condition 0 is true */
		oracle_add_edge(p, p->nodes - 2 - (p->nodes > 2 && oracle_below(2)), p->nodes - 1, 0);
}

static void oracle_add_access(struct oracle *p) {
	if (p->nreads == 0 || (p->nreads < 4 && !oracle_below(4))) {
		int node = oracle_below(p->nodes);
		p->read[p->nreads++] = (struct oracle_read){.node = (uint8_t)node};
		ORACLE_EACH(p, i)
		order_read(p->order[i], (uint32_t)node, NO_TERM);
	}
	int ix = oracle_below(p->nreads);
	struct oracle_read *r = &p->read[ix];
	struct oracle_access x = {.node = (uint8_t)oracle_below(p->nodes)};
	x.condition = oracle_condition(p);
	bool source = oracle_below(2);
	x.is_own = !oracle_below(4);
	if ((source ? r->nsources : r->nrivals) == 4)
		return;
	if (source)
		r->source[r->nsources++] = x;
	else
		r->rival[r->nrivals++] = x;
	ORACLE_EACH(p, i) {
		term when = p->condition[x.condition].t[i];
		if (source)
			(x.is_own ? order_own_source : order_source)(p->order[i], (uint32_t)ix, x.node, when,
			                                             NO_TERM);
		else
			(x.is_own ? order_own_rival : order_rival)(p->order[i], (uint32_t)ix, x.node, when);
	}
}

static void oracle_add_clause(struct oracle *p) {
	if (p->nclauses == ORACLE_MOST)
		return;
	struct oracle_clause *c = &p->clause[p->nclauses++];
	c->n = 1 + oracle_below(3);
	for (int k = 0; k < c->n; k++)
		c->condition[k] = oracle_condition(p);
	ORACLE_EACH(p, i) {
		term any = term_false(p->ts);
		for (int k = 0; k < c->n; k++)
			any = term_or(p->ts, any, p->condition[c->condition[k]].t[i]);
		order_add(p->order[i], any);
	}
}

/* Some of everything. */
static void oracle_grow(struct oracle *p) {
	for (int i = 1 + oracle_below(3); i > 0; i--)
		oracle_add_node(p);
	for (int i = oracle_below(4); i > 0 && p->nodes > 1; i--) {
		int a = oracle_below(p->nodes), b = oracle_below(p->nodes);
		oracle_add_edge(p, a, b, oracle_condition(p));
	}
	for (int i = oracle_below(9); i > 0 && p->nodes > 1; i--)
		oracle_add_access(p);
	for (int i = oracle_below(5); i > 0 && p->nodes > 1; i--)
		oracle_add_clause(p);
}

/* 'ways' has a bit for each that is tested. */
static void oracle_open(struct oracle *p, unsigned ways, const struct solver_config *config) {
	*p = (struct oracle){.ts = terms_open()};
	for (int i = 0; i < ORACLE_WAYS; i++)
		if (ways >> i & 1)
			p->order[i] = order_open(p->ts, (enum order_way)i, config);
	if (p->order[ORDER_BY_THEORY] && oracle_below(2)) /* so that its reads are lazy */
		p->order[ORDER_BY_THEORY]->most_triples = (size_t)oracle_below(3);
	p->boolean[0] = term_var(p->ts, sort_bool(), "p");
	p->boolean[1] = term_var(p->ts, sort_bool(), "q");
	p->boolean[2] = term_var(p->ts, sort_bool(), "r");
	p->word = term_var(p->ts, sort_bv(2), "x");
	p->condition[p->nconditions++] = (struct oracle_condition){.values = UINT32_MAX};
	for (int i = 0; i < ORACLE_WAYS; i++)
		p->condition[0].t[i] = term_true(p->ts);
}

static void oracle_close(struct oracle *p) {
	for (int i = 0; i < ORACLE_WAYS; i++)
		order_close(p->order[i]);
	terms_close(p->ts);
}

/* Whether the model satisfies everything, and terms of order_before agree with the ranks. */
static bool oracle_model_good(struct oracle *p, int way) {
	struct order *o = p->order[way];
	struct arena *arena = arena_open();
	int place[ORACLE_NODES], seen = 0;
	uint32_t value = 0;
	struct bits b;
	bool good = true;
	for (int i = 0; i < p->nodes; i++)
		seen |= 1 << (place[i] = (int)order_rank(o, (uint32_t)i));
	for (int i = 0; i < ORACLE_BOOLS; i++)
		if (order_value(o, p->boolean[i], arena, &b))
			value |= (uint32_t)b.lo << i;
	if (order_value(o, p->word, arena, &b))
		value |= (uint32_t)b.lo << ORACLE_BOOLS;
	good = seen == (1 << p->nodes) - 1 && oracle_good(p, place) >> value & 1;
	uint32_t holds[ORACLE_MOST];
	oracle_hold(p, place, holds);
	for (int i = 0; i < p->nconditions && good; i++)
		good = order_value(o, p->condition[i].t[way], arena, &b) && b.lo == (holds[i] >> value & 1);
	arena_close(arena);
	return good;
}

/* Whether the core is unsatisfiable; the assumptions are reduced to it. */
static bool oracle_core_good(struct oracle *p, int way) {
	struct oracle core = *p;
	core.nassumed = 0;
	for (int i = 0; i < p->nassumed; i++)
		if (order_in_core(p->order[way], p->condition[p->assumed[i]].t[way]))
			core.assumed[core.nassumed++] = p->assumed[i];
	p->in_core += (unsigned long)core.nassumed;
	return !oracle_is_sat(&core);
}

/* Asks all ways and compares; returns a message if something is wrong, or NULL. */
static const char *oracle_ask(struct oracle *p) {
	p->nassumed = p->nconditions > 1 && oracle_below(3) ? oracle_below(4) : 0;
	for (int i = 0; i < p->nassumed; i++)
		p->assumed[i] = (uint8_t)oracle_below(p->nconditions);
	bool sat = oracle_is_sat(p);
	*(sat ? &p->sat : &p->unsat) += 1;
	ORACLE_EACH(p, i) {
		term assumed[4];
		for (int k = 0; k < p->nassumed; k++)
			assumed[k] = p->condition[p->assumed[k]].t[i];
		term preferred[2];
		int n = p->nconditions ? oracle_below(3) : 0;
		for (int k = 0; k < n; k++)
			preferred[k] = p->condition[oracle_below(p->nconditions)].t[i];
		order_prefer(p->order[i], preferred, (size_t)n);
		enum answer answer = order_check(p->order[i], assumed, (size_t)p->nassumed);
		if (answer == ANSWER_UNKNOWN)
			return "no answer";
		if ((answer == ANSWER_SAT) != sat)
			return sat ? "a model was missed" : "there is no model";
		if (sat && !oracle_model_good(p, i))
			return "the model is wrong";
		if (!sat && !oracle_core_good(p, i))
			return "the core is satisfiable";
	}
	return NULL;
}

#endif
