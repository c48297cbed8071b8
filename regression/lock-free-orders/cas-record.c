/* The exchange of a record fails: what it reads then has the order of that case. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
	int a, b;
} shared;
int data;

static void *work(void *unused) {
	struct pair one = {1, 1};
	data = 1;
	__atomic_store(&shared, &one, __ATOMIC_RELEASE);
	return unused;
}

int main(void) {
	pthread_t t;
	struct pair seen = {5, 5}, new = {6, 6};
	pthread_create(&t, 0, work, 0);
	__atomic_compare_exchange(&shared, &seen, &new, 0, ON_SUCCESS, ON_FAILURE);
	if (seen.a == 1)
		assert(data == 1);
	pthread_join(t, 0);
	return 0;
}
