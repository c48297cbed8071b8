/* Threads write lanes of one vector, or the same one. */
#include <assert.h>
#include <pthread.h>
typedef int words __attribute__((vector_size(16)));
words shared;
static void *first(void *p) {
	shared[0] = 1;
	return p;
}
static void *second(void *p) {
	shared[LANE] += 2;
	return p;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	words sum = shared + shared;
	assert(sum[0] + sum[1] == 6);
	return 0;
}
