/* Memory that one thread frees while another uses it. */
#include <pthread.h>
#include <stdlib.h>

static void *run(void *block) {
	*(int *)block = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	int *p = malloc(sizeof *p);
	if (!p)
		abort();
	pthread_create(&t, NULL, run, p);
	if (LATE)
		pthread_join(t, NULL);
	free(p);
}
