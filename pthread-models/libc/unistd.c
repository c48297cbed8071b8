/* System calls: input is arbitrary, output has no effect, every call may fail. */
#include "../mc.h"

void __model_system_error(void);

static int zero_or_error(void) {
	if (__mc_nondet_bool())
		return 0;
	__model_system_error();
	return -1;
}

long lseek(int fd, long offset, int from) {
	(void)fd, (void)offset, (void)from;
	long at = __mc_nondet_long();
	__mc_assume(at >= -1);
	return at;
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

int fork(void) {
	__mc_unsupported("fork: processes");
	return 0;
}

int execve(const char *path, char *const *argument, char *const *environment) {
	(void)path, (void)argument, (void)environment;
	__mc_unsupported("execve: processes");
	return -1;
}
