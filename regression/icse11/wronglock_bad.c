/* wronglock, after Rungta and Mercer, "Clash of the titans", PADTAD 2009: readers rely on a lock
 * to keep the data still; the setter takes another one. */
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 1
#endif
#ifndef READERS
#define READERS 3
#endif

static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER, own_lock = PTHREAD_MUTEX_INITIALIZER;
static int data = 0;

static void *set(void *unused) {
	pthread_mutex_t *lock = &own_lock;
	pthread_mutex_lock(lock);
	data++;
	pthread_mutex_unlock(lock);
	return NULL;
}

static void *look(void *unused) {
	pthread_mutex_lock(&data_lock);
	int before = data;
	data++;
	assert(data == before + 1);
	pthread_mutex_unlock(&data_lock);
	return NULL;
}

int main(void) {
	pthread_t setter[SETTERS], reader[READERS];
	for (int i = 0; i < SETTERS; i++)
		pthread_create(&setter[i], NULL, set, NULL);
	for (int i = 0; i < READERS; i++)
		pthread_create(&reader[i], NULL, look, NULL);
	for (int i = 0; i < SETTERS; i++)
		pthread_join(setter[i], NULL);
	for (int i = 0; i < READERS; i++)
		pthread_join(reader[i], NULL);
	return 0;
}
