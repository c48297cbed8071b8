#include "util/text/clex.h"

#include <stdint.h>
#include <string.h>

void clex_init(struct clex *l, const char *text, size_t n) {
	*l = (struct clex){.at = text, .end = text + n, .at_line_start = true};
}

/* The character that many bytes ahead, or 0 beyond the end. */
static char peek(const struct clex *l, size_t ahead) {
	return ahead < (size_t)(l->end - l->at) ? l->at[ahead] : '\0';
}

static bool is_blank(char c) {
	return c == ' ' || (c >= '\t' && c <= '\r') || !c;
}

static bool is_digit(char c) {
	return c >= '0' && c <= '9';
}

static bool is_word_char(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
	       c == '$' || (unsigned char)c >= 0x80;
}

/* Bytes of the line continuation that many bytes ahead; 0: none is there. */
static size_t continuation(const struct clex *l, size_t ahead) {
	if (peek(l, ahead) != '\\')
		return 0;
	if (peek(l, ahead + 1) == '\n')
		return 2;
	return peek(l, ahead + 1) == '\r' && peek(l, ahead + 2) == '\n' ? 3 : 0;
}

/* --- Lengths, from 'ahead' on. --- */

/* Up to the end of the line, or of the text. */
static size_t line_length(const struct clex *l, size_t ahead) {
	size_t n = ahead, left = (size_t)(l->end - l->at);
	while (n < left && l->at[n] != '\n') {
		size_t joined = continuation(l, n);
		n += joined ? joined : 1;
	}
	return n - ahead;
}

/* Of the comment that begins there; 0: none does. */
static size_t comment_length(const struct clex *l, size_t ahead, bool *is_open) {
	if (peek(l, ahead) != '/' || (peek(l, ahead + 1) != '/' && peek(l, ahead + 1) != '*'))
		return 0;
	if (peek(l, ahead + 1) == '/')
		return line_length(l, ahead);
	const char *from = l->at + ahead;
	size_t left = (size_t)(l->end - from);
	const char *close = memmem(from + 2, left - 2, "*/", 2);
	*is_open = !close;
	return close ? (size_t)(close + 2 - from) : left;
}

/* Of the literal whose opening quote is there. */
static size_t literal_length(const struct clex *l, size_t ahead, bool *is_open) {
	size_t n = ahead + 1, left = (size_t)(l->end - l->at);
	char quote = l->at[ahead];
	while (n < left && l->at[n] != quote && l->at[n] != '\n') {
		size_t joined = continuation(l, n);
		n += joined ? joined : l->at[n] == '\\' && n + 1 < left ? 2 : 1;
	}
	*is_open = peek(l, n) != quote;
	return n + !*is_open - ahead;
}

/* A comment in a directive may hide ends of lines, and a literal what looks like a comment. */
static size_t directive_length(const struct clex *l) {
	size_t n = 0, left = (size_t)(l->end - l->at);
	bool is_open;
	while (n < left && l->at[n] != '\n') {
		size_t part = comment_length(l, n, &is_open);
		if (!part && (l->at[n] == '"' || l->at[n] == '\''))
			part = literal_length(l, n, &is_open);
		if (!part)
			part = continuation(l, n);
		n += part ? part : 1;
	}
	return n;
}

static size_t word_length(const struct clex *l) {
	size_t n = 0;
	while (is_word_char(peek(l, n)))
		n++;
	return n;
}

static size_t number_length(const struct clex *l) {
	bool is_hex = peek(l, 0) == '0' && (peek(l, 1) == 'x' || peek(l, 1) == 'X');
	for (size_t n = 1;; n++) {
		char c = peek(l, n);
		bool is_sign = (c == '+' || c == '-') && strchr(is_hex ? "pP" : "eE", l->at[n - 1]);
		bool is_separator = c == '\'' && is_word_char(peek(l, n + 1)); /* C23: 1'000 */
		if (!is_word_char(c) && c != '.' && !is_sign && !is_separator)
			return n;
	}
}

/* Of the prefix before the quote of a literal; SIZE_MAX: no literal begins here. */
static size_t prefix_length(const struct clex *l) {
	static const char *const prefix[] = {"", "L", "u", "U", "u8"};
	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++) {
		size_t n = strlen(prefix[i]);
		bool fits = (size_t)(l->end - l->at) > n && !memcmp(l->at, prefix[i], n);
		if (fits && (l->at[n] == '"' || l->at[n] == '\''))
			return n;
	}
	return SIZE_MAX;
}

static size_t punctuator_length(const struct clex *l) {
	static const char *const several[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
	                                      "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
	                                      "*=",  "/=",  "%=",  "&=", "^=", "|=", "##"};
	for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
		size_t n = strlen(several[i]);
		if ((size_t)(l->end - l->at) >= n && !memcmp(l->at, several[i], n))
			return n;
	}
	return 1;
}

/* --- Tokens. --- */

static struct clex_token take(struct clex *l, enum clex_kind kind, size_t n, bool is_open) {
	struct clex_token token = {.kind = kind, .is_open = is_open, .at = l->at, .n = n};
	l->at += n;
	l->at_line_start = false;
	return token;
}

/* Skips what separates tokens.  True: the text ends in a comment that is not closed, and that
 * begins here. */
static bool skip_blanks(struct clex *l) {
	while (l->at < l->end) {
		bool is_open = false;
		size_t n = comment_length(l, 0, &is_open);
		if (is_open)
			return true;
		if (!n)
			n = continuation(l, 0);
		if (!n && !is_blank(*l->at))
			return false;
		if (!n && *l->at == '\n')
			l->at_line_start = true;
		l->at += n ? n : 1;
	}
	return false;
}

/* What of a directive's first sign comes before its last character: it may be written as "%:" or
 * "??=". */
static size_t before_directive(const struct clex *l) {
	if (peek(l, 0) == '%' && peek(l, 1) == ':')
		return 1;
	return peek(l, 0) == '?' && peek(l, 1) == '?' && peek(l, 2) == '=' ? 2 : 0;
}

struct clex_token clex_next(struct clex *l) {
	bool is_open = skip_blanks(l);
	if (is_open || l->at == l->end)
		return take(l, CLEX_END, (size_t)(l->end - l->at), is_open);
	size_t before = before_directive(l);
	if (l->at_line_start && (before || *l->at == '#')) {
		l->at += before;
		return take(l, CLEX_DIRECTIVE, directive_length(l), false);
	}
	size_t prefix = prefix_length(l);
	if (prefix != SIZE_MAX) {
		enum clex_kind kind = l->at[prefix] == '"' ? CLEX_STRING : CLEX_CHARACTER;
		size_t n = prefix + literal_length(l, prefix, &is_open);
		return take(l, kind, n, is_open);
	}
	if (is_digit(*l->at) || (*l->at == '.' && is_digit(peek(l, 1))))
		return take(l, CLEX_NUMBER, number_length(l), false);
	if (is_word_char(*l->at))
		return take(l, CLEX_WORD, word_length(l), false);
	return take(l, CLEX_PUNCTUATOR, punctuator_length(l), false);
}

bool clex_is(const struct clex_token *t, const char *text) {
	return strlen(text) == t->n && !memcmp(t->at, text, t->n);
}

bool clex_is_word(const struct clex_token *t, const char *word) {
	return t->kind == CLEX_WORD && clex_is(t, word);
}

bool clex_is_punctuator(const struct clex_token *t, const char *punctuator) {
	return t->kind == CLEX_PUNCTUATOR && clex_is(t, punctuator);
}
