/* A thread that serves requests for ever, by --server.  BUG: it answers only the first one. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int request, answer;

static void *server(void *unused) {
	for (;;) {
		while (!request)
			;
		request = 0;
		answer = 1;
#ifdef BUG
		for (;;)
			;
#endif
	}
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, server, 0);
	for (int i = 0; i < 2; i++) {
		answer = 0;
		request = 1;
		while (!answer)
			;
	}
	return 0;
}
