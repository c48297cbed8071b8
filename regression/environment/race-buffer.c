/* The buffer of a write is read in the calling thread, that of a read written, and so is the name of
 * a file: other threads have to keep off. */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char name[] = "log1", line[] = "first\n", answer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#ifdef BUG
#define LOCK   ((void)0)
#define UNLOCK ((void)0)
#else
#define LOCK   pthread_mutex_lock(&lock)
#define UNLOCK pthread_mutex_unlock(&lock)
#endif

static void *other(void *unused)
{
	LOCK;
#if defined WRITE
	line[0] = 'F';
#elif defined READ
	answer = 'n';
#else
	name[3] = '2';
#endif
	UNLOCK;
	return NULL;
}

int main(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, other, NULL) != 0)
		return 1;
	LOCK;
#if defined WRITE
	(void)!write(1, line, sizeof line - 1);
#elif defined READ
	(void)!read(0, &answer, 1);
#else
	int fd = open(name, O_WRONLY);
	if (fd >= 0)
		close(fd);
#endif
	UNLOCK;
	pthread_join(thread, NULL);
	return 0;
}
