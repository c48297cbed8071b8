/* A monotonic clock goes on, for all threads together; one that can be set may go back, and two
 * threads have used different time of the processor. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static struct timespec first;

static void *look_again(void *unused) {
	struct timespec now;
	(void)unused;
	if (clock_gettime(CLOCK, &now) != 0)
		return NULL;
	assert(now.tv_sec > first.tv_sec || (now.tv_sec == first.tv_sec && now.tv_nsec >= first.tv_nsec));
	return NULL;
}

int main(void) {
	pthread_t t;
	if (clock_gettime(CLOCK, &first) != 0 || pthread_create(&t, NULL, look_again, NULL) != 0)
		return 1;
	pthread_join(t, NULL);
	return 0;
}
