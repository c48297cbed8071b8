#include "goto/analysis/shared.h"

#include "goto/analysis/analysis.h"

/* --- Does the program make threads? --- */

struct thread_search {
	VEC(const struct function *) todo;
	bool *seen; /* by symbol id */
	bool found;
};

static void visit(struct thread_search *s, const struct symbol *f) {
	if (!f || s->seen[f->id])
		return;
	s->seen[f->id] = true;
	if (f->function)
		vec_push(&s->todo, f->function);
	else
		s->found |= f->intrinsic == INTRINSIC_SPAWN;
}

static void visit_expr(struct thread_search *s, const struct expr *e) {
	if (e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_FUNCTION)
		visit(s, e->symbol);
	for (uint32_t i = 0; i < e->nargs; i++)
		visit_expr(s, e->arg[i]);
}

/* Whatever function is mentioned may be called. */
static bool makes_threads(const struct goto_prog *p) {
	struct symbol *spawn = prog_find(p, intrinsic_name(INTRINSIC_SPAWN));
	if (!spawn || spawn->function)
		return false;
	struct thread_search s = {.seen = mem_alloc(p->symbol.n * sizeof(bool))};
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

static void add(struct shared_object *to, struct shared_object more) {
	to->all = thread_join(to->all, more.all);
	to->late = thread_join(to->late, more.late);
	to->is_written |= more.is_written;
	to->is_ended |= more.is_ended;
}

/* Accesses through one pointer are summed up before they are added to all that it points to. */
static void note_all(struct shared *s) {
	struct shared_object *through = mem_alloc(s->pt.node.n * sizeof *through);
	for (size_t i = 0; i < s->pt.access.n; i++) {
		const struct pt_access *a = &s->pt.access.at[i];
		uint32_t late = threads_late(&s->threads, a->instance, a->ins);
		struct shared_object o = {.all = threads_all(&s->threads, a->instance), .late = late};
		o.is_ended = a->how == PT_END && late != THREAD_NONE;
		o.is_written = o.is_ended || (a->how == PT_WRITE && late != THREAD_NONE);
		add(a->is_direct ? &s->object[a->node] : &through[pt_find(&s->pt, a->node)], o);
	}
	for (uint32_t i = 0; i < s->pt.node.n; i++) {
		struct pt_set set = points_to_set(&s->pt, i);
		for (size_t k = 0; through[i].all != THREAD_NONE && k < set.n; k++)
			add(&s->object[set.at[k]], through[i]);
	}
	mem_free(through);
}

static bool has_storage(const struct pt_node *n, enum storage storage) {
	return n->symbol && n->symbol->storage == storage;
}

/* --- Which objects escape from the thread that makes them. --- */

struct node_list {
	VEC(uint32_t) at;
};

static void escape(struct shared *s, uint32_t object, struct node_list *todo) {
	if (s->object[object].escapes || has_storage(&s->pt.node.at[object], STORAGE_FUNCTION))
		return;
	s->object[object].escapes = true;
	vec_push(&todo->at, object);
}

/* Once for each node: many objects may have their content in common. */
static void escape_all(struct shared *s, uint32_t content, struct node_list *todo) {
	uint32_t node = pt_find(&s->pt, content);
	struct pt_set set = points_to_set(&s->pt, node);
	if (s->object[node].is_followed)
		return;
	s->object[node].is_followed = true;
	for (size_t i = 0; i < set.n; i++)
		escape(s, set.at[i], todo);
}

static void find_escapes(struct shared *s) {
	struct node_list todo = {0};
	const struct points_to *pt = &s->pt;
	for (uint32_t i = 0; i < pt->node.n; i++)
		if (s->object[i].all == THREAD_MANY &&
		    (has_storage(&pt->node.at[i], STORAGE_STATIC) ||
		     (has_storage(&pt->node.at[i], STORAGE_THREAD) && pt->prog->interrupt.function)))
			escape(s, i, &todo); /* a handler has the variables of the thread it runs in */
	escape_all(s, pt->spawn_data, &todo);
	while (todo.at.n)
		escape_all(s, vec_pop(&todo.at), &todo);
	vec_free(&todo.at);
}

static void decide(struct shared *s) {
	for (uint32_t i = 0; i < s->pt.node.n; i++) {
		struct symbol *symbol = s->pt.node.at[i].symbol;
		struct shared_object *o = &s->object[i];
		if (!s->pt.node.at[i].is_object || (symbol && symbol->is_constant))
			continue;
		o->is_shared = o->escapes && o->late == THREAD_MANY && o->is_written;
		if (s->pt.prog->all_shared)
			o->is_shared = o->escapes || !has_storage(&s->pt.node.at[i], STORAGE_AUTO);
		if (symbol)
			symbol->is_shared |= o->is_shared;
	}
}

static void find_reached(struct shared *s) {
	for (uint32_t i = 0; i < s->pt.node.n; i++) {
		struct shared_object *o = &s->object[i];
		struct pt_set set = points_to_set(&s->pt, i);
		if (s->pt.node.at[i].merged != NO_NODE)
			continue;
		for (size_t k = 0; k < set.n; k++) {
			o->reaches_shared |= s->object[set.at[k]].is_shared;
			o->reaches_ended |= s->object[set.at[k]].is_shared && s->object[set.at[k]].is_ended;
		}
	}
}

bool shared_open(struct shared *s, struct goto_prog *p, bool again) {
	*s = (struct shared){0};
	for (size_t i = 0; i < p->symbol.n; i++)
		p->symbol.at[i]->is_shared = false;
	p->has_threads = makes_threads(p);
	if (!p->has_threads)
		return false;
	if (again)
		points_to_again(&s->pt, p);
	else
		points_to_open(&s->pt, p);
	threads_open(&s->threads, &s->pt);
	s->object = mem_alloc(s->pt.node.n * sizeof *s->object);
	note_all(s);
	find_escapes(s);
	decide(s);
	find_reached(s);
	return true;
}

void shared_close(struct shared *s) {
	points_to_close(&s->pt);
	threads_close(&s->threads);
	mem_free(s->object);
	s->object = NULL;
}

bool shared_notices(struct shared *s, const struct pt_access *a) {
	if (threads_late(&s->threads, a->instance, a->ins) == THREAD_NONE)
		return false;
	const struct shared_object *o = &s->object[a->is_direct ? a->node : pt_find(&s->pt, a->node)];
	if (a->is_direct)
		return o->is_shared && (a->how != PT_LIFE || o->is_ended);
	return a->how == PT_LIFE ? o->reaches_ended : o->reaches_shared;
}

/* One expression may stand in several instructions, of several instances. */
static void find_private(struct shared *s, struct map *private) {
	map_clear(private);
	for (size_t i = 0; i < s->pt.access.n; i++) {
		const struct pt_access *a = &s->pt.access.at[i];
		uint64_t before = true;
		if (!a->deref)
			continue;
		map_get(private, map_key(a->deref), &before);
		map_put(private, map_key(a->deref),
		        before && !s->object[pt_find(&s->pt, a->node)].reaches_shared);
	}
}

void goto_find_shared(struct goto_prog *p) {
	struct shared s;
	if (!shared_open(&s, p, false))
		return;
	find_private(&s, &p->private_deref);
	shared_close(&s);
}
