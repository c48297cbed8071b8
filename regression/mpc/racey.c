/* In the spirit of racey, a program of Xu, Bodik and Hill whose threads race all the time, so that
 * its output tells schedules apart: each thread mixes what it reads at places that depend on what
 * it has read before.  Threads meet before and after that, and look at most CHECKS times for the
 * others.  With BUG, the forbidden output is that of 5 of the 3432 ways to mix; without, of none.
 */
#include <assert.h>
#include <pthread.h>

#ifndef CHECKS
#define CHECKS 10
#endif
#ifdef BUG
#define FORBIDDEN 17
#else
#define FORBIDDEN 18
#endif
#define THREADS 2
#define ROUNDS  3
#define SIZE    4

static unsigned sig[SIZE] = {3, 8, 6, 1};
static int started, ended;

static unsigned mix(unsigned a, unsigned b) {
	return (a * 5 + b + 3) % 31;
}

static void meet(int *counter) {
	__sync_fetch_and_add(counter, 1);
	for (int checks = 0; checks < CHECKS && *counter < THREADS; checks++)
		;
}

static void *body(void *arg) {
	int id = (int)(long)arg;
	meet(&started);
	unsigned num = sig[id];
	for (int i = 0; i < ROUNDS; i++) {
		num = mix(num, sig[num % SIZE]);
		sig[num % SIZE] = num;
	}
	meet(&ended);
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, body, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	unsigned output = 0;
	for (int i = 0; i < SIZE; i++)
		output = mix(output, sig[i]);
	assert(output != FORBIDDEN);
	return 0;
}
