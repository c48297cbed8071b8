#include "symex/lazy/joins.h"

#include <string.h>

#include "symex/step/eval.h"

static const struct expr *uncast(const struct expr *e) {
	while (e->kind == EXPR_CAST)
		e = e->arg[0];
	return e;
}

static bool is_constant(const struct expr *e, uint64_t value) {
	e = uncast(e);
	return e->kind == EXPR_CONST && bits_fits_u64(e->bits) && e->bits.lo == value;
}

static bool is_symbol(const struct expr *e, const struct symbol *s) {
	e = uncast(e);
	return e->kind == EXPR_SYMBOL && e->symbol == s;
}

static bool calls(const struct ins *i, const char *name) {
	const struct symbol *s =
	    i->kind == INS_CALL && i->rhs->kind == EXPR_SYMBOL ? i->rhs->symbol : NULL;
	return s && s->function && s->function->is_model && !strcmp(s->name, name);
}

/* The array and the index, if the expression is array[index] and the index a register. */
static bool is_element(const struct expr *e, const struct symbol **array,
                       const struct symbol **index) {
	e = uncast(e);
	if (e->kind != EXPR_INDEX || e->arg[0]->kind != EXPR_SYMBOL)
		return false;
	const struct expr *i = uncast(e->arg[1]);
	*array = e->arg[0]->symbol;
	*index = i->kind == EXPR_SYMBOL && !local_is_object(i->symbol) ? i->symbol : NULL;
	return *index && (*index)->storage == STORAGE_AUTO;
}

/* Does an instruction outside of [first, last] jump to one inside? */
static bool is_entered(const struct function *f, size_t first, size_t last) {
	for (size_t i = 0; i < f->ins.n; i++)
		if (f->ins.at[i].kind == INS_GOTO && (i < first || i > last) &&
		    f->ins.at[i].target >= first && f->ins.at[i].target <= last)
			return true;
	return false;
}

/* Is the call at 'at' the body of the loop over the whole array?  i = 0; head: if (i >= n) goto
 * end; checks; join; i = i + 1; goto head. */
static bool is_loop(const struct function *f, size_t at, const struct symbol *array,
                    const struct symbol *index) {
	const struct ins *ins = f->ins.at;
	size_t head = at;
	while (head && ins[head - 1].kind == INS_ASSERT)
		head--;
	if (head < 2 || at + 2 >= f->ins.n || array->type->kind != TYPE_ARRAY)
		return false;
	const struct ins *first = &ins[head - 2], *test = &ins[head - 1], *next = &ins[at + 1],
	                 *back = &ins[at + 2];
	if (first->kind != INS_ASSIGN || !is_symbol(first->lhs, index) || !is_constant(first->rhs, 0))
		return false;
	if (test->kind != INS_GOTO || !test->rhs || test->rhs->kind != EXPR_GE ||
	    test->target != at + 3 || !is_symbol(test->rhs->arg[0], index) ||
	    !is_constant(test->rhs->arg[1], array->type->n))
		return false;
	const struct expr *sum = next->kind == INS_ASSIGN ? uncast(next->rhs) : NULL;
	if (!sum || !is_symbol(next->lhs, index) || sum->kind != EXPR_ADD ||
	    !is_symbol(sum->arg[0], index) || !is_constant(sum->arg[1], 1))
		return false;
	return back->kind == INS_GOTO && !back->rhs && back->target == head - 1 &&
	       !is_entered(f, head - 1, at + 2);
}

static uint32_t mentions(const struct expr *e, const struct symbol *s) {
	uint32_t n = e && e->kind == EXPR_SYMBOL && e->symbol == s;
	for (uint32_t i = 0; e && i < e->nargs; i++)
		n += mentions(e->arg[i], s);
	return n;
}

static uint32_t mentions_in(const struct ins *i, const struct symbol *s) {
	uint32_t n = mentions(i->lhs, s) + mentions(i->rhs, s);
	for (uint32_t k = 0; k < i->nargs; k++)
		n += mentions(i->arg[k], s);
	return n;
}

/* main fills the array by pthread_create(&array[..], ...), and only 'join' reads it. */
static bool is_used_by(const struct goto_prog *p, const struct symbol *array,
                       const struct ins *join) {
	for (size_t k = 0; k < p->function.n; k++)
		for (size_t i = 0; i < p->function.at[k]->ins.n; i++) {
			const struct ins *ins = &p->function.at[k]->ins.at[i];
			uint32_t n = ins == join || ins->kind == INS_DECL || ins->kind == INS_DEAD
			                 ? 0
			                 : mentions_in(ins, array);
			if (!n)
				continue;
			const struct expr *to = ins->nargs ? uncast(ins->arg[0]) : NULL;
			if (n != 1 || !calls(ins, "pthread_create") ||
			    p->function.at[k] != p->entry->function || to->kind != EXPR_ADDR ||
			    to->arg[0]->kind != EXPR_INDEX || !is_symbol(to->arg[0]->arg[0], array))
				return false;
		}
	return true;
}

static bool is_called(const struct goto_prog *p, const struct symbol *s) {
	for (size_t k = 0; k < p->function.n; k++)
		for (size_t i = 0; i < p->function.at[k]->ins.n; i++)
			if (mentions_in(&p->function.at[k]->ins.at[i], s))
				return true;
	return false;
}

struct map joins_find(const struct goto_prog *p) {
	struct map found = {0};
	if (!p->entry || !p->entry->function || is_called(p, p->entry))
		return found;
	const struct function *f = p->entry->function;
	for (size_t at = 0; at < f->ins.n; at++) {
		const struct ins *i = &f->ins.at[at];
		const struct symbol *array, *index;
		if (!calls(i, "pthread_join") || i->lhs || i->nargs != 2 || !is_constant(i->arg[1], 0) ||
		    !is_element(i->arg[0], &array, &index))
			continue;
		if (is_loop(f, at, array, index) && is_used_by(p, array, i))
			map_put(&found, map_key(array), 1);
	}
	return found;
}
