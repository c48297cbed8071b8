#include "witness/cleaf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/intern.h"
#include "witness/coperator.h"
#include "witness/ctypename.h"

static bool is_static_of(const struct symbol *s, const char *function) {
	size_t n = function ? strlen(function) : 0;
	return n && !strncmp(s->name, function, n) && s->name[n] == ':';
}

/* Of the symbols with that display name: 3 a static variable of the function, 2 one that
 * all files know, 1 one of a file. */
static uint32_t closeness(const struct cparser *p, const struct symbol *s) {
	if (s->storage == STORAGE_AUTO || s->is_model || s->is_temp)
		return 0;
	if (is_static_of(s, p->scope->function))
		return 3;
	if (!strcmp(s->name, s->display))
		return 2;
	const char *rest = strstr(s->name, "::");
	return rest && !strcmp(rest + 2, s->display) ? 1 : 0;
}

static struct symbol *find_symbol(struct cparser *p, const char *name) {
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
		cparser_fail(p, "no variable '%s' is known here", name);
	else if (!unique)
		cparser_fail(p, "several variables are called '%s'", name);
	return best && unique ? best : NULL;
}

const struct expr *cleaf_name(struct cparser *p) {
	const char *word = cparser_take_name(p);
	if (!word)
		return cparser_fail(
		    p, *p->next.at ? "'%.20s' is not understood" : "an expression ends too early%s",
		    p->next.at);
	if (!strcmp(word, "NULL"))
		return coperator_number(p, type_void_pointer(p->types), 0);
	if (!strcmp(word, "true") || !strcmp(word, "false"))
		return coperator_number(p, coperator_int(p), *word == 't');
	if (cparser_is_next(p, "("))
		return cparser_fail(p, "a call of '%s'", word);
	struct symbol *s = find_symbol(p, word);
	return s ? expr_symbol(p->arena, s) : NULL;
}

static const struct expr *float_constant(struct cparser *p) {
	const char *start = p->next.at, *end = start + p->next.n;
	char *stop;
	double d = strtod(start, &stop);
	if (stop != end && !(stop + 1 == end && strchr("fFlL", *stop)))
		return cparser_fail(p, "'%.*s' is not understood", (int)(end - start), start);
	if (stop + 1 == end && strchr("lL", *stop))
		return cparser_fail(p, "long double constants are not supported");
	bool is_float = stop + 1 == end;
	uint64_t bits;
	float f = (float)d;
	uint32_t half;
	memcpy(&bits, &d, sizeof bits);
	memcpy(&half, &f, sizeof half);
	cparser_advance(p);
	const struct type *type = ctypename_float(p, is_float);
	return expr_const(p->arena, type, bits_u64(p->arena, type->bits, is_float ? half : bits));
}

static const struct expr *integer_constant(struct cparser *p) {
	const struct target *t = types_target(p->types);
	const char *start = p->next.at, *end = start + p->next.n;
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
		return cparser_fail(p, "'%.*s' is not understood",
		                    end - start > 20 ? 20 : (int)(end - start), start);
	bool is_unsigned = unsigneds > 0;
	if (is_too_large || (v > INT64_MAX && decimal && !is_unsigned))
		return cparser_fail(p, "a constant that is too large for every type");
	cparser_advance(p);
	uint32_t bits[] = {t->int_bits, t->long_bits, 64};
	for (uint32_t i = longs; i < 3; i++) {
		uint64_t largest = bits[i] == 64 ? UINT64_MAX : ((uint64_t)1 << bits[i]) - 1;
		if (!is_unsigned && v <= largest / 2)
			return coperator_number(p, type_int(p->types, bits[i], true), v);
		if ((is_unsigned || !decimal) && v <= largest)
			return coperator_number(p, type_int(p->types, bits[i], false), v);
	}
	return coperator_number(p, type_int(p->types, 64, false), v);
}

const struct expr *cleaf_constant(struct cparser *p) {
	const char *text = p->next.at;
	bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	size_t n = strcspn(text, is_hex ? ".pP" : ".eE");
	return n < p->next.n ? float_constant(p) : integer_constant(p);
}

/* One character or simple escape sequence, without a prefix. */
const struct expr *cleaf_character(struct cparser *p) {
	static const char letters[] = "abfnrtv\\'\"?0", means[] = "\a\b\f\n\r\t\v\\'\"?";
	const char *text = p->next.at;
	bool is_escaped = text[1] == '\\';
	char c = is_escaped ? text[2] : text[1];
	const char *known = c ? strchr(letters, c) : NULL;
	if (p->next.is_open || *text != '\'' || p->next.n != (is_escaped ? 4u : 3u) ||
	    (is_escaped && !known))
		return cparser_fail(p, "a character constant that is not understood");
	if (is_escaped)
		c = means[known - letters];
	cparser_advance(p);
	bool is_signed = types_target(p->types)->char_signed;
	int v = is_signed ? (signed char)c : (unsigned char)c;
	return expr_const(p->arena, coperator_int(p), bits_i64(p->arena, coperator_int(p)->bits, v));
}
