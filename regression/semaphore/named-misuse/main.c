/* A semaphore is closed as often as it was opened; one of sem_init never. */
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
	sem_t plain, *named = sem_open("/a", O_CREAT, 0600, 1);
	sem_init(&plain, 0, 1);
	for (int i = 0; i < CLOSES; i++)
		sem_close(named);
	if (PLAIN)
		sem_close(&plain);
}
