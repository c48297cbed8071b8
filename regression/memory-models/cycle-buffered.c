/* A thread comes to a mutex that it holds already with a store in its buffer that nobody has to
 * read.  STEP is how far the second mutex is from the first; the last unlock is a mistake of its own. */
#include <pthread.h>
static unsigned cursor;
static pthread_mutex_t table[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *count(void *argument) {
	cursor += 1;
	return argument;
}

static void *twice(void *argument) {
	pthread_mutex_t *first = &table[cursor-- & 1];
	pthread_mutex_lock(first);
	pthread_mutex_t *second = &table[(++cursor & 1) + STEP];
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	pthread_mutex_t *last = &table[++cursor & 1];
	pthread_mutex_unlock(last);
	return argument;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, count, NULL);
	pthread_create(&t[1], NULL, twice, NULL);
}
