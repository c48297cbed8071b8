/* Variables: locals, parameters, compound literals, and types with run-time bounds.
 *
 * libclang has no way from a variable-length array type to its bounds; they are children of the
 * declaration, innermost dimension first, and are evaluated where it stands.  From there on our
 * own type carries them.
 */
#include "frontend/lower/lower_expr.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/source/attribute.h"
#include "frontend/source/clang.h"
#include "frontend/source/cursors.h"
#include "frontend/units/layout.h"
#include "frontend/units/symbols.h"
#include "util/base/intern.h"

bool lw_is_vla(CXType t) {
	for (;;) {
		t = clang_getCanonicalType(t);
		switch (t.kind) {
		case CXType_VariableArray: return true;
		case CXType_ConstantArray:
		case CXType_IncompleteArray: t = clang_getArrayElementType(t); break;
		case CXType_Pointer: t = clang_getPointeeType(t); break;
		default: return false;
		}
	}
}

struct bounds {
	struct lw_kids kids;
	size_t next;
	bool failed;
};

static const struct type *vla_type(struct lw *, CXType, struct bounds *);

static const struct expr *bound(struct lw *lw, struct bounds *b) {
	const struct expr *n = NULL;
	if (b->next < b->kids.n)
		n = lw_value(lw, b->kids.at[b->next++]);
	if (!n || !type_is_integer(n->type)) {
		b->failed = true;
		n = lw_int(lw, 1);
	}
	const struct expr *t = lw_temp_in(lw, lw_block(lw), type_size(lw->types));
	lw_assign(lw, t, n);
	return t;
}

static const struct type *constant_array(struct lw *lw, CXType t, struct bounds *b) {
	const struct type *elem = vla_type(lw, clang_getArrayElementType(t), b);
	if (t.kind == CXType_IncompleteArray)
		return type_array(lw->types, elem, ARRAY_OPEN);
	b->next++; /* its bound is among the children, too */
	return type_array(lw->types, elem, (uint64_t)clang_getArraySize(t));
}

static const struct type *vla_typedef(struct lw *lw, CXType t, struct bounds *b) {
	uint64_t known;
	if (lw_cursors_get(&lw->vla_type, clang_getTypeDeclaration(t), &known))
		return (const struct type *)(uintptr_t)known;
	if (lw_is_vla(t))
		b->failed = true;
	return fe_type(lw->fe, t);
}

/* typeof(a) and parentheses: clang hides what they are. */
static const struct type *hidden(struct lw *lw, CXType t, struct bounds *b) {
	CXType canonical = clang_getCanonicalType(t);
	if (b->next < b->kids.n && lw_is_vla(lw_ctype(b->kids.at[b->next]))) {
		const struct expr *e = lw_expr(lw, b->kids.at[b->next++], true);
		if (e)
			return e->type;
	}
	if (canonical.kind == t.kind) {
		b->failed = true;
		return fe_type(lw->fe, t);
	}
	return vla_type(lw, canonical, b);
}

static const struct type *vla_type(struct lw *lw, CXType t, struct bounds *b) {
	switch (t.kind) {
	case CXType_VariableArray: {
		const struct type *elem = vla_type(lw, clang_getArrayElementType(t), b);
		return type_vla(lw->types, elem, bound(lw, b));
	}
	case CXType_ConstantArray:
	case CXType_IncompleteArray: return constant_array(lw, t, b);
	case CXType_Pointer:
		if (!lw_is_vla(t))
			return fe_type(lw->fe, t);
		return type_pointer(lw->types, vla_type(lw, clang_getPointeeType(t), b));
	case CXType_Elaborated: return vla_type(lw, clang_Type_getNamedType(t), b);
	case CXType_Typedef: return vla_typedef(lw, t, b);
	default: return lw_is_vla(t) ? hidden(lw, t, b) : fe_type(lw->fe, t);
	}
}

const struct type *lw_vla_type(struct lw *lw, CXType t, CXCursor decl, CXCursor init) {
	struct lw_kids all = lw_kids(lw, decl);
	struct bounds b = {.kids = {all.at, 0}};
	for (size_t i = 0; i < all.n; i++)
		if (lw_is_expr(all.at[i]) && !clang_equalCursors(all.at[i], init))
			b.kids.at[b.kids.n++] = all.at[i];
	const struct type *type = vla_type(lw, t, &b);
	if (b.failed || b.next != b.kids.n)
		lw_unsupported(lw, NULL, "this variable-length array type");
	return type;
}

static const struct type *decayed(struct lw *lw, const struct type *t) {
	if (t->kind == TYPE_ARRAY)
		return type_pointer(lw->types, t->elem);
	if (t->kind == TYPE_FUNC)
		return type_pointer(lw->types, t);
	return t;
}

void lw_params(struct lw *lw, CXCursor function) {
	int n = clang_Cursor_getNumArguments(function);
	lw->f->nparams = n > 0 ? (uint32_t)n : 0;
	for (uint32_t i = 0; i < lw->f->nparams; i++) {
		CXCursor decl = clang_Cursor_getArgument(function, i);
		lw_at(lw, decl);
		const char *name = lw_spelling(decl);
		if (!*name)
			name = intern_printf("parameter %u", i + 1);
		const struct type *type = decayed(lw, fe_type(lw->fe, clang_getCursorType(decl)));
		struct symbol *s = lw_new_symbol(lw, name, type);
		s->is_param = true;
		s->address_taken = lw_cursors_get(&lw->taken, decl, NULL);
		lw_cursors_put(&lw->local, decl, map_key(s));
	}
	/* bounds may name other parameters */
	for (uint32_t i = 0; i < lw->f->nparams; i++) {
		CXCursor decl = clang_Cursor_getArgument(function, i);
		if (!lw_is_vla(clang_getCursorType(decl)))
			continue;
		lw_at(lw, decl);
		lw->f->local.at[i]->type =
		    decayed(lw, lw_vla_type(lw, clang_getCursorType(decl), decl, clang_getNullCursor()));
	}
}

struct function_search {
	const char *name;
	CXCursor found;
};

static enum CXChildVisitResult match_function(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	struct function_search *s = data;
	if (clang_getCursorKind(c) == CXCursor_FunctionDecl && lw_spelling(c) == s->name)
		s->found = c;
	return CXChildVisit_Continue;
}

static bool has_attributes(struct lw *lw, CXCursor decl) {
	struct lw_kids kids = lw_kids(lw, decl);
	for (size_t i = 0; i < kids.n; i++)
		if (clang_isAttribute(clang_getCursorKind(kids.at[i])))
			return true;
	return false;
}

static const struct expr *cleanup_function(struct lw *lw, CXCursor decl) {
	const char *name = NULL;
	if (!has_attributes(lw, decl) || !fe_attribute(decl, "cleanup", &name) || !name)
		return NULL;
	struct function_search s = {.name = intern(name), .found = clang_getNullCursor()};
	clang_visitChildren(clang_getTranslationUnitCursor(lw->unit->tu), match_function, &s);
	/* pthread_cleanup_push under -fexceptions: nothing unwinds the stack of a thread that ends. */
	bool is_unwound = strcmp(name, "__pthread_cleanup_routine") == 0;
	if (clang_Cursor_isNull(s.found) || is_unwound) {
		lw_unsupported(lw, NULL, "the cleanup function '%s'", name);
		return NULL;
	}
	return expr_symbol(lw->arena, fe_symbol_of(lw->fe, lw->unit, s.found));
}

static void automatic(struct lw *lw, CXCursor decl) {
	CXType t = clang_getCursorType(decl);
	CXCursor init = clang_Cursor_getVarDeclInitializer(decl);
	bool is_vla = lw_is_vla(t);
	const struct type *type = is_vla ? lw_vla_type(lw, t, decl, init) : fe_type(lw->fe, t);
	struct symbol *s = lw_new_symbol(lw, lw_spelling(decl), type);
	s->loc = fe_cursor_loc(decl);
	s->address_taken = lw_cursors_get(&lw->taken, decl, NULL);
	fe_align(lw->fe, s, decl);
	lw_cursors_put(&lw->local, decl, map_key(s));
	lw_declare(lw, lw->scope,
	           (struct lw_local){.sym = s,
	                             .cleanup = cleanup_function(lw, decl),
	                             .is_vla = is_vla && type->kind == TYPE_ARRAY,
	                             .is_initialised = !clang_Cursor_isNull(init)});
	if (clang_Cursor_isNull(init))
		return;
	lw_scope_open(lw, false);
	lw_initialise(lw, expr_symbol(lw->arena, s), init);
	lw_scope_close(lw);
}

static void declaration(struct lw *lw, CXCursor c) {
	switch (clang_getCursorKind(c)) {
	case CXCursor_VarDecl: {
		enum CX_StorageClass sc = clang_Cursor_getStorageClass(c);
		lw_at(lw, c);
		if (sc == CX_SC_Static)
			lw_variable(lw, c);
		else if (sc != CX_SC_Extern)
			automatic(lw, c);
		break;
	}
	case CXCursor_TypedefDecl: {
		CXType t = clang_getTypedefDeclUnderlyingType(c);
		if (!lw_is_vla(t))
			break;
		lw_at(lw, c);
		const struct type *type = lw_vla_type(lw, t, c, clang_getNullCursor());
		lw_cursors_put(&lw->vla_type, c, map_key(type));
		break;
	}
	default: break; /* records, enumerations, functions: nothing happens */
	}
}

void lw_decl_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	for (size_t i = 0; i < kids.n; i++)
		declaration(lw, kids.at[i]);
}

struct symbol *lw_variable(struct lw *lw, CXCursor decl) {
	uint64_t known;
	if (lw_cursors_get(&lw->local, decl, &known))
		return (struct symbol *)(uintptr_t)known;
	if (clang_getCursorKind(decl) == CXCursor_ParmDecl)
		return NULL;
	if (clang_getCursorLinkage(decl) != CXLinkage_NoLinkage)
		return fe_symbol_of(lw->fe, lw->unit, decl);
	if (clang_Cursor_getStorageClass(decl) != CX_SC_Static)
		return NULL;
	const struct type *type = fe_type(lw->fe, clang_getCursorType(decl));
	return lw_static(lw, decl, type, lw_spelling(decl));
}

const struct expr *lw_compound_literal(struct lw *lw, CXCursor c) {
	const struct type *type = fe_type(lw->fe, clang_getCursorType(c));
	CXCursor init = lw_last_kid(lw, c);
	if (lw->is_static && (lw->in_address || type->kind == TYPE_ARRAY))
		return expr_symbol(lw->arena, lw_static(lw, c, type, "literal"));
	if (lw->is_static) { /* only its value is of use, now */
		const struct expr *value = lw_temp(lw, type);
		lw_initialise(lw, value, init);
		return value;
	}
	struct symbol *s = lw_new_symbol(lw, "literal", type);
	s->address_taken = true;
	lw_declare(lw, lw_block(lw), (struct lw_local){.sym = s, .is_initialised = true});
	const struct expr *object = expr_symbol(lw->arena, s);
	lw_initialise(lw, object, init);
	return object;
}
