/* How sources with contracts get past clang: macros, and files as clang can read them. */
#include "frontend/source/contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/source/contract_text.h"
#include "frontend/source/parse.h"
#include "util/base/intern.h"
#include "util/text/path.h"

/* Words of cbmc-mt.h that are macros with arguments. */
static const char *const function_words[] = {"requires", "ensures", "assigns", "frees"};
static const char *const loop_words[] = {"loop_invariant", "loop_assigns", "decreases"};
enum {
	FUNCTION_WORDS = sizeof function_words / sizeof *function_words,
	LOOP_WORDS = sizeof loop_words / sizeof *loop_words
};

void contract_flags(const struct fe_config *config, struct fe_flags *flags, const char *file) {
	bool reads = config->enforce || config->nreplace;
	if (path_has_suffix(file, ".i")) { /* macros have no meaning there otherwise */
		vec_push(&flags->flag, "-x");
		vec_push(&flags->flag, "c");
		vec_push(&flags->flag, "-undef");
	}
	vec_push(&flags->flag, "-D__CBMC_MT_CONTRACTS__=1");
	vec_push(&flags->flag, "-D__CPROVER_quoted(...)=#__VA_ARGS__");
	vec_push(&flags->flag, "-D__CPROVER_quote(...)=__CPROVER_quoted(__VA_ARGS__)");
	for (int i = 0; i < FUNCTION_WORDS; i++) {
		const char *word = function_words[i];
		vec_push(&flags->flag,
		         reads
		             ? intern_printf("-D__CPROVER_%s(...)=__attribute__((annotate(\"cbmc-mt:%s \" "
		                             "__CPROVER_quote(__VA_ARGS__))))",
		                             word, word)
		             : intern_printf("-D__CPROVER_%s(...)=", word));
	}
	for (int i = 0; i < LOOP_WORDS; i++) {
		const char *word = loop_words[i];
		vec_push(
		    &flags->flag,
		    config->loop_contracts
		        ? intern_printf("-D__CPROVER_%s(...)=if (__CPROVER_clause_%s("
		                        "__CPROVER_quote(__VA_ARGS__) __VA_OPT__(,) __VA_ARGS__)) ; else",
		                        word, word)
		        : intern_printf("-D__CPROVER_%s(...)=", word));
	}
}

static char *read_file(struct arena *arena, const char *path, size_t *n) {
	FILE *f = fopen(path, "r");
	char *text = NULL;
	if (!f)
		return NULL;
	long size = fseek(f, 0, SEEK_END) ? -1 : ftell(f);
	rewind(f);
	if (size >= 0) {
		text = arena_alloc(arena, (size_t)size + 1);
		*n = fread(text, 1, (size_t)size, f);
		text[*n] = 0;
	}
	fclose(f);
	return text;
}

/* The text of a file as clang would see it now. */
static const char *text_of(struct fe *fe, const struct fe_source *s, const char *path, size_t *n) {
	const char *given = fe_source_text(s, path, n);
	return given ? given : read_file(fe->arena, path, n);
}

void contract_append(struct fe *fe, struct fe_source *s, const char *code) {
	size_t n;
	const char *text = text_of(fe, s, s->file, &n);
	if (text)
		fe_source_set_text(fe, s, s->file, arena_printf(fe->arena, "%s\n%s", text, code));
}

struct remedy {
	struct fe *fe;
	struct fe_source *source;
	bool has_words, has_changed;
};

static void look_at(struct remedy *r, const char *path) {
	size_t n = 0;
	const char *text = text_of(r->fe, r->source, path, &n);
	if (!text || strlen(text) != n)
		return;
	for (int i = 0; i < FUNCTION_WORDS; i++)
		r->has_words |= strstr(text, intern_printf("__CPROVER_%s", function_words[i])) != NULL;
	for (int i = 0; i < LOOP_WORDS; i++)
		r->has_words |= strstr(text, intern_printf("__CPROVER_%s", loop_words[i])) != NULL;
	const char *rewritten = contract_file(r->fe->arena, text, n);
	if (!rewritten)
		return;
	fe_source_set_text(r->fe, r->source, path, rewritten);
	r->has_changed = true;
}

static void inclusion(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
	struct remedy *r = data;
	if (!n || clang_Location_isInSystemHeader(stack[0]))
		return; /* the main file; what a header of the system includes */
	CXString name = clang_getFileName(file);
	const char *path = intern(clang_getCString(name));
	clang_disposeString(name);
	look_at(r, path);
}

static bool is_predefined(const struct fe_source *s) {
	for (size_t i = 0; i < s->flags.flag.n; i++)
		if (!strcmp(s->flags.flag.at[i], "-D__CBMC_MT_CONTRACTS__=1"))
			return true;
	return false;
}

/* The header is beside the models, too: not everybody has installed it where clang looks. */
static bool lacks_header(CXTranslationUnit unit) {
	CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
	bool lacks = false;
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
		CXString text = clang_getDiagnosticSpelling(clang_getDiagnosticInSet(all, i));
		lacks |= !strcmp(clang_getCString(text), "'cbmc-mt.h' file not found");
		clang_disposeString(text);
	}
	return lacks;
}

bool contract_remedy(struct fe *fe, CXTranslationUnit unit, struct fe_source *s) {
	struct remedy r = {.fe = fe, .source = s};
	if (s->is_model)
		return false;
	if (fe->config->model_dir && lacks_header(unit)) {
		const char *flag = intern_printf("-idirafter%s/include", fe->config->model_dir);
		for (size_t i = 0; i < s->flags.flag.n; i++)
			if (!strcmp(s->flags.flag.at[i], flag))
				return false; /* it is not there either */
		vec_push(&s->flags.flag, flag);
		return true;
	}
	bool again = false;
	look_at(&r, s->file);
	clang_getInclusions(unit, inclusion, &r);
	if (r.has_words && !is_predefined(s)) {
		contract_flags(fe->config, &s->flags, s->file);
		again = true;
	}
	return again | r.has_changed;
}

const char *contract_written(struct fe *fe, struct loc loc, const char *otherwise) {
	size_t n = 0;
	char *text = loc.file ? read_file(fe->arena, loc.file, &n) : NULL;
	for (uint32_t line = 1; text && line < loc.line; line++) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	if (!text || strcspn(text, "\n") < loc.col)
		return otherwise;
	text += loc.col - 1;
	size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyzCPROVE_");
	if (strncmp(text, "__CPROVER_", 10) != 0 || text[word] != '(')
		return otherwise;
	char *out = text + word + 1, *to = out;
	int depth = 1;
	for (char *at = out; *at; at++) {
		depth += (*at == '(') - (*at == ')');
		if (!depth) {
			*to = 0;
			return intern(out);
		}
		bool is_blank = *at == ' ' || *at == '\t' || *at == '\n';
		if (!is_blank || (to > out && to[-1] != ' '))
			*to++ = is_blank ? ' ' : *at;
	}
	return otherwise;
}
