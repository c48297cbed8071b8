#include "goto/analysis/counted_loop.h"

#include "goto/program/operators.h"

static bool is_constant(const struct expr *e) {
	for (uint32_t i = 0; i < e->nargs; i++)
		if (!is_constant(e->arg[i]))
			return false;
	return e->kind == EXPR_CONST || e->nargs;
}

/* The one variable of an expression over constants, a local one; NULL: there is none, or several.
 */
static const struct symbol *only_variable(const struct expr *e) {
	const struct symbol *found = NULL;
	if (e->kind == EXPR_SYMBOL)
		return e->symbol->storage == STORAGE_AUTO && !e->symbol->address_taken ? e->symbol : NULL;
	if (e->kind == EXPR_DEREF || e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX)
		return NULL;
	for (uint32_t i = 0; i < e->nargs; i++) {
		const struct symbol *s = only_variable(e->arg[i]);
		if (is_constant(e->arg[i]))
			continue;
		if (!s || (found && s != found))
			return NULL;
		found = s;
	}
	return found;
}

static uint32_t constant_of(const struct expr *e) {
	while (e->kind == EXPR_CAST)
		e = e->arg[0];
	int64_t value = e->kind == EXPR_CONST && type_is_integer(e->type) ? bits_to_i64(e->bits) : 0;
	return value < 0 ? 0 : value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static bool is_comparison(const struct expr *e, uint32_t *last) {
	while (e->kind == EXPR_LNOT)
		e = e->arg[0];
	if (!operator_compares(e->kind) || (!is_constant(e->arg[0]) && !is_constant(e->arg[1])))
		return false;
	uint32_t a = constant_of(e->arg[0]), b = constant_of(e->arg[1]);
	*last = a > b ? a : b;
	return true;
}

/* Does it change the variable by a constant?  'i = i + 1', 'i = (char)((int)i - 2)' */
static bool is_count(const struct ins *in, const struct symbol *variable) {
	const struct expr *e = in->rhs;
	while (e->kind == EXPR_CAST)
		e = e->arg[0];
	return (e->kind == EXPR_ADD || e->kind == EXPR_SUB) && only_variable(e) == variable;
}

static bool assigns(const struct ins *in, const struct symbol *variable) {
	return in->kind == INS_ASSIGN && in->lhs->kind == EXPR_SYMBOL && in->lhs->symbol == variable;
}

bool loop_counts_to(const struct function *f, const struct loop *loop, uint32_t *last) {
	const struct ins *head = &f->ins.at[loop->head];
	if (head->kind != INS_GOTO || !head->rhs || head->target <= loop->back ||
	    !is_comparison(head->rhs, last))
		return false;
	const struct symbol *variable = only_variable(head->rhs);
	uint32_t counts = 0;
	for (uint32_t k = loop->head; variable && k <= loop->back; k++) {
		const struct ins *in = &f->ins.at[k];
		bool result = in->kind == INS_CALL && in->lhs && in->lhs->kind == EXPR_SYMBOL &&
		              in->lhs->symbol == variable;
		if (result || (assigns(in, variable) && !is_count(in, variable)))
			return false;
		counts += assigns(in, variable);
	}
	return counts > 0;
}
