#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *total;

static void *run(void *unused) {
	int *part = malloc(sizeof *part);
	*part = 1;
	pthread_mutex_lock(&m);
	*total += *part;
	pthread_mutex_unlock(&m);
	free(part);
	return unused;
}

int main(void) {
	pthread_t t;
	total = calloc(1, sizeof *total);
	if (!total)
		return 1;
	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
	free(total);
}
