/* Arrays.
 *
 * A read of a store is the stored value if the indices are equal, else a read of the array below;
 * all of that is gates.  What remains are reads of array variables.  Two of them at equal indices
 * have equal elements: the clauses of the first pairs are added at once, later ones when a model
 * violates them.
 *
 * An equality of arrays with few indices compares all elements.  With many it is an input e:
 *   - not e implies that the arrays differ at an index of its own, the witness;
 *   - e implies that they agree at every index that occurs with arrays of their sort, and at
 *     one index that does not occur ('elsewhere').
 * That is exact: in a model every variable has its default away from the occurring indices, so
 * arrays that agree elsewhere agree there.  It needs an index that does not occur, so there must be
 * more indices than occur. */
#include "solvers/blast/blast_impl.h"
#include "solvers/blast/circuit.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

enum { FEW_INDEX_BITS = 6, MAX_COMPARED = THRESHOLD(20000, 2) };

#define ELSEWHERE NO_TERM

static uint64_t key_of(term a, term b) {
	return (uint64_t)a.ix << 32 | b.ix;
}

void blast_array_free(struct blast *b) {
	map_free(&b->element);
	map_free(&b->last_read);
	map_free(&b->indexed);
	vec_free(&b->read);
	vec_free(&b->equality);
	vec_free(&b->index);
	vec_free(&b->array_todo);
}

static void note_index(struct blast *b, term index, uint32_t elem) {
	uint64_t key = key_of(index, (term){elem});
	if (map_get(&b->indexed, key, NULL))
		return;
	map_put(&b->indexed, key, 1);
	struct array_index x = {index, elem};
	vec_push(&b->index, x);
}

void blast_store(struct blast *b, term t) {
	note_index(b, term_arg(b->terms, t, 1), term_sort(b->terms, t).elem);
}

/* Neither is ELSEWHERE. */
static lit same_index(struct blast *b, term i, term j) {
	if (term_eq(i, j))
		return LIT_TRUE;
	return circuit_equal(b->gates, term_width(b->terms, i), blast_known(b, i), blast_known(b, j));
}

static void clause(struct blast *b, lit x, lit y, lit z) {
	vec_push(&b->clause, x);
	vec_push(&b->clause, y);
	if (z)
		vec_push(&b->clause, z);
	vec_push(&b->clause, 0);
}

/* If 'same' then the elements are equal. */
static void same_element(struct blast *b, lit same, const lit *x, const lit *y, uint32_t n) {
	for (uint32_t i = 0; i < n; i++) {
		clause(b, -same, -x[i], y[i]);
		clause(b, -same, x[i], -y[i]);
	}
}

/* Compares a read with the earlier ones of its variable, from 'at' on; true: it is one of them. */
static bool compare_read(struct blast *b, struct array_read *r, size_t at) {
	uint32_t n = term_sort(b->terms, r->var).elem;
	for (; at; at = b->read.at[at - 1].before) {
		const struct array_read *o = &b->read.at[at - 1];
		lit same = o->index.ix ? same_index(b, o->index, r->index) : LIT_FALSE;
		if (same == LIT_TRUE) {
			r->element = o->element;
			return true;
		}
		if (same != LIT_FALSE) {
			same_element(b, same, o->element, r->element, n);
			b->ncompared++;
		}
	}
	r->compared = true;
	return false;
}

static const lit *read_variable(struct blast *b, term var, term index) {
	uint32_t n = term_sort(b->terms, var).elem;
	uint64_t last = 0;
	map_get(&b->last_read, var.ix, &last);
	lit *element = blast_new_word(b, n);
	for (uint32_t i = 0; i < n; i++)
		element[i] = gate_input(b->gates);
	struct array_read r = {.var = var, .index = index, .element = element, .before = last};
	size_t nclauses = b->clause.n;
	if (index.ix && b->ncompared < MAX_COMPARED && compare_read(b, &r, last)) {
		b->clause.n = nclauses;
		return r.element;
	}
	vec_push(&b->read, r);
	map_put(&b->last_read, var.ix, b->read.n);
	return element;
}

static const lit *known_element(const struct blast *b, term array, term index) {
	uint64_t at;
	return map_get(&b->element, key_of(array, index), &at) ? (const lit *)(uintptr_t)at : NULL;
}

/* The element, or NULL and it is to be read first. */
static const lit *want(struct blast *b, term array, term index) {
	const lit *e = known_element(b, array, index);
	if (!e)
		vec_push(&b->array_todo, array);
	return e;
}

static const lit *choose(struct blast *b, lit c, const lit *x, const lit *y, uint32_t n) {
	if (c == LIT_TRUE || c == LIT_FALSE)
		return c == LIT_TRUE ? x : y;
	lit *out = blast_new_word(b, n);
	circuit_choose(b->gates, n, c, x, y, out);
	return out;
}

static const lit *read_store(struct blast *b, term a, term index) {
	const struct terms *ts = b->terms;
	term at = term_arg(ts, a, 1);
	const lit *value = blast_known(b, term_arg(ts, a, 2));
	if (term_eq(at, index))
		return value;
	bool table = index.ix && !term_is_const(ts, index) && blast_is_table(b, a);
	const lit *below = want(b, table ? blast_below_table(b, a) : term_arg(ts, a, 0), index);
	if (!below)
		return NULL;
	if (table)
		return blast_read_table(b, a, index, below);
	lit here = index.ix ? same_index(b, at, index) : LIT_FALSE;
	return choose(b, here, value, below, term_sort(ts, a).elem);
}

/* One step; NULL: the arrays below come first. */
static const lit *read_step(struct blast *b, term a, term index) {
	const struct terms *ts = b->terms;
	switch (term_kind(ts, a)) {
	case TERM_VAR: return read_variable(b, a, index);
	case TERM_CONST_ARRAY: return blast_known(b, term_arg(ts, a, 0));
	case TERM_STORE: return read_store(b, a, index);
	case TERM_ITE: {
		lit c = *blast_known(b, term_arg(ts, a, 0));
		const lit *x = c == LIT_FALSE ? NULL : want(b, term_arg(ts, a, 1), index);
		const lit *y = c == LIT_TRUE ? NULL : want(b, term_arg(ts, a, 2), index);
		bool ready = (x || c == LIT_FALSE) && (y || c == LIT_TRUE);
		return ready ? choose(b, c, x, y, term_sort(ts, a).elem) : NULL;
	}
	default: BUG("term %u is no array", a.ix);
	}
}

static const lit *element(struct blast *b, term array, term index) {
	want(b, array, index);
	while (b->array_todo.n) {
		term a = vec_last(&b->array_todo);
		const lit *e = known_element(b, a, index);
		if (!e && (e = read_step(b, a, index)))
			map_put(&b->element, key_of(a, index), map_key(e));
		if (e)
			b->array_todo.n--;
	}
	return known_element(b, array, index);
}

const lit *blast_read(struct blast *b, term array, term index) {
	note_index(b, index, term_sort(b->terms, array).elem);
	return element(b, array, index);
}

static lit equal_at(struct blast *b, term x, term y, term index) {
	const lit *at_x = element(b, x, index), *at_y = element(b, y, index);
	return circuit_equal(b->gates, term_sort(b->terms, x).elem, at_x, at_y);
}

lit blast_array_equal(struct blast *b, term x, term y) {
	struct sort s = term_sort(b->terms, x);
	if (s.width <= FEW_INDEX_BITS) {
		lit all = LIT_TRUE;
		for (uint64_t i = 0; i < UINT64_C(1) << s.width; i++) {
			term index = term_u64(b->terms, s.width, i);
			blast_leaf(b, index);
			all = gate_and(b->gates, all, equal_at(b, x, y, index));
		}
		return all;
	}
	term witness = term_fresh(b->terms, sort_bv(s.width), "witness");
	blast_leaf(b, witness);
	note_index(b, witness, s.elem);
	struct array_equality e = {x, y, gate_input(b->gates), 0};
	vec_push(&b->equality, e);
	clause(b, e.holds, -equal_at(b, x, y, witness), 0);
	clause(b, -e.holds, equal_at(b, x, y, ELSEWHERE), 0);
	return e.holds;
}

/* Do the indices in use leave one out? */
static bool leave_one_out(const struct blast *b, struct sort s) {
	uint64_t n = 0;
	for (size_t i = 0; i < b->index.n; i++)
		if (b->index.at[i].elem == s.elem && term_width(b->terms, b->index.at[i].index) == s.width)
			n++;
	return s.width >= 63 || n < UINT64_C(1) << s.width;
}

bool blast_arrays(struct blast *b, const char **reason) {
	for (size_t i = 0; i < b->equality.n && !b->gates->spent; i++) {
		struct array_equality *e = &b->equality.at[i];
		struct sort s = term_sort(b->terms, e->a);
		if (!leave_one_out(b, s)) {
			*reason = "equality of arrays with more indices than the solver can tell apart";
			return false;
		}
		for (; e->compared < b->index.n; e->compared++) {
			const struct array_index *x = &b->index.at[e->compared];
			if (x->elem == s.elem && term_width(b->terms, x->index) == s.width)
				clause(b, -e->holds, equal_at(b, e->a, e->b, x->index), 0);
		}
	}
	return true;
}

struct repair {
	struct arena *arena;
	struct map first; /* hash of variable and index -> read plus one */
	VEC(size_t) next; /* by read: another one of the same hash, plus one */
};

static struct bits index_value(const struct blast *b, struct arena *a, const struct array_read *r,
                               const bool *value) {
	return blast_bits(a, blast_known(b, r->index), term_width(b->terms, r->index), value);
}

/* An earlier read of the same variable whose index has the same value; NULL: none. */
static const struct array_read *find_twin(const struct blast *b, struct repair *p, size_t i,
                                          const bool *value) {
	const struct array_read *r = &b->read.at[i];
	struct bits at = index_value(b, p->arena, r, value);
	uint64_t key = bits_hash(at) ^ map_hash(r->var.ix), j = 0;
	map_get(&p->first, key, &j);
	p->next.at[i] = j;
	map_put(&p->first, key, i + 1);
	for (; j; j = p->next.at[j - 1]) {
		const struct array_read *o = &b->read.at[j - 1];
		if (term_eq(o->var, r->var) && bits_eq(index_value(b, p->arena, o, value), at))
			return o;
	}
	return NULL;
}

bool blast_is_lazy(const struct blast *b) {
	return b->ncompared >= MAX_COMPARED;
}

bool blast_repair(struct blast *b, const bool *value) {
	if (!blast_is_lazy(b))
		return false;
	struct repair p = {.arena = arena_open()};
	bool broken = false, shared = false;
	for (size_t i = 0; i < b->read.n && !b->gates->spent; i++) {
		struct array_read *r = &b->read.at[i];
		vec_push(&p.next, 0);
		const struct array_read *o = r->index.ix ? find_twin(b, &p, i, value) : NULL;
		if (!o)
			continue;
		uint32_t n = term_sort(b->terms, r->var).elem;
		if (bits_eq(blast_bits(p.arena, o->element, n, value),
		            blast_bits(p.arena, r->element, n, value)))
			continue;
		if (r->compared) { /* it shares the element of a read that is broken too */
			shared = true;
			continue;
		}
		/* The next model would violate another pair of it: all are added. */
		const lit *element = r->element;
		if (compare_read(b, r, r->before))
			same_element(b, LIT_TRUE, r->element, element, n);
		r->compared = true;
		broken = true;
	}
	if (shared && !broken)
		BUG("a model breaks a pair of reads that was compared");
	map_free(&p.first);
	vec_free(&p.next);
	arena_close(p.arena);
	return broken;
}

void blast_array_model(const struct blast *b, const bool *value, struct model *m) {
	struct arena *a = arena_open();
	for (size_t i = 0; i < b->read.n; i++) {
		const struct array_read *r = &b->read.at[i];
		struct sort s = term_sort(b->terms, r->var);
		struct bits e = blast_bits(a, r->element, s.elem, value);
		if (r->index.ix)
			model_set_element(m, r->var, blast_bits(a, blast_known(b, r->index), s.width, value),
			                  e);
		else
			model_set_default(m, r->var, e);
	}
	arena_close(a);
}

bool blast_index(const struct blast *b, term var, size_t i, const bool *value, struct arena *a,
                 struct bits *out) {
	uint64_t at = 0;
	map_get(&b->last_read, var.ix, &at);
	for (; at; at = b->read.at[at - 1].before) {
		const struct array_read *r = &b->read.at[at - 1];
		if (r->index.ix && i-- == 0) {
			uint32_t n = term_width(b->terms, r->index);
			*out = blast_bits(a, blast_known(b, r->index), n, value);
			return true;
		}
	}
	return false;
}
