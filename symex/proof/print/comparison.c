#include "symex/proof/print/comparison.h"

#include <string.h>

enum { MAX_LISTED = 3 }; /* values of a part that are told one by one */

void comparisons_open(struct comparisons *f, const struct variable_names *names, bool has_own) {
	*f = (struct comparisons){.v = names->v, .names = names, .has_own = has_own};
}

void comparisons_close(struct comparisons *f) {
	for (size_t i = 0; i < f->range.n; i++) {
		vec_free(&f->range.at[i].not );
		vec_free(&f->range.at[i].is);
	}
	vec_free(&f->range);
	vec_free(&f->order);
	vec_free(&f->bits);
}

static const struct part *part_at(const struct comparisons *f, uint32_t part) {
	return &f->v->r->part.at[part];
}

bool comparison_is_named(const struct comparisons *f, uint32_t part) {
	const struct part *p = part_at(f, part);
	return f->names->stands[part] == part && (p->is_shared || f->has_own) && !p->is_pointer &&
	       (p->kind == PART_CELL || p->kind == PART_REGISTER) && p->width <= 64 &&
	       (p->type->kind == TYPE_INT || p->type->kind == TYPE_BOOL) &&
	       !f->names->is_library[part] && !strstr(p->name, ".__");
}

static bool is_signed(const struct comparisons *f, uint32_t part) {
	return part_at(f, part)->type->kind == TYPE_INT && part_at(f, part)->type->is_signed;
}

/* Values in the order of the type, from 0 on: the sign bit is turned. */
static uint64_t turned(const struct comparisons *f, uint32_t part, uint64_t value) {
	uint32_t width = part_at(f, part)->width;
	value &= width == 64 ? UINT64_MAX : (1ull << width) - 1;
	return is_signed(f, part) ? value ^ 1ull << (width - 1) : value;
}

static uint64_t largest(const struct comparisons *f, uint32_t part) {
	uint32_t width = part_at(f, part)->width;
	return part_at(f, part)->type->kind == TYPE_BOOL ? 1
	       : width == 64                             ? UINT64_MAX
	                                                 : (1ull << width) - 1;
}

static bool same_named(struct named a, struct named b) {
	return a.part == b.part && a.thread == b.thread;
}

static struct value_range *range_of(struct comparisons *f, struct named of) {
	for (size_t i = 0; i < f->range.n; i++)
		if (same_named(f->range.at[i].of, of))
			return &f->range.at[i];
	struct value_range r = {.of = of, .high = largest(f, of.part)};
	vec_push(&f->range, r);
	return &vec_last(&f->range);
}

/* --- Reading atoms. --- */

struct operand {
	bool is_constant;
	uint64_t value;
	struct named name;
};

static bool read_operand(const struct comparisons *f, term t, struct operand *o) {
	uint64_t known;
	*o = (struct operand){.is_constant = true};
	if (term_is_small(f->v->x->ts, t, &o->value))
		return true;
	o->is_constant = false;
	if (!map_get(&f->v->renamer.view_of_var, t.ix, &known))
		return false;
	o->name = (struct named){(uint32_t)(known / 4), (uint32_t)(known % 4)};
	if (o->name.thread > 2)
		return false;
	if (part_at(f, o->name.part)->is_shared)
		o->name.thread = 0;
	return comparison_is_named(f, o->name.part);
}

enum relation_kind { IS_EQUAL, IS_DISTINCT, IS_LESS, IS_AT_MOST };

static void drop_ends(struct value_range *r) {
	for (size_t i = 0; i < r->not .n; i++) {
		bool is_low = r->not .at[i] == r->low, is_high = r->not .at[i] == r->high;
		if ((!is_low && !is_high) || r->low == r->high)
			continue;
		r->low += is_low;
		r->high -= !is_low && is_high;
		i = SIZE_MAX; /* from the beginning */
	}
}

/* The part, in this relation with a constant; turned: the constant is on the left. */
static void add_bound(struct comparisons *f, enum relation_kind kind, struct named of,
                      uint64_t value, bool on_left) {
	struct value_range *r = range_of(f, of);
	uint64_t c = turned(f, of.part, value);
	if (kind == IS_EQUAL)
		r->low = r->high = c;
	else if (kind == IS_DISTINCT)
		vec_push(&r->not, c);
	else if (on_left) {
		uint64_t low = kind == IS_LESS ? c + 1 : c;
		r->low = low > r->low ? low : r->low;
	} else {
		uint64_t high = kind == IS_LESS ? c - 1 : c;
		r->high = high < r->high ? high : r->high;
	}
	drop_ends(r);
}

/* Is comparing the two in C the same as comparing their bits? */
static bool is_comparable(const struct comparisons *f, struct named a, struct named b,
                          enum relation_kind kind) {
	const struct part *p = part_at(f, a.part), *q = part_at(f, b.part);
	bool same = is_signed(f, a.part) == is_signed(f, b.part);
	return p->width == q->width && (same || (p->width >= 32 && kind <= IS_DISTINCT));
}

static void add_order(struct comparisons *f, enum relation_kind kind, struct named a,
                      struct named b) {
	bool is_turned = a.thread > b.thread || (a.thread == b.thread && a.part > b.part);
	struct named x = is_turned ? b : a, y = is_turned ? a : b;
	struct named_order *o = NULL;
	for (size_t i = 0; i < f->order.n; i++)
		if (same_named(f->order.at[i].a, x) && same_named(f->order.at[i].b, y))
			o = &f->order.at[i];
	if (!o) {
		vec_push(&f->order, ((struct named_order){.a = x, .b = y}));
		o = &vec_last(&f->order);
	}
	bool less = kind == IS_LESS || kind == IS_AT_MOST;
	o->le |= kind == IS_EQUAL || (less && !is_turned);
	o->ge |= kind == IS_EQUAL || (less && is_turned);
	o->ne |= kind == IS_DISTINCT || kind == IS_LESS;
}

static struct bits_fact *bits_of(struct comparisons *f, struct named a, struct named b) {
	for (size_t i = 0; i < f->bits.n; i++)
		if (same_named(f->bits.at[i].a, a) && same_named(f->bits.at[i].b, b))
			return &f->bits.at[i];
	vec_push(&f->bits, ((struct bits_fact){.a = a, .b = b}));
	return &vec_last(&f->bits);
}

/* (x & y) == 0, (x & y) == x; false: it is something else. */
static bool add_bits(struct comparisons *f, term both, term is) {
	struct terms *ts = f->v->x->ts;
	struct operand x, y, z;
	if (term_kind(ts, both) != TERM_BVAND || !read_operand(f, term_arg(ts, both, 0), &x) ||
	    !read_operand(f, term_arg(ts, both, 1), &y) || !read_operand(f, is, &z) || x.is_constant ||
	    y.is_constant || (z.is_constant && z.value) || !is_comparable(f, x.name, y.name, IS_LESS))
		return false;
	bool is_turned = x.name.thread > y.name.thread ||
	                 (x.name.thread == y.name.thread && x.name.part > y.name.part);
	struct bits_fact *b = is_turned ? bits_of(f, y.name, x.name) : bits_of(f, x.name, y.name);
	b->disjoint |= z.is_constant;
	b->a_in_b |= !z.is_constant && same_named(z.name, b->a);
	b->b_in_a |= !z.is_constant && same_named(z.name, b->b);
	return true;
}

void comparisons_add(struct comparisons *f, term atom) {
	struct terms *ts = f->v->x->ts;
	bool is_negated = term_kind(ts, atom) == TERM_NOT;
	term t = is_negated ? term_arg(ts, atom, 0) : atom;
	enum term_kind kind = term_kind(ts, t);
	if (kind != TERM_EQ && kind != TERM_ULT && kind != TERM_SLT)
		return;
	if (kind == TERM_EQ && !is_negated &&
	    (add_bits(f, term_arg(ts, t, 0), term_arg(ts, t, 1)) ||
	     add_bits(f, term_arg(ts, t, 1), term_arg(ts, t, 0))))
		return;
	struct operand a, b;
	if (!read_operand(f, term_arg(ts, t, 0), &a) || !read_operand(f, term_arg(ts, t, 1), &b) ||
	    (a.is_constant && b.is_constant))
		return;
	enum relation_kind relation = kind == TERM_EQ ? is_negated ? IS_DISTINCT : IS_EQUAL
	                              : is_negated    ? IS_AT_MOST
	                                              : IS_LESS;
	if (relation == IS_AT_MOST) { /* not a < b: b <= a */
		struct operand first = a;
		a = b;
		b = first;
	}
	struct named any = a.is_constant ? b.name : a.name;
	if (kind != TERM_EQ && (kind == TERM_SLT) != is_signed(f, any.part))
		return; /* C compares these otherwise */
	if (a.is_constant || b.is_constant)
		add_bound(f, relation, any, a.is_constant ? a.value : b.value, a.is_constant);
	else if (is_comparable(f, a.name, b.name, relation))
		add_order(f, relation, a.name, b.name);
}

void comparisons_add_values(struct comparisons *f, uint32_t part, uint32_t thread,
                            const uint64_t *value, size_t n) {
	struct value_range *r =
	    range_of(f, (struct named){part, part_at(f, part)->is_shared ? 0 : thread});
	r->low = UINT64_MAX;
	r->high = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t c = turned(f, part, value[i]);
		size_t k = r->is.n;
		vec_push(&r->is, c);
		for (; k && r->is.at[k - 1] > c; k--)
			r->is.at[k] = r->is.at[k - 1];
		r->is.at[k] = c;
		r->low = c < r->low ? c : r->low;
		r->high = c > r->high ? c : r->high;
	}
}

/* --- What others imply. --- */

static void find_range(const struct comparisons *f, struct named of, uint64_t *low,
                       uint64_t *high) {
	*low = 0;
	*high = largest(f, of.part);
	for (size_t i = 0; i < f->range.n; i++)
		if (same_named(f->range.at[i].of, of)) {
			*low = f->range.at[i].low;
			*high = f->range.at[i].high;
		}
}

/* Do the ranges of the two say as much as their order does? */
static bool is_implied_by_ranges(const struct comparisons *f, const struct named_order *o) {
	uint64_t alow, ahigh, blow, bhigh;
	find_range(f, o->a, &alow, &ahigh);
	find_range(f, o->b, &blow, &bhigh);
	if (is_signed(f, o->a.part) != is_signed(f, o->b.part))
		return false;
	bool le = ahigh <= blow, ge = alow >= bhigh, ne = ahigh < blow || alow > bhigh;
	return (!o->le || le) && (!o->ge || ge) && (!o->ne || ne);
}

/* Does the list have this order, and is it strict? */
static bool has_order(const struct comparisons *f, struct named a, struct named b,
                      bool *is_strict) {
	for (size_t i = 0; i < f->order.n; i++) {
		const struct named_order *o = &f->order.at[i];
		if (o->le && o->ge)
			continue;
		if ((same_named(o->a, a) && same_named(o->b, b) && o->le) ||
		    (same_named(o->a, b) && same_named(o->b, a) && o->ge)) {
			*is_strict = o->ne;
			return true;
		}
	}
	return false;
}

/* a <= c follows from a <= b and b <= c. */
static bool is_implied_by_orders(const struct comparisons *f, const struct named_order *o) {
	if (o->le == o->ge)
		return false;
	struct named low = o->le ? o->a : o->b, high = o->le ? o->b : o->a;
	for (size_t i = 0; i < f->order.n; i++)
		for (int side = 0; side < 2; side++) {
			struct named middle = side ? f->order.at[i].b : f->order.at[i].a;
			bool first, second;
			if (!same_named(middle, low) && !same_named(middle, high) &&
			    has_order(f, low, middle, &first) && has_order(f, middle, high, &second) &&
			    (!o->ne || first || second))
				return true;
		}
	return false;
}

bool comparison_is_unsigned(const struct comparisons *f, uint32_t part) {
	return !is_signed(f, part);
}

bool comparison_is_natural(const struct comparisons *f, struct named of) {
	uint64_t low, high;
	find_range(f, of, &low, &high);
	return low >= turned(f, of.part, 0);
}

bool comparison_is_at_most(const struct comparisons *f, struct named of, uint64_t value) {
	uint64_t low, high;
	find_range(f, of, &low, &high);
	return high <= turned(f, of.part, value);
}

bool comparison_is_below(const struct comparisons *f, struct named a, struct named b) {
	for (size_t i = 0; i < f->order.n; i++) {
		const struct named_order *o = &f->order.at[i];
		if (is_signed(f, o->a.part) == is_signed(f, o->b.part) &&
		    ((o->le && same_named(o->a, a) && same_named(o->b, b)) ||
		     (o->ge && same_named(o->a, b) && same_named(o->b, a))))
			return true;
	}
	uint64_t alow, ahigh, blow, bhigh;
	find_range(f, a, &alow, &ahigh);
	find_range(f, b, &blow, &bhigh);
	return is_signed(f, a.part) == is_signed(f, b.part) && ahigh <= blow;
}

static bool is_equal(const struct named_order *o) {
	return o->le && o->ge;
}

/* Of parts that are equal, the first is told about. */
static bool is_second(const struct comparisons *f, struct named of) {
	for (size_t i = 0; i < f->order.n; i++)
		if (is_equal(&f->order.at[i]) && same_named(f->order.at[i].b, of))
			return true;
	return false;
}

/* x < c follows from y < c if x is equal to y. */
static bool is_implied_by_equality(const struct comparisons *f, const struct named_order *o) {
	return !is_equal(o) && (is_second(f, o->a) || is_second(f, o->b));
}

/* Does the lower (upper) bound of b follow from that of a, and a <= b (b <= a)? */
static bool is_bound_implied(const struct comparisons *f, const struct value_range *r,
                             bool is_low) {
	for (size_t i = 0; i < f->order.n; i++) {
		const struct named_order *o = &f->order.at[i];
		bool is_a = same_named(o->a, r->of), is_b = same_named(o->b, r->of);
		if ((!is_a && !is_b) || is_equal(o) || is_signed(f, o->a.part) != is_signed(f, o->b.part))
			continue;
		bool is_above = is_b ? o->le : o->ge, is_below = is_b ? o->ge : o->le;
		uint64_t low, high;
		find_range(f, is_a ? o->b : o->a, &low, &high);
		if (is_low ? is_above && low + o->ne >= r->low : is_below && high - o->ne <= r->high)
			return true;
	}
	return false;
}

/* --- Telling. --- */

static const char *name_text(const struct comparisons *f, struct arena *arena, struct named of,
                             bool two) {
	const char *name = part_at(f, of.part)->name;
	return of.thread && two ? arena_printf(arena, "t%u.%s", (unsigned)of.thread, name) : name;
}

static const char *number_text(const struct comparisons *f, struct arena *arena, uint32_t part,
                               uint64_t in_order) {
	uint32_t width = part_at(f, part)->width;
	uint64_t value = turned(f, part, in_order);
	if (!is_signed(f, part))
		return arena_printf(arena, "%llu%s", (unsigned long long)value,
		                    value > INT32_MAX ? "U" : "");
	uint64_t sign = 1ull << (width - 1);
	int64_t number = (int64_t)((value ^ sign) - sign);
	if (number == INT64_MIN)
		return "(-9223372036854775807 - 1)";
	return arena_printf(arena, "%lld", (long long)number);
}

const char *comparison_value_text(const struct comparisons *f, struct arena *arena, uint32_t part,
                                  uint32_t thread, uint64_t value, bool is_equal, bool two) {
	return arena_printf(
	    arena, "%s %s %s", name_text(f, arena, (struct named){part, thread}, two),
	    is_equal ? "==" : "!=", number_text(f, arena, part, turned(f, part, value)));
}

struct telling {
	struct comparisons *f;
	struct arena *arena;
	bool two;
	void (*tell)(void *, const char *);
	void *context;
};

static void tell_bound(struct telling *t, struct named of, const char *sign, uint64_t value) {
	t->tell(t->context, arena_printf(t->arena, "%s %s %s", name_text(t->f, t->arena, of, t->two),
	                                 sign, number_text(t->f, t->arena, of.part, value)));
}

static void tell_range(struct telling *t, const struct value_range *r) {
	bool has_gaps = r->is.n && r->high - r->low >= r->is.n;
	if (r->low > r->high || is_second(t->f, r->of))
		return;
	if (r->low == r->high) {
		tell_bound(t, r->of, "==", r->low);
	} else if (r->is.n && (r->is.n <= MAX_LISTED || has_gaps)) {
		const char *text = "", *name = name_text(t->f, t->arena, r->of, t->two);
		if (part_at(t->f, r->of.part)->type->kind == TYPE_BOOL)
			return;
		for (size_t i = 0; i < r->is.n; i++)
			text = arena_printf(t->arena, "%s%s%s == %s", text, i ? " || " : "", name,
			                    number_text(t->f, t->arena, r->of.part, r->is.at[i]));
		t->tell(t->context, text);
	} else {
		if (r->low && !is_bound_implied(t->f, r, true))
			tell_bound(t, r->of, ">=", r->low);
		if (r->high != largest(t->f, r->of.part) && !is_bound_implied(t->f, r, false))
			tell_bound(t, r->of, "<=", r->high);
		for (size_t i = 0; i < r->not .n; i++)
			if (r->not .at[i] > r->low && r->not .at[i] < r->high)
				tell_bound(t, r->of, "!=", r->not .at[i]);
	}
}

static void tell_order(struct telling *t, const struct named_order *o) {
	const char *sign = o->le && o->ge ? "=="
	                   : o->le        ? o->ne ? "<" : "<="
	                   : o->ge        ? o->ne ? ">" : ">="
	                                  : "!=";
	t->tell(t->context, arena_printf(t->arena, "%s %s %s", name_text(t->f, t->arena, o->a, t->two),
	                                 sign, name_text(t->f, t->arena, o->b, t->two)));
}

/* Is one of them a constant, or are both equal?  Then comparisons of numbers say more. */
static bool is_bits_implied(const struct comparisons *f, const struct bits_fact *b) {
	uint64_t alow, ahigh, blow, bhigh;
	find_range(f, b->a, &alow, &ahigh);
	find_range(f, b->b, &blow, &bhigh);
	if (alow == ahigh || blow == bhigh)
		return true;
	for (size_t i = 0; i < f->order.n; i++)
		if (is_equal(&f->order.at[i]) && same_named(f->order.at[i].a, b->a) &&
		    same_named(f->order.at[i].b, b->b))
			return true;
	return false;
}

static void tell_bits(struct telling *t, const struct bits_fact *b) {
	const char *x = name_text(t->f, t->arena, b->a, t->two);
	const char *y = name_text(t->f, t->arena, b->b, t->two);
	const char *both = arena_printf(t->arena, "(%s & %s) == ", x, y);
	if (b->disjoint)
		t->tell(t->context, arena_printf(t->arena, "%s0", both));
	if (b->a_in_b)
		t->tell(t->context, arena_printf(t->arena, "%s%s", both, x));
	if (b->b_in_a)
		t->tell(t->context, arena_printf(t->arena, "%s%s", both, y));
}

void comparisons_tell(struct comparisons *f, struct arena *arena, bool both,
                      void (*tell)(void *, const char *), void *context) {
	struct telling t = {f, arena, both, tell, context};
	for (size_t i = 0; i < f->range.n && !both; i++)
		tell_range(&t, &f->range.at[i]);
	for (size_t i = 0; i < f->order.n; i++) {
		const struct named_order *o = &f->order.at[i];
		if ((!both || (o->a.thread == 1 && o->b.thread == 2)) && !is_implied_by_ranges(f, o) &&
		    !is_implied_by_orders(f, o) && (both || !is_implied_by_equality(f, o)))
			tell_order(&t, o);
	}
	for (size_t i = 0; i < f->bits.n; i++) {
		const struct bits_fact *b = &f->bits.at[i];
		if ((!both || (b->a.thread == 1 && b->b.thread == 2)) && !is_bits_implied(f, b))
			tell_bits(&t, b);
	}
}
