#include "witness/loom.h"

#include "util/intern.h"

void loom_lose(struct loom *l, struct loc where, const char *text) {
	vec_push(&l->w->lost, ((struct weave_problem){where, intern(text)}));
}

struct symbol *loom_ghost(struct loom *l, const char *name, enum storage storage) {
	struct symbol *s =
	    prog_add_symbol(l->prog, intern_printf("__mc_witness_%s", name), l->type_int, storage);
	s->is_temp = s->is_model = true;
	return s;
}

const struct expr *loom_read(struct loom *l, struct symbol *s) {
	return expr_symbol(l->arena, s);
}

const struct expr *loom_number(struct loom *l, uint32_t n) {
	return expr_u64(l->arena, l->type_int, n);
}

const struct expr *loom_differs(struct loom *l, const struct expr *e, uint32_t n) {
	return expr_binary(l->arena, EXPR_NE, l->type_int, e, loom_number(l, n));
}

struct symbol *loom_thread(struct loom *l, uint32_t thread) {
	return thread < l->w->thread.n ? l->w->thread.at[thread] : NULL;
}

void loom_emit(struct loom *l, struct ins in) {
	in.loc = l->loc;
	in.ghost = true;
	rewrite_add(&l->rewrite, in);
}

void loom_assign(struct loom *l, const struct expr *lhs, const struct expr *rhs) {
	loom_emit(l, (struct ins){.kind = INS_ASSIGN, .lhs = lhs, .rhs = rhs});
}

uint32_t loom_jump_if(struct loom *l, const struct expr *condition) {
	uint32_t jump = rewrite_jump(&l->rewrite, condition, l->loc);
	l->rewrite.out.at[jump].ghost = true;
	return jump;
}

const struct expr *loom_temporary(struct loom *l) {
	size_t n = l->function->local.n;
	const char *name = intern_printf("%s::$w%zu", l->function->symbol->name, n);
	struct symbol *t = prog_add_symbol(l->prog, name, l->type_int, STORAGE_AUTO);
	t->display = intern_printf("$w%zu", n);
	t->loc = l->loc;
	t->is_temp = true;
	prog_add_local(l->function, t);
	loom_emit(l, (struct ins){.kind = INS_DECL, .sym = t});
	return expr_symbol(l->arena, t);
}
