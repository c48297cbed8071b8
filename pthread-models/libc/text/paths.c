/* libgen.h, and basename as string.h of GNU has it: exact.  Those of libgen.h change their
 * argument, and return a constant for an empty one. */
#include "../../mc.h"

/* Behind the last slash. */
char *basename(const char *path) {
	const char *name = path;
	for (; *path != 0; path++)
		if (*path == '/')
			name = path + 1;
	return (char *)name;
}

/* The end without slashes; 0: there are only slashes. */
static size_t end_of_name(const char *path, size_t n) {
	while (n > 0 && path[n - 1] == '/')
		n--;
	return n;
}

static size_t begin_of_name(const char *path, size_t n) {
	while (n > 0 && path[n - 1] != '/')
		n--;
	return n;
}

static size_t path_length(const char *path) {
	size_t n = 0;
	while (path[n] != 0)
		n++;
	return n;
}

char *__xpg_basename(char *path) {
	if (path == NULL || *path == 0)
		return ".";
	size_t n = path_length(path), end = end_of_name(path, n);
	if (end == 0)
		return path + n - 1;
	if (end < n)
		path[end] = 0;
	return path + begin_of_name(path, end);
}

/* Two slashes at the beginning may mean something, and stay if nothing else does. */
char *dirname(char *path) {
	if (path == NULL || *path == 0)
		return ".";
	size_t end = end_of_name(path, path_length(path));
	size_t name = begin_of_name(path, end);
	if (end > 0 && name == 0)
		return ".";
	size_t length = end_of_name(path, name);
	if (length == 0)
		length = name == 2 || (end == 0 && path[1] == '/' && path[2] == 0) ? 2 : 1;
	path[length] = 0;
	return path;
}
