/* Memory is handed over with an atomic flag; with a plain one, the flag itself is a race. */
#include <pthread.h>
#include <stdatomic.h>

static FLAG ready;
static int message;

static void *send(void *unused) {
	message = 42;
	ready = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	int got = 0;
	pthread_create(&t, NULL, send, NULL);
	if (ready)
		got = message;
	pthread_join(t, NULL);
	return got;
}
