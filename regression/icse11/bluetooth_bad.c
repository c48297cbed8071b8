/* bluetooth, the model of a Windows driver in Qadeer and Wu, "KISS: keep it simple and
 * sequential", PLDI 2004: a request checks the flag before it counts itself, so the driver may
 * stop in between. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* makes operations on pending atomic */
static pthread_cond_t none_pending = PTHREAD_COND_INITIALIZER;
static int pending = 1; /* requests, and one for the driver itself */
static _Bool stopping = 0, stopped = 0;

static void increment(void) {
	pthread_mutex_lock(&lock);
	pending++;
	pthread_mutex_unlock(&lock);
}

static void decrement(void) {
	pthread_mutex_lock(&lock);
	if (--pending == 0)
		pthread_cond_signal(&none_pending);
	pthread_mutex_unlock(&lock);
}

static _Bool enter(void) {
	if (stopping)
		return 0;
	increment();
	return 1;
}

static void *request(void *unused) {
	if (enter()) {
		assert(!stopped);
		decrement();
	}
	return NULL;
}

static void *stop(void *unused) {
	stopping = 1;
	decrement();
	pthread_mutex_lock(&lock);
	while (pending > 0)
		pthread_cond_wait(&none_pending, &lock);
	pthread_mutex_unlock(&lock);
	stopped = 1;
	return NULL;
}

int main(void) {
	pthread_t adder, stopper;
	pthread_create(&adder, NULL, request, NULL);
	pthread_create(&stopper, NULL, stop, NULL);
	pthread_join(adder, NULL);
	pthread_join(stopper, NULL);
	return 0;
}
