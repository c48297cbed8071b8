#include "frontend/source/strength.h"

enum fe_strength fe_strength_of(CXCursor c, bool has_body, bool weak) {
	if (clang_getCursorKind(c) == CXCursor_FunctionDecl) {
		if (!has_body)
			return FE_DECLARED;
		if (clang_Cursor_isFunctionInlined(c) && clang_getCursorLinkage(c) != CXLinkage_Internal)
			return FE_INLINE;
		return weak ? FE_WEAK : FE_STRONG;
	}
	bool has_init = !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(c));
	if (!has_init && clang_Cursor_getStorageClass(c) == CX_SC_Extern)
		return FE_DECLARED;
	if (weak)
		return FE_WEAK;
	return has_init ? FE_STRONG : FE_COMMON;
}
