#include "frontend/entry.h"

#include <string.h>

#include "util/intern.h"

void fe_note_arguments(struct fe *fe) {
	const struct function *f = fe->prog->entry->function;
	for (uint32_t i = 0; f && strcmp(f->symbol->display, "main") && i < f->nparams; i++) {
		const struct type *t = f->local.at[i]->type;
		bool points = t->kind == TYPE_POINTER && t->elem->size;
		vec_push(&fe->prog->argument,
		         ((struct entry_argument){
		             .parameter = f->local.at[i]->display,
		             .assumed =
		                 intern(points ? "null, or points to one object of its own" : "any value"),
		             .is_any = !points}));
	}
}
