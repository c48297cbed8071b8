/* Initialisers: the walk of C11 6.7.9, paragraphs 13 to 21, over the list as written.
 *
 * The result is a list of stores in the order of the elements.  A later store to a whole subobject
 * drops the earlier ones into it, as does the choice of another member of a union (paragraph 19).
 */
#include "frontend/code/lower_init.h"

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/sidecar.h"
#include "frontend/units/layout.h"

enum { LONGEST_RANGE = 1 << 21 }; /* elements that one designator may initialise */

struct step { /* one designator: a field, or elements lo to hi */
	const struct field *field;
	uint64_t lo, hi;
};

struct list {
	struct lw_kids kids;
	size_t at;
	bool has_value; /* 'value' stands before kids.at[at]: the value of its designators */
	CXCursor value;
};

struct object { /* a subobject of what is being initialised */
	const struct expr *lvalue;
	const struct type *type;
	uint64_t offset, size; /* bits */
};

struct walk {
	struct lw *lw;
	struct lw_entries *out;
	uint64_t end; /* no entry reaches beyond */
};

static bool is_list(CXCursor c) {
	return clang_getCursorKind(c) == CXCursor_InitListExpr;
}

static bool is_designated(CXCursor c) {
	return clang_getCursorKind(c) == CXCursor_UnexposedExpr &&
	       clang_getCursorType(c).kind == CXType_Void;
}

static bool is_character(const struct type *t) {
	return t->kind == TYPE_INT && t->bits <= 32;
}

bool lw_string_initialiser(struct lw *lw, const struct type *type, CXCursor init,
                           CXCursor *literal) {
	if (type->kind != TYPE_ARRAY || !is_character(type->elem))
		return false;
	init = lw_skip_parens(lw, init);
	if (is_list(init)) { /* char s[] = { "abc" } */
		struct lw_kids kids = lw_kids(lw, init);
		if (kids.n != 1 || is_list(kids.at[0]))
			return false;
		init = lw_skip_parens(lw, kids.at[0]);
	}
	if (clang_getCursorKind(init) == CXCursor_UnexposedExpr) { /* __func__ */
		CXCursor kid = lw_last_kid(lw, init);
		if (clang_getCursorKind(kid) != CXCursor_StringLiteral ||
		    fe_type(lw->fe, clang_getCursorType(init))->kind != TYPE_ARRAY)
			return false;
		init = kid;
	}
	*literal = init;
	return clang_getCursorKind(init) == CXCursor_StringLiteral;
}

static bool more(const struct list *l) {
	return l->has_value || l->at < l->kids.n;
}

static CXCursor peek(const struct list *l) {
	return l->has_value ? l->value : l->kids.at[l->at];
}

static void advance(struct list *l) {
	l->has_value = false;
	l->at++;
}

static void drop(struct walk *w, uint64_t offset, uint64_t size) {
	if (offset >= w->end)
		return;
	size_t n = 0;
	for (size_t i = 0; i < w->out->at.n; i++) {
		const struct lw_entry *e = &w->out->at.at[i];
		if (e->offset < offset || e->offset + e->size > offset + size)
			w->out->at.at[n++] = *e;
	}
	w->out->at.n = n;
}

static void add(struct walk *w, struct object o, CXCursor value, bool is_string) {
	drop(w, o.offset, o.size);
	vec_push(&w->out->at, ((struct lw_entry){o.lvalue, o.offset, o.size, value, is_string}));
	if (o.offset + o.size > w->end)
		w->end = o.offset + o.size;
}

static bool is_skipped(const struct field *f) {
	return !f->name && f->bit_width != NOT_BITFIELD;
}

static uint64_t count(const struct type *t) {
	if (t->kind == TYPE_ARRAY)
		return t->n; /* ARRAY_OPEN: no end */
	return t->record->n;
}

/* The next position that takes part in initialisation, from 'at' on. */
static uint64_t position(const struct type *t, uint64_t at) {
	if (t->kind != TYPE_ARRAY)
		while (at < t->record->n && is_skipped(&t->record->field[at]))
			at++;
	return at;
}

static struct object sub(struct walk *w, struct object o, uint64_t at) {
	struct lw *lw = w->lw;
	if (o.type->kind == TYPE_ARRAY) {
		uint64_t size = o.type->elem->size * 8;
		const struct expr *lv = expr_index(lw->arena, o.lvalue, lw_size(lw, at));
		if (o.type->n == ARRAY_OPEN && at + 1 > w->out->open_elements)
			w->out->open_elements = at + 1;
		return (struct object){lv, o.type->elem, o.offset + at * size, size};
	}
	const struct field *f = &o.type->record->field[at];
	const struct expr *lv = expr_member(lw->arena, o.lvalue, f);
	uint64_t size = f->bit_width != NOT_BITFIELD ? f->bit_width : f->type->size * 8;
	return (struct object){lv, f->type, o.offset + f->offset, size};
}

static void whole(struct walk *, struct object, CXCursor init);
static void walk(struct walk *, struct object, struct list *, bool top, const struct step *,
                 size_t nsteps);

/* Initialises a subobject from the front of the list; without braces it takes what it needs. */
static void consume(struct walk *w, struct object o, struct list *l) {
	CXCursor c = peek(l), literal;
	bool aggregate = type_is_aggregate(o.type);
	bool same_record = aggregate && o.type->kind != TYPE_ARRAY && !is_list(c) &&
	                   fe_type(w->lw->fe, clang_getCursorType(c))->record == o.type->record;
	if (!aggregate || is_list(c) || same_record ||
	    lw_string_initialiser(w->lw, o.type, c, &literal)) {
		whole(w, o, c);
		advance(l);
		return;
	}
	walk(w, o, l, false, NULL, 0);
}

/* Entries that chose another member of this union go. */
static void choose_member(struct walk *w, struct object o, const struct field *chosen) {
	if (o.type->kind != TYPE_UNION || o.offset >= w->end)
		return;
	size_t n = 0;
	for (size_t i = 0; i < w->out->at.n; i++) {
		const struct lw_entry *e = &w->out->at.at[i];
		bool other = false;
		bool inside = e->offset >= o.offset && e->offset + e->size <= o.offset + o.size;
		for (const struct expr *x = e->lhs; inside && x->nargs; x = x->arg[0])
			other |= x->kind == EXPR_MEMBER && x->arg[0]->type == o.type && x->field != chosen;
		if (!other)
			w->out->at.at[n++] = *e;
	}
	w->out->at.n = n;
}

/* One step of a designator; a range does the same for each of its elements, all from one value. */
static uint64_t designated(struct walk *w, struct object o, struct list *l, const struct step *s,
                           size_t nsteps) {
	uint64_t lo = s->lo, hi = s->hi;
	if (s->field) {
		choose_member(w, o, s->field);
		lo = hi = (uint64_t)(s->field - o.type->record->field);
	}
	if (hi - lo >= LONGEST_RANGE) {
		w->out->failed = true;
		lw_unsupported(w->lw, NULL, "an initialiser of so many elements");
		hi = lo;
	}
	struct list start = *l;
	for (uint64_t i = lo; i <= hi; i++) {
		*l = start;
		if (nsteps > 1)
			walk(w, sub(w, o, i), l, false, s + 1, nsteps - 1);
		else
			consume(w, sub(w, o, i), l);
	}
	return hi + 1;
}

struct steps {
	VEC(struct step) at;
};

static bool add_index(struct steps *steps, CXCursor c, const struct type **type) {
	struct step s = {0};
	if ((*type)->kind != TYPE_ARRAY || !lw_eval_u64(c, &s.lo))
		return false;
	s.hi = s.lo;
	*type = (*type)->elem;
	vec_push(&steps->at, s);
	return true;
}

static bool add_field(struct walk *w, struct steps *steps, CXCursor c, const struct type **type) {
	const struct field *path[16];
	uint32_t n = fe_field_path(w->lw->fe, *type, clang_getCursorReferenced(c), path);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&steps->at, ((struct step){.field = path[i]}));
	if (n)
		*type = path[n - 1]->type;
	return n > 0;
}

/* [lo ... hi] and [lo][hi] look alike: both are two expressions. */
static bool read_designators(struct walk *w, struct object o, CXCursor c, struct steps *steps,
                             CXCursor *value) {
	struct lw_kids kids = lw_kids(w->lw, c);
	const struct type *type = o.type;
	if (kids.n < 2)
		return false;
	*value = kids.at[kids.n - 1];
	for (size_t i = 0; i + 1 < kids.n; i++) {
		if (clang_getCursorKind(kids.at[i]) == CXCursor_MemberRef) {
			if (!add_field(w, steps, kids.at[i], &type))
				return false;
			continue;
		}
		bool is_range = i + 2 < kids.n && lw_is_expr(kids.at[i + 1]);
		if (!add_index(steps, kids.at[i], &type))
			return false;
		if (is_range && type->kind == TYPE_ARRAY &&
		    !lw_is_range(w->lw, kids.at[i], kids.at[i + 1], &is_range))
			return false;
		if (is_range && !lw_eval_u64(kids.at[++i], &vec_last(&steps->at).hi))
			return false;
	}
	return true;
}

static bool next_designated(struct walk *w, struct object o, struct list *l, uint64_t *at) {
	struct steps steps = {0};
	bool ok = read_designators(w, o, l->kids.at[l->at], &steps, &l->value);
	if (ok) {
		l->has_value = true;
		*at = designated(w, o, l, steps.at.at, steps.at.n);
	} else {
		w->out->failed = true;
		lw_unsupported(w->lw, NULL, "this designator");
		advance(l);
	}
	vec_free(&steps.at);
	return ok;
}

/* Subobjects in order.  Only the level with the braces ('top') sees designators; what they name
 * inside a subobject continues there, then goes on here. */
static void walk(struct walk *w, struct object o, struct list *l, bool top,
                 const struct step *steps, size_t nsteps) {
	uint64_t at = 0;
	if (!type_is_aggregate(o.type)) {
		consume(w, o, l);
		return;
	}
	if (nsteps) {
		at = designated(w, o, l, steps, nsteps);
		if (o.type->kind == TYPE_UNION)
			return;
	}
	while (more(l)) {
		if (!l->has_value && is_designated(l->kids.at[l->at])) {
			if (!top || !next_designated(w, o, l, &at))
				return;
		} else {
			at = position(o.type, at);
			if (at >= count(o.type)) {
				if (!top)
					return;
				advance(l); /* excess elements: a warning of the compiler */
				continue;
			}
			size_t before = l->at;
			consume(w, sub(w, o, at), l);
			if (l->at == before && count(o.type) == ARRAY_OPEN)
				return; /* elements without members */
			at++;
		}
		if (o.type->kind == TYPE_UNION)
			at = count(o.type);
	}
}

/* A subobject with an initialiser of its own. */
static void whole(struct walk *w, struct object o, CXCursor init) {
	CXCursor literal;
	if (lw_string_initialiser(w->lw, o.type, init, &literal)) {
		if (o.type->n == ARRAY_OPEN) {
			const struct type *t = fe_type(w->lw->fe, clang_getCursorType(literal));
			w->out->open_elements = t->n;
			o.size = t->size * 8;
		}
		add(w, o, literal, true);
		return;
	}
	if (!is_list(init) || !type_is_aggregate(o.type)) {
		add(w, o, init, false);
		return;
	}
	drop(w, o.offset, o.size);
	struct list l = {.kids = lw_kids(w->lw, init)};
	walk(w, o, &l, true, NULL, 0);
}

/* In what order values are computed is not specified; compilers follow the elements, not the list.
 * What is written into a part of another entry comes after that one. */
static void sort(struct lw_entries *out) {
	struct lw_entry *e = out->at.at;
	for (size_t i = 1; i < out->at.n; i++) {
		struct lw_entry moved = e[i];
		size_t k = i;
		for (; k > 0 && e[k - 1].offset > moved.offset; k--)
			e[k] = e[k - 1];
		e[k] = moved;
	}
}

void lw_init_list(struct lw *lw, const struct expr *object, CXCursor init, struct lw_entries *out) {
	struct walk w = {.lw = lw, .out = out};
	struct object o = {object, object->type, 0, object->type->size * 8};
	whole(&w, o, init);
	sort(out);
}
