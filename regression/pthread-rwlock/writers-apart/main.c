/* A writer is alone. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l;
static int x;

static void *run(void *argument) {
	LOCK(&l);
	x++;
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_rwlock_init(&l, NULL);
	pthread_create(&t, NULL, run, NULL);
	LOCK(&l);
	x++;
	pthread_rwlock_unlock(&l);
	pthread_join(t, NULL);
	assert(x == 2);
}
