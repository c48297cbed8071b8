/* read and write. */
#include "../events/special.h"

void __model_raise_pipe(void);

ssize_t __model_outside_read(void *to, size_t n) {
	if (INPUT_IS_OVER())
		return 0;
	ssize_t done = (ssize_t)__mc_nondet_long();
	__mc_assume(done >= 0 && (size_t)done <= n);
	if (done > 0) {
		int small = n == sizeof(int) || n == sizeof(long) ? __mc_small("read", NULL, 1) : -1;
		long number = small;
		if (small >= 0 && (size_t)done == n)
			__mc_copy(to, &number, n);
		else
			__mc_havoc(to, (size_t)done);
		__mc_input(to, (size_t)done, 's');
	}
	return done;
}

/* Nothing is written only if nothing was to be. */
ssize_t __model_outside_write(size_t n) {
	if (!IS_OPEN_ENVIRONMENT())
		return (ssize_t)n;
	ssize_t done = (ssize_t)__mc_nondet_long();
	__mc_assume(done >= 0 && (size_t)done <= n && (done > 0 || n == 0));
	return done;
}

int __model_may_read(struct file f) {
	return f.kind != FILE_NONE && (f.flags & ACCESS_MODE) != ACCESS_WRITE &&
	       (f.flags & OPEN_PATH) == 0;
}

int __model_may_write(struct file f) {
	return f.kind != FILE_NONE && (f.flags & ACCESS_MODE) != ACCESS_READ &&
	       (f.flags & OPEN_PATH) == 0;
}

ssize_t __model_read_file(struct file f, void *to, size_t n) {
#ifdef USES___model_add_socket
	if (f.kind == FILE_SOCKET)
		return __model_socket_read(&f, to, n);
#endif
#ifdef USES___model_add_special
	if (IS_SPECIAL(f.kind))
		return __model_special_read(&f, to, n);
#endif
#ifdef USES___model_add_channel
	if (f.in != NULL)
		return __model_channel_read(f.in, f.flags, to, n);
#endif
	if (f.kind == FILE_DIRECTORY)
		return ERROR(EISDIR);
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	if (f.kind == FILE_PIPE) /* another process has the other end, too */
		return (f.flags & OPEN_NONBLOCK) != 0 && FAILS() ? ERROR(EAGAIN)
		                                                 : __model_outside_read(to, n);
	if (FAILS())
		return (f.flags & OPEN_NONBLOCK) != 0 ? ERROR(EAGAIN, EIO, EISDIR, EINVAL)
		                                      : ERROR(EIO, EISDIR, EINVAL);
	return __model_outside_read(to, n);
}

/* A pipe that another process has, too, and may have closed. */
static ssize_t write_shared_pipe(int flags, size_t n) {
	if (!FAILS())
		return n <= ATOMIC_WRITE ? (ssize_t)n : __model_outside_write(n);
	if ((flags & OPEN_NONBLOCK) != 0 && __mc_nondet_bool())
		return ERROR(EAGAIN);
	__model_raise_pipe();
	return ERROR(EPIPE);
}

/* If nobody reads a pipe from outside any more, a signal ends the program, unless it does something
 * about signals. */
static int is_broken_outside(void) {
#ifdef USES_set_action
	if (FAILS()) {
		__model_raise_pipe();
		return 1;
	}
#endif
#ifdef USES_pthread_sigmask
	if (FAILS()) {
		__model_raise_pipe();
		return 1;
	}
#endif
	return 0;
}

/* One choice for a failure and how much is written: who only asks whether all was written has two
 * cases to look at, not three. */
static ssize_t written_or_error(size_t n) {
	if (!IS_OPEN_ENVIRONMENT())
		return (ssize_t)n;
	ssize_t done = (ssize_t)__mc_nondet_long();
	__mc_assume(done >= -1 && (done < 0 || (size_t)done <= n) && (done != 0 || n == 0));
	return done;
}

ssize_t __model_write_file(struct file f, const void *from, size_t n) {
#ifdef USES___model_add_socket
	if (f.kind == FILE_SOCKET)
		return __model_socket_write(&f, from, n);
#endif
#ifdef USES___model_add_special
	if (IS_SPECIAL(f.kind))
		return __model_special_write(&f, from, n);
#endif
#ifdef USES___model_add_channel
	if (f.out != NULL)
		return __model_channel_write(f.out, f.flags, from, n);
#endif
#ifdef USES___model_open_memory
	if (f.kind == FILE_MEMORY)
		__mc_unsupported("write to memory that is a file");
#endif
	(void)from;
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
#ifdef USES___model_share_files
	if (f.kind == FILE_PIPE)
		return write_shared_pipe(f.flags, n);
#endif
	if (is_broken_outside())
		return ERROR(EPIPE);
	ssize_t done = written_or_error(n);
	if (done < 0)
		(void)((f.flags & OPEN_NONBLOCK) != 0
		           ? ERROR(EAGAIN, EDQUOT, EFBIG, EINVAL, EIO, ENOSPC, EPERM)
		           : ERROR(EDQUOT, EFBIG, EINVAL, EIO, ENOSPC, EPERM));
	return done;
}

ssize_t read(int fd, void *to, size_t n) {
	CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	if (!__model_may_read(f))
		return ERROR(EBADF);
	NEED_WRITABLE(to, n, "read");
	return __model_read_file(f, to, n);
}

ssize_t write(int fd, const void *from, size_t n) {
	CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	if (!__model_may_write(f))
		return ERROR(EBADF);
	NEED_READABLE(from, n, "write");
	return __model_write_file(f, from, n);
}
