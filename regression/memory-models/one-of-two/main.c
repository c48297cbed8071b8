/* A store through a pointer to one of two objects waits in the buffer, then reaches that one. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static unsigned first, second, other, flag;

static void *writer(void *argument) {
	unsigned *one = __VERIFIER_nondet_int() ? &first : &second;
	other = 1;
	*one = 2;
	__sync_synchronize();
	flag = 1;
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	if (flag)
		assert(first + second == 2 && other == 1);
	else if (second == 2)
		assert(other == SEEN);
	pthread_join(t, NULL);
	assert(first + second == 2);
	return 0;
}
