/* The path fixes an input: "mode" is 2 where threads are made, and a state in which it is an input
 * is no other one.  Two threads count up and down; the state in which they began recurs. */
#include <assert.h>
#include <pthread.h>

int nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int mode, busy, done;

static void *work(void *p) {
	pthread_mutex_lock(&lock);
	while (!done) {
		busy += mode;
		pthread_cond_wait(&changed, &lock);
#ifdef BUG
		busy -= 1;
#else
		busy -= mode;
#endif
	}
	pthread_mutex_unlock(&lock);
	return p;
}

int main(void) {
	pthread_t a;
	mode = nondet_int();
	if (mode != 2)
		return 0;
	pthread_create(&a, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	assert(busy == 0 || busy == 2);
	done = 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	assert(busy == 0);
	return 0;
}
