/* What a thread finds again in a section of a mutex is what it left there, if all others write in
 * sections, too; and of the writes of a section, others see the last. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

static void *checks(void *p) {
	pthread_mutex_lock(&m);
	int first = x;
	if (first > 0) {
		if (LETS_GO) {
			pthread_mutex_unlock(&m);
			pthread_mutex_lock(&m);
		}
		assert(x == first);
		x = 7;
		y = x;
	}
	assert(y == 0 || y == 7);
	pthread_mutex_unlock(&m);
	return p;
}

static void *changes(void *p) {
	if (LOCKS)
		pthread_mutex_lock(&m);
	x = -1;
	x = x + 3 + (int)(long)p;
	if (LOCKS)
		pthread_mutex_unlock(&m);
	return p;
}

static void *looks(void *p) {
	if (LOOKS_LOCKED)
		pthread_mutex_lock(&m);
	assert(x != -1);
	if (LOOKS_LOCKED)
		pthread_mutex_unlock(&m);
	return p;
}

int main(void) {
	pthread_t t[4];
	pthread_create(&t[0], 0, checks, 0);
	pthread_create(&t[1], 0, changes, 0);
	pthread_create(&t[2], 0, changes, (void *)1);
	pthread_create(&t[3], 0, looks, 0);
}
