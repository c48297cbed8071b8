#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open;

static void *guest(void *unused) {
	pthread_mutex_lock(&m);
	while (!is_open)
		pthread_cond_wait(&opened, &m);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, guest, NULL);
	pthread_create(&b, NULL, guest, NULL);
	pthread_mutex_lock(&m);
	is_open = 1;
	pthread_cond_broadcast(&opened);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}
