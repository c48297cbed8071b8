// The misuse of a lock ends an execution: what comes after it is not looked at.
// expect: lock 9 contexts 1 preemptions 1
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *t(void *unused) {
	pthread_mutex_unlock(&m);
	x = 1;
	return unused;
}

int main(void) {
	pthread_t id;
	pthread_create(&id, NULL, t, NULL);
	x = 2;
	return 0;
}
