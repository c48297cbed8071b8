#include "witness/cparser.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/base/intern.h"

const struct expr *cparser_fail(struct cparser *p, const char *format, ...) {
	char text[256];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	if (!p->error)
		p->error = intern(text);
	return NULL;
}

void cparser_open(struct cparser *p, const char *text) {
	clex_init(&p->lexer, text, strlen(text));
	cparser_advance(p);
}

void cparser_advance(struct cparser *p) {
	p->next = clex_next(&p->lexer);
}

bool cparser_is_end(const struct cparser *p) {
	return p->next.kind == CLEX_END && !p->next.is_open;
}

/* C has no "==>": it reads "==" and ">". */
static bool is_implication(const struct cparser *p) {
	return clex_is_punctuator(&p->next, "==") && p->next.at[2] == '>';
}

bool cparser_is_next(const struct cparser *p, const char *op) {
	if (!strcmp(op, "==>"))
		return is_implication(p);
	return clex_is_punctuator(&p->next, op) && !is_implication(p);
}

bool cparser_take(struct cparser *p, const char *op) {
	if (!cparser_is_next(p, op))
		return false;
	if (is_implication(p))
		cparser_advance(p);
	cparser_advance(p);
	return true;
}

bool cparser_take_word(struct cparser *p, const char *word) {
	if (!clex_is_word(&p->next, word))
		return false;
	cparser_advance(p);
	return true;
}

bool cparser_take_acsl(struct cparser *p, const char *word) {
	struct clex behind = p->lexer;
	struct clex_token t = clex_next(&behind);
	if (!clex_is_punctuator(&p->next, "\\") || t.at != p->next.at + 1 || !clex_is_word(&t, word))
		return false;
	p->lexer = behind;
	cparser_advance(p);
	return true;
}

const char *cparser_take_name(struct cparser *p) {
	if (p->next.kind != CLEX_WORD)
		return NULL;
	const char *name = intern_n(p->next.at, p->next.n);
	cparser_advance(p);
	return name;
}

bool cparser_expect(struct cparser *p, const char *op) {
	if (cparser_take(p, op))
		return true;
	cparser_fail(p, *p->next.at ? "'%s' expected before '%.20s'" : "'%s' expected at the end", op,
	             p->next.at);
	return false;
}
