/* An argument that is declared as a transparent union, for a parameter that is a pointer.
 *
 * Headers of glibc declare addresses of sockets so (_GNU_SOURCE), the definition has a pointer, or
 * the other way round.  Such a union is passed as its first member is, so that member is the
 * argument. */
#include <string.h>

#include "goto/passes/passes.h"

/* The first member of such an argument; NULL: it is none. */
static const struct field *passed_member(const struct type *t, const struct type *wanted) {
	if (t->kind != TYPE_UNION || wanted->kind != TYPE_POINTER || t->size != wanted->size)
		return NULL;
	const struct record *r = t->record;
	return r->n > 0 && r->field[0].type->kind == TYPE_POINTER ? &r->field[0] : NULL;
}

static void match_call(struct goto_prog *p, struct ins *in) {
	const struct symbol *s = in->rhs->kind == EXPR_SYMBOL ? in->rhs->symbol : NULL;
	const struct function *callee = s && s->storage == STORAGE_FUNCTION ? s->function : NULL;
	for (uint32_t k = 0; callee && k < in->nargs && k < callee->nparams; k++) {
		const struct field *member = passed_member(in->arg[k]->type, callee->local.at[k]->type);
		if (!member)
			continue;
		const struct expr **arg = arena_alloc(p->arena, in->nargs * sizeof *arg);
		memcpy(arg, in->arg, in->nargs * sizeof *arg);
		arg[k] = expr_member(p->arena, in->arg[k], member);
		in->arg = arg;
	}
}

void goto_match_arguments(struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++) {
		struct function *f = p->function.at[i];
		for (size_t k = 0; k < f->ins.n; k++)
			if (f->ins.at[k].kind == INS_CALL)
				match_call(p, &f->ins.at[k]);
	}
}
