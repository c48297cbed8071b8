#include "frontend/source/contract_text.h"

#include <stdint.h>
#include <string.h>

#include "util/text/clex.h"

enum { POSITIVE = 1, NEGATIVE = -1, UNKNOWN_POLARITY = 0 };

struct writer {
	struct arena *arena;
	const char *text;
	VEC(struct clex_token) token; /* without the end */
	VEC(uint32_t) match;          /* of an opening bracket: the closing one; else its own index */
	VEC(char) out;
	const char *copied; /* the text up to here is in 'out' */
	struct contract_words *words;
	bool has_changed;
	bool in_quantifier;
};

static bool is(const struct writer *w, size_t i, const char *text) {
	return i < w->token.n && clex_is(&w->token.at[i], text);
}

static bool is_opening(const struct writer *w, size_t i) {
	return is(w, i, "(") || is(w, i, "[") || is(w, i, "{");
}

static void scan(struct writer *w, const char *text, size_t n) {
	struct clex lex;
	clex_init(&lex, text, n);
	for (;;) {
		struct clex_token t = clex_next(&lex);
		if (t.kind == CLEX_END)
			break;
		vec_push(&w->token, t);
	}
	VEC(uint32_t) open = {0};
	for (uint32_t i = 0; i < w->token.n; i++) {
		vec_push(&w->match, i);
		if (is_opening(w, i))
			vec_push(&open, i);
		else if ((is(w, i, ")") || is(w, i, "]") || is(w, i, "}")) && open.n)
			w->match.at[vec_pop(&open)] = i;
	}
	vec_free(&open);
}

static void put(struct writer *w, const char *text) {
	for (; *text; text++)
		vec_push(&w->out, *text);
}

/* The text as it is up to 'end'. */
static void copy_to(struct writer *w, const char *end) {
	for (; w->copied < end; w->copied++)
		vec_push(&w->out, *w->copied);
}

static const char *begin_of(const struct writer *w, size_t i) {
	return w->token.at[i].at;
}

static const char *end_of(const struct writer *w, size_t i) {
	return w->token.at[i].at + w->token.at[i].n;
}

/* Leaves out the text up to 'end', but for its line breaks. */
static void skip_to(struct writer *w, const char *end) {
	for (; w->copied < end; w->copied++)
		if (*w->copied == '\n')
			vec_push(&w->out, '\n');
	w->has_changed = true;
}

static void insert(struct writer *w, const char *at, const char *text) {
	copy_to(w, at);
	put(w, text);
	w->has_changed = true;
}

/* The next token of this text at the level of 'from', from there on; 'to': none. */
static size_t find(const struct writer *w, size_t from, size_t to, const char *text) {
	for (size_t i = from; i < to; i++) {
		if (is(w, i, text))
			return i;
		if (is_opening(w, i))
			i = w->match.at[i] > i && w->match.at[i] < to ? w->match.at[i] : i;
	}
	return to;
}

/* "==>" is "==" and ">" without a blank between them. */
static bool is_implication(const struct writer *w, size_t i) {
	return is(w, i, "==") && is(w, i + 1, ">") && end_of(w, i) == begin_of(w, i + 1);
}

static bool is_quantifier(const struct writer *w, size_t i) {
	return (is(w, i, "__CPROVER_forall") || is(w, i, "__CPROVER_exists")) && is(w, i + 1, "{") &&
	       w->match.at[i + 1] > i + 1;
}

static size_t find_implication(const struct writer *w, size_t from, size_t to) {
	for (size_t i = from; i + 1 < to; i++) {
		i = find(w, i, to, "==");
		if (i + 1 < to && is_implication(w, i))
			return i;
	}
	return to;
}

/* Is the range one pair of parentheses with something inside? */
static bool is_group(const struct writer *w, size_t from, size_t to) {
	return to > from + 1 && is(w, from, "(") && w->match.at[from] == to - 1;
}

static void strip(const struct writer *w, size_t *from, size_t *to) {
	while (is_group(w, *from, *to)) {
		++*from;
		--*to;
	}
}

static bool mentions(const struct writer *w, size_t from, size_t to, const char *word) {
	for (size_t i = from; i < to; i++)
		if (is(w, i, word))
			return true;
	return false;
}

/* --- The bounds of a quantified variable. --- */

struct bounds_text {
	const char *low, *high;
};

static const char *text_of(const struct writer *w, size_t from, size_t to, const char *plus) {
	const char *text = "";
	for (size_t i = from; i < to; i++)
		text = arena_printf(w->arena, "%s %.*s", text, (int)w->token.at[i].n, w->token.at[i].at);
	return arena_printf(w->arena, "(%s )%s", text, plus);
}

static bool is_plain(const struct writer *w, size_t from, size_t to, const char *variable) {
	return from < to && !mentions(w, from, to, variable) &&
	       !mentions(w, from, to, "__CPROVER_forall") &&
	       !mentions(w, from, to, "__CPROVER_exists") && !mentions(w, from, to, "__CPROVER_old") &&
	       find_implication(w, from, to) == to;
}

/* One comparison with the variable on one side. */
static void take_bound(const struct writer *w, size_t from, size_t to, const char *variable,
                       struct bounds_text *b) {
	static const char *const less[] = {"<", "<=", ">", ">="};
	strip(w, &from, &to);
	for (int k = 0; k < 4; k++) {
		size_t at = find(w, from, to, less[k]);
		if (at == to || at == from || find(w, at + 1, to, less[k]) != to)
			continue;
		bool left = at == from + 1 && is(w, from, variable);
		bool right = at + 2 == to && is(w, at + 1, variable);
		size_t a = left ? at + 1 : from, e = left ? to : at;
		if (left == right || !is_plain(w, a, e, variable))
			continue;
		bool is_upper = left == (k < 2), is_strict = k % 2 == 0;
		if (is_upper && !b->high)
			b->high = text_of(w, a, e, is_strict ? "" : " + (__int128)1");
		else if (!is_upper && !b->low)
			b->low = text_of(w, a, e, is_strict ? " + (__int128)1" : "");
	}
}

/* What 'a && b && c' says of the variable. */
static void take_bounds(const struct writer *w, size_t from, size_t to, const char *variable,
                        struct bounds_text *b) {
	strip(w, &from, &to);
	if (find(w, from, to, "||") != to || find(w, from, to, "?") != to)
		return;
	size_t at = find(w, from, to, "&&");
	if (at == to) {
		take_bound(w, from, to, variable, b);
		return;
	}
	take_bounds(w, from, at, variable, b);
	take_bounds(w, at + 1, to, variable, b);
}

static struct bounds_text bounds_of(const struct writer *w, size_t from, size_t to,
                                    const char *variable, bool is_forall) {
	struct bounds_text b = {0};
	strip(w, &from, &to);
	size_t implies = find_implication(w, from, to);
	if (is_forall && implies != to)
		take_bounds(w, from, implies, variable, &b);
	else if (!is_forall && implies == to)
		take_bounds(w, from, to, variable, &b);
	return b;
}

/* --- Rewriting. --- */

static void range(struct writer *, size_t from, size_t to, int polarity);

static void fail(struct writer *w, const char *why) {
	if (w->words && !w->words->error)
		w->words->error = why;
}

/* __CPROVER_forall { int i; e } */
static void quantifier(struct writer *w, size_t at, int polarity) {
	size_t open = at + 1, close = w->match.at[open], semicolon = find(w, open + 1, close, ";");
	size_t last = close;
	bool is_forall = is(w, at, "__CPROVER_forall");
	if (last > semicolon + 1 && is(w, last - 1, ";"))
		last--;
	if (semicolon == close || semicolon < open + 3 || last <= semicolon + 1 ||
	    find(w, open + 1, semicolon, ",") != semicolon) {
		fail(w, "a quantifier is '{ TYPE NAME; CONDITION }'");
		return;
	}
	const struct clex_token *name = &w->token.at[semicolon - 1];
	const char *variable = arena_printf(w->arena, "%.*s", (int)name->n, name->at);
	struct bounds_text b = bounds_of(w, semicolon + 1, last, variable, is_forall);
	bool outer = w->in_quantifier;
	copy_to(w, begin_of(w, at));
	put(w, arena_printf(w->arena, "__CPROVER_quantifier(%d, %d, ", is_forall, polarity));
	if (b.low && b.high)
		put(w, arena_printf(w->arena, "%s, %s, ", b.low, b.high));
	put(w, "({");
	skip_to(w, end_of(w, open));
	copy_to(w, begin_of(w, semicolon + 1));
	w->in_quantifier = true;
	range(w, semicolon + 1, last, polarity);
	w->in_quantifier = outer;
	copy_to(w, end_of(w, last - 1));
	put(w, ";})) ");
	skip_to(w, end_of(w, close));
}

/* __CPROVER_old(e): the value is saved at the beginning. */
static void old(struct writer *w, size_t at) {
	size_t open = at + 1, close = w->match.at[open];
	if (!w->words->old) {
		fail(w, "__CPROVER_old has a meaning only in __CPROVER_ensures");
		return;
	}
	size_t n = w->words->old->at.n;
	vec_push(&w->words->old->at,
	         arena_printf(w->arena, "%.*s", (int)(begin_of(w, close) - end_of(w, open)),
	                      end_of(w, open)));
	copy_to(w, begin_of(w, at));
	put(w, arena_printf(w->arena, "__contract_old_%zu", n));
	skip_to(w, end_of(w, close));
}

static void is_fresh(struct writer *w, size_t at) {
	size_t open = at + 1, close = w->match.at[open], comma = find(w, open + 1, close, ",");
	if (w->in_quantifier) {
		fail(w, "__CPROVER_is_fresh inside a quantifier is not supported");
		return;
	}
	if (comma == close || comma == open + 1) {
		fail(w, "__CPROVER_is_fresh has two arguments, a pointer and a size");
		return;
	}
	insert(w, begin_of(w, at), w->words->fresh);
	skip_to(w, end_of(w, at));
	insert(w, end_of(w, open), w->words->is_lvalue ? "&(" : "(");
	range(w, open + 1, comma, UNKNOWN_POLARITY);
	insert(w, begin_of(w, comma), ")");
	range(w, comma + 1, close, UNKNOWN_POLARITY);
	copy_to(w, end_of(w, close));
}

static void result_value(struct writer *w, size_t at) {
	if (!w->words->has_result) {
		fail(w, "__CPROVER_return_value has a meaning only in __CPROVER_ensures of a function that "
		        "returns something");
		return;
	}
	insert(w, begin_of(w, at), "__contract_result");
	skip_to(w, end_of(w, at));
}

/* Tokens that mean themselves, with what is in their brackets. */
static void plain(struct writer *w, size_t from, size_t to) {
	for (size_t i = from; i < to; i++) {
		bool has_brackets = is(w, i + 1, "(") && w->match.at[i + 1] > i + 1;
		if (is_quantifier(w, i)) {
			quantifier(w, i, UNKNOWN_POLARITY);
			i = w->match.at[i + 1];
		} else if (w->words && is(w, i, "__CPROVER_old") && has_brackets) {
			old(w, i);
			i = w->match.at[i + 1];
		} else if (w->words && w->words->fresh && is(w, i, "__CPROVER_is_fresh") && has_brackets) {
			is_fresh(w, i);
			i = w->match.at[i + 1];
		} else if (w->words && is(w, i, "__CPROVER_return_value")) {
			result_value(w, i);
		} else if (is_opening(w, i) && w->match.at[i] > i && w->match.at[i] < to) {
			range(w, i + 1, w->match.at[i], UNKNOWN_POLARITY);
			i = w->match.at[i];
		}
	}
}

static void implication(struct writer *w, size_t from, size_t at, size_t to, int polarity) {
	insert(w, begin_of(w, from), "(!(");
	range(w, from, at, -polarity);
	copy_to(w, end_of(w, at - 1));
	put(w, ") || (");
	copy_to(w, begin_of(w, at));
	skip_to(w, end_of(w, at + 1));
	range(w, at + 2, to, polarity);
	insert(w, end_of(w, to - 1), "))");
}

/* Operators that a conjunction or disjunction is made of, and what binds stronger. */
static void operand(struct writer *w, size_t from, size_t to, int polarity) {
	size_t at = find(w, from, to, "||");
	if (at == to)
		at = find(w, from, to, "&&");
	if (at != to) {
		operand(w, from, at, polarity);
		operand(w, at + 1, to, polarity);
	} else if (is_group(w, from, to)) {
		range(w, from + 1, to - 1, polarity);
	} else if (is(w, from, "!") && is_group(w, from + 1, to)) {
		range(w, from + 2, to - 1, -polarity);
	} else if (is_quantifier(w, from) && w->match.at[from + 1] == to - 1) {
		quantifier(w, from, polarity);
	} else if (is(w, from, "!") && is_quantifier(w, from + 1) && w->match.at[from + 2] == to - 1) {
		quantifier(w, from + 1, -polarity);
	} else {
		plain(w, from, to);
	}
}

/* What stands between commas and semicolons. */
static void segment(struct writer *w, size_t from, size_t to, int polarity) {
	if (from >= to)
		return;
	size_t question = find(w, from, to, "?");
	if (question != to) {
		size_t colon = find(w, question + 1, to, ":");
		segment(w, from, question, UNKNOWN_POLARITY);
		segment(w, question + 1, colon, UNKNOWN_POLARITY);
		segment(w, colon + (colon < to), to, UNKNOWN_POLARITY);
		return;
	}
	size_t at = find_implication(w, from, to);
	if (at != to && (at == from || at + 2 >= to))
		fail(w, "'==>' needs a condition on both sides");
	else if (at != to)
		implication(w, from, at, to, polarity);
	else
		operand(w, from, to, polarity);
}

static void range(struct writer *w, size_t from, size_t to, int polarity) {
	size_t comma = find(w, from, to, ","), semicolon = find(w, from, to, ";");
	size_t end = comma < semicolon ? comma : semicolon;
	if (end == to) {
		segment(w, from, to, polarity);
		return;
	}
	segment(w, from, end, UNKNOWN_POLARITY);
	range(w, end + 1, to, UNKNOWN_POLARITY);
}

static char *finish(struct writer *w, const char *end) {
	copy_to(w, end);
	char *out = arena_alloc(w->arena, w->out.n + 1);
	if (w->out.n)
		memcpy(out, w->out.at, w->out.n);
	vec_free(&w->out);
	vec_free(&w->token);
	vec_free(&w->match);
	return out;
}

static const char *side_effect(const struct writer *w) {
	static const char *const assigning[] = {
	    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
	for (size_t k = 0; k < sizeof assigning / sizeof *assigning; k++)
		if (mentions(w, 0, w->token.n, assigning[k]))
			return arena_printf(w->arena, "a clause has no side effects, but here is '%s'",
			                    assigning[k]);
	return NULL;
}

char *contract_expression(struct arena *arena, const char *text, struct contract_words *words) {
	struct writer w = {.arena = arena, .text = text, .copied = text, .words = words};
	words->error = NULL;
	scan(&w, text, strlen(text));
	words->error = side_effect(&w);
	if (!w.token.n)
		words->error = "the clause is empty";
	else if (!words->is_list && find(&w, 0, w.token.n, ",") != w.token.n)
		words->error = "a clause has one condition; write one clause for each";
	if (!words->error)
		range(&w, 0, w.token.n, POSITIVE);
	char *out = finish(&w, text + strlen(text));
	return words->error ? NULL : out;
}

/* --- Files. --- */

/* Calls whose argument is a condition that must be true, or is taken to be. */
static bool takes_condition(const struct writer *w, size_t i) {
	static const char *const names[] = {"__CPROVER_loop_invariant", "__CPROVER_assert",
	                                    "__CPROVER_assume", "__VERIFIER_assert",
	                                    "__VERIFIER_assume"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (is(w, i, names[k]))
			return true;
	return false;
}

static char *rewrite_directive(struct arena *arena, const struct clex_token *t) {
	struct writer w = {.arena = arena, .text = t->at, .copied = t->at};
	size_t skip = 1 + (t->n > 1 ? strspn(t->at + 1, " \t") : 0);
	if (t->n < skip + 6 || strncmp(t->at + skip, "define", 6) != 0)
		return NULL;
	skip += 6;
	scan(&w, t->at + skip, t->n - skip);
	size_t body = 1;
	if (is(&w, 1, "(") && end_of(&w, 0) == begin_of(&w, 1))
		body = w.match.at[1] + 1;
	if (body < w.token.n)
		range(&w, body, w.token.n, UNKNOWN_POLARITY);
	bool has_changed = w.has_changed;
	char *out = finish(&w, t->at + t->n);
	return has_changed ? out : NULL;
}

char *contract_file(struct arena *arena, const char *text, size_t n) {
	struct writer w = {.arena = arena, .text = text, .copied = text};
	if (!strstr(text, "==>") && !strstr(text, "__CPROVER_forall") &&
	    !strstr(text, "__CPROVER_exists"))
		return NULL;
	scan(&w, text, n);
	for (size_t i = 0; i < w.token.n; i++) {
		const struct clex_token *t = &w.token.at[i];
		char *directive = t->kind == CLEX_DIRECTIVE ? rewrite_directive(arena, t) : NULL;
		if (directive) {
			copy_to(&w, t->at);
			put(&w, directive);
			w.copied = t->at + t->n;
			w.has_changed = true;
		} else if (is(&w, i, "(") && w.match.at[i] > i) {
			size_t close = w.match.at[i];
			if (i && takes_condition(&w, i - 1)) {
				size_t comma = find(&w, i + 1, close, ",");
				segment(&w, i + 1, comma, POSITIVE);
				if (comma < close)
					range(&w, comma + 1, close, UNKNOWN_POLARITY);
				i = close;
			} else if (mentions(&w, i, close, "__CPROVER_forall") ||
			           mentions(&w, i, close, "__CPROVER_exists")) {
				continue; /* what is inside may be one of these calls */
			} else if (find_implication(&w, i + 1, close) != close) {
				range(&w, i + 1, close, UNKNOWN_POLARITY);
				i = close;
			}
		} else if (is_quantifier(&w, i)) {
			quantifier(&w, i, UNKNOWN_POLARITY);
			i = w.match.at[i + 1];
		} else if (is_implication(&w, i)) {
			break; /* outside of parentheses: clang says what is wrong */
		}
	}
	bool has_changed = w.has_changed;
	char *out = finish(&w, text + n);
	return has_changed ? out : NULL;
}

/* --- Targets. --- */

static const char *slice(const struct writer *w, size_t from, size_t to) {
	if (from >= to)
		return "";
	return arena_printf(w->arena, "%.*s", (int)(end_of(w, to - 1) - begin_of(w, from)),
	                    begin_of(w, from));
}

static void target(const struct writer *w, size_t from, size_t to, const char *condition,
                   struct contract_targets *out) {
	static const char *const forms[] = {"__CPROVER_object_whole", "__CPROVER_object_from",
	                                    "__CPROVER_object_upto", "__CPROVER_typed_target"};
	struct contract_target t = {.condition = condition, .text = slice(w, from, to)};
	for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
		if (is(w, from, forms[k]) && is_group(w, from + 1, to)) {
			t.form = forms[k];
			t.text = slice(w, from + 2, to - 1);
		}
	vec_push(&out->at, t);
}

void contract_targets(struct arena *arena, const char *text, struct contract_targets *out) {
	struct writer w = {.arena = arena, .text = text, .copied = text};
	scan(&w, text, strlen(text));
	for (size_t from = 0; from < w.token.n;) { /* groups: "condition: target, target;" */
		size_t end = find(&w, from, w.token.n, ";"), colon = find(&w, from, end, ":");
		const char *condition = "1";
		if (colon != end && find(&w, from, colon, "?") == colon) {
			condition = slice(&w, from, colon);
			from = colon + 1;
		}
		while (from < end) {
			size_t comma = find(&w, from, end, ",");
			target(&w, from, comma, condition, out);
			from = comma + 1;
		}
		from = end + 1;
	}
	finish(&w, text + strlen(text));
}
