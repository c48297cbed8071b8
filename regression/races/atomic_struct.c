/* An atomic structure is loaded and stored in one; a plain one can be seen half-written. */
#include <assert.h>
#include <pthread.h>

struct pair {
	int a, b;
};

static QUALIFIER struct pair shared;
static struct pair source = {1, 1}, target;

static void *run(void *unused) {
	shared = source;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	struct pair seen = shared;
	assert(seen.a == seen.b);
	target = shared;
	assert(target.a == target.b);
	pthread_join(t, NULL);
}
