/* Candidates for invariants, guessed from the formulas of the steps.
 *
 * Parts that are compared with each other, or copied to each other, form a class, with the
 * constants that they are compared with.  The candidates relate each part of a view to the
 * constants of its class and to the other parts of the class: a <= b, b <= a, a != b; less and
 * equal are conjunctions of these.  A part that a step sets to an expression over the thread, such
 * as the owner of a lock, is compared with this expression. */
#include "symex/proof/view.h"

#include "solvers/rewrite/substitute.h"
#include "symex/step/eval.h"

enum { MAX_CONSTANTS = 12, MAX_ATOMS = 3000, MAX_SETS = 12, MAX_OWN = 80, MAX_BACK = 6 };

struct class {
	VEC(term) constant;
	bool is_signed, is_unsigned; /* how its parts are compared */
};

struct setting { /* a step sets a part to an expression over the thread */
	uint32_t part;
	uint32_t tid;
	term value;
	bool is_rigid; /* over the number of the thread only: of interest to the whole class */
};

struct own_atom { /* a comparison of the program itself, or what makes it true after a few steps */
	term atom;
	uint32_t tid;   /* of the thread whose parts it mentions; NO_PART: shared parts only */
	uint32_t place; /* only there; NO_PLACE: wherever its parts exist */
};

struct candidate_list {
	VEC(term) at;
};

struct atoms {
	struct views *v;
	uint32_t *up; /* union-find of parts */
	struct class *class;
	VEC(struct setting) setting;
	VEC(struct own_atom) own;
	struct map seen;
	struct map list_of;
	VEC(struct candidate_list *) list;
	struct map known; /* while a list is made */
	bool *of_main;    /* by part: is it a variable of main that is not constant? */
};

/* --- Classes. --- */

static uint32_t root(struct atoms *a, uint32_t part) {
	while (a->up[part] != part)
		part = a->up[part] = a->up[a->up[part]];
	return part;
}

static void add_constant(struct atoms *a, uint32_t part, term value) {
	struct class *c = &a->class[root(a, part)];
	for (size_t i = 0; i < c->constant.n; i++)
		if (term_eq(c->constant.at[i], value))
			return;
	if (c->constant.n < MAX_CONSTANTS)
		vec_push(&c->constant, value);
}

static void join(struct atoms *a, uint32_t p, uint32_t q) {
	p = root(a, p);
	q = root(a, q);
	if (p == q || a->v->r->part.at[p].width != a->v->r->part.at[q].width)
		return;
	a->up[q] = p;
	a->class[p].is_signed |= a->class[q].is_signed;
	a->class[p].is_unsigned |= a->class[q].is_unsigned;
	for (size_t i = 0; i < a->class[q].constant.n; i++)
		add_constant(a, p, a->class[q].constant.at[i]);
}

static bool part_of(const struct atoms *a, term t, uint32_t *part) {
	uint64_t known;
	if (!map_get(&a->v->part_of_var, t.ix, &known))
		return false;
	*part = (uint32_t)known;
	return true;
}

/* The parts whose values, or values plus a constant, the term may have. */
static void leaves(struct atoms *a, term t, int depth, uint32_t *part, uint32_t *n, term *constant,
                   uint32_t *nconstant) {
	struct terms *ts = a->v->x->ts;
	if (*n == 4 || *nconstant == 4 || !depth)
		return;
	if (part_of(a, t, &part[*n])) {
		++*n;
	} else if (term_is_const(ts, t)) {
		constant[(*nconstant)++] = t;
	} else if (term_kind(ts, t) == TERM_ITE) {
		leaves(a, term_arg(ts, t, 1), depth - 1, part, n, constant, nconstant);
		leaves(a, term_arg(ts, t, 2), depth - 1, part, n, constant, nconstant);
	} else if (term_kind(ts, t) == TERM_ADD) {
		leaves(a, term_arg(ts, t, 0), depth - 1, part, n, constant, nconstant);
		leaves(a, term_arg(ts, t, 1), depth - 1, part, n, constant, nconstant);
	}
}

static void relate(struct atoms *a, term s, term t, enum term_kind kind) {
	uint32_t part[4], n = 0, nconstant = 0;
	term constant[4];
	leaves(a, s, 4, part, &n, constant, &nconstant);
	leaves(a, t, 4, part, &n, constant, &nconstant);
	for (uint32_t i = 0; i < n; i++) {
		join(a, part[0], part[i]);
		struct class *c = &a->class[root(a, part[0])];
		c->is_signed |= kind == TERM_SLT;
		c->is_unsigned |= kind == TERM_ULT;
		for (uint32_t k = 0; k < nconstant; k++)
			if (term_width(a->v->x->ts, constant[k]) == a->v->r->part.at[part[i]].width)
				add_constant(a, part[i], constant[k]);
	}
}

static void scan(struct atoms *a, term t) {
	struct terms *ts = a->v->x->ts;
	if (map_get(&a->seen, t.ix, NULL))
		return;
	map_put(&a->seen, t.ix, 1);
	enum term_kind k = term_kind(ts, t);
	if ((k == TERM_EQ && term_sort(ts, term_arg(ts, t, 0)).kind == SORT_BV) || k == TERM_ULT ||
	    k == TERM_SLT)
		relate(a, term_arg(ts, t, 0), term_arg(ts, t, 1), k);
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		scan(a, term_arg(ts, t, i));
}

static void scan_value(struct atoms *a, const struct new_value *n) {
	uint32_t part[4], count = 0, nconstant = 0;
	term constant[4];
	scan(a, n->value);
	leaves(a, n->value, 4, part, &count, constant, &nconstant);
	for (uint32_t i = 0; i < count; i++)
		join(a, n->part, part[i]);
	for (uint32_t i = 0; i < nconstant; i++)
		if (term_width(a->v->x->ts, constant[i]) == a->v->r->part.at[n->part].width)
			add_constant(a, n->part, constant[i]);
}

struct expression { /* what a term is made of */
	uint32_t size;
	bool has_part, has_other, is_rigid;
};

static void look(struct atoms *a, term t, struct expression *e) {
	struct terms *ts = a->v->x->ts;
	uint32_t part;
	if (++e->size > 12)
		return;
	if (part_of(a, t, &part)) {
		const struct part *p = &a->v->r->part.at[part];
		e->has_part = true;
		e->has_other |= p->is_shared || !a->v->symbolic[part];
		e->is_rigid &= p->kind == PART_NUMBER;
	} else if (term_kind(ts, t) == TERM_VAR) {
		e->has_other = true;
	}
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		look(a, term_arg(ts, t, i), e);
}

static void find_setting(struct atoms *a, uint32_t tid, const struct new_value *n) {
	struct expression e = {.is_rigid = true};
	uint32_t part;
	if (!a->v->symbolic[n->part] || part_of(a, n->value, &part) || a->setting.n == MAX_SETS)
		return;
	look(a, n->value, &e);
	bool is_sum = a->v->is_rich && term_kind(a->v->x->ts, n->value) == TERM_ADD && e.size == 3;
	if (e.size > 12 || e.has_other || !e.has_part ||
	    (!e.is_rigid && !is_sum && !a->v->r->part.at[n->part].is_shared))
		return;
	for (size_t i = 0; i < a->setting.n; i++)
		if (a->setting.at[i].part == n->part && term_eq(a->setting.at[i].value, n->value))
			return;
	vec_push(&a->setting, ((struct setting){n->part, tid, n->value, e.is_rigid}));
}

/* Threads that never set such a word may compare their numbers with it all the same. */
static void find_owner_settings(struct atoms *a) {
	const struct relation *r = a->v->r;
	for (uint32_t i = 0; i < a->v->owners.n; i++)
		for (uint32_t tid = 1; tid < r->template.n; tid++) {
			const struct owner *o = &a->v->owners.at[i];
			bool has = !r->template.at[tid].is_many || !a->v->symbolic[o->part];
			for (size_t k = 0; k < a->setting.n && !has; k++)
				has = a->setting.at[k].part == o->part && a->setting.at[k].tid == tid;
			if (has || a->setting.n == MAX_SETS)
				continue;
			term value = owner_word(r, o, r->part.at[r->template.at[tid].number].var[1]);
			vec_push(&a->setting, ((struct setting){o->part, tid, value, false}));
		}
}

/* Does the term speak of symbolic parts only, and how many of threads? */
static bool is_symbolic(struct atoms *a, term t, uint32_t *size, uint32_t *own, uint32_t *shared) {
	struct terms *ts = a->v->x->ts;
	uint32_t part;
	if (++*size > 40)
		return false;
	if (part_of(a, t, &part)) {
		++*(a->v->r->part.at[part].is_shared ? shared : own);
		return a->v->symbolic[part];
	}
	if (term_kind(ts, t) == TERM_VAR)
		return false;
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (!is_symbolic(a, term_arg(ts, t, i), size, own, shared))
			return false;
	return true;
}

static void add_own_atom(struct atoms *a, struct own_atom o) {
	for (size_t i = 0; i < a->own.n; i++)
		if (term_eq(a->own.at[i].atom, o.atom) && a->own.at[i].place == o.place)
			return;
	if (a->own.n < MAX_OWN)
		vec_push(&a->own, o);
}

/* Collects the comparisons in a condition of a thread. */
static void collect(struct atoms *a, uint32_t tid, term t, int depth) {
	struct terms *ts = a->v->x->ts;
	enum term_kind k = term_kind(ts, t);
	if (depth && (k == TERM_AND || k == TERM_NOT)) {
		for (uint32_t i = 0; i < term_nargs(ts, t); i++)
			collect(a, tid, term_arg(ts, t, i), depth - 1);
		return;
	}
	uint32_t size = 0, own = 0, shared = 0;
	if (!is_symbolic(a, t, &size, &own, &shared) || own + shared == 0)
		return;
	add_own_atom(a, (struct own_atom){t, own ? tid : NO_PART, NO_PLACE});
}

/* --- Weakest preconditions. --- */

struct before_edge {
	struct atoms *a;
	const struct edge *e;
	bool changes;
};

static term value_before(void *context, term var) {
	struct before_edge *b = context;
	uint32_t part;
	if (!part_of(b->a, var, &part))
		return var;
	bool is_shared = b->a->v->r->part.at[part].is_shared;
	const struct new_value *list = is_shared ? b->e->shared : b->e->to.own;
	uint32_t n = is_shared ? b->e->nshared : b->e->to.nown;
	for (uint32_t i = 0; i < n; i++)
		if (list[i].part == part) {
			b->changes |= !term_eq(list[i].value, var);
			return list[i].value;
		}
	return is_shared ? var : NO_TERM;
}

static void precondition(struct atoms *a, const struct own_atom *o, const struct edge *e) {
	struct before_edge b = {a, e, false};
	uint32_t tid = a->v->r->place.at[e->from].tid, size = 0, own = 0, shared = 0;
	if (o->place != NO_PLACE ? e->to.place != o->place : o->tid != NO_PART && o->tid != tid)
		return;
	struct substitution s = {a->v->x->ts, value_before, &b, 200, false, {0}};
	term before = substitute(&s, o->atom);
	substitution_free(&s);
	if (before.ix && (b.changes || o->place != NO_PLACE) && !term_is_const(a->v->x->ts, before) &&
	    is_symbolic(a, before, &size, &own, &shared))
		add_own_atom(a, (struct own_atom){before, own ? tid : NO_PART, own ? e->from : NO_PLACE});
}

/* What makes the comparisons true after one step, after two, ... */
static void find_preconditions(struct atoms *a) {
	size_t from = 0;
	for (int depth = 0; depth < MAX_BACK; depth++) {
		size_t to = a->own.n;
		for (; from < to; from++)
			for (size_t i = 0; i < a->v->r->edge.n && a->own.n < MAX_OWN; i++) {
				struct own_atom o = a->own.at[from];
				precondition(a, &o, &a->v->r->edge.at[i]);
			}
	}
}

static void scan_arrival(struct atoms *a, const struct arrival *to) {
	scan(a, to->guard);
	for (uint32_t i = 0; i < to->nown; i++)
		scan_value(a, &to->own[i]);
}

static void find_classes(struct atoms *a) {
	const struct relation *r = a->v->r;
	for (size_t i = 0; i < r->part.n; i++) {
		const struct type *t = r->part.at[i].type;
		a->up[i] = (uint32_t)i;
		if (t && t->kind == TYPE_INT && t->is_signed)
			a->class[i].is_signed = true;
		else
			a->class[i].is_unsigned = true;
	}
	for (size_t i = 0; i < r->begin.n; i++)
		for (uint32_t k = 0; k < r->begin.at[i].nshared; k++)
			scan_value(a, &r->begin.at[i].shared[k]);
	for (size_t i = 0; i < r->edge.n; i++) {
		const struct edge *e = &r->edge.at[i];
		scan_arrival(a, &e->to);
		for (uint32_t k = 0; k < e->to.nown; k++)
			find_setting(a, r->place.at[e->from].tid, &e->to.own[k]);
		for (uint32_t k = 0; k < e->nshared; k++) {
			scan_value(a, &e->shared[k]);
			find_setting(a, r->place.at[e->from].tid, &e->shared[k]);
		}
		for (uint32_t k = 0; k < e->nspawned; k++)
			scan_arrival(a, &e->spawned[k]);
	}
	for (size_t i = 0; i < r->place.n; i++)
		for (size_t k = 0; k < r->place.at[i].obligation.n; k++) {
			scan(a, r->place.at[i].obligation.at[k].violated);
			if (a->v->is_rich)
				collect(a, r->place.at[i].tid, r->place.at[i].obligation.at[k].violated, 12);
		}
}

/* --- Candidates of a view. --- */

struct seen_part { /* a symbolic part in view */
	uint32_t part;
	uint32_t view; /* 0: shared */
};

struct sight {
	VEC(struct seen_part) at;
};

static void see(struct atoms *a, struct sight *s, uint32_t place, uint32_t view) {
	const struct relation *r = a->v->r;
	if (!view) {
		for (uint32_t i = 0; i < r->part.n; i++)
			if (a->v->symbolic[i] && part_is_used(r, i) && r->part.at[i].kind != PART_COUNTER)
				vec_push(&s->at, ((struct seen_part){i, 0}));
		return;
	}
	const struct place *p = &r->place.at[place];
	for (size_t i = 0; i < p->part.n; i++)
		if (a->v->symbolic[p->part.at[i]] && r->part.at[p->part.at[i]].kind != PART_NUMBER)
			vec_push(&s->at, ((struct seen_part){p->part.at[i], view}));
}

static void add(struct atoms *a, struct candidate_list *l, term t) {
	if (term_is_const(a->v->x->ts, t) || l->at.n >= MAX_ATOMS || map_get(&a->known, t.ix, NULL))
		return;
	map_put(&a->known, t.ix, 1);
	vec_push(&l->at, t);
}

static void compare(struct atoms *a, struct candidate_list *l, const struct class *c, term s,
                    term t) {
	struct terms *ts = a->v->x->ts;
	if (c->is_unsigned) {
		add(a, l, term_ule(ts, s, t));
		add(a, l, term_ule(ts, t, s));
	}
	if (c->is_signed) {
		add(a, l, term_sle(ts, s, t));
		add(a, l, term_sle(ts, t, s));
	}
	add(a, l, term_distinct(ts, s, t));
}

static term var_of(const struct atoms *a, const struct seen_part *s) {
	return a->v->r->part.at[s->part].var[s->view];
}

static bool has_parts(struct atoms *a, const struct place *p, term t) {
	struct terms *ts = a->v->x->ts;
	uint32_t part;
	if (part_of(a, t, &part)) {
		bool has = a->v->r->part.at[part].is_shared;
		for (size_t i = 0; i < p->part.n; i++)
			has |= p->part.at[i] == part;
		return has;
	}
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (!has_parts(a, p, term_arg(ts, t, i)))
			return false;
	return true;
}

/* Parts in view that a step of thread 'view' may have set to an expression over that thread. */
static void add_settings(struct atoms *a, struct candidate_list *l, const struct sight *seen,
                         uint32_t place, uint32_t view) {
	struct terms *ts = a->v->x->ts;
	const struct place *p = &a->v->r->place.at[place];
	for (size_t i = 0; i < a->setting.n; i++) {
		const struct setting *s = &a->setting.at[i];
		if (s->tid != p->tid || !has_parts(a, p, s->value))
			continue;
		term value = views_rename(a->v, s->value, view, 0);
		for (size_t k = 0; k < seen->at.n; k++) {
			const struct seen_part *q = &seen->at.at[k];
			if (s->is_rigid ? root(a, q->part) != root(a, s->part) : q->part != s->part)
				continue;
			add(a, l, term_equal(ts, var_of(a, q), value));
			add(a, l, term_distinct(ts, var_of(a, q), value));
		}
	}
}

/* Comparisons of the program, where the parts that they mention exist. */
static void add_own(struct atoms *a, struct candidate_list *l, uint32_t place, uint32_t view) {
	struct terms *ts = a->v->x->ts;
	const struct place *p = &a->v->r->place.at[place];
	for (size_t i = 0; i < a->own.n; i++) {
		const struct own_atom *o = &a->own.at[i];
		if ((o->tid != NO_PART && (o->tid != p->tid || !has_parts(a, p, o->atom))) ||
		    (o->place != NO_PLACE && o->place != place))
			continue;
		term atom = views_rename(a->v, o->atom, view, 0);
		add(a, l, atom);
		add(a, l, term_not(ts, atom));
	}
}

/* The counter modulo 2^width, which is enough for what is equal to it. */
static term counter_as(struct atoms *a, const struct follower *f, uint32_t width) {
	struct terms *ts = a->v->x->ts;
	term counter = a->v->r->part.at[a->v->counters->at.at[f->counter].part].var[0];
	return width < COUNTER_BITS ? term_extract(ts, counter, width - 1, 0)
	                            : term_sext(ts, counter, width);
}

/* Variables that follow a counter, up to a constant. */
static void add_potential(struct atoms *a, struct candidate_list *l, const struct follower *f) {
	struct terms *ts = a->v->x->ts;
	const struct relation *r = a->v->r;
	uint32_t width = r->part.at[f->plus].width;
	term counter = counter_as(a, f, width), value = r->part.at[f->plus].var[0];
	if (f->minus != NO_PART && f->is_sum)
		value = term_add(ts, value, r->part.at[f->minus].var[0]);
	else if (f->minus != NO_PART)
		value = term_sub(ts, value, r->part.at[f->minus].var[0]);
	if (f->is_falling)
		counter = term_neg(ts, counter);
	const int64_t constant[] = {0, 1, f->first};
	for (size_t i = 0; i < sizeof constant / sizeof *constant; i++)
		add(a, l, term_equal(ts, value, term_add(ts, counter, term_i64(ts, width, constant[i]))));
	const struct class *class = &a->class[root(a, f->plus)]; /* what a step may have set it to */
	for (size_t i = 0; i < class->constant.n; i++)
		add(a, l, term_equal(ts, value, term_add(ts, counter, class->constant.at[i])));
}

/* The sum of a variable and of the threads that may still change it is at most 'bound': the
 * variable is, and what is left below the bound is no less than the threads.  So nothing that is
 * added can overflow. */
static void add_bound(struct atoms *a, struct candidate_list *l, const struct follower *f,
                      const struct seen_part *p, term bound) {
	struct terms *ts = a->v->x->ts;
	const struct class *class = &a->class[root(a, p->part)];
	uint32_t width = a->v->r->part.at[p->part].width;
	uint32_t most = width < COUNTER_BITS ? COUNTER_BITS : width;
	term counter = a->v->r->part.at[a->v->counters->at.at[f->counter].part].var[0];
	term left = term_zext(ts, term_sub(ts, bound, var_of(a, p)), most);
	add(a, l, term_ule(ts, term_zext(ts, counter, most), left));
	add(a, l,
	    class->is_signed ? term_sle(ts, var_of(a, p), bound) : term_ule(ts, var_of(a, p), bound));
}

/* Is the part compared with a variable of main, or one itself? */
static bool is_mains_class(struct atoms *a, uint32_t part) {
	for (uint32_t i = 0; i < a->v->r->part.n; i++)
		if (a->of_main[i] && root(a, i) == root(a, part))
			return true;
	return false;
}

/* What main counts, a constant that main compares with, or the largest number. */
static void add_before(struct atoms *a, struct candidate_list *l, const struct follower *f,
                       const struct sight *seen) {
	struct terms *ts = a->v->x->ts;
	const struct relation *r = a->v->r;
	for (size_t i = 0; i < seen->at.n; i++) {
		const struct seen_part *p = &seen->at.at[i];
		const struct class *class = &a->class[root(a, p->part)];
		uint32_t width = r->part.at[p->part].width;
		if (root(a, p->part) != root(a, f->plus) || width > 64)
			continue;
		uint64_t largest = UINT64_MAX >> (64 - width) >> class->is_signed;
		add_bound(a, l, f, p, term_u64(ts, width, largest));
		for (uint32_t k = 0; k < r->part.n; k++)
			for (size_t n = 0; a->of_main[k] && n < a->class[root(a, k)].constant.n; n++)
				if (r->part.at[k].width == width)
					add_bound(a, l, f, p, a->class[root(a, k)].constant.at[n]);
		for (size_t k = 0; k < seen->at.n; k++) {
			const struct seen_part *q = &seen->at.at[k];
			if (q->part == p->part || !is_mains_class(a, q->part) ||
			    r->part.at[q->part].width != width)
				continue;
			add_bound(a, l, f, p, var_of(a, q));
			add_bound(a, l, f, p, term_add(ts, var_of(a, q), term_u64(ts, width, 1)));
		}
	}
}

static void add_counters(struct atoms *a, struct candidate_list *l, const struct sight *seen) {
	const struct counters *c = a->v->counters;
	struct terms *ts = a->v->x->ts;
	for (size_t i = 0; c && i < c->follower.n; i++) {
		if (c->follower.at[i].is_potential)
			add_potential(a, l, &c->follower.at[i]);
		else
			add_before(a, l, &c->follower.at[i], seen);
	}
	for (size_t i = 0; c && i < c->at.n; i++)
		add(a, l,
		    term_equal(ts, a->v->r->part.at[c->at.at[i].part].var[0],
		               term_u64(ts, COUNTER_BITS, 0)));
}

static struct candidate_list *guess(struct atoms *a, uint32_t place1, uint32_t place2) {
	struct candidate_list *l = mem_alloc(sizeof *l);
	struct sight s = {0};
	map_clear(&a->known);
	see(a, &s, 0, 0);
	see(a, &s, place1, 1);
	if (place2 != NO_PLACE)
		see(a, &s, place2, 2);
	for (size_t i = 0; i < s.at.n; i++) {
		const struct seen_part *p = &s.at.at[i];
		const struct class *c = &a->class[root(a, p->part)];
		for (size_t k = 0; k < c->constant.n; k++)
			compare(a, l, c, var_of(a, p), c->constant.at[k]);
		for (size_t k = 0; k < i; k++)
			if (root(a, s.at.at[k].part) == root(a, p->part))
				compare(a, l, c, var_of(a, &s.at.at[k]), var_of(a, p));
	}
	add_settings(a, l, &s, place1, 1);
	if (place2 != NO_PLACE)
		add_settings(a, l, &s, place2, 2);
	add_own(a, l, place1, 1);
	if (place2 != NO_PLACE)
		add_own(a, l, place2, 2);
	add_counters(a, l, &s);
	vec_free(&s.at);
	return l;
}

bool atoms_join_classes(struct atoms *a) {
	struct views *v = a->v;
	bool grew = false;
	for (uint32_t i = 0; i < v->r->part.n; i++)
		for (uint32_t k = 0; k < v->r->part.n; k++) {
			const struct part *p = &v->r->part.at[k];
			if (!v->symbolic[i] || v->symbolic[k] || root(a, i) != root(a, k) || p->is_pointer ||
			    p->kind == PART_EXISTS)
				continue;
			grew = v->symbolic[k] = true;
		}
	return grew;
}

const term *atoms_of(struct atoms *a, uint32_t place1, uint32_t place2, size_t *n) {
	uint64_t key = (uint64_t)place1 << 32 | place2, known;
	if (!map_get(&a->list_of, key, &known)) {
		known = a->list.n;
		map_put(&a->list_of, key, known);
		vec_push(&a->list, guess(a, place1, place2));
	}
	*n = a->list.at[known]->at.n;
	return a->list.at[known]->at.at;
}

struct atoms *atoms_open(struct views *v) {
	struct atoms *a = mem_alloc(sizeof *a);
	a->v = v;
	a->up = mem_alloc((v->r->part.n + 1) * sizeof *a->up);
	a->class = mem_alloc((v->r->part.n + 1) * sizeof *a->class);
	a->of_main = mem_alloc(v->r->part.n + 1);
	find_classes(a);
	find_preconditions(a);
	if (v->is_rich)
		find_owner_settings(a);
	for (size_t i = 0; i < v->r->place.n; i++)
		for (size_t k = 0; k < v->r->place.at[i].part.n && !v->r->place.at[i].tid; k++) {
			uint32_t part = v->r->place.at[i].part.at[k];
			a->of_main[part] = v->symbolic[part] && v->r->part.at[part].kind == PART_REGISTER;
		}
	return a;
}

void atoms_close(struct atoms *a) {
	for (size_t i = 0; i < a->v->r->part.n; i++)
		vec_free(&a->class[i].constant);
	for (size_t i = 0; i < a->list.n; i++) {
		vec_free(&a->list.at[i]->at);
		mem_free(a->list.at[i]);
	}
	vec_free(&a->list);
	vec_free(&a->setting);
	vec_free(&a->own);
	map_free(&a->seen);
	map_free(&a->list_of);
	map_free(&a->known);
	mem_free(a->of_main);
	mem_free(a->up);
	mem_free(a->class);
	mem_free(a);
}
