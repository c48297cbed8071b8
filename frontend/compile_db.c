/* libclang invents a command for a file that is not listed, by analogy; so we go through all
 * commands and compare files ourselves. */
#include "frontend/compile_db.h"

#include <clang-c/CXCompilationDatabase.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/intern.h"

struct compile_db {
	CXCompilationDatabase db;
	CXCompileCommands all;
};

struct compile_db *compile_db_open(const char *dir) {
	CXCompilationDatabase_Error error;
	struct compile_db *d = mem_alloc(sizeof *d);
	if (access(intern_printf("%s/compile_commands.json", dir), R_OK))
		fatal(EXIT_INPUT, NO_LOC, "cannot read '%s/compile_commands.json'", dir);
	d->db = clang_CompilationDatabase_fromDirectory(dir, &error);
	if (error != CXCompilationDatabase_NoError)
		fatal(EXIT_INPUT, NO_LOC, "'%s/compile_commands.json' is not a compilation database", dir);
	d->all = clang_CompilationDatabase_getAllCompileCommands(d->db);
	return d;
}

void compile_db_close(struct compile_db *d) {
	if (!d)
		return;
	clang_CompileCommands_dispose(d->all);
	clang_CompilationDatabase_dispose(d->db);
	mem_free(d);
}

static const char *interned(CXString s) {
	const char *text = clang_getCString(s);
	const char *result = intern(text ? text : "");
	clang_disposeString(s);
	return result;
}

/* An absolute path without links where the file exists, else the best we have. */
static const char *resolved(const char *dir, const char *file) {
	const char *path = *file == '/' || !dir ? file : intern_printf("%s/%s", dir, file);
	char *real = realpath(path, NULL);
	const char *result = intern(real ? real : path);
	free(real);
	return result;
}

static const char *file_of(CXCompileCommand command) {
	return resolved(interned(clang_CompileCommand_getDirectory(command)),
	                interned(clang_CompileCommand_getFilename(command)));
}

/* As the user would type it: relative when it is below the working directory. */
static const char *shortened(const char *file) {
	char *cwd = getcwd(NULL, 0);
	size_t n = cwd ? strlen(cwd) : 0;
	const char *result = file;
	if (n && !strncmp(file, cwd, n) && file[n] == '/')
		result = intern(file + n + 1);
	free(cwd);
	return result;
}

static bool is_c_source(const char *file) {
	const char *dot = strrchr(file, '.');
	return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".i"));
}

struct fe_flags compile_db_files(const struct compile_db *d) {
	struct fe_flags files = {0};
	for (unsigned i = 0; i < clang_CompileCommands_getSize(d->all); i++) {
		const char *file = shortened(file_of(clang_CompileCommands_getCommand(d->all, i)));
		bool seen = !is_c_source(file);
		for (size_t k = 0; !seen && k < files.flag.n; k++)
			seen = files.flag.at[k] == file;
		if (!seen)
			vec_push(&files.flag, file);
	}
	return files;
}

/* Flags about what the compiler should write, not about what the program means; optimisation only
 * turns on library headers' own inline versions. */
static bool is_output_flag(const char *flag, bool *takes_argument) {
	static const char *const with_argument[] = {"-o", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker"};
	*takes_argument = false;
	for (size_t i = 0; i < sizeof with_argument / sizeof *with_argument; i++)
		if (!strcmp(flag, with_argument[i])) {
			*takes_argument = true;
			return true;
		}
	return !strcmp(flag, "-c") || !strcmp(flag, "-S") || !strcmp(flag, "-E") ||
	       !strncmp(flag, "-M", 2) || !strncmp(flag, "-O", 2) || !strncmp(flag, "-o", 2) ||
	       !strncmp(flag, "-save-temps", 11) || !strncmp(flag, "-Wl,", 4) || !strcmp(flag, "-pipe");
}

static void append_command(CXCompileCommand command, const char *file, struct fe_flags *flags) {
	const char *dir = interned(clang_CompileCommand_getDirectory(command));
	const char *here = resolved(NULL, ".");
	if (resolved(NULL, dir) != here) {
		vec_push(&flags->flag, "-working-directory");
		vec_push(&flags->flag, resolved(NULL, dir));
	}
	unsigned n = clang_CompileCommand_getNumArgs(command);
	for (unsigned i = 1; i < n; i++) { /* 0 is the compiler */
		const char *arg = interned(clang_CompileCommand_getArg(command, i));
		bool takes_argument;
		if (is_output_flag(arg, &takes_argument)) {
			i += takes_argument;
			continue;
		}
		if (!strcmp(arg, "--"))
			continue;
		if (*arg != '-' && resolved(dir, arg) == file)
			continue;
		vec_push(&flags->flag, arg);
	}
}

bool compile_db_flags(const struct compile_db *d, const char *file, struct fe_flags *flags) {
	const char *wanted = resolved(NULL, file);
	for (unsigned i = 0; i < clang_CompileCommands_getSize(d->all); i++) {
		CXCompileCommand command = clang_CompileCommands_getCommand(d->all, i);
		if (file_of(command) != wanted)
			continue;
		append_command(command, wanted, flags);
		return true;
	}
	return false;
}
