/* syntax FILE [FLAG...] -- the syntax tree of a C file, for scripts that change its text.
 *
 * One line for each declaration, statement and expression of the file itself, in preorder, fields
 * separated by tabs:
 *
 *     depth kind from to at refers name operator storage type
 *
 * 'from', 'to' and 'at' are offsets in the file; of what a macro makes, those of its use, and of
 * its arguments, their own; -1: another file. 'refers' is where what is named was declared, -1:
 * nowhere, -2: in another file.  'type' is the canonical one. Exit code 1: the file is no C. */
#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define MAX_FLAGS 64

static CXFile this_file;

static void print_text(CXString text) {
	const char *s = clang_getCString(text);
	for (; s && *s; s++)
		putchar(*s == '\t' || *s == '\n' ? ' ' : *s);
	clang_disposeString(text);
}

static long offset_of(CXSourceLocation place) {
	CXFile file;
	unsigned offset;
	clang_getFileLocation(place, &file, NULL, NULL, &offset);
	return file && clang_File_isEqual(file, this_file) ? (long)offset : -1;
}

static long declared_at(CXCursor c) {
	CXCursor d = clang_getCursorReferenced(c);
	if (clang_Cursor_isNull(d) || clang_equalCursors(c, d))
		return -1;
	long at = offset_of(clang_getCursorLocation(d));
	return at < 0 ? -2 : at;
}

static const char *storage_of(CXCursor c) {
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (kind == CXCursor_FieldDecl)
		return clang_Cursor_isBitField(c) ? "bits" : "";
	if (kind == CXCursor_VarDecl && clang_getCursorTLSKind(c) != CXTLS_None)
		return "thread";
	switch (clang_Cursor_getStorageClass(c)) {
	case CX_SC_Extern: return "extern";
	case CX_SC_Static: return "static";
	case CX_SC_Register: return "register";
	default: return "";
	}
}

static void print_operator(CXCursor c) {
	switch (clang_getCursorKind(c)) {
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
		print_text(clang_getBinaryOperatorKindSpelling(clang_getCursorBinaryOperatorKind(c)));
		break;
	case CXCursor_UnaryOperator:
		print_text(clang_getUnaryOperatorKindSpelling(clang_getCursorUnaryOperatorKind(c)));
		break;
	default: fputs(clang_isCursorDefinition(c) ? "definition" : "", stdout);
	}
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
	int depth = *(int *)data;
	(void)parent;
	if (!depth && offset_of(clang_getCursorLocation(c)) < 0)
		return CXChildVisit_Continue;
	CXSourceRange range = clang_getCursorExtent(c);
	printf("%d\t", depth);
	print_text(clang_getCursorKindSpelling(clang_getCursorKind(c)));
	printf("\t%ld\t%ld\t%ld\t%ld\t", offset_of(clang_getRangeStart(range)),
	       offset_of(clang_getRangeEnd(range)), offset_of(clang_getCursorLocation(c)),
	       declared_at(c));
	print_text(clang_getCursorSpelling(c));
	putchar('\t');
	print_operator(c);
	printf("\t%s\t", storage_of(c));
	print_text(clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(c))));
	putchar('\n');
	depth++;
	clang_visitChildren(c, visit, &depth);
	return CXChildVisit_Continue;
}

/* The frontend accepts the same. */
static const char *const accepted[] = {
    "-std=gnu11",
    "-w",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-mismatch",
};

static bool has_errors(CXTranslationUnit unit) {
	bool found = false;
	for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
		CXDiagnostic d = clang_getDiagnostic(unit, i);
		if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
			CXString text = clang_formatDiagnostic(d, clang_defaultDiagnosticDisplayOptions());
			fprintf(stderr, "%s\n", clang_getCString(text));
			clang_disposeString(text);
			found = true;
		}
		clang_disposeDiagnostic(d);
	}
	return found;
}

int main(int argc, char **argv) {
	const char *flag[MAX_FLAGS];
	int n = sizeof accepted / sizeof *accepted, depth = 0;
	if (argc < 2 || argc - 2 + n > MAX_FLAGS) {
		fprintf(stderr, "usage: syntax FILE [FLAG...]\n");
		return 1;
	}
	memcpy(flag, accepted, sizeof accepted);
	for (int i = 2; i < argc; i++)
		flag[n++] = argv[i];
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit unit =
	    clang_parseTranslationUnit(index, argv[1], flag, n, NULL, 0, CXTranslationUnit_None);
	int code = !unit || has_errors(unit);
	if (!code) {
		this_file = clang_getFile(unit, argv[1]);
		clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &depth);
	}
	if (unit)
		clang_disposeTranslationUnit(unit);
	clang_disposeIndex(index);
	return code;
}
