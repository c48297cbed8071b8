/* open, close, dup. */
#include "files.h"

#define OPEN_ERRORS                                                                                \
	EACCES, EBUSY, EDQUOT, EEXIST, EFBIG, EINVAL, EISDIR, ELOOP, EMFILE, ENAMETOOLONG, ENFILE,     \
	    ENODEV, ENOENT, ENOMEM, ENOSPC, ENOTDIR, ENXIO, EOVERFLOW, EPERM, EROFS, ETXTBSY

/* Opening a fifo or a device may wait for somebody outside. */
static int open_path(int flags) {
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	if (FAILS())
		return ERROR(OPEN_ERRORS);
	return __model_open_file(FILE_ORDINARY, flags);
}

int open(const char *path, int flags, ...) {
	CANCELLATION_POINT();
	NEED_STRING(path, "open");
	return open_path(flags);
}

int open64(const char *path, int flags, ...) {
	CANCELLATION_POINT();
	NEED_STRING(path, "open");
	return open_path(flags);
}

int creat(const char *path, unsigned mode) {
	CANCELLATION_POINT();
	(void)mode;
	NEED_STRING(path, "creat");
	return open_path(OPEN_CREATE | OPEN_TRUNCATE | ACCESS_WRITE);
}

/* Whatever it returns, Linux has closed the descriptor. */
int close(int fd) {
	CANCELLATION_POINT();
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
	return FAILS() ? ERROR(EIO, ENOSPC, EDQUOT) : 0;
}

int dup(int fd) {
	if (FAILS())
		return ERROR(EMFILE);
	__mc_atomic_begin();
	struct file *f = __model_file(fd);
	int copy = f == NULL ? -1 : __model_add_descriptor(f, 0);
	__mc_atomic_end();
	return f == NULL ? ERROR(EBADF) : copy;
}

int dup2(int from, int to) {
	__mc_atomic_begin();
	struct file *f = __model_file(from);
	int ok = f != NULL && to >= 0 && to < DESCRIPTORS;
	if (ok && from != to) {
		if (__model_descriptor[to] != 0)
			__model_drop_descriptor(to);
		__model_add_descriptor(f, to);
	}
	__mc_atomic_end();
	return ok ? to : ERROR(EBADF);
}
