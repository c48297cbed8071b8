#include "symex/proof/relation/flow.h"

#include "solvers/rewrite/substitute.h"
#include "solvers/term/range.h"

enum { MAX_ADDED = 3 };

/* --- Flags. --- */

static uint32_t part_of(const struct flows *f, term t) {
	for (uint32_t i = 0; i < f->r->part.n; i++)
		if (term_eq(f->r->part.at[i].var[1], t))
			return i;
	return NO_PART;
}

static bool is_boolean(const struct flows *f, term t, int depth) {
	struct terms *ts = f->r->x->ts;
	struct range range;
	uint32_t part = part_of(f, t);
	if (part != NO_PART)
		return f->is_flag[part];
	if (term_kind(ts, t) == TERM_ITE && depth)
		return is_boolean(f, term_arg(ts, t, 1), depth - 1) &&
		       is_boolean(f, term_arg(ts, t, 2), depth - 1);
	return range_unsigned(ts, t, &range) && range.hi <= 1;
}

/* Parts that are set to something else are no flags. */
static bool drop_flags(struct flows *f, const struct new_value *list, uint32_t n) {
	bool dropped = false;
	for (uint32_t i = 0; i < n; i++)
		if (f->is_flag[list[i].part] && !is_boolean(f, list[i].value, 4)) {
			f->is_flag[list[i].part] = false;
			dropped = true;
		}
	return dropped;
}

static bool drop_flags_of(struct flows *f, const struct edge *e) {
	bool dropped = drop_flags(f, e->to.own, e->to.nown);
	dropped |= drop_flags(f, e->shared, e->nshared);
	for (uint32_t i = 0; i < e->nspawned; i++)
		dropped |= drop_flags(f, e->spawned[i].own, e->spawned[i].nown);
	return dropped;
}

static void find_flags(struct flows *f) {
	const struct relation *r = f->r;
	for (uint32_t i = 0; i < r->part.n; i++) {
		const struct part *p = &r->part.at[i];
		f->is_flag[i] = (!p->is_pointer || p->value.n <= 2) && p->width <= 32 &&
		                (p->kind == PART_REGISTER || p->kind == PART_CELL);
	}
	for (bool dropped = true; dropped;) {
		dropped = false;
		for (size_t i = 0; i < r->begin.n; i++)
			dropped |= drop_flags_of(f, &r->begin.at[i]);
		for (size_t i = 0; i < r->edge.n; i++)
			dropped |= drop_flags_of(f, &r->edge.at[i]);
	}
	for (size_t i = 0; i < r->point.n; i++)
		for (size_t k = 0; k < r->point.at[i].part.n; k++) {
			struct weights *at = &f->flag[i];
			uint32_t part = r->point.at[i].part.at[k];
			if (f->is_flag[part] && !r->part.at[part].is_shared && at->nflags < MAX_FLAGS)
				at->flag[at->nflags++] = part;
		}
}

/* --- Copies. --- */

static bool small_difference(struct terms *ts, term a, term b, int *by) {
	uint64_t bits;
	uint32_t width = term_width(ts, a);
	if (width != term_width(ts, b) || width > 64 || !term_get_u64(ts, term_sub(ts, a, b), &bits))
		return false;
	int64_t d = (int64_t)(bits << (64 - width)) >> (64 - width);
	*by = (int)d;
	return d >= -MAX_ADDED && d <= MAX_ADDED;
}

/* The shared part that the term is, or is a copy of, and what is added to it. */
static struct copied read_copy(const struct flows *f, term t) {
	struct terms *ts = f->r->x->ts;
	uint64_t constant;
	term base = t;
	if (term_kind(ts, t) == TERM_ADD && term_is_small(ts, term_arg(ts, t, 1), &constant))
		base = term_arg(ts, t, 0);
	struct copied c = {part_of(f, base), 0};
	if (c.of == NO_PART || !small_difference(ts, t, base, &c.more))
		return (struct copied){NOT_COPIED, 0};
	if (f->r->part.at[c.of].is_shared)
		return c;
	return (struct copied){f->copy[c.of].of, c.more + f->copy[c.of].more};
}

static bool note_copies(struct flows *f, const struct arrival *a) {
	bool changed = false;
	for (uint32_t i = 0; i < a->nown; i++) {
		struct copied *known = &f->copy[a->own[i].part], is = read_copy(f, a->own[i].value);
		if (part_of(f, a->own[i].value) == a->own[i].part || is.of == NO_PART ||
		    known->of == NOT_COPIED || (known->of == is.of && known->more == is.more))
			continue;
		if (known->of != NO_PART)
			is.of = NOT_COPIED;
		*known = is;
		changed = true;
	}
	return changed;
}

static void find_copies(struct flows *f) {
	const struct relation *r = f->r;
	for (uint32_t i = 0; i < r->part.n; i++)
		f->copy[i] = (struct copied){NO_PART, 0};
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < r->edge.n; i++)
			changed |= note_copies(f, &r->edge.at[i].to);
	}
}

/* --- Steps. --- */

struct flag_constants {
	const struct flows *f;
	const struct weights *at;
	uint32_t values;
};

static term fixed(void *context, term var) {
	const struct flag_constants *x = context;
	const struct relation *r = x->f->r;
	for (uint32_t i = 0; i < x->at->nflags; i++) {
		const struct part *p = &r->part.at[x->at->flag[i]];
		if (term_eq(p->var[1], var))
			return term_u64(r->x->ts, p->width, x->values >> i & 1);
	}
	return var;
}

/* The term, where the flags of the point have these values. */
static term fix(const struct flows *f, uint32_t point, uint32_t values, term t) {
	struct flag_constants x = {f, &f->flag[point], values};
	if (!x.at->nflags)
		return t;
	struct substitution s = {f->r->x->ts, fixed, &x, 0, false, {0}};
	term to = substitute(&s, t);
	substitution_free(&s);
	return to;
}

/* Is the condition a part of the guard, or its contrary? */
static bool guard_says(struct terms *ts, term guard, term condition, bool *holds) {
	*holds = term_eq(guard, condition);
	if (*holds || term_eq(guard, term_not(ts, condition)))
		return true;
	if (term_kind(ts, guard) != TERM_AND)
		return false;
	return guard_says(ts, term_arg(ts, guard, 0), condition, holds) ||
	       guard_says(ts, term_arg(ts, guard, 1), condition, holds);
}

/* Can the flag have this value after the step? */
static bool may_become(const struct flows *f, const struct edge *e, uint32_t from, uint32_t flag,
                       uint64_t value) {
	struct terms *ts = f->r->x->ts;
	uint64_t is;
	bool zero;
	for (uint32_t i = 0; i < e->to.nown; i++) {
		if (e->to.own[i].part != flag)
			continue;
		term to = fix(f, e->from, from, e->to.own[i].value);
		if (term_get_u64(ts, to, &is))
			return is == value;
		term is_zero = term_equal(ts, to, term_u64(ts, term_width(ts, to), 0));
		return !guard_says(ts, fix(f, e->from, from, e->to.guard), is_zero, &zero) ||
		       zero == (value == 0);
	}
	return true;
}

static void add_edge(struct flows *f, uint32_t edge, uint32_t from) {
	const struct edge *e = &f->r->edge.at[edge];
	if (term_is_false(f->r->x->ts, fix(f, e->from, from, e->to.guard)))
		return;
	const struct weights *to = e->to.point == NO_POINT ? NULL : &f->flag[e->to.point];
	for (uint32_t values = 0; values < 1u << (to ? to->nflags : 0); values++) {
		bool may = true;
		for (uint32_t i = 0; to && i < to->nflags && may; i++)
			may = may_become(f, e, from, to->flag[i], values >> i & 1);
		if (may)
			vec_push(&f->at, ((struct flag_flow){edge, from, values}));
	}
}

/* --- Steps that may be taken. --- */

bool flow_is_live(const struct flows *f, uint32_t edge) {
	const struct edge *e = &f->r->edge.at[edge];
	return f->is_live[e->from] && !term_is_false(f->r->x->ts, e->to.guard);
}

static bool make_live(struct flows *f, const struct arrival *a) {
	if (a->point == NO_POINT || f->is_live[a->point])
		return false;
	f->is_live[a->point] = true;
	return true;
}

static void find_live(struct flows *f) {
	const struct relation *r = f->r;
	for (size_t i = 0; i < r->begin.n; i++)
		make_live(f, &r->begin.at[i].to);
	for (bool grew = true; grew;) {
		grew = false;
		for (uint32_t i = 0; i < r->edge.n; i++) {
			const struct edge *e = &r->edge.at[i];
			if (!flow_is_live(f, i))
				continue;
			grew |= make_live(f, &e->to);
			for (uint32_t k = 0; k < e->nspawned; k++)
				grew |= make_live(f, &e->spawned[k]);
		}
	}
}

void flows_open(struct flows *f, struct relation *r) {
	*f = (struct flows){.r = r};
	f->is_flag = mem_alloc(r->part.n + 1);
	f->flag = mem_alloc((r->point.n + 1) * sizeof *f->flag);
	f->copy = mem_alloc((r->part.n + 1) * sizeof *f->copy);
	f->is_live = mem_alloc(r->point.n + 1);
	find_live(f);
	find_flags(f);
	find_copies(f);
	for (uint32_t i = 0; i < r->edge.n; i++)
		for (uint32_t from = 0;
		     flow_is_live(f, i) && from < 1u << f->flag[r->edge.at[i].from].nflags; from++)
			add_edge(f, i, from);
}

void flows_close(struct flows *f) {
	mem_free(f->is_flag);
	mem_free(f->flag);
	mem_free(f->copy);
	mem_free(f->is_live);
	vec_free(&f->at);
}

/* --- What steps add. --- */

/* The guard may say what the part is, as that of a compare-and-swap does. */
static bool differs_by(struct terms *ts, term guard, term value, term var, int *by) {
	if (small_difference(ts, value, var, by))
		return true;
	if (term_kind(ts, guard) == TERM_AND)
		return differs_by(ts, term_arg(ts, guard, 0), value, var, by) ||
		       differs_by(ts, term_arg(ts, guard, 1), value, var, by);
	if (term_kind(ts, guard) != TERM_EQ)
		return false;
	term a = term_arg(ts, guard, 0), b = term_arg(ts, guard, 1);
	return (term_eq(a, var) && small_difference(ts, value, b, by)) ||
	       (term_eq(b, var) && small_difference(ts, value, a, by));
}

/* Does the step leave the part as it is only where it has one value, such as the largest one? */
static bool is_saturated(struct terms *ts, term value, term var) {
	term condition = term_arg(ts, value, 0);
	return term_kind(ts, condition) == TERM_EQ && term_eq(term_arg(ts, value, 1), var) &&
	       (term_eq(term_arg(ts, condition, 0), var) || term_eq(term_arg(ts, condition, 1), var));
}

/* The value that the guard leaves. */
static term chosen(struct terms *ts, term guard, term value, term var) {
	bool holds;
	while (term_kind(ts, value) == TERM_ITE) {
		if (is_saturated(ts, value, var))
			holds = false;
		else if (!guard_says(ts, guard, term_arg(ts, value, 0), &holds))
			break;
		value = term_arg(ts, value, holds ? 1 : 2);
	}
	return value;
}

static bool adds_to(const struct flows *f, const struct flag_flow *flow, term value, term var,
                    int *by) {
	const struct edge *e = &f->r->edge.at[flow->edge];
	struct terms *ts = f->r->x->ts;
	term guard = fix(f, e->from, flow->from, e->to.guard);
	value = chosen(ts, guard, fix(f, e->from, flow->from, value), var);
	return differs_by(ts, guard, value, var, by);
}

bool flow_adds(const struct flows *f, const struct flag_flow *flow, uint32_t part, int *by) {
	const struct relation *r = f->r;
	const struct edge *e = &r->edge.at[flow->edge];
	const struct control_point *p = &r->point.at[e->from];
	*by = 0;
	for (uint32_t i = 0; i < e->nshared; i++) {
		if (e->shared[i].part != part)
			continue;
		bool adds = adds_to(f, flow, e->shared[i].value, r->part.at[part].var[0], by);
		for (size_t k = 0; k < p->part.n && !adds; k++) {
			const struct copied *c = &f->copy[p->part.at[k]];
			adds = c->of == part &&
			       adds_to(f, flow, e->shared[i].value, r->part.at[p->part.at[k]].var[1], by);
			*by += adds ? c->more : 0;
		}
		return adds;
	}
	return true;
}

bool flows_count_in(const struct flows *f, uint32_t part) {
	for (uint32_t i = 0; i < f->r->edge.n; i++) {
		const struct edge *e = &f->r->edge.at[i];
		if (!flow_is_live(f, i))
			continue;
		for (uint32_t k = 0; k < e->nshared; k++) {
			struct copied c = {NOT_COPIED, 0};
			if (e->shared[k].part == part)
				c = read_copy(f, e->shared[k].value);
			if (c.of == part && c.more)
				return true;
		}
	}
	return false;
}
