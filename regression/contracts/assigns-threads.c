/* Whichever thread of the function writes. */
#include <pthread.h>

int a, b;

static void *work(void *unused) {
	a = 1;
#ifdef BUG
	b = 1; /* here */
#endif
	return unused;
}

void both(void)
__CPROVER_assigns(a)
__CPROVER_ensures(a == 1)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
}

int main(void) {
	return 0;
}
