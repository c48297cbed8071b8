/* Which values depend on what other threads write.  A loop that such a value ends is a wait: what
 * comes after it is executed only when another thread lets it. */
#include "goto/slice/slice_internal.h"

static bool mark(struct slice *s, uint32_t node) {
	if (node == NO_NODE || s->foreign[node])
		return false;
	s->foreign[node] = true;
	return true;
}

static bool mark_lhs(struct slice *s, uint32_t instance, uint32_t at, const struct expr *e) {
	while (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX)
		e = e->arg[0];
	if (e->kind == EXPR_SYMBOL)
		return mark(s, slice_object(s, instance, e->symbol));
	bool changed = false;
	struct slice_accesses all = slice_accesses(s, instance, at);
	for (uint32_t i = 0; i < all.n; i++) {
		const struct pt_access *a = &s->pt->access.at[all.at[i]];
		struct pt_set set = points_to_set(s->pt, a->node);
		for (size_t k = 0; a->how == PT_WRITE && !a->is_direct && k < set.n; k++)
			changed |= mark(s, set.at[k]);
	}
	return changed;
}

/* The values that a call hands over, and its result. */
static bool mark_call(struct slice *s, uint32_t instance, uint32_t at, const bool *result) {
	const struct ins *in = &s->pt->instance.at[instance].function->ins.at[at];
	struct slice_calls calls = slice_calls(s, instance, at);
	bool changed = false;
	for (uint32_t i = 0; i < calls.n; i++) {
		uint32_t callee = s->pt->call.at[calls.at[i]].callee;
		const struct pt_instance *to = &s->pt->instance.at[callee];
		for (uint32_t k = 0; k < in->nargs; k++) {
			struct slice_reader r = {.s = s, .instance = instance, .ask = s->foreign};
			slice_read_value(&r, in->arg[k]);
			uint32_t node = k < to->function->nparams ? to->local + k : to->varargs;
			changed |= r.found && mark(s, node);
		}
		if (in->lhs && result[callee])
			changed |= mark_lhs(s, instance, at, in->lhs);
	}
	return changed;
}

static bool mark_ins(struct slice *s, uint32_t instance, uint32_t at, bool *result) {
	const struct slice_function *f = &s->function.at[s->instance[instance].function];
	const struct ins *in = &f->function->ins.at[at];
	if (in->kind == INS_CALL && !slice_external(in))
		return mark_call(s, instance, at, result);
	bool is_copy = in->kind == INS_ASSIGN || (in->kind == INS_CALL && in->lhs);
	if (!is_copy && (in->kind != INS_RETURN || !in->rhs))
		return false;
	struct slice_reader r = {.s = s, .instance = instance, .ask = s->foreign};
	slice_read(&r, f, at);
	if (!r.found)
		return false;
	if (is_copy)
		return mark_lhs(s, instance, at, in->lhs);
	bool changed = !result[instance];
	result[instance] = true;
	return changed;
}

void slice_find_spins(struct slice *s) {
	if (!s->prog->has_threads)
		return;
	bool *result = mem_alloc(s->pt->instance.n + 1);
	for (uint32_t i = 0; i < s->pt->node.n; i++)
		s->foreign[i] = s->shared.object[i].is_shared;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = 0; k < s->pt->instance.n; k++)
			for (uint32_t i = 0; i < s->pt->instance.at[k].function->ins.n; i++)
				changed |= mark_ins(s, k, i, result);
	}
	mem_free(result);
}
