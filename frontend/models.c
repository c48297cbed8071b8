#include "frontend/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/parse.h"
#include "frontend/target.h"
#include "util/diag.h"
#include "util/intern.h"
#include "util/map.h"

struct fe_models {
	const char *dir;
	struct map file_of; /* interned name -> interned relative file */
	struct map parsed;  /* interned relative file -> 1 */
	unsigned rounds;
};

static void read_index(struct fe_models *m, FILE *f) {
	char *line = NULL;
	size_t cap = 0;
	while (getline(&line, &cap, f) > 0) {
		char *save, *name = strtok_r(line, " \n", &save), *file = strtok_r(NULL, " \n", &save);
		if (name && file)
			map_put(&m->file_of, map_key(intern(name)), map_key(intern(file)));
	}
	free(line);
}

struct fe_models *fe_models_open(const char *model_dir) {
	if (!model_dir)
		return NULL;
	FILE *f = fopen(intern_printf("%s/index", model_dir), "r");
	if (!f)
		fatal(EXIT_INPUT, NO_LOC, "the model library has no index in '%s'; run 'make'", model_dir);
	struct fe_models *m = mem_alloc(sizeof *m);
	m->dir = model_dir;
	read_index(m, f);
	fclose(f);
	return m;
}

void fe_models_close(struct fe_models *m) {
	if (!m)
		return;
	map_free(&m->file_of);
	map_free(&m->parsed);
	mem_free(m);
}

bool fe_models_have(const struct fe *fe, const char *name) {
	return fe->models && map_get(&fe->models->file_of, map_key(intern(name)), NULL);
}

/* Flags that change what types are; the user's macros and include paths are not for models. */
static bool concerns_models(const char *flag) {
	return !strncmp(flag, "-f", 2) || (!strncmp(flag, "-m", 2) && !fe_is_target_flag(flag));
}

struct fe_unit *fe_models_parse(struct fe *fe, const char *const *name, size_t n) {
	struct fe_models *m = fe->models;
	char *text = "";
	for (size_t i = 0; m && i < n; i++) {
		uint64_t file = 0;
		if (!map_get(&m->file_of, map_key(intern(name[i])), &file) ||
		    map_get(&m->parsed, file, NULL))
			continue;
		map_put(&m->parsed, file, 1);
		text = arena_printf(fe->arena, "%s#include \"%s\"\n", text, (const char *)(uintptr_t)file);
	}
	if (!*text)
		return NULL;
	struct fe_source source = {
	    .file = intern_printf("%s/models-%u.c", m->dir, ++m->rounds),
	    .text = text,
	    .is_model = true,
	};
	fe_target_flags(&source.flags, fe->prog->target.triple);
	vec_push(&source.flags.flag, intern_printf("-I%s", m->dir));
	for (size_t i = 0; i < fe->config->nflags; i++)
		if (concerns_models(fe->config->flag[i]))
			vec_push(&source.flags.flag, fe->config->flag[i]);
	struct fe_unit *unit = fe_parse(fe, &source);
	vec_free(&source.flags.flag);
	return unit;
}
