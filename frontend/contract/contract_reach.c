#include "frontend/contract/contract_reach.h"

static void reach_expr(struct reach *r, const struct expr *e) {
	if (!e)
		return;
	if (e->kind == EXPR_SYMBOL && !map_get(&r->seen, map_key(e->symbol), NULL)) {
		map_put(&r->seen, map_key(e->symbol), 1);
		if (e->symbol->storage == STORAGE_FUNCTION && e->symbol->function)
			vec_push(&r->function, e->symbol->function);
		else if (e->symbol->storage == STORAGE_STATIC || e->symbol->storage == STORAGE_THREAD)
			vec_push(&r->variable, e->symbol);
	}
	for (uint32_t i = 0; i < e->nargs; i++)
		reach_expr(r, e->arg[i]);
}

void reach_ins(struct reach *r, const struct ins *in) {
	reach_expr(r, in->lhs);
	reach_expr(r, in->rhs);
	for (uint32_t a = 0; a < in->nargs; a++)
		reach_expr(r, in->arg[a]);
}

void reach_all(struct reach *r) {
	for (size_t i = 0; i < r->function.n; i++) {
		const struct function *f = r->function.at[i];
		for (uint32_t k = 0; k < f->ins.n; k++)
			reach_ins(r, &f->ins.at[k]);
	}
}

void reach_free(struct reach *r) {
	map_free(&r->seen);
	vec_free(&r->variable);
	vec_free(&r->function);
}

bool reach_threads(struct fe *fe) {
	struct reach r = {0};
	bool found = false;
	if (fe->prog->entry->function)
		vec_push(&r.function, fe->prog->entry->function);
	vec_push(&r.function, fe->prog->init->function);
	reach_all(&r);
	for (size_t i = 0; i < r.function.n && !found; i++)
		for (uint32_t k = 0; k < r.function.at[i]->ins.n; k++) {
			found |= ins_intrinsic(&r.function.at[i]->ins.at[k]) == INTRINSIC_SPAWN;
		}
	reach_free(&r);
	return found;
}
