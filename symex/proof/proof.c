#include "symex/proof/proof.h"

#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/proof/check/check.h"
#include "symex/proof/print/proof_record.h"
#include "symex/proof/relation/build.h"
#include "symex/proof/relation/object.h"
#include "symex/proof/search/fixpoint.h"
#include "symex/proof/search/view.h"
#include "util/base/intern.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

/* What a proof would not cover; NULL: nothing. */
static const char *unsupported(const struct symex *x) {
	const struct symex_config *c = x->config;
	if (x->prog->interrupt.function)
		return "signal handlers";
	if (c->termination)
		return "termination";
	if (x->prog->has_jumps)
		return "longjmp";
	if (c->leak_check)
		return "memory leaks";
	if (c->schedules.lock_order_check)
		return "the order of locks";
	if (c->async_signal_check)
		return "calls in signal handlers";
	if (c->bounds.depth != NO_BOUND)
		return "--depth";
	return NULL;
}

/* --- What was missing. --- */

static const char *add_value(const struct part *p, uint64_t value, const char *text) {
	if (!p->name || value == UNKNOWN_VALUE)
		return text;
	bool is_signed = p->type && p->type->kind == TYPE_INT && p->type->is_signed;
	long long shown = is_signed && p->width < 64
	                      ? (long long)(value << (64 - p->width)) >> (64 - p->width)
	                      : (long long)value;
	return intern_printf("%s%s%s == %lld", text, *text ? ", " : "", p->name, shown);
}

/* The explicit parts of a view, "lock == 1, x == 0". */
static const char *describe(const struct views *v, const struct view *n) {
	const char *text = "";
	for (uint32_t i = 0; i < v->r->part.n; i++)
		if (!v->symbolic[i] && part_is_used(v->r, i) && !v->r->part.at[i].is_pointer)
			text = add_value(&v->r->part.at[i], v->shared.at[n->shared].value[i], text);
	for (int k = 0; k < 2 && n->local[k] != NO_LOCAL; k++) {
		const struct local *l = &v->local.at[n->local[k]];
		const struct control_point *p = &v->r->point.at[l->point];
		for (size_t i = 0; i < p->part.n; i++)
			if (!v->symbolic[p->part.at[i]] && !v->r->part.at[p->part.at[i]].is_pointer)
				text = add_value(&v->r->part.at[p->part.at[i]], l->value[i], text);
	}
	return text;
}

static const char *no_proof(const struct symex *x) {
	return x->prog->has_threads ? "no proof for any number of threads" : "no proof by invariants";
}

static const char *name_of(const struct symex *x, const struct obligation *o) {
	return o->text ? o->text : properties_at(x->properties, o->property)->text;
}

static void tell_missing(const struct views *v) {
	const struct symex *x = v->x;
	const struct obligation *o = v->missing.what;
	if (!v->failed) {
		result_gap(x->result, GAP_UNSUPPORTED, NO_LOC, "%s within its limits", no_proof(x));
		return;
	}
	result_gap(x->result, GAP_UNSUPPORTED, o->loc, "%s: %s", no_proof(x), name_of(x, o));
	const struct view *n = &v->node.at[v->missing.node];
	const struct control_point *p = &v->r->point.at[v->local.at[n->local[0]].point];
	const char *state = describe(v, n), *other = "";
	if (n->local[1] != NO_LOCAL) {
		const struct control_point *q = &v->r->point.at[v->local.at[n->local[1]].point];
		other = intern_printf(" and another in %s at line %u", q->function->symbol->display,
		                      q->loc.line);
	}
	diag_say(2, "proof: not excluded: '%s' at line %u, with a thread in %s at line %u%s%s%s",
	         name_of(x, o), o->loc.line, p->function->symbol->display, p->loc.line, other,
	         *state ? ", when " : "", state);
}

/* --- The proof. --- */

struct attempt {
	struct relation *r;
	struct ghost_counters counters;
	struct predicates predicates;
	bool is_rich;
	bool *symbolic; /* parts that became so in an earlier search */
	size_t gaps;    /* before the first search */
};

/* The invariant is checked again, by other means than the search. */
static bool is_confirmed(struct views *v) {
	double since = stats_wall_seconds();
	struct proof_check c = check_invariant(v);
	diag_say(2, "proof: check: %u queries, %.3f s", c.queries, stats_wall_seconds() - since);
	if (c.verdict == CHECKED_FAILS && v->x->config->solver_config.integers) {
		/* The search argues with bit-vectors, too. */
		result_gap(v->x->result, GAP_SOLVER, c.loc,
		           "--ir: the invariant holds for bit-vectors only");
		return false;
	}
	if (c.verdict == CHECKED_FAILS)
		BUG("the invariant does not hold at line %u: %s", c.loc.line, c.what);
	if (c.verdict == CHECKED_UNDECIDED && !symex_stop)
		result_gap(v->x->result, GAP_SOLVER, c.loc, "the check of the invariant: %s", c.what);
	return c.verdict == CHECKED_HOLDS;
}

/* One search.  Parts that become symbolic are so from the start of the next one. */
static bool search(struct attempt *a) {
	struct views v;
	struct relation *r = a->r;
	views_open(&v, r);
	v.is_rich = a->is_rich;
	v.counters = a->counters.at.n ? &a->counters : NULL;
	v.predicates = a->predicates.n ? &a->predicates : NULL;
	for (size_t i = 0; i < r->part.n; i++)
		v.symbolic[i] |= a->symbolic[i];
	bool found = views_prove(&v);
	for (size_t i = 0; i < r->part.n; i++)
		a->symbolic[i] = v.symbolic[i];
	result_drop_gaps(r->x->result, a->gaps);
	bool proved = found && is_confirmed(&v);
	if (proved)
		record_proof(&v, r->x->result);
	else if (!found && !symex_stop)
		tell_missing(&v);
	views_close(&v);
	return proved;
}

static bool search_counting(struct attempt *a) {
	diag_say(2, "proof: again, with %zu counters of threads", a->counters.at.n);
	counters_mark(a->r, &a->counters, a->symbolic);
	return search(a);
}

/* The cheapest abstraction first. */
static bool prove_relation(struct relation *r) {
	struct attempt a = {.r = r, .gaps = r->x->result->gap.n};
	a.symbolic = mem_alloc(r->part.n + MAX_COUNTERS + MAX_PREDICATES);
	/* Without the comparisons of the program, little is known about elements of arrays. */
	bool proved = !r->array.n && search(&a);
	if (!proved && !symex_stop) {
		a.is_rich = true;
		struct owners owners;
		owners_find(r, &owners);
		predicates_add(r, a.symbolic, &owners, &a.predicates);
		diag_say(2, "proof: again, with %u locks that are free or not", a.predicates.n);
		proved = search(&a);
	}
	if (!proved && !symex_stop && counters_add(r, &a.counters))
		proved = search_counting(&a);
	if (!proved && !symex_stop && counters_add_before(r, &a.counters))
		proved = search_counting(&a);
	if (!proved && !symex_stop && predicates_add_tests(r, a.symbolic, &a.predicates)) {
		diag_say(2, "proof: again, with %u numbers that have a value or not", a.predicates.n);
		proved = search(&a);
	}
	counters_free(&a.counters);
	mem_free(a.symbolic);
	return proved;
}

static bool prove(struct symex *x) {
	struct relation r;
	relation_open(&r, x);
	bool built = relation_build(&r);
	if (!built && !symex_stop)
		result_gap(x->result, GAP_UNSUPPORTED, r.failed_loc, "%s: %s", no_proof(x), r.failed);
	bool proved = built && prove_relation(&r);
	relation_close(&r);
	return proved;
}

/* Without threads, only what waits can block.  What is never called is not in the program. */
static bool may_block(const struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++)
		for (size_t k = 0; k < p->function.at[i]->ins.n; k++) {
			const struct ins *in = &p->function.at[i]->ins.at[k];
			if (in->kind == INS_ATOMIC_BEGIN && in->rhs)
				return true;
		}
	return p->has_threads;
}

bool proof_search(struct symex *x) {
	struct result *result = x->result;
	const char *missing = unsupported(x);
	if (missing) {
		result_gap(result, GAP_UNSUPPORTED, NO_LOC, "%s: it does not cover %s", no_proof(x),
		           missing);
		return false;
	}
	bool proved = prove(x);
	result->any_threads = proved && x->prog->has_threads;
	result->deadlocks_open = proved && x->config->schedules.deadlock_check && may_block(x->prog);
	return proved;
}
