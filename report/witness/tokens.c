#include "report/witness/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "util/text/clex.h"

struct scanner {
	struct tokens *t;
	struct arena *arena;
	uint32_t at;        /* up to here lines are counted */
	VEC(uint32_t) open; /* brackets */
};

/* Notes the lines that begin up to that byte of the text. */
static void count_lines(struct scanner *s, size_t to) {
	while (s->at < to)
		if (s->t->text[s->at++] == '\n')
			vec_push(&s->t->line, s->at);
}

static bool is_word(const struct tokens *t, uint32_t ix, const char *word) {
	if (ix >= t->token.n)
		return false;
	const struct token *k = &t->token.at[ix];
	return k->kind == TOKEN_WORD && strlen(word) == k->n && !memcmp(t->text + k->at, word, k->n);
}

static bool word_at(const struct tokens *t, uint32_t ix, const char *const *list) {
	for (; *list; list++)
		if (is_word(t, ix, *list))
			return true;
	return false;
}

static bool is_control(const struct tokens *t, uint32_t ix) {
	static const char *const words[] = {"if", "while", "for", "switch", NULL};
	return word_at(t, ix, words);
}

static bool is_record(const struct tokens *t, uint32_t ix) {
	static const char *const words[] = {"struct", "union", "enum", NULL};
	return word_at(t, ix, words);
}

static char kind_of(const struct tokens *t, uint32_t ix) {
	return ix < t->token.n ? t->token.at[ix].kind : '\0';
}

/* Do the braces that begin at ix hold statements? */
static bool opens_block(const struct tokens *t, uint32_t ix) {
	if (!ix)
		return false;
	uint32_t outer = t->token.at[ix].in;
	if (outer != NO_TOKEN && kind_of(t, outer) == '{' && !t->token.at[outer].is_block)
		return false;
	switch (kind_of(t, ix - 1)) {
	case '=':
	case ',':
	case '[':
	case ']': return false;
	case TOKEN_WORD: return !is_record(t, ix - 1) && !(ix > 1 && is_record(t, ix - 2));
	case ')': {
		uint32_t open = t->token.at[ix - 1].mate;
		if (open == NO_TOKEN || !open)
			return true;
		char before = kind_of(t, open - 1);
		bool is_cast = before == TOKEN_OPERATOR || strchr("=,(&*+-!~?:", before);
		return !is_cast && !is_word(t, open - 1, "return");
	}
	default: return true;
	}
}

static void close_bracket(struct scanner *s, uint32_t ix) {
	static const char pairs[] = "()[]{}";
	struct tokens *t = s->t;
	const char *close = strchr(pairs, t->token.at[ix].kind);
	if (!s->open.n || t->token.at[vec_last(&s->open)].kind != close[-1])
		return; /* odd; without a mate nothing is found around here */
	uint32_t open = vec_pop(&s->open);
	t->token.at[ix].mate = open;
	t->token.at[ix].in = t->token.at[open].in;
	t->token.at[open].mate = ix;
}

static char kind_of_token(const struct clex_token *k) {
	switch (k->kind) {
	case CLEX_WORD: return TOKEN_WORD;
	case CLEX_NUMBER: return TOKEN_NUMBER;
	case CLEX_STRING:
	case CLEX_CHARACTER: return TOKEN_LITERAL;
	default: return k->n == 1 ? *k->at : TOKEN_OPERATOR;
	}
}

static void add(struct scanner *s, const struct clex_token *k) {
	struct tokens *t = s->t;
	char kind = kind_of_token(k);
	struct token token = {.kind = kind,
	                      .at = (uint32_t)(k->at - t->text),
	                      .n = (uint32_t)k->n,
	                      .line = (uint32_t)t->line.n,
	                      .in = s->open.n ? vec_last(&s->open) : NO_TOKEN,
	                      .mate = NO_TOKEN};
	uint32_t ix = (uint32_t)t->token.n;
	vec_push(&t->token, token);
	if (strchr("([{", kind)) {
		vec_push(&s->open, ix);
		t->token.at[ix].is_block = kind == '{' && opens_block(t, ix);
	} else if (strchr(")]}", kind)) {
		close_bracket(s, ix);
	}
}

/* "# 12 "a.c" 3" or "#line 12 "a.c"": the line that follows is that one. */
static void read_marker(struct scanner *s, const char *line, size_t n) {
	char *copy = arena_alloc(s->arena, n + 1), *end;
	memcpy(copy, line, n);
	copy[n] = '\0';
	const char *from = copy + 1 + strspn(copy + 1, " \t");
	if (!strncmp(from, "line", 4))
		from += 4;
	unsigned long presumed = strtoul(from, &end, 10);
	if (end == from || presumed > INT32_MAX)
		return;
	struct token_marker m = {(uint32_t)s->t->line.n, vec_last(&s->t->marker).file,
	                         (uint32_t)presumed};
	const char *name = end + strspn(end, " \t");
	if (*name == '"') {
		char *to = copy;
		for (name++; *name && *name != '"'; name++)
			*to++ = *name == '\\' && name[1] ? *++name : *name;
		*to = '\0';
		m.file = copy;
	}
	vec_push(&s->t->marker, m);
}

static void scan(struct scanner *s) {
	struct clex lexer;
	clex_init(&lexer, s->t->text, s->t->n);
	for (;;) {
		struct clex_token k = clex_next(&lexer);
		size_t at = (size_t)(k.at - s->t->text);
		count_lines(s, at);
		if (k.kind == CLEX_DIRECTIVE) {
			size_t end = at + k.n;
			count_lines(s, end < s->t->n ? end + 1 : end);
			read_marker(s, k.at, k.n);
		} else if (k.kind == CLEX_END) {
			count_lines(s, s->t->n);
			return;
		} else {
			add(s, &k);
		}
	}
}

void tokens_init(struct tokens *t, struct arena *arena, const char *file, const char *text,
                 size_t n) {
	*t = (struct tokens){.text = text, .n = n < UINT32_MAX ? n : 0};
	struct scanner s = {.t = t, .arena = arena};
	struct token_marker first = {1, file, 1};
	vec_push(&t->marker, first);
	vec_push(&t->line, 0);
	scan(&s);
	vec_free(&s.open);
}

void tokens_free(struct tokens *t) {
	vec_free(&t->token);
	vec_free(&t->line);
	vec_free(&t->marker);
}

/* --- Looking up. --- */

static uint32_t find_offset(const struct tokens *t, uint32_t offset) {
	size_t lo = 0, hi = t->token.n;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (t->token.at[mid].at < offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->token.n && t->token.at[lo].at == offset ? (uint32_t)lo : NO_TOKEN;
}

/* The line of the text, if the i-th marker governs the place; or 0. */
static uint32_t marked_line(const struct tokens *t, size_t i, struct loc loc) {
	const struct token_marker *m = &t->marker.at[i];
	uint64_t end = i + 1 < t->marker.n ? m[1].line : t->line.n + 1;
	uint64_t line = (uint64_t)m->line + loc.line - m->presumed;
	bool fits = loc.line >= m->presumed && line < end && !strcmp(m->file, loc.file);
	return fits ? (uint32_t)line : 0;
}

/* A header may be there several times; the first that fits is as good as any. */
uint32_t tokens_find(const struct tokens *t, struct loc loc) {
	for (size_t i = 0; i < t->marker.n && loc.file && loc.col; i++) {
		uint32_t line = marked_line(t, i, loc);
		uint32_t ix = line ? find_offset(t, t->line.at[line - 1] + loc.col - 1) : NO_TOKEN;
		if (ix != NO_TOKEN && t->token.at[ix].line == line)
			return ix;
	}
	return NO_TOKEN;
}

uint32_t tokens_line(const struct tokens *t, struct loc loc) {
	uint32_t line = 0;
	for (size_t i = 0; i < t->marker.n && loc.file && !line; i++)
		line = marked_line(t, i, loc);
	return line;
}

static uint32_t count_characters(const struct tokens *t, uint32_t from, uint32_t to) {
	uint32_t n = 0;
	for (uint32_t i = from; i < to; i++)
		n += ((unsigned char)t->text[i] & 0xc0) != 0x80;
	return n;
}

uint32_t tokens_column(const struct tokens *t, uint32_t ix) {
	const struct token *k = &t->token.at[ix];
	return count_characters(t, t->line.at[k->line - 1], k->at) + 1;
}

uint32_t tokens_offset(const struct tokens *t, uint32_t ix) {
	return count_characters(t, 0, t->token.at[ix].at);
}

/* --- Structure. --- */

/* The parenthesis of the head of an if, while, for or switch that ix is in; or NO_TOKEN. */
static uint32_t head_around(const struct tokens *t, uint32_t ix) {
	for (uint32_t o = t->token.at[ix].in; o != NO_TOKEN; o = t->token.at[o].in) {
		if (t->token.at[o].is_block)
			return NO_TOKEN;
		if (t->token.at[o].kind == '(' && o && is_control(t, o - 1))
			return o;
	}
	return NO_TOKEN;
}

/* Is the ':' at ix that of a label or case? */
static bool ends_label(const struct tokens *t, uint32_t ix, uint32_t block) {
	uint32_t first = block == NO_TOKEN ? 0 : block + 1;
	for (uint32_t i = ix; i-- > first;) {
		char kind = kind_of(t, i);
		if (kind == '?')
			return false;
		if (is_word(t, i, "case") || is_word(t, i, "default"))
			return true;
		if (strchr(";{}:", kind))
			return i + 2 == ix; /* "name:" */
		if (kind == ')' || kind == ']') {
			if (t->token.at[i].mate == NO_TOKEN)
				return false;
			i = t->token.at[i].mate;
		}
	}
	return first + 1 == ix;
}

/* Can a statement begin after token ix, which is directly in the block? */
static bool ends_before(const struct tokens *t, uint32_t ix, uint32_t block) {
	const struct token *k = &t->token.at[ix];
	switch (k->kind) {
	case ';': return true;
	case '}': return k->mate == NO_TOKEN || t->token.at[k->mate].is_block;
	case ')': return k->mate == NO_TOKEN || (k->mate && is_control(t, k->mate - 1));
	case ':': return ends_label(t, ix, block);
	default: return is_word(t, ix, "else") || is_word(t, ix, "do");
	}
}

uint32_t tokens_statement(const struct tokens *t, uint32_t ix, bool *in_head) {
	uint32_t head = head_around(t, ix);
	*in_head = head != NO_TOKEN;
	if (*in_head)
		return head - 1;
	while (t->token.at[ix].in != NO_TOKEN && !t->token.at[t->token.at[ix].in].is_block)
		ix = t->token.at[ix].in;
	uint32_t block = t->token.at[ix].in;
	uint32_t first = block == NO_TOKEN ? 0 : block + 1;
	while (ix > first && !ends_before(t, ix - 1, block)) {
		ix--;
		if (strchr(")]}", t->token.at[ix].kind) && t->token.at[ix].mate != NO_TOKEN)
			ix = t->token.at[ix].mate;
	}
	return ix;
}

uint32_t tokens_statement_end(const struct tokens *t, uint32_t start) {
	if (is_control(t, start) && kind_of(t, start + 1) == '(')
		return t->token.at[start + 1].mate != NO_TOKEN ? t->token.at[start + 1].mate : start;
	uint32_t last = start;
	for (uint32_t i = start; i < t->token.n; i++) {
		const struct token *k = &t->token.at[i];
		if (k->is_block || k->kind == '}')
			break;
		last = i;
		if (k->kind == ';')
			break;
		if (strchr("([{", k->kind)) {
			if (k->mate == NO_TOKEN)
				break;
			last = i = k->mate;
		}
	}
	return last;
}

bool tokens_condition(const struct tokens *t, uint32_t ix, uint32_t *from, uint32_t *to) {
	if (kind_of(t, ix + 1) != '(' || t->token.at[ix + 1].mate == NO_TOKEN)
		return false;
	*from = ix + 2;
	*to = t->token.at[ix + 1].mate;
	if (!is_word(t, ix, "for"))
		return is_word(t, ix, "if") || is_word(t, ix, "while");
	uint32_t end[2], n = 0;
	for (uint32_t i = *from; i < *to && n < 2; i++)
		if (kind_of(t, i) == ';' && t->token.at[i].in == ix + 1)
			end[n++] = i;
	if (n < 2)
		return false;
	*from = end[0] + 1;
	*to = end[1];
	return true;
}

bool tokens_is_loop(const struct tokens *t, uint32_t ix) {
	static const char *const words[] = {"for", "while", "do", NULL};
	return word_at(t, ix, words);
}

static bool is_operator(const struct tokens *t, uint32_t ix, const char *operator) {
	const struct token *k = &t->token.at[ix];
	return k->kind == TOKEN_OPERATOR && k->n == 2 && !memcmp(t->text + k->at, operator, 2);
}

/* Does an operand of && or ||, or the whole condition, begin at ix? */
static bool begins_operand(const struct tokens *t, uint32_t condition, uint32_t ix) {
	while (ix > condition && kind_of(t, ix - 1) == '(')
		ix--;
	return ix <= condition || is_operator(t, ix - 1, "&&") || is_operator(t, ix - 1, "||");
}

/* The next || outside of parentheses, or the end of what these enclose. */
static uint32_t skip_operands(const struct tokens *t, uint32_t ix, uint32_t end) {
	for (; ix < end && kind_of(t, ix) != ')' && !is_operator(t, ix, "||"); ix++) {
		char kind = kind_of(t, ix);
		if (strchr("?:,=", kind))
			return NO_TOKEN;
		if (strchr("([{", kind)) {
			ix = t->token.at[ix].mate;
			if (ix == NO_TOKEN)
				return NO_TOKEN;
		}
	}
	return ix;
}

uint32_t tokens_next_operand(const struct tokens *t, uint32_t condition, uint32_t end,
                             uint32_t from, uint32_t to, bool value) {
	if (!begins_operand(t, condition, from))
		return NO_TOKEN;
	while (to != NO_TOKEN && to < end) {
		if (kind_of(t, to) == ')') {
			uint32_t open = t->token.at[to].mate;
			if (open == NO_TOKEN || !begins_operand(t, condition, open))
				return NO_TOKEN;
			to++;
		} else if (is_operator(t, to, "&&") || is_operator(t, to, "||")) {
			bool is_and = is_operator(t, to, "&&");
			if (value == is_and)
				return to + 1;
			/* The right operands of && end at the next ||, those of || with the parentheses. */
			do
				to = skip_operands(t, to + 1, end);
			while (!is_and && to != NO_TOKEN && to < end && kind_of(t, to) != ')');
		} else {
			return NO_TOKEN;
		}
	}
	return to;
}

static bool is_declaration(const struct tokens *t, uint32_t ix) {
	static const char *const no[] = {"return", "goto", "case", "sizeof", "if",       "while", "for",
	                                 "switch", "do",   "else", "break",  "continue", NULL};
	if (kind_of(t, ix) != TOKEN_WORD || word_at(t, ix, no))
		return false;
	uint32_t next = ix + 1;
	while (kind_of(t, next) == '*')
		next++;
	return kind_of(t, next) == TOKEN_WORD;
}

/* Of the declaration at 'start': the initialiser of the variable that 'at' is about, which is the
 * first one unless 'at' is beyond a comma. */
static uint32_t initialiser(const struct tokens *t, uint32_t start, uint32_t at) {
	uint32_t around = t->token.at[start].in, found = start;
	for (uint32_t i = start; i < t->token.n && kind_of(t, i) != ';'; i++) {
		if (t->token.at[i].in != around)
			continue;
		if (kind_of(t, i) == ',' && i > at)
			break;
		if (kind_of(t, i) == ',' && i < at)
			found = start;
		else if (kind_of(t, i) == '=' && i && found == start)
			found = i + 1;
	}
	return found;
}

uint32_t tokens_expression(const struct tokens *t, uint32_t ix) {
	bool in_head;
	if (is_control(t, ix) && kind_of(t, ix + 1) == '(' && kind_of(t, ix + 2)) {
		uint32_t from, to;
		return tokens_condition(t, ix, &from, &to) && from < to ? from : ix + 2;
	}
	uint32_t start = tokens_statement(t, ix, &in_head);
	uint32_t around = in_head ? start + 1 : t->token.at[start].in;
	uint32_t at = ix; /* the part of the statement that ix is in */
	while (t->token.at[at].in != around && t->token.at[at].in != NO_TOKEN)
		at = t->token.at[at].in;
	if (in_head)
		for (start = at; start - 1 != around && kind_of(t, start - 1) != ';';)
			start--;
	return is_declaration(t, start) ? initialiser(t, start, at) : start;
}

static bool is_same(const struct tokens *t, uint32_t ix, const struct tokens *p, uint32_t at) {
	const struct token *a = &t->token.at[ix], *b = &p->token.at[at];
	return a->n == b->n && !memcmp(t->text + a->at, p->text + b->at, a->n);
}

uint32_t tokens_search(const struct tokens *t, uint32_t from, uint32_t to,
                       const struct tokens *part) {
	for (; from + part->token.n <= to; from++) {
		uint32_t n = 0;
		while (n < part->token.n && is_same(t, from + n, part, n))
			n++;
		if (n == part->token.n)
			return from;
	}
	return NO_TOKEN;
}

static bool is_arrow(const struct tokens *t, uint32_t ix) {
	const struct token *k = &t->token.at[ix];
	return k->n == 2 && !memcmp(t->text + k->at, "->", 2);
}

uint32_t tokens_call_end(const struct tokens *t, uint32_t ix) {
	char kind = kind_of(t, ix);
	if (kind == '(' && t->token.at[ix].mate != NO_TOKEN)
		ix = t->token.at[ix].mate;
	else if (kind != TOKEN_WORD)
		return NO_TOKEN;
	for (ix++; ix < t->token.n; ix++) {
		kind = kind_of(t, ix);
		if (kind == '(')
			return t->token.at[ix].mate;
		if (kind == '[' && t->token.at[ix].mate != NO_TOKEN)
			ix = t->token.at[ix].mate;
		else if ((kind == '.' || is_arrow(t, ix)) && kind_of(t, ix + 1) == TOKEN_WORD)
			ix++;
		else
			return NO_TOKEN;
	}
	return NO_TOKEN;
}

uint32_t tokens_find_call(const struct tokens *t, uint32_t ix, const char *function) {
	if (is_word(t, ix, function))
		return ix;
	if (kind_of(t, ix) != TOKEN_WORD || kind_of(t, ix + 1) != '(')
		return NO_TOKEN;
	uint32_t found = NO_TOKEN, end = t->token.at[ix + 1].mate;
	for (uint32_t i = ix + 2; end != NO_TOKEN && i < end; i++) {
		if (!is_word(t, i, function) || kind_of(t, i + 1) != '(')
			continue;
		if (found != NO_TOKEN)
			return NO_TOKEN;
		found = i;
	}
	return found;
}

static bool is_name(const struct tokens *t, uint32_t ix, const char *name, size_t n) {
	const struct token *k = &t->token.at[ix];
	return k->kind == TOKEN_WORD && k->n == n && !memcmp(t->text + k->at, name, n);
}

/* Each thread has its own, and they have one name. */
static bool is_thread_local(const struct tokens *t, uint32_t ix) {
	static const char *const words[] = {"_Thread_local", "__thread", "thread_local", NULL};
	bool in_head;
	for (uint32_t i = tokens_statement(t, ix, &in_head); i < ix; i++)
		if (word_at(t, i, words))
			return true;
	return false;
}

bool tokens_is_global(const struct tokens *t, const char *name, size_t n) {
	for (uint32_t i = 0; i < t->token.n; i++)
		if (t->token.at[i].in == NO_TOKEN && is_name(t, i, name, n))
			return !is_thread_local(t, i);
	return false;
}

static bool declares(const struct tokens *t, uint32_t ix) {
	bool in_head;
	uint32_t start = tokens_statement(t, ix, &in_head);
	char before = ix ? kind_of(t, ix - 1) : '\0';
	return in_head ? before == TOKEN_WORD || before == '*'
	               : is_declaration(t, start) && t->token.at[start].in == t->token.at[ix].in &&
	                     (before == TOKEN_WORD || before == '*' || before == ',');
}

/* The '{' of the function around ix; or NO_TOKEN. */
static uint32_t body_around(const struct tokens *t, uint32_t ix) {
	uint32_t body = t->token.at[ix].in;
	while (body != NO_TOKEN && t->token.at[body].in != NO_TOKEN)
		body = t->token.at[body].in;
	return body != NO_TOKEN && body && t->token.at[body].mate != NO_TOKEN ? body : NO_TOKEN;
}

bool tokens_is_parameter(const struct tokens *t, uint32_t ix, const char *name, size_t n) {
	uint32_t body = body_around(t, ix);
	if (body == NO_TOKEN || kind_of(t, body - 1) != ')')
		return false;
	uint32_t open = t->token.at[body - 1].mate;
	return open != NO_TOKEN && tokens_mention(t, open, body, name, n);
}

bool tokens_is_shadowed(const struct tokens *t, uint32_t ix, const char *name, size_t n) {
	uint32_t body = body_around(t, ix);
	if (body == NO_TOKEN || tokens_is_parameter(t, ix, name, n))
		return body != NO_TOKEN;
	for (uint32_t i = body; i < t->token.at[body].mate; i++)
		if (is_name(t, i, name, n) && declares(t, i))
			return true;
	return false;
}

/* Of a variable that the head of a for declares: is ix in the braces after it? */
static bool is_in_loop(const struct tokens *t, uint32_t declaration, uint32_t ix) {
	uint32_t head = head_around(t, declaration);
	uint32_t open = head != NO_TOKEN ? t->token.at[head].mate : NO_TOKEN;
	if (open == NO_TOKEN || kind_of(t, ++open) != '{' || t->token.at[open].mate == NO_TOKEN)
		return false;
	return ix > open && ix < t->token.at[open].mate;
}

bool tokens_is_local(const struct tokens *t, uint32_t ix, const char *name, size_t n) {
	uint32_t body = body_around(t, ix), found = NO_TOKEN;
	if (body == NO_TOKEN)
		return false;
	bool is_parameter = tokens_is_parameter(t, ix, name, n);
	for (uint32_t i = body; i < t->token.at[body].mate; i++)
		if (is_name(t, i, name, n) && declares(t, i)) {
			if (found != NO_TOKEN || is_parameter)
				return false;
			found = i;
		}
	if (found == NO_TOKEN)
		return is_parameter;
	if (head_around(t, found) != NO_TOKEN)
		return is_in_loop(t, found, ix);
	return tokens_statement_end(t, found) < ix && !tokens_leave_block(t, found, ix);
}

bool tokens_define(const struct tokens *t, const char *function) {
	for (uint32_t i = 0; i + 1 < t->token.n; i++) {
		if (t->token.at[i].in != NO_TOKEN || !is_word(t, i, function))
			continue;
		uint32_t end = t->token.at[i + 1].kind == '(' ? t->token.at[i + 1].mate : NO_TOKEN;
		if (end != NO_TOKEN && kind_of(t, end + 1) == '{')
			return true;
	}
	return false;
}

bool tokens_mention(const struct tokens *t, uint32_t from, uint32_t to, const char *name,
                    size_t n) {
	for (uint32_t i = from; i <= to && i < t->token.n; i++)
		if (is_name(t, i, name, n))
			return true;
	return false;
}

bool tokens_leave_block(const struct tokens *t, uint32_t from, uint32_t to) {
	uint32_t block = t->token.at[from].in;
	while (block != NO_TOKEN && !t->token.at[block].is_block)
		block = t->token.at[block].in;
	if (block == NO_TOKEN)
		return false;
	return to <= block || t->token.at[block].mate == NO_TOKEN || to >= t->token.at[block].mate;
}
