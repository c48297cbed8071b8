#include "report/base/source.h"

#include <stdint.h>
#include <string.h>

#include "util/text/lines.h"
#include "util/text/utf8.h"

#define MAX_LINES 40

struct lexer {
	const char *line;
	size_t at, n; /* of the line */
	bool on_first;
	size_t covered; /* bytes of the first line, up to the last one that counts */
	char text[SOURCE_MAX + 4];
	size_t length;
	bool blank;         /* before the next character */
	bool is_cut;        /* no room for more */
	bool has_paren_end; /* if, while, for, switch: ends where its bracket does */
	bool has_value;     /* braces are an initialiser's, not those of a body */
	unsigned brackets, braces, questions;
	bool is_done, is_odd;
};

static bool is_word(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
	       (unsigned char)c >= 0x80;
}

static bool is_blank(char c) {
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static char peek(const struct lexer *x, size_t ahead) {
	return x->at + ahead < x->n ? x->line[x->at + ahead] : '\0';
}

static char last(const struct lexer *x) {
	return x->length ? x->text[x->length - 1] : '\0';
}

/* Blanks next to brackets come from line ends more often than from taste. */
static bool wants_blank(const struct lexer *x, char next) {
	return x->blank && x->length && !strchr("([", last(x)) && !strchr(")],", next);
}

static void put(struct lexer *x, const char *s, size_t n) {
	size_t blank = wants_blank(x, *s);
	x->blank = false;
	if (x->is_cut || x->length + blank + n > SOURCE_MAX - 3) {
		x->is_cut = true;
		return;
	}
	if (blank)
		x->text[x->length++] = ' ';
	memcpy(x->text + x->length, s, n);
	x->length += n;
}

/* The next n bytes of the line count. */
static void take(struct lexer *x, size_t n) {
	const char *s = x->line + x->at;
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)s[i] < ' ' && s[i] != '\t')
			x->is_odd = true;
	if (!utf8_valid(s, n) || memchr(s, 0x7f, n))
		x->is_odd = true;
	if (!x->braces)
		put(x, s, n);
	x->at += n;
	if (x->on_first)
		x->covered = x->at;
}

static void take_literal(struct lexer *x) {
	char quote = peek(x, 0);
	size_t n = 1;
	while (x->at + n < x->n && peek(x, n) != quote)
		n += peek(x, n) == '\\' && x->at + n + 1 < x->n ? 2 : 1;
	if (x->at + n >= x->n) {
		x->is_odd = true; /* it does not end */
		return;
	}
	take(x, n + 1);
}

static bool is_one_of(const char *word, size_t n, const char *const *list) {
	for (; *list; list++)
		if (strlen(*list) == n && !memcmp(*list, word, n))
			return true;
	return false;
}

static void take_word(struct lexer *x) {
	static const char *const paren_end[] = {"if", "while", "for", "switch", NULL};
	static const char *const alone[] = {"do", "else", NULL};
	const char *word = x->line + x->at;
	size_t n = 0;
	while (x->at + n < x->n && is_word(word[n]))
		n++;
	if (!x->length) {
		x->has_paren_end = is_one_of(word, n, paren_end);
		x->is_done = is_one_of(word, n, alone);
		x->has_value = n == 6 && !memcmp(word, "return", n);
	}
	take(x, n);
}

/* Within braces only their own end is of interest. */
static void take_brace(struct lexer *x) {
	if (peek(x, 0) == '}') {
		x->braces--;
		x->blank = false;
		take(x, 1);
		return;
	}
	if (!x->braces)
		put(x, "{...", 4);
	x->braces++;
	take(x, 1);
}

static void take_opening(struct lexer *x) {
	if (peek(x, 0) != '{') {
		x->brackets++;
		take(x, 1);
	} else if (x->brackets || (x->has_value && x->length && strchr("=)", last(x)))) {
		take_brace(x);
	} else {
		x->is_done = true; /* a body begins */
	}
}

static void take_closing(struct lexer *x) {
	if (!x->brackets || peek(x, 0) == '}') {
		x->is_odd = x->brackets > 0;
		x->is_done = true;
		return;
	}
	take(x, 1);
	if (!--x->brackets && x->has_paren_end)
		x->is_done = true;
}

/* Does this character, outside of brackets, end the statement? */
static bool ends_here(struct lexer *x, char c) {
	if (x->brackets)
		return false;
	if (c == ':' && x->questions) {
		x->questions--;
		return false;
	}
	return c == ';' || c == ',' || c == ':';
}

static void take_operator(struct lexer *x, char c) {
	if (ends_here(x, c)) {
		x->is_done = true;
		return;
	}
	if (c == '?' && !x->brackets)
		x->questions++;
	bool two = peek(x, 1) == '=' && strchr("=!<>", c);
	if (c == '=' && !two && !strchr("!<>", last(x) ? last(x) : ' '))
		x->has_value = true;
	take(x, two ? 2 : 1);
}

static void skip_comment(struct lexer *x, bool *in_comment) {
	const char *end = memmem(x->line + x->at, x->n - x->at, "*/", 2);
	*in_comment = !end;
	x->at = end ? (size_t)(end - x->line) + 2 : x->n;
	x->blank = true;
}

static void take_token(struct lexer *x, bool *in_comment) {
	char c = peek(x, 0);
	if (is_blank(c) || (c == '\\' && x->at + 1 == x->n)) {
		x->blank = true;
		x->at++;
	} else if (!c) {
		x->is_odd = true;
	} else if (c == '/' && peek(x, 1) == '/') {
		x->at = x->n;
	} else if (c == '/' && peek(x, 1) == '*') {
		x->at += 2;
		skip_comment(x, in_comment);
	} else if (c == '"' || c == '\'') {
		take_literal(x);
	} else if (x->braces) {
		if (c == '{' || c == '}')
			take_brace(x);
		else
			take(x, 1);
	} else if (is_word(c)) {
		take_word(x);
	} else if (strchr("([{", c)) {
		take_opening(x);
	} else if (strchr(")]}", c)) {
		take_closing(x);
	} else {
		take_operator(x, c);
	}
}

static bool is_directive(const struct lexer *x) {
	for (size_t i = 0; i < x->n; i++)
		if (!is_blank(x->line[i]))
			return x->line[i] == '#';
	return false;
}

static void scan(struct lexer *x, struct loc loc) {
	bool in_comment = false;
	for (uint32_t i = 0; i < MAX_LINES && !x->is_done && !x->is_odd && !x->is_cut; i++) {
		x->line = lines_get(loc.file, loc.line + i, &x->n);
		x->at = i ? 0 : loc.col - 1;
		x->on_first = i == 0;
		if (!x->line || x->at >= x->n) {
			x->is_odd |= i == 0 || !x->line;
			continue;
		}
		if (i && !in_comment && is_directive(x))
			continue;
		x->blank = i > 0;
		if (in_comment)
			skip_comment(x, &in_comment);
		while (x->at < x->n && !x->is_done && !x->is_odd)
			take_token(x, &in_comment);
	}
}

bool source_statement(struct arena *arena, struct loc loc, struct statement *statement) {
	*statement = (struct statement){0};
	if (!loc.file || !loc.line || !loc.col)
		return false;
	struct lexer x = {0};
	scan(&x, loc);
	if (!x.is_done)
		x.is_cut = true;
	if (x.is_odd || x.covered < loc.col)
		return false; /* nothing begins there */
	statement->text = arena_printf(arena, "%.*s%s", (int)x.length, x.text, x.is_cut ? "..." : "");
	statement->from = loc.col - 1;
	statement->to = x.covered;
	return true;
}

/* Where what byte 'at' of the line is part of begins, outside of brackets. */
static size_t find_begin(const char *line, size_t at) {
	size_t begin = at;
	for (int depth = 0; at-- > 0;) {
		char c = line[at];
		if (c == '"' || c == '\'' || c == '/' || c == '#') /* too hard to read backwards */
			return begin;
		depth += c == ')' || c == ']' ? 1 : c == '(' || c == '[' ? -1 : 0;
		if (depth < 0 || (!depth && strchr(";,{}", c)))
			break;
		if (!is_blank(c) && c != '*') /* of 'int *p = f(), *q = g()' */
			begin = at;
	}
	return begin;
}

bool source_whole(struct arena *arena, struct loc loc, struct statement *statement) {
	size_t n;
	const char *line = lines_get(loc.file, loc.line, &n);
	if (line && loc.col && loc.col <= n) {
		struct loc begin = {loc.file, loc.line, (uint32_t)find_begin(line, loc.col - 1) + 1};
		if (source_statement(arena, begin, statement) && statement->to >= loc.col)
			return true;
	}
	return source_statement(arena, loc, statement);
}

bool source_in_for(struct loc loc) {
	size_t n;
	const char *line = lines_get(loc.file, loc.line, &n);
	if (!line || !loc.col || loc.col > n)
		return false;
	size_t depth = 0, since = 0; /* of brackets; of the innermost 'for', 0: none is open */
	for (size_t i = 0; i + 1 < loc.col; i++) {
		bool is_for = i + 3 < n && !memcmp(line + i, "for", 3) && !is_word(line[i + 3]) &&
		              (!i || !is_word(line[i - 1]));
		if (is_for)
			since = depth + 1;
		depth += line[i] == '(';
		depth -= line[i] == ')' && depth;
		if (line[i] == ')' && depth < since)
			since = 0;
	}
	return since && depth >= since;
}
