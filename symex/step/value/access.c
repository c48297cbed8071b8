#include "symex/step/value/access.h"

#include "symex/memory/text.h"
#include "symex/step/value/eval.h"

bool access_is_addition(const struct ins *i) {
	const struct expr *at = i->lhs, *sum = expr_same_bits(i->rhs);
	if ((sum->kind != EXPR_ADD && sum->kind != EXPR_SUB) || sum->type->kind != TYPE_INT ||
	    sum->arg[1]->kind != EXPR_CONST || !expr_equal(at, expr_same_bits(sum->arg[0])))
		return false;
	while (at->kind == EXPR_MEMBER && at->field->bit_width == NOT_BITFIELD)
		at = at->arg[0];
	return at->kind == EXPR_SYMBOL;
}

static bool is_shared(const struct expr *lvalue) {
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	if (lvalue->kind != EXPR_SYMBOL)
		return true;
	const struct symbol *s = lvalue->symbol;
	return s->is_shared && (!s->is_model || s->is_hidden_state) && s->storage != STORAGE_FUNCTION;
}

static term bytes_term(struct symex *x, uint64_t n) {
	return term_u64(x->ts, x->address_bits, n);
}

/* The length of a block that an intrinsic copies or sets. */
static term length(struct symex *x, struct state *view, const struct expr *e) {
	return eval_cast(x, view, eval(x, view, e), e->type, type_size(x->prog->types));
}

static void add_lvalue(struct symex *x, struct state *view, const struct expr *e, bool is_write,
                       term guard, struct access_list *to) {
	struct lvalue p = eval_lvalue(x, view, e);
	if (p.is_register || !is_shared(e))
		return;
	struct next_access a = {
	    .tid = view->tid,
	    .pointer = lvalue_pointer(x, &p),
	    .bytes = bytes_term(x, p.bit_width ? (p.bit + p.bit_width + 7) / 8 : e->type->size),
	    .is_write = is_write,
	    .is_atomic = e->type->is_atomic && e->order != MEM_PLAIN, /* not by atomic_init */
	    .guard = guard,
	    .lvalue = e};
	vec_push(&to->at, a);
}

static void add_reads(struct symex *, struct state *view, const struct expr *, bool is_value,
                      term guard, struct access_list *to);

/* && || ?: access the operands that they select, each under the condition of the selection. */
static void add_selected(struct symex *x, struct state *view, const struct expr *e, term guard,
                         struct access_list *to) {
	struct terms *ts = x->ts;
	add_reads(x, view, e->arg[0], true, guard, to);
	term c = eval_condition(x, view, e->arg[0]), not = term_not(ts, c);
	add_reads(x, view, e->arg[1], true, term_and(ts, guard, e->kind == EXPR_LOR ? not : c), to);
	if (e->kind == EXPR_COND)
		add_reads(x, view, e->arg[2], true, term_and(ts, guard, not ), to);
}

struct text_data {
	struct symex *x;
	struct state *view;
	struct access_list *to;
};

static void add_text_block(void *data, term pointer, uint64_t bytes, term guard) {
	struct text_data *d = data;
	struct next_access a = {
	    .tid = d->view->tid, .pointer = pointer, .bytes = bytes_term(d->x, bytes), .guard = guard};
	vec_push(&d->to->at, a);
}

/* Adds the reads of a string up to its end. */
static void add_text(struct symex *x, struct state *view, const struct expr *e, term guard,
                     struct access_list *to) {
	struct text_data data = {x, view, to};
	term text = eval(x, view, e->arg[0]), n = length(x, view, e->arg[1]);
	text_blocks(x, view, text, n, guard, add_text_block, &data);
}

static void add_reads(struct symex *x, struct state *view, const struct expr *e, bool is_value,
                      term guard, struct access_list *to) {
	if (!e || term_is_false(x->ts, guard))
		return;
	if (e->kind == EXPR_LAND || e->kind == EXPR_LOR || e->kind == EXPR_COND) {
		add_selected(x, view, e, guard, to);
		return;
	}
	if (e->kind == EXPR_BUILTIN && e->builtin == BUILTIN_IS_STRING)
		add_text(x, view, e, guard, to);
	bool is_lvalue = expr_is_lvalue(e);
	if (is_lvalue && is_value && e->type->kind != TYPE_FUNC)
		add_lvalue(x, view, e, false, guard, to);
	for (uint32_t i = 0; i < e->nargs; i++) {
		/* The record or array of a member or element is no access of its own. */
		bool part = (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX) && i == 0;
		add_reads(x, view, e->arg[i], !part && e->kind != EXPR_ADDR, guard, to);
	}
}

static void add_block(struct symex *x, struct state *view, const struct ins *i, uint32_t arg,
                      term bytes, bool is_write, term guard, struct access_list *to) {
	struct next_access a = {.tid = view->tid,
	                        .pointer = eval(x, view, i->arg[arg]),
	                        .bytes = bytes,
	                        .is_write = is_write,
	                        .guard = guard};
	vec_push(&to->at, a);
}

static void add_call(struct symex *x, struct state *view, const struct ins *i, term guard,
                     struct access_list *to) {
	enum intrinsic which = ins_intrinsic(i);
	bool sets =
	    which == INTRINSIC_SET || which == INTRINSIC_HAVOC || which == INTRINSIC_HAVOC_INPUT;
	term bytes = bytes_term(x, UINT32_MAX);
	if (which == INTRINSIC_COPY || sets)
		bytes = length(x, view, i->arg[i->nargs - 1]);
	if (which == INTRINSIC_COPY)
		add_block(x, view, i, 1, bytes, false, guard, to);
	if (which == INTRINSIC_COPY || sets || which == INTRINSIC_FREE)
		add_block(x, view, i, 0, bytes, true, guard, to);
	if (i->lhs)
		add_lvalue(x, view, i->lhs, true, guard, to);
	for (uint32_t k = 0; k < i->nargs; k++)
		add_reads(x, view, i->arg[k], true, guard, to);
}

void access_next(struct symex *x, struct state *view, const struct ins *i, term guard,
                 struct access_list *to) {
	size_t first = to->at.n;
	if (i->ghost)
		return;
	switch (i->kind) {
	case INS_CALL: add_call(x, view, i, guard, to); break;
	case INS_ASSIGN:
	case INS_HAVOC:
		add_lvalue(x, view, i->lhs, true, guard, to);
		add_reads(x, view, i->lhs, false, guard, to);
		add_reads(x, view, i->rhs, true, guard, to);
		break;
	default: add_reads(x, view, i->rhs, true, guard, to);
	}
	for (; first < to->at.n; first++)
		to->at.at[first].ins = i;
}
