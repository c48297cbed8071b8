/* Locks for reading and for writing, and a semaphore. */
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t s;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *t(void *p) {
	pthread_rwlock_wrlock(&l);
	x = 1;
	pthread_rwlock_unlock(&l);
	sem_post(&s);
	return 0;
}

int main(void) {
	pthread_t a;
	sem_init(&s, 0, 0);
	pthread_create(&a, 0, t, 0);
	sem_wait(&s);
	pthread_rwlock_rdlock(&l);
	int seen = x;
	pthread_rwlock_unlock(&l);
	return seen;
}

// expect: main spawn T1
// expect: main wait semaphore
// expect: main wait read-write lock
// expect: main acquire l
// expect: main read x as r0
// expect: main release l
// expect: T1 wait read-write lock
// expect: T1 acquire l
// expect: T1 write x = (_ bv1 32)
// expect: T1 release l
// expect: T1 end
