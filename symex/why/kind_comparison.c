/* Comparisons with values, as text. */
#include "symex/why/kind_comparison.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct reader {
	const char *at;
	bool is_wrong;
};

static void skip_space(struct reader *r) {
	while (*r->at == ' ')
		r->at++;
}

static bool accept(struct reader *r, char c) {
	skip_space(r);
	if (*r->at != c)
		return false;
	r->at++;
	return true;
}

static long long read_sum(struct reader *);

static long long read_number(struct reader *r) {
	long long value = 0;
	skip_space(r);
	if (!isdigit((unsigned char)*r->at))
		r->is_wrong = true;
	for (; isdigit((unsigned char)*r->at) && !r->is_wrong; r->at++)
		r->is_wrong = __builtin_mul_overflow(value, 10, &value) ||
		              __builtin_add_overflow(value, *r->at - '0', &value);
	while (*r->at && strchr("uUlL", *r->at))
		r->at++;
	if (isalnum((unsigned char)*r->at) || *r->at == '.' || *r->at == '_')
		r->is_wrong = true;
	return value;
}

static long long read_operand(struct reader *r) {
	long long value;
	if (accept(r, '-'))
		r->is_wrong |= __builtin_sub_overflow(0, read_operand(r), &value);
	else if (accept(r, '(')) {
		value = read_sum(r);
		r->is_wrong |= !accept(r, ')');
	} else
		value = read_number(r);
	return r->is_wrong ? 0 : value;
}

static long long read_product(struct reader *r) {
	long long value = read_operand(r);
	while (!r->is_wrong && accept(r, '*'))
		r->is_wrong |= __builtin_mul_overflow(value, read_operand(r), &value);
	return value;
}

static long long read_sum(struct reader *r) {
	long long value = read_product(r);
	while (!r->is_wrong) {
		if (accept(r, '+'))
			r->is_wrong |= __builtin_add_overflow(value, read_product(r), &value);
		else if (accept(r, '-'))
			r->is_wrong |= __builtin_sub_overflow(value, read_product(r), &value);
		else
			break;
	}
	return value;
}

/* The whole of a comparison, with as many '!' and parentheses as there are around it. */
static void read_comparison(struct reader *r, struct told_comparison *c) {
	if (accept(r, '!')) {
		if (!accept(r, '('))
			r->is_wrong = true;
		else {
			read_comparison(r, c);
			r->is_wrong |= !accept(r, ')');
		}
		return;
	}
	c->left = read_sum(r);
	c->is_less = accept(r, '<');
	if (r->is_wrong || (!c->is_less && !accept(r, '>')) || *r->at == '<' || *r->at == '>') {
		r->is_wrong = true;
		return;
	}
	c->or_equals = *r->at == '=';
	r->at += c->or_equals;
	c->right = read_sum(r);
}

bool comparison_parse(const char *text, struct told_comparison *c) {
	struct reader r = {text, !text};
	if (r.is_wrong)
		return false;
	read_comparison(&r, c);
	skip_space(&r);
	return !r.is_wrong && !*r.at;
}

bool comparison_turns(const struct told_comparison *c) {
	if (c->left == c->right)
		return true;
	/* a < b is a <= b - 1: it turns at b - 1, a <= b at b + 1. */
	long long edge = c->is_less == c->or_equals ? 1 : -1, moved;
	return !__builtin_add_overflow(c->right, edge, &moved) && c->left == moved;
}

/* The end of the first part of a conjunction. */
static const char *part_end(const char *text) {
	const char *at = strstr(text, "&&");
	return at ? at : text + strlen(text);
}

/* Reads one part; false: it is no comparison. */
static bool parse_part(const char *text, struct told_comparison *c) {
	char part[256];
	size_t n = (size_t)(part_end(text) - text);
	if (n >= sizeof part)
		return false;
	memcpy(part, text, n);
	part[n] = 0;
	return comparison_parse(part, c);
}

/* The number of the first part with equal sides; NO_PART: none. */
#define NO_PART SIZE_MAX

static size_t border_part(const char *text, struct told_comparison *c) {
	for (size_t i = 0; text && *text; i++) {
		if (parse_part(text, c) && c->left == c->right)
			return i;
		text = part_end(text);
		text += *text ? 2 : 0;
	}
	return NO_PART;
}

bool comparison_at_border(const char *text, struct told_comparison *c) {
	return text && (border_part(text, c) != NO_PART || comparison_parse(text, c));
}

static size_t count_parts(const char *text) {
	size_t n = 1;
	for (; (text = strstr(text, "&&")); text += 2)
		n++;
	return n;
}

/* The only comparison by order between two positions; NULL: there is none, or several. */
static const char *find_sign(const char *text, const char *end) {
	const char *at = NULL;
	for (const char *c = text; c < end; c++) {
		if (*c == '"' || *c == '\'')
			return NULL;
		if (*c != '<' && *c != '>')
			continue;
		if (c[1] == *c) { /* a shift */
			c++;
			continue;
		}
		if (*c == '>' && c > text && c[-1] == '-')
			continue; /* an arrow */
		if (at)
			return NULL;
		at = c;
	}
	return at;
}

char *comparison_neighbour(struct arena *a, const char *text, const char *value) {
	struct told_comparison c;
	size_t part = value ? border_part(value, &c) : NO_PART;
	if (!text || part == NO_PART || count_parts(text) != count_parts(value) || strstr(text, "||"))
		return NULL;
	const char *from = text;
	for (; part; part--)
		from = part_end(from) + 2;
	const char *at = find_sign(from, part_end(from));
	if (!at)
		return NULL;
	bool or_equals = at[1] == '=';
	return arena_printf(a, "%.*s%s%s", (int)(at - text + 1), text, or_equals ? "" : "=",
	                    at + 1 + or_equals);
}
