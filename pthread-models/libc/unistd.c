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
