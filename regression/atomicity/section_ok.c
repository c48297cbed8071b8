/* Nobody comes into the section. */
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y;

static void *worker(void *unused) {
	__VERIFIER_atomic_begin();
	x = x + y + 1;
	__VERIFIER_atomic_end();
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
