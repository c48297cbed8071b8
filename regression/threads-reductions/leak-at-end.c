/* main ends the program while a thread has allocated a block and not freed it yet: whether that is
 * a leak depends on the order of the end and of the allocation. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int progress;

static void *work(void *unused) {
	char *block = malloc(1);
	progress++;
	free(block);
	return unused;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, work, NULL);
	pthread_create(&u, NULL, work, NULL);
#ifdef JOINED
	pthread_join(t, NULL);
	pthread_join(u, NULL);
#endif
	return 0;
}
