/* Arguments that are given: numbers, variables, addresses. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
int step = 2;
int *none;

int add(int *where, int by) {
	if (where == NULL)
		return -1;
	pthread_mutex_lock(&lock);
	int now = *where;
	UNLOCKED;
	*where = now + by;
	pthread_mutex_unlock(&lock);
	return now;
}

void is_six(void) {
	assert(total == 6);
}
