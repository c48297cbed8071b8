/* Calls of printf and its kin.  Of a format that is a string literal it is known here which
 * arguments are read as strings (%s) and which are written to (%n), so that models need not look
 * into it; and whether the arguments have the types that it names (--printf-check). */
#include "frontend/lower/lower_format.h"

#include <ctype.h>
#include <string.h>

#include "frontend/code/literal.h"
#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "util/base/intern.h"

struct kin {
	const char *name;
	uint32_t format;  /* which argument it is; those it is about follow */
	bool is_exact;    /* the model reads strings itself */
	bool is_any_name; /* a program may have a function of its own of this name */
};

static const struct kin kin[] = {
    {"printf", 0, false, false},
    {"fprintf", 1, false, false},
    {"dprintf", 1, false, false},
    {"sprintf", 1, true, false},
    {"snprintf", 2, true, false},
    {"asprintf", 1, true, false},
    {"__printf_chk", 1, false, false},
    {"__fprintf_chk", 2, false, false},
    {"__dprintf_chk", 2, false, false},
    {"__sprintf_chk", 3, true, false},
    {"__snprintf_chk", 4, true, false},
    {"__asprintf_chk", 2, true, false},
    {"syslog", 1, false, true},
    {"__syslog_chk", 2, false, true},
    {"warn", 0, false, true},
    {"warnx", 0, false, true},
    {"err", 1, false, true},
    {"errx", 1, false, true},
    {"error", 2, false, true},
};

static const struct kin *find(CXCursor decl, const char *name) {
	for (size_t i = 0; i < sizeof kin / sizeof *kin; i++)
		if (!strcmp(kin[i].name, name))
			return !kin[i].is_any_name ||
			               clang_Location_isInSystemHeader(clang_getCursorLocation(decl))
			           ? &kin[i]
			           : NULL;
	return NULL;
}

struct format_call {
	struct lw *lw;
	const struct kin *kin;
	struct lw_args args;
	const char *at;     /* what is left of the format */
	uint32_t next;      /* the argument that the next conversion takes */
	bool has_positions; /* %2$d */
};

enum length {
	LENGTH_NONE,
	LENGTH_CHAR,
	LENGTH_SHORT,
	LENGTH_LONG,
	LENGTH_LONG_LONG,
	LENGTH_SIZE,
	LENGTH_LONG_DOUBLE
};

struct conversion {
	const char *from; /* its text, for messages */
	enum length length;
	char kind;
	bool has_precision;
	int precision; /* -1: that of the argument 'star' */
	uint32_t star;
};

static void assertion(struct format_call *f, enum property_class class, const struct expr *e,
                      const char *text) {
	struct lw *lw = f->lw;
	uint32_t p = prog_add_property(lw->fe->prog, lw->f, class, lw->loc, text);
	lw_emit(lw, (struct ins){.kind = INS_ASSERT, .rhs = e, .property = p});
}

static void violated(struct format_call *f, const char *text) {
	assertion(f, PROPERTY_PRINTF, lw_int(f->lw, 0), text);
}

static const char *quote(const struct format_call *f, const struct conversion *c) {
	return intern_n(c->from, (size_t)(f->at - c->from));
}

/* The argument that is next, or NULL if there is none. */
static const struct expr *take(struct format_call *f, uint32_t *index) {
	*index = f->next++;
	return *index < f->args.n ? f->args.at[*index] : NULL;
}

static bool is_plain_int(const struct format_call *f, const struct type *t) {
	return type_is_integer(t) && t->bits <= types_target(f->lw->types)->int_bits;
}

static uint32_t bits_of(const struct format_call *f, enum length length) {
	const struct target *t = types_target(f->lw->types);
	switch (length) {
	case LENGTH_CHAR: return 8;
	case LENGTH_SHORT: return 16;
	case LENGTH_LONG: return t->long_bits;
	case LENGTH_LONG_LONG: return 64;
	case LENGTH_SIZE: return t->pointer_bits;
	default: return t->int_bits;
	}
}

static bool points_to_bits(const struct type *t, uint32_t bits) {
	return t->kind == TYPE_POINTER && type_is_integer(t->elem) && t->elem->bits == bits;
}

/* Types are compared by what they look like in memory: 'long' will do for 'long long' if it is as
 * wide, and signs do not matter. */
static bool fits(const struct format_call *f, const struct conversion *c, const struct type *t) {
	switch (c->kind) {
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X':
		if (c->length == LENGTH_NONE || c->length == LENGTH_CHAR || c->length == LENGTH_SHORT)
			return is_plain_int(f, t);
		return type_is_integer(t) && t->bits == bits_of(f, c->length);
	case 'c':
	case 'C': return is_plain_int(f, t);
	case 's': return points_to_bits(t, c->length == LENGTH_LONG ? 32 : 8);
	case 'S': return points_to_bits(t, 32);
	case 'p': return t->kind == TYPE_POINTER;
	case 'n': return points_to_bits(t, bits_of(f, c->length));
	default: /* floating-point */
		return t->kind == TYPE_FLOAT &&
		       (c->length == LENGTH_LONG_DOUBLE) ==
		           (t->bits > 64 || (t->bits == 64 && c->length == LENGTH_LONG_DOUBLE &&
		                             types_target(f->lw->types)->long_double_bits == 64));
	}
}

static const struct expr *most_bytes(struct format_call *f, const struct conversion *c) {
	struct lw *lw = f->lw;
	if (!c->has_precision)
		return lw_convert(lw, type_size(lw->types), lw_int(lw, -1));
	if (c->precision >= 0)
		return lw_size(lw, (uint64_t)c->precision);
	/* A negative precision is none, and a large number as a size. */
	return lw_convert(lw, type_size(lw->types), f->args.at[c->star]);
}

static const char *no_string(const struct format_call *f, const struct conversion *c) {
	return intern_printf("%s: the argument of %s points to no %s", f->kin->name, quote(f, c),
	                     c->kind == 'n' ? "number" : "string");
}

static bool is_literal(const struct expr *e) {
	while (e->kind != EXPR_SYMBOL && e->nargs == 1)
		e = e->arg[0];
	if (e->kind == EXPR_INDEX && e->arg[0]->kind == EXPR_SYMBOL && expr_is_false(e->arg[1]))
		e = e->arg[0];
	return e->kind == EXPR_SYMBOL && symbol_is_string(e->symbol);
}

/* The read happens whether pointers are checked or not: it can race. */
static void read_bytes(struct format_call *f, uint32_t index, enum builtin test,
                       const struct expr *most, const char *text) {
	struct lw *lw = f->lw;
	f->args.at[index] = lw_pin_value(lw, f->args.at[index]);
	const struct expr *arg[] = {f->args.at[index], most}, *ok = lw_temp(lw, type_c_int(lw->types));
	const struct expr *e = expr_builtin(lw->arena, test, ok->type, 2, arg);
	lw_emit(lw, (struct ins){.kind = INS_ASSIGN, .lhs = ok, .rhs = e, .hidden = true});
	assertion(f, PROPERTY_POINTER, ok, text);
}

static void read_string(struct format_call *f, const struct conversion *c, uint32_t index) {
	bool is_wide = c->kind == 'S' || c->length == LENGTH_LONG;
	if (is_literal(f->args.at[index]))
		return;
	if (is_wide)
		read_bytes(f, index, BUILTIN_READABLE, lw_size(f->lw, 4), no_string(f, c));
	else
		read_bytes(f, index, BUILTIN_IS_STRING, most_bytes(f, c), no_string(f, c));
}

static void write_count(struct format_call *f, const struct conversion *c, uint32_t index) {
	struct lw *lw = f->lw;
	const struct type *type = type_int(lw->types, bits_of(f, c->length), true);
	f->args.at[index] = lw_pin_value(lw, f->args.at[index]);
	const struct expr *p = lw_convert(lw, type_pointer(lw->types, type), f->args.at[index]);
	const struct expr *to = lw_deref(lw, p), *n = lw_temp(lw, to->type);
	lw_emit(lw, (struct ins){.kind = INS_ASSIGN,
	                         .lhs = n,
	                         .rhs = expr_nondet(lw->arena, to->type),
	                         .text = "%n",
	                         .hidden = true});
	lw_assume(lw, lw_arith(lw, EXPR_GE, n, lw_int(lw, 0)));
	lw_assign(lw, to, n);
}

static void convert(struct format_call *f, const struct conversion *c) {
	uint32_t index;
	if (c->kind == '%' || c->kind == 'm')
		return;
	if (!c->kind || !strchr("diouxXcCsSpneEfFgGaA", c->kind)) {
		violated(f, intern_printf("%s: no such conversion as '%s'", f->kin->name, quote(f, c)));
		return;
	}
	const struct expr *e = take(f, &index);
	if (!e)
		violated(f, intern_printf("%s: no argument for '%s'", f->kin->name, quote(f, c)));
	else if (!fits(f, c, e->type))
		violated(f, intern_printf("%s: '%s' with an argument of type '%s'", f->kin->name,
		                          quote(f, c), type_print(f->lw->arena, e->type)));
	if (f->kin->is_exact || !strchr("sSn", c->kind))
		return;
	if (!e || e->type->kind != TYPE_POINTER)
		assertion(f, PROPERTY_POINTER, lw_int(f->lw, 0), no_string(f, c));
	else if (c->kind == 'n')
		write_count(f, c, index);
	else
		read_string(f, c, index);
}

/* --- The format. --- */

static int number(struct format_call *f) {
	int n = 0;
	for (; isdigit((unsigned char)*f->at); f->at++)
		n = n < 100000 ? n * 10 + (*f->at - '0') : n;
	return n;
}

/* A width or precision that is an argument. */
static void star(struct format_call *f, struct conversion *c) {
	f->at++;
	const struct expr *e = take(f, &c->star);
	if (!e || !is_plain_int(f, e->type)) {
		violated(f, intern_printf("%s: '*' without an argument of type 'int'", f->kin->name));
		c->has_precision = false;
	} else {
		f->args.at[c->star] = lw_pin_value(f->lw, e);
	}
}

static enum length length(struct format_call *f) {
	static const struct {
		const char *text;
		enum length length;
	} table[] = {{"hh", LENGTH_CHAR},      {"h", LENGTH_SHORT},     {"ll", LENGTH_LONG_LONG},
	             {"l", LENGTH_LONG},       {"q", LENGTH_LONG_LONG}, {"j", LENGTH_LONG_LONG},
	             {"z", LENGTH_SIZE},       {"Z", LENGTH_SIZE},      {"t", LENGTH_SIZE},
	             {"L", LENGTH_LONG_DOUBLE}};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strncmp(f->at, table[i].text, strlen(table[i].text))) {
			f->at += strlen(table[i].text);
			return table[i].length;
		}
	return LENGTH_NONE;
}

static void position(struct format_call *f) {
	const char *at = f->at;
	int n = number(f);
	if (n > 0 && *f->at == '$') {
		f->at++;
		f->next = f->kin->format + (uint32_t)n;
		f->has_positions = true;
	} else {
		f->at = at;
	}
}

/* The conversion that begins after a percent sign. */
static void conversion(struct format_call *f) {
	struct conversion c = {.from = f->at - 1};
	position(f);
	while (*f->at && strchr("-+ #0'I", *f->at))
		f->at++;
	if (*f->at == '*')
		star(f, &c);
	else
		number(f);
	if (*f->at == '.') {
		f->at++;
		c.has_precision = true;
		c.precision = -1;
		if (*f->at == '*')
			star(f, &c);
		else
			c.precision = number(f);
	}
	c.length = length(f);
	c.kind = *f->at;
	if (c.kind)
		f->at++;
	convert(f, &c);
}

/* warn(NULL) prints what errno means. */
static void read_format(struct format_call *f) {
	const struct conversion none = {.kind = 's'};
	uint32_t at = f->kin->format;
	if (f->kin->is_exact || f->kin->is_any_name || f->args.at[at]->type->kind != TYPE_POINTER)
		return;
	read_bytes(f, at, BUILTIN_IS_STRING, most_bytes(f, &none),
	           intern_printf("%s: the format is no string", f->kin->name));
}

static bool literal(struct lw *lw, CXCursor c, const char **text) {
	while (clang_getCursorKind(c) != CXCursor_StringLiteral) {
		enum CXCursorKind kind = clang_getCursorKind(c);
		struct lw_kids kids = lw_kids(lw, c);
		if ((kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr) || kids.n != 1)
			return false;
		c = kids.at[0];
	}
	uint8_t *bytes;
	uint64_t n;
	if (!lw_string_bytes(lw, c, 1, &bytes, &n))
		return false;
	*text = intern_n((const char *)bytes, (size_t)n);
	return true;
}

void lw_format_call(struct lw *lw, CXCursor call, CXCursor decl, struct lw_args args) {
	struct format_call f = {.lw = lw, .kin = find(decl, lw_spelling(decl)), .args = args};
	if (!f.kin || lw->unit->is_model || args.n <= f.kin->format)
		return;
	if (!literal(lw, clang_Cursor_getArgument(call, f.kin->format), &f.at)) {
		violated(&f, intern_printf("%s: the format is no string literal", f.kin->name));
		read_format(&f);
		return;
	}
	f.next = f.kin->format + 1;
	while (*f.at)
		if (*f.at++ == '%')
			conversion(&f);
	if (f.next < args.n && !f.has_positions)
		violated(&f,
		         intern_printf("%s: more arguments than the format has conversions", f.kin->name));
}
