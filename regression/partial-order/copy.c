/* A struct is copied while another thread stores into its fields. */
#include <assert.h>
#include <pthread.h>

struct pair {
	int x, y;
};

static struct pair p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *store(void *unused) {
	pthread_mutex_lock(&m);
	p.x = 1;
	p.y = 1;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, store, NULL);
	if (LOCKS)
		pthread_mutex_lock(&m);
	struct pair copy = p;
	if (LOCKS)
		pthread_mutex_unlock(&m);
	assert(copy.x == copy.y);
	pthread_join(t, NULL);
	return 0;
}
