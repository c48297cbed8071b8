#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static atomic_int is_done;

static void *work(void *unused) {
	pthread_mutex_lock(&m);
	is_done = 1;
	pthread_mutex_unlock(&m);
	pthread_cond_signal(&done);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&m);
	while (!is_done)
		pthread_cond_wait(&done, &m);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
