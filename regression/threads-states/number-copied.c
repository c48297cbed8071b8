/* The identifier of a thread is copied, and the owner of a mutex is read, by the user: which thread
 * has which number then matters, wherever the number is. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t id, last;
static int first, done;

static int owner(void) {
	int number;
	memcpy(&number, &mutex, sizeof number);
	return number;
}

static void *work(void *unused) {
	pthread_mutex_lock(&mutex);
#ifdef OWNER
	if (first == 0)
		first = owner();
	pthread_mutex_unlock(&mutex);
	pthread_mutex_lock(&mutex);
	assert(done == 0 || owner() != first || SURE);
#endif
	done++;
	pthread_mutex_unlock(&mutex);
	return unused;
}

static void *idle(void *unused) {
	return unused;
}

int main(void) {
	pthread_create(&id, NULL, work, NULL);
	pthread_create(&id, NULL, work, NULL);
#ifndef OWNER
	last = id;
#endif
	pthread_create(&id, NULL, idle, NULL);
#ifndef OWNER
	pthread_mutex_lock(&mutex);
	int seen = done; /* the threads go on before main says which of them it joins */
	pthread_mutex_unlock(&mutex);
	pthread_join(last, NULL);
	pthread_mutex_lock(&mutex);
	assert(seen == 0 || done == 2 || SURE);
	pthread_mutex_unlock(&mutex);
#endif
	return 0;
}
