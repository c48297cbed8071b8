/* Two messages in a pipe: who asks for more than one gets both at once, and loses the second one by
 * looking at the first one only. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

enum { MESSAGES = 2 };

static int fd[2], received;

static void *receiver(void *unused)
{
#ifdef BUG
	int message[MESSAGES];
#else
	int message[1];
#endif
	(void)unused;
	while (received < MESSAGES && read(fd[0], message, sizeof message) > 0)
		received++;
	return NULL;
}

int main(void)
{
	pthread_t thread;
	if (pipe(fd) != 0 || pthread_create(&thread, NULL, receiver, NULL) != 0)
		return 0;
	for (int i = 0; i < MESSAGES; i++)
		(void)!write(fd[1], &i, sizeof i);
	close(fd[1]);
	pthread_join(thread, NULL);
	assert(received == MESSAGES);
	return 0;
}
