#include "frontend/code/lower_keep.h"

#include "frontend/source/cursors.h"

struct fe_lower *lw_keep_of(struct fe *fe) {
	if (!fe->lower) {
		fe->lower = mem_alloc(sizeof *fe->lower);
		fe->lower->scratch = arena_open();
	}
	return fe->lower;
}

void fe_lower_close(struct fe *fe) {
	if (!fe->lower)
		return;
	arena_close(fe->lower->scratch);
	lw_cursors_free(&fe->lower->statics);
	lw_cursors_free(&fe->lower->label);
	map_free(&fe->lower->noreturn);
	map_free(&fe->lower->uninterpreted);
	mem_free(fe->lower);
	fe->lower = NULL;
}

void fe_lower_forget(struct fe *fe, CXTranslationUnit tu) {
	if (!fe->lower)
		return;
	lw_cursors_forget(&fe->lower->statics, tu);
	lw_cursors_forget(&fe->lower->label, tu);
}
