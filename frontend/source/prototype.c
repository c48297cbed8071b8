/* The declaration of a function as C text that needs no header: types are spelled in their
 * canonical form, enumerations as the integers that they are.  A record that is only pointed to is
 * declared before, one that is passed or returned is defined there, field by field.
 */
#include "frontend/source/prototype.h"

#include <string.h>

#include "util/base/intern.h"

#define TABS "\t\t\t\t\t\t\t\t"

struct speller {
	struct fe *fe;
	struct prototype *p;
	VEC(const char *) need;
	uint32_t depth; /* of records within records */
	bool failed;    /* a type has no name */
};

static void need(struct speller *s, const char *text) {
	text = intern(text);
	for (size_t i = 0; i < s->need.n; i++)
		if (s->need.at[i] == text)
			return;
	vec_push(&s->need, text);
}

static const char *spelling(CXType t) {
	CXString s = clang_getTypeSpelling(clang_getUnqualifiedType(t));
	const char *text = intern(clang_getCString(s));
	clang_disposeString(s);
	return text;
}

static const char *qualifiers(CXType t) {
	return clang_isConstQualifiedType(t)
	           ? clang_isVolatileQualifiedType(t) ? "const volatile " : "const "
	       : clang_isVolatileQualifiedType(t) ? "volatile "
	                                          : "";
}

static const char *spell(struct speller *, CXType, const char *inner, bool whole);

/* A base type and the declarator behind it. */
static const char *joined(const char *base, const char *inner) {
	return intern_printf(*inner ? "%s %s" : "%s%s", base, inner);
}

struct fields {
	struct speller *s;
	const char *text;
};

static const char *record_body(struct speller *, CXType);

static enum CXVisitorResult add_field(CXCursor field, CXClientData data) {
	struct fields *f = data;
	CXString name = clang_getCursorSpelling(field);
	CXType t = clang_getCanonicalType(clang_getCursorType(field));
	CXCursor decl = clang_getTypeDeclaration(t);
	const char *text, *own = clang_getCString(name);
	if (clang_Cursor_isAnonymousRecordDecl(field) || strchr(own, '('))
		own = "";
	bool is_record = t.kind == CXType_Record && strchr(spelling(t), '(');
	if (is_record)
		text = joined(
		    intern_printf("%s%s %s", qualifiers(t),
		                  clang_getCursorKind(decl) == CXCursor_UnionDecl ? "union" : "struct",
		                  record_body(f->s, t)),
		    own);
	else
		text = spell(f->s, t, own, true);
	if (clang_Cursor_isBitField(field))
		text = intern_printf("%s : %d", text, clang_getFieldDeclBitWidth(field));
	f->text = intern_printf("%s%.*s%s;\n", f->text, (int)f->s->depth, TABS, text);
	clang_disposeString(name);
	return CXVisit_Continue;
}

/* The fields of a record within another one stand deeper. */
static const char *record_body(struct speller *s, CXType t) {
	struct fields f = {s, ""};
	s->depth++;
	clang_Type_visitFields(t, add_field, &f);
	s->depth--;
	return intern_printf("{\n%s%.*s}", f.text, (int)s->depth, TABS);
}

/* whole: an object of the type is meant, not a pointer to one. */
static const char *spell_record(struct speller *s, CXType t, const char *inner, bool whole) {
	const char *name = spelling(t);
	bool is_union = clang_getCursorKind(clang_getTypeDeclaration(t)) == CXCursor_UnionDecl;
	const char *keyword = is_union ? "union" : "struct";
	if (strchr(name, '(')) { /* it has no name */
		s->failed |= whole;
		return joined("void", inner);
	}
	if (strstr(name, "__va_list"))
		return joined("__builtin_va_list", inner);
	bool has_tag = !strncmp(name, keyword, strlen(keyword)) && strchr(name, ' ');
	const char *tag = has_tag ? strchr(name, ' ') + 1 : name;
	if (!has_tag)
		need(s, intern_printf("typedef %s %s %s;", keyword, tag, name));
	else if (!whole)
		need(s, intern_printf("%s;", name));
	if (whole) {
		uint32_t depth = s->depth;
		s->depth = 0;
		const char *body = record_body(s, t); /* it needs its own parts before */
		s->depth = depth;
		need(s, intern_printf("%s %s %s;", keyword, tag, body));
	}
	return joined(intern_printf("%s%s", qualifiers(t), name), inner);
}

static const char *spell_function(struct speller *s, CXType t, const char *inner) {
	const char *args = "";
	int n = clang_getNumArgTypes(t);
	for (int i = 0; i < n; i++)
		args = intern_printf("%s%s%s", args, i ? ", " : "",
		                     spell(s, clang_getArgType(t, (unsigned)i), "", true));
	if (clang_isFunctionTypeVariadic(t) && n > 0)
		args = intern_printf("%s, ...", args);
	else if (t.kind == CXType_FunctionProto && !n)
		args = "void";
	return spell(s, clang_getResultType(t), intern_printf("%s(%s)", inner, args), true);
}

static const char *spell(struct speller *s, CXType t, const char *inner, bool whole) {
	t = clang_getCanonicalType(t);
	switch (t.kind) {
	case CXType_Pointer: {
		CXType to = clang_getCanonicalType(clang_getPointeeType(t));
		bool brackets = to.kind == CXType_FunctionProto || to.kind == CXType_FunctionNoProto ||
		                to.kind == CXType_ConstantArray || to.kind == CXType_IncompleteArray;
		inner = intern_printf(brackets ? "(*%s%s)" : "*%s%s", qualifiers(t), inner);
		return spell(s, to, inner, false);
	}
	case CXType_FunctionProto:
	case CXType_FunctionNoProto: return spell_function(s, t, inner);
	case CXType_ConstantArray:
		return spell(s, clang_getArrayElementType(t),
		             intern_printf("%s[%lld]", inner, clang_getArraySize(t)), whole);
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		return spell(s, clang_getArrayElementType(t), intern_printf("%s[]", inner), whole);
	case CXType_Enum: {
		CXType base = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(t));
		const char *name = spelling(clang_getCanonicalType(base));
		return joined(intern_printf("%s%s", qualifiers(t), name), inner);
	}
	case CXType_Record: return spell_record(s, t, inner, whole);
	default: return joined(intern_printf("%s%s", qualifiers(t), spelling(t)), inner);
	}
}

/* The name that the declaration gives it, or one by its number. */
static const char *parameter_name(CXCursor function, int i) {
	CXCursor c = clang_Cursor_getArgument(function, (unsigned)i);
	CXString s = clang_getCursorSpelling(c);
	const char *name = clang_getCString(s);
	name = name && *name ? intern(name) : intern_printf("argument%d", i + 1);
	while (name[0] == '_' && name[1]) /* reserved, as those of headers are */
		name = intern(name + 1);
	clang_disposeString(s);
	return name;
}

const struct prototype *fe_prototype(struct fe *fe, CXCursor function) {
	struct prototype *p = arena_new(fe->arena, struct prototype);
	struct speller s = {.fe = fe, .p = p};
	CXType t = clang_getCanonicalType(clang_getCursorType(function));
	int n = clang_getNumArgTypes(t);
	p->nparams = n > 0 ? (uint32_t)n : 0;
	const char **names = arena_array(fe->arena, const char *, p->nparams + 1);
	bool *is_const = arena_array(fe->arena, bool, p->nparams + 1);
	const char *args = t.kind == CXType_FunctionProto && n <= 0 ? "void" : "";
	for (int i = 0; i < n; i++) {
		CXType arg = clang_getCanonicalType(clang_getArgType(t, (unsigned)i));
		names[i] = parameter_name(function, i);
		is_const[i] =
		    arg.kind == CXType_Pointer && clang_isConstQualifiedType(clang_getPointeeType(arg));
		args = intern_printf("%s%s%s", args, i ? ", " : "", spell(&s, arg, names[i], true));
	}
	if (n > 0 && clang_isFunctionTypeVariadic(t))
		args = intern_printf("%s, ...", args);
	CXString name = clang_getCursorSpelling(function);
	const char *declarator = intern_printf("%s(%s)", clang_getCString(name), args);
	clang_disposeString(name);
	p->text = spell(&s, clang_getResultType(t), declarator, true);
	p->param = names;
	p->is_const = is_const;
	p->nneeds = (uint32_t)s.need.n;
	p->need = arena_copy(fe->arena, s.need.at, s.need.n * sizeof *s.need.at);
	p->result = spell(&s, clang_getResultType(t), "result", true);
	p->has_nameless = s.failed;
	vec_free(&s.need);
	return p;
}
