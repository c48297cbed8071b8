#include "cli/help.h"

#include <string.h>

#include "cli/option_table.h"

#define COLUMN 32 /* where the explanations start */
#define WIDTH  96

/* "-q, --quiet", "--unwind N", "--trace[=full|compact|none]", "--[no-]bounds-check". */
static void spell(char *to, size_t size, const struct option_info *option) {
	char names[64] = "", more[64] = "";
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *alias = &option_table[i];
		if (alias->kind != OPTION_ALIAS || strcmp(alias->of, option->name) != 0)
			continue;
		if (option_is_short(alias))
			snprintf(names, sizeof names, "-%s, ", alias->name);
		else
			snprintf(more, sizeof more, ", --%s", alias->name);
	}
	const char *no = option->kind == OPTION_FLAG && option->init ? "[no-]" : "";
	if (option->kind == OPTION_FLAGS)
		snprintf(to, size, strchr(option->name, '=') ? "-%s%s" : "-%s %s", option->name,
		         option->arg);
	else if (!option->arg)
		snprintf(to, size, "%s--%s%s%s", names, no, option->name, more);
	else if (option->bare != REQUIRED)
		snprintf(to, size, "%s--%s[=%s]%s", names, option->name, option->arg, more);
	else
		snprintf(to, size, "%s--%s %s%s", names, option->name, option->arg, more);
}

void help_wrap(FILE *out, const char *text, size_t at, size_t indent) {
	while (*text) {
		size_t n = strcspn(text, " ");
		if (at > indent && at + 1 + n > WIDTH) {
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

static void print_option(FILE *out, const struct option_info *option) {
	char left[256];
	spell(left, sizeof left, option);
	size_t n = (size_t)fprintf(out, "  %s", left);
	if (n + 2 > COLUMN) {
		fputc('\n', out);
		n = 0;
	}
	fprintf(out, "%*s", (int)(COLUMN - n), "");
	char text[MAX_HELP];
	help_text(text, sizeof text, option);
	help_wrap(out, text, COLUMN, COLUMN);
}

static bool is_listed(const struct option_info *option) {
	return option->kind != OPTION_ALIAS && !option_is_hidden(option);
}

void help_print(FILE *out) {
	fputs(
	    "usage: cbmc-mt [option]... file...\n\n"
	    "Verifies C programs, with threads or without: finds inputs and schedules that violate a\n"
	    "property, or proves that there are none.\n"
	    "[no-] marks what is on by default; any other switch can be turned off the same way. Long\n"
	    "options may be shortened. Other flags of compilers are accepted.\n",
	    out);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP) {
			char remark[MAX_HELP];
			help_text(remark, sizeof remark, option);
			fprintf(out, "\n%s:\n", option->name);
			if (*remark)
				help_wrap(out, remark, 0, 0);
		} else if (is_listed(option))
			print_option(out, option);
	}
	fputs("\nOptions of ESBMC and CBMC are understood as well; the manual page lists them.\n"
	      "Exit: 0 successful, 10 failed, 5 unknown, 1 usage, 2 error in the sources, 6 our bug.\n",
	      out);
}
