#include "frontend/source/cursors.h"

bool lw_cursors_get(const struct lw_cursors *m, CXCursor c, uint64_t *value) {
	uint64_t at = 0;
	map_get(&m->head, clang_hashCursor(c), &at);
	for (; at; at = m->entry.at[at - 1].next)
		if (clang_equalCursors(m->entry.at[at - 1].cursor, c)) {
			if (value)
				*value = m->entry.at[at - 1].value;
			return true;
		}
	return false;
}

void lw_cursors_put(struct lw_cursors *m, CXCursor c, uint64_t value) {
	uint64_t first = 0, hash = clang_hashCursor(c);
	map_get(&m->head, hash, &first);
	vec_push(&m->entry, ((struct lw_cursor){c, value, first}));
	map_put(&m->head, hash, m->entry.n);
}

void lw_cursors_forget(struct lw_cursors *m, CXTranslationUnit tu) {
	struct lw_cursors kept = {0};
	for (size_t i = 0; i < m->entry.n; i++)
		if (clang_Cursor_getTranslationUnit(m->entry.at[i].cursor) != tu)
			lw_cursors_put(&kept, m->entry.at[i].cursor, m->entry.at[i].value);
	lw_cursors_free(m);
	*m = kept;
}

void lw_cursors_free(struct lw_cursors *m) {
	map_free(&m->head);
	vec_free(&m->entry);
}
