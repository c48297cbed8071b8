/* What libclang's cursors hide but its printer shows: the function is printed once, from the syntax
 * tree and so without macros, and its for headers, asm statements and _Generic selections are
 * found by counting in the order that lower_scan.c gave their cursors.  A count that differs
 * makes everything here "not known".
 */
#include "frontend/code/sidecar.h"

#include <string.h>

#include "frontend/code/lower_body.h"
#include "frontend/source/cursors.h"
#include "util/base/intern.h"
#include "util/text/clex.h"

struct lw_sidecar {
	CXString text;
	VEC(struct clex_token) token;
	VEC(size_t) fors, asms, generics; /* index of the token */
};

static void lex(struct lw_sidecar *s, const char *text) {
	struct clex lexer;
	clex_init(&lexer, text, strlen(text));
	for (struct clex_token t; (t = clex_next(&lexer)).kind != CLEX_END;)
		if (t.kind != CLEX_DIRECTIVE)
			vec_push(&s->token, t);
}

static bool is_word(const struct lw_sidecar *s, size_t i, const char *word) {
	return i < s->token.n && clex_is_word(&s->token.at[i], word);
}

static bool is_punctuator(const struct lw_sidecar *s, size_t i, const char *punctuator) {
	return i < s->token.n && clex_is_punctuator(&s->token.at[i], punctuator);
}

/* register int x asm("r0") has a label, not a statement: it follows a declarator. */
static bool is_asm_statement(const struct lw_sidecar *s, size_t i) {
	if (i == 0)
		return false;
	if (is_word(s, i - 1, "else") || is_word(s, i - 1, "do"))
		return true;
	return s->token.at[i - 1].kind != CLEX_WORD && !is_punctuator(s, i - 1, "]");
}

static void find(struct lw_sidecar *s) {
	for (size_t i = 0; i < s->token.n; i++) {
		if (is_word(s, i, "for") && is_punctuator(s, i + 1, "("))
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

static int depth_of(const struct clex_token *t) {
	if (t->kind != CLEX_PUNCTUATOR)
		return 0;
	if (*t->at == '(' || *t->at == '[' || *t->at == '{')
		return 1;
	return *t->at == ')' || *t->at == ']' || *t->at == '}' ? -1 : 0;
}

int lw_sidecar_for(struct lw *lw, CXCursor c) {
	struct lw_sidecar *s = sidecar(lw);
	uint64_t k;
	if (!s || s->fors.n != lw->nfors || !lw_cursors_get(&lw->order, c, &k))
		return -1;
	int depth = 0, part = 0, mask = 0;
	for (size_t i = s->fors.at[k] + 1; i < s->token.n; i++) {
		const struct clex_token *t = &s->token.at[i];
		depth += depth_of(t);
		if (depth == 0)
			return part == 2 ? mask : -1;
		if (depth == 1 && clex_is_punctuator(t, ";"))
			part++;
		else if ((depth > 1 || !clex_is_punctuator(t, "(")) && part < 3)
			mask |= 1 << part;
	}
	return -1;
}

/* Appends to a list in the scratch arena, which is short. */
static void add_text(struct lw *lw, const char *const **list, uint32_t *n, const char *text) {
	const char **grown = arena_array(lw->scratch, const char *, *n + 1);
	for (uint32_t i = 0; i < *n; i++)
		grown[i] = (*list)[i];
	grown[(*n)++] = text;
	*list = grown;
}

enum asm_section { ASM_TEMPLATE, ASM_OUTPUTS, ASM_INPUTS, ASM_CLOBBERS, ASM_LABELS };

/* A literal outside parentheses, or the name of a label. */
static void add_to_section(struct lw *lw, struct lw_asm *out, int section,
                           const struct clex_token *t, const char *name) {
	bool is_literal = t->kind == CLEX_STRING;
	const char *text = is_literal ? intern_n(t->at + 1, t->n - 2) : intern_n(t->at, t->n);
	uint32_t n = out->nout + out->nin, names = n;
	if (section == ASM_TEMPLATE && is_literal) {
		out->text = arena_printf(lw->scratch, "%s%s", out->text, text);
	} else if ((section == ASM_OUTPUTS || section == ASM_INPUTS) && is_literal) {
		add_text(lw, &out->constraint, &n, text);
		add_text(lw, &out->name, &names, name);
		*(section == ASM_OUTPUTS ? &out->nout : &out->nin) += 1;
	} else if (section == ASM_CLOBBERS && is_literal) {
		add_text(lw, &out->clobber, &out->nclobbers, text);
	} else if (section == ASM_LABELS && t->kind == CLEX_WORD) {
		add_text(lw, &out->label, &out->nlabels, text);
	}
}

bool lw_sidecar_asm(struct lw *lw, CXCursor c, struct lw_asm *out) {
	struct lw_sidecar *s = sidecar(lw);
	uint64_t k;
	*out = (struct lw_asm){.text = ""};
	if (!s || s->asms.n != lw->nasms || !lw_cursors_get(&lw->order, c, &k))
		return false;
	size_t i = s->asms.at[k] + 1;
	for (; i < s->token.n && s->token.at[i].kind == CLEX_WORD; i++)
		out->is_goto |= is_word(s, i, "goto");
	int depth = 0, section = ASM_TEMPLATE;
	const char *name = NULL;
	for (; i < s->token.n; i++) {
		const struct clex_token *t = &s->token.at[i];
		depth += depth_of(t);
		if (depth == 0)
			return true;
		if (depth == 1 && clex_is_punctuator(t, ":")) {
			section++;
		} else if (depth == 1 && clex_is_punctuator(t, ",")) {
			name = NULL;
		} else if (depth == 1) {
			add_to_section(lw, out, section, t, name);
		} else if (depth == 2 && t->kind == CLEX_WORD && is_punctuator(s, i - 1, "[")) {
			name = intern_n(t->at, t->n);
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
		const struct clex_token *t = &s->token.at[i];
		depth += depth_of(t);
		bool comma = depth == 1 && clex_is_punctuator(t, ",");
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
