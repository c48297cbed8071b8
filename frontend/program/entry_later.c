/* Objects of structures that the unit of the entry only declares.
 *
 * Another unit may define them, and is read only because a function of it is called.  So a function
 * that makes the object is called, and its body is written when all of the program is there.
 */
#include "frontend/program/entry.h"

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "util/base/intern.h"

struct later {
	const struct type *type;
	struct symbol *function;
	struct fe_unit *unit; /* of the entry */
	struct loc loc;
	uint32_t depth;
	enum spec_mode mode;
};

struct fe_later {
	VEC(struct later) at;
	size_t done;
};

struct symbol *entry_later_object(struct entry_maker *m, const struct type *type, uint32_t depth) {
	struct fe *fe = m->fe;
	if (!fe->later)
		fe->later = mem_alloc(sizeof *fe->later);
	for (size_t i = 0; i < fe->later->at.n; i++)
		if (fe->later->at.at[i].type == type)
			return fe->later->at.at[i].function;
	const struct type *maker =
	    type_func(fe->types, type_void_pointer(fe->types), NULL, 0, false, false);
	const char *name = intern_printf("__mc_object::%u", type->id);
	struct symbol *s = prog_add_symbol(fe->prog, name, maker, STORAGE_FUNCTION);
	s->display = m->lw->f->symbol->display;
	s->loc = m->lw->loc;
	vec_push(&fe->later->at,
	         ((struct later){type, s, m->lw->unit, m->lw->loc, depth, m->spec->mode}));
	return s;
}

static void note(struct entry_maker *m, const struct type *type) {
	struct arena *a = m->lw->arena;
	struct loc at = type->record->loc;
	const char *words = "64 bytes of any content: it is defined nowhere";
	if (type->size)
		words = arena_printf(a, "any content, as %s:%u defines it%s", at.file ? at.file : "?",
		                     at.line, entry_object_remarks(m));
	fe_note_argument(m->fe, type_print(a, type), words, false);
}

static void make(struct fe *fe, const struct later *l) {
	struct lw lw;
	struct entry_spec spec = {.mode = l->mode};
	lw_init(&lw, fe, l->unit, prog_add_function(fe->prog, l->function));
	lw.loc = l->loc;
	struct entry_maker m = {.fe = fe, .lw = &lw, .spec = &spec};
	const struct type *pointer = type_pointer(fe->types, l->type);
	const char *tag = l->type->record->tag;
	struct symbol *object = lw_new_symbol(&lw, tag ? tag : "object", pointer);
	lw_declare(&lw, lw.scope, (struct lw_local){.sym = object});
	const struct expr *e = expr_symbol(lw.arena, object);
	const struct type *as = l->type->size ? l->type : type_void(fe->types);
	entry_make_object(&m, e, as, l->depth);
	note(&m, l->type);
	fe_close_function(&lw, lw_convert(&lw, type_void_pointer(fe->types), e));
}

bool fe_make_later(struct fe *fe) {
	struct fe_later *l = fe->later;
	bool any = l && l->done < l->at.n;
	while (l && l->done < l->at.n) {
		struct later next = l->at.at[l->done++]; /* the list may grow meanwhile */
		make(fe, &next);
	}
	entry_functions_close(fe);
	return any;
}

void fe_later_close(struct fe *fe) {
	if (!fe->later)
		return;
	vec_free(&fe->later->at);
	mem_free(fe->later);
	fe->later = NULL;
}
