#include "symex/lazy/states/joins.h"

#include <string.h>

#include "symex/step/value/eval.h"

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

/* Is it an lvalue that stays the same in the loop: members of a variable, or of what a register
 * other than the index points to? */
static bool is_fixed(const struct expr *e, const struct symbol *index) {
	while (e->kind == EXPR_MEMBER)
		e = e->arg[0];
	if (e->kind == EXPR_DEREF) {
		e = uncast(e->arg[0]);
		return e->kind == EXPR_SYMBOL && e->symbol != index && !local_is_object(e->symbol) &&
		       e->symbol->storage == STORAGE_AUTO;
	}
	return e->kind == EXPR_SYMBOL;
}

const struct expr *joins_element(const struct expr *e, const struct symbol **index) {
	e = uncast(e);
	if (e->kind != EXPR_INDEX || e->arg[0]->type->kind != TYPE_ARRAY)
		return NULL;
	const struct expr *i = uncast(e->arg[1]);
	*index = i->kind == EXPR_SYMBOL && !local_is_object(i->symbol) ? i->symbol : NULL;
	if (!*index || (*index)->storage != STORAGE_AUTO || !is_fixed(e->arg[0], *index))
		return NULL;
	return e->arg[0];
}

/* Does an instruction outside of [first, last] jump to one inside? */
static bool is_entered(const struct function *f, size_t first, size_t last) {
	for (size_t i = 0; i < f->ins.n; i++)
		if (f->ins.at[i].kind == INS_GOTO && (i < first || i > last) &&
		    f->ins.at[i].target >= first && f->ins.at[i].target <= last)
			return true;
	return false;
}

static bool is_check(const struct ins *i) {
	return i->kind == INS_ASSERT || i->kind == INS_DECL;
}

/* Is the call at 'at', with the read of its argument before it if that is an instruction, the body
 * of the loop over the whole array?  i = 0; head: if (i >= n) goto end; checks; [read]; join;
 * i = i + 1; goto head. */
static bool is_loop(const struct function *f, size_t at, size_t read, const struct expr *array,
                    const struct symbol *index) {
	const struct ins *ins = f->ins.at;
	size_t head = read;
	while (head && is_check(&ins[head - 1]))
		head--;
	size_t next_at = at + 1;
	while (next_at < f->ins.n && ins[next_at].kind == INS_DEAD)
		next_at++;
	if (head < 2 || next_at + 1 >= f->ins.n)
		return false;
	const struct ins *first = &ins[head - 2], *test = &ins[head - 1], *next = &ins[next_at],
	                 *back = &ins[next_at + 1];
	if (first->kind != INS_ASSIGN || !is_symbol(first->lhs, index) || !is_constant(first->rhs, 0))
		return false;
	if (test->kind != INS_GOTO || !test->rhs || test->rhs->kind != EXPR_GE ||
	    test->target != next_at + 2 || !is_symbol(test->rhs->arg[0], index) ||
	    !is_constant(test->rhs->arg[1], array->type->n))
		return false;
	const struct expr *sum = next->kind == INS_ASSIGN ? uncast(next->rhs) : NULL;
	if (!sum || !is_symbol(next->lhs, index) || sum->kind != EXPR_ADD ||
	    !is_symbol(sum->arg[0], index) || !is_constant(sum->arg[1], 1))
		return false;
	return back->kind == INS_GOTO && !back->rhs && back->target == head - 1 &&
	       !is_entered(f, head - 1, next_at + 1);
}

/* The loop of this call; its array is read at *read. */
static const struct expr *loop_of(const struct function *f, size_t at, size_t *read) {
	const struct ins *i = &f->ins.at[at];
	const struct symbol *index;
	if (!calls(i, "pthread_join") || i->lhs || i->nargs != 2 || !is_constant(i->arg[1], 0))
		return NULL;
	const struct expr *e = uncast(i->arg[0]);
	*read = at;
	if (e->kind == EXPR_SYMBOL && e->symbol->is_temp && at && i[-1].kind == INS_ASSIGN &&
	    is_symbol(i[-1].lhs, e->symbol)) {
		*read = at - 1;
		e = i[-1].rhs;
	}
	const struct expr *array = joins_element(e, &index);
	return array && is_loop(f, at, *read, array, index) ? array : NULL;
}

struct map joins_find(const struct goto_prog *p) {
	struct map found = {0};
	for (size_t k = 0; k < p->function.n; k++) {
		const struct function *f = p->function.at[k];
		for (size_t at = 0, read; at < f->ins.n && !f->is_model; at++) {
			const struct expr *array = loop_of(f, at, &read);
			if (array)
				map_put(&found, map_key(&f->ins.at[read]), array->type->n);
		}
	}
	return found;
}
