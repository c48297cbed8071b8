/* Handlers of atexit, then destructors run when main returns or exit is called, and then, on
 * request, it is checked that no descriptor is open.  __mc_at_exit calls
 * them; the entry becomes a function of the same name that calls the real one, then __mc_at_exit.
 */
#include "frontend/program/atexit.h"

#include "util/base/intern.h"
#include "util/text/diag.h"

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

/* The function that runs at exit; NULL: there is none, and no call of it. */
static struct symbol *make_at_exit(struct fe *fe, struct symbol *const *destructor, size_t n) {
	const struct type *c_int = type_c_int(fe->types);
	const struct type *type = type_func(fe->types, type_void(fe->types), &c_int, 1, false, false);
	struct symbol *handlers = prog_find(fe->prog, "__model_run_handlers");
	struct symbol *s = prog_find(fe->prog, intrinsic_name(INTRINSIC_AT_EXIT));
	struct symbol *check = prog_find(fe->prog, "__model_check_descriptors");
	bool checks = fe->config->descriptor_check && check && check->function;
	bool runs = n || checks || (handlers && handlers->function);
	fe->prog->runs_at_exit = runs;
	if (!s && !runs)
		return NULL;
	if (!s)
		s = prog_add_symbol(fe->prog, intrinsic_name(INTRINSIC_AT_EXIT), type, STORAGE_FUNCTION);
	s->is_model = true;
	s->display = intern("exit");
	s->loc = NO_LOC;
	struct function *f = prog_add_function(fe->prog, s);
	f->is_model = true;
	f->nparams = 1;
	struct symbol *status = add_local(fe, f, "status", c_int);
	status->is_param = true;
	const struct expr **arg = arena_array(fe->arena, const struct expr *, 1);
	arg[0] = expr_symbol(fe->arena, status);
	if (handlers && handlers->function)
		call(fe, f, handlers, NULL, arg, 1);
	for (size_t i = 0; i < n; i++)
		call(fe, f, destructor[i], NULL, NULL, 0);
	if (checks)
		call(fe, f, check, NULL, NULL, 0);
	ins_add(f, (struct ins){.kind = INS_END, .hidden = true});
	return runs ? s : NULL;
}

static const struct expr *status_of(struct fe *fe, const struct symbol *result) {
	const struct type *c_int = type_c_int(fe->types);
	if (result && result->type == c_int)
		return expr_symbol(fe->arena, (struct symbol *)result);
	return expr_u64(fe->arena, c_int, 0);
}

void fe_call_at_exit(struct fe *fe, struct symbol *const *destructor, size_t n) {
	struct symbol *real = fe->prog->entry, *at_exit = make_at_exit(fe, destructor, n);
	if (!at_exit)
		return;
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
	const struct expr **status = arena_array(fe->arena, const struct expr *, 1);
	status[0] = status_of(fe, result);
	call(fe, f, at_exit, NULL, status, 1);
	ins_add(f, (struct ins){.kind = INS_RETURN,
	                        .hidden = true,
	                        .rhs = result ? expr_symbol(fe->arena, result) : NULL});
	ins_add(f, (struct ins){.kind = INS_END, .hidden = true});
	fe->prog->entry = s;
}
