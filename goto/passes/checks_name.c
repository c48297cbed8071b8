/* Display names of temporaries while checks are made: the text of what they hold, so that a
 * message says what the user wrote. */
#include "goto/passes/checks.h"

#include <string.h>

#include "util/base/intern.h"

enum { MAX_NAME = 80 };

/* The temporary that 'in' gives a value, or NULL. */
static struct symbol *defines(const struct ins *in) {
	if ((in->kind != INS_ASSIGN && in->kind != INS_CALL && in->kind != INS_HAVOC) || !in->lhs)
		return NULL;
	struct symbol *s = in->lhs->kind == EXPR_SYMBOL ? in->lhs->symbol : NULL;
	return s && s->is_temp && s->storage == STORAGE_AUTO ? s : NULL;
}

static const char *call_text(struct arena *a, const struct ins *in) {
	if (in->rhs->kind != EXPR_SYMBOL)
		return NULL;
	const char *text = arena_printf(a, "%s(", in->rhs->symbol->display);
	for (uint32_t i = 0; i < in->nargs && strlen(text) <= MAX_NAME; i++)
		text = arena_printf(a, "%s%s%s", text, i ? ", " : "", expr_print(a, in->arg[i]));
	return arena_printf(a, "%s)", text);
}

static const char *definition_text(struct arena *a, const struct ins *in) {
	const char *text = NULL;
	if (in->kind == INS_CALL) {
		text = call_text(a, in);
	} else if (in->kind == INS_ASSIGN && in->rhs->kind != EXPR_NONDET) {
		text = expr_print(a, in->rhs);
		if (strchr(text, ' ') || strchr("*&-!~(", text[0])) /* more than a primary expression */
			text = arena_printf(a, "(%s)", text);
	}
	return text && strlen(text) <= MAX_NAME ? text : NULL;
}

/* A local record that units are loaded into (split.c) shows as what they are units of. */
static struct symbol *holds(const struct ins *in, const struct expr **whole) {
	if (in->kind != INS_ASSIGN || in->lhs->kind != EXPR_MEMBER || !in->lhs->field->is_part ||
	    in->lhs->arg[0]->kind != EXPR_SYMBOL || in->rhs->kind != EXPR_MEMBER ||
	    !in->rhs->field->is_part)
		return NULL;
	struct symbol *s = in->lhs->arg[0]->symbol;
	*whole = in->rhs->arg[0];
	return s->is_temp && s->storage == STORAGE_AUTO ? s : NULL;
}

static void show_as(struct checks *c, struct symbol *s, const char *text) {
	vec_push(&c->renamed, ((struct check_name){s, s->display}));
	s->display = intern(text);
}

void checks_name_temporaries(struct checks *c) {
	const struct function *f = c->function;
	uint32_t *definitions = mem_alloc(f->local.n * sizeof *definitions);
	for (size_t i = 0; i < f->ins.n; i++) {
		const struct symbol *s = defines(&f->ins.at[i]);
		if (s)
			definitions[s->slot]++;
	}
	/* In order: a temporary made of others shows what those show. */
	struct arena *scratch = arena_open();
	for (size_t i = 0; i < f->ins.n; i++) {
		const struct expr *whole;
		struct symbol *s = holds(&f->ins.at[i], &whole);
		if (s) {
			show_as(c, s, expr_print(scratch, whole));
			continue;
		}
		s = defines(&f->ins.at[i]);
		const char *text =
		    s && definitions[s->slot] == 1 ? definition_text(scratch, &f->ins.at[i]) : NULL;
		if (text)
			show_as(c, s, text);
	}
	arena_close(scratch);
	mem_free(definitions);
}

void checks_restore_names(struct checks *c) {
	while (c->renamed.n) {
		struct check_name old = vec_pop(&c->renamed);
		old.symbol->display = old.display;
	}
}
