/* What libclang's cursors hide but its printer shows: the function is printed once, from the syntax
 * tree and so without macros, and its for headers, asm statements and _Generic selections are
 * found by counting in the order that lower_scan.c gave their cursors.  A count that differs
 * makes everything here "not known".
 */
#include "frontend/lower.h"

#include <ctype.h>
#include <string.h>

#include "util/intern.h"

struct token {
	const char *at;
	size_t n;
	char kind; /* 'a' a word, '"' a literal, otherwise the character */
};

struct lw_sidecar {
	CXString text;
	VEC(struct token) token;
	VEC(size_t) fors, asms, generics; /* index of the token */
};

static bool is_word_char(char c) {
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static const char *end_of_literal(const char *p) {
	char quote = *p++;
	while (*p && *p != quote)
		p += *p == '\\' && p[1] ? 2 : 1;
	return *p ? p + 1 : p;
}

static void lex(struct lw_sidecar *s, const char *p) {
	while (*p) {
		const char *start = p;
		char kind = *p;
		if (isspace((unsigned char)*p)) {
			p++;
			continue;
		}
		if (*p == '"' || *p == '\'') {
			p = end_of_literal(p);
		} else if (is_word_char(*p)) {
			kind = 'a';
			while (is_word_char(*p))
				p++;
		} else {
			p++;
		}
		vec_push(&s->token, ((struct token){start, (size_t)(p - start), kind}));
	}
}

static bool is_word(const struct lw_sidecar *s, size_t i, const char *word) {
	return i < s->token.n && s->token.at[i].kind == 'a' && strlen(word) == s->token.at[i].n &&
	       strncmp(s->token.at[i].at, word, s->token.at[i].n) == 0;
}

static bool is_char(const struct lw_sidecar *s, size_t i, char c) {
	return i < s->token.n && s->token.at[i].kind == c;
}

/* register int x asm("r0") has a label, not a statement: it follows a declarator. */
static bool is_asm_statement(const struct lw_sidecar *s, size_t i) {
	if (i == 0)
		return false;
	if (is_word(s, i - 1, "else") || is_word(s, i - 1, "do"))
		return true;
	return s->token.at[i - 1].kind != 'a' && s->token.at[i - 1].kind != ']';
}

static void find(struct lw_sidecar *s) {
	for (size_t i = 0; i < s->token.n; i++) {
		if (is_word(s, i, "for") && is_char(s, i + 1, '('))
			vec_push(&s->fors, i);
		else if (is_word(s, i, "asm") && is_asm_statement(s, i))
			vec_push(&s->asms, i);
		else if (is_word(s, i, "_Generic"))
			vec_push(&s->generics, i);
	}
}

static struct lw_sidecar *sidecar(struct lw *lw) {
	if (lw->sidecar || clang_Cursor_isNull(lw->body))
		return lw->sidecar;
	lw->sidecar = mem_alloc(sizeof *lw->sidecar);
	lw->sidecar->text = clang_getCursorPrettyPrinted(lw->body, NULL);
	const char *text = clang_getCString(lw->sidecar->text);
	lex(lw->sidecar, text ? text : "");
	find(lw->sidecar);
	return lw->sidecar;
}

void lw_sidecar_close(struct lw *lw) {
	struct lw_sidecar *s = lw->sidecar;
	if (!s)
		return;
	clang_disposeString(s->text);
	vec_free(&s->token);
	vec_free(&s->fors);
	vec_free(&s->asms);
	vec_free(&s->generics);
	mem_free(s);
	lw->sidecar = NULL;
}

static int depth_of(char kind) {
	if (kind == '(' || kind == '[' || kind == '{')
		return 1;
	return kind == ')' || kind == ']' || kind == '}' ? -1 : 0;
}

int lw_sidecar_for(struct lw *lw, CXCursor c) {
	struct lw_sidecar *s = sidecar(lw);
	uint64_t k;
	if (!s || s->fors.n != lw->nfors || !lw_cursors_get(&lw->order, c, &k))
		return -1;
	int depth = 0, part = 0, mask = 0;
	for (size_t i = s->fors.at[k] + 1; i < s->token.n; i++) {
		char kind = s->token.at[i].kind;
		depth += depth_of(kind);
		if (depth == 0)
			return part == 2 ? mask : -1;
		if (depth == 1 && kind == ';')
			part++;
		else if ((depth > 1 || kind != '(') && part < 3)
			mask |= 1 << part;
	}
	return -1;
}

/* Counts operands of one section; their constraints are the literals outside parentheses. */
static void add_constraint(struct lw *lw, const char ***list, uint32_t *n, const struct token *t) {
	const char **grown = arena_array(lw->scratch, const char *, *n + 1);
	for (uint32_t i = 0; i < *n; i++)
		grown[i] = (*list)[i];
	grown[(*n)++] = intern_n(t->at + 1, t->n - 2);
	*list = grown;
}

bool lw_sidecar_asm(struct lw *lw, CXCursor c, struct lw_asm *out) {
	struct lw_sidecar *s = sidecar(lw);
	uint64_t k;
	*out = (struct lw_asm){.text = ""};
	if (!s || s->asms.n != lw->nasms || !lw_cursors_get(&lw->order, c, &k))
		return false;
	size_t i = s->asms.at[k] + 1;
	for (; i < s->token.n && s->token.at[i].kind == 'a'; i++)
		out->is_goto |= is_word(s, i, "goto");
	int depth = 0, section = 0;
	uint32_t n = 0;
	const char **list = NULL;
	for (; i < s->token.n; i++) {
		const struct token *t = &s->token.at[i];
		depth += depth_of(t->kind);
		if (depth == 0) {
			out->nin = n - out->nout;
			out->constraint = list;
			return true;
		}
		if (depth == 1 && t->kind == ':') {
			section++;
		} else if (depth == 1 && t->kind == '"') {
			if (section == 0) {
				out->text =
				    arena_printf(lw->scratch, "%s%.*s", out->text, (int)t->n - 2, t->at + 1);
			} else if (section <= 2) {
				add_constraint(lw, &list, &n, t);
				out->nout += section == 1;
			}
		}
	}
	return false;
}

const char *lw_sidecar_generic(struct lw *lw, CXCursor c) {
	struct lw_sidecar *s = sidecar(lw);
	uint64_t k;
	if (!s || s->generics.n != lw->ngenerics || !lw_cursors_get(&lw->order, c, &k))
		return NULL;
	int depth = 0;
	const char *start = NULL;
	char *out = NULL;
	size_t n = 0;
	for (size_t i = s->generics.at[k] + 1; i < s->token.n; i++) {
		const struct token *t = &s->token.at[i];
		depth += depth_of(t->kind);
		bool comma = depth == 1 && t->kind == ',';
		if (depth == 0 || (comma && start)) {
			size_t length = start ? (size_t)(t->at - start) : 0;
			char *grown = arena_alloc(lw->scratch, n + length + 2);
			memcpy(grown, out ? out : "", n);
			memcpy(grown + n, start ? start : "", length);
			out = grown;
			n += length;
			out[n++] = '\n';
			if (depth == 0)
				return out;
		}
		if (comma) {
			start = t->at + 1;
			while (*start == ' ' || *start == '\n' || *start == '\t')
				start++;
		}
	}
	return NULL;
}

bool lw_is_range(struct lw *lw, CXCursor lo, CXCursor hi, bool *is_range) {
	CXFile file, other;
	unsigned from, to;
	clang_getSpellingLocation(clang_getRangeEnd(clang_getCursorExtent(lo)), &file, NULL, NULL,
	                          &from);
	clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(hi)), &other, NULL, NULL,
	                          &to);
	size_t size = 0;
	const char *text = file && other && clang_File_isEqual(file, other)
	                       ? clang_getFileContents(lw->unit->tu, file, &size)
	                       : NULL;
	if (!text || from >= to || to > size)
		return false;
	*is_range = false;
	for (unsigned i = from; i < to; i++) {
		if (!strchr(" \t\r\n.[]", text[i]))
			return false; /* a macro or a comment in between: nobody knows */
		*is_range |= text[i] == '.';
	}
	return true;
}
