#include "cli/options/option_table.h"

#include <string.h>

#define FIELD(f) offsetof(struct options, f)

/* clang-format off */
const struct option_info option_table[] = {
#define OPT_GROUP(title, text) {.kind = OPTION_GROUP, .name = title, .help = text},
#define OPT_FLAG(field, name, init, help) {OPTION_FLAG, name, NULL, help, NULL, FIELD(field), init, 1},
#define OPT_UINT(field, name, arg, init, bare, help) {OPTION_UINT, name, arg, help, NULL, FIELD(field), init, bare},
#define OPT_ENUM(field, name, type, words, init, bare, help) {OPTION_ENUM, name, words, help, NULL, FIELD(field), init, bare},
#define OPT_TIME(field, name, arg, help) {OPTION_TIME, name, arg, help, NULL, FIELD(field), 0, REQUIRED},
#define OPT_SIZE(field, name, arg, help) {OPTION_SIZE, name, arg, help, NULL, FIELD(field), 0, REQUIRED},
#define OPT_TEXT(field, name, arg, help) {OPTION_TEXT, name, arg, help, NULL, FIELD(field), 0, REQUIRED},
#define OPT_WORDS(field, name, arg, help) {OPTION_TEXT, name, arg, help, NULL, FIELD(field), MAY_BE_EMPTY, REQUIRED},
#define OPT_WORD(field, name, arg, help) {OPTION_WORD, name, arg, help, NULL, FIELD(field), 0, 0},
#define OPT_LIST(field, name, arg, help) {OPTION_LIST, name, arg, help, NULL, FIELD(field), 0, REQUIRED},
#define OPT_REDUCTIONS(field, name, arg, help) {OPTION_REDUCTIONS, name, arg, help, NULL, FIELD(field), 0, REQUIRED},
#define OPT_FLAGS(name, arg, help) {OPTION_FLAGS, name, arg, help, NULL, FIELD(flags), 0, REQUIRED},
#define OPT_MEANS(name, options, help) {OPTION_MEANS, name, NULL, help, options, 0, 0, 1},
#define OPT_ALIAS(name, of) {OPTION_ALIAS, name, NULL, NULL, of, 0, 0, 1},
#include "cli/options/options.def"
};
/* clang-format on */

const size_t option_table_n = sizeof option_table / sizeof *option_table;

void options_init(struct options *o) {
	memset(o, 0, sizeof *o);
#define OPT_FLAG(field, name, init, help)                    o->field = init;
#define OPT_UINT(field, name, arg, init, bare, help)         o->field = init;
#define OPT_ENUM(field, name, type, words, init, bare, help) o->field = init;
#include "cli/options/options.def"
	o->arena = arena_open();
}

void options_free(struct options *o) {
#define OPT_LIST(field, name, arg, help) vec_free(&o->field);
#include "cli/options/options.def"
	vec_free(&o->file);
	vec_free(&o->flags);
	vec_free(&o->compiler_flags);
	vec_free(&o->response);
	vec_free(&o->notes);
	arena_close(o->arena);
	memset(o, 0, sizeof *o);
}

const struct option_info *option_find(const char *name, bool is_short) {
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP || option->kind == OPTION_FLAGS ||
		    option_is_short(option) != is_short || strcmp(option->name, name) != 0)
			continue;
		return option->kind == OPTION_ALIAS ? option_find(option->of, false) : option;
	}
	return NULL;
}

bool option_is_set(const struct options *o, const struct option_info *option) {
	const void *field = (const char *)o + option->offset;
	switch (option->kind) {
	case OPTION_FLAG: return *(const bool *)field != option->init;
	case OPTION_UINT:
	case OPTION_ENUM: return *(const uint32_t *)field != option->init;
	case OPTION_TIME: return *(const double *)field > 0;
	case OPTION_REDUCTIONS:
	case OPTION_SIZE: return *(const uint64_t *)field > 0;
	case OPTION_TEXT:
	case OPTION_WORD: return *(const char *const *)field;
	case OPTION_LIST: return ((const struct text_list *)field)->n > 0;
	default: return false;
	}
}

bool option_is_hidden(const struct option_info *option) {
	return option->help && option->help[0] == '!';
}

bool option_is_compatible(const struct option_info *option) {
	return option->help && option->help[0] == '~';
}

bool option_is_shown(const struct option_info *option) {
	return option->kind != OPTION_ALIAS && option->kind != OPTION_GROUP &&
	       !option_is_hidden(option) && !option_is_compatible(option);
}

bool option_has_no(const struct option_info *option) {
	return option->kind == OPTION_FLAG || option->kind == OPTION_MEANS ||
	       option->kind == OPTION_REDUCTIONS;
}

bool option_is_short(const struct option_info *option) {
	return option->kind == OPTION_FLAGS || (option->kind == OPTION_ALIAS && !option->name[1]);
}
