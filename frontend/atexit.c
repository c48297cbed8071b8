/* Destructors run when main returns.  The entry becomes a function of the same name that calls the
 * real one, then them.  A program that calls exit() does not come by here. */
#include "frontend/link.h"

#include "util/intern.h"

static struct symbol *add_local(struct fe *fe, struct function *f, const char *name,
                                const struct type *type) {
	const char *full = intern_printf("%s::%s", f->symbol->name, name);
	struct symbol *s = prog_add_symbol(fe->prog, full, type, STORAGE_AUTO);
	s->display = intern(name);
	s->is_temp = true;
	prog_add_local(f, s);
	return s;
}

static void call(struct fe *fe, struct function *f, struct symbol *callee, struct symbol *result,
                 const struct expr *const *arg, uint32_t n) {
	ins_add(f, (struct ins){.kind = INS_CALL,
	                        .hidden = true,
	                        .loc = callee->loc,
	                        .lhs = result ? expr_symbol(fe->arena, result) : NULL,
	                        .rhs = expr_symbol(fe->arena, callee),
	                        .arg = arg,
	                        .nargs = n});
}

void fe_call_at_exit(struct fe *fe, struct symbol *const *destructor, size_t n) {
	struct symbol *real = fe->prog->entry;
	struct symbol *s = prog_add_symbol(fe->prog, "__mc_main", real->type, STORAGE_FUNCTION);
	s->display = real->display;
	s->loc = real->loc;
	struct function *f = prog_add_function(fe->prog, s);
	f->nparams = real->function->nparams;
	const struct expr **arg = arena_array(fe->arena, const struct expr *, f->nparams + 1);
	for (uint32_t i = 0; i < f->nparams; i++) {
		const struct symbol *param = real->function->local.at[i];
		struct symbol *copy = add_local(fe, f, param->display, param->type);
		copy->is_param = true;
		arg[i] = expr_symbol(fe->arena, copy);
	}
	struct symbol *result = NULL;
	if (real->type->elem->kind != TYPE_VOID) {
		result = add_local(fe, f, "result", real->type->elem);
		ins_add(f, (struct ins){.kind = INS_DECL, .hidden = true, .sym = result});
	}
	call(fe, f, real, result, arg, f->nparams);
	for (size_t i = 0; i < n; i++)
		call(fe, f, destructor[i], NULL, NULL, 0);
	ins_add(f, (struct ins){.kind = INS_RETURN,
	                        .hidden = true,
	                        .rhs = result ? expr_symbol(fe->arena, result) : NULL});
	ins_add(f, (struct ins){.kind = INS_END, .hidden = true});
	fe->prog->entry = s;
}
