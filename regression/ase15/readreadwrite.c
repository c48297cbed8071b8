/* readreadwrite: two readers and a writer of a pair of values.  The bug: a reader looks
 * at the two in two critical sections. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 0, right = 0;

static void *write_both(void *unused) {
	pthread_mutex_lock(&lock);
	left = 1;
	right = 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *read_both(void *arg) {
	pthread_mutex_lock(&lock);
	int first = left;
#ifdef BUG
	pthread_mutex_unlock(&lock), pthread_mutex_lock(&lock);
#endif
	int second = right;
	pthread_mutex_unlock(&lock);
	assert(first == second);
	return NULL;
}

int main(void) {
	pthread_t reader1, reader2, writer;
	pthread_create(&reader1, NULL, read_both, NULL);
	pthread_create(&reader2, NULL, read_both, NULL);
	pthread_create(&writer, NULL, write_both, NULL);
	pthread_join(reader1, NULL);
	pthread_join(reader2, NULL);
	pthread_join(writer, NULL);
	return 0;
}
