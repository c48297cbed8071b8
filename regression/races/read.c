/* Two threads that only read do not race; one that writes, if only what is there already, does. */
#include <pthread.h>

static int x = 1, sum[2];

static void *run(void *mine) {
	*(int *)mine = x;
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, &sum[0]);
	if (WRITE)
		x = 1;
	run(&sum[1]);
	pthread_join(t, NULL);
}
