/* Names that the system has for files: of the current folder, of what a link names, of temporary
 * files; and the mask of new ones. */
#include "files.h"

void *malloc(size_t size);

enum { MOST_OF_PATH = 4096 }; /* PATH_MAX */

static size_t any_length(size_t most) {
	size_t n = __mc_nondet_size();
	__mc_assume(n >= 1 && n <= most);
	return n;
}

/* Any absolute path of that many letters, or fewer. */
static char *absolute_path(char *at, size_t n) {
	__mc_havoc_input(at, n + 1);
	at[0] = '/';
	at[n] = 0;
	return at;
}

ssize_t readlink(const char *path, char *to, size_t size) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "readlink");
	if (size == 0)
		return ERROR(EINVAL);
	NEED_WRITABLE(to, size, "readlink");
	if (FAILS())
		return ERROR(PATH_ERRORS, EINVAL, EIO, ENOMEM);
	size_t n = any_length(size < MOST_OF_PATH ? size : MOST_OF_PATH - 1);
	__mc_havoc_input(to, n);
	return (ssize_t)n;
}

ssize_t readlinkat(int folder, const char *path, char *to, size_t size) {
	NEED_STRING(path, "readlinkat");
	return __model_need_folder(folder, path) == 0 ? readlink(path, to, size) : -1;
}

static char *no_path(int reason) {
	*__errno_location() = reason;
	return NULL;
}

/* Room for n letters and the end, of the caller or new. */
static char *room_for(char *to, size_t n) {
	if (to == NULL)
		to = malloc(n + 1);
	return to == NULL ? no_path(ENOMEM) : absolute_path(to, n);
}

char *realpath(const char *path, char *to) {
	if (path == NULL)
		return no_path(EINVAL);
	NEED_STRING(path, "realpath");
	NEED_WRITABLE(to, to == NULL ? 0 : MOST_OF_PATH, "realpath");
	if (FAILS())
		return no_path(ANY_OF(PATH_ERRORS, EIO, ENOMEM));
	return room_for(to, any_length(MOST_OF_PATH - 1));
}

char *__realpath_chk(const char *path, char *to, size_t size) {
	__mc_assert(to == NULL || size >= MOST_OF_PATH, "pointer",
	            "realpath writes outside of an object");
	return realpath(path, to);
}

char *canonicalize_file_name(const char *path) {
	return realpath(path, NULL);
}

/* Without a buffer, one of the size given, or as long as the path. */
char *getcwd(char *to, size_t size) {
	OPTIONAL_CANCELLATION_POINT();
	if (size == 0 && to != NULL)
		return no_path(EINVAL);
	NEED_WRITABLE(to, to == NULL ? 0 : size, "getcwd");
	size_t n = any_length(MOST_OF_PATH - 1);
	if (size != 0 && n >= size)
		return no_path(ERANGE);
	if (FAILS())
		return no_path(ANY_OF(EACCES, ENAMETOOLONG, ENOENT, ENOMEM));
	if (to == NULL && size != 0) {
		to = malloc(size);
		if (to == NULL)
			return no_path(ENOMEM);
	}
	return room_for(to, n);
}

char *__getcwd_chk(char *to, size_t size, size_t room) {
	__mc_assert(to == NULL || size <= room, "pointer", "getcwd writes outside of an object");
	return getcwd(to, size);
}

ssize_t __readlink_chk(const char *path, char *to, size_t size, size_t room) {
	__mc_assert(size <= room, "pointer", "readlink writes outside of an object");
	return readlink(path, to, size);
}

char *get_current_dir_name(void) {
	if (FAILS())
		return no_path(ANY_OF(EACCES, ENOENT, ENOMEM));
	return room_for(NULL, any_length(MOST_OF_PATH - 1));
}

static unsigned creation_mask;
static int mask_is_known;

/* The first one is the environment's. */
unsigned umask(unsigned mask) {
	unsigned any = __mc_nondet_uint() & 0777;
	__mc_atomic_begin();
	unsigned old = mask_is_known ? creation_mask : IS_OPEN_ENVIRONMENT() ? any : 022;
	creation_mask = mask & 0777;
	mask_is_known = 1;
	__mc_atomic_end();
	return old;
}

/* Six letters before the suffix become others. */
static int replace_letters(char *name, int suffix) {
	size_t n = 0;
	while (name[n] != 0)
		n++;
	if (suffix < 0 || n < 6 + (size_t)suffix)
		return 0;
	char *at = name + n - 6 - suffix;
	for (int i = 0; i < 6; i++)
		if (at[i] != 'X')
			return 0;
	for (int i = 0; i < 6; i++) {
		char c = __mc_nondet_char();
		__mc_assume((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
		at[i] = c;
	}
	return 1;
}

static int make_temporary(char *name, int suffix, int flags) {
	NEED_STRING(name, "mkstemp");
	if (!replace_letters(name, suffix))
		return ERROR(EINVAL);
	if (FAILS())
		return ERROR(PATH_ERRORS, EDQUOT, EEXIST, EMFILE, ENFILE, ENOMEM, ENOSPC, EPERM, EROFS);
	return __model_open_file(FILE_ORDINARY, ACCESS_BOTH | (flags & ~ACCESS_MODE));
}

int mkstemp(char *name) {
	OPTIONAL_CANCELLATION_POINT();
	return make_temporary(name, 0, 0);
}

int mkstemp64(char *name) {
	OPTIONAL_CANCELLATION_POINT();
	return make_temporary(name, 0, 0);
}

int mkostemp(char *name, int flags) {
	OPTIONAL_CANCELLATION_POINT();
	return make_temporary(name, 0, flags);
}

int mkostemp64(char *name, int flags) {
	OPTIONAL_CANCELLATION_POINT();
	return make_temporary(name, 0, flags);
}

int mkstemps(char *name, int suffix) {
	OPTIONAL_CANCELLATION_POINT();
	return make_temporary(name, suffix, 0);
}

int mkostemps(char *name, int suffix, int flags) {
	OPTIONAL_CANCELLATION_POINT();
	return make_temporary(name, suffix, flags);
}

int mkstemps64(char *name, int suffix) {
	OPTIONAL_CANCELLATION_POINT();
	return make_temporary(name, suffix, 0);
}

int mkostemps64(char *name, int suffix, int flags) {
	OPTIONAL_CANCELLATION_POINT();
	return make_temporary(name, suffix, flags);
}

char *mkdtemp(char *name) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "mkdtemp");
	if (!replace_letters(name, 0))
		return no_path(EINVAL);
	if (FAILS())
		return no_path(ANY_OF(PATH_ERRORS, EDQUOT, EEXIST, EMLINK, ENOMEM, ENOSPC, EPERM, EROFS));
	return name;
}

/* There is always a name; whether the file exists by the time it is used is another question. */
char *mktemp(char *name) {
	NEED_STRING(name, "mktemp");
	if (!replace_letters(name, 0)) {
		*__errno_location() = EINVAL;
		name[0] = 0;
	} else if (FAILS()) {
		*__errno_location() = EEXIST;
		name[0] = 0;
	}
	return name;
}
