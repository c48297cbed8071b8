/* What an assumption cuts off later, another thread may see before. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
static int x;

static void *look(void *unused) {
	assert(x != 1);
	return unused;
}

int main(void) {
	pthread_t id;
	pthread_create(&id, 0, look, 0);
	__VERIFIER_assume(0);
	x = 1;
	return 0;
}
