/* __builtin_* functions.  What has a library counterpart of the same name and is not listed here
 * is a call of that function.
 *
 * Reaching __builtin_unreachable, or __builtin_assume of something false, is undefined behaviour
 * that the programmer promised away, so both are assertions.
 */
#include "frontend/lower/lower_builtin.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_barrier.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_complex.h"
#include "frontend/code/lower_keep.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_argument.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/lower/lower_math.h"
#include "frontend/lower/lower_va.h"
#include "frontend/units/layout.h"
#include "frontend/units/symbols.h"
#include "util/base/intern.h"
#include "util/text/affix.h"

static bool is(const char *a, const char *b) {
	return strcmp(a, b) == 0;
}

static bool is_one_of(const char *name, const char *const *list, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (is(name, list[i]))
			return true;
	return false;
}
#define ONE_OF(name, ...)                                                                          \
	is_one_of((name), (const char *const[]){__VA_ARGS__},                                          \
	          sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static const struct expr *nondet(struct lw *lw, CXCursor call) {
	const struct type *type = lw_rvalue_type(lw, call);
	if (!type_is_scalar(type))
		return NULL;
	const struct expr *t = lw_temp(lw, type);
	lw_assign(lw, t, expr_nondet(lw->arena, type));
	return t;
}

static void add_assertion(struct lw *lw, const struct expr *cond, const char *text) {
	uint32_t p = prog_add_property(lw->fe->prog, lw->f, PROPERTY_ASSERTION, lw->loc, text);
	lw_emit(lw, (struct ins){.kind = INS_ASSERT, .rhs = cond, .property = p});
}

static const struct expr *alloca_call(struct lw *lw, CXCursor call) {
	const struct type *pointer = type_void_pointer(lw->types), *size = type_size(lw->types);
	struct lw_args args = lw_arguments(lw, call, NULL);
	if (!args.n)
		return lw_unsupported(lw, pointer, "this alloca");
	const struct type *param[2] = {size, type_c_int(lw->types)};
	const struct expr *arg[2] = {lw_convert(lw, size, args.at[0]), lw_int(lw, 1)};
	const struct expr *t = lw_temp(lw, pointer);
	lw_call(lw, t, lw_named(lw, intrinsic_name(INTRINSIC_ALLOC), pointer, param, 2), 2, arg);
	return t;
}

static const struct expr *unsigned_of(struct lw *lw, const struct expr *e) {
	return lw_convert(lw, type_int(lw->types, e->type->bits, false), e);
}

static const struct expr *call1(struct lw *lw, enum builtin b, const struct type *type,
                                const struct expr *e) {
	return expr_builtin(lw->arena, b, type, 1, &e);
}

/* Functions on the bits of one integer; the name without its l, ll or width. */
static const struct expr *bit_function(struct lw *lw, const char *name, const struct expr *x) {
	const struct type *c_int = type_c_int(lw->types), *type = x->type;
	const struct expr *u = unsigned_of(lw, x);
	if (starts_with(name, "bswap"))
		return lw_convert(lw, type, call1(lw, BUILTIN_BSWAP, u->type, u));
	if (starts_with(name, "popcount"))
		return call1(lw, BUILTIN_POPCOUNT, c_int, u);
	if (starts_with(name, "parity"))
		return lw_arith(lw, EXPR_BITAND, call1(lw, BUILTIN_POPCOUNT, c_int, u), lw_int(lw, 1));
	if (starts_with(name, "clz"))
		return call1(lw, BUILTIN_CLZ, c_int, u);
	if (starts_with(name, "ctz"))
		return call1(lw, BUILTIN_CTZ, c_int, u);
	if (starts_with(name, "ffs")) {
		const struct expr *index =
		    lw_arith(lw, EXPR_ADD, call1(lw, BUILTIN_CTZ, c_int, u), lw_int(lw, 1));
		return expr_cond(lw->arena, u, index, lw_int(lw, 0));
	}
	/* clrsb: copies of the sign bit below it; one bit is set, so that there is one to count to */
	const struct expr *negative = lw_arith(lw, EXPR_LT, x, lw_convert(lw, type, lw_int(lw, 0)));
	const struct expr *flipped = expr_unary(lw->arena, EXPR_BITNOT, u->type, u);
	const struct expr *same = expr_cond(lw->arena, negative, flipped, u);
	const struct expr *one = lw_convert(lw, u->type, lw_int(lw, 1));
	const struct expr *set = expr_binary(lw->arena, EXPR_BITOR, u->type,
	                                     expr_binary(lw->arena, EXPR_SHL, u->type, same, one), one);
	return call1(lw, BUILTIN_CLZ, c_int, set);
}

static bool is_bit_function(const char *name) {
	static const char *const base[] = {"popcount", "parity", "clz", "ctz", "ffs", "clrsb"};
	if (ONE_OF(name, "bswap16", "bswap32", "bswap64", "bswap128"))
		return true;
	for (size_t i = 0; i < sizeof base / sizeof *base; i++) {
		const char *rest = name + strlen(base[i]);
		if (starts_with(name, base[i]) && ONE_OF(rest, "", "s", "l", "ll", "g"))
			return true;
	}
	return false;
}

static bool overflow_kind(const char *name, enum expr_kind *kind, enum builtin *check) {
	/* add, sadd, uaddl, smulll, ... each followed by _overflow */
	size_t n = strlen(name);
	if (n < 12 || !is(name + n - 9, "_overflow"))
		return false;
	const char *op = *name == 's' && !starts_with(name, "sub_") ? name + 1
	                 : *name == 'u'                             ? name + 1
	                                                            : name;
	if (starts_with(op, "add"))
		*kind = EXPR_ADD, *check = BUILTIN_OVERFLOW_ADD;
	else if (starts_with(op, "sub"))
		*kind = EXPR_SUB, *check = BUILTIN_OVERFLOW_SUB;
	else if (starts_with(op, "mul"))
		*kind = EXPR_MUL, *check = BUILTIN_OVERFLOW_MUL;
	else
		return false;
	return true;
}

/* Operands and result may have three types: compute without loss, then see what is lost. */
static const struct expr *overflow_wide(struct lw *lw, enum expr_kind kind, const struct expr *a,
                                        const struct expr *b, const struct expr *to) {
	uint32_t need = a->type->bits + b->type->bits + to->type->bits;
	uint32_t bits = need < 126 ? 128 : need < 254 ? 256 : 512;
	const struct type *wide = type_int(lw->types, bits, true);
	const struct expr *exact =
	    lw_save(lw, lw_arith(lw, kind, lw_convert(lw, wide, a), lw_convert(lw, wide, b)));
	const struct type *type = type_unatomic(lw->types, to->type);
	lw_assign(lw, to, lw_convert(lw, type, exact));
	const struct expr *kept = lw_convert(lw, wide, lw_convert(lw, type, exact));
	return lw_arith(lw, EXPR_NE, exact, kept);
}

static const struct expr *overflow(struct lw *lw, CXCursor call, enum expr_kind kind,
                                   enum builtin check) {
	const struct type *result = lw_rvalue_type(lw, call);
	struct lw_args args = lw_arguments(lw, call, NULL);
	if (args.n != 3 || args.at[2]->type->kind != TYPE_POINTER ||
	    !type_is_integer(args.at[0]->type) || !type_is_integer(args.at[1]->type))
		return lw_unsupported(lw, result, "this overflow check");
	const struct expr *a = lw_pin_value(lw, args.at[0]), *b = lw_pin_value(lw, args.at[1]);
	const struct expr *to = lw_deref(lw, lw_pin_value(lw, args.at[2]));
	const struct type *type = type_unatomic(lw->types, to->type);
	if (a->type != type || b->type != type || type->kind != TYPE_INT)
		return lw_convert(lw, result, overflow_wide(lw, kind, a, b, to));
	const struct expr *operands[2] = {a, b};
	const struct expr *lost =
	    lw_save(lw, expr_builtin(lw->arena, check, type_c_int(lw->types), 2, operands));
	lw_assign(lw, to, lw_arith(lw, kind, unsigned_of(lw, a), unsigned_of(lw, b)));
	return lw_convert(lw, result, lost);
}

/* The library function of that name with some arguments left out. */
static const struct expr *library(struct lw *lw, CXCursor call, const char *name, uint32_t drop_at,
                                  uint32_t drop, bool want) {
	CXCursor decl = clang_getCursorReferenced(call);
	const struct type *f = fe_type(lw->fe, clang_getCursorType(decl));
	const struct type *type = lw_rvalue_type(lw, call);
	if (f->kind != TYPE_FUNC)
		return lw_unsupported(lw, type, "%s", name);
	struct lw_args args = lw_arguments(lw, call, NULL);
	uint32_t n = 0, nparams = 0;
	const struct type **param = arena_array(lw->scratch, const struct type *, f->n + 1);
	for (uint32_t i = 0; i < args.n; i++) {
		if (i >= drop_at && i < drop_at + drop)
			continue;
		if (i < f->n) {
			args.at[i] = lw_convert(lw, f->param[i], args.at[i]);
			param[nparams++] = f->param[i];
		}
		args.at[n++] = args.at[i];
	}
	f = type_func(lw->types, f->elem, param, nparams, f->is_variadic, f->no_prototype);
	struct symbol *symbol = fe_named_function(lw->fe, name, f);
	const struct expr *result = want && type->kind != TYPE_VOID ? lw_temp(lw, type) : NULL;
	lw_call(lw, result, expr_symbol(lw->arena, symbol), n, args.at);
	if (ONE_OF(name, "abort", "exit", "_exit", "_Exit"))
		lw_assume(lw, lw_int(lw, 0));
	return result;
}

/* __memcpy_chk(d, s, n, size) and its kin: the checked size is what bounds checks know anyway. */
static bool checked_library(struct lw *lw, CXCursor call, const char *name, bool want,
                            const struct expr **value) {
	size_t n = strlen(name);
	if (!starts_with(name, "__") || n < 7 || !is(name + n - 4, "_chk"))
		return false;
	const char *plain = intern_n(name + 2, n - 6);
	uint32_t last = (uint32_t)clang_Cursor_getNumArguments(call) - 1;
	if (ONE_OF(plain, "sprintf", "vsprintf"))
		*value = library(lw, call, plain, 1, 2, want);
	else if (ONE_OF(plain, "snprintf", "vsnprintf"))
		*value = library(lw, call, plain, 2, 2, want);
	else if (ONE_OF(plain, "printf", "vprintf"))
		*value = library(lw, call, plain, 0, 1, want);
	else if (ONE_OF(plain, "fprintf", "vfprintf"))
		*value = library(lw, call, plain, 1, 1, want);
	else
		*value = library(lw, call, plain, last, 1, want);
	return true;
}

/* Of a whole variable it is known; of what a pointer points to, compilers know more or less. */
static const struct expr *object_size(struct lw *lw, CXCursor call) {
	const struct type *type = lw_rvalue_type(lw, call);
	uint64_t mode = 0, size;
	if (lw_eval_u64(call, &size))
		return expr_u64(lw->arena, type, size);
	if (clang_Cursor_getNumArguments(call) == 2)
		lw_eval_u64(clang_Cursor_getArgument(call, 1), &mode);
	const struct bits none = bits_ones(lw->arena, type->bits);
	return mode & 2 ? expr_u64(lw->arena, type, 0) : expr_const(lw->arena, type, none);
}

static const struct expr *some_address(struct lw *lw, CXCursor call) {
	const struct expr *value = nondet(lw, call);
	uint64_t level;
	bool is_own = clang_Cursor_getNumArguments(call) == 1 &&
	              lw_eval_u64(clang_Cursor_getArgument(call, 0), &level) && level == 0;
	if (value && is_own)
		lw_assume(lw, value);
	return value;
}

static const struct expr *complex(struct lw *lw, CXCursor call) {
	const struct type *type = lw_rvalue_type(lw, call);
	struct lw_args args = lw_arguments(lw, call, NULL);
	if (args.n != 2 || !type_is_complex(type))
		return lw_unsupported(lw, type, "this __builtin_complex");
	return lw_complex(lw, type, args.at[0], args.at[1]);
}

static const struct expr *constant_p(struct lw *lw, CXCursor call) {
	uint64_t value = 0;
	lw_eval_u64(call, &value);
	return expr_u64(lw->arena, lw_rvalue_type(lw, call), value);
}

static const struct expr *first_argument(struct lw *lw, CXCursor call) {
	struct lw_args args = lw_arguments(lw, call, NULL);
	if (!args.n)
		return lw_unsupported(lw, lw_rvalue_type(lw, call), "this builtin");
	return lw_convert(lw, lw_rvalue_type(lw, call), args.at[0]);
}

/* Builtins with neither value nor call. */
static bool statement(struct lw *lw, CXCursor call, const char *name) {
	if (is(name, "unreachable")) {
		add_assertion(lw, lw_int(lw, 0), "unreachable code reached");
		lw_assume(lw, lw_int(lw, 0));
	} else if (is(name, "assume")) {
		const struct expr *cond = lw_value(lw, clang_Cursor_getArgument(call, 0));
		add_assertion(lw, cond ? cond : lw_int(lw, 0), "__builtin_assume holds");
	} else if (ONE_OF(name, "trap", "debugtrap", "verbose_trap")) {
		const struct expr *f = lw_named(lw, "abort", type_void(lw->types), NULL, 0);
		lw_call(lw, NULL, f, 0, NULL);
		lw_assume(lw, lw_int(lw, 0));
	} else if (ONE_OF(name, "ia32_mfence", "ia32_lfence", "ia32_sfence")) {
		lw_barrier(lw, lw_barrier_named(name + strlen("ia32_")));
	} else if (ONE_OF(name, "arm_dmb", "arm_dsb")) {
		struct lw_args args = lw_arguments(lw, call, NULL);
		bool known = args.n && args.at[0]->kind == EXPR_CONST;
		lw_barrier(lw, known ? lw_arm_barrier(args.at[0]->bits.lo) : LW_ALL);
	} else if (ONE_OF(name, "prefetch", "ia32_pause", "ia32_serialize", "arm_isb", "arm_yield",
	                  "arm_nop", "arm_wfe", "arm_sev", "arm_sevl", "cpu_init", "__clear_cache")) {
		lw_discard_arguments(lw, call);
	} else {
		return false;
	}
	return true;
}

static bool is_never_supported(const char *name) {
	return ONE_OF(name, "setjmp", "longjmp", "apply", "apply_args", "return", "eh_return",
	              "unwind_init", "init_dwarf_reg_size_table") ||
	       starts_with(name, "ia32_") || starts_with(name, "neon_") || starts_with(name, "arm_") ||
	       starts_with(name, "coro_") || starts_with(name, "elementwise_") ||
	       starts_with(name, "reduce_") || starts_with(name, "bitreverse") ||
	       starts_with(name, "rotate") || starts_with(name, "align_") || is(name, "is_aligned");
}

bool lw_builtin(struct lw *lw, CXCursor call, const char *full, bool want,
                const struct expr **value) {
	const char *name = full + strlen("__builtin_");
	enum expr_kind kind;
	enum builtin check;
	if (statement(lw, call, name) || lw_va_call(lw, call, name) ||
	    lw_math_builtin(lw, call, name, value))
		return true;
	if (ONE_OF(name, "expect", "expect_with_probability", "assume_aligned", "launder"))
		*value = first_argument(lw, call);
	else if (is(name, "complex"))
		*value = complex(lw, call);
	else if (is(name, "constant_p"))
		*value = constant_p(lw, call);
	else if (ONE_OF(name, "object_size", "dynamic_object_size"))
		*value = object_size(lw, call);
	else if (ONE_OF(name, "alloca", "alloca_uninitialized", "alloca_with_align"))
		*value = alloca_call(lw, call);
	else if (is_bit_function(name))
		*value = lw_convert(lw, lw_rvalue_type(lw, call),
		                    bit_function(lw, name, lw_arguments(lw, call, NULL).at[0]));
	else if (overflow_kind(name, &kind, &check))
		*value = overflow(lw, call, kind, check);
	else if (ONE_OF(name, "return_address", "frame_address"))
		*value = some_address(lw, call);
	else if (ONE_OF(name, "extract_return_addr", "cpu_supports", "cpu_is", "readcyclecounter",
	                "readsteadycounter", "ia32_rdtsc", "nondeterministic_value"))
		*value = nondet(lw, call);
	else if (lw->keep->demand->simd(lw, call, name, value))
		return true;
	else if (is_never_supported(name))
		*value = lw_unsupported(lw, lw_rvalue_type(lw, call), "%s", full);
	else if (checked_library(lw, call, name, want, value))
		return true;
	else if (fe_has_function(lw->fe, name))
		*value = library(lw, call, name, UINT32_MAX, 0, want);
	else
		*value = lw_unsupported(lw, lw_rvalue_type(lw, call), "%s", full);
	return true;
}
