/* Functions that are made, and what is said about what they assume. */
#include "frontend/program/entry.h"

#include "frontend/code/lower_code.h"
#include "frontend/program/entry_spec.h"
#include "frontend/source/clang.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

void fe_note_argument(struct fe *fe, const char *parameter, const char *assumed, bool is_any) {
	vec_push(&fe->prog->argument,
	         ((struct entry_argument){intern(parameter), intern(assumed), is_any}));
}

struct function *fe_open_function(struct fe *fe, struct lw *lw, struct fe_def *like,
                                  const char *name, const struct type *type, const char *display) {
	struct symbol *s = prog_add_symbol(fe->prog, intern(name), type, STORAGE_FUNCTION);
	s->display = intern(display);
	s->loc = like ? fe_cursor_loc(like->cursor) : NO_LOC;
	struct function *f = prog_add_function(fe->prog, s);
	lw_init(lw, fe, like ? like->unit : NULL, f);
	lw->loc = s->loc;
	return f;
}

/* Nothing that it does is checked, but for the calls of the user's functions. */
static void make_ghost(struct lw *lw) {
	for (size_t i = 0; i < lw->code.n; i++) {
		struct ins *in = &lw->code.at[i].ins;
		bool is_user = in->kind == INS_CALL && !in->hidden;
		if (!lw->code.at[i].is_label && !is_user && in->kind != INS_UNSUPPORTED)
			in->ghost = true;
	}
}

void fe_close_function(struct lw *lw, const struct expr *result) {
	if (result)
		lw_emit(lw, (struct ins){.kind = INS_RETURN, .rhs = result, .hidden = true});
	lw_emit(lw, (struct ins){.kind = INS_END, .hidden = true});
	make_ghost(lw);
	lw_finish(lw);
}

const char *entry_object_remarks(const struct entry_maker *m) {
	const char *text = "";
	if (m->has_links && m->spec->mode == SPEC_USUAL)
		text = "; links to structures of the same type may be null";
	if (m->spec->mode == SPEC_ALL_ANY)
		text = "; pointers in it may be null";
	if (m->has_deeper)
		text = arena_printf(m->lw->arena, "%s; pointers below depth %u are null", text,
		                    m->fe->config->pointer_depth);
	if (m->has_too_many)
		text = arena_printf(m->lw->arena, "%s, and those beyond 100 objects or 16 levels", text);
	if (m->has_locks)
		text = arena_printf(m->lw->arena, "%s; locks in it are initialised and free", text);
	return text;
}
