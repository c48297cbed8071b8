/* Marks where the user's assertions begin, and assumptions, for symex/core/vacuity.h. */
#include <string.h>

#include "goto/analysis/analysis.h"

static bool is_constant(const struct expr *e) {
	for (uint32_t i = 0; i < e->nargs; i++)
		if (!is_constant(e->arg[i]))
			return false;
	return e->nargs || e->kind == EXPR_CONST;
}

static bool decides(const struct ins *i) {
	return (i->kind == INS_GOTO || i->kind == INS_ASSERT) && i->rhs && !is_constant(i->rhs);
}

/* Does the user state such a property himself, in the program or in a contract? */
static bool is_stated(enum property_class class) {
	return class == PROPERTY_ASSERTION || class == PROPERTY_POSTCONDITION ||
	       class == PROPERTY_LOOP_CONTRACT;
}

/* Is the position that of 'start', or after it in the same file? */
static bool is_after(struct loc loc, struct loc start) {
	return loc.file && start.file && !strcmp(loc.file, start.file) &&
	       (loc.line > start.line || (loc.line == start.line && loc.col >= start.col));
}

/* 'assert (a || f ())' is some instructions, with branches around an assertion that fails.  Of what
 * comes before it, positions are before its own. */
bool goto_assertion(const struct goto_prog *p, const struct function *f, uint32_t pc,
                    uint32_t *begins) {
	const struct ins *i = &f->ins.at[pc];
	if (i->kind != INS_ASSERT || i->hidden || i->property >= p->property.n ||
	    !is_stated(p->property.at[i->property].class))
		return false;
	bool is_decided = decides(i);
	for (*begins = pc; *begins > 0 && is_after(f->ins.at[*begins - 1].loc, i->loc); --*begins)
		is_decided = is_decided || decides(&f->ins.at[*begins - 1]);
	return is_decided; /* 'assert (0)' is not meant to be reached */
}

static bool watch_assertions(const struct goto_prog *p, struct function *f) {
	bool any = false;
	uint32_t begins;
	for (uint32_t pc = 0; pc < f->ins.n && !f->is_model; pc++)
		if (goto_assertion(p, f, pc, &begins))
			any = f->ins.at[begins].watched = true;
	return any;
}

void goto_watch(struct goto_prog *p) {
	bool any = false;
	for (size_t i = 0; i < p->function.n; i++)
		any |= watch_assertions(p, p->function.at[i]);
	for (size_t i = 0; i < p->function.n && any; i++) {
		struct function *f = p->function.at[i];
		for (uint32_t pc = 0; pc < f->ins.n && !f->is_model; pc++)
			f->ins.at[pc].watched |= f->ins.at[pc].kind == INS_ASSUME && !f->ins.at[pc].hidden;
	}
}
