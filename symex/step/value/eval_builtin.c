/* The total functions and predicates of enum builtin as terms. */
#include "symex/step/value/eval.h"

#include "solvers/float/float.h"
#include "symex/memory/gate.h"
#include "symex/memory/text.h"
#include "util/text/diag.h"

static term as_int(struct symex *x, const struct expr *e, term boolean) {
	return term_bool_to_bv(x->ts, boolean, type_width(x, e->type));
}

/* --- Overflow. --- */

static term extend(struct symex *x, term v, bool is_signed, uint32_t width) {
	return is_signed ? term_sext(x->ts, v, width) : term_zext(x->ts, v, width);
}

/* Does 'wide', the result in a type that cannot overflow, not fit 'w' bits? */
static term wide_differs(struct symex *x, term wide, uint32_t w, bool is_signed) {
	term narrow = term_extract(x->ts, wide, w - 1, 0);
	return term_distinct(x->ts, wide, extend(x, narrow, is_signed, term_width(x->ts, wide)));
}

static term shift_overflows(struct symex *x, term a, term distance, bool is_signed) {
	uint32_t w = term_width(x->ts, a), dw = term_width(x->ts, distance);
	if (dw < w)
		distance = term_zext(x->ts, distance, w);
	else if (dw > w)
		distance = term_extract(x->ts, distance, w - 1, 0);
	term wide = term_shl(x->ts, term_zext(x->ts, a, 2 * w), term_zext(x->ts, distance, 2 * w));
	term lost = term_distinct(x->ts, term_extract(x->ts, wide, 2 * w - 1, is_signed ? w - 1 : w),
	                          term_u64(x->ts, is_signed ? w + 1 : w, 0));
	if (!is_signed)
		return lost;
	return term_or(x->ts, lost, term_slt(x->ts, a, term_u64(x->ts, w, 0)));
}

static term overflows(struct symex *x, const struct expr *e, term a, term b) {
	struct terms *ts = x->ts;
	uint32_t w = term_width(ts, a);
	bool is_signed = e->arg[0]->type->kind == TYPE_INT && e->arg[0]->type->is_signed;
	term zero = term_u64(ts, w, 0);
	switch (e->builtin) {
	case BUILTIN_OVERFLOW_ADD:
		return wide_differs(
		    x, term_add(ts, extend(x, a, is_signed, w + 1), extend(x, b, is_signed, w + 1)), w,
		    is_signed);
	case BUILTIN_OVERFLOW_SUB:
		if (!is_signed)
			return term_ult(ts, a, b);
		return wide_differs(x, term_sub(ts, term_sext(ts, a, w + 1), term_sext(ts, b, w + 1)), w,
		                    true);
	case BUILTIN_OVERFLOW_MUL:
		return wide_differs(
		    x, term_mul(ts, extend(x, a, is_signed, 2 * w), extend(x, b, is_signed, 2 * w)), w,
		    is_signed);
	case BUILTIN_OVERFLOW_NEG:
		if (!is_signed)
			return term_distinct(ts, a, zero);
		return term_and(ts, term_slt(ts, a, zero), term_equal(ts, a, term_neg(ts, a)));
	default: return shift_overflows(x, a, b, is_signed);
	}
}

/* --- Objects. --- */

/* The conjunction, over the objects that the pointer may point to, of guard implies each(object).
 */
static term for_all(struct symex *x, struct state *st, term pointer, term extra,
                    term (*each)(struct symex *, struct state *, const struct pointee *, term)) {
	struct pointees t;
	ptr_targets(x, pointer, &t);
	term all = term_bool(x->ts, t.complete);
	for (size_t i = 0; i < t.list.n; i++) {
		term holds = each(x, st, &t.list.at[i], extra);
		all = term_and(x->ts, all, term_implies(x->ts, t.list.at[i].guard, holds));
	}
	vec_free(&t.list);
	return all;
}

static term exists_here(struct symex *x, struct state *st, const struct pointee *p, term unused) {
	(void)unused;
	if (!p->object)
		return term_false(x->ts);
	return gate_exists(x, st, p->object);
}

/* Does the protection of the object forbid to read (1) or write (2) these bytes?  mc.h has the
 * layout of its word. */
static term forbids(struct symex *x, struct state *st, const struct pointee *p, term n,
                    uint64_t how) {
	struct terms *ts = x->ts;
	uint32_t guard = x->object.at[p->object].guard, page = 12;
	if (!guard)
		return term_false(ts);
	term zero = term_u64(ts, x->address_bits, 0), one = term_u64(ts, x->address_bits, 1);
	term word = memory_read(x, st, ptr_make(x, guard, zero), (struct scalar){8, false});
	term last = term_sub(ts, term_add(ts, p->offset, n), one);
	term from = term_extract(ts, word, 32, 2), to = term_extract(ts, word, 63, 33);
	term first_page = term_extract(ts, p->offset, x->address_bits - 1, page);
	term last_page = term_extract(ts, last, x->address_bits - 1, page);
	first_page = extend(x, first_page, false, 64);
	last_page = extend(x, last_page, false, 64);
	term kind = how == 1 ? term_extract(ts, word, 0, 0) : term_extract(ts, word, 1, 1);
	term overlaps = term_and(ts, term_ult(ts, first_page, extend(x, to, false, 64)),
	                         term_ule(ts, extend(x, from, false, 64), last_page));
	return term_and(ts, term_is_nonzero(ts, kind), overlaps);
}

static term is_forbidden(struct symex *x, struct state *st, const struct pointee *p, term how) {
	uint64_t which = 1;
	term_get_u64(x->ts, how, &which);
	return forbids(x, st, p, term_u64(x->ts, x->address_bits, 1), which);
}

static term reaches_bytes(struct symex *x, struct state *st, const struct pointee *p, term n) {
	if (!p->object || x->object.at[p->object].kind == OBJECT_FUNCTION)
		return term_false(x->ts);
	term size = x->object.at[p->object].size;
	term starts = term_ule(x->ts, p->offset, size);
	term fits = term_ule(x->ts, n, term_sub(x->ts, size, p->offset));
	term allowed = term_not(x->ts, forbids(x, st, p, n, 1));
	return term_and(x->ts, term_and(x->ts, exists_here(x, st, p, n), allowed),
	                term_and(x->ts, starts, fits));
}

static term may_write(struct symex *x, struct state *st, const struct pointee *p, term n) {
	if (x->object.at[p->object].is_constant)
		return term_false(x->ts);
	return term_and(x->ts, term_not(x->ts, forbids(x, st, p, n, 2)), reaches_bytes(x, st, p, n));
}

static term is_no_object(struct symex *x, struct state *st, const struct pointee *p, term unused) {
	(void)st, (void)unused;
	return term_bool(x->ts, p->object == 0);
}

static term is_on_heap(struct symex *x, struct state *st, const struct pointee *p, term unused) {
	(void)st, (void)unused;
	const struct object *o = &x->object.at[p->object];
	return term_bool(x->ts, o->kind == OBJECT_HEAP && !o->is_mapping);
}

static term is_mapping(struct symex *x, struct state *st, const struct pointee *p, term unused) {
	(void)st, (void)unused;
	return term_bool(x->ts, x->object.at[p->object].is_mapping);
}

static term is_argument(struct symex *x, struct state *st, const struct pointee *p, term unused) {
	(void)st, (void)unused;
	return term_bool(x->ts, p->object == 0 || x->object.at[p->object].is_argument);
}

static term was_freed(struct symex *x, struct state *st, const struct pointee *p, term unused) {
	(void)unused;
	const struct object *o = &x->object.at[p->object];
	if (o->kind != OBJECT_HEAP || o->is_mapping)
		return term_false(x->ts);
	return term_not(x->ts, gate_exists(x, st, p->object));
}

static term is_static(struct symex *x, struct state *st, const struct pointee *p, term unused) {
	(void)st, (void)unused;
	return term_bool(x->ts, x->object.at[p->object].kind == OBJECT_STATIC);
}

static term is_users(struct symex *x, struct state *st, const struct pointee *p, term unused) {
	(void)st, (void)unused;
	const struct symbol *s = x->object.at[p->object].symbol;
	return term_bool(x->ts, s && !s->is_model && !s->is_temp &&
	                            (s->storage == STORAGE_STATIC || s->storage == STORAGE_THREAD));
}

static term has_left_scope(struct symex *x, struct state *st, const struct pointee *p,
                           term unused) {
	(void)unused;
	enum object_kind k = x->object.at[p->object].kind;
	if (k != OBJECT_AUTO && k != OBJECT_STACK && !memory_ends_with_main(x, p->object))
		return term_false(x->ts);
	return term_not(x->ts, gate_exists(x, st, p->object));
}

static term low_bits_zero(struct symex *x, term address, uint64_t align) {
	uint32_t k = 0;
	while (k < 16 && UINT64_C(1) << k < align)
		k++;
	return k ? term_is_zero(x->ts, term_extract(x->ts, address, k - 1, 0)) : term_true(x->ts);
}

static term is_aligned(struct symex *x, struct state *st, const struct pointee *p, term align) {
	(void)st;
	uint64_t n = 1;
	term_get_u64(x->ts, align, &n);
	if (!p->object || x->object.at[p->object].align % n == 0)
		return low_bits_zero(x, p->offset, n);
	return low_bits_zero(x, ptr_to_int(x, ptr_make(x, p->object, p->offset)), n);
}

static term object_size(struct symex *x, term pointer) {
	struct pointees t;
	ptr_targets(x, pointer, &t);
	term size = term_u64(x->ts, x->address_bits, 0);
	for (size_t i = 0; i < t.list.n; i++) {
		const struct pointee *p = &t.list.at[i];
		size = term_ite(x->ts, p->guard, x->object.at[p->object].size, size);
	}
	vec_free(&t.list);
	return size;
}

static term same_object(struct symex *x, term p, term q) {
	term any = x->engine->summaries.equal ? x->engine->summaries.equal(x, p, q) : NO_TERM;
	return any.ix ? any : term_equal(x->ts, ptr_object(x, p), ptr_object(x, q));
}

static term object_builtin(struct symex *x, struct state *st, const struct expr *e, term p) {
	term n = NO_TERM;
	if (e->nargs > 1 && e->builtin != BUILTIN_SAME_OBJECT)
		n = eval_cast(x, st, eval(x, st, e->arg[1]), e->arg[1]->type, type_size(x->prog->types));
	switch (e->builtin) {
	case BUILTIN_READABLE: return for_all(x, st, p, n, reaches_bytes);
	case BUILTIN_WRITABLE: return for_all(x, st, p, n, may_write);
	case BUILTIN_IS_LIVE: return for_all(x, st, p, n, exists_here);
	case BUILTIN_IS_NULL_OBJECT: return for_all(x, st, p, n, is_no_object);
	case BUILTIN_IS_FREED: return for_all(x, st, p, n, was_freed);
	case BUILTIN_IS_DEAD: return for_all(x, st, p, n, has_left_scope);
	case BUILTIN_IS_HEAP: return for_all(x, st, p, n, is_on_heap);
	case BUILTIN_IS_FORBIDDEN: return for_all(x, st, p, n, is_forbidden);
	case BUILTIN_IS_MAPPING: return for_all(x, st, p, n, is_mapping);
	case BUILTIN_IS_ARGUMENT: return for_all(x, st, p, n, is_argument);
	case BUILTIN_IS_STRING: return for_all(x, st, p, n, text_ends);
	case BUILTIN_IS_STATIC: return for_all(x, st, p, n, is_static);
	case BUILTIN_IS_USERS: return for_all(x, st, p, n, is_users);
	case BUILTIN_IS_ALIGNED: return for_all(x, st, p, n, is_aligned);
	default: return same_object(x, p, eval(x, st, e->arg[1]));
	}
}

/* --- Bits. --- */

static term popcount(struct symex *x, term v, uint32_t width) {
	term sum = term_u64(x->ts, width, 0);
	for (uint32_t i = 0; i < term_width(x->ts, v); i++)
		sum = term_add(x->ts, sum, term_zext(x->ts, term_extract(x->ts, v, i, i), width));
	return sum;
}

/* The number of zero bits before the first one, from the top or from the bottom. */
static term leading(struct symex *x, term v, bool from_top, uint32_t width) {
	uint32_t w = term_width(x->ts, v);
	term n = term_u64(x->ts, width, w);
	for (uint32_t i = w; i-- > 0;) {
		uint32_t bit = from_top ? w - 1 - i : i;
		term set = term_is_nonzero(x->ts, term_extract(x->ts, v, bit, bit));
		n = term_ite(x->ts, set, term_u64(x->ts, width, i), n);
	}
	return n;
}

static term swap_bytes(struct symex *x, term v) {
	term out = term_extract(x->ts, v, 7, 0);
	for (uint32_t i = 8; i < term_width(x->ts, v); i += 8)
		out = term_concat(x->ts, out, term_extract(x->ts, v, i + 7, i));
	return out;
}

/* --- Floats. --- */

/* fmod of wide symbolic floats has no circuit: it is unsupported. */
static term float_rem(struct symex *x, struct state *st, const struct fp_format *f, term a,
                      term b) {
	if (fp_rem_supported(x->ts, f, a, b))
		return fp_rem(x->ts, f, a, b);
	symex_unsupported(x, st, term_true(x->ts), "remainder of long doubles that are not constant");
	return a;
}

static term float_builtin(struct symex *x, struct state *st, const struct expr *e, term a) {
	const struct fp_format *f = fp_by_bits(e->arg[0]->type->bits);
	struct terms *ts = x->ts;
	switch (e->builtin) {
	case BUILTIN_ISNAN: return as_int(x, e, fp_is_nan(ts, f, a));
	case BUILTIN_ISINF: return as_int(x, e, fp_is_inf(ts, f, a));
	case BUILTIN_ISNORMAL: return as_int(x, e, fp_is_normal(ts, f, a));
	case BUILTIN_SIGNBIT: return as_int(x, e, fp_sign(ts, f, a));
	case BUILTIN_FABS: return fp_abs(ts, f, a);
	case BUILTIN_SQRT: return fp_sqrt(ts, f, eval_rounding(x, st), a);
	case BUILTIN_FMA: {
		term b = eval(x, st, e->arg[1]), c = eval(x, st, e->arg[2]);
		return fp_fma(ts, f, eval_rounding(x, st), a, b, c);
	}
	case BUILTIN_ROUND_TO_INTEGRAL: {
		bool current = bits_to_i64(e->arg[1]->bits) < 0;
		term mode = current ? eval_rounding(x, st) : term_u64(ts, 3, e->arg[1]->bits.lo);
		return fp_round_to_integral(ts, f, mode, a);
	}
	case BUILTIN_FREM: return float_rem(x, st, f, a, eval(x, st, e->arg[1]));
	case BUILTIN_COPYSIGN: return fp_copysign(ts, f, a, eval(x, st, e->arg[1]));
	default: {
		const struct type *to = e->arg[1]->type;
		return as_int(x, e, fp_fits_int(ts, f, a, type_width(x, to), to->is_signed));
	}
	}
}

term eval_builtin(struct symex *x, struct state *st, const struct expr *e) {
	term a = eval(x, st, e->arg[0]);
	uint32_t width = type_width(x, e->type);
	switch (e->builtin) {
	case BUILTIN_OVERFLOW_ADD:
	case BUILTIN_OVERFLOW_SUB:
	case BUILTIN_OVERFLOW_MUL:
	case BUILTIN_OVERFLOW_NEG:
	case BUILTIN_OVERFLOW_SHL:
		return as_int(x, e, overflows(x, e, a, e->nargs > 1 ? eval(x, st, e->arg[1]) : a));
	case BUILTIN_OBJECT_SIZE: return extend(x, object_size(x, a), false, width);
	case BUILTIN_OFFSET: return extend(x, ptr_offset(x, a), true, width);
	case BUILTIN_POPCOUNT: return popcount(x, a, width);
	case BUILTIN_CLZ: return leading(x, a, true, width);
	case BUILTIN_CTZ: return leading(x, a, false, width);
	case BUILTIN_BSWAP: return swap_bytes(x, a);
	case BUILTIN_READABLE:
	case BUILTIN_WRITABLE:
	case BUILTIN_IS_LIVE:
	case BUILTIN_IS_NULL_OBJECT:
	case BUILTIN_IS_FREED:
	case BUILTIN_IS_DEAD:
	case BUILTIN_IS_HEAP:
	case BUILTIN_IS_FORBIDDEN:
	case BUILTIN_IS_MAPPING:
	case BUILTIN_IS_ARGUMENT:
	case BUILTIN_IS_STATIC:
	case BUILTIN_IS_USERS:
	case BUILTIN_IS_STRING:
	case BUILTIN_SAME_OBJECT:
	case BUILTIN_IS_ALIGNED: return as_int(x, e, object_builtin(x, st, e, a));
	default: return float_builtin(x, st, e, a);
	}
}
