/* A store through a pointer that another thread changes. */
#include <assert.h>
#include <pthread.h>

static int a, b;
static int *p = &a;

static void *change(void *unused) {
	p = &b;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, change, NULL);
	*p = 1;
	pthread_join(t, NULL);
	assert(CONDITION);
	return 0;
}
