#include "frontend/source/contract.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/source/clang.h"
#include "frontend/source/contract_text.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

static const char mark[] = "cbmc-mt:";

enum clause_kind { REQUIRES, ENSURES, ASSIGNS, FREES, CLAUSE_N };

static const char *const clause_name[CLAUSE_N] = {"requires", "ensures", "assigns", "frees"};

struct clause {
	enum clause_kind kind;
	const char *text; /* interned */
	struct loc loc;
};

struct contract {
	const char *name;
	CXCursor decl; /* the declaration that has the clauses: the names of its parameters count */
	VEC(struct clause) clause;
	bool is_enforced, is_replaced;
};

struct collection {
	struct fe *fe;
	const char *file;
	VEC(struct contract) at;
	CXCursor decl; /* being read */
	VEC(struct clause) found;
};

bool contract_wanted(const struct fe_config *c) {
	return c->enforce || c->nreplace || c->loop_contracts;
}

/* --- Reading. --- */

static const char *spelling(CXCursor c) {
	CXString s = clang_getCursorSpelling(c);
	const char *name = intern(clang_getCString(s));
	clang_disposeString(s);
	return name;
}

/* "f", or "file.c::f". */
static bool names(const char *option, const char *file, const char *name) {
	const char *colons = strstr(option, "::");
	if (!colons)
		return !strcmp(option, name);
	return !strcmp(colons + 2, name) && !strncmp(option, file, (size_t)(colons - option)) &&
	       !file[colons - option];
}

static enum CXChildVisitResult take_clause(CXCursor c, CXCursor parent, CXClientData data) {
	struct collection *all = data;
	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_AnnotateAttr)
		return CXChildVisit_Continue;
	const char *text = spelling(c);
	if (strncmp(text, mark, sizeof mark - 1) != 0)
		return CXChildVisit_Continue;
	text += sizeof mark - 1;
	for (int k = 0; k < CLAUSE_N; k++) {
		size_t n = strlen(clause_name[k]);
		if (!strncmp(text, clause_name[k], n) && text[n] == ' ')
			vec_push(&all->found, ((struct clause){(enum clause_kind)k, intern(text + n + 1),
			                                       fe_cursor_loc(c)}));
	}
	return CXChildVisit_Continue;
}

static bool same_place(struct loc a, struct loc b) {
	return a.file == b.file && a.line == b.line && a.col == b.col;
}

static bool is_known(const struct contract *c, const struct clause *clause) {
	for (size_t i = 0; i < c->clause.n; i++)
		if (same_place(c->clause.at[i].loc, clause->loc) && c->clause.at[i].text == clause->text &&
		    c->clause.at[i].kind == clause->kind)
			return true;
	return false;
}

static struct contract *contract_named(struct collection *all, const char *name) {
	for (size_t i = 0; i < all->at.n; i++)
		if (all->at.at[i].name == name)
			return &all->at.at[i];
	vec_push(&all->at, ((struct contract){.name = name, .decl = clang_getNullCursor()}));
	return &vec_last(&all->at);
}

/* A declaration inherits the clauses of those before it.  The contract may be repeated, but is the
 * same then. */
static void take_declaration(struct collection *all, CXCursor decl, struct contract *c) {
	VEC(struct clause) own = {0};
	for (size_t i = 0; i < all->found.n; i++)
		if (!is_known(c, &all->found.at[i]))
			vec_push(&own, all->found.at[i]);
	if (!own.n)
		return;
	if (clang_Cursor_isNull(c->decl)) {
		c->decl = decl;
		for (size_t i = 0; i < own.n; i++)
			vec_push(&c->clause, own.at[i]);
		vec_free(&own);
		return;
	}
	bool same = own.n == c->clause.n;
	for (size_t i = 0; i < own.n && same; i++)
		same = own.at[i].kind == c->clause.at[i].kind && own.at[i].text == c->clause.at[i].text;
	if (!same) {
		diag_note(c->clause.at[0].loc, "the other clauses are here");
		fatal(EXIT_INPUT, own.at[0].loc,
		      "two declarations of '%s' have different contracts; all clauses stand at one",
		      c->name);
	}
	vec_free(&own);
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
	struct collection *all = data;
	const struct fe_config *config = all->fe->config;
	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_FunctionDecl || !clang_Cursor_hasAttrs(c))
		return CXChildVisit_Continue;
	const char *name = spelling(c);
	bool enforced = config->enforce && names(config->enforce, all->file, name), replaced = false;
	for (size_t i = 0; i < config->nreplace; i++)
		replaced |= names(config->replace[i], all->file, name);
	if (!enforced && !replaced)
		return CXChildVisit_Continue;
	struct contract *contract = contract_named(all, name);
	contract->is_enforced = enforced;
	contract->is_replaced = replaced;
	all->found.n = 0;
	clang_visitChildren(c, take_clause, all);
	take_declaration(all, c, contract);
	return CXChildVisit_Continue;
}

/* --- Writing. --- */

struct code {
	struct fe *fe;
	VEC(char) text;
	const struct contract *contract;
	const char *result; /* type; NULL: void */
};

static void add(struct code *code, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct code *code, const char *format, ...) {
	va_list args;
	va_start(args, format);
	char *text = NULL;
	int n = vasprintf(&text, format, args);
	va_end(args);
	for (int i = 0; i < n; i++)
		vec_push(&code->text, text[i]);
	free(text);
}

/* A string literal. */
static const char *quoted(struct arena *arena, const char *text) {
	char *out = arena_alloc(arena, 4 * strlen(text) + 3), *end = out;
	*end++ = '"';
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			*end++ = '\\';
		*end++ = *text == '\n' ? ' ' : *text;
	}
	*end++ = '"';
	*end = 0;
	return out;
}

/* What follows stands there. */
static void at(struct code *code, struct loc loc) {
	if (loc.file)
		add(code, "\n# %u %s\n%*s", loc.line, quoted(code->fe->arena, loc.file),
		    loc.col ? (int)loc.col - 1 : 0, "");
}

/* A parameter that is declared as an array is a pointer. */
static const char *type_text(struct code *code, CXType type) {
	CXType plain = clang_getCanonicalType(type);
	bool is_array = plain.kind == CXType_ConstantArray || plain.kind == CXType_VariableArray ||
	                plain.kind == CXType_IncompleteArray;
	if (is_array)
		return intern_printf("%s *", type_text(code, clang_getArrayElementType(plain)));
	CXString s = clang_getTypeSpelling(clang_getUnqualifiedType(type));
	const char *text = intern(clang_getCString(s));
	clang_disposeString(s);
	if (strstr(text, "(unnamed ") || strstr(text, "(anonymous "))
		fatal(EXIT_INPUT, fe_cursor_loc(code->contract->decl),
		      "the contract of '%s': a type of its declaration has no name", code->contract->name);
	return text;
}

static const char *parameter(struct code *code, int i) {
	const char *name = spelling(clang_Cursor_getArgument(code->contract->decl, (unsigned)i));
	return *name ? name : arena_printf(code->fe->arena, "__contract_parameter_%d", i);
}

/* With 'separator' between them; typed: with their types. */
static void parameters(struct code *code, const char *separator, bool typed) {
	int n = clang_Cursor_getNumArguments(code->contract->decl);
	for (int i = 0; i < n; i++) {
		CXCursor p = clang_Cursor_getArgument(code->contract->decl, (unsigned)i);
		if (typed)
			add(code, "%s__typeof__(%s) %s", i ? separator : "",
			    type_text(code, clang_getCursorType(p)), parameter(code, i));
		else
			add(code, "%s%s", i ? separator : "", parameter(code, i));
	}
}

static char *expression(struct code *code, const struct clause *clause, const char *text,
                        struct contract_words *words) {
	char *e = contract_expression(code->fe->arena, text, words);
	if (!e) {
		diag_error(clause->loc, "__CPROVER_%s: %s", clause_name[clause->kind], words->error);
		diag_caret(clause->loc, 1);
		fatal(EXIT_INPUT, NO_LOC, "the contract of '%s' cannot be used", code->contract->name);
	}
	return e;
}

static void conditions(struct code *code, enum clause_kind kind, const char *fresh, bool is_lvalue,
                       char *const *ready) {
	for (size_t i = 0; i < code->contract->clause.n; i++) {
		const struct clause *c = &code->contract->clause.at[i];
		struct contract_words words = {.fresh = fresh, .is_lvalue = is_lvalue};
		if (c->kind != kind)
			continue;
		const char *e = ready ? ready[i] : expression(code, c, c->text, &words);
		at(code, c->loc);
		add(code, strchr(e, ',') ? "__CPROVER_%s((%s), %s);" : "__CPROVER_%s(%s, %s);",
		    clause_name[kind], e, quoted(code->fe->arena, c->text));
		for (int p = 0; kind == REQUIRES && is_lvalue &&
		                p < clang_Cursor_getNumArguments(code->contract->decl);
		     p++)
			add(code, "__CPROVER_clause_settle(%s);", parameter(code, p));
	}
}

/* The clauses of ensures, and before them, what __CPROVER_old saves. */
static char **prepare_ensures(struct code *code, const char *fresh, bool is_lvalue) {
	size_t n = code->contract->clause.n;
	char **ready = arena_array(code->fe->arena, char *, n + 1);
	struct contract_old old = {0};
	for (size_t i = 0; i < n; i++) {
		const struct clause *c = &code->contract->clause.at[i];
		struct contract_words words = {.fresh = fresh,
		                               .is_lvalue = is_lvalue,
		                               .old = &old,
		                               .has_result = code->result != NULL};
		size_t before = old.at.n;
		if (c->kind != ENSURES)
			continue;
		ready[i] = expression(code, c, c->text, &words);
		for (size_t k = before; k < old.at.n; k++) {
			struct contract_words none = {0};
			char *e = expression(code, c, old.at.at[k], &none);
			at(code, c->loc);
			add(code, "__auto_type __contract_old_%zu = (%s);", k, e);
			add(code, "__CPROVER_clause_name(%s, __contract_old_%zu);",
			    quoted(code->fe->arena,
			           arena_printf(code->fe->arena, "__CPROVER_old(%s)", old.at.at[k])),
			    k);
		}
	}
	vec_free(&old.at);
	return ready;
}

/* Where a target begins, and how many bytes it has. */
static void extent(struct code *code, const struct clause *c, const struct contract_target *t,
                   const char **base, const char **size) {
	struct arena *arena = code->fe->arena;
	const char *form = t->form ? t->form : "";
	struct contract_words none = {.is_list = true};
	expression(code, c, t->text, &none); /* says what is wrong with it */
	if (!strcmp(form, "__CPROVER_object_whole")) {
		*base =
		    arena_printf(arena, "((char *)(%s) - __CPROVER_clause_offset(%s))", t->text, t->text);
		*size = arena_printf(arena, "__CPROVER_clause_size(%s)", t->text);
	} else if (!strcmp(form, "__CPROVER_object_from")) {
		*base = arena_printf(arena, "((char *)(%s))", t->text);
		*size = arena_printf(arena, "(__CPROVER_clause_size(%s) - __CPROVER_clause_offset(%s))",
		                     t->text, t->text);
	} else if (!strcmp(form, "__CPROVER_object_upto")) {
		*base = arena_printf(arena, "__CPROVER_clause_first(%s)", t->text);
		*size = arena_printf(arena, "__CPROVER_clause_second(%s)", t->text);
	} else {
		*base = arena_printf(arena, "((char *)&(%s))", t->text);
		*size = arena_printf(arena, "sizeof(%s)", t->text);
	}
}

/* All targets are computed before anything changes. */
static void targets(struct code *code, bool is_enforced) {
	unsigned n = 0;
	for (size_t i = 0; i < code->contract->clause.n; i++) {
		const struct clause *c = &code->contract->clause.at[i];
		struct contract_targets list = {0};
		if (c->kind != ASSIGNS && c->kind != FREES)
			continue;
		contract_targets(code->fe->arena, c->text, &list);
		for (size_t k = 0; k < list.at.n; k++, n++) {
			const struct contract_target *t = &list.at.at[k];
			struct contract_words none = {0};
			const char *base, *size, *condition = expression(code, c, t->condition, &none);
			at(code, c->loc);
			if (c->kind == FREES) {
				expression(code, c, t->text, &none);
				add(code, "char *__contract_free_%u = (%s) ? (char *)(%s) : (char *)0;", n,
				    condition, t->text);
				if (is_enforced)
					add(code, "__CPROVER_clause_frees(__contract_free_%u);", n);
				continue;
			}
			extent(code, c, t, &base, &size);
			add(code, "char *__contract_base_%u = (%s) ? %s : (char *)0;", n, condition, base);
			if (is_enforced || t->form)
				add(code, "__SIZE_TYPE__ __contract_size_%u = (%s) ? %s : 0;", n, condition, size);
			if (is_enforced)
				add(code, "__CPROVER_clause_assigns(__contract_base_%u, __contract_size_%u);", n,
				    n);
		}
		vec_free(&list.at);
	}
}

static void change_targets(struct code *code) {
	unsigned n = 0;
	for (size_t i = 0; i < code->contract->clause.n; i++) {
		const struct clause *c = &code->contract->clause.at[i];
		struct contract_targets list = {0};
		if (c->kind != ASSIGNS && c->kind != FREES)
			continue;
		contract_targets(code->fe->arena, c->text, &list);
		for (size_t k = 0; k < list.at.n; k++, n++) {
			const struct contract_target *t = &list.at.at[k];
			at(code, c->loc);
			if (c->kind == FREES)
				add(code,
				    "if (__CPROVER_clause_any() && __contract_free_%u) "
				    "__builtin_free(__contract_free_%u);",
				    n, n);
			else if (t->form)
				add(code,
				    "if (__contract_base_%u) "
				    "__CPROVER_clause_havoc(__contract_base_%u, __contract_size_%u);",
				    n, n, n);
			else
				add(code,
				    "if (__contract_base_%u) "
				    "__CPROVER_clause_havoc((__typeof__(%s) *)__contract_base_%u);",
				    n, t->text, n);
		}
		vec_free(&list.at);
	}
}

static void write_enforce(struct code *code) {
	const struct contract *c = code->contract;
	at(code, fe_cursor_loc(c->decl));
	add(code, "static void " CONTRACT_ENFORCE "%s(void) {", c->name);
	parameters(code, "; ", true);
	add(code, ";");
	for (int i = 0; i < clang_Cursor_getNumArguments(c->decl); i++) {
		at(code, fe_cursor_loc(clang_Cursor_getArgument(c->decl, (unsigned)i)));
		add(code, "__CPROVER_clause_input(%s);", parameter(code, i));
	}
	conditions(code, REQUIRES, "__CPROVER_clause_make_fresh", true, NULL);
	char **ensures = prepare_ensures(code, "__CPROVER_clause_is_new", false);
	targets(code, true);
	at(code, fe_cursor_loc(c->decl));
	if (code->result)
		add(code, "__typeof__(%s) __contract_result = ", code->result);
	add(code, "%s(", c->name);
	parameters(code, ", ", false);
	add(code, ");");
	if (code->result)
		add(code, "__CPROVER_clause_name(\"__CPROVER_return_value\", __contract_result);");
	conditions(code, ENSURES, NULL, false, ensures);
	add(code, "\n}\n");
}

static void write_replace(struct code *code) {
	const struct contract *c = code->contract;
	at(code, fe_cursor_loc(c->decl));
	add(code, "static %s%s%s " CONTRACT_REPLACE "%s(", code->result ? "__typeof__(" : "",
	    code->result ? code->result : "void", code->result ? ")" : "", c->name);
	parameters(code, ", ", true);
	if (clang_Cursor_getNumArguments(c->decl) <= 0)
		add(code, "void");
	add(code, ") {");
	conditions(code, REQUIRES, "__CPROVER_clause_is_fresh", false, NULL);
	targets(code, false);
	char **ensures = prepare_ensures(code, "__CPROVER_clause_make_fresh", true);
	change_targets(code);
	if (code->result)
		add(code, "__typeof__(%s) __contract_result;", code->result);
	conditions(code, ENSURES, NULL, false, ensures);
	at(code, fe_cursor_loc(c->decl));
	add(code, "%s\n}\n", code->result ? "return __contract_result;" : "");
}

char *contract_code(struct fe *fe, CXTranslationUnit tu, const char *file) {
	struct collection all = {.fe = fe, .file = file};
	struct code code = {.fe = fe};
	if (!fe->config->enforce && !fe->config->nreplace)
		return NULL;
	clang_visitChildren(clang_getTranslationUnitCursor(tu), visit, &all);
	for (size_t i = 0; i < all.at.n; i++) {
		struct contract *c = &all.at.at[i];
		if (!c->clause.n)
			continue;
		if (!code.text.n)
			add(&code, "\n#undef __CPROVER_requires\n#undef __CPROVER_ensures\n"
			           "__SIZE_TYPE__ __CPROVER_clause_size(const void *);"
			           "__PTRDIFF_TYPE__ __CPROVER_clause_offset(const void *);"
			           "_Bool __CPROVER_clause_any(void);\n"
			           "#define __CPROVER_clause_first(p, n) ((char *)(p))\n"
			           "#define __CPROVER_clause_second(p, n) (n)\n");
		code.contract = c;
		CXType result = clang_getCursorResultType(c->decl);
		code.result =
		    clang_getCanonicalType(result).kind == CXType_Void ? NULL : type_text(&code, result);
		if (clang_Cursor_isVariadic(c->decl))
			fatal(EXIT_INPUT, fe_cursor_loc(c->decl),
			      "a contract of '%s', which takes variable arguments, is not supported", c->name);
		if (c->is_enforced)
			write_enforce(&code);
		if (c->is_replaced)
			write_replace(&code);
		vec_free(&c->clause);
	}
	vec_free(&all.at);
	vec_free(&all.found);
	if (!code.text.n)
		return NULL;
	char *text = arena_alloc(fe->arena, code.text.n + 1);
	memcpy(text, code.text.at, code.text.n);
	vec_free(&code.text);
	return text;
}
