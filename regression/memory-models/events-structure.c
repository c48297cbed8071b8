/* A structure is stored part by part: under pso its last part may be there before its first one,
 * under tso it may not.  Its own thread sees all of it at once. */
#include <assert.h>
#include <pthread.h>

struct pair {
	int first, second;
};

static volatile struct pair shared;

static void *writer(void *unused) {
	struct pair new = {1, 2};
	shared = new;
	assert(shared.first + shared.second == 3);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	if (shared.second == 2)
		assert(shared.first == 1);
	pthread_join(t, 0);
	return 0;
}
