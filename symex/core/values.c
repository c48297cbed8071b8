#include "symex/core/values.h"

#include "util/base/arena.h"

/* Values that are no constants make terms in every operation, so a list has fewer of them. */
enum { MAX_VALUES = 64, MAX_TERMS = 16, MAX_PAIRS = 96, MAX_OPEN = 6 };

struct value_list { /* exactly one guard holds; sorted by value */
	uint32_t n;
	uint32_t terms; /* of them, those that are no constants */
	struct {
		term guard, value;
	} at[MAX_VALUES];
};

struct value_lists {
	struct arena *arena;
	struct map list; /* term -> const struct value_list * */
};

struct value_lists *values_open(void) {
	struct value_lists *v = mem_alloc(sizeof *v);
	*v = (struct value_lists){.arena = arena_open()};
	return v;
}

void values_close(struct value_lists *v) {
	arena_close(v->arena);
	map_free(&v->list);
	mem_free(v);
}

static const struct value_list *find_list(struct symex *x, term t, struct value_list *single) {
	uint64_t known;
	if (map_get(&x->values->list, t.ix, &known))
		return (const struct value_list *)(uintptr_t)known;
	single->n = 1;
	single->at[0].guard = term_true(x->ts);
	single->at[0].value = t;
	return single;
}

/* Adds a value and its guard; false: there are too many values. */
static bool add_value(struct symex *x, struct value_list *l, term guard, term value) {
	uint32_t i = 0;
	if (term_is_false(x->ts, guard))
		return true;
	while (i < l->n && l->at[i].value.ix < value.ix)
		i++;
	if (i < l->n && term_eq(l->at[i].value, value)) {
		l->at[i].guard = term_or(x->ts, l->at[i].guard, guard);
		return true;
	}
	l->terms += !term_is_const(x->ts, value);
	if (l->n == MAX_VALUES || (l->n >= MAX_TERMS && l->terms))
		return false;
	for (uint32_t k = l->n++; k > i; k--)
		l->at[k] = l->at[k - 1];
	l->at[i].guard = guard;
	l->at[i].value = value;
	return true;
}

/* The list as a term.  The last value is the final else branch, so its guard follows from the
 * others, and the list is valid wherever the term is used. */
static term make_term(struct symex *x, struct value_list *l) {
	struct terms *ts = x->ts;
	term t = l->at[l->n - 1].value, others = term_false(ts);
	for (uint32_t i = l->n - 1; i-- > 0;) {
		t = term_ite(ts, l->at[i].guard, l->at[i].value, t);
		others = term_or(ts, others, l->at[i].guard);
	}
	if (l->n == 1)
		return t;
	l->at[l->n - 1].guard = term_not(ts, others);
	struct value_list *kept =
	    arena_alloc(x->values->arena, offsetof(struct value_list, at) + l->n * sizeof l->at[0]);
	kept->n = l->n;
	kept->terms = l->terms;
	for (uint32_t i = 0; i < l->n; i++)
		kept->at[i] = l->at[i];
	map_put(&x->values->list, t.ix, map_key(kept));
	return t;
}

static bool is_possible(const struct symex *x, term a) {
	return x->values && term_sort(x->ts, a).kind == SORT_BV;
}

/* The guard of a value after values_ite: unchanged if both lists have it under the same guard. */
static term chosen_guard(struct symex *x, const struct value_list *other, term c, term guard,
                         term value, bool *same) {
	*same = false;
	for (uint32_t i = 0; i < other->n; i++)
		if (term_eq(other->at[i].value, value))
			*same = term_eq(other->at[i].guard, guard);
	return *same ? guard : term_and(x->ts, c, guard);
}

term values_ite(struct symex *x, term c, term a, term b) {
	struct terms *ts = x->ts;
	if (!is_possible(x, a) || term_is_const(ts, c) || term_eq(a, b))
		return term_ite(ts, c, a, b);
	struct value_list one, two, all = {0};
	const struct value_list *la = find_list(x, a, &one), *lb = find_list(x, b, &two);
	term not_c = term_not(ts, c);
	bool fits = true, same;
	for (uint32_t i = 0; i < la->n && fits; i++) {
		term g = chosen_guard(x, lb, c, la->at[i].guard, la->at[i].value, &same);
		fits = add_value(x, &all, g, la->at[i].value);
	}
	for (uint32_t i = 0; i < lb->n && fits; i++) {
		term g = chosen_guard(x, la, not_c, lb->at[i].guard, lb->at[i].value, &same);
		if (!same)
			fits = add_value(x, &all, g, lb->at[i].value);
	}
	return fits && all.n ? make_term(x, &all) : term_ite(ts, c, a, b);
}

/* --- Operations. --- */

struct mapping {
	bool is_boolean;
	term any; /* boolean */
	struct value_list all;
	uint32_t open; /* number of results that are no constants */
};

static bool add_result(struct symex *x, struct mapping *m, term guard, term value) {
	struct terms *ts = x->ts;
	m->open += !term_is_const(ts, value);
	m->is_boolean = term_sort(ts, value).kind == SORT_BOOL;
	if (m->open > MAX_OPEN)
		return false;
	if (!m->is_boolean)
		return add_value(x, &m->all, guard, value);
	m->any = term_or(ts, m->any, term_and(ts, guard, value));
	return true;
}

term values_map(struct symex *x, values_op *op, void *context, term a, term b) {
	struct terms *ts = x->ts;
	if (!is_possible(x, a))
		return op(context, a, b);
	struct value_list one, two;
	const struct value_list *la = find_list(x, a, &one), *lb = find_list(x, b, &two);
	if ((la->n == 1 && lb->n == 1) || la->n * lb->n > MAX_PAIRS)
		return op(context, a, b);
	struct mapping m = {.any = term_false(ts)};
	bool fits = true;
	for (uint32_t i = 0; i < la->n && fits; i++)
		for (uint32_t k = 0; k < lb->n && fits; k++) {
			term guard = term_and(ts, la->at[i].guard, lb->at[k].guard);
			if (!term_is_false(ts, guard))
				fits = add_result(x, &m, guard, op(context, la->at[i].value, lb->at[k].value));
		}
	if (!fits || (!m.is_boolean && !m.all.n))
		return op(context, a, b);
	return m.is_boolean ? m.any : make_term(x, &m.all);
}
