/* No property depends on the counter with a weaker order, but it makes the program one of C11, in
 * which a race is a violation.  NO_LOCK: there is one. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static atomic_int calls;

static void add(int n) {
	atomic_fetch_add_explicit(&calls, 1, ORDER);
#ifndef NO_LOCK
	pthread_mutex_lock(&lock);
#endif
	total = n;
#ifndef NO_LOCK
	pthread_mutex_unlock(&lock);
#endif
}

static void *work(void *unused) {
	add(1);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	add(2);
	pthread_join(t, NULL);
}
