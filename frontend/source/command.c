#include "frontend/source/command.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "frontend/source/compiler_flags.h"
#include "frontend/source/inputs.h"
#include "util/base/intern.h"
#include "util/text/affix.h"
#include "util/text/path.h"

enum { MAX_NESTING = 16, MAX_WORDS = 1 << 20 }; /* response files may name each other */

static bool is(const char *a, const char *b) {
	return strcmp(a, b) == 0;
}

/* --- Words. --- */

/* In quotes of a shell, a backslash is one unless it stands before what would end or change the
 * text; GCC lets it quote the next character everywhere in a response file. */
static bool is_escape(const char *s, char quote, enum quoting how) {
	if (*s != '\\' || !s[1])
		return false;
	if (how == QUOTED_AS_RESPONSE_FILE || !quote)
		return true;
	return quote == '"' && strchr("\"\\$`\n", s[1]);
}

void command_split(struct words *w, const char *s, enum quoting how) {
	char *word = mem_alloc(strlen(s) + 1);
	for (;;) {
		char quote = 0, *to = word;
		while (isspace((unsigned char)*s))
			s++;
		if (!*s)
			break;
		for (; *s && (quote || !isspace((unsigned char)*s)); s++)
			if (is_escape(s, quote, how))
				*to++ = *++s;
			else if (*s == quote)
				quote = 0;
			else if (!quote && (*s == '\'' || *s == '"'))
				quote = *s;
			else
				*to++ = *s;
		vec_push(&w->at, intern_n(word, (size_t)(to - word)));
	}
	mem_free(word);
}

/* NULL: it cannot be read.  The caller frees it. */
static char *file_text(const char *path) {
	inputs_file(path);
	FILE *f = path_is_file(path) ? fopen(path, "re") : NULL;
	VEC(char) text = {0};
	if (!f)
		return NULL;
	for (int c; (c = getc(f)) != EOF;)
		vec_push(&text, (char)(c ? c : ' '));
	fclose(f);
	vec_push(&text, 0);
	return text.at;
}

static void expand(struct words *out, const char *word, const char *dir, unsigned depth,
                   const char **unread) {
	if (*word != '@' || !word[1] || depth == MAX_NESTING || out->at.n > MAX_WORDS) {
		vec_push(&out->at, word);
		return;
	}
	char *text = file_text(path_join(dir, word + 1));
	if (!text) {
		if (!*unread)
			*unread = word + 1;
		vec_push(&out->at, word);
		return;
	}
	struct words inner = {0};
	command_split(&inner, text, QUOTED_AS_RESPONSE_FILE);
	mem_free(text);
	for (size_t i = 0; i < inner.at.n; i++)
		expand(out, inner.at.at[i], dir, depth + 1, unread);
	vec_free(&inner.at);
}

void command_expand(struct words *w, const char *dir, const char **unread) {
	struct words out = {0};
	*unread = NULL;
	for (size_t i = 0; i < w->at.n; i++)
		expand(&out, w->at.at[i], dir, 0, unread);
	vec_free(&w->at);
	*w = out;
}

/* --- The compiler. --- */

/* Programs that are called with a compiler's command. */
static bool is_wrapper(const char *word) {
	static const char *const known[] = {
	    "ccache", "sccache",    "distcc",    "icecc",    "gomacc",   "libtool",
	    "env",    "nice",       "time",      "strace",   "bear",     "intercept-build",
	    "cached", "buildcache", "fakeroot",  "colorgcc", "pump",     "sh",
	    "bash",   "reclient",   "rewrapper", "recc",     "firebuild"};
	const char *name = path_base(word);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (is(name, known[i]))
			return true;
	return false;
}

/* The word that is the compiler: behind ccache, libtool and their like. */
static size_t compiler_of(const struct words *w) {
	size_t i = 0;
	while (i + 1 < w->at.n && is_wrapper(w->at.at[i])) {
		bool shell = is(path_base(w->at.at[i]), "sh") || is(path_base(w->at.at[i]), "bash");
		i++;
		if (shell) /* sh ./libtool --mode=compile gcc ... */
			continue;
		while (i + 1 < w->at.n && (*w->at.at[i] == '-' || strchr(w->at.at[i], '=')))
			i++;
	}
	return i;
}

static bool is_machine(const char *triple) {
	static const char *const known[] = {"x86_64",  "i386",  "i486",   "i586",  "i686",    "amd64",
	                                    "aarch64", "arm",   "mips",   "riscv", "powerpc", "ppc",
	                                    "s390",    "sparc", "loong",  "thumb", "avr",     "xtensa",
	                                    "msp430",  "m68k",  "hexagon"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (starts_with(triple, known[i]))
			return true;
	return false;
}

/* "arm-linux-gnueabihf-gcc-12": "arm-linux-gnueabihf"; NULL: the name tells no target. */
static const char *triple_of(const char *compiler) {
	static const char *const suffix[] = {"-gcc", "-cc", "-clang"};
	const char *name = path_base(compiler), *end = NULL;
	for (size_t i = 0; i < sizeof suffix / sizeof *suffix && !end; i++) {
		const char *at = strstr(name, suffix[i]);
		size_t n = strlen(suffix[i]);
		if (at && (!at[n] || at[n] == '-'))
			end = at;
	}
	if (!end || !is_machine(name))
		return NULL;
	return intern_n(name, (size_t)(end - name));
}

/* --- Flags. --- */

struct reading {
	const char *dir;
	struct command *out;
};

static void keep(struct reading *r, const char *flag, const char *value) {
	vec_push(&r->out->flags.flag, flag);
	if (value)
		vec_push(&r->out->flags.flag, value);
}

/* -include looks in the folders of -I as well, so only a file that is there is meant.  A path that
 * begins with = is one in the folder of --sysroot. */
static const char *path_value(const struct reading *r, enum compiler_flag_value kind,
                              const char *value) {
	if (kind == FLAG_VALUE_TEXT || *value == '=' || is(value, "-"))
		return value;
	const char *path = path_join(r->dir, value);
	return kind == FLAG_VALUE_SEARCHED && access(path, R_OK) ? value : path;
}

/* A precompiled header is in the format of one compiler; what it was made of lies beside it. */
static void precompiled(struct reading *r, const char *value) {
	size_t n = strlen(value);
	if (n < 5 || (!is(value + n - 4, ".pch") && !is(value + n - 4, ".gch")))
		return;
	const char *header = path_join(r->dir, intern_n(value, n - 4));
	if (!access(header, R_OK))
		keep(r, "-include", header);
}

/* One spelling for flags that have several; clang's own parser of arguments would find a
 * precompiled header of GCC beside the header that -include names, and refuse it. */
static void handed_on(struct reading *r, const char *flag, const char *value) {
	if (is(flag, "-target"))
		keep(r, intern_printf("--target=%s", value), NULL);
	else if (is(flag, "-x"))
		r->out->language = value;
	else if (is(flag, "--include"))
		keep(r, "-include", value);
	else if (is(flag, "--imacros"))
		keep(r, "-imacros", value);
	else if (is(flag, "--include-directory"))
		keep(r, "-I", value);
	else if (is(flag, "--include-directory-after"))
		keep(r, "-idirafter", value);
	else if (is(flag, "--define-macro"))
		keep(r, intern_printf("-D%s", value), NULL);
	else if (is(flag, "--undefine-macro"))
		keep(r, intern_printf("-U%s", value), NULL);
	else if (is(flag, "-I") && is(value, "-"))
		return; /* once split the list of folders; no compiler knows it any more */
	else if (is(flag, "-D") || is(flag, "-U"))
		keep(r, intern_printf("%s%s", flag, value), NULL);
	else if (value && starts_with(flag, "--"))
		keep(r, intern_printf("%s=%s", flag, value), NULL);
	else
		keep(r, flag, value);
}

static void read_words(struct reading *, const struct words *, size_t from);

/* -Wp,-MD,file,-DX: words for the preprocessor. */
static void preprocessor_words(struct reading *r, const char *list) {
	struct words w = {0};
	while (*list) {
		size_t n = strcspn(list, ",");
		const char *word = intern_n(list, n);
		bool writes = is(word, "-MD") || is(word, "-MMD"); /* here with a value: the file */
		vec_push(&w.at, writes ? "-MF" : word);
		list += n + (list[n] == ',');
	}
	read_words(r, &w, 0);
	vec_free(&w.at);
}

/* -Xclang and -Xpreprocessor hand one word to the compiler proper; with a value that is one more.
 * Most of those words are of no interest, or of one version. */
static bool is_of_interest(const char *word) {
	return starts_with(word, "-include") || starts_with(word, "-D") || starts_with(word, "-U") ||
	       starts_with(word, "-I") || starts_with(word, "-isystem") || starts_with(word, "-iquote");
}

static bool handed_through(const struct words *w, size_t i, const char **inner) {
	bool through =
	    i + 1 < w->at.n && (is(w->at.at[i], "-Xclang") || is(w->at.at[i], "-Xpreprocessor"));
	if (through)
		*inner = w->at.at[i + 1];
	return through;
}

/* Without the words that are handed through, or with them in their place. */
static void flatten(const struct words *w, size_t from, struct words *out) {
	bool value_is_next = false;
	for (size_t i = from; i < w->at.n; i++) {
		const char *inner;
		if (!handed_through(w, i, &inner)) {
			vec_push(&out->at, w->at.at[i]);
			continue;
		}
		i++;
		if (value_is_next || is_of_interest(inner))
			vec_push(&out->at, inner);
		struct compiler_flag_found f = compiler_flag_find_recorded(inner);
		value_is_next = !value_is_next && is_of_interest(inner) && f.has_value && !inner[f.length];
	}
}

static void read_words(struct reading *r, const struct words *w, size_t from) {
	for (size_t i = from; i < w->at.n; i++) {
		const char *arg = w->at.at[i], *value = NULL;
		if (is(arg, "--"))
			continue;
		if (*arg != '-' || !arg[1]) {
			vec_push(&r->out->other.at, arg);
			continue;
		}
		if (starts_with(arg, "-Wp,")) {
			preprocessor_words(r, arg + 4);
			continue;
		}
		struct compiler_flag_found found = compiler_flag_find_recorded(arg);
		const char *flag = arg;
		if (found.has_value) {
			size_t n = found.length;
			value = arg + n;
			if (!*value && !(value = i + 1 < w->at.n ? w->at.at[++i] : NULL))
				return;
			flag = intern_n(arg, arg[n - 1] == '=' ? n - 1 : n);
			value = path_value(r, found.value, value);
		}
		if (is(flag, "-include-pch"))
			precompiled(r, value);
		else if (is(flag, "-o") || is(flag, "--output"))
			r->out->object = value;
		else if (found.what == COMPILER_FLAG_HANDED_ON || found.what == COMPILER_FLAG_OFFERED)
			handed_on(r, flag, value);
		else if (found.what == COMPILER_FLAG_UNKNOWN)
			keep(r, arg, NULL); /* clang will say if it does not know it, either */
	}
}

void command_read(const struct words *w, const char *dir, struct command *out) {
	struct reading r = {dir, out};
	size_t compiler = compiler_of(w);
	const char *triple = compiler < w->at.n ? triple_of(w->at.at[compiler]) : NULL;
	*out = (struct command){0};
	if (triple)
		keep(&r, intern_printf("--target=%s", triple), NULL);
	struct words flat = {0};
	flatten(w, compiler + 1, &flat);
	read_words(&r, &flat, 0);
	vec_free(&flat.at);
}

void command_free(struct command *c) {
	vec_free(&c->flags.flag);
	vec_free(&c->other.at);
}

/* Flags that make other files than an object, or that the linker needs. */
static bool is_about_files(const char *flag) {
	static const char *const whole[] = {"-c", "-S", "-E", "-pg", "-shared", "-static"};
	static const char *const prefix[] = {"-M",
	                                     "-o",
	                                     "--output",
	                                     "--coverage",
	                                     "-fprofile",
	                                     "-save-temps",
	                                     "-ftest-coverage",
	                                     "-fplugin",
	                                     "-l",
	                                     "-L",
	                                     "-Wl,",
	                                     "-Xlinker",
	                                     "-fuse-ld",
	                                     "-Werror",
	                                     "-fcoverage",
	                                     "-flto",
	                                     "-Wp,-M"};
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (is(flag, whole[i]))
			return true;
	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
		if (starts_with(flag, prefix[i]))
			return true;
	return false;
}

const char *command_flags(const struct words *w, struct words *out) {
	size_t compiler = compiler_of(w);
	for (size_t i = compiler + 1; i < w->at.n; i++) {
		const char *arg = w->at.at[i];
		if (*arg != '-' || !arg[1] || is(arg, "--"))
			continue;
		struct compiler_flag_found found = compiler_flag_find_recorded(arg);
		const char *value =
		    found.has_value && !arg[found.length] && i + 1 < w->at.n ? w->at.at[++i] : NULL;
		if (is_about_files(arg))
			continue;
		vec_push(&out->at, arg);
		if (value)
			vec_push(&out->at, value);
	}
	return compiler < w->at.n ? w->at.at[compiler] : NULL;
}
