#include <pthread.h>

#define PLACES 3

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int place[PLACES], used;

static void *push(void *unused) {
	pthread_mutex_lock(&m);
	if (used <= PLACES)
		place[used++] = 1;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	used = PLACES - 1;
	pthread_create(&t, NULL, push, NULL);
	push(NULL);
	pthread_join(t, NULL);
}
