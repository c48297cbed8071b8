#include "frontend/source/clang.h"

#include <string.h>

#include "util/base/intern.h"

const char *fe_libclang(void) {
	CXString s = clang_getClangVersion();
	const char *version = intern(clang_getCString(s));
	clang_disposeString(s);
	return version;
}

struct loc fe_loc(CXSourceLocation location) {
	CXString name;
	struct loc loc = {0};
	clang_getPresumedLocation(location, &name, &loc.line, &loc.col);
	const char *file = clang_getCString(name);
	if (loc.line && file && *file)
		loc.file = intern(file);
	else
		loc = (struct loc){0};
	clang_disposeString(name);
	return loc;
}

struct loc fe_cursor_loc(CXCursor c) {
	return fe_loc(clang_getCursorLocation(c));
}

static enum CXChildVisitResult take_first(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	*(CXCursor *)data = c;
	return CXChildVisit_Break;
}

CXCursor fe_first_child(CXCursor c) {
	CXCursor first = clang_getNullCursor();
	clang_visitChildren(c, take_first, &first);
	return first;
}

bool fe_type_is_noreturn(CXCursor decl) {
	CXString s = clang_getTypeSpelling(clang_getCursorType(decl));
	const char *text = clang_getCString(s);
	bool found = text && strstr(text, "noreturn");
	clang_disposeString(s);
	return found;
}
