#include "solvers/blast/blast_impl.h"

#include <string.h>

#include "solvers/blast/circuit.h"
#include "util/text/diag.h"

static const lit array_done[1];

struct blast *blast_open(struct terms *ts, struct gates *g) {
	struct blast *b = mem_alloc(sizeof *b);
	b->terms = ts;
	b->gates = g;
	b->arena = arena_open();
	return b;
}

void blast_close(struct blast *b) {
	if (!b)
		return;
	blast_array_free(b);
	arena_close(b->arena);
	vec_free(&b->word);
	vec_free(&b->todo);
	vec_free(&b->var);
	vec_free(&b->clause);
	map_free(&b->division);
	map_free(&b->signed_division);
	mem_free(b);
}

const lit *blast_clauses(const struct blast *b, size_t *n) {
	*n = b->clause.n;
	return b->clause.at;
}

lit *blast_new_word(struct blast *b, uint32_t n) {
	return arena_array(b->arena, lit, n);
}

const lit *blast_known(const struct blast *b, term t) {
	return t.ix < b->word.n ? b->word.at[t.ix] : NULL;
}

static void remember(struct blast *b, term t, const lit *word) {
	if (t.ix >= b->word.n) {
		size_t n = terms_count(b->terms) + 1;
		vec_reserve(&b->word, n);
		memset(b->word.at + b->word.n, 0, (n - b->word.n) * sizeof *b->word.at);
		b->word.n = n;
	}
	b->word.at[t.ix] = word;
}

static uint32_t word_size(const struct blast *b, term t) {
	struct sort s = term_sort(b->terms, t);
	return s.kind == SORT_BOOL ? 1 : s.width;
}

static void constant(struct blast *b, term t, uint32_t n, lit *out) {
	if (term_sort(b->terms, t).kind == SORT_BOOL) {
		out[0] = term_is_true(b->terms, t) ? LIT_TRUE : LIT_FALSE;
		return;
	}
	struct bits v = term_bits(b->terms, t);
	for (uint32_t i = 0; i < n; i++)
		out[i] = bits_test(v, i) ? LIT_TRUE : LIT_FALSE;
}

static void variable(struct blast *b, term t, uint32_t n, lit *out) {
	vec_push(&b->var, t);
	for (uint32_t i = 0; i < n; i++)
		out[i] = gate_input(b->gates);
}

static void bitwise(struct gates *g, enum term_kind k, uint32_t n, const lit *x, const lit *y,
                    lit *out) {
	for (uint32_t i = 0; i < n; i++)
		out[i] = k == TERM_BVAND  ? gate_and(g, x[i], y[i])
		         : k == TERM_BVOR ? gate_or(g, x[i], y[i])
		                          : gate_xor(g, x[i], y[i]);
}

/* x + -y has one adder, not two; the operand of the negation is what is asked for then. */
static bool is_negation(const struct blast *b, term t) {
	return term_kind(b->terms, t) == TERM_BVNEG && !blast_known(b, t);
}

static void add(struct blast *b, term t, uint32_t n, lit *out) {
	term x = term_arg(b->terms, t, 0), y = term_arg(b->terms, t, 1);
	if (is_negation(b, x)) {
		term swap = x;
		x = y;
		y = swap;
	}
	if (is_negation(b, y))
		circuit_subtract(b->gates, n, blast_known(b, x), blast_known(b, term_arg(b->terms, y, 0)),
		                 out);
	else
		circuit_add(b->gates, n, blast_known(b, x), blast_known(b, y), LIT_FALSE, out);
}

/* Quotient and remainder of the same operands are one circuit. */
static const lit *divide(struct blast *b, term t, enum term_kind k, uint32_t n) {
	bool is_signed = k == TERM_SDIV || k == TERM_SREM;
	struct map *m = is_signed ? &b->signed_division : &b->division;
	term x = term_arg(b->terms, t, 0), y = term_arg(b->terms, t, 1);
	uint64_t key = (uint64_t)x.ix << 32 | y.ix, at;
	lit *q;
	if (map_get(m, key, &at)) {
		q = (lit *)(uintptr_t)at;
	} else {
		q = blast_new_word(b, 2 * n);
		(is_signed ? circuit_divide_signed : circuit_divide)(b->gates, n, blast_known(b, x),
		                                                     blast_known(b, y), q, q + n);
		map_put(m, key, map_key(q));
	}
	return k == TERM_UDIV || k == TERM_SDIV ? q : q + n;
}

static void extend(uint32_t from, uint32_t to, const lit *x, bool sign, lit *out) {
	memcpy(out, x, from * sizeof *out);
	for (uint32_t i = from; i < to; i++)
		out[i] = sign ? x[from - 1] : LIT_FALSE;
}

static bool is_array(const struct blast *b, term t) {
	return term_sort(b->terms, t).kind == SORT_ARRAY;
}

static lit equal(struct blast *b, term t) {
	term x = term_arg(b->terms, t, 0), y = term_arg(b->terms, t, 1);
	if (is_array(b, x))
		return blast_array_equal(b, x, y);
	return circuit_equal(b->gates, word_size(b, x), blast_known(b, x), blast_known(b, y));
}

static void shift(struct gates *g, enum term_kind k, uint32_t n, const lit *x, const lit *by,
                  lit *out) {
	if (k == TERM_SHL)
		circuit_shift_left(g, n, x, by, out);
	else
		circuit_shift_right(g, n, x, by, k == TERM_ASHR ? x[n - 1] : LIT_FALSE, out);
}

static void concat(struct blast *b, term t, const lit *high, const lit *low, lit *out) {
	uint32_t h = word_size(b, term_arg(b->terms, t, 0)), l = word_size(b, term_arg(b->terms, t, 1));
	memcpy(out, low, l * sizeof *out);
	memcpy(out + l, high, h * sizeof *out);
}

/* Terms whose word is a part of another one. */
static const lit *shared_word(struct blast *b, term t, enum term_kind k, uint32_t n) {
	switch (k) {
	case TERM_EXTRACT: return blast_known(b, term_arg(b->terms, t, 0)) + term_low(b->terms, t);
	case TERM_SELECT: return blast_read(b, term_arg(b->terms, t, 0), term_arg(b->terms, t, 1));
	case TERM_UDIV:
	case TERM_UREM:
	case TERM_SDIV:
	case TERM_SREM: return divide(b, t, k, n);
	default: return NULL;
	}
}

/* The word of a term that is no array, its operands having theirs. */
static const lit *build(struct blast *b, term t) {
	struct terms *ts = b->terms;
	struct gates *g = b->gates;
	enum term_kind k = term_kind(ts, t);
	uint32_t n = word_size(b, t), nargs = term_nargs(ts, t);
	const lit *shared = shared_word(b, t, k, n);
	if (shared)
		return shared;
	const lit *x = nargs > 0 ? blast_known(b, term_arg(ts, t, 0)) : NULL;
	const lit *y = nargs > 1 ? blast_known(b, term_arg(ts, t, 1)) : NULL;
	const lit *z = nargs > 2 ? blast_known(b, term_arg(ts, t, 2)) : NULL;
	uint32_t m =
	    nargs > 0 && !is_array(b, term_arg(ts, t, 0)) ? word_size(b, term_arg(ts, t, 0)) : 0;
	lit *out = blast_new_word(b, n);
	switch (k) {
	case TERM_CONST: constant(b, t, n, out); break;
	case TERM_VAR: variable(b, t, n, out); break;
	case TERM_NOT: out[0] = -x[0]; break;
	case TERM_AND: out[0] = gate_and(g, x[0], y[0]); break;
	case TERM_EQ: out[0] = equal(b, t); break;
	case TERM_ITE: circuit_choose(g, n, x[0], y, z, out); break;
	case TERM_BVNOT:
		for (uint32_t i = 0; i < n; i++)
			out[i] = -x[i];
		break;
	case TERM_BVNEG: circuit_negate_if(g, n, LIT_TRUE, x, out); break;
	case TERM_BVAND:
	case TERM_BVOR:
	case TERM_BVXOR: bitwise(g, k, n, x, y, out); break;
	case TERM_ADD: add(b, t, n, out); break;
	case TERM_MUL: circuit_multiply(g, n, x, y, out); break;
	case TERM_SHL:
	case TERM_LSHR:
	case TERM_ASHR: shift(g, k, n, x, y, out); break;
	case TERM_ULT: out[0] = circuit_less(g, m, x, y); break;
	case TERM_SLT: out[0] = circuit_less_signed(g, m, x, y); break;
	case TERM_CONCAT: concat(b, t, x, y, out); break;
	case TERM_ZEXT: extend(m, n, x, false, out); break;
	case TERM_SEXT: extend(m, n, x, true, out); break;
	default: BUG("term %u of kind %d has no word", t.ix, (int)k);
	}
	return out;
}

/* Pushes the operands that have no word yet; true if there are none. */
static bool ready(struct blast *b, term t) {
	const struct terms *ts = b->terms;
	size_t before = b->todo.n;
	bool sum = term_kind(ts, t) == TERM_ADD;
	for (uint32_t i = 0; i < term_nargs(ts, t); i++) {
		term x = term_arg(ts, t, i);
		if (sum && is_negation(b, x) && !(i && is_negation(b, term_arg(ts, t, 0))))
			x = term_arg(ts, x, 0);
		if (!blast_known(b, x))
			vec_push(&b->todo, x);
	}
	return b->todo.n == before;
}

const lit *blast_word(struct blast *b, term root) {
	vec_push(&b->todo, root);
	while (b->todo.n) {
		term t = vec_last(&b->todo);
		if (blast_known(b, t) || (ready(b, t) && !b->gates->spent)) {
			b->todo.n--;
			if (blast_known(b, t))
				continue;
			if (term_kind(b->terms, t) == TERM_STORE)
				blast_store(b, t);
			remember(b, t, is_array(b, t) ? array_done : build(b, t));
		} else if (b->gates->spent) {
			b->todo.n = 0;
			return array_done;
		}
	}
	return blast_known(b, root);
}

const lit *blast_leaf(struct blast *b, term t) {
	if (!blast_known(b, t))
		remember(b, t, build(b, t));
	return blast_known(b, t);
}

void blast_model(const struct blast *b, const bool *value, struct model *m) {
	struct arena *a = arena_open();
	for (size_t i = 0; i < b->var.n; i++) {
		term t = b->var.at[i];
		model_set(m, t, blast_bits(a, blast_known(b, t), word_size(b, t), value));
	}
	blast_array_model(b, value, m);
	arena_close(a);
}

struct bits blast_bits(struct arena *a, const lit *word, uint32_t n, const bool *value) {
	uint64_t limb[4], *at = n <= 256 ? limb : mem_alloc((n + 63) / 64 * sizeof *at);
	memset(at, 0, (n + 63) / 64 * sizeof *at);
	for (uint32_t i = 0; i < n; i++)
		at[i / 64] |= (uint64_t)lit_value(value, word[i]) << i % 64;
	struct bits r = n <= 64
	                    ? bits_u64(a, n, at[0])
	                    : (struct bits){n, at[0], arena_copy(a, at, (n + 63) / 64 * sizeof *at)};
	if (at != limb)
		mem_free(at);
	return r;
}
