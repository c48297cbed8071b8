/* String and floating literals. */
#include "frontend/code/literal.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_code.h"
#include "frontend/source/clang.h"
#include "frontend/units/layout.h"
#include "frontend/units/symbols.h"
#include "util/number/fp.h"

/* The value is exact in the type. */
static const struct expr *float_value(struct lw *lw, const struct type *type, double value) {
	const struct fp_format *format = fp_by_bits(type->bits);
	return expr_const(lw->arena, type, fp_from_double(lw->arena, format, value));
}

static bool is_number(const char *text) {
	return (*text >= '0' && *text <= '9') || *text == '.';
}

/* Clang evaluates to double, which is exact for float and double; wider formats need the text. */
const struct expr *lw_float_literal(struct lw *lw, CXCursor c, const struct type *type) {
	const struct fp_format *format = type->kind == TYPE_FLOAT ? fp_by_bits(type->bits) : NULL;
	if (!format)
		return lw_unsupported(lw, type, "a literal of this type");
	double value;
	if (type->bits <= 64 && lw_eval_double(c, &value))
		return float_value(lw, type, value);
	const char *text = lw_first_token(lw, c);
	if (!text || !is_number(text))
		text = lw_spelled_number(lw, c);
	if (!text || !is_number(text))
		return lw_unsupported(lw, type, "a literal that cannot be read");
	return expr_const(lw->arena, type, fp_parse(lw->arena, format, text));
}

static int hex_digit(char c) {
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static const char *number(const char *p, int base, int most, uint32_t *value) {
	*value = 0;
	for (int i = 0; i < most && hex_digit(*p) >= 0 && hex_digit(*p) < base; i++, p++)
		*value = *value * (uint32_t)base + (uint32_t)hex_digit(*p);
	return p;
}

/* One character after a backslash, as clang prints it. */
static const char *escape(const char *p, uint32_t *value) {
	static const char letters[] = "abfnrtv\\\"'?e", meaning[] = "\a\b\f\n\r\t\v\\\"'?\033";
	if (*p >= '0' && *p <= '7')
		return number(p, 8, 3, value);
	if (*p == 'x')
		return number(p + 1, 16, 8, value);
	if (*p == 'u')
		return number(p + 1, 16, 4, value);
	if (*p == 'U')
		return number(p + 1, 16, 8, value);
	const char *found = *p ? strchr(letters, *p) : NULL;
	if (!found)
		return NULL;
	*value = (uint8_t)meaning[found - letters];
	return p + 1;
}

static void put(const struct lw *lw, uint8_t *to, uint64_t elem_size, uint32_t value) {
	for (uint64_t i = 0; i < elem_size; i++) {
		uint64_t shift = lw->fe->prog->target.big_endian ? elem_size - 1 - i : i;
		to[i] = (uint8_t)(shift < 4 ? value >> (8 * shift) : 0);
	}
}

/* UTF-8 in the printed form of a wide string. */
static const char *utf8(const char *p, uint32_t *value) {
	uint8_t first = (uint8_t)*p++;
	int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
	*value = more == 3 ? first & 7u : more == 2 ? first & 15u : more == 1 ? first & 31u : first;
	for (; more > 0 && ((uint8_t)*p & 0xc0) == 0x80; more--)
		*value = *value << 6 | ((uint8_t)*p++ & 0x3f);
	return p;
}

static bool decode(struct lw *lw, const char *p, uint64_t elem_size, uint8_t **bytes, uint64_t *n) {
	while (*p && *p != '"') /* L, u, u8, U */
		p++;
	if (*p++ != '"')
		return false;
	uint8_t *out = arena_alloc(lw->scratch, (strlen(p) + 1) * elem_size);
	uint64_t count = 0;
	while (*p && *p != '"') {
		uint32_t value;
		if (*p == '\\') {
			p = escape(p + 1, &value);
			if (!p)
				return false;
		} else if (elem_size > 1) {
			p = utf8(p, &value);
		} else {
			value = (uint8_t)*p++;
		}
		if (elem_size == 2 && value > 0xffff) {
			put(lw, out + elem_size * count++, 2, 0xd7c0 + (value >> 10));
			value = 0xdc00 + (value & 0x3ff);
		}
		put(lw, out + elem_size * count++, elem_size, value);
	}
	*bytes = out;
	*n = count * elem_size;
	return *p == '"';
}

bool lw_string_bytes(struct lw *lw, CXCursor c, uint64_t elem_size, uint8_t **bytes, uint64_t *n) {
	CXString s = clang_getCursorSpelling(c);
	const char *text = clang_getCString(s);
	bool ok = text && elem_size && decode(lw, text, elem_size, bytes, n);
	clang_disposeString(s);
	return ok;
}

const struct expr *lw_string(struct lw *lw, CXCursor c) {
	const struct type *type = fe_type(lw->fe, clang_getCursorType(c));
	uint8_t *bytes;
	uint64_t n;
	if (type->kind != TYPE_ARRAY || !lw_string_bytes(lw, c, type->elem->size, &bytes, &n))
		return lw_unsupported(lw, type, "a string literal that cannot be read");
	if (n > type->size)
		n = type->size;
	struct loc loc = fe_cursor_loc(c);
	return expr_symbol(lw->arena, fe_string_symbol(lw->fe, type, bytes, n, loc));
}
