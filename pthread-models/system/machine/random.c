/* Random bytes: arbitrary ones. */
#include "../environment.h"

static void any_bytes(void *to, size_t n) {
	if (n > 0) {
		__mc_havoc(to, n);
		TOUCH_TO_WRITE(to, n);
	}
}

enum { NOT_WAITING = 1, FROM_RANDOM = 2, INSECURE = 4, SURE_BYTES = 256 };

/* Up to 256 bytes come all at once. */
ssize_t getrandom(void *to, size_t n, unsigned flags) {
	OPTIONAL_CANCELLATION_POINT();
	if ((flags & ~7u) != 0 || (flags & 6) == 6)
		return ERROR(EINVAL);
	NEED_WRITABLE(to, n, "getrandom");
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	if (FAILS())
		return (flags & NOT_WAITING) != 0 ? ERROR(EAGAIN, ENOSYS) : ERROR(ENOSYS);
	size_t done = n;
	if ((n > SURE_BYTES || (flags & FROM_RANDOM) != 0) && n > 1 && IS_OPEN_ENVIRONMENT()) {
		done = __mc_nondet_size();
		__mc_assume(done >= 1 && done <= n);
	}
	any_bytes(to, done);
	return (ssize_t)done;
}

int getentropy(void *to, size_t n) {
	if (n > SURE_BYTES)
		return ERROR(EIO);
	NEED_WRITABLE(to, n, "getentropy");
	if (FAILS())
		return ERROR(ENOSYS);
	any_bytes(to, n);
	return 0;
}

unsigned arc4random(void) {
	return __mc_nondet_uint();
}

unsigned arc4random_uniform(unsigned bound) {
	unsigned n = __mc_nondet_uint();
	__mc_assume(bound == 0 ? n == 0 : n < bound);
	return n;
}

void arc4random_buf(void *to, size_t n) {
	NEED_WRITABLE(to, n, "arc4random_buf");
	any_bytes(to, n);
}
