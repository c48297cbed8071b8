/* The arguments of the entry function, chosen by the environment. */
#include "symex/step/entry.h"

#include <string.h>

#include "symex/config.h"
#include "symex/observer.h"
#include "symex/step/eval.h"
#include "symex/step/frame.h"
#include "symex/step/small.h"
#include "util/diag.h"
#include "util/intern.h"

enum { MAX_ARGC = 4, ARG_BYTES = 8 };

static term zero_offset(struct symex *x) {
	return term_u64(x->ts, x->address_bits, 0);
}

static term new_object(struct symex *x, struct state *st, const struct symbol *param, uint32_t k,
                       const struct type *type, uint64_t size) {
	struct object o = {.kind = OBJECT_AUTO,
	                   .type = type,
	                   .size = term_u64(x->ts, x->address_bits, size),
	                   .align = type && type->align ? type->align : 1,
	                   .choice = choice_of_parameter(param->id, k),
	                   .loc = param->loc};
	uint32_t id = memory_object(x, o);
	memory_put(x, st, id, memory_fresh(x, o.choice));
	return ptr_make(x, id, zero_offset(x));
}

static term at(struct symex *x, term p, uint64_t bytes) {
	return ptr_add(x, p, term_u64(x->ts, x->address_bits, bytes));
}

/* The argument is a small number, if the search is over these; then there is one. */
static void write_small(struct symex *x, struct state *st, uint32_t i, term text, term used) {
	const char *name = intern_printf("argv[%u]", i);
	uint32_t number = x->config->small ? small_value(x, name, name) : NOT_SMALL;
	if (number == NOT_SMALL)
		return;
	const char *s = intern_printf("%u", number);
	symex_assume(x, term_true(x->ts), used);
	for (uint32_t k = 0; k <= strlen(s) && k < ARG_BYTES; k++)
		memory_write(x, st, at(x, text, k), (struct scalar){1, false},
		             term_u64(x->ts, 8, (uint8_t)s[k]));
}

/* argv[0..argc) point to strings of up to ARG_BYTES - 1 characters, argv[argc] is null. */
static term make_argv(struct symex *x, struct state *st, const struct symbol *argv, term argc) {
	struct scalar pointer = scalar_of(argv->type), byte = {1, false};
	term array = new_object(x, st, argv, 0, NULL, (MAX_ARGC + 1) * pointer.bytes);
	for (uint32_t i = 0; i <= MAX_ARGC; i++) {
		term value = ptr_null(x);
		if (i < MAX_ARGC) {
			term text = new_object(x, st, argv, i + 1, NULL, ARG_BYTES);
			memory_write(x, st, at(x, text, ARG_BYTES - 1), byte, term_u64(x->ts, 8, 0));
			term used = term_slt(x->ts, term_u64(x->ts, term_width(x->ts, argc), i), argc);
			write_small(x, st, i, text, used);
			value = term_ite(x->ts, used, text, value);
		}
		memory_write(x, st, at(x, array, i * pointer.bytes), pointer, value);
	}
	return array;
}

static void pass_main(struct symex *x, struct state *st, const struct function *f,
                      struct argument *arg) {
	const struct symbol *count = f->local.at[0];
	uint32_t width = type_width(x, count->type);
	term argc = symex_choose(x, sort_bv(width), (struct variable){.kind = VARIABLE_ARGC});
	symex_assume(x, term_true(x->ts), term_slt(x->ts, term_u64(x->ts, width, 0), argc));
	symex_assume(x, term_true(x->ts), term_sle(x->ts, argc, term_u64(x->ts, width, MAX_ARGC)));
	arg[0].value = argc;
	if (f->nparams > 1)
		arg[1].value = make_argv(x, st, f->local.at[1], argc);
	if (f->nparams > 2) {
		const struct symbol *envp = f->local.at[2];
		arg[2].value = new_object(x, st, envp, 0, NULL, scalar_of(envp->type).bytes);
		memory_write(x, st, arg[2].value, scalar_of(envp->type), ptr_null(x));
	}
	if (!symex_is_concrete(x))
		result_gap(x->result, GAP_INPUT, NO_LOC, "argc %d, arguments of %d characters", MAX_ARGC,
		           ARG_BYTES - 1);
}

static bool mentions(const struct expr *e, const struct symbol *s) {
	if (!e)
		return false;
	bool found = e->kind == EXPR_SYMBOL && e->symbol == s;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = mentions(e->arg[i], s);
	return found;
}

static bool uses(const struct function *f, const struct symbol *parameter) {
	for (size_t i = 0; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		if (mentions(in->lhs, parameter) || mentions(in->rhs, parameter))
			return true;
		for (uint32_t k = 0; k < in->nargs; k++)
			if (mentions(in->arg[k], parameter))
				return true;
	}
	return false;
}

static bool uses_parameters(const struct function *f) {
	for (uint32_t p = 0; p < f->nparams; p++)
		if (uses(f, f->local.at[p]))
			return true;
	return false;
}

/* A parameter of an entry function other than main: arbitrary; a pointer is null or points to an
 * object of its type. */
static term any_argument(struct symex *x, struct state *st, const struct function *f,
                         const struct symbol *s) {
	struct variable any = {.kind = VARIABLE_ARGUMENT, .number = s->id};
	if (s->type->kind == TYPE_BOOL)
		return term_zext(x->ts, symex_choose(x, sort_bv(1), any), 8);
	if (type_is_scalar(s->type) && s->type->kind != TYPE_POINTER)
		return symex_choose(x, sort_bv(type_width(x, s->type)), any);
	if (!type_is_scalar(s->type))
		return new_object(x, st, s, 0, s->type, s->type->size);
	const struct type *to = s->type->elem;
	if (!to->size)
		return ptr_integer(x, symex_choose(x, sort_bv(x->address_bits), any));
	if (!symex_is_concrete(x) && uses(f, s))
		result_gap(x->result, GAP_ASSUMPTION, s->loc,
		           "argument '%s' is null or points to one object of its own", s->display);
	term null = term_is_zero(x->ts, symex_choose(x, sort_bv(1), any));
	return term_ite(x->ts, null, ptr_null(x), new_object(x, st, s, 0, to, to->size));
}

bool entry_is_main(const struct function *f) {
	return !strcmp(f->symbol->display, "main") && f->nparams &&
	       type_is_integer(f->local.at[0]->type) && uses_parameters(f);
}

/* A program that looks at the array 'environ' finds what --env gives, and nothing else. */
static void note_environ(struct symex *x) {
	const struct symbol *s = prog_find(x->prog, "environ");
	if (!s || !s->is_model || symex_is_concrete(x))
		return;
	if (x->config->environment.environment_open)
		result_gap(x->result, GAP_ASSUMPTION, NO_LOC,
		           "'environ' has only variables that are given");
	else
		result_usual(x->result);
}

/* Fills arg[0..nparams) for the entry function. */
static void fill_arguments(struct symex *x, struct state *st, const struct function *f,
                           struct argument *arg) {
	for (uint32_t i = 0; i < f->nparams; i++)
		arg[i].type = f->local.at[i]->type;
	if (entry_is_main(f)) {
		pass_main(x, st, f, arg);
		return;
	}
	for (uint32_t i = 0; i < f->nparams; i++)
		arg[i].value = any_argument(x, st, f, f->local.at[i]);
}

void step_enter(struct symex *x, struct state *st, struct function *f) {
	struct argument *arg = mem_alloc((f->nparams + 1) * sizeof *arg);
	fill_arguments(x, st, f, arg);
	note_environ(x);
	step_start(x, st, f, arg, f->nparams);
	observe(x, entry, st, f, arg);
	mem_free(arg);
}
