/* Drops instructions that no path reaches, functions that nothing calls, and properties that
 * went with them. */
#include <string.h>

#include "goto/passes/passes.h"
#include "goto/program/rewrite.h"

/* Which instructions execution may get to, following jumps whose condition is no constant. */
static bool *find_live(const struct function *f) {
	bool *live = mem_alloc(f->ins.n * sizeof *live);
	VEC(uint32_t) todo = {0};
	vec_push(&todo, 0);
	while (todo.n) {
		uint32_t at = vec_pop(&todo);
		if (at >= f->ins.n || live[at])
			continue;
		live[at] = true;
		const struct ins *in = &f->ins.at[at];
		bool jumps = in->kind == INS_GOTO && !(in->rhs && expr_is_false(in->rhs));
		bool always = in->kind == INS_GOTO && (!in->rhs || expr_is_true(in->rhs));
		bool stops = (in->kind == INS_ASSUME || in->kind == INS_ASSERT) && expr_is_false(in->rhs);
		if (jumps)
			vec_push(&todo, in->target);
		if (!always && !stops && in->kind != INS_RETURN)
			vec_push(&todo, at + 1);
	}
	vec_free(&todo);
	return live;
}

static void drop_dead_labels(struct function *f, const bool *live) {
	size_t kept = 0;
	for (size_t i = 0; i < f->label.n; i++)
		if (live[f->label.at[i].at])
			f->label.at[kept++] = f->label.at[i];
	f->label.n = kept;
}

static void clean_function(struct function *f) {
	bool *live = find_live(f);
	drop_dead_labels(f, live);
	f->loop.n = 0; /* a dropped backward jump takes its loop along; goto_find_loops comes later */
	struct rewrite r;
	rewrite_open(&r, f);
	for (uint32_t i = 0; i < f->ins.n; i++) {
		rewrite_at(&r, i);
		struct ins in = f->ins.at[i];
		in.loop = NO_LOOP;
		if (live[i] || in.kind == INS_END)
			rewrite_keep(&r, in);
	}
	rewrite_close(&r);
	mem_free(live);
}

struct calls {
	VEC(struct function *) todo;
	bool *seen; /* by symbol id */
};

static void need(struct calls *c, const struct symbol *s) {
	if (!s || c->seen[s->id])
		return;
	c->seen[s->id] = true;
	if (s->function)
		vec_push(&c->todo, s->function);
}

/* Functions that 'e' mentions: a function whose address is taken may be called. */
static void need_expr(struct calls *c, const struct expr *e) {
	if (!e)
		return;
	if (e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_FUNCTION)
		need(c, e->symbol);
	for (uint32_t i = 0; i < e->nargs; i++)
		need_expr(c, e->arg[i]);
}

static void need_callees(struct calls *c, const struct function *f) {
	for (size_t i = 0; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		need_expr(c, in->lhs);
		need_expr(c, in->rhs);
		for (uint32_t k = 0; k < in->nargs; k++)
			need_expr(c, in->arg[k]);
	}
}

static void drop_uncalled(struct goto_prog *p) {
	struct calls c = {.seen = mem_alloc(p->symbol.n * sizeof(bool))};
	need(&c, p->init);
	need(&c, p->entry);
	/* What the operations of a library do by themselves: symex calls it (symex/library/). */
	for (size_t i = 0; i < p->function.n; i++)
		if (!strncmp(p->function.at[i]->symbol->name, SPEC_PREFIX, strlen(SPEC_PREFIX)))
			need(&c, p->function.at[i]->symbol);
	while (c.todo.n)
		need_callees(&c, vec_pop(&c.todo));
	size_t kept = 0;
	for (size_t i = 0; i < p->function.n; i++)
		if (c.seen[p->function.at[i]->symbol->id])
			p->function.at[kept++] = p->function.at[i];
	p->function.n = kept;
	vec_free(&c.todo);
	mem_free(c.seen);
}

/* Properties that no assertion names any more go; the ids of the others stay as they are. */
static void drop_unused_properties(struct goto_prog *p) {
	size_t n = p->property.n, kept = 0;
	uint32_t *new_index = mem_alloc(n * sizeof *new_index);
	bool *used = mem_alloc(n * sizeof *used);
	for (size_t i = 0; i < p->function.n; i++)
		for (size_t k = 0; k < p->function.at[i]->ins.n; k++)
			if (p->function.at[i]->ins.at[k].kind == INS_ASSERT)
				used[p->function.at[i]->ins.at[k].property] = true;
	for (size_t i = 0; i < n; i++)
		if (used[i]) {
			new_index[i] = (uint32_t)kept;
			p->property.at[kept++] = p->property.at[i];
		}
	p->property.n = kept;
	for (size_t i = 0; i < p->function.n; i++)
		for (size_t k = 0; k < p->function.at[i]->ins.n; k++)
			if (p->function.at[i]->ins.at[k].kind == INS_ASSERT)
				p->function.at[i]->ins.at[k].property =
				    new_index[p->function.at[i]->ins.at[k].property];
	mem_free(new_index);
	mem_free(used);
}

void goto_remove_unreachable(struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++)
		clean_function(p->function.at[i]);
	if (p->entry)
		drop_uncalled(p);
	drop_unused_properties(p);
}
