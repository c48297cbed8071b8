/* What is sent happens before the call that receives it; not before one at another socket. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

static int one[2], other[2];
static char byte;
static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	if (send(one[1], &byte, 1, 0) != 1)
		return arg;
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg) {
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		char c;
#ifdef RACE
		if (recv(other[0], &c, 1, 0) != 1)
#else
		if (recv(one[0], &c, 1, 0) != 1)
#endif
			return arg;
		return (void *)(long)data;
	}
	return arg;
}

int main(void) {
	pthread_t a, b;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, one) != 0 ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, other) != 0 || send(other[1], &byte, 1, 0) != 1)
		return 0;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
