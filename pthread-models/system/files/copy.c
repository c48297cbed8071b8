/* Copies from file to file inside the system. */
#include "files.h"

/* Any bytes of the one file, as many as anybody likes. */
static ssize_t copy_bytes(struct file to, size_t n) {
	if (to.out == NULL)
		return __mc_nondet_bool() ? 0 : __model_outside_write(n);
	ssize_t there = (ssize_t)__mc_nondet_long();
	__mc_assume(there >= 0 && (size_t)there <= n);
	void *bytes = __mc_alloc((size_t)there, __mc_stack);
	return __model_channel_write(to.out, to.flags, bytes, (size_t)there);
}

static ssize_t send_file(int to, int from, long long *at, size_t n) {
	struct file in = __model_get_file(from), out = __model_get_file(to);
	if (!__model_may_read(in) || !__model_may_write(out))
		return ERROR(EBADF);
	if (HAS_NO_POSITION(in))
		return at != NULL ? ERROR(ESPIPE) : ERROR(EINVAL);
	if (in.kind == FILE_DIRECTORY || (out.flags & OPEN_APPEND) != 0 || (at != NULL && *at < 0))
		return ERROR(EINVAL);
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	if (FAILS())
		return (out.flags & OPEN_NONBLOCK) != 0
		           ? ERROR(EAGAIN, EINVAL, EIO, ENOMEM, EOVERFLOW, ESPIPE)
		           : ERROR(EINVAL, EIO, ENOMEM, EOVERFLOW, ESPIPE);
	ssize_t done = copy_bytes(out, n);
	if (done > 0 && at != NULL)
		*at += done;
	return done;
}

ssize_t sendfile(int to, int from, long *at, size_t n) {
	long long position = at == NULL ? 0 : *at;
	ssize_t done = send_file(to, from, at == NULL ? NULL : &position, n);
	if (at != NULL)
		*at = (long)position;
	return done;
}

ssize_t sendfile64(int to, int from, long long *at, size_t n) {
	return send_file(to, from, at, n);
}

ssize_t copy_file_range(int from, long long *from_at, int to, long long *to_at, size_t n,
                        unsigned flags) {
	struct file in = __model_get_file(from), out = __model_get_file(to);
	if (!__model_may_read(in) || !__model_may_write(out) || (out.flags & OPEN_APPEND) != 0)
		return ERROR(EBADF);
	if (flags != 0 || HAS_NO_POSITION(in) || HAS_NO_POSITION(out))
		return ERROR(EINVAL);
	if (FAILS())
		return ERROR(EFBIG, EINVAL, EIO, EISDIR, ENOMEM, ENOSPC, EOVERFLOW, EPERM, ETXTBSY, EXDEV);
	ssize_t done = copy_bytes(out, n);
	if (from_at != NULL)
		*from_at += done;
	if (to_at != NULL)
		*to_at += done;
	return done;
}

ssize_t splice(int from, long long *from_at, int to, long long *to_at, size_t n, unsigned flags) {
	(void)from, (void)from_at, (void)to, (void)to_at, (void)n, (void)flags;
	__mc_unsupported("splice");
	return -1;
}

ssize_t tee(int from, int to, size_t n, unsigned flags) {
	(void)from, (void)to, (void)n, (void)flags;
	__mc_unsupported("tee");
	return -1;
}

ssize_t vmsplice(int fd, const void *piece, size_t n, unsigned flags) {
	(void)fd, (void)piece, (void)n, (void)flags;
	__mc_unsupported("vmsplice");
	return -1;
}
