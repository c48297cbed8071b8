/* A block that two threads use is freed after the second has ended, or before. */
#include <pthread.h>
#include <stdlib.h>

struct box {
	int value;
};

static void *use(void *arg) {
	struct box *box = arg;
	box->value = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	struct box *box = malloc(sizeof *box);
	box->value = 0;
	pthread_create(&t, NULL, use, box);
#ifdef BUG
	free(box);
	pthread_join(t, NULL);
#else
	pthread_join(t, NULL);
	free(box);
#endif
}
