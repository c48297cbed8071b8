/* A thread-local variable ends with its thread, also one that is only read, and that of main where
 * pthread_exit or a cancellation ends main's thread before the program. */
#include <pthread.h>
#include <semaphore.h>

static _Thread_local int own;
static int *lent;
static sem_t ready, done;
static pthread_t first;

static void lend(void) {
	lent = &own;
	sem_post(&ready);
#ifdef WAITS
	sem_wait(&done);
#endif
}

static void *borrow(void *unused) {
	sem_wait(&ready);
	int copy = *lent;
	sem_post(&done);
#ifdef CANCELS
	pthread_cancel(first);
#endif
#ifdef AGAIN
	copy += *lent;
#endif
	return copy ? unused : NULL;
}

static void *lender(void *unused) {
	lend();
	return unused;
}

int main(void) {
	pthread_t t, u;
	sem_init(&ready, 0, 0);
	sem_init(&done, 0, 0);
	first = pthread_self();
	pthread_create(&t, NULL, borrow, NULL);
#ifdef THREAD
	pthread_create(&u, NULL, lender, NULL);
	pthread_join(u, NULL);
	pthread_join(t, NULL);
	return 0;
#else
	(void)u, (void)lender;
	lend();
	END;
#endif
}
