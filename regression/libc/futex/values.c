/* What the calls return: EAGAIN if the word has changed, and how many were woken. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
#ifndef MOST
#define MOST 1
#endif

static void *waiter(void *none)
{
	(void)none;
	long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);
	assert(result == 0 || (result == -1 && errno == EAGAIN && word == 1));
	return 0;
}

int main(void)
{
	pthread_t t;
	assert(syscall(SYS_futex, &word, FUTEX_WAIT, 5, 0, 0, 0) == -1 && errno == EAGAIN);
	pthread_create(&t, 0, waiter, 0);
	atomic_store(&word, 1);
	long woken = syscall(SYS_futex, &word, FUTEX_WAKE, 8);
	assert(woken >= 0 && woken <= MOST); /* violated if MOST is 0 */
	pthread_join(t, 0);
}
