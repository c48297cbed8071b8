#include "solvers/term/eval.h"

#include <string.h>

#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

/* Values are computed bottom up with a stack of our own, so the depth of a term does not matter.
 * Array terms have no value as a whole: an element is found by walking down the stores, which may
 * find that an index or a condition is not evaluated yet; it is then pushed and the walk tried
 * again. */

struct cell { /* one element of an array variable */
	term array;
	struct bits index, value;
	size_t next; /* in the same bucket: index into 'cell' plus one, 0 ends */
};

struct model {
	struct terms *terms;
	struct arena *arena;
	struct map assigned; /* variable -> index into 'given' */
	struct map fallback; /* array variable -> index into 'given': elements not in 'cell' */
	struct map bucket;   /* hash of array and index -> index into 'cell' plus one */
	VEC(struct bits) given;
	VEC(struct cell) cell;
	VEC(struct bits) value; /* by term; width 0: not evaluated */
	VEC(term) todo;
};

typedef VEC(struct bits) bits_list;

struct model *model_open(struct terms *ts) {
	struct model *m = mem_alloc(sizeof *m);
	m->terms = ts;
	m->arena = arena_open();
	return m;
}

void model_close(struct model *m) {
	if (!m)
		return;
	map_free(&m->assigned);
	map_free(&m->fallback);
	map_free(&m->bucket);
	vec_free(&m->given);
	vec_free(&m->cell);
	vec_free(&m->value);
	vec_free(&m->todo);
	arena_close(m->arena);
	mem_free(m);
}

static void give(struct model *m, struct map *map, term var, struct bits b) {
	if (term_kind(m->terms, var) != TERM_VAR)
		BUG("term %u is no variable", var.ix);
	map_put(map, var.ix, m->given.n);
	struct bits copy = bits_copy(m->arena, b);
	vec_push(&m->given, copy);
	m->value.n = 0; /* what was computed may be wrong now */
}

void model_set(struct model *m, term var, struct bits b) {
	give(m, &m->assigned, var, b);
}

void model_set_default(struct model *m, term array_var, struct bits b) {
	give(m, &m->fallback, array_var, b);
}

static uint64_t bucket_of(term array, struct bits index) {
	return bits_hash(index) ^ map_hash(array.ix);
}

static struct cell *find_cell(const struct model *m, term array, struct bits index) {
	uint64_t at = 0;
	map_get(&m->bucket, bucket_of(array, index), &at);
	for (; at; at = m->cell.at[at - 1].next) {
		struct cell *c = &m->cell.at[at - 1];
		if (term_eq(c->array, array) && bits_eq(c->index, index))
			return c;
	}
	return NULL;
}

bool model_has_element(const struct model *m, term array_var, struct bits index) {
	return find_cell(m, array_var, index);
}

void model_set_element(struct model *m, term array_var, struct bits index, struct bits value) {
	m->value.n = 0;
	value = bits_copy(m->arena, value);
	struct cell *old = find_cell(m, array_var, index);
	if (old) {
		old->value = value;
		return;
	}
	uint64_t head = 0;
	map_get(&m->bucket, bucket_of(array_var, index), &head);
	struct cell c = {array_var, bits_copy(m->arena, index), value, head};
	vec_push(&m->cell, c);
	map_put(&m->bucket, bucket_of(array_var, index), m->cell.n);
}

static const struct bits *known(struct model *m, term t) {
	return t.ix < m->value.n && m->value.at[t.ix].width ? &m->value.at[t.ix] : NULL;
}

/* The value, or NULL and t is to be evaluated first. */
static const struct bits *want(struct model *m, term t) {
	const struct bits *b = known(m, t);
	if (!b)
		vec_push(&m->todo, t);
	return b;
}

static void remember(struct model *m, term t, struct bits b) {
	if (t.ix >= m->value.n) {
		size_t n = terms_count(m->terms) + 1;
		vec_reserve(&m->value, n);
		memset(m->value.at + m->value.n, 0, (n - m->value.n) * sizeof *m->value.at);
		m->value.n = n;
	}
	m->value.at[t.ix] = b;
}

static struct bits given(struct model *m, const struct map *map, term var, uint32_t width) {
	uint64_t ix;
	return map_get(map, var.ix, &ix) ? m->given.at[ix] : bits_u64(m->arena, width, 0);
}

static struct bits var_element(struct model *m, term var, struct bits index) {
	const struct cell *c = find_cell(m, var, index);
	return c ? c->value : given(m, &m->fallback, var, term_sort(m->terms, var).elem);
}

/* Asks for all indices of a chain of stores at once, so that the walk is repeated once only. */
static void want_indices(struct model *m, term a) {
	for (; term_kind(m->terms, a) == TERM_STORE; a = term_arg(m->terms, a, 0))
		want(m, term_arg(m->terms, a, 1));
}

/* False: something has to be evaluated first. */
static bool element(struct model *m, term a, struct bits index, struct bits *out) {
	const struct terms *ts = m->terms;
	const struct bits *b;
	for (;;) {
		switch (term_kind(ts, a)) {
		case TERM_VAR: *out = var_element(m, a, index); return true;
		case TERM_CONST_ARRAY:
			if ((b = want(m, term_arg(ts, a, 0))))
				*out = *b;
			return b != NULL;
		case TERM_ITE:
			if (!(b = want(m, term_arg(ts, a, 0))))
				return false;
			a = term_arg(ts, a, b->lo ? 1 : 2);
			break;
		case TERM_STORE:
			if (!(b = known(m, term_arg(ts, a, 1)))) {
				want_indices(m, a);
				return false;
			}
			if (bits_eq(*b, index)) {
				if ((b = want(m, term_arg(ts, a, 2))))
					*out = *b;
				return b != NULL;
			}
			a = term_arg(ts, a, 0);
			break;
		default: BUG("term %u is no array", a.ix);
		}
	}
}

/* All indices at which the array may differ from its default, and the default. */
static bool contents(struct model *m, term a, bits_list *index, struct bits *rest) {
	const struct terms *ts = m->terms;
	const struct bits *b;
	for (;;) {
		switch (term_kind(ts, a)) {
		case TERM_VAR:
			for (size_t i = 0; i < m->cell.n; i++)
				if (term_eq(m->cell.at[i].array, a))
					vec_push(index, m->cell.at[i].index);
			*rest = given(m, &m->fallback, a, term_sort(ts, a).elem);
			return true;
		case TERM_CONST_ARRAY:
			if ((b = want(m, term_arg(ts, a, 0))))
				*rest = *b;
			return b != NULL;
		case TERM_ITE:
			if (!(b = want(m, term_arg(ts, a, 0))))
				return false;
			a = term_arg(ts, a, b->lo ? 1 : 2);
			break;
		case TERM_STORE:
			if (!(b = known(m, term_arg(ts, a, 1)))) {
				want_indices(m, a);
				return false;
			}
			vec_push(index, *b);
			a = term_arg(ts, a, 0);
			break;
		default: BUG("term %u is no array", a.ix);
		}
	}
}

/* Do these indices leave one out? */
static bool leaves_one_out(const bits_list *index, uint32_t width) {
	if (width >= 32)
		return true;
	struct map seen = {0};
	for (size_t i = 0; i < index->n; i++)
		map_put(&seen, index->at[i].lo, 1);
	bool r = seen.n < UINT64_C(1) << width;
	map_free(&seen);
	return r;
}

/* 0, 1, or -1: something has to be evaluated first. */
static int same_array(struct model *m, term a, term b) {
	bits_list index = {0};
	struct bits rest_a, rest_b, x, y;
	int r = contents(m, a, &index, &rest_a) && contents(m, b, &index, &rest_b) ? 1 : -1;
	for (size_t i = 0; i < index.n && r == 1; i++) {
		if (!element(m, a, index.at[i], &x) || !element(m, b, index.at[i], &y))
			r = -1;
		else
			r = bits_eq(x, y);
	}
	if (r == 1 && leaves_one_out(&index, term_sort(m->terms, a).width))
		r = bits_eq(rest_a, rest_b);
	vec_free(&index);
	return r;
}

static struct bits truth(bool b) {
	return (struct bits){.width = 1, .lo = b};
}

static struct bits leaf(struct model *m, term t) {
	struct sort s = term_sort(m->terms, t);
	if (term_kind(m->terms, t) == TERM_VAR)
		return given(m, &m->assigned, t, s.kind == SORT_BOOL ? 1 : s.width);
	return s.kind == SORT_BOOL ? truth(term_is_true(m->terms, t)) : term_bits(m->terms, t);
}

/* v: the values of the operands, none of which is an array. */
static struct bits compute(struct model *m, term t, const struct bits *v) {
	struct arena *a = m->arena;
	uint32_t width = term_sort(m->terms, t).width;
	switch (term_kind(m->terms, t)) {
	case TERM_NOT: return truth(!v[0].lo);
	case TERM_AND: return truth(v[0].lo && v[1].lo);
	case TERM_EQ: return truth(bits_eq(v[0], v[1]));
	case TERM_ITE: return v[0].lo ? v[1] : v[2];
	case TERM_BVNOT: return bits_not(a, v[0]);
	case TERM_BVNEG: return bits_neg(a, v[0]);
	case TERM_BVAND: return bits_and(a, v[0], v[1]);
	case TERM_BVOR: return bits_or(a, v[0], v[1]);
	case TERM_BVXOR: return bits_xor(a, v[0], v[1]);
	case TERM_ADD: return bits_add(a, v[0], v[1]);
	case TERM_MUL: return bits_mul(a, v[0], v[1]);
	case TERM_UDIV: return bits_udiv(a, v[0], v[1]);
	case TERM_UREM: return bits_urem(a, v[0], v[1]);
	case TERM_SDIV: return bits_sdiv(a, v[0], v[1]);
	case TERM_SREM: return bits_srem(a, v[0], v[1]);
	case TERM_SHL: return bits_shl(a, v[0], v[1]);
	case TERM_LSHR: return bits_lshr(a, v[0], v[1]);
	case TERM_ASHR: return bits_ashr(a, v[0], v[1]);
	case TERM_ULT: return truth(bits_ult(v[0], v[1]));
	case TERM_SLT: return truth(bits_slt(v[0], v[1]));
	case TERM_CONCAT: return bits_concat(a, v[0], v[1]);
	case TERM_EXTRACT: return bits_extract(a, v[0], term_high(m->terms, t), term_low(m->terms, t));
	case TERM_ZEXT: return bits_zext(a, v[0], width);
	case TERM_SEXT: return bits_sext(a, v[0], width);
	default: BUG("term %u is no operation", t.ix);
	}
}

static bool is_array(const struct model *m, term t) {
	return term_sort(m->terms, t).kind == SORT_ARRAY;
}

/* Evaluates t, or pushes what it needs and returns false. */
static bool step(struct model *m, term t, struct bits *out) {
	const struct terms *ts = m->terms;
	uint32_t n = term_nargs(ts, t);
	if (n == 0) {
		*out = leaf(m, t);
		return true;
	}
	if (term_kind(ts, t) == TERM_SELECT) {
		const struct bits *index = want(m, term_arg(ts, t, 1));
		return index && element(m, term_arg(ts, t, 0), *index, out);
	}
	if (term_kind(ts, t) == TERM_EQ && is_array(m, term_arg(ts, t, 0))) {
		int r = same_array(m, term_arg(ts, t, 0), term_arg(ts, t, 1));
		*out = truth(r == 1);
		return r >= 0;
	}
	struct bits v[3];
	bool ready = true;
	for (uint32_t i = 0; i < n; i++) {
		const struct bits *b = want(m, term_arg(ts, t, i));
		if (b)
			v[i] = *b;
		ready = ready && b;
	}
	if (ready)
		*out = compute(m, t, v);
	return ready;
}

static void run(struct model *m) {
	while (m->todo.n) {
		term t = vec_last(&m->todo);
		struct bits b;
		if (known(m, t)) {
			m->todo.n--;
		} else if (step(m, t, &b)) {
			remember(m, t, b);
			m->todo.n--;
		}
	}
}

struct bits model_value(struct model *m, term t) {
	if (is_array(m, t))
		BUG("term %u is an array", t.ix);
	const struct bits *b = want(m, t);
	if (!b) {
		run(m);
		b = known(m, t);
	}
	return *b;
}

bool model_holds(struct model *m, term boolean) {
	return model_value(m, boolean).lo;
}

struct bits model_element(struct model *m, term array, struct bits index) {
	struct bits b;
	while (!element(m, array, index, &b))
		run(m);
	return b;
}
