/* funlockfile happens before the next flockfile; output alone orders nothing that C promises. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
#ifdef RACE
	putchar(1);
#else
	flockfile(stdout);
	funlockfile(stdout);
#endif
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifdef RACE
		putchar(2);
#else
		flockfile(stdout);
		funlockfile(stdout);
#endif
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
