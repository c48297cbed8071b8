/* The arguments of the entry function: the environment chooses them, or the user gives them. */
#include "symex/step/entry.h"

#include <string.h>

#include "symex/config.h"
#include "symex/observer.h"
#include "symex/step/frame.h"
#include "symex/step/value/eval.h"
#include "symex/step/value/small.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

enum { LONGEST_OPTION = 32 };

static const struct scalar byte = {1, false};

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
	                   .is_argument = k > 0 && !x->config->arguments.at,
	                   .loc = param->loc};
	uint32_t id = memory_object(x, o);
	memory_put(x, st, id, memory_fresh(x, o.choice));
	return ptr_make(x, id, zero_offset(x));
}

static term at(struct symex *x, term p, uint64_t bytes) {
	return ptr_add(x, p, term_u64(x->ts, x->address_bits, bytes));
}

static bool calls(const struct symex *x, const char *function) {
	const struct symbol *s = prog_find(x->prog, function);
	return s && s->function;
}

static bool has_options(const struct symex *x) {
	return calls(x, "getopt") || calls(x, "getopt_long");
}

static term is_char(struct symex *x, struct state *st, term text, uint32_t k, char c) {
	return term_equal(x->ts, memory_read(x, st, at(x, text, k), byte),
	                  term_u64(x->ts, 8, (uint8_t)c));
}

/* argc, at most. */
static uint32_t most_arguments(const struct symex *x) {
	return x->config->arguments.most + 1;
}

/* With the zero at its end. */
static uint32_t argument_bytes(const struct symex *x) {
	return x->config->arguments.length + 1;
}

/* An argument that the environment chooses: of --string-length characters at most, unless it begins
 * as a long option. */
static term new_text(struct symex *x, struct state *st, const struct symbol *argv, uint32_t i) {
	bool is_long = calls(x, "getopt_long");
	uint32_t bytes = argument_bytes(x) + (is_long ? LONGEST_OPTION : 0);
	term text = new_object(x, st, argv, i + 1, NULL, bytes);
	memory_write(x, st, at(x, text, bytes - 1), byte, term_u64(x->ts, 8, 0));
	if (is_long) {
		term dashes = term_and(x->ts, is_char(x, st, text, 0, '-'), is_char(x, st, text, 1, '-'));
		symex_assume(x, term_true(x->ts),
		             term_or(x->ts, dashes, is_char(x, st, text, argument_bytes(x) - 1, 0)));
	}
	return text;
}

/* The argument is a small number, if the search is over these; then there is one. */
static void write_small(struct symex *x, struct state *st, uint32_t i, term text, term used) {
	const char *name = intern_printf("argv[%u]", i);
	uint32_t number = x->config->small ? small_value(x, name, name) : NOT_SMALL;
	if (number == NOT_SMALL)
		return;
	const char *s = intern_printf("%u", number);
	symex_assume(x, term_true(x->ts), used);
	for (uint32_t k = 0; k <= strlen(s) && k < argument_bytes(x); k++)
		memory_write(x, st, at(x, text, k), byte, term_u64(x->ts, 8, (uint8_t)s[k]));
}

/* argv[0..argc) point to strings, argv[argc] is null. */
static term make_argv(struct symex *x, struct state *st, const struct symbol *argv, term argc) {
	struct scalar pointer = scalar_of(argv->type);
	uint32_t most = most_arguments(x);
	term array = new_object(x, st, argv, 0, NULL, (most + 1) * pointer.bytes);
	for (uint32_t i = 0; i <= most; i++) {
		term value = ptr_null(x);
		if (i < most) {
			term text = new_text(x, st, argv, i);
			term used = term_slt(x->ts, term_u64(x->ts, term_width(x->ts, argc), i), argc);
			write_small(x, st, i, text, used);
			value = term_ite(x->ts, used, text, value);
		}
		memory_write(x, st, at(x, array, i * pointer.bytes), pointer, value);
	}
	return array;
}

/* 'number' is at most 'most', and at least what argc is.  The result is equal to it, as a choice
 * among constants: terms decide a comparison with a larger constant without the solver. */
static term one_of_up_to(struct symex *x, term number, uint32_t most) {
	uint32_t width = term_width(x->ts, number);
	bool may_be_empty = x->config->arguments.may_be_empty;
	term value = term_u64(x->ts, width, most);
	for (uint32_t i = most; i-- > (may_be_empty ? 0 : 1);) {
		term k = term_u64(x->ts, width, i);
		value = term_ite(x->ts, term_equal(x->ts, number, k), k, value);
	}
	return value;
}

static term pass_envp(struct symex *x, struct state *st, const struct symbol *envp) {
	term list = new_object(x, st, envp, 0, NULL, scalar_of(envp->type).bytes);
	memory_write(x, st, list, scalar_of(envp->type), ptr_null(x));
	return list;
}

static void pass_chosen(struct symex *x, struct state *st, const struct function *f,
                        struct argument *arg) {
	struct terms *ts = x->ts;
	uint32_t width = type_width(x, f->local.at[0]->type);
	uint64_t least = x->config->arguments.may_be_empty ? 0 : 1;
	term argc = symex_choose(x, sort_bv(width), (struct variable){.kind = VARIABLE_ARGC});
	symex_assume(x, term_true(ts), term_sle(ts, term_u64(ts, width, least), argc));
	symex_assume(x, term_true(ts), term_sle(ts, argc, term_u64(ts, width, most_arguments(x))));
	argc = one_of_up_to(x, argc, most_arguments(x));
	arg[0].value = argc;
	if (f->nparams > 1)
		arg[1].value = make_argv(x, st, f->local.at[1], argc);
	if (!symex_is_concrete(x))
		result_gap(x->result, GAP_INPUT, NO_LOC, "argc %u, arguments of %u character%s%s",
		           most_arguments(x), x->config->arguments.length,
		           x->config->arguments.length == 1 ? "" : "s",
		           has_options(x) ? ", options first and one by one" : "");
}

/* argv as --args gives it. */
static void pass_given(struct symex *x, struct state *st, const struct function *f,
                       struct argument *arg) {
	const struct arguments *given = &x->config->arguments;
	arg[0].value = term_u64(x->ts, type_width(x, f->local.at[0]->type), given->n);
	if (f->nparams < 2)
		return;
	const struct symbol *argv = f->local.at[1];
	struct scalar pointer = scalar_of(argv->type);
	term array = new_object(x, st, argv, 0, NULL, (given->n + 1) * pointer.bytes);
	for (uint32_t i = 0; i < given->n; i++) {
		size_t bytes = strlen(given->at[i]) + 1;
		term text = new_object(x, st, argv, i + 1, NULL, bytes);
		for (size_t k = 0; k < bytes; k++)
			memory_write(x, st, at(x, text, k), byte, term_u64(x->ts, 8, (uint8_t)given->at[i][k]));
		memory_write(x, st, at(x, array, i * pointer.bytes), pointer, text);
	}
	memory_write(x, st, at(x, array, given->n * pointer.bytes), pointer, ptr_null(x));
	arg[1].value = array;
}

static void pass_main(struct symex *x, struct state *st, const struct function *f,
                      struct argument *arg) {
	if (x->config->arguments.at)
		pass_given(x, st, f, arg);
	else
		pass_chosen(x, st, f, arg);
	if (f->nparams > 2)
		arg[2].value = pass_envp(x, st, f->local.at[2]);
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

static bool is_called_main(const struct function *f) {
	return !strcmp(f->symbol->display, "main") && f->nparams &&
	       type_is_integer(f->local.at[0]->type);
}

bool entry_ignores_arguments(const struct function *f) {
	return is_called_main(f) && !uses_parameters(f);
}

bool entry_is_main(const struct function *f) {
	return is_called_main(f) && uses_parameters(f);
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
