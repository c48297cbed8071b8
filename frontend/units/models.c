#include "frontend/units/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/source/parse.h"
#include "frontend/source/target.h"
#include "frontend/units/units.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/text/diag.h"

struct model { /* one line of the index */
	const char *name, *file;
	unsigned first, last;  /* lines of a function; 0: a variable */
	size_t uses, nuses;    /* slice of fe_models.use */
	unsigned round, since; /* the last and the first round that needed it, 0: none */
};

struct use {
	const char *name;    /* interned; NULL: none, only the condition matters */
	const char *only_if; /* if the program needs this one, too; NULL: always */
};

struct fe_models {
	const char *dir;
	VEC(struct model) model;
	VEC(struct use) use;
	struct map by_name; /* interned name -> index in model */
	unsigned rounds;
};

static void read_line(struct fe_models *m, char *line) {
	char *save, *word[4];
	for (int i = 0; i < 4; i++)
		if (!(word[i] = strtok_r(i ? NULL : line, " \n", &save)))
			return;
	struct model new = {
	    .name = intern(word[0]),
	    .file = intern(word[1]),
	    .first = (unsigned)strtoul(word[2], NULL, 10),
	    .last = (unsigned)strtoul(word[3], NULL, 10),
	    .uses = m->use.n,
	};
	for (char *use; (use = strtok_r(NULL, " \n", &save)); new.nuses++) {
		char *behind = strchr(use, '?');
		const char *only_if = behind ? intern_n(use, (size_t)(behind - use)) : NULL;
		const char *name = behind ? behind + 1 : use;
		vec_push(&m->use, ((struct use){*name ? intern(name) : NULL, only_if}));
	}
	map_put(&m->by_name, map_key(new.name), m->model.n);
	vec_push(&m->model, new);
}

struct fe_models *fe_models_open(const char *model_dir) {
	if (!model_dir)
		return NULL;
	FILE *f = fopen(intern_printf("%s/index", model_dir), "r");
	if (!f)
		fatal(EXIT_INPUT, NO_LOC, "the model library has no index in '%s'; run 'make'", model_dir);
	struct fe_models *m = mem_alloc(sizeof *m);
	m->dir = model_dir;
	char *line = NULL;
	size_t cap = 0;
	while (getline(&line, &cap, f) > 0)
		read_line(m, line);
	free(line);
	fclose(f);
	return m;
}

void fe_models_close(struct fe_models *m) {
	if (!m)
		return;
	vec_free(&m->model);
	vec_free(&m->use);
	map_free(&m->by_name);
	mem_free(m);
}

static struct model *find(const struct fe_models *m, const char *name) {
	uint64_t ix;
	return map_get(&m->by_name, map_key(intern(name)), &ix) ? &m->model.at[ix] : NULL;
}

bool fe_models_have(const struct fe *fe, const char *name) {
	return fe->models && find(fe->models, name);
}

/* Marks the model and all that it mentions as needed in this round, again if an earlier round had
 * it: what is not needed is not even declared. */
static void need(struct fe_models *m, struct model *model) {
	if (!model || model->round == m->rounds)
		return;
	model->round = m->rounds;
	if (!model->since)
		model->since = m->rounds;
	for (size_t i = 0; i < model->nuses; i++) {
		const struct use *use = &m->use.at[model->uses + i];
		if (!use->only_if)
			need(m, find(m, use->name));
	}
}

/* What the models of this round need because of others that the program needs. */
static void need_conditional(struct fe_models *m) {
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < m->model.n; i++) {
			const struct model *model = &m->model.at[i];
			for (size_t k = 0; model->round == m->rounds && k < model->nuses; k++) {
				const struct use *use = &m->use.at[model->uses + k];
				struct model *used = use->name ? find(m, use->name) : NULL;
				if (!use->only_if || !find(m, use->only_if)->since || !used)
					continue;
				changed |= used->round != m->rounds;
				need(m, used);
			}
		}
	}
}

/* A model that was lowered without a part is not lowered again.  Only code that replaces a function
 * of the library and is called by no other code of the user can come that late. */
static void check_conditions(const struct fe_models *m) {
	for (size_t i = 0; i < m->model.n; i++) {
		const struct model *model = &m->model.at[i];
		for (size_t k = 0; model->since && k < model->nuses; k++) {
			const char *only_if = m->use.at[model->uses + k].only_if;
			if (only_if && find(m, only_if)->since > model->since)
				fatal(EXIT_INPUT, NO_LOC,
				      "'%s' is called only by a function that replaces one of the library, but "
				      "concerns '%s', which is in use; call it elsewhere, too",
				      only_if, model->name);
		}
	}
}

/* "#define USES_NAME" for what parts of models are made dependent on. */
static char *define_conditions(struct fe *fe) {
	const struct fe_models *m = fe->models;
	struct map seen = {0};
	char *text = "";
	for (size_t i = 0; i < m->use.n; i++) {
		const char *only_if = m->use.at[i].only_if;
		if (!only_if || !find(m, only_if)->since || map_get(&seen, map_key(only_if), NULL))
			continue;
		map_put(&seen, map_key(only_if), 1);
		const char *plain = strrchr(only_if, ':');
		text = arena_printf(fe->arena, "%s#define USES_%s\n", text, plain ? plain + 1 : only_if);
	}
	map_free(&seen);
	return text;
}

/* "#define GIVEN_VARIABLES", a list of string literals; most bytes as octal numbers, so that none
 * of them means anything. */
static char *define_variables(struct fe *fe, const char *text) {
	const struct fe_config *c = fe->config;
	char *list = "";
	for (size_t i = 0; i < c->nvariables; i++) {
		const char *s = c->variable[i];
		char *literal = arena_alloc(fe->arena, 4 * strlen(s) + 1), *end = literal;
		for (*end = 0; *s; s++)
			end += sprintf(end, "\\%03o", (unsigned)(unsigned char)*s);
		list = arena_printf(fe->arena, "%s \"%s\",", list, literal);
	}
	return arena_printf(fe->arena, c->nvariables ? "%s#define GIVEN_VARIABLES%s\n" : "%s", text,
	                    list);
}

static char *read_file(struct arena *arena, const char *path) {
	FILE *f = fopen(path, "r");
	if (!f)
		fatal(EXIT_INPUT, NO_LOC, "cannot open '%s' of the model library", path);
	fseek(f, 0, SEEK_END);
	long size = ftell(f);
	rewind(f);
	char *text = arena_alloc(arena, (size_t)size + 1);
	if (fread(text, 1, (size_t)size, f) != (size_t)size)
		fatal(EXIT_INPUT, NO_LOC, "cannot read '%s' of the model library", path);
	fclose(f);
	return text;
}

/* Blanks the functions that this round does not need; lines keep their numbers. */
static void trim(const struct fe_models *m, const char *file, char *text) {
	VEC(char *) line = {0};
	for (char *s = text; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL)
		vec_push(&line, s);
	for (size_t i = 0; i < m->model.n; i++) {
		const struct model *model = &m->model.at[i];
		if (model->file != file || !model->first || model->round == m->rounds)
			continue;
		if (model->last >= line.n || model->first > model->last)
			fatal(EXIT_INPUT, NO_LOC, "the index of the model library is out of date; run 'make'");
		for (char *s = line.at[model->first - 1]; s < line.at[model->last]; s++)
			if (*s != '\n')
				*s = ' ';
	}
	vec_free(&line);
}

struct unsaved_list {
	VEC(struct CXUnsavedFile) file;
};

/* The files of what this round needs, trimmed, and the main file that includes them all. */
static void compose(struct fe *fe, const char *main_file, struct unsaved_list *list) {
	struct fe_models *m = fe->models;
	struct map seen = {0};
	char *text = define_variables(fe, define_conditions(fe));
	for (size_t i = 0; i < m->model.n; i++) {
		const char *file = m->model.at[i].file;
		if (m->model.at[i].round != m->rounds || map_get(&seen, map_key(file), NULL))
			continue;
		map_put(&seen, map_key(file), 1);
		const char *path = intern_printf("%s/%s", m->dir, file);
		char *content = read_file(fe->arena, path);
		trim(m, file, content);
		vec_push(&list->file, ((struct CXUnsavedFile){path, content, strlen(content)}));
		text = arena_printf(fe->arena, "%s#include \"%s\"\n", text, file);
	}
	vec_push(&list->file, ((struct CXUnsavedFile){main_file, text, strlen(text)}));
	map_free(&seen);
}

/* Flags that change what types are; the user's macros and include paths are not for models. */
static bool concerns_models(const char *flag) {
	return !strncmp(flag, "-f", 2) || (!strncmp(flag, "-m", 2) && !fe_is_target_flag(flag));
}

static struct fe_unit *parse_round(struct fe *fe) {
	struct unsaved_list list = {0};
	struct fe_source source = {
	    .file = intern_printf("%s/models-%u.c", fe->models->dir, fe->models->rounds),
	    .is_model = true,
	};
	compose(fe, source.file, &list);
	source.unsaved = list.file.at;
	source.nunsaved = (unsigned)list.file.n;
	fe_target_flags(&source.flags, fe->prog->target.triple);
	/* A trimmed function that is called after all must not go unnoticed. */
	vec_push(&source.flags.flag, "-Werror=implicit-function-declaration");
	for (size_t i = 0; i < fe->config->nflags; i++)
		if (concerns_models(fe->config->flag[i]))
			vec_push(&source.flags.flag, fe->config->flag[i]);
	struct fe_unit *unit = fe_units_add(fe, &source);
	fe_unit_load(fe, unit);
	vec_free(&list.file);
	return unit;
}

struct fe_unit *fe_models_parse(struct fe *fe, const char *const *name, size_t n) {
	struct fe_models *m = fe->models;
	bool any = false;
	if (!m)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		struct model *model = find(m, name[i]);
		if (!model || model->round)
			continue; /* nothing we have, or nothing new */
		m->rounds += !any;
		any = true;
		need(m, model);
	}
	if (!any)
		return NULL;
	need_conditional(m);
	check_conditions(m);
	return parse_round(fe);
}
