/* Which assignments to a local variable matter: those whose value a kept instruction may read
 * before the variable is assigned again.  Only variables whose address is never taken are followed;
 * of the others, every assignment may be the one that is read. */
#include "goto/slice/slice_internal.h"

enum {
	MAX_PLACES = 1 << 24
}; /* per function, variables times instructions; beyond that none is followed */

static const struct symbol *assigned(const struct ins *in) {
	bool assigns = in->kind == INS_ASSIGN || in->kind == INS_HAVOC || in->kind == INS_CALL;
	const struct expr *e = assigns ? in->lhs : NULL;
	while (e && (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX))
		e = e->arg[0];
	return e && e->kind == EXPR_SYMBOL ? e->symbol : NULL;
}

void slice_flow_open(struct slice_flow *flow, const struct function *f, bool follows) {
	uint32_t n = (uint32_t)f->ins.n, followed = 0;
	*flow =
	    (struct slice_flow){.n = n, .number = mem_alloc((f->local.n + 1) * sizeof *flow->number)};
	for (uint32_t i = 0; i < n; i++) {
		const struct symbol *x = assigned(&f->ins.at[i]);
		if (x && x->storage == STORAGE_AUTO && !x->address_taken)
			flow->number[x->slot]++;
	}
	for (size_t i = 0; i < f->local.n; i++)
		flow->number[i] = flow->number[i] > 1 ? ++followed : 0;
	if (!follows || (uint64_t)followed * n > MAX_PLACES)
		for (size_t i = followed = 0; i < f->local.n; i++)
			flow->number[i] = 0;
	flow->live = mem_alloc((size_t)followed * n + 1);
	flow->is_read = mem_alloc(n + 1);
}

void slice_flow_close(struct slice_flow *flow) {
	mem_free(flow->number);
	mem_free(flow->live);
	mem_free(flow->is_read);
}

static bool is_followed(const struct slice_flow *flow, const struct symbol *x) {
	return x->storage == STORAGE_AUTO && flow->number[x->slot];
}

bool slice_flow_reads(const struct slice_function *f, uint32_t ins) {
	const struct symbol *x = assigned(&f->function->ins.at[ins]);
	return !x || !is_followed(&f->flow, x) || f->flow.is_read[ins];
}

/* Goes back from the instruction to the assignments that reach it. */
bool slice_flow_read(const struct slice_function *f, uint32_t ins, const struct symbol *x) {
	const struct slice_flow *flow = &f->flow;
	if (!is_followed(flow, x))
		return false;
	bool *live = flow->live + (size_t)(flow->number[x->slot] - 1) * flow->n; /* before it */
	if (live[ins])
		return false;
	VEC(uint32_t) todo = {0};
	live[ins] = true;
	vec_push(&todo, ins);
	while (todo.n) {
		uint32_t at = vec_pop(&todo);
		for (uint32_t k = f->control.first[at]; k < f->control.first[at + 1]; k++) {
			uint32_t from = f->control.from[k];
			const struct ins *in = &f->function->ins.at[from];
			bool assigns = assigned(in) == x;
			flow->is_read[from] |= assigns;
			if (live[from] || (assigns && in->lhs->kind == EXPR_SYMBOL))
				continue;
			live[from] = true;
			vec_push(&todo, from);
		}
	}
	vec_free(&todo);
	return true;
}
