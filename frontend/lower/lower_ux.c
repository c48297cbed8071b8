/* What libclang shows as UnexposedExpr, and what else must be told apart by looking closer. */
#include "frontend/lower/lower_expr.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_scan.h"
#include "frontend/code/lower_value.h"
#include "frontend/code/lower_vector.h"
#include "frontend/code/sidecar.h"
#include "frontend/lower/lower_atomic.h"
#include "frontend/lower/lower_va.h"
#include "frontend/source/cursors.h"
#include "frontend/units/layout.h"
#include "util/base/intern.h"
#include "util/text/affix.h"

static bool is_array(CXType t) {
	return t.kind == CXType_ConstantArray || t.kind == CXType_IncompleteArray ||
	       t.kind == CXType_VariableArray;
}

/* Loads, decays, arithmetic and pointer conversions: all follow from the two types. */
static const struct expr *implicit(struct lw *lw, CXCursor c, CXCursor kid) {
	CXType t = lw_ctype(c);
	if (t.kind == CXType_Void) {
		lw_discard(lw, kid);
		return NULL;
	}
	const struct expr *e = lw_expr(lw, kid, true);
	if (!e || (e->type->kind == TYPE_ARRAY && is_array(t)))
		return e; /* __func__ and qualification: still an array */
	bool decays = e->type->kind == TYPE_ARRAY || e->type->kind == TYPE_FUNC;
	e = lw_decay(lw, e);
	if (lw_is_vla(t) && e->type->kind == TYPE_POINTER)
		return e; /* our type knows the bound, clang's does not tell it */
	const struct type *type = lw_rvalue_type(lw, c);
	if (decays && !type_is_scalar(type))
		return e; /* clang's name for the type of a builtin function */
	return lw_convert(lw, type, e);
}

static const struct expr *evaluated(struct lw *lw, CXCursor c, const char *what) {
	const struct type *type = lw_rvalue_type(lw, c);
	uint64_t value;
	if (!type_is_integer(type) || !lw_eval_u64(c, &value))
		return lw_unsupported(lw, type, "%s", what);
	return expr_u64(lw->arena, type, value);
}

/* offsetof(T, a[i].b) with i not constant: the address of the member in an object at zero. */
static const struct expr *offset_of(struct lw *lw, CXCursor c, struct lw_kids kids) {
	const struct type *type = lw_rvalue_type(lw, c);
	uint64_t value;
	if (lw_eval_u64(c, &value))
		return expr_u64(lw->arena, type, value);
	const struct expr *object = NULL;
	for (size_t i = 0; i < kids.n; i++) {
		CXCursor k = kids.at[i], decl = clang_getCursorReferenced(k);
		if (!object && clang_getCursorKind(k) == CXCursor_TypeRef) {
			const struct type *record = fe_type(lw->fe, clang_getCursorType(decl));
			object = lw_deref(lw, expr_u64(lw->arena, type_pointer(lw->types, record), 0));
		} else if (object && clang_getCursorKind(k) == CXCursor_MemberRef) {
			const struct field *path[16];
			uint32_t n = fe_field_path(lw->fe, object->type, decl, path);
			for (uint32_t j = 0; j < n; j++)
				object = expr_member(lw->arena, object, path[j]);
		} else if (object && object->type->kind == TYPE_ARRAY && lw_is_expr(k)) {
			object = expr_index(lw->arena, object, lw_value(lw, k));
		} else {
			return lw_unsupported(lw, type, "this offsetof");
		}
	}
	if (!object)
		return lw_unsupported(lw, type, "this offsetof");
	return lw_convert(lw, type, lw_addr(lw, object));
}

static const struct expr *choose(struct lw *lw, CXCursor c, struct lw_kids kids, bool want) {
	uint64_t value;
	if (!lw_eval_u64(kids.at[0], &value))
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "__builtin_choose_expr");
	return lw_expr(lw, kids.at[value ? 1 : 2], want);
}

/* __builtin_shufflevector(a, b, indices...): -1 is a lane with any value. */
static const struct expr *shuffle_vector(struct lw *lw, CXCursor c, struct lw_kids kids) {
	const struct type *type = lw_rvalue_type(lw, c);
	const struct expr *a = kids.n > 2 ? lw_value(lw, kids.at[0]) : NULL;
	size_t mark = lw_mark(lw);
	const struct expr *b = kids.n > 2 ? lw_value(lw, kids.at[1]) : NULL;
	a = lw_keep(lw, a, mark);
	if (!a || !b || !type_is_vector(a->type) || !type_is_vector(b->type) || !type_is_vector(type) ||
	    kids.n > LW_LANES + 2)
		return lw_unsupported(lw, type, "this __builtin_shufflevector");
	struct lw_lanes x = lw_lanes(lw, a), y = lw_lanes(lw, b), out = {.elem = x.elem};
	for (size_t i = 2; i < kids.n; i++) {
		uint64_t ix;
		if (!lw_eval_u64(kids.at[i], &ix))
			return lw_unsupported(lw, type, "this __builtin_shufflevector");
		if ((uint32_t)ix == UINT32_MAX)
			out.at[out.n++] = lw_save(lw, expr_nondet(lw->arena, x.elem));
		else if (ix < x.n + y.n)
			out.at[out.n++] = ix < x.n ? x.at[ix] : y.at[ix - x.n];
		else
			return lw_unsupported(lw, type, "this __builtin_shufflevector");
	}
	return lw_vector(lw, type, &out);
}

static const struct expr *convert_vector(struct lw *lw, CXCursor c, struct lw_kids kids) {
	const struct type *type = lw_rvalue_type(lw, c);
	const struct expr *e = NULL;
	for (size_t i = 0; i < kids.n && !e; i++)
		if (lw_is_expr(kids.at[i]))
			e = lw_value(lw, kids.at[i]);
	if (!e || !type_is_vector(e->type) || !type_is_vector(type))
		return lw_unsupported(lw, type, "this __builtin_convertvector");
	struct lw_lanes l = lw_lanes(lw, e);
	return lw_vector(lw, type, &l);
}

const struct expr *lw_ux(struct lw *lw, CXCursor c, bool want) {
	struct lw_kids kids = lw_kids(lw, c);
	if (kids.n == 1 && lw_same_extent(c, kids.at[0]))
		return implicit(lw, c, kids.at[0]);
	if (lw_is_elvis(c, kids))
		return lw_elvis(lw, c, kids);
	const char *token = lw_first_token(lw, c);
	if (!token)
		token = "";
	if (kids.n && strcmp(token, "__builtin_va_arg") == 0)
		return lw_va_arg(lw, c, kids.at[kids.n - 1]);
	if (strcmp(token, "__builtin_offsetof") == 0)
		return offset_of(lw, c, kids);
	if (strcmp(token, "__builtin_types_compatible_p") == 0)
		return evaluated(lw, c, token);
	if (strcmp(token, "__builtin_choose_expr") == 0 && kids.n == 3)
		return choose(lw, c, kids, want);
	if (strcmp(token, "__builtin_shufflevector") == 0)
		return shuffle_vector(lw, c, kids);
	if (strcmp(token, "__builtin_convertvector") == 0)
		return convert_vector(lw, c, kids);
	if (starts_with(token, "__c11_atomic_") || starts_with(token, "__atomic_"))
		return lw_atomic_expr(lw, c, token, kids);
	if (strcmp(token, "__builtin_LINE") == 0)
		return evaluated(lw, c, token);
	return lw_unsupported(lw, lw_rvalue_type(lw, c), "the construct beginning with '%s'", token);
}

/* GNU: a cast to a union writes the member of the operand's type. */
static const struct expr *union_cast(struct lw *lw, const struct type *type,
                                     const struct expr *value) {
	for (uint32_t i = 0; value && i < type->record->n; i++) {
		const struct field *f = &type->record->field[i];
		if (f->type != value->type)
			continue;
		const struct expr *object = lw_temp_in(lw, lw_block(lw), type);
		lw_zero(lw, object);
		lw_assign(lw, expr_member(lw->arena, object, f), value);
		return object;
	}
	return lw_unsupported(lw, type, "this cast to a union");
}

const struct expr *lw_cast(struct lw *lw, CXCursor c) {
	CXCursor operand = lw_last_kid(lw, c);
	CXType t = lw_ctype(c);
	if (t.kind == CXType_Void) {
		lw_discard(lw, operand);
		return NULL;
	}
	const struct type *type =
	    lw_is_vla(t) ? lw_vla_type(lw, clang_getCursorType(c), c, operand) : lw_rvalue_type(lw, c);
	const struct expr *value = lw_value(lw, operand);
	/* A cast between a vector of GCC and a scalar keeps the bits; other scalars fill all lanes. */
	if (value && type_is_vector(type) && type_is_scalar(value->type) && t.kind == CXType_Vector)
		return lw_bitcast(lw, type, value);
	if (type->kind == TYPE_UNION && value && !type_is_record(value->type))
		return union_cast(lw, type, value);
	return lw_convert(lw, type, value);
}

/* The text of a declarator up to its first bracket: sizeof(T *[n]) has no cursor for T. */
static const struct type *spelled_type(struct lw *lw, CXCursor c) {
	static const struct {
		const char *word;
		uint32_t bits;
	} words[] = {{"char", 8}, {"short", 16}, {"int", 32}, {"long", 0}, {"float", 1}, {"double", 2}};
	CXToken *token;
	unsigned n, pointers = 0;
	bool is_unsigned = false, is_signed = false, done = false;
	int found = -1, longs = 0;
	clang_tokenize(lw->unit->tu, clang_getCursorExtent(c), &token, &n);
	for (unsigned i = 2; i < n && !done; i++) {
		CXString s = clang_getTokenSpelling(lw->unit->tu, token[i]);
		const char *text = clang_getCString(s);
		is_unsigned |= strcmp(text, "unsigned") == 0;
		is_signed |= strcmp(text, "signed") == 0;
		pointers += strcmp(text, "*") == 0;
		longs += strcmp(text, "long") == 0;
		for (int k = 0; k < 6; k++)
			if (strcmp(text, words[k].word) == 0 && (found < 0 || found == 2))
				found = k;
		done = strcmp(text, "[") == 0;
		clang_disposeString(s);
	}
	clang_disposeTokens(lw->unit->tu, token, n);
	if (pointers)
		return type_void_pointer(lw->types);
	if (found < 0 && !is_unsigned && !is_signed)
		return NULL;
	if (found == 4 || found == 5) {
		if (longs)
			return NULL;
		return type_float(lw->types, found == 4 ? 32 : 64, found == 4 ? 4 : 8, 4);
	}
	uint32_t bits = found < 0 ? 32 : words[found].bits;
	if (longs)
		bits = longs > 1 ? 64 : lw->fe->prog->target.long_bits;
	return type_int(lw->types, bits, !is_unsigned);
}

/* sizeof(T[n][m]): T from a reference among the children or from the text, then the bounds,
 * which libclang visits twice. */
static const struct expr *sizeof_bounds(struct lw *lw, CXCursor c, struct lw_kids kids) {
	const struct type *size = type_size(lw->types), *elem = NULL;
	const struct expr *product = NULL;
	size_t exprs = 0, seen = 0;
	for (size_t i = 0; i < kids.n; i++) {
		exprs += lw_is_expr(kids.at[i]);
		if (clang_getCursorKind(kids.at[i]) == CXCursor_TypeRef && !elem) {
			CXCursor decl = clang_getCursorReferenced(kids.at[i]);
			uint64_t known;
			if (lw_cursors_get(&lw->vla_type, decl, &known))
				elem = (const struct type *)(uintptr_t)known;
			else
				elem = fe_type(lw->fe, clang_getCursorType(decl));
		}
	}
	if (!elem)
		elem = spelled_type(lw, c);
	if (!elem)
		return lw_unsupported(lw, size, "the size of this variable-length array type");
	product = lw_sizeof(lw, elem);
	for (size_t i = 0; i < kids.n && seen < (exprs + 1) / 2; i++) {
		if (!lw_is_expr(kids.at[i]))
			continue;
		const struct expr *n = lw_convert(lw, size, lw_value(lw, kids.at[i]));
		product = expr_binary(lw->arena, EXPR_MUL, size, product, n);
		seen++;
	}
	return product;
}

const struct expr *lw_sizeof_expr(struct lw *lw, CXCursor c) {
	const struct type *type = lw_rvalue_type(lw, c);
	uint64_t value;
	if (lw_eval_u64(c, &value))
		return expr_u64(lw->arena, type, value);
	struct lw_kids kids = lw_kids(lw, c);
	CXCursor last = kids.n ? kids.at[kids.n - 1] : clang_getNullCursor();
	if (kids.n && lw_is_expr(last) && lw_is_vla(lw_ctype(last))) {
		const struct expr *operand = lw_expr(lw, last, true);
		if (operand)
			return lw_sizeof(lw, operand->type);
	}
	return sizeof_bounds(lw, c, kids);
}

/* The type a name in a printed association stands for is not known; its spelling is. */
static bool same_spelling(CXType t, const char *text, size_t n) {
	CXString s = clang_getTypeSpelling(t);
	const char *name = clang_getCString(s);
	bool same = strlen(name) == n && strncmp(name, text, n) == 0;
	clang_disposeString(s);
	return same;
}

/* Index of the association that the printed form selects: "int: 1, default: 2". */
static size_t printed_choice(struct lw *lw, CXCursor c, CXCursor controlling, size_t n) {
	const char *text = lw_sidecar_generic(lw, c);
	CXType t = clang_getCursorType(controlling);
	CXType canonical = clang_getUnqualifiedType(clang_getCanonicalType(t));
	size_t otherwise = SIZE_MAX;
	for (size_t i = 0; text && i < n; i++) {
		const char *colon = strchr(text, ':');
		if (!colon)
			return SIZE_MAX;
		size_t length = (size_t)(colon - text);
		if (length == 7 && strncmp(text, "default", 7) == 0)
			otherwise = i;
		else if (same_spelling(t, text, length) || same_spelling(canonical, text, length))
			return i;
		text = strchr(colon, '\n'); /* the sidecar puts one association on a line */
		text = text ? text + 1 : NULL;
	}
	return otherwise;
}

const struct expr *lw_generic(struct lw *lw, CXCursor c, bool want) {
	struct lw_kids all = lw_kids(lw, c), kids = {all.at, 0};
	for (size_t i = 0; i < all.n; i++) /* TypeRefs of the associations stand in between */
		if (lw_is_expr(all.at[i]))
			kids.at[kids.n++] = all.at[i];
	CXType t = lw_ctype(c);
	size_t matching = 0, match = 0;
	for (size_t i = 1; i < kids.n; i++)
		if (clang_equalTypes(lw_ctype(kids.at[i]), t)) {
			matching++;
			match = i;
		}
	if (matching == 1)
		return lw_expr(lw, kids.at[match], want);
	size_t choice = kids.n > 1 ? printed_choice(lw, c, kids.at[0], kids.n - 1) : SIZE_MAX;
	if (choice == SIZE_MAX || !clang_equalTypes(lw_ctype(kids.at[choice + 1]), t))
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "the choice of this _Generic");
	return lw_expr(lw, kids.at[choice + 1], want);
}
