#include "cli/options/help.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "cli/options/compat.h"
#include "cli/options/option_rules.h"
#include "cli/options/option_table.h"
#include "util/text/nearest.h"

enum { COLUMN = 32 }; /* where the explanations start */

const struct common_option common_table[] = {
#define COMMON_GROUP(group, remark) {.title = group, .text = remark},
#define COMMON(option, line)        {.name = option, .text = line},
#include "cli/options/common.def"
};

const size_t common_table_n = sizeof common_table / sizeof *common_table;

const char *help_spelling(struct arena *arena, const struct option_info *option) {
	const char *names = "", *more = "", *value = "";
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *alias = &option_table[i];
		if (alias->kind != OPTION_ALIAS || strcmp(alias->of, option->name) != 0)
			continue;
		if (option_is_short(alias))
			names = arena_printf(arena, "%s-%s, ", names, alias->name);
		else
			more = arena_printf(arena, "%s, --%s", more, alias->name);
	}
	const char *no = option->kind == OPTION_REDUCTIONS             ? "no-"
	                 : option->kind == OPTION_FLAG && option->init ? "[no-]"
	                                                               : "";
	if (option->kind == OPTION_FLAGS)
		return arena_printf(arena, strchr(option->name, '=') ? "-%s%s" : "-%s %s", option->name,
		                    option->arg);
	if (option->arg)
		value = arena_printf(arena, option->bare != REQUIRED ? "[=%s]" : " %s", option->arg);
	return arena_printf(arena, "%s--%s%s%s%s", names, no, option->name, value, more);
}

void help_wrap(FILE *out, const char *text, size_t at, size_t indent) {
	while (*text) {
		size_t n = strcspn(text, " ");
		if (at > indent && at + 1 + n > HELP_WIDTH) {
			fprintf(out, "\n%*s", (int)indent, "");
			at = indent;
		} else if (at > indent) {
			fputc(' ', out);
			at++;
		}
		fwrite(text, 1, n, out);
		at += n;
		text += n + strspn(text + n, " ");
	}
	fputc('\n', out);
}

static void print_entry(FILE *out, const char *left, const char *text) {
	size_t n = (size_t)fprintf(out, "  %s", left);
	if (n + 2 > COLUMN) {
		fputc('\n', out);
		n = 0;
	}
	fprintf(out, "%*s", (int)(COLUMN - n), "");
	help_wrap(out, text, COLUMN, COLUMN);
}

static void print_group(FILE *out, const char *title, const char *remark) {
	fprintf(out, "\n%s:\n", title);
	if (*remark)
		help_wrap(out, remark, 0, 0);
}

static void print_usage(FILE *out) {
	fputs("usage: cbmc-mt [option]... file...\n\n", out);
	help_wrap(out,
	          "Verifies C programs, with threads or without: finds inputs and schedules that "
	          "violate a property, or proves that there are none.",
	          0, 0);
}

static void print_codes(FILE *out) {
	fputs("Exit: 0 successful, 10 failed, 5 unknown, 1 usage, 2 sources, 6 our bug.\n", out);
}

static const struct option_info *find_any(const char *name) {
	size_t i = 0;
	while (i < option_table_n &&
	       (option_table[i].kind == OPTION_GROUP || option_table[i].kind == OPTION_ALIAS ||
	        strcmp(option_table[i].name, name) != 0))
		i++;
	return i < option_table_n ? &option_table[i] : NULL;
}

static void print_common(FILE *out, struct arena *arena) {
	print_usage(out);
	for (size_t i = 0; i < common_table_n; i++) {
		const struct common_option *c = &common_table[i];
		if (c->title)
			print_group(out, c->title, c->text);
		else
			print_entry(out, help_spelling(arena, find_any(c->name)), c->text);
	}
	fputc('\n', out);
	help_wrap(out,
	          "--help all prints every option, --help WORD those that have WORD in their name or "
	          "text, such as --help race.",
	          0, 0);
	print_codes(out);
}

static void print_all(FILE *out, struct arena *arena) {
	print_usage(out);
	help_wrap(out,
	          "[no-] marks what is on by default; any other switch can be turned off the same way. "
	          "Long options may be shortened. Other flags of compilers are accepted.",
	          0, 0);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		const char *text = help_text(arena, option);
		if (option->kind == OPTION_GROUP)
			print_group(out, option->name, text);
		else if (option_is_shown(option))
			print_entry(out, help_spelling(arena, option), text);
	}
	fputc('\n', out);
	help_wrap(
	    out,
	    "Options of ESBMC and CBMC are understood as well; the manual page lists them, and --help "
	    "WORD finds them.",
	    0, 0);
	print_codes(out);
}

/* --- --help WORD --- */

struct query {
	const char *word;
	bool anywhere; /* or only where a word of the text begins: "race", but not "trace" */
};

static bool contains(const char *text, struct query q) {
	size_t n = strlen(q.word);
	for (const char *at = text; *at; at++)
		if (!strncasecmp(at, q.word, n) &&
		    (q.anywhere || at == text || !isalnum((unsigned char)at[-1])))
			return true;
	return false;
}

/* As it is typed, and as --no-...; and in the text about it. */
static bool matches(struct arena *arena, const struct option_info *option, struct query q) {
	return contains(help_spelling(arena, option), q) ||
	       contains(arena_printf(arena, "--no-%s", option->name), q) ||
	       contains(help_text(arena, option), q);
}

static void print_rules(FILE *out, struct arena *arena, const struct option_info *option) {
	const char *text = option_rules_text(arena, option);
	if (*text)
		print_entry(out, "", text);
}

static size_t print_matching(FILE *out, struct arena *arena, struct query q) {
	size_t found = 0;
	const char *title = NULL;
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP)
			title = option->name;
		else if (option->kind != OPTION_ALIAS && !option_is_hidden(option) &&
		         matches(arena, option, q)) {
			if (title)
				fprintf(out, "%s%s:\n", found ? "\n" : "", title);
			title = NULL;
			print_entry(out, help_spelling(arena, option), help_text(arena, option));
			if (!strcmp(option->name, q.word))
				print_rules(out, arena, option);
			found++;
		}
	}
	return found;
}

static size_t print_compatible(FILE *out, struct arena *arena, struct query q, bool is_first) {
	size_t found = 0;
	for (size_t i = 0; i < compat_table_n; i++) {
		const struct compat *c = &compat_table[i];
		const char *no = compat_has_no(c) ? "[no-]" : "", *arg = c->arg ? c->arg : "";
		const char *left = arena_printf(arena, "--%s%s%s%s", no, c->name, *arg ? " " : "", arg);
		if (!contains(left, q) &&
		    !contains(arena_printf(arena, "%s--no-%s", *no ? "" : left, c->name), q))
			continue;
		if (!found++)
			fprintf(out, "%sOptions of ESBMC and CBMC, and other spellings:\n",
			        is_first ? "" : "\n");
		print_entry(out, left, compat_text(arena, c));
	}
	return found;
}

static const char *nearest_option(const char *word) {
	struct nearest near = {.name = word};
	for (size_t i = 0; i < option_table_n; i++)
		if (option_table[i].kind != OPTION_GROUP && !option_is_hidden(&option_table[i]))
			nearest_try(&near, option_table[i].name);
	for (size_t i = 0; i < compat_table_n; i++)
		nearest_try(&near, compat_table[i].name);
	return nearest_found(&near);
}

bool help_print(FILE *out, struct arena *arena, const char *word, const char **error) {
	if (!*word || !strcmp(word, "all")) {
		(*word ? print_all : print_common)(out, arena);
		return true;
	}
	word += strspn(word, "-");
	size_t found = 0;
	for (int anywhere = 0; anywhere < 2 && !found && *word; anywhere++) {
		struct query q = {word, anywhere};
		found = print_matching(out, arena, q);
		found += print_compatible(out, arena, q, !found);
	}
	if (found)
		return true;
	const char *near = nearest_option(word);
	*error = near ? arena_printf(arena,
	                             "--help: no option has '%s' in its name or text; did you "
	                             "mean --%s?",
	                             word, near)
	              : arena_printf(arena,
	                             "--help: no option has '%s' in its name or text; --help all "
	                             "lists them",
	                             word);
	return false;
}
