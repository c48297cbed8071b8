#include "solvers/order/order.h"

#include <stdlib.h>

#include "solvers/order/order_impl.h"
#include "solvers/sat/sat.h"
#include "util/text/diag.h"

static const struct order_ops *const ways[] = {
    [ORDER_BY_THEORY] = &order_by_theory,
    [ORDER_BY_EAGER] = &order_by_eager,
    [ORDER_BY_CLOCKS] = &order_by_clocks,
};

struct order *order_open(struct terms *ts, enum order_way way, const struct solver_config *config) {
	struct order *o = mem_alloc(sizeof *o);
	o->terms = ts;
	o->ops = ways[way];
	o->ops->open(o, config);
	return o;
}

void order_close(struct order *o) {
	if (!o)
		return;
	o->solver->ops->close(o->solver);
	o->ops->close(o);
	for (size_t i = 0; i < o->read.n; i++) {
		vec_free(&o->read.at[i].source);
		vec_free(&o->read.at[i].rival);
	}
	vec_free(&o->edge);
	vec_free(&o->read);
	vec_free(&o->before);
	vec_free(&o->watch);
	vec_free(&o->condition);
	vec_free(&o->rank);
	map_free(&o->before_at);
	mem_free(o);
}

static void need_node(const struct order *o, uint32_t node) {
	if (node >= o->nnodes)
		BUG("should be a node of the order: %u", node);
}

uint32_t order_node(struct order *o) {
	return o->nnodes++;
}

void order_edge(struct order *o, uint32_t a, uint32_t b, term when) {
	need_node(o, a);
	need_node(o, b);
	if (term_is_false(o->terms, when))
		return;
	vec_push(&o->edge, ((struct order_edge){a, b, when}));
	vec_push(&o->condition, when);
}

term order_before(struct order *o, uint32_t a, uint32_t b) {
	need_node(o, a);
	need_node(o, b);
	if (a == b)
		BUG("should be different nodes: %u", a);
	uint64_t ix;
	if (!map_get(&o->before_at, order_pair(a, b), &ix)) {
		term holds = term_fresh(o->terms, sort_bool(), "before");
		struct order_before x = {a < b ? a : b, a < b ? b : a, holds};
		vec_push(&o->before, x);
		vec_push(&o->condition, holds);
		ix = o->before.n;
		map_put(&o->before_at, order_pair(a, b), ix);
	}
	term holds = o->before.at[ix - 1].holds;
	return a < b ? holds : term_not(o->terms, holds);
}

void order_watch(struct order *o, uint32_t a, uint32_t b, term holds) {
	need_node(o, a);
	need_node(o, b);
	if (o->ops != &order_by_theory)
		BUG("should be the theory that watches nodes %u and %u", a, b);
	vec_push(&o->watch, ((struct order_watched){a, b, holds}));
	vec_push(&o->condition, holds);
}

void order_set_axiom(struct order *o, order_axiom *axiom, void *context) {
	o->axiom = axiom;
	o->axiom_context = context;
}

uint32_t order_read(struct order *o, uint32_t node, term value) {
	need_node(o, node);
	vec_push(&o->read, ((struct order_read){.node = node, .value = value}));
	return (uint32_t)o->read.n - 1;
}

static struct order_read *known_read(struct order *o, uint32_t read, uint32_t write) {
	need_node(o, write);
	if (read >= o->read.n)
		BUG("should be a read of the order: %u", read);
	return &o->read.at[read];
}

static void add_source(struct order *o, uint32_t read, struct order_access w) {
	struct order_read *r = known_read(o, read, w.node);
	if (term_is_false(o->terms, w.when))
		return;
	r->has_own |= w.is_own;
	vec_push(&r->source, w);
	vec_push(&o->condition, w.when);
}

void order_source(struct order *o, uint32_t read, uint32_t write, term taken, term value) {
	add_source(o, read, (struct order_access){.node = write, .when = taken, .value = value});
}

void order_own_source(struct order *o, uint32_t read, uint32_t write, term taken, term value) {
	add_source(o, read,
	           (struct order_access){.node = write, .when = taken, .value = value, .is_own = true});
}

static void add_rival(struct order *o, uint32_t read, struct order_access v) {
	struct order_read *r = known_read(o, read, v.node);
	if (term_is_false(o->terms, v.when))
		return;
	r->has_own |= v.is_own;
	vec_push(&r->rival, v);
	vec_push(&o->condition, v.when);
}

void order_rival(struct order *o, uint32_t read, uint32_t write, term active) {
	add_rival(o, read, (struct order_access){.node = write, .when = active});
}

void order_own_rival(struct order *o, uint32_t read, uint32_t write, term active) {
	add_rival(o, read, (struct order_access){.node = write, .when = active, .is_own = true});
}

void order_follow(struct order *o) {
	for (; o->nfollowed < o->condition.n; o->nfollowed++)
		sat_follow(o->solver, o->condition.at[o->nfollowed]);
}

void order_add(struct order *o, term assertion) {
	o->solver->ops->add(o->solver, assertion);
}

void order_prefer(struct order *o, const term *at, size_t n) {
	if (o->solver->ops == &solver_sat)
		sat_prefer(o->solver, at, n);
}

enum answer order_check(struct order *o, const term *assume, size_t n) {
	enum answer a;
	do {
		o->rank.n = 0;
		if (o->ops->check)
			o->ops->check(o);
		a = o->solver->ops->check(o->solver, assume, n);
	} while (a == ANSWER_SAT && o->axiom && o->axiom(o->axiom_context));
	return a;
}

bool order_value(struct order *o, term t, struct arena *arena, struct bits *out) {
	return o->solver->ops->value(o->solver, t, arena, out);
}

bool order_in_core(struct order *o, term assumed) {
	return o->solver->ops->in_core(o->solver, assumed);
}

struct place {
	uint64_t rank;
	uint32_t node;
};

static int compare(const void *a, const void *b) {
	const struct place *x = a, *y = b;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

/* Nodes that may have any order among them have that of their numbers. */
static void sort_nodes(struct order *o) {
	uint64_t *rank = mem_alloc((o->nnodes + 1) * sizeof *rank);
	struct place *place = mem_alloc((o->nnodes + 1) * sizeof *place);
	o->ops->ranks(o, rank);
	for (uint32_t i = 0; i < o->nnodes; i++)
		place[i] = (struct place){rank[i], i};
	qsort(place, o->nnodes, sizeof *place, compare);
	vec_reserve(&o->rank, o->nnodes);
	o->rank.n = o->nnodes;
	for (uint32_t i = 0; i < o->nnodes; i++)
		o->rank.at[place[i].node] = i;
	mem_free(rank);
	mem_free(place);
}

uint32_t order_rank(struct order *o, uint32_t node) {
	need_node(o, node);
	if (!o->rank.n)
		sort_nodes(o);
	return o->rank.at[node];
}

const char *order_reason(struct order *o) {
	return o->solver->reason;
}

bool order_limit(struct order *o, uint64_t units) {
	if (!o->solver->ops->limit)
		return false;
	o->solver->ops->limit(o->solver, units);
	return true;
}

struct solver *order_solver(struct order *o) {
	return o->solver;
}
