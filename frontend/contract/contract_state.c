#include "frontend/contract/contract_state.h"

#include "util/base/intern.h"

struct fe_contract *contract_state(struct fe *fe) {
	if (!fe->contract)
		fe->contract = mem_alloc(sizeof *fe->contract);
	return fe->contract;
}

struct symbol *contract_ghost(struct fe *fe, const struct type *type) {
	const char *name = intern_printf("contract::%u", ++contract_state(fe)->nghosts);
	struct symbol *s = prog_add_symbol(fe->prog, name, type, STORAGE_STATIC);
	s->is_temp = s->is_model = true;
	return s;
}

void contract_state_close(struct fe *fe) {
	struct fe_contract *c = fe->contract;
	if (!c)
		return;
	vec_free(&c->parameter);
	vec_free(&c->assigns);
	vec_free(&c->frees);
	vec_free(&c->fresh);
	vec_free(&c->apart);
	vec_free(&c->use);
	for (size_t i = 0; i < c->loop.n; i++)
		vec_free(&c->loop.at[i]->range);
	vec_free(&c->loop);
	mem_free(c);
	fe->contract = NULL;
}
