/* Two threads take turns, with a condition variable.  A call of printf makes an object for its
 * arguments and a value that nobody reads; neither outlives the call, so the program has as many
 * states as without it. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 7

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, count;

static void play(int me) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&mutex);
		while (turn != me)
			pthread_cond_wait(&changed, &mutex);
		turn = !me;
		count++;
#ifdef PRINT
		printf("%d: %d\n", me, i);
#endif
		pthread_cond_signal(&changed);
		pthread_mutex_unlock(&mutex);
	}
}

static void *ping(void *unused) {
	play(0);
	return unused;
}

static void *pong(void *unused) {
	play(1);
	return unused;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, ping, NULL);
	pthread_create(&u, NULL, pong, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
#ifdef LATE
	assert(count < 2 * ROUNDS);
#endif
	assert(count == 2 * ROUNDS);
	return 0;
}
