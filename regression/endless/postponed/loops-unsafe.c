/* One thread goes round in nested loops for ever, and only its own data changes.  The search must
 * go on elsewhere: the other thread sees x change between two reads. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *walk(void *unused) {
	x++;
	unsigned long n = 1;
	while (n)
		for (int i = 0; i < 50; i++)
			for (int k = 0; k < 50; k++)
				n += 2;
	return unused;
}

static void *look(void *unused) {
	int first = x, second = x;
	assert(first == second);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, walk, NULL);
	pthread_create(&b, NULL, look, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
