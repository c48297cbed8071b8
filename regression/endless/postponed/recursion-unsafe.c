/* The same with a recursion that never ends. */
#include <assert.h>
#include <pthread.h>

static int x;

static unsigned long deeper(unsigned long n) {
	return n ? deeper(n + 2) + 1 : 0;
}

static void *walk(void *unused) {
	x++;
	deeper(1);
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
