#include "solvers/smtlib/smtlib_read.h"

#include <string.h>

#include "util/base/intern.h"

enum { MAX_LETS = 1000000 };

static bool is_blank(char c) {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Bytes that end a word. */
static bool is_special(char c) {
	return is_blank(c) || c == '(' || c == ')' || c == '"' || c == '|' || c == ';';
}

/* One byte; true: the expression ends before it (word) or with it. */
static bool scan_byte(struct smtlib_scan *s, char c, bool *before) {
	*before = false;
	if (s->inside == ';') {
		if (c == '\n')
			s->inside = 0;
		return false;
	}
	if (s->inside == '"' || s->inside == '|') {
		if (c == s->inside)
			s->inside = 0;
		return !s->inside && !s->depth;
	}
	if (s->inside == 'a' && is_special(c)) {
		s->inside = 0;
		*before = true;
		if (!s->depth)
			return true;
	}
	if (is_blank(c))
		return false;
	if (c == ';' || c == '"' || c == '|')
		s->inside = c;
	else if (c == '(')
		s->depth++;
	else if (c == ')')
		s->depth -= s->depth > 0;
	else
		s->inside = 'a';
	s->started = s->started || c != ';';
	*before = false;
	return c == ')' && !s->depth;
}

bool smtlib_scan(struct smtlib_scan *s, const char *text, size_t n, bool ended, size_t *end) {
	bool before = false, done = false;
	while (!done && s->at < n)
		done = scan_byte(s, text[s->at++], &before);
	*end = s->at - before;
	return done || (ended && s->inside == 'a' && !s->depth);
}

/* The end of the word, string or quoted symbol at 'at'. */
static size_t word_end(const char *text, size_t at, size_t n) {
	char quote = text[at];
	if (quote == '"' || quote == '|') {
		for (at++; at < n && text[at] != quote; at++)
			continue;
		return at < n ? at + 1 : n;
	}
	while (at < n && !is_special(text[at]))
		at++;
	return at;
}

struct open_list {
	uint32_t list, last; /* its last element so far; 0: none */
};

/* Appends to the innermost open list. */
static uint32_t add_node(struct sexpr *x, struct open_list *top, struct sexpr_node node) {
	vec_push(&x->node, node);
	uint32_t ix = (uint32_t)(x->node.n - 1);
	if (top && top->last)
		x->node.at[top->last].next = ix;
	else if (top)
		x->node.at[top->list].first = ix;
	if (top)
		top->last = ix;
	return ix;
}

bool sexpr_parse(struct sexpr *x, const char *text, size_t n) {
	VEC(struct open_list) open = {0};
	bool good = true;
	x->node.n = 0;
	map_clear(&x->let);
	add_node(x, NULL, (struct sexpr_node){0});
	for (size_t at = 0; good && at < n;) {
		struct open_list *top = open.n ? &vec_last(&open) : NULL;
		good = top || x->node.n == 1 || is_blank(text[at]);
		if (is_blank(text[at])) {
			at++;
		} else if (text[at] == ';') {
			while (at < n && text[at] != '\n')
				at++;
		} else if (text[at] == '(') {
			struct open_list list = {add_node(x, top, (struct sexpr_node){0}), 0};
			vec_push(&open, list);
			at++;
		} else if (text[at] == ')') {
			good = open.n;
			open.n -= open.n > 0;
			at++;
		} else {
			size_t end = word_end(text, at, n);
			add_node(x, top, (struct sexpr_node){.text = text + at, .n = end - at});
			at = end;
		}
	}
	good = good && !open.n && x->node.n > 1;
	vec_free(&open);
	return good;
}

void sexpr_free(struct sexpr *x) {
	vec_free(&x->node);
	map_free(&x->let);
}

uint32_t sexpr_first(const struct sexpr *x, uint32_t ix) {
	return x->node.at[ix].first;
}

uint32_t sexpr_next(const struct sexpr *x, uint32_t ix) {
	return x->node.at[ix].next;
}

bool sexpr_is(const struct sexpr *x, uint32_t ix, const char *word) {
	const struct sexpr_node *node = &x->node.at[ix];
	return ix && node->text && node->n == strlen(word) && !memcmp(node->text, word, node->n);
}

/* Digits from 'at' on, all of them. */
static bool read_number(const struct sexpr_node *node, size_t at, uint32_t *number) {
	uint64_t value = 0;
	if (!node->text || node->n <= at || node->n > at + 10)
		return false;
	for (; at < node->n; at++) {
		if (node->text[at] < '0' || node->text[at] > '9')
			return false;
		value = value * 10 + (uint64_t)(node->text[at] - '0');
	}
	*number = (uint32_t)value;
	return value <= UINT32_MAX;
}

bool sexpr_number(const struct sexpr *x, uint32_t ix, char letter, uint32_t *number) {
	const struct sexpr_node *node = &x->node.at[ix];
	return ix && node->text && node->n && node->text[0] == letter && read_number(node, 1, number);
}

uint32_t sexpr_of(const struct sexpr *x, uint32_t ix, const char *head) {
	uint32_t first = ix ? sexpr_first(x, ix) : 0;
	return first && sexpr_is(x, first, head) ? sexpr_next(x, first) : 0;
}

/* Digits of this base, from 'at' to the end, that fit the width. */
static bool read_digits(const struct sexpr_node *node, size_t at, int base, uint32_t width,
                        struct arena *a, struct bits *out) {
	const char *digits = base == 16 ? "0123456789abcdefABCDEF" : base == 10 ? "0123456789" : "01";
	if (node->n <= at || node->n - at > (size_t)width + 1)
		return false;
	char *text = arena_alloc(a, node->n - at + 1);
	memcpy(text, node->text + at, node->n - at);
	if (text[strspn(text, digits)])
		return false;
	*out = bits_parse(a, width, text, base);
	return true;
}

bool sexpr_bits(struct sexpr *x, uint32_t ix, uint32_t width, struct arena *a, struct bits *out) {
	ix = sexpr_resolve(x, ix);
	const struct sexpr_node *node = &x->node.at[ix];
	uint32_t value = sexpr_of(x, ix, "_"), size = value ? sexpr_next(x, value) : 0, bound;
	if (sexpr_is(x, ix, "true") || sexpr_is(x, ix, "false")) {
		*out = bits_u64(a, 1, sexpr_is(x, ix, "true"));
		return width == 1;
	}
	if (node->text && node->n > 2 && node->text[0] == '#' && node->text[1] == 'b')
		return node->n - 2 == width && read_digits(node, 2, 2, width, a, out);
	if (node->text && node->n > 2 && node->text[0] == '#' && node->text[1] == 'x')
		return 4 * (node->n - 2) == width && read_digits(node, 2, 16, width, a, out);
	if (!size || !read_number(&x->node.at[size], 0, &bound) || bound != width)
		return false;
	node = &x->node.at[value];
	return node->text && node->n > 2 && !memcmp(node->text, "bv", 2) &&
	       read_digits(node, 2, 10, width, a, out);
}

static uint64_t name_key(const struct sexpr_node *node) {
	return map_key(intern_n(node->text, node->n));
}

uint32_t sexpr_resolve(struct sexpr *x, uint32_t ix) {
	for (size_t steps = 0; ix && steps < MAX_LETS; steps++) {
		uint32_t binding = sexpr_of(x, ix, "let");
		uint64_t meaning;
		if (binding) {
			for (uint32_t b = sexpr_first(x, binding); b; b = sexpr_next(x, b)) {
				uint32_t name = sexpr_first(x, b);
				if (name && x->node.at[name].text && sexpr_next(x, name))
					map_put(&x->let, name_key(&x->node.at[name]), sexpr_next(x, name));
			}
			ix = sexpr_next(x, binding);
		} else if (x->let.n && x->node.at[ix].text &&
		           map_get(&x->let, name_key(&x->node.at[ix]), &meaning)) {
			ix = (uint32_t)meaning;
		} else {
			return ix;
		}
	}
	return 0;
}

void smtlib_first_line(char *to, size_t size, const char *text, size_t n) {
	size_t at = 0, k = 0;
	while (at < n && (unsigned char)text[at] <= ' ')
		at++;
	for (; at < n && text[at] != '\n' && text[at] != '\r'; at++) {
		char c = text[at];
		if (c < ' ' || c > '~')
			c = ' ';
		if (k + 4 >= size) {
			memcpy(to + k, "...", 3);
			k += 3;
			break;
		}
		to[k++] = c;
	}
	to[k] = 0;
}
