#include "report/witness/proof_witness.h"

#include <ctype.h>
#include <string.h>

#include "report/story/facts.h"
#include "report/witness/yaml_field.h"

enum { MAX_ALTERNATIVES = 4 };

/* A statement, and what is known each time that a thread is about to execute it. */
struct invariant {
	uint32_t file, start; /* which one, the first token of the statement */
	bool is_loop;
	bool is_unclear; /* a place on its line could not be found in the text */
	const char *function;
	VEC(struct facts) alternative;
};

struct invariants {
	const struct witness *w;
	struct arena *arena;
	struct tokens *tokens; /* of each file */
	VEC(struct invariant) at;
	bool *is_ghost; /* by counter: a ghost variable of the witness can be it */
};

/* --- Which statements begin at a place. --- */

static char kind_at(const struct tokens *t, uint32_t ix) {
	return ix < t->token.n ? t->token.at[ix].kind : '\0';
}

static bool is_text(const struct tokens *t, uint32_t ix, const char *text) {
	const struct token *k = &t->token.at[ix];
	return k->n == strlen(text) && !memcmp(t->text + k->at, text, k->n);
}

static bool is_any(const struct tokens *t, uint32_t ix, const char *const *texts) {
	for (; *texts; texts++)
		if (is_text(t, ix, *texts))
			return true;
	return false;
}

static bool has_effect(const struct tokens *t, uint32_t ix) {
	static const char *const effects[] = {
	    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "<<=", ">>=", "--", NULL};
	return is_any(t, ix, effects);
}

static bool is_call(const struct tokens *t, uint32_t ix) {
	static const char *const others[] = {"if", "while", "for", "switch", "return", "sizeof", NULL};
	return kind_at(t, ix) == TOKEN_WORD && kind_at(t, ix + 1) == '(' && !is_any(t, ix, others);
}

/* Does whatever the statement does between these tokens leave everything as it was, until its last
 * effect?  An operand that is not always evaluated is too much. */
static bool is_plain(const struct tokens *t, uint32_t from, uint32_t to) {
	static const char *const choices[] = {"&&", "||", "?", NULL};
	bool is_only_call = is_call(t, from) && t->token.at[from + 1].mate + 1 == to;
	unsigned effects = 0;
	for (uint32_t i = from; i <= to; i++) {
		effects += has_effect(t, i);
		if (is_any(t, i, choices) || kind_at(t, i) == '{' ||
		    (is_call(t, i) && !(is_only_call && i == from)))
			return false;
		if (kind_at(t, i) == ',' && !is_only_call)
			return false;
	}
	return effects <= (is_only_call ? 0 : 1);
}

/* The while at ix, if it ends a do statement, is no head of a loop. */
static bool ends_do(const struct tokens *t, uint32_t ix) {
	bool in_head;
	if (!ix || kind_at(t, ix + 1) != '(' || t->token.at[ix + 1].mate == NO_TOKEN ||
	    kind_at(t, t->token.at[ix + 1].mate + 1) != ';')
		return false;
	uint32_t before = ix - 1;
	if (kind_at(t, before) == '}')
		before = t->token.at[before].mate;
	else
		before = tokens_statement(t, before, &in_head);
	return before != NO_TOKEN && before && is_text(t, before - 1, "do");
}

/* The statement that begins at the place, so that 'is_loop' or not an invariant can stand there. */
static uint32_t find_statement(const struct tokens *t, uint32_t ix, bool *is_loop) {
	static const char *const no[] = {"case", "default", "else", "do", "goto", "asm", NULL};
	bool in_head;
	uint32_t start = tokens_statement(t, ix, &in_head), from, to;
	*is_loop = is_text(t, start, "while") || is_text(t, start, "for");
	if (t->token.at[start].in == NO_TOKEN || kind_at(t, start) == '}' || is_any(t, start, no) ||
	    kind_at(t, start + 1) == ':')
		return NO_TOKEN;
	if (is_text(t, start, "if") || *is_loop) {
		bool good = tokens_condition(t, start, &from, &to) && from < to && !ends_do(t, start) &&
		            (ix == start || (ix >= from && ix < to)) && is_plain(t, from, to - 1);
		for (uint32_t i = from; good && i < to; i++)
			good = !has_effect(t, i);
		return good ? start : NO_TOKEN;
	}
	return !in_head && is_plain(t, start, tokens_statement_end(t, start)) ? start : NO_TOKEN;
}

/* --- Which facts can be told there. --- */

static bool is_keyword(const char *name, size_t n) {
	static const char *const words[] = {"int",  "unsigned", "signed", "char",   "short",
	                                    "long", "_Bool",    "float",  "double", NULL};
	for (const char *const *w = words; *w; w++)
		if (strlen(*w) == n && !memcmp(*w, name, n))
			return true;
	return false;
}

/* Of a name with two meanings, a fact does not say which. */
static bool is_visible(const struct tokens *t, uint32_t start, const char *name, size_t n) {
	bool is_global = tokens_is_global(t, name, n), is_local = tokens_is_local(t, start, name, n);
	return is_global ? !tokens_is_shadowed(t, start, name, n) : is_local;
}

#define NO_COUNTER SIZE_MAX

static size_t find_counter(const struct proof *p, const char *name, size_t n) {
	for (size_t i = 0; i < p->counter.n; i++) {
		const char *counter = p->counter.at[i].name;
		if (counter && strlen(counter) == n && !memcmp(counter, name, n))
			return i;
	}
	return NO_COUNTER;
}

/* Do all names in the fact mean at the statement what they mean to us? */
static bool can_be_told(const struct invariants *c, const struct invariant *invariant,
                        const char *fact) {
	const struct tokens *t = &c->tokens[invariant->file];
	char before = 0; /* the last character that is no blank */
	for (const char *at = fact; *at;) {
		size_t n = 0;
		while (isalnum((unsigned char)at[n]) || at[n] == '_')
			n++;
		bool is_member = before == '.' || (before == '>' && at - fact > 1 && at[-2] == '-');
		if (n && !isdigit((unsigned char)*at) && !is_keyword(at, n)) {
			size_t counter = find_counter(c->w->result->proof, at, n);
			bool good = is_member ? tokens_mention(t, 0, UINT32_MAX - 1, at, n)
			            : counter != NO_COUNTER
			                ? c->is_ghost[counter]
			                : is_visible(t, invariant->start, at, n) && at[n] != '(';
			if (!good)
				return false;
		} else if (!n && (*at < ' ' || *at > '~' || strchr("@$#`\\\"'{};", *at)))
			return false;
		before = n ? at[n - 1] : *at == ' ' ? before : *at;
		at += n ? n : 1;
	}
	return *fact != 0;
}

static struct facts facts_told(const struct invariants *c, const struct invariant *invariant,
                               const struct proof_place *p) {
	struct facts all = facts_make(c->arena, p->holds, p->nholds);
	uint32_t n = 0;
	for (uint32_t i = 0; i < all.n; i++)
		if (can_be_told(c, invariant, all.at[i]))
			all.at[n++] = all.at[i];
	all.n = n;
	return all;
}

/* --- All of them. --- */

static struct invariant *find_invariant(struct invariants *c, struct invariant new) {
	for (size_t i = 0; i < c->at.n; i++)
		if (c->at.at[i].file == new.file && c->at.at[i].start == new.start)
			return &c->at.at[i];
	size_t i = c->at.n;
	vec_push(&c->at, new);
	for (; i && (c->at.at[i - 1].file > new.file ||
	             (c->at.at[i - 1].file == new.file && c->at.at[i - 1].start > new.start));
	     i--)
		c->at.at[i] = c->at.at[i - 1];
	c->at.at[i] = new;
	return &c->at.at[i];
}

/* The token at which the place is, in one of the files; NO_TOKEN: it cannot be seen. */
static uint32_t find_token(const struct invariants *c, struct loc loc, uint32_t *file) {
	for (*file = 0; *file < c->w->config->nfiles; ++*file) {
		const struct witness_file *f = &c->w->config->file[*file];
		if (loc.file && f->real_name && !strcmp(loc.file, f->real_name))
			loc.file = f->name;
		uint32_t ix = tokens_find(&c->tokens[*file], loc);
		if (ix != NO_TOKEN)
			return ix;
	}
	return NO_TOKEN;
}

static void add_place(struct invariants *c, const struct proof_place *p) {
	struct invariant new = {.function = p->function};
	uint32_t ix = find_token(c, p->loc, &new.file);
	if (ix == NO_TOKEN)
		return;
	new.start = find_statement(&c->tokens[new.file], ix, &new.is_loop);
	if (new.start == NO_TOKEN)
		return;
	struct invariant *invariant = find_invariant(c, new);
	struct facts facts = facts_told(c, invariant, p);
	for (size_t i = 0; i < invariant->alternative.n; i++)
		if (facts_key(&invariant->alternative.at[i]) == facts_key(&facts))
			return;
	vec_push(&invariant->alternative, facts);
}

/* A place that is not seen in the text may be the beginning of any statement of its line. */
static void doubt(struct invariants *c, const struct proof_place *p) {
	uint32_t file;
	if (find_token(c, p->loc, &file) != NO_TOKEN)
		return;
	for (size_t i = 0; i < c->at.n; i++) {
		const struct tokens *t = &c->tokens[c->at.at[i].file];
		uint32_t line = tokens_line(t, p->loc);
		uint32_t last = tokens_statement_end(t, c->at.at[i].start);
		c->at.at[i].is_unclear |=
		    line && t->token.at[c->at.at[i].start].line <= line && line <= t->token.at[last].line;
	}
}

/* "a && b", each operand as C needs it. */
static const char *conjunction(struct arena *arena, const struct facts *f) {
	const char *text = "";
	for (uint32_t i = 0; i < f->n; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? " && " : "",
		                    f->n > 1 ? facts_operand(arena, f->at[i]) : f->at[i]);
	return text;
}

/* What all alternatives have in common, and the rest of each in turn; "": nothing is known. */
static const char *invariant_text(struct arena *arena, const struct invariant *invariant) {
	struct facts common = invariant->alternative.at[0];
	for (size_t i = 1; i < invariant->alternative.n; i++)
		common = facts_common(arena, &common, &invariant->alternative.at[i]);
	const char *rest = "";
	bool has_rest = invariant->alternative.n > 1 && invariant->alternative.n <= MAX_ALTERNATIVES;
	for (size_t i = 0; i < invariant->alternative.n && has_rest; i++) {
		struct facts own = facts_minus(arena, &invariant->alternative.at[i], &common);
		has_rest = own.n > 0;
		rest = arena_printf(arena, "%s%s(%s)", rest, i ? " || " : "", conjunction(arena, &own));
	}
	if (!has_rest)
		return conjunction(arena, &common);
	if (!common.n)
		return rest;
	const char *first =
	    common.n > 1 ? conjunction(arena, &common) : facts_operand(arena, common.at[0]);
	return arena_printf(arena, "%s && (%s)", first, rest);
}

/* --- Counters. --- */

/* The statement that is all of the line, and so changes the counter; NO_TOKEN: there is none. */
static uint32_t find_update(const struct invariants *c, const struct proof_update *u,
                            uint32_t *file) {
	static const char *const no[] = {"while", "for",  "switch", "case", "default",
	                                 "else",  "goto", "do",     "asm",  NULL};
	bool in_head;
	uint32_t other, first = find_token(c, u->first, file), last = find_token(c, u->last, &other);
	if (first == NO_TOKEN || last == NO_TOKEN || *file != other)
		return NO_TOKEN;
	const struct tokens *t = &c->tokens[*file];
	uint32_t start = tokens_statement(t, first, &in_head);
	uint32_t line = t->token.at[first].line;
	bool good = start == tokens_statement(t, last, &in_head) && t->token.at[start].line == line &&
	            t->token.at[tokens_statement_end(t, start)].line == line &&
	            t->token.at[start].in != NO_TOKEN && kind_at(t, start) != '}' &&
	            kind_at(t, start + 1) != ':' && !is_any(t, start, no);
	return good ? start : NO_TOKEN;
}

/* Can each of its updates be told, and its name be used? */
static bool can_be_ghost(const struct invariants *c, const struct proof_counter *n) {
	uint32_t file;
	bool good = n->nupdates > 0;
	for (uint32_t i = 0; i < n->nupdates && good; i++)
		good = find_update(c, &n->update[i], &file) != NO_TOKEN;
	for (size_t i = 0; i < c->w->config->nfiles && good; i++)
		good = !tokens_mention(&c->tokens[i], 0, UINT32_MAX - 1, n->name, strlen(n->name));
	return good;
}

static void find_ghosts(struct invariants *c) {
	const struct proof *p = c->w->result->proof;
	size_t n = p ? p->counter.n : 0;
	c->is_ghost = arena_array(c->arena, bool, n + 1);
	for (size_t i = 0; i < n; i++)
		c->is_ghost[i] = can_be_ghost(c, &p->counter.at[i]);
}

static void print_location(FILE *out, const struct invariants *c, unsigned indent, uint32_t file,
                           uint32_t start, const char *function) {
	const struct tokens *t = &c->tokens[file];
	fprintf(out, "%*slocation:\n", (int)indent, "");
	yaml_field(out, indent + 2, "file_name", c->w->config->file[file].name);
	fprintf(out, "%*sline: %u\n%*scolumn: %u\n", (int)indent + 2, "",
	        (unsigned)t->token.at[start].line, (int)indent + 2, "",
	        (unsigned)tokens_column(t, start));
	if (function)
		yaml_field(out, indent + 2, "function", function);
}

static void print_variable(FILE *out, struct arena *arena, const struct proof_counter *n) {
	yaml_field(out, 6, "- name", n->name);
	yaml_field(out, 8, "scope", "global");
	yaml_field(out, 8, "type", "long long");
	fputs("        initial:\n", out);
	yaml_field(out, 10, "value", arena_printf(arena, "%d", (int)n->initial));
	yaml_field(out, 10, "format", "c_expression");
}

static void print_update(FILE *out, const struct invariants *c, const struct proof_counter *n,
                         const struct proof_update *u) {
	uint32_t file, start = find_update(c, u, &file);
	fputs("      -\n", out);
	print_location(out, c, 8, file, start, u->function);
	fputs("        updates:\n", out);
	yaml_field(out, 10, "- variable", n->name);
	yaml_field(out, 12, "value",
	           arena_printf(c->arena, "%s %c %d", n->name, u->by < 0 ? '-' : '+',
	                        (int)(u->by < 0 ? -u->by : u->by)));
	yaml_field(out, 12, "format", "c_expression");
}

/* The ghost variables that the invariants speak of. */
static void print_ghosts(FILE *out, const struct invariants *c, const bool *is_used) {
	const struct proof *p = c->w->result->proof;
	bool any = false;
	for (size_t i = 0; p && i < p->counter.n; i++)
		any |= is_used[i];
	if (!any)
		return;
	yaml_field(out, 0, "- entry_type", "ghost_instrumentation");
	witness_metadata(out, c->w, "2.1");
	fputs("  content:\n    ghost_variables:\n", out);
	for (size_t i = 0; i < p->counter.n; i++)
		if (is_used[i])
			print_variable(out, c->arena, &p->counter.at[i]);
	fputs("    ghost_updates:\n", out);
	for (size_t i = 0; i < p->counter.n; i++)
		for (uint32_t k = 0; is_used[i] && k < p->counter.at[i].nupdates; k++)
			print_update(out, c, &p->counter.at[i], &p->counter.at[i].update[k]);
}

/* --- The witness. --- */

static void print_invariant(FILE *out, const struct invariants *c,
                            const struct invariant *invariant, const char *text) {
	fputs("    - invariant:\n", out);
	yaml_field(out, 8, "type", invariant->is_loop ? "loop_invariant" : "location_invariant");
	print_location(out, c, 8, invariant->file, invariant->start, invariant->function);
	yaml_field(out, 8, "value", text);
	yaml_field(out, 8, "format", "c_expression");
}

/* Marks the counters of which the text speaks. */
static void find_used(const struct proof *p, const char *text, bool *is_used) {
	while (*text) {
		size_t n = 0;
		while (isalnum((unsigned char)text[n]) || text[n] == '_')
			n++;
		size_t counter = n ? find_counter(p, text, n) : NO_COUNTER;
		if (counter != NO_COUNTER)
			is_used[counter] = true;
		text += n ? n : 1;
	}
}

static void print_all(FILE *out, struct invariants *c) {
	const struct proof *p = c->w->result->proof;
	const char **text = arena_array(c->arena, const char *, c->at.n + 1);
	bool *is_used = arena_array(c->arena, bool, (p ? p->counter.n : 0) + 1);
	bool any = false;
	for (size_t i = 0; i < c->at.n; i++) {
		text[i] = c->at.at[i].is_unclear ? "" : invariant_text(c->arena, &c->at.at[i]);
		find_used(p, text[i], is_used);
		any |= *text[i] != 0;
	}
	print_ghosts(out, c, is_used);
	yaml_field(out, 0, "- entry_type", "invariant_set");
	witness_metadata(out, c->w, p ? "2.1" : "2.0");
	fputs(any ? "  content:\n" : "  content: []\n", out);
	for (size_t i = 0; i < c->at.n; i++)
		if (*text[i])
			print_invariant(out, c, &c->at.at[i], text[i]);
}

void proof_witness(FILE *out, const struct witness *w) {
	struct invariants c = {.w = w, .arena = w->arena};
	size_t nfiles = w->config->nfiles;
	const struct proof *proof = w->result->proof;
	c.tokens = arena_array(w->arena, struct tokens, nfiles);
	for (size_t i = 0; i < nfiles; i++)
		tokens_init(&c.tokens[i], w->arena, w->config->file[i].name, w->config->file[i].text,
		            w->config->file[i].n);
	find_ghosts(&c);
	for (size_t i = 0; proof && i < proof->place.n; i++)
		add_place(&c, &proof->place.at[i]);
	for (size_t i = 0; proof && i < proof->place.n; i++)
		doubt(&c, &proof->place.at[i]);
	print_all(out, &c);
	for (size_t i = 0; i < c.at.n; i++)
		vec_free(&c.at.at[i].alternative);
	vec_free(&c.at);
	for (size_t i = 0; i < nfiles; i++)
		tokens_free(&c.tokens[i]);
}
