/* Classes of parts, and what candidates for invariants are made of, from the formulas of the steps.
 *
 * Parts that are compared with each other, or copied to each other, form a class, with the
 * constants that they are compared with. */
#include "symex/proof/search/atom.h"

#include "solvers/rewrite/substitute.h"
#include "symex/proof/relation/array.h"
#include "symex/proof/search/mask.h"

enum { MAX_CONSTANTS = 12, MAX_SETS = 12, MAX_OWN = 80, MAX_BACK = 6 };

/* --- Classes. --- */

uint32_t atoms_root(struct atoms *a, uint32_t part) {
	while (a->up[part] != part)
		part = a->up[part] = a->up[a->up[part]];
	return part;
}

static void add_constant(struct atoms *a, uint32_t part, term value) {
	struct class *c = &a->class[atoms_root(a, part)];
	for (size_t i = 0; i < c->constant.n; i++)
		if (term_eq(c->constant.at[i], value))
			return;
	if (c->constant.n < MAX_CONSTANTS)
		vec_push(&c->constant, value);
}

static void join(struct atoms *a, uint32_t p, uint32_t q) {
	p = atoms_root(a, p);
	q = atoms_root(a, q);
	if (p == q || a->v->r->part.at[p].width != a->v->r->part.at[q].width)
		return;
	a->up[q] = p;
	a->class[p].is_signed |= a->class[q].is_signed;
	a->class[p].is_unsigned |= a->class[q].is_unsigned;
	for (size_t i = 0; i < a->class[q].constant.n; i++)
		add_constant(a, p, a->class[q].constant.at[i]);
}

bool atoms_part_of(const struct atoms *a, term t, uint32_t *part) {
	uint64_t known;
	if (map_get(&a->v->read_of_var, t.ix, &known)) {
		*part = a->v->r->array.at[a->v->r->access.at[known].array].cell;
		return true;
	}
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
	if (atoms_part_of(a, t, &part[*n])) {
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
		struct class *c = &a->class[atoms_root(a, part[0])];
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
	uint32_t mask[2], n = mask_operands(a->v, t, mask);
	for (uint32_t i = 0; i < n; i++)
		a->is_mask[mask[i]] = true;
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

/* A step as if all that it accesses of an array were at the position: a candidate must not mention
 * the inputs of the step, and is made conditional on the position later. */
struct at_position {
	const struct views *v;
	uint32_t point;
};

static term read_cell(void *context, term var) {
	const struct at_position *p = context;
	const struct relation *r = p->v->r;
	uint64_t known;
	if (map_get(&p->v->read_of_var, var.ix, &known))
		return r->part.at[r->array.at[r->access.at[known].array].cell].var[0];
	for (size_t i = 0; i < r->access.n; i++) {
		const struct array_access *a = &r->access.at[i];
		if (a->point == p->point && term_eq(var, r->part.at[r->array.at[a->array].position].var[0]))
			return a->offset;
	}
	return var;
}

static term over_cells(const struct atoms *a, uint32_t point, term t) {
	if (!a->v->r->access.n)
		return t;
	struct at_position p = {a->v, point};
	struct substitution s = {a->v->x->ts, read_cell, &p, 0, false, {0}};
	term to = substitute(&s, t);
	substitution_free(&s);
	return to;
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
	if (atoms_part_of(a, t, &part)) {
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

/* Is it the offset with which an array is accessed? */
static bool is_offset(const struct atoms *a, uint32_t part) {
	const struct relation *r = a->v->r;
	for (size_t i = 0; i < r->access.n; i++)
		if (term_eq(r->access.at[i].offset, r->part.at[part].var[1]))
			return true;
	return false;
}

static void find_setting(struct atoms *a, uint32_t point, const struct new_value *set) {
	const struct new_value now = {set->part, over_cells(a, point, set->value)}, *n = &now;
	uint32_t tid = a->v->r->point.at[point].tid;
	struct expression e = {.is_rigid = true};
	uint32_t part;
	if (!a->v->symbolic[n->part] || atoms_part_of(a, n->value, &part) || a->setting.n == MAX_SETS)
		return;
	look(a, n->value, &e);
	enum term_kind kind = term_kind(a->v->x->ts, n->value);
	bool is_sum = a->v->is_rich && (kind == TERM_ADD || kind == TERM_BVAND || kind == TERM_BVOR) &&
	              e.size == 3;
	if (e.size > 12 || e.has_other || !e.has_part ||
	    (!e.is_rigid && !is_sum && !a->v->r->part.at[n->part].is_shared && !is_offset(a, n->part)))
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
			const struct owner_word *o = &a->v->owners.at[i];
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
	if (atoms_part_of(a, t, &part)) {
		++*(a->v->r->part.at[part].is_shared ? shared : own);
		return a->v->symbolic[part] && a->v->r->part.at[part].kind != PART_POSITION;
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
		if (term_eq(a->own.at[i].atom, o.atom) && a->own.at[i].point == o.point)
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
	add_own_atom(a, (struct own_atom){t, own ? tid : NO_PART, NO_POINT});
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
	if (!atoms_part_of(b->a, var, &part))
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
	uint32_t tid = a->v->r->point.at[e->from].tid, size = 0, own = 0, shared = 0;
	if (o->point != NO_POINT ? e->to.point != o->point : o->tid != NO_PART && o->tid != tid)
		return;
	struct substitution s = {a->v->x->ts, value_before, &b, 200, false, {0}};
	term before = substitute(&s, o->atom);
	substitution_free(&s);
	if (before.ix)
		before = over_cells(a, e->from, before);
	if (before.ix && (b.changes || o->point != NO_POINT) && !term_is_const(a->v->x->ts, before) &&
	    is_symbolic(a, before, &size, &own, &shared))
		add_own_atom(a, (struct own_atom){before, own ? tid : NO_PART, own ? e->from : NO_POINT});
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
		if (part_is_of_array(r, (uint32_t)i))
			continue; /* what it is compared with decides */
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
			find_setting(a, e->from, &e->to.own[k]);
		for (uint32_t k = 0; k < e->nshared; k++) {
			scan_value(a, &e->shared[k]);
			find_setting(a, e->from, &e->shared[k]);
		}
		for (uint32_t k = 0; k < e->nspawned; k++)
			scan_arrival(a, &e->spawned[k]);
	}
	for (size_t i = 0; i < r->point.n; i++)
		for (size_t k = 0; k < r->point.at[i].obligation.n; k++) {
			scan(a, r->point.at[i].obligation.at[k].violated);
			if (a->v->is_rich)
				collect(a, r->point.at[i].tid,
				        over_cells(a, (uint32_t)i, r->point.at[i].obligation.at[k].violated), 12);
		}
}

/* --- All. --- */

bool atoms_join_classes(struct atoms *a) {
	struct views *v = a->v;
	bool grew = false;
	for (uint32_t i = 0; i < v->r->part.n; i++)
		for (uint32_t k = 0; k < v->r->part.n; k++) {
			const struct part *p = &v->r->part.at[k];
			if (!v->symbolic[i] || v->symbolic[k] || atoms_root(a, i) != atoms_root(a, k) ||
			    p->is_pointer || p->kind == PART_EXISTS)
				continue;
			grew = v->symbolic[k] = true;
		}
	return grew;
}

const term *atoms_of(struct atoms *a, uint32_t point1, uint32_t point2, size_t *n) {
	uint64_t key = (uint64_t)point1 << 32 | point2, known;
	if (!map_get(&a->list_of, key, &known)) {
		known = a->list.n;
		map_put(&a->list_of, key, known);
		vec_push(&a->list, candidates_guess(a, point1, point2));
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
	a->is_mask = mem_alloc(v->r->part.n + 1);
	find_classes(a);
	find_preconditions(a);
	if (v->is_rich)
		find_owner_settings(a);
	for (size_t i = 0; i < v->r->point.n; i++)
		for (size_t k = 0; k < v->r->point.at[i].part.n && !v->r->point.at[i].tid; k++) {
			uint32_t part = v->r->point.at[i].part.at[k];
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
	mem_free(a->is_mask);
	mem_free(a->up);
	mem_free(a->class);
	mem_free(a);
}
