#include "tasks/survey/survey_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symex/reduction.h"
#include "util/base/vec.h"
#include "util/text/shell.h"

static void put_word(FILE *out, const char *word) {
	fputc(' ', out);
	shell_put(out, word);
}

/* Says where the run is made or told, not what it is about. */
static bool is_aside(const char *name) {
	static const char *const names[] = {
	    "survey",       "budget",         "changed",  "resume", "json",     "sarif",
	    "html",         "junit",          "github",   "quiet",  "progress", "jobs",
	    "result-bytes", "multi-property", "color",    "stats",  "verbose",  "timeout",
	    "save",         "trace",          "minimise", "why",
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static void put_enum(struct arena *arena, FILE *out, const struct option_info *info,
                     uint32_t value) {
	const char *word = info->arg;
	for (; value && word; value--) {
		word = strchr(word, '|');
		word = word ? word + 1 : NULL;
	}
	if (word)
		put_word(out, arena_printf(arena, "%.*s", (int)strcspn(word, "|"), word));
}

static void put_option(const struct options *o, FILE *out, const struct option_info *info) {
	const void *field = (const char *)o + info->offset;
	if (info->kind == OPTION_LIST) {
		const struct text_list *list = field;
		for (size_t i = 0; i < list->n; i++) {
			fprintf(out, " --%s", info->name);
			put_word(out, list->at[i]);
		}
		return;
	}
	for (unsigned i = 0; info->kind == OPTION_REDUCTIONS && i < REDUCTION_N; i++)
		if (*(const uint64_t *)field >> i & 1)
			fprintf(out, " --no-%s=%s", info->name, reduction_table[i].name);
	if (info->kind == OPTION_REDUCTIONS)
		return;
	bool is_off = info->kind == OPTION_FLAG && !*(const bool *)field;
	fprintf(out, " --%s%s", is_off ? "no-" : "", info->name);
	switch (info->kind) {
	case OPTION_UINT: fprintf(out, " %u", *(const uint32_t *)field); break;
	case OPTION_ENUM: put_enum(o->arena, out, info, *(const uint32_t *)field); break;
	case OPTION_TIME: fprintf(out, " %gs", *(const double *)field); break;
	case OPTION_SIZE:
		fprintf(out, " %llum", (unsigned long long)(*(const uint64_t *)field >> 20));
		break;
	case OPTION_TEXT: put_word(out, *(const char *const *)field); break;
	case OPTION_WORD:
		if (**(const char *const *)field)
			fprintf(out, "=%s", *(const char *const *)field);
		break;
	default: break;
	}
}

const char *survey_command(const struct options *o) {
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	if (!out)
		mem_exhausted();
	fputs("cbmc-mt", out);
	for (size_t i = 0; i < o->file.n; i++)
		put_word(out, o->file.at[i]);
	for (size_t i = 0; i < o->flags.n; i++)
		put_word(out, o->flags.at[i]);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *info = &option_table[i];
		bool has_field = info->kind <= OPTION_LIST;
		if (has_field && option_is_set(o, info) && !is_aside(info->name))
			put_option(o, out, info);
	}
	fclose(out);
	const char *command = arena_printf(o->arena, "%s", text);
	free(text);
	return command;
}
