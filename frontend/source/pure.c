#include "frontend/source/pure.h"

#include "frontend/source/attribute.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

static bool declares(CXCursor definition, const char *attribute) {
	CXCursor first = clang_getCanonicalCursor(definition);
	return fe_attribute(definition, attribute, NULL) || fe_attribute(first, attribute, NULL);
}

static bool outlives_call(const struct symbol *s) {
	return (s->storage == STORAGE_STATIC || s->storage == STORAGE_THREAD) && !s->is_constant &&
	       !s->is_temp;
}

/* The variable whose memory, or the parameter through which memory, the lvalue names; or NULL. */
static const struct symbol *outside(const struct expr *lvalue) {
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	if (lvalue->kind == EXPR_SYMBOL)
		return outlives_call(lvalue->symbol) ? lvalue->symbol : NULL;
	const struct expr *p = lvalue->kind == EXPR_DEREF ? lvalue->arg[0] : NULL;
	while (p && (p->kind == EXPR_PTRADD || p->kind == EXPR_CAST))
		p = p->arg[0];
	return p && p->kind == EXPR_SYMBOL && p->symbol->is_param ? p->symbol : NULL;
}

static const struct symbol *read_outside(const struct expr *e) {
	if (!e || e->kind == EXPR_ADDR)
		return NULL;
	const struct symbol *found = outside(e);
	for (uint32_t i = 0; !found && i < e->nargs; i++)
		found = read_outside(e->arg[i]);
	return found;
}

static const struct symbol *written(const struct ins *i) {
	bool writes = i->kind == INS_ASSIGN || i->kind == INS_CALL || i->kind == INS_HAVOC;
	return writes && i->lhs ? outside(i->lhs) : NULL;
}

static const struct symbol *read(const struct ins *i) {
	const struct symbol *found = read_outside(i->rhs);
	for (uint32_t k = 0; !found && k < i->nargs; k++)
		found = read_outside(i->arg[k]);
	return found;
}

static void say(struct fe *fe, const struct function *f, const char *attribute, const char *verb,
                const struct symbol *s, struct loc loc) {
	const char *text = intern_printf(
	    "that every call of '%s' runs, which is declared %s and %s %s'%s'", f->symbol->display,
	    attribute, verb, s->is_param ? "the memory at " : "", s->display);
	vec_push(&fe->prog->ignored, ((struct ignored){loc, text}));
}

void fe_pure_check(struct fe *fe, const struct function *f, CXCursor definition) {
	if (f->is_model)
		return;
	bool is_const = declares(definition, "const");
	if (!is_const && !declares(definition, "pure"))
		return;
	const struct symbol *found = NULL;
	struct loc loc = NO_LOC;
	bool is_written = false;
	for (size_t i = 0; i < f->ins.n && !is_written; i++) {
		const struct symbol *w = written(&f->ins.at[i]);
		const struct symbol *s = w || found || !is_const ? w : read(&f->ins.at[i]);
		if (s) {
			found = s;
			loc = f->ins.at[i].loc;
			is_written = w != NULL;
		}
	}
	if (found)
		say(fe, f, is_const ? "const" : "pure", is_written ? "writes" : "reads", found, loc);
}
