#include "witness/cexpr.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/fp.h"
#include "util/intern.h"

enum { MAX_DEPTH = 200, MAX_LENGTH = 1 << 16 };

struct parser {
	const struct cexpr_scope *scope;
	struct goto_prog *prog;
	struct arena *arena;
	struct types *types;
	const char *at;
	const char *error;
	const struct expr *defined; /* only then has what was read so far a value; NULL: always */
	uint32_t depth;
};

static const struct expr *fail(struct parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The first mistake counts. */
static const struct expr *fail(struct parser *p, const char *format, ...) {
	char text[256];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	if (!p->error)
		p->error = intern(text);
	return NULL;
}

/* --- Words. --- */

static void blanks(struct parser *p) {
	p->at += strspn(p->at, " \t\r\n");
}

static bool is_word_char(char c) {
	return isalnum((unsigned char)c) || c == '_';
}

/* The operator is next, and not the beginning of a longer one. */
static bool is_next(struct parser *p, const char *op) {
	blanks(p);
	size_t n = strlen(op);
	if (strncmp(p->at, op, n) != 0)
		return false;
	char next = p->at[n];
	if (n == 1 && strchr("<>&|+-", *op) && next == *op)
		return false;
	if (n == 1 && strchr("<>=!+-*/%&|^", *op) && next == '=')
		return false;
	return !(n == 2 && !strcmp(op, "==") && next == '>');
}

static bool take(struct parser *p, const char *op) {
	if (!is_next(p, op))
		return false;
	p->at += strlen(op);
	return true;
}

static bool take_word(struct parser *p, const char *word) {
	blanks(p);
	size_t n = strlen(word);
	if (strncmp(p->at, word, n) != 0 || is_word_char(p->at[n]))
		return false;
	p->at += n;
	return true;
}

static const char *take_name(struct parser *p) {
	blanks(p);
	size_t n = 0;
	if (isdigit((unsigned char)*p->at))
		return NULL;
	while (is_word_char(p->at[n]))
		n++;
	const char *name = n ? intern_n(p->at, n) : NULL;
	p->at += n;
	return name;
}

static bool expect(struct parser *p, const char *op) {
	if (take(p, op))
		return true;
	fail(p, *p->at ? "'%s' expected before '%.20s'" : "'%s' expected at the end", op, p->at);
	return false;
}

/* --- Types. --- */

static const struct type *c_int(struct parser *p) {
	return type_c_int(p->types);
}

static const struct expr *number(struct parser *p, const struct type *type, uint64_t value) {
	return expr_u64(p->arena, type, value);
}

static const struct type *promoted(struct parser *p, const struct expr *e) {
	const struct type *type = type_unatomic(p->types, e->type), *basic = c_int(p);
	if (!type_is_integer(type))
		return type;
	uint32_t width = type->bits;
	if (e->kind == EXPR_MEMBER && e->field->bit_width != NOT_BITFIELD)
		width = e->field->bit_width;
	if (type->kind == TYPE_BOOL || width < basic->bits || (width == basic->bits && type->is_signed))
		return basic;
	return type_int(p->types, width == basic->bits ? width : type->bits, type->is_signed);
}

static const struct type *common(struct parser *p, const struct expr *a, const struct expr *b) {
	const struct type *x = promoted(p, a), *y = promoted(p, b);
	if (x->kind == TYPE_FLOAT || y->kind == TYPE_FLOAT) {
		if (x->kind != TYPE_FLOAT || (y->kind == TYPE_FLOAT && y->bits > x->bits))
			return y;
		return x;
	}
	if (x->bits != y->bits)
		return x->bits > y->bits ? x : y;
	return x->is_signed ? y : x;
}

static const struct expr *convert(struct parser *p, const struct type *type, const struct expr *e) {
	return expr_cast(p->arena, type, e);
}

/* Arrays and functions become pointers, the rest is itself. */
static const struct expr *value(struct parser *p, const struct expr *e) {
	if (!e)
		return NULL;
	if (e->type->kind == TYPE_ARRAY || e->type->kind == TYPE_FUNC)
		return expr_decay(p->arena, p->types, e);
	return e;
}

static const struct expr *scalar(struct parser *p, const struct expr *e) {
	e = value(p, e);
	if (e && !type_is_scalar(e->type))
		return fail(p, "a struct or union where a number or pointer is needed");
	return e;
}

struct specifiers {
	uint32_t words, longs;
	bool is_unsigned, is_signed, is_char, is_short, is_bool, is_float, is_double, is_void;
};

static void take_specifiers(struct parser *p, struct specifiers *s) {
	for (;; s->words++) {
		if (take_word(p, "unsigned"))
			s->is_unsigned = true;
		else if (take_word(p, "signed"))
			s->is_signed = true;
		else if (take_word(p, "long"))
			s->longs++;
		else if (take_word(p, "short"))
			s->is_short = true;
		else if (take_word(p, "char"))
			s->is_char = true;
		else if (take_word(p, "_Bool"))
			s->is_bool = true;
		else if (take_word(p, "float"))
			s->is_float = true;
		else if (take_word(p, "double"))
			s->is_double = true;
		else if (take_word(p, "void"))
			s->is_void = true;
		else if (!take_word(p, "int") && !take_word(p, "const") && !take_word(p, "volatile"))
			return;
	}
}

/* The long double of the program, if a variable has it; its layout is the target's secret. */
static const struct type *float_type(struct parser *p, const struct specifiers *s) {
	bool is_32bit = types_target(p->types)->pointer_bits == 32;
	if (s->is_float)
		return type_float(p->types, 32, 4, 4);
	if (s->longs)
		return NULL;
	return type_float(p->types, 64, 8, is_32bit ? 4 : 8);
}

static const struct type *arithmetic_type(struct parser *p, const struct specifiers *s) {
	const struct target *t = types_target(p->types);
	if (s->is_void)
		return type_void(p->types);
	if (s->is_bool)
		return type_bool(p->types);
	if (s->is_float || s->is_double)
		return float_type(p, s);
	if (s->is_char && !s->is_signed && !s->is_unsigned)
		return type_char(p->types);
	uint32_t bits = s->is_char ? 8 : s->is_short ? 16 : s->longs > 1 ? 64 : t->int_bits;
	if (s->longs == 1)
		bits = t->long_bits;
	return type_int(p->types, bits, !s->is_unsigned);
}

static const struct type *tagged_type(struct parser *p, enum type_kind kind) {
	const char *tag = take_name(p);
	for (size_t i = 0; tag && i < p->prog->symbol.n; i++) {
		const struct type *t = p->prog->symbol.at[i]->type;
		while (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY)
			t = t->elem;
		if (t->kind == kind && t->record->tag && !strcmp(t->record->tag, tag))
			return t;
	}
	fail(p, "unknown type '%s'", tag ? tag : "");
	return NULL;
}

/* A type name; NULL without an error: something else stands here. */
static const struct type *take_type(struct parser *p) {
	const char *start = p->at;
	const struct type *type = NULL;
	if (take_word(p, "struct"))
		type = tagged_type(p, TYPE_STRUCT);
	else if (take_word(p, "union"))
		type = tagged_type(p, TYPE_UNION);
	else {
		struct specifiers s = {0};
		take_specifiers(p, &s);
		if (s.words)
			type = arithmetic_type(p, &s);
		if (s.words && !type)
			fail(p, "the type '%.*s' is not supported", (int)(p->at - start), start);
	}
	while (type && take(p, "*")) {
		type = type_pointer(p->types, type);
		while (take_word(p, "const") || take_word(p, "volatile") || take_word(p, "restrict"))
			continue;
	}
	return type;
}

/* --- Names. --- */

static bool is_static_of(const struct symbol *s, const char *function) {
	size_t n = function ? strlen(function) : 0;
	return n && !strncmp(s->name, function, n) && s->name[n] == ':';
}

/* Of the symbols with that display name: 1 a static variable of the function, 2 of a file. */
static uint32_t closeness(const struct parser *p, const struct symbol *s) {
	if (s->storage == STORAGE_AUTO || s->is_model || s->is_temp)
		return 0;
	if (is_static_of(s, p->scope->function))
		return 3;
	if (!strcmp(s->name, s->display))
		return 2;
	const char *rest = strstr(s->name, "::");
	return rest && !strcmp(rest + 2, s->display) ? 1 : 0;
}

static struct symbol *find_symbol(struct parser *p, const char *name) {
	for (uint32_t i = 0; i < p->scope->nlocals; i++)
		if (!strcmp(p->scope->local[i]->display, name))
			return p->scope->local[i];
	struct symbol *best = NULL;
	uint32_t most = 0;
	bool unique = true;
	for (size_t i = 0; i < p->prog->symbol.n; i++) {
		struct symbol *s = p->prog->symbol.at[i];
		uint32_t close = strcmp(s->display, name) ? 0 : closeness(p, s);
		if (!close || close < most)
			continue;
		unique = close > most;
		most = close;
		best = s;
	}
	if (!best)
		fail(p, "no variable '%s' is known here", name);
	else if (!unique)
		fail(p, "several variables are called '%s'", name);
	return best && unique ? best : NULL;
}

static const struct expr *name(struct parser *p) {
	const char *word = take_name(p);
	if (!word)
		return fail(p, *p->at ? "'%.20s' is not understood" : "an expression ends too early%s",
		            *p->at ? p->at : "");
	if (!strcmp(word, "NULL"))
		return number(p, type_void_pointer(p->types), 0);
	if (!strcmp(word, "true") || !strcmp(word, "false"))
		return number(p, c_int(p), *word == 't');
	if (is_next(p, "("))
		return fail(p, "a call of '%s'", word);
	struct symbol *s = find_symbol(p, word);
	return s ? expr_symbol(p->arena, s) : NULL;
}

/* --- Constants. --- */

static const struct expr *float_constant(struct parser *p, const char *end) {
	const char *start = p->at;
	char *stop;
	double d = strtod(start, &stop);
	if (stop != end && !(stop + 1 == end && strchr("fFlL", *stop)))
		return fail(p, "'%.*s' is not understood", (int)(end - start), start);
	if (stop + 1 == end && strchr("lL", *stop))
		return fail(p, "long double constants are not supported");
	bool is_float = stop + 1 == end;
	uint64_t bits;
	float f = (float)d;
	uint32_t half;
	memcpy(&bits, &d, sizeof bits);
	memcpy(&half, &f, sizeof half);
	p->at = end;
	struct specifiers s = {.is_float = is_float, .is_double = !is_float};
	const struct type *type = float_type(p, &s);
	return expr_const(p->arena, type, bits_u64(p->arena, type->bits, is_float ? half : bits));
}

static const struct expr *integer_constant(struct parser *p, const char *end) {
	const struct target *t = types_target(p->types);
	const char *start = p->at;
	char *stop;
	errno = 0;
	uint64_t v = strtoull(start, &stop, 0);
	bool decimal = *start != '0', is_too_large = errno == ERANGE;
	uint32_t longs = 0, unsigneds = 0;
	for (; stop < end && strchr("uUlL", *stop); stop++) {
		unsigneds += *stop == 'u' || *stop == 'U';
		longs += *stop == 'l' || *stop == 'L';
	}
	if (stop != end || longs > 2 || unsigneds > 1)
		return fail(p, "'%.*s' is not understood", end - start > 20 ? 20 : (int)(end - start),
		            start);
	bool is_unsigned = unsigneds > 0;
	if (is_too_large || (v > INT64_MAX && decimal && !is_unsigned))
		return fail(p, "a constant that is too large for every type");
	p->at = end;
	uint32_t bits[] = {t->int_bits, t->long_bits, 64};
	for (uint32_t i = longs; i < 3; i++) {
		uint64_t largest = bits[i] == 64 ? UINT64_MAX : ((uint64_t)1 << bits[i]) - 1;
		if (!is_unsigned && v <= largest / 2)
			return number(p, type_int(p->types, bits[i], true), v);
		if ((is_unsigned || !decimal) && v <= largest)
			return number(p, type_int(p->types, bits[i], false), v);
	}
	return number(p, type_int(p->types, 64, false), v);
}

static const struct expr *constant(struct parser *p) {
	const char *end = p->at;
	bool hex = end[0] == '0' && (end[1] == 'x' || end[1] == 'X'), is_float = false;
	while (is_word_char(*end) || *end == '.' ||
	       ((*end == '+' || *end == '-') && strchr(hex ? "pP" : "eE", end[-1]))) {
		is_float |= *end == '.' || strchr(hex ? "pP" : "eE", *end) != NULL;
		end++;
	}
	return is_float ? float_constant(p, end) : integer_constant(p, end);
}

static const struct expr *character(struct parser *p) {
	static const char letters[] = "abfnrtv\\'\"?0", means[] = "\a\b\f\n\r\t\v\\'\"?";
	char c = p->at[1];
	size_t n = 2;
	if (c == '\\') {
		const char *known = p->at[2] ? strchr(letters, p->at[2]) : NULL;
		if (!known)
			return fail(p, "a character constant that is not understood");
		c = means[known - letters];
		n = 3;
	}
	if (!p->at[1] || p->at[n] != '\'')
		return fail(p, "a character constant that is not understood");
	p->at += n + 1;
	bool is_signed = types_target(p->types)->char_signed;
	int v = is_signed ? (signed char)c : (unsigned char)c;
	return expr_const(p->arena, c_int(p), bits_i64(p->arena, c_int(p)->bits, v));
}

/* --- Operators. --- */

static const struct expr *conditional(struct parser *);
static const struct expr *unary(struct parser *);

static const struct expr *backslash(struct parser *p) {
	if (take_word(p, "\\result"))
		return p->scope->result ? p->scope->result : fail(p, "\\result where nothing is returned");
	if (take_word(p, "\\true"))
		return number(p, c_int(p), 1);
	if (take_word(p, "\\false"))
		return number(p, c_int(p), 0);
	return fail(p, "'%.20s' is not understood", p->at);
}

static const struct expr *primary(struct parser *p) {
	blanks(p);
	if (take(p, "(")) {
		const struct expr *e = conditional(p);
		return e && expect(p, ")") ? e : NULL;
	}
	if (*p->at == '\\')
		return backslash(p);
	if (*p->at == '\'')
		return character(p);
	if (isdigit((unsigned char)*p->at) || (*p->at == '.' && isdigit((unsigned char)p->at[1])))
		return constant(p);
	return name(p);
}

static const struct expr *deref(struct parser *p, const struct expr *e) {
	e = scalar(p, e);
	if (!e)
		return NULL;
	if (e->type->kind != TYPE_POINTER || e->type->elem->kind == TYPE_VOID ||
	    (type_is_record(e->type->elem) && !e->type->elem->record->complete))
		return fail(p, "something is followed that is no pointer to an object");
	return expr_deref(p->arena, e);
}

/* Also of anonymous members. */
static const struct expr *find_member(struct parser *p, const struct expr *record,
                                      const char *field) {
	const struct type *t = record->type;
	for (uint32_t i = 0; i < t->record->n; i++) {
		const struct field *f = &t->record->field[i];
		if (f->name && !strcmp(f->name, field))
			return expr_member(p->arena, record, f);
		if (f->name || !type_is_record(f->type))
			continue;
		const struct expr *inner = find_member(p, expr_member(p->arena, record, f), field);
		if (inner)
			return inner;
	}
	return NULL;
}

static const struct expr *member(struct parser *p, const struct expr *e) {
	const char *field = take_name(p);
	if (!e || !field || !type_is_record(e->type) || !expr_is_lvalue(e))
		return fail(p, "a member of something that has none");
	const struct expr *m = find_member(p, e, field);
	return m ? m : fail(p, "no member is called '%s'", field);
}

static const struct expr *add(struct parser *, const struct expr *, const struct expr *,
                              bool minus);

/* Of a constant that is not negative. */
static bool constant_value(const struct expr *e, uint64_t *value) {
	if (e->kind != EXPR_CONST || !type_is_integer(e->type))
		return false;
	*value = e->bits.lo;
	return bits_fits_u64(e->bits);
}

/* Where C gives an expression no value, it does not hold; but what && || ?: do not compute does not
 * matter. */
static void need(struct parser *p, const struct expr *condition) {
	if (condition)
		p->defined = p->defined ? expr_binary(p->arena, EXPR_LAND, c_int(p), p->defined, condition)
		                        : condition;
}

static void need_below(struct parser *p, const struct expr *e, uint64_t limit) {
	const struct type *type = type_int(p->types, 64, false);
	need(p, expr_binary(p->arena, EXPR_LT, c_int(p), convert(p, type, e), number(p, type, limit)));
}

/* What was needed since 'outer' is needed only if 'condition' is as 'when' says. */
static void need_only_if(struct parser *p, const struct expr *outer, const struct expr *condition,
                         bool when) {
	const struct expr *inner = p->defined;
	p->defined = outer;
	condition = scalar(p, condition);
	if (!inner || !condition)
		return;
	if (when)
		condition = expr_unary(p->arena, EXPR_LNOT, c_int(p), condition);
	need(p, expr_binary(p->arena, EXPR_LOR, c_int(p), condition, inner));
}

static const struct expr *element(struct parser *p, const struct expr *e, const struct expr *ix) {
	ix = scalar(p, ix);
	if (!e || !ix)
		return NULL;
	if (e->type->kind == TYPE_ARRAY && expr_is_lvalue(e) && type_is_integer(ix->type)) {
		uint64_t n;
		if (e->type->n && (!constant_value(ix, &n) || n >= e->type->n))
			need_below(p, ix, e->type->n);
		return expr_index(p->arena, e, ix);
	}
	return deref(p, add(p, e, ix, false));
}

static const struct expr *postfix(struct parser *p) {
	const struct expr *e = primary(p);
	while (e) {
		if (take(p, "[")) {
			const struct expr *ix = conditional(p);
			e = ix && expect(p, "]") ? element(p, e, ix) : NULL;
		} else if (take(p, "->")) {
			e = member(p, deref(p, e));
		} else if (take(p, ".")) {
			e = member(p, e);
		} else if (take(p, "++") || take(p, "--")) {
			return fail(p, "++ and -- have side effects");
		} else {
			break;
		}
	}
	return e;
}

static const struct expr *not_zero(struct parser *p, const struct expr *e) {
	e = scalar(p, e);
	return e ? expr_unary(p->arena, EXPR_LNOT, c_int(p), e) : NULL;
}

static const struct expr *arithmetic_unary(struct parser *p, enum expr_kind kind) {
	const struct expr *e = scalar(p, unary(p));
	if (!e || !type_is_arithmetic(e->type) || (kind == EXPR_BITNOT && !type_is_integer(e->type)))
		return e ? fail(p, "an operator with an operand that it does not take") : NULL;
	const struct type *type = promoted(p, e);
	return expr_unary(p->arena, kind, type, convert(p, type, e));
}

static const struct expr *address(struct parser *p) {
	const struct expr *e = unary(p);
	if (e && !expr_is_lvalue(e))
		return fail(p, "'&' of something that has no address");
	if (e && e->type->kind == TYPE_FUNC)
		return value(p, e);
	return e ? expr_addr(p->arena, p->types, e) : NULL;
}

static const struct expr *cast(struct parser *p, const struct type *type) {
	const struct expr *e = expect(p, ")") ? scalar(p, unary(p)) : NULL;
	if (!e)
		return NULL;
	bool odd = (type->kind == TYPE_FLOAT && e->type->kind == TYPE_POINTER) ||
	           (type->kind == TYPE_POINTER && e->type->kind == TYPE_FLOAT);
	if (!type_is_scalar(type) || odd)
		return fail(p, "a conversion that C does not have");
	return convert(p, type, e);
}

static const struct expr *size_of(struct parser *p) {
	const char *start = p->at;
	const struct type *type = take(p, "(") ? take_type(p) : NULL;
	if (type && take(p, ")"))
		return number(p, type_size(p->types), type->kind == TYPE_VOID ? 1 : type->size);
	p->at = start;
	const struct expr *e = p->error ? NULL : unary(p);
	if (e && (type_has_vla(e->type) || !e->type->size))
		return fail(p, "the size of something whose size is not known");
	return e ? number(p, type_size(p->types), e->type->size) : NULL;
}

static const struct expr *unary_operator(struct parser *p) {
	if (take(p, "++") || take(p, "--"))
		return fail(p, "++ and -- have side effects");
	if (take(p, "!"))
		return not_zero(p, unary(p));
	if (take(p, "-"))
		return arithmetic_unary(p, EXPR_NEG);
	if (take(p, "~"))
		return arithmetic_unary(p, EXPR_BITNOT);
	if (take(p, "*"))
		return deref(p, unary(p));
	if (take(p, "&"))
		return address(p);
	if (take_word(p, "sizeof"))
		return size_of(p);
	if (take(p, "+")) {
		const struct expr *e = scalar(p, unary(p));
		return e ? convert(p, promoted(p, e), e) : NULL;
	}
	const char *start = p->at;
	const struct type *type = take(p, "(") ? take_type(p) : NULL;
	if (type || p->error)
		return type ? cast(p, type) : NULL;
	p->at = start;
	return postfix(p);
}

static const struct expr *unary(struct parser *p) {
	if (++p->depth > MAX_DEPTH)
		return fail(p, "an expression that is nested too deeply");
	const struct expr *e = unary_operator(p);
	p->depth--;
	return e;
}

static const struct expr *add(struct parser *p, const struct expr *a, const struct expr *b,
                              bool minus) {
	a = scalar(p, a);
	b = scalar(p, b);
	if (!a || !b)
		return NULL;
	bool left = a->type->kind == TYPE_POINTER, right = b->type->kind == TYPE_POINTER;
	const struct type *ptrdiff = type_ptrdiff(p->types);
	if (left && right && minus)
		return expr_binary(p->arena, EXPR_PTRDIFF, ptrdiff, a, convert(p, a->type, b));
	if (right && !left && !minus)
		return add(p, b, a, false);
	if (left && type_is_integer(b->type)) {
		const struct expr *ix = convert(p, ptrdiff, b);
		if (minus)
			ix = expr_unary(p->arena, EXPR_NEG, ptrdiff, ix);
		return expr_binary(p->arena, EXPR_PTRADD, type_unatomic(p->types, a->type),
		                   convert(p, type_unatomic(p->types, a->type), a), ix);
	}
	if (left || right)
		return fail(p, "an operator with an operand that it does not take");
	const struct type *type = common(p, a, b);
	return expr_binary(p->arena, minus ? EXPR_SUB : EXPR_ADD, type, convert(p, type, a),
	                   convert(p, type, b));
}

/* Divisors that are 0 and shifts by too much have no value. */
static void need_operand(struct parser *p, enum expr_kind kind, const struct type *left,
                         const struct expr *right) {
	bool divides = kind == EXPR_DIV || kind == EXPR_REM;
	bool shifts = kind == EXPR_SHL || kind == EXPR_SHR;
	uint64_t n;
	if (constant_value(right, &n) && (divides ? n != 0 : n < left->bits))
		return;
	if (divides)
		need(p, expr_unary(p->arena, EXPR_LNOT, c_int(p),
		                   expr_unary(p->arena, EXPR_LNOT, c_int(p), right)));
	if (shifts)
		need_below(p, right, left->bits);
}

static const struct expr *arithmetic(struct parser *p, enum expr_kind kind, const struct expr *a,
                                     const struct expr *b) {
	a = scalar(p, a);
	b = scalar(p, b);
	if (!a || !b)
		return NULL;
	bool integers = type_is_integer(a->type) && type_is_integer(b->type);
	bool floats = type_is_arithmetic(a->type) && type_is_arithmetic(b->type);
	if (!integers && !(floats && (kind == EXPR_MUL || kind == EXPR_DIV)))
		return fail(p, "an operator with an operand that it does not take");
	if (integers)
		need_operand(p, kind, promoted(p, a), b);
	if (kind == EXPR_SHL || kind == EXPR_SHR) {
		const struct type *type = promoted(p, a);
		return expr_binary(p->arena, kind, type, convert(p, type, a),
		                   convert(p, promoted(p, b), b));
	}
	const struct type *type = common(p, a, b);
	return expr_binary(p->arena, kind, type, convert(p, type, a), convert(p, type, b));
}

static const struct expr *compare(struct parser *p, enum expr_kind kind, const struct expr *a,
                                  const struct expr *b) {
	a = scalar(p, a);
	b = scalar(p, b);
	if (!a || !b)
		return NULL;
	bool left = a->type->kind == TYPE_POINTER, right = b->type->kind == TYPE_POINTER;
	const struct type *type;
	if (left || right) {
		type = type_unatomic(p->types, left ? a->type : b->type);
		const struct type *other = left ? b->type : a->type;
		if (other->kind == TYPE_FLOAT)
			return fail(p, "a pointer is compared with a floating-point number");
	} else {
		type = common(p, a, b);
	}
	return expr_binary(p->arena, kind, c_int(p), convert(p, type, a), convert(p, type, b));
}

static const struct expr *logic(struct parser *p, enum expr_kind kind, const struct expr *a,
                                const struct expr *b) {
	a = scalar(p, a);
	b = scalar(p, b);
	return a && b ? expr_binary(p->arena, kind, c_int(p), a, b) : NULL;
}

static const struct op {
	const char *text;
	enum expr_kind kind;
	uint32_t level;
} ops[] = {
    {"||", EXPR_LOR, 1},   {"&&", EXPR_LAND, 2}, {"|", EXPR_BITOR, 3}, {"^", EXPR_BITXOR, 4},
    {"&", EXPR_BITAND, 5}, {"==", EXPR_EQ, 6},   {"!=", EXPR_NE, 6},   {"<=", EXPR_LE, 7},
    {">=", EXPR_GE, 7},    {"<<", EXPR_SHL, 8},  {">>", EXPR_SHR, 8},  {"<", EXPR_LT, 7},
    {">", EXPR_GT, 7},     {"+", EXPR_ADD, 9},   {"-", EXPR_SUB, 9},   {"*", EXPR_MUL, 10},
    {"/", EXPR_DIV, 10},   {"%", EXPR_REM, 10},
};

static const struct expr *combine(struct parser *p, enum expr_kind kind, const struct expr *a,
                                  const struct expr *b) {
	if (kind == EXPR_LOR || kind == EXPR_LAND)
		return logic(p, kind, a, b);
	if (kind >= EXPR_EQ && kind <= EXPR_GE)
		return compare(p, kind, a, b);
	if (kind == EXPR_ADD || kind == EXPR_SUB)
		return add(p, a, b, kind == EXPR_SUB);
	return arithmetic(p, kind, a, b);
}

static const struct op *take_op(struct parser *p, uint32_t level) {
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (ops[i].level >= level && take(p, ops[i].text))
			return &ops[i];
	return NULL;
}

/* Operators of this level and above, by precedence climbing. */
static const struct expr *binary(struct parser *p, uint32_t level) {
	if (++p->depth > MAX_DEPTH)
		return fail(p, "an expression that is nested too deeply");
	const struct expr *e = unary(p);
	const struct op *op;
	while (e && (op = take_op(p, level))) {
		bool selects = op->kind == EXPR_LAND || op->kind == EXPR_LOR;
		const struct expr *outer = p->defined;
		p->defined = selects ? NULL : outer;
		const struct expr *right = binary(p, op->level + 1);
		if (selects)
			need_only_if(p, outer, e, op->kind == EXPR_LAND);
		e = right ? combine(p, op->kind, e, right) : NULL;
	}
	p->depth--;
	return e;
}

static const struct expr *choose(struct parser *p, const struct expr *c) {
	const struct expr *outer = p->defined;
	p->defined = NULL;
	const struct expr *a = conditional(p);
	need_only_if(p, outer, c, true);
	outer = p->defined;
	p->defined = NULL;
	const struct expr *b = a && expect(p, ":") ? conditional(p) : NULL;
	need_only_if(p, outer, c, false);
	c = scalar(p, c);
	a = scalar(p, a);
	b = scalar(p, b);
	if (!a || !b || !c)
		return NULL;
	if (a->type->kind == TYPE_POINTER || b->type->kind == TYPE_POINTER) {
		const struct type *type = a->type->kind == TYPE_POINTER ? a->type : b->type;
		return expr_cond(p->arena, c, convert(p, type, a), convert(p, type, b));
	}
	const struct type *type = common(p, a, b);
	return expr_cond(p->arena, c, convert(p, type, a), convert(p, type, b));
}

static const struct expr *implies(struct parser *p, const struct expr *a) {
	const struct expr *outer = p->defined;
	p->defined = NULL;
	const struct expr *b = conditional(p);
	need_only_if(p, outer, a, true);
	return logic(p, EXPR_LOR, not_zero(p, a), b);
}

/* a ? b : c, and ACSL's a ==> b, which binds to the right like it. */
static const struct expr *conditional(struct parser *p) {
	if (++p->depth > MAX_DEPTH)
		return fail(p, "an expression that is nested too deeply");
	const struct expr *e = binary(p, 1);
	if (e && take(p, "?"))
		e = choose(p, e);
	else if (e && take(p, "==>"))
		e = implies(p, e);
	p->depth--;
	return e;
}

const struct expr *cexpr_parse(const struct cexpr_scope *scope, const char *text,
                               const char **error) {
	struct parser p = {.scope = scope,
	                   .prog = scope->prog,
	                   .arena = scope->prog->arena,
	                   .types = scope->prog->types,
	                   .at = text};
	const struct expr *e = NULL;
	if (strlen(text) > MAX_LENGTH)
		fail(&p, "an expression of more than %d characters", MAX_LENGTH);
	else
		e = scalar(&p, conditional(&p));
	while (e && take(&p, ";")) { /* GraphML: several assumptions, each ends so */
		blanks(&p);
		if (*p.at)
			e = logic(&p, EXPR_LAND, e, conditional(&p));
	}
	blanks(&p);
	if (e && *p.at)
		e = fail(&p, "'%.20s' is not understood", p.at);
	if (e && p.defined)
		e = logic(&p, EXPR_LAND, p.defined, e);
	*error = p.error;
	return p.error ? NULL : e;
}
