#include "symex/step/value/show.h"

#include <stdio.h>
#include <string.h>

#include "goto/program/operators.h"
#include "solvers/float/float.h"
#include "symex/observer.h"
#include "util/text/path.h"

enum { MAX_NESTING = 16, MAX_TEXT = 40 };

char *show_string(struct arena *a, const uint8_t *bytes, uint64_t n) {
	char *text = arena_alloc(a, 4 * n + 3), *to = text;
	*to++ = '"';
	for (uint64_t i = 0; i < n; i++) {
		if (bytes[i] == '\n')
			to += sprintf(to, "\\n");
		else if (bytes[i] == '"' || bytes[i] == '\\')
			to += sprintf(to, "\\%c", bytes[i]);
		else if (bytes[i] < 32 || bytes[i] > 126)
			to += sprintf(to, "\\%03o", bytes[i]);
		else
			*to++ = (char)bytes[i];
	}
	sprintf(to, "\"");
	return text;
}

/* A string literal as C writes it, shortened. */
static char *show_text(struct arena *a, const uint8_t *bytes, uint64_t n) {
	uint64_t length = 0;
	while (length < n && length < MAX_TEXT && bytes[length])
		length++;
	bool goes_on = n > MAX_TEXT && bytes[MAX_TEXT - 1];
	char *text = show_string(a, bytes, length);
	return goes_on ? arena_printf(a, "%s...", text) : text;
}

char *show_part(struct arena *a, const char *name, const struct type *t, uint64_t offset,
                const struct type *want) {
	char *path = arena_printf(a, "%s", name);
	for (int depth = 0; depth < MAX_NESTING && t && t != want; depth++) {
		if (t->kind == TYPE_ARRAY && t->elem->size) {
			uint64_t i = offset / t->elem->size;
			path = arena_printf(a, "%s[%llu]", path, (unsigned long long)i);
			offset -= i * t->elem->size;
			t = t->elem;
		} else if (t->kind == TYPE_STRUCT) {
			const struct field *in = NULL;
			for (uint32_t i = 0; i < t->record->n; i++) {
				const struct field *f = &t->record->field[i];
				bool is_open = f->type->kind == TYPE_ARRAY && f->type->n == ARRAY_OPEN;
				if (f->bit_width == NOT_BITFIELD && f->offset / 8 <= offset &&
				    (offset < f->offset / 8 + f->type->size || is_open))
					in = f;
			}
			if (!in)
				break;
			if (in->name)
				path = arena_printf(a, "%s.%s", path, in->name);
			offset -= in->offset / 8;
			t = in->type;
		} else {
			break;
		}
	}
	if (offset) /* the offset may be negative */
		path = arena_printf(a, "%s%+lld", path, (long long)offset);
	return path;
}

#define MANY_OBJECTS 4096

/* The position of the object among those made at the same source position; 1: it is the first, or
 * there are too many. */
static unsigned number_of(const struct symex *x, uint32_t id) {
	const struct object *o = &x->object.at[id];
	unsigned n = 1;
	for (uint32_t i = 0; i < id && x->object.n <= MANY_OBJECTS; i++) {
		const struct object *other = &x->object.at[i];
		n += other->kind == o->kind && !other->symbol && other->loc.file == o->loc.file &&
		     other->loc.line == o->loc.line && other->loc.col == o->loc.col;
	}
	return n;
}

static bool is_literal(const struct symbol *s) {
	return s->is_constant && s->is_temp && s->bytes;
}

static char *show_object(struct symex *x, struct arena *a, uint32_t id, uint64_t offset,
                         const struct type *want) {
	const struct object *o = &x->object.at[id];
	if (o->symbol && is_literal(o->symbol))
		return show_part(a, show_text(a, o->symbol->bytes, o->symbol->nbytes), o->type, offset,
		                 want);
	if (o->symbol)
		return show_part(a, o->symbol->display, o->type, offset, want);
	if (x->observation.observer && x->observation.observer->name)
		return arena_printf(a, "%s", x->observation.observer->name(x, a, id, offset, want));
	unsigned n = number_of(x, id);
	const char *file = o->loc.file ? path_base(o->loc.file) : "?";
	const char *number = n > 1 ? arena_printf(a, " %u", n) : "";
	bool is_heap = o->kind == OBJECT_HEAP;
	char *name = arena_printf(a, "<%s%s %s at %s:%u>", is_heap ? "block" : "object", number,
	                          is_heap ? "allocated" : "made", file, o->loc.line);
	return show_part(a, name, o->type, offset, want);
}

static char *show_pointer(struct symex *x, struct arena *a, const struct type *t, term p) {
	uint32_t id;
	term offset;
	uint64_t at;
	if (!ptr_known(x, p, &id, &offset) || !term_get_u64(x->ts, offset, &at))
		return "?";
	if (!id)
		return at ? arena_printf(a, "0x%llx", (unsigned long long)at) : "NULL";
	const struct object *o = &x->object.at[id];
	if (o->kind == OBJECT_FUNCTION)
		return arena_printf(a, "&%s", o->symbol->display);
	if (o->symbol && o->symbol->is_constant && o->symbol->bytes && !at)
		return show_text(a, o->symbol->bytes, o->symbol->nbytes);
	if (o->symbol && is_literal(o->symbol))
		return arena_printf(a, "%s + %llu", show_text(a, o->symbol->bytes, o->symbol->nbytes),
		                    (unsigned long long)at);
	if (o->symbol && o->symbol->is_hidden_state && !at) /* fields of models are not shown */
		return arena_printf(a, "&%s", o->symbol->display);
	return arena_printf(a, "&%s", show_object(x, a, id, at, t->elem));
}

char *show_value(struct symex *x, struct arena *a, const struct type *t, term v) {
	if (t->kind == TYPE_POINTER)
		return show_pointer(x, a, t, v);
	if (!term_is_const(x->ts, v))
		return "?";
	struct bits b = term_bits(x->ts, v);
	if (t->kind == TYPE_FLOAT)
		return fp_print(a, fp_by_bits(t->bits), b);
	char *number = bits_print(a, b, t->kind == TYPE_INT && t->is_signed, 10);
	if (t->kind == TYPE_INT && t->bits == 8 && b.lo >= 32 && b.lo < 127)
		return arena_printf(a, "%s '%c'", number, (char)b.lo);
	return number;
}

enum { MAX_BYTES = 32 };

char *show_bytes(struct symex *x, struct state *st, struct arena *a, term pointer, uint64_t n) {
	char *text = "";
	for (uint64_t i = 0; i < n && i < MAX_BYTES; i++) {
		uint64_t byte = 0;
		term at = ptr_add(x, pointer, term_u64(x->ts, x->address_bits, i));
		bool known = term_get_u64(x->ts, memory_read(x, st, at, (struct scalar){1, false}), &byte);
		text = arena_printf(a, known ? "%s%s%02x" : "%s%s??", text, i ? " " : "", (unsigned)byte);
	}
	return n > MAX_BYTES ? arena_printf(a, "%s ...", text) : text;
}

char *show_lvalue(struct symex *x, struct state *st, struct arena *a, const struct expr *e) {
	struct lvalue p = eval_lvalue(x, st, e);
	if (p.bit_width || !p.is_known || !x->object.at[p.object].symbol)
		return expr_print(a, e);
	return show_object(x, a, p.object, p.offset, e->type);
}

/* --- Comparisons. --- */

/* "80 + 0": sums with the values of what is added, all else as one value. */
static char *show_operand(struct symex *x, struct state *st, struct arena *a, const struct expr *e,
                          unsigned depth) {
	char *value = show_value(x, a, e->type, eval(x, st, e));
	if (e->kind == EXPR_CAST && type_is_scalar(e->arg[0]->type) && depth < 3) {
		const struct expr *inner = e->arg[0];
		bool is_same = !strcmp(value, show_value(x, a, inner->type, eval(x, st, inner)));
		return is_same ? show_operand(x, st, a, inner, depth) : value;
	}
	bool is_sum = e->kind >= EXPR_ADD && e->kind <= EXPR_REM && e->nargs == 2;
	bool is_plain = is_sum && e->arg[0]->kind == EXPR_CONST && e->arg[1]->kind == EXPR_CONST;
	if (!is_sum || is_plain || depth >= 2)
		return value;
	return arena_printf(a, "%s%s %s %s%s", depth ? "(" : "",
	                    show_operand(x, st, a, e->arg[0], depth + 1), operator_text(e->kind),
	                    show_operand(x, st, a, e->arg[1], depth + 1), depth ? ")" : "");
}

char *show_comparison(struct symex *x, struct state *st, struct arena *a, const struct expr *e,
                      bool holds) {
	for (; e->kind == EXPR_LNOT || e->kind == EXPR_CAST; e = e->arg[0])
		holds ^= e->kind == EXPR_LNOT;
	if (!operator_compares(e->kind) || (!holds && e->arg[0]->type->kind == TYPE_FLOAT))
		return NULL; /* the opposite of a < b is not a >= b where one is no number */
	const char *left = show_operand(x, st, a, e->arg[0], 0);
	return arena_printf(a, "%s %s %s", left,
	                    operator_text(holds ? e->kind : operator_opposite(e->kind)),
	                    show_operand(x, st, a, e->arg[1], 0));
}
