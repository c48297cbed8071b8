/* Accesses for which the program asks less than sequential consistency. */
#include "goto/passes.h"

static bool is_weak(const struct expr *e) {
	if (!e)
		return false;
	bool weak = (e->order != MEM_PLAIN && e->order != MEM_SEQ_CST) ||
	            (e->failure_order != MEM_PLAIN && e->failure_order != MEM_SEQ_CST);
	for (uint32_t i = 0; i < e->nargs && !weak; i++)
		weak = is_weak(e->arg[i]);
	return weak;
}

const struct ins *goto_weak_access(const struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++) {
		const struct function *f = p->function.at[i];
		for (uint32_t pc = 0; pc < f->ins.n && !f->is_model && !f->is_dropped; pc++)
			if (is_weak(f->ins.at[pc].lhs) || is_weak(f->ins.at[pc].rhs))
				return &f->ins.at[pc];
	}
	return NULL;
}
