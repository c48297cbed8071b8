/* A server and a client that go on for ever, with finitely many states between them: proven, though
 * no loop ever ends. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int pending;

static void *client(void *unused) {
	for (;;) {
		pthread_mutex_lock(&m);
		if (pending < 2)
			pending++;
		pthread_mutex_unlock(&m);
	}
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, client, NULL);
	while (1) {
		pthread_mutex_lock(&m);
		assert(pending >= 0 && pending <= MOST);
		if (pending > 0)
			pending--;
		pthread_mutex_unlock(&m);
	}
}
