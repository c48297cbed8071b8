#include "frontend/about/signatures.h"

#include <string.h>

#include "frontend/driver.h"
#include "frontend/fe.h"
#include "frontend/source/clang.h"
#include "util/base/intern.h"

struct signature_reader {
	struct arena *arena;
	struct signatures *to;
};

static const char *interned(CXString s) {
	const char *text = clang_getCString(s);
	text = intern(text ? text : "");
	clang_disposeString(s);
	return text;
}

static enum signature_kind kind_of(CXType t) {
	switch (t.kind) {
	case CXType_Void: return SIGNATURE_VOID;
	case CXType_Bool: return SIGNATURE_BOOL;
	case CXType_Enum: return SIGNATURE_ENUM;
	case CXType_Pointer: return SIGNATURE_POINTER;
	case CXType_Record: return SIGNATURE_RECORD;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto: return SIGNATURE_FUNCTION;
	case CXType_Float:
	case CXType_Double:
	case CXType_LongDouble: return SIGNATURE_FLOAT;
	default:
		return t.kind >= CXType_Char_U && t.kind <= CXType_Int128 ? SIGNATURE_INTEGER
		                                                          : SIGNATURE_OTHER;
	}
}

struct enumerators {
	VEC(const char *) name;
};

static enum CXChildVisitResult add_enumerator(CXCursor c, CXCursor parent, CXClientData data) {
	struct enumerators *list = data;
	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_EnumConstantDecl)
		vec_push(&list->name, interned(clang_getCursorSpelling(c)));
	return CXChildVisit_Continue;
}

static const struct signature_type *type_of(struct signature_reader *r, CXType written) {
	struct signature_type *t = arena_new(r->arena, struct signature_type);
	CXType c = clang_getCanonicalType(written);
	t->kind = kind_of(c);
	t->text = interned(clang_getTypeSpelling(written));
	t->plain = interned(clang_getTypeSpelling(clang_getUnqualifiedType(c)));
	t->is_const = clang_isConstQualifiedType(c) != 0;
	t->is_char = c.kind == CXType_Char_S || c.kind == CXType_Char_U || c.kind == CXType_SChar ||
	             c.kind == CXType_UChar;
	if (t->kind == SIGNATURE_RECORD)
		t->is_incomplete = clang_Type_getSizeOf(c) < 0;
	if (t->kind == SIGNATURE_POINTER) {
		CXType to = clang_getPointeeType(written); /* invalid: a typedef hides the pointer */
		t->to = type_of(r, to.kind == CXType_Invalid ? clang_getPointeeType(c) : to);
	}
	if (t->kind == SIGNATURE_ENUM) {
		struct enumerators list = {0};
		clang_visitChildren(clang_getTypeDeclaration(c), add_enumerator, &list);
		t->enumerator = arena_copy(r->arena, list.name.at, list.name.n * sizeof *list.name.at);
		t->nenumerators = list.name.n;
		vec_free(&list.name);
	}
	return t;
}

const struct signature *fe_signature_find(const struct signatures *s, const char *name) {
	for (size_t i = 0; i < s->function.n; i++)
		if (!strcmp(s->function.at[i].name, name))
			return &s->function.at[i];
	return NULL;
}

static void add_function(struct signature_reader *r, CXCursor c) {
	const char *name = interned(clang_getCursorSpelling(c));
	CXType type = clang_getCursorType(c);
	int n = clang_Cursor_getNumArguments(c);
	struct signature f = {
	    .name = name,
	    .loc = fe_cursor_loc(c),
	    .is_defined = clang_isCursorDefinition(c) != 0,
	    .is_static = clang_getCursorLinkage(c) == CXLinkage_Internal,
	    .is_variadic = type.kind == CXType_FunctionProto && clang_isFunctionTypeVariadic(type),
	    .in_main = clang_Location_isFromMainFile(clang_getCursorLocation(c)) != 0,
	    .result = type_of(r, clang_getCursorResultType(c)),
	    .nparams = n > 0 ? (size_t)n : 0,
	};
	const struct signature_type **param =
	    arena_array(r->arena, const struct signature_type *, f.nparams + 1);
	const char **param_name = arena_array(r->arena, const char *, f.nparams + 1);
	for (size_t i = 0; i < f.nparams; i++) {
		CXCursor p = clang_Cursor_getArgument(c, (unsigned)i);
		param[i] = type_of(r, clang_getCursorType(p));
		param_name[i] = interned(clang_getCursorSpelling(p));
	}
	f.param = param;
	f.param_name = param_name;
	struct signature *known = (struct signature *)fe_signature_find(r->to, name);
	if (!known)
		vec_push(&r->to->function, f);
	else if (f.is_defined)
		*known = f;
}

static void add_typedef(struct signature_reader *r, CXCursor c) {
	const char *name = interned(clang_getCursorSpelling(c));
	for (size_t i = 0; i < r->to->nwanted; i++)
		if (!strcmp(r->to->wanted[i], name))
			r->to->found[i] = type_of(r, clang_getTypedefDeclUnderlyingType(c));
}

static enum CXChildVisitResult visit_declaration(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
		return CXChildVisit_Continue;
	if (clang_getCursorKind(c) == CXCursor_FunctionDecl)
		add_function(data, c);
	else if (clang_getCursorKind(c) == CXCursor_TypedefDecl)
		add_typedef(data, c);
	return CXChildVisit_Continue;
}

static void visit_unit(struct fe_unit *unit, void *data) {
	clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit_declaration, data);
}

void fe_signatures(const struct fe_config *config, struct arena *arena, struct signatures *to) {
	struct signature_reader r = {arena, to};
	to->found = arena_array(arena, const struct signature_type *, to->nwanted + 1);
	fe_each_unit(config, visit_unit, &r);
}

void fe_signatures_free(struct signatures *s) {
	vec_free(&s->function);
}
