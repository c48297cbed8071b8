/* Atomic additions to one variable commute, so one order of them is enough; who looks at the value
 * in between still sees every sum. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int y;

static void *add(void *unused) {
	atomic_fetch_add(&x, 2);
	__atomic_sub_fetch(&y, 1, __ATOMIC_SEQ_CST);
	__sync_fetch_and_add(&y, 3);
	x++;
	return NULL;
}

int main(void) {
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, add, NULL);
#ifdef LOOK
	assert(x != LOOK);
#endif
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	assert(x == 12 && y == 8);
	return 0;
}
