/* A mutex of one word: 0 free, 1 taken, 2 taken and somebody may wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int counter;

static void take(void)
{
	int seen = 0;
	if (atomic_compare_exchange_strong(&word, &seen, 1))
		return;
	while (atomic_exchange(&word, 2) != 0)
		syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void release(void)
{
#ifdef BUG
	atomic_store(&word, 0); /* nobody is woken */
#else
	if (atomic_exchange(&word, 0) == 2)
		syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
#endif
}

static void *adder(void *none)
{
	(void)none;
	take();
	counter = counter + 1;
	release();
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, adder, NULL);
	adder(NULL);
	pthread_join(t, NULL);
	assert(counter == 2);
}
