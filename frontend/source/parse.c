#include "frontend/source/parse.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "frontend/source/clang.h"
#include "frontend/source/compiler_flags.h"
#include "frontend/source/contract.h"
#include "frontend/source/diagnostics.h"
#include "frontend/source/input.h"
#include "frontend/source/inputs.h"
#include "frontend/source/names.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/text/clex.h"
#include "util/text/diag.h"
#include "util/text/path.h"

const char *fe_source_text(const struct fe_source *s, const char *path, size_t *n) {
	for (unsigned i = 0; i < s->nunsaved; i++)
		if (!strcmp(s->unsaved[i].Filename, path)) {
			*n = s->unsaved[i].Length;
			return s->unsaved[i].Contents;
		}
	return NULL;
}

void fe_source_set_text(struct fe *fe, struct fe_source *s, const char *path, const char *text) {
	struct CXUnsavedFile file = {path, text, strlen(text)};
	for (unsigned i = 0; i < s->nunsaved; i++)
		if (!strcmp(s->unsaved[i].Filename, path)) {
			s->unsaved[i] = file;
			return;
		}
	struct CXUnsavedFile *list = arena_array(fe->arena, struct CXUnsavedFile, s->nunsaved + 1);
	for (unsigned i = 0; i < s->nunsaved; i++)
		list[i] = s->unsaved[i];
	list[s->nunsaved++] = file;
	s->unsaved = list;
}

/* Errors by default in clang that compilers of the day only warned about. */
static const char *const relaxed[] = {
    "implicit-function-declaration",       "implicit-int",    "int-conversion",
    "incompatible-function-pointer-types", "return-mismatch",
};

static void base_flags(struct fe_flags *flags, bool warnings) {
	vec_push(&flags->flag, "-std=gnu11");
	if (!warnings)
		vec_push(&flags->flag, "-w");
	for (size_t i = 0; i < sizeof relaxed / sizeof *relaxed; i++)
		vec_push(&flags->flag, intern_printf("-Wno-%s%s", warnings ? "error=" : "", relaxed[i]));
	vec_push(&flags->flag, "-ferror-limit=0");
	vec_push(&flags->flag, "-fbracket-depth=1000000");
	vec_push(&flags->flag, "-Qunused-arguments");
}

/* Files with another content than on disk. */
static struct CXUnsavedFile *unsaved_files(const struct fe *fe, const struct fe_source *s,
                                           unsigned *n) {
	const struct fe_config *c = fe->config;
	struct CXUnsavedFile *all = mem_alloc((s->nunsaved + c->ntexts + 1) * sizeof *all);
	*n = 0;
	for (unsigned i = 0; i < s->nunsaved; i++)
		all[(*n)++] = s->unsaved[i];
	for (size_t i = 0; !s->is_model && i < c->ntexts; i++)
		all[(*n)++] =
		    (struct CXUnsavedFile){c->text[i].file, c->text[i].text, strlen(c->text[i].text)};
	return all;
}

/* NULL: clang does not accept the flags. */
static CXTranslationUnit parse_with(struct fe *fe, const struct fe_source *s, unsigned options) {
	CXTranslationUnit unit = NULL;
	unsigned nunsaved;
	struct CXUnsavedFile *unsaved = unsaved_files(fe, s, &nunsaved);
	if (!s->is_outline) /* several at once */
		diag_blame(intern_printf("clang crashed while reading '%s'", s->file));
	enum CXErrorCode rc =
	    clang_parseTranslationUnit2(fe->index, s->file, s->flags.flag.at, (int)s->flags.flag.n,
	                                unsaved, nunsaved, options, &unit);
	if (!s->is_outline)
		diag_blame(NULL);
	mem_free(unsaved);
	if (unit)
		return unit;
	if (rc == CXError_Crashed)
		fatal(EXIT_INPUT, NO_LOC, "clang crashed while reading '%s'", s->file);
	return NULL;
}

static CXTranslationUnit parse(struct fe *fe, const struct fe_source *s) {
	return parse_with(
	    fe, s, s->is_outline ? CXTranslationUnit_SkipFunctionBodies : CXTranslationUnit_None);
}

CXTranslationUnit fe_parse_preprocessed(struct fe *fe, const struct fe_source *s) {
	return parse_with(fe, s,
	                  CXTranslationUnit_SkipFunctionBodies |
	                      CXTranslationUnit_DetailedPreprocessingRecord);
}

_Noreturn static void refuse_flags(struct fe *fe, const struct fe_source *s) {
	char *flags = "";
	for (size_t i = s->nbase; i < s->flags.flag.n; i++)
		flags = arena_printf(fe->arena, "%s %s", flags, s->flags.flag.at[i]);
	fatal(EXIT_INPUT, NO_LOC, "clang does not accept the flags for '%s':%s", s->file, flags);
}

/* Calls 'act' with the quoted name of every error whose text starts with 'prefix'. */
static unsigned for_errors(CXTranslationUnit unit, const char *prefix, struct fe_source *s,
                           void (*act)(struct fe_source *, const char *)) {
	CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
	unsigned n = 0;
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
		CXDiagnostic d = clang_getDiagnosticInSet(all, i);
		CXString spelling = clang_getDiagnosticSpelling(d);
		const char *text = clang_getCString(spelling);
		size_t skip = strlen(prefix);
		if (fe_is_error(d) && !strncmp(text, prefix, skip) && text[skip] == '\'') {
			const char *name = text + skip + 1;
			act(s, intern_n(name, strcspn(name, "'")));
			n++;
		}
		clang_disposeString(spelling);
	}
	return n;
}

/* GCC has many flags about the code that it makes which clang does not know. */
static void drop_flag(struct fe_source *s, const char *flag) {
	bool is_typo = flag[1] != 'f' && flag[1] != 'm';
	if (!s->flags_are_compiled && is_typo)
		return;
	if (!s->flags_are_compiled)
		diag_warn(NO_LOC, "clang does not know the flag '%s'; ignored", flag);
	size_t n = 0;
	for (size_t i = 0; i < s->flags.flag.n; i++)
		if (strcmp(s->flags.flag.at[i], flag))
			s->flags.flag.at[n++] = s->flags.flag.at[i];
	s->flags.flag.n = n;
}

static void rename_builtin(struct fe_source *s, const char *name) {
	vec_push(&s->flags.flag, intern_printf("-D%s=__user%s", name, name));
}

/* Words that CBMC's C has. */
static const struct {
	const char *name, *meaning;
} cprover_words[] = {
    {"__CPROVER_bool", "_Bool"},
    {"__CPROVER_size_t", "__typeof__(sizeof(int))"},
    {"__CPROVER_ssize_t", "__typeof__((char *)0 - (char *)0)"},
    {"__CPROVER_thread_local", "__thread"},
};

static void define_cprover_word(struct fe_source *s, const char *name) {
	for (size_t i = 0; i < sizeof cprover_words / sizeof *cprover_words; i++) {
		if (strcmp(name, cprover_words[i].name) != 0)
			continue;
		const char *flag = intern_printf("-D%s=%s", name, cprover_words[i].meaning);
		for (size_t k = 0; k < s->flags.flag.n; k++)
			if (!strcmp(s->flags.flag.at[k], flag))
				return;
		vec_push(&s->flags.flag, flag);
	}
}

/* Clang takes a word after the type for what is declared: 'int __CPROVER_thread_local x'. */
static enum CXChildVisitResult define_declared_word(CXCursor c, CXCursor parent,
                                                    CXClientData data) {
	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_VarDecl) {
		CXString name = clang_getCursorSpelling(c);
		define_cprover_word(data, clang_getCString(name));
		clang_disposeString(name);
	}
	return CXChildVisit_Recurse;
}

/* CBMC lets a function have the same __CPROVER_ASYNC_n: several times; a number behind each makes
 * them labels. */
static void number_async_label(struct fe_source *s, const char *name) {
	if (!fe_is_async_label(name))
		return;
	vec_push(&s->flags.flag, "-D__CPROVER_joined(a, b)=a##b");
	vec_push(&s->flags.flag, "-D__CPROVER_join(a, b)=__CPROVER_joined(a, b)");
	vec_push(&s->flags.flag, intern_printf("-D%s=__CPROVER_join(%s_, __COUNTER__)", name, name));
}

/* Some programs define what clang has as a builtin, others use words of CBMC.  Both are a matter of
 * the preprocessor, which does not run over preprocessed files unless they are called C; then
 * nothing may be predefined. */
static bool define_words(CXTranslationUnit unit, struct fe_source *s) {
	size_t before = s->flags.flag.n;
	for_errors(unit, "definition of builtin function ", s, rename_builtin);
	for_errors(unit, "unknown type name ", s, define_cprover_word);
	for_errors(unit, "use of undeclared identifier ", s, define_cprover_word);
	clang_visitChildren(clang_getTranslationUnitCursor(unit), define_declared_word, s);
	for_errors(unit, "redefinition of label ", s, number_async_label);
	if (s->flags.flag.n == before)
		return false;
	if (path_has_suffix(s->file, ".i")) {
		vec_push(&s->flags.flag, "-x");
		vec_push(&s->flags.flag, "c");
		vec_push(&s->flags.flag, "-undef");
	}
	return true;
}

/* --- Flags that clang refuses. --- */

/* An error about the flags has no place in a file. */
static bool has_flag_errors(CXTranslationUnit unit) {
	CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
		CXDiagnostic d = clang_getDiagnosticInSet(all, i);
		CXFile file;
		clang_getSpellingLocation(clang_getDiagnosticLocation(d), &file, NULL, NULL, NULL);
		if (fe_is_error(d) && !file)
			return true;
	}
	return false;
}

/* Does clang take this flag, alone and for this target?  What it says does not change, so it is
 * asked once. */
static bool is_accepted(struct fe *fe, const struct fe_source *s, size_t nbase, const char *flag) {
	static struct map known; /* interned "TRIPLE FLAG" -> 1 it does, 2 it does not */
	const char *const *target = s->flags.flag.at + nbase;
	const char *arg[] = {target[0], target[1], "-Qunused-arguments", flag};
	uint64_t answer, key = map_key(intern_printf("%s %s", arg[1], flag));
	if (map_get(&known, key, &answer))
		return answer == 1;
	struct CXUnsavedFile empty = {"flag-probe.c", "\n", 1};
	CXTranslationUnit unit = NULL;
	clang_parseTranslationUnit2(fe->index, empty.Filename, arg, 4, &empty, 1,
	                            CXTranslationUnit_None, &unit);
	bool accepted = unit && !fe_count_errors(unit);
	if (unit)
		clang_disposeTranslationUnit(unit);
	map_put(&known, key, accepted ? 1 : 2);
	return accepted;
}

/* Leaves out what the build said to another compiler, or about another machine: flags that clang
 * does not take, or (all) whatever it need not take. */
static bool drop_offered(struct fe *fe, struct fe_source *s, size_t nbase, bool all) {
	size_t n = 0;
	for (size_t i = 0; i < s->flags.flag.n; i++) {
		const char *flag = s->flags.flag.at[i];
		struct compiler_flag_found found = compiler_flag_find_recorded(flag);
		bool offered = i >= nbase + 2 && *flag == '-' && flag[1] != 'W' &&
		               (found.what == COMPILER_FLAG_OFFERED || found.what == COMPILER_FLAG_UNKNOWN);
		if (!offered || (!all && is_accepted(fe, s, nbase, flag)))
			s->flags.flag.at[n++] = flag;
		else
			diag_say(2, "clang does not take the flag '%s' of '%s'; left out", flag, s->file);
		if (!offered && found.has_value && !flag[found.length] && i + 1 < s->flags.flag.n)
			s->flags.flag.at[n++] = s->flags.flag.at[++i]; /* whatever its value looks like */
	}
	bool dropped = n < s->flags.flag.n;
	s->flags.flag.n = n;
	return dropped;
}

static CXTranslationUnit parse_recorded(struct fe *fe, struct fe_source *s, size_t nbase) {
	CXTranslationUnit unit = parse(fe, s);
	for (int all = 0; all <= 1; all++) {
		if (unit && !has_flag_errors(unit))
			return unit;
		if (!drop_offered(fe, s, nbase, all))
			continue;
		if (unit)
			clang_disposeTranslationUnit(unit);
		unit = parse(fe, s);
	}
	return unit;
}

/* --- Attributes with arguments that only GCC knows. --- */

/* malloc(f, 1): what it returns is freed by f.  Clang has only the plain form. */
static bool is_malloc_error(CXDiagnostic d) {
	CXString s = clang_getDiagnosticSpelling(d);
	const char *text = clang_getCString(s);
	bool found = fe_is_error(d) && (!strcmp(text, "'__malloc__' attribute takes no arguments") ||
	                                !strcmp(text, "'malloc' attribute takes no arguments"));
	clang_disposeString(s);
	return found;
}

/* Blanks "(...)" behind the name at this offset; false: there is none. */
static bool blank_arguments(char *text, size_t n, size_t at) {
	struct clex lex;
	if (at >= n)
		return false;
	clex_init(&lex, text + at, n - at);
	struct clex_token name = clex_next(&lex), t = clex_next(&lex);
	if (name.kind != CLEX_WORD || !clex_is_punctuator(&t, "("))
		return false;
	size_t from = (size_t)(t.at - text);
	for (int depth = 1; depth && (t = clex_next(&lex)).kind != CLEX_END;)
		depth += clex_is_punctuator(&t, "(") - clex_is_punctuator(&t, ")");
	if (t.kind == CLEX_END)
		return false;
	for (size_t i = from; i <= (size_t)(t.at - text); i++)
		if (text[i] != '\n')
			text[i] = ' ';
	return true;
}

static bool drop_arguments(struct fe *fe, CXTranslationUnit unit, struct fe_source *s) {
	CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
	CXFile current = NULL;
	char *text = NULL;
	size_t n = 0;
	bool changed = false;
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
		CXDiagnostic d = clang_getDiagnosticInSet(all, i);
		CXFile file;
		unsigned at;
		if (!is_malloc_error(d))
			continue;
		clang_getSpellingLocation(clang_getDiagnosticLocation(d), &file, NULL, NULL, &at);
		if (!file)
			continue;
		CXString name = clang_getFileName(file);
		const char *path = intern(clang_getCString(name));
		clang_disposeString(name);
		if (!current || !clang_File_isEqual(current, file)) {
			current = file;
			const char *now = fe_source_text(s, path, &n);
			if (!now)
				now = clang_getFileContents(unit, file, &n);
			text = arena_alloc(fe->arena, n + 1);
			memcpy(text, now, n);
			text[n] = 0;
		}
		if (!blank_arguments(text, n, at))
			continue;
		fe_source_set_text(fe, s, path, text);
		changed = true;
	}
	return changed;
}

enum { MAX_REMEDIES = 3 }; /* a header that is found after all may need one of its own */

/* NULL: clang does not accept the flags. */
static CXTranslationUnit parse_with_remedies(struct fe *fe, struct fe_source *s) {
	CXTranslationUnit unit = s->flags_are_compiled ? parse_recorded(fe, s, s->nbase) : parse(fe, s);
	for (int tries = 0; tries < MAX_REMEDIES && unit && fe_count_errors(unit); tries++) {
		bool again = !tries && for_errors(unit, "unknown argument: ", s, drop_flag);
		again |= !tries && define_words(unit, s);
		again |= contract_remedy(fe, unit, s);
		again |= drop_arguments(fe, unit, s);
		if (!again)
			break;
		clang_disposeTranslationUnit(unit);
		unit = parse(fe, s);
	}
	return unit;
}

/* Contracts of functions become functions at the end of the file. */
static CXTranslationUnit parse_contracts(struct fe *fe, struct fe_source *s, CXTranslationUnit tu) {
	char *code = s->has_contracts ? NULL : contract_code(fe, tu, s->file);
	s->has_contracts = true;
	if (!code)
		return tu;
	contract_append(fe, s, code);
	clang_disposeTranslationUnit(tu);
	return parse_with_remedies(fe, s);
}

/* GNU C has functions inside functions; clang does not, and stumbles over what follows them.  A
 * brace that was forgotten looks alike, but then one is missing at the end. */
static void refuse_nested(CXTranslationUnit unit) {
	CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
	struct loc first = NO_LOC;
	unsigned n = 0;
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
		CXDiagnostic d = clang_getDiagnosticInSet(all, i);
		CXString spelling = clang_getDiagnosticSpelling(d);
		const char *text = clang_getCString(spelling);
		bool nested = !strcmp(text, "function definition is not allowed here");
		bool open = !strcmp(text, "expected '}'");
		clang_disposeString(spelling);
		if (open)
			return;
		if (nested && !n++)
			first = fe_loc(clang_getDiagnosticLocation(d));
	}
	const char *others =
	    n > 1 ? intern_printf(" (there %s %u more)", n > 2 ? "are" : "is", n - 1) : "";
	if (n)
		fatal(EXIT_INPUT, first,
		      "a nested function, which is GNU C and not supported: clang does not read it; make "
		      "it a "
		      "static function, and what it uses of the one around it parameters%s",
		      others);
}

static void refuse(const struct fe_source *s, CXTranslationUnit unit) {
	unsigned n = fe_count_errors(unit);
	if (s->is_model)
		BUG("the model library should compile");
	if (s->headers && access(s->headers, R_OK))
		diag_note(NO_LOC, "there are no headers for this target in '%s'", s->headers);
	fatal(EXIT_INPUT, NO_LOC, "%u error%s in '%s'", n, n == 1 ? "" : "s", s->file);
}

static bool is_precompiled(const char *header) {
	return !access(intern_printf("%s.gch", header), F_OK) ||
	       !access(intern_printf("%s.pch", header), F_OK);
}

/* Clang's driver takes a precompiled header that lies beside the one that -include names, and
 * refuses what another compiler has made; the compiler behind it reads the header. */
static void avoid_precompiled(struct fe_flags *flags) {
	bool found = false;
	for (size_t i = 0; i + 1 < flags->flag.n; i++)
		found |= !strcmp(flags->flag.at[i], "-include") && is_precompiled(flags->flag.at[i + 1]);
	if (!found)
		return;
	struct fe_flags out = {0};
	for (size_t i = 0; i < flags->flag.n; i++) {
		bool through = !strcmp(flags->flag.at[i], "-include") && i + 1 < flags->flag.n;
		for (int k = 0; k <= through; k++) {
			if (through)
				vec_push(&out.flag, "-Xclang");
			vec_push(&out.flag, flags->flag.at[i + (size_t)k]);
		}
		i += through;
	}
	vec_free(&flags->flag);
	*flags = out;
}

void fe_source_prepare(const struct fe *fe, struct fe_source *s) {
	struct fe_flags all = {0};
	base_flags(&all, fe->config->show_warnings && !s->is_model);
	s->nbase = all.flag.n;
	for (size_t i = 0; i < s->flags.flag.n; i++)
		vec_push(&all.flag, s->flags.flag.at[i]);
	if (!path_has_suffix(s->file, ".c") && !path_has_suffix(s->file, ".i")) {
		vec_push(&all.flag, "-x");
		vec_push(&all.flag, "c");
	}
	vec_free(&s->flags.flag);
	avoid_precompiled(&all);
	s->flags = all;
	if (!s->is_model && contract_wanted(fe->config))
		contract_flags(fe->config, &s->flags, s->file);
}

/* Is the whole file one that the configuration gives? */
static bool is_given(const struct fe_config *c, const char *file) {
	for (size_t i = 0; i < c->ntexts; i++)
		if (!strcmp(c->text[i].file, file))
			return true;
	return false;
}

CXTranslationUnit fe_parse(struct fe *fe, struct fe_source *s, bool prints) {
	if (!s->nunsaved && !is_given(fe->config, s->file))
		fe_check_input(s->file);
	CXTranslationUnit tu = parse_with_remedies(fe, s);
	if (!tu)
		refuse_flags(fe, s);
	if (!s->is_model && contract_wanted(fe->config) && !fe_count_errors(tu))
		tu = parse_contracts(fe, s, tu);
	if (!tu)
		refuse_flags(fe, s);
	unsigned errors = fe_count_errors(tu);
	if (errors)
		refuse_nested(tu);
	if (prints || errors)
		fe_print_diagnostics(tu, fe->config->show_warnings && !s->is_model);
	if (errors)
		refuse(s, tu);
	inputs_unit(tu, &s->flags);
	return tu;
}

CXTranslationUnit fe_parse_outline(struct fe *fe, struct fe_source *s, bool first) {
	s->is_outline = true;
	CXTranslationUnit tu = first ? parse(fe, s) : parse_with_remedies(fe, s);
	s->is_outline = false;
	if (first && tu && fe_count_errors(tu)) {
		clang_disposeTranslationUnit(tu);
		return NULL;
	}
	if (tu)
		inputs_unit(tu, &s->flags);
	return tu;
}
