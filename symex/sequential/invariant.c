#include "symex/sequential/invariant.h"

#include "solvers/solver.h"
#include "symex/memory/content.h"
#include "symex/query/vc.h"
#include "symex/step/value/eval.h"

enum { MAX_PAIRED = 10, MAX_CANDIDATES = 400 };

/* --- Candidates as terms over a state. --- */

static term value_of(struct symex *x, struct state *st, const struct loop_change *c) {
	if (c->is_register) {
		uint64_t reg = pmap_get(&st->reg, c->key);
		return reg && reg_kind(reg) < REG_COUNT ? reg_term(x, reg) : NO_TERM;
	}
	uint32_t id = c->variable ? memory_static(x, c->variable) : c->key;
	const struct content *content = id < x->object.n ? memory_get(x, st, id) : NULL;
	if (!content || !c->cell.bytes || content->elem)
		return NO_TERM;
	return content_read(x, content, c->offset, c->cell);
}

static term low_bits(struct symex *x, term t, uint32_t n) {
	uint32_t w = term_width(x->ts, t);
	return term_extract(x->ts, t, (n < w ? n : w) - 1, 0);
}

static term single(struct symex *x, enum candidate_relation r, term now, term before) {
	struct terms *ts = x->ts;
	switch (r) {
	case NOT_BELOW: return term_sle(ts, before, now);
	case NOT_ABOVE: return term_sle(ts, now, before);
	case NOT_BELOW_UNSIGNED: return term_ule(ts, before, now);
	case NOT_ABOVE_UNSIGNED: return term_ule(ts, now, before);
	case SAME_PARITY: return term_equal(ts, low_bits(x, now, 1), low_bits(x, before, 1));
	default: return term_equal(ts, low_bits(x, now, 2), low_bits(x, before, 2));
	}
}

static term combine(struct symex *x, enum candidate_relation r, term a, term b) {
	if (r == SAME_SUM)
		return term_add(x->ts, a, b);
	if (r == SAME_DOUBLE)
		b = term_add(x->ts, b, b);
	return term_sub(x->ts, a, b);
}

static term exit_relation(struct symex *x, struct state *st, const struct invariant_candidate *c) {
	struct terms *ts = x->ts;
	bool is_signed = c->left->type->kind == TYPE_INT && c->left->type->is_signed;
	term (*less_equal)(struct terms *, term, term) = is_signed ? term_sle : term_ule;
	term a = eval(x, st, c->left), b = eval(x, st, c->right);
	term one = term_u64(ts, term_width(ts, a), 1);
	switch (c->relation) {
	case EXIT_NOT_ABOVE: return less_equal(ts, a, b);
	case EXIT_NOT_BELOW: return less_equal(ts, b, a);
	case EXIT_AT_MOST_ONE_ABOVE: return less_equal(ts, a, term_add(ts, b, one));
	default: return less_equal(ts, b, term_add(ts, a, one));
	}
}

/* The candidate in the state; NO_TERM: a value that it relates does not exist here. */
static term relation(struct symex *x, struct state *st, const struct loop_entry *e,
                     const struct invariant_candidate *c) {
	const struct induct *d = x->self;
	if (c->left)
		return exit_relation(x, st, c);
	if (c->a >= e->nbefore || c->b >= e->nbefore)
		return NO_TERM;
	term now = value_of(x, st, &d->change.at[c->a]), before = e->before[c->a];
	if (!now.ix || !before.ix || term_width(x->ts, now) != term_width(x->ts, before))
		return NO_TERM;
	if (c->relation < SAME_DIFFERENCE)
		return single(x, c->relation, now, before);
	term now_b = value_of(x, st, &d->change.at[c->b]), before_b = e->before[c->b];
	if (!now_b.ix || !before_b.ix || term_width(x->ts, now_b) != term_width(x->ts, now) ||
	    term_width(x->ts, before_b) != term_width(x->ts, now))
		return NO_TERM;
	return term_equal(x->ts, combine(x, c->relation, now, now_b),
	                  combine(x, c->relation, before, before_b));
}

static void add_obligation(struct symex *x, struct state *st, uint32_t candidate, term holds) {
	struct candidate_obligation d = {
	    .candidate = candidate,
	    .fails = term_and(x->ts, state_guard(x, st), term_not(x->ts, holds)),
	    .nassumed = (uint32_t)x->assumption.n};
	if (!term_is_false(x->ts, d.fails))
		vec_push(&((struct induct *)x->self)->obligation, d);
}

void invariant_before(struct symex *x, struct state *st, struct loop_entry *e) {
	struct induct *d = x->self;
	term *before = arena_array(x->pool.arena, term, d->change.n + 1);
	for (size_t i = 0; i < d->change.n; i++)
		before[i] = d->change.at[i].loop == e->loop ? value_of(x, st, &d->change.at[i]) : NO_TERM;
	e->before = before;
	e->nbefore = d->change.n;
	for (uint32_t i = 0; i < d->candidate.n; i++) {
		const struct invariant_candidate *c = &d->candidate.at[i];
		if (c->loop != e->loop || c->dropped || !c->left)
			continue; /* a relation to the values on entry holds there trivially */
		add_obligation(x, st, i, relation(x, st, e, c));
	}
}

void invariant_assume(struct symex *x, struct state *st, const struct loop_entry *e) {
	struct induct *d = x->self;
	for (size_t i = 0; i < d->candidate.n; i++) {
		const struct invariant_candidate *c = &d->candidate.at[i];
		term holds = c->loop == e->loop && !c->dropped ? relation(x, st, e, c) : NO_TERM;
		if (holds.ix)
			symex_assume(x, state_guard(x, st), holds);
	}
}

void invariant_iteration(struct symex *x, struct state *st, const struct loop_entry *e) {
	struct induct *d = x->self;
	for (uint32_t i = 0; i < d->candidate.n; i++) {
		struct invariant_candidate *c = &d->candidate.at[i];
		if (c->loop != e->loop || c->dropped)
			continue;
		term holds = relation(x, st, e, c);
		if (holds.ix)
			add_obligation(x, st, i, holds);
		else
			add_obligation(x, st, i, term_false(x->ts));
	}
}

/* --- Guessing candidates. --- */

static void add_candidate(struct induct *d, struct invariant_candidate c) {
	if (d->candidate.n < MAX_CANDIDATES)
		vec_push(&d->candidate, c);
}

static void guess_pairs(struct induct *d, const struct loop *l) {
	for (uint32_t a = 0, na = 0; a < d->change.n && na < MAX_PAIRED; a++) {
		if (d->change.at[a].loop != l)
			continue;
		na++;
		for (uint32_t b = 0, nb = 0; b < d->change.n && nb < MAX_PAIRED; b++) {
			if (b == a || d->change.at[b].loop != l)
				continue;
			nb++;
			for (enum candidate_relation r = a < b ? SAME_DIFFERENCE : SAME_DOUBLE;
			     r <= SAME_DOUBLE; r++)
				add_candidate(
				    d, (struct invariant_candidate){.loop = l, .relation = r, .a = a, .b = b});
		}
	}
}

/* Does the evaluation of the expression access nothing but integer variables? */
static bool reads_only_variables(const struct expr *e) {
	if (e->kind == EXPR_DEREF || e->kind == EXPR_INDEX || e->kind == EXPR_BUILTIN ||
	    e->kind == EXPR_ADDR || e->kind == EXPR_VARARGS || !type_is_integer(e->type))
		return false;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (e->kind != EXPR_MEMBER && !reads_only_variables(e->arg[i]))
			return false;
	return e->kind != EXPR_MEMBER;
}

static void guess_exit(struct induct *d, const struct loop *l, const struct expr *e) {
	if (e->kind == EXPR_LNOT || e->kind == EXPR_LAND || e->kind == EXPR_LOR) {
		for (uint32_t i = 0; i < e->nargs; i++)
			guess_exit(d, l, e->arg[i]);
		return;
	}
	if (e->kind < EXPR_EQ || e->kind > EXPR_GE || !reads_only_variables(e->arg[0]) ||
	    !reads_only_variables(e->arg[1]))
		return;
	for (enum candidate_relation r = EXIT_NOT_ABOVE; r <= EXIT_AT_MOST_ONE_BELOW; r++)
		add_candidate(d, (struct invariant_candidate){
		                     .loop = l, .relation = r, .left = e->arg[0], .right = e->arg[1]});
}

static void guess_exits(struct induct *d, const struct function *f, const struct loop *l) {
	for (uint32_t i = l->head; i <= l->back; i++) {
		const struct ins *in = &f->ins.at[i];
		bool leaves = in->target < l->head || in->target > l->back;
		if (in->kind == INS_GOTO && in->rhs && (leaves || i == l->back))
			guess_exit(d, l, in->rhs);
	}
}

void invariant_guess(struct induct *d) {
	for (size_t i = 0; i < d->entry.n; i++) {
		const struct loop_entry *e = &d->entry.at[i];
		bool seen = false;
		for (size_t k = 0; k < i; k++)
			seen |= d->entry.at[k].loop == e->loop;
		if (seen)
			continue;
		for (uint32_t c = 0; c < d->change.n; c++)
			for (enum candidate_relation r = NOT_BELOW;
			     d->change.at[c].loop == e->loop && r <= SAME_MODULO_4; r++)
				add_candidate(d, (struct invariant_candidate){
				                     .loop = e->loop, .relation = r, .a = c, .b = c});
		guess_exits(d, e->frame->function, e->loop);
		guess_pairs(d, e->loop);
	}
}

/* The length of the longest prefix of the assumptions that holds in the model. */
static uint32_t assumptions_that_hold(struct symex *x, struct model *model) {
	uint32_t n = 0;
	while (n < x->assumption.n && model_holds(model, x->assumption.at[n]))
		n++;
	return n;
}

bool invariant_drop(struct symex *x, struct induct *d) {
	struct model *model;
	if (!d->obligation.n)
		return false;
	struct vc_item *item = mem_alloc(d->obligation.n * sizeof *item);
	for (size_t i = 0; i < d->obligation.n; i++)
		item[i] = (struct vc_item){d->obligation.at[i].fails, d->obligation.at[i].nassumed};
	enum answer a = vc_check_any(x, item, d->obligation.n, &model);
	uint32_t assumptions = a == ANSWER_SAT ? assumptions_that_hold(x, model) : 0;
	for (size_t i = 0; i < d->obligation.n && a == ANSWER_SAT; i++)
		if (item[i].nassumed <= assumptions && model_holds(model, item[i].holds))
			d->candidate.at[d->obligation.at[i].candidate].dropped = true;
	if (a == ANSWER_SAT)
		model_close(model);
	for (size_t i = 0; i < d->candidate.n && a == ANSWER_UNKNOWN; i++)
		d->candidate.at[i].dropped = true;
	mem_free(item);
	return a != ANSWER_UNSAT;
}
