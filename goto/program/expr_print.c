/* Expressions as C, with parentheses where C needs them. */
#include "goto/program/expr.h"

#include <stdio.h>
#include <string.h>

#include "goto/program/operators.h"
#include "goto/program/prog.h"
#include "util/number/fp.h"

/* What is deeper or longer is abbreviated by "...": messages are for people. */
enum { MAX_DEPTH = 100, MAX_LENGTH = 2000, MAX_STRING = 60 };

/* How tightly C's operators bind: binary ones by their level. */
enum prec {
	PREC_COND,
	PREC_UNARY = 11,
	PREC_POSTFIX,
};

struct out {
	struct arena *arena;
	VEC(char) text;
	int depth;
};

static void put(struct out *o, const char *s) {
	for (; *s; s++)
		vec_push(&o->text, *s);
}

static void print(struct out *, const struct expr *, int prec);

/* Conversions that C makes by itself are not what the user wrote: integer promotions and widening,
 * integer to float, any pointer to or from void *. */
static bool is_implicit(const struct expr *e) {
	if (e->kind != EXPR_CAST)
		return false;
	const struct type *to = e->type, *from = e->arg[0]->type;
	if (to->kind == TYPE_INT && type_is_integer(from))
		return to->bits >= from->bits;
	if (to->kind == TYPE_FLOAT)
		return type_is_integer(from) || (from->kind == TYPE_FLOAT && to->bits >= from->bits);
	if (to->kind == TYPE_POINTER && from->kind == TYPE_POINTER)
		return to->elem->kind == TYPE_VOID || from->elem->kind == TYPE_VOID ||
		       type_same_values(to->elem, from->elem);
	return false;
}

static const struct expr *as_written(const struct expr *e) {
	while (is_implicit(e))
		e = e->arg[0];
	return e;
}

static bool is_zero_index(const struct expr *e) {
	return e->kind == EXPR_INDEX && expr_is_false(e->arg[1]);
}

static void put_const(struct out *o, const struct expr *e, int prec) {
	struct arena *a = o->arena;
	const struct type *t = e->type;
	size_t start = o->text.n;
	if (t->kind == TYPE_FLOAT)
		put(o, fp_print(a, fp_by_bits(t->bits), e->bits));
	else if (t->kind != TYPE_POINTER)
		put(o, bits_print(a, e->bits, t->kind == TYPE_INT && t->is_signed, 10));
	else if (bits_is_zero(e->bits))
		put(o, "NULL");
	else
		put(o, arena_printf(a, "(%s)0x%s", type_print(a, t), bits_print(a, e->bits, false, 16)));
	if (prec > PREC_UNARY && (o->text.at[start] == '-' || o->text.at[start] == '(')) {
		size_t n = o->text.n - start;
		vec_push(&o->text, ')');
		vec_push(&o->text, ')');
		memmove(o->text.at + start + 1, o->text.at + start, n);
		o->text.at[start] = '(';
	}
}

static void put_string(struct out *o, const uint8_t *bytes, uint64_t n) {
	static const char special[] = "\n\t\r\"\\", letter[] = "ntr\"\\";
	put(o, "\"");
	for (uint64_t i = 0; i < n && i < MAX_STRING; i++) {
		char text[8];
		const char *found = bytes[i] ? strchr(special, bytes[i]) : NULL;
		if (found)
			snprintf(text, sizeof text, "\\%c", letter[found - special]);
		else if (bytes[i] < 32 || bytes[i] > 126)
			snprintf(text, sizeof text, "\\%03o", bytes[i]);
		else
			snprintf(text, sizeof text, "%c", bytes[i]);
		put(o, text);
	}
	put(o, n > MAX_STRING ? "...\"" : "\"");
}

static void put_symbol(struct out *o, const struct symbol *s) {
	if (!symbol_is_string(s)) {
		put(o, s->display);
		return;
	}
	uint64_t n = s->nbytes;
	put_string(o, s->bytes, n && !s->bytes[n - 1] ? n - 1 : n);
}

/* Members of anonymous structs and unions are written as members of what contains them. */
static void put_member(struct out *o, const struct expr *e) {
	const struct expr *record = e->arg[0];
	bool is_bytes = e->field->is_part && !e->field->name;
	if (is_bytes || type_is_vector(record->type)) { /* the lanes are elements of a vector itself */
		print(o, record, PREC_POSTFIX);
		return;
	}
	while (record->kind == EXPR_MEMBER && !record->field->name)
		record = record->arg[0];
	const char *dot = ".";
	if (record->kind == EXPR_DEREF && as_written(record->arg[0])->kind != EXPR_PTRADD) {
		record = record->arg[0];
		dot = "->";
	}
	print(o, record, PREC_POSTFIX);
	put(o, dot);
	put(o, e->field->name ? e->field->name : "<anonymous>");
}

static void put_index(struct out *o, const struct expr *array, const struct expr *ix) {
	print(o, array, PREC_POSTFIX);
	put(o, "[");
	print(o, ix, 0);
	put(o, "]");
}

static void put_unary(struct out *o, const char *op, const struct expr *arg) {
	put(o, op);
	size_t at = o->text.n;
	print(o, arg, PREC_UNARY);
	/* '- -x' and '& &x' must not grow together */
	if (at < o->text.n && o->text.at[at] == op[0] && strchr("-&", op[0])) {
		vec_push(&o->text, 0);
		memmove(o->text.at + at + 1, o->text.at + at, o->text.n - at - 1);
		o->text.at[at] = ' ';
	}
}

static void put_address(struct out *o, const struct expr *e) {
	const struct expr *of = e->arg[0];
	if (is_zero_index(of)) /* an array that decayed */
		print(o, of->arg[0], PREC_UNARY);
	else if (of->type->kind == TYPE_FUNC)
		print(o, of, PREC_UNARY);
	else
		put_unary(o, "&", of);
}

static void put_binary(struct out *o, const struct expr *e) {
	int level = operator_level(e->kind);
	print(o, e->arg[0], level);
	put(o, " ");
	put(o, operator_text(e->kind));
	put(o, " ");
	print(o, e->arg[1], level + 1);
}

static void put_cond(struct out *o, const struct expr *e) {
	print(o, e->arg[0], PREC_COND + 1);
	put(o, " ? ");
	print(o, e->arg[1], 0);
	put(o, " : ");
	print(o, e->arg[2], PREC_COND);
}

static void put_builtin(struct out *o, const struct expr *e) {
	put(o, expr_builtin_name(e->builtin));
	for (uint32_t i = 0; i < e->nargs; i++) {
		put(o, i ? ", " : "(");
		print(o, e->arg[i], 0);
	}
	put(o, ")");
}

static int precedence(const struct expr *e) {
	switch (e->kind) {
	case EXPR_CAST:
	case EXPR_NEG:
	case EXPR_BITNOT:
	case EXPR_LNOT: return PREC_UNARY;
	case EXPR_DEREF: return as_written(e->arg[0])->kind == EXPR_PTRADD ? PREC_POSTFIX : PREC_UNARY;
	case EXPR_ADDR:
		if (is_zero_index(e->arg[0]))
			return precedence(e->arg[0]->arg[0]);
		return e->arg[0]->type->kind == TYPE_FUNC ? precedence(e->arg[0]) : PREC_UNARY;
	case EXPR_COND: return PREC_COND;
	default: return operator_text(e->kind) ? operator_level(e->kind) : PREC_POSTFIX;
	}
}

static void print_bare(struct out *o, const struct expr *e, int prec) {
	switch (e->kind) {
	case EXPR_CONST: put_const(o, e, prec); return;
	case EXPR_SYMBOL: put_symbol(o, e->symbol); return;
	case EXPR_DEREF: {
		const struct expr *p = as_written(e->arg[0]);
		if (p->kind == EXPR_PTRADD)
			put_index(o, p->arg[0], p->arg[1]);
		else
			put_unary(o, "*", e->arg[0]);
		return;
	}
	case EXPR_MEMBER: put_member(o, e); return;
	case EXPR_INDEX: put_index(o, e->arg[0], e->arg[1]); return;
	case EXPR_ADDR: put_address(o, e); return;
	case EXPR_CAST:
		put(o, arena_printf(o->arena, "(%s)", type_print(o->arena, e->type)));
		print(o, e->arg[0], PREC_UNARY);
		return;
	case EXPR_NEG: put_unary(o, "-", e->arg[0]); return;
	case EXPR_BITNOT: put_unary(o, "~", e->arg[0]); return;
	case EXPR_LNOT: put_unary(o, "!", e->arg[0]); return;
	case EXPR_COND: put_cond(o, e); return;
	case EXPR_NONDET:
		put(o, arena_printf(o->arena, "nondet(%s)", type_print(o->arena, e->type)));
		return;
	case EXPR_VARARGS: put(o, "varargs"); return;
	case EXPR_BUILTIN: put_builtin(o, e); return;
	default: put_binary(o, e); return;
	}
}

static void print(struct out *o, const struct expr *e, int prec) {
	if (o->depth == MAX_DEPTH || o->text.n > MAX_LENGTH) {
		put(o, "...");
		return;
	}
	o->depth++;
	e = as_written(e);
	bool wrap = precedence(e) < prec;
	if (wrap)
		put(o, "(");
	print_bare(o, e, wrap ? 0 : prec);
	if (wrap)
		put(o, ")");
	o->depth--;
}

char *expr_print(struct arena *a, const struct expr *e) {
	struct out o = {.arena = a};
	print(&o, e, 0);
	vec_push(&o.text, 0);
	char *text = arena_copy(a, o.text.at, o.text.n);
	vec_free(&o.text);
	return text;
}
