/* Everything that threads wait for, once. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t items;
static int ready, got, seen;
static atomic_int at;
static struct box *box;

static void init(void) {
	box = malloc(sizeof *box);
	if (!box)
		abort();
	box->n = 1;
}

static void *run(void *arg) {
	static int calls;
	pthread_once(&once, init);
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	got++;
	calls++;
	pthread_mutex_unlock(&m);
	sem_post(&items);
	at++;
	pthread_rwlock_rdlock(&rw);
	seen = box->n;
	pthread_rwlock_unlock(&rw);
	if (pthread_spin_trylock(&spin) == 0)
		pthread_spin_unlock(&spin);
	pthread_barrier_wait(&barrier);
	return arg;
}

int main(void) {
	pthread_t t;
	sem_init(&items, 0, 0);
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t, NULL, run, NULL);
	pthread_once(&once, init);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	sem_wait(&items);
	int old = atomic_fetch_add(&at, 2), zero = 0;
	atomic_compare_exchange_strong(&at, &zero, 9);
	pthread_spin_lock(&spin);
	pthread_spin_unlock(&spin);
	pthread_rwlock_wrlock(&rw);
	box->n++;
	pthread_rwlock_unlock(&rw);
	pthread_barrier_wait(&barrier);
	pthread_join(t, NULL);
	assert(got == 1 && old <= 1 && at == 3 && (seen == 1 || seen == 2));
	free(box);
	return 0;
}
