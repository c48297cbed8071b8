/* open and its kin, close. */
#include "filelock.h"

enum { /* of open, different on ARM */
#if defined(__aarch64__) || defined(__arm__)
	   OPEN_DIRECTORY = 040000,
	   OPEN_UNCACHED = 0200000,
#else
	   OPEN_DIRECTORY = 0200000,
	   OPEN_UNCACHED = 040000,
#endif
	   OPEN_TEMPORARY = 020000000 | OPEN_DIRECTORY,
};

/* Which of the reasons can be the one for these flags? */
static int may_be_reason(int reason, int flags) {
	int creates = (flags & OPEN_CREATE) != 0 || (flags & OPEN_TEMPORARY) == OPEN_TEMPORARY;
	int writes = (flags & ACCESS_MODE) != ACCESS_READ || (flags & OPEN_TRUNCATE) != 0;
	switch (reason) {
	case EEXIST: return (flags & (OPEN_CREATE | OPEN_EXCLUSIVE)) == (OPEN_CREATE | OPEN_EXCLUSIVE);
	case EDQUOT:
	case ENOSPC: return creates;
	case EISDIR:
	case EROFS:
	case ETXTBSY: return writes || creates;
	case EINVAL: return creates || (flags & OPEN_UNCACHED) != 0;
	case EAGAIN: return (flags & OPEN_NONBLOCK) != 0;
	case EBUSY: return (flags & OPEN_EXCLUSIVE) != 0;
	default: return 1;
	}
}

/* Opening a fifo or a device may wait for somebody outside. */
static int open_path(const char *path, int flags, int big) {
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	if (FAILS()) {
		int reason =
		    ANY_OF(PATH_ERRORS, EAGAIN, EBUSY, EDQUOT, EEXIST, EINVAL, EISDIR, EMFILE, ENFILE,
		           ENODEV, ENOMEM, ENOSPC, ENXIO, EOVERFLOW, EPERM, EROFS, ETXTBSY);
		__mc_assume(may_be_reason(reason, flags));
		__mc_assume(reason != EOVERFLOW || (sizeof(long) == 4 && !big));
		return __model_error(reason);
	}
	int fd = __model_open_file((flags & OPEN_TEMPORARY) == OPEN_DIRECTORY ? FILE_DIRECTORY
	                                                                      : FILE_ORDINARY,
	                           flags & ~(OPEN_CREATE | OPEN_EXCLUSIVE | OPEN_TRUNCATE));
#ifdef USES_flock
	__model_name_file(fd, path);
#endif
	(void)path;
	return fd;
}

int open(const char *path, int flags, ...) {
	CANCELLATION_POINT();
	NEED_STRING(path, "open");
	return open_path(path, flags, 0);
}

int open64(const char *path, int flags, ...) {
	CANCELLATION_POINT();
	NEED_STRING(path, "open64");
	return open_path(path, flags, 1);
}

int __model_need_folder(int fd, const char *path) {
	if (fd == HERE || path[0] == '/')
		return 0;
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return -1;
	return f.kind >= FILE_PIPE ? ERROR(ENOTDIR) : 0;
}

int openat(int folder, const char *path, int flags, ...) {
	CANCELLATION_POINT();
	NEED_STRING(path, "openat");
	return __model_need_folder(folder, path) == 0 ? open_path(path, flags, 0) : -1;
}

int openat64(int folder, const char *path, int flags, ...) {
	CANCELLATION_POINT();
	NEED_STRING(path, "openat64");
	return __model_need_folder(folder, path) == 0 ? open_path(path, flags, 1) : -1;
}

/* What fortified headers call where there is no mode. */
int __open_2(const char *path, int flags) {
	return open(path, flags);
}

int __open64_2(const char *path, int flags) {
	return open64(path, flags);
}

int __openat_2(int folder, const char *path, int flags) {
	return openat(folder, path, flags);
}

int __openat64_2(int folder, const char *path, int flags) {
	return openat64(folder, path, flags);
}

int creat(const char *path, unsigned mode) {
	(void)mode;
	CANCELLATION_POINT();
	NEED_STRING(path, "creat");
	return open_path(path, OPEN_CREATE | OPEN_TRUNCATE | ACCESS_WRITE, 0);
}

int creat64(const char *path, unsigned mode) {
	(void)mode;
	CANCELLATION_POINT();
	NEED_STRING(path, "creat64");
	return open_path(path, OPEN_CREATE | OPEN_TRUNCATE | ACCESS_WRITE, 1);
}

int __model_close(int fd) {
	__model_need_open(fd);
	__mc_atomic_begin();
	struct file *f = __model_file(fd);
	int is_outside = f != NULL && f->kind < FILE_PIPE;
	if (f != NULL)
		__model_drop_descriptor(fd);
	__mc_atomic_end();
	if (f == NULL)
		return ERROR(EBADF);
	if (!is_outside)
		return 0;
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(EIO, ENOSPC, EDQUOT) : 0;
}

int close(int fd) {
	CANCELLATION_POINT();
	return __model_close(fd);
}
