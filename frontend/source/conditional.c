#include "frontend/source/conditional.h"

#include <ctype.h>
#include <string.h>

#include "util/base/intern.h"
#include "util/text/clex.h"

struct level {          /* an #if that is open */
	const char *first;  /* its directive: interned, one line */
	const char *branch; /* that of the branch */
	size_t at;          /* offset of the branch's directive */
	bool has_before;    /* there are branches before this one */
	bool has_after;     /* there is one behind it; known at its end only */
};

struct levels {
	VEC(struct level) at;
};

/* "#  if defined (X) \<newline> && Y // why" -> "#if defined (X) && Y" */
static const char *one_line(const struct clex_token *t) {
	char text[200];
	size_t n = 0;
	for (size_t i = 0; i < t->n && n + 2 < sizeof text; i++) {
		char c = t->at[i];
		if (!strncmp(t->at + i, "//", 2) || !strncmp(t->at + i, "/*", 2))
			break;
		if (c == '\\' || isspace((unsigned char)c))
			c = ' ';
		if (c != ' ' || (n > 1 && text[n - 1] != ' '))
			text[n++] = c;
	}
	while (n && text[n - 1] == ' ')
		n--;
	return intern_n(text, n);
}

static bool is_directive(const char *text, const char *word) {
	size_t n = strlen(word);
	return !strncmp(text + 1, word, n) && !isalnum((unsigned char)text[1 + n]);
}

/* Follows the directives up to 'offset', then to the end of the #ifs that are open there. */
static void follow(struct levels *open, const char *text, size_t size, size_t offset) {
	struct clex lexer;
	clex_init(&lexer, text, size);
	size_t inner = 0; /* opened behind the place */
	bool behind = false;
	size_t depth = 0; /* of 'open' that are not closed yet, once behind */
	for (struct clex_token t; (t = clex_next(&lexer)).kind != CLEX_END;) {
		size_t at = (size_t)(t.at - text);
		if (!behind && at >= offset) {
			behind = true;
			depth = open->at.n;
		}
		if (behind && !depth)
			return;
		if (t.kind != CLEX_DIRECTIVE)
			continue;
		const char *line = one_line(&t);
		bool opens = !strncmp(line, "#if", 3), ends = is_directive(line, "endif");
		bool goes_on = !strncmp(line, "#el", 3);
		if (opens && behind) {
			inner++;
		} else if (opens) {
			vec_push(&open->at, ((struct level){line, line, at, false, false}));
		} else if (ends && behind && inner) {
			inner--;
		} else if (ends && behind) {
			depth--;
		} else if (ends && open->at.n) {
			open->at.n--;
		} else if (goes_on && behind && !inner) {
			open->at.at[depth - 1].has_after = true;
		} else if (goes_on && !behind && open->at.n) {
			struct level *l = &vec_last(&open->at);
			*l = (struct level){l->first, line, at, true, false};
		}
	}
}

/* The name at the beginning of the text, which may be in parentheses; NULL: something else. */
static const char *name_in(const char *text, const char **end) {
	bool open = false;
	while (*text == ' ' || *text == '(') {
		open |= *text == '(';
		text++;
	}
	size_t n = 0;
	while (isalnum((unsigned char)text[n]) || text[n] == '_')
		n++;
	if (!n || isdigit((unsigned char)*text))
		return NULL;
	*end = text + n;
	while (**end == ' ' || (open && **end == ')'))
		++*end;
	return intern_n(text, n);
}

/* The macro that a condition tests, and whether it holds if that is defined (or not 0).  Of 'A &&
 * B' one is enough to make it false, of 'A || B' to make it true ('wanted'). */
static const char *macro_of(const char *directive, bool wanted, bool *if_defined, bool *by_value) {
	const char *text = directive + 1, *end;
	text += !strncmp(text, "elif", 4) ? 4 : 2;
	*if_defined = true;
	*by_value = false;
	if (!strncmp(text, "ndef", 4) || !strncmp(text, "def", 3)) {
		*if_defined = *text == 'd';
		return name_in(text + (*if_defined ? 3 : 4), &end);
	}
	while (*text == ' ' || *text == '!' || *text == '(') {
		*if_defined ^= *text == '!';
		text++;
	}
	bool is_defined = !strncmp(text, "defined", 7) && !isalnum((unsigned char)text[7]);
	const char *name = name_in(text + (is_defined ? 7 : 0), &end);
	*by_value = !is_defined;
	while (*end == ')' || *end == ' ')
		end++;
	bool decides = name && (!*end || (*if_defined && !strncmp(end, wanted ? "||" : "&&", 2)));
	return decides ? name : NULL;
}

static const char *option_for(const struct level *l) {
	bool if_defined, by_value;
	bool is_else = is_directive(l->branch, "else");
	if ((is_else && !is_directive(l->first, "if") && !is_directive(l->first, "ifdef") &&
	     !is_directive(l->first, "ifndef")) ||
	    (!is_else && l->branch != l->first && !l->has_after))
		return "-D...";
	const char *name = macro_of(is_else ? l->first : l->branch, is_else, &if_defined, &by_value);
	if (!name)
		return "-D...";
	bool define = if_defined == is_else; /* to make the condition another one */
	if (by_value)
		return intern_printf("-D%s=%d", name, define ? 1 : 0);
	return intern_printf("-%c%s", define ? 'D' : 'U', name);
}

static bool is_reserved(const char *option) {
	return option[2] == '_' && (option[3] == '_' || isupper((unsigned char)option[3]));
}

static uint32_t line_of(const char *text, size_t offset) {
	uint32_t line = 1;
	for (size_t i = 0; i < offset; i++)
		line += text[i] == '\n';
	return line;
}

bool fe_find_conditional(CXTranslationUnit tu, CXSourceLocation place, struct fe_conditional *out) {
	CXFile file;
	unsigned offset;
	size_t size = 0;
	clang_getSpellingLocation(place, &file, NULL, NULL, &offset);
	const char *text = file ? clang_getFileContents(tu, file, &size) : NULL;
	if (!text || offset > size)
		return false;
	struct levels open = {0};
	follow(&open, text, size, offset);
	bool found = false;
	for (size_t i = open.at.n; i-- > 0 && !found;) {
		const struct level *l = &open.at.at[i];
		if (!l->has_before && !l->has_after)
			continue;
		CXString name = clang_getFileName(file);
		bool is_else = is_directive(l->branch, "else");
		const char *option = option_for(l);
		*out = (struct fe_conditional){.directive = is_else ? l->first : l->branch,
		                               .option = option,
		                               .is_else = is_else,
		                               .is_reserved = is_reserved(option),
		                               .line = line_of(text, l->at),
		                               .file = intern(clang_getCString(name))};
		clang_disposeString(name);
		found = true;
	}
	vec_free(&open.at);
	return found;
}
