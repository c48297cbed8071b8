/* What one thread writes into a pipe is what the other one reads, in order. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int fd[2];

static void *writer(void *unused)
{
	(void)unused;
	assert(write(fd[1], "ab", 2) == 2);
	assert(write(fd[1], "cde", 3) == 3);
	close(fd[1]);
	return NULL;
}

int main(void)
{
	char text[8];
	pthread_t thread;
	if (pipe(fd) != 0)
		return 1;
	assert(fd[0] == 3 && fd[1] == 4);
	if (pthread_create(&thread, NULL, writer, NULL) != 0)
		return 1;
#ifdef BUG
	ssize_t n = read(fd[0], text, 5); /* may return before the second write */
#else
	ssize_t n = read(fd[0], text, 2);
#endif
	assert(n == 2 && memcmp(text, "ab", 2) == 0);
	size_t have = 0;
	while ((n = read(fd[0], text + have, sizeof text - have)) > 0)
		have += (size_t)n;
	assert(n == 0 && have == 3 && memcmp(text, "cde", 3) == 0);
	pthread_join(thread, NULL);
	return 0;
}
