/* System calls: input is arbitrary, output has no effect, every call may fail. */
#include "../mc.h"

void __model_system_error(void);

static int zero_or_error(void) {
	if (__mc_nondet_bool())
		return 0;
	__model_system_error();
	return -1;
}

static int descriptor(void) {
	int fd = __mc_nondet_int();
	__mc_assume(fd >= -1);
	if (fd < 0)
		__model_system_error();
	return fd;
}

/* How many of n bytes were transferred; -1: an error. */
static ssize_t transferred(size_t n) {
	ssize_t done = (ssize_t)__mc_nondet_long();
	__mc_assume(done >= -1 && (done < 0 || (size_t)done <= n));
	if (done < 0)
		__model_system_error();
	return done;
}

int open(const char *path, int flags, ...) {
	(void)path, (void)flags;
	return descriptor();
}

int open64(const char *path, int flags, ...) {
	(void)path, (void)flags;
	return descriptor();
}

int creat(const char *path, unsigned mode) {
	(void)path, (void)mode;
	return descriptor();
}

int close(int fd) {
	(void)fd;
	return zero_or_error();
}

ssize_t read(int fd, void *to, size_t n) {
	(void)fd;
	ssize_t done = transferred(n);
	if (n > 0)
		__mc_assert(__mc_writable(to, n), "pointer", "read writes outside of an object");
	if (done > 0) {
		__mc_havoc(to, (size_t)done);
		__mc_input(to, (size_t)done, 's');
	}
	return done;
}

ssize_t write(int fd, const void *from, size_t n) {
	(void)fd;
	if (n > 0)
		__mc_assert(__mc_readable(from, n), "pointer", "write reads outside of an object");
	return transferred(n);
}

long lseek(int fd, long offset, int from) {
	(void)fd, (void)offset, (void)from;
	long at = __mc_nondet_long();
	__mc_assume(at >= -1);
	return at;
}

int dup(int fd) {
	(void)fd;
	return descriptor();
}

int dup2(int from, int to) {
	(void)from;
	return zero_or_error() == 0 ? to : -1;
}

int pipe(int fd[2]) {
	__mc_assert(__mc_writable(fd, 2 * sizeof *fd), "pointer", "pipe writes outside of an object");
	if (zero_or_error() != 0)
		return -1;
	fd[0] = __mc_nondet_int();
	fd[1] = __mc_nondet_int();
	__mc_assume(fd[0] >= 0 && fd[1] >= 0 && fd[0] != fd[1]);
	return 0;
}

int access(const char *path, int mode) {
	(void)path, (void)mode;
	return zero_or_error();
}

int unlink(const char *path) {
	(void)path;
	return zero_or_error();
}

int rmdir(const char *path) {
	(void)path;
	return zero_or_error();
}

int chdir(const char *path) {
	(void)path;
	return zero_or_error();
}

int mkdir(const char *path, unsigned mode) {
	(void)path, (void)mode;
	return zero_or_error();
}

int isatty(int fd) {
	(void)fd;
	return __mc_nondet_bool();
}

static int process_number; /* 0: nobody has asked yet */

int getpid(void) {
	__mc_atomic_begin();
	if (process_number == 0) {
		process_number = __mc_nondet_int();
		__mc_assume(process_number > 1);
	}
	int pid = process_number;
	__mc_atomic_end();
	return pid;
}

int getppid(void) {
	int pid = __mc_nondet_int();
	__mc_assume(pid >= 0);
	return pid;
}

unsigned getuid(void) {
	return __mc_nondet_uint();
}

unsigned geteuid(void) {
	return __mc_nondet_uint();
}

unsigned getgid(void) {
	return __mc_nondet_uint();
}

unsigned getegid(void) {
	return __mc_nondet_uint();
}

long sysconf(int name) {
	(void)name;
	long value = __mc_nondet_long();
	__mc_assume(value >= -1);
	return value;
}

int fork(void) {
	__mc_unsupported("fork: processes");
	return 0;
}

int execve(const char *path, char *const *argument, char *const *environment) {
	(void)path, (void)argument, (void)environment;
	__mc_unsupported("execve: processes");
	return -1;
}
