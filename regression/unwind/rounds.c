#include <assert.h>
#include <pthread.h>

int nondet_int(void);
int x, y;

void *worker(void *unused) {
	for (int i = 0; i < 2; i++)
		if (nondet_int())
			x++;
	y = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	if (y == 1)
		assert(x < MOST);
	pthread_join(t, 0);
	return 0;
}
