#include "goto/passes/checks.h"

#include <string.h>

/* Longer quotes of the user's expressions are shortened; no more checks than this are compared
 * to find duplicates. */
enum { MAX_QUOTE = 120, MAX_COMPARED = 32 };

const struct expr *checks_not(struct checks *c, const struct expr *e) {
	return expr_unary(c->arena, EXPR_LNOT, c->type_int, e);
}

const struct expr *checks_or(struct checks *c, const struct expr *a, const struct expr *b) {
	return expr_binary(c->arena, EXPR_LOR, c->type_int, a, b);
}

const struct expr *checks_and(struct checks *c, const struct expr *a, const struct expr *b) {
	return expr_binary(c->arena, EXPR_LAND, c->type_int, a, b);
}

const struct expr *checks_test(struct checks *c, enum builtin b, const struct expr *x,
                               const struct expr *y) {
	const struct expr *arg[] = {x, y};
	return expr_builtin(c->arena, b, c->type_int, y ? 2 : 1, arg);
}

const struct expr *checks_compare(struct checks *c, enum expr_kind kind, const struct expr *x,
                                  const struct expr *y) {
	return expr_binary(c->arena, kind, c->type_int, x, y);
}

const char *checks_quote(struct checks *c, const struct expr *e) {
	const char *text = expr_print(c->arena, e);
	if (strlen(text) <= MAX_QUOTE)
		return arena_printf(c->arena, "'%s'", text);
	return arena_printf(c->arena, "'%.*s...'", MAX_QUOTE, text);
}

bool checks_wanted(const struct check_config *config, enum property_class class) {
	const bool wanted[PROPERTY_CLASS_N] = {
#define ASKED(field, option)              config->field
#define WITH(field)                       config->field
#define ELSEWHERE                         true
#define PROPERTY(class, name, check, ...) [PROPERTY_##class] = check,
#include "goto/program/property.def"
	};
	return wanted[class];
}

static bool made_before(const struct checks *c, enum property_class class, const struct expr *guard,
                        const struct expr *condition) {
	size_t from = c->done.n > MAX_COMPARED ? c->done.n - MAX_COMPARED : 0;
	for (size_t i = from; i < c->done.n; i++) {
		const struct made_check *old = &c->done.at[i];
		/* what was asserted without a guard holds under any */
		if (old->class == class && (!old->guard || old->guard == guard) &&
		    expr_equal(old->condition, condition))
			return true;
	}
	return false;
}

static const char *in_model(struct checks *c, const char *text) {
	if (!c->function->is_model)
		return text;
	return arena_printf(c->arena, "%s in %s", text, c->function->symbol->display);
}

/* Is it about numbers, which processors let wrap around? */
static bool is_arithmetic(enum property_class class) {
	return class == PROPERTY_OVERFLOW || class == PROPERTY_UNSIGNED_OVERFLOW ||
	       class == PROPERTY_CONVERSION || class == PROPERTY_SHIFT;
}

void checks_assert(struct checks *c, enum property_class class, const struct expr *guard,
                   const struct expr *condition, const char *text) {
	if (!checks_wanted(c->config, class) || (c->wraps && is_arithmetic(class)) ||
	    made_before(c, class, guard, condition))
		return;
	struct made_check new = {class, guard, condition};
	vec_push(&c->done, new);
	if (guard)
		condition = checks_or(c, checks_not(c, guard), condition);
	if (c->trusted) {
		rewrite_add(&c->rewrite, (struct ins){.kind = INS_ASSUME, .rhs = condition, .loc = c->loc});
		return;
	}
	rewrite_add(&c->rewrite,
	            (struct ins){.kind = INS_ASSERT,
	                         .rhs = condition,
	                         .loc = c->loc,
	                         .property = prog_add_property(c->prog, c->function, class, c->loc,
	                                                       in_model(c, text))});
}

#define NO_TEXT UINT32_MAX

/* Library functions that report a failed assertion; 'text' is the argument that spells it. */
static const struct assert_call {
	const char *name;
	uint32_t text; /* NO_TEXT: none does */
} assert_call[] = {
    {"__assert_fail", 0}, /* glibc, musl */
    {"__assert", 0},      /* glibc */
    {"_assert", 0},       /* mingw */
    {"__assert_rtn", 3},  /* macOS */
    {"__assert_func", 3}, /* newlib */
    {"__assert2", 3},     /* Android */
    {"__assert_perror_fail", NO_TEXT},
};

static const struct assert_call *find_assert_call(const struct ins *in) {
	if (in->kind != INS_CALL || in->rhs->kind != EXPR_SYMBOL)
		return NULL;
	const struct symbol *s = in->rhs->symbol;
	if (s->function && !s->function->is_model)
		return NULL; /* the program's own function of that name */
	for (size_t i = 0; i < sizeof assert_call / sizeof *assert_call; i++)
		if (strcmp(s->name, assert_call[i].name) == 0)
			return &assert_call[i];
	return NULL;
}

/* Calls that a program makes to say "here is the bug", whatever body it gives them. */
static bool is_error_call(const struct ins *in) {
	if (in->kind != INS_CALL || in->rhs->kind != EXPR_SYMBOL)
		return false;
	const char *name = in->rhs->symbol->name;
	return strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0;
}

static const char *string_argument(struct checks *c, const struct expr *e) {
	while (e->kind == EXPR_CAST)
		e = e->arg[0];
	if (e->kind != EXPR_ADDR || e->arg[0]->kind != EXPR_INDEX ||
	    e->arg[0]->arg[0]->kind != EXPR_SYMBOL || !e->arg[0]->arg[0]->symbol->bytes)
		return NULL;
	const struct symbol *s = e->arg[0]->arg[0]->symbol;
	char *text = arena_alloc(c->arena, s->nbytes + 1);
	for (uint64_t i = 0; i < s->nbytes && s->bytes[i]; i++)
		text[i] = s->bytes[i] < 32 ? ' ' : (char)s->bytes[i];
	return text;
}

/* The call is replaced by a violation, after which the path ends. */
static void fail_here(struct checks *c, struct ins in, enum property_class class,
                      const char *text) {
	const struct expr *never = expr_u64(c->arena, c->type_int, 0);
	struct ins new = {.kind = INS_ASSERT, .rhs = never, .loc = in.loc, .loop = NO_LOOP};
	if (checks_wanted(c->config, class)) {
		new.property = prog_add_property(c->prog, c->function, class, in.loc, text);
		rewrite_keep(&c->rewrite, new);
	}
	rewrite_add(&c->rewrite, (struct ins){.kind = INS_ASSUME, .rhs = never, .loc = in.loc});
}

/* A program without the header calls assert as a function. */
static bool is_plain_assert(const struct ins *in) {
	return in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL && !in->lhs && in->nargs == 1 &&
	       !in->rhs->symbol->function && strcmp(in->rhs->symbol->name, "assert") == 0 &&
	       type_is_scalar(in->arg[0]->type);
}

static void assert_argument(struct checks *c, struct ins in) {
	checks_value(c, in.arg[0], NULL);
	if (checks_wanted(c->config, PROPERTY_ASSERTION)) {
		const char *text = arena_printf(c->arena, "assertion %s fails", checks_quote(c, in.arg[0]));
		struct ins new = {.kind = INS_ASSERT, .rhs = in.arg[0], .loc = in.loc, .loop = NO_LOOP};
		new.property = prog_add_property(c->prog, c->function, PROPERTY_ASSERTION, in.loc, text);
		rewrite_keep(&c->rewrite, new);
	}
	rewrite_add(&c->rewrite, (struct ins){.kind = INS_ASSUME, .rhs = in.arg[0], .loc = in.loc});
}

static bool replace_call(struct checks *c, struct ins in) {
	if (is_plain_assert(&in)) {
		assert_argument(c, in);
		return true;
	}
	const struct assert_call *call = find_assert_call(&in);
	if (call) {
		const char *what = call->text < in.nargs ? string_argument(c, in.arg[call->text]) : NULL;
		fail_here(c, in, PROPERTY_ASSERTION,
		          what ? arena_printf(c->arena, "assertion '%s' fails", what) : "assertion fails");
		return true;
	}
	if (!is_error_call(&in))
		return false;
	fail_here(c, in, PROPERTY_UNREACH,
	          arena_printf(c->arena, "call of %s is reachable", in.rhs->symbol->display));
	return true;
}

static void check_callee(struct checks *c, const struct expr *callee) {
	if (callee->kind == EXPR_SYMBOL && callee->symbol->storage == STORAGE_FUNCTION)
		return;
	checks_value(c, callee, NULL);
	checks_assert(c, PROPERTY_POINTER, NULL,
	              checks_not(c, checks_test(c, BUILTIN_IS_NULL_OBJECT, callee, NULL)),
	              arena_printf(c->arena, "call through a null or invalid pointer: %s",
	                           checks_quote(c, callee)));
}

static void check_vla(struct checks *c, const struct type *t) {
	for (; t->kind == TYPE_ARRAY; t = t->elem) {
		if (!t->vla)
			continue;
		checks_value(c, t->vla, NULL);
		if (c->config->any_vla_size)
			continue;
		const struct expr *zero = expr_u64(c->arena, t->vla->type, 0);
		checks_assert(c, PROPERTY_BOUNDS, NULL, checks_compare(c, EXPR_GT, t->vla, zero),
		              arena_printf(c->arena, "array of %s elements: the number is not positive",
		                           checks_quote(c, t->vla)));
	}
}

static void check_ins(struct checks *c, const struct ins *in) {
	if (in->kind == INS_DECL) {
		check_vla(c, in->sym->type);
		return;
	}
	if (in->kind == INS_CALL)
		check_callee(c, in->rhs);
	else if (in->rhs)
		checks_value(c, in->rhs, NULL);
	for (uint32_t i = 0; i < in->nargs; i++)
		checks_value(c, in->arg[i], NULL);
	if (in->lhs)
		checks_lvalue(c, in->lhs, ACCESS_WRITE, NULL);
}

static void check_label(struct checks *c, uint32_t at) {
	const struct function *f = c->function;
	const char *wanted = c->config->error_label;
	for (size_t i = 0; wanted && i < f->label.n; i++)
		if (f->label.at[i].at == at && strcmp(f->label.at[i].name, wanted) == 0)
			rewrite_add(
			    &c->rewrite,
			    (struct ins){.kind = INS_ASSERT,
			                 .rhs = expr_u64(c->arena, c->type_int, 0),
			                 .loc = c->loc,
			                 .property = prog_add_property(
			                     c->prog, c->function, PROPERTY_UNREACH, c->loc,
			                     arena_printf(c->arena, "error label '%s' is reachable", wanted))});
}

static bool reads_variable(const struct expr *e) {
	if (e->kind == EXPR_DEREF ||
	    (e->kind == EXPR_SYMBOL && !e->symbol->is_temp && e->symbol->storage != STORAGE_FUNCTION))
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (reads_variable(e->arg[i]))
			return true;
	return false;
}

/* An assertion of the program that is not checked is still evaluated: its condition may be
 * undefined, and its reads may race with the writes of other threads.  Nothing holds after it.
 * Assertions of models state what the caller has to do, and go as a whole. */
static void evaluate_only(struct checks *c, struct ins in) {
	bool is_ours = c->function->is_model || in.ghost;
	if (!is_ours)
		check_ins(c, &in);
	if (is_ours || !reads_variable(in.rhs)) {
		rewrite_keep(
		    &c->rewrite,
		    (struct ins){.kind = INS_SKIP, .loc = in.loc, .hidden = true, .loop = NO_LOOP});
		return;
	}
	struct symbol *t = prog_add_temp(c->prog, c->function, in.rhs->type, in.loc);
	rewrite_add(&c->rewrite, (struct ins){.kind = INS_DECL, .sym = t, .loc = in.loc});
	rewrite_add(&c->rewrite, (struct ins){.kind = INS_ASSIGN,
	                                      .lhs = expr_symbol(c->arena, t),
	                                      .rhs = in.rhs,
	                                      .loc = in.loc});
	rewrite_add(&c->rewrite, (struct ins){.kind = INS_DEAD, .sym = t, .loc = in.loc});
}

static void check_function(struct checks *c) {
	struct function *f = c->function;
	checks_name_temporaries(c);
	rewrite_open(&c->rewrite, f);
	for (uint32_t i = 0; i < f->ins.n; i++) {
		struct ins in = f->ins.at[i];
		c->loc = in.loc;
		c->wraps = in.wraps;
		c->trusted = in.trusted;
		c->done.n = 0;
		rewrite_at(&c->rewrite, i);
		if (!f->is_model)
			check_label(c, i);
		if (in.kind == INS_ASSERT &&
		    !checks_wanted(c->config, c->prog->property.at[in.property].class)) {
			evaluate_only(c, in);
			continue;
		}
		if (replace_call(c, in))
			continue;
		if (!in.ghost)
			check_ins(c, &in);
		rewrite_keep(&c->rewrite, in);
	}
	rewrite_close(&c->rewrite);
	checks_restore_names(c);
}

void goto_add_checks(struct goto_prog *p, const struct check_config *config) {
	struct checks c = {.prog = p,
	                   .config = config,
	                   .arena = p->arena,
	                   .type_int = type_c_int(p->types),
	                   .type_size = type_size(p->types)};
	for (size_t i = 0; i < p->function.n; i++) {
		c.function = p->function.at[i];
		check_function(&c);
	}
	vec_free(&c.done);
	vec_free(&c.renamed);
}
