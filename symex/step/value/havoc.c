#include "symex/step/value/havoc.h"

#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/observer.h"
#include "symex/step/value/eval.h"
#include "symex/step/value/small.h"

/* An input of the user's code, "__VERIFIER_nondet_int()". */
static uint32_t small_choice(struct symex *x, struct state *st) {
	const struct function *f = st->frame->function;
	const char *from = f->ins.at[st->pc].text;
	if (!x->config->small || f->is_model || !from)
		return NOT_SMALL;
	const char *name = small_name(x, st, from);
	return name ? small_value(x, from, name) : NOT_SMALL;
}

static term fresh_scalar(struct symex *x, struct state *st, const struct type *t,
                         enum choice_kind kind) {
	uint32_t choice = symex_choice(x, st, kind, state_guard(x, st));
	bool is_pointer = t->kind == TYPE_POINTER;
	struct variable input = variable_input(choice);
	if (kind == CHOICE_UNMODELLED && symex_is_calm(x, choice)) {
		term calm =
		    term_u64(x->ts, is_pointer ? x->address_bits : type_width(x, t), x->config->calm - 1);
		return is_pointer ? ptr_integer(x, calm) : calm;
	}
	uint32_t small = kind == CHOICE_INPUT && type_is_integer(t) ? small_choice(x, st) : NOT_SMALL;
	if (small != NOT_SMALL)
		return term_u64(x->ts, type_width(x, t), small);
	if (t->kind == TYPE_BOOL)
		return term_zext(x->ts, symex_choose(x, sort_bv(1), input), 8);
	if (is_pointer)
		return ptr_integer(x, symex_choose(x, sort_bv(x->address_bits), input));
	return symex_choose(x, sort_bv(type_width(x, t)), input);
}

void step_havoc_scalar(struct symex *x, struct state *st, const struct expr *lhs,
                       enum choice_kind kind) {
	term value = fresh_scalar(x, st, lhs->type, kind);
	struct lvalue p = eval_lvalue(x, st, lhs);
	lvalue_write(x, st, &p, value);
	const struct ins *i = next_ins(st);
	if (i->kind == INS_HAVOC && i->sym)
		return; /* no step: a declaration */
	observe(x, input, st, lhs, value, kind);
}

void step_havoc(struct symex *x, struct state *st, const struct expr *lhs, enum choice_kind kind) {
	const struct type *t = lhs->type;
	struct arena *a = x->prog->arena;
	if (type_is_scalar(t)) {
		step_havoc_scalar(x, st, lhs, kind);
	} else if (type_is_record(t)) {
		for (uint32_t i = 0; i < t->record->n; i++)
			if (t->record->field[i].type->size)
				step_havoc(x, st, expr_member(a, lhs, &t->record->field[i]), kind);
	} else if (t->kind == TYPE_ARRAY && t->n != ARRAY_OPEN) {
		for (uint64_t i = 0; i < t->n; i++)
			step_havoc(x, st, expr_index(a, lhs, expr_u64(a, type_size(x->prog->types), i)), kind);
	}
}
