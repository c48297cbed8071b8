/* A thread writes to a descriptor that another one has closed: by then, the number may be that of
 * another file. */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int log_file;

static void *writer(void *unused)
{
	(void)unused;
	(void)!write(log_file, "end\n", 4);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	log_file = open("log", O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (log_file < 0)
		return 1;
	if (pthread_create(&thread, NULL, writer, NULL) != 0)
		return 1;
#ifdef BUG
	close(log_file);
	pthread_join(thread, NULL);
#else
	pthread_join(thread, NULL);
	close(log_file);
#endif
	return 0;
}
