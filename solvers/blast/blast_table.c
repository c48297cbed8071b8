/* Stores at constant indices that follow one another are a table.  A read at an unknown index
 * searches it by the bits of the index, from the top: where the remaining entries differ the bit
 * chooses, where they do not the index has to agree, or the read is one of the array below. */
#include <stdlib.h>

#include "solvers/blast/blast_impl.h"
#include "solvers/blast/circuit.h"

struct entry {
	struct bits index;
	const lit *value;
	size_t depth; /* of equal indices the outermost store counts */
};

struct table {
	struct gates *gates;
	struct arena *arena;
	VEC(struct entry) entry; /* by index */
	const lit *index, *below;
	uint32_t n; /* width of the elements */
};

enum { SMALLEST_TABLE = 3 };

static int compare(const void *p, const void *q) {
	const struct entry *x = p, *y = q;
	if (!bits_eq(x->index, y->index))
		return bits_ult(x->index, y->index) ? -1 : 1;
	return x->depth < y->depth ? -1 : 1;
}

static void sort(struct table *t) {
	qsort(t->entry.at, t->entry.n, sizeof *t->entry.at, compare);
	size_t n = 0;
	for (size_t i = 0; i < t->entry.n; i++)
		if (n == 0 || !bits_eq(t->entry.at[n - 1].index, t->entry.at[i].index))
			t->entry.at[n++] = t->entry.at[i];
	t->entry.n = n;
}

static const lit *choose(struct table *t, lit c, const lit *x, const lit *y) {
	if (c == LIT_TRUE || c == LIT_FALSE)
		return c == LIT_TRUE ? x : y;
	lit *out = arena_array(t->arena, lit, t->n);
	circuit_choose(t->gates, t->n, c, x, y, out);
	return out;
}

/* The element if the index is among entries from .. to - 1, which agree with it (and so with each
 * other) from bit 'top' on; else that of the array below.  Recursion ends after as many levels as
 * the index has bits. */
static const lit *search(struct table *t, size_t from, size_t to, uint32_t top) {
	const struct entry *first = &t->entry.at[from], *last = &t->entry.at[to - 1];
	lit agrees = LIT_TRUE;
	uint32_t bit = top;
	while (bit > 0 && bits_test(first->index, bit - 1) == bits_test(last->index, bit - 1)) {
		bit--;
		agrees = gate_and(t->gates, agrees,
		                  bits_test(first->index, bit) ? t->index[bit] : -t->index[bit]);
	}
	if (bit == 0 || agrees == LIT_FALSE)
		return choose(t, agrees, first->value, t->below);
	bit--;
	size_t low = from, high = to;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (bits_test(t->entry.at[middle].index, bit))
			high = middle;
		else
			low = middle + 1;
	}
	lit c = t->index[bit];
	const lit *x = c == LIT_FALSE ? t->below : search(t, low, to, bit);
	const lit *y = c == LIT_TRUE ? t->below : search(t, from, low, bit);
	return choose(t, agrees, choose(t, c, x, y), t->below);
}

bool blast_is_table(const struct blast *b, term array) {
	for (int i = 0; i < SMALLEST_TABLE; i++) {
		if (term_kind(b->terms, array) != TERM_STORE ||
		    !term_is_const(b->terms, term_arg(b->terms, array, 1)))
			return false;
		array = term_arg(b->terms, array, 0);
	}
	return true;
}

term blast_below_table(const struct blast *b, term array) {
	while (term_kind(b->terms, array) == TERM_STORE &&
	       term_is_const(b->terms, term_arg(b->terms, array, 1)))
		array = term_arg(b->terms, array, 0);
	return array;
}

const lit *blast_read_table(struct blast *b, term array, term index, const lit *below) {
	struct table t = {.gates = b->gates,
	                  .arena = arena_open(),
	                  .index = blast_known(b, index),
	                  .below = below,
	                  .n = term_sort(b->terms, array).elem};
	term bottom = blast_below_table(b, array);
	for (term a = array; !term_eq(a, bottom); a = term_arg(b->terms, a, 0)) {
		struct entry e = {term_bits(b->terms, term_arg(b->terms, a, 1)),
		                  blast_known(b, term_arg(b->terms, a, 2)), t.entry.n};
		vec_push(&t.entry, e);
	}
	sort(&t);
	const lit *found = search(&t, 0, t.entry.n, term_width(b->terms, index));
	lit *out = blast_new_word(b, t.n);
	for (uint32_t i = 0; i < t.n; i++)
		out[i] = found[i];
	vec_free(&t.entry);
	arena_close(t.arena);
	return out;
}
