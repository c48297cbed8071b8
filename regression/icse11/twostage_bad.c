/* twostage, after Rungta and Mercer, "Clash of the titans", PADTAD 2009: an update has two stages,
 * each under its own lock; a reader may come between the stages. */
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 2
#endif
#ifndef READERS
#define READERS 1
#endif

static pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER, lock2 = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 0, data2 = 0;

static void *set(void *unused) {
	pthread_mutex_lock(&lock1);
	data1 = 1;
	pthread_mutex_unlock(&lock1);
	pthread_mutex_lock(&lock2);
	data2 = data1 + 1;
	pthread_mutex_unlock(&lock2);
	return NULL;
}

static void *look(void *unused) {
	pthread_mutex_lock(&lock1);
	int first = data1;
	pthread_mutex_unlock(&lock1);
	if (first == 0)
		return NULL;
	pthread_mutex_lock(&lock2);
	int second = data2;
	pthread_mutex_unlock(&lock2);
	assert(second == first + 1);
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
