/* The second thread overwrites what the first one has added. */
#include <pthread.h>
extern void reach_error(void);
int counter;

static void *add(void *how_much) {
	int old = counter;
	counter = old + *(int *)how_much;
	return 0;
}

int main(void) {
	pthread_t a, b;
	int one = 1, two = 2;
	pthread_create(&a, 0, add, &one);
	pthread_create(&b, 0, add, &two);
	pthread_join(a, 0);
	pthread_join(b, 0);
	if (counter != 3)
		reach_error();
	return 0;
}
