/* writev to an eventfd adds each buffer as a number of its own. */
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <unistd.h>

static int fd;

static void *add(void *unused) {
	unsigned long long one = 1, two = 2;
	struct iovec both[2] = {{&one, sizeof one}, {&two, sizeof two}};
	(void)unused;
	if (writev(fd, both, 2) != 2 * sizeof one)
		_exit(1);
	return NULL;
}

int main(void) {
	pthread_t t;
	unsigned long long sum;
	fd = eventfd(0, 0);
	if (fd < 0 || pthread_create(&t, NULL, add, NULL) != 0)
		return 1;
#ifndef BUG
	pthread_join(t, NULL);
#endif
	if (read(fd, &sum, sizeof sum) != sizeof sum)
		return 1;
	assert(sum == 3); /* a reader may come between the two */
	return 0;
}
