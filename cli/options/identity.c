#include "cli/options/identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/file.h"
#include "goto/program/print.h"

void identity_program(const struct goto_prog *prog, char sum[SHA256_TEXT]) {
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	goto_print(f, prog);
	fclose(f);
	sha256_text(text, n, sum);
	free(text);
}

/* Options that do not change what is searched for, or how. */
static bool is_indifferent(const struct option_info *option) {
	static const char *const list[] = {"jobs", "save", "resume", "timeout", "memlimit", "cache"};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (!strcmp(option->name, list[i]))
			return true;
	return false;
}

/* Options that change neither a verdict nor what reports say about it: whatever is not here counts.
 */
static bool is_silent(const struct option_info *option) {
	static const char *const list[] = {
	    "cache",       "timeout", "memlimit", "function", "compile-commands",
	    "result-only", "quiet",   "github",   "stats",    "color",
	    "progress",    "json",    "sarif",    "junit",    "html",
	    "validate",    "reread"};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (!strcmp(option->name, list[i]))
			return true;
	return false;
}

/* A file counts by its content: batches make property files anew wherever they run. */
static void print_text(FILE *f, const struct options *o, const char *text) {
	size_t n;
	char sum[SHA256_TEXT];
	const char *content = file_bytes(o->arena, text, &n);
	if (content)
		sha256_text(content, n, sum);
	fprintf(f, "=%s", content ? sum : text);
}

static void print_value(FILE *f, const struct options *o, const struct option_info *option) {
	const void *field = (const char *)o + option->offset;
	switch (option->kind) {
	case OPTION_FLAG: fprintf(f, "=%d", *(const bool *)field); break;
	case OPTION_UINT:
	case OPTION_ENUM: fprintf(f, "=%u", (unsigned)*(const uint32_t *)field); break;
	case OPTION_TIME: fprintf(f, "=%g", *(const double *)field); break;
	case OPTION_REDUCTIONS:
	case OPTION_SIZE: fprintf(f, "=%llu", (unsigned long long)*(const uint64_t *)field); break;
	case OPTION_WORD:
	case OPTION_TEXT: print_text(f, o, *(const char *const *)field); break;
	case OPTION_LIST: {
		const struct text_list *list = field;
		for (size_t i = 0; i < list->n; i++)
			print_text(f, o, list->at[i]);
		break;
	}
	default: break;
	}
}

/* Those about output come after all others. */
const char *identity_options(const struct options *o) {
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP && !strcmp(option->name, "Output"))
			break;
		if (option->kind == OPTION_GROUP || !option_is_set(o, option) || is_indifferent(option))
			continue;
		fprintf(f, " %s", option->name);
		print_value(f, o, option);
	}
	fclose(f);
	const char *copy = arena_printf(o->arena, "%s", text);
	free(text);
	return copy;
}

/* The words themselves: another one that happens to name a file with the same content is another.
 */
static void print_words(FILE *f, const struct options *o, const struct option_info *option) {
	const void *field = (const char *)o + option->offset;
	const struct text_list *list = field;
	if (option->kind == OPTION_TEXT || option->kind == OPTION_WORD)
		fprintf(f, "(%s)", *(const char *const *)field);
	for (size_t i = 0; option->kind == OPTION_LIST && i < list->n; i++)
		fprintf(f, "(%zu %s)", strlen(list->at[i]), list->at[i]);
}

const char *identity_of_verdict(const struct options *o) {
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP || !option_is_set(o, option) || is_silent(option))
			continue;
		fprintf(f, " %s", option->name);
		if (!strcmp(option->name, "witness")) /* only its name matters, and that to reports */
			continue;
		print_value(f, o, option);
		if (strcmp(option->name, "property") != 0) /* batches make its files wherever they run */
			print_words(f, o, option);
	}
	fclose(f);
	const char *copy = arena_printf(o->arena, "%s", text);
	free(text);
	return copy;
}
