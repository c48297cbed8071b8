/* lseek; sizes of files; what brings data to the disk. */
#include "../events/special.h"

enum { /* of lseek */
	   SEEK_FROM_START = 0,
	   SEEK_FROM_HERE = 1,
	   SEEK_FROM_END = 2,
	   SEEK_TO_DATA = 3,
	   SEEK_TO_HOLE = 4,
};

#define MOST_OF_LONG ((long)(~0UL >> 1))

/* Where a file is, nobody keeps: reads of it yield anything. */
static long long new_position(int fd, long long offset, int from, long long most) {
	OPTIONAL_CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE || (f.flags & OPEN_PATH) != 0)
		return ERROR(EBADF);
	if (from < SEEK_FROM_START || from > SEEK_TO_HOLE)
		return ERROR(EINVAL);
	if (IS_SPECIAL(f.kind)) /* it has one, which stays where it is: Linux, since 6.0 */
		return 0;
	if (HAS_NO_POSITION(f))
		return ERROR(ESPIPE);
	if (from == SEEK_FROM_START && offset < 0)
		return ERROR(EINVAL);
	if ((from == SEEK_TO_DATA || from == SEEK_TO_HOLE) && (offset < 0 || FAILS()))
		return ERROR(ENXIO);
	if (FAILS()) /* it is a fifo or a terminal; the position would be before the start, or too far
	              */
		return offset == 0 && from != SEEK_FROM_END ? ERROR(ESPIPE)
		                                            : ERROR(EINVAL, EOVERFLOW, ESPIPE);
	if (from == SEEK_FROM_START)
		return offset;
	long long at = (long long)__mc_nondet_ulonglong();
	__mc_assume(at >= 0 && at <= most);
	if (from != SEEK_FROM_END)
		__mc_assume(at >= offset);
	return at;
}

long lseek(int fd, long offset, int from) {
	return (long)new_position(fd, offset, from, MOST_OF_LONG);
}

long long lseek64(int fd, long long offset, int from) {
	return new_position(fd, offset, from, (long long)(~0ULL >> 1));
}

/* Linux looks at the size first. */
static int set_size(int fd, long long size) {
	if (size < 0)
		return ERROR(EINVAL);
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return -1;
	if (HAS_NO_POSITION(f) || f.kind == FILE_DIRECTORY)
		return ERROR(EINVAL);
	if (!__model_may_write(f))
		return (f.flags & OPEN_PATH) != 0 ? ERROR(EBADF) : ERROR(EINVAL);
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(EFBIG, EINVAL, EIO, EPERM, ETXTBSY) : 0;
}

int ftruncate(int fd, long size) {
	return set_size(fd, size);
}

int ftruncate64(int fd, long long size) {
	return set_size(fd, size);
}

static int set_size_of(const char *path, long long size) {
	NEED_STRING(path, "truncate");
	if (size < 0)
		return ERROR(EINVAL);
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(PATH_ERRORS, EFBIG, EINVAL, EIO, EISDIR, EPERM, EROFS, ETXTBSY) : 0;
}

int truncate(const char *path, long size) {
	return set_size_of(path, size);
}

int truncate64(const char *path, long long size) {
	return set_size_of(path, size);
}

static int bring_to_disk(int fd) {
	CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE || (f.flags & OPEN_PATH) != 0)
		return ERROR(EBADF);
	if (f.kind >= FILE_PIPE && f.kind != FILE_MEMORY)
		return ERROR(EINVAL);
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(EDQUOT, EINVAL, EIO, ENOSPC, EROFS) : 0;
}

int fsync(int fd) {
	return bring_to_disk(fd);
}

int fdatasync(int fd) {
	return bring_to_disk(fd);
}

void sync(void) {
	OPTIONAL_CANCELLATION_POINT();
}

int syncfs(int fd) {
	if (__model_get_file(fd).kind == FILE_NONE)
		return -1;
	return FAILS() ? ERROR(EDQUOT, EIO, ENOSPC) : 0;
}

enum { LAST_ADVICE = 5 }; /* POSIX_FADV_NOREUSE */

/* The error number is the result. */
static int advise(int fd, int advice) {
	OPTIONAL_CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return EBADF;
	if (f.kind == FILE_PIPE)
		return ESPIPE;
	if (advice < 0 || advice > LAST_ADVICE)
		return EINVAL;
	return f.kind < FILE_PIPE && FAILS() ? ANY_OF(EINVAL, ESPIPE) : 0;
}

int posix_fadvise(int fd, long offset, long size, int advice) {
	(void)offset, (void)size;
	return advise(fd, advice);
}

int posix_fadvise64(int fd, long long offset, long long size, int advice) {
	(void)offset, (void)size;
	return advise(fd, advice);
}

/* The error number is the result. */
static int reserve(int fd, long long offset, long long size) {
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE || (f.flags & OPEN_PATH) != 0)
		return EBADF;
	if (offset < 0 || size <= 0)
		return EINVAL;
	if (!__model_may_write(f))
		return EBADF;
	if (f.kind == FILE_PIPE)
		return ESPIPE;
	if (f.kind == FILE_DIRECTORY || HAS_NO_POSITION(f))
		return ENODEV;
	if (__model_wait_outside() != 0)
		return EINTR;
	return FAILS() ? ANY_OF(EFBIG, ENODEV, ENOSPC, ENOTSUP, ESPIPE) : 0;
}

int posix_fallocate(int fd, long offset, long size) {
	OPTIONAL_CANCELLATION_POINT();
	return reserve(fd, offset, size);
}

int posix_fallocate64(int fd, long long offset, long long size) {
	OPTIONAL_CANCELLATION_POINT();
	return reserve(fd, offset, size);
}

int fallocate(int fd, int mode, long offset, long size) {
	int reason = reserve(fd, offset, size);
	if (reason == 0 && FAILS())
		reason =
		    mode == 0 ? ANY_OF(EIO, ENOSYS, EPERM) : ANY_OF(EINVAL, EIO, ENOSYS, EPERM, ETXTBSY);
	return reason == 0 ? 0 : __model_error(reason);
}

int fallocate64(int fd, int mode, long long offset, long long size) {
	return fallocate(fd, mode, (long)offset, (long)size);
}
