#include "cli/record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/fd.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/path.h"

#define LOG_VARIABLE "CBMC_MT_RECORD" /* the file that commands are appended to */

static bool ends_in(const char *text, size_t n, const char *end) {
	size_t k = strlen(end);
	return n >= k && !strncmp(text + n - k, end, k);
}

/* cc, gcc-12, arm-linux-gnueabihf-gcc, ccache: what compiles C, or is called with such a command.
 */
static bool is_compiler(const char *name) {
	static const char *const whole[] = {"cc",  "gcc", "clang",  "c99",     "c89",    "tcc",
	                                    "icc", "icx", "ccache", "sccache", "distcc", "icecc"};
	static const char *const end[] = {"-gcc", "-cc", "-clang"};
	size_t n = strlen(name), digits = n;
	while (digits && strchr("0123456789.", name[digits - 1]))
		digits--;
	if (digits && digits < n && name[digits - 1] == '-')
		n = digits - 1;
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (strlen(whole[i]) == n && !strncmp(name, whole[i], n))
			return true;
	for (size_t i = 0; i < sizeof end / sizeof *end; i++)
		if (ends_in(name, n, end[i]))
			return true;
	return false;
}

/* --- In the place of a compiler. --- */

/* Folder, number of words, words; a 0 behind each. */
static void append(const char *log, const char *dir, const struct words *w) {
	VEC(char) out = {0};
	const char *count = intern_printf("%zu", w->at.n);
	for (size_t i = 0; i < w->at.n + 2; i++) {
		const char *text = i == 0 ? dir : i == 1 ? count : w->at.at[i - 2];
		for (size_t k = 0; k <= strlen(text); k++)
			vec_push(&out, text[k]);
	}
	int fd = open(log, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd >= 0 && !flock(fd, LOCK_EX))
		fd_write(fd, out.at, out.n);
	if (fd >= 0)
		close(fd);
	vec_free(&out);
}

static bool is_self(const char *dir, const char *name, const char *self) {
	char *real = realpath(intern_printf("%s/%s", *dir ? dir : ".", name), NULL);
	bool is = real && !strcmp(real, self);
	free(real);
	return is;
}

/* PATH without the folders in which that name is this program. */
static const char *other_folders(const char *path, const char *name, const char *self) {
	const char *rest = "";
	while (*path) {
		size_t n = strcspn(path, ":");
		if (!is_self(intern_n(path, n), name, self))
			rest = intern_printf("%s%s%.*s", rest, *rest ? ":" : "", (int)n, path);
		path += n + (path[n] == ':');
	}
	return rest;
}

static const char *found_in(const char *path, const char *name) {
	while (*path) {
		size_t n = strcspn(path, ":");
		const char *file = intern_printf("%.*s/%s", n ? (int)n : 1, n ? path : ".", name);
		if (!access(file, X_OK) && path_is_file(file))
			return file;
		path += n + (path[n] == ':');
	}
	return NULL;
}

/* $CC may have any name; then the folder has a link for it. */
static bool is_stand_in(const char *name) {
	return is_compiler(name) || (getenv(LOG_VARIABLE) && *name && strncmp(name, "cbmc-mt", 7) != 0);
}

void record_stand_in(int argc, char **argv) {
	const char *name = argc > 0 ? path_base(argv[0]) : "", *self = path_of_program();
	if (!self || !strcmp(name, path_base(self)) || !is_stand_in(name))
		return;
	const char *log = getenv(LOG_VARIABLE), *path = getenv("PATH");
	if (log) {
		struct words w = {0};
		for (int i = 0; i < argc; i++)
			vec_push(&w.at, intern(argv[i]));
		const char *unread;
		char *dir = getcwd(NULL, 0);
		/* Now: what makes response files often removes them. */
		command_expand(&w, NULL, &unread);
		append(log, dir ? dir : ".", &w);
	}
	path = other_folders(path ? path : "/usr/bin:/bin", name, self);
	setenv("PATH", path, 1);
	/* GCC looks for its parts beside the path that it is called by. */
	const char *real = found_in(path, name);
	argv[0] = (char *)(real ? real : name);
	execvp(argv[0], argv);
	fprintf(stderr, "%s: %s\n", name, strerror(errno));
	_exit(127);
}

/* --- Around the build. --- */

/* A link that an earlier version has left may lead nowhere. */
static bool link_to(const char *self, const char *folder, const char *name) {
	const char *path = intern_printf("%s/%s", folder, name);
	if (is_self(folder, name, self))
		return true;
	unlink(path);
	return !symlink(self, path);
}

static void link_compilers(const char *folder, const char *self, const char *from) {
	DIR *d = opendir(*from ? from : ".");
	if (!d)
		return;
	for (const struct dirent *e; (e = readdir(d));)
		if (is_compiler(e->d_name) && !link_to(self, folder, e->d_name))
			break;
	closedir(d);
}

/* $CC may name one that is not in PATH, or by its whole path. */
static const char *stand_in_for_cc(const char *folder, const char *self, const char **path) {
	const char *cc = getenv("CC");
	if (!cc || !*cc)
		return NULL;
	size_t n = strcspn(cc, " \t");
	const char *first = intern_n(cc, n), *name = path_base(first);
	if (!*name)
		return NULL;
	if (!link_to(self, folder, name))
		return NULL;
	if (name == first)
		return cc;
	*path = intern_printf("%s:%.*s", *path, (int)(name - first - 1), first);
	return intern_printf("%s%s", name, cc + n);
}

static void run_child(const char *command, const char *dir, const char *log, const char *path,
                      const char *cc) {
	setenv(LOG_VARIABLE, log, 1);
	setenv("PATH", path, 1);
	if (cc)
		setenv("CC", cc, 1);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	if (dir && chdir(dir)) {
		fprintf(stderr, "cbmc-mt: error: cannot go to '%s': %s\n", dir, strerror(errno));
		_exit(126);
	}
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* Who types ^C means the build; we tell what became of it. */
static int wait_for(pid_t child) {
	struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
	int status = 0;
	sigaction(SIGINT, &ignore, &interrupt);
	sigaction(SIGQUIT, &ignore, &quit);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGQUIT, &quit, NULL);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static const char *next_text(const char **at, const char *end) {
	const char *text = *at;
	const char *zero = memchr(text, 0, (size_t)(end - text));
	if (!zero)
		return NULL;
	*at = zero + 1;
	return intern(text);
}

static void read_log(const char *path, struct recording *out) {
	FILE *f = fopen(path, "re");
	VEC(char) text = {0};
	for (int c; f && (c = getc(f)) != EOF;)
		vec_push(&text, (char)c);
	if (f)
		fclose(f);
	const char *at = text.at, *end = text.at + text.n;
	while (at < end) {
		const char *dir = next_text(&at, end), *count = dir ? next_text(&at, end) : NULL;
		struct recorded r = {.dir = dir};
		for (unsigned long n = count ? strtoul(count, NULL, 10) : 0; n && at < end; n--) {
			const char *word = next_text(&at, end);
			if (!word)
				break;
			vec_push(&r.words.at, word);
		}
		if (!count)
			break;
		vec_push(&out->at, r);
	}
	vec_free(&text);
}

/* The last one must be the user's own. */
static bool make_folder(const char *path) {
	struct stat st;
	return path_make_private(path) && !lstat(path, &st) && S_ISDIR(st.st_mode) &&
	       st.st_uid == geteuid();
}

/* The folder with the links stays: CMake writes down the path of the compiler that it has found,
 * and a later build calls it there.  Then it is the real one, and nothing is recorded. */
static const char *links_folder(void) {
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	const char *folder = data && *data == '/' ? intern_printf("%s/cbmc-mt/compilers", data)
	                     : home && *home == '/'
	                         ? intern_printf("%s/.local/share/cbmc-mt/compilers", home)
	                         : NULL;
	if (folder && make_folder(folder) && !access(folder, W_OK))
		return folder;
	folder = intern_printf("/tmp/cbmc-mt-compilers-%u", (unsigned)geteuid());
	return make_folder(folder) ? folder : NULL;
}

int record_run(const char *command, const char *dir, struct recording *out) {
	const char *temp = getenv("TMPDIR"), *path = getenv("PATH"), *self = path_of_program();
	const char *folder = links_folder();
	char log[PATH_MAX];
	snprintf(log, sizeof log, "%s/cbmc-mt-build-XXXXXX", temp && *temp ? temp : "/tmp");
	int fd = self && folder ? mkstemp(log) : -1;
	if (fd < 0)
		return -1;
	close(fd);
	if (!path)
		path = "/usr/local/bin:/usr/bin:/bin";
	for (const char *p = path; *p;) {
		size_t length = strcspn(p, ":");
		const char *from = intern_n(p, length);
		if (strcmp(from, folder) != 0)
			link_compilers(folder, self, from);
		p += length + (p[length] == ':');
	}
	path = intern_printf("%s:%s", folder, path);
	const char *cc = stand_in_for_cc(folder, self, &path);
	fflush(NULL);
	pid_t child = fork();
	if (!child)
		run_child(command, dir, log, path, cc);
	int code = child < 0 ? -1 : wait_for(child);
	read_log(log, out);
	unlink(log);
	return code;
}

void record_free(struct recording *r) {
	for (size_t i = 0; i < r->at.n; i++)
		vec_free(&r->at.at[i].words.at);
	vec_free(&r->at);
}
