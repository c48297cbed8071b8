#include "witness/ghosts.h"

#include <string.h>

#include "util/base/intern.h"
#include "witness/cparser.h"
#include "witness/ctypename.h"

struct symbol *ghosts_find(const struct builder *b, const char *name) {
	for (uint32_t i = 0; i < b->nghosts; i++)
		if (!strcmp(b->ghost[i]->display, name))
			return b->ghost[i];
	return NULL;
}

static bool is_variable(const struct goto_prog *prog, const char *name) {
	for (size_t i = 0; i < prog->symbol.n; i++)
		if (!strcmp(prog->symbol.at[i]->display, name) && !prog->symbol.at[i]->is_model)
			return true;
	return false;
}

/* NULL: *error says why. */
static const struct type *integer_type(struct builder *b, const char *text, const char **error) {
	struct cexpr_scope scope = {.prog = b->prog};
	struct cparser p = {
	    .scope = &scope, .prog = b->prog, .arena = b->arena, .types = b->prog->types};
	cparser_open(&p, text);
	const struct type *type = ctypename_take(&p);
	bool good = type && cparser_is_end(&p) && (type->kind == TYPE_INT || type->kind == TYPE_BOOL);
	*error = p.error ? p.error : "a ghost variable of a type that is not supported";
	return good ? type : NULL;
}

void ghosts_declare(struct builder *b) {
	const struct witness *w = b->to->witness;
	b->ghost = arena_array(b->arena, struct symbol *, w->ghost.n + 1);
	for (size_t i = 0; i < w->ghost.n; i++) {
		const struct witness_ghost *g = &w->ghost.at[i];
		const char *error = NULL;
		const struct type *type = integer_type(b, g->type, &error);
		if (type && (is_variable(b->prog, g->name) || ghosts_find(b, g->name)))
			error = "the name is taken";
		else if (type)
			error = NULL;
		if (error) {
			builder_unsupported(b, g->where,
			                    arena_printf(b->arena, "'%.100s': %s", g->name, error));
			continue;
		}
		struct symbol *s = prog_add_symbol(b->prog, intern_printf("__mc_witness_ghost_%s", g->name),
		                                   type, STORAGE_STATIC);
		s->display = intern(g->name);
		s->is_temp = s->is_model = true;
		b->ghost[b->nghosts++] = s;
		vec_push(&b->to->ghost, s);
	}
}
