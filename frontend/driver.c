/* The order of a load: flags, parse, target, link (which lowers). */
#include "frontend/driver.h"

#include <clang-c/FatalErrorHandler.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/code/lower_keep.h"
#include "frontend/fe.h"
#include "frontend/frontend.h"
#include "frontend/program/link.h"
#include "frontend/source/clang.h"
#include "frontend/source/compiler_flags.h"
#include "frontend/source/contract.h"
#include "frontend/source/inputs.h"
#include "frontend/source/target.h"
#include "frontend/units/compile_db.h"
#include "frontend/units/index.h"
#include "frontend/units/kept.h"
#include "frontend/units/layout.h"
#include "frontend/units/models.h"
#include "frontend/units/programs.h"
#include "frontend/units/units.h"
#include "goto/program/image.h"
#include "util/base/deep.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

enum { MAX_LISTED = 5 };

const char *fe_clang_version(void) {
	return fe_libclang();
}

/* Flags that would make an error of what the user did not ask us to judge. */
static bool is_strictness(const char *flag) {
	return !strncmp(flag, "-Werror", 7) || !strcmp(flag, "-pedantic-errors");
}

/* Clang's tree of OpenMP hides the bodies of its constructs: it is read as without,
 * and the verdict says so (frontend/source/extension.h). */
static bool is_openmp(const char *flag) {
	return !strncmp(flag, "-fopenmp", 8) || !strncmp(flag, "-fopenacc", 9);
}

/* Does it only matter for what the verdict says?  With -fexceptions, headers let
 * pthread_cleanup_push be something that is never called. */
static bool is_left_out(struct fe_source *s, const char *flag) {
	if (is_openmp(flag))
		s->has_openmp = true;
	else if (!strcmp(flag, "-fexceptions"))
		s->has_exceptions = true;
	else if (!strcmp(flag, "-fno-exceptions"))
		s->has_exceptions = false;
	else
		return !strcmp(flag, "-Ofast") || !strncmp(flag, "-Wl,", 4);
	return true;
}

static struct fe_unit *add_file(struct fe *fe, const struct compiled *how, const char *file) {
	const struct fe_config *config = fe->config;
	if (*file == '-') /* clang would take it for an option */
		file = intern_printf("./%s", file);
	struct fe_flags user = {0};
	struct fe_source source = {.file = file, .flags_are_compiled = how != NULL};
	for (size_t i = 0; how && i < how->flags.flag.n; i++)
		vec_push(&user.flag, how->flags.flag.at[i]);
	for (size_t i = 0; i < config->nflags; i++)
		vec_push(&user.flag, config->flag[i]);
	const char *triple = fe_triple(config->triple, user.flag.at, user.flag.n);
	fe_target_flags(&source.flags, triple);
	for (size_t i = 0; i < user.flag.n; i++) {
		const char *flag = user.flag.at[i];
		if (compiler_flag_is_unread(flag))
			vec_push(&source.unread.flag, flag);
		if (!is_left_out(&source, flag) && !fe_is_target_flag(flag) && !is_strictness(flag))
			vec_push(&source.flags.flag, flag);
	}
	vec_free(&user.flag);
	source.headers = fe_target_headers(triple);
	return fe_units_add(fe, &source);
}

/* The sources that the user named, with the flags of the build if there is one. */
static void load_named(struct fe *fe, const struct compile_db *db) {
	const struct fe_config *config = fe->config;
	const struct compiled **how = mem_alloc(config->nfiles * sizeof *how);
	if (db)
		compile_db_choose(db, config->file, config->nfiles, how);
	for (size_t i = 0; i < config->nfiles; i++)
		fe_unit_load(fe, add_file(fe, how[i], config->file[i]));
	mem_free(how);
}

static void note_other_files(const struct compile_db *db) {
	const char *list = "";
	for (size_t i = 0; i < db->other.n && i < MAX_LISTED; i++)
		list = intern_printf("%s%s%s", list, i ? ", " : "", db->other.at[i]);
	if (db->other.n)
		diag_note(NO_LOC, "left out, not C: %s%s", list, db->other.n > MAX_LISTED ? ", ..." : "");
}

/* Everything that the build lists: what it defines; nothing is parsed yet. */
static void load_project(struct fe *fe, const struct compile_db *db) {
	note_other_files(db);
	if (!db->c.n)
		fatal(EXIT_INPUT, NO_LOC, "'%s' lists no C files", db->path);
	for (size_t i = 0; i < db->c.n; i++)
		add_file(fe, &db->c.at[i], db->c.at[i].shown);
	fe_index_units(fe);
	programs_choose(fe, db);
	for (size_t i = 0; i < fe->unit.n && contract_wanted(fe->config); i++)
		fe_unit_load(fe, fe->unit.at[i]); /* clauses may stand at any declaration */
}

static void load_files(struct fe *fe) {
	const struct fe_config *config = fe->config;
	struct compile_db *db = config->compile_db ? compile_db_open(config->compile_db) : NULL;
	for (size_t i = 0; db && i < db->c.n; i++)
		inputs_file(db->c.at[i].file);
	if (config->nfiles)
		load_named(fe, db);
	else if (db)
		load_project(fe, db);
	else
		fatal(EXIT_INPUT, NO_LOC, "no source files");
	compile_db_close(db);
	for (size_t i = 0; i < fe->unit.n; i++)
		vec_push(&fe->prog->source, intern(fe->unit.at[i]->name));
}

static void load(void *data) {
	struct fe *fe = data;
	fe->index = clang_createIndex(0, 0);
	fe->layout = fe_layout_open();
	fe->models = fe_models_open(fe->config->model_dir);
	load_files(fe);
	fe_link(fe);
	fe_link_close(fe);
	fe_lower_close(fe);
	fe_models_close(fe->models);
	fe_layout_close(fe->layout);
	fe_units_close(fe);
	clang_disposeIndex(fe->index);
}

/* Written and read again, twice, so that what the writer leaves out differs. */
static struct goto_prog *reread(struct goto_prog *prog) {
	byte_vec first = {0}, second = {0};
	if (!image_write(&first, prog))
		return prog;
	struct goto_prog *copy = image_read(first.at, first.n);
	if (!copy || !image_write(&second, copy) || first.n != second.n ||
	    memcmp(first.at, second.at, first.n) != 0)
		BUG("the program that was read is not the one that was written");
	vec_free(&first);
	vec_free(&second);
	prog_close(prog);
	return copy;
}

static void set_up_clang(void) {
	/* Otherwise libclang parses in a thread of its own, with a small stack. */
	setenv("LIBCLANG_NOTHREADS", "1", 1);
	/* Nor does it catch signals: whoever called us does. */
	setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1", 1);
	clang_install_aborting_llvm_fatal_error_handler();
}

struct goto_prog *fe_load(const struct fe_config *config) {
	struct goto_prog *kept = kept_find(config);
	if (kept)
		return kept;
	set_up_clang();
	struct goto_prog *prog = prog_open();
	struct fe fe = {.config = config, .prog = prog, .arena = prog->arena, .types = prog->types};
	kept_begin(config);
	if (!deep_run(load, &fe))
		fatal(EXIT_INPUT, NO_LOC, "not enough memory to read the sources");
	kept_end(config, prog);
	return config->reread ? reread(prog) : prog;
}

struct each {
	struct fe *fe;
	void (*visit)(struct fe_unit *, void *);
	void *data;
};

static void show_units(void *data) {
	struct each *each = data;
	struct fe *fe = each->fe;
	fe->index = clang_createIndex(0, 0);
	load_files(fe);
	for (size_t i = 0; i < fe->unit.n; i++) {
		fe_unit_load(fe, fe->unit.at[i]);
		each->visit(fe->unit.at[i], each->data);
	}
	fe_units_close(fe);
	clang_disposeIndex(fe->index);
}

void fe_each_unit(const struct fe_config *config, void (*visit)(struct fe_unit *, void *),
                  void *data) {
	set_up_clang();
	struct goto_prog *prog = prog_open();
	struct fe fe = {.config = config, .prog = prog, .arena = prog->arena, .types = prog->types};
	struct each each = {&fe, visit, data};
	if (!deep_run(show_units, &each))
		fatal(EXIT_INPUT, NO_LOC, "not enough memory to read the sources");
	prog_close(prog);
}
