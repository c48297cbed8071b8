#include "witness/cparser.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/intern.h"

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

void cparser_blanks(struct cparser *p) {
	p->at += strspn(p->at, " \t\r\n");
}

bool cparser_is_word_char(char c) {
	return isalnum((unsigned char)c) || c == '_';
}

bool cparser_is_next(struct cparser *p, const char *op) {
	cparser_blanks(p);
	size_t n = strlen(op);
	if (strncmp(p->at, op, n) != 0)
		return false;
	char next = p->at[n];
	if (n == 1 && strchr("<>&|+-", *op) && next == *op)
		return false;
	if (n == 1 && strchr("<>=!+-*/%&|^", *op) && next == '=')
		return false;
	return !(n == 2 && !strcmp(op, "==") && next == '>');
}

bool cparser_take(struct cparser *p, const char *op) {
	if (!cparser_is_next(p, op))
		return false;
	p->at += strlen(op);
	return true;
}

bool cparser_take_word(struct cparser *p, const char *word) {
	cparser_blanks(p);
	size_t n = strlen(word);
	if (strncmp(p->at, word, n) != 0 || cparser_is_word_char(p->at[n]))
		return false;
	p->at += n;
	return true;
}

const char *cparser_take_name(struct cparser *p) {
	cparser_blanks(p);
	size_t n = 0;
	if (isdigit((unsigned char)*p->at))
		return NULL;
	while (cparser_is_word_char(p->at[n]))
		n++;
	const char *name = n ? intern_n(p->at, n) : NULL;
	p->at += n;
	return name;
}

bool cparser_expect(struct cparser *p, const char *op) {
	if (cparser_take(p, op))
		return true;
	cparser_fail(p, *p->at ? "'%s' expected before '%.20s'" : "'%s' expected at the end", op,
	             p->at);
	return false;
}
