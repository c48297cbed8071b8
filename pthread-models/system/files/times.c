/* Times of files are set, and nothing is seen of it. */
#include "files.h"

struct split_time { /* struct timeval */
	long seconds, microseconds;
};

enum { TIME_NOW = (1 << 30) - 1, TIME_OMIT = (1 << 30) - 2 };

int utime(const char *path, const long times[2]) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "utime");
	NEED_READABLE(times, times == NULL ? 0 : 2 * sizeof *times, "utime");
	return FAILS() ? ERROR(EACCES, ENOENT, EPERM, EROFS) : 0;
}

static int are_split_times(const struct split_time *t) {
	return t == NULL || (t[0].microseconds >= 0 && t[0].microseconds < 1000000 &&
	                     t[1].microseconds >= 0 && t[1].microseconds < 1000000);
}

int utimes(const char *path, const struct split_time times[2]) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "utimes");
	NEED_READABLE(times, times == NULL ? 0 : 2 * sizeof *times, "utimes");
	if (!are_split_times(times))
		return ERROR(EINVAL);
	return FAILS() ? ERROR(EACCES, ENOENT, EPERM, EROFS) : 0;
}

int futimes(int fd, const struct split_time times[2]) {
	NEED_READABLE(times, times == NULL ? 0 : 2 * sizeof *times, "futimes");
	if (__model_get_file(fd).kind == FILE_NONE)
		return -1;
	if (!are_split_times(times))
		return ERROR(EINVAL);
	return FAILS() ? ERROR(EACCES, EPERM, EROFS) : 0;
}

static int is_file_time(const struct moment *m) {
	return __model_is_moment(m) || m->nanoseconds == TIME_NOW || m->nanoseconds == TIME_OMIT;
}

int utimensat(int folder, const char *path, const struct moment times[2], int flags) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "utimensat");
	NEED_READABLE(times, times == NULL ? 0 : 2 * sizeof *times, "utimensat");
	if ((flags & ~0x1100) != 0) /* AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH */
		return ERROR(EINVAL);
	if (times != NULL && !(is_file_time(&times[0]) && is_file_time(&times[1])))
		return ERROR(EINVAL);
	if (__model_need_folder(folder, path) != 0)
		return -1;
	return FAILS() ? ERROR(PATH_ERRORS, EPERM, EROFS, ESRCH) : 0;
}

int futimens(int fd, const struct moment times[2]) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_READABLE(times, times == NULL ? 0 : 2 * sizeof *times, "futimens");
	if (__model_get_file(fd).kind == FILE_NONE)
		return -1;
	if (times != NULL && !(is_file_time(&times[0]) && is_file_time(&times[1])))
		return ERROR(EINVAL);
	return FAILS() ? ERROR(EACCES, EPERM, EROFS) : 0;
}
