/* The same with two readers: one waits for the other, which waits for the writer, which waits for the first. */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *write_it(void *unused) {
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return unused;
}

static void *read_it(void *unused) {
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	return unused;
}

int main(void) {
	pthread_t reader, writer;
	pthread_create(&writer, NULL, write_it, NULL);
	pthread_create(&reader, NULL, read_it, NULL);
	pthread_rwlock_rdlock(&l);
	BEFORE;
	pthread_rwlock_unlock(&l);
	AFTER;
	pthread_join(writer, NULL);
}
