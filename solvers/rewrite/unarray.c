#include "solvers/rewrite/unarray.h"

#include <stdlib.h>

#include "solvers/rewrite/rebuild.h"
#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

enum { MAX_GROWTH = 4000000, MAX_READS = 1500 };

struct unarray {
	struct terms *terms;
	struct map done;      /* term that is no array -> its image */
	struct map read_done; /* array and index -> image of the element */
	VEC(term) todo;       /* depth-first stack of terms */
	VEC(term) walk;       /* and of the arrays of one read */
	VEC(struct array_read) read;
	VEC(term) axiom;
	uint32_t growth; /* terms made so far */
	bool failed;
};

/* A store at a constant index of at most 64 bits. */
struct entry {
	uint64_t index;
	size_t age; /* the outermost is 0 */
	term value;
};

typedef VEC(struct entry) entry_list;

struct unarray *unarray_open(struct terms *ts) {
	struct unarray *u = mem_alloc(sizeof *u);
	u->terms = ts;
	return u;
}

void unarray_close(struct unarray *u) {
	if (!u)
		return;
	map_free(&u->done);
	map_free(&u->read_done);
	vec_free(&u->todo);
	vec_free(&u->walk);
	vec_free(&u->read);
	vec_free(&u->axiom);
	mem_free(u);
}

const term *unarray_axioms(const struct unarray *u, size_t *n) {
	*n = u->axiom.n;
	return u->axiom.at;
}

const struct array_read *unarray_reads(const struct unarray *u, size_t *n) {
	*n = u->read.n;
	return u->read.at;
}

static bool is_array(const struct unarray *u, term t) {
	return term_sort(u->terms, t).kind == SORT_ARRAY;
}

static bool find(const struct map *m, uint64_t key, term *out) {
	uint64_t ix;
	if (!map_get(m, key, &ix))
		return false;
	out->ix = (uint32_t)ix;
	return true;
}

static term image(const struct unarray *u, term t) {
	term r;
	if (!find(&u->done, t.ix, &r))
		BUG("term %u is not rewritten yet", t.ix);
	return r;
}

static uint64_t read_key(term array, term index) {
	return (uint64_t)array.ix << 32 | index.ix;
}

/* A variable for the element, consistent with the elements read before. */
static term read_variable(struct unarray *u, term array, term index) {
	struct terms *ts = u->terms;
	term value = term_fresh(ts, sort_bv(term_sort(ts, array).elem), "element");
	for (size_t i = 0; i < u->read.n; i++) {
		struct array_read r = u->read.at[i];
		if (!term_eq(r.array, array))
			continue;
		term same = term_equal(ts, r.index, index);
		term axiom = term_implies(ts, same, term_equal(ts, r.value, value));
		if (!term_is_true(ts, axiom))
			vec_push(&u->axiom, axiom);
	}
	struct array_read r = {array, index, value};
	vec_push(&u->read, r);
	u->failed = u->failed || u->read.n > MAX_READS;
	return value;
}

static bool is_entry(const struct unarray *u, term array) {
	if (term_kind(u->terms, array) != TERM_STORE)
		return false;
	term index = term_arg(u->terms, array, 1);
	return term_is_const(u->terms, index) && term_width(u->terms, index) <= 64;
}

/* The array below the stores at constant indices that are outermost in a. */
static term below_entries(const struct unarray *u, term a) {
	while (is_entry(u, a))
		a = term_arg(u->terms, a, 0);
	return a;
}

static int by_index(const void *p, const void *q) {
	const struct entry *a = p, *b = q;
	if (a->index != b->index)
		return a->index < b->index ? -1 : 1;
	return a->age < b->age ? -1 : a->age > b->age;
}

static void collect_entries(struct unarray *u, term a, entry_list *out) {
	for (; is_entry(u, a); a = term_arg(u->terms, a, 0)) {
		struct entry e = {.age = out->n, .value = image(u, term_arg(u->terms, a, 2))};
		term_get_u64(u->terms, term_arg(u->terms, a, 1), &e.index);
		vec_push(out, e);
	}
	qsort(out->at, out->n, sizeof *out->at, by_index);
	size_t n = 0;
	for (size_t i = 0; i < out->n; i++) /* of stores at one index the outermost counts */
		if (!n || out->at[n - 1].index != out->at[i].index)
			out->at[n++] = out->at[i];
	out->n = n;
}

/* Bits high to low of the index are those of k. */
static term bits_are(struct unarray *u, term index, uint64_t k, uint32_t high, uint32_t low) {
	struct terms *ts = u->terms;
	term slice = term_extract(ts, index, high, low);
	return term_equal(ts, slice, term_u64(ts, high - low + 1, k >> low));
}

/* The value of the entry that has the index, 'other' if none has; sorted entries, at least one,
 * which agree in all bits from 'bits' up.  Recursion is at most as deep as an index has bits. */
static term search(struct unarray *u, const struct entry *e, size_t n, term index, uint32_t bits,
                   term other) {
	struct terms *ts = u->terms;
	if (bits == 0)
		return e->value;
	uint64_t differ = e[0].index ^ e[n - 1].index;
	uint32_t top = differ ? 64 - (uint32_t)__builtin_clzll(differ) : 0;
	if (top < bits) {
		term in = search(u, e, n, index, top, other);
		return term_ite(ts, bits_are(u, index, e->index, bits - 1, top), in, other);
	}
	size_t half = 0;
	while (!(e[half].index >> (bits - 1) & 1))
		half++;
	term zero = search(u, e, half, index, bits - 1, other);
	term one = search(u, e + half, n - half, index, bits - 1, other);
	return term_ite(ts, bits_are(u, index, UINT64_MAX, bits - 1, bits - 1), one, zero);
}

static term read_entries(struct unarray *u, term a, term index, term other) {
	entry_list list = {0};
	collect_entries(u, a, &list);
	term r = search(u, list.at, list.n, index, term_width(u->terms, index), other);
	vec_free(&list);
	return r;
}

/* The arrays whose element is needed first; false: none. */
static bool needs(const struct unarray *u, term a, term on[2]) {
	const struct terms *ts = u->terms;
	on[0] = on[1] = NO_TERM;
	switch (term_kind(ts, a)) {
	case TERM_STORE: on[0] = is_entry(u, a) ? below_entries(u, a) : term_arg(ts, a, 0); return true;
	case TERM_ITE:
		on[0] = term_arg(ts, a, 1);
		on[1] = term_arg(ts, a, 2);
		return true;
	default: return false;
	}
}

/* in: the elements of what 'needs' said. */
static term read_node(struct unarray *u, term a, term index, const term in[2]) {
	struct terms *ts = u->terms;
	switch (term_kind(ts, a)) {
	case TERM_VAR: return read_variable(u, a, index);
	case TERM_CONST_ARRAY: return image(u, term_arg(ts, a, 0));
	case TERM_ITE: return term_ite(ts, image(u, term_arg(ts, a, 0)), in[0], in[1]);
	case TERM_STORE: break;
	default: BUG("term %u is no array", a.ix);
	}
	if (is_entry(u, a))
		return read_entries(u, a, index, in[0]);
	term same = term_equal(ts, image(u, term_arg(ts, a, 1)), index);
	return term_ite(ts, same, image(u, term_arg(ts, a, 2)), in[0]);
}

static bool too_large(struct unarray *u, uint32_t before) {
	uint32_t made = terms_count(u->terms) - before;
	u->growth = made > MAX_GROWTH - u->growth ? MAX_GROWTH : u->growth + made;
	u->failed = u->failed || u->growth == MAX_GROWTH;
	return u->failed;
}

static term read_array(struct unarray *u, term array, term index) {
	term r = NO_TERM;
	u->walk.n = 0;
	vec_push(&u->walk, array);
	while (u->walk.n) {
		term a = vec_last(&u->walk), on[2], in[2] = {NO_TERM, NO_TERM};
		if (find(&u->read_done, read_key(a, index), &r)) {
			u->walk.n--;
			continue;
		}
		bool ready = true;
		for (int i = 0; needs(u, a, on) && i < 2; i++)
			if (on[i].ix && !find(&u->read_done, read_key(on[i], index), &in[i])) {
				vec_push(&u->walk, on[i]);
				ready = false;
			}
		if (!ready)
			continue;
		uint32_t before = terms_count(u->terms);
		r = read_node(u, a, index, in);
		map_put(&u->read_done, read_key(a, index), r.ix);
		if (too_large(u, before))
			return NO_TERM;
	}
	return r;
}

/* The operands that are no arrays are rewritten, and so is everything below those that are. */
static term rewrite(struct unarray *u, term t) {
	const struct terms *ts = u->terms;
	uint32_t n = term_nargs(ts, t);
	if (term_kind(ts, t) == TERM_SELECT)
		return read_array(u, term_arg(ts, t, 0), image(u, term_arg(ts, t, 1)));
	term a[3];
	bool changed = false;
	for (uint32_t i = 0; i < n; i++) {
		if (is_array(u, term_arg(ts, t, i)))
			return NO_TERM; /* equality of arrays */
		a[i] = image(u, term_arg(ts, t, i));
		changed = changed || !term_eq(a[i], term_arg(ts, t, i));
	}
	return changed ? term_rebuild(u->terms, t, a) : t;
}

term unarray_term(struct unarray *u, term root) {
	u->todo.n = 0;
	vec_push(&u->todo, root);
	while (u->todo.n && !u->failed) {
		term t = vec_last(&u->todo), r;
		bool ready = true;
		if (find(&u->done, t.ix, &r)) {
			u->todo.n--;
			continue;
		}
		for (uint32_t i = 0; i < term_nargs(u->terms, t); i++) {
			term a = term_arg(u->terms, t, i);
			if (!find(&u->done, a.ix, &r)) {
				vec_push(&u->todo, a);
				ready = false;
			}
		}
		if (!ready)
			continue;
		r = is_array(u, t) ? t : rewrite(u, t); /* arrays: only their parts are looked at */
		u->failed = u->failed || !r.ix;
		map_put(&u->done, t.ix, r.ix);
	}
	return u->failed ? NO_TERM : image(u, root);
}
