/* To wake who waits for a futex orders nothing: what is read there does. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef RACE
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_release
#endif

static atomic_int word;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	atomic_store_explicit(&word, 1, ORDER);
	syscall(SYS_futex, &word, FUTEX_WAKE, 1);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL);
		atomic_load_explicit(&word, memory_order_acquire);
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
