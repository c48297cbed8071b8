#include "solvers/z3/z3_terms.h"

#include <stdio.h>
#include <string.h>

#include "solvers/z3/z3_int.h"
#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

struct image {
	struct z3_int to; /* its 'ast' NULL: not translated yet */
	uint32_t depth;
};

struct z3_terms {
	struct terms *terms;
	Z3_context ctx;
	VEC(struct image) image; /* by term */
	uint32_t depth;
	size_t gates;
	VEC(term) todo;
	VEC(Z3_sort) sort;  /* every sort in use, one reference each */
	struct map sort_ix; /* bit-vector width, or index width and element width -> index */
	enum z3_logic logic;
	struct z3_ints *ints; /* NULL: bit-vectors are bit-vectors */
	VEC(Z3_ast) clock;    /* one reference each */
	bool failed;
	char error[160];
};

/* Without a handler Z3 ends the process.  Errors are looked up after the calls instead. */
static void on_error(Z3_context ctx, Z3_error_code code) {
	(void)ctx;
	(void)code;
}

bool z3_terms_ok(struct z3_terms *z) {
	Z3_error_code code = z->failed ? Z3_OK : Z3_get_error_code(z->ctx);
	if (code != Z3_OK) {
		snprintf(z->error, sizeof z->error, "%s", Z3_get_error_msg(z->ctx, code));
		z->failed = true;
	}
	return !z->failed;
}

const char *z3_terms_error(const struct z3_terms *z) {
	return z->error;
}

struct z3_terms *z3_terms_open(struct terms *ts, bool integers) {
	struct z3_terms *z = mem_alloc(sizeof *z);
	Z3_config config = Z3_mk_config();
	z->terms = ts;
	z->ctx = Z3_mk_context_rc(config);
	Z3_del_config(config);
	Z3_set_error_handler(z->ctx, on_error);
	if (integers) {
		z->ints = z3_ints_open(ts, z->ctx);
		z->logic = Z3_LOGIC_INTEGERS;
	}
	return z;
}

void z3_terms_close(struct z3_terms *z) {
	if (!z)
		return;
	for (size_t i = 0; i < z->image.n; i++)
		if (z->image.at[i].to.ast)
			Z3_dec_ref(z->ctx, z->image.at[i].to.ast);
	z3_ints_close(z->ints);
	for (size_t i = 0; i < z->clock.n; i++)
		Z3_dec_ref(z->ctx, z->clock.at[i]);
	for (size_t i = 0; i < z->sort.n; i++)
		Z3_dec_ref(z->ctx, Z3_sort_to_ast(z->ctx, z->sort.at[i]));
	Z3_del_context(z->ctx);
	vec_free(&z->image);
	vec_free(&z->todo);
	vec_free(&z->sort);
	vec_free(&z->clock);
	map_free(&z->sort_ix);
	mem_free(z);
}

Z3_context z3_terms_context(struct z3_terms *z) {
	return z->ctx;
}

uint32_t z3_terms_depth(const struct z3_terms *z) {
	return z->depth;
}

size_t z3_terms_gates(const struct z3_terms *z) {
	return z->gates;
}

const Z3_ast *z3_terms_ranges(const struct z3_terms *z, size_t *n) {
	*n = 0;
	return z->ints ? z3_ints_ranges(z->ints, n) : NULL;
}

enum z3_logic z3_terms_logic(const struct z3_terms *z) {
	return z->logic;
}

static Z3_sort sort_of(struct z3_terms *z, struct sort s);

static Z3_sort array_sort(struct z3_terms *z, struct sort s) {
	Z3_sort index = sort_of(z, sort_bv(s.width)), elem = sort_of(z, sort_bv(s.elem));
	return index && elem ? Z3_mk_array_sort(z->ctx, index, elem) : NULL;
}

/* NULL: error. */
static Z3_sort sort_of(struct z3_terms *z, struct sort s) {
	uint64_t key = (uint64_t)s.kind << 62 ^ (uint64_t)s.width << 31 ^ s.elem, ix;
	if (s.kind != SORT_ARRAY)
		key = (uint64_t)s.kind << 62 ^ s.width;
	if (map_get(&z->sort_ix, key, &ix))
		return z->sort.at[ix];
	Z3_sort r = NULL;
	if (s.kind == SORT_BOOL)
		r = Z3_mk_bool_sort(z->ctx);
	else if (s.kind == SORT_BV)
		r = Z3_mk_bv_sort(z->ctx, s.width);
	else
		r = array_sort(z, s);
	if (!r || !z3_terms_ok(z))
		return NULL;
	Z3_inc_ref(z->ctx, Z3_sort_to_ast(z->ctx, r));
	map_put(&z->sort_ix, key, z->sort.n);
	vec_push(&z->sort, r);
	return r;
}

static Z3_ast constant(struct z3_terms *z, term t) {
	const struct terms *ts = z->terms;
	struct sort s = term_sort(ts, t);
	if (s.kind == SORT_BOOL)
		return term_is_true(ts, t) ? Z3_mk_true(z->ctx) : Z3_mk_false(z->ctx);
	struct bits b = term_bits(ts, t);
	Z3_sort sort = sort_of(z, s);
	if (!sort)
		return NULL;
	if (s.width <= 64)
		return Z3_mk_unsigned_int64(z->ctx, b.lo, sort);
	struct arena *arena = arena_open();
	Z3_ast r = Z3_mk_numeral(z->ctx, bits_print(arena, b, false, 10), sort);
	arena_close(arena);
	return r;
}

static Z3_ast leaf(struct z3_terms *z, term t) {
	if (term_kind(z->terms, t) == TERM_CONST)
		return constant(z, t);
	Z3_symbol name = Z3_mk_string_symbol(z->ctx, term_name(z->terms, t));
	Z3_sort sort = sort_of(z, term_sort(z->terms, t));
	return sort ? Z3_mk_const(z->ctx, name, sort) : NULL;
}

/* The operands are translated. */
static Z3_ast build_bits(struct z3_terms *z, term t, const Z3_ast *a) {
	const struct terms *ts = z->terms;
	Z3_context c = z->ctx;
	switch (term_kind(ts, t)) {
	case TERM_CONST:
	case TERM_VAR: return leaf(z, t);
	case TERM_NOT: return Z3_mk_not(c, a[0]);
	case TERM_AND: return Z3_mk_and(c, 2, a);
	case TERM_EQ: return Z3_mk_eq(c, a[0], a[1]);
	case TERM_ITE: return Z3_mk_ite(c, a[0], a[1], a[2]);
	case TERM_BVNOT: return Z3_mk_bvnot(c, a[0]);
	case TERM_BVNEG: return Z3_mk_bvneg(c, a[0]);
	case TERM_BVAND: return Z3_mk_bvand(c, a[0], a[1]);
	case TERM_BVOR: return Z3_mk_bvor(c, a[0], a[1]);
	case TERM_BVXOR: return Z3_mk_bvxor(c, a[0], a[1]);
	case TERM_ADD: return Z3_mk_bvadd(c, a[0], a[1]);
	case TERM_MUL: return Z3_mk_bvmul(c, a[0], a[1]);
	case TERM_UDIV: return Z3_mk_bvudiv(c, a[0], a[1]);
	case TERM_UREM: return Z3_mk_bvurem(c, a[0], a[1]);
	case TERM_SDIV: return Z3_mk_bvsdiv(c, a[0], a[1]);
	case TERM_SREM: return Z3_mk_bvsrem(c, a[0], a[1]);
	case TERM_SHL: return Z3_mk_bvshl(c, a[0], a[1]);
	case TERM_LSHR: return Z3_mk_bvlshr(c, a[0], a[1]);
	case TERM_ASHR: return Z3_mk_bvashr(c, a[0], a[1]);
	case TERM_ULT: return Z3_mk_bvult(c, a[0], a[1]);
	case TERM_SLT: return Z3_mk_bvslt(c, a[0], a[1]);
	case TERM_CONCAT: return Z3_mk_concat(c, a[0], a[1]);
	case TERM_EXTRACT: return Z3_mk_extract(c, term_high(ts, t), term_low(ts, t), a[0]);
	case TERM_ZEXT:
	case TERM_SEXT: {
		unsigned more = term_width(ts, t) - term_width(ts, term_arg(ts, t, 0));
		return term_kind(ts, t) == TERM_ZEXT ? Z3_mk_zero_ext(c, more, a[0])
		                                     : Z3_mk_sign_ext(c, more, a[0]);
	}
	case TERM_SELECT: return Z3_mk_select(c, a[0], a[1]);
	case TERM_STORE: return Z3_mk_store(c, a[0], a[1], a[2]);
	case TERM_CONST_ARRAY: {
		Z3_sort index = sort_of(z, sort_bv(term_sort(ts, t).width));
		return index ? Z3_mk_const_array(c, index, a[0]) : NULL;
	}
	case TERM_NONE:
	case TERM_KIND_N: break;
	}
	BUG("term %u has no kind", t.ix);
}

static struct z3_int build(struct z3_terms *z, term t, const struct z3_int *arg) {
	if (!z->ints) {
		Z3_ast a[3] = {arg[0].ast, arg[1].ast, arg[2].ast};
		return (struct z3_int){.ast = build_bits(z, t, a)};
	}
	struct z3_int r = z3_ints_build(z->ints, t, arg);
	if (!r.ast && z3_ints_why(z->ints))
		snprintf(z->error, sizeof z->error, "no integers for %s", z3_ints_why(z->ints));
	return r;
}

static struct z3_int translated(const struct z3_terms *z, term t) {
	return t.ix < z->image.n ? z->image.at[t.ix].to : (struct z3_int){0};
}

static size_t gates_of(const struct z3_terms *z, term t) {
	struct sort s = term_sort(z->terms, t);
	if (s.kind != SORT_BV)
		return 1;
	switch (term_kind(z->terms, t)) {
	case TERM_MUL:
	case TERM_UDIV:
	case TERM_UREM:
	case TERM_SDIV:
	case TERM_SREM: return (size_t)s.width * s.width;
	default: return s.width;
	}
}

static void remember(struct z3_terms *z, term t, struct z3_int to) {
	Z3_inc_ref(z->ctx, to.ast);
	if (t.ix >= z->image.n) {
		size_t n = terms_count(z->terms) + 1;
		vec_reserve(&z->image, n);
		memset(z->image.at + z->image.n, 0, (n - z->image.n) * sizeof *z->image.at);
		z->image.n = n;
	}
	uint32_t depth = 0;
	for (uint32_t i = 0; i < term_nargs(z->terms, t); i++) {
		uint32_t below = z->image.at[term_arg(z->terms, t, i).ix].depth;
		depth = below > depth ? below : depth;
	}
	z->image.at[t.ix] = (struct image){to, depth + 1};
	z->depth = depth + 1 > z->depth ? depth + 1 : z->depth;
	z->gates += gates_of(z, t);
	if (z->logic < Z3_LOGIC_CONST_ARRAYS && term_kind(z->terms, t) == TERM_CONST_ARRAY)
		z->logic = Z3_LOGIC_CONST_ARRAYS;
	else if (z->logic == Z3_LOGIC_BV && term_sort(z->terms, t).kind == SORT_ARRAY)
		z->logic = Z3_LOGIC_ARRAYS;
}

/* Depth first with our own stack: terms may be deeper than the machine's. */
Z3_ast z3_terms_ast(struct z3_terms *z, term root) {
	z->todo.n = 0;
	vec_push(&z->todo, root);
	while (z->todo.n && !z->failed) {
		term t = vec_last(&z->todo);
		if (translated(z, t).ast) {
			z->todo.n--;
			continue;
		}
		struct z3_int arg[3] = {0};
		uint32_t n = term_nargs(z->terms, t), missing = 0;
		for (uint32_t i = 0; i < n; i++) {
			term a = term_arg(z->terms, t, i);
			if ((arg[i] = translated(z, a)).ast)
				continue;
			vec_push(&z->todo, a);
			missing++;
		}
		if (missing)
			continue;
		struct z3_int to = build(z, t, arg);
		if (z3_terms_ok(z) && to.ast)
			remember(z, t, to);
		else
			z->failed = true;
	}
	return z->failed ? NULL : translated(z, root).ast;
}

Z3_ast z3_terms_clock(struct z3_terms *z, uint32_t clock) {
	while (z->clock.n <= clock) {
		Z3_ast c = Z3_mk_fresh_const(z->ctx, "clock", Z3_mk_int_sort(z->ctx));
		if (!z3_terms_ok(z) || !c)
			return NULL;
		Z3_inc_ref(z->ctx, c);
		vec_push(&z->clock, c);
	}
	return z->clock.at[clock];
}

void z3_terms_compare(struct z3_terms *z, term var, uint32_t a, uint32_t b) {
	Z3_ast x = z3_terms_clock(z, a), y = z3_terms_clock(z, b);
	Z3_ast less = x && y ? Z3_mk_lt(z->ctx, x, y) : NULL;
	z->logic = Z3_LOGIC_INTEGERS;
	if (less && z3_terms_ok(z))
		remember(z, var, (struct z3_int){.ast = less, .reach = 1});
}
