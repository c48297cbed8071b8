/* What getenv returns is memory of a size that nobody knows: the formula has an array for it, and a
 * run chooses it byte by byte. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int n;

static void *count(void *unused) {
	const char *s = getenv("MODE");
	if (s && s[0] == 'a' && s[1] == 'b')
		__atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(n <= MOST);
}
