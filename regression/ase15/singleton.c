/* singleton: the first of four threads that wants the only object makes it.  Any of them may be the
 * first. */
#include <assert.h>
#include <pthread.h>

#define THREADS 4

struct object {
	int maker;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object storage[THREADS];
static struct object *instance = NULL;

static void *get(void *arg) {
	int me = (int)(long)arg;
	pthread_mutex_lock(&lock);
	if (!instance) {
		instance = &storage[me];
		instance->maker = me;
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void) {
	pthread_t thread[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, get, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
#ifdef BUG
	assert(instance == &storage[0] && instance->maker == 0);
#else
	assert(instance == &storage[instance->maker]);
#endif
	return 0;
}
