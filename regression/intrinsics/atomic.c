/* x++ is two steps unless nobody else may run in between. */
#include <pthread.h>

int x;

static void *add(void *unused) {
	(void)unused;
	BEGIN;
	x++;
	END;
	return NULL;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	__CPROVER_assert(x == 2, "both counted");
	return 0;
}
