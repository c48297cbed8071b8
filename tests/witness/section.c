/* The two accesses to 'data' race, as one of them is atomic only; those to 'quiet' do not. */
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int data, quiet;

static void *worker(void *unused) {
	(void)unused;
	__VERIFIER_atomic_begin();
	quiet = 1;
	data = 1;
	__VERIFIER_atomic_end();
	return 0;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, 0, worker, 0);
	data = 2;
	pthread_join(a, 0);
	return 0;
}
