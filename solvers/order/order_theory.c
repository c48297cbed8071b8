/* The order as a theory in our SAT solver.
 *
 * A literal may order nodes: that of an edge, of a source that is taken, or of an atom, which is a
 * variable for two nodes, true or false as the first is before the second or after it.  When such
 * literals become true, their edges enter the graph (order_graph.h), and each literal follows whose
 * edge would close a cycle if it were false.  The explanation is a shortest path.
 *
 * For a read at n, a source at w and a rival at v there is a clause: taken and active imply v < w
 * or n < v, with atoms for both.  So the theory itself is about the order only, and an assignment
 * without a cycle is a model, whichever total order is chosen.
 *
 * Where there would be too many of these clauses, the read is lazy, unless it has a source or a
 * rival of its own thread: when everything has a value, a
 * total order is tried that respects the graph, and clauses are added that it violates. */
#include <stdlib.h>
#include <string.h>

#include "solvers/order/order_graph.h"
#include "solvers/order/order_impl.h"
#include "solvers/order/order_linear.h"
#include "solvers/order/order_proof.h"
#include "solvers/sat/cdcl.h"
#include "solvers/sat/sat.h"
#include "util/base/threshold.h"

enum { MOST_EXAMINED = 50000000 };
enum { /* of reads that are not lazy; at once of lazy */
	   MOST_TRIPLES = THRESHOLD(200000, 4),
	   MOST_LEMMAS = 1000
};

struct link { /* an order that a literal imposes */
	uint32_t from, to;
	uint32_t next; /* of the same literal, plus 1; 0: none */
};

struct watched { /* the literal follows from the order */
	uint32_t from, to;
	int literal;
};

struct reason { /* of a literal that followed */
	uint32_t from, to;
	size_t nedges; /* in the graph then */
};

struct told {
	int literal;
	size_t nedges; /* in the graph before it */
};

struct done { /* how much of a read the SAT solver has */
	size_t sources, rivals;
	bool lazy;
	VEC(int) source, rival;       /* literals */
	VEC(struct rival) sorted;     /* by chain and position */
	VEC(uint32_t) previous, next; /* by rival: the nearest of its chain that is always */
	                              /* active, plus 1; 0: none */
};

struct rival {
	uint64_t key;
	uint32_t ix;
};

struct source_literal { /* a literal means that a source of a lazy read is taken */
	uint32_t read, source;
	uint32_t next; /* of the same literal, plus 1; 0: none */
};

struct theory {
	struct order *order;
	struct cdcl *sat;
	struct order_graph graph;
	bool broken;   /* fixed edges form a cycle */
	bool outdated; /* the graph lacks nodes or fixed edges */
	VEC(struct order_arc) fixed;
	VEC(struct link) link;
	VEC(struct watched) watched;
	VEC(struct source_literal) source_literal;
	VEC(uint32_t) first_link;   /* by literal: index plus 1 */
	VEC(uint32_t) first_source; /* the same */
	VEC(struct reason) reason;  /* by literal */
	VEC(uint8_t) is_told;       /* by literal */
	VEC(struct told) told;
	struct map atom; /* by order_pair: the literal that the lower node is before the higher */
	VEC(struct done) done;
	size_t ntriples;        /* of reads that are not lazy */
	size_t examined;        /* triples, also such that need no clause */
	struct map lazy_triple; /* those of lazy reads that there are */
	bool lazy;              /* some read is */
	struct order_linear linear;
	VEC(uint32_t) held;         /* by index in linear.forbidden: number of the rival */
	size_t nedges, nbefore;     /* of the order, that the SAT solver has */
	struct order_labels clause; /* an explanation */
	struct order_proof proof;
};

static struct theory *self(struct order *o) {
	return o->own;
}

static size_t index_of(int literal) {
	return literal < 0 ? 2 * (size_t)-literal + 1 : 2 * (size_t)literal;
}

static void know_literal(struct theory *t, int literal) {
	while (t->first_link.n <= index_of(abs(literal)) + 1) {
		vec_push(&t->first_link, 0);
		vec_push(&t->first_source, 0);
		vec_push(&t->reason, (struct reason){0});
		vec_push(&t->is_told, 0);
	}
}

static bool is_true(const struct theory *t, int literal) {
	return cdcl_value(t->sat, abs(literal)) == (literal < 0 ? -1 : 1);
}

static void unit(struct theory *t, int literal) {
	sat_short_clause(t->order->solver, &literal, 1);
}

/* In the proof: the path from a node to another, which was the last that the graph has found, and
 * an edge with this label back form a cycle. */
static void prove_cycle(struct theory *t, uint32_t from, uint32_t to, int back) {
	struct order_graph *g = &t->graph;
	order_proof_begin(&t->proof);
	for (size_t i = g->visit.n - 1; i; i = g->visit.at[i].parent) {
		const struct order_graph_edge *e = &g->edge.at[g->visit.at[i].edge];
		order_proof_add(&t->proof, e->label, e->from, e->to);
	}
	order_proof_add(&t->proof, back, to, from);
	order_proof_end(&t->proof);
}

/* Between solves: 'to' comes to be before 'from', so the label is false for ever, which is what the
 * clause of this literal says. */
static void add_unit(struct theory *t, int literal, uint32_t from, uint32_t to, int back) {
	if (t->proof.file) {
		t->clause.n = 0;
		order_graph_path(&t->graph, from, to, t->graph.edge.n, &t->clause);
		prove_cycle(t, from, to, back);
	}
	order_proof_given(&t->proof, PROOF_DERIVED);
	unit(t, literal);
	order_proof_given(&t->proof, PROOF_INPUT);
}

/* The literal imposes the order; so if the graph has the opposite one, its negation follows. */
static void add_link(struct theory *t, int literal, uint32_t from, uint32_t to) {
	know_literal(t, literal);
	order_proof_edge(&t->proof, literal, from, to);
	vec_push(&t->link, ((struct link){from, to, t->first_link.at[index_of(literal)]}));
	t->first_link.at[index_of(literal)] = (uint32_t)t->link.n;
	if (t->outdated || t->broken)
		return; /* 'rebuild' does the rest */
	order_graph_watch(&t->graph, to, from, -literal);
	if (t->is_told.at[index_of(literal)] && !order_graph_add(&t->graph, from, to, literal))
		add_unit(t, -SAT_TRUE, to, from, literal);
}

/* Between solves: what follows, follows for ever. */
static void add_units(struct theory *t) {
	for (size_t i = 0; i < t->graph.news.n; i++) {
		struct order_news x = t->graph.news.at[i];
		add_unit(t, x.label, x.from, x.to, -x.label);
	}
	t->graph.news.n = 0;
}

static void rebuild(struct theory *t) {
	order_graph_free(&t->graph);
	t->outdated = false;
	t->broken = !order_graph_init(&t->graph, t->order->nnodes, t->fixed.at, t->fixed.n);
	if (t->broken) {
		order_proof_cycle(&t->proof, NULL, NULL, 0);
		order_proof_given(&t->proof, PROOF_DERIVED);
		unit(t, -SAT_TRUE);
		order_proof_given(&t->proof, PROOF_INPUT);
		return;
	}
	for (size_t i = 0; i < t->first_link.n; i++) {
		int literal = (int)(i / 2) * (i % 2 ? -1 : 1);
		for (uint32_t k = t->first_link.at[i]; k; k = t->link.at[k - 1].next)
			order_graph_watch(&t->graph, t->link.at[k - 1].to, t->link.at[k - 1].from, -literal);
	}
	for (size_t i = 0; i < t->watched.n; i++)
		order_graph_watch(&t->graph, t->watched.at[i].from, t->watched.at[i].to,
		                  t->watched.at[i].literal);
	for (size_t i = 0; i < t->told.n; i++) {
		int literal = t->told.at[i].literal;
		t->told.at[i].nedges = t->graph.edge.n;
		for (uint32_t k = t->first_link.at[index_of(literal)]; k; k = t->link.at[k - 1].next)
			if (!order_graph_add(&t->graph, t->link.at[k - 1].from, t->link.at[k - 1].to, literal))
				add_unit(t, -SAT_TRUE, t->link.at[k - 1].to, t->link.at[k - 1].from, literal);
	}
	add_units(t);
}

static void add_edge(struct theory *t, int literal, uint32_t from, uint32_t to) {
	if (literal == -SAT_TRUE)
		return;
	if (literal == SAT_TRUE) {
		vec_push(&t->fixed, ((struct order_arc){from, to}));
		order_proof_fixed(&t->proof, from, to);
		t->outdated = true;
		return;
	}
	cdcl_observe(t->sat, abs(literal));
	add_link(t, literal, from, to);
}

static void add_atom(struct theory *t, int literal, uint32_t a, uint32_t b) {
	map_put(&t->atom, order_pair(a, b), (uint64_t)(int64_t)(a < b ? literal : -literal));
	add_edge(t, literal, a, b);
	add_edge(t, -literal, b, a);
}

/* The literal for a before b, if there is one; otherwise 0. */
static int known_atom(const struct theory *t, uint32_t a, uint32_t b) {
	uint64_t x;
	if (!map_get(&t->atom, order_pair(a, b), &x))
		return 0;
	int literal = (int)(int64_t)x;
	return a < b ? literal : -literal;
}

static int atom(struct theory *t, uint32_t a, uint32_t b) {
	const struct order_chains *c = &t->graph.chains;
	if (order_chains_reach(c, a, b))
		return SAT_TRUE;
	if (order_chains_reach(c, b, a))
		return -SAT_TRUE;
	int literal = known_atom(t, a, b);
	if (!literal) {
		literal = sat_variable(t->order->solver);
		order_proof_atom(&t->proof, literal, a, b);
		add_atom(t, literal, a, b);
	}
	return literal;
}

static void clause(struct theory *t, const int *at, size_t n) {
	sat_short_clause(t->order->solver, at, n);
}

static bool is_triple(const struct order_read *r, const struct order_access *w,
                      const struct order_access *v) {
	return w->node != r->node && v->node != r->node && v->node != w->node;
}

/* Whether the triple follows from that of another rival of the chain, which is always active: if v
 * is between w and v', then n < v implies n < v'; if v is between v' and n, and v' is not after w,
 * then v < w implies v' < w.  The alternative n < v is none for a rival of the reader's own. */
static bool is_implied(const struct theory *t, const struct order_read *r, const struct done *d,
                       uint32_t w, size_t rival) {
	const struct order_chains *c = &t->graph.chains;
	bool after = order_chains_reach(c, w, r->rival.at[rival].node);
	uint32_t other = after ? d->previous.at[rival] : d->next.at[rival];
	if (!other)
		return false;
	uint32_t v = r->rival.at[other - 1].node;
	if (after && r->rival.at[rival].is_own && !r->rival.at[other - 1].is_own)
		return false;
	return v != w && v != r->node &&
	       (after ? order_chains_reach(c, w, v) : order_chains_reach(c, v, r->node));
}

static void add_triple(struct theory *t, uint32_t read, uint32_t source, uint32_t rival) {
	const struct order_read *r = &t->order->read.at[read];
	const struct done *d = &t->done.at[read];
	const struct order_access *w = &r->source.at[source], *v = &r->rival.at[rival];
	if (!is_triple(r, w, v) || is_implied(t, r, d, w->node, rival))
		return;
	int no_source = -d->source.at[source], no_rival = -d->rival.at[rival];
	if (no_source == SAT_TRUE || no_rival == SAT_TRUE)
		return;
	int before = atom(t, v->node, w->node);
	if (before == SAT_TRUE)
		return;
	t->ntriples++;
	int later = v->is_own ? -SAT_TRUE : atom(t, r->node, v->node);
	if (later != SAT_TRUE)
		order_proof_triple(&t->proof,
		                   &(struct order_proof_triple){r, read, source, rival, -no_source,
		                                                -no_rival, before, later});
	order_proof_given(&t->proof, PROOF_WRITTEN);
	clause(t, (const int[]){no_source, no_rival, before, later}, 4);
	order_proof_given(&t->proof, PROOF_INPUT);
}

static int compare(const void *a, const void *b) {
	const struct rival *x = a, *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->ix < y->ix ? -1 : x->ix > y->ix;
}

static void sort_rivals(struct theory *t, const struct order_read *r, struct done *d) {
	const struct order_chains *c = &t->graph.chains;
	size_t n = r->rival.n;
	d->sorted.n = 0;
	vec_reserve(&d->previous, n + 1);
	vec_reserve(&d->next, n + 1);
	d->previous.n = d->next.n = n;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t v = r->rival.at[i].node;
		struct rival x = {(uint64_t)c->chain[v] << 32 | c->position[v], i};
		vec_push(&d->sorted, x);
	}
	if (n)
		qsort(d->sorted.at, n, sizeof *d->sorted.at, compare);
	for (int way = 0; way < 2; way++) {
		uint32_t last = 0;
		for (size_t i = 0; i < n; i++) {
			size_t k = way ? n - 1 - i : i;
			uint32_t ix = d->sorted.at[k].ix;
			uint32_t v = r->rival.at[ix].node, u = last ? r->rival.at[last - 1].node : v;
			(way ? d->next.at : d->previous.at)[ix] =
			    u != v && c->chain[u] == c->chain[v] ? last : 0;
			if (d->rival.at[ix] == SAT_TRUE)
				last = ix + 1;
		}
	}
}

static void add_source_literal(struct theory *t, int literal, uint32_t read, uint32_t source) {
	if (abs(literal) == SAT_TRUE)
		return;
	know_literal(t, literal);
	vec_push(&t->source_literal,
	         ((struct source_literal){read, source, t->first_source.at[index_of(literal)]}));
	t->first_source.at[index_of(literal)] = (uint32_t)t->source_literal.n;
}

static void add_triples(struct theory *t, uint32_t read) {
	const struct order_read *r = &t->order->read.at[read];
	struct done *d = &t->done.at[read];
	if (d->lazy && r->has_own) { /* it no longer is */
		d->lazy = false;
		d->sources = d->rivals = 0;
	}
	bool was_lazy = d->lazy;
	if (d->sources == r->source.n && d->rivals == r->rival.n && !d->lazy)
		return;
	for (size_t i = d->rival.n; i < r->rival.n; i++)
		vec_push(&d->rival, sat_literal(t->order->solver, r->rival.at[i].when));
	sort_rivals(t, r, d);
	t->examined += r->source.n * r->rival.n - d->sources * d->rivals;
	if ((t->ntriples > t->order->most_triples || t->examined > MOST_EXAMINED) && !r->has_own)
		d->lazy = t->lazy = true;
	for (uint32_t i = was_lazy ? (uint32_t)d->sources : 0; i < r->source.n && d->lazy; i++)
		add_source_literal(t, d->source.at[i], read, i);
	for (uint32_t i = 0; i < r->source.n && !d->lazy; i++)
		for (size_t k = i < d->sources ? d->rivals : 0; k < r->rival.n; k++)
			add_triple(t, read, i, (uint32_t)k);
	d->sources = r->source.n;
	d->rivals = r->rival.n;
}

/* Both literals mean that a is before b. */
static void equate(struct theory *t, int literal, int other, uint32_t a, uint32_t b) {
	struct order_proof *p = &t->proof;
	if (literal == SAT_TRUE)
		order_proof_fixed(p, a, b);
	else if (literal == -SAT_TRUE)
		order_proof_fixed(p, b, a);
	else {
		order_proof_edge(p, literal, a, b);
		order_proof_edge(p, -literal, b, a);
	}
	for (int way = 0; way < 2; way++) {
		int x = way ? -literal : literal, y = way ? -other : other;
		uint32_t from = way ? b : a, to = way ? a : b;
		if (x == -SAT_TRUE)
			continue;
		order_proof_cycle(p, (const int[]){x, -y}, (const uint32_t[]){from, to}, 2);
		order_proof_given(p, PROOF_WRITTEN);
		clause(t, (const int[]){-x, y}, 2);
		order_proof_given(p, PROOF_INPUT);
	}
}

static void add_befores(struct theory *t) {
	struct order *o = t->order;
	for (; t->nbefore < o->before.n; t->nbefore++) {
		const struct order_before *x = &o->before.at[t->nbefore];
		int literal = sat_equivalent(o->solver, x->holds), other = known_atom(t, x->a, x->b);
		if (other)
			equate(t, literal, other, x->a, x->b);
		else if (abs(literal) == SAT_TRUE) {
			add_edge(t, literal, x->a, x->b);
			add_edge(t, -literal, x->b, x->a);
		} else {
			add_atom(t, literal, x->a, x->b);
		}
	}
}

static void add_watches(struct theory *t) {
	struct order *o = t->order;
	while (t->watched.n < o->watch.n) {
		const struct order_watched *x = &o->watch.at[t->watched.n];
		int literal = sat_equivalent(o->solver, x->holds);
		vec_push(&t->watched, ((struct watched){x->a, x->b, literal}));
		order_proof_watch(&t->proof, literal, x->a, x->b);
		know_literal(t, literal);
		cdcl_observe(t->sat, abs(literal));
		if (!t->outdated && !t->broken)
			order_graph_watch(&t->graph, x->a, x->b, literal);
	}
}

static void add_edges(struct theory *t) {
	struct order *o = t->order;
	for (; t->nedges < o->edge.n; t->nedges++) {
		const struct order_edge *e = &o->edge.at[t->nedges];
		add_edge(t, sat_literal(o->solver, e->when), e->from, e->to);
	}
	while (t->done.n < o->read.n)
		vec_push(&t->done, (struct done){0});
	for (size_t i = 0; i < o->read.n; i++) {
		const struct order_read *r = &o->read.at[i];
		struct done *d = &t->done.at[i];
		for (size_t k = d->source.n; k < r->source.n; k++) {
			vec_push(&d->source, sat_literal(o->solver, r->source.at[k].when));
			if (r->source.at[k].node != r->node && !r->source.at[k].is_own)
				add_edge(t, d->source.at[k], r->source.at[k].node, r->node);
		}
	}
}

static bool sent(void *context) {
	struct theory *t = context;
	struct order *o = t->order;
	cdcl_reset(t->sat);
	t->outdated = t->outdated || !t->graph.clock || t->graph.chains.n < o->nnodes;
	add_befores(t);
	add_edges(t);
	add_watches(t);
	if (t->outdated)
		rebuild(t);
	if (t->broken)
		return true;
	for (uint32_t i = 0; i < o->read.n; i++)
		add_triples(t, i);
	add_units(t);
	return true;
}

/* Everything that follows from the new edges; false: a conflict. */
static bool imply_news(struct theory *t) {
	bool good = true;
	for (size_t i = 0; i < t->graph.news.n && good; i++) {
		struct order_news x = t->graph.news.at[i];
		if (is_true(t, x.label))
			continue;
		t->reason.at[index_of(x.label)] = (struct reason){x.from, x.to, t->graph.edge.n};
		good = cdcl_imply(t->sat, x.label);
	}
	t->graph.news.n = 0;
	return good;
}

static void add_lazy_triple(struct theory *t, uint32_t read, uint32_t source, uint32_t rival) {
	const struct order_read *r = &t->order->read.at[read];
	const struct done *d = &t->done.at[read];
	uint32_t w = r->source.at[source].node, v = r->rival.at[rival].node;
	const int at[] = {-d->source.at[source], -d->rival.at[rival], atom(t, v, w),
	                  atom(t, r->node, v)};
	int kept[4];
	size_t k = 0;
	for (size_t i = 0; i < 4; i++)
		if (at[i] != -SAT_TRUE)
			kept[k++] = at[i];
	order_proof_triple(&t->proof,
	                   &(struct order_proof_triple){r, read, source, rival, d->source.at[source],
	                                                d->rival.at[rival], at[2], at[3]});
	cdcl_lemma(t->sat, kept, k, true);
}

/* A rival of a lazy read that is active now, and whose order follows: v < n or w < v. */
static void add_forced(struct theory *t, uint32_t read, uint32_t source, uint32_t rival) {
	const struct order_read *r = &t->order->read.at[read];
	const struct order_graph *g = &t->graph;
	uint32_t w = r->source.at[source].node, v = r->rival.at[rival].node, n = r->node;
	if ((order_graph_reach(g, w, v) && order_graph_reach(g, n, v)) ||
	    (order_graph_reach(g, v, n) && order_graph_reach(g, v, w)))
		return;
	uint64_t key = map_hash((uint64_t)read << 32 | source) ^ map_hash(~(uint64_t)rival);
	if (map_get(&t->lazy_triple, key, NULL))
		return;
	map_put(&t->lazy_triple, key, 1);
	add_lazy_triple(t, read, source, rival);
}

static bool is_active(const struct theory *t, const struct order_read *r, const struct done *d,
                      uint32_t w, uint32_t rival) {
	uint32_t v = r->rival.at[rival].node;
	return v != w && v != r->node &&
	       (d->rival.at[rival] == SAT_TRUE || is_true(t, d->rival.at[rival]));
}

/* In each chain, only the first rival after the source and the last before the read matter: what
 * they imply implies the rest. */
static void force_rivals(struct theory *t, uint32_t read, uint32_t source) {
	const struct order_read *r = &t->order->read.at[read];
	const struct done *d = &t->done.at[read];
	const struct order_chains *c = &t->graph.chains;
	uint32_t w = r->source.at[source].node;
	if (!d->lazy)
		return;
	for (size_t first = 0, end; first < d->sorted.n; first = end) {
		uint32_t chain = (uint32_t)(d->sorted.at[first].key >> 32);
		size_t low = first, high;
		for (end = first; end < d->sorted.n && d->sorted.at[end].key >> 32 == chain;)
			end++;
		uint32_t before = t->graph.clock[(size_t)r->node * c->nchains + chain];
		for (high = end; low < high;) { /* the first rival after the source */
			size_t middle = (low + high) / 2;
			if (order_graph_reach(&t->graph, w, r->rival.at[d->sorted.at[middle].ix].node))
				high = middle;
			else
				low = middle + 1;
		}
		for (size_t i = low; i < end; i++)
			if (is_active(t, r, d, w, d->sorted.at[i].ix)) {
				add_forced(t, read, source, d->sorted.at[i].ix);
				break;
			}
		for (size_t i = end; i-- > first;)
			if ((uint32_t)d->sorted.at[i].key <= before &&
			    is_active(t, r, d, w, d->sorted.at[i].ix)) {
				add_forced(t, read, source, d->sorted.at[i].ix);
				break;
			}
	}
}

static bool impose(struct theory *t, int literal) {
	for (uint32_t k = t->first_link.at[index_of(literal)]; k; k = t->link.at[k - 1].next) {
		struct link x = t->link.at[k - 1];
		if (!order_graph_add(&t->graph, x.from, x.to, literal)) {
			t->reason.at[index_of(-literal)] = (struct reason){x.to, x.from, t->graph.edge.n};
			return cdcl_imply(t->sat, -literal);
		}
		if (!imply_news(t))
			return false;
	}
	for (uint32_t k = t->first_source.at[index_of(literal)]; k;
	     k = t->source_literal.at[k - 1].next)
		force_rivals(t, t->source_literal.at[k - 1].read, t->source_literal.at[k - 1].source);
	return imply_news(t);
}

static void assigned(void *context, const int *at, size_t n) {
	struct theory *t = context;
	if (t->broken)
		return;
	for (size_t i = 0; i < n; i++) {
		vec_push(&t->told, ((struct told){at[i], t->graph.edge.n}));
		t->is_told.at[index_of(at[i])] = 1;
		if (!impose(t, at[i]))
			return; /* all of them will be taken back */
	}
}

static void backtrack(void *context, size_t n) {
	struct theory *t = context;
	if (t->told.n <= n)
		return;
	order_graph_undo(&t->graph, t->told.at[n].nedges);
	while (t->told.n > n)
		t->is_told.at[index_of(vec_pop(&t->told).literal)] = 0;
}

static void explain(void *context, int literal) {
	struct theory *t = context;
	struct reason r = t->reason.at[index_of(literal)];
	t->clause.n = 0;
	vec_push(&t->clause, literal);
	order_graph_path(&t->graph, r.from, r.to, r.nedges, &t->clause);
	if (t->proof.file)
		prove_cycle(t, r.from, r.to, -literal);
	for (size_t i = 1; i < t->clause.n; i++)
		t->clause.at[i] = -t->clause.at[i];
	cdcl_explain(t->sat, t->clause.at, t->clause.n);
}

/* In the model, where a variable that the SAT solver does not know is false. */
static bool is_true_at_last(const struct theory *t, int literal) {
	if (abs(literal) == SAT_TRUE)
		return literal == SAT_TRUE;
	return (cdcl_value(t->sat, abs(literal)) > 0) == (literal > 0);
}

/* The sources that are taken of lazy reads, and the rivals that are active. */
static void collect_holds(struct theory *t) {
	struct order_linear *l = &t->linear;
	l->hold.n = l->forbidden.n = t->held.n = 0;
	for (uint32_t n = 0; n < t->done.n; n++) {
		const struct done *d = &t->done.at[n];
		const struct order_read *r = &t->order->read.at[n];
		for (uint32_t i = 0; i < d->source.n && d->lazy; i++) {
			const struct order_access *w = &r->source.at[i];
			if (w->node == r->node || !is_true_at_last(t, d->source.at[i]))
				continue;
			struct order_hold h = {w->node, r->node, l->forbidden.n, 0, n, i};
			for (uint32_t k = 0; k < d->rival.n; k++)
				if (is_triple(r, w, &r->rival.at[k]) && is_true_at_last(t, d->rival.at[k])) {
					vec_push(&l->forbidden, r->rival.at[k].node);
					vec_push(&t->held, k);
				}
			h.n = l->forbidden.n - h.first;
			vec_push(&l->hold, h);
		}
	}
}

static void check(void *context) {
	struct theory *t = context;
	if (!t->lazy || t->broken)
		return;
	collect_holds(t);
	order_linear_sort(&t->linear, &t->graph);
	for (size_t i = 0; i < t->linear.violation.n && i < MOST_LEMMAS; i++) {
		struct order_violation x = t->linear.violation.at[i];
		const struct order_hold *h = &t->linear.hold.at[x.hold];
		add_lazy_triple(t, h->read, h->source, t->held.at[x.forbidden]);
	}
	imply_news(t);
}

static const struct cdcl_theory theory = {assigned, backtrack, explain, check};

static void forget(struct theory *t) {
	for (size_t i = 0; i < t->done.n; i++) {
		vec_free(&t->done.at[i].source);
		vec_free(&t->done.at[i].rival);
		vec_free(&t->done.at[i].sorted);
		vec_free(&t->done.at[i].previous);
		vec_free(&t->done.at[i].next);
	}
	order_linear_free(&t->linear);
	vec_free(&t->held);
	order_graph_free(&t->graph);
	vec_free(&t->fixed);
	vec_free(&t->link);
	vec_free(&t->watched);
	vec_free(&t->first_link);
	vec_free(&t->source_literal);
	vec_free(&t->first_source);
	map_free(&t->lazy_triple);
	vec_free(&t->reason);
	vec_free(&t->is_told);
	vec_free(&t->told);
	vec_free(&t->done);
	vec_free(&t->clause);
	order_proof_free(&t->proof);
	map_free(&t->atom);
	*t = (struct theory){.order = t->order};
}

static void opened(void *context, void *sat) {
	struct theory *t = context;
	forget(t);
	t->sat = sat;
	order_proof_open(&t->proof, sat_proof(t->order->solver), "theory");
	cdcl_set_theory(t->sat, &theory, t);
}

static const struct sat_guest guest = {opened, sent};

static void open_theory(struct order *o, const struct solver_config *config) {
	struct solver_config own = config ? *config : (struct solver_config){0};
	own.sat_engine = &sat_own;
	struct theory *t = mem_alloc(sizeof *t);
	t->order = o;
	o->own = t;
	o->most_triples = MOST_TRIPLES;
	o->solver = sat_open_guest(o->terms, &own, &guest, t);
}

static void close_theory(struct order *o) {
	forget(self(o));
	mem_free(self(o));
}

/* The more is before a node, the later it is. */
static void ranks(struct order *o, uint64_t *rank) {
	const struct order_graph *g = &self(o)->graph;
	for (uint32_t i = 0; i < g->chains.n && self(o)->lazy; i++)
		rank[i] = self(o)->linear.rank.at[i];
	if (self(o)->lazy)
		return;
	for (uint32_t i = 0; i < g->chains.n; i++)
		for (uint32_t k = 0; k < g->chains.nchains; k++)
			rank[i] += g->clock[(size_t)i * g->chains.nchains + k];
}

const struct order_ops order_by_theory = {open_theory, close_theory, order_follow, ranks};
