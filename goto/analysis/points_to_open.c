/* Instances: which bodies are read, how often. */
#include "goto/analysis/points_to.h"

#include "goto/analysis/analysis.h"
#include "util/base/threshold.h"

/* From here on propagation has become slow enough to look for cycles. */
enum { FIRST_MERGE = THRESHOLD(100000, 1) };

/* What may be spent on each precision before the next is tried. */
static const struct {
	size_t cloned, work;
} most[] = {
    [PRECISION_CLONE_ALL] = {60000, 50000000},
    [PRECISION_CLONE_MAKERS] = {200000, 50000000},
    [PRECISION_NO_CLONES] = {0, 100000000},
    [PRECISION_ONE_SET] = {0, SIZE_MAX},
};

/* Whether calls of 'f' make objects or threads.  A function that calls itself through others counts
 * as one that makes none while it is looked at; that costs precision at most. */
static bool makes(struct points_to *pt, const struct function *f) {
	uint64_t known;
	if (map_get(&pt->makes, f->symbol->id, &known))
		return known;
	map_put(&pt->makes, f->symbol->id, false);
	bool found = false;
	for (size_t i = 0; i < f->ins.n && !found; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->kind != INS_CALL || in->rhs->kind != EXPR_SYMBOL)
			continue;
		const struct symbol *s = in->rhs->symbol;
		if (s->function)
			found = s->function->is_model && makes(pt, s->function);
		else
			found = s->intrinsic == INTRINSIC_ALLOC || s->intrinsic == INTRINSIC_SPAWN;
	}
	map_put(&pt->makes, f->symbol->id, found);
	return found;
}

static uint32_t add_instance(struct points_to *pt, struct function *f, uint32_t context) {
	uint32_t at = (uint32_t)pt->instance.n;
	struct pt_instance new = {.function = f, .context = context};
	new.local = (uint32_t)pt->node.n;
	for (size_t i = 0; i < f->local.n; i++)
		pt_object(pt, f->local.at[i], at);
	new.result = pt_node(pt);
	new.varargs = f->symbol->type->is_variadic ? pt_object(pt, NULL, at) : NO_NODE;
	vec_push(&pt->instance, new);
	map_put(&pt->find, (uint64_t)f->symbol->id << 32 | context, at + 1);
	if (context)
		pt->cloned += f->ins.n;
	return at;
}

static uint32_t get_instance(struct points_to *pt, struct function *f, uint32_t context) {
	uint64_t known;
	uint64_t key = (uint64_t)f->symbol->id << 32;
	if (map_get(&pt->find, key | context, &known))
		return (uint32_t)known - 1;
	enum precision p = pt->prog->precision;
	bool wanted = p == PRECISION_CLONE_ALL || (p == PRECISION_CLONE_MAKERS && makes(pt, f));
	if (context && !wanted)
		return get_instance(pt, f, 0);
	return add_instance(pt, f, context);
}

static uint32_t context_of_call(struct points_to *pt, uint32_t caller, uint32_t ins) {
	if (pt->instance.at[caller].function->is_model)
		return pt->instance.at[caller].context;
	uint64_t key = (uint64_t)caller << 32 | ins, known;
	if (map_get(&pt->context, key, &known))
		return (uint32_t)known;
	map_put(&pt->context, key, ++pt->ncontexts);
	return pt->ncontexts;
}

uint32_t pt_enter(struct points_to *pt, uint32_t caller, uint32_t ins, struct function *f) {
	return get_instance(pt, f, f->is_model ? context_of_call(pt, caller, ins) : 0);
}

static uint32_t open_root(struct points_to *pt, const struct symbol *s) {
	return s && s->function ? get_instance(pt, s->function, 0) : NO_INSTANCE;
}

/* What the arguments of the entry function point to, directly or not. */
static void give_environment(struct points_to *pt) {
	if (pt->entry == NO_INSTANCE)
		return;
	const struct pt_instance *entry = &pt->instance.at[pt->entry];
	uint32_t n = entry->function->nparams, local = entry->local;
	uint32_t environment = pt_object(pt, NULL, pt->entry);
	pt_add(pt, environment, environment);
	for (uint32_t i = 0; i < n; i++)
		pt_add(pt, local + i, environment);
}

static void start(struct points_to *pt, struct goto_prog *p, size_t most_work) {
	*pt = (struct points_to){.prog = p, .next_merge = FIRST_MERGE, .most_work = most_work};
	pt_node(pt); /* NO_NODE */
	if (p->precision == PRECISION_ONE_SET)
		pt->only = pt_node(pt);
	pt->exposed = pt_node(pt);
	pt->cast = pt_node(pt);
	pt->spawn_data = pt_node(pt);
	pt->init = open_root(pt, p->init);
	pt->entry = open_root(pt, p->entry);
	give_environment(pt);
}

/* --- The end of main. --- */

static bool ends_thread(const struct function *f) {
	for (size_t i = 0; i < f->ins.n && f->is_model; i++)
		if (ins_intrinsic(&f->ins.at[i]) == INTRINSIC_END_THREAD)
			return true;
	return false;
}

/* May the thread of main end before the program does, by pthread_exit or a cancellation? */
static bool main_ends_thread(const struct points_to *pt) {
	bool *reached = mem_alloc(pt->instance.n * sizeof *reached), found = false;
	reached[pt->entry] = true;
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < pt->call.n; i++) {
			const struct pt_edge *e = &pt->call.at[i];
			changed |= reached[e->caller] && !reached[e->callee];
			reached[e->callee] |= reached[e->caller];
		}
	}
	for (size_t i = 0; i < pt->instance.n && !found; i++)
		found = reached[i] && ends_thread(pt->instance.at[i].function);
	mem_free(reached);
	return found;
}

/* When main returns, its variables end with the program, and no thread can access them any more:
 * their end counts only if the thread of main may end alone. */
static void forget_end_of_main(struct points_to *pt) {
	size_t n = 0, end = pt->entry == NO_INSTANCE ? 0 : pt->instance.at[pt->entry].function->ins.n;
	if (!end || main_ends_thread(pt))
		return;
	for (size_t i = 0; i < pt->access.n; i++) {
		const struct pt_access *a = &pt->access.at[i];
		if (a->instance != pt->entry || a->ins != end - 1)
			pt->access.at[n++] = *a;
	}
	pt->access.n = n;
}

/* false: it is too much work. */
static bool finish(struct points_to *pt, size_t most_cloned) {
	while (pt->built < pt->instance.n || pt->todo.n) {
		while (pt->built < pt->instance.n)
			pt_build(pt, (uint32_t)pt->built++);
		pt_solve(pt);
		if (pt->cloned > most_cloned || pt->work > pt->most_work)
			return false;
	}
	forget_end_of_main(pt);
	return true;
}

void points_to_open(struct points_to *pt, struct goto_prog *p) {
	goto_find_address_taken(p);
	p->precision = PRECISION_CLONE_ALL;
	start(pt, p, most[p->precision].work);
	while (!finish(pt, most[p->precision].cloned)) {
		points_to_close(pt);
		p->precision++;
		start(pt, p, most[p->precision].work);
	}
}

void points_to_again(struct points_to *pt, struct goto_prog *p) {
	goto_find_address_taken(p);
	start(pt, p, SIZE_MAX);
	finish(pt, SIZE_MAX);
}

void points_to_close(struct points_to *pt) {
	for (size_t i = 0; i < pt->node.n; i++) {
		vec_free(&pt->node.at[i].set);
		vec_free(&pt->node.at[i].bits);
		vec_free(&pt->node.at[i].use);
	}
	vec_free(&pt->node);
	vec_free(&pt->instance);
	vec_free(&pt->access);
	vec_free(&pt->call);
	vec_free(&pt->spawn);
	vec_free(&pt->calling);
	vec_free(&pt->argument);
	vec_free(&pt->todo);
	map_free(&pt->edge);
	map_free(&pt->object);
	map_free(&pt->find);
	map_free(&pt->context);
	map_free(&pt->called);
	map_free(&pt->makes);
}
