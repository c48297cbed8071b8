/* The order as clauses: a literal for each two nodes that fixed edges do not order, and for each
 * three nodes the clauses that they form no cycle.  Where fixed edges order two of the three, only
 * neighbours in a chain need them; the others follow by propagation.  Nodes that have nothing but
 * fixed edges need no literals. */
#include <stdlib.h>
#include <string.h>

#include "solvers/order/order_chains.h"
#include "solvers/order/order_impl.h"
#include "solvers/order/order_proof.h"
#include "solvers/sat/sat.h"

struct done { /* how much of a read the SAT solver has */
	size_t sources, rivals;
};

struct eager {
	struct order *order;
	const struct sat_engine *engine;
	void *sat;
	struct order_chains chains;
	VEC(struct order_arc) fixed;
	bool outdated, broken; /* chains lack nodes or edges; fixed edges form a cycle */
	VEC(uint32_t) node;    /* that have literals */
	VEC(uint32_t) slot;    /* by node: index in 'node' plus 1, or 0 */
	VEC(uint32_t) nth;     /* by slot: number of the node among those of its chain */
	int *pair;             /* by slots: the literal that one is before the other, or 0 */
	size_t capacity;       /* slots that 'pair' has room for */
	VEC(struct done) done;
	size_t nedges, nbefore, ntriangles; /* that the SAT solver has; slots */
	struct order_proof proof;
};

static struct eager *self(struct order *o) {
	return o->own;
}

static bool has_true(const int *at, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (at[i] == SAT_TRUE)
			return true;
	return false;
}

/* A clause that the proof has already, with its reason. */
static void clause(struct eager *e, const int *at, size_t n) {
	order_proof_given(&e->proof, PROOF_WRITTEN);
	sat_short_clause(e->order->solver, at, n);
	order_proof_given(&e->proof, PROOF_INPUT);
}

/* Not all of these labels are true, since their edges form a cycle: each leads from the node of the
 * same index to the next one. */
static void no_cycle(struct eager *e, const int *label, const uint32_t *node, size_t n) {
	int at[3];
	for (size_t i = 0; i < n; i++)
		at[i] = -label[i];
	if (has_true(at, n))
		return;
	order_proof_cycle(&e->proof, label, node, n);
	clause(e, at, n);
}

static void widen(struct eager *e) {
	size_t old = e->capacity, n = old ? 2 * old : 64;
	int *wider = mem_alloc(n * n * sizeof *wider);
	for (size_t i = 0; i < old; i++)
		memcpy(wider + i * n, e->pair + i * old, old * sizeof *wider);
	mem_free(e->pair);
	e->pair = wider;
	e->capacity = n;
}

static size_t slot_of(struct eager *e, uint32_t node) {
	if (!e->slot.at[node]) {
		if (e->node.n == e->capacity)
			widen(e);
		vec_push(&e->node, node);
		e->slot.at[node] = (uint32_t)e->node.n;
	}
	return e->slot.at[node] - 1;
}

static void set_pair(struct eager *e, size_t a, size_t b, int literal) {
	e->pair[a * e->capacity + b] = literal;
	e->pair[b * e->capacity + a] = -literal;
}

/* That the node of one slot is before that of another. */
static int slots_before(struct eager *e, size_t a, size_t b) {
	int literal = e->pair[a * e->capacity + b];
	if (literal)
		return literal;
	if (order_chains_reach(&e->chains, e->node.at[a], e->node.at[b]))
		literal = SAT_TRUE;
	else if (order_chains_reach(&e->chains, e->node.at[b], e->node.at[a]))
		literal = -SAT_TRUE;
	else {
		literal = sat_variable(e->order->solver);
		order_proof_atom(&e->proof, literal, e->node.at[a], e->node.at[b]);
	}
	set_pair(e, a, b, literal);
	return literal;
}

static int before(struct eager *e, uint32_t a, uint32_t b) {
	if (a == b)
		return -SAT_TRUE;
	return slots_before(e, slot_of(e, a), slot_of(e, b));
}

static void fix(struct eager *e, int literal, uint32_t from, uint32_t to) {
	if (literal != SAT_TRUE)
		return;
	vec_push(&e->fixed, ((struct order_arc){from, to}));
	order_proof_fixed(&e->proof, from, to);
	e->outdated = true;
}

/* What has to be known before clauses are made: fixed edges, nodes with literals. */
static void look(struct eager *e) {
	struct order *o = e->order;
	for (size_t i = e->nbefore; i < o->before.n; i++) {
		const struct order_before *x = &o->before.at[i];
		int literal = sat_equivalent(o->solver, x->holds);
		fix(e, literal, x->a, x->b);
		fix(e, -literal, x->b, x->a);
		slot_of(e, x->a);
		slot_of(e, x->b);
	}
	for (size_t i = e->nedges; i < o->edge.n; i++) {
		const struct order_edge *x = &o->edge.at[i];
		int literal = sat_literal(o->solver, x->when);
		fix(e, literal, x->from, x->to);
		if (abs(literal) != SAT_TRUE) {
			slot_of(e, x->from);
			slot_of(e, x->to);
		}
	}
	while (e->done.n < o->read.n)
		vec_push(&e->done, (struct done){0});
	for (size_t i = 0; i < o->read.n; i++) {
		const struct order_read *r = &o->read.at[i];
		slot_of(e, r->node);
		for (size_t k = e->done.at[i].sources; k < r->source.n; k++) {
			slot_of(e, r->source.at[k].node);
			if (r->source.at[k].node != r->node && !r->source.at[k].is_own)
				fix(e, sat_literal(o->solver, r->source.at[k].when), r->source.at[k].node, r->node);
		}
		for (size_t k = e->done.at[i].rivals; k < r->rival.n; k++)
			slot_of(e, r->rival.at[k].node);
	}
}

static void rebuild(struct eager *e) {
	order_chains_free(&e->chains);
	e->outdated = false;
	e->broken = !order_chains_init(&e->chains, e->order->nnodes, e->fixed.at, e->fixed.n);
	if (e->broken) {
		no_cycle(e, NULL, NULL, 0);
		return;
	}
	for (size_t a = 0; a < e->node.n; a++)
		for (size_t b = 0; b < e->node.n; b++) {
			int literal = e->pair[a * e->capacity + b];
			if (a == b || !literal || abs(literal) == SAT_TRUE)
				continue;
			if (order_chains_reach(&e->chains, e->node.at[a], e->node.at[b]))
				no_cycle(e, (const int[]){SAT_TRUE, -literal},
				         (const uint32_t[]){e->node.at[a], e->node.at[b]}, 2);
		}
}

static void number_slots(struct eager *e) {
	const struct order_chains *c = &e->chains;
	vec_reserve(&e->nth, e->node.n);
	e->nth.n = e->node.n;
	for (uint32_t i = 0; i < c->nchains; i++) {
		uint32_t n = 0;
		for (uint32_t k = c->first[i]; k < c->first[i + 1]; k++)
			if (e->slot.at[c->node[k]])
				e->nth.at[e->slot.at[c->node[k]] - 1] = n++;
	}
}

static void add_befores(struct eager *e) {
	struct order *o = e->order;
	for (; e->nbefore < o->before.n; e->nbefore++) {
		const struct order_before *x = &o->before.at[e->nbefore];
		int literal = sat_equivalent(o->solver, x->holds);
		size_t a = slot_of(e, x->a), b = slot_of(e, x->b);
		if (abs(literal) != SAT_TRUE) {
			order_proof_edge(&e->proof, literal, x->a, x->b);
			order_proof_edge(&e->proof, -literal, x->b, x->a);
		}
		if (!e->pair[a * e->capacity + b] && abs(literal) != SAT_TRUE &&
		    !order_chains_reach(&e->chains, x->a, x->b) &&
		    !order_chains_reach(&e->chains, x->b, x->a)) {
			set_pair(e, a, b, literal);
			continue;
		}
		int other = slots_before(e, a, b);
		no_cycle(e, (const int[]){-literal, other}, (const uint32_t[]){x->b, x->a}, 2);
		no_cycle(e, (const int[]){literal, -other}, (const uint32_t[]){x->a, x->b}, 2);
	}
}

static void add_triple(struct eager *e, uint32_t read, uint32_t source, uint32_t rival) {
	const struct order_read *r = &e->order->read.at[read];
	const struct order_access *w = &r->source.at[source], *v = &r->rival.at[rival];
	if (w->node == r->node || v->node == r->node || v->node == w->node)
		return;
	struct solver *s = e->order->solver;
	int taken = sat_literal(s, w->when), active = sat_literal(s, v->when);
	int first = before(e, v->node, w->node);
	int later = v->is_own ? -SAT_TRUE : before(e, r->node, v->node);
	const int at[] = {-taken, -active, first, later};
	if (has_true(at, 4))
		return;
	order_proof_triple(&e->proof, &(struct order_proof_triple){r, read, source, rival, taken,
	                                                           active, first, later});
	clause(e, at, 4);
}

/* If the literal is true, 'from' is before 'to'. */
static void add_edge(struct eager *e, int literal, uint32_t from, uint32_t to) {
	if (abs(literal) != SAT_TRUE)
		order_proof_edge(&e->proof, literal, from, to);
	int back = from == to ? SAT_TRUE : before(e, to, from);
	no_cycle(e, (const int[]){literal, back}, (const uint32_t[]){from, to}, 2);
}

static void add_reads(struct eager *e) {
	struct order *o = e->order;
	for (uint32_t n = 0; n < o->read.n; n++) {
		const struct order_read *r = &o->read.at[n];
		struct done *d = &e->done.at[n];
		for (size_t i = d->sources; i < r->source.n; i++) {
			const struct order_access *w = &r->source.at[i];
			if (w->node != r->node && !w->is_own)
				add_edge(e, sat_literal(o->solver, w->when), w->node, r->node);
		}
		for (uint32_t i = 0; i < r->source.n; i++)
			for (size_t k = i < d->sources ? d->rivals : 0; k < r->rival.n; k++)
				add_triple(e, n, i, (uint32_t)k);
		d->sources = r->source.n;
		d->rivals = r->rival.n;
	}
}

/* Two nodes of a chain with others between them that have literals. */
static bool is_far(const struct eager *e, size_t a, size_t b) {
	return e->chains.chain[e->node.at[a]] == e->chains.chain[e->node.at[b]] &&
	       e->nth.at[a] != e->nth.at[b] + 1 && e->nth.at[b] != e->nth.at[a] + 1;
}

/* All that have a node that is new; false: stopped. */
static bool add_triangles(struct eager *e) {
	for (size_t c = e->ntriangles; c < e->node.n; c++) {
		for (size_t b = 0; b < c; b++) {
			if (is_far(e, b, c))
				continue;
			int bc = slots_before(e, b, c);
			for (size_t a = 0; a < b; a++) {
				if (is_far(e, a, b) || is_far(e, a, c))
					continue;
				int ab = slots_before(e, a, b), ca = slots_before(e, c, a);
				uint32_t x = e->node.at[a], y = e->node.at[b], z = e->node.at[c];
				no_cycle(e, (const int[]){ab, bc, ca}, (const uint32_t[]){x, y, z}, 3);
				no_cycle(e, (const int[]){-ab, -ca, -bc}, (const uint32_t[]){y, x, z}, 3);
			}
		}
		if (sat_stopped(e->order->solver))
			return false;
	}
	e->ntriangles = e->node.n;
	return true;
}

static bool sent(void *context) {
	struct eager *e = context;
	struct order *o = e->order;
	while (e->slot.n < o->nnodes)
		vec_push(&e->slot, 0);
	look(e);
	if (e->outdated || !e->chains.clock || e->chains.n < o->nnodes)
		rebuild(e);
	if (e->broken)
		return true;
	number_slots(e);
	add_befores(e);
	for (; e->nedges < o->edge.n; e->nedges++) {
		const struct order_edge *x = &o->edge.at[e->nedges];
		int literal = sat_literal(o->solver, x->when);
		if (abs(literal) != SAT_TRUE)
			add_edge(e, literal, x->from, x->to);
	}
	add_reads(e);
	return add_triangles(e);
}

static void forget(struct eager *e) {
	order_chains_free(&e->chains);
	vec_free(&e->fixed);
	vec_free(&e->node);
	vec_free(&e->slot);
	vec_free(&e->nth);
	vec_free(&e->done);
	order_proof_free(&e->proof);
	mem_free(e->pair);
	*e = (struct eager){.order = e->order, .engine = e->engine};
}

static void opened(void *context, void *sat) {
	struct eager *e = context;
	forget(e);
	e->sat = sat;
	order_proof_open(&e->proof, sat_proof(e->order->solver), "clauses");
}

static const struct sat_guest guest = {opened, sent};

static void open_eager(struct order *o, const struct solver_config *config) {
	struct eager *e = mem_alloc(sizeof *e);
	e->order = o;
	e->engine = sat_engine_of(config);
	o->own = e;
	o->solver = sat_open_guest(o->terms, config, &guest, e);
}

static void close_eager(struct order *o) {
	forget(self(o));
	mem_free(self(o));
}

static bool is_before(struct eager *e, size_t a, size_t b) {
	int literal = slots_before(e, a, b);
	if (abs(literal) == SAT_TRUE)
		return literal == SAT_TRUE;
	return (e->engine->value(e->sat, abs(literal)) > 0) == (literal > 0);
}

/* The nodes with literals have an order; with the fixed edges, it gives those of the others. */
static void ranks(struct order *o, uint64_t *rank) {
	struct eager *e = self(o);
	size_t n = e->node.n, first = e->fixed.n;
	uint32_t *sorted = mem_alloc((n + 1) * sizeof *sorted);
	for (size_t b = 0; b < n; b++) {
		size_t place = 0;
		for (size_t a = 0; a < n; a++)
			place += a != b && is_before(e, a, b);
		sorted[place] = e->node.at[b];
	}
	for (size_t i = 1; i < n; i++)
		vec_push(&e->fixed, ((struct order_arc){sorted[i - 1], sorted[i]}));
	struct order_chains c;
	if (order_chains_init(&c, o->nnodes, e->fixed.at, e->fixed.n)) {
		for (uint32_t i = 0; i < c.n; i++)
			for (uint32_t k = 0; k < c.nchains; k++)
				rank[i] += order_chains_clock(&c, i)[k];
		order_chains_free(&c);
	}
	e->fixed.n = first;
	mem_free(sorted);
}

const struct order_ops order_by_eager = {open_eager, close_eager, order_follow, ranks};
