#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used;

static int append(void) {
	pthread_mutex_lock(&m);
	if (used == 1) {
		pthread_mutex_unlock(&m);
		return -1;
	}
	used++;
	pthread_mutex_unlock(&m);
	return 0;
}

static void *run(void *unused) {
	append();
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_mutex_lock(&m);
	used = 0;
	pthread_mutex_unlock(&m);
}
