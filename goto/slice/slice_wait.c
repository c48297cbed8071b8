/* Which waits matter.  While a thread waits, others go on; that makes a difference only if the
 * thread, once it goes on itself, does something that others notice, or notices what they did: if a
 * kept instruction accesses shared memory, orders what others access, or creates a thread, or if
 * variables end that others access.  Where all that is left is the thread's own business, the slice
 * need not wait for it; unless that is bound to fail an assertion. */
#include "goto/analysis/analysis.h"
#include "goto/slice/slice_internal.h"

static bool is_shared_local(const struct slice *s, uint32_t k, const struct symbol *x) {
	uint32_t node = s->pt->instance.at[k].local + x->slot;
	return s->shared.object[node].is_shared && (s->relevant[node] || s->life[node]);
}

/* Does the instance, or one that it is called by, have variables that other threads access? */
static bool mark_holders(struct slice *s, uint32_t k) {
	struct slice_instance *instance = &s->instance[k];
	const struct function *f = s->pt->instance.at[k].function;
	bool changed = false;
	for (size_t i = 0; i < f->local.n && !instance->has_shared; i++)
		instance->has_shared = changed = is_shared_local(s, k, f->local.at[i]);
	for (uint32_t i = 0; i < f->ins.n && (instance->has_shared || instance->is_in_shared); i++) {
		struct slice_calls calls = slice_calls(s, k, i);
		for (uint32_t c = 0; f->ins.at[i].kind == INS_CALL && c < calls.n; c++) {
			struct slice_instance *callee = &s->instance[s->pt->call.at[calls.at[c]].callee];
			changed |= !callee->is_in_shared;
			callee->is_in_shared = true;
		}
	}
	return changed;
}

/* Do such variables end there?  Those of main end with the program, unless only its thread ends. */
static bool ends_shared(const struct slice *s, uint32_t k, uint32_t at) {
	const struct slice_instance *instance = &s->instance[k];
	const struct ins *in = &s->pt->instance.at[k].function->ins.at[at];
	if (in->kind == INS_DEAD)
		return is_shared_local(s, k, in->sym);
	if (in->kind == INS_END)
		return instance->has_shared && k != s->pt->entry;
	bool is_kept = instance->entered && s->function.at[instance->function].kept[at];
	if (!is_kept || in->kind != INS_CALL || !(instance->has_shared || instance->is_in_shared))
		return false;
	const struct symbol *external = slice_external(in);
	return external && external->is_noreturn;
}

/* Does the instruction itself, in this instance? */
static bool meets_others(struct slice *s, uint32_t k, uint32_t at) {
	const struct slice_function *f = &s->function.at[s->instance[k].function];
	const struct ins *in = &f->function->ins.at[at];
	if (ends_shared(s, k, at))
		return true;
	if (!f->kept[at] || !s->instance[k].entered)
		return false;
	if (s->config->orders && goto_has_order(in))
		return true;
	const struct symbol *external = in->kind == INS_CALL ? slice_external(in) : NULL;
	if (external && !external->is_noreturn && slice_effect(external) == EFFECT_ALWAYS)
		return true;
	struct slice_accesses all = slice_accesses(s, k, at);
	for (uint32_t i = 0; i < all.n; i++)
		if (shared_notices(&s->shared, &s->pt->access.at[all.at[i]]))
			return true;
	if (in->kind != INS_CALL || external)
		return false;
	struct slice_calls calls = slice_calls(s, k, at);
	for (uint32_t i = 0; i < calls.n; i++)
		if (s->instance[s->pt->call.at[calls.at[i]].callee].meets)
			return true;
	return !calls.n && (s->calls_unknown || s->has_strays);
}

/* assert (0) is a branch to an assertion that fails. */
static bool is_sure(const struct ins *in) {
	return in->kind == INS_GOTO && in->rhs && in->rhs->kind == EXPR_LNOT &&
	       expr_is_false(in->rhs->arg[0]);
}

/* Where the thread is bound to come to after the instruction, as far as that is known. */
static uint32_t sure_next(const struct slice_function *f, uint32_t at) {
	const struct ins *in = &f->function->ins.at[at];
	return is_sure(in) ? in->target : f->control.next[at];
}

/* From which instructions on is the thread bound to come to a kept assertion in this function? Each
 * has one that follows; ways that were gone before, and circles, are not gone again. */
static void find_failing(struct slice_function *f) {
	uint32_t n = (uint32_t)f->function->ins.n;
	bool *seen = mem_alloc(n);
	VEC(uint32_t) way = {0};
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = i;
		way.n = 0;
		while (at != NO_POSTDOMINATOR && !seen[at]) {
			seen[at] = true;
			f->fails[at] |= f->kept[at] && f->function->ins.at[at].kind == INS_ASSERT;
			vec_push(&way, at);
			at = sure_next(f, at);
		}
		bool fails = at != NO_POSTDOMINATOR && f->fails[at];
		while (way.n) {
			at = vec_pop(&way);
			fails = f->fails[at] |= fails;
		}
	}
	vec_free(&way);
	mem_free(seen);
}

static bool fails_after(const struct slice_function *f, uint32_t at) {
	uint32_t next = sure_next(f, at);
	return next != NO_POSTDOMINATOR && f->fails[next];
}

/* Tells the callees of an instruction what comes after it. */
static bool mark_callees(struct slice *s, uint32_t k, uint32_t at, bool meets) {
	const struct slice_function *f = &s->function.at[s->instance[k].function];
	struct slice_calls calls = slice_calls(s, k, at);
	bool changed = false;
	for (uint32_t i = 0; i < calls.n; i++) {
		struct slice_instance *callee = &s->instance[s->pt->call.at[calls.at[i]].callee];
		bool is_new = meets && !callee->meets_after;
		callee->meets_after |= meets;
		if (!callee->fails_after && (s->instance[k].fails_after || fails_after(f, at)))
			is_new = callee->fails_after = true;
		changed |= is_new;
	}
	return changed;
}

/* Goes back from the instructions that meet others. */
static bool mark_instance(struct slice *s, uint32_t k) {
	struct slice_instance *instance = &s->instance[k];
	const struct slice_function *f = &s->function.at[instance->function];
	const struct control *c = &f->control;
	uint32_t n = (uint32_t)f->function->ins.n;
	bool *soon = s->soon + instance->first, changed = false; /* at the instruction, or later */
	VEC(uint32_t) todo = {0};
	for (uint32_t i = 0; i < n; i++) {
		bool meets = meets_others(s, k, i);
		if (f->function->ins.at[i].kind == INS_CALL)
			changed |= mark_callees(s, k, i, false);
		changed |= meets && !instance->meets;
		instance->meets |= meets;
		if (soon[i] || (!meets && !(i == n - 1 && instance->meets_after)))
			continue;
		soon[i] = true;
		vec_push(&todo, i);
	}
	while (todo.n) {
		uint32_t at = vec_pop(&todo);
		for (uint32_t p = c->first[at]; p < c->first[at + 1]; p++) {
			uint32_t from = c->from[p];
			if (f->function->ins.at[from].kind == INS_CALL)
				changed |= mark_callees(s, k, from, true);
			if (soon[from])
				continue;
			soon[from] = true;
			vec_push(&todo, from);
		}
	}
	vec_free(&todo);
	return changed;
}

void slice_find_meetings(struct slice *s) {
	for (size_t i = 0; s->prog->has_threads && i < s->function.n; i++)
		find_failing(&s->function.at[i]);
	for (bool changed = s->prog->has_threads; changed;) {
		changed = false;
		for (uint32_t k = 0; k < s->pt->instance.n; k++) {
			changed |= mark_holders(s, k);
			changed |= mark_instance(s, k);
		}
	}
}

bool slice_stop_matters(const struct slice *s, uint32_t instance, uint32_t at) {
	const struct slice_function *f = &s->function.at[s->instance[instance].function];
	const struct ins *in = &f->function->ins.at[at];
	const bool *soon = s->soon + s->instance[instance].first;
	return soon[at + 1] || (in->kind == INS_GOTO && soon[in->target]) ||
	       s->instance[instance].fails_after || fails_after(f, at);
}
