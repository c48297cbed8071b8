#include "report/story/facts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/intern.h"
#include "util/base/vec.h"

/* What holds without a condition comes first. */
static int by_text(const void *a, const void *b) {
	const char *s = *(const char *const *)a, *t = *(const char *const *)b;
	bool is_choice = strstr(s, "||"), is_other = strstr(t, "||");
	return is_choice != is_other ? is_choice - is_other : strcmp(s, t);
}

/* Sorts what was interned, and drops what is there twice. */
static void settle(struct facts *f) {
	if (f->n)
		qsort(f->at, f->n, sizeof *f->at, by_text);
	uint32_t n = 0;
	for (uint32_t i = 0; i < f->n; i++)
		if (!n || f->at[n - 1] != f->at[i])
			f->at[n++] = f->at[i];
	f->n = n;
}

struct facts facts_make(struct arena *arena, const char *const *text, uint32_t n) {
	struct facts f = {arena_array(arena, const char *, n), 0};
	for (uint32_t i = 0; i < n; i++)
		if (text[i])
			f.at[f.n++] = intern(text[i]);
	settle(&f);
	return f;
}

bool facts_have(const struct facts *f, const char *interned) {
	for (uint32_t i = 0; i < f->n; i++)
		if (f->at[i] == interned)
			return true;
	return false;
}

static struct facts chosen(struct arena *arena, const struct facts *a, const struct facts *b,
                           bool in_b) {
	struct facts f = {arena_array(arena, const char *, a->n), 0};
	for (uint32_t i = 0; i < a->n; i++)
		if (facts_have(b, a->at[i]) == in_b)
			f.at[f.n++] = a->at[i];
	return f;
}

struct facts facts_common(struct arena *arena, const struct facts *a, const struct facts *b) {
	return chosen(arena, a, b, true);
}

struct facts facts_minus(struct arena *arena, const struct facts *a, const struct facts *b) {
	return chosen(arena, a, b, false);
}

static bool is_name(char c) {
	return isalnum((unsigned char)c) || c == '_';
}

/* "t1." or "t2." where a name begins? */
static bool names_thread(const char *text, const char *at) {
	return at[0] == 't' && (at[1] == '1' || at[1] == '2') && at[2] == '.' &&
	       (at == text || (!is_name(at[-1]) && at[-1] != '.' && at[-1] != '>'));
}

/* "a < b" becomes "b > a" if that comes first in the alphabet, so that a comparison is written one
 * way whichever thread is named first. */
static const char *ordered(struct arena *arena, const char *text) {
	static const struct {
		const char *sign, *turned;
	} signs[] = {{"==", "=="}, {"!=", "!="}, {"<", ">"}, {">", "<"}, {"<=", ">="}, {">=", "<="}};
	const char *first = strchr(text, ' '), *second = first ? strchr(first + 1, ' ') : NULL;
	if (!second || strchr(second + 1, ' ') || strcspn(text, "()?|&") != strlen(text))
		return text;
	if (isdigit((unsigned char)second[1]) || second[1] == '-')
		return text; /* a constant comes last */
	size_t n = (size_t)(second - first - 1);
	const char *left = arena_printf(arena, "%.*s", (int)(first - text), text), *right = second + 1;
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strlen(signs[i].sign) == n && !strncmp(signs[i].sign, first + 1, n) &&
		    strcmp(left, right) > 0)
			return arena_printf(arena, "%s %s %s", right, signs[i].turned, left);
	return text;
}

struct facts facts_swapped(struct arena *arena, const struct facts *f) {
	struct facts to = {arena_array(arena, const char *, f->n), f->n};
	for (uint32_t i = 0; i < f->n; i++) {
		char *text = arena_printf(arena, "%s", f->at[i]);
		for (char *at = text; *at; at++)
			if (names_thread(f->at[i], f->at[i] + (at - text)))
				at[1] = at[1] == '1' ? '2' : '1';
		to.at[i] = intern(ordered(arena, text));
	}
	settle(&to);
	return to;
}

/* The fact without the name of its thread; NULL: it is about the other one, or both. */
static const char *alone(struct arena *arena, const char *fact, char thread) {
	char *to = arena_printf(arena, "%s", fact);
	size_t n = 0;
	for (const char *at = fact; *at; at++) {
		if (!names_thread(fact, at))
			to[n++] = *at;
		else if (at[1] == thread)
			at += 2;
		else
			return NULL;
	}
	to[n] = 0;
	return intern(to);
}

struct facts facts_of_both(struct arena *arena, const struct facts *f, const struct facts *first,
                           const struct facts *second) {
	struct facts to = {arena_array(arena, const char *, f->n), 0};
	for (uint32_t i = 0; i < f->n; i++) {
		const char *of_first = alone(arena, f->at[i], '1'),
		           *of_second = alone(arena, f->at[i], '2');
		if (!(of_first && facts_have(first, of_first)) &&
		    !(of_second && facts_have(second, of_second)))
			to.at[to.n++] = intern(ordered(arena, f->at[i]));
	}
	settle(&to);
	return to;
}

const char *facts_key(const struct facts *f) {
	VEC(char) text = {0};
	for (uint32_t i = 0; i < f->n; i++) {
		for (const char *at = f->at[i]; *at; at++)
			vec_push(&text, *at);
		vec_push(&text, '\n');
	}
	const char *key = intern_n(text.n ? text.at : "", text.n);
	vec_free(&text);
	return key;
}

const char *facts_operand(struct arena *arena, const char *fact) {
	unsigned depth = 0;
	for (const char *at = fact; *at; at++) {
		depth += *at == '(';
		depth -= *at == ')' && depth;
		if (!depth && (*at == '?' || *at == ',' || (at[0] == '|' && at[1] == '|')))
			return arena_printf(arena, "(%s)", fact);
	}
	return fact;
}
