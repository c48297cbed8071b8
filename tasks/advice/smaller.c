#include "tasks/advice/smaller.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files/file.h"
#include "util/text/clex.h"
#include "util/text/path.h"

enum { LEAST = 3, MOST = 100000, MAX_FILES = 64 };

struct reader {
	struct smaller *s;
	size_t file;
	const char *line_at; /* lines are counted up to here */
	unsigned line;
	struct clex_token last[3]; /* [0]: the one before */
	bool in_enum, in_const, in_loop;
	unsigned depth; /* of brackets, in the head of a loop */
};

/* A plain decimal integer that could be smaller; 0: it is none. */
static uint64_t number_of(const struct clex_token *t) {
	if (t->kind != CLEX_NUMBER || t->n > 12)
		return 0;
	uint64_t value = 0;
	size_t i = 0;
	for (; i < t->n && t->at[i] >= '0' && t->at[i] <= '9'; i++)
		value = 10 * value + (uint64_t)(t->at[i] - '0');
	for (; i < t->n; i++)
		if (!strchr("uUlL", t->at[i]))
			return 0;
	return t->at[0] != '0' && value >= LEAST && value <= MOST ? value : 0;
}

static unsigned line_of(struct reader *r, const char *at) {
	for (; r->line_at < at; r->line_at++)
		r->line += *r->line_at == '\n';
	return r->line;
}

/* Of a name, each value is a constant: an #if may choose. */
static struct constant *constant_of(struct smaller *s, const char *name, uint64_t value) {
	for (size_t i = 0; i < s->constant.n; i++) {
		struct constant *c = &s->constant.at[i];
		bool same = name ? c->name && !strcmp(c->name, name) : !c->name;
		if (same && c->value == value)
			return c;
	}
	vec_push(&s->constant, ((struct constant){.name = name, .value = value}));
	return &s->constant.at[s->constant.n - 1];
}

static struct constant *add(struct reader *r, const char *name, const struct clex_token *number) {
	struct constant *c = constant_of(r->s, name, number_of(number));
	const char *text = r->s->file.at[r->file].text;
	struct constant_place p = {r->file, (size_t)(number->at - text), number->n,
	                           line_of(r, number->at)};
	vec_push(&c->place, p);
	return c;
}

static const char *text_of(struct smaller *s, const struct clex_token *t) {
	return arena_printf(s->arena, "%.*s", (int)t->n, t->at);
}

static void read_file(struct smaller *s, const char *path);

/* What a source includes from its own folder. */
static void read_include(struct reader *r, const struct clex_token *name) {
	if (name->kind != CLEX_STRING || name->n < 3)
		return;
	const char *path = r->s->file.at[r->file].path;
	read_file(r->s, arena_printf(r->s->arena, "%.*s%.*s", (int)path_base_at(path), path,
	                             (int)name->n - 2, name->at + 1));
}

/* "#define N 8", "#define N (8)" */
static void read_directive(struct reader *r, const struct clex_token *directive) {
	struct clex lex;
	struct clex_token t[6];
	clex_init(&lex, directive->at + 1, directive->n - 1);
	for (size_t i = 0; i < 6; i++)
		t[i] = clex_next(&lex);
	if (clex_is_word(&t[0], "include")) {
		read_include(r, &t[1]);
		return;
	}
	if (!clex_is_word(&t[0], "define") || t[1].kind != CLEX_WORD)
		return;
	bool in_brackets = clex_is_punctuator(&t[2], "(") && t[2].at > t[1].at + t[1].n;
	const struct clex_token *number = in_brackets ? &t[3] : &t[2];
	const struct clex_token *end = in_brackets ? &t[5] : &t[3];
	if (number_of(number) && end->kind == CLEX_END &&
	    (!in_brackets || clex_is_punctuator(&t[4], ")")))
		add(r, text_of(r->s, &t[1]), number);
}

static bool is_one_of(const struct clex_token *t, const char *const list[]) {
	for (; *list; list++)
		if (clex_is_punctuator(t, *list))
			return true;
	return false;
}

/* A number between two tokens. */
static void read_number(struct reader *r, const struct clex_token *number,
                        const struct clex_token *after) {
	static const char *const ends_enumerator[] = {",", "}", NULL};
	static const char *const bounds[] = {"<", "<=", NULL};
	static const char *const compares[] = {"==", "!=", ">", ">=", "%", NULL};
	if (!number_of(number))
		return;
	bool is_value = clex_is_punctuator(&r->last[0], "=") && r->last[1].kind == CLEX_WORD;
	if (is_value && ((r->in_enum && is_one_of(after, ends_enumerator)) ||
	                 (r->in_const && clex_is_punctuator(after, ";")))) {
		add(r, text_of(r->s, &r->last[1]), number);
		return;
	}
	bool is_compared = is_one_of(&r->last[0], bounds);
	bool is_bound = (clex_is_punctuator(&r->last[0], "[") && clex_is_punctuator(after, "]")) ||
	                (is_compared && r->in_loop);
	if (is_bound || is_compared || is_one_of(&r->last[0], compares)) {
		struct constant *c = add(r, NULL, number);
		c->bounds |= is_bound;
	}
}

/* Between the brackets of 'for (...)' and 'while (...)'. */
static void follow_loop(struct reader *r, const struct clex_token *t) {
	if (clex_is_word(t, "for") || clex_is_word(t, "while")) {
		r->in_loop = true;
		r->depth = 0;
	} else if (clex_is_punctuator(t, "("))
		r->depth++;
	else if (clex_is_punctuator(t, ")") && r->in_loop && --r->depth == 0)
		r->in_loop = false;
}

static void read_token(struct reader *r, const struct clex_token *t,
                       const struct clex_token *after) {
	if (t->kind == CLEX_DIRECTIVE) {
		read_directive(r, t);
		return;
	}
	follow_loop(r, t);
	if (clex_is_word(t, "enum"))
		r->in_enum = true;
	else if (clex_is_word(t, "const"))
		r->in_const = true;
	else if (clex_is_punctuator(t, "}") || clex_is_punctuator(t, ";"))
		r->in_enum = r->in_const = false;
	else if (t->kind == CLEX_NUMBER)
		read_number(r, t, after);
	r->last[1] = r->last[0];
	r->last[0] = *t;
}

static void read_file(struct smaller *s, const char *path) {
	for (size_t i = 0; i < s->file.n; i++)
		if (!strcmp(s->file.at[i].path, path))
			return;
	const char *text = s->file.n < MAX_FILES ? file_text(s->arena, path) : NULL;
	if (!text)
		return;
	struct reader r = {.s = s, .file = s->file.n, .line_at = text, .line = 1};
	vec_push(&s->file, ((struct smaller_file){path, text, strlen(text)}));
	struct clex lex;
	clex_init(&lex, text, strlen(text));
	struct clex_token t = clex_next(&lex);
	while (t.kind != CLEX_END) {
		struct clex_token after = clex_next(&lex);
		read_token(&r, &t, &after);
		t = after;
	}
}

static int larger_first(const void *a, const void *b) {
	const struct constant *x = a, *y = b;
	return x->value < y->value ? 1 : x->value > y->value ? -1 : 0;
}

void smaller_find(struct smaller *s, struct arena *arena, const char *const *file, size_t n) {
	*s = (struct smaller){.arena = arena};
	for (size_t i = 0; i < n; i++)
		read_file(s, file[i]);
	size_t kept = 0;
	for (size_t i = 0; i < s->constant.n; i++)
		if (s->constant.at[i].name || s->constant.at[i].bounds)
			s->constant.at[kept++] = s->constant.at[i];
		else
			vec_free(&s->constant.at[i].place);
	s->constant.n = kept;
	if (kept)
		qsort(s->constant.at, kept, sizeof *s->constant.at, larger_first);
}

void smaller_free(struct smaller *s) {
	for (size_t i = 0; i < s->constant.n; i++)
		vec_free(&s->constant.at[i].place);
	vec_free(&s->constant);
	vec_free(&s->file);
}

struct change { /* of the text of a file */
	struct constant_place place;
	uint64_t value;
};

static int earlier_first(const void *a, const void *b) {
	const struct change *x = a, *y = b;
	return x->place.at < y->place.at ? -1 : x->place.at > y->place.at;
}

static const char *changed_text(const struct smaller *s, size_t file, const uint64_t *value) {
	VEC(struct change) change = {0};
	VEC(char) text = {0};
	const char *from = s->file.at[file].text;
	size_t done = 0;
	for (size_t i = 0; i < s->constant.n; i++)
		for (size_t k = 0; k < s->constant.at[i].place.n; k++)
			if (s->constant.at[i].place.at[k].file == file && value[i] != s->constant.at[i].value)
				vec_push(&change, ((struct change){s->constant.at[i].place.at[k], value[i]}));
	if (change.n)
		qsort(change.at, change.n, sizeof *change.at, earlier_first);
	for (size_t i = 0; i <= change.n; i++) {
		size_t end = i < change.n ? change.at[i].place.at : s->file.at[file].n;
		for (; done < end; done++)
			vec_push(&text, from[done]);
		if (i == change.n)
			break;
		const char *number = arena_printf(s->arena, "%llu", (unsigned long long)change.at[i].value);
		for (; *number; number++)
			vec_push(&text, *number);
		done += change.at[i].place.n;
	}
	vec_push(&text, 0);
	vec_free(&change);
	return text.at;
}

struct fe_text *smaller_texts(const struct smaller *s, const uint64_t *value) {
	struct fe_text *to = mem_alloc((s->file.n + 1) * sizeof *to);
	for (size_t i = 0; i < s->file.n; i++)
		to[i] = (struct fe_text){s->file.at[i].path, changed_text(s, i, value)};
	return to;
}

void smaller_texts_free(const struct smaller *s, struct fe_text *text) {
	for (size_t i = 0; i < s->file.n; i++)
		mem_free((char *)text[i].text);
	mem_free(text);
}

static const char *change_text(struct arena *arena, const struct smaller *s,
                               const struct constant *c, uint64_t value) {
	unsigned long long now = value, was = c->value;
	if (c->name)
		return arena_printf(arena, "%s = %llu instead of %llu", c->name, now, was);
	const struct constant_place *p = &c->place.at[0];
	return arena_printf(arena, "%llu instead of %llu (%s:%u)", now, was, s->file.at[p->file].path,
	                    p->line);
}

const char *smaller_change(struct arena *arena, const struct smaller *s, const uint64_t *value) {
	const char *all = NULL;
	for (size_t i = 0; i < s->constant.n; i++) {
		if (value[i] == s->constant.at[i].value)
			continue;
		const char *one = change_text(arena, s, &s->constant.at[i], value[i]);
		all = all ? arena_printf(arena, "%s, %s", all, one) : one;
	}
	return all;
}
