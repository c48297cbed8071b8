/* A thread that waits for a flag; main ends the program after it, or not (LOST). */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *run(void *unused) {
	while (!flag)
		;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, run, 0);
#ifndef LOST
	flag = 1;
#endif
	pthread_join(t, 0);
	return 0;
}
