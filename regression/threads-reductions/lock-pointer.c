/* Which of two locks is released, or taken, depends on an input.  A lock that may be free by now
 * protects nothing. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#if defined(SPIN)
typedef pthread_spinlock_t lock;
#define INIT(l)    pthread_spin_init(l, 0)
#define TAKE(l)    pthread_spin_lock(l)
#define RELEASE(l) pthread_spin_unlock(l)
#elif defined(RWLOCK)
typedef pthread_rwlock_t lock;
#define INIT(l)    pthread_rwlock_init(l, NULL)
#define TAKE(l)    pthread_rwlock_wrlock(l)
#define RELEASE(l) pthread_rwlock_unlock(l)
#elif defined(SEMAPHORE)
typedef sem_t lock;
#define INIT(l)    sem_init(l, 0, 1)
#define TAKE(l)    sem_wait(l)
#define RELEASE(l) sem_post(l)
#else
typedef pthread_mutex_t lock;
#define INIT(l)    pthread_mutex_init(l, NULL)
#define TAKE(l)    pthread_mutex_lock(l)
#define RELEASE(l) pthread_mutex_unlock(l)
#endif

int __VERIFIER_nondet_int(void);

static lock a, b;
static int x;

static void *writer(void *unused) {
	TAKE(&a);
	x = 1;
	x = 0;
	RELEASE(&a);
	return NULL;
}

static void release_one(int input) {
	TAKE(&a);
	TAKE(&b);
	RELEASE(CHOSEN);
	assert(x == 0);
	RELEASE(OTHER);
}

static void take_one(int input) {
	TAKE(CHOSEN);
	lock *by_name = input ? &b : &a;
	assert(x == 0);
	if (by_name == &a)
		RELEASE(&a);
	else
		RELEASE(&b);
}

int main(void) {
	pthread_t t;
	INIT(&a);
	INIT(&b);
	pthread_create(&t, NULL, writer, NULL);
	HOW(__VERIFIER_nondet_int());
	pthread_join(t, NULL);
	return 0;
}
