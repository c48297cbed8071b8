/* Another thread may come between the read and the write of x. */
#include <pthread.h>

int x;

void bump(int by)
__CPROVER_assigns(x)
__CPROVER_ensures(x == __CPROVER_old(x) + by)
{
	x += by;
}

static void *work(void *unused) {
	bump(1);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	return 0;
}
