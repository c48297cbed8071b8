#include "frontend/source/attribute.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/source/clang.h"
#include "util/base/intern.h"
#include "util/base/vec.h"
#include "util/text/clex.h"

/* As clang prints it; free with mem_free. */
static char *print(CXCursor decl, bool with_body) {
	CXPrintingPolicy policy = clang_getCursorPrintingPolicy(decl);
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, !with_body);
	CXString s = clang_getCursorPrettyPrinted(decl, policy);
	clang_PrintingPolicy_dispose(policy);
	const char *text = clang_getCString(s);
	size_t n = text ? strlen(text) : 0;
	char *copy = mem_alloc(n + 1);
	if (n)
		memcpy(copy, text, n);
	clang_disposeString(s);
	return copy;
}

static char *printed(CXCursor decl) {
	return print(decl, false);
}

/* What stands between them, attributes of the function, does not belong to it. */
const char *fe_body_text(CXCursor definition) {
	char *text = print(definition, true);
	CXString name = clang_getCursorSpelling(definition);
	const char *from = strstr(text, intern_printf("%s(", clang_getCString(name)));
	clang_disposeString(name);
	from = from ? from : text;
	const char *body = strchr(from, '{');
	body = body ? body : from;
	int end = (int)strcspn(from, "{");
	const char *attribute = strstr(from, "__attribute__");
	if (attribute && attribute < from + end)
		end = (int)(attribute - from);
	while (end > 0 && from[end - 1] == ' ')
		end--;
	const char *found = intern_printf("%.*s %s", end, from, body);
	mem_free(text);
	return found;
}

/* "(...)" after an attribute's name, its inside interned; a single string loses its quotes. */
static const char *inside(struct clex after) {
	struct clex_token t = clex_next(&after);
	if (!clex_is_punctuator(&t, "("))
		return NULL;
	const char *start = t.at + 1;
	for (int depth = 1; depth;) {
		t = clex_next(&after);
		if (t.kind == CLEX_END)
			break;
		depth += clex_is_punctuator(&t, "(") - clex_is_punctuator(&t, ")");
	}
	size_t n = (size_t)(t.at - start);
	if (n >= 2 && start[0] == '"' && start[n - 1] == '"')
		return intern_n(start + 1, n - 2);
	return intern_n(start, n);
}

static bool same_name(const struct clex_token *t, const char *name) {
	const char *at = t->at;
	size_t n = t->n;
	if (n > 4 && !memcmp(at, "__", 2) && !memcmp(at + n - 2, "__", 2)) {
		at += 2;
		n -= 4;
	}
	return n == strlen(name) && !memcmp(at, name, n);
}

static bool is_bracket(const struct clex_token *t, const char *round, const char *square) {
	return clex_is_punctuator(t, round) || clex_is_punctuator(t, square);
}

/* Finds the word 'name'; with 'in_attribute' only inside an attribute list.  'after' reads on
 * behind it. */
static bool find_word(const char *text, const char *name, bool in_attribute, struct clex *after) {
	int depth = 0, attribute_depth = -1;
	clex_init(after, text, strlen(text));
	for (struct clex_token t; (t = clex_next(after)).kind != CLEX_END;) {
		if (t.kind == CLEX_PUNCTUATOR) {
			depth += is_bracket(&t, "(", "[") - is_bracket(&t, ")", "]");
			if (attribute_depth < 0 && t.at[0] == '[' && t.at[1] == '[')
				attribute_depth = depth - 1;
			else if (depth <= attribute_depth)
				attribute_depth = -1;
		} else if (t.kind == CLEX_WORD && same_name(&t, "attribute")) {
			attribute_depth = depth;
		} else if (t.kind == CLEX_WORD && (attribute_depth >= 0 || !in_attribute) &&
		           same_name(&t, name)) {
			return true;
		}
	}
	return false;
}

static bool has_attribute(const char *text, const char *name) {
	struct clex after;
	return find_word(text, name, true, &after);
}

bool fe_attribute(CXCursor decl, const char *name, const char **argument) {
	if (argument)
		*argument = NULL;
	if (!clang_Cursor_hasAttrs(decl))
		return false;
	char *text = printed(decl);
	struct clex after;
	bool found = find_word(text, name, true, &after);
	if (found && argument)
		*argument = inside(after);
	mem_free(text);
	return found;
}

static uint32_t priority(const char *text, const char *name) {
	struct clex after;
	if (!find_word(text, name, true, &after))
		return NO_PRIORITY;
	const char *argument = inside(after);
	return argument ? (uint32_t)strtoul(argument, NULL, 10) : 65535;
}

static const char *argument_of(const char *text, const char *name, bool in_attribute) {
	struct clex after;
	return find_word(text, name, in_attribute, &after) ? inside(after) : NULL;
}

struct fe_attributes fe_attributes(CXCursor decl) {
	struct fe_attributes a = {.constructor = NO_PRIORITY, .destructor = NO_PRIORITY};
	if (clang_Cursor_hasAttrs(decl)) {
		char *text = printed(decl);
		struct clex after;
		a.weak = has_attribute(text, "weak") || has_attribute(text, "weakref");
		a.gnu_inline = has_attribute(text, "gnu_inline");
		a.noreturn = find_word(text, "_Noreturn", false, &after) || has_attribute(text, "noreturn");
		a.constructor = priority(text, "constructor");
		a.destructor = priority(text, "destructor");
		a.alias = argument_of(text, "alias", true);
		a.asm_label = argument_of(text, "asm", false);
		mem_free(text);
	}
	if (clang_getCursorKind(decl) == CXCursor_FunctionDecl)
		a.noreturn |= fe_type_is_noreturn(decl);
	return a;
}

enum { MOST_ALIGNED = 16 }; /* what "aligned" without a number means */

static uint32_t number_of(const char *argument) {
	char *end;
	if (!argument)
		return MOST_ALIGNED;
	bool is_number = *argument >= '0' && *argument <= '9';
	if (!is_number && strncmp(argument, "sizeof", 6) != 0)
		return 0; /* a type, or alignof: no program looks at the address for that */
	unsigned long n = strtoul(argument, &end, 0);
	end += strspn(end, "uUlL");
	bool is_power = n && !(n & (n - 1)) && n <= (unsigned long)1 << 28;
	return end != argument && !*end && is_power ? (uint32_t)n : UINT32_MAX;
}

static uint32_t larger(uint32_t a, uint32_t b) {
	return a > b ? a : b;
}

static uint32_t alignment_of(CXCursor decl) {
	if (!clang_Cursor_hasAttrs(decl))
		return 0;
	char *text = printed(decl);
	struct clex after;
	uint32_t n = 0;
	if (find_word(text, "aligned", true, &after))
		n = number_of(inside(after));
	if (find_word(text, "_Alignas", false, &after) || find_word(text, "alignas", false, &after))
		n = larger(n, number_of(inside(after)));
	mem_free(text);
	return n;
}

uint32_t fe_alignment(CXCursor decl) {
	return larger(alignment_of(decl), alignment_of(clang_getCanonicalCursor(decl)));
}

/* Headers of the system rename functions that models know by the name in the source. */
static const char *label_of(CXCursor decl) {
	if (!clang_Cursor_hasAttrs(decl) || clang_getCursorLinkage(decl) == CXLinkage_Internal ||
	    clang_Location_isInSystemHeader(clang_getCursorLocation(decl)))
		return NULL;
	return fe_attributes(decl).asm_label;
}

const char *fe_linker_name(CXCursor decl) {
	CXString s = clang_getCursorSpelling(decl);
	const char *name = intern(clang_getCString(s)), *label = label_of(decl);
	clang_disposeString(s);
	if (!label)
		label = label_of(clang_getCanonicalCursor(decl));
	return label ? label : name;
}
