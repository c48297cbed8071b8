/* Two loops begin at one instruction: a thread takes what another brings, and waits while there is nothing. */
#include <pthread.h>

static unsigned used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *take(void *argument) {
	pthread_mutex_lock(&lock);
	for (;;) {
		while (used == 0)
			pthread_cond_wait(&changed, &lock);
		used--;
	}
	return argument;
}

static void *bring(void *argument) {
	pthread_mutex_lock(&lock);
	used++;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void) {
	pthread_t taker, bringer;
	pthread_create(&taker, NULL, take, NULL);
	pthread_create(&bringer, NULL, bring, NULL);
	pthread_join(JOINED, NULL);
	return 0;
}
