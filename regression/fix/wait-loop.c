#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *unused) {
	pthread_mutex_lock(&m);
	while (items == 0)
		pthread_cond_wait(&filled, &m);
	items--;
	assert(items >= 0);
	pthread_mutex_unlock(&m);
	return unused;
}

static void put(void) {
	pthread_mutex_lock(&m);
	items++;
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&m);
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, take, NULL);
	pthread_create(&b, NULL, take, NULL);
	put();
	put();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}
