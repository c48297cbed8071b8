#include "util/text/path.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/intern.h"
#include "util/text/affix.h"

const char *path_base(const char *path) {
	const char *slash = path ? strrchr(path, '/') : NULL;
	return slash && slash[1] ? slash + 1 : path;
}

size_t path_base_at(const char *path) {
	const char *slash = strrchr(path, '/');
	return slash ? (size_t)(slash - path) + 1 : 0;
}

const char *path_folder(const char *path) {
	const char *slash = strrchr(path, '/');
	return !slash ? "." : slash == path ? "/" : intern_n(path, (size_t)(slash - path));
}

const char *path_join(const char *folder, const char *file) {
	return *file == '/' || !folder ? file : intern_printf("%s/%s", folder, file);
}

bool path_has_suffix(const char *path, const char *suffix) {
	return strlen(path) > strlen(suffix) && ends_with(path, suffix);
}

bool path_is_file(const char *path) {
	struct stat st;
	return !stat(path, &st) && S_ISREG(st.st_mode);
}

bool path_is_folder(const char *path) {
	struct stat st;
	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

bool path_make_folder(const char *path) {
	return !mkdir(path, 0777) || errno == EEXIST;
}

bool path_make_private(const char *path) {
	for (const char *slash = path; (slash = strchr(slash + 1, '/'));)
		mkdir(intern_n(path, (size_t)(slash - path)), 0700);
	if (!mkdir(path, 0700))
		return true;
	int error = errno;
	bool is_there = path_is_folder(path);
	errno = error;
	return is_there;
}

const char *path_of_program(void) {
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	return n > 0 ? intern_n(self, (size_t)n) : NULL;
}
