/* Candidates for invariants of a view.
 *
 * They relate each part of a view to the constants of its class and to the other parts of the
 * class: a <= b, b <= a, a != b; less and equal are conjunctions of these.  A part that a step sets
 * to an expression over the thread, such as the owner of a lock, is compared with this expression.
 *
 * Another Houdini than those of sequential/invariant.h and events/local/inductive.c: candidates are
 * dropped while the views are found, from the formulas of the steps, and nothing is executed
 * again. */
#include "solvers/rewrite/substitute.h"
#include "symex/proof/relation/object.h"
#include "symex/proof/relation/part.h"
#include "symex/proof/relation/track.h"
#include "symex/proof/search/atom.h"
#include "symex/proof/search/mask.h"

enum { MAX_ATOMS = 3000 };

struct seen_part { /* a symbolic part in view */
	uint32_t part;
	uint32_t view; /* 0: shared */
};

struct sight {
	VEC(struct seen_part) at;
};

static void see(struct atoms *a, struct sight *s, uint32_t point, uint32_t view) {
	const struct relation *r = a->v->r;
	if (!view) {
		for (uint32_t i = 0; i < r->part.n; i++)
			if (a->v->symbolic[i] && part_is_used(r, i) && r->part.at[i].kind != PART_COUNTER)
				vec_push(&s->at, ((struct seen_part){i, 0}));
		return;
	}
	const struct control_point *p = &r->point.at[point];
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

static bool has_parts(struct atoms *a, const struct control_point *p, term t) {
	struct terms *ts = a->v->x->ts;
	uint32_t part;
	if (atoms_part_of(a, t, &part)) {
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
                         uint32_t point, uint32_t view) {
	struct terms *ts = a->v->x->ts;
	const struct control_point *p = &a->v->r->point.at[point];
	for (size_t i = 0; i < a->setting.n; i++) {
		const struct setting *s = &a->setting.at[i];
		if (s->tid != p->tid || !has_parts(a, p, s->value))
			continue;
		term value = views_rename(a->v, s->value, view, 0);
		for (size_t k = 0; k < seen->at.n; k++) {
			const struct seen_part *q = &seen->at.at[k];
			if (s->is_rigid ? atoms_root(a, q->part) != atoms_root(a, s->part) : q->part != s->part)
				continue;
			add(a, l, term_equal(ts, var_of(a, q), value));
			add(a, l, term_distinct(ts, var_of(a, q), value));
		}
	}
}

/* Comparisons of the program, where the parts that they mention exist. */
static void add_own(struct atoms *a, struct candidate_list *l, uint32_t point, uint32_t view) {
	struct terms *ts = a->v->x->ts;
	const struct control_point *p = &a->v->r->point.at[point];
	for (size_t i = 0; i < a->own.n; i++) {
		const struct own_atom *o = &a->own.at[i];
		if ((o->tid != NO_PART && (o->tid != p->tid || !has_parts(a, p, o->atom))) ||
		    (o->point != NO_POINT && o->point != point))
			continue;
		term atom = views_rename(a->v, o->atom, view, 0);
		add(a, l, atom);
		add(a, l, term_not(ts, atom));
	}
}

/* The counter modulo 2^width, which is enough for what is equal to it. */
static term counter_as(struct atoms *a, const struct counter_follower *f, uint32_t width) {
	struct terms *ts = a->v->x->ts;
	term counter = a->v->r->part.at[a->v->counters->at.at[f->counter].part].var[0];
	return width < COUNTER_BITS ? term_extract(ts, counter, width - 1, 0)
	                            : term_sext(ts, counter, width);
}

/* Variables that follow a counter, up to a constant. */
static void add_potential(struct atoms *a, struct candidate_list *l,
                          const struct counter_follower *f) {
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
	const struct class *class =
	    &a->class[atoms_root(a, f->plus)]; /* what a step may have set it to */
	for (size_t i = 0; i < class->constant.n; i++)
		add(a, l, term_equal(ts, value, term_add(ts, counter, class->constant.at[i])));
}

/* The sum of a variable and of the threads that may still change it is at most 'bound': the
 * variable is, and what is left below the bound is no less than the threads.  So nothing that is
 * added can overflow. */
static void add_bound(struct atoms *a, struct candidate_list *l, const struct counter_follower *f,
                      const struct seen_part *p, term bound) {
	struct terms *ts = a->v->x->ts;
	const struct class *class = &a->class[atoms_root(a, p->part)];
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
		if (a->of_main[i] && atoms_root(a, i) == atoms_root(a, part))
			return true;
	return false;
}

/* What main counts, a constant that main compares with, or the largest number. */
static void add_before(struct atoms *a, struct candidate_list *l, const struct counter_follower *f,
                       const struct sight *seen) {
	struct terms *ts = a->v->x->ts;
	const struct relation *r = a->v->r;
	for (size_t i = 0; i < seen->at.n; i++) {
		const struct seen_part *p = &seen->at.at[i];
		const struct class *class = &a->class[atoms_root(a, p->part)];
		uint32_t width = r->part.at[p->part].width;
		if (atoms_root(a, p->part) != atoms_root(a, f->plus) || width > 64)
			continue;
		uint64_t largest = UINT64_MAX >> (64 - width) >> class->is_signed;
		add_bound(a, l, f, p, term_u64(ts, width, largest));
		for (uint32_t k = 0; k < r->part.n; k++)
			for (size_t n = 0; a->of_main[k] && n < a->class[atoms_root(a, k)].constant.n; n++)
				if (r->part.at[k].width == width)
					add_bound(a, l, f, p, a->class[atoms_root(a, k)].constant.at[n]);
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
	const struct ghost_counters *c = a->v->counters;
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

/* Sets of bits, two by two. */
static void add_masks(struct atoms *a, struct candidate_list *l, const struct sight *seen) {
	struct terms *ts = a->v->x->ts;
	for (size_t i = 0; i < seen->at.n; i++) {
		const struct seen_part *p = &seen->at.at[i];
		if (!a->is_mask[p->part])
			continue;
		uint32_t width = a->v->r->part.at[p->part].width;
		add(a, l, term_distinct(ts, var_of(a, p), term_u64(ts, width, 0)));
		for (size_t k = 0; k < i; k++) {
			const struct seen_part *q = &seen->at.at[k];
			term atom[MASK_ATOMS];
			if (!a->is_mask[q->part] || a->v->r->part.at[q->part].width != width)
				continue;
			mask_atoms(ts, var_of(a, p), var_of(a, q), atom);
			for (uint32_t n = 0; n < MASK_ATOMS; n++)
				add(a, l, atom[n]);
		}
	}
}

/* --- Elements of arrays. --- */

/* Does the term mention the cell, and no thread but this one? */
static bool is_about(struct atoms *a, term t, term cell, uint32_t view, bool *has_cell) {
	struct terms *ts = a->v->x->ts;
	uint64_t known;
	*has_cell |= term_eq(t, cell);
	if (map_get(&a->v->renamer.view_of_var, t.ix, &known) && known % 4 && known % 4 != view)
		return false;
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (!is_about(a, term_arg(ts, t, i), cell, view, has_cell))
			return false;
	return true;
}

static bool is_order(const struct terms *ts, term t) {
	if (term_kind(ts, t) == TERM_NOT)
		t = term_arg(ts, t, 0);
	return term_kind(ts, t) == TERM_ULT || term_kind(ts, t) == TERM_SLT;
}

/* What the cell is equal to. */
static void add_equal(struct atoms *a, struct candidate_list *l, const struct sight *seen,
                      const struct array *array, term is, uint32_t view) {
	struct terms *ts = a->v->x->ts;
	const struct class *c = &a->class[atoms_root(a, array->cell)];
	term cell = a->v->r->part.at[array->cell].var[0];
	for (size_t i = 0; i < c->constant.n; i++)
		add(a, l, term_implies(ts, is, term_equal(ts, cell, c->constant.at[i])));
	for (size_t i = 0; i < seen->at.n; i++)
		if (atoms_root(a, seen->at.at[i].part) == atoms_root(a, array->cell) &&
		    (!seen->at.at[i].view || seen->at.at[i].view == view))
			add(a, l, term_implies(ts, is, term_equal(ts, cell, var_of(a, &seen->at.at[i]))));
}

/* What holds of the cell may hold only where the position is one that the thread uses; or, if there
 * is one such thread, before or after it. */
static void add_elements(struct atoms *a, struct candidate_list *l, size_t n,
                         const struct sight *seen, uint32_t point, uint32_t view) {
	struct terms *ts = a->v->x->ts;
	const struct relation *r = a->v->r;
	const struct control_point *p = &r->point.at[point];
	bool is_many = r->template.at[p->tid].is_many;
	for (size_t i = 0; i < r->access.n; i++) {
		const struct array_access *at = &r->access.at[i];
		const struct array *array = &r->array.at[at->array];
		if (r->point.at[at->point].tid != p->tid || term_is_const(ts, at->offset) ||
		    !has_parts(a, p, at->offset))
			continue;
		term offset = views_rename(a->v, at->offset, view, 0);
		term position = r->part.at[array->position].var[0], cell = r->part.at[array->cell].var[0];
		term is = term_equal(ts, position, offset), before = term_ult(ts, position, offset);
		add_equal(a, l, seen, array, is, view);
		for (size_t k = 0; k < n; k++) {
			term atom = l->at.at[k];
			bool has_cell = false;
			if (!is_about(a, atom, cell, view, &has_cell) || !has_cell)
				continue;
			if (!is_order(ts, atom))
				add(a, l, term_implies(ts, is, atom));
			if (is_many)
				continue;
			add(a, l, term_implies(ts, before, atom));
			add(a, l, term_or(ts, before, atom));
		}
	}
}

/* --- Identifiers of threads in arrays. --- */

struct replacement {
	term var, by;
};

static term replaced(void *context, term var) {
	const struct replacement *p = context;
	return term_eq(var, p->var) ? p->by : var;
}

static term replace(struct atoms *a, term t, term var, term by) {
	struct replacement p = {var, by};
	struct substitution s = {a->v->x->ts, replaced, &p, 0, false, {0}};
	term to = substitute(&s, t);
	substitution_free(&s);
	return to;
}

/* Is it the identifier of one of many threads, that is, a number plus 1? */
static term is_identifier(struct terms *ts, term id) {
	uint32_t width = term_width(ts, id);
	term number = term_sub(ts, id, term_u64(ts, width, 1));
	term is = part_is_many_number(ts, width > 32 ? term_extract(ts, number, 31, 0) : number);
	if (width > 32)
		is = term_and(ts, is, term_ult(ts, id, term_u64(ts, width, 1u << 31)));
	return is;
}

/* The elements before 'end' are identifiers, and that of the tracked thread is where it was stored
 * last. */
static void add_filled(struct atoms *a, struct candidate_list *l, const struct array *array,
                       term end) {
	struct terms *ts = a->v->x->ts;
	struct relation *r = a->v->r;
	term position = r->part.at[array->position].var[0], cell = r->part.at[array->cell].var[0];
	uint32_t width = term_width(ts, position);
	term rest = term_bvand(ts, position, term_u64(ts, width, array->bytes - 1));
	term before =
	    term_and(ts, term_ult(ts, position, end), term_equal(ts, rest, term_u64(ts, width, 0)));
	term is = term_equal(ts, cell, track_identifier(r, term_width(ts, cell)));
	term here = term_equal(ts, position, r->part.at[array->stored_part].var[0]);
	term created = term_distinct(ts, r->part.at[r->track.created_part].var[0], term_u64(ts, 8, 0));
	add(a, l, term_implies(ts, before, is_identifier(ts, cell)));
	add(a, l, term_implies(ts, term_and(ts, before, is), term_and(ts, here, created)));
}

/* The tracked thread was stored at or after 'at', or its record holds something else. */
static void add_stored(struct atoms *a, struct candidate_list *l, const struct array *array,
                       term at) {
	struct terms *ts = a->v->x->ts;
	struct relation *r = a->v->r;
	term stored = r->part.at[array->stored_part].var[0];
	add(a, l, term_equal(ts, stored, at));
	for (uint32_t i = 0; i < r->part.n; i++) {
		const struct part *p = &r->part.at[i];
		if (p->kind != PART_CELL || p->owner != r->track.record)
			continue;
		term zero = term_equal(ts, p->var[0], term_u64(ts, p->width, 0));
		add(a, l, zero);
		add(a, l, term_or(ts, zero, term_ult(ts, stored, at)));
	}
}

/* The part that an offset is made of, if it is only one. */
static uint32_t index_part(struct atoms *a, term offset) {
	uint32_t part, found = NO_PART;
	if (atoms_part_of(a, offset, &part))
		return part;
	for (uint32_t i = 0; i < term_nargs(a->v->x->ts, offset) && found == NO_PART; i++)
		found = index_part(a, term_arg(a->v->x->ts, offset, i));
	return found;
}

/* An offset in the array of identifiers, and the same with other indices. */
static void add_indices(struct atoms *a, struct candidate_list *l, const struct sight *seen,
                        const struct array *array, term at, const struct control_point *p,
                        uint32_t view) {
	const struct relation *r = a->v->r;
	uint32_t part = index_part(a, at);
	if (part == NO_PART)
		return;
	term var = r->part.at[part].var[1];
	const struct class *c = &a->class[atoms_root(a, part)];
	for (size_t k = 0; k < c->constant.n; k++)
		add_filled(a, l, array, replace(a, at, var, c->constant.at[k]));
	for (size_t k = 0; k < seen->at.n; k++) {
		const struct seen_part *q = &seen->at.at[k];
		if (atoms_root(a, q->part) != atoms_root(a, part) || (q->view && q->view != view) ||
		    !has_parts(a, p, replace(a, at, var, r->part.at[q->part].var[1])))
			continue;
		term offset = replace(a, at, var, var_of(a, q));
		add_filled(a, l, array, offset);
		add_stored(a, l, array, offset);
	}
}

static void add_identifiers(struct atoms *a, struct candidate_list *l, const struct sight *seen,
                            uint32_t point, uint32_t view) {
	const struct relation *r = a->v->r;
	const struct control_point *p = &r->point.at[point];
	if (!track_is_on(r) || r->template.at[p->tid].is_many)
		return;
	for (size_t i = 0; i < r->access.n; i++) {
		const struct array_access *at = &r->access.at[i];
		const struct array *array = &r->array.at[at->array];
		if (!array->stored || r->point.at[at->point].tid != p->tid)
			continue;
		add_indices(a, l, seen, array, at->offset, p, view);
		for (size_t k = 0; k < a->setting.n; k++) /* a pointer that was kept */
			if (a->setting.at[k].tid == p->tid &&
			    term_eq(at->offset, r->part.at[a->setting.at[k].part].var[1]))
				add_indices(a, l, seen, array, a->setting.at[k].value, p, view);
	}
}

/* Is the part a variable of the specification of a library? */
static bool is_spec(const struct relation *r, uint32_t part) {
	const struct part *p = &r->part.at[part];
	const struct symbol *s = p->kind == PART_CELL ? r->x->object.at[p->owner].symbol : NULL;
	return s && s->is_spec;
}

/* What the specification holds is what the library holds: the program does not compare them. */
static void add_spec(struct atoms *a, struct candidate_list *l, const struct sight *seen) {
	const struct relation *r = a->v->r;
	for (size_t i = 0; i < seen->at.n; i++)
		for (size_t k = 0; k < seen->at.n && is_spec(r, seen->at.at[i].part); k++) {
			const struct seen_part *p = &seen->at.at[i], *q = &seen->at.at[k];
			const struct part *to = &r->part.at[q->part];
			if (!q->view && !is_spec(r, q->part) && to->kind == PART_CELL && !to->is_pointer &&
			    to->width == r->part.at[p->part].width && !r->part.at[p->part].is_pointer)
				add(a, l, term_equal(a->v->x->ts, var_of(a, p), var_of(a, q)));
		}
}

struct candidate_list *candidates_guess(struct atoms *a, uint32_t point1, uint32_t point2) {
	struct candidate_list *l = mem_alloc(sizeof *l);
	struct sight s = {0};
	map_clear(&a->known);
	see(a, &s, 0, 0);
	see(a, &s, point1, 1);
	if (point2 != NO_POINT)
		see(a, &s, point2, 2);
	for (size_t i = 0; i < s.at.n; i++) {
		const struct seen_part *p = &s.at.at[i];
		const struct class *c = &a->class[atoms_root(a, p->part)];
		for (size_t k = 0; k < c->constant.n; k++)
			compare(a, l, c, var_of(a, p), c->constant.at[k]);
		for (size_t k = 0; k < i; k++)
			if (atoms_root(a, s.at.at[k].part) == atoms_root(a, p->part))
				compare(a, l, c, var_of(a, &s.at.at[k]), var_of(a, p));
	}
	add_settings(a, l, &s, point1, 1);
	if (point2 != NO_POINT)
		add_settings(a, l, &s, point2, 2);
	add_own(a, l, point1, 1);
	if (point2 != NO_POINT)
		add_own(a, l, point2, 2);
	add_counters(a, l, &s);
	add_spec(a, l, &s);
	if (a->v->is_rich)
		add_masks(a, l, &s);
	size_t n = l->at.n;
	add_elements(a, l, n, &s, point1, 1);
	if (point2 != NO_POINT)
		add_elements(a, l, n, &s, point2, 2);
	add_identifiers(a, l, &s, point1, 1);
	if (point2 != NO_POINT)
		add_identifiers(a, l, &s, point2, 2);
	vec_free(&s.at);
	return l;
}
