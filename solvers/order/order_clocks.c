/* The order as clocks of Z3: integers, one per node.  Terms of order_before are comparisons of
 * them, which Z3 decides by difference logic, and everything else is asserted with such terms.
 * Clocks may be equal: then the node with the higher number is first, so that the negation of a
 * comparison is the opposite order. */
#include <stdlib.h>

#include "solvers/order/order_chains.h"
#include "solvers/order/order_impl.h"
#include "solvers/z3/z3.h"

struct done { /* how much of a read has been asserted */
	size_t sources, rivals;
};

struct clocks {
	struct order_chains chains; /* of the edges that always hold */
	VEC(struct order_arc) fixed;
	bool broken; /* they form a cycle */
	VEC(struct done) done;
	size_t nedges, nbefore; /* that Z3 has */
};

static struct clocks *self(struct order *o) {
	return o->own;
}

static term before(struct order *o, uint32_t a, uint32_t b) {
	const struct order_chains *c = &self(o)->chains;
	if (a == b || order_chains_reach(c, b, a))
		return term_false(o->terms);
	return order_chains_reach(c, a, b) ? term_true(o->terms) : order_before(o, a, b);
}

static void add_chains(struct order *o) {
	struct clocks *c = self(o);
	order_chains_free(&c->chains);
	c->fixed.n = 0;
	for (size_t i = 0; i < o->edge.n; i++)
		if (term_is_true(o->terms, o->edge.at[i].when))
			vec_push(&c->fixed, ((struct order_arc){o->edge.at[i].from, o->edge.at[i].to}));
	c->broken = !order_chains_init(&c->chains, o->nnodes, c->fixed.at, c->fixed.n);
}

static void add_edges(struct order *o) {
	struct clocks *c = self(o);
	for (; c->nedges < o->edge.n; c->nedges++) {
		const struct order_edge *e = &o->edge.at[c->nedges];
		if (term_is_true(o->terms, e->when))
			order_add(o, order_before(o, e->from, e->to));
		else
			order_add(o, term_implies(o->terms, e->when, before(o, e->from, e->to)));
	}
}

static void add_triple(struct order *o, const struct order_read *r, const struct order_access *w,
                       const struct order_access *v) {
	struct terms *ts = o->terms;
	if (w->node == r->node || v->node == r->node || v->node == w->node)
		return;
	term first = before(o, v->node, w->node);
	if (term_is_true(ts, first))
		return;
	term good = v->is_own ? first : term_or(ts, first, before(o, r->node, v->node));
	order_add(o, term_or(ts, term_not(ts, w->when), term_or(ts, term_not(ts, v->when), good)));
}

static void add_reads(struct order *o) {
	struct clocks *c = self(o);
	while (c->done.n < o->read.n)
		vec_push(&c->done, (struct done){0});
	for (size_t n = 0; n < o->read.n; n++) {
		const struct order_read *r = &o->read.at[n];
		struct done *d = &c->done.at[n];
		for (size_t i = 0; i < r->source.n; i++) {
			const struct order_access *w = &r->source.at[i];
			if (i >= d->sources && w->node != r->node && !w->is_own)
				order_add(o, term_implies(o->terms, w->when, before(o, w->node, r->node)));
			for (size_t k = i < d->sources ? d->rivals : 0; k < r->rival.n; k++)
				add_triple(o, r, w, &r->rival.at[k]);
		}
		d->sources = r->source.n;
		d->rivals = r->rival.n;
	}
}

static void check(struct order *o) {
	struct clocks *c = self(o);
	if (!c->broken)
		add_chains(o);
	if (c->broken) {
		order_add(o, term_false(o->terms));
		return;
	}
	add_edges(o);
	add_reads(o);
	for (; c->nbefore < o->before.n; c->nbefore++) {
		const struct order_before *x = &o->before.at[c->nbefore];
		z3_compare_clocks(o->solver, x->holds, x->a, x->b);
	}
}

static void open_clocks(struct order *o, const struct solver_config *config) {
	o->own = mem_alloc(sizeof(struct clocks));
	o->solver = solver_z3.open(o->terms, config);
}

static void close_clocks(struct order *o) {
	struct clocks *c = self(o);
	order_chains_free(&c->chains);
	vec_free(&c->fixed);
	vec_free(&c->done);
	mem_free(c);
}

static void ranks(struct order *o, uint64_t *rank) {
	for (uint32_t i = 0; i < o->nnodes; i++) {
		int64_t clock = 0;
		z3_clock(o->solver, i, &clock);
		uint64_t shifted = (uint64_t)clock + (UINT64_C(1) << 31);
		rank[i] = shifted << 32 | (UINT32_MAX - i);
	}
}

const struct order_ops order_by_clocks = {open_clocks, close_clocks, check, ranks};
