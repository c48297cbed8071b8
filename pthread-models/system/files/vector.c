/* Transfers at a position, or of several buffers at once. */
#include "files.h"

struct piece { /* struct iovec */
	char *at;
	size_t size;
};

enum { MOST_PIECES = 1024 }; /* IOV_MAX */
#define MOST_BYTES ((size_t)-1 / 2)

/* The error number, or 0.  Linux looks at the position first, and at the access last. */
static int refuses_position(struct file f, long long at, int may_access) {
	if (at < 0)
		return EINVAL;
	if (HAS_NO_POSITION(f))
		return ESPIPE;
	return may_access ? 0 : EBADF;
}

/* What lies at a position may be something that has none. */
static int has_no_position(struct file f) {
	return f.kind < FILE_PIPE && FAILS();
}

static ssize_t read_at(int fd, void *to, size_t n, long long at) {
	CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	int refused = refuses_position(f, at, __model_may_read(f));
	if (refused != 0)
		return __model_error(refused);
	NEED_WRITABLE(to, n, "pread");
	return has_no_position(f) ? ERROR(ENXIO, EOVERFLOW, ESPIPE) : __model_read_file(f, to, n);
}

static ssize_t write_at(int fd, const void *from, size_t n, long long at) {
	CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	int refused = refuses_position(f, at, __model_may_write(f));
	if (refused != 0)
		return __model_error(refused);
	NEED_READABLE(from, n, "pwrite");
	return has_no_position(f) ? ERROR(ENXIO, EOVERFLOW, ESPIPE) : __model_write_file(f, from, n);
}

ssize_t pread(int fd, void *to, size_t n, long at) {
	return read_at(fd, to, n, at);
}

ssize_t pread64(int fd, void *to, size_t n, long long at) {
	return read_at(fd, to, n, at);
}

ssize_t pwrite(int fd, const void *from, size_t n, long at) {
	return write_at(fd, from, n, at);
}

ssize_t pwrite64(int fd, const void *from, size_t n, long long at) {
	return write_at(fd, from, n, at);
}

ssize_t __pread_chk(int fd, void *to, size_t n, long at, size_t size) {
	__mc_assert(n <= size, "pointer", "pread writes outside of an object");
	return read_at(fd, to, n, at);
}

ssize_t __pread64_chk(int fd, void *to, size_t n, long long at, size_t size) {
	__mc_assert(n <= size, "pointer", "pread writes outside of an object");
	return read_at(fd, to, n, at);
}

/* How many bytes all pieces have; -1: that many are not allowed. */
static ssize_t size_of_all(const struct piece *piece, int n) {
	if (n < 0 || n > MOST_PIECES)
		return -1;
	__mc_assert(n == 0 || __mc_readable(piece, (size_t)n * sizeof *piece), "pointer",
	            "a list of buffers is outside of an object");
	size_t sum = 0;
	for (int i = 0; i < n; i++) {
		if (piece[i].size > MOST_BYTES - sum)
			return -1;
		sum += piece[i].size;
	}
	return (ssize_t)sum;
}

/* Nobody is asked if all pieces together are empty: not an eventfd, which refuses less than eight
 * bytes, nor a socket, which would send an empty message.  What nobody can read, or write, is known
 * before that. */
static int needs_nobody(struct file f, ssize_t size, int reads) {
	int is_refused =
	    f.kind == FILE_EPOLL || (!reads && (f.kind == FILE_TIMER || f.kind == FILE_SIGNAL));
	return size == 0 && f.kind >= FILE_PIPE && !is_refused;
}

/* To an eventfd: each piece is a number of its own, up to the first that is not taken as a whole.
 */
static ssize_t write_numbers(struct file f, const struct piece *piece, int n) {
	int *number = __errno_location(), before = *number;
	ssize_t done = 0;
	if (piece[0].size == 0)
		__mc_unsupported("writev to an eventfd of an empty buffer before others");
	for (int i = 0; i < n; i++) {
		if (piece[i].size == 0)
			continue;
		NEED_READABLE(piece[i].at, piece[i].size, "writev");
		ssize_t one = __model_write_file(f, piece[i].at, piece[i].size);
		if (one < 0 && done > 0)
			*number = before;
		if (one < 0)
			return done > 0 ? done : -1;
		done += one;
		if ((size_t)one < piece[i].size)
			break;
	}
	return done;
}

/* All pieces in one buffer, so that what goes through a pipe goes there at once. */
static ssize_t write_pieces(struct file f, const struct piece *piece, int n) {
	ssize_t size = size_of_all(piece, n);
	if (size < 0)
		return ERROR(EINVAL);
	if (needs_nobody(f, size, 0))
		return 0;
#ifdef USES_eventfd
	if (f.kind == FILE_EVENT && n > 1)
		return write_numbers(f, piece, n);
#endif
	char *all = f.out == NULL ? NULL : __mc_alloc((size_t)size, __mc_stack);
	size_t at = 0;
	for (int i = 0; i < n; i++) {
		NEED_READABLE(piece[i].at, piece[i].size, "writev");
		if (all != NULL && piece[i].size > 0)
			__mc_copy(all + at, piece[i].at, piece[i].size);
		at += piece[i].size;
	}
	return __model_write_file(f, all, (size_t)size);
}

static ssize_t read_pieces(struct file f, const struct piece *piece, int n) {
	ssize_t size = size_of_all(piece, n);
	if (size < 0)
		return ERROR(EINVAL);
	for (int i = 0; i < n; i++)
		NEED_WRITABLE(piece[i].at, piece[i].size, "readv");
	if (needs_nobody(f, size, 1))
		return 0;
	if (size == 0)
		return __model_read_file(f, NULL, 0);
	if ((f.kind == FILE_TIMER || f.kind == FILE_SIGNAL) && n > 1) /* one, since Linux 6.10 */
		__mc_unsupported("readv of several buffers from a timerfd or a signalfd");
	char *all = __mc_alloc((size_t)size, __mc_stack);
	ssize_t got = __model_read_file(f, all, (size_t)size);
	size_t at = 0;
	for (int i = 0; i < n && (ssize_t)at < got; i++) {
		size_t left = (size_t)got - at, part = left < piece[i].size ? left : piece[i].size;
		if (part > 0)
			__mc_copy(piece[i].at, all + at, part);
		at += part;
	}
	return got;
}

ssize_t readv(int fd, const struct piece *piece, int n) {
	CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	return __model_may_read(f) ? read_pieces(f, piece, n) : ERROR(EBADF);
}

ssize_t writev(int fd, const struct piece *piece, int n) {
	CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	return __model_may_write(f) ? write_pieces(f, piece, n) : ERROR(EBADF);
}

static ssize_t read_pieces_at(int fd, const struct piece *piece, int n, long long at) {
	CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	int refused = refuses_position(f, at, __model_may_read(f));
	if (refused != 0)
		return __model_error(refused);
	return has_no_position(f) ? ERROR(ENXIO, EOVERFLOW, ESPIPE) : read_pieces(f, piece, n);
}

static ssize_t write_pieces_at(int fd, const struct piece *piece, int n, long long at) {
	CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	int refused = refuses_position(f, at, __model_may_write(f));
	if (refused != 0)
		return __model_error(refused);
	return has_no_position(f) ? ERROR(ENXIO, EOVERFLOW, ESPIPE) : write_pieces(f, piece, n);
}

ssize_t preadv(int fd, const struct piece *piece, int n, long at) {
	return read_pieces_at(fd, piece, n, at);
}

ssize_t preadv64(int fd, const struct piece *piece, int n, long long at) {
	return read_pieces_at(fd, piece, n, at);
}

ssize_t pwritev(int fd, const struct piece *piece, int n, long at) {
	return write_pieces_at(fd, piece, n, at);
}

ssize_t pwritev64(int fd, const struct piece *piece, int n, long long at) {
	return write_pieces_at(fd, piece, n, at);
}
