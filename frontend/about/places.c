#include "frontend/about/places.h"

#include <string.h>

#include "frontend/driver.h"
#include "frontend/fe.h"
#include "frontend/source/clang.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/text/clex.h"

struct reader {
	struct places *p;
	CXTranslationUnit tu;
	struct map seen; /* name of a file -> the number of the unit that shows it, + 1 */
	uint32_t unit;
	uint32_t parent;
};

static const char *taken(CXString s) {
	const char *text = clang_getCString(s);
	const char *kept = text && *text ? intern(text) : NULL;
	clang_disposeString(s);
	return kept;
}

/* --- Files. --- */

static bool has_line_marks(const char *text, size_t n) {
	struct clex lex;
	clex_init(&lex, text, n);
	for (struct clex_token t = clex_next(&lex); t.kind != CLEX_END; t = clex_next(&lex)) {
		size_t i = 1;
		if (t.kind != CLEX_DIRECTIVE)
			continue;
		for (; i < t.n && (t.at[i] == ' ' || t.at[i] == '\t'); i++)
			;
		if (i < t.n &&
		    ((t.at[i] >= '0' && t.at[i] <= '9') || (t.n - i > 4 && !strncmp(t.at + i, "line", 4))))
			return true;
	}
	return false;
}

static uint32_t find_file(const struct places *p, const char *name) {
	for (size_t i = 0; i < p->file.n; i++)
		if (p->file.at[i].name == name)
			return (uint32_t)i;
	return NO_NODE;
}

static uint32_t file_of(struct reader *r, CXFile file) {
	const char *name = taken(clang_getFileName(file));
	uint32_t ix = find_file(r->p, name);
	size_t n = 0;
	const char *text = ix == NO_NODE ? clang_getFileContents(r->tu, file, &n) : NULL;
	if (ix != NO_NODE || !text || !name)
		return ix;
	struct place_file f = {.name = name, .n = n};
	f.text = arena_printf(r->p->arena, "%.*s", (int)n, text);
	f.n = strlen(f.text); /* a text with a zero in it is none that is changed */
	f.is_generated = f.n != n || has_line_marks(f.text, f.n);
	vec_push(&f.line, (size_t)0);
	for (size_t i = 0; i < f.n; i++)
		if (f.text[i] == '\n')
			vec_push(&f.line, i + 1);
	vec_push(&r->p->file, f);
	return (uint32_t)r->p->file.n - 1;
}

/* --- Extents. --- */

enum origin { IN_FILE, IN_ARGUMENT, IN_BODY };

/* Where it is in a file: its own place, or the call of the macro that it comes from. */
static enum origin place_of(struct reader *r, CXSourceLocation at, CXFile *file, unsigned *offset) {
	unsigned call;
	CXFile call_file;
	clang_getFileLocation(at, file, NULL, NULL, offset);
	clang_getExpansionLocation(at, &call_file, NULL, NULL, &call);
	if (!*file)
		return IN_BODY;
	if (clang_equalLocations(at, clang_getLocationForOffset(r->tu, *file, *offset)))
		return IN_FILE;
	return call == *offset ? IN_BODY : IN_ARGUMENT;
}

/* One argument of a macro, or a part of one: no comma outside brackets, and these match. */
static bool is_one_argument(const char *text, size_t n) {
	struct clex lex;
	int depth = 0;
	clex_init(&lex, text, n);
	for (struct clex_token t = clex_next(&lex); t.kind != CLEX_END; t = clex_next(&lex)) {
		bool opens = clex_is(&t, "(") || clex_is(&t, "[") || clex_is(&t, "{");
		bool closes = clex_is(&t, ")") || clex_is(&t, "]") || clex_is(&t, "}");
		depth += opens - closes;
		if (depth < 0 || (!depth && clex_is(&t, ",")))
			return false;
	}
	return !depth;
}

static void find_extent(struct reader *r, CXCursor c, struct node *n) {
	CXSourceRange range = clang_getCursorExtent(c);
	CXFile first, last;
	unsigned begin = 0, end = 0;
	enum origin from = place_of(r, clang_getRangeStart(range), &first, &begin);
	place_of(r, clang_getRangeEnd(range), &last, &end);
	n->file = first ? file_of(r, first) : NO_NODE;
	n->begin = begin;
	n->end = end;
	n->is_macro = from == IN_BODY;
	n->is_broken = n->file == NO_NODE || !last || !clang_File_isEqual(first, last) ||
	               end <= begin || end > r->p->file.at[n->file].n;
	if (n->is_broken) {
		n->end = n->begin;
		return;
	}
	const struct place_file *f = &r->p->file.at[n->file];
	unsigned name = 0;
	CXFile name_file;
	clang_getFileLocation(clang_getCursorLocation(c), &name_file, NULL, NULL, &name);
	n->name_at = name_file && clang_File_isEqual(first, name_file) ? name : begin;
	n->is_broken = from == IN_ARGUMENT && !is_one_argument(f->text + begin, end - begin);
}

/* --- Nodes. --- */

static enum node_kind kind_of(CXCursor c) {
	switch (clang_getCursorKind(c)) {
	case CXCursor_FunctionDecl: return NODE_FUNCTION;
	case CXCursor_ParmDecl: return NODE_PARAMETER;
	case CXCursor_VarDecl: return NODE_VARIABLE;
	case CXCursor_StructDecl:
	case CXCursor_UnionDecl: return NODE_RECORD;
	case CXCursor_FieldDecl: return NODE_FIELD;
	case CXCursor_CompoundStmt: return NODE_BLOCK;
	case CXCursor_DeclStmt: return NODE_DECLARATION;
	case CXCursor_IfStmt: return NODE_IF;
	case CXCursor_WhileStmt: return NODE_WHILE;
	case CXCursor_DoStmt: return NODE_DO;
	case CXCursor_ForStmt: return NODE_FOR;
	case CXCursor_SwitchStmt: return NODE_SWITCH;
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt: return NODE_CASE;
	case CXCursor_LabelStmt: return NODE_LABEL;
	case CXCursor_ReturnStmt: return NODE_RETURN;
	case CXCursor_BreakStmt: return NODE_BREAK;
	case CXCursor_ContinueStmt: return NODE_CONTINUE;
	case CXCursor_GotoStmt:
	case CXCursor_IndirectGotoStmt: return NODE_GOTO;
	case CXCursor_NullStmt: return NODE_EMPTY;
	case CXCursor_CallExpr: return NODE_CALL;
	case CXCursor_DeclRefExpr: return NODE_NAME;
	case CXCursor_MemberRefExpr: return NODE_MEMBER;
	case CXCursor_ArraySubscriptExpr: return NODE_INDEX;
	case CXCursor_CompoundAssignOperator: return NODE_ASSIGN;
	case CXCursor_BinaryOperator:
		return clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign ? NODE_ASSIGN
		                                                                       : NODE_BINARY;
	case CXCursor_UnaryOperator: return NODE_UNARY;
	case CXCursor_IntegerLiteral:
	case CXCursor_FloatingLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_StringLiteral: return NODE_LITERAL;
	default: return NODE_OTHER;
	}
}

static enum CXChildVisitResult take_label(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_LabelRef)
		*(const char **)data = taken(clang_getCursorSpelling(c));
	return CXChildVisit_Continue;
}

static const char *name_of(CXCursor c, enum node_kind kind) {
	const char *label = NULL;
	switch (kind) {
	case NODE_ASSIGN:
	case NODE_BINARY:
		return taken(clang_getBinaryOperatorKindSpelling(clang_getCursorBinaryOperatorKind(c)));
	case NODE_UNARY:
		return taken(clang_getUnaryOperatorKindSpelling(clang_getCursorUnaryOperatorKind(c)));
	case NODE_GOTO: clang_visitChildren(c, take_label, &label); return label;
	case NODE_LABEL:
	case NODE_FUNCTION:
	case NODE_PARAMETER:
	case NODE_VARIABLE:
	case NODE_RECORD:
	case NODE_FIELD:
	case NODE_CALL:
	case NODE_NAME:
	case NODE_MEMBER: return taken(clang_getCursorSpelling(c));
	default: return NULL;
	}
}

static bool is_declaration(enum node_kind k) {
	return k == NODE_FUNCTION || k == NODE_PARAMETER || k == NODE_VARIABLE || k == NODE_RECORD ||
	       k == NODE_FIELD;
}

static void describe(CXCursor c, struct node *n) {
	n->name = name_of(c, n->kind);
	if (is_declaration(n->kind))
		n->id = taken(clang_getCursorUSR(c));
	else if (n->kind == NODE_NAME || n->kind == NODE_MEMBER || n->kind == NODE_CALL) {
		CXCursor of = clang_getCursorReferenced(c);
		n->id = clang_Cursor_isNull(of) ? NULL : taken(clang_getCursorUSR(of));
		if (n->kind == NODE_CALL && clang_getCursorKind(of) != CXCursor_FunctionDecl)
			n->name = n->id = NULL;
	}
	CXType type = clang_getCursorType(c);
	if (type.kind != CXType_Invalid && n->kind != NODE_BLOCK)
		n->type = taken(clang_getTypeSpelling(clang_getCanonicalType(type)));
	enum CX_StorageClass storage = clang_Cursor_getStorageClass(c);
	n->is_static = is_declaration(n->kind) && storage == CX_SC_Static;
	n->is_definition = is_declaration(n->kind) && clang_isCursorDefinition(c);
	if (n->kind == NODE_VARIABLE) {
		enum CXLinkageKind linkage = clang_getCursorLinkage(c);
		n->is_global =
		    n->is_static || linkage == CXLinkage_Internal || linkage == CXLinkage_External;
		n->is_definition |= n->is_global && storage != CX_SC_Extern; /* a tentative one */
	}
	if (n->kind == NODE_UNARY) {
		enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
		n->is_postfix = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec;
	}
	if (n->kind == NODE_MEMBER) {
		CXCursor object = fe_first_child(c);
		CXType t = clang_getCanonicalType(clang_getCursorType(object));
		n->is_arrow = !clang_Cursor_isNull(object) && t.kind == CXType_Pointer;
	}
}

/* Casts that nobody wrote, and parentheses inside an expression. */
static bool is_transparent(const struct reader *r, CXCursor c) {
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (kind == CXCursor_ParenExpr)
		return r->parent != NO_NODE && r->p->node.at[r->parent].kind != NODE_BLOCK;
	if (kind != CXCursor_UnexposedExpr)
		return false;
	CXCursor child = fe_first_child(c);
	return !clang_Cursor_isNull(child) &&
	       clang_equalRanges(clang_getCursorExtent(c), clang_getCursorExtent(child));
}

/* References to types and attributes, and records that stand inside another declaration: these are
 * shown beside it, too. */
static bool is_left_out(const struct reader *r, CXCursor c) {
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (clang_isReference(kind) || clang_isAttribute(kind) || clang_isPreprocessing(kind))
		return true;
	if (kind == CXCursor_TypedefDecl || kind == CXCursor_EnumDecl)
		return true;
	enum node_kind around = r->parent == NO_NODE ? NODE_RECORD : r->p->node.at[r->parent].kind;
	bool is_record = kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl;
	return is_record && around != NODE_RECORD && around != NODE_DECLARATION;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
	struct reader *r = data;
	(void)parent;
	if (is_left_out(r, c))
		return CXChildVisit_Continue;
	if (is_transparent(r, c))
		return CXChildVisit_Recurse;
	struct node n = {.kind = kind_of(c), .parent = r->parent};
	find_extent(r, c, &n);
	describe(c, &n);
	uint32_t ix = (uint32_t)r->p->node.n, before = r->parent;
	vec_push(&r->p->node, n);
	r->parent = ix;
	clang_visitChildren(c, visit, r);
	r->parent = before;
	r->p->node.at[ix].next = (uint32_t)r->p->node.n;
	return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit_top(CXCursor c, CXCursor parent, CXClientData data) {
	struct reader *r = data;
	CXFile file;
	uint64_t unit;
	enum node_kind kind = kind_of(c);
	CXSourceLocation at = clang_getCursorLocation(c);
	if (!is_declaration(kind) || clang_Location_isInSystemHeader(at))
		return CXChildVisit_Continue;
	clang_getExpansionLocation(at, &file, NULL, NULL, NULL);
	const char *name = file ? taken(clang_getFileName(file)) : NULL;
	if (!name)
		return CXChildVisit_Continue;
	if (!map_get(&r->seen, map_key(name), &unit))
		map_put(&r->seen, map_key(name), unit = r->unit);
	if (unit != r->unit)
		return CXChildVisit_Continue;
	visit(c, parent, data);
	uint32_t ix = find_file(r->p, name);
	if (ix != NO_NODE && clang_Location_isFromMainFile(at))
		r->p->file.at[ix].is_source = true;
	return CXChildVisit_Continue;
}

/* --- What stands where a statement stands, and where that ends. --- */

static void mark_statements(struct places *p, uint32_t ix) {
	const struct node *n = &p->node.at[ix];
	unsigned count = places_children(p, ix);
	for (unsigned i = 0; i < count; i++) {
		struct node *child = &p->node.at[places_child(p, ix, i)];
		bool is_last = i + 1 == count;
		switch (n->kind) {
		case NODE_BLOCK: child->is_statement = true; break;
		case NODE_IF: child->is_statement = i > 0; break;
		case NODE_DO: child->is_statement = i == 0; break;
		case NODE_WHILE:
		case NODE_FOR:
		case NODE_SWITCH:
		case NODE_CASE:
		case NODE_LABEL: child->is_statement = is_last; break;
		default: break;
		}
	}
}

static bool ends_with_block(const struct places *p, uint32_t ix) {
	const struct node *n = &p->node.at[ix];
	switch (n->kind) {
	case NODE_BLOCK: return true;
	case NODE_IF:
	case NODE_WHILE:
	case NODE_FOR:
	case NODE_SWITCH:
	case NODE_CASE:
	case NODE_LABEL: {
		uint32_t last = places_last(p, ix);
		return last != NO_NODE && ends_with_block(p, last);
	}
	default: return false;
	}
}

/* Up to its ';' */
static void end_statement(struct places *p, uint32_t ix) {
	struct node *n = &p->node.at[ix];
	const struct place_file *f = &p->file.at[n->file];
	const struct node *around = &p->node.at[n->parent];
	if (n->is_macro && around->is_macro && around->begin == n->begin)
		n->is_broken = true; /* a part of what the macro stands for */
	if (n->is_broken)
		return;
	if (!ends_with_block(p, ix) && (n->end == n->begin || f->text[n->end - 1] != ';')) {
		struct clex lex;
		clex_init(&lex, f->text + n->end, f->n - n->end);
		struct clex_token t = clex_next(&lex);
		if (clex_is(&t, ";"))
			n->end = (size_t)(t.at - f->text) + t.n;
		else
			n->is_broken = true;
	}
	if (places_has_condition(p, n->file, n->begin, n->end))
		n->is_broken = true;
}

static void visit_unit(struct fe_unit *unit, void *data) {
	struct reader *r = data;
	r->tu = unit->tu;
	r->unit++;
	if (unit->tu)
		clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit_top, r);
}

void places_open(struct places *p, const struct fe_config *config) {
	*p = (struct places){.arena = arena_open()};
	struct reader r = {.p = p, .parent = NO_NODE};
	fe_each_unit(config, visit_unit, &r);
	map_free(&r.seen);
	for (size_t i = 0; i < p->node.n; i++)
		mark_statements(p, (uint32_t)i);
	for (size_t i = 0; i < p->node.n; i++)
		if (p->node.at[i].is_statement && p->node.at[i].file != NO_NODE)
			end_statement(p, (uint32_t)i);
}

void places_free(struct places *p) {
	for (size_t i = 0; i < p->file.n; i++)
		vec_free(&p->file.at[i].line);
	vec_free(&p->file);
	vec_free(&p->node);
	arena_close(p->arena);
}
