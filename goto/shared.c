#include "goto/shared.h"

#include <string.h>

#include "goto/passes.h"

/* --- Does the program make threads? --- */

struct search {
	VEC(const struct function *) todo;
	bool *seen; /* by symbol id */
	bool found;
};

static void visit(struct search *s, const struct symbol *f) {
	if (!f || s->seen[f->id])
		return;
	s->seen[f->id] = true;
	if (f->function)
		vec_push(&s->todo, f->function);
	else
		s->found |= strcmp(f->name, "__mc_spawn") == 0;
}

static void visit_expr(struct search *s, const struct expr *e) {
	if (e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_FUNCTION)
		visit(s, e->symbol);
	for (uint32_t i = 0; i < e->nargs; i++)
		visit_expr(s, e->arg[i]);
}

/* Whatever function is mentioned may be called. */
static bool makes_threads(const struct goto_prog *p) {
	struct symbol *spawn = prog_find(p, "__mc_spawn");
	if (!spawn || spawn->function)
		return false;
	struct search s = {.seen = mem_alloc(p->symbol.n * sizeof(bool))};
	visit(&s, p->init);
	visit(&s, p->entry);
	while (s.todo.n && !s.found) {
		const struct function *f = vec_pop(&s.todo);
		for (size_t i = 0; i < f->ins.n; i++) {
			const struct ins *in = &f->ins.at[i];
			if (in->lhs)
				visit_expr(&s, in->lhs);
			if (in->rhs)
				visit_expr(&s, in->rhs);
			for (uint32_t k = 0; k < in->nargs; k++)
				visit_expr(&s, in->arg[k]);
		}
	}
	vec_free(&s.todo);
	mem_free(s.seen);
	return s.found;
}

/* --- Who accesses what. --- */

static void note(struct shared *s, uint32_t object, const struct pt_access *a) {
	struct shared_object *o = &s->object[object];
	uint32_t late = threads_late(&s->threads, a->instance, a->ins);
	o->all = thread_join(o->all, threads_all(&s->threads, a->instance));
	o->late = thread_join(o->late, late);
	if (late == THREAD_NONE)
		return;
	o->is_written |= a->how == PT_WRITE || a->how == PT_END;
	o->is_ended |= a->how == PT_END;
}

static void note_all(struct shared *s) {
	for (size_t i = 0; i < s->pt.access.n; i++) {
		const struct pt_access *a = &s->pt.access.at[i];
		const struct pt_node *n = &s->pt.node.at[a->node];
		if (a->is_direct)
			note(s, a->node, a);
		for (size_t k = 0; !a->is_direct && k < n->set.n; k++)
			note(s, n->set.at[k], a);
	}
}

static bool has_storage(const struct pt_node *n, enum storage storage) {
	return n->symbol && n->symbol->storage == storage;
}

/* --- Which objects are not only their maker's. --- */

struct nodes {
	VEC(uint32_t) at;
};

static void escape(struct shared *s, uint32_t object, struct nodes *todo) {
	if (s->object[object].escapes || has_storage(&s->pt.node.at[object], STORAGE_FUNCTION))
		return;
	s->object[object].escapes = true;
	vec_push(&todo->at, object);
}

static void find_escapes(struct shared *s) {
	struct nodes todo = {0};
	const struct points_to *pt = &s->pt;
	for (uint32_t i = 0; i < pt->node.n; i++)
		if (has_storage(&pt->node.at[i], STORAGE_STATIC) && s->object[i].all == THREAD_MANY)
			escape(s, i, &todo);
	for (size_t i = 0; i < pt->node.at[pt->spawn_data].set.n; i++)
		escape(s, pt->node.at[pt->spawn_data].set.at[i], &todo);
	while (todo.at.n) {
		const struct pt_node *n = &pt->node.at[vec_pop(&todo.at)];
		for (size_t i = 0; i < n->set.n; i++)
			escape(s, n->set.at[i], &todo);
	}
	vec_free(&todo.at);
}

static void decide(struct shared *s) {
	for (uint32_t i = 0; i < s->pt.node.n; i++) {
		struct symbol *symbol = s->pt.node.at[i].symbol;
		struct shared_object *o = &s->object[i];
		if (!s->pt.node.at[i].is_object || (symbol && symbol->is_constant))
			continue;
		o->is_shared = o->escapes && o->late == THREAD_MANY && o->is_written;
		if (symbol)
			symbol->is_shared |= o->is_shared;
	}
}

bool shared_open(struct shared *s, struct goto_prog *p) {
	*s = (struct shared){0};
	for (size_t i = 0; i < p->symbol.n; i++)
		p->symbol.at[i]->is_shared = false;
	p->has_threads = makes_threads(p);
	if (!p->has_threads)
		return false;
	points_to_open(&s->pt, p);
	threads_open(&s->threads, &s->pt);
	s->object = mem_alloc(s->pt.node.n * sizeof *s->object);
	note_all(s);
	find_escapes(s);
	decide(s);
	return true;
}

void shared_close(struct shared *s) {
	points_to_close(&s->pt);
	threads_close(&s->threads);
	mem_free(s->object);
	s->object = NULL;
}

static bool is_noticed(const struct shared_object *o, enum pt_how how) {
	return o->is_shared && (how != PT_LIFE || o->is_ended);
}

bool shared_notices(const struct shared *s, const struct pt_access *a) {
	if (threads_late(&s->threads, a->instance, a->ins) == THREAD_NONE)
		return false;
	if (a->is_direct)
		return is_noticed(&s->object[a->node], a->how);
	const struct pt_node *n = &s->pt.node.at[a->node];
	for (size_t i = 0; i < n->set.n; i++)
		if (is_noticed(&s->object[n->set.at[i]], a->how))
			return true;
	return false;
}

void goto_find_shared(struct goto_prog *p) {
	struct shared s;
	if (shared_open(&s, p))
		shared_close(&s);
}
