#include "witness/ctypename.h"

#include <string.h>

struct specifiers {
	uint32_t words, longs;
	bool is_unsigned, is_signed, is_char, is_short, is_bool, is_float, is_double, is_void;
};

static void take_specifiers(struct cparser *p, struct specifiers *s) {
	for (;; s->words++) {
		if (cparser_take_word(p, "unsigned"))
			s->is_unsigned = true;
		else if (cparser_take_word(p, "signed"))
			s->is_signed = true;
		else if (cparser_take_word(p, "long"))
			s->longs++;
		else if (cparser_take_word(p, "short"))
			s->is_short = true;
		else if (cparser_take_word(p, "char"))
			s->is_char = true;
		else if (cparser_take_word(p, "_Bool"))
			s->is_bool = true;
		else if (cparser_take_word(p, "float"))
			s->is_float = true;
		else if (cparser_take_word(p, "double"))
			s->is_double = true;
		else if (cparser_take_word(p, "void"))
			s->is_void = true;
		else if (!cparser_take_word(p, "int") && !cparser_take_word(p, "const") &&
		         !cparser_take_word(p, "volatile"))
			return;
	}
}

const struct type *ctypename_float(struct cparser *p, bool is_float) {
	bool is_32bit = types_target(p->types)->pointer_bits == 32;
	if (is_float)
		return type_float(p->types, 32, 4, 4);
	return type_float(p->types, 64, 8, is_32bit ? 4 : 8);
}

static const struct type *arithmetic_type(struct cparser *p, const struct specifiers *s) {
	const struct target *t = types_target(p->types);
	if (s->is_void)
		return type_void(p->types);
	if (s->is_bool)
		return type_bool(p->types);
	if (s->longs && s->is_double)
		return NULL; /* its layout depends on the target */
	if (s->is_float || s->is_double)
		return ctypename_float(p, s->is_float);
	if (s->is_char && !s->is_signed && !s->is_unsigned)
		return type_char(p->types);
	uint32_t bits = s->is_char ? 8 : s->is_short ? 16 : s->longs > 1 ? 64 : t->int_bits;
	if (s->longs == 1)
		bits = t->long_bits;
	return type_int(p->types, bits, !s->is_unsigned);
}

static const struct type *tagged_type(struct cparser *p, enum type_kind kind) {
	const char *tag = cparser_take_name(p);
	for (size_t i = 0; tag && i < p->prog->symbol.n; i++) {
		const struct type *t = p->prog->symbol.at[i]->type;
		while (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY)
			t = t->elem;
		if (t->kind == kind && t->record->tag && !strcmp(t->record->tag, tag))
			return t;
	}
	cparser_fail(p, "unknown type '%s'", tag ? tag : "");
	return NULL;
}

const struct type *ctypename_take(struct cparser *p) {
	const char *start = p->next.at;
	const struct type *type = NULL;
	if (cparser_take_word(p, "struct"))
		type = tagged_type(p, TYPE_STRUCT);
	else if (cparser_take_word(p, "union"))
		type = tagged_type(p, TYPE_UNION);
	else {
		struct specifiers s = {0};
		take_specifiers(p, &s);
		if (s.words)
			type = arithmetic_type(p, &s);
		if (s.words && !type)
			cparser_fail(p, "the type '%.*s' is not supported", (int)(p->next.at - start), start);
	}
	while (type && cparser_take(p, "*")) {
		type = type_pointer(p->types, type);
		while (cparser_take_word(p, "const") || cparser_take_word(p, "volatile") ||
		       cparser_take_word(p, "restrict"))
			continue;
	}
	return type;
}
