/* Where context switches are possible: before accesses to shared memory, before atomic sections,
 * and before what ends a path or the program for everybody. */
#include "goto/analysis/visible.h"

#include <stdlib.h>
#include <string.h>

#include "goto/analysis/analysis.h"
#include "util/text/diag.h"

static struct visible_function *function_of(struct visible *v, uint32_t instance) {
	uint64_t index = 0;
	map_get(&v->index, v->shared.pt.instance.at[instance].function->symbol->id, &index);
	return &v->function.at[index];
}

static int by_place(const void *a, const void *b) {
	const struct visible_call *x = a, *y = b;
	if (x->caller != y->caller)
		return x->caller < y->caller ? -1 : 1;
	if (x->ins != y->ins)
		return x->ins < y->ins ? -1 : 1;
	return (x->callee > y->callee) - (x->callee < y->callee);
}

static void collect_calls(struct visible *v) {
	const struct points_to *pt = &v->shared.pt;
	for (size_t i = 0; i < pt->call.n; i++) {
		const struct pt_edge *e = &pt->call.at[i];
		vec_push(&v->call, ((struct visible_call){
		                       (uint32_t)(function_of(v, e->caller) - v->function.at), e->ins,
		                       (uint32_t)(function_of(v, e->callee) - v->function.at)}));
	}
	if (!v->call.n)
		return;
	qsort(v->call.at, v->call.n, sizeof *v->call.at, by_place);
	size_t kept = 1;
	for (size_t i = 1; i < v->call.n; i++)
		if (by_place(&v->call.at[i], &v->call.at[kept - 1]))
			v->call.at[kept++] = v->call.at[i];
	v->call.n = kept;
}

static void open_functions(struct visible *v) {
	const struct points_to *pt = &v->shared.pt;
	for (size_t i = 0; i < v->prog->function.n; i++) {
		struct function *f = v->prog->function.at[i];
		map_put(&v->index, f->symbol->id, i);
		vec_push(&v->function,
		         ((struct visible_function){f, mem_alloc(f->ins.n + 1), mem_alloc(f->ins.n + 1)}));
	}
	for (uint32_t i = 0; i < pt->instance.n; i++) {
		struct visible_function *f = function_of(v, i);
		for (uint32_t k = 0; k < f->function->ins.n; k++)
			f->late[k] |= threads_late(&v->shared.threads, i, k) != THREAD_NONE;
	}
	collect_calls(v);
}

/* --- Accesses. --- */

static bool is_direct_call(const struct ins *in, const struct symbol **callee) {
	bool direct = in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL &&
	              in->rhs->symbol->storage == STORAGE_FUNCTION;
	*callee = direct ? in->rhs->symbol : NULL;
	return direct;
}

/* The result of a call is stored when the function ends. */
static void mark_ends(struct visible *v, const struct pt_access *a, const struct ins *in) {
	if (in->kind != INS_CALL || a->how != PT_WRITE || !in->lhs)
		return;
	uint32_t caller = (uint32_t)(function_of(v, a->instance) - v->function.at);
	for (size_t i = 0; i < v->call.n; i++)
		if (v->call.at[i].caller == caller && v->call.at[i].ins == a->ins) {
			struct visible_function *callee = &v->function.at[v->call.at[i].callee];
			vec_last(&callee->function->ins).visible = true;
			callee->writes[callee->function->ins.n - 1] = true;
		}
}

static void mark_accesses(struct visible *v) {
	for (size_t i = 0; i < v->shared.pt.access.n; i++) {
		const struct pt_access *a = &v->shared.pt.access.at[i];
		struct visible_function *f = function_of(v, a->instance);
		struct ins *in = &f->function->ins.at[a->ins];
		bool writes = a->how == PT_WRITE || a->how == PT_END;
		if ((in->visible && (!writes || f->writes[a->ins])) || !shared_notices(&v->shared, a))
			continue;
		in->visible = true;
		f->writes[a->ins] |= writes;
		mark_ends(v, a, in);
	}
}

/* Under a weak memory model, what orders other accesses is noticed, whatever memory it is about. */
static void mark_orders(const struct goto_prog *prog, struct visible_function *v) {
	struct function *f = v->function;
	for (uint32_t i = 0; i < f->ins.n && prog->orders_matter && !f->is_model; i++)
		f->ins.at[i].visible |= v->late[i] && goto_has_order(&f->ins.at[i]);
}

/* --- Atomic sections. --- */

struct depths {
	uint32_t *at; /* by instruction: sections open before it, at least; UINT32_MAX: not reached */
	VEC(uint32_t) todo;
};

static void reach(struct depths *d, const struct function *f, uint32_t at, uint32_t depth) {
	if (at >= f->ins.n || d->at[at] <= depth)
		return;
	d->at[at] = depth;
	vec_push(&d->todo, at);
}

static uint32_t *find_depths(const struct function *f) {
	struct depths d = {.at = mem_alloc((f->ins.n + 1) * sizeof(uint32_t))};
	memset(d.at, 0xff, f->ins.n * sizeof *d.at);
	reach(&d, f, 0, 0);
	while (d.todo.n) {
		uint32_t i = vec_pop(&d.todo), depth = d.at[i];
		const struct ins *in = &f->ins.at[i];
		depth += in->kind == INS_ATOMIC_BEGIN;
		depth -= in->kind == INS_ATOMIC_END && depth;
		if (in->kind == INS_GOTO)
			reach(&d, f, in->target, depth);
		if (in->kind == INS_RETURN)
			reach(&d, f, (uint32_t)f->ins.n - 1, depth);
		else if (in->kind != INS_GOTO || in->rhs)
			reach(&d, f, i + 1, depth);
	}
	vec_free(&d.todo);
	return d.at;
}

/* A section of user code, straight to its end, of which no other thread observes anything, and that
 * orders nothing. */
static bool is_idle_section(const struct goto_prog *prog, const struct function *f,
                            uint32_t begin) {
	if (f->is_model || f->ins.at[begin].rhs || prog->orders_matter)
		return false;
	for (uint32_t i = begin + 1; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->kind == INS_ATOMIC_END)
			return true;
		bool is_plain = in->kind == INS_SKIP || in->kind == INS_DECL || in->kind == INS_DEAD ||
		                in->kind == INS_ASSIGN || in->kind == INS_HAVOC || in->kind == INS_ASSERT ||
		                in->kind == INS_FENCE;
		if (in->visible || !is_plain)
			return false;
	}
	return false;
}

static void mark_sections(const struct goto_prog *prog, struct visible_function *v) {
	struct function *f = v->function;
	uint32_t *depth = find_depths(f);
	for (uint32_t i = 0; i < f->ins.n; i++)
		if (f->ins.at[i].kind == INS_ATOMIC_BEGIN && v->late[i])
			f->ins.at[i].visible =
			    depth[i] == 0 && !f->ins.at[i].joined && !is_idle_section(prog, f, i);
	mem_free(depth);
}

/* --- Ends. --- */

static void mark_exits(struct visible *v, struct visible_function *f) {
	for (uint32_t i = 0; i < f->function->ins.n; i++) {
		struct ins *in = &f->function->ins.at[i];
		const struct symbol *callee;
		if (is_direct_call(in, &callee) && !callee->function && f->late[i])
			in->visible |= callee->intrinsic == INTRINSIC_EXIT ||
			               callee->intrinsic == INTRINSIC_ABORT ||
			               callee->intrinsic == INTRINSIC_OPERATION;
		if (in->kind == INS_END && v->prog->entry && f->function == v->prog->entry->function)
			in->visible |= f->late[i];
	}
}

/* An endless loop without a visible instruction would keep the other threads from running. */
static void mark_endless_loops(struct visible_function *v) {
	struct function *f = v->function;
	for (uint32_t i = 0; i < f->ins.n; i++) {
		struct ins *back = &f->ins.at[i];
		if (back->kind != INS_GOTO || back->target > i || !v->late[i])
			continue;
		bool endless = !back->rhs || expr_is_true(back->rhs);
		for (uint32_t k = back->target; k < i && endless; k++) {
			const struct ins *in = &f->ins.at[k];
			bool leaves = in->kind == INS_GOTO && (in->target < back->target || in->target > i);
			endless = !in->visible && !leaves && in->kind != INS_CALL && in->kind != INS_RETURN;
		}
		back->visible |= endless;
	}
}

/* --- Checks and what they guard. --- */

static void merge_checks(struct function *f) {
	bool *is_target = mem_alloc(f->ins.n + 1);
	for (size_t i = 0; i < f->ins.n; i++)
		if (f->ins.at[i].kind == INS_GOTO)
			is_target[f->ins.at[i].target] = true;
	bool merged = false; /* the run of checks has its visible instruction */
	for (size_t i = 0; i < f->ins.n; i++) {
		struct ins *in = &f->ins.at[i];
		bool is_check = in->kind == INS_ASSERT && in->hidden;
		if (is_target[i])
			merged = false;
		if (merged && in->kind != INS_ATOMIC_BEGIN) /* at which a thread may have to wait */
			in->visible = false;
		merged = is_check && (merged || in->visible);
	}
	mem_free(is_target);
}

/* Instructions were split by what was shared then; nothing may have come to it since. */
static bool open_again(struct shared *s, struct goto_prog *p) {
	bool *before = mem_alloc(p->symbol.n + 1);
	for (size_t i = 0; i < p->symbol.n; i++)
		before[i] = p->symbol.at[i]->is_shared;
	bool has_threads = shared_open(s, p, true);
	for (size_t i = 0; i < p->symbol.n; i++)
		if (p->symbol.at[i]->is_shared && !before[i])
			BUG("'%s' is shared, but was not split", p->symbol.at[i]->name);
	mem_free(before);
	return has_threads;
}

void goto_mark_visible(struct goto_prog *p) {
	struct visible v = {.prog = p};
	for (size_t i = 0; i < p->function.n; i++)
		for (size_t k = 0; k < p->function.at[i]->ins.n; k++) {
			struct ins *in = &p->function.at[i]->ins.at[k];
			in->visible = false;
			p->tries[in->sync] |= in->kind == INS_ATOMIC_BEGIN && !in->rhs;
		}
	if (!open_again(&v.shared, p))
		return;
	open_functions(&v);
	mark_accesses(&v);
	for (size_t i = 0; i < v.function.n; i++) {
		mark_orders(p, &v.function.at[i]);
		mark_sections(p, &v.function.at[i]);
		merge_checks(v.function.at[i].function);
		mark_exits(&v, &v.function.at[i]);
		mark_endless_loops(&v.function.at[i]);
	}
	visible_mark_assumes(&v);
	for (size_t i = 0; i < v.function.n; i++) {
		mem_free(v.function.at[i].late);
		mem_free(v.function.at[i].writes);
	}
	vec_free(&v.function);
	vec_free(&v.call);
	map_free(&v.index);
	shared_close(&v.shared);
}
