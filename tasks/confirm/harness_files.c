#include "tasks/confirm/harness_files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/session/info.h"
#include "frontend/units/compile_db.h"
#include "result/result.h"
#include "util/base/intern.h"
#include "util/text/affix.h"
#include "util/text/path.h"

static void put_word(FILE *out, const char *text) {
	fputc('\'', out);
	for (; *text; text++)
		if (*text == '\'')
			fputs("'\\''", out);
		else
			fputc(*text, out);
	fputs("' ", out);
}

/* The program is compiled for this machine. */
static bool is_for_machine(const char *flag) {
	return !strcmp(flag, "-m32") || !strcmp(flag, "-m64") || !strcmp(flag, "-target") ||
	       starts_with(flag, "--target");
}

static void put_flags(FILE *out, const struct words *w) {
	for (size_t i = 0; i < w->at.n; i++)
		if (!is_for_machine(w->at.at[i]))
			put_word(out, w->at.at[i]);
		else if (!strcmp(w->at.at[i], "-target") || !strcmp(w->at.at[i], "--target"))
			i++;
}

/* Absolute, without links. */
static const char *real_path(const char *path) {
	char *real = realpath(path, NULL);
	const char *result = real ? intern(real) : NULL;
	free(real);
	return result;
}

/* The working directory as seen from the folder, "../..", if the folder lies below; else the
 * directory itself. */
static const char *seen_from(const char *folder, const char *directory) {
	const char *to = real_path(folder), *from = real_path(directory);
	size_t n = from ? strlen(from) : 0;
	if (!to || !n || strcmp(from, "/") == 0 || strncmp(to, from, n) != 0 || to[n] != '/')
		return from ? from : directory;
	const char *path = "..";
	for (const char *at = to + n + 1; (at = strchr(at, '/')); at++)
		path = intern_printf("../%s", path);
	return path;
}

static const char *error_of_file(const struct options *o, const char *file,
                                 const struct run_info *about) {
	if (strchr(file, '\n'))
		return "a source has a name of several lines";
	if (!path_is_file(file))
		return arena_printf(o->arena, "'%s' is no file that could be read once more", file);
	bool is_32 = about->data_model && !strcmp(about->data_model, "ILP32");
	if (sizeof(void *) > 4 && is_32 && path_has_suffix(file, ".i"))
		return arena_printf(o->arena, "'%s' was preprocessed for a 32-bit machine", file);
	return NULL;
}

/* --- The client that --api makes. --- */

enum made { MADE_NOT, MADE_CLIENT, MADE_SPECIFICATION };

/* Is it a file that is on no disk?  The specification is not run. */
static enum made is_made(const struct config *c, const char *file) {
	for (size_t i = 0; c->api && i < c->fe.ntexts; i++)
		if (!strcmp(c->fe.text[i].file, file))
			return i ? MADE_SPECIFICATION : MADE_CLIENT;
	return MADE_NOT;
}

const char *harness_client(const struct config *c, const char **text) {
	if (!c->api || !c->fe.ntexts)
		return NULL;
	*text = c->fe.text[0].text;
	return path_base(c->fe.text[0].file);
}

/* It stands in the folder, and includes what is beside the description. */
static void put_client(FILE *out, const char *file, const char *folder, const struct words *flags) {
	const char *to = real_path(folder);
	put_word(out, seen_from(folder, "."));
	put_word(out, intern_printf("%s/%s", to ? to : folder, path_base(file)));
	put_word(out, "-iquote");
	put_word(out, path_folder(file));
	put_flags(out, flags);
	fputc('\n', out);
}

/* As it would be named in the working directory. */
static const char *named(const char *file) {
	if (starts_with(file, "/dev/") || starts_with(file, "/proc/"))
		return real_path(file) ? real_path(file) : file;
	return *file == '-' ? intern_printf("./%s", file) : file;
}

bool harness_files(FILE *out, const struct options *o, const struct config *config,
                   const char *folder, const char **compiler, const char **error) {
	struct result *now = result_open(); /* whose description of the run names the sources */
	const struct run_info *about = &now->info;
	struct words all = {0}, own = {0};
	info_fill(&now->info);
	*compiler = *error = NULL;
	struct compile_db *db = config->fe.compile_db ? compile_db_open(config->fe.compile_db) : NULL;
	const struct compiled **how = mem_alloc((about->file.n + 1) * sizeof *how);
	if (db)
		compile_db_find(db, about->file.at, about->file.n, how);
	vec_push(&all.at, "cc");
	for (size_t i = 0; i < o->compiler_flags.n; i++)
		vec_push(&all.at, intern(o->compiler_flags.at[i]));
	command_flags(&all, &own);
	for (size_t i = 0; i < about->file.n && !*error; i++) {
		enum made made = is_made(config, about->file.at[i]);
		if (made == MADE_CLIENT)
			put_client(out, about->file.at[i], folder, &own);
		if (made)
			continue;
		const struct compiled *c = db ? how[i] : NULL;
		const char *file = c ? c->file : named(about->file.at[i]);
		*error = error_of_file(o, file, about);
		put_word(out, c ? c->directory : seen_from(folder, "."));
		put_word(out, file);
		if (c)
			put_flags(out, &c->words);
		put_flags(out, &own);
		fputc('\n', out);
		if (c && c->compiler && !*compiler)
			*compiler = c->compiler;
	}
	vec_free(&all.at);
	vec_free(&own.at);
	mem_free(how);
	compile_db_close(db);
	result_close(now);
	return !*error;
}

void harness_libraries(FILE *out, const struct options *o) {
	for (size_t i = 0; i < o->compiler_flags.n; i++) {
		const char *flag = o->compiler_flags.at[i];
		if (!starts_with(flag, "-l") && !starts_with(flag, "-L"))
			continue;
		put_word(out, flag);
		if (!flag[2] && i + 1 < o->compiler_flags.n)
			put_word(out, o->compiler_flags.at[++i]);
	}
}
