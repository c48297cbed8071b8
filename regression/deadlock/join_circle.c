/* Three threads that join each other in a circle, while main has other things to do. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_t thread[3];
static atomic_int begin;

static void *run(void *number) {
	int me = *(int *)number;
	while (!begin)
		;
	if (me != LAST)
		pthread_join(thread[(me + 1) % 3], NULL);
	return NULL;
}

int main(void) {
	static int number[3] = {0, 1, 2};
	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, run, &number[i]);
	begin = 1;
	pthread_exit(NULL);
}
