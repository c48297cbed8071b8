#define _GNU_SOURCE
#include "harness/futex.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { OPEN, LOCKED, AWAITED };

static void call(uint32_t *word, int what, uint32_t value, const struct timespec *time) {
	int error = errno;
	syscall(SYS_futex, word, what | FUTEX_PRIVATE_FLAG, value, time, NULL, 0);
	errno = error; /* the program's */
}

bool futex_try_lock(uint32_t *lock) {
	uint32_t was = OPEN;
	return __atomic_compare_exchange_n(lock, &was, LOCKED, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void futex_lock(uint32_t *lock) {
	if (futex_try_lock(lock))
		return;
	while (__atomic_exchange_n(lock, AWAITED, __ATOMIC_ACQUIRE) != OPEN)
		call(lock, FUTEX_WAIT, AWAITED, NULL);
}

void futex_unlock(uint32_t *lock) {
	if (__atomic_exchange_n(lock, OPEN, __ATOMIC_RELEASE) == AWAITED)
		call(lock, FUTEX_WAKE, 1, NULL);
}

void futex_wait(uint32_t *word, uint32_t seen, unsigned milliseconds) {
	struct timespec time = {.tv_sec = milliseconds / 1000,
	                        .tv_nsec = (long)(milliseconds % 1000) * 1000000};
	call(word, FUTEX_WAIT, seen, &time);
}

void futex_wake_all(uint32_t *word) {
	call(word, FUTEX_WAKE, INT_MAX, NULL);
}
