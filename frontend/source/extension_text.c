/* Finds pragmas and attributes in texts, also where macros hide them. */
#include <string.h>

#include "frontend/source/extension.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/text/clex.h"

#define READ     EXTENSION_READ
#define HARMLESS EXTENSION_HARMLESS
#define CLANG    EXTENSION_CLANG
#define SAID     EXTENSION_SAID
#define REFUSED  EXTENSION_REFUSED

static const struct extension table[] = {
#define PRAGMA(words, what, remark)   {words, what, remark, true},
#define ATTRIBUTE(name, what, remark) {name, what, remark, false},
#include "frontend/source/extensions.def"
};
enum { TABLE = sizeof table / sizeof *table };

/* The number of words that both begin with, if those are all of 'words'; otherwise 0. */
static size_t common_words(const char *words, const char *text, size_t n) {
	struct clex a, b;
	size_t same = 0;
	clex_init(&a, words, strlen(words));
	clex_init(&b, text, n);
	for (struct clex_token w; (w = clex_next(&a)).kind != CLEX_END; same++) {
		struct clex_token t = clex_next(&b);
		if (t.n != w.n || memcmp(t.at, w.at, t.n) != 0)
			return 0;
	}
	return same;
}

const struct extension *extension_pragma(const char *text, size_t n) {
	const struct extension *found = NULL;
	size_t most = 0;
	for (int i = 0; i < TABLE; i++) {
		size_t same = table[i].is_pragma ? common_words(table[i].name, text, n) : 0;
		if (same > most) {
			most = same;
			found = &table[i];
		}
	}
	return found;
}

const struct extension *extension_attribute(const char *name, size_t n) {
	if (n > 4 && !memcmp(name, "__", 2) && !memcmp(name + n - 2, "__", 2)) {
		name += 2;
		n -= 4;
	}
	for (int i = 0; i < TABLE; i++)
		if (!table[i].is_pragma && strlen(table[i].name) == n && !memcmp(table[i].name, name, n))
			return &table[i];
	return NULL;
}

static bool is_quiet(const struct extension *e) {
	return e && (e->what == EXTENSION_READ || e->what == EXTENSION_HARMLESS);
}

/* --- The texts of macros, and what they have. --- */

struct ext_macro {
	const char *name;  /* interned */
	const char *param; /* the text between the parentheses; NULL: it has none */
	size_t nparam;
	const char *body;
	size_t nbody;
	bool takes_pragma, takes_attribute, takes_section; /* its arguments become one */
	struct extension_uses use;
};

struct ext_reader {
	struct extension_uses *out;
	VEC(struct ext_macro) macro;
	struct map by_name;   /* interned -> index in 'macro' */
	struct ext_macro *in; /* its body is read; NULL: text of the program */
	const struct extension_text *text;
	uint32_t file;
	size_t at;     /* of the token that counts; in a body, where it is used */
	bool is_new;   /* something was learnt about a macro */
	bool is_quick; /* what cannot be told without the macros is noted */
	int depth;
	uint64_t records;  /* of the braces that are open, those of a structure or union: a bit each */
	unsigned braces;   /* 'record' is of the last one */
	bool after_record; /* the next brace is that of a structure or union */
};

static struct ext_macro *find_macro(struct ext_reader *r, const char *name, size_t n) {
	uint64_t ix;
	if (!r->macro.n || !map_get(&r->by_name, map_key(intern_n(name, n)), &ix))
		return NULL;
	return &r->macro.at[ix];
}

static bool has_word(const char *text, size_t n, const struct clex_token *word) {
	struct clex lex;
	clex_init(&lex, text, n);
	for (struct clex_token t; (t = clex_next(&lex)).kind != CLEX_END;)
		if (t.kind == CLEX_WORD && t.n == word->n && !memcmp(t.at, word->at, t.n))
			return true;
	return false;
}

static bool is_parameter(const struct ext_macro *m, const struct clex_token *t) {
	if (!m || !m->param)
		return false;
	return clex_is_word(t, "__VA_ARGS__") || has_word(m->param, m->nparam, t);
}

static void add_use(struct ext_reader *r, struct extension_use use) {
	struct extension_uses *to = r->in ? &r->in->use : r->out;
	use.file = r->file;
	use.at = r->at;
	for (size_t i = 0; i < to->n; i++)
		if (to->at[i].name == use.name &&
		    (r->in || (to->at[i].file == use.file && to->at[i].at == use.at)))
			return;
	vec_push(to, use);
	r->is_new |= r->in != NULL;
}

static void note(struct ext_reader *r, const struct extension *e, const char *name) {
	if (!is_quiet(e))
		add_use(r, (struct extension_use){.name = name,
		                                  .remark = e ? e->remark : NULL,
		                                  .is_read = e && e->what == EXTENSION_CLANG,
		                                  .is_refused = e && e->what == EXTENSION_REFUSED});
}

/* Words that many pragmas begin with. */
static bool is_namespace(const struct clex_token *t) {
	return clex_is_word(t, "GCC") || clex_is_word(t, "clang") || clex_is_word(t, "STDC");
}

/* Clang replaces macros in #pragma pack(...), and lets it count for the structure that it stands in
 * only from the next one on; gcc does neither. */
static void note_pack(struct ext_reader *r, const char *text, size_t n) {
	static const struct extension unlike = {"pack", EXTENSION_CLANG, ", as clang does", true};
	struct clex lex;
	clex_init(&lex, text, n);
	bool is_unlike =
	    r->is_quick || (r->braces && r->braces <= 64 && r->records >> (r->braces - 1) & 1);
	clex_next(&lex); /* pack */
	for (struct clex_token t; !is_unlike && (t = clex_next(&lex)).kind != CLEX_END;)
		is_unlike = t.kind == CLEX_WORD && find_macro(r, t.at, t.n);
	if (is_unlike)
		note(r, &unlike, "#pragma pack");
}

static void note_pragma(struct ext_reader *r, const char *text, size_t n) {
	struct clex lex;
	clex_init(&lex, text, n);
	struct clex_token first = clex_next(&lex), second = clex_next(&lex);
	if (first.kind == CLEX_END)
		return;
	if (first.kind == CLEX_WORD && is_parameter(r->in, &first)) {
		r->is_new |= !r->in->takes_pragma;
		r->in->takes_pragma = true;
		return;
	}
	const struct extension *e = extension_pragma(text, n);
	if (e && !strcmp(e->name, "pack"))
		note_pack(r, text, n);
	const char *words = intern_n(first.at, first.n);
	if (clex_is_word(&first, "weak") && second.kind == CLEX_WORD && !is_parameter(r->in, &second) &&
	    clex_next(&lex).kind == CLEX_END) { /* without an alias */
		note(r, e, intern_printf(EXTENSION_WEAK "%.*s", (int)second.n, second.at));
		return;
	}
	if (is_namespace(&first) && second.kind == CLEX_WORD)
		words = intern_printf("%s %.*s", words, (int)second.n, second.at);
	note(r, e, intern_printf("#pragma %s", e && !is_namespace(&first) ? e->name : words));
}

static struct clex_token skip_brackets(struct clex *lex, struct clex_token t) {
	for (int depth = 1; depth && (t = clex_next(lex)).kind != CLEX_END;)
		depth += clex_is_punctuator(&t, "(") - clex_is_punctuator(&t, ")");
	return t;
}

/* Functions whose addresses are in these sections are called by themselves. */
static void note_called(struct ext_reader *r, const struct clex_token *string) {
	static const char *const called[] = {".init_array", ".fini_array", ".preinit_array", ".ctors",
	                                     ".dtors",      ".init",       ".fini"};
	for (size_t i = 0; i < sizeof called / sizeof *called; i++) {
		size_t n = strlen(called[i]);
		if (string->n < n + 2 || memcmp(string->at + 1, called[i], n) != 0)
			continue;
		char next = string->at[n + 1];
		if (next == '"' || next == '.')
			note(r, NULL, intern_printf("section %s", called[i]));
	}
}

/* Of the attribute 'section', or of a macro whose arguments are handed on to it. */
static void note_section(struct ext_reader *r, struct clex lex) {
	struct clex_token t = clex_next(&lex);
	if (!clex_is_punctuator(&t, "("))
		return;
	for (int depth = 1; depth && (t = clex_next(&lex)).kind != CLEX_END;) {
		depth += clex_is_punctuator(&t, "(") - clex_is_punctuator(&t, ")");
		const struct ext_macro *m = t.kind == CLEX_WORD ? find_macro(r, t.at, t.n) : NULL;
		if (t.kind == CLEX_STRING) {
			note_called(r, &t);
		} else if (t.kind == CLEX_WORD && is_parameter(r->in, &t)) {
			r->is_new |= !r->in->takes_section;
			r->in->takes_section = true;
		} else if (m) {
			struct clex inside;
			clex_init(&inside, m->body, m->nbody);
			struct clex_token first = clex_next(&inside);
			if (first.kind == CLEX_STRING)
				note_called(r, &first);
		} else if (t.kind == CLEX_WORD && r->is_quick) {
			note(r, NULL, "section");
		}
	}
}

enum { MAX_DEPTH = 8 }; /* macros in macros */

/* "packed, aligned(8), gnu::weak": up to the bracket that closes the list, or the end. */
static void note_attributes(struct ext_reader *r, struct clex *lex) {
	for (struct clex_token t; (t = clex_next(lex)).kind != CLEX_END;) {
		if (clex_is_punctuator(&t, ")") || clex_is_punctuator(&t, "]"))
			return;
		if (clex_is_punctuator(&t, "("))
			skip_brackets(lex, t);
		if (t.kind != CLEX_WORD)
			continue;
		if (clex_is_word(&t, "section") || clex_is_word(&t, "__section__"))
			note_section(r, *lex);
		struct clex ahead = *lex;
		struct clex_token colon = clex_next(&ahead);
		if (clex_is_punctuator(&colon, "::") || clex_is_punctuator(&colon, ":"))
			continue; /* gnu:: */
		if (is_parameter(r->in, &t)) {
			r->is_new |= !r->in->takes_attribute;
			r->in->takes_attribute = true;
			continue;
		}
		const struct extension *e = extension_attribute(t.at, t.n);
		const struct ext_macro *m = e ? NULL : find_macro(r, t.at, t.n);
		if (m && r->depth < MAX_DEPTH) {
			struct clex inside;
			clex_init(&inside, m->body, m->nbody);
			r->depth++;
			note_attributes(r, &inside);
			r->depth--;
			continue;
		}
		const char *name = e ? e->name : intern_n(t.at, t.n);
		note(r, e, intern_printf("attribute '%s'", name));
	}
}

/* The inside of a string literal; escapes do not matter for words. */
static void note_string(struct ext_reader *r, const struct clex_token *t) {
	const char *quote = memchr(t->at, '"', t->n);
	if (quote && quote + 1 < t->at + t->n)
		note_pragma(r, quote + 1, (size_t)(t->at + t->n - quote) - 2);
}

/* _Pragma("..."), _Pragma(#x), _Pragma(STRING(...)), __pragma(...) */
static void read_pragma_operator(struct ext_reader *r, struct clex *lex) {
	struct clex inside = *lex;
	struct clex_token open = clex_next(&inside);
	if (!clex_is_punctuator(&open, "("))
		return;
	struct clex_token t = clex_next(&inside), end = skip_brackets(lex, t);
	if (t.kind == CLEX_STRING) {
		note_string(r, &t);
		return;
	}
	struct clex after = inside;
	struct clex_token next = clex_next(&after);
	if (t.kind == CLEX_WORD && clex_is_punctuator(&next, "("))
		t = clex_next(&after);
	else if (t.kind != CLEX_WORD)
		t = next; /* # */
	if (end.at > t.at)
		note_pragma(r, t.at, (size_t)(end.at - t.at));
}

static void read_attribute(struct ext_reader *r, struct clex *lex, int brackets) {
	struct clex inside = *lex;
	for (int i = 0; i < brackets; i++) {
		struct clex_token t = clex_next(&inside);
		if (!clex_is_punctuator(&t, "("))
			return;
	}
	note_attributes(r, &inside);
	*lex = inside;
}

static void use_macro(struct ext_reader *r, size_t ix, struct clex lex) {
	if (r->in == &r->macro.at[ix])
		return;
	for (size_t i = 0; i < r->macro.at[ix].use.n; i++)
		add_use(r, r->macro.at[ix].use.at[i]);
	const struct ext_macro *m = &r->macro.at[ix];
	const struct clex before = lex;
	struct clex_token open = clex_next(&lex);
	if (!clex_is_punctuator(&open, "("))
		return;
	if (m->takes_attribute) {
		struct clex inside = lex;
		note_attributes(r, &inside);
		m = &r->macro.at[ix];
	}
	if (m->takes_section)
		note_section(r, before);
	if (m->takes_pragma) {
		struct clex_token end = skip_brackets(&lex, open);
		note_pragma(r, open.at + 1, (size_t)(end.at - open.at) - 1);
	}
}

static void read_word(struct ext_reader *r, struct clex *lex, const struct clex_token *t) {
	if (clex_is_word(t, "_Pragma") || clex_is_word(t, "__pragma")) {
		struct clex before = *lex;
		read_pragma_operator(r, &before);
	} else if (clex_is_word(t, "__attribute__") || clex_is_word(t, "__attribute")) {
		read_attribute(r, lex, 2);
	} else if (clex_is_word(t, "__seg_fs") || clex_is_word(t, "__seg_gs")) {
		note(r, extension_attribute("address_space", strlen("address_space")),
		     intern_printf("'%.*s'", (int)t->n, t->at));
	} else if (clex_is_word(t, "__declspec") || clex_is_word(t, "_declspec")) {
		read_attribute(r, lex, 1);
	} else {
		const struct ext_macro *m = find_macro(r, t->at, t->n);
		if (m)
			use_macro(r, (size_t)(m - r->macro.at), *lex);
	}
}

static void read_tokens(struct ext_reader *r, const char *text, size_t n);

/* Every name has one entry: of several definitions, each may be the one that is used. */
static void read_definition(struct ext_reader *r, struct clex *lex) {
	struct clex_token name = clex_next(lex);
	if (name.kind != CLEX_WORD)
		return;
	struct ext_macro m = {.name = intern_n(name.at, name.n)};
	m.body = name.at + name.n;
	if (m.body < lex->end && *m.body == '(') {
		struct clex_token open = clex_next(lex), end = skip_brackets(lex, open);
		m.param = open.at + 1;
		m.nparam = (size_t)(end.at - m.param);
		m.body = lex->at;
	}
	m.nbody = (size_t)(lex->end - m.body);
	struct ext_macro *known = find_macro(r, m.name, strlen(m.name));
	if (!known) {
		map_put(&r->by_name, map_key(m.name), r->macro.n);
		vec_push(&r->macro, m);
		r->is_new = true;
		known = &vec_last(&r->macro);
	}
	known->param = m.param;
	known->nparam = m.nparam;
	known->body = m.body;
	known->nbody = m.nbody;
	r->in = known;
	read_tokens(r, m.body, m.nbody);
	r->in = NULL;
}

static void read_directive(struct ext_reader *r, const struct clex_token *t) {
	struct clex lex;
	clex_init(&lex, t->at + 1, t->n - 1);
	lex.at_line_start = false;
	struct clex_token word = clex_next(&lex);
	if (clex_is_word(&word, "pragma"))
		note_pragma(r, lex.at, (size_t)(lex.end - lex.at));
	else if (clex_is_word(&word, "define") && !r->in)
		read_definition(r, &lex);
}

/* Which of the open braces are those of structures and unions? */
static void follow_braces(struct ext_reader *r, const struct clex_token *t) {
	if (clex_is_word(t, "struct") || clex_is_word(t, "union")) {
		r->after_record = true;
	} else if (clex_is_punctuator(t, "{")) {
		uint64_t bit = r->braces < 64 ? (uint64_t)1 << r->braces : 0;
		r->records = r->after_record ? r->records | bit : r->records & ~bit;
		r->braces++;
		r->after_record = false;
	} else if (t->kind == CLEX_PUNCTUATOR) {
		r->braces -= r->braces && clex_is_punctuator(t, "}");
		r->after_record = false;
	}
}

static void read_tokens(struct ext_reader *r, const char *text, size_t n) {
	struct clex lex;
	bool is_program = !r->in;
	struct clex_token before = {0};
	clex_init(&lex, text, n);
	lex.at_line_start = is_program;
	for (struct clex_token t; (t = clex_next(&lex)).kind != CLEX_END; before = t) {
		if (is_program) {
			r->at = (size_t)(t.at - text);
			if (t.kind == CLEX_DIRECTIVE || t.kind == CLEX_WORD || strchr("[{}", *t.at))
				if (r->text->is_left_out && r->text->is_left_out(r->text->data, r->file, r->at))
					continue;
			follow_braces(r, &t);
		}
		bool is_double = clex_is_punctuator(&t, "[") && clex_is_punctuator(&before, "[") &&
		                 before.at + 1 == t.at;
		if (t.kind == CLEX_DIRECTIVE)
			read_directive(r, &t);
		else if (t.kind == CLEX_WORD)
			read_word(r, &lex, &t);
		else if (is_double)
			note_attributes(r, &lex);
	}
}

enum { MAX_ROUNDS = 8 };

void extension_scan(const struct extension_text *text, uint32_t ntexts,
                    struct extension_uses *out) {
	struct ext_reader r = {.out = out, .is_new = true};
	for (int round = 0; round < MAX_ROUNDS && r.is_new; round++) {
		r.is_new = false;
		out->n = 0;
		for (uint32_t i = 0; i < ntexts; i++) {
			r.text = &text[i];
			r.file = i;
			r.braces = 0;
			r.after_record = false;
			read_tokens(&r, text[i].text, text[i].n);
		}
	}
	for (size_t i = 0; i < r.macro.n; i++)
		vec_free(&r.macro.at[i].use);
	vec_free(&r.macro);
	map_free(&r.by_name);
}

/* --- The quick look. --- */

static bool is_word_byte(char c) {
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The text from behind the word up to the end of its line, or (of an attribute) of the text. */
static bool is_likely_at(const char *at, size_t n, bool is_pragma) {
	struct extension_uses found = {0};
	struct extension_text none = {0};
	struct ext_reader r = {.out = &found, .text = &none, .is_quick = true};
	if (is_pragma) {
		while (n && (*at == '(' || *at == '"' || *at == ' ' || *at == '\t'))
			at++, n--;
		const char *end = memchr(at, '\n', n);
		note_pragma(&r, at, end ? (size_t)(end - at) : n);
	} else {
		struct clex lex;
		clex_init(&lex, at, n);
		lex.at_line_start = false;
		read_attribute(&r, &lex, 2);
	}
	bool is_likely = found.n > 0;
	vec_free(&found);
	return is_likely;
}

static const char *find(const char *from, const char *end, const char *word) {
	return memmem(from, (size_t)(end - from), word, strlen(word));
}

bool extension_is_likely(const char *text, size_t n) {
	const char *end = text + n;
	static const char pragma[] = "ragma", attribute[] = "__attribute";
	for (const char *p = text; (p = find(p, end, pragma));) {
		p += sizeof pragma - 1;
		if (p < end && !is_word_byte(*p) && is_likely_at(p, (size_t)(end - p), true))
			return true;
	}
	for (const char *p = text; (p = find(p, end, attribute));) {
		p += sizeof attribute - 1;
		while (p < end && is_word_byte(*p))
			p++;
		if (is_likely_at(p, (size_t)(end - p), false))
			return true;
	}
	return find(text, end, "[[") || find(text, end, "_declspec") || find(text, end, "__seg_");
}
