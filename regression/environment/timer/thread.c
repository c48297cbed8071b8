/* A timer whose expiry a new thread tells: it may come at any time, until the timer is deleted. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int late, done;

static void expired(union sigval value) {
	pthread_mutex_lock((pthread_mutex_t *)value.sival_ptr);
#ifdef BUG
	late = 1;
#else
	late = !done;
#endif
	pthread_mutex_unlock((pthread_mutex_t *)value.sival_ptr);
}

int main(void) {
	struct sigevent event = {.sigev_notify = SIGEV_THREAD,
	                         .sigev_notify_function = expired,
	                         .sigev_value = {.sival_ptr = &m}};
	struct itimerspec soon = {.it_value = {.tv_sec = 1}};
	timer_t timer;
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
		return 1;
	if (timer_settime(timer, 0, &soon, NULL) != 0)
		return 1;
	pthread_mutex_lock(&m);
	done = !late;
	pthread_mutex_unlock(&m);
	timer_delete(timer);
	pthread_mutex_lock(&m);
	assert(!(done && late));
	pthread_mutex_unlock(&m);
	return 0;
}
