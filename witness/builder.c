#include "witness/builder.h"

#include "util/base/intern.h"

void builder_unsupported(struct builder *b, struct loc where, const char *text) {
	vec_push(&b->to->unsupported, ((struct instrument_problem){where, intern(text)}));
}

struct symbol *builder_ghost(struct builder *b, const char *name, enum storage storage) {
	struct symbol *s =
	    prog_add_symbol(b->prog, intern_printf("__mc_witness_%s", name), b->type_int, storage);
	s->is_temp = s->is_model = true;
	return s;
}

const struct expr *builder_read(struct builder *b, struct symbol *s) {
	return expr_symbol(b->arena, s);
}

const struct expr *builder_number(struct builder *b, uint32_t n) {
	return expr_u64(b->arena, b->type_int, n);
}

const struct expr *builder_differs(struct builder *b, const struct expr *e, uint32_t n) {
	return expr_binary(b->arena, EXPR_NE, b->type_int, e, builder_number(b, n));
}

struct symbol *builder_thread(struct builder *b, uint32_t thread) {
	return thread < b->to->thread.n ? b->to->thread.at[thread] : NULL;
}

void builder_emit(struct builder *b, struct ins in) {
	in.loc = b->loc;
	in.ghost = true;
	rewrite_add(&b->rewrite, in);
}

void builder_assign(struct builder *b, const struct expr *lhs, const struct expr *rhs) {
	builder_emit(b, (struct ins){.kind = INS_ASSIGN, .lhs = lhs, .rhs = rhs});
}

uint32_t builder_jump_if(struct builder *b, const struct expr *condition) {
	uint32_t jump = rewrite_jump(&b->rewrite, condition, b->loc);
	b->rewrite.out.at[jump].ghost = true;
	return jump;
}

const struct expr *builder_temporary(struct builder *b) {
	return builder_variable(b, b->type_int);
}

const struct expr *builder_variable(struct builder *b, const struct type *type) {
	size_t n = b->function->local.n;
	const char *name = intern_printf("%s::$w%zu", b->function->symbol->name, n);
	struct symbol *t = prog_add_symbol(b->prog, name, type, STORAGE_AUTO);
	t->display = intern_printf("$w%zu", n);
	t->loc = b->loc;
	t->is_temp = true;
	prog_add_local(b->function, t);
	builder_emit(b, (struct ins){.kind = INS_DECL, .sym = t});
	return expr_symbol(b->arena, t);
}
