/* Named semaphores: the same name is the same semaphore until it is unlinked. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
	int value;
	assert(sem_open("/a", 0) == SEM_FAILED && errno == ENOENT);
	sem_t *a = sem_open("/a", O_CREAT, 0600, 1);
	assert(a != SEM_FAILED);
	assert(sem_open("/a", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);
	sem_t *again = sem_open("/a", O_CREAT, 0600, 9), *b = sem_open("/b", O_CREAT, 0600, 3);
	assert(again == a && b != a);
	assert(sem_wait(again) == 0);
	assert(sem_getvalue(a, &value) == 0 && value == VALUE);
	assert(sem_getvalue(b, &value) == 0 && value == 3);
	assert(sem_unlink("/a") == 0);
	assert(sem_unlink("/a") == -1 && errno == ENOENT);
	assert(sem_open("/a", O_CREAT, 0600, 5) != a);
	assert(sem_close(a) == 0);
	assert(sem_getvalue(again, &value) == 0 && value == 0);
	assert(sem_close(again) == 0);
	assert(sem_close(b) == 0);
	b = sem_open("/b", 0);
	assert(b != SEM_FAILED && sem_getvalue(b, &value) == 0 && value == 3);
}
