/* Names of memory and conditions with their values, for a story. */
#include <string.h>

#include "symex/core/naming.h"
#include "goto/program/operators.h"
#include "symex/core/next_ins.h"
#include "symex/replay/trace/site.h"
#include "symex/replay/trace/access_path.h"
#include "symex/step/value/show.h"
#include "symex/why/tell.h"
#include "util/text/path.h"

/* --- Memory. --- */

static const char *name_of(struct symex *x, struct state *st, struct arena *a, uint32_t object,
                           uint64_t offset) {
	const struct type *any = type_void_pointer(x->prog->types);
	const struct symbol *s = x->object.at[object].symbol;
	enum path_root root;
	if (s && s->is_hidden_state)
		return s->display;
	if (!s) {
		struct memory_part part = {object, offset, any->elem};
		const char *path = access_path_find(x, st, a, part, &root);
		if (path)
			return path;
	}
	term p = ptr_make(x, object, term_u64(x->ts, x->address_bits, offset));
	const char *text = show_value(x, a, any, p);
	text += *text == '&';
	const struct object *o = &x->object.at[object];
	if (*text != '<' || !o->loc.file)
		return text;
	/* no variable leads to it */
	return arena_printf(a, "the %s of %s:%u", o->kind == OBJECT_HEAP ? "block" : "object",
	                    path_base(o->loc.file), o->loc.line);
}

const char *tell_name(struct symex *x, struct state *st, struct arena *a, uint32_t object,
                      uint64_t offset) {
	struct naming_peek peek = naming_peek_begin(x);
	const char *name = name_of(x, st, a, object, offset);
	naming_peek_end(x, peek);
	return name;
}

const char *tell_lvalue(struct symex *x, struct state *st, struct arena *a,
                        const struct access *at) {
	uint64_t offset = 0;
	term_get_u64(x->ts, at->offset, &offset);
	struct naming_peek peek = naming_peek_begin(x);
	const struct expr *e = st->frame->function->is_model ? NULL : site_lvalue(x, st, at, true);
	const char *text = e ? show_lvalue(x, st, a, e) : name_of(x, st, a, at->object, offset);
	naming_peek_end(x, peek);
	return text;
}

/* The type of the lvalue of the instruction that is these bytes; NULL: unknown. */
static const struct type *type_of(struct symex *x, struct state *st, const struct access *a) {
	const struct ins *i = next_ins(st);
	bool is_write = a->kind == ACCESS_WRITE;
	if (i->kind == INS_CALL && is_write && i->lhs && i->lhs->type->size == a->bytes)
		return i->lhs->type;
	const struct expr *first = is_write ? i->lhs : i->rhs;
	if (first && expr_is_lvalue(first) && type_is_scalar(first->type) &&
	    site_is_of(x, st, first, a))
		return first->type;
	const struct expr *e = site_find(x, st, first, a, true);
	return e ? e->type : NULL;
}

const char *tell_value(struct symex *x, struct state *st, struct arena *arena,
                       const struct access *a, term value) {
	if (!value.ix || !term_is_const(x->ts, value))
		return NULL;
	bool is_pointer = term_width(x->ts, value) == x->pointer_bits;
	struct naming_peek peek = naming_peek_begin(x);
	const struct type *type = st->frame->function->is_model ? NULL : type_of(x, st, a);
	const char *text = NULL;
	if (type && type_is_scalar(type) && type->size == a->bytes &&
	    (type->kind == TYPE_POINTER) == is_pointer)
		text = show_value(x, arena, type, value);
	else if (is_pointer)
		text = show_value(x, arena, type_void_pointer(x->prog->types), value);
	else
		text = bits_print(arena, term_bits(x->ts, value), true, 10);
	naming_peek_end(x, peek);
	return text;
}

/* --- Conditions. --- */

static const char *operand(struct symex *x, struct state *st, struct arena *a, const struct expr *e,
                           bool inside) {
	while (e->kind == EXPR_CAST && type_is_scalar(e->arg[0]->type))
		e = e->arg[0];
	if (e->kind == EXPR_CONST)
		return expr_print(a, e);
	if ((operator_computes(e->kind) || operator_compares(e->kind)) && e->nargs == 2) {
		const char *left = operand(x, st, a, e->arg[0], true);
		const char *right = operand(x, st, a, e->arg[1], true);
		if (!left || !right)
			return NULL;
		return arena_printf(a, inside ? "(%s %s %s)" : "%s %s %s", left, operator_text(e->kind),
		                    right);
	}
	if (!type_is_scalar(e->type) || !site_is_readable(x, st, e))
		return NULL;
	term v = eval(x, st, e);
	return term_is_const(x->ts, v) ? show_value(x, a, e->type, v) : NULL;
}

/* What the user wrote compares something. */
static bool is_comparison(const char *text) {
	return text && strpbrk(text, "<>=");
}

static const char *condition(struct symex *x, struct state *st, struct arena *a,
                             const struct expr *e, bool negated, bool compared) {
	while (e && (e->kind == EXPR_LNOT || e->kind == EXPR_CAST)) {
		negated ^= e->kind == EXPR_LNOT;
		e = e->arg[0];
	}
	if (!e)
		return NULL;
	if (e->kind == EXPR_LAND || e->kind == EXPR_LOR) {
		const char *left = condition(x, st, a, e->arg[0], negated, compared);
		const char *right = condition(x, st, a, e->arg[1], negated, compared);
		bool is_and = (e->kind == EXPR_LAND) != negated;
		return left && right ? arena_printf(a, "%s %s %s", left, is_and ? "&&" : "||", right)
		                     : NULL;
	}
	if (!operator_compares(e->kind))
		return operand(x, st, a, e, false);
	const char *left = operand(x, st, a, e->arg[0], false);
	const char *right = operand(x, st, a, e->arg[1], false);
	enum expr_kind kind = negated ? operator_opposite(e->kind) : e->kind;
	if (left && right && compared)
		return arena_printf(a, "%s %s %s", left, operator_text(kind), right);
	return e->arg[1]->kind == EXPR_CONST ? left : NULL;
}

const char *tell_condition(struct symex *x, struct state *st, struct arena *a,
                           const struct ins *i) {
	struct naming_peek peek = naming_peek_begin(x);
	const char *text =
	    condition(x, st, a, i->rhs, i->text && !i->when_true, is_comparison(i->text));
	naming_peek_end(x, peek);
	return text;
}
