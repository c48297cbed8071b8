/* A thread that ends by itself has the result it gave, though a handler passes a cancellation point
 * with a request pending. */
#include <assert.h>
#include <pthread.h>

static int x;

static void handler(void *argument) {
	pthread_testcancel();
	x++;
}

static void *run(void *argument) {
	pthread_cleanup_push(handler, NULL);
	pthread_cancel(pthread_self());
	END;
	pthread_cleanup_pop(0);
	return NULL;
}

int main(void) {
	pthread_t t;
	void *result;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, &result);
	assert(x == 1);
	assert(result == &x);
}
