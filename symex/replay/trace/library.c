#include "symex/replay/trace/library.h"

#include <string.h>

#include "symex/replay/trace/object_history.h"

/* The variable that a pointer is computed from; NULL: none, or it is read from memory. */
static const struct symbol *root(const struct expr *e) {
	while (e->kind != EXPR_SYMBOL && e->nargs)
		e = e->arg[0];
	return e->kind == EXPR_SYMBOL ? e->symbol : NULL;
}

/* The argument of the user's call that a variable of a model has got; NULL: none. */
static const struct expr *argument_of(const struct frame *f, const struct symbol *s) {
	const struct expr *arg = NULL;
	for (; f && f->function->is_model; f = f->up) {
		uint32_t i = 0;
		while (s && i < f->function->nparams && f->function->local.at[i] != s)
			i++;
		if (!s || i == f->function->nparams || !f->call || i >= f->call->nargs)
			return NULL;
		arg = f->call->arg[i];
		s = root(arg);
	}
	return f ? arg : NULL;
}

/* As the user wrote it: "buf" for "&buf[0]"; NULL: it is a temporary. */
static const char *argument_text(struct arena *a, const struct expr *arg) {
	while (arg->kind == EXPR_CAST)
		arg = arg->arg[0];
	const char *text = expr_print(a, arg);
	size_t n = strlen(text);
	if (strpbrk(text, "$@"))
		return NULL;
	bool is_array = *text == '&' && n > 4 && !strcmp(text + n - 3, "[0]");
	return is_array ? arena_printf(a, "%.*s", (int)(n - 4), text + 1) : text;
}

static const char *called_function(const struct frame *f) {
	const char *name = NULL;
	for (; f && f->function->is_model; f = f->up)
		name = f->function->symbol->display;
	return name;
}

const char *library_text(const struct state *st, struct arena *a, const char *text) {
	const struct frame *f = st->frame;
	const struct ins *i = &f->function->ins.at[st->pc];
	const char *called = called_function(f);
	const char *in = arena_printf(a, " in %s", f->function->symbol->display);
	size_t n = strlen(text), tail = strlen(in);
	if (!called || i->kind != INS_ASSERT || n < tail || strcmp(text + n - tail, in) != 0)
		return text;
	const struct expr *p = history_pointer(i->rhs);
	const struct expr *arg = p ? argument_of(f, root(p)) : NULL;
	const char *name = arg ? argument_text(a, arg) : NULL, *quote = strstr(text, ": '");
	if (quote)
		n = tail + (size_t)(quote - text);
	if (quote && name)
		return arena_printf(a, "%.*s: '%s' in %s", (int)(n - tail), text, name, called);
	return arena_printf(a, "%.*s in %s", (int)(n - tail), text, called);
}
