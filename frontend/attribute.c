#include "frontend/attribute.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/intern.h"
#include "util/vec.h"

/* The declaration without body, as clang prints it; free with mem_free. */
static char *printed(CXCursor decl) {
	CXPrintingPolicy policy = clang_getCursorPrintingPolicy(decl);
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
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

static const char *skip_quoted(const char *s) {
	char quote = *s++;
	while (*s && *s != quote)
		s += *s == '\\' && s[1] ? 2 : 1;
	return *s ? s + 1 : s;
}

static bool is_word(char c) {
	return isalnum((unsigned char)c) || c == '_';
}

/* "(...)" after an attribute's name, its inside interned; a single string loses its quotes. */
static const char *inside(const char *s) {
	while (*s == ' ')
		s++;
	if (*s != '(')
		return NULL;
	const char *start = ++s;
	for (int depth = 1; *s; s++) {
		if (*s == '"' || *s == '\'') {
			s = skip_quoted(s) - 1;
			continue;
		}
		depth += (*s == '(') - (*s == ')');
		if (!depth)
			break;
	}
	size_t n = (size_t)(s - start);
	if (n >= 2 && start[0] == '"' && start[n - 1] == '"')
		return intern_n(start + 1, n - 2);
	return intern_n(start, n);
}

static bool same_name(const char *at, size_t n, const char *name) {
	if (n > 4 && !memcmp(at, "__", 2) && !memcmp(at + n - 2, "__", 2)) {
		at += 2;
		n -= 4;
	}
	return n == strlen(name) && !memcmp(at, name, n);
}

/* Finds the word 'name' outside strings; with 'in_attribute' only inside an attribute list. */
static const char *find_word(const char *text, const char *name, bool in_attribute) {
	int depth = 0, attribute_depth = -1;
	for (const char *s = text; *s;) {
		if (*s == '"' || *s == '\'') {
			s = skip_quoted(s);
			continue;
		}
		if (!is_word(*s)) {
			depth += (*s == '(' || *s == '[') - (*s == ')' || *s == ']');
			if (attribute_depth < 0 && s[0] == '[' && s[1] == '[')
				attribute_depth = depth - 1;
			else if (depth <= attribute_depth)
				attribute_depth = -1;
			s++;
			continue;
		}
		const char *start = s;
		while (is_word(*s))
			s++;
		size_t n = (size_t)(s - start);
		if (same_name(start, n, "attribute"))
			attribute_depth = depth;
		else if ((attribute_depth >= 0 || !in_attribute) && same_name(start, n, name))
			return s;
	}
	return NULL;
}

bool fe_attribute(CXCursor decl, const char *name, const char **argument) {
	if (argument)
		*argument = NULL;
	if (!clang_Cursor_hasAttrs(decl))
		return false;
	char *text = printed(decl);
	const char *after = find_word(text, name, true);
	if (after && argument)
		*argument = inside(after);
	mem_free(text);
	return after != NULL;
}

static uint32_t priority(const char *text, const char *name) {
	const char *after = find_word(text, name, true);
	if (!after)
		return NO_PRIORITY;
	const char *argument = inside(after);
	return argument ? (uint32_t)strtoul(argument, NULL, 10) : 65535;
}

static const char *argument_of(const char *after) {
	return after ? inside(after) : NULL;
}

static bool noreturn_type(CXCursor function) {
	CXString s = clang_getTypeSpelling(clang_getCursorType(function));
	const char *text = clang_getCString(s);
	bool found = text && strstr(text, "noreturn");
	clang_disposeString(s);
	return found;
}

struct fe_attributes fe_attributes(CXCursor decl) {
	struct fe_attributes a = {.constructor = NO_PRIORITY, .destructor = NO_PRIORITY};
	if (clang_Cursor_hasAttrs(decl)) {
		char *text = printed(decl);
		a.weak = find_word(text, "weak", true);
		a.gnu_inline = find_word(text, "gnu_inline", true);
		a.noreturn = find_word(text, "_Noreturn", false) || find_word(text, "noreturn", true);
		a.constructor = priority(text, "constructor");
		a.destructor = priority(text, "destructor");
		a.alias = argument_of(find_word(text, "alias", true));
		a.asm_label = argument_of(find_word(text, "asm", false));
		mem_free(text);
	}
	if (clang_getCursorKind(decl) == CXCursor_FunctionDecl)
		a.noreturn |= noreturn_type(decl);
	return a;
}
