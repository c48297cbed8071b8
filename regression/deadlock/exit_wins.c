/* Main that returns ends the program, whoever still waits; main that ends as a thread does not. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, run, NULL);
	END;
}
