/* Two threads each wait for one of two units in an eventfd: only as a semaphore it gives them one
 * at a time. */
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#ifdef BUG
enum { KIND = 0 };
#else
enum { KIND = EFD_SEMAPHORE };
#endif

static int fd;

static void *worker(void *unused)
{
	eventfd_t n;
	(void)unused;
	if (eventfd_read(fd, &n) != 0)
		return NULL;
	assert(n == (KIND == EFD_SEMAPHORE ? 1 : 2));
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	fd = eventfd(0, KIND);
	if (fd < 0 || pthread_create(&a, NULL, worker, NULL) != 0 ||
	    pthread_create(&b, NULL, worker, NULL) != 0)
		return 1;
	if (eventfd_write(fd, 2) != 0)
		return 1;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
