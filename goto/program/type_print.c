/* Types as C spells them. */
#include "goto/program/type.h"

#include <stdio.h>

#include "util/text/diag.h"

/* Nesting beyond this is abbreviated: typedefs can make a type whose spelling is exponential. */
enum { MAX_DEPTH = 64, MAX_PARAM_DEPTH = 4 };

static const char *int_name(struct arena *a, const struct type *t) {
	const struct target *target = type_target(t);
	if (t->bits == 8) {
		if (t->is_signed == target->char_signed)
			return "char";
		return t->is_signed ? "signed char" : "unsigned char";
	}
	const char *sign = t->is_signed ? "" : "unsigned ";
	if (t->bits == target->int_bits)
		return t->is_signed ? "int" : "unsigned int";
	if (t->bits == 16)
		return arena_printf(a, "%sshort", sign);
	if (t->bits == target->long_bits)
		return arena_printf(a, "%slong", sign);
	if (t->bits == 64)
		return arena_printf(a, "%slong long", sign);
	if (t->bits == 128)
		return arena_printf(a, "%s__int128", sign);
	return arena_printf(a, "%s_BitInt(%u)", sign, t->bits);
}

static const char *float_name(const struct type *t) {
	switch (t->bits) {
	case 16: return "_Float16";
	case 32: return "float";
	case 64: return "double";
	case 128: return type_target(t)->long_double_bits == 128 ? "long double" : "__float128";
	default: return "long double";
	}
}

static const char *record_name(struct arena *a, const struct type *t) {
	const char *keyword = t->kind == TYPE_STRUCT ? "struct" : "union";
	if (t->record->tag)
		return arena_printf(a, "%s %s", keyword, t->record->tag);
	if (t->name)
		return t->name;
	if (t->record->loc.line)
		return arena_printf(a, "%s <line %u>", keyword, t->record->loc.line);
	return arena_printf(a, "%s <anonymous>", keyword);
}

static const char *base_name(struct arena *a, const struct type *t) {
	switch (t->kind) {
	case TYPE_VOID: return "void";
	case TYPE_BOOL: return "_Bool";
	case TYPE_INT: return t->name ? t->name : int_name(a, t);
	case TYPE_FLOAT: return float_name(t);
	case TYPE_STRUCT:
	case TYPE_UNION: return record_name(a, t);
	case TYPE_VECTOR:
		return arena_printf(a, "%s __vector(%llu)", base_name(a, t->elem),
		                    (unsigned long long)t->n);
	case TYPE_POINTER:
	case TYPE_ARRAY:
	case TYPE_FUNC: return "...";
	}
	BUG("type kind %d", (int)t->kind);
}

static char *print(struct arena *, const struct type *, const char *name, int param_depth);

static const char *params(struct arena *a, const struct type *t, int depth) {
	if (t->no_prototype)
		return "";
	if (!t->n)
		return t->is_variadic ? "..." : "void";
	if (depth >= MAX_PARAM_DEPTH)
		return "...";
	const char *list = "";
	for (uint64_t i = 0; i < t->n; i++)
		list = arena_printf(a, "%s%s%s", list, i ? ", " : "", print(a, t->param[i], "", depth + 1));
	return t->is_variadic ? arena_printf(a, "%s, ...", list) : list;
}

/* C declarators read inside out: start from the name and wrap it on the way to the base type. */
static char *print(struct arena *a, const struct type *t, const char *name, int param_depth) {
	const char *inner = name;
	for (int depth = 0; depth < MAX_DEPTH; depth++, t = t->elem) {
		if (t->kind == TYPE_POINTER) {
			bool wrap = t->elem->kind == TYPE_ARRAY || t->elem->kind == TYPE_FUNC;
			const char *star = !t->is_atomic ? "*" : *inner ? "*_Atomic " : "*_Atomic";
			inner = arena_printf(a, wrap ? "(%s%s)" : "%s%s", star, inner);
		} else if (t->kind == TYPE_ARRAY) {
			if (t->vla)
				inner = arena_printf(a, "%s[*]", inner);
			else if (t->n == ARRAY_OPEN)
				inner = arena_printf(a, "%s[]", inner);
			else
				inner = arena_printf(a, "%s[%llu]", inner, (unsigned long long)t->n);
		} else if (t->kind == TYPE_FUNC) {
			inner = arena_printf(a, "%s(%s)", inner, params(a, t, param_depth));
		} else {
			break;
		}
	}
	return arena_printf(a, "%s%s%s%s", t->is_atomic && t->kind != TYPE_POINTER ? "_Atomic " : "",
	                    base_name(a, t), *inner ? " " : "", inner);
}

char *type_print(struct arena *a, const struct type *t) {
	return print(a, t, "", 0);
}

char *type_print_decl(struct arena *a, const struct type *t, const char *name) {
	return print(a, t, name, 0);
}
