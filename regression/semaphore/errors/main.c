/* What errno says: EAGAIN, EOVERFLOW, EINVAL, ETIMEDOUT. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
	sem_t s;
	int value;
	struct timespec until = {1, 0}, bad = {1, -1};
	assert(sem_init(&s, 0, (unsigned)INT_MAX + 1) == -1 && errno == EINVAL);
	assert(sem_init(&s, 0, 1) == 0);
	assert(sem_getvalue(&s, &value) == 0 && value == 1);
	assert(sem_trywait(&s) == 0);
	assert(sem_trywait(&s) == -1 && errno == ERROR);
	assert(sem_timedwait(&s, &until) == -1 && errno == ETIMEDOUT);
	assert(sem_timedwait(&s, &bad) == -1 && errno == EINVAL);
	assert(sem_post(&s) == 0);
	assert(sem_timedwait(&s, &until) == 0);
	assert(sem_init(&s, 0, INT_MAX) == 0);
	assert(sem_post(&s) == -1 && errno == EOVERFLOW);
}
