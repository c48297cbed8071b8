/* What main does before it creates a thread, and after it has joined it, does not race with it. */
#include <pthread.h>

static int x;

static void *run(void *unused) {
	x++;
	return unused;
}

int main(void) {
	pthread_t s, t;
	x = 1;
	pthread_create(&s, NULL, run, NULL);
	pthread_join(s, NULL);
	x++;
	pthread_create(&t, NULL, run, NULL);
	if (JOINED)
		pthread_join(t, NULL);
	x++;
}
