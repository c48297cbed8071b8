/* The manual page, made from the table of options. */
#include "cli/options/help.h"

#include <string.h>

#include "cli/options/compat.h"
#include "cli/options/option_table.h"
#include "util/base/version.h"

/* Text for troff: dashes that can be copied, no line that looks like a request. */
static void roff(FILE *out, const char *text) {
	for (const char *s = text; *s; s++) {
		if (*s == '-')
			fputs("\\-", out);
		else if (*s == '\\')
			fputs("\\e", out);
		else if (s == text && (*s == '.' || *s == '\''))
			fprintf(out, "\\&%c", *s);
		else
			fputc(*s, out);
	}
}

static void bold(FILE *out, const char *dashes, const char *name) {
	fputs("\\fB", out);
	roff(out, dashes);
	roff(out, name);
	fputs("\\fR", out);
}

static void option_heading(FILE *out, const struct option_info *option) {
	fputs(".TP\n", out);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *alias = &option_table[i];
		if (alias->kind != OPTION_ALIAS || strcmp(alias->of, option->name) != 0)
			continue;
		bold(out, option_is_short(alias) ? "-" : "--", alias->name);
		fputs(", ", out);
	}
	bold(out,
	     option->kind == OPTION_FLAGS        ? "-"
	     : option->kind == OPTION_REDUCTIONS ? "--no-"
	                                         : "--",
	     option->name);
	if (option->arg) {
		bool joined = strchr(option->name, '=') != NULL;
		fputs(option->bare != REQUIRED ? "[=\\fI" : joined ? "\\fI" : " \\fI", out);
		roff(out, option->arg);
		fputs(option->bare == REQUIRED ? "\\fR" : "\\fR]", out);
	}
	if (option->kind == OPTION_FLAG && option->init) {
		fputs(", ", out);
		bold(out, "--no-", option->name);
	}
	fputc('\n', out);
}

static void print_options(FILE *out, struct arena *arena, bool compatible) {
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		bool is_group = option->kind == OPTION_GROUP;
		if (option->kind == OPTION_ALIAS || option_is_hidden(option) ||
		    (compatible ? is_group || !option_is_compatible(option) : option_is_compatible(option)))
			continue;
		if (is_group)
			fprintf(out, ".SS %s\n", option->name);
		else
			option_heading(out, option);
		const char *text = help_text(arena, option);
		roff(out, text);
		if (*text)
			fputc('\n', out);
	}
}

static void options_section(FILE *out, struct arena *arena) {
	fputs(".SH OPTIONS\n"
	      "A value follows a blank or an equals sign. Every switch \\fB\\-\\-x\\fR has a\n"
	      "\\fB\\-\\-no\\-x\\fR; of those listed with it, \\fB\\-\\-x\\fR is the default.\n"
	      "Of options that contradict each other, the last one counts. \\fB\\-\\-\\fR ends the "
	      "options.\n",
	      out);
	print_options(out, arena, false);
	fputs(".SS Other spellings\n", out);
	print_options(out, arena, true);
}

static void compat_list(FILE *out, struct arena *arena, enum compat_kind kind, const char *title) {
	fprintf(out, ".SS %s\n", title);
	for (size_t i = 0; i < compat_table_n; i++) {
		const struct compat *c = &compat_table[i];
		if (c->kind != kind)
			continue;
		if (kind == COMPAT_IGNORED) {
			bold(out, "--", c->name);
			fputc('\n', out);
			continue;
		}
		fputs(".TP\n", out);
		bold(out, "--", c->name);
		if (c->arg)
			fprintf(out, " \\fI%s\\fR", c->arg);
		fputc('\n', out);
		roff(out, kind == COMPAT_REFUSED ? c->text : compat_text(arena, c));
		fputc('\n', out);
	}
}

/* Their names only: --help NAME says where an option went. */
static void former_list(FILE *out) {
	fputs(".SH FORMER OPTIONS\nAccepted as before; \\fB\\-\\-help\\fR \\fINAME\\fR says what each "
	      "means "
	      "now:\n",
	      out);
	for (size_t i = 0; i < compat_table_n; i++)
		if (compat_table[i].kind == COMPAT_FORMER) {
			bold(out, compat_has_no(&compat_table[i]) ? "--no-" : "--", compat_table[i].name);
			fputc('\n', out);
		}
}

static void compat_section(FILE *out, struct arena *arena) {
	fputs(".SH OPTIONS OF ESBMC AND CBMC\n", out);
	compat_list(out, arena, COMPAT_MEANS, "With a counterpart");
	fputs(".TP\n\\fB\\-\\-verbosity\\fR \\fIN\\fR\ntheir scale from 0 to 10\n", out);
	compat_list(out, arena, COMPAT_NOTE, "Accepted with a note");
	compat_list(out, arena, COMPAT_IGNORED, "Without effect");
	compat_list(out, arena, COMPAT_REFUSED, "Refused");
	former_list(out);
}

static void stats_section(FILE *out) {
	static const char *const line[][2] = {
#define STAT(name, unit, value, part, part_value, meaning) {name, meaning},
#include "cli/options/stats.def"
	};
	fputs(".SH STATISTICS\n\\-\\-stats prints lines \\fIname\\fR: \\fIvalue\\fR on standard "
	      "error:\n",
	      out);
	for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
		fputs(".TP\n", out);
		roff(out, line[i][0]);
		fputc('\n', out);
		roff(out, line[i][1]);
		fputc('\n', out);
	}
}

void help_man(FILE *out, struct arena *arena) {
	fputs(".TH CBMC\\-MT 1 \"\" \"cbmc\\-mt " CBMC_MT_VERSION "\" \"User Commands\"\n"
	      ".SH NAME\n"
	      "cbmc\\-mt \\- bounded model checker for C\n"
	      ".SH SYNOPSIS\n"
	      ".B cbmc\\-mt\n[\\fIoption\\fR]... \\fIfile\\fR...\n"
	      ".SH DESCRIPTION\n"
	      "Executes C programs, with threads or without, symbolically and decides with a solver\n"
	      "whether any input and any schedule violates a property. The last line on standard\n"
	      "output is the verdict. Before it, a violated property is printed as\n"
	      "\\fIfile\\fR:\\fIline\\fR:\\fIcolumn\\fR: error: ..., followed by the inputs and the "
	      "steps that\n"
	      "lead to it as notes. With several threads each step names its thread, and a line of\n"
	      "dashes marks where another one goes on.\n",
	      out);
	fputs("Long options may be shortened as long as they cannot be mistaken for another one. Flags "
	      "of\n"
	      "compilers that are not listed are accepted: those that say what a source means are "
	      "handed to\nlibclang, those about what a compiler makes of it have no effect.\n",
	      out);
	options_section(out, arena);
	compat_section(out, arena);
	stats_section(out);
	fputs(
	    ".SH EXIT STATUS\n"
	    ".TP\n0\nVERIFICATION SUCCESSFUL, or an option that only prints\n"
	    ".TP\n10\nVERIFICATION FAILED\n"
	    ".TP\n5\nVERIFICATION UNKNOWN: the search has no answer; the line says why\n"
	    ".TP\n1\nthe command line is wrong\n"
	    ".TP\n2\nthe sources cannot be read, compiled or linked\n"
	    ".TP\n6\na bug of cbmc\\-mt\n"
	    ".SH ENVIRONMENT\n"
	    ".TP\nCBMC_MT_MODELS\nthe folder of the library models; empty: use none\n"
	    ".TP\nCBMC_MT_VALIDATE\nset: as \\-\\-validate\n"
	    ".SH EXAMPLES\n"
	    ".nf\ncbmc\\-mt prog.c lib.c \\-Iinclude\n"
	    "cbmc\\-mt \\-\\-overflow\\-check \\-\\-memory\\-leak\\-check \\-\\-timeout 60s prog.c\n"
	    "cbmc\\-mt \\-\\-context\\-bound 3 \\-\\-data\\-races\\-check threads.c\n"
	    "cbmc\\-mt \\-\\-target i386\\-linux\\-gnu \\-\\-property unreach\\-call.prp task.i\n.fi\n",
	    out);
}
