/* A write to a pipe happens before the read that gets the byte; not before a read from another
 * pipe. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int one[2], other[2];
static char byte;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	if (write(one[1], &byte, 1) != 1)
		return arg;
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		char c;
#ifdef RACE
		if (read(other[0], &c, 1) != 1)
#else
		if (read(one[0], &c, 1) != 1)
#endif
			return arg;
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	if (pipe(one) != 0 || pipe(other) != 0 || write(other[1], &byte, 1) != 1)
		return 0;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
