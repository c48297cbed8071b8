// Has the names that the runtime of cbmc-mt-harness uses, too.
#include <assert.h>
#include <pthread.h>

int test, turns, self;

int turns_take(int x) {
	return x + 1;
}

void *test_read(void *unused) {
	test = turns_take(test);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, test_read, NULL);
	pthread_create(&b, NULL, test_read, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(test == 2);
	return turns + self;
}
