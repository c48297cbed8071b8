/* A read-write lock of the program's own, in atomic sections: a word for the writer and a count of
 * readers. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

int writer, readers, x, y;

static void *write(void *p) {
	__VERIFIER_atomic_begin();
	__VERIFIER_assume(writer == 0 && readers <= TOLERATED);
	writer = (int)(long)p;
	__VERIFIER_atomic_end();
	x++;
	y++;
	__VERIFIER_atomic_begin();
	writer = 0;
	__VERIFIER_atomic_end();
	return 0;
}

static void *read(void *p) {
	__VERIFIER_atomic_begin();
	__VERIFIER_assume(writer == 0);
	readers++;
	__VERIFIER_atomic_end();
	assert(x == y);
	__VERIFIER_atomic_begin();
	readers--;
	__VERIFIER_atomic_end();
	return p;
}

int main(void) {
	pthread_t t[5];
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], 0, write, (void *)(i + 1));
	for (int i = 2; i < 5; i++)
		pthread_create(&t[i], 0, read, 0);
}
