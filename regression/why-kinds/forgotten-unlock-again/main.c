/* Cause: on the path of line 11 the lock of line 9 is not released; the thread itself waits for it in the next round. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *unused) {
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		if (i == 1)
			continue;
		sum += i;
		pthread_mutex_unlock(&m);
	}
	return unused;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, add, NULL);
	pthread_join(a, NULL);
	return 0;
}
