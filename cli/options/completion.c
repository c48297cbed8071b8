/* Completions for bash and zsh, made from the table of options. */
#include "cli/options/help.h"

#include <string.h>

#include "cli/options/option_table.h"
#include "solvers/solver_table.h"
#include "symex/strategy.h"

static const char *dashes(const struct option_info *option) {
	return option_is_short(option) ? "-" : option->kind == OPTION_REDUCTIONS ? "--no-" : "--";
}

/* All options, space-separated. */
static void bash_words(FILE *out) {
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP ||
		    (option->kind != OPTION_ALIAS && !option_is_shown(option)))
			continue;
		fprintf(out, " %s%s", dashes(option), option->name);
		if (option->kind == OPTION_FLAG && option->init)
			fprintf(out, " --no-%s", option->name);
	}
}

static void print_words(FILE *out, const char *words) {
	for (; *words; words++)
		fputc(*words == '|' ? ' ' : *words, out);
}

/* What may follow --solver=. */
static void solver_words(FILE *out) {
	for (size_t i = 0; solver_table[i]; i++)
		fprintf(out, " %s", solver_table[i]->name);
}

/* What may follow --strategy=. */
static void strategy_words(FILE *out) {
	for (size_t i = 0; strategy_table[i]; i++)
		if (strategy_table[i] != &strategy_replay)
			fprintf(out, " %s", strategy_table[i]->name);
}

static void bash(FILE *out) {
	fputs("# bash completion of cbmc-mt, made from its option table\n"
	      "_cbmc_mt() {\n"
	      "\tlocal word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}\n"
	      "\t[[ $word == = ]] && word=\n"
	      "\t[[ $last == = ]] && last=${COMP_WORDS[COMP_CWORD-2]}\n"
	      "\tcase $last in\n",
	      out);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind != OPTION_ENUM)
			continue;
		fprintf(out, "\t--%s) COMPREPLY=($(compgen -W '", option->name);
		print_words(out, option->arg);
		fputs("' -- \"$word\")); return ;;\n", out);
	}
	fputs("\t-h|--help) COMPREPLY=($(compgen -W 'all' -- \"$word\")); return ;;\n", out);
	fputs("\t--strategy) COMPREPLY=($(compgen -W '", out);
	strategy_words(out);
	fputs("' -- \"$word\")); return ;;\n", out);
	fputs("\t--solver) COMPREPLY=($(compgen -W '", out);
	solver_words(out);
	fputs("' -- \"$word\")); return ;;\n", out);
	fputs("\t-I|-isystem|-p|--compile-commands) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n"
	      "\tesac\n"
	      "\tif [[ $word == -* ]]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W '",
	      out);
	bash_words(out);
	fputs("' -- \"$word\"))\n"
	      "\telse\n"
	      "\t\tCOMPREPLY=($(compgen -f -- \"$word\"))\n"
	      "\tfi\n"
	      "}\n"
	      "complete -o filenames -F _cbmc_mt cbmc-mt\n",
	      out);
}

/* Inside '...[...]': quotes, brackets and colons are special to _arguments. */
static void zsh_text(FILE *out, const char *text) {
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", out);
		else if (strchr("[]:\\", *text))
			fprintf(out, "\\%c", *text);
		else
			fputc(*text, out);
	}
}

static void zsh_value(FILE *out, const struct option_info *option) {
	if (option->kind == OPTION_ENUM) {
		fputs(":value:(", out);
		print_words(out, option->arg);
		fputc(')', out);
		return;
	}
	if (option->kind == OPTION_WORD) {
		fputs(":value:(all)", out);
		return;
	}
	bool is_solver = !strcmp(option->name, "solver");
	if (is_solver || !strcmp(option->name, "strategy")) {
		fputs(":value:(", out);
		(is_solver ? solver_words : strategy_words)(out);
		fputc(')', out);
		return;
	}
	fputc(':', out);
	zsh_text(out, option->arg);
	fputs(strstr(option->arg, "DIR")    ? ":_files -/"
	      : strstr(option->arg, "FILE") ? ":_files"
	                                    : ":",
	      out);
}

static void zsh_spec(FILE *out, const struct option_info *option, const char *prefix,
                     const char *help) {
	/* "=": the value may also follow an equals sign; "=-": only there, "+": or directly */
	const char *joined = !option->arg                   ? ""
	                     : strchr(option->name, '=')    ? "-"
	                     : option->kind == OPTION_FLAGS ? "+"
	                     : option->bare != REQUIRED     ? "=-"
	                                                    : "=";
	fprintf(out, "\t'*%s%s%s[", prefix, option->name, joined);
	zsh_text(out, help);
	fputc(']', out);
	if (option->arg) {
		if (option->bare != REQUIRED)
			fputc(':', out); /* the value may be missing */
		zsh_value(out, option);
	}
	fputs("' \\\n", out);
}

static void zsh(FILE *out, struct arena *arena) {
	fputs("#compdef cbmc-mt\n# made from the option table of cbmc-mt\n_arguments -S \\\n", out);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (!option_is_shown(option))
			continue;
		const char *text = help_text(arena, option);
		zsh_spec(out, option, dashes(option), text);
		if (option->kind == OPTION_FLAG && option->init)
			zsh_spec(out, option, "--no-", arena_printf(arena, "not: %s", text));
	}
	fputs("\t'*:source:_files -g \"*.[ci]\"'\n", out);
}

bool help_completion(FILE *out, struct arena *arena, const char *shell) {
	if (!strcmp(shell, "bash"))
		bash(out);
	else if (!strcmp(shell, "zsh"))
		zsh(out, arena);
	else
		return false;
	return true;
}
