/* Comparisons with values, as text. */
#include "symex/why/kind_comparison.h"

#include <ctype.h>
#include <stddef.h>
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

char *comparison_neighbour(struct arena *a, const char *text) {
	const char *at = NULL;
	unsigned n = 0;
	for (const char *c = text; c && *c; c++) {
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
		at = c;
		n++;
	}
	if (n != 1)
		return NULL;
	bool or_equals = at[1] == '=';
	return arena_printf(a, "%.*s%s%s", (int)(at - text + 1), text, or_equals ? "" : "=",
	                    at + 1 + or_equals);
}
