#include "frontend/units/index_unit.h"

#include "util/base/map.h"

uint64_t fe_index_type(CXCursor decl) {
	CXString s = clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(decl)));
	const char *text = clang_getCString(s);
	uint64_t h = 0xcbf29ce484222325ULL;
	for (; text && *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3ULL;
	clang_disposeString(s);
	return map_hash(h);
}

void fe_index_free(struct index_unit *unit) {
	if (!unit)
		return;
	vec_free(&unit->def);
	vec_free(&unit->file);
}
